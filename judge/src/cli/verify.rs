//! `judge verify`: plays a tournament again, and compares what was written of it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Seek};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::inputs::Inputs;
use super::interrupt;
use super::output::{FAULTS, JOURNAL, print, tell};
use super::results::{files, ledger_trouble};
use super::run::contest;
use super::setting::{Means, Setting};
use crate::comparison;
use crate::contest::Contest;
use crate::entrant::programs;
use crate::error::{Error, Mistake};
use crate::evidence;
use crate::game;
use crate::journal::{Journal, Keys};
use crate::printable::{printable, printable_path};
use crate::record::{GameResult, Record};
use crate::sample::{Sample, Share};
use crate::schedule::Fixture;
use crate::seed::Seed;
use crate::tournament::Tournament;

/// Play a tournament again and compare its results; exit code 0 only if all agrees
#[derive(Args)]
pub(super) struct Verify {
    /// The folder of a tournament's results
    folder: PathBuf,
    /// The tournament's TOML file [default: where it was when the results were written]
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    /// Play this share of the games, and all with a fault, and take the others from the journal, as in 5%
    #[arg(long, value_name = "SHARE")]
    sample: Option<Share>,
    /// What the sample is drawn from [default: chosen anew each time, and told]
    #[arg(long, value_name = "N", requires = "sample")]
    seed: Option<u64>,
    #[command(flatten)]
    means: Means,
}

pub(super) fn verify(command: &Verify) -> Result<ExitCode, Error> {
    let folder = &command.folder;
    let manifest_file = folder.join("manifest.toml");
    let manifest = text(&manifest_file)?;
    let inputs = Inputs::read(&manifest_file, &manifest)?;
    let file = command.tournament.clone().unwrap_or_else(|| folder.join(&inputs.tournament.path));
    if !file.exists() {
        return Err(
            Mistake::in_file(&file, "the tournament's file is not there; name it with --tournament").into()
        );
    }
    let tournament = Tournament::read(&file)?;
    let others = inputs.others(&tournament)?;
    if !others.is_empty() {
        return Ok(disagreement(&others));
    }

    let setting = Setting::ready(tournament, &command.means)?;
    let journal = journal(folder)?;
    let seed = command.seed.map_or_else(random_seed, |seed| Ok(Seed(seed)))?;
    let sample = Sample { purpose: "verify", share: command.sample.unwrap_or(Share::ALL), seed };
    let schedule = setting.tournament.schedule();
    let keys = Keys::new(&setting.tournament, &setting.entrants);
    let halt = interrupt::halt_on_interrupt()?;
    let play = game::player(&setting.tournament, &setting.sandbox, &programs(&setting.entrants));
    // What is taken as it was written; everything else is played. A fault decides over games that
    // nobody plays any more, so it is believed only when it is seen.
    let kept = |fixture: &Fixture<'_>| {
        let fits = |record: &Record| record.fits(fixture.round.pairing.len()) && record.offences.is_empty();
        let find = || journal.as_ref().and_then(|journal| journal.find(&keys.of(fixture)).filter(fits));
        (!sample.has(fixture)).then(find).flatten()
    };
    let play = |fixture: &Fixture<'_>| {
        kept(fixture).or_else(|| halt.reason().is_none().then(|| play(fixture).record))
    };
    let mut contest = contest(&setting, &schedule, play)?;
    if contest.stuck {
        let text = "games are void here, for reasons that lie with this machine, and what comes next depends on them; nothing can be said";
        return Err(Error::Host(format!("{} {text}", contest.void())));
    }
    if contest.interrupted {
        tell("interrupted: nothing can be said");
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }

    let recorded = Recorded { folder, manifest, path: inputs.tournament.path };
    let differences = recorded.differences(&setting, &mut contest, journal.as_ref(), &keys)?;
    if !differences.is_empty() {
        return Ok(disagreement(&differences));
    }
    let (again, taken) = counted(&mut contest, |fixture| kept(fixture).is_none())?;
    if command.sample.is_some() {
        print(&format!("{taken} games were taken from the journal; the sample is that of --seed {seed}\n"));
    }
    print(&format!("{again} games were played again, and all agrees\n"));
    Ok(ExitCode::SUCCESS)
}

/// How many games were played `again`, and how many not.
fn counted(contest: &mut Contest<'_>, again: impl Fn(&Fixture<'_>) -> bool) -> Result<(usize, usize), Error> {
    let (mut played, mut taken) = (0, 0);
    let gone_through = contest.for_each_game(|scored| {
        if matches!(scored.result, GameResult::Played(_)) {
            *if again(&scored.fixture) { &mut played } else { &mut taken } += 1;
        }
        Ok(())
    });
    gone_through.map(|()| (played, taken)).map_err(|error| ledger_trouble(&error))
}

/// A seed that nobody could know when the results were written.
fn random_seed() -> Result<Seed, Error> {
    let trouble = |error| Error::Host(format!("this machine has no random numbers: {error}; give --seed"));
    getrandom::u64().map(Seed).map_err(trouble)
}

