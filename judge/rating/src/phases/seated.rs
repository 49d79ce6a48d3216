//! Who comes into a phase and where they sit: an order in, groups with their seeds out. Known before the first game.

use std::collections::BTreeMap;

use judge_play::Seed;
use serde::{Deserialize, Serialize};

use super::phase::group_at;
use super::seats::{Member, Tree, dealt, seats, teams_apart};
use super::{Disqualified, Draw, End, EntrantId, Phase, Seeding};

/// All that a phase knows beside its own games.
#[derive(Clone, Debug)]
pub struct In<'a> {
    /// Texts that tell all contestants apart, in their order, each with the name in front, and a space behind that if there is
    /// more; all seeds depend on those at the table.
    pub names: Vec<&'a str>,
    /// The number of each contestant's team, if it has one; empty if nobody has, and after the first phase.
    pub teams: Vec<Option<usize>>,
    /// The board of each contestant, from 0, where only those on one board meet; empty elsewhere.
    pub boards: Vec<u32>,
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
    pub from: BTreeMap<EntrantId, (u32, usize)>,
    /// The rounds that the organiser lets somebody sit out.
    pub byes: Vec<Bye>,
    /// Those who are disqualified from the start.
    pub out: Disqualified,
    /// The numbers of its rounds are above this one.
    pub after: u32,
}

/// Rounds of a Swiss that the organiser lets a contestant sit out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {
    /// Its name.
    pub name: String,
    /// The first of them, from 1.
    pub first: u32,
    /// The last; nothing of one that has withdrawn.
    pub last: Option<u32>,
    /// Its points for each.
    pub points: u64,
}

impl Bye {
    /// The points of a contestant for a round that one of these lets it sit out.
    #[must_use]
    pub fn points(byes: &[Self], name: &str, round: u32) -> Option<u64> {
        let has = |of: &&Self| of.first <= round && of.last.is_none_or(|last| round <= last);
        byes.iter().filter(|of| of.name == name).find(has).map(|of| of.points)
    }
}

/// A group of a phase, or all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Group {
    /// Its number, from 1; 0 if it is all of the phase.
    pub number: u32,
    /// Its members with their seeds in the phase, from 1, best first.
    pub members: Vec<(usize, EntrantId)>,
}

impl Group {
    /// Its members, best first.
    pub(super) fn ids(&self) -> impl Iterator<Item = EntrantId> + '_ {
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
        let (teams, boards, champions, from, byes) = (vec![], vec![], vec![], BTreeMap::new(), vec![]);
        let (seats, number, after) = (2, 1, 0);
        Self { names, teams, boards, seed, seats, number, order, placed, champions, from, byes, out, after }
    }

    /// The name of a contestant.
    pub(super) fn name(&self, id: EntrantId) -> &'a str {
        self.names[id.0].split(' ').next().unwrap_or_default()
    }

    /// Whether two are of one team.
    pub(super) fn are_mates(&self, one: EntrantId, other: EntrantId) -> bool {
        let team = |id: EntrantId| self.teams.get(id.0).copied().flatten();
        team(one).is_some() && team(one) == team(other)
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
        let (mut order, mut from, mut seen) = (vec![], BTreeMap::new(), BTreeMap::new());
        let after = self.after.saturating_add(ended.span());
        for row in &end.rows {
            let place: &mut usize = seen.entry(row.group).or_default();
            *place += 1;
            // Of all that the organiser gives only a withdrawal is of the next phase's first round, too.
            let has_left = Bye::points(&self.byes, &row.name, after.saturating_add(1)) == Some(0);
            let is_in = !out.has(row.contestant) && !has_left;
            if is_in && phase.best_of_each.is_none_or(|most| *place <= most as usize) {
                order.push(row.contestant);
                from.insert(row.contestant, (row.group, *place));
            }
        }
        order.truncate(phase.best.map_or(usize::MAX, |best| best as usize));
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
        if phase.seeding != Seeding::Order || ended.groups < 2 {
            from.clear();
        }
        let (teams, champions) = (vec![], vec![]);
        Self { teams, number, order, placed, champions, from, after, ..self.clone() }
    }

    /// The order of the seeds: those who come in, as pots, teams and mates of a former group have moved them.
    pub(super) fn seeds(&self, phase: &Phase) -> Vec<EntrantId> {
        let (mut order, pots) = (self.order.clone(), phase.groups.max(1) as usize);
        if phase.draw == Draw::Pots {
            let number = self.number.to_string();
            let lot = |id: &EntrantId| self.seed.derive(&["pot", &number, self.names[id.0]]);
            order.chunks_mut(pots).for_each(|pot| pot.sort_by_cached_key(lot));
        }
        let (has_groups, group) = (phase.groups > 1, |seed| group_at(seed, phase.groups));
        if self.from.is_empty() {
            let tree = Tree::of(order.len());
            let in_first = |one, other| phase.is_knockout() && tree.first_meet(one, other);
            return teams_apart(self, order, |one, other| {
                if has_groups { group(one) == group(other) } else { in_first(one, other) }
            });
        }
        let member = |(at, id): (usize, EntrantId)| {
            let (group, former) = self.from[&id];
            // Those of a class trade seeds, or else those of a pot, of whom each group has one.
            let class = if phase.draw == Draw::Pots { at / pots } else { former - 1 };
            Member { id, group: group as usize, class }
        };
        let members: Vec<Member> = order.into_iter().enumerate().map(member).collect();
        let seated = if has_groups {
            dealt(&members, group)
        } else if phase.is_knockout() {
            seats(&members)
        } else {
            members
        };
        seated.into_iter().map(|member| member.id).collect()
    }
}

/// The groups of a phase, each with its seeds; where teams meet on boards, one for each board.
#[must_use]
pub(super) fn seated(phase: &Phase, come: &In<'_>) -> Vec<Group> {
    let group = |number| Group { number, members: vec![] };
    let last_board = come.boards.iter().max();
    let numbers = last_board.map_or(phase.groups.min(1)..=phase.groups, |last| 0..=*last);
    let mut groups: Vec<Group> = numbers.map(group).collect();
    for (place, id) in come.seeds(phase).into_iter().enumerate() {
        let at = come.boards.get(id.0).map_or_else(|| group_at(place, phase.groups), |board| *board as usize);
        groups[at].members.push((place + 1, id));
    }
    groups
}
