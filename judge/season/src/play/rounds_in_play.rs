//! The games that are played now: rounds that were drawn in, games to start out, and which rounds count next.
//!
//! No clock decides here. A round that uses far more fuel than others is late: its batch does not wait for it, and it
//! counts when there is nothing else to draw. Fuel is the same on every machine, and so is what is drawn next.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use judge_play::Record;

use crate::log::event::Game;
use crate::play::capacity::{LATE_MAX, late_max};
use crate::play::runner::{MachineTrouble, Meeting, OpenRound};
use crate::state::{self, Outstanding};

/// A round: its batch, and its place there.
pub(crate) type Key = (u32, usize);

/// A game that is to be played.
#[derive(Clone)]
pub(crate) struct GameTask {
    pub(crate) key: Key,
    pub(crate) order: usize,
    pub(crate) meeting: Arc<Meeting>,
    /// Fuel that the games of its round have used so far.
    pub(crate) spent: Arc<AtomicU64>,
}

/// A game that was played, or why it was not.
pub(crate) struct EndedGame {
    pub(crate) key: Key,
    pub(crate) order: usize,
    pub(crate) game: Result<(Game, Result<Record, Option<String>>), MachineTrouble>,
    /// The reason why it is void, if a file is no bot any more.
    pub(crate) void: Option<String>,
    /// How long it took, with bots that were loaded. It decides nothing but who plays others.
    pub(crate) took: Duration,
}

/// The next thing to do.
pub(crate) enum Next {
    /// This game begins.
    Start(GameTask),
    /// Some round is waited for.
    Wait,
    /// Nobody waits for what is played now.
    Leave,
}

/// A round that was drawn and is not in the log as played.
struct Open {
    drawn: Outstanding,
    games: Vec<Option<Game>>,
    spent: Arc<AtomicU64>,
    /// The first of its games in which the game broke a promise, and how.
    broken: Option<(usize, String)>,
    /// Whether it is known to be late.
    is_late: bool,
}

impl Open {
    fn played(&self) -> Option<Vec<&Game>> {
        self.games.iter().map(Option::as_ref).collect()
    }

    /// Whether its batch waits for it and it is not played yet.
    fn is_awaited(&self) -> bool {
        !self.is_late && self.played().is_none()
    }

    /// Notes whether it is late, as far as its games have come.
    fn see(&mut self) {
        let spent = self.spent.load(Ordering::Relaxed);
        let played = state::fuel(self.games.iter().flatten());
        self.is_late = match self.played() {
            Some(_) => played > self.drawn.fuel_max,
            None => self.is_late || spent.max(played) > self.drawn.fuel_max,
        };
    }
}

/// The games of all rounds that were drawn and are not in the log as played.
#[derive(Default)]
pub(crate) struct RoundsInPlay {
    waiting: VecDeque<GameTask>,
    running: Vec<(Key, usize)>,
    rounds: BTreeMap<Key, Open>,
}

impl RoundsInPlay {
    pub(crate) fn knows(&self, key: Key) -> bool {
        self.rounds.contains_key(&key)
    }

    /// Takes in a round whose games come from elsewhere. One of a batch before the last is late, or that one would not have
    /// been drawn.
    pub(crate) fn expect(&mut self, drawn: Outstanding, batches: u32) {
        let (games, spent) = (vec![None; drawn.pairing.versions.len()], Arc::default());
        let is_late = drawn.batch < batches;
        let key = (drawn.batch, drawn.place);
        self.rounds.insert(key, Open { drawn, games, spent, broken: None, is_late });
        self.look(key);
    }

    /// Plays some games of such a round here, behind those that are there.
    pub(crate) fn play_here(&mut self, key: Key, open: &OpenRound, orders: Range<usize>) {
        let meeting = Arc::new(Meeting::new(open.clone()));
        let spent = &self.rounds[&key].spent;
        let task = |order| GameTask { key, order, meeting: Arc::clone(&meeting), spent: Arc::clone(spent) };
        self.waiting.extend(orders.map(task));
    }

    /// The share of the places for games that nothing here could begin in.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^53 games at a time")]
    pub(crate) fn room(&self, jobs: usize) -> f64 {
        let has_more = self.waiting.iter().any(|task| !self.is_late(task.key));
        let free = if has_more { 0 } else { jobs.saturating_sub(self.places_taken(jobs)) };
        free as f64 / jobs as f64
    }

