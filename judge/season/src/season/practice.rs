//! Practice after the end: a file that comes in when the season takes no more is checked, and plays the bots of the ladder for its
//! contestant alone. It is no event, so it counts nowhere, and it is forgotten when the server stops.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use judge_bots::{NotLoaded, Patience};
use judge_core::journal::Journal;
use judge_play::text::sanitize;
use tempfile::NamedTempFile;

use super::Season;
use crate::log::digest::Digest;
use crate::log::event::Pairing;
use crate::play::runner::{MachineTrouble, OpenRound, unwritten};
use crate::season::store::NotWritten;
use crate::state::{LadderRound, State};

/// Bots that a file plays, at most: those whose strength is nearest.
const OPPONENTS_MAX: usize = 30;
/// What its contestant is told of the machine's trouble.
const TROUBLE: &str = "this machine has a problem; hand the file in again later";
/// The batch of these rounds; those of the ladder are above it.
const BATCH: u32 = 0;

/// What became of a contestant's last file: nothing while it is checked and plays; why it cannot play; or a copy of the season's
/// state, in which it has played its rounds and nobody any other.
pub type Practised = Option<Result<Arc<State>, NotWritten>>;

/// When each contestant has handed in, and what became of its last file.
pub(super) type Practice = BTreeMap<usize, (Vec<u64>, Practised)>;

impl Season {
    /// Whether a file that is handed in now is for practice.
    pub fn is_practice(&self, state: &State, now: u64) -> bool {
        let is_over = state.closed.is_some() || self.closed_since(state, now).is_some();
        is_over && self.runner.season.serve.practice
    }

    /// What became of the last file that a contestant has handed in for practice, if it has.
    pub fn practised(&self, contestant: usize) -> Option<Practised> {
        self.checking.practice.lock().get(&contestant).map(|(_, last)| last.clone())
    }

    /// The number of files that a contestant has handed in for practice since a time.
    pub(crate) fn practised_since(&self, contestant: usize, time: u64) -> usize {
        let of = self.checking.practice.lock();
        of.get(&contestant).map_or(0, |(times, _)| times.iter().filter(|&&at| at > time).count())
    }

    /// Takes in a file that is written and hashed, and lets it play.
    pub(crate) fn practise(
        self: &Arc<Self>,
        contestant: usize,
        file: NamedTempFile,
        sha256: Digest,
    ) -> Result<(), NotWritten> {
        self.folder.keep_file(file, &self.folder.bot(sha256)).map_err(unwritten("the file"))?;
        let (season, now) = (Arc::clone(self), self.store.now());
        let mut of = self.checking.practice.lock();
        let (times, last) = of.entry(contestant).or_default();
        let play = move || {
            let played = catch_unwind(AssertUnwindSafe(|| season.play_for(contestant, sha256)));
            // Whoever waits for it hears of a panic, too.
            let played = played.unwrap_or_else(|_| Err(NotWritten::Machine(TROUBLE.to_owned())));
            season.checking.practice.lock().entry(contestant).or_default().1 = Some(played.map(Arc::new));
        };
        thread::Builder::new().spawn(play).map_err(unwritten("a thread"))?;
        times.push(now);
        *last = None;
        Ok(())
    }

    /// Checks a file of a contestant, and plays its rounds.
    fn play_for(&self, contestant: usize, sha256: Digest) -> Result<State, NotWritten> {
        let _turn = self.checking.practice_turn.lock();
        let trouble = |why: MachineTrouble| {
            self.store.tell(format!("a file cannot practise: {why}"));
            NotWritten::Machine(TROUBLE.to_owned())
        };
        let mut state = self.store.read(State::without_rounds);
        let name = &state.contestants[contestant].name;
        let bot = self.runner.load(name, sha256, Patience::Usual).map_err(|why| match why {
            NotLoaded::Invalid(reason) => sanitize(&reason).into(),
            NotLoaded::Machine(why) => trouble(why.into()),
        })?;
        state.add_version(contestant, sha256, &bot.calls_itself);
        self.runner.keep(bot);
        let pairings = pairings(&state, self.runner.season.tournament.rules.seats());
        let open = pairings.iter().map(|pairing| OpenRound::new(&state, &self.runner.secret, BATCH, pairing));
        let open: Vec<OpenRound> = open.collect();
        let journal = Journal::temporary().map_err(|error| trouble(error.to_string().into()))?;
        let played = self.runner.play(&open, &journal, &self.cancellation(), &()).map_err(trouble)?;
        for (pairing, played) in pairings.into_iter().zip(played) {
            state.rounds.push(LadderRound { batch: BATCH, pairing, games: played.games });
        }
        Ok(state)
    }
}

/// A round of the last version against the newest one of each other contestant that plays, the nearest in strength first; at
/// larger tables with those who follow.
fn pairings(state: &State, seats: usize) -> Vec<Pairing> {
    let own = state.versions.len() - 1;
    let plays = state.contestants.iter().filter(|contestant| contestant.plays());
    let mut others: Vec<usize> = plays.filter_map(|contestant| contestant.versions.last().copied()).collect();
    others.retain(|id| *id != own);
    let distance = |id: &usize| (state.strength(*id) - state.strength(own)).abs();
    others.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
    others.truncate(OPPONENTS_MAX);
    let table = |at: usize| others.iter().cycle().skip(at).take(seats - 1).copied().chain([own]).collect();
    let all = (0..others.len()).filter(|_| others.len() + 1 >= seats);
    all.map(|at| Pairing { versions: table(at), turn: own, chance: 0, met: 0 }).collect()
}
