//! The formats of tournaments: entrants and results so far in, the next rounds out.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::draw::first_met;
use super::groups::{group_rounds, seat};
use super::{
    Bracket, Disqualified, EntrantId, FirstRound, Groups, Lost, PlayedRound, Round, gauntlet, gauntlet_games,
    knockout, knockout_games_max, round_robin, round_robin_games, seeding, swiss, swiss_games_max,
};
use judge_play::Seed;

/// The format of a tournament: the way it pairs its contestants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// Champions meet everybody else.
    Gauntlet,
    /// In each round everybody meets somebody who has done about as well.
    Swiss,
    /// The loser of a match is out.
    Knockout,
    /// The loser of a second match is out.
    DoubleElimination,
    /// Everybody meets everybody of its group, and the best of each group go on into a knockout.
    Groups,
}

impl Format {
    /// Whether results decide the next pairings.
    #[must_use]
    pub fn depends_on_results(self) -> bool {
        match self {
            Self::RoundRobin | Self::Gauntlet => false,
            Self::Swiss | Self::Knockout | Self::DoubleElimination | Self::Groups => true,
        }
    }
}

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
    /// Its format.
    pub format: Format,
    /// Texts that tell the contestants apart, in their order; all seeds depend on those at the table.
    pub identities: Vec<&'a str>,
    /// The champions of a gauntlet; the top seeds of a Swiss, a knockout or groups, best first.
    pub first: Vec<EntrantId>,
    /// Players at a table.
    pub seats: usize,
    /// Rounds per pairing, of a Swiss in all, of a knockout per match.
    pub rounds: u32,
    /// Whether the losers of a knockout's semi-finals play for the third place.
    pub third_place: bool,
    /// The groups, if the format has some.
    pub groups: Option<Groups>,
    /// The number of each contestant's team, if it has one; empty if nobody has. It decides who meets whom.
    pub teams: Vec<Option<usize>>,
    /// The seed of all random numbers.
    pub seed: Seed,
    /// The part of its rounds that is played.
    pub shard: Shard,
    /// Whether it ends before all rounds are played.
    pub stop: StopRule,
}

/// Whether a tournament ends before all rounds are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopRule {
    /// It does not.
    #[serde(skip)]
    Never,
    /// As soon as all ratings differ significantly.
    Separated,
}

