//! `judge term`: one table of several tournaments, by points for places.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_core::file;
use judge_core::results::workbook;
use judge_core::several::term::{TermPlaces, TermRow, term};
use judge_core::tournament::called_apart;
use judge_play::text::sanitize;
use judge_season::ladder::standings;
use judge_season::log::digest::Digest;
use judge_season::log::folder::Folder;
use judge_terminal::width;

use crate::shared::json;
use crate::shared::number::whole;
use crate::shared::output::{print, unwritable};
use crate::shared::season::{people, state};

/// Add up several tournaments in one table, such as those of a term
///
/// A contestant is known by its name, or by --alias. In each tournament it has a point for each contestant that it left behind,
/// and one for having played; whoever is disqualified has none. The tournaments may have different games.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Term {
    /// Folders of results, folders of seasons, and tables of a season's weeks, as in DIR/weeks/7.csv
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Count only the best so many tournaments of each contestant [default: all]
    #[arg(long, value_name = "N", value_parser = whole(1..=10_000_u32))]
    best: Option<u32>,
    /// Count the contestant OLD of some tournaments as NAME; may be given several times
    #[arg(long, value_name = "OLD=NAME", value_parser = alias)]
    alias: Vec<(String, String)>,
    /// Print the table as JSON; docs/json.md lists the keys
    #[arg(long)]
    json: bool,
    /// Write the table into this file, too, for Excel and other spreadsheets
    #[arg(long, value_name = "FILE.xlsx")]
    excel: Option<PathBuf>,
}

pub(crate) fn run(command: &Term) -> Result<ExitCode, Error> {
    let best = command.best.map_or(usize::MAX, |best| best as usize);
    let mut aliases = BTreeMap::new();
    for (old, name) in &command.alias {
        if aliases.insert(old.clone(), name.clone()).is_some_and(|before| before != *name) {
            let text = format!("{} has two names; give one of them", sanitize(old));
            return Err(Mistake::in_file("--alias", text).into());
        }
    }
    let places = command.folders.iter().map(|path| places(path)).collect::<Result<Vec<_>, _>>()?;
    let rows = term(&places, best, &aliases)?;
    let has_names = rows.iter().any(|row| row.name.is_some());
    let folders: Vec<&Path> = command.folders.iter().map(PathBuf::as_path).collect();
    let names: Vec<String> = called_apart(&folders).iter().map(|name| sanitize(name)).collect();
    let first: &[&str] =
        if has_names { &["rank", "contestant", "name", "total"] } else { &["rank", "contestant", "total"] };
    let header = first.iter().map(|&column| column.to_owned()).chain(names.iter().cloned());
    // Points that do not count are in brackets.
    let points = |points: &Option<(usize, bool)>| match points {
        Some((points, true)) => points.to_string(),
        Some((points, false)) => format!("({points})"),
        None => String::new(),
    };
    let cells = |row: &TermRow| {
        let name = has_names.then(|| sanitize(row.name.as_deref().unwrap_or_default()));
        let first = [row.rank.to_string(), sanitize(&row.contestant)].into_iter().chain(name);
        first.chain([row.total.to_string()]).chain(row.points.iter().map(points)).collect()
    };
    let table: Vec<Vec<String>> = [header.collect()].into_iter().chain(rows.iter().map(cells)).collect();
    if command.json {
        print(&json::text(&json::object! { format: "judge-term-1", tournaments: names, contestants: rows }));
    } else {
        let header: Vec<&str> = table[0].iter().map(String::as_str).collect();
        print(&width::table(&header, &table[1..], if has_names { &[1, 2] } else { &[1] }));
    }
    if let Some(path) = &command.excel {
        let is_text = |place: usize, column: &str| place < 3 && ["contestant", "name"].contains(&column);
        file::replace(path, &workbook(&[("term", table, is_text)]))
            .map_err(|error| unwritable(path, &error))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The places of a tournament, of a season now, or of one at the end of a week.
fn places(path: &Path) -> Result<TermPlaces, Error> {
    let is_week = path.is_file();
    let folder = if is_week { path.parent().and_then(Path::parent).unwrap_or(path) } else { path };
    let folder = Folder::at(folder);
    if !folder.events().exists() {
        return TermPlaces::of_tournament(path);
    }
    let state = state(&folder)?;
    let now = || standings::csv(&state, &standings::standings(&state));
    let table = if is_week { read_to_string(path) } else { Ok(now()) };
    let table = table.map_err(|error| Mistake::unread(path, &error))?;
    if is_week && !state.weeks.values().any(|(results, _)| *results == Digest::of(&table)) {
        let text = "it is not a table that the season has frozen; put the right one back";
        return Err(Mistake::in_file(path, text).into());
    }
    let anchors = state.anchors();
    let rank = |line: &str| {
        let mut cells = line.split(',');
        let (rank, name) = (cells.next()?.parse().ok(), cells.next()?);
        (!anchors.iter().any(|anchor| anchor.name.as_str() == name)).then(|| (name.to_owned(), rank))
    };
    let names = state.contestants.iter().zip(state.public_names(&[], &people(&folder)?.rows()));
    let names = names.map(|(of, shown)| (of.name.to_string(), shown)).filter(|(name, shown)| name != shown);
    Ok(TermPlaces {
        path: path.to_owned(),
        ranks: table.lines().skip(1).filter_map(rank).collect(),
        disqualified: BTreeSet::new(),
        names: names.collect(),
    })
}

/// Two names of one contestant, with `=` between them.
fn alias(text: &str) -> Result<(String, String), &'static str> {
    let names = text.split_once('=').filter(|(old, name)| !old.is_empty() && !name.is_empty());
    let names = names.map(|(old, name)| (old.to_owned(), name.to_owned()));
    names.ok_or("write two names, as in anna2=anna")
}
