//! `judge games`: the games, with what a tournament's file may say about them.

use std::fmt::Write;
use std::process::ExitCode;

use super::output::print;
use crate::tournament::{GameKeys, game_keys};

pub(super) fn games() -> ExitCode {
    let games: Vec<String> = game_keys().iter().map(game).collect();
    print(&games.join("\n"));
    ExitCode::SUCCESS
}

/// A game's keys with their defaults, as a tournament's file takes them.
fn game(keys: &GameKeys) -> String {
    let mut text = format!("game = {:?}\n", keys.game);
    let mut line = |key: &str, meaning: &str| {
        writeln!(text, "{key:<26}# {meaning}").expect("a string takes all text");
    };
    if keys.seats_max > 2 {
        line("seats = 2", &format!("players at a table, 2 to {}", keys.seats_max));
    }
    if let Some(plies) = keys.opening_plies {
        line(&format!("opening_plies = {plies}"), "random legal actions that a round begins with");
    }
    line("[rules]", "all optional");
    for (key, meaning) in keys.rules {
        line(key, meaning);
    }
    text
}
