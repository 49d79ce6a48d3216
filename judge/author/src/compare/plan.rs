//! The games of a round of a comparison: its number in, the players by seat out, and the results of the games.

use judge_play::Seed;

use super::tally::{EndedGame, RoundPoints, Scale};
use judge_core::phases::{EntrantId, Fixture, Round, points_against};

/// The sides of a comparison, and their tables.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The two sides.
    pub sides: [EntrantId; 2],
    /// Opponents that both sides meet; if there are none, they meet one another.
    pub against: Vec<EntrantId>,
    /// Players at a table.
    pub seats: usize,
    /// The source of all random numbers.
    pub seed: Seed,
}

/// The player of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    First,
    Second,
    Opponent,
}

/// One game of a round.
#[derive(Clone, Debug)]
pub(super) struct PlannedGame {
    round: Round,
    order: usize,
    /// By seat.
    who: Vec<Who>,
}

impl PlannedGame {
    /// The game as a schedule has it.
    pub(super) fn fixture(&self) -> Fixture<'_> {
        Fixture { round: &self.round, order: self.order }
    }
}

impl Plan {
    /// The scores that a round can have.
    ///
    /// # Panics
    /// If the tables of a round have millions of seats.
    pub(super) fn scale(&self) -> Scale {
        let seats = u32::try_from(self.seats).expect("a table has few seats");
        let opponents = u32::try_from(self.against.len()).expect("there are few opponents");
        if opponents == 0 {
            let of_first = seats.div_ceil(2);
            Scale { steps: 2 * 2 * of_first * (seats - of_first), beyond: 0 }
        } else {
            // Even, and what the one has more than the other, each of them from 0 to 1: so scores from −½ to 1½.
            let steps = opponents * seats * 2 * (seats - 1);
            Scale { steps, beyond: steps / 2 }
        }
    }

    /// The games of the round with this number, from 0.
    pub(super) fn games(&self, number: u32) -> Vec<PlannedGame> {
        if self.against.is_empty() { self.direct(number) } else { self.by_opponents(number) }
    }

    /// Two games with the sides in turn around the table, each beginning once.
    fn direct(&self, number: u32) -> Vec<PlannedGame> {
        let seed = self.seed.derive(&["compare", &number.to_string()]);
        let game = |order: usize| {
            let is_first = |seat: usize| (seat + order).is_multiple_of(2);
            let of_seat = |seat| if is_first(seat) { Who::First } else { Who::Second };
            let who: Vec<Who> = (0..self.seats).map(of_seat).collect();
            let mut pairing: Vec<EntrantId> =
                who.iter().map(|who| self.sides[usize::from(*who == Who::Second)]).collect();
            pairing.rotate_right(order);
            PlannedGame { round: Round { number: number + 1, pairing, seed, bye: 0 }, order, who }
        };
        (0..2).map(game).collect()
    }

    /// For each opponent and each side a game in every seat; the others at the table are the opponents after that one.
    fn by_opponents(&self, number: u32) -> Vec<PlannedGame> {
        let mut games = Vec::new();
        for opponent in 0..self.against.len() {
            // The same for both sides, so that what is luck is the same for both.
            let seed = self.seed.derive(&["compare", &number.to_string(), &opponent.to_string()]);
            let others = self.against.iter().cycle().skip(opponent).take(self.seats - 1);
            for (side, who) in self.sides.into_iter().zip([Who::First, Who::Second]) {
                let pairing: Vec<EntrantId> = [side].into_iter().chain(others.clone().copied()).collect();
                for order in 0..self.seats {
                    let mut seated = vec![Who::Opponent; self.seats];
                    seated[0] = who;
                    seated.rotate_left(order);
                    let round = Round { number: number + 1, pairing: pairing.clone(), seed, bye: 0 };
                    games.push(PlannedGame { round, order, who: seated });
                }
            }
        }
        games
    }

