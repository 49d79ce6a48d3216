//! The work that a season's server shares: its folder, which is opened again when that is due, and what its workers do.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use judge_core::tournament::Name;
use parking_lot::Mutex;
use tokio::sync::watch;

use crate::log::digest::Digest;
use crate::workers::work_folder::WorkFolder;

/// Workers that are remembered, at the most.
const WORKERS_MAX: usize = 1_000;
/// Those among them that have played no part yet: anybody who may write to the folder can call itself what it likes.
const UNPROVEN_MAX: usize = 20;

/// The work of a server.
#[derive(Debug)]
pub struct SharedWork {
    path: PathBuf,
    /// The text of the season's file there.
    pub(super) terms: String,
    /// The game's file, if it is one.
    pub(super) game: Option<Digest>,
    /// Nothing while it cannot be used.
    folder: Mutex<Option<WorkFolder>>,
    seen: Mutex<WorkSeen>,
    begun: Instant,
    /// Tells those of this process who wait that there is more to be taken.
    offers: watch::Sender<u64>,
}

/// What is known of the work since the server runs.
#[derive(Clone, Debug, Default)]
pub struct WorkSeen {
    /// Parts that no worker has taken.
    pub waiting: usize,
    /// Parts that workers play.
    pub taken: usize,
    /// Workers that play a part.
    pub playing: usize,
    /// What workers have done, by their names.
    pub workers: BTreeMap<Name, WorkerCounts>,
    /// What others have done, whose names are not remembered.
    pub others: WorkerCounts,
}

/// What a worker has played since the server runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorkerCounts {
    /// Parts that it has played as it should.
    pub parts: u64,
    /// Parts that came late, or not whole.
    pub late: u64,
    /// Seconds that this machine has waited while it had a part; the same for all that had one then.
    pub waited: f64,
    /// Rounds that it may take at a time; none while it rests.
    pub rounds: Option<usize>,
    /// Whether it is barred.
    pub is_barred: bool,
}

impl WorkerCounts {
    /// Whether its name is more than a name.
    pub fn is_proven(&self) -> bool {
        self.parts > 0 || self.is_barred
    }
}

impl SharedWork {
    /// Work that is to be shared in this folder, for a season whose file there has this text, and whose game may be a file.
    pub(crate) fn new(path: &Path, terms: String, game: Option<Digest>) -> Self {
        let (folder, seen, offers) = (Mutex::default(), Mutex::default(), watch::Sender::new(0));
        Self { path: path.to_owned(), terms, game, folder, seen, begun: Instant::now(), offers }
    }

    /// Makes all of the folder that is not there, or not what it should be.
    ///
    /// # Errors
    /// If that cannot be done; then nothing is shared.
    pub(crate) fn prepare(&self) -> io::Result<()> {
        let mut folder = self.folder.lock();
        let before = folder.take();
        let begin = || WorkFolder::begin(&self.path, &self.terms);
        *folder = Some(before.map_or_else(begin, |before| before.again(&self.terms))?);
        Ok(())
    }

    /// The folder.
    ///
    /// # Errors
    /// If the server cannot use it now.
    pub fn folder(&self) -> io::Result<WorkFolder> {
        let folder = self.folder.lock().clone();
        folder.ok_or_else(|| io::Error::new(io::ErrorKind::NotConnected, "the server cannot use it now"))
    }

    /// Changes whenever this process offers a part.
    pub fn offers(&self) -> watch::Receiver<u64> {
        self.offers.subscribe()
    }

    /// Says that there is a part to be taken.
    pub fn is_offered(&self) {
        self.offers.send_modify(|offers| *offers += 1);
    }

    /// Says how many rounds a worker may take at a time, if it is remembered.
    pub(crate) fn allow(&self, worker: &Name, rounds: usize) {
        let mut seen = self.seen.lock();
        let Some(counts) = seen.workers.get_mut(worker) else { return };
        // If that cannot be written it takes what it may not have, and that is taken away again.
        if counts.rounds.replace(rounds) != Some(rounds) {
            let _ = self.folder().and_then(|folder| folder.allow(worker, rounds));
        }
    }

    /// Counts what a worker has done.
    pub(crate) fn counts(&self, worker: &Name, count: impl FnOnce(&mut WorkerCounts)) {
        let WorkSeen { workers, others, .. } = &mut *self.seen.lock();
        if let Some(known) = workers.get_mut(worker) {
            return count(known);
        }
        let mut new = WorkerCounts::default();
        count(&mut new);
        let unproven = || workers.values().filter(|counts| !counts.is_proven()).count();
        if workers.len() < WORKERS_MAX && (new.is_proven() || unproven() < UNPROVEN_MAX) {
            workers.insert(worker.clone(), new);
        } else {
            others.late += new.late;
            others.waited += new.waited;
        }
    }

    /// Notes how many parts wait, and who plays the others.
    pub(crate) fn are_out(&self, waiting: usize, taken: usize, playing: usize) {
        let mut seen = self.seen.lock();
        (seen.waiting, seen.taken, seen.playing) = (waiting, taken, playing);
    }

    /// Seconds for which this process has shared work.
    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// What is known of it now.
    pub fn seen(&self) -> WorkSeen {
        self.seen.lock().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        Name::new(text).expect("it is a name")
    }

    #[test]
    fn invented_names_are_forgotten_and_workers_that_have_played_are_not() {
        let work = SharedWork::new(Path::new("nowhere"), String::new(), None);
        (0..500).for_each(|number| work.counts(&name(&format!("a{number}")), |counts| counts.late += 1));
        let seen = work.seen();
        assert_eq!((seen.workers.len(), seen.others.late), (UNPROVEN_MAX, 500 - UNPROVEN_MAX as u64));
        work.counts(&name("z"), |counts| counts.late += 1);
        assert!(!work.seen().workers.contains_key(&name("z")));
        for (worker, counts) in [
            ("z", WorkerCounts { parts: 1, ..WorkerCounts::default() }),
            ("y", WorkerCounts { is_barred: true, ..WorkerCounts::default() }),
        ] {
            work.counts(&name(worker), |now| *now = counts);
            assert_eq!(work.seen().workers.get(&name(worker)), Some(&counts));
        }
    }
}
