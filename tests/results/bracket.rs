//! A knockout, played once more on paper: from `games.csv`, `seats.csv` and the seeding in `results.csv` alone.

use std::collections::{BTreeMap, BTreeSet};

use super::recount::number;
use crate::support::{Folder, Played, Row, bot, guest, rows};

/// Seven contestants, one of whom traps; the best seed has a bye.
fn cup(keys: &str) -> Played {
    let cup = format!(
        "game = \"battleship\"\nseed = 7\nformat = \"knockout\"\nrounds = 2\ncontestants = [\"bots/*.wasm\"]\n{keys}"
    );
    let folder = Folder::new().file("cup.toml", cup).bots(&["stupid", "tidy", "hunter", "crasher"]);
    let folder = folder.file("bots/walker.wasm", guest("walker"));
    folder.file("bots/neat.wasm", bot("tidy")).file("bots/silly.wasm", bot("stupid")).play("")
}

#[test]
fn the_places_of_a_knockout_follow_from_its_files() {
    for keys in [
        "seeding = [\"stupid\", \"tidy\", \"neat\", \"crasher\", \"hunter\"]\n",
        "seeding = [\"crasher\", \"hunter\"]\nfaults = \"forfeit\"\n",
        "exclude = [\"hunter\"]\n",
    ] {
        let played = cup(keys);
        let told: Vec<String> = rows(&played.results).iter().map(|line| line["contestant"].clone()).collect();
        assert_eq!(places(&played), told, "{keys}\n{}", played.games);
        assert!(rows(&played.results).iter().all(|line| line["rank_low"].is_empty()), "the format decides");
    }
}

/// The number of matches in the stage of the match of this name, and the match's number in it.
fn stage_and_number(name: &str) -> (usize, usize) {
    let (stage, number) = name.rsplit_once('-').unwrap_or((name, "1"));
    let matches = match stage {
        "final" => 1,
        "semi" => 2,
        "quarter" => 4,
        other => panic!("{other} is no stage of seven"),
    };
    (matches, number.parse().expect("a number"))
}

/// Everybody by how far they came, and of equals by the seeding; the disqualified are last.
fn places(played: &Played) -> Vec<String> {
    let standings = rows(&played.results);
    let seeded: BTreeMap<&str, usize> =
        standings.iter().map(|line| (line["contestant"].as_str(), number(line, "seeded"))).collect();
    let mut matches: BTreeMap<(std::cmp::Reverse<usize>, usize), Vec<Row>> = BTreeMap::new();
    for game in rows(&played.games) {
        let (stage, number) = stage_and_number(&game["match"]);
        matches.entry((std::cmp::Reverse(stage), number)).or_default().push(game);
    }
    // A match with somebody who is excluded has no games.
    let excluded = standings.iter().filter(|line| is_excluded(line)).map(|line| line["contestant"].clone());
    // Of seven only the first has a bye.
    let stage = |name: &str| if seeded[name] == 1 { 2 } else { 4 };
    let mut lost_in: BTreeMap<String, usize> = excluded.map(|name| (name.clone(), stage(&name))).collect();
    assert_eq!(matches.len() + lost_in.len(), standings.len() - 1);
    let mut winners: BTreeMap<(usize, usize), String> = BTreeMap::new();
    for ((std::cmp::Reverse(stage), number), games) in &matches {
        let sides: BTreeSet<&str> = games[0]["seats"].split(' ').collect();
        for before in [2 * number - 1, 2 * number] {
            if let Some(winner) = winners.get(&(2 * stage, before)) {
                assert!(sides.contains(winner.as_str()), "{winner} goes on");
            }
        }
        let winner = winner(games, &sides, played, &seeded);
        let loser = sides.iter().find(|side| **side != winner).expect("two play");
        lost_in.insert((*loser).to_owned(), *stage);
        winners.insert((*stage, *number), winner);
    }
    let mut order: Vec<&Row> = standings.iter().collect();
    order.sort_by_key(|line| {
        let name = line["contestant"].as_str();
        (line["status"] != "ranked", lost_in.get(name).copied().unwrap_or(0), seeded[name])
    });
    order.into_iter().map(|line| line["contestant"].clone()).collect()
}

fn is_excluded(line: &Row) -> bool {
    line["reason"] == "excluded by the organiser"
}

/// The winner of a match: who was not disqualified in it, or has more points, or is seeded better.
fn winner(games: &[Row], sides: &BTreeSet<&str>, played: &Played, seeded: &BTreeMap<&str, usize>) -> String {
    let status = |name: &str| played.line(name)["status"].clone();
    let is_out = |name: &str| {
        let numbers: BTreeSet<&str> = games.iter().map(|game| game["game"].as_str()).collect();
        let faults = rows(&played.seats);
        let mut faults = faults.iter().filter(|seat| seat["contestant"] == name && !seat["fault"].is_empty());
        status(name) == "disqualified" && faults.any(|seat| numbers.contains(seat["game"].as_str()))
    };
    let points = |name: &str| -> i32 {
        let ranks = games.iter().filter(|game| !game["ranks"].is_empty()).map(|game| {
            let ranks: Vec<i32> =
                game["ranks"].split(' ').map(|rank| rank.parse().expect("a number")).collect();
            let own = usize::from(game["seats"].split(' ').next() != Some(name));
            1 + (ranks[1 - own] - ranks[own]).signum()
        });
        ranks.sum()
    };
    let best =
        sides.iter().max_by_key(|name| (!is_out(name), points(name), std::cmp::Reverse(seeded[**name])));
    (*best.expect("two play")).to_owned()
}
