//! `judge wit`: a game's interface, ready for a binding generator.

use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;
use judge_play::{GAMES, contract};

use super::output::print;

/// Print a game's interface in WIT, ready for a binding generator
#[derive(Args)]
pub(super) struct Wit {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(GAMES.iter().map(|game| game.name)))]
    game: String,
}

pub(super) fn wit(command: &Wit) -> ExitCode {
    print(&contract::wit(&command.game));
    ExitCode::SUCCESS
}
