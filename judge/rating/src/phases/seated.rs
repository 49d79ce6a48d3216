//! Who comes into a phase and where they sit: an order in, groups with their seeds out. Known before the first game.

use super::phase::group_at;
use super::plan::first_met;
use super::seats::{Member, dealt, seats};
use super::{Disqualified, Draw, End, EntrantId, Phase, Row, Seeding};
use judge_play::Seed;

/// All that a phase knows beside its own games.
#[derive(Clone, Debug)]
pub struct In<'a> {
    /// Texts that tell all contestants apart, in their order, each with the name in front, and a space behind that if there is
    /// more; all seeds depend on those at the table.
    pub names: Vec<&'a str>,
    /// The number of each contestant's team, if it has one; empty if nobody has, and after the first phase.
    pub teams: Vec<Option<usize>>,
    /// The seed of all random numbers.
    pub seed: Seed,
    /// Players at a table.
    pub seats: usize,
    /// The phase's number, from 1.
    pub number: u32,
    /// Those who come in, best first.
    pub order: Vec<EntrantId>,
    /// So many of them, from the best, are where they are by name or by results; the others by lot.
    pub placed: usize,
    /// The champions of a gauntlet, if they are named.
    pub champions: Vec<EntrantId>,
    /// The group of each of them in the phase before and its place there, from 1; empty if it does not matter.
    pub from: Vec<(u32, usize)>,
    /// Those who are disqualified before the phase.
    pub out: Disqualified,
    /// The numbers of its rounds are above this one.
    pub after: u32,
}

/// A group of a phase, or all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Its number, from 1; 0 if it is all of the phase.
    pub number: u32,
    /// Its members with their seeds in the phase, from 1, best first.
    pub members: Vec<(usize, EntrantId)>,
}

impl Group {
    /// Its members, best first.
    pub fn ids(&self) -> impl Iterator<Item = EntrantId> + '_ {
        self.members.iter().map(|(_, id)| *id)
    }

    /// Its members in the order of their names.
    pub(super) fn by_name(&self) -> Vec<usize> {
        let mut ids: Vec<usize> = self.ids().map(|id| id.0).collect();
        ids.sort_unstable();
        ids
    }
}

impl<'a> In<'a> {
    /// All contestants, as they come into the first phase: those of `first` as they are there, and then the others by lot, which
    /// is drawn from the tournament's seed and the contestant's identity.
    #[must_use]
    pub fn first(names: Vec<&'a str>, first: &[EntrantId], seed: Seed, out: Disqualified) -> Self {
        let (mut order, placed) = (first.to_vec(), first.len());
        order.extend((0..names.len()).map(EntrantId).filter(|id| !first.contains(id)));
        order[placed..].sort_by_cached_key(|id| (seed.derive(&["seeding", names[id.0]]), *id));
        let (teams, champions, from) = (vec![], vec![], vec![]);
        Self { names, teams, seed, seats: 2, number: 1, order, placed, champions, from, out, after: 0 }
    }

