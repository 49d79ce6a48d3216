//! The schedule of a tournament: its phases, its contestants and the games so far in; how each phase ended, and the rounds that
//! come next, out.
//!
//! Everything is a function of the phases, the names, the seed and the games. A phase knows those who come in and its own games,
//! and no other phase.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use judge_play::Record;
use serde::{Deserialize, Serialize};

use super::knockout::{Bracket, knockout};
use super::swiss::swiss;
use super::tables::known_rounds;
use super::{By, EntrantId, Group, In, Kind, Match, Phase, Row, StopRule, Tie, phase_at, seated};
use crate::{Disqualified, GameResult, RankedBy, Ratings, Round, Sums, Tally, rate, strengths};

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

/// One of several parts of a schedule that does not depend on results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The part's number, from 1.
    pub number: u32,
    /// The number of parts.
    pub total: u32,
}

/// A round with the results of its games, and whom they disqualified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The round.
    pub round: Round,
    /// The results of its games, in its seat orders; none of a bye.
    pub games: Vec<GameResult>,
    /// Those who committed a fault in one of them, if that disqualifies.
    pub out: Vec<EntrantId>,
}

/// A phase so far, or as it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// All who came in, in the order of the phase, best first.
    pub rows: Vec<Row>,
    /// The matches of a knockout whose two sides are known, group by group, each after those that led to it.
    pub matches: Vec<Match>,
    /// Whether all is played.
    pub is_over: bool,
}

/// A tournament so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The phases that were begun.
    pub ends: Vec<End>,
    /// The rounds that come next; none if all is over, or if a game is missing.
    pub next: Vec<Round>,
    /// Each contestant's place, from 1, once all is over.
    pub places: Option<Vec<usize>>,
}

/// A phase with its games.
pub(super) struct Now<'a> {
    pub(super) phase: &'a Phase,
    pub(super) come: &'a In<'a>,
    pub(super) groups: Vec<Group>,
    pub(super) played: Vec<&'a Played>,
    /// Those who are disqualified by now.
    pub(super) out: &'a Disqualified,
    /// Those whose games all count as lost: nobody in a knockout, where what was won stays won.
    pub(super) lost: &'a Disqualified,
    /// All games until now.
    pub(super) tally: &'a Tally,
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

impl<'a> Schedule<'a> {
    /// The whole of it.
    #[must_use]
    pub fn new(phases: Vec<Phase>, first: In<'a>) -> Self {
        Self { phases, first, shard: Shard::WHOLE }
    }

    /// Its only phase, if it has no more.
    pub(crate) fn only(&self) -> Option<&Phase> {
        self.phases.first().filter(|_| self.phases.len() == 1)
    }

