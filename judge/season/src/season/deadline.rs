//! The end of uploads and of weeks, which come by the clock and are events.

use std::time::{Duration, Instant};

use super::Season;
use crate::ladder::standings;
use crate::log::digest::Digest;
use crate::log::event::SeasonEvent;
use crate::log::folder::make_private;
use crate::play::runner::{MachineTrouble, unwritten};
use crate::season::store::is_written;
use crate::state::State;

/// The time between two looks at the clock: somebody may set it.
const LOOK: Duration = Duration::from_secs(30);
/// Seconds of a week.
const WEEK: u64 = 7 * 86_400;

impl Season {
    /// Closes the uploads if it is time for that, and opens them if the organiser has put that off.
    pub(crate) fn see_to_the_deadline(&self) -> Result<(), MachineTrouble> {
        let decide = |state: &State, now: u64| {
            let event = match (state.uploads_closed, self.deadline(state, now)) {
                (None, Some(due)) => SeasonEvent::UploadsClosed { due },
                (Some(_), None) => SeasonEvent::UploadsOpened,
                _ => return Err("nothing is due".into()),
            };
            Ok(state.allowed(event)?)
        };
        is_written(self.store.append(decide)).map(drop)
    }

    /// The time from which on no file is taken, if it has come, by the clock.
    fn deadline(&self, state: &State, now: u64) -> Option<u64> {
        state.closes(self.runner.season.serve.closes).filter(|closes| now >= *closes)
    }

    /// When the season has taken its last file, if it takes no more.
    pub(crate) fn closed_since(&self, state: &State, now: u64) -> Option<u64> {
        state.uploads_closed.or_else(|| self.deadline(state, now))
    }

    /// Freezes the standings if a week has ended. While they are made nothing else is written.
    fn see_to_the_week(&self) -> Result<(), MachineTrouble> {
        let Some(first) = self.runner.season.serve.weeks else { return Ok(()) };
        let decide = |state: &State, now: u64| {
            let week = now.checked_sub(first).map_or(0, |since| since / WEEK + 1);
            if !state.may_end(week) {
                return Err("no week has ended".into());
            }
            let table = standings::csv(state, &standings::standings(state));
            let file = self.folder.week(week);
            let kept = make_private(file.parent().expect("it is in a folder"));
            let kept = kept.and_then(|()| self.folder.keep(&file, table.as_bytes()));
            kept.map_err(unwritten("the table of the week"))?;
            Ok(SeasonEvent::WeekEnded { week, results: Digest::of(&table) })
        };
        is_written(self.store.append(decide)).map(drop)
    }

    /// Closes the uploads when it is time, notes that the server runs, and passes on pending messages, until the season
    /// is stopped.
    pub fn keep_time(&self, warn: impl Fn(&str)) {
        let closes = || self.store.read(|state| state.closes(self.runner.season.serve.closes));
        while !self.store.is_stopped() {
            if let Err(trouble) = self.see_to_the_deadline().and_then(|()| self.see_to_the_week()) {
                warn(&trouble.0);
            }
            // If it cannot be noted, the server may have to be assured that its clock is right.
            let _ = self.note_seen();
            self.store.look_at_log();
            let left = closes().map_or(0, |closes| closes.saturating_sub(self.store.now()));
            let pause = if left == 0 { LOOK } else { LOOK.min(Duration::from_secs(left)) };
            self.pass_on_messages(Instant::now() + pause, &warn);
        }
    }

    /// Passes on messages as they come, until that time.
    pub(super) fn pass_on_messages(&self, until: Instant, warn: impl Fn(&str)) {
        loop {
            let rings = self.store.rings();
            let untold = std::mem::take(&mut self.store.health().untold);
            for text in &untold {
                warn(text);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.store.is_stopped() {
                return;
            }
            self.store.wait_for(rings, left);
        }
    }
}
