//! Which games are played now: rounds that were drawn in, games to start out, and those that nobody waits for any longer.
//!
//! A clock decides here which games are waited for, and so when the next batch is drawn. What is drawn then, and what
//! comes of each game, it does not decide: the log says what was played before each drawing.
//!
//! A game that takes long is put behind all others of this machine. Whose games take long as a rule has them played one
//! at a time, behind all others from the start, whatever files it hands in: so it can only keep itself waiting.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use judge_core::tournament::Name;

use crate::event::Game;
use crate::hands::Hand;
use crate::runner::{Due, LATE_MAX, Meeting};

/// How long a game is waited for while others could be played.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// Games whose contestants are slow that are played at a time. There is room for another that proves to be slow.
const SLOW_MAX: usize = LATE_MAX - 1;

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
    names: [Name; 2],
    since: Instant,
    /// Whether nobody waits for it.
    is_late: bool,
    /// Whether it was known beforehand that one of its contestants is slow.
    is_slow: bool,
    /// Whether it has taken longer than anybody waits.
    took_long: bool,
    hand: Hand,
}

/// Which of a contestant's last games took long, the last one in the lowest place.
#[derive(Clone, Copy, Default)]
struct Pace {
    games: u8,
    long: u8,
}

impl Pace {
    fn add(&mut self, took_long: bool) {
        self.games = self.games << 1 | 1;
        self.long = self.long << 1 | u8::from(took_long);
    }

    /// At least half of the last eight games, and more than one. A quick one meets many, few of whom are slow.
    fn is_slow(self) -> bool {
        let long = self.long.count_ones();
        long > 1 && 2 * long >= self.games.count_ones()
    }
}

/// What is to be done next.
pub(crate) enum Next {
    /// This game begins, in this hand.
    Start(Task, Hand),
    /// Some game ends, which is waited for so long at most.
    Wait(Duration),
    /// Nobody waits for what is played now.
    Leave,
}

/// The games of all rounds that were drawn and are not in the log as played.
#[derive(Default)]
pub(crate) struct Lanes {
    waiting: VecDeque<Task>,
    /// Games of slow contestants.
    slow: VecDeque<Task>,
    paces: BTreeMap<Name, Pace>,
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
        *self = Self { paces: std::mem::take(&mut self.paces), ..Self::default() };
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// Lets no other game begin.
    pub(crate) fn start_no_more(&mut self) {
        self.waiting.clear();
        self.slow.clear();
    }

    /// What is to be done now, with so many games at a time.
    pub(crate) fn next(&mut self, jobs: usize, now: Instant) -> Next {
        let mut late = self.running.iter().filter(|running| running.is_late).count();
        for running in &mut self.running {
            if !running.took_long && now.duration_since(running.since) >= PATIENCE {
                running.took_long = true;
                // Known at once: its contestant may be drawn again before it ends.
                for name in &running.names {
                    self.paces.entry(name.clone()).or_default().add(true);
                }
            }
            if late < LATE_MAX && !running.is_late && running.took_long {
                running.is_late = true;
                running.hand.put_behind();
                late += 1;
            }
        }
        let fresh = |lanes: &Self| lanes.running.iter().filter(|running| !running.is_late).count();
        while fresh(self) < jobs
            && let Some(task) = self.waiting.pop_front()
        {
            if !self.is_slow(&task) {
                return self.start(task, now, false);
            }
            self.slow.push_back(task);
        }
        let slow = self.running.iter().filter(|running| running.is_slow).count();
        if slow < SLOW_MAX
            && late < LATE_MAX
            && let Some(task) = self.slow.pop_front()
        {
            return self.start(task, now, true);
        }
        let fresh = self.running.iter().filter(|running| !running.is_late);
        let left = fresh.map(|running| PATIENCE.saturating_sub(now.duration_since(running.since))).min();
        // If there is no room for late ones, whatever ends first is waited for.
        left.map_or(Next::Leave, |left| Next::Wait(if late < LATE_MAX { left } else { PATIENCE }))
    }

    fn start(&mut self, task: Task, since: Instant, is_slow: bool) -> Next {
        let hand = Hand::default();
        if is_slow {
            hand.put_behind();
        }
        let running = Running {
            key: task.key,
            order: task.order,
            names: task.meeting.names().map(Name::clone),
            since,
            is_late: is_slow,
            is_slow,
            took_long: false,
            hand: hand.clone(),
        };
        self.running.push(running);
        Next::Start(task, hand)
    }

    fn is_slow(&self, task: &Task) -> bool {
        task.meeting.names().into_iter().any(|name| self.paces.get(name).is_some_and(|pace| pace.is_slow()))
    }

