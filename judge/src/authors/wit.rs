//! `judge wit`: a game's interface, ready for a binding generator.

use std::process::ExitCode;

use clap::Args;
use judge_bots::{FileKind, core_interface};
use judge_core::error::{Error, Mistake};
use judge_play::contract;
use judge_play::player::lines::examples;
use judge_play::text::sanitize;

use crate::shared::output::print;
use crate::shared::which_game::{self, GameOrFile, Named};

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
    /// Print instead the lines that a bot by lines reads, with an answer to each
    #[arg(long, conflicts_with_all = ["core", "json"])]
    lines: bool,
}

pub(crate) fn wit(command: &Wit) -> Result<ExitCode, Error> {
    let game = which_game::find(&command.game)?;
    let kind = match &game {
        Named::Own(info) => FileKind::bot(info.name),
        Named::File(file) => FileKind::bot_for_file(file),
    };
    match (command, &game) {
        (Wit { lines: true, .. }, _) => print(&by_lines(&game)?),
        (Wit { core: true, .. }, _) => print(&core_interface(&kind)),
        (Wit { json: true, .. }, _) => print(&kind.as_data().json()),
        (_, Named::Own(info)) => print(&contract::wit(info.name)),
        (_, Named::File(file)) => print(&contract::wit_of_file(file.info.name, &file.contract)),
    }
    Ok(ExitCode::SUCCESS)
}

/// The protocol by lines, with an example of each question.
fn by_lines(game: &Named) -> Result<String, Error> {
    let rules = game.rules([]).map_err(|why| Mistake::in_file("judge wit", why.to_string()))?;
    Ok(with_answers(examples(&rules)))
}

/// Lines with an answer to each, if there is one; a game that is a file may have any text in them.
fn with_answers(examples: impl IntoIterator<Item = (String, Option<String>)>) -> String {
    let mut text =
        "# a program reads these lines, one at a time (docs/lines.md); behind > is what it may answer\n"
            .to_owned();
    for (line, answer) in examples {
        let answer =
            answer.map_or_else(|| "# no answer".to_owned(), |answer| format!("> {}", sanitize(&answer)));
        text.extend(["\n", &sanitize(&line), "\n", &answer, "\n"]);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_value_of_a_game_moves_a_cursor_or_changes_the_direction() {
        let told = super::with_answers([("{word: \u{1b}[2J}".to_owned(), Some("\u{202e}".to_owned()))]);
        assert!(told.ends_with("\n\n{word: \\u{1b}[2J}\n> \\u{202e}\n"), "{told}");
    }
}
