//! Published results checked: a folder in, every first difference out.

mod neighbours;
mod repro;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufReader, Seek};
use std::path::Path;

use judge_play::text::{count_are, sanitize_path};
use judge_play::{Record, Seed, Verdict};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::beacon;
use crate::error::{Error, Mistake};
use crate::file::{self, Links};
use crate::game::ResultsFolder;
use crate::host::{Cancellation, Reason};
use crate::journal::Journal;
use crate::phases::{EntrantId, Fixture, GameResult};
use crate::play::played::{Run, journaled};
use crate::play::{Miss, Observer, Runner, Sample};
use crate::publish::files::{Files, TableFile, files};
use crate::publish::folder::{
    self, Beside, CONTESTANTS_FILES, FAULTS, GAMES, JOURNAL, MANIFEST, RESULTS, SEATS, finished,
};
use crate::results::{Manifest, comparison, is_evidence, to_csv};
use crate::tournament::{Contestant, LeftOut, Share, Tournament};
use judge_rating::Scored;
use neighbours::Neighbours;
#[cfg(test)]
pub(crate) use repro::again;
pub use repro::{Reproduced, repro};

/// A check to be made.
#[derive(Clone, Copy)]
pub struct Verification<'a> {
    /// The folder of results.
    pub from: ResultsFolder<'a>,
    /// The share of the games that is played again, besides all with a fault; the others are taken from the journal.
    pub share: Share,
    /// The seed of the sample.
    pub seed: Seed,
    /// SHA-256 that were published elsewhere, of the tournament's file, of `results.csv` or of the inputs, in lower case.
    pub expected: &'a [String],
    /// The beacon as it is known from elsewhere.
    pub beacon: Option<&'a str>,
    /// The end of it before its end.
    pub cancellation: &'a Cancellation,
}

/// The factor for games between neighbours in the standings in the sample: they decide who is ahead.
const NEIGHBOURS_TIMES: u32 = 4;
/// The most bytes of `results.csv`: some 300 for each contestant.
const RESULTS_BYTES_MAX: u64 = 256 << 20;

/// The result of a check.
pub enum Verified {
    /// Everything agrees.
    Agrees {
        /// Games that were played again.
        played: u64,
        /// Games that were taken from the journal.
        taken: u64,
        /// Facts that agree.
        agreement: Box<Agreement>,
        /// The chances that the sample misses so many forged games; nothing if no game was taken.
        misses: Vec<Miss>,
    },
    /// Something differs: the first difference of each file, or the inputs that are different now.
    Differs(Vec<String>),
    /// It was cancelled, and nothing can be said.
    Cancelled,
}

/// Facts of results that agree, for a person to compare with the announcement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// The tournament's title.
    pub title: String,
    /// The name of its file.
    pub file: String,
    /// SHA-256 of its file.
    #[serde(rename = "sha256")]
    pub tournament_sha256: String,
    /// Its seed, as text: the number may be too large for other programs.
    pub seed: String,
    /// The public value that the seed follows from; nothing if the organiser chose it.
    pub beacon: Option<String>,
    /// With a beacon, the SHA-256 of the inputs.
    pub inputs_sha256: Option<String>,
    /// The judge's version.
    pub judge: &'static str,
    /// The engine's version.
    pub engine: &'static str,
    /// The number of bots that took part.
    pub bots: usize,
    /// The contestants that the organiser excluded.
    pub excluded: Vec<String>,
    /// The contestants that other decisions of the organiser concern, by what these are.
    pub by_hand: Vec<(&'static str, Vec<String>)>,
    /// Files beside the results that the judge writes for people, and that were not looked at.
    #[serde(rename = "not_checked")]
    pub unchecked: Vec<String>,
    /// SHA-256 of `results.csv`.
    pub results_sha256: String,
}

