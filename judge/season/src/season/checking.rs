//! Files that were handed in are checked: first all of them quickly, and beside that those that take longer, one after
//! another. So nobody waits for somebody else's large file.

use std::collections::BTreeSet;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use judge_bots::{Allowance, NotLoaded, Patience, depends_on_machine};
use judge_core::play::Observer;
use judge_play::text::{count, sanitize};
use parking_lot::Mutex;

use super::{Season, written};
use crate::log::event::{Checked, SeasonEvent};
use crate::season::retries::{Next, Retries};
use crate::state::State;

/// Uploads whose compiler needs long.
#[derive(Default)]
pub(super) struct Checking {
    long: Mutex<BTreeSet<usize>>,
}

/// The result of a try.
enum Tried {
    /// The verdict is written.
    Done,
    /// It takes longer than a first try may.
    TakesLong,
}

impl Season {
    /// Checks uploads as they come, until the season is stopped. What the machine is in the way of is tried again.
    pub fn check_uploads(&self, observer: &dyn Observer) {
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(move || self.check_long_ones(&receiver, observer));
            self.check_quickly(&sender, observer);
            // This ends the thread that checks the long ones.
            drop(sender);
        });
    }

    fn check_quickly(&self, long: &Sender<usize>, observer: &dyn Observer) {
        let mut retries = Retries::default();
        while !self.store.is_stopped() {
            let now = Instant::now();
            let is_quick = |upload: &usize| !self.takes_long(*upload);
            let (events, next) =
                self.store.read(|state| (state.events, retries.next(state.pending().filter(is_quick), now)));
            match next {
                Next::Now(upload) => {
                    if let Ok(Tried::TakesLong) =
                        self.attempt(upload, Patience::Short, &mut retries, observer)
                    {
                        self.checking.long.lock().insert(upload);
                        // There is somebody: that thread ends after this one.
                        let _ = long.send(upload);
                    }
                }
                Next::In(time) => self.store.wait_for(events, time),
                Next::Nothing => self.store.wait(events),
            }
        }
    }

    fn check_long_ones(&self, from: &Receiver<usize>, observer: &dyn Observer) {
        let (mut retries, mut waiting) = (Retries::default(), BTreeSet::new());
        while !self.store.is_stopped() {
            waiting.extend(from.try_iter());
            // The season may have been closed.
            let is_pending = |state: &State, upload| state.pending().any(|pending| pending == upload);
            self.store.read(|state| waiting.retain(|&upload| is_pending(state, upload)));
            let come = match retries.next(waiting.iter().copied(), Instant::now()) {
                Next::Now(upload) => {
                    if self.attempt(upload, Patience::Usual, &mut retries, observer).is_ok() {
                        waiting.remove(&upload);
                        self.checking.long.lock().remove(&upload);
                    }
                    continue;
                }
                Next::In(time) => from.recv_timeout(time),
                Next::Nothing => from.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match come {
                Ok(upload) => drop(waiting.insert(upload)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Tries to check a file; after trouble with the machine it is put off.
    fn attempt(
        &self,
        upload: usize,
        patience: Patience,
        retries: &mut Retries,
        observer: &dyn Observer,
    ) -> Result<Tried, ()> {
        match self.check(upload, patience, observer) {
            Ok(tried) => {
                retries.done(upload);
                Ok(tried)
            }
            Err(trouble) => {
                observer.warn(&trouble);
                self.store.count_trouble();
                retries.put_off(upload, Instant::now());
                Err(())
            }
        }
    }

    fn check(&self, upload: usize, patience: Patience, observer: &dyn Observer) -> Result<Tried, String> {
        let (name, sha256) = self.store.read(|state| {
            let upload = &state.uploads[upload];
            (state.contestants[upload.contestant].name.clone(), upload.sha256)
        });
        let verdict = match self.runner.load(&name, sha256, patience) {
            Ok(bot) => {
                let calls_itself = bot.calls_itself.clone();
                self.runner.keep(bot);
                Checked::Accepted { calls_itself }
            }
            Err(NotLoaded::Invalid(reason)) if patience == Patience::Short && depends_on_machine(&reason) => {
                return Ok(Tried::TakesLong);
            }
            Err(NotLoaded::Invalid(reason)) => Checked::Refused { reason: sanitize(&reason) },
            Err(NotLoaded::Machine(trouble)) => {
                return Err(format!(
                    "{name}: upload {} cannot be checked: {trouble}; it is tried again later",
                    upload + 1
                ));
            }
        };
        observer.notify(&format!("{name}: upload {} is checked", upload + 1));
        let event = SeasonEvent::Checked { upload, verdict };
        written(self.store.happen(event))?;
        let _ = self.note_seen();
        Ok(Tried::Done)
    }

    /// Whether a file waits among those whose compiler needs long.
    pub fn takes_long(&self, upload: usize) -> bool {
        self.checking.long.lock().contains(&upload)
    }

    /// The message for the author of a file that waits for its check, with the time that it may take.
    pub fn waits(&self, state: &State, upload: usize) -> String {
        let is_long = self.takes_long(upload);
        let same = |other: &usize| self.takes_long(*other) == is_long;
        let before = state.pending().filter(same).take_while(|&other| other < upload).count();
        let most = if is_long {
            Allowance::for_file(state.uploads[upload].bytes).seconds
        } else {
            Allowance::SHORT_SECONDS
        };
        let words = if is_long {
            "its compiler needs long, so it waits with other such files"
        } else {
            "waiting for its check"
        };
        match before {
            0 => format!(
                "it is being checked, which takes {most} s of processor time at most{}",
                if is_long { "" } else { "; large files take longer" }
            ),
            before => {
                format!("{words}, with {} before it, each {most} s at most", count(before as u64, "file"))
            }
        }
    }
}
