//! Results of games in, contestants in order out.
//!
//! Points are integers, and the order is total: by points, or by points a game where
//! not all play equally many; disqualified contestants below all others; ties by the
//! points from the games that the tied played against one another, then by games won,
//! then by name.

use std::cmp::Reverse;

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
    /// Place, from 1; no two contestants share one.
    pub rank: usize,
    /// The contestant.
    pub entrant: EntrantId,
    /// 2 for a win and 1 for a draw; at larger tables 2 for each seat beaten, 1 for each tied with.
    pub points: u64,
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

/// The order of the standings: by points, points a game, or the format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankedBy {
    /// Points.
    Points,
    /// Points by games played, where some play more games than others.
    PointsAGame,
    /// The format itself, which has this order.
    Places(Vec<EntrantId>),
}

/// The sums of a tournament's games, which come one by one.
pub struct Sums {
    standings: Vec<Standing>,
    encounters: Vec<Vec<u64>>,
    /// The contestants that are disqualified.
    disqualified: Disqualified,
}

impl Sums {
    /// The sums of no game, in a tournament at whose end those are disqualified who are `out`.
    #[must_use]
    pub fn new(disqualified: &Disqualified) -> Self {
        let contestants = disqualified.contestants();
        let standing = |id| Standing::new(EntrantId(id), disqualified);
        let standings = (0..contestants).map(standing).collect();
        let encounters = vec![vec![0; contestants]; contestants];
        Self { standings, encounters, disqualified: disqualified.clone() }
    }

    /// Adds the next game, which has this number.
    pub fn add(&mut self, number: usize, scored: &Scored<'_>) {
        for (seat, id) in scored.seating.iter().enumerate() {
            self.standings[id.0].add(number, seat, scored, self.disqualified.has(*id));
            for other in &scored.seating {
                self.encounters[id.0][other.0] += scored.seats.as_ref().map_or(0, |seats| seats[seat].points);
            }
        }
    }

    /// The contestants in order.
    #[must_use]
    pub fn standings(mut self, order: &RankedBy) -> Vec<Standing> {
        let merit = match order {
            RankedBy::PointsAGame => Standing::points_a_game,
            RankedBy::Points | RankedBy::Places(_) => |standing: &Standing| standing.points.into(),
        };
        sort(&mut self.standings, &self.encounters, merit);
        if let RankedBy::Places(places) = order {
            self.standings.sort_by_key(|standing| places.iter().position(|id| *id == standing.entrant));
        }
        for (rank, standing) in (1..).zip(&mut self.standings) {
            standing.rank = rank;
        }
        self.standings
    }
}

impl Standing {
    fn new(entrant: EntrantId, disqualified: &Disqualified) -> Self {
        let (points, played, won, drawn, lost, faults) = (0, 0, 0, 0, 0, 0);
        let status = if disqualified.is_excluded(entrant) { Status::Excluded } else { Status::Ranked };
        Self { rank: 0, entrant, points, played, won, drawn, lost, faults, status, turns: 0, fuel: 0 }
    }

    /// Fuel a turn, rounded down; 0 if there was no turn.
    #[must_use]
    pub fn fuel_per_turn_mean(&self) -> u64 {
        self.fuel.checked_div(self.turns).unwrap_or(0)
    }

    /// Points a game in units so small that two shares of points are equal only if they are the same.
    fn points_a_game(&self) -> u128 {
        // Games are counted to some ten millions, so two shares differ by more than a unit.
        const UNITS: u128 = 1 << 64;
        u128::from(self.points) * UNITS / u128::from(self.played.max(1))
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

fn sort(standings: &mut [Standing], encounters: &[Vec<u64>], merit: fn(&Standing) -> u128) {
    let group = |standing: &Standing| (standing.is_disqualified(), Reverse(merit(standing)));
    let groups: Vec<_> = standings.iter().map(group).collect();
    // Standings are by id here, and ids are by name.
    let among_the_tied = |id: usize| -> u64 {
        (0..groups.len())
            .filter(|&other| groups[other] == groups[id])
            .map(|other| encounters[id][other])
            .sum()
    };
    let mutual: Vec<u64> = (0..groups.len()).map(among_the_tied).collect();
    standings.sort_by_key(|standing| {
        let id = standing.entrant.0;
        (groups[id], Reverse(mutual[id]), Reverse(standing.won), id)
    });
}
