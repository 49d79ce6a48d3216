//! The knockout: the loser of a match is out, or of a second one, until one is left.

use super::draw::{Lost, MatchName, Planned, Slot, plan};
use super::{Disqualified, EntrantId, PlayedRound, Round};
use judge_play::Seed;

/// The state of a knockout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// Rounds that have to be played whatever becomes of the others; none at the end.
    pub next: Vec<Round>,
    /// The final order, the best first, once the knockout is over.
    pub places: Option<Vec<EntrantId>>,
    /// Matches whose two sides are known, each after those that led to it.
    pub matches: Vec<BracketMatch>,
    /// The number of each contestant's group, if groups played before.
    pub groups: Vec<usize>,
}

/// A match of a knockout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracketMatch {
    /// Its name.
    pub name: MatchName,
    /// The number of its stage; the last match has the highest.
    pub stage: usize,
    /// The two contestants, the better by the order first.
    pub sides: [EntrantId; 2],
    /// Their points at the board.
    pub points: [u64; 2],
    /// The winner, once it is decided.
    pub winner: Option<EntrantId>,
    /// Why it has won.
    pub why: Option<Why>,
    /// The matches whose winners meet in it.
    pub before: Vec<MatchName>,
    /// The numbers of rounds between the two that are its own: above the first, up to the second.
    rounds: [u32; 2],
}

/// Why a match is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The winner has more points.
    Points,
    /// They are level to the end, and the winner is the better seed.
    Seeding,
    /// The loser is disqualified.
    Disqualified,
    /// Both are; the better seed has won, and loses its next match.
    BothDisqualified,
}

impl Bracket {
    /// The match that a round belongs to.
    #[must_use]
    pub fn match_of(&self, round: &Round) -> Option<MatchName> {
        let group = || self.groups.get(round.pairing[0].0).map(|group| MatchName::Group(*group));
        self.matches.iter().find(|found| found.has(round)).map(|found| found.name).or_else(group)
    }
}

impl BracketMatch {
    fn has(&self, round: &Round) -> bool {
        let [after, last] = self.rounds;
        (after + 1..=last).contains(&round.number)
            && self.sides.iter().all(|side| round.pairing.contains(side))
    }
}

/// The bracket of a knockout: `order` has all that are in it, best first; matches are of `rounds` rounds, whose numbers
/// are above `after`.
///
/// `names` are sorted, `out` are the disqualified, and `so_far` is all that was played, in any order, with points as they
/// were made at the board, whoever is disqualified since.
///
/// - The best get the byes, and the first and the second of `order` can meet in the final only; see [`Lost`].
/// - Who has more points after `rounds` rounds wins the match; it ends as soon as the
///   other cannot draw level.
/// - If they are level, they play on, round by round and at most `rounds` more, until one has more points. If they
///   are level even then, who is earlier in `order` wins.
/// - Two who meet again go on with the numbers of their rounds, 2 `rounds` for each match, so that no game is played twice.
/// - Who is disqualified loses the match it is in; the matches it won before stand.
/// - Places go by how far one came, and of equals by `order`; the disqualified are last.
#[must_use]
pub fn knockout(
    names: &[&str],
    disqualified: &Disqualified,
    so_far: &[PlayedRound],
    order: &[EntrantId],
    (after, rounds, lost): (u32, u32, Lost),
    seed: Seed,
) -> Bracket {
    let plan = plan(order.len(), lost);
    let knockout = Knockout { names, disqualified, so_far, order, plan: &plan, after, rounds, seed };
    let nobody = Progress {
        reached: vec![(0, false); order.len()],
        played: vec![0; order.len()],
        ..Progress::default()
    };
    let progress = plan.iter().fold(nobody, |progress, planned| knockout.advance(planned, progress));
    // A match that is not decided leaves its sides open, and so all after it.
    let is_over = progress.ends.iter().all(|(winner, _)| *winner != Side::Open);
    let places = is_over.then(|| knockout.places(&progress.reached));
    Bracket { next: progress.next, places, matches: progress.matches, groups: vec![] }
}

/// The most games that a knockout can have; `None` if more than can be counted.
#[must_use]
pub fn knockout_games_max(contestants: usize, rounds: u32, lost: Lost) -> Option<u64> {
    let contestants = contestants as u64;
    let matches = match lost {
        Lost::Out => contestants.saturating_sub(1),
        Lost::ThirdPlace => contestants.saturating_sub(u64::from(contestants < 4)),
        Lost::Again => contestants.checked_mul(2)?.saturating_sub(1),
    };
    matches.checked_mul(4)?.checked_mul(rounds.into())
}

