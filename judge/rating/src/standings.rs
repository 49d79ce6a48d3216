//! Results of games in, contestants in order out.
//!
//! Points are integers, and the order is total: by points, or by points a game where
//! not all play equally many; disqualified contestants below all others; ties by the
//! points from the games that the tied played against one another, then by games won,
//! then by name. In a Swiss, where not
//! all met the same opponents, ties are broken by the opponents' points, and who is equal to
//! the end shares a place.

use judge_play::Fault;
use serde::{Deserialize, Serialize};

use crate::{Disqualified, EntrantId, GameResult, Scored};

/// Whether a contestant is still in the tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// It is.
    #[default]
    Ranked,
    /// It was disqualified, for a fault in a game.
    Disqualified {
        /// The game's number, from 1.
        game: usize,
        /// Its fault.
        fault: Box<Fault>,
    },
    /// The organiser excluded it.
    Excluded,
}

/// One contestant's line of the standings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Place, from 1; only in a Swiss do contestants share one.
    pub rank: usize,
    /// The contestant.
    pub entrant: EntrantId,
    /// 2 for a win and 1 for a draw; at larger tables 2 for each seat beaten, 1 for each tied with.
    pub points: u64,
    /// The sums of its opponents' points that order equals in a Swiss: without the least, and also without the most.
    pub buchholz: Option<[u64; 2]>,
    /// Games that count.
    pub played: u64,
    /// Games in which nobody did better, and somebody worse.
    pub won: u64,
    /// Games in which everybody did equally well.
    pub drawn: u64,
    /// Games in which somebody did better, or that the contestant forfeited.
    pub lost: u64,
    /// Faults committed.
    pub faults: u64,
    /// Whether it is still in.
    pub status: Status,
    /// Turns with an answer, or that ran out of fuel, in games that were played.
    pub turns: u64,
    /// Fuel it spent on them.
    pub fuel: u64,
}

/// The order of the standings: by points, or the phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankedBy {
    /// Points.
    Points {
        /// Whether it is points a game that count, as not all play equally many.
        is_by_game: bool,
        /// Whether not all meet: points among the tied count only if they have, and who is equal to the end shares a place.
        is_swiss: bool,
        /// What parts equals, one after the other.
        ties: Vec<Tie>,
        /// The contestants' ratings: see `Ratings::tenths`.
        ratings: Vec<Option<i64>>,
    },
    /// The phases, which have given each contestant its place, from 1.
    Places(Vec<usize>),
}

/// What parts equals by points: the more of it, the better.
///
/// A round without an opponent who counts, as it was a bye or the other is disqualified, counts as one against
/// somebody with as many points as oneself: FIDE's dummy opponent (Handbook C.07, Tie-Break Regulations).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// Points among the tied; in a Swiss if all of them have met.
    HeadToHead,
    /// The sum of the opponents' points, without the least.
    #[serde(rename = "buchholz-cut-1")]
    BuchholzCut1,
    /// The same, without the most, too.
    BuchholzMedian,
    /// The sum of each opponent's points, times the points made against it.
    SonnebornBerger,
    /// Games won.
    Wins,
    /// The rating.
    Rating,
}

/// What a contestant stands by, least first: its place if phases have decided it; otherwise whether it is out, its points, and
/// what parts equals by points.
pub(crate) type Key = Vec<i128>;

/// The sums of a tournament's games, which come one by one.
pub struct Sums {
    pub(crate) standings: Vec<Standing>,
    encounters: Vec<Vec<u64>>,
    /// Rounds that each had with each other; with itself those that it sat out.
    pub(crate) met: Vec<Vec<u32>>,
    /// The contestants that are disqualified.
    pub(crate) disqualified: Disqualified,
}

impl Sums {
    /// The sums of no game, in a tournament at whose end those are disqualified who are `out`.
    #[must_use]
    pub fn new(disqualified: &Disqualified) -> Self {
        let contestants = disqualified.contestants();
        let standing = |id| Standing::new(EntrantId(id), disqualified);
        let standings = (0..contestants).map(standing).collect();
        let (encounters, met) =
            (vec![vec![0; contestants]; contestants], vec![vec![0; contestants]; contestants]);
        Self { standings, encounters, met, disqualified: disqualified.clone() }
    }

    /// Adds the next game, which has this number.
    pub fn add(&mut self, number: usize, scored: &Scored<'_>) {
        for (seat, id) in scored.seating.iter().enumerate() {
            self.standings[id.0].add(number, seat, scored, &self.disqualified);
            // Who sits out meets itself.
            for other in scored.seating.iter().filter(|other| *other != id || scored.seating.len() == 1) {
                self.encounters[id.0][other.0] += scored.seats.as_ref().map_or(0, |seats| seats[seat].points);
                self.met[id.0][other.0] += u32::from(scored.fixture.order == 0);
            }
        }
    }

    /// The contestants in order.
    #[must_use]
    pub fn standings(self, order: &RankedBy) -> Vec<Standing> {
        let everybody: Vec<usize> = (0..self.standings.len()).collect();
        let shares = !matches!(order, RankedBy::Points { is_swiss: false, .. });
        let mut ranked = self.ranked(order, &everybody);
        for place in 0..ranked.len() {
            let is_level = shares && place > 0 && ranked[place].0 == ranked[place - 1].0;
            ranked[place].1.rank = if is_level { ranked[place - 1].1.rank } else { place + 1 };
        }
        ranked.into_iter().map(|(_, standing)| standing).collect()
    }

