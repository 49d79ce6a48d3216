//! Tournaments of bots whose strengths are known: the judge plays them, and its intervals and places are compared with those.
//!
//! The game is one number of each seat, and the larger wins. A bot's number is its strength in Elo and some luck, with
//! Gumbel's distribution: the difference of two of those is logistic, which is what Elo's formula says of two players.

use std::fs;

use judge_play::Seed;

use crate::game_files::made::{INFO, Made, ok};
use crate::support::{Folder, Row, assemble, rows};

/// Points of Elo for a factor of e in the odds.
const SCALE: f64 = 173.717_79;
/// The middle of the numbers, which keeps all of them above zero.
const MIDDLE: f64 = 5_000.0;

/// Two numbers of four digits, one after the other; the larger wins.
fn game() -> Vec<u8> {
    let ended = |ranks: &str| {
        ok(&format!("{{state: [], outcome: {{ranks: {ranks}, scores: [0, 0], ending: rules}}, notices: []}}"))
    };
    Made::new()
        .answers("info", INFO.replace("example: \"a number\"", "example: \"a number of four digits\""))
        .answers("legal", "null")
        .answers("scene", "{boards: [], scores: [0, 0], choices: [], text: \"a duel\"}")
        .answers("play", ok("{state: [0, 0, 0, 0], to-move: 1, notices: []}"))
        .answers("play.first", ended("[1, 2]"))
        .answers("play.second", ended("[2, 1]"))
        .answers("play.tie", ended("[1, 1]"))
        .with(
            "(func $byte (param i32 i32) (result i32)
                (i32.shl (i32.load8_u (local.get 0)) (local.get 1)))
            (func $number (param i32) (result i32)
                (i32.or
                    (i32.or (call $byte (local.get 0) (i32.const 24))
                        (call $byte (i32.add (local.get 0) (i32.const 1)) (i32.const 16)))
                    (i32.or (call $byte (i32.add (local.get 0) (i32.const 2)) (i32.const 8))
                        (call $byte (i32.add (local.get 0) (i32.const 3)) (i32.const 0)))))",
        )
        .does(
            "play",
            "(if (i32.ne (local.get 3) (i32.const 4)) (then (return (global.get $play.illegal))))
            (if (i32.eqz (local.get 1)) (then
                (i32.store (i32.load offset=4 (global.get $play)) (i32.load (local.get 2)))
                (return (global.get $play))))
            (select (global.get $play.tie)
                (select (global.get $play.first) (global.get $play.second)
                    (i32.gt_u (call $number (local.get 0)) (call $number (local.get 2))))
                (i32.eq (call $number (local.get 0)) (call $number (local.get 2))))",
        )
        .wasm()
}

/// A bot that is so strong: a program that prints one of 256 numbers by chance. Seats exchange their seeds within a round, so
/// each bot has its luck in an order of its own.
fn bot(number: u32, elo: f64) -> Vec<u8> {
    let value = |place: u32| {
        let luck = -(-((f64::from(place) + 0.5) / 256.0).ln()).ln();
        format!("{:.0}", MIDDLE + elo + SCALE * luck)
    };
    let mut places: Vec<u32> = (0..256).collect();
    places.sort_by_key(|place| Seed(number.into()).derive(&[&place.to_string()]).0);
    let numbers: String = places.into_iter().map(value).collect();
    assert_eq!(numbers.len(), 4 * 256);
    assemble(&format!(
        r#"(module
            (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
            (memory (export "memory") 1)
            (data (i32.const 64) "\n")
            (data (i32.const 1024) "{numbers}")
            (func $print (param $at i32) (param $bytes i32)
                (i32.store (i32.const 0) (local.get $at)) (i32.store (i32.const 4) (local.get $bytes))
                (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
            (func (export "_start")
                (loop $next
                    (i32.store (i32.const 0) (i32.const 4096)) (i32.store (i32.const 4) (i32.const 4096))
                    (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
                    (if (i32.eq (i32.load8_u (i32.const 4098)) (i32.const 97)) ;; "a", of ask
                        (then
                            (drop (call $random_get (i32.const 16) (i32.const 1)))
                            ;; Its name is the file's.
                            (if (i32.ne (i32.load8_u (i32.const 4104)) (i32.const 110)) ;; "n", of name
                                (then (call $print (i32.add (i32.const 1024) (i32.mul (i32.const 4) (i32.load8_u (i32.const 16)))) (i32.const 4))))
                            (call $print (i32.const 64) (i32.const 1))))
                    (br $next))))"#
    ))
}

/// The intervals that held, all intervals, and the tournaments in which a place was false.
fn played(tournaments: u32, rounds: u32, elos: &[f64]) -> (u32, u32, u32) {
    let mut folder = Folder::new().file("duel.wasm", game());
    for (number, elo) in (0..).zip(elos) {
        folder = folder.file(&format!("bots/b{number}.wasm"), bot(number, *elo));
    }
    let (mut held, mut all, mut false_places) = (0, 0, 0);
    for seed in 1..=tournaments {
        let text = format!(
            "game = \"duel.wasm\"\nformat = \"swiss\"\nseed = {seed}\nrounds = {rounds}\ncontestants = [\"bots/*.wasm\"]\n"
        );
        fs::write(folder.path("cup.toml"), text).expect("it can be written");
        let ended = folder.judge("run cup.toml --quiet --fresh");
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        let lines = rows(&folder.read("results/cup/results.csv"));
        let number = |line: &Row| line["contestant"][1..].parse::<usize>().expect("it is b and a number");
        // 1500 is the mean of those who have a rating; of the others there are bounds.
        let rated: Vec<f64> =
            lines.iter().filter(|line| !line["rating"].is_empty()).map(|line| elos[number(line)]).collect();
        let mean = rated.iter().sum::<f64>() / f64::from(u32::try_from(rated.len()).expect("they are few"));
        let mut is_false = false;
        for line in &lines {
            assert_eq!(line["faults"], "0", "{line:?}");
            let number = number(line);
            let number_in = |column: &str, none: f64| line[column].parse().unwrap_or(none);
            let true_rating = 1_500.0 + elos[number] - mean;
            let [low, high] =
                [number_in("rating_low", f64::NEG_INFINITY), number_in("rating_high", f64::INFINITY)];
            held += u32::from((low..=high).contains(&true_rating));
            all += 1;
            let better = elos.iter().filter(|elo| **elo > elos[number]).count();
            let worse = elos.iter().filter(|elo| **elo < elos[number]).count();
            let places = [number_in("rank_low", 1.0), number_in("rank_high", f64::INFINITY)];
            let [highest, lowest] = [better + 1, elos.len() - worse]
                .map(|place| f64::from(u32::try_from(place).expect("they are few")));
            // Equals share their places.
            is_false |= places[0] > lowest || places[1] < highest;
        }
        false_places += u32::from(is_false);
    }
    (held, all, false_places)
}

/// The benchmark `strengths` has more tournaments of more kinds.
#[test]
fn intervals_hold_in_tournaments_of_bots_whose_strengths_are_known() {
    let steps: Vec<f64> = (0..16).map(|place| f64::from(place) * 35.0).collect();
    let halves: Vec<f64> = (0..16).map(|place| f64::from(place / 8) * 521.0).collect();
    for (field, elos) in [("equals", vec![0.0; 16]), ("steps", steps), ("two halves", halves)] {
        let (held, all, false_places) = played(5, 5, &elos);
        assert!(100 * held >= 93 * all && false_places == 0, "{field}: {held} of {all}, {false_places}");
    }
}
