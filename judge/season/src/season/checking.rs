//! Files that were handed in are checked: first all of them quickly, and beside that those that take longer, one after
//! another. So nobody waits for somebody else's large file.

use std::collections::BTreeSet;
use std::thread;
use std::time::Instant;

use judge_bots::{Allowance, NotLoaded, Patience, depends_on_machine};
use judge_core::play::Observer;
use judge_play::text::{count, sanitize};
use parking_lot::Mutex;

use super::Season;
use crate::log::event::{Checked, SeasonEvent};
use crate::play::runner::MachineTrouble;
use crate::season::practice::Practice;
use crate::season::retries::{Next, Retries};
use crate::state::State;

/// Uploads whose compiler needs long, and files that are for practice.
#[derive(Default)]
pub(super) struct Checking {
    long: Mutex<BTreeSet<usize>>,
    /// One file plays after the other.
    pub(super) practice_turn: Mutex<()>,
    pub(super) practice: Mutex<Practice>,
}

impl Season {
    /// Checks uploads as they come, until the season is stopped. What the machine is in the way of is tried again.
    pub fn check_uploads(&self, observer: &dyn Observer) {
        thread::scope(|scope| {
            scope.spawn(|| self.check_those(Patience::Usual, observer));
            self.check_those(Patience::Short, observer);
        });
    }

    /// Checks all with a short leash, or those that need a long one.
    fn check_those(&self, patience: Patience, observer: &dyn Observer) {
        let mut retries = Retries::default();
        let is_mine = |upload: &usize| self.takes_long(*upload) == (patience == Patience::Usual);
        while !self.store.is_stopped() {
            let (rings, now) = (self.store.rings(), Instant::now());
            match self.store.read(|state| retries.next(state.pending().filter(is_mine), now)) {
                Next::Now(upload) => match self.check(upload, patience, observer) {
                    Ok(()) => retries.done(upload),
                    Err(trouble) => {
                        observer.warn(&trouble.0);
                        self.store.health().troubles += 1;
                        retries.put_off(upload, Instant::now());
                    }
                },
                Next::In(time) => self.store.wait_for(rings, time),
                Next::Nothing => self.store.wait(rings),
            }
        }
    }

    /// Writes the verdict on a file down, or notes that it takes longer than a first try may.
    fn check(&self, id: usize, patience: Patience, observer: &dyn Observer) -> Result<(), MachineTrouble> {
        let number = id + 1;
        let (name, sha256) = self.store.read(|state| {
            let upload = &state.uploads[id];
            (state.contestants[upload.contestant].name.clone(), upload.sha256)
        });
        let verdict = match self.runner.load(&name, sha256, patience) {
            Ok(bot) => {
                let calls_itself = bot.calls_itself.clone();
                self.runner.keep(bot);
                Checked::Accepted { calls_itself }
            }
            Err(NotLoaded::Invalid(reason)) if patience == Patience::Short && depends_on_machine(&reason) => {
                self.checking.long.lock().insert(id);
                self.store.ring();
                return Ok(());
            }
            Err(NotLoaded::Invalid(reason)) => Checked::Refused { reason: sanitize(&reason) },
            Err(NotLoaded::Machine(trouble)) => {
                let text =
                    format!("{name}: upload {number} cannot be checked: {trouble}; it is tried again later");
                return Err(text.into());
            }
        };
        observer.notify(&format!("{name}: upload {number} is checked"));
        self.store.happen(SeasonEvent::Checked { upload: id, verdict })?;
        self.checking.long.lock().remove(&id);
        let _ = self.note_seen();
        Ok(())
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
        let (most, words, remark) = if is_long {
            let most = Allowance::for_file(state.uploads[upload].bytes).seconds;
            (most, "it takes long to compile, so it waits with other such files", "")
        } else {
            (Allowance::SHORT_SECONDS, "waiting for its check", "; large files take longer")
        };
        match before {
            0 => format!("it is being checked, which takes {most} s of processor time at most{remark}"),
            before => {
                format!("{words}, with {} before it, each {most} s at most", count(before as u64, "file"))
            }
        }
    }
}
