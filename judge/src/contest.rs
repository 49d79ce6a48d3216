//! A tournament played through: rounds in, a ledger of all games out.
//!
//! Rounds are taken in batches, each large enough to keep all threads busy and small
//! enough to hold in memory. Opens no file of a person's.

use std::io;
use std::sync::OnceLock;

use crate::arena::Arena;
use crate::game::PlayGame;
use crate::journal::{Journal, Keys};
use crate::ledger::Ledger;
use crate::record::{GameResult, Record};
use crate::schedule::{Fixture, Round};
use crate::standings::{Scored, score};

/// Games of a batch, at least. Threads wait for one another at its end.
const BATCH_GAMES: usize = 1_024;

/// A tournament's games, as far as they are played.
pub struct Contest {
    /// What they came to.
    pub ledger: Ledger,
    /// Who is disqualified.
    pub out: Vec<bool>,
    /// Whether it ended before its time.
    pub interrupted: bool,
}

/// Plays all `rounds`, and enters what they came to in a ledger.
///
/// # Errors
/// If the ledger cannot be written.
pub fn play_all<P: Fn(&Fixture<'_>) -> Option<Record> + Sync>(
    mut rounds: impl Iterator<Item = Round>,
    mut arena: Arena<P>,
    finished: impl Fn() + Sync,
) -> io::Result<Contest> {
    let mut ledger = Ledger::new()?;
    let mut interrupted = false;
    while !interrupted {
        let batch = batch(&mut rounds);
        if batch.is_empty() {
            break;
        }
        for result in arena.play(&batch, &finished) {
            interrupted |= result == GameResult::Unplayed;
            ledger.enter(&result)?;
        }
    }
    Ok(Contest { ledger, out: arena.out().to_vec(), interrupted })
}

fn batch(rounds: &mut impl Iterator<Item = Round>) -> Vec<Round> {
    let mut games = 0;
    let mut batch = Vec::new();
    while games < BATCH_GAMES
        && let Some(round) = rounds.next()
    {
        games += round.fixtures().count();
        batch.push(round);
    }
    batch
}

impl Contest {
    /// Goes through the games in the order of `rounds`, which are those that were played.
    ///
    /// # Errors
    /// If the ledger cannot be read, or `visit` fails.
    pub fn for_each_game(
        &mut self,
        rounds: impl Iterator<Item = Round>,
        mut visit: impl FnMut(&Scored<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let Self { ledger, out, .. } = self;
        let mut results = ledger.read()?;
        for round in rounds {
            for fixture in round.fixtures() {
                let Some(result) = results.next() else { return Ok(()) };
                visit(&score(fixture, &result?, out))?;
            }
        }
        Ok(())
    }
}

/// Why games are not played any more, as soon as there is a reason.
#[derive(Debug, Default)]
pub struct Halt(OnceLock<Reason>);

/// Why games are not played any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Somebody asked for it.
    Interrupted,
    /// The journal cannot be written, and why.
    Journal(String),
}

impl Halt {
    /// Lets no further game begin.
    pub fn set(&self, reason: Reason) {
        // The first reason is the one that counts.
        let _ = self.0.set(reason);
    }

    /// Why no further game begins, if so.
    #[must_use]
    pub fn reason(&self) -> Option<&Reason> {
        self.0.get()
    }
}

/// Plays a game unless it is in the journal, where it is afterwards.
///
/// A void game is not kept: it says nothing, and is played again by the next run.
pub fn journaled<'a>(
    play: PlayGame<'a>,
    journal: &'a Journal,
    keys: &'a Keys,
    halt: &'a Halt,
) -> impl Fn(&Fixture<'_>) -> Option<Record> + Sync + 'a {
    move |fixture| {
        let key = keys.of(fixture);
        if let Some(record) = journal.find(&key) {
            return Some(record);
        }
        if halt.reason().is_some() {
            return None;
        }
        let record = play(fixture);
        if record.is_void() {
            return Some(record);
        }
        match journal.append(&key, &record) {
            Ok(()) => Some(record),
            Err(error) => {
                halt.set(Reason::Journal(error.to_string()));
                None
            }
        }
    }
}
