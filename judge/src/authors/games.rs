//! `judge games`: the games, with what a tournament's file may say about them.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use judge_core::bot_word::examples::{self, Example, Purpose};
use judge_core::error::{Error, Mistake};
use judge_core::game::command_words;
use judge_core::tournament::{keys_as_toml, players, seats_key};
use judge_play::{GAMES, GameInfo};

use crate::shared::json;
use crate::shared::output::print;
use crate::shared::which_game::{self, GameOrFile};

/// List the games, and the rules that a tournament's file can set
#[derive(Args)]
pub(crate) struct ListGames {
    /// Print only the rules of this game, or of a game's .wasm file
    #[arg(value_parser = GameOrFile, conflicts_with = "json")]
    game: Option<String>,
    /// Print them as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn games(command: &ListGames) -> Result<ExitCode, Error> {
    print(&match &command.game {
        Some(word) => named(word)?,
        None if command.json => json::games(),
        None => GAMES.iter().map(game).collect::<Vec<_>>().join("\n"),
    });
    Ok(ExitCode::SUCCESS)
}

/// The rules of the game that a word names.
fn named(word: &str) -> Result<String, Error> {
    let named = which_game::find(word)?;
    let info = named.info();
    if named.own_game().is_some() {
        return Ok(game(info));
    }
    let usual = named.rules([]).map_err(|why| Mistake::in_file(word, why.to_string()))?.seats();
    // No tournament takes a command.
    let word = if command_words(word).is_some() { "game.wasm" } else { word };
    let (players, keys) = (players(info, usual), keys(info, word, usual));
    Ok(format!("{} (for {players} players)\n\n{}\n\n{keys}", info.name, info.help))
}

/// A game's keys with their defaults, as a tournament's file takes them.
fn game(game: &GameInfo) -> String {
    let keys = keys(game, game.name, 2);
    let (first, others) = keys.split_once('\n').expect("the game's name is on a line of its own");
    format!("{first}\n{}{others}", example_bots(game))
}

/// The same without example bots; `seats` are the usual ones.
fn keys(game: &GameInfo, name: &str, seats: usize) -> String {
    let mut text = format!("game = {name:?}\n");
    let mut line = |key: &str, meaning: &str| {
        writeln!(text, "{key:<26}# {meaning}").expect("a string takes all text");
    };
    if seats_key(game).is_some() {
        line(&format!("seats = {seats}"), &format!("players at a table, {}", players(game, seats)));
    }
    if let Some(plies) = game.opening_plies {
        line(&format!("opening_plies = {plies}"), "random legal actions that a round begins with");
    }
    line("[rules]", "all optional");
    for (key, meaning) in keys_as_toml(game) {
        line(&key, meaning);
    }
    text
}

/// The key that lets example bots play, with all that play well.
fn example_bots(game: &GameInfo) -> String {
    let (opponents, others): (Vec<&Example>, Vec<&Example>) =
        examples::of(game.name).iter().partition(|example| example.purpose == Purpose::Opponent);
    let names = |examples: &[&Example]| examples.iter().map(|example| example.name).collect::<Vec<_>>();
    let others = match names(&others).join(", ") {
        none if none.is_empty() => none,
        others => format!("; {others} misbehave"),
    };
    format!("examples = {:?}  # the weakest first{others}\n", names(&opponents))
}
