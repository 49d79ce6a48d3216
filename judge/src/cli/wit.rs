//! `judge wit`: a game's interface, ready for a binding generator.

use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::output::print;
use crate::contract;
use crate::tournament::game_keys;

/// Print a game's interface in WIT, ready for a binding generator
#[derive(Args)]
pub(super) struct Wit {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(game_keys().map(|keys| keys.game)))]
    game: String,
}

pub(super) fn wit(command: &Wit) -> ExitCode {
    print(&contract::wit(&command.game));
    ExitCode::SUCCESS
}
