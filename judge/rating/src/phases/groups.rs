//! Groups: contestants by their seeding into groups that each play a round-robin, and the best of each into a knockout.

use serde::Serialize;

use super::seats::{Member, seats};
use super::tables::{choices, rounds_of};
use super::{EntrantId, Round};
use judge_play::Seed;

/// How many groups there are, and how many of each go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Groups {
    /// The number of groups.
    pub number: u32,
    /// How many of each go on into the knockout, if they are not disqualified before.
    pub go_on: u32,
}

impl Groups {
    /// How many contestants a group has where nobody says how many groups there are, or more.
    const SIZE_USUAL: usize = 4;

    /// The groups of so many contestants where nobody says anything else.
    #[must_use]
    pub fn usual(contestants: usize) -> Self {
        let number = u32::try_from(contestants / Self::SIZE_USUAL).unwrap_or(u32::MAX).max(1);
        Self { number, go_on: 2 }
    }

    /// Whether so many contestants are enough: each group has two, and those who go on.
    #[must_use]
    pub fn fit(self, contestants: usize) -> bool {
        contestants / self.number.max(1) as usize >= self.go_on.max(2) as usize
    }

    /// The number of each contestant's group, from 1. By the seeding, best first, they go to the groups in turn: to the
    /// first, second, …, last, and then to the last, …, second, first.
    #[must_use]
    pub fn of(self, seeded: &[EntrantId]) -> Vec<usize> {
        let mut of = vec![0; seeded.len()];
        for (place, id) in seeded.iter().enumerate() {
            of[id.0] = self.at(place);
        }
        of
    }

    /// The group of the contestant at a place of the seeding, from 0.
    pub(super) fn at(self, place: usize) -> usize {
        let number = self.number.max(1) as usize;
        let (turn, group) = (place / number, place % number);
        if turn.is_multiple_of(2) { group + 1 } else { number - group }
    }

    /// The number of games in all groups of so many contestants; `None` if more than can be counted.
    #[must_use]
    pub fn games(self, contestants: usize, rounds: u32) -> Option<u64> {
        let (number, contestants) = (u64::from(self.number.max(1)), contestants as u64);
        let (size, larger) = (contestants / number, contestants % number);
        // Two games for each of the size × (size − 1) / 2 pairs.
        let games = |size: u64| size * size.saturating_sub(1);
        let of_a_round = games(size).checked_mul(number - larger)?.checked_add(larger * games(size + 1))?;
        of_a_round.checked_mul(rounds.into())
    }

    /// The most that go on of so many contestants.
    #[must_use]
    pub fn in_knockout(self, contestants: usize) -> usize {
        contestants.min((self.number as usize).saturating_mul(self.go_on as usize))
    }

    /// Those who go on, as they are seeded in the knockout: see [`seats`](seats()). `ended` is how the groups ended.
    #[must_use]
    pub(super) fn draw(self, of: &[usize], ended: &[EntrantId]) -> Vec<EntrantId> {
        let mut before = vec![0; of.len() + 1];
        let members = ended.iter().map(|id| {
            let group = of[id.0];
            before[group] += 1;
            Member { id: *id, group, place: before[group] - 1 }
        });
        let on: Vec<Member> = members.filter(|member| member.place < self.go_on as usize).collect();
        seats(&on).into_iter().map(|member| member.id).collect()
    }
}

/// Seeds contestants after those of `order`, as they come but where one `meets_own` at its place: then another sits there, or
/// the two trade that both can.
pub(super) fn seat(
    order: &mut Vec<EntrantId>,
    mut left: Vec<EntrantId>,
    meets_own: impl Fn(&[EntrantId], usize, EntrantId) -> bool,
) {
    let first = order.len();
    while let Some(best) = left.first().copied() {
        let place = order.len();
        if let Some(next) = left.iter().position(|id| !meets_own(order, place, *id)) {
            order.push(left.remove(next));
        } else {
            let can = |&at: &usize| !meets_own(order, at, best) && !meets_own(order, place, order[at]);
            let trade = (first..place).rev().find(can);
            order.push(left.remove(0));
            order.swap(trade.unwrap_or(place), place);
        }
    }
}

/// The rounds of groups: every two of a group, `rounds` times; each round of all groups before the next.
pub(super) fn group_rounds(names: &[&str], of: &[usize], rounds: u32, seed: Seed) -> Vec<Round> {
    let last = of.iter().max().copied().unwrap_or(0);
    let pairs = (1..=last).flat_map(|group| {
        let members: Vec<usize> = (0..of.len()).filter(|&id| of[id] == group).collect();
        let pairs = choices(members.len(), 2).into_iter();
        pairs.map(move |pair| pair.into_iter().map(|place| members[place]).collect())
    });
    rounds_of(pairs.collect(), names, rounds, seed).collect()
}
