//! What workers may cost, and what each of them gets. Pure: times come in and decisions come out. They decide who plays a
//! round, and never what comes of it.
//!
//! All time that goes to workers is paid from one purse: while this machine has nothing to play and waits for them, and
//! while parts are laid out and taken in. Into the purse comes a share of all time, and what this machine would have
//! needed for what they played. When it is empty nobody is waited for, and nobody gets anything. So workers cost no
//! more than that share, however many they are, and whatever they call themselves.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use judge_core::tournament::{Name, Share};

use crate::workers::part::{GAMES_MAX, TRIAL};

/// Seconds that the purse has at the beginning, and keeps of the share of all time at the most.
const BURST: f64 = 1.0;
/// Seconds that a part may come late, since it has a way to go.
const GRACE: f64 = 0.2;
/// A part may cost so many times what its games take here, one after the other, beside that.
const MULTIPLE: f64 = 2.0;
/// What a game takes beside its bots, as fuel.
const GAME_FUEL: f64 = 500_000.0;
/// The weight of what was measured before, with each further game.
const MEMORY: f64 = 0.98;
/// Parts of a batch for such workers.
const TRIALS: usize = 4;
/// A batch is cut into so many parts, if those who play them may have as much.
const PARTS: usize = 16;
/// A late part weighs as much as so many others, in the record of a worker.
const LATE_WEIGHT: u32 = 8;
/// The rest of a worker after the first late part. Each further one doubles it.
const REST: Duration = Duration::from_secs(10);
/// The doublings of it: its longest is over ten minutes.
const DOUBLINGS_MAX: u32 = 6;

/// The purse, and the records of all workers.
pub(super) struct Allotment {
    /// The share of all time.
    wait: f64,
    jobs: f64,
    purse: f64,
    since: Instant,
    /// The share of this machine that has waited since then.
    waiting: f64,
    /// Seconds that it has waited in all.
    pub(super) waited: f64,
    /// Seconds of games here, and their weight.
    pace: [f64; 2],
    /// Workers that have played a part have a record of their own. All others have one: whoever can call itself what it
    /// likes gains nothing by another name.
    records: BTreeMap<Option<Name>, WorkerRecord>,
}

struct WorkerRecord {
    rounds: usize,
    /// What its late parts weigh.
    late: u32,
    rests_until: Option<Instant>,
}

impl Default for WorkerRecord {
    fn default() -> Self {
        Self { rounds: TRIAL, late: 0, rests_until: None }
    }
}

/// Whether a part is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waiting {
    /// It is.
    Goes,
    /// The purse is empty.
    Ends,
    /// It has cost as much as its games allow.
    TooLong,
}

