//! Which games are played now: rounds that were drawn in, games to start out, and those that nobody waits for any longer.
//!
//! A clock decides here which games are waited for, and so when the next batch is drawn. What is drawn then, and what
//! comes of each game, it does not decide: the log says what was played before each drawing.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::event::Game;
use crate::runner::{Due, LATE_MAX, Meeting};

/// How long a game is waited for while others could be played.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// A round: its batch, and its place there.
pub(crate) type Key = (u32, usize);

/// A game that is to be played.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) key: Key,
    pub(crate) order: usize,
    pub(crate) meeting: Arc<Meeting>,
}

/// A game that was played, or why it was not.
pub(crate) struct Ended {
    pub(crate) key: Key,
    pub(crate) order: usize,
    pub(crate) game: Result<Game, String>,
    /// Why it is void, if a file is no bot any more.
    pub(crate) void: Option<String>,
}

/// A game that is played now.
struct Running {
    key: Key,
    order: usize,
    since: Instant,
    is_late: bool,
}

/// What is to be done next.
pub(crate) enum Next {
    /// This game begins.
    Start(Task),
    /// Some game ends, which is waited for so long at most.
    Wait(Duration),
    /// Nobody waits for what is played now.
    Leave,
}

/// The games of all rounds that were drawn and are not in the log as played.
#[derive(Default)]
pub(crate) struct Lanes {
    waiting: VecDeque<Task>,
    running: Vec<Running>,
    rounds: BTreeMap<Key, [Option<Game>; 2]>,
}

impl Lanes {
    pub(crate) fn knows(&self, key: Key) -> bool {
        self.rounds.contains_key(&key)
    }

    /// Takes in a round, behind those that are there.
    pub(crate) fn add(&mut self, key: Key, due: Due) {
        let meeting = Arc::new(Meeting::new(due));
        let task = |order| Task { key, order, meeting: Arc::clone(&meeting) };
        self.waiting.extend([task(0), task(1)]);
        self.rounds.insert(key, [None, None]);
    }

    /// Takes in a round whose games come from elsewhere.
    pub(crate) fn expect(&mut self, key: Key) {
        self.rounds.insert(key, [None, None]);
    }

    /// Plays some games of such a round here.
    pub(crate) fn play_here(&mut self, key: Key, due: &Due, orders: &[usize]) {
        let meeting = Arc::new(Meeting::new(due.clone()));
        self.waiting.extend(orders.iter().map(|&order| Task { key, order, meeting: Arc::clone(&meeting) }));
    }

    /// Whether another game could begin.
    pub(crate) fn has_room(&self, jobs: usize) -> bool {
        self.waiting.is_empty() && self.running.iter().filter(|running| !running.is_late).count() < jobs
    }

    /// Forgets everything. Nothing may run.
    pub(crate) fn clear(&mut self) {
        assert!(self.running.is_empty(), "nobody would hear of these games");
        *self = Self::default();
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// Lets no other game begin.
    pub(crate) fn start_no_more(&mut self) {
        self.waiting.clear();
    }

    /// What is to be done now, with so many games at a time.
    pub(crate) fn next(&mut self, jobs: usize, now: Instant) -> Next {
        let is_old = |running: &Running| now.duration_since(running.since) >= PATIENCE;
        let mut late = self.running.iter().filter(|running| running.is_late).count();
        for running in &mut self.running {
            if late < LATE_MAX && !running.is_late && is_old(running) {
                running.is_late = true;
                late += 1;
            }
        }
        let fresh = || self.running.iter().filter(|running| !running.is_late);
        if fresh().count() < jobs
            && let Some(task) = self.waiting.pop_front()
        {
            self.running.push(Running { key: task.key, order: task.order, since: now, is_late: false });
            return Next::Start(task);
        }
        let left = fresh().map(|running| PATIENCE.saturating_sub(now.duration_since(running.since))).min();
        // If there is no room for late ones, whatever ends first is waited for.
        left.map_or(Next::Leave, |left| Next::Wait(if late < LATE_MAX { left } else { PATIENCE }))
    }

    /// Takes in a game that has ended.
    pub(crate) fn ended(&mut self, key: Key, order: usize, game: Option<Game>) {
        self.running.retain(|running| (running.key, running.order) != (key, order));
        if let Some(round) = self.rounds.get_mut(&key) {
            round[order] = game;
        }
    }

    /// The rounds that are played, by their batches, each with its place.
    pub(crate) fn played(&self) -> BTreeMap<u32, Vec<(usize, Vec<Game>)>> {
        let mut played = BTreeMap::<u32, Vec<_>>::new();
        for (&(batch, place), games) in &self.rounds {
            if let [Some(one), Some(other)] = games {
                played.entry(batch).or_default().push((place, vec![one.clone(), other.clone()]));
            }
        }
        played
    }

    /// Forgets a round that is in the log.
    pub(crate) fn forget(&mut self, key: Key) {
        self.rounds.remove(&key);
    }
}

#[cfg(test)]
mod tests {
    use judge_core::schedule::{EntrantId, Round};
    use judge_core::tournament::Name;
    use judge_play::Seed;

    use super::*;
    use crate::digest::Digest;

    fn due() -> Due {
        let name = || Name::new("anna").expect("it is a name");
        let round = Round::new(&["a", "b"], vec![EntrantId(0), EntrantId(1)], 1, Seed(1));
        Due { round, files: [(name(), Digest::default()), (name(), Digest::default())] }
    }

    /// Starts what can be started: the games, and whether something is waited for then.
    fn start(lanes: &mut Lanes, now: Instant) -> (Vec<(Key, usize)>, bool) {
        let mut started = Vec::new();
        loop {
            match lanes.next(2, now) {
                Next::Start(task) => started.push((task.key, task.order)),
                Next::Wait(_) => return (started, true),
                Next::Leave => return (started, false),
            }
        }
    }

    #[test]
    fn a_game_that_takes_long_makes_room_for_the_next_and_is_not_waited_for() {
        let (mut lanes, now) = (Lanes::default(), Instant::now());
        (0..2).for_each(|place| lanes.add((1, place), due()));
        assert_eq!(start(&mut lanes, now), (vec![((1, 0), 0), ((1, 0), 1)], true));
        // Both games of the first round are slow.
        let later = now + PATIENCE;
        assert_eq!(start(&mut lanes, later), (vec![((1, 1), 0), ((1, 1), 1)], true));
        (0..2).for_each(|order| lanes.ended((1, 1), order, Some(Game::void())));
        assert_eq!(start(&mut lanes, later), (vec![], false));
        assert_eq!(
            lanes.played().into_iter().map(|(batch, rounds)| (batch, rounds[0].0)).collect::<Vec<_>>(),
            [(1, 1)]
        );
        // There is room for so many: the next slow one is waited for.
        lanes.forget((1, 1));
        lanes.add((2, 0), due());
        assert_eq!(start(&mut lanes, later), (vec![((2, 0), 0), ((2, 0), 1)], true));
        assert_eq!(start(&mut lanes, later + PATIENCE), (vec![], true));
        // A late one comes in.
        (0..2).for_each(|order| lanes.ended((1, 0), order, Some(Game::void())));
        assert!(lanes.played().contains_key(&1));
    }
}