    /// The result of a round: the ranks and transcripts of its games, in their order.
    ///
    /// # Panics
    /// If these are not all games of the round.
    pub(super) fn points(&self, games: &[PlannedGame], ended: Vec<EndedGame>) -> RoundPoints {
        assert_eq!(games.len(), ended.len(), "a round is whole");
        let (mut first, mut second) = (0, 0);
        for (game, (ranks, _)) in games.iter().zip(&ended) {
            let seats = || game.who.iter().zip(ranks);
            for (who, rank) in seats().filter(|(who, _)| **who != Who::Opponent) {
                let others = seats().filter(|(other, _)| *other != who);
                let halves: u64 = others.map(|(_, other)| points_against(*rank, Some(*other))).sum();
                *if *who == Who::First { &mut first } else { &mut second } += halves;
            }
        }
        let most = u64::from(self.scale().steps);
        let steps = if self.against.is_empty() { first } else { most + first - second };
        RoundPoints { steps: u32::try_from(steps).expect("a round has few points"), games: ended }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(seats: usize, opponents: usize) -> Plan {
        let against = (2..2 + opponents).map(EntrantId).collect();
        Plan { sides: [EntrantId(0), EntrantId(1)], against, seats, seed: Seed(1) }
    }

    fn seatings(plan: &Plan) -> Vec<Vec<usize>> {
        let ids = |game: &PlannedGame| game.fixture().seating().iter().map(|id| id.0).collect();
        plan.games(0).iter().map(ids).collect()
    }

    /// The score of a round in which the seats of `best` beat opponents, and these the others, in steps.
    fn steps(plan: &Plan, best: Who) -> u32 {
        let games = plan.games(0);
        let rank = |who: &Who| match who {
            who if *who == best => 1,
            Who::Opponent => 2,
            Who::First | Who::Second => 3,
        };
        let ended: Vec<_> = games.iter().map(|game| (game.who.iter().map(rank).collect(), [0; 32])).collect();
        plan.points(&games, ended).steps
    }

    #[test]
    fn two_sides_take_turns_around_the_table() {
        assert_eq!(seatings(&plan(2, 0)), [[0, 1], [1, 0]]);
        assert_eq!(seatings(&plan(3, 0)), [[0, 1, 0], [1, 0, 1]]);
        assert_eq!(seatings(&plan(4, 0)), [[0, 1, 0, 1], [1, 0, 1, 0]]);
    }

    #[test]
    fn opponents_meet_both_sides_in_every_seat() {
        assert_eq!(seatings(&plan(2, 1)), [[0, 2], [2, 0], [1, 2], [2, 1]]);
        let three = seatings(&plan(3, 2));
        assert_eq!(three[..4], [[0, 2, 3], [2, 3, 0], [3, 0, 2], [1, 2, 3]]);
        assert_eq!((three.len(), &three[6]), (12, &vec![0, 3, 2]));
    }

    #[test]
    fn both_sides_meet_an_opponent_with_the_same_luck() {
        let games = plan(2, 2).games(5);
        let seeds: Vec<_> = games.iter().map(|game| game.fixture().seeds()).collect();
        assert_eq!(seeds[..2], seeds[2..4]);
        assert_ne!(seeds[0], seeds[4], "each opponent has an opening of its own");
    }

    #[test]
    fn scores_reach_both_ends_of_the_scale() {
        for seats in 2..=8 {
            let direct = plan(seats, 0);
            let most = direct.scale().steps;
            assert_eq!((steps(&direct, Who::First), steps(&direct, Who::Second)), (most, 0), "{seats} seats");
            for opponents in 1..=3 {
                let plan = plan(seats, opponents);
                let most = plan.scale().steps;
                let found = [Who::First, Who::Second, Who::Opponent].map(|who| steps(&plan, who));
                assert_eq!(found, [2 * most, 0, most], "{seats} seats, {opponents} opponents");
            }
        }
    }
}
