//! `judge report`: a page of a tournament's results, on which every game can be replayed.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_page::published::Published;
use judge_play::text::sanitize_path;

use super::output::{eprint, print};

/// Write one HTML page of a tournament's results, on which every game can be replayed
#[derive(Args)]
pub(super) struct Report {
    /// The folder of a tournament's results
    folder: PathBuf,
    /// Where the page goes [default: report.html in the folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The tournament's TOML file [default: where it was when the results were written]
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    /// Show the page in a browser
    #[arg(long)]
    open: bool,
}

pub(super) fn report(command: &Report) -> Result<ExitCode, Error> {
    let published = Published::read(&command.folder, command.tournament.as_deref())?;
    let file = command.out.clone().unwrap_or_else(|| command.folder.join("report.html"));
    let page = judge_page::report(&published);
    std::fs::write(&file, page).map_err(|error| {
        Mistake::in_file(&file, format!("it cannot be written: {error}; name another with --out"))
    })?;
    print(&format!("written to {}\n", sanitize_path(&file)));
    if command.open {
        show(&file);
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows a file in the browser of this machine, if it has one.
fn show(file: &std::path::Path) {
    let programs: &[&str] =
        if cfg!(target_os = "macos") { &["open"] } else { &["xdg-open", "open", "start"] };
    let opened = programs.iter().any(|program| Command::new(program).arg(file).spawn().is_ok());
    if !opened {
        eprint("no program here opens it; open the file in a browser");
    }
}
