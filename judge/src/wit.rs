//! `judge wit`: a game's interface, ready for a binding generator.

use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;
use judge_bots::core_interface;
use judge_play::{GAMES, contract};

use super::output::print;

/// Print a game's interface in WIT, ready for a binding generator
#[derive(Args)]
pub(super) struct Wit {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(GAMES.iter().map(|game| game.name)))]
    game: String,
    /// Print the functions of a core module instead: names, types, and the layout of what they point to
    #[arg(long)]
    core: bool,
    /// Print the interface as JSON instead: its types and functions, for tools
    #[arg(long, conflicts_with = "core")]
    json: bool,
}

pub(super) fn wit(command: &Wit) -> ExitCode {
    let game = &command.game;
    match command {
        Wit { core: true, .. } => print(&core_interface(game)),
        Wit { json: true, .. } => print(contract::json(game)),
        _ => print(&contract::wit(game)),
    }
    ExitCode::SUCCESS
}
