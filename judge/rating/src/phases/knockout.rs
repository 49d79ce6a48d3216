//! The knockout: the loser of a match is out, or of a second one, until one is left.

use super::draw::{Bout, Lost, MatchName, Planned, Slot, plan};
use super::{Disqualified, EntrantId, Group, In, PlayedRound, Round};
use serde::{Deserialize, Serialize};

/// The state of a knockout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// Rounds that have to be played whatever becomes of the others; none at the end.
    pub next: Vec<Round>,
    /// The order so far, the best first, and whether each came as far as the one before it.
    pub places: Vec<(EntrantId, bool)>,
    /// Matches whose two sides are known, each after those that led to it.
    pub matches: Vec<Match>,
}

/// A match of a knockout, and a row of `matches.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// The bracket of a knockout: the `group` has all that are in it; matches are of `rounds` rounds.
///
/// `come` is what the phase knows, `disqualified` are those who are out by now, and `so_far` is all that was played, in any
/// order, with points as they were made at the board, whoever is disqualified since.
///
/// - The best get the byes, and the first and the second seed can meet in the final only; see [`Lost`].
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
    (rounds, lost): (u32, Lost),
) -> Bracket {
    let (order, plan): (Vec<EntrantId>, _) = (group.ids().collect(), plan(group.members.len(), lost));
    let knockout = Knockout { come, disqualified, so_far, group, order: &order, plan: &plan, rounds };
    let nobody = Progress {
        reached: vec![(0, false); order.len()],
        played: vec![0; order.len()],
        ..Progress::default()
    };
    let mut progress = plan.iter().fold(nobody, |progress, planned| knockout.advance(planned, progress));
    // Whoever went on is in a later match.
    for at in 0..progress.matches.len() {
        let (found, later) = progress.matches[at..].split_first_mut().expect("there are so many");
        let Some(won) = found.winning_side() else { continue };
        let next = |side: usize| {
            let next = later.iter().find(|next| next.sides.contains(&found.sides[side]));
            next.map(|next| next.name.to_string()).unwrap_or_default()
        };
        (found.winner_to, found.loser_to) = (next(won), next(1 - won));
    }
    Bracket { next: progress.next, places: knockout.places(&progress.reached), matches: progress.matches }
}

struct Knockout<'a> {
    come: &'a In<'a>,
    disqualified: &'a Disqualified,
    so_far: &'a [PlayedRound],
    group: &'a Group,
    order: &'a [EntrantId],
    plan: &'a [Planned],
    rounds: u32,
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

#[derive(Default)]
struct Progress {
    /// Who has won and lost each match of the plan.
    ends: Vec<(Side, Side)>,
    /// The last stage that each was in, and whether it won there.
    reached: Vec<(usize, bool)>,
    /// Rounds that each has played in the matches so far.
    played: Vec<usize>,
    next: Vec<Round>,
    matches: Vec<Match>,
}

