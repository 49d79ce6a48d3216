//! `judge status`: how far the parts of a tournament are.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Args;
use judge_core::cluster::{self, PartStandings, PartStatus};
use judge_core::error::Error;
use judge_play::text::sanitize_path;
use judge_terminal::{standings, width};

use crate::shared::json;
use crate::shared::output::print;
use crate::shared::screen::columns;

const HEADER: [&str; 4] = ["folder", "stage", "games", "last game"];

/// Show how far a tournament or its parts are, how long ago each has finished a game, and the standings so far
#[derive(Args)]
pub(crate) struct TournamentStatus {
    /// Folders of results or of parts
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn status(command: &TournamentStatus) -> Result<ExitCode, Error> {
    let parts = cluster::status(&command.folders, SystemTime::now())?;
    let mut all: Vec<(&Path, PartStandings)> = Vec::new();
    for folder in &command.folders {
        all.extend(cluster::standings(folder)?.map(|standings| (folder.as_path(), standings)));
    }
    if command.json {
        print(&json::progress(&parts, &all));
        return Ok(ExitCode::SUCCESS);
    }
    let table = width::table(&HEADER, &parts.iter().map(cells).collect::<Vec<_>>(), &[0]);
    let finished = parts.iter().filter(|part| part.is_finished).count();
    print(&format!("{table}finished: {finished} of {}\n", parts.len()));
    for (folder, PartStandings { are_final, rows }) in &all {
        let what = if *are_final { "results" } else { "standings so far; the run is not finished" };
        let table = standings::standings(rows, columns());
        print(&format!("\n{}: {what}\n\n{table}", sanitize_path(folder)));
    }
    Ok(ExitCode::SUCCESS)
}

fn cells(part: &PartStatus) -> [String; 4] {
    let games = match part.games_max {
        _ if part.is_finished => format!("{}, finished", part.games),
        Some(most) => format!("{} of {most}", part.games),
        None => part.games.to_string(),
    };
    let stage = part.stage.map(|stage| stage.to_string()).unwrap_or_default();
    [sanitize_path(&part.folder), stage, games, ago(part.seconds_since_last_game)]
}

/// The age, in the largest unit of which there are two.
fn ago(seconds: u64) -> String {
    let (number, unit) = match seconds {
        0..120 => (seconds, "s"),
        120..7_200 => (seconds / 60, "min"),
        7_200..172_800 => (seconds / 3_600, "h"),
        _ => (seconds / 86_400, "d"),
    };
    format!("{number} {unit} ago")
}