/// Plays a tournament again, and compares its results.
///
/// # Errors
/// A person's mistakes, or the machine's trouble.
pub fn verify(check: &Verification<'_>) -> Result<Verified, Error> {
    let ResultsFolder { folder, options, observer, .. } = check.from;
    finished(folder)?;
    let manifest_file = folder.join(MANIFEST);
    let text = folder::read(&manifest_file)?;
    let manifest = Manifest::parse(&manifest_file, &text)?;
    let tournament = check.from.tournament_of(&manifest)?;
    let mut changed = manifest.changed_inputs(&tournament)?;
    if changed.is_empty() {
        changed.extend(unexpected(check, &tournament)?);
    }
    if !changed.is_empty() {
        return Ok(Verified::Differs(changed));
    }
    let runner = Runner::new(tournament, options, observer)?;
    if let Err(mistake) = beacon::check(&runner.tournament, &runner.inputs) {
        return Ok(Verified::Differs(vec![mistake.text]));
    }
    let journal = journal(folder, observer)?;
    let path = manifest.tournament.path.unwrap_or_default();
    CheckedResults { check, runner: &runner, manifest: text, path, journal }.verify()
}

/// Published files of a tournament, and what can play it again.
struct CheckedResults<'a> {
    check: &'a Verification<'a>,
    runner: &'a Runner,
    manifest: String,
    /// The tournament's file, as the manifest has it.
    path: String,
    journal: Option<Journal>,
}