impl Knockout<'_> {
    /// Goes on to the next match of the plan.
    fn advance(&self, planned: &Planned, mut progress: Progress) -> Progress {
        let side = |slot: Slot| match slot {
            Slot::Seed(place) if place < self.order.len() => Side::Taken(place),
            Slot::Seed(_) => Side::Empty,
            Slot::Winner(number) => progress.ends[number].0,
            Slot::Loser(number) => progress.ends[number].1,
        };
        let end = match planned.sides.map(side) {
            [Side::Open, _] | [_, Side::Open] => (Side::Open, Side::Open),
            [Side::Empty, side] | [side, Side::Empty] => (side, Side::Empty),
            [Side::Taken(a), Side::Taken(b)] if self.is_over_before(planned, a, &progress) => {
                (Side::Taken(a), Side::Taken(b))
            }
            [Side::Taken(a), Side::Taken(b)] => self.play(planned, a.min(b), a.max(b), &mut progress),
        };
        for (side, has_won) in [(end.0, true), (end.1, false)] {
            if let Side::Taken(place) = side {
                progress.reached[place] = (planned.stage, has_won);
            }
        }
        progress.ends.push(end);
        progress
    }

    /// Whether it is the second final, and the winner of the first has not lost yet.
    fn is_over_before(&self, planned: &Planned, winner: usize, progress: &Progress) -> bool {
        let unbeaten = |number: usize| progress.ends[number].0 == Side::Taken(winner);
        planned.bout == Bout::SecondFinal
            && matches!(self.plan[progress.ends.len() - 1].sides[0], Slot::Winner(number) if unbeaten(number))
    }

    /// The winner and the loser of a match, or the rounds that it still needs.
    fn play(&self, planned: &Planned, better: usize, worse: usize, progress: &mut Progress) -> (Side, Side) {
        let sides = [better, worse].map(|place| self.order[place]);
        let met = progress.matches.iter().filter(|earlier| earlier.sides == sides).count();
        let before = u32::try_from(met).unwrap_or(u32::MAX).saturating_mul(self.rounds.saturating_mul(2));
        let after = self.come.after.saturating_add(before);
        let ([one, other], seeds) = (
            sides.map(|side| self.come.name(side).to_owned()),
            [better, worse].map(|place| self.group.members[place].0),
        );
        let mut found = Match {
            phase: self.come.number,
            group: self.group.number,
            name: MatchName { group: self.group.number, bout: planned.bout },
            one,
            other,
            seed_one: seeds[0],
            seed_other: seeds[1],
            points_one: 0,
            points_other: 0,
            rounds: 0,
            winner: String::new(),
            why: None,
            winner_to: String::new(),
            loser_to: String::new(),
            stage: planned.stage,
            sides,
            numbers: [after, after.saturating_add(self.rounds.saturating_mul(2))],
        };
        let played: Vec<&PlayedRound> =
            self.so_far.iter().filter(|played| found.has(&played.round)).collect();
        [found.points_one, found.points_other] =
            sides.map(|side| played.iter().map(|played| played.points_of(side)).sum());
        found.rounds = u32::try_from(played.len()).expect("rounds have numbers");
        for place in [better, worse] {
            progress.played[place] += played.len();
        }
        let won = self.winner([better, worse], &found, progress);
        if let Some((winner, why)) = won {
            self.come.name(self.order[winner]).clone_into(&mut found.winner);
            found.why = Some(why);
        }
        let (first, needed) = (after + found.rounds, found.needed(self.rounds));
        progress.matches.push(found);
        if let Some((winner, _)) = won {
            return (Side::Taken(winner), Side::Taken(better + worse - winner));
        }
        let mut pairing = sides.to_vec();
        pairing.sort_unstable();
        let round = |number| Round::new(&self.come.names, pairing.clone(), number, self.come.seed);
        progress.next.extend((first + 1..=first + needed).map(round));
        (Side::Open, Side::Open)
    }

    /// Who of the two has won, the better first, and why.
    fn winner(&self, sides: [usize; 2], found: &Match, progress: &Progress) -> Option<(usize, Why)> {
        let [better, worse] = sides;
        // It was still in when this match ended: it has since been in a later one.
        let went_on = |id: EntrantId, played_here: usize| {
            let rounds = self.so_far.iter().filter(|played| played.round.pairing.contains(&id)).count();
            rounds > played_here
        };
        let lost_here = sides.map(|place| {
            let id = self.order[place];
            self.disqualified.has(id) && !went_on(id, progress.played[place])
        });
        match lost_here {
            [true, false] => Some((worse, Why::Disqualified)),
            [false, true] => Some((better, Why::Disqualified)),
            // Somebody must go on, and the order was known before they met.
            [true, true] => Some((better, Why::BothDisqualified)),
            [false, false] if found.needed(self.rounds) > 0 => None,
            [false, false] if found.points_one == found.points_other => Some((better, Why::Seeding)),
            [false, false] => {
                let why = if found.rounds > self.rounds { Why::Extra } else { Why::Points };
                Some((if found.points_other > found.points_one { worse } else { better }, why))
            }
        }
    }

    fn places(&self, reached: &[(usize, bool)]) -> Vec<(EntrantId, bool)> {
        let far =
            |place: usize| (self.disqualified.has(self.order[place]), std::cmp::Reverse(reached[place]));
        let mut places: Vec<usize> = (0..reached.len()).collect();
        places.sort_by_key(|&place| (far(place), place));
        let as_far = |at: usize| at > 0 && far(places[at]) == far(places[at - 1]);
        places.iter().enumerate().map(|(at, &place)| (self.order[place], as_far(at))).collect()
    }
}

#[cfg(test)]
mod tests;
