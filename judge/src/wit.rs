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
}

pub(super) fn wit(command: &Wit) -> ExitCode {
    print(&if command.core { core_interface(&command.game) } else { contract::wit(&command.game) });
    ExitCode::SUCCESS
}