    /// The same, if nothing but the contestants decides who meets whom.
    fn plain(&self) -> Option<&Phase> {
        self.only().filter(|phase| phase.is_plain())
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

    /// The last round of the next stage, where all rounds are known, if so many are played; so many at the end.
    #[must_use]
    pub fn until(&self, played: u32, ratings: impl FnOnce() -> Ratings) -> u32 {
        self.plain().map_or(played, |phase| phase.until(played, ratings))
    }

    /// Whether it is played stage by stage, as results decide what comes next.
    #[must_use]
    pub fn has_stages(&self) -> bool {
        self.plain().is_none_or(|phase| phase.stop != StopRule::Never)
    }

    /// The state after these rounds. `ended` are phases that have ended, as an earlier state has them, or none. Where all rounds
    /// are known nothing is kept.
    #[must_use]
    pub fn state(&self, played: &[Played], ended: Vec<End>) -> State {
        if self.plain().is_some() { State::default() } else { self.fold(played, ended) }
    }

    fn fold(&self, played: &[Played], ended: Vec<End>) -> State {
        let (mut come, mut out) = (self.first.clone(), self.first.out.clone());
        let nobody = Disqualified::nobody(out.contestants());
        let (mut state, mut tally) = (State::default(), Tally::default());
        let mut ended = ended.into_iter().filter(|end| end.is_over);
        for (at, phase) in self.phases.iter().enumerate() {
            let is_its = |played: &&Played| phase_at(&self.phases, played.round.number) == at;
            let games: Vec<&Played> = played.iter().filter(is_its).collect();
            for played in &games {
                tally.add_round(&played.round, &played.games);
                played.out.iter().for_each(|id| out.add(*id));
            }
            let mut end = ended.next().unwrap_or_else(|| {
                let (groups, lost) = (seated(phase, &come), if phase.is_knockout() { &nobody } else { &out });
                let now = Now { phase, come: &come, groups, played: games, out: &out, lost, tally: &tally };
                let (next, end) = now.end();
                state.next = next;
                end
            });
            let is_over = end.is_over;
            if let Some(next) = self.phases.get(at + 1).filter(|_| is_over) {
                come = come.next(phase, &end, next, &self.first, &out);
                end.cut(&come.order);
            }
            state.ends.push(end);
            if !is_over {
                return state;
            }
        }
        state.places = Some(state.places(&out));
        state
    }

    /// Whether it is one table, of which ratings say which places are possible: no matches and no cut decide them.
    pub(crate) fn is_ranked_by_ratings(&self) -> bool {
        self.only().is_some_and(|only| only.groups == 0 && !only.is_knockout())
    }

    /// The contestants as they are seeded, best first; nobody where all rounds are known.
    #[must_use]
    pub fn seeded(&self) -> Vec<EntrantId> {
        if self.plain().is_some() { vec![] } else { self.first.seeds(&self.phases[0]) }
    }

    /// The number of games, or the most there can be; `None` if more than can be counted.
    #[must_use]
    pub fn games_max(&self) -> Option<u64> {
        let In { order, champions, seats, boards, .. } = &self.first;
        let (mut contestants, mut before, mut all) = (order.len(), None, 0_u64);
        for phase in &self.phases {
            contestants = before.map_or(contestants, |before| phase.in_max(before, contestants));
            let on_boards = || seated(phase, &self.first).iter().map(|board| board.members.len()).collect();
            let sizes = if boards.is_empty() { phase.sizes(contestants) } else { on_boards() };
            all = all.checked_add(phase.games_max(sizes, champions.len(), *seats)?)?;
            before = Some(phase);
        }
        let games_of_round = self.first.seats as u64;
        let rounds = (all / games_of_round).saturating_sub(u64::from(self.shard.number) - 1);
        Some(rounds.div_ceil(self.shard.total.into()) * games_of_round)
    }
}

impl Played {
    /// A round with what phases go by of these games. Whoever committed a fault in one of them is out if it `is_disqualified`.
    #[must_use]
    pub fn new(
        round: Round,
        mut games: Vec<GameResult>,
        is_disqualified: impl Fn(EntrantId) -> bool,
    ) -> Self {
        let mut out = vec![];
        for (fixture, result) in round.fixtures().zip(&mut games) {
            if let GameResult::Played(record) = result {
                let (seating, transcript_sha256) = (fixture.seating(), record.transcript_sha256);
                let offenders = record.offenders().map(|seat| seating[seat.index()]);
                out.extend(offenders.filter(|id| is_disqualified(*id)));
                *record =
                    Record { transcript_sha256, ..Record::blank(record.verdict.clone(), seating.len()) };
            }
        }
        Self { round, games, out }
    }

    /// Whether no game of it is missing.
    pub(super) fn is_whole(&self) -> bool {
        let is_void =
            |result: &GameResult| matches!(result, GameResult::Played(game) if game.void().is_some());
        !self.games.iter().any(|result| *result == GameResult::Unplayed || is_void(result))
    }

    /// The points of a contestant in it.
    pub(super) fn points_of(&self, id: EntrantId, lost: &Disqualified) -> u64 {
        let scored = self.round.scored(&self.games, lost);
        let seats = scored.flat_map(|of| of.seating.into_iter().zip(of.seats.unwrap_or_default()));
        seats.filter(|(other, _)| *other == id).map(|(_, seat)| seat.points).sum()
    }
}

impl<'a> Now<'a> {
    /// The rounds that come next, and the phase so far.
    fn end(&self) -> (Vec<Round>, End) {
        let groups = self.groups.iter().filter(|_| self.phase.is_knockout());
        let brackets: Vec<Bracket> = groups.map(|group| knockout(self, group)).collect();
        let is_whole = self.played.iter().all(|played| played.is_whole());
        let next = if is_whole { self.next(&brackets) } else { vec![] };
        let is_over = is_whole && next.is_empty();
        let has_ratings = is_over && self.phase.ties().contains(&Tie::Rating);
        let ratings = has_ratings.then(|| rate(self.out, self.tally).tenths());
        let ratings = ratings.unwrap_or_else(|| vec![None; self.out.contestants()]);
        let rows = self.rows(&brackets, &self.phase.ranked_by(ratings));
        (next, End { rows, matches: brackets.into_iter().flat_map(|of| of.matches).collect(), is_over })
    }

    /// The rounds of a group.
    pub(super) fn of_group(&self, group: &Group) -> impl Iterator<Item = &'a Played> {
        let is_its = |played: &&Played| group.ids().any(|id| id == played.round.pairing[0]);
        self.played.iter().copied().filter(is_its)
    }

