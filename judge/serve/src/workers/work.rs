//! The folder that a season's server and its workers share: parts of batches as files, each in one place at a time. For
//! workers that reach no such folder the server does there what they ask it by HTTP.
//!
//! A part is `todo/PART.json` until a worker takes it by renaming it to `taken/PART.WORKER.json`. The worker touches that
//! file while it plays, so that its lease goes on. What it played is `done/PART.WORKER.journal`. Bots come by their hash,
//! and the season's file comes with the anchors by theirs. No secret is in this folder, but the seeds of rounds that are
//! played now.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use judge_core::file::{self, Links};
use judge_core::schedule::{EntrantId, Round};
use judge_core::tournament::Name;
use judge_play::Seed;
use judge_sandbox::ENGINE_VERSION;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use tokio::sync::watch;

use crate::log::digest::Digest;
use crate::play::runner::Due;

/// Bytes of a part, and of a worker's journal.
pub const PART_BYTES_MAX: u64 = 1 << 20;
/// Bytes of what a worker has played.
pub const JOURNAL_BYTES_MAX: u64 = 256 << 20;

/// What the addresses begin with at which a server answers its workers.
pub(crate) const WORK: &str = "/work";

/// The shared folder.
#[derive(Clone, Debug)]
pub struct WorkFolder(PathBuf);

/// Rounds that are to be played by one worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The judge's version that the season is played by.
    pub judge: String,
    /// The engine's version.
    pub engine: String,
    /// SHA-256 of the season's file in the shared folder.
    pub terms: Digest,
    /// What is to be played.
    pub rounds: Vec<PartRound>,
}

/// A round of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartRound {
    /// Its batch.
    pub batch: u32,
    /// Its seed.
    pub seed: u64,
    /// Who meets: names and files.
    pub bots: [(String, Digest); 2],
}

impl PartRound {
    /// What a worker is told of a round.
    #[must_use]
    pub fn of(due: &Due) -> Self {
        let bots = due.files.clone().map(|(name, sha256)| (name.to_string(), sha256));
        Self { batch: due.round.number, seed: due.round.seed.0, bots }
    }

    /// The round as it is played; nothing if a name is none.
    #[must_use]
    pub fn due(&self) -> Option<Due> {
        let [one, other] = self.bots.each_ref().map(|(name, sha256)| Some((Name::new(name).ok()?, *sha256)));
        let pairing = vec![EntrantId(0), EntrantId(1)];
        let round = Round { number: self.batch, pairing, seed: Seed(self.seed) };
        Some(Due { round, files: [one?, other?] })
    }
}

/// A file of a part that somebody has taken or played: which part, and who.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Taken {
    /// The part.
    pub part: String,
    /// The worker.
    pub worker: Name,
}

impl Taken {
    /// Whether the part is named as the server names parts: nothing else becomes a file's name.
    #[must_use]
    pub fn is_named_as_ours(&self) -> bool {
        !self.part.is_empty() && self.part.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
    }

    fn file(&self, ending: &str) -> String {
        format!("{}.{}.{ending}", self.part, self.worker)
    }

    /// A part has no point in its name; a worker's may have.
    fn parse(file: &str, ending: &str) -> Option<Self> {
        let (part, worker) = file.strip_suffix(ending)?.strip_suffix('.')?.split_once('.')?;
        Some(Self { part: part.to_owned(), worker: Name::new(worker).ok()? })
    }
}

impl WorkFolder {
    /// The folder at a path.
    #[must_use]
    pub fn at(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Makes the folder for a season, and forgets what another run of the server has left.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn begin(path: &Path, terms: &str) -> io::Result<Self> {
        let folder = Self::at(path);
        for name in ["todo", "taken", "done", "bots", "barred"] {
            fs::create_dir_all(path.join(name))?;
        }
        for name in ["todo", "taken", "done"] {
            for entry in fs::read_dir(path.join(name))? {
                // Workers go on while the server is away: a file may have been moved or handed over by now.
                gone(fs::remove_file(entry?.path()))?;
            }
        }
        folder.write(&folder.terms(), terms.as_bytes())?;
        Ok(folder)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The season's file.
    #[must_use]
    pub fn terms(&self) -> PathBuf {
        self.0.join("season.toml")
    }

    /// A bot.
    #[must_use]
    pub fn bot(&self, sha256: Digest) -> PathBuf {
        self.0.join("bots").join(format!("{sha256}.wasm"))
    }

    fn barred(&self, worker: &Name) -> PathBuf {
        self.0.join("barred").join(worker.to_string())
    }

    fn todo(&self, part: &str) -> PathBuf {
        self.0.join("todo").join(format!("{part}.json"))
    }

    fn taken(&self, taken: &Taken) -> PathBuf {
        self.0.join("taken").join(taken.file("json"))
    }

    /// What a worker has played of a part.
    #[must_use]
    pub fn done(&self, taken: &Taken) -> PathBuf {
        self.0.join("done").join(taken.file("journal"))
    }

    /// Where a worker writes what it plays until all is played.
    #[must_use]
    pub fn unfinished(&self, taken: &Taken) -> PathBuf {
        self.0.join("done").join(taken.file("unfinished"))
    }

    /// Offers a part to workers.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn offer(&self, name: &str, part: &Part) -> io::Result<()> {
        let json = serde_json::to_string(part).expect("it is plain data");
        self.write(&self.todo(name), json.as_bytes())
    }

    /// Takes a part back that nobody has taken; false if somebody has.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn take_back(&self, name: &str) -> io::Result<bool> {
        gone(fs::remove_file(self.todo(name)))
    }