    /// Takes in a game that has ended.
    pub(crate) fn ended(&mut self, key: Key, order: usize, game: Option<Game>) {
        let is_it = |running: &Running| (running.key, running.order) == (key, order);
        for running in self.running.extract_if(.., |running| is_it(running)) {
            for name in running.names.into_iter().filter(|_| !running.took_long) {
                self.paces.entry(name).or_default().add(false);
            }
        }
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

    fn between(names: [&str; 2]) -> Due {
        let file = |name: &str| (Name::new(name).expect("it is a name"), Digest::default());
        let round = Round::new(&["a", "b"], vec![EntrantId(0), EntrantId(1)], 1, Seed(1));
        Due { round, files: names.map(file) }
    }

    /// Starts what can be started: the games, and whether something is waited for then.
    fn start(lanes: &mut Lanes, now: Instant) -> (Vec<(Key, usize)>, bool) {
        let mut started = Vec::new();
        loop {
            match lanes.next(2, now) {
                Next::Start(task, _) => started.push((task.key, task.order)),
                Next::Wait(_) => return (started, true),
                Next::Leave => return (started, false),
            }
        }
    }

    #[test]
    fn a_game_that_takes_long_makes_room_for_the_next_and_is_not_waited_for() {
        let (mut lanes, now) = (Lanes::default(), Instant::now());
        lanes.add((1, 0), between(["anna", "bert"]));
        lanes.add((1, 1), between(["carl", "dora"]));
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
        lanes.add((2, 0), between(["emil", "frida"]));
        assert_eq!(start(&mut lanes, later), (vec![((2, 0), 0), ((2, 0), 1)], true));
        assert_eq!(start(&mut lanes, later + PATIENCE), (vec![], true));
        // A late one comes in.
        (0..2).for_each(|order| lanes.ended((1, 0), order, Some(Game::void())));
        assert!(lanes.played().contains_key(&1));
    }

    #[test]
    fn whoever_is_slow_waits_behind_all_others_and_never_they_for_it() {
        let (mut lanes, now) = (Lanes::default(), Instant::now());
        lanes.add((1, 0), between(["slow", "anna"]));
        assert_eq!(start(&mut lanes, now).0.len(), 2);
        let later = now + PATIENCE;
        assert_eq!(start(&mut lanes, later), (vec![], false));
        assert!(lanes.running.iter().all(|running| running.hand.is_behind()));
        // It is known while these games go on, whatever else it hands in.
        lanes.add((1, 1), between(["slow", "bert"]));
        assert_eq!(start(&mut lanes, later), (vec![], false));
        (0..2).for_each(|order| lanes.ended((1, 0), order, Some(Game::void())));
        lanes.forget((1, 0));
        lanes.slow.clear();
        lanes.add((2, 0), between(["slow", "bert"]));
        lanes.add((2, 1), between(["carl", "dora"]));
        assert_eq!(start(&mut lanes, later).0, [((2, 1), 0), ((2, 1), 1), ((2, 0), 0)]);
        (0..2).for_each(|order| lanes.ended((2, 1), order, Some(Game::void())));
        assert_eq!(
            start(&mut lanes, later),
            (vec![], false),
            "one slow game at a time, which nobody waits for"
        );
        let slow = lanes.running.iter().map(|running| running.hand.is_behind());
        assert_eq!(slow.collect::<Vec<_>>(), [true]);
        // There is room for another that is not known yet.
        lanes.add((3, 0), between(["other", "carl"]));
        assert_eq!(start(&mut lanes, later).0.len(), 2);
        start(&mut lanes, later + PATIENCE);
        assert_eq!(lanes.running.iter().filter(|running| running.is_late).count(), LATE_MAX);
        // Eight quick games, and it is like others.
        lanes.ended((2, 0), 0, Some(Game::void()));
        for _ in 0..8 {
            let Next::Start(task, _) = lanes.start(lanes.slow[0].clone(), later, true) else {
                unreachable!()
            };
            lanes.ended(task.key, task.order, Some(Game::void()));
        }
        assert!(!lanes.is_slow(&lanes.slow[0]));
    }

    #[test]
    fn a_quick_one_that_met_a_slow_one_is_not_slow() {
        let mut pace = Pace::default();
        (0..4).for_each(|_| pace.add(false));
        (0..3).for_each(|_| pace.add(true));
        assert!(!pace.is_slow());
        let mut new = Pace::default();
        new.add(true);
        assert!(!new.is_slow(), "the machine may have been busy");
        new.add(true);
        assert!(new.is_slow());
        (0..2).for_each(|_| new.add(false));
        assert!(new.is_slow());
        new.add(false);
        assert!(!new.is_slow());
    }
}
