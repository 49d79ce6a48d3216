//! The knockout: the loser of a match is out, or of a second one, until one is left.

use super::draw::{Bout, MatchName, Planned, Slot, plan};
use super::{Disqualified, EntrantId, Group, In, Phase, PlayedRound, Round};
use serde::{Deserialize, Serialize};

/// The state of a knockout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bracket {
    /// Rounds that have to be played whatever becomes of the others; none at the end.
    pub next: Vec<Round>,
    /// The order so far, the best first, and whether each came as far as the one before it.
    pub places: Vec<(EntrantId, bool)>,
    /// Matches whose two sides are known, each after those that led to it.
    pub matches: Vec<Match>,
}

/// A match of a knockout, and a row of `matches.csv`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// The number of its phase, from 1.
    pub phase: u32,
    /// The number of its group, from 1; 0 if there are no groups.
    pub group: u32,
    /// Its name, as its games have it.
    #[serde(rename = "match")]
    pub name: MatchName,
    /// The better seed.
    pub one: String,
    /// The other contestant.
    pub other: String,
    /// The seed in the phase of the first, from 1.
    pub seed_one: usize,
    /// The seed of the other.
    pub seed_other: usize,
    /// The points that the first made at the board.
    pub points_one: u64,
    /// The points of the other.
    pub points_other: u64,
    /// How many rounds were played.
    pub rounds: u32,
    /// The winner; empty until it is decided.
    pub winner: String,
    /// Why it has won.
    pub why: Option<Why>,
    /// The match that the winner went on to; empty if there is none, or if that is not known yet.
    pub winner_to: String,
    /// The match that the loser went on to.
    pub loser_to: String,
    /// The number of its stage; the last match has the highest. In no file.
    #[serde(skip)]
    pub stage: usize,
    /// The two contestants, by their places in the list. In no file.
    #[serde(skip)]
    pub sides: [EntrantId; 2],
    /// The numbers of rounds between the two that are its own: above the first, up to the second. In no file.
    #[serde(skip)]
    pub numbers: [u32; 2],
}

/// Why a match is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The winner has more points.
    Points,
    /// The same, after more rounds than a match has.
    Extra,
    /// They are level to the end, and the winner is the better seed.
    Seeding,
    /// The loser is disqualified.
    Disqualified,
    /// Both are; the better seed has won, and loses its next match.
    BothDisqualified,
}

impl Match {
    /// Whether a round belongs to it.
    #[must_use]
    pub fn has(&self, round: &Round) -> bool {
        let [after, last] = self.numbers;
        (after + 1..=last).contains(&round.number)
            && self.sides.iter().all(|side| round.pairing.contains(side))
    }

    /// The points of both sides.
    #[must_use]
    pub fn points(&self) -> [u64; 2] {
        [self.points_one, self.points_other]
    }

    /// The number of rounds still to be played in any case, of so many, if nobody is disqualified; 0 if it is decided.
    fn needed(&self, rounds: u32) -> u32 {
        let lead = self.points_one.abs_diff(self.points_other);
        // One round at a time from here: each can decide.
        if self.rounds >= rounds {
            return u32::from(lead == 0 && self.rounds < rounds.saturating_mul(2));
        }
        // With each round the leader can gain a round's points, and the other can lose the chance of them.
        let lacking = (u64::from(rounds - self.rounds) * PlayedRound::POINTS_WON + 1).saturating_sub(lead);
        let needed = lacking.div_ceil(2 * PlayedRound::POINTS_WON);
        u32::try_from(needed).expect("no more rounds are needed than are left")
    }

    /// Which of its two sides has won, once it is decided.
    #[must_use]
    pub fn winning_side(&self) -> Option<usize> {
        [&self.one, &self.other].iter().position(|side| **side == self.winner)
    }
}

/// The bracket of a knockout: the `group` has all that are in it; matches are as its `phase` has them.
///
/// `come` is what the phase knows, `disqualified` are those who are out by now, and `so_far` is all that was played, in any
/// order, with points as they were made at the board, whoever is disqualified since.
///
/// - The best get the byes, and the first and the second seed can meet in the final only.
/// - Who has more points after `rounds` rounds wins the match; it ends as soon as the
///   other cannot draw level.
/// - If they are level, they play on, round by round and at most `rounds` more, until one has more points. If they
///   are level even then, the better seed wins.
/// - Two who meet again go on with the numbers of their rounds, 2 `rounds` for each match, so that no game is played twice.
/// - Who is disqualified loses the match it is in; the matches it won before stand.
/// - Places go by how far one came, and of equals by their seeds; the disqualified are last.
#[must_use]
pub fn knockout(
    come: &In<'_>,
    disqualified: &Disqualified,
    so_far: &[PlayedRound],
    group: &Group,
    phase: &Phase,
) -> Bracket {
    let (rounds, reached) = (phase.rounds, vec![(0, false); group.members.len()]);
    let mut knockout = Knockout {
        come,
        disqualified,
        so_far,
        group,
        rounds,
        ends: vec![],
        reached,
        bracket: Bracket::default(),
    };
    for planned in &plan(group.members.len(), phase) {
        knockout.advance(planned);
    }
    let places = knockout.places();
    let mut matches = knockout.bracket.matches;
    // Whoever went on is in a later match.
    for at in 0..matches.len() {
        let (found, later) = matches[at..].split_first_mut().expect("there are so many");
        let Some(won) = found.winning_side() else { continue };
        let next = |side: usize| {
            let next = later.iter().find(|next| next.sides.contains(&found.sides[side]));
            next.map(|next| next.name.to_string()).unwrap_or_default()
        };
        (found.winner_to, found.loser_to) = (next(won), next(1 - won));
    }
    Bracket { places, matches, ..knockout.bracket }
}

