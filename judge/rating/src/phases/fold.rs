//! A tournament so far: its phases and the games that were played in, how each phase ended and what comes next out.
//!
//! Everything is a function of the phases, the names, the seed and the games. A phase knows those who come in and its own games,
//! and no other phase.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::knockout::{Bracket, Match, knockout};
use super::swiss::swiss;
use super::table::By;
use super::tables::{choices, gauntlet, rounds_of};
use super::{EntrantId, Group, In, Kind, Phase, phase_at, seated};
use crate::{Disqualified, GameResult, PlayedRound, RankedBy, Ratings, Round, Tally, rate, strengths};

/// A round with the results of its games, and whom they disqualified.
#[derive(Clone, Debug)]
pub struct Played {
    /// The round.
    pub round: Round,
    /// The results of its games, in its seat orders; none of a bye.
    pub games: Vec<GameResult>,
    /// Those who committed a fault in one of them, if that disqualifies.
    pub out: Vec<EntrantId>,
}

/// A contestant's row of a phase's table, and of `groups.csv`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The number of the phase, from 1.
    pub phase: u32,
    /// The number of its group, from 1; 0 if there are no groups.
    pub group: u32,
    /// Its place there, from 1; in a Swiss some who do not go on may share one.
    pub place: usize,
    /// Its name.
    #[serde(rename = "contestant")]
    pub name: String,
    /// Its seed in the phase, from 1.
    pub seed: usize,
    /// Its points, as the phase ended; in a knockout as they were made at the board.
    pub points: u64,
    /// Games that count.
    pub played: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// In a Swiss Buchholz cut 1 and median Buchholz, with a space between them.
    pub buchholz: String,
    /// What parted it from the row above; nothing for the first, and if one of the two is out or came further.
    pub by: Option<By>,
    /// Whether it goes on into the next phase.
    pub goes_on: bool,
    /// Whether it is disqualified by the end of the phase; in a file `status`, which is `ranked` or `disqualified`.
    #[serde(rename = "status", serialize_with = "status", deserialize_with = "is_out")]
    pub is_out: bool,
    /// The contestant, by its place in the list. In no file.
    #[serde(skip)]
    pub contestant: EntrantId,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
fn status<S: Serializer>(is_out: &bool, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(if *is_out { "disqualified" } else { "ranked" })
}

fn is_out<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    Ok(String::deserialize(from)? == "disqualified")
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
    /// All games until now.
    pub(super) tally: &'a Tally,
    pub(super) is_over: bool,
}

/// The state of a tournament. `first` is what comes into the first phase; `ended` are phases that have ended, as an earlier
/// state has them, or none.
#[must_use]
pub fn fold(phases: &[Phase], first: &In<'_>, played: &[Played], ended: Vec<End>) -> State {
    let (mut come, mut out, mut tally) = (first.clone(), first.out.clone(), Tally::default());
    let (mut state, mut ended) = (State::default(), ended.into_iter().filter(|end| end.is_over));
    for (at, phase) in phases.iter().enumerate() {
        let last = come.after.saturating_add(phase.span());
        let is_its = |played: &&Played| (come.after + 1..=last).contains(&played.round.number);
        let games: Vec<&Played> = played.iter().filter(is_its).collect();
        for played in &games {
            tally.add_round(&played.round, &played.games);
            played.out.iter().for_each(|id| out.add(*id));
        }
        let mut end = ended.next().unwrap_or_else(|| {
            let (groups, is_over) = (seated(phase, &come), false);
            let mut now =
                Now { phase, come: &come, groups, played: games, out: &out, tally: &tally, is_over };
            let brackets = now.brackets();
            let is_whole = now.played.iter().all(|played| played.is_whole());
            state.next = if is_whole { now.next(&brackets) } else { vec![] };
            now.is_over = is_whole && state.next.is_empty();
            let rows = now.rows(&brackets);
            let matches = brackets.into_iter().flat_map(|bracket| bracket.matches).collect();
            End { rows, matches, is_over: now.is_over }
        });
        let next = phases.get(at + 1).filter(|_| end.is_over);
        if let Some(next) = next {
            come = come.next(phase, &end, next, first, &out);
            end.cut(&come.order);
        }
        state.ends.push(end);
        if next.is_none() {
            break;
        }
    }
    if state.ends.len() == phases.len() && state.ends.iter().all(|end| end.is_over) {
        state.places = Some(state.places(&out));
    }
    state
}

/// The rounds of these numbers of a phase in which nothing but the contestants decides who meets whom, each round of all
/// tables before the next.
pub(super) fn known_rounds<'a>(
    phase: &Phase,
    come: &'a In<'_>,
    groups: &[Group],
    numbers: RangeInclusive<u32>,
) -> impl Iterator<Item = Round> + use<'a> {
    let tables = |group: &Group| {
        let first = |number: u32| group.ids().take(number as usize).collect();
        let champions: Vec<EntrantId> = phase.champions.map_or_else(|| come.champions.clone(), first);
        let members = group.by_name();
        if phase.is_by_game() {
            gauntlet(&members, &champions, come.seats)
        } else {
            choices(&members, come.seats)
        }
    };
    rounds_of(groups.iter().flat_map(tables).collect(), &come.names, numbers, come.seed)
}

