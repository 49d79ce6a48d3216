//! `judge wit`: a game's interface, ready for a binding generator.

use std::process::ExitCode;

use clap::Args;
use judge_bots::{FileKind, core_interface};
use judge_core::error::Error;
use judge_play::contract;

use crate::shared::output::print;
use crate::shared::which_game::{GameOrFile, Named};

/// Print a game's interface in WIT, ready for a binding generator
#[derive(Args)]
pub(crate) struct Wit {
    /// The game, or a .wasm file that is one
    #[arg(value_parser = GameOrFile)]
    game: String,
    /// Print the functions of a core module instead: names, types, and the layout of what they point to
    #[arg(long)]
    core: bool,
    /// Print the interface as JSON instead: its types and functions, for tools
    #[arg(long, conflicts_with = "core")]
    json: bool,
}

pub(crate) fn wit(command: &Wit) -> Result<ExitCode, Error> {
    let game = Named::find(&command.game)?;
    let kind = match &game {
        Named::Own(info) => FileKind::bot(info.name),
        Named::File(file) => FileKind::bot_for_file(file),
    };
    match (command, &game) {
        (Wit { core: true, .. }, _) => print(&core_interface(&kind)),
        (Wit { json: true, .. }, _) => print(&kind.as_data().json()),
        (_, Named::Own(info)) => print(&contract::wit(info.name)),
        (_, Named::File(file)) => print(&contract::wit_of_file(file.info.name, &file.contract)),
    }
    Ok(ExitCode::SUCCESS)
}
