//! The extent of results on the screen: how much, and how wide.

use std::fmt::Display;
use std::io::IsTerminal;
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use clap::Args;
use judge_core::results::StandingsTable;
use judge_terminal::board::{Glyphs, Look, Marks};
use judge_terminal::standings;

/// What is shown besides the table.
#[derive(Args)]
pub(crate) struct StandingsOptions {
    /// Print a cross table, too: everybody against everybody
    #[arg(long)]
    cross: bool,
    /// Print the standings and how the run ended as JSON, in place of the table
    #[arg(long, conflicts_with = "cross")]
    pub(crate) json: bool,
}

impl StandingsOptions {
    /// The standings as wide as the terminal is; `folder` is where the results are.
    pub(crate) fn text(&self, table: &StandingsTable, folder: Option<&Path>) -> String {
        standings::text(table, self.cross, columns(), folder)
    }
}

/// The columns of the terminal: what COLUMNS says, or else the terminal itself; nothing where there is none.
pub(crate) fn columns() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || console::Term::stdout().size_checked().map(|(_, columns)| columns.into());
    columns
        .or_else(|| std::io::stdout().is_terminal().then(terminal).flatten())
        .filter(|columns| *columns > 0)
}

/// The look of boards on standard output.
pub(crate) fn look() -> Look {
    let has_colours = AutoStream::choice(&std::io::stdout()) != ColorChoice::Never;
    Look {
        glyphs: if std::io::stdout().is_terminal() { Glyphs::Symbols } else { Glyphs::Letters },
        marks: if has_colours { Marks::Colours } else { Marks::Brackets },
    }
}

/// A line of facts: what it is of, and the fact.
pub(crate) fn line(what: &str, value: impl Display) -> String {
    format!("  {what:<9} {value}\n")
}

/// The same, but nothing where there is no fact.
pub(crate) fn line_if_any(what: &str, value: &str) -> String {
    if value.is_empty() { String::new() } else { line(what, value) }
}