struct Knockout<'a> {
    names: &'a [&'a str],
    disqualified: &'a Disqualified,
    so_far: &'a [PlayedRound],
    order: &'a [EntrantId],
    plan: &'a [Planned],
    after: u32,
    rounds: u32,
    seed: Seed,
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
    matches: Vec<BracketMatch>,
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
        planned.name == MatchName::SecondFinal
            && matches!(self.plan[progress.ends.len() - 1].sides[0], Slot::Winner(number) if unbeaten(number))
    }

    /// The winner and the loser of a match, or the rounds that it still needs.
    fn play(&self, planned: &Planned, better: usize, worse: usize, progress: &mut Progress) -> (Side, Side) {
        let sides = [better, worse].map(|place| self.order[place]);
        let met = progress.matches.iter().filter(|earlier| earlier.sides == sides).count();
        let before = u32::try_from(met).unwrap_or(u32::MAX).saturating_mul(self.rounds.saturating_mul(2));
        let after = self.after.saturating_add(before);
        let before = planned.sides.into_iter().filter_map(|slot| match slot {
            Slot::Winner(number) => Some(self.plan[number].name),
            Slot::Seed(_) | Slot::Loser(_) => None,
        });
        let mut found = BracketMatch {
            name: planned.name,
            stage: planned.stage,
            sides,
            points: [0; 2],
            winner: None,
            why: None,
            before: before.collect(),
            rounds: [after, after.saturating_add(self.rounds.saturating_mul(2))],
        };
        let played: Vec<&PlayedRound> =
            self.so_far.iter().filter(|played| found.has(&played.round)).collect();
        found.points = sides.map(|side| played.iter().map(|played| played.points_of(side)).sum());
        let number = u32::try_from(played.len()).expect("rounds have numbers");
        let score = Score { played: number, better: found.points[0], worse: found.points[1] };
        for place in [better, worse] {
            progress.played[place] += played.len();
        }
        let won = self.winner([better, worse], &score, progress);
        (found.winner, found.why) = won.map(|(place, why)| (self.order[place], why)).unzip();
        progress.matches.push(found);
        if let Some((winner, _)) = won {
            return (Side::Taken(winner), Side::Taken(better + worse - winner));
        }
        let mut pairing = sides.to_vec();
        pairing.sort_unstable();
        let first = after + score.played;
        let round = |number| Round::new(self.names, pairing.clone(), number, self.seed);
        progress.next.extend((first + 1..=first + score.needed(self.rounds)).map(round));
        (Side::Open, Side::Open)
    }

    /// Who of the two has won, the better first, and why.
    fn winner(&self, sides: [usize; 2], score: &Score, progress: &Progress) -> Option<(usize, Why)> {
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
            [false, false] if score.needed(self.rounds) > 0 => None,
            [false, false] if score.worse == score.better => Some((better, Why::Seeding)),
            [false, false] => Some((if score.worse > score.better { worse } else { better }, Why::Points)),
        }
    }

    fn places(&self, reached: &[(usize, bool)]) -> Vec<EntrantId> {
        let mut places: Vec<usize> = (0..reached.len()).collect();
        places.sort_by_key(|&place| {
            (self.disqualified.has(self.order[place]), std::cmp::Reverse(reached[place]), place)
        });
        places.into_iter().map(|place| self.order[place]).collect()
    }
}

/// A match so far: its rounds, and the points of the one who is better by the order, and of the other.
struct Score {
    played: u32,
    better: u64,
    worse: u64,
}

impl Score {
    /// The number of rounds still to be played in any case, if nobody is disqualified; 0 if the match is decided.
    fn needed(&self, rounds: u32) -> u32 {
        let lead = self.better.abs_diff(self.worse);
        // One round at a time from here: each can decide.
        if self.played >= rounds {
            return u32::from(lead == 0 && self.played < rounds.saturating_mul(2));
        }
        // With each round the leader can gain a round's points, and the other can lose the chance of them.
        let lacking = (u64::from(rounds - self.played) * PlayedRound::POINTS_WON + 1).saturating_sub(lead);
        let needed = lacking.div_ceil(2 * PlayedRound::POINTS_WON);
        u32::try_from(needed).expect("no more rounds are needed than are left")
    }
}

#[cfg(test)]
mod tests;
