//! The actions of contestants: hand in, pause, withdraw, publish.

use std::sync::Arc;

use tempfile::NamedTempFile;

use crate::log::digest::Digest;
use crate::log::event::{SeasonEvent, utc};
use crate::season::Season;
use crate::season::store::NotWritten;
use crate::state::{Admission, Decision, State};

/// Seconds of an hour and of a day, within which uploads are counted.
const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;
/// Pauses of a contestant within an hour, at most: each is an event, and events are kept for ever.
const PAUSES_PER_HOUR: usize = 10;

/// The message for a contestant that has made a key and has not signed.
const NOT_SIGNED: &str =
    "you have made a key for this season, so your key must sign this: use judge submit with --key";

/// The message for one whose signature is not that of its key, or of something else.
const WRONGLY_SIGNED: &str =
    "your signature is wrong: another key was made for you, or something of yours came in between; try again";

/// The event of what a contestant decides for itself, with its signature if there is one.
fn decided(
    state: &State,
    contestant: usize,
    decision: Decision,
    signature: Option<&str>,
) -> Result<SeasonEvent, &'static str> {
    let event = state.decided(contestant, decision).ok_or("there is no such version")?;
    let (event, refused) = match signature.map(str::to_owned) {
        Some(signature) => (SeasonEvent::Signed { own: Box::new(event), signature }, WRONGLY_SIGNED),
        None => (event, NOT_SIGNED),
    };
    state.check_signature(&event).map(|()| event).map_err(|_| refused)
}

impl Season {
    /// The reason why a contestant cannot hand in now, if so.
    pub fn may_upload(&self, state: &State, contestant: usize, now: u64) -> Result<(), String> {
        let of = &state.contestants[contestant];
        let is_practice = self.is_practice(state, now);
        if state.closed.is_some() && !is_practice {
            return Err("the season is closed".into());
        }
        if let Some(reason) = &of.suspended {
            return Err(format!("the organiser has suspended you: {reason}; talk to the organiser"));
        }
        if of.admission == Admission::Withdrawn {
            return Err("you have withdrawn; to come back, ask the organiser for another invitation".into());
        }
        if let Some(closed) = self.closed_since(state, now).filter(|_| !is_practice).map(utc) {
            return Err(format!("files were taken until {closed}; the ladder plays on without new ones"));
        }
        let is_playing = is_practice && matches!(self.practised(contestant), Some(None));
        if is_playing || (!is_practice && state.pending_of(contestant).is_some()) {
            return Err("your last file is not checked yet; wait for its verdict".into());
        }
        let serve = &self.runner.season.serve;
        let limits = [(HOUR, serve.uploads_per_hour, "hour"), (DAY, serve.uploads_per_day, "day")];
        for (seconds, most, word) in limits {
            let since = now.saturating_sub(seconds);
            let files = state.uploads_since(contestant, since) + self.practised_since(contestant, since);
            if files >= most as usize {
                return Err(format!(
                    "you have handed in {most} files within one {word}, which is the limit; try again later"
                ));
            }
        }
        Ok(())
    }

    /// Lets a contestant make a key, which signs from now on what it decides itself.
    ///
    /// # Errors
    /// If it has one already, or the machine's trouble.
    pub fn make_key(&self, contestant: usize, key: Digest) -> Result<(), NotWritten> {
        let why = "you have made another key for this season; use that one, or ask the organiser for another invitation";
        let event = SeasonEvent::KeyMade { contestant, key };
        self.store.append(|state, _| Ok(state.allowed_or(event, why)?))?;
        let _ = self.note_seen();
        Ok(())
    }

