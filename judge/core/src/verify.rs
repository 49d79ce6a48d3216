//! Published results checked: a folder in, every first difference out.

mod neighbours;
mod repro;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufReader, Seek};
use std::path::{Path, PathBuf};

use judge_play::text::{count_are, sanitize_path};
use judge_play::{Record, Seed, Verdict};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::beacon;
use crate::error::{Error, Mistake};
use crate::file::{self, Links};
use crate::host::{Cancellation, Options, Reason};
use crate::journal::{Journal, JournalKeys};
use crate::phases::{EntrantId, Fixture, GameResult};
use crate::play::executor::PlayedGame;
use crate::play::played::{Run, journaled};
use crate::play::{Observer, Runner, Sample, game_runner};
use crate::publish::files::{Files, OptionalFile, files};
use crate::publish::folder::{
    self, Beside, CONTESTANTS_FILES, FAULTS, GAMES, JOURNAL, MANIFEST, RESULTS, finished,
};
use crate::results::{Manifest, comparison, is_evidence};
use crate::tournament::{Contestant, GameFiles, LeftOut, Share, Tournament};
use neighbours::Neighbours;
#[cfg(test)]
pub(crate) use repro::again;
pub use repro::{Reproduced, repro};

/// A check to be made.
#[derive(Clone, Debug)]
pub struct Check {
    /// The folder of results.
    pub folder: PathBuf,
    /// The tournament's file; `None` for where it was when the results were written.
    pub tournament: Option<PathBuf>,
    /// The share of the games that is played again, besides all with a fault; the others are taken from the journal.
    pub share: Share,
    /// The seed of the sample.
    pub seed: Seed,
    /// SHA-256 that were published elsewhere, of the tournament's file, of `results.csv` or of the inputs, in lower case.
    pub expected: Vec<String>,
    /// The beacon as it is known from elsewhere.
    pub beacon: Option<String>,
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
        misses: Vec<(u32, f64)>,
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
    /// Its seed.
    #[serde(serialize_with = "as_text")]
    pub seed: Seed,
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

/// A number that may be too large for other programs.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn as_text<S: Serializer>(seed: &Seed, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(seed)
}

/// Plays a tournament again, and compares its results.
///
/// # Errors
/// A person's mistakes, or the machine's trouble.
pub fn verify(
    check: &Check,
    options: &Options,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<Verified, Error> {
    finished(&check.folder)?;
    let manifest_file = check.folder.join(MANIFEST);
    let text = folder::read(&manifest_file)?;
    let manifest = Manifest::parse(&manifest_file, &text)?;
    let Some(path) = manifest.tournament.path.clone() else {
        let text = "it is the manifest of a part; put the parts together with judge merge first";
        return Err(Mistake::in_file(&manifest_file, text).into());
    };
    let (named, there) = (check.tournament.as_deref(), check.folder.join(&path));
    let tournament = Tournament::of_results(named, &there, &GameFiles::new(options))?;
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
    let recorded = Recorded { folder: &check.folder, manifest: text, path };
    recorded.check(check, &runner, cancellation, observer)
}

/// Published files of a tournament.
struct Recorded<'a> {
    folder: &'a Path,
    manifest: String,
    /// The tournament's file, as the manifest has it.
    path: String,
}