    /// The name of a contestant.
    #[must_use]
    pub fn name(&self, id: EntrantId) -> &'a str {
        self.names[id.0].split(' ').next().unwrap_or_default()
    }

    /// Those who come into the next `phase` after one, which ended so. `first` is what came into the first phase.
    pub(super) fn next(
        &self,
        ended: &Phase,
        end: &End,
        phase: &Phase,
        first: &Self,
        out: &Disqualified,
    ) -> Self {
        let place = |row: &Row| {
            let of_group = end.rows.iter().filter(|other| other.group == row.group);
            1 + of_group.filter(|other| (other.place, other.seed) < (row.place, row.seed)).count()
        };
        let still_in = end.rows.iter().filter(|row| !out.has(row.contestant));
        let is_on = |row: &&Row| phase.best_of_each.is_none_or(|most| place(row) <= most as usize);
        let on = still_in.filter(is_on).map(|row| (row.contestant, (row.group, place(row))));
        let most = phase.best.map_or(usize::MAX, |best| best as usize);
        let (mut order, from): (Vec<EntrantId>, Vec<_>) = on.take(most).unzip();
        let (number, mut placed) = (self.number + 1, order.len());
        match phase.seeding {
            Seeding::Order => {}
            Seeding::First => {
                let at = |id: &EntrantId| first.order.iter().position(|other| other == id);
                order.sort_by_key(at);
                placed = order.iter().filter(|id| at(id) < Some(first.placed)).count();
            }
            Seeding::Lot => {
                let number = number.to_string();
                order.sort_by_cached_key(|id| self.seed.derive(&["seeding", &number, self.names[id.0]]));
                placed = 0;
            }
        }
        let mates_matter = phase.seeding == Seeding::Order && ended.groups > 1;
        Self {
            names: self.names.clone(),
            teams: vec![],
            number,
            order,
            placed,
            champions: vec![],
            from: if mates_matter { from } else { vec![] },
            out: out.clone(),
            after: self.after.saturating_add(ended.span()),
            ..*self
        }
    }

    /// The order of the seeds: those who come in, as pots, teams and mates of a former group have moved them.
    pub(super) fn seeds(&self, phase: &Phase) -> Vec<EntrantId> {
        let mut order: Vec<usize> = (0..self.order.len()).collect();
        if phase.draw == Draw::Pots {
            let number = self.number.to_string();
            let lot = |place: &usize| self.seed.derive(&["pot", &number, self.names[self.order[*place].0]]);
            order.chunks_mut(phase.groups.max(1) as usize).for_each(|pot| pot.sort_by_cached_key(lot));
        }
        if !self.from.is_empty() {
            let member = |(at, place): (usize, usize)| {
                let (group, former) = self.from[place];
                // Those of a class trade seeds, or else those of a pot, of whom each group has one.
                let class = if phase.draw == Draw::Pots { at / phase.groups as usize } else { former - 1 };
                Member { id: self.order[place], group: group as usize, class }
            };
            let members: Vec<Member> = order.into_iter().enumerate().map(member).collect();
            let seated = if phase.groups > 1 {
                dealt(&members, |seed| group_at(seed, phase.groups))
            } else if phase.is_knockout() {
                seats(&members)
            } else {
                members
            };
            return seated.into_iter().map(|member| member.id).collect();
        }
        let mut order: Vec<EntrantId> = order.into_iter().map(|place| self.order[place]).collect();
        if self.teams.is_empty() {
            return order;
        }
        let drawn = order.split_off(self.placed);
        let contestants = self.order.len();
        let is_own = |one: &EntrantId, other: EntrantId| {
            self.teams[one.0].is_some() && self.teams[one.0] == self.teams[other.0]
        };
        keep_apart(&mut order, drawn, |order, place, id| {
            if phase.groups > 1 {
                let in_group =
                    |at| at != place && group_at(at, phase.groups) == group_at(place, phase.groups);
                return order.iter().enumerate().any(|(at, other)| is_own(other, id) && in_group(at));
            }
            let met = first_met(place, contestants).and_then(|met| order.get(met));
            phase.is_knockout() && met.is_some_and(|met| is_own(met, id))
        });
        order
    }
}

/// The groups of a phase, each with its seeds.
#[must_use]
pub fn seated(phase: &Phase, come: &In<'_>) -> Vec<Group> {
    let count = phase.groups.max(1);
    let number = |at: u32| if phase.groups > 0 { at } else { 0 };
    let mut groups: Vec<Group> =
        (1..=count).map(|at| Group { number: number(at), members: vec![] }).collect();
    for (place, id) in come.seeds(phase).into_iter().enumerate() {
        groups[group_at(place, count)].members.push((place + 1, id));
    }
    groups
}

/// Seeds contestants after those of `order`, as they come but where one `meets_own` at its place: then another sits there, or
/// the two trade that both can.
fn keep_apart(
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