fn disagreement(differences: &[String]) -> ExitCode {
    for difference in differences {
        print(&format!("{}\n", printable(difference)));
    }
    print("it does not agree\n");
    ExitCode::FAILURE
}

fn text(path: &Path) -> Result<String, Mistake> {
    let hint = "name a folder that judge run has written";
    fs::read_to_string(path)
        .map_err(|error| Mistake::in_file(path, format!("it cannot be read: {error}; {hint}")))
}

/// The folder's journal, if it is there; tells what is wrong with it.
fn journal(folder: &Path) -> Result<Option<Journal>, Error> {
    let path = folder.join(JOURNAL);
    let shown = printable_path(&path);
    match Journal::look(&path) {
        Ok((journal, found)) => {
            if found.torn || found.damaged > 0 {
                let lines = found.damaged + usize::from(found.torn);
                tell(&format!("{shown}: {lines} lines are damaged; their games are played again"));
            }
            Ok(Some(journal))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            tell(&format!(
                "{shown}: there is no journal, so all games are played again, and no turn can be named"
            ));
            Ok(None)
        }
        Err(error) => Err(Mistake::in_file(&path, format!("it cannot be read: {error}")).into()),
    }
}

/// The first game that the journal has another record of.
fn games(contest: &mut Contest<'_>, journal: &Journal, keys: &Keys) -> Result<Option<String>, Error> {
    let (mut number, mut first) = (0, None);
    let gone_through = contest.for_each_game(|scored| {
        number += 1;
        if let (None, GameResult::Played(now)) = (&first, scored.result) {
            let then = journal.find(&keys.of(&scored.fixture));
            let difference = then.and_then(|then| comparison::games(&then, now));
            first = difference.map(|difference| format!("{JOURNAL}: game {number}: {difference}"));
        }
        Ok(())
    });
    gone_through.map(|()| first).map_err(|error| ledger_trouble(&error))
}

/// What was written of a tournament.
struct Recorded<'a> {
    folder: &'a Path,
    manifest: String,
    /// The tournament's file, as the manifest has it.
    path: String,
}

impl Recorded<'_> {
    /// Of each file the first difference to what it should be.
    fn differences(
        &self,
        setting: &Setting,
        contest: &mut Contest<'_>,
        journal: Option<&Journal>,
        keys: &Keys,
    ) -> Result<Vec<String>, Error> {
        let games = tempfile::tempfile().map_err(|error| ledger_trouble(&error))?;
        let files = files(setting, contest, games, &self.path).map_err(|error| ledger_trouble(&error))?;
        let mut games = files.games;
        games.rewind().map_err(|error| ledger_trouble(&error))?;
        let mut differences: Vec<String> = match journal {
            Some(journal) => self::games(contest, journal, keys)?.into_iter().collect(),
            None => Vec::new(),
        };
        differences.extend(self.table("games.csv", "game", BufReader::new(games))?);
        differences.extend(self.table("results.csv", "row", files.results.as_slice())?);
        let manifest = comparison::texts(&self.manifest, &String::from_utf8_lossy(&files.manifest));
        differences.extend(manifest.map(|difference| format!("manifest.toml: {difference}")));
        differences.extend(self.faults(&files.faults)?);
        if contest.void() > 0 {
            differences
                .push(format!("{} games are void here, which says nothing about them", contest.void()));
        }
        Ok(differences)
    }

    fn table(&self, name: &str, row: &str, right: impl io::BufRead) -> Result<Option<String>, Error> {
        let path = self.folder.join(name);
        let cannot = |error: io::Error| Mistake::in_file(&path, format!("it cannot be read: {error}"));
        let recorded = BufReader::new(File::open(&path).map_err(cannot)?);
        let difference = comparison::tables(recorded, right, row).map_err(cannot)?;
        Ok(difference.map(|difference| format!("{name}: {difference}")))
    }

    fn faults(&self, right: &BTreeMap<String, String>) -> Result<Vec<String>, Error> {
        let folder = self.folder.join(FAULTS);
        let mut differences = Vec::new();
        for (name, text) in right {
            let recorded = fs::read(folder.join(name));
            let difference = recorded.map_or_else(
                |error| Some(format!("it cannot be read: {error}")),
                |recorded| comparison::texts(&String::from_utf8_lossy(&recorded), text),
            );
            differences.extend(difference.map(|difference| format!("{FAULTS}/{name}: {difference}")));
        }
        let cannot = |error: io::Error| Mistake::in_file(&folder, format!("it cannot be read: {error}"));
        let entries = if folder.exists() { Some(fs::read_dir(&folder).map_err(cannot)?) } else { None };
        for entry in entries.into_iter().flatten() {
            let name = entry.map_err(cannot)?.file_name().to_string_lossy().into_owned();
            if evidence::is_file_name(&name) && !right.contains_key(&name) {
                differences.push(format!("{FAULTS}/{name}: there was no such fault"));
            }
        }
        differences.sort();
        Ok(differences)
    }
}