    /// Waits until all running games have ended, and forgets everything.
    pub(crate) fn give_up(&mut self, ended: &Receiver<EndedGame>) {
        while !self.running.is_empty() {
            let EndedGame { key, order, .. } = ended.recv().expect("whoever plays has a sender");
            self.running.retain(|running| *running != (key, order));
        }
        *self = Self::default();
    }

    fn is_late(&self, key: Key) -> bool {
        self.rounds.get(&key).is_some_and(|round| round.is_late)
    }

    /// Games that run and are late.
    fn late(&self) -> usize {
        self.running.iter().filter(|(key, _)| self.is_late(*key)).count()
    }

    /// Games that take one of the places of those that are waited for.
    fn places_taken(&self, jobs: usize) -> usize {
        self.running.len() - self.late().min(late_max(jobs))
    }

    /// The next thing to do, with so many games at a time and some that are late beside them.
    pub(crate) fn next(&mut self, jobs: usize) -> Next {
        for place in 0..self.running.len() {
            self.look(self.running[place].0);
        }
        let waits = self.rounds.values().any(Open::is_awaited);
        let late_max = if waits { LATE_MAX } else { late_max(jobs) };
        let (is_free, is_free_beside) = (self.places_taken(jobs) < jobs, self.late() < late_max);
        let can_begin = |task: &GameTask| if self.is_late(task.key) { is_free_beside } else { is_free };
        if let Some(place) = self.waiting.iter().position(can_begin)
            && let Some(task) = self.waiting.remove(place)
        {
            self.running.push((task.key, task.order));
            return Next::Start(task);
        }
        if waits { Next::Wait } else { Next::Leave }
    }

    /// Takes in a game that has ended.
    pub(crate) fn ended(&mut self, key: Key, order: usize, game: Option<Game>) {
        self.running.retain(|running| *running != (key, order));
        if let Some(round) = self.rounds.get_mut(&key) {
            round.games[order] = game;
        }
        self.look(key);
    }

    /// Notes that the game, which is a file, broke a promise in a game of a round. It is void, and so will be the round.
    pub(crate) fn broke(&mut self, key: Key, order: usize, why: String) {
        if let Some(round) = self.rounds.get_mut(&key)
            && round.broken.as_ref().is_none_or(|(first, _)| order < *first)
        {
            round.broken = Some((order, why));
        }
    }

    /// The reason why a round is void that was played, if the game is broken.
    pub(crate) fn broken(&self, key: Key) -> Option<(usize, String)> {
        self.rounds.get(&key)?.broken.clone()
    }

    /// Notes what is known of a round now.
    fn look(&mut self, key: Key) {
        self.rounds.get_mut(&key).map(Open::see);
    }

    /// The rounds that are played and not late, by their batches, each with its place.
    pub(crate) fn played(&self) -> BTreeMap<u32, Vec<(usize, Vec<Game>)>> {
        self.played_if(|round| !round.is_late)
    }

    /// The rounds of the first batch that has any, if all of them are played.
    pub(crate) fn played_first(&self) -> BTreeMap<u32, Vec<(usize, Vec<Game>)>> {
        let first = self.rounds.keys().next().map(|(batch, _)| *batch);
        let is_first = |round: &Open| Some(round.drawn.batch) == first;
        let is_open = |round: &Open| is_first(round) && round.played().is_none();
        if self.rounds.values().any(is_open) { BTreeMap::new() } else { self.played_if(is_first) }
    }

    fn played_if(&self, is_it: impl Fn(&Open) -> bool) -> BTreeMap<u32, Vec<(usize, Vec<Game>)>> {
        let mut played = BTreeMap::<u32, Vec<_>>::new();
        for (&(batch, place), round) in self.rounds.iter().filter(|(_, round)| is_it(round)) {
            if let Some(games) = round.played() {
                played.entry(batch).or_default().push((place, games.into_iter().cloned().collect()));
            }
        }
        played
    }

    /// Whether nothing is to be played.
    pub(crate) fn is_empty(&self) -> bool {
        self.rounds.is_empty()
    }

    /// Forgets a round that is in the log.
    pub(crate) fn forget(&mut self, key: Key) {
        self.rounds.remove(&key);
    }
}

#[cfg(test)]
mod tests {
    use judge_core::phases::{EntrantId, Round};
    use judge_core::tournament::Name;
    use judge_play::Seed;

    use super::*;
    use crate::log::digest::Digest;
    use crate::log::event::Pairing;