    /// Some contestants in order, each with what it stands by; their ranks are not set.
    pub(crate) fn ranked(self, order: &RankedBy, among: &[usize]) -> Vec<(Key, Standing)> {
        let is_shown = |tie: &Tie| matches!(tie, Tie::BuchholzCut1 | Tie::BuchholzMedian);
        let has_sums = matches!(order, RankedBy::Points { ties, .. } if ties.iter().any(is_shown));
        let with_key = |(key, &id): (Key, &usize)| {
            let buchholz = has_sums.then(|| self.buchholz(id));
            (key, Standing { buchholz, ..self.standings[id].clone() })
        };
        let mut ranked: Vec<_> = self.keys(order, among).into_iter().zip(among).map(with_key).collect();
        // Ids are by name.
        ranked.sort_by(|(one, of), (other, than)| (one, of.entrant).cmp(&(other, than.entrant)));
        ranked
    }

    /// What each of some contestants stands by.
    fn keys(&self, order: &RankedBy, among: &[usize]) -> Vec<Key> {
        let (is_by_game, is_swiss, ties, ratings) = match order {
            RankedBy::Places(places) => return among.iter().map(|&id| vec![places[id] as i128]).collect(),
            RankedBy::Points { is_by_game, is_swiss, ties, ratings } => {
                (*is_by_game, *is_swiss, ties, ratings)
            }
        };
        let key = |&id: &usize| {
            let Standing { points, played, .. } = self.standings[id];
            let points = if is_by_game { a_game(points, played) } else { points.into() };
            vec![i128::from(self.disqualified.has(EntrantId(id))), -points]
        };
        let mut keys: Vec<Key> = among.iter().map(key).collect();
        for tie in ties {
            let value = |at: usize| -> i128 {
                let id = among[at];
                match tie {
                    Tie::HeadToHead => self.mutual(is_swiss, among, &keys, at),
                    Tie::BuchholzCut1 => self.buchholz(id)[0].into(),
                    Tie::BuchholzMedian => self.buchholz(id)[1].into(),
                    Tie::SonnebornBerger => self.sonneborn_berger(id).into(),
                    Tie::Wins => self.standings[id].won.into(),
                    Tie::Rating => ratings[id].unwrap_or(i64::MIN).into(),
                }
            };
            let values: Vec<i128> = (0..among.len()).map(value).collect();
            keys.iter_mut().zip(values).for_each(|(key, value)| key.push(-value));
        }
        keys
    }

    /// The points of one from the games among those who are tied with it; in a Swiss only if all of them have met.
    fn mutual(&self, is_swiss: bool, among: &[usize], keys: &[Key], at: usize) -> i128 {
        let tied: Vec<usize> =
            (0..keys.len()).filter(|&of| keys[of] == keys[at]).map(|of| among[of]).collect();
        let have_met = |&one: &usize| tied.iter().all(|&other| other == one || self.met[one][other] > 0);
        let counts = !is_swiss || tied.iter().all(have_met);
        let others = tied.iter().filter(|&&other| counts && other != among[at]);
        others.map(|&other| i128::from(self.encounters[among[at]][other])).sum()
    }

    /// The points of an opponent as they count for one: its own, if the other does not count.
    fn points_of(&self, id: usize, other: usize) -> u64 {
        self.standings[if self.disqualified.has(EntrantId(other)) { id } else { other }].points
    }

    /// The sum of the opponents' points, each times the points made against it; a bye is made against oneself.
    fn sonneborn_berger(&self, id: usize) -> u64 {
        let made = self.encounters[id].iter().enumerate();
        made.map(|(other, points)| points * self.points_of(id, other)).sum()
    }

    /// The sums of the opponents' points: without the least of them, and also without the most.
    fn buchholz(&self, id: usize) -> [u64; 2] {
        let rounds = (0..).zip(&self.met[id]);
        let others = rounds.flat_map(|(other, &rounds)| (0..rounds).map(move |_| other));
        let mut points: Vec<u64> = others.map(|other| self.points_of(id, other)).collect();
        points.sort_unstable();
        let sum = |points: &[u64]| points.iter().sum();
        let cut = points.get(1..).unwrap_or_default();
        [sum(cut), sum(cut.split_last().map_or(&[], |(_, median)| median))]
    }
}

/// A sum by games played, in units so small that two shares are equal only if they are the same.
pub(crate) fn a_game(sum: u64, played: u64) -> i128 {
    // Games are counted to some ten millions, so two shares differ by more than a unit.
    const UNITS: i128 = 1 << 64;
    i128::from(sum) * UNITS / i128::from(played.max(1))
}

impl Standing {
    fn new(entrant: EntrantId, disqualified: &Disqualified) -> Self {
        let status = if disqualified.is_excluded(entrant) { Status::Excluded } else { Status::Ranked };
        Self { entrant, status, ..Self::default() }
    }

    /// Fuel a turn, rounded down; 0 if there was no turn.
    #[must_use]
    pub fn fuel_per_turn_mean(&self) -> u64 {
        self.fuel.checked_div(self.turns).unwrap_or(0)
    }

    fn add(&mut self, game: usize, seat: usize, scored: &Scored<'_>, disqualified: &Disqualified) {
        if let Some(seats) = &scored.seats {
            self.points += seats[seat].points;
            if *scored.result == GameResult::Bye {
                return;
            }
            self.played += 1;
            self.won += u64::from(seats[seat].won);
            self.drawn += u64::from(seats[seat].drawn);
            self.lost += u64::from(!seats[seat].won && !seats[seat].drawn);
        }
        let GameResult::Played(record) = scored.result else { return };
        let thought = record.thought[seat];
        self.turns += u64::from(thought.turns);
        self.fuel = self.fuel.saturating_add(thought.fuel);
        for fault in record.faults.iter().filter(|fault| fault.seat.index() == seat) {
            self.faults += 1;
            if disqualified.has(self.entrant) {
                self.status = Status::Disqualified { game, fault: Box::new(fault.clone()) };
            }
        }
    }
}