    /// The sums of a group.
    pub(super) fn sums(&self, group: &Group) -> Sums {
        let mut sums = Sums::new(self.lost);
        for played in self.of_group(group) {
            played.round.scored(&played.games, self.lost).for_each(|scored| sums.add(0, &scored));
        }
        sums
    }

    /// The rounds that come next; none at the end of the phase.
    fn next(&self, brackets: &[Bracket]) -> Vec<Round> {
        let last = self.played.iter().map(|played| played.round.number).max();
        let so_far = last.map_or(0, |last| last - self.come.after);
        match self.phase.kind {
            Kind::Knockout | Kind::DoubleElimination => {
                brackets.iter().flat_map(|bracket| bracket.next.clone()).collect()
            }
            Kind::Swiss if so_far == self.phase.rounds => vec![],
            Kind::Swiss => self.groups.iter().flat_map(|group| self.swiss_round(group, so_far)).collect(),
            Kind::RoundRobin | Kind::Gauntlet => {
                let until = self.phase.until(so_far, || rate(self.out, self.tally));
                known_rounds(self.phase, self.come, &self.groups, so_far + 1..=until).collect()
            }
        }
    }

    /// The next round of a Swiss. Before its first they are as they came in, later the strongest first by all games.
    fn swiss_round(&self, group: &Group, so_far: u32) -> Vec<Round> {
        let mut order: Vec<EntrantId> = group.ids().collect();
        if so_far > 0 {
            let strengths = strengths(self.out, self.tally);
            let elo = |id: &EntrantId| strengths[id.0].unwrap_or(f64::NEG_INFINITY);
            order.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
        }
        swiss(self.come, &self.sums(group), &order, so_far, self.phase.rounds)
    }
}

impl End {
    /// Marks those who go on. Nobody shares a place with one of them, so the order in which they came in decides there.
    fn cut(&mut self, on: &[EntrantId]) {
        let groups: BTreeSet<u32> = self.rows.iter().map(|row| row.group).collect();
        for group in groups {
            let mut above = (0, false);
            for (at, row) in self.rows.iter_mut().filter(|row| row.group == group).enumerate() {
                row.goes_on = on.contains(&row.contestant);
                if row.by == Some(By::Shared) && (row.goes_on || above.1) {
                    row.by = Some(By::Seeding);
                }
                row.place = if row.by == Some(By::Shared) { above.0 } else { at + 1 };
                above = (row.place, row.goes_on);
            }
        }
    }
}

impl State {
    /// The places at the end: the last phase's order, then of each before those who are not in yet; the disqualified last.
    fn places(&self, out: &Disqualified) -> Vec<usize> {
        let (rows, mut seen) = (self.ends.iter().rev().flat_map(|end| &end.rows), BTreeSet::new());
        let mut order: Vec<&Row> = rows.filter(|row| seen.insert(row.contestant)).collect();
        order.sort_by_key(|row| out.has(row.contestant));
        let (mut places, mut above) = (vec![0; out.contestants()], 0);
        for (at, row) in order.into_iter().enumerate() {
            // Across groups the order in which they came in decides at last, and nobody shares.
            above = if row.by == Some(By::Shared) && row.group == 0 { above } else { at + 1 };
            places[row.contestant.0] = above;
        }
        places
    }

    /// The phase that a round belongs to, from 1, and its match or its group there, if there is one.
    #[must_use]
    pub fn match_of(&self, phases: &[Phase], round: &Round) -> (u32, Option<String>) {
        let at = phase_at(phases, round.number);
        let found = self.ends.get(at).and_then(|end| {
            let found = end.matches.iter().find(|found| found.has(round)).map(|found| found.name.to_string());
            let row = end.rows.iter().find(|row| row.contestant == round.pairing[0] && row.group > 0);
            found.or_else(|| row.map(|row| format!("group-{}", row.group)))
        });
        (u32::try_from(at + 1).unwrap_or(u32::MAX), found)
    }

    /// The measure that ranks the contestants, whose ratings are these.
    #[must_use]
    pub fn order(&self, phases: &[Phase], ratings: &Ratings) -> RankedBy {
        match (phases, self.places.clone()) {
            ([only], _) if only.groups == 0 && !only.is_knockout() => only.ranked_by(ratings.tenths()),
            (_, Some(places)) => RankedBy::Places(places),
            (_, None) => Phase::default().ranked_by(vec![]),
        }
    }
}

#[cfg(test)]
mod tests;
