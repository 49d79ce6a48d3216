//! Example bots are profiled in whole games: watched, they play the same games with the same fuel to the unit.

use judge_play::{Line, Rules, SeatLine, Seed};
use judge_sandbox::Limits;

use super::*;
use judge_core::bot_word::examples;
use judge_core::game::Source;
use judge_core::host::{CacheUse, Options};

/// A game between two example bots, or more where the table is larger.
fn table(game: &str, settings: &[(&str, &str)], names: &[&str]) -> GameToProfile {
    let rules = Rules::new(game, settings.iter().copied()).expect("the rules are valid");
    let options = Options { jobs: Some(1), program: None, cache: CacheUse::None };
    let mut loaded_bots =
        LoadedBots::new(rules.clone(), Limits::default(), &options).expect("the sandbox starts");
    let seat = |name: &&str| {
        let wasm = examples::named(game, name).expect("it is an example").wasm;
        SeatLine::bot(loaded_bots.add_bytes(name, wasm, Source::Example).expect("it is a bot"))
    };
    let seats = names.iter().map(seat).collect();
    let line = Line { opening_plies: 2, ..Line::new(rules, Seed(7), seats) };
    GameToProfile { loaded_bots, line, seat: Seat(0) }
}

fn example(game: &str, name: &str) -> BotFile {
    BotFile::read(name, Some(game)).expect("it is an example")
}

fn watched(of: &GameToProfile, name: &str) -> Profile {
    of.profile(&example(of.line.rules.game(), name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All example bots of a game, each against the next.
fn all_of(game: &str, settings: &[(&str, &str)]) {
    let names: Vec<&str> = examples::of(game).iter().map(|example| example.name).collect();
    let mut of = table(game, settings, &names);
    of.seat = Seat(1);
    for (index, name) in names.iter().enumerate() {
        let other = (index + 1) % names.len();
        of.line.seats = vec![SeatLine::bot(other), SeatLine::bot(index)];
        let profile = watched(&of, name);
        let leaves: u64 = profile.rows(Selection::Game).iter().map(|row| row.own).sum();
        assert_eq!(leaves, profile.record.fuel[1], "{name}");
        let parts = profile.parts().filter(|(when, _)| **when != When::StartUp);
        assert_eq!(parts.map(|(_, fuel)| fuel).sum::<u64>(), leaves, "{name}");
        for (when, fuel) in profile.parts() {
            if let When::Turn { turn, .. } = when {
                assert_eq!(fuel, profile.moves[*turn as usize].usage.fuel, "{name}, turn {turn}");
            }
        }
    }
}

#[test]
fn bots_for_battleship_take_the_same_fuel_watched() {
    all_of("battleship", &[]);
}

#[test]
fn bots_for_freedom_take_the_same_fuel_watched() {
    all_of("freedom", &[("size", "4")]);
}

#[test]
fn bots_for_gobblet_take_the_same_fuel_watched() {
    all_of("gobblet", &[]);
}

#[test]
fn bots_for_othello_take_the_same_fuel_watched() {
    all_of("othello", &[("size", "4")]);
}

#[test]
fn bots_for_stones_take_the_same_fuel_watched() {
    all_of("stones", &[]);
}

#[test]
fn functions_of_an_example_bot_have_their_names() {
    let of = table("othello", &[("size", "6")], &["greedy", "random"]);
    let rows = watched(&of, "greedy").rows(Selection::Game);
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    assert!(names.contains(&"<othello_greedy::Greedy as judge_sdk::othello::Othello>::choose"), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("function ")), "{names:?}");
}

#[test]
fn what_a_bot_loses_by_not_coming_back_is_a_row() {
    let of = table("battleship", &[], &["staller", "tidy"]);
    let profile = watched(&of, "staller");
    let rows = profile.rows(Selection::Game);
    let total: u64 = rows.iter().map(|row| row.own).sum();
    assert_eq!(total, profile.fuel);
    assert!(rows.iter().any(|row| row.name.starts_with("(lost")), "{rows:?}");
}

#[test]
fn calls_of_the_judge_are_leaves_with_their_fees() {
    let of = table("othello", &[("size", "4")], &["edgar", "random"]);
    let profile = watched(&of, "edgar");
    let rows = profile.rows(Selection::Game);
    let fees = rows.iter().find(|row| row.name == "log (judge)" || row.name == "fuel-left (judge)");
    let fees = fees.unwrap_or_else(|| panic!("{rows:?}"));
    assert!(fees.own >= 1_000 * fees.calls && fees.own == fees.with_callees, "{fees:?}");
}

#[test]
fn a_bot_in_the_positions_of_its_own_game_takes_what_it_took() {
    let of = table("othello", &[("size", "6")], &["greedy", "random"]);
    let first = watched(&of, "greedy");
    let again = of.profile_in_positions_of(&first, &example("othello", "greedy")).expect("it is a bot");
    assert!(first.differences(&again, Selection::Game).iter().all(|row| row.own[0] == row.own[1]));
    let other = of.profile_in_positions_of(&first, &example("othello", "random")).expect("it is a bot");
    let texts = |moves: &[Moved]| moves.iter().map(|moved| moved.action.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&other.moves), texts(&first.moves), "the positions are the same");
    assert_ne!(other.fuel, first.fuel);
}

#[test]
fn exports_are_the_same_each_time_and_sum_up() {
    let of = table("gobblet", &[], &["ok", "random"]);
    let files = || {
        let profile = watched(&of, "ok");
        (profile.svg(Selection::Game, "ok"), profile.speedscope(Selection::Game, "ok"), profile.fuel)
    };
    let (svg, json, fuel) = files();
    assert_eq!(files(), (svg.clone(), json.clone(), fuel));
    let svg = String::from_utf8(svg).expect("it is text");
    assert!(svg.starts_with("<?xml") && svg.contains("fuel"), "{}", &svg[..200]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let weights = json["profiles"][0]["weights"].as_array().expect("it is a list");
    assert_eq!(weights.iter().filter_map(serde_json::Value::as_u64).sum::<u64>(), fuel);
    assert_eq!(json["profiles"][0]["endValue"], fuel);
}

#[test]
fn a_turn_that_the_bot_does_not_have_is_a_mistake() {
    let of = table("othello", &[("size", "6")], &["greedy", "random"]);
    let profile = watched(&of, "greedy");
    assert!(profile.check(Selection::Turn(999)).expect_err("there is none").text.contains("from 2 to "));
    assert_eq!(profile.check(Selection::Turn(2)), Ok(()));
}
