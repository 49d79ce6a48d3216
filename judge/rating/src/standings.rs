//! Results of games in, contestants in order out.
//!
//! Points are integers, and the order is total: by points, or by points a game where
//! not all play equally many; disqualified contestants below all others; ties by the
//! points from the games that the tied played against one another, then by games won,
//! then by name. In a Swiss, where not
//! all met the same opponents, ties are broken by the opponents' points, and who is equal to
//! the end shares a place.

use judge_play::Fault;

use crate::{Disqualified, EntrantId, GameResult, Scored};

/// Whether a contestant is still in the tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is.
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
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// The order of the standings: by points, points a game, or the phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankedBy {
    /// Points.
    Points,
    /// Points by games played, where some play more games than others.
    PointsAGame,
    /// Points, and of equals the opponents' points, as in a Swiss: Buchholz without the least of them, then also without
    /// the most, then the games among the tied if all of them met, then these ratings (see [`Ratings::tenths`]).
    ///
    /// A round without an opponent who counts, as it was a bye or the other is disqualified, counts as one against
    /// somebody with as many points as oneself: FIDE's dummy opponent (Handbook C.07, Tie-Break Regulations).
    ///
    /// [`Ratings::tenths`]: crate::Ratings::tenths
    Buchholz(Vec<Option<i64>>),
    /// The phases, which have given each contestant its place, from 1.
    Places(Vec<usize>),
}

/// What a contestant stands by, least first: its place if phases have decided it; whether it is out; its points; those of its
/// opponents without the least, and also without the most; points among the tied; games won, or its rating; and its name.
pub(crate) type Key = [i128; 8];

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
            self.standings[id.0].add(number, seat, scored, self.disqualified.has(*id));
            for other in &scored.seating {
                self.encounters[id.0][other.0] += scored.seats.as_ref().map_or(0, |seats| seats[seat].points);
                let begins = scored.fixture.order == 0 && (id != other || scored.seating.len() == 1);
                self.met[id.0][other.0] += u32::from(begins);
            }
        }
    }

    /// The contestants in order.
    #[must_use]
    pub fn standings(self, order: &RankedBy) -> Vec<Standing> {
        let everybody: Vec<usize> = (0..self.standings.len()).collect();
        let mut ranked = self.ranked(order, &everybody);
        for place in 0..ranked.len() {
            let is_level = place > 0 && ranked[place].0 == ranked[place - 1].0;
            ranked[place].1.rank = if is_level { ranked[place - 1].1.rank } else { place + 1 };
        }
        ranked.into_iter().map(|(_, standing)| standing).collect()
    }

    /// Some contestants in order, each with what it stands by; their ranks are not set.
    pub(crate) fn ranked(mut self, order: &RankedBy, among: &[usize]) -> Vec<(Key, Standing)> {
        if let RankedBy::Buchholz(_) = order {
            for &id in among {
                self.standings[id].buchholz = Some(self.buchholz(id));
            }
        }
        let keys = self.keys(order, among);
        let mut ranked: Vec<(Key, Standing)> =
            keys.into_iter().zip(among).map(|(key, &id)| (key, self.standings[id].clone())).collect();
        // Ids are by name.
        ranked.sort_by_key(|(key, standing)| (*key, standing.entrant));
        ranked
    }

    /// What each of some contestants stands by.
    fn keys(&self, order: &RankedBy, among: &[usize]) -> Vec<Key> {
        let merit = |id: usize| {
            let standing = &self.standings[id];
            let points = match order {
                RankedBy::PointsAGame => a_game(standing.points, standing.played),
                _ => standing.points.into(),
            };
            let [cut, median] = standing.buchholz.unwrap_or_default();
            [i128::from(self.disqualified.has(EntrantId(id))), -points, -i128::from(cut), -i128::from(median)]
        };
        let merits: Vec<_> = among.iter().map(|&id| merit(id)).collect();
        let mutual = |at: usize| -> i128 {
            let tied: Vec<usize> = among
                .iter()
                .zip(&merits)
                .filter(|(_, merit)| **merit == merits[at])
                .map(|(id, _)| *id)
                .collect();
            let have_met = |&one: &usize| tied.iter().all(|&other| other == one || self.met[one][other] > 0);
            let counts = !matches!(order, RankedBy::Buchholz(_)) || tied.iter().all(have_met);
            let others = tied.iter().filter(|&&other| counts && other != among[at]);
            others.map(|&other| i128::from(self.encounters[among[at]][other])).sum()
        };
        let key = |(at, &id): (usize, &usize)| {
            let won = -i128::from(self.standings[id].won);
            let (place, last, name) = match order {
                RankedBy::Points | RankedBy::PointsAGame => (0, won, id),
                RankedBy::Buchholz(ratings) => (0, -i128::from(ratings[id].unwrap_or(i64::MIN)), 0),
                RankedBy::Places(places) => return [places[id] as i128, 0, 0, 0, 0, 0, 0, 0],
            };
            let [out, points, cut, median] = merits[at];
            [place, out, points, cut, median, -mutual(at), last, name as i128]
        };
        among.iter().enumerate().map(key).collect()
    }

    /// The sums of the opponents' points: without the least of them, and also without the most.
    fn buchholz(&self, id: usize) -> [u64; 2] {
        let of = |other: usize| {
            let counts = !self.disqualified.has(EntrantId(other));
            self.standings[if counts { other } else { id }].points
        };
        let rounds = (0..).zip(&self.met[id]);
        let mut points: Vec<u64> =
            rounds.flat_map(|(other, &rounds)| (0..rounds).map(move |_| other)).map(of).collect();
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
        Self {
            rank: 0,
            entrant,
            points: 0,
            buchholz: None,
            played: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            faults: 0,
            status,
            turns: 0,
            fuel: 0,
        }
    }

    /// Fuel a turn, rounded down; 0 if there was no turn.
    #[must_use]
    pub fn fuel_per_turn_mean(&self) -> u64 {
        self.fuel.checked_div(self.turns).unwrap_or(0)
    }

    /// Whether it was disqualified.
    #[must_use]
    pub fn is_disqualified(&self) -> bool {
        !matches!(self.status, Status::Ranked)
    }

    fn add(&mut self, game: usize, seat: usize, scored: &Scored<'_>, disqualified: bool) {
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
            if disqualified {
                self.status = Status::Disqualified { game, fault: Box::new(fault.clone()) };
            }
        }
    }
}