impl Played {
    /// Whether no game of it is missing.
    fn is_whole(&self) -> bool {
        let is_void =
            |result: &GameResult| matches!(result, GameResult::Played(game) if game.void().is_some());
        !self.games.iter().any(|result| *result == GameResult::Unplayed || is_void(result))
    }

    /// The points of the round if those are disqualified who are `out`.
    fn counted(&self, out: &Disqualified) -> PlayedRound {
        let mut points = vec![0; self.round.pairing.len()];
        for scored in self.round.scored(&self.games, out) {
            for (seat, of) in scored.seats.iter().flatten().enumerate() {
                // In each order everybody moves up one seat.
                let place = (seat + scored.fixture.order) % points.len();
                points[place] += of.points;
            }
        }
        PlayedRound { round: self.round.clone(), points }
    }
}

impl Now<'_> {
    /// The rounds of a group.
    pub(super) fn of_group(&self, group: &Group) -> impl Iterator<Item = &Played> {
        let is_its = |played: &&Played| group.ids().any(|id| id == played.round.pairing[0]);
        self.played.iter().copied().filter(is_its)
    }

    /// Those that are whole, as they count if those are disqualified who are `out`.
    fn counted(&self, group: &Group, out: &Disqualified) -> Vec<PlayedRound> {
        self.of_group(group).filter(|played| played.is_whole()).map(|played| played.counted(out)).collect()
    }

    /// The bracket of each group; nothing if it is no knockout.
    fn brackets(&self) -> Vec<Bracket> {
        let nobody = Disqualified::nobody(self.out.contestants());
        let bracket = |group: &Group| {
            // What was won stays won, whoever is disqualified later.
            let so_far = self.counted(group, &nobody);
            knockout(self.come, self.out, &so_far, group, self.phase)
        };
        self.groups.iter().filter(|_| self.phase.is_knockout()).map(bracket).collect()
    }

    /// The rounds that come next; none at the end of the phase.
    fn next(&self, brackets: &[Bracket]) -> Vec<Round> {
        let so_far = self.played.iter().map(|played| played.round.number).max().unwrap_or(self.come.after);
        let of_phase = so_far - self.come.after;
        match self.phase.kind {
            Kind::Knockout | Kind::DoubleElimination => {
                brackets.iter().flat_map(|bracket| bracket.next.clone()).collect()
            }
            Kind::Swiss if of_phase == self.phase.rounds => vec![],
            Kind::Swiss => self.groups.iter().flat_map(|group| self.swiss_round(group, of_phase)).collect(),
            Kind::RoundRobin | Kind::Gauntlet => {
                let until = self.phase.until(of_phase, || rate(self.out, self.tally));
                let rounds = |until| {
                    known_rounds(self.phase, self.come, &self.groups, so_far + 1..=self.come.after + until)
                };
                until.map(rounds).into_iter().flatten().collect()
            }
        }
    }

    /// The next round of a Swiss. Before its first they are as they came in, later the strongest first by all games.
    fn swiss_round(&self, group: &Group, of_phase: u32) -> Vec<Round> {
        let mut order: Vec<EntrantId> = group.ids().collect();
        if of_phase > 0 {
            let strengths = strengths(self.out, self.tally);
            let elo = |id: &EntrantId| strengths[id.0].unwrap_or(f64::NEG_INFINITY);
            order.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
        }
        swiss(self.come, self.phase.rounds, self.out, &self.counted(group, self.out), &order)
    }
}

impl End {
    /// Marks those who go on. Nobody shares a place with one of them, so the order in which they came in decides there.
    fn cut(&mut self, on: &[EntrantId]) {
        let groups: BTreeSet<u32> = self.rows.iter().map(|row| row.group).collect();
        for group in groups {
            // Of the row above the place that it had, the one that it has, and whether it goes on.
            let (mut above, mut place) = ((0, 0, false), 0);
            for row in self.rows.iter_mut().filter(|row| row.group == group) {
                place += 1;
                row.goes_on = on.contains(&row.contestant);
                let (is_level, had) = (row.place == above.0, row.place);
                let shares = is_level && !row.goes_on && !above.2;
                if is_level && !shares {
                    row.by = Some(By::Seeding);
                }
                row.place = if shares { above.1 } else { place };
                above = (had, row.place, row.goes_on);
            }
        }
    }
}

impl State {
    /// The places at the end: the last phase's order, then of each before those who are not in yet; the disqualified last.
    fn places(&self, out: &Disqualified) -> Vec<usize> {
        let mut order: Vec<&Row> = vec![];
        for row in self.ends.iter().rev().flat_map(|end| &end.rows) {
            if order.iter().all(|other| other.contestant != row.contestant) {
                order.push(row);
            }
        }
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
        match phases {
            [Phase { kind: Kind::RoundRobin, groups: 0, .. }] => RankedBy::Points,
            [Phase { kind: Kind::Gauntlet, .. }] => RankedBy::PointsAGame,
            [Phase { kind: Kind::Swiss, groups: 0, .. }] => RankedBy::Buchholz(ratings.tenths()),
            _ => self.places.clone().map_or(RankedBy::Points, RankedBy::Places),
        }
    }
}

#[cfg(test)]
mod tests;
