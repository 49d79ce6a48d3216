//! The results of a tournament: written to its folder and shown.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

use super::interrupt;
use super::output::{AUDIT, Folder, print, tell};
use super::relative;
use super::setting::Setting;
use crate::contest::Contest;
use crate::error::Error;
use crate::evidence::{Collection, Context};
use crate::printable::{printable, printable_path};
use crate::record::{GameResult, Record};
use crate::referee::Verdict;
use crate::report::{self, GamesCsv};
use crate::standings::{Ratings, Standing, Sums};

/// Prints the table so far, and how to go on: `again`.
pub(super) fn interrupted(
    setting: &Setting,
    contest: &mut Contest<'_>,
    folder: &Folder,
    again: &str,
) -> Result<ExitCode, Error> {
    let mut sums = Sums::new(&contest.out.clone());
    let summed = contest.for_each_game(|scored| {
        sums.add(scored);
        Ok(())
    });
    summed.map_err(|error| ledger_trouble(&error))?;
    if !setting.quiet {
        let Setting { tournament, entrants, .. } = setting;
        let table =
            report::table(&tournament.title, &sums.standings(&contest.order()), &contest.ratings(), entrants);
        print(&format!("{table}\ninterrupted: these are not the final standings\n"));
    }
    if folder.holds("results.csv") {
        let path = printable_path(folder.path());
        tell(&format!("{path}: the tables there are those of an earlier run"));
    }
    if contest.stuck {
        return Err(Error::Host(format!(
            "{} games are void, for reasons that lie with this machine, and what comes next depends on them; the others are kept, {again} to go on{}",
            contest.void(),
            void_games(setting, contest)?
        )));
    }
    Ok(interrupt::end(again))
}

/// Writes the results' files, prints the table, and tells of void games.
pub(super) fn publish(
    setting: &Setting,
    contest: &mut Contest<'_>,
    folder: &Folder,
) -> Result<ExitCode, Error> {
    let unwritten = |error: io::Error| Error::Host(format!("games.csv cannot be written: {error}"));
    let path = relative::from_folder(folder.path(), &setting.tournament.file);
    let files = files(setting, contest, folder.file()?, &path).map_err(unwritten)?;
    folder.publish(files.games, "games.csv")?;
    folder.write("results.csv", &files.results)?;
    folder.write_evidence(&files.faults)?;
    folder.write("manifest.toml", &files.manifest)?;
    folder.remove(AUDIT)?;
    if !setting.quiet {
        let table =
            report::table(&setting.tournament.title, &files.standings, &files.ratings, &setting.entrants);
        let path = printable_path(folder.path());
        print(&format!("{table}\nwritten to {path}\n"));
    }
    match contest.void() {
        0 => Ok(ExitCode::SUCCESS),
        void => Err(Error::Host(format!(
            "{void} games are void, for reasons that lie with this machine; nobody has points for them{}",
            void_games(setting, contest)?
        ))),
    }
}

/// The first void games, one a line.
fn void_games(setting: &Setting, contest: &mut Contest<'_>) -> Result<String, Error> {
    const LINES_MAX: usize = 10;
    let (mut number, mut games) = (0, Vec::new());
    let gone_through = contest.for_each_game(|scored| {
        number += 1;
        let GameResult::Played(Record { verdict: Verdict::Void(trouble), .. }) = scored.result else {
            return Ok(());
        };
        if games.len() < LINES_MAX {
            let names = scored.seating.iter().map(|id| setting.entrants[id.0].name.as_str());
            let names = names.collect::<Vec<_>>().join(" ");
            games.push(format!("\n  game {number}, {names}: {}", printable(trouble)));
        }
        Ok(())
    });
    gone_through.map(|()| games.concat()).map_err(|error| ledger_trouble(&error))
}

/// The files of results, and what is in them.
pub(super) struct Files<W> {
    pub(super) games: W,
    pub(super) results: Vec<u8>,
    pub(super) faults: BTreeMap<String, String>,
    pub(super) manifest: Vec<u8>,
    standings: Vec<Standing>,
    ratings: Ratings,
}

/// What the files of results are to hold; `path` is the tournament's file, seen from their folder.
pub(super) fn files<W: Write>(
    setting: &Setting,
    contest: &mut Contest<'_>,
    games: W,
    path: &str,
) -> io::Result<Files<W>> {
    let Setting { tournament, entrants, .. } = setting;
    let out = contest.out.clone();
    let file = relative::one_down(path);
    let cited = Context { tournament, entrants, file: &file };
    let (mut sums, mut evidence) = (Sums::new(&out), Collection::default());
    let mut games = GamesCsv::new(games, entrants, &out)?;
    contest.for_each_game(|scored| {
        sums.add(scored);
        evidence.add(cited, scored);
        Ok(games.add(scored)?)
    })?;
    let (standings, ratings) = (sums.standings(&contest.order()), contest.ratings());
    Ok(Files {
        games: games.finish()?,
        results: report::results_csv(&standings, &ratings, entrants),
        faults: evidence.files(),
        manifest: report::manifest_toml(tournament, entrants, Some(path)),
        standings,
        ratings,
    })
}

pub(super) fn ledger_trouble(error: &io::Error) -> Error {
    Error::Host(format!(
        "the temporary file with the results cannot be used: {error}; make room, or name another folder in TMPDIR"
    ))
}
