//! `judge moves`: writes all that was done in a tournament's games.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_core::game::{Logs, MovesRequest, ResultsFolder, write_moves};
use judge_play::text::{count, sanitize_path};

use crate::shared::options::RunOptions;
use crate::shared::output::print;

/// Write all moves of a tournament's games, and logs if you like
///
/// Games are played again, and each must come to the published transcript. The files go beside the results:
/// moves.csv with a row for each action, logs.csv with what bots wrote to their logs, and games.ggf with a
/// line for each game of Othello.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Moves {
    /// The folder of a tournament's results
    folder: PathBuf,
    /// Which games: a number of games.csv, or two as in 1..200 [default: all]
    #[arg(long, value_name = "GAMES")]
    games: Option<String>,
    #[command(flatten)]
    kinds: MoveOptions,
    /// Folder for the files [default: the folder of the results]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The tournament's TOML file [default: where it was when the results were written]
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    #[command(flatten)]
    options: RunOptions,
}

/// What is written beside the moves.
#[derive(Args)]
pub(crate) struct MoveOptions {
    /// Write logs.csv beside moves.csv: the logs of all, or of contestants by their names
    #[arg(long, value_name = "all|NAME", value_delimiter = ',')]
    logs: Vec<String>,
    /// Write games.ggf beside moves.csv, for games that have such a notation
    #[arg(long)]
    ggf: bool,
}

impl MoveOptions {
    /// Whether any of it is asked for.
    pub(super) fn is_any(&self) -> bool {
        self.ggf || !self.logs.is_empty()
    }

    /// As the library has them.
    pub(super) fn request(&self) -> MovesRequest {
        let logs = match &self.logs[..] {
            [] => Logs::None,
            [all] if all == "all" => Logs::All,
            names => Logs::Of(names.to_vec()),
        };
        MovesRequest { logs, ggf: self.ggf, ..MovesRequest::default() }
    }
}

pub(crate) fn moves(command: &Moves) -> Result<ExitCode, Error> {
    let mut request = command.kinds.request();
    request.out.clone_from(&command.out);
    let wrong = || Mistake::in_file("--games", "write a number, or two as in 1..200");
    request.games = command.games.as_deref().map(|text| range(text).ok_or_else(wrong)).transpose()?;
    let (options, observer) = (&command.options.options()?, &command.options.reporter());
    let (folder, tournament) = (&*command.folder, command.tournament.as_deref());
    let written = write_moves(ResultsFolder { folder, tournament, options, observer }, &request)?;
    if !command.options.quiet {
        let files: Vec<String> = written.files.iter().map(|file| sanitize_path(file)).collect();
        let (moves, games) = (count(written.moves, "move"), count(written.games, "game"));
        print(&format!("{moves} of {games} written to {}\n", files.join(", ")));
    }
    Ok(ExitCode::SUCCESS)
}

/// Numbers of games as a person types them, both ends included.
pub(super) fn range(text: &str) -> Option<std::ops::RangeInclusive<usize>> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| *number > 0);
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let numbers = number(first)?..=number(last.trim_start_matches('='))?;
    (!numbers.is_empty()).then_some(numbers)
}