impl Allotment {
    /// An allotment in which workers cost this share of all time, on a machine that plays so many games at a time.
    pub(super) fn new(wait: Share, jobs: usize, now: Instant) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^53 games at a time")]
        let jobs = jobs.max(1) as f64;
        let wait = f64::from(wait.millionths()) / f64::from(Share::ALL.millionths());
        let (waiting, waited, pace, records) = Default::default();
        Self { wait, jobs, purse: BURST, since: now, waiting, waited, pace, records }
    }

    /// Whether there is no bound, as all time may go to workers.
    fn is_unbounded(&self) -> bool {
        self.wait >= 1.0
    }

    /// Notes that time has passed, and which share of this machine waits from now on.
    pub(super) fn passes(&mut self, now: Instant, waiting: f64) {
        let time = now.duration_since(self.since).as_secs_f64();
        self.waited += self.waiting * time;
        // What is not needed of the share is not kept; what workers save is.
        let most = self.purse.max(BURST);
        self.purse = (self.purse + (self.wait - self.waiting) * time).min(most);
        (self.since, self.waiting) = (now, waiting);
    }

    /// Takes time from the purse that went to laying out parts, or to taking them in.
    pub(super) fn spends(&mut self, time: Duration) {
        self.purse -= time.as_secs_f64();
    }

    /// Notes how long a game took here.
    pub(super) fn measures(&mut self, took: Duration, fuel: u64) {
        for (sum, now) in self.pace.iter_mut().zip([took.as_secs_f64(), weight(1, fuel)]) {
            *sum = MEMORY * *sum + now;
        }
    }

    /// Seconds that so many games of so much fuel in all take here, one after the other.
    fn here(&self, games: usize, fuel: u64) -> f64 {
        let [seconds, measured] = self.pace;
        if measured > 0.0 { weight(games, fuel) * seconds / measured } else { 0.0 }
    }

    fn who(&self, worker: &Name) -> Option<Name> {
        self.records.contains_key(&Some(worker.clone())).then(|| worker.clone())
    }

    /// Rounds that a worker may take at a time; none while it rests.
    pub(super) fn rounds(&self, worker: &Name, now: Instant) -> usize {
        self.records.get(&self.who(worker)).map_or(TRIAL, |record| record.rounds(now))
    }

    /// The sizes of the parts into which so many rounds are cut, each of at most so many. What is left is played here.
    pub(super) fn parts(&self, rounds: usize, most: usize, now: Instant) -> Vec<usize> {
        let (mut parts, mut left) = (Vec::new(), rounds);
        if self.purse <= 0.0 && !self.is_unbounded() {
            return parts;
        }
        let most = rounds.div_ceil(PARTS).clamp(1, most);
        let proven = self.records.iter().filter(|(who, _)| who.is_some());
        let proven: Vec<usize> = proven.map(|(_, record)| record.rounds(now).min(most)).collect();
        let trial = self.records.get(&None).map_or(TRIAL, |record| record.rounds(now));
        for place in 0..PARTS {
            let trial = if place < TRIALS { trial } else { 0 };
            for size in proven.iter().copied().chain([trial]).filter(|&size| size > 0) {
                let size = size.min(left);
                left -= size;
                parts.extend((size > 0).then_some(size));
            }
        }
        parts
    }

    /// Whether a part of so much is waited for that was taken when this machine had waited so long in all.
    pub(super) fn waits_for(&self, games: usize, fuel: u64, since: f64) -> Waiting {
        let waited = self.waited - since;
        match () {
            () if self.is_unbounded() || waited <= 0.0 => Waiting::Goes,
            () if waited > GRACE + MULTIPLE * self.here(games, fuel) => Waiting::TooLong,
            () if self.purse <= 0.0 => Waiting::Ends,
            () => Waiting::Goes,
        }
    }

    /// Notes that a worker has played a part, of which so many games did not have to be played here.
    pub(super) fn was_played(&mut self, worker: &Name, games: usize, fuel: u64) {
        self.purse += self.here(games, fuel) / self.jobs;
        let record = self.records.entry(Some(worker.clone())).or_default();
        record.late = record.late.saturating_sub(1);
        record.rounds = (2 * record.rounds).min(GAMES_MAX);
    }

    /// Notes that nobody waited for its part any more: the next one is smaller.
    pub(super) fn was_cut_off(&mut self, worker: &Name) {
        let record = self.records.entry(self.who(worker)).or_default();
        record.rounds = (record.rounds / 2).max(1);
    }

    /// Notes that a part came late, or not all of it: its worker rests, the longer the more often that was so.
    pub(super) fn was_late(&mut self, worker: &Name, now: Instant) {
        self.was_cut_off(worker);
        let record = self.records.get_mut(&self.who(worker)).expect("it was made just now");
        // Parts that it took before it was to rest are no more than one.
        if record.rounds(now) > 0 {
            record.late = (record.late + LATE_WEIGHT).min(LATE_WEIGHT * (DOUBLINGS_MAX + 1));
            let doublings = (record.late / LATE_WEIGHT).saturating_sub(1);
            record.rests_until = Some(now + REST * 2_u32.pow(doublings));
        }
    }
}

impl WorkerRecord {
    fn rounds(&self, now: Instant) -> usize {
        if self.rests_until.is_some_and(|until| now < until) { 0 } else { self.rounds }
    }
}

/// The fuel of so many games, with what they take beside it.
#[expect(clippy::cast_precision_loss, reason = "to a thousandth is enough")]
fn weight(games: usize, fuel: u64) -> f64 {
    fuel as f64 + GAME_FUEL * games as f64
}

#[cfg(test)]
mod tests;
