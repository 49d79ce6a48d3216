//! The observer of a run: messages, progress and standings.

use std::time::Duration;

use judge_play::text::sanitize;

use crate::results::StandingsTable;

/// A warning as a line that is shown.
#[must_use]
pub fn warning(message: &str) -> String {
    format!("warning: {}", sanitize(message))
}

/// Receives messages and progress for a person who waits. All methods are optional.
pub trait Observer: Sync {
    /// Something that the person should know, on one line.
    fn notify(&self, _message: &str) {}

    /// A warning.
    fn warn(&self, message: &str) {
        self.notify(&warning(message));
    }

    /// A warning that the file may not mean what it says, so that others play than should.
    fn doubt(&self, message: &str) {
        self.warn(message);
    }

    /// So many bots are to be loaded, some of which may have to be compiled.
    fn begin_loading(&self, _bots: u64) {}

    /// So many games, or fewer, are to be played.
    fn begin(&self, _games: u64) {}

    /// So many events of a season are to be checked, some of which hold games.
    fn begin_events(&self, events: u64) {
        self.begin(events);
    }

    /// One game more is finished, one bot more is loaded, or one event more is checked.
    fn advance(&self) {}

    /// The least time between two [`standings`](Self::standings), and before the first: a short run has none.
    fn standings_every(&self) -> Duration {
        Duration::from_secs(5)
    }

    /// The standings while games are played, after so many of them.
    fn standings(&self, _table: &StandingsTable, _games: u64) {}

    /// No more games are played, or bots loaded.
    fn finish(&self) {}
}

/// Nobody listens.
impl Observer for () {}
