//! `judge term`: one table of several tournaments, by points for places.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_core::file;
use judge_core::results::workbook;
use judge_core::term::{TermRow, term};
use judge_core::tournament::called_apart;
use judge_play::text::sanitize;
use judge_terminal::width;

use crate::shared::json;
use crate::shared::number::whole;
use crate::shared::output::print;

/// Add up several tournaments in one table, such as those of a term
///
/// A contestant is known by its name. In each tournament it has a point for each contestant that it left behind,
/// and one for having played; whoever is disqualified has none. The tournaments may have different games.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Term {
    /// Folders of results
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Count only the best so many tournaments of each contestant [default: all]
    #[arg(long, value_name = "N", value_parser = whole(1..=10_000_u32))]
    best: Option<u32>,
    /// Print it as JSON; docs/json.md lists the keys
    #[arg(long)]
    json: bool,
    /// Write the table into this file, too, for Excel and other spreadsheets
    #[arg(long, value_name = "FILE.xlsx")]
    excel: Option<PathBuf>,
}

pub(crate) fn run(command: &Term) -> Result<ExitCode, Error> {
    let rows = term(&command.folders, command.best.map_or(usize::MAX, |best| best as usize))?;
    let folders: Vec<&std::path::Path> = command.folders.iter().map(PathBuf::as_path).collect();
    let names: Vec<String> = called_apart(&folders).iter().map(|name| sanitize(name)).collect();
    let header = ["rank", "contestant", "total"].map(str::to_owned).into_iter().chain(names.iter().cloned());
    let table: Vec<Vec<String>> = [header.collect()].into_iter().chain(rows.iter().map(cells)).collect();
    if command.json {
        print(&json::text(&json::object! { format: "judge-term-1", tournaments: names, contestants: rows }));
    } else {
        let shown: Vec<Vec<&str>> =
            table.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
        print(&width::table(&shown[0], &shown[1..], &[1]));
    }
    if let Some(path) = &command.excel {
        file::replace(path, &workbook(&[("term", table)]))
            .map_err(|error| Mistake::in_file(path, format!("it cannot be written: {error}")))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Points that do not count are in brackets.
fn cells(row: &TermRow) -> Vec<String> {
    let points = row.points.iter().map(|points| match points {
        Some((points, true)) => points.to_string(),
        Some((points, false)) => format!("({points})"),
        None => String::new(),
    });
    let first = [row.rank.to_string(), sanitize(&row.contestant), row.total.to_string()];
    first.into_iter().chain(points).collect()
}
