//! The standings while a tournament is played: the journal so far in, a table for the observer and a file out.
//!
//! A separate thread looks at what is on the disk, as a run does that is resumed, so no game waits for it. Its clock
//! decides only when it looks again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use std::{io, thread};

use rayon::ThreadPoolBuilder;

use super::Playing;
use crate::journal::Journal;
use crate::phases::{Fixture, GameResult};
use crate::play::Executor;
use crate::play::played::{Run, recorded};
use crate::publish::folder::{JOURNAL, UNFINISHED_RESULTS};
use crate::publish::summary::{Summary, summary};
use crate::results::{StandingsTable, to_csv};

/// A look may take so small a part of one processor's time: one in so many.
const PART: u32 = 50;
/// Of more games there are no standings before the end: the index of their journal takes some hundred bytes a game.
const GAMES_MAX: u64 = 1_000_000;

/// Does the `work` of playing, and looks at its games now and then.
pub(crate) fn watched<T>(playing: Playing<'_>, work: impl FnOnce() -> T) -> T {
    let Playing { schedule, folder, observer, .. } = playing;
    if schedule.games_max().is_none_or(|games| games > GAMES_MAX) {
        return work();
    }
    let (is_over, every) = (&AtomicBool::new(false), observer.standings_every());
    let (end, ended) = mpsc::channel();
    thread::scope(|scope| {
        let look = move || {
            let mut pause = every;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let began = Instant::now();
                if let Ok((table, games)) = look(playing, is_over)
                    && !is_over.load(Ordering::Relaxed)
                {
                    // If the disk is full the journal tells it.
                    let _ = folder.write(UNFINISHED_RESULTS, &to_csv(&table.rows));
                    observer.standings(&table, games);
                }
                pause = pause_after(every, began.elapsed());
            }
        };
        let looking = thread::Builder::new().spawn_scoped(scope, look);
        let end = LiveEnd { is_over, _end: end };
        let done = work();
        drop(end);
        // Nobody needs it to play on: neither that it begins, nor that it ends without a panic.
        let _ = looking.map(thread::ScopedJoinHandle::join);
        done
    })
}

/// The pause after a look at the journal that took so long.
fn pause_after(every: Duration, look: Duration) -> Duration {
    every.max(look.saturating_mul(PART))
}

/// Sums up the games that the folder's journal has, until it `is_over`: the table, and how many were played.
fn look(playing: Playing<'_>, is_over: &AtomicBool) -> io::Result<(StandingsTable, u64)> {
    let Playing { runner, schedule, folder, .. } = playing;
    let (journal, _) = Journal::look(&folder.path().join(JOURNAL))?;
    let find = recorded(&journal, &runner.keys);
    let find = |fixture: &Fixture<'_>| if is_over.load(Ordering::Relaxed) { None } else { find(fixture) };
    let executor = Executor::new(runner.tournament.disqualified(), runner.tournament.faults, find);
    // The threads that play are not to be kept from it.
    let thread = ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
    let run = thread.install(|| Run::play(schedule, &journal, executor, || ()));
    let mut games = 0;
    let Summary { table, .. } = summary(&thread, runner, &run, "", |_, scored| {
        games += u64::from(matches!(scored.result, GameResult::Played(_)));
        Ok(())
    })?;
    Ok((table.unfinished(), games))
}

/// Tells that the games are over, also if they end in a panic: whoever waits for the other end of the channel is woken.
struct LiveEnd<'a> {
    is_over: &'a AtomicBool,
    _end: Sender<()>,
}

impl Drop for LiveEnd<'_> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