impl Recorded<'_> {
    fn check(
        &self,
        check: &Check,
        runner: &Runner,
        cancellation: &Cancellation,
        observer: &dyn Observer,
    ) -> Result<Verified, Error> {
        let recorded = journal(self.folder, observer)?;
        let sample = Sample { purpose: "verify", share: check.share, seed: check.seed };
        let neighbours = Neighbours::read(&self.folder.join(RESULTS), runner);
        let drawn = |fixture: &Fixture<'_>| {
            let times = if neighbours.meet(fixture) { NEIGHBOURS_TIMES } else { 1 };
            sample.enlarged(times).has(fixture)
        };
        let keys = JournalKeys::new(&runner.tournament, &runner.bots);
        let again = Journal::temporary().map_err(|error| temporary(&error))?;
        let play = game_runner(&runner.tournament, &runner.sandbox, &runner.bots, cancellation);
        let play = journaled(|fixture: &Fixture<'_>| Some(play(fixture)), &again, &keys, cancellation);
        // What is taken as it was written; everything else is played. A fault or a forfeit decides over games that
        // nobody plays any more, so it is believed only when it is seen.
        let taken = |fixture: &Fixture<'_>| {
            let fits = |record: &Record| {
                record.fits(fixture.round.pairing.len())
                    && record.faults.is_empty()
                    && matches!(record.verdict, Verdict::Decided(_))
            };
            let find = || recorded.as_ref()?.find(&keys.of(fixture)).map(|(record, _)| record).filter(fits);
            (!drawn(fixture)).then(find).flatten()
        };
        let play = |fixture: &Fixture<'_>| match taken(fixture) {
            Some(record) => {
                let kept = again.append(&keys.of(fixture), &record);
                let place = kept.map_err(|error| cancellation.set(Reason::journal(&error))).ok()?;
                Some(PlayedGame { record, place: Some(place) })
            }
            None => play(fixture),
        };
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
        let (mut differences, results_sha256) = self.differences(runner, &run, recorded.as_ref(), &keys)?;
        let Beside { foreign, unchecked } = Beside::read(self.folder)
            .map_err(|error| Mistake::in_file(self.folder, format!("it cannot be read: {error}")))?;
        differences.extend(foreign);
        if !differences.is_empty() {
            return Ok(Verified::Differs(differences));
        }
        let (played, taken) = counted(runner, &run, |fixture| taken(fixture).is_none())?;
        Ok(Verified::Agrees {
            played,
            taken,
            agreement: Box::new(agreement(runner, results_sha256, unchecked)),
            misses: sample.power(taken),
        })
    }

    /// The first difference of each file from the right one, and the SHA-256 of the right `results.csv`.
    fn differences(
        &self,
        runner: &Runner,
        run: &Run<'_>,
        journal: Option<&Journal>,
        keys: &JournalKeys,
    ) -> Result<(Vec<String>, String), Error> {
        let file = || tempfile::tempfile().map_err(|error| temporary(&error));
        let Files { mut games, mut seats, pairs, results, optional, whose, faults, manifest, .. } =
            files(runner, run, [file()?, file()?], &self.path).map_err(|error| temporary(&error))?;
        for file in [&mut games, &mut seats] {
            file.rewind().map_err(|error| temporary(&error))?;
        }
        let mut differences: Vec<String> = match journal {
            Some(journal) => first_game(runner, run, journal, keys)?.into_iter().collect(),
            None => Vec::new(),
        };
        differences.extend(self.table(GAMES, "game", BufReader::new(games))?);
        differences.extend(self.table("seats.csv", "row", BufReader::new(seats))?);
        differences.extend(self.table("pairs.csv", "row", pairs.as_slice())?);
        differences.extend(self.table(RESULTS, "row", results.as_slice())?);
        for OptionalFile { name, bytes, why_not } in optional {
            match bytes {
                Some(right) => differences.extend(self.table(name, "row", right.as_slice())?),
                None if self.folder.join(name).exists() => differences.push(format!("{name}: {why_not}")),
                None => {}
            }
        }
        if self.folder.join(CONTESTANTS_FILES).exists() {
            differences.extend(self.table(CONTESTANTS_FILES, "row", whose.as_slice())?);
        }
        let manifest = comparison::texts(&self.manifest, &manifest);
        differences.extend(manifest.map(|difference| format!("{MANIFEST}: {difference}")));
        differences.extend(self.faults(&faults)?);
        if run.void > 0 {
            let void = count_are(run.void, "game");
            differences.push(format!("{void} void on this machine and could not be checked"));
        }
        Ok((differences, hex::encode(Sha256::digest(&results))))
    }

    fn table(&self, name: &str, row: &str, right: impl io::BufRead) -> Result<Option<String>, Error> {
        let path = self.folder.join(name);
        let cannot = |error: io::Error| Mistake::in_file(&path, format!("it cannot be read: {error}"));
        let recorded = BufReader::new(file::open(&path, Links::Refuse).map_err(cannot)?);
        let difference = comparison::tables(recorded, right, row).map_err(cannot)?;
        Ok(difference.map(|difference| format!("{name}: {difference}")))
    }

    fn faults(&self, right: &BTreeMap<String, String>) -> Result<Vec<String>, Error> {
        let folder = self.folder.join(FAULTS);
        let mut differences = Vec::new();
        for (name, text) in right {
            let recorded = file::read_text(&folder.join(name), Links::Refuse);
            let difference = recorded.map_or_else(
                |error| Some(format!("it cannot be read: {error}")),
                |recorded| comparison::texts(&recorded, text),
            );
            differences.extend(difference.map(|difference| format!("{FAULTS}/{name}: {difference}")));
        }
        let cannot = |error: io::Error| Mistake::in_file(&folder, format!("it cannot be read: {error}"));
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
fn unexpected(check: &Check, tournament: &Tournament) -> Result<Vec<String>, Error> {
    let beacon = check.beacon.as_ref().and_then(|expected| other_beacon(expected, tournament));
    if check.expected.is_empty() {
        return Ok(beacon.into_iter().collect());
    }
    let path = check.folder.join(RESULTS);
    let cannot = |error: io::Error| Mistake::in_file(&path, format!("it cannot be read: {error}"));
    let results = file::read(&path, Links::Refuse, RESULTS_BYTES_MAX).map_err(cannot)?;
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
    let left_out = |out: Vec<&LeftOut>| out.into_iter().map(|out| out.name.to_string()).collect();
    let by_hand: [(_, Vec<String>); 5] = [
        ("absent", left_out(absent)),
        ("left out", left_out(out)),
        ("named first", names(&tournament.first_and_champions().concat())),
        ("own terms", those(|contestant| !contestant.terms.is_usual())),
        ("in teams", those(|contestant| contestant.team.is_some())),
    ];
    Agreement {
        title: tournament.title.clone(),
        file: tournament.file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        tournament_sha256: hex::encode(tournament.sha256),
        seed: tournament.seed,
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

/// The number of games that were played `again`, and of those that were not.
fn counted(
    runner: &Runner,
    run: &Run<'_>,
    again: impl Fn(&Fixture<'_>) -> bool,
) -> Result<(u64, u64), Error> {
    let (mut played, mut taken) = (0, 0);
    run.for_each_game(&runner.threads, |_, scored| {
        if matches!(scored.result, GameResult::Played(_)) {
            *if again(&scored.fixture) { &mut played } else { &mut taken } += 1;
        }
        Ok(())
    })
    .map_err(|error| temporary(&error))?;
    Ok((played, taken))
}

/// The first game that the journal has another record of.
fn first_game(
    runner: &Runner,
    run: &Run<'_>,
    journal: &Journal,
    keys: &JournalKeys,
) -> Result<Option<String>, Error> {
    let mut first = None;
    run.for_each_game(&runner.threads, |number, scored| {
        if let (None, GameResult::Played(now)) = (&first, scored.result) {
            let then = journal.find(&keys.of(&scored.fixture));
            let difference = then.and_then(|(then, _)| comparison::games(&then, now));
            first = difference.map(|difference| format!("{JOURNAL}: game {number}: {difference}"));
        }
        Ok(())
    })
    .map_err(|error| temporary(&error))?;
    Ok(first)
}

/// The folder's journal, if it is there. The observer hears of damaged lines.
fn journal(folder: &Path, observer: &dyn Observer) -> Result<Option<Journal>, Error> {
    let path = folder.join(JOURNAL);
    let shown = sanitize_path(&path);
    match Journal::look(&path) {
        Ok((journal, found)) => {
            let damaged = found.damaged + usize::from(found.torn);
            if damaged > 0 {
                let lines = count_are(damaged, "line");
                observer.notify(&format!("{shown}: {lines} damaged; lost games are played again"));
            }
            Ok(Some(journal))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            observer.notify(&format!(
                "{shown}: there is no journal, so all games are played again, and no turn can be named"
            ));
            Ok(None)
        }
        Err(error) => Err(Mistake::in_file(&path, format!("it cannot be read: {error}")).into()),
    }
}

fn temporary(error: &io::Error) -> Error {
    Error::Machine(file::no_temporary(&file::unwritten(error)))
}