    fn add(in_play: &mut RoundsInPlay, batch: u32, place: usize) {
        let name = || Name::new("anna").expect("it is a name");
        let round = Round::new(&["a", "b"], vec![EntrantId(0), EntrantId(1)], 1, Seed(1));
        let open = OpenRound { round, files: vec![(name(), Digest::default()), (name(), Digest::default())] };
        let pairing = Pairing { versions: [0, 1].into(), turn: 0, chance: 500, met: 0 };
        in_play.expect(Outstanding { batch, place, pairing, fuel_max: 100 }, batch);
        in_play.play_here((batch, place), &open, open.orders());
    }

    /// Starts what can be started.
    fn start(in_play: &mut RoundsInPlay) -> (Vec<GameTask>, bool) {
        let mut started = Vec::new();
        loop {
            match in_play.next(2) {
                Next::Start(task) => started.push(task),
                Next::Wait => return (started, true),
                Next::Leave => return (started, false),
            }
        }
    }

    fn places(tasks: &[GameTask]) -> Vec<Key> {
        tasks.iter().map(|task| task.key).collect()
    }

    fn end(in_play: &mut RoundsInPlay, key: Key, fuel: u64) {
        (0..2).for_each(|order| {
            in_play.ended(key, order, Some(Game { fuel: [fuel, 0].into(), ..Game::void(2) }));
        });
    }

    fn played(played: &BTreeMap<u32, Vec<(usize, Vec<Game>)>>) -> Vec<Key> {
        let of = |(batch, rounds): (&u32, &Vec<(usize, Vec<Game>)>)| {
            rounds.iter().map(|(place, _)| (*batch, *place)).collect::<Vec<Key>>()
        };
        played.iter().flat_map(of).collect()
    }

    #[test]
    fn a_round_that_uses_much_fuel_makes_room_for_the_next_and_is_not_waited_for() {
        let mut in_play = RoundsInPlay::default();
        (0..2).for_each(|place| add(&mut in_play, 1, place));
        let (first, waits) = start(&mut in_play);
        assert_eq!((places(&first), waits), (vec![(1, 0), (1, 0)], true));
        first[0].spent.fetch_add(100, Ordering::Relaxed);
        assert!(start(&mut in_play).0.is_empty(), "it has used no more than it may");
        first[1].spent.fetch_add(1, Ordering::Relaxed);
        let (second, waits) = start(&mut in_play);
        assert_eq!((places(&second), waits), (vec![(1, 1), (1, 1)], true));
        end(&mut in_play, (1, 1), 50);
        assert!(!start(&mut in_play).1);
        assert_eq!(played(&in_play.played()), [(1, 1)]);
        assert!(in_play.played_first().is_empty(), "the first is not played yet");
        in_play.forget((1, 1));
        end(&mut in_play, (1, 0), 51);
        assert!(in_play.played().is_empty(), "that it has ended sooner than it might have changes nothing");
        assert_eq!(played(&in_play.played_first()), [(1, 0)], "now nothing else is to be played");
    }

    #[test]
    fn which_rounds_count_next_does_not_depend_on_which_games_end_first() {
        let fuel = [10, 51, 50, 500];
        let orders = [[0, 1, 2, 3], [3, 1, 0, 2], [1, 3, 2, 0]];
        for order in orders {
            let mut in_play = RoundsInPlay::default();
            (0..4).for_each(|place| add(&mut in_play, 1, place));
            let counts = order.map(|place| {
                end(&mut in_play, (1, place), fuel[place]);
                start(&mut in_play).1
            });
            assert_eq!(played(&in_play.played()), [(1, 0), (1, 2)], "{counts:?}");
        }
    }

    #[test]
    fn those_that_are_late_have_two_places_beside_the_others() {
        let mut in_play = RoundsInPlay::default();
        (0..3).for_each(|place| add(&mut in_play, 1, place));
        let (first, _) = start(&mut in_play);
        first[0].spent.fetch_add(101, Ordering::Relaxed);
        let (second, _) = start(&mut in_play);
        assert_eq!(places(&second), [(1, 1), (1, 1)]);
        // There is no room beside for this one, too.
        second[0].spent.fetch_add(101, Ordering::Relaxed);
        assert!(start(&mut in_play).0.is_empty());
        end(&mut in_play, (1, 0), 101);
        let (third, waits) = start(&mut in_play);
        assert_eq!((places(&third), waits), (vec![(1, 2), (1, 2)], true));
    }
}