    /// Takes in a file whose bytes are written and hashed. When this returns it is not lost any more. What comes out
    /// is the upload's number; nothing of one that is for practice, which is signed like others.
    pub fn upload(
        self: &Arc<Self>,
        contestant: usize,
        file: NamedTempFile,
        (sha256, bytes): (Digest, u64),
        signature: Option<&str>,
    ) -> Result<Option<usize>, NotWritten> {
        let (now, own) = (self.store.now(), Decision::Upload(sha256, bytes));
        let is_practice = |state: &State| -> Result<bool, NotWritten> {
            if !self.is_practice(state, now) {
                return Ok(false);
            }
            self.may_upload(state, contestant, now)?;
            decided(state, contestant, own, signature)?;
            Ok(true)
        };
        if self.store.read(is_practice)? {
            return self.practise(contestant, file, sha256).map(|()| None);
        }
        let unkept = |error: std::io::Error| {
            NotWritten::Machine(format!("the file cannot be kept: {}", judge_core::file::unwritten(&error)))
        };
        // Before it is anybody's turn to wait for the disk.
        file.as_file().sync_all().map_err(unkept)?;
        let decide = |state: &State, now: u64| {
            self.may_upload(state, contestant, now)?;
            let newest = state.contestants[contestant].versions.last().map(|&id| &state.versions[id]);
            if newest.is_some_and(|newest| newest.sha256 == sha256) {
                return Err("this is the very file of your newest version; it plays already".into());
            }
            let event = decided(state, contestant, own, signature)?;
            // Nothing stays of a file that is not taken.
            self.folder.keep_file(file, &self.folder.bot(sha256)).map_err(unkept)?;
            Ok(event)
        };
        self.store.append(decide)?;
        // If somebody rolls the log back behind this, it is noticed.
        let _ = self.note_seen();
        let of =
            |state: &State| *state.contestants[contestant].uploads.last().expect("it was added just now");
        Ok(Some(self.store.read(of)))
    }

    /// Lets a contestant decide for itself. That it is so already is as good.
    pub fn choose(
        &self,
        contestant: usize,
        choice: Decision,
        signature: Option<&str>,
    ) -> Result<(), NotWritten> {
        let mut is_so = false;
        let decide = |state: &State, now: u64| {
            let event = decided(state, contestant, choice, signature)?;
            is_so = state.closed.is_none() && state.check(&event).is_err();
            let event = state.allowed(event)?;
            if choice == Decision::Pause {
                may_pause(state, contestant, now)?;
            }
            Ok(event)
        };
        let done = self.store.append(decide).map(drop);
        if is_so { Ok(()) } else { done }
    }

    /// Signs a member's browser out.
    pub fn sign_out(&self, contestant: usize, member: u32) -> Result<(), NotWritten> {
        self.store.happen(SeasonEvent::SignedOut { contestant, member }).map(drop)
    }
}

fn may_pause(state: &State, contestant: usize, now: u64) -> Result<(), String> {
    if state.pauses_since(contestant, now.saturating_sub(HOUR)) < PAUSES_PER_HOUR {
        return Ok(());
    }
    Err(format!(
        "you have paused {PAUSES_PER_HOUR} times within one hour, which is the limit; try again later"
    ))
}

#[cfg(test)]
mod tests {
    use judge_play::Seed;

    use super::*;
    use crate::log::chain::WrittenEvent;
    use crate::simulation::Simulation;

    #[test]
    fn who_has_paused_too_often_can_again_when_an_hour_has_passed() {
        let mut state = Simulation::with_anchors(&[0.0; 3], 1, Seed(1)).state;
        let mut pause = |time: u64| {
            for event in [SeasonEvent::Resumed { contestant: 1 }, SeasonEvent::Paused { contestant: 1 }] {
                if state.check(&event).is_ok() {
                    state.apply(&WrittenEvent { event, time, head: Digest::default() });
                }
            }
            state.clone()
        };
        let before = pause(1_000);
        assert_eq!(may_pause(&before, 1, 1_000), Ok(()));
        let after =
            (1..PAUSES_PER_HOUR as u64).map(|more| pause(1_000 + more)).last().expect("there are more");
        assert!(may_pause(&after, 1, 1_000 + HOUR - 1).is_err());
        assert_eq!(may_pause(&after, 2, 1_000 + HOUR - 1), Ok(()), "everybody has pauses of its own");
        assert_eq!(may_pause(&after, 1, 1_000 + HOUR), Ok(()));
    }
}
