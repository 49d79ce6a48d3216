//! The results of a tournament: written to its folder and shown.

use std::io;
use std::process::ExitCode;

use super::interrupt;
use super::output::{FAULTS, Folder, print, tell};
use super::relative;
use super::setting::Setting;
use crate::contest::Contest;
use crate::error::Error;
use crate::evidence::{Collection, Context};
use crate::report::{self, GamesCsv};
use crate::standings::Sums;

/// Prints the table so far, and how to go on.
pub(super) fn interrupted(setting: &Setting, contest: &mut Contest<'_>) -> Result<ExitCode, Error> {
    let mut sums = Sums::new(&contest.out.clone());
    let summed = contest.for_each_game(|scored| {
        sums.add(scored);
        Ok(())
    });
    summed.map_err(|error| ledger_trouble(&error))?;
    let table = report::table(
        &setting.tournament.title,
        &sums.standings(None),
        &contest.ratings(),
        &setting.entrants,
    );
    print(&format!("{table}\ninterrupted: these are not the final standings\n"));
    tell("the games that were finished are kept; give the same command again to go on");
    Ok(ExitCode::from(interrupt::EXIT_CODE))
}

/// Writes the results' files, prints the table, and tells of void games.
pub(super) fn publish(
    setting: &Setting,
    contest: &mut Contest<'_>,
    folder: &Folder,
    quiet: bool,
) -> Result<ExitCode, Error> {
    let Setting { tournament, entrants, .. } = setting;
    let out = contest.out.clone();
    let unwritten = |error: io::Error| Error::Host(format!("games.csv cannot be written: {error}"));
    let mut sums = Sums::new(&out);
    let file = relative::from_folder(folder.path(), FAULTS, &tournament.file);
    let context = Context { tournament, entrants, file: &file };
    let mut evidence = Collection::default();
    let mut games = GamesCsv::new(folder.file()?, entrants, &out).map_err(|error| unwritten(error.into()))?;
    let written = contest.for_each_game(|scored| {
        sums.add(scored);
        evidence.add(context, scored);
        Ok(games.add(scored)?)
    });
    written.map_err(unwritten)?;
    let standings = sums.standings(contest.places().as_deref());
    let ratings = contest.ratings();
    folder.publish(games.finish().map_err(unwritten)?, "games.csv")?;
    folder.write("results.csv", &report::results_csv(&standings, &ratings, entrants))?;
    folder.write_evidence(&evidence.files())?;
    folder.write("manifest.toml", &report::manifest_toml(tournament, entrants))?;
    if !quiet {
        let table = report::table(&tournament.title, &standings, &ratings, entrants);
        print(&format!("{table}\nwritten to {}\n", folder.path().display()));
    }
    match contest.void() {
        0 => Ok(ExitCode::SUCCESS),
        void => Err(Error::Host(format!(
            "{void} games are void, for reasons in games.csv that lie with this machine; nobody has points for them"
        ))),
    }
}

pub(super) fn ledger_trouble(error: &io::Error) -> Error {
    Error::Host(format!("there is no room for a temporary file with the results: {error}"))
}