    /// Takes the first part that nobody has taken, with what it is about.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn take(&self, worker: &Name) -> io::Result<Option<(Taken, Part)>> {
        for name in self.names("todo")? {
            let Some(part) = name.strip_suffix(".json") else { continue };
            let taken = Taken { part: part.to_owned(), worker: worker.clone() };
            if !gone(fs::rename(self.todo(part), self.taken(&taken)))? {
                continue;
            }
            let bytes = match file::read(&self.taken(&taken), Links::Refuse, PART_BYTES_MAX) {
                // The server has begun anew.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                read => read?,
            };
            let part = serde_json::from_slice(&bytes).map_err(io::Error::other)?;
            self.touch(&taken)?;
            return Ok(Some((taken, part)));
        }
        Ok(None)
    }

    /// Gives a part back that one has taken.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn give_back(&self, taken: &Taken) -> io::Result<bool> {
        gone(fs::rename(self.taken(taken), self.todo(&taken.part)))
    }

    /// Says that one still plays a part; false if it was taken away.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn touch(&self, taken: &Taken) -> io::Result<bool> {
        let touched = OpenOptions::new().write(true).open(self.taken(taken));
        gone(touched.and_then(|file| file.set_modified(std::time::SystemTime::now())))
    }

    /// Hands over what was played of a part.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn hand_over(&self, taken: &Taken) -> io::Result<()> {
        fs::rename(self.unfinished(taken), self.done(taken))?;
        gone(fs::remove_file(self.taken(taken))).map(drop)
    }

    /// Hands over what a file holds; false if the part was taken away.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn hand_over_file(&self, taken: &Taken, played: NamedTempFile) -> io::Result<bool> {
        if !self.touch(taken)? {
            return Ok(false);
        }
        played.persist(self.done(taken)).map_err(|error| error.error)?;
        gone(fs::remove_file(self.taken(taken))).map(|_| true)
    }

    /// The parts that are taken, each with when it was touched last, by the clock of whoever touched it.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn all_taken(&self) -> io::Result<Vec<(Taken, std::time::SystemTime)>> {
        let mut all = Vec::new();
        for name in self.names("taken")? {
            let Some(taken) = Taken::parse(&name, "json") else { continue };
            match fs::metadata(self.taken(&taken)).and_then(|metadata| metadata.modified()) {
                Ok(time) => all.push((taken, time)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(all)
    }

    /// The parts that were played.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn all_done(&self) -> io::Result<Vec<Taken>> {
        Ok(self.names("done")?.iter().filter_map(|name| Taken::parse(name, "journal")).collect())
    }

    /// Forgets what somebody has taken or played.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn forget(&self, taken: &Taken) -> io::Result<()> {
        gone(fs::remove_file(self.done(taken)))?;
        gone(fs::remove_file(self.taken(taken))).map(drop)
    }

    /// Whether a worker is barred.
    #[must_use]
    pub fn is_barred(&self, worker: &Name) -> bool {
        self.barred(worker).exists()
    }

    /// Lets a worker take part no more.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn bar(&self, worker: &Name) -> io::Result<()> {
        self.write(&self.barred(worker), b"")
    }

    /// Brings a bot here, if it is not.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn bring(&self, sha256: Digest, from: &Path) -> io::Result<()> {
        let path = self.bot(sha256);
        if path.exists() { Ok(()) } else { self.write(&path, &fs::read(from)?) }
    }

    /// Writes a file that is there as a whole or not at all.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let unfinished = self.0.join(".unfinished");
        File::create(&unfinished)?.write_all(bytes)?;
        fs::rename(unfinished, path)
    }

    /// The names of the files in a folder, sorted.
    fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(self.0.join(folder))? {
            names.extend(entry?.file_name().into_string());
        }
        names.sort();
        Ok(names)
    }
}

