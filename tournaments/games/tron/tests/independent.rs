//! Random games against rules that were written a second time, in Python.

use std::fmt::Write;
use std::process::{Command, Stdio};

use judge_game::{Game, Parameters, Square};
use tron::{Cell, Params, Step, Tron};

fn list<T: ToString>(items: impl Iterator<Item = T>, separator: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

/// A game as a line for the other rules, at random, but that steps which crash at once are rare.
fn line(seed: &mut u64) -> String {
    let mut next = |end: usize| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from((*seed >> 33) % end as u64).expect("it is small")
    };
    let (size, seats) = ([7_u8, 8, 11, 15][next(4)], 2 + next(3));
    let params =
        Params::from_text(&format!("size={size} seats={seats} walls={}", next(6))).expect("they are valid");
    let mut game = Tron::start_with(&params, next(1_000) as u64);
    let squares = || (0..size).flat_map(|y| (0..size).map(move |x| Square::new(x, y)));
    let walls = list(squares().filter(|square| game.at(*square) == Cell::Wall), ";");
    let walls = if walls.is_empty() { "none".to_owned() } else { walls };
    let starts = game.heads().map(|(_, head)| head);
    let starts = list(starts, ";");
    let mut steps = String::new();
    while let Some(seat) = game.to_move() {
        let head = game.heads().find(|(known, _)| *known == seat).expect("it is in").1;
        let is_free = |step: &Step| step.target(head).is_some_and(|square| game.at(square) == Cell::Free);
        let free: Vec<Step> = Step::ALL.into_iter().filter(is_free).collect();
        let step = if free.is_empty() || next(20) == 0 { Step::ALL[next(4)] } else { free[next(free.len())] };
        write!(steps, "{step}").expect("it is text");
        game.play(&step).expect("the game goes on");
    }
    let outcome = game.outcome().expect("it is over");
    format!(
        "{size} {walls} {starts} {steps} {} {}",
        list(outcome.ranks.iter(), ","),
        list(outcome.scores.iter(), ",")
    )
}

#[test]
fn ten_thousand_games_are_the_same_by_other_rules() {
    let (mut seed, mut lines) = (1, String::new());
    for _ in 0..10_000 {
        writeln!(lines, "{}", line(&mut seed)).expect("it is text");
    }
    let file = std::env::temp_dir().join(format!("tron-{}", std::process::id()));
    std::fs::write(&file, lines).expect("it is written");
    let input = Stdio::from(std::fs::File::open(&file).expect("it was written"));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules.py");
    let output = Command::new("python3").arg(script).stdin(input).output();
    std::fs::remove_file(&file).expect("it is there");
    let Ok(output) = output else {
        // What `println!` writes is shown for failed tests only.
        let skipped = b"skipped: the other rules of tron: there is no python3 here\n";
        return std::io::Write::write_all(&mut std::io::stderr(), skipped).expect("it can be written");
    };
    let [told, wrong] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(told.trim(), "10000", "{wrong}");
}
