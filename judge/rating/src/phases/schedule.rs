//! The schedule of a tournament: its phases and contestants in, its rounds out, or those of a part.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::fold::known_rounds;
use super::{End, In, Phase, Played, Round, State, StopRule, fold, seated};
use crate::{EntrantId, Ratings};

/// One of several parts of a schedule that does not depend on results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The part's number, from 1.
    pub number: u32,
    /// The number of parts.
    pub total: u32,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { number: 1, total: 1 };
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {} of {}", self.number, self.total)
    }
}

/// The schedule of a tournament.
#[derive(Clone, Debug)]
pub struct Schedule<'a> {
    /// Its phases, of which there is one at least.
    pub phases: Vec<Phase>,
    /// What comes into the first.
    pub first: In<'a>,
    /// The part of its rounds that is played.
    pub shard: Shard,
}

impl<'a> Schedule<'a> {
    /// The whole of it.
    #[must_use]
    pub fn new(phases: Vec<Phase>, first: In<'a>) -> Self {
        Self { phases, first, shard: Shard::WHOLE }
    }

    /// The only phase, if nothing but the contestants decides who meets whom.
    fn plain(&self) -> Option<&Phase> {
        self.only().filter(|phase| phase.is_plain())
    }

    /// Its only phase, if it has no more.
    #[must_use]
    pub fn only(&self) -> Option<&Phase> {
        self.phases.first().filter(|_| self.phases.len() == 1)
    }

    /// All rounds of the shard; `None` where results decide the pairings.
    #[must_use]
    pub fn all_rounds(&self) -> Option<Box<dyn Iterator<Item = Round> + '_>> {
        self.rounds(1..=self.plain()?.rounds)
    }

    /// The same of those with these numbers.
    #[must_use]
    pub fn rounds(&self, numbers: RangeInclusive<u32>) -> Option<Box<dyn Iterator<Item = Round> + '_>> {
        let phase = self.plain()?;
        let Shard { number, total } = self.shard;
        let rounds = known_rounds(phase, &self.first, &seated(phase, &self.first), numbers);
        // With three shards, every third.
        Some(Box::new(rounds.skip(number as usize - 1).step_by(total as usize)))
    }

    /// The last round of the next stage, where all rounds are known, if so many are played; nothing at the end.
    #[must_use]
    pub fn until(&self, played: u32, ratings: impl FnOnce() -> Ratings) -> Option<u32> {
        self.plain()?.until(played, ratings)
    }

    /// Whether it is played stage by stage, as results decide what comes next.
    #[must_use]
    pub fn has_stages(&self) -> bool {
        self.plain().is_none_or(|phase| phase.stop != StopRule::Never)
    }

    /// The state after these rounds; see [`fold`](fold()). Where all rounds are known it is not kept.
    #[must_use]
    pub fn state(&self, played: &[Played], ended: Vec<End>) -> State {
        if self.plain().is_some() { State::default() } else { fold(&self.phases, &self.first, played, ended) }
    }

    /// Whether ratings say which places are possible: not where matches or a cut decide them.
    #[must_use]
    pub fn is_ranked_by_ratings(&self) -> bool {
        self.only().is_some_and(|only| only.groups == 0 && !only.is_knockout())
    }

    /// The contestants as they are seeded, best first; nobody where all rounds are known.
    #[must_use]
    pub fn seeded(&self) -> Vec<EntrantId> {
        if self.plain().is_some() {
            return vec![];
        }
        let groups = seated(&self.phases[0], &self.first).into_iter();
        let seeds: BTreeMap<usize, EntrantId> = groups.flat_map(|group| group.members).collect();
        seeds.into_values().collect()
    }

    /// The number of games, or the most there can be; `None` if more than can be counted.
    #[must_use]
    pub fn games_max(&self) -> Option<u64> {
        let In { order, champions, seats, .. } = &self.first;
        let (mut contestants, mut before, mut all) = (order.len(), None, 0_u64);
        for phase in &self.phases {
            contestants = before.map_or(contestants, |before| phase.in_max(before, contestants));
            all = all.checked_add(phase.games_max(contestants, champions.len(), *seats)?)?;
            before = Some(phase);
        }
        let games_of_round = self.first.seats as u64;
        let rounds = (all / games_of_round).saturating_sub(u64::from(self.shard.number) - 1);
        Some(rounds.div_ceil(self.shard.total.into()) * games_of_round)
    }
}
