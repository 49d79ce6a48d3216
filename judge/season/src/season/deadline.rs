//! The end of uploads, which comes by the clock and is an event.

use std::time::Duration;

use super::{Season, is_written};
use crate::log::event::SeasonEvent;
use crate::state::State;

/// The time between two looks at the clock: somebody may set it.
const LOOK: Duration = Duration::from_secs(30);

impl Season {
    /// Closes the uploads if it is time for that, and opens them if the organiser has put that off.
    pub(crate) fn see_to_the_deadline(&self) -> Result<(), String> {
        let closes = self.runner.season.serve.closes;
        let decide = |state: &State, now: u64| {
            let due = state.closes(closes).filter(|closes| now >= *closes);
            let event = match (state.uploads_closed, due) {
                (None, Some(due)) => SeasonEvent::UploadsClosed { due },
                (Some(_), None) => SeasonEvent::UploadsOpened,
                _ => return Err("nothing is due"),
            };
            state.check(&event).map(|()| event)
        };
        is_written(self.store.append(decide)).map(drop)
    }

    /// Closes the uploads when it is time, notes that the server runs, and passes on pending messages, until the season
    /// is stopped.
    pub fn keep_time(&self, warn: impl Fn(&str)) {
        let closes = || self.store.read(|state| state.closes(self.runner.season.serve.closes));
        while !self.store.is_stopped() {
            if let Err(trouble) = self.see_to_the_deadline() {
                warn(&trouble);
            }
            // If it cannot be noted, the server may have to be assured that its clock is right.
            let _ = self.note_seen();
            self.store.look_at_log();
            self.store.untold().iter().for_each(|text| warn(text));
            let left = closes().map_or(0, |closes| closes.saturating_sub(self.store.now()));
            self.store.rest_for(if left == 0 { LOOK } else { LOOK.min(Duration::from_secs(left)) });
        }
    }
}