impl Schedule<'_> {
    /// All rounds of the shard; `None` where results decide the pairings.
    #[must_use]
    pub fn all_rounds(&self) -> Option<Box<dyn Iterator<Item = Round> + '_>> {
        let Self { identities, first, seats, rounds, seed, .. } = self;
        match self.format {
            Format::RoundRobin => Some(self.part_of(round_robin(identities, *seats, *rounds, *seed))),
            Format::Gauntlet => Some(self.part_of(gauntlet(identities, first, *seats, *rounds, *seed))),
            Format::Swiss | Format::Knockout | Format::DoubleElimination | Format::Groups => None,
        }
    }

    /// The rounds after `so_far` where results decide the pairings, without those `disqualified`; none if
    /// the tournament is over, or all of it was known from the beginning.
    ///
    /// `by_rating` gives all contestants, the strongest first; only formats that go by it call it. `in_groups` as of
    /// [`Schedule::bracket`].
    #[must_use]
    pub fn next_stage(
        &self,
        so_far: &[PlayedRound],
        disqualified: &Disqualified,
        in_groups: Option<&[EntrantId]>,
        by_rating: impl FnOnce() -> Vec<EntrantId>,
    ) -> Vec<Round> {
        match self.format {
            Format::RoundRobin | Format::Gauntlet => vec![],
            Format::Swiss => {
                let played = so_far.iter().map(|played| played.round.number).max().unwrap_or(0);
                let first_round =
                    if self.first.is_empty() { FirstRound::Neighbours } else { FirstRound::Halves };
                let (names, teams, rounds) = (&self.identities, &self.teams, (self.rounds, first_round));
                let next = || swiss(names, disqualified, so_far, &by_rating(), rounds, teams, self.seed);
                if played == self.rounds { vec![] } else { next() }
            }
            Format::Groups if so_far.is_empty() => {
                group_rounds(&self.identities, &self.groups(), self.rounds, self.seed)
            }
            Format::Knockout | Format::DoubleElimination | Format::Groups => {
                self.bracket(so_far, disqualified, in_groups).map(|bracket| bracket.next).unwrap_or_default()
            }
        }
    }

    /// Those of `rounds` that belong to the shard: with three shards, every third.
    fn part_of<'a>(&self, rounds: impl Iterator<Item = Round> + 'a) -> Box<dyn Iterator<Item = Round> + 'a> {
        let Shard { number, total } = self.shard;
        Box::new(rounds.skip(number as usize - 1).step_by(total as usize))
    }

    /// Whether it is played stage by stage, as results decide what comes next.
    #[must_use]
    pub fn has_stages(&self) -> bool {
        self.format.depends_on_results() || self.stop == StopRule::Separated
    }

    /// What losers have left in a knockout; `None` for other formats.
    #[must_use]
    pub fn lost(&self) -> Option<Lost> {
        match self.format {
            Format::RoundRobin | Format::Gauntlet | Format::Swiss => None,
            Format::Knockout | Format::Groups if self.third_place => Some(Lost::ThirdPlace),
            Format::Knockout | Format::Groups => Some(Lost::Out),
            Format::DoubleElimination => Some(Lost::Again),
        }
    }

    /// The bracket of a knockout, by points as they were made at the board; `None` for other formats, and before groups
    /// are played. `in_groups` is how they ended: all who were still in, by place, and then as they are in order.
    #[must_use]
    pub fn bracket(
        &self,
        so_far: &[PlayedRound],
        disqualified: &Disqualified,
        in_groups: Option<&[EntrantId]>,
    ) -> Option<Bracket> {
        let lost = self.lost()?;
        let bracket = |so_far: &[PlayedRound], order: &[EntrantId], after| {
            knockout(&self.identities, disqualified, so_far, order, (after, self.rounds, lost), self.seed)
        };
        let Some(groups) = self.groups else { return Some(bracket(so_far, &self.seeded(), 0)) };
        let of = self.groups();
        let ended = in_groups?;
        // The numbers of its rounds go on, as two of a group may meet again.
        let so_far: Vec<PlayedRound> =
            so_far.iter().filter(|played| played.round.number > self.rounds).cloned().collect();
        let mut bracket = bracket(&so_far, &groups.draw(&of, ended), self.rounds);
        if let Some(places) = &mut bracket.places {
            for id in ended.iter().copied().chain((0..of.len()).map(EntrantId)) {
                if !places.contains(&id) {
                    places.push(id);
                }
            }
            places.sort_by_key(|id| disqualified.has(*id));
        }
        Some(Bracket { groups: of, ..bracket })
    }

    /// The number of each contestant's group, from 1; nothing for other formats.
    #[must_use]
    pub fn groups(&self) -> Vec<usize> {
        self.groups.map(|groups| groups.of(&self.seeded())).unwrap_or_default()
    }

    /// The number of games, or the most there can be; `None` if more than can be counted.
    #[must_use]
    pub fn games_max(&self) -> Option<u64> {
        let (all, games_of_round) = (self.all_games_max()?, self.seats as u64);
        let rounds = (all / games_of_round).saturating_sub(u64::from(self.shard.number) - 1);
        Some(rounds.div_ceil(self.shard.total.into()) * games_of_round)
    }

    fn all_games_max(&self) -> Option<u64> {
        let (contestants, champions) = (self.identities.len(), self.first.len());
        match self.format {
            Format::RoundRobin => round_robin_games(contestants, self.seats, self.rounds),
            Format::Gauntlet => gauntlet_games(champions, contestants - champions, self.seats, self.rounds),
            Format::Swiss => swiss_games_max(contestants, self.rounds),
            Format::Knockout | Format::DoubleElimination => {
                knockout_games_max(contestants, self.rounds, self.lost().unwrap_or(Lost::Out))
            }
            Format::Groups => {
                let (groups, lost) = (self.groups?, self.lost()?);
                let in_knockout = groups.in_knockout(contestants);
                let knockout = knockout_games_max(in_knockout, self.rounds, lost)?;
                groups.games(contestants, self.rounds)?.checked_add(knockout)
            }
        }
    }

    /// The contestants as they are seeded, best first. In a knockout those who are seeded by lot trade places so that nobody
    /// first meets one of its own team, and in groups so that a team is not together in one, as far as that can be done.
    #[must_use]
    pub fn seeded(&self) -> Vec<EntrantId> {
        let mut seeded = seeding(&self.identities, &self.first, self.seed);
        if self.teams.is_empty() {
            return seeded;
        }
        let drawn = seeded.split_off(self.first.len());
        let is_own = |one: &EntrantId, other: EntrantId| {
            self.teams[one.0].is_some() && self.teams[one.0] == self.teams[other.0]
        };
        let contestants = self.identities.len();
        seat(&mut seeded, drawn, |order, place, id| match self.format {
            Format::Knockout | Format::DoubleElimination => {
                let met = first_met(place, contestants).and_then(|met| order.get(met));
                met.is_some_and(|met| is_own(met, id))
            }
            Format::Groups => self.groups.is_some_and(|groups| {
                let in_group = |at| at != place && groups.at(at) == groups.at(place);
                order.iter().enumerate().any(|(at, other)| is_own(other, id) && in_group(at))
            }),
            _ => false,
        });
        seeded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_a_shard_are_as_many_as_it_says() {
        let names = vec!["density", "hunter", "stupid", "tidy"];
        for (seats, number) in [(2, 1), (2, 4), (2, 5), (3, 3)] {
            let schedule = Schedule {
                format: Format::RoundRobin,
                identities: names.clone(),
                first: vec![],
                seats,
                rounds: 3,
                third_place: false,
                groups: None,
                teams: vec![],
                seed: Seed(1),
                shard: Shard { number, total: 5 },
                stop: StopRule::Never,
            };
            let rounds = schedule.all_rounds().expect("it depends on no results");
            let games: usize = rounds.map(|round| round.fixtures().count()).sum();
            assert_eq!(schedule.games_max(), Some(games as u64), "{seats} seats, shard {number}");
        }
    }

    /// Pairs of one team that meet in the first matches of a knockout, or in a group.
    fn of_one_team(format: Format, teams: &[Option<usize>], number: u32, seed: u64) -> usize {
        let names: Vec<String> = (0..teams.len()).map(|id| format!("bot{id:02}")).collect();
        let groups = Groups { number, go_on: 1 };
        let schedule = Schedule {
            format,
            identities: names.iter().map(String::as_str).collect(),
            first: vec![EntrantId(1), EntrantId(0)],
            seats: 2,
            rounds: 1,
            third_place: false,
            groups: (format == Format::Groups).then_some(groups),
            teams: teams.to_vec(),
            seed: Seed(seed),
            shard: Shard::WHOLE,
            stop: StopRule::Never,
        };
        assert_eq!(schedule.seeded()[..2], schedule.first, "the seeds of the organiser stay");
        let rounds = schedule.next_stage(&[], &Disqualified::nobody(teams.len()), None, Vec::new);
        let own = |round: &&Round| match round.pairing[..] {
            [one, other] => teams[one.0].is_some() && teams[one.0] == teams[other.0],
            _ => false,
        };
        rounds.iter().filter(own).count()
    }

    #[test]
    fn a_team_does_not_meet_itself_first() {
        for contestants in 4..=33_usize {
            for seed in 0..20 {
                // Somebody in four is in no team; a team has half of a knockout at most, or as many as there are groups.
                let teams = |size: usize| -> Vec<Option<usize>> {
                    (0..contestants).map(|id| (id % 4 != 3).then_some(id / size)).collect()
                };
                let half = of_one_team(Format::Knockout, &teams(contestants / 2), 1, seed);
                let number = u32::try_from(contestants / 2).expect("they are few");
                let groups = of_one_team(Format::Groups, &teams(contestants / 2), number, seed);
                assert_eq!((half, groups), (0, 0), "{contestants} contestants, seed {seed}");
            }
        }
        // Without teams, and with one for all, the lot decides.
        let drawn = |teams: Vec<Option<usize>>| of_one_team(Format::Knockout, &teams, 1, 1);
        assert_eq!((drawn(vec![None; 8]), drawn(vec![Some(1); 8])), (0, 4));
    }
}