impl CheckedResults<'_> {
    fn verify(&self) -> Result<Verified, Error> {
        let (Self { check, runner, journal, .. }, keys) = (self, &self.runner.keys);
        let Verification { from: ResultsFolder { folder, observer, .. }, cancellation, .. } = **check;
        let sample = Sample { purpose: "verify", share: check.share, seed: check.seed };
        let neighbours = Neighbours::read(&folder.join(RESULTS), runner);
        let drawn = |fixture: &Fixture<'_>| {
            let times = if neighbours.meet(fixture) { NEIGHBOURS_TIMES } else { 1 };
            sample.enlarged(times).has(fixture)
        };
        let again = Journal::temporary().map_err(|error| temporary(&error))?;
        // What is taken as it was written; everything else is played. A fault or a forfeit decides over games that
        // nobody plays any more, so it is believed only when it is seen.
        let taken = |fixture: &Fixture<'_>| {
            let is_sure =
                |record: &Record| record.faults.is_empty() && matches!(record.verdict, Verdict::Decided(_));
            let find = || keys.find(journal.as_ref()?, fixture).map(|(record, _)| record).filter(is_sure);
            (!drawn(fixture)).then(find).flatten()
        };
        let play = runner.games(cancellation);
        let play = |fixture: &Fixture<'_>| taken(fixture).or_else(|| Some(play(fixture).record));
        let play = journaled(play, &again, keys, cancellation);
        let schedule = runner.schedule();
        runner.warn(observer);
        let run = runner.play(&schedule, &again, play, observer);
        if let Some(Reason::Journal(why)) = cancellation.reason() {
            return Err(Error::Machine(file::no_temporary(why)));
        }
        if run.stuck {
            let void = count_are(run.void, "game");
            return Err(Error::Machine(format!(
                "{void} void here, because of this machine, and what comes next depends on it; nothing can be said"
            )));
        }
        if run.interrupted {
            return Ok(Verified::Cancelled);
        }
        let (mut first, mut played, mut kept) = (None, 0, 0);
        let count = |number: usize, scored: &Scored<'_>| {
            let GameResult::Played(now) = scored.result else { return Ok(()) };
            *if taken(&scored.fixture).is_some() { &mut kept } else { &mut played } += 1;
            let then = || journal.as_ref()?.find(&keys.of(&scored.fixture));
            if first.is_none()
                && let Some((then, _)) = then()
            {
                let difference = comparison::games(&then, now);
                first = difference.map(|difference| format!("{JOURNAL}: game {number}: {difference}"));
            }
            Ok(())
        };
        run.for_each_game(&runner.threads, count).map_err(|error| temporary(&error))?;
        let mut differences = Vec::from_iter(first);
        let results_sha256 = self.compare_files(&run, &mut differences)?;
        let Beside { foreign, unchecked } =
            Beside::read(folder).map_err(|error| Mistake::unread(folder, &error))?;
        differences.extend(foreign);
        if !differences.is_empty() {
            return Ok(Verified::Differs(differences));
        }
        Ok(Verified::Agrees {
            played,
            taken: kept,
            agreement: Box::new(agreement(runner, results_sha256, unchecked)),
            misses: sample.power(kept),
        })
    }

    /// Finds the first difference of each file from the right one. The SHA-256 of the right `results.csv`.
    fn compare_files(&self, run: &Run<'_>, differences: &mut Vec<String>) -> Result<String, Error> {
        let file = || tempfile::tempfile().map_err(|error| temporary(&error));
        let Files { mut games, mut seats, tables, faults, manifest, table } =
            files(self.runner, run, [file()?, file()?], &self.path).map_err(|error| temporary(&error))?;
        for file in [&mut games, &mut seats] {
            file.rewind().map_err(|error| temporary(&error))?;
        }
        differences.extend(self.table(GAMES, "game", BufReader::new(games))?);
        differences.extend(self.table(SEATS, "row", BufReader::new(seats))?);
        for TableFile { name, bytes, why_not } in tables {
            match (bytes, self.check.from.folder.join(name).exists()) {
                (Some(_), false) if name == CONTESTANTS_FILES => {}
                (Some(right), _) => differences.extend(self.table(name, "row", right.as_slice())?),
                (None, true) => differences.push(format!("{name}: {why_not}")),
                (None, false) => {}
            }
        }
        let manifest = comparison::texts(&self.manifest, &manifest);
        differences.extend(manifest.map(|difference| format!("{MANIFEST}: {difference}")));
        differences.extend(self.faults(&faults)?);
        if run.void > 0 {
            let void = count_are(run.void, "game");
            differences.push(format!("{void} void on this machine and could not be checked"));
        }
        Ok(hex::encode(Sha256::digest(to_csv(&table.rows))))
    }

    fn table(&self, name: &str, row: &str, right: impl io::BufRead) -> Result<Option<String>, Error> {
        let path = self.check.from.folder.join(name);
        let cannot = |error: io::Error| Mistake::unread(&path, &error);
        let recorded = BufReader::new(file::open(&path, Links::Refuse).map_err(cannot)?);
        let difference = comparison::tables(recorded, right, row).map_err(cannot)?;
        Ok(difference.map(|difference| format!("{name}: {difference}")))
    }

    fn faults(&self, right: &BTreeMap<String, String>) -> Result<Vec<String>, Error> {
        let folder = self.check.from.folder.join(FAULTS);
        let mut differences = Vec::new();
        for (name, text) in right {
            let recorded = file::read_text(&folder.join(name), Links::Refuse);
            let difference = match recorded {
                Ok(recorded) => comparison::texts(&recorded, text),
                Err(error) => Some(format!("it cannot be read: {error}")),
            };
            differences.extend(difference.map(|difference| format!("{FAULTS}/{name}: {difference}")));
        }
        let cannot = |error: io::Error| Mistake::unread(&folder, &error);
        let entries = if folder.exists() { Some(fs::read_dir(&folder).map_err(cannot)?) } else { None };
        for entry in entries.into_iter().flatten() {
            let name = entry.map_err(cannot)?.file_name().to_string_lossy().into_owned();
            if !right.contains_key(&name) {
                let text = if is_evidence(&name) {
                    "there was no such fault"
                } else {
                    "the judge does not write such a file"
                };
                differences.push(format!("{FAULTS}/{name}: {text}"));
            }
        }
        differences.sort();
        Ok(differences)
    }
}