/// Where workers get parts that ask the server for them: the shared folder, and who tells them that there is more in it.
#[derive(Clone, Debug)]
pub struct Desk {
    folder: WorkFolder,
    offers: watch::Sender<u64>,
}

impl Desk {
    /// One for a folder.
    #[must_use]
    pub fn new(folder: WorkFolder) -> Self {
        Self { folder, offers: watch::Sender::new(0) }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &WorkFolder {
        &self.folder
    }

    /// Changes whenever a part is offered.
    #[must_use]
    pub fn offers(&self) -> watch::Receiver<u64> {
        self.offers.subscribe()
    }

    /// Offers a part to all workers.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn offer(&self, name: &str, part: &Part) -> io::Result<()> {
        self.folder.offer(name, part)?;
        self.offers.send_modify(|offers| *offers += 1);
        Ok(())
    }

    /// Gives a part back that somebody has taken, for others; false if it was taken away.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn give_back(&self, taken: &Taken) -> io::Result<bool> {
        let is_given = self.folder.give_back(taken)?;
        self.offers.send_modify(|offers| *offers += 1);
        Ok(is_given)
    }
}

/// Whether it was done; false if the file was gone.
fn gone(done: io::Result<()>) -> io::Result<bool> {
    match done {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

impl Part {
    /// A part of a season whose file in the shared folder has this hash.
    #[must_use]
    pub fn new(terms: Digest, rounds: Vec<PartRound>) -> Self {
        let (judge, engine) = (judge_bots::GAMES_VERSION.to_owned(), ENGINE_VERSION.to_owned());
        Self { judge, engine, terms, rounds }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn a_part_is_in_one_place_at_a_time() {
        let place = tempfile::tempdir().expect("there is room");
        let folder = WorkFolder::begin(place.path(), "game = \"gobblet\"").expect("there is room");
        let part = Part::new(Digest::default(), Vec::new());
        let [one, other] = ["one", "node.7"].map(|name| Name::new(name).expect("it is a name"));
        let fine = "the file system is fine";
        folder.offer("a-1", &part).expect(fine);
        folder.offer("a-2", &part).expect(fine);
        let (first, same) = folder.take(&one).expect(fine).expect("it is there");
        assert_eq!((first.part.as_str(), same), ("a-1", part.clone()));
        let (second, _) = folder.take(&other).expect(fine).expect("it is there");
        assert_eq!((second.part.as_str(), &second.worker), ("a-2", &other));
        assert_eq!(folder.take(&one).expect(fine), None);
        assert!(!folder.take_back("a-1").expect(fine), "it is taken");
        let taken: Vec<Taken> = folder.all_taken().expect(fine).into_iter().map(|(taken, _)| taken).collect();
        assert_eq!(taken, [first.clone(), second.clone()]);
        // Whoever is too late hears that.
        assert!(folder.give_back(&first).expect(fine));
        assert!(!folder.touch(&first).expect(fine) && folder.touch(&second).expect(fine));
        assert!(folder.take_back("a-1").expect(fine));
        fs::write(folder.unfinished(&second), "x").expect(fine);
        assert_eq!(folder.all_done().expect(fine), []);
        folder.hand_over(&second).expect(fine);
        assert_eq!(folder.all_done().expect(fine), std::slice::from_ref(&second));
        assert_eq!(folder.all_taken().expect(fine), []);
        folder.forget(&second).expect(fine);
        assert_eq!(folder.all_done().expect(fine), []);
        folder.bar(&other).expect(fine);
        assert!(folder.is_barred(&other) && !folder.is_barred(&one));
        // Another run knows nothing of the parts of this one, and keeps out who forged.
        folder.offer("a-3", &part).expect(fine);
        let again = WorkFolder::begin(place.path(), "").expect(fine);
        assert!(again.take(&one).expect(fine).is_none() && again.is_barred(&other));
    }

    #[test]
    fn a_server_begins_while_workers_move_parts() {
        let place = tempfile::tempdir().expect("there is room");
        let begin = || WorkFolder::begin(place.path(), "game = \"gobblet\"");
        let folder = begin().expect("there is room");
        let part = Part::new(Digest::default(), Vec::new());
        let worker = Name::new("one").expect("it is a name");
        let is_over = AtomicBool::new(false);
        let outcome = thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    if let Some((taken, _)) = folder.take(&worker).expect("it is there or gone") {
                        folder.give_back(&taken).expect("it is there or gone");
                    }
                }
            });
            let moved = (0..2_000).try_for_each(|number| {
                folder.offer(&format!("a-{number}"), &part)?;
                if number % 10 == 9 { begin().map(drop) } else { Ok(()) }
            });
            is_over.store(true, Ordering::Relaxed);
            moved
        });
        outcome.expect("files may move");
    }
}