struct Knockout<'a> {
    come: &'a In<'a>,
    disqualified: &'a Disqualified,
    so_far: &'a [PlayedRound],
    group: &'a Group,
    rounds: u32,
    /// Who has won and lost each match of the plan so far.
    ends: Vec<[Side; 2]>,
    /// The last stage that each was in, and whether it won there.
    reached: Vec<(usize, bool)>,
    bracket: Bracket,
}

/// Who is on a side of a match; a contestant is its place in the order, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Nobody: a bye for the other.
    Empty,
    /// It is not known yet.
    Open,
    Taken(usize),
}

impl Knockout<'_> {
    /// Goes on to the next match of the plan.
    fn advance(&mut self, planned: &Planned) {
        let side = |slot: Slot| match slot {
            Slot::Seed(place) if place < self.reached.len() => Side::Taken(place),
            Slot::Seed(_) => Side::Empty,
            Slot::Winner(number) => self.ends[number][0],
            Slot::Loser(number) => self.ends[number][1],
        };
        let end = match planned.sides.map(side) {
            [Side::Open, _] | [_, Side::Open] => [Side::Open; 2],
            [Side::Empty, side] | [side, Side::Empty] => [side, Side::Empty],
            // The winner of the first final has not lost yet, and needs no second.
            sides @ [winner, _] if planned.bout == Bout::SecondFinal && !self.has_lost(winner) => sides,
            [Side::Taken(a), Side::Taken(b)] => self.play(planned, [a.min(b), a.max(b)]),
        };
        for (side, has_won) in end.into_iter().zip([true, false]) {
            if let Side::Taken(place) = side {
                self.reached[place] = (planned.stage, has_won);
            }
        }
        self.ends.push(end);
    }

    fn has_lost(&self, side: Side) -> bool {
        self.ends.iter().any(|[_, loser]| *loser == side)
    }

    /// The winner and the loser of a match between two places, the better first, or the rounds that it still needs.
    fn play(&mut self, planned: &Planned, places: [usize; 2]) -> [Side; 2] {
        let [(seed_one, one), (seed_other, other)] = places.map(|place| self.group.members[place]);
        let (sides, span) = ([one, other], self.rounds.saturating_mul(2));
        let met = self.bracket.matches.iter().filter(|earlier| earlier.sides == sides).count();
        let before = u32::try_from(met).unwrap_or(u32::MAX).saturating_mul(span);
        let after = self.come.after.saturating_add(before);
        let mut found = Match {
            phase: self.come.number,
            group: self.group.number,
            name: MatchName { group: self.group.number, bout: planned.bout },
            one: self.come.name(one).to_owned(),
            other: self.come.name(other).to_owned(),
            seed_one,
            seed_other,
            stage: planned.stage,
            sides,
            numbers: [after, after.saturating_add(span)],
            ..Match::default()
        };
        let played = || self.so_far.iter().filter(|played| found.has(&played.round));
        let [points_one, points_other] =
            sides.map(|side| played().map(|played| played.points_of(side)).sum());
        let rounds = u32::try_from(played().count()).expect("rounds have numbers");
        found = Match { points_one, points_other, rounds, ..found };
        let end = if let Some((side, why)) = self.winner(&found) {
            found = Match { winner: self.come.name(sides[side]).to_owned(), why: Some(why), ..found };
            [places[side], places[1 - side]].map(Side::Taken)
        } else {
            let mut pairing = sides.to_vec();
            pairing.sort_unstable();
            let round = |number| Round::new(&self.come.names, pairing.clone(), number, self.come.seed);
            let (first, needed) = (after + rounds + 1, found.needed(self.rounds));
            self.bracket.next.extend((first..first + needed).map(round));
            [Side::Open; 2]
        };
        self.bracket.matches.push(found);
        end
    }

    /// The side that has won a match, and why.
    fn winner(&self, found: &Match) -> Option<(usize, Why)> {
        // It was still in when this match ended: it has since been in a later one.
        let went_on = |id: EntrantId| {
            let rounds = self.so_far.iter().filter(|played| played.round.pairing.contains(&id)).count();
            let until_here = self.bracket.matches.iter().chain([found]).filter(|of| of.sides.contains(&id));
            rounds > until_here.map(|of| of.rounds as usize).sum::<usize>()
        };
        match found.sides.map(|id| self.disqualified.has(id) && !went_on(id)) {
            [true, false] => Some((1, Why::Disqualified)),
            [false, true] => Some((0, Why::Disqualified)),
            // Somebody must go on, and the order was known before they met.
            [true, true] => Some((0, Why::BothDisqualified)),
            [false, false] if found.needed(self.rounds) > 0 => None,
            [false, false] if found.points_one == found.points_other => Some((0, Why::Seeding)),
            [false, false] => {
                let why = if found.rounds > self.rounds { Why::Extra } else { Why::Points };
                Some((usize::from(found.points_other > found.points_one), why))
            }
        }
    }

    fn places(&self) -> Vec<(EntrantId, bool)> {
        let id = |place: usize| self.group.members[place].1;
        let far = |place: usize| (self.disqualified.has(id(place)), std::cmp::Reverse(self.reached[place]));
        let mut places: Vec<usize> = (0..self.reached.len()).collect();
        places.sort_by_key(|&place| (far(place), place));
        let as_far = |at: usize| at > 0 && far(places[at]) == far(places[at - 1]);
        places.iter().enumerate().map(|(at, &place)| (id(place), as_far(at))).collect()
    }
}

#[cfg(test)]
mod tests;