/// Expectations that fail: the beacon, and hashes that are found nowhere.
fn unexpected(check: &Verification<'_>, tournament: &Tournament) -> Result<Vec<String>, Error> {
    let beacon = check.beacon.and_then(|expected| other_beacon(expected, tournament));
    if check.expected.is_empty() {
        return Ok(beacon.into_iter().collect());
    }
    let path = check.from.folder.join(RESULTS);
    let results = file::read(&path, Links::Refuse, RESULTS_BYTES_MAX)
        .map_err(|error| Mistake::unread(&path, &error))?;
    let inputs = beacon::inputs_now(tournament)?;
    let [file, results] = [tournament.sha256, file::text_sha256(&results)].map(hex::encode);
    let strange = check.expected.iter().find(|expected| ![&file, &results, &inputs].contains(expected));
    let strange = strange.map(|expected| {
        format!(
            "expected {expected}, but the tournament's file has {file}, {RESULTS} has {results}, and the inputs have {inputs}"
        )
    });
    Ok(beacon.into_iter().chain(strange).collect())
}

/// The beacon, if it differs from the expected one.
fn other_beacon(expected: &str, tournament: &Tournament) -> Option<String> {
    let (Some(announced), Some(beacon)) = (&tournament.announced, &tournament.beacon) else {
        return Some(format!("expected the beacon {expected:?}, but the organiser chose the seed"));
    };
    let text = || format!("expected the beacon {expected:?}, but it was {:?}", beacon.text);
    (!announced.is(beacon, expected)).then(text)
}

fn agreement(runner: &Runner, results_sha256: String, unchecked: Vec<String>) -> Agreement {
    let Runner { tournament, bots, inputs, .. } = runner;
    let name = |contestant: &Contestant| contestant.name.to_string();
    let names = |ids: &[EntrantId]| ids.iter().map(|id| name(&tournament.contestants[id.0])).collect();
    let those = |is_meant: fn(&Contestant) -> bool| {
        tournament.contestants.iter().filter(|contestant| is_meant(contestant)).map(name).collect()
    };
    let (absent, out): (Vec<_>, Vec<_>) = tournament.left_out.iter().partition(|out| out.is_absent());
    let left_out = |out: Vec<&LeftOut>| out.into_iter().map(|out| out.name.clone()).collect();
    let by_hand: [(_, Vec<String>); 6] = [
        ("absent", left_out(absent)),
        ("left out", left_out(out)),
        ("byes", tournament.byes.iter().map(|bye| bye.name.clone()).collect()),
        ("named first", names(&tournament.first_and_champions().concat())),
        ("own terms", those(|contestant| !contestant.terms.is_usual())),
        ("in teams", those(|contestant| contestant.team.is_some())),
    ];
    Agreement {
        title: tournament.title.clone(),
        file: tournament.file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        tournament_sha256: hex::encode(tournament.sha256),
        seed: tournament.seed.to_string(),
        beacon: tournament.beacon.as_ref().map(|beacon| beacon.text.clone()),
        inputs_sha256: tournament.beacon.is_some().then(|| inputs.clone()),
        judge: judge_bots::GAMES_VERSION,
        engine: judge_sandbox::ENGINE_VERSION,
        bots: bots.len(),
        excluded: names(&tournament.excluded),
        by_hand: by_hand.into_iter().filter(|(_, names)| !names.is_empty()).collect(),
        unchecked,
        results_sha256,
    }
}

/// The folder's journal, if it is there. The observer hears of damaged lines.
fn journal(folder: &Path, observer: &dyn Observer) -> Result<Option<Journal>, Mistake> {
    let path = folder.join(JOURNAL);
    let shown = sanitize_path(&path);
    let looked = file::if_there(Journal::look(&path)).map_err(|error| Mistake::unread(&path, &error))?;
    let Some((journal, found)) = looked else {
        observer.notify(&format!(
            "{shown}: there is no journal, so all games are played again, and no turn can be named"
        ));
        return Ok(None);
    };
    let damaged = found.damaged + usize::from(found.torn);
    if damaged > 0 {
        let lines = count_are(damaged, "line");
        observer.notify(&format!("{shown}: {lines} damaged; lost games are played again"));
    }
    Ok(Some(journal))
}

fn temporary(error: &io::Error) -> Error {
    Error::Machine(file::no_temporary(&file::unwritten(error)))
}
