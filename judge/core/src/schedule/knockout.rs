//! The knockout: the loser of a match is out, until one is left.

use super::draw::{Draw, MatchName, Slot};
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
}

/// A match of a knockout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BracketMatch {
    /// Its name.
    pub name: MatchName,
    /// The two contestants, the better by the order first.
    pub sides: [EntrantId; 2],
    /// The winner, once it is decided.
    pub winner: Option<EntrantId>,
}

/// The bracket of a knockout: `order` has all contestants, best first; matches are of `rounds` rounds.
///
/// `names` are sorted, `out` are the disqualified, and `so_far` is all that was played, in any order.
///
/// - The bracket is the usual one: its size is the next power of two, the best get the
///   byes, and the first and the second of `order` can meet in the final only.
/// - Who has more points after `rounds` rounds wins the match; it ends as soon as the
///   other cannot draw level.
/// - If they are level, they play on, round by round and at most `rounds` more, until one has more points. If they
///   are level even then, who is earlier in `order` wins.
/// - Who is disqualified loses the match it is in; the matches it won before stand.
/// - Places go by how far one came, and of equals by `order`; the disqualified are last.
#[must_use]
pub fn knockout(
    names: &[&str],
    disqualified: &Disqualified,
    so_far: &[PlayedRound],
    order: &[EntrantId],
    rounds: u32,
    seed: Seed,
) -> Bracket {
    let draw = Draw::new(order);
    let knockout = Knockout { names, disqualified, so_far, order, draw: &draw, rounds, seed };
    let mut progress = Progress { wins: vec![0; order.len()], next: vec![], matches: vec![] };
    let mut stage = draw.slots().to_vec();
    while stage.len() > 1 {
        stage = stage.chunks(2).map(|slots| knockout.advance(slots[0], slots[1], &mut progress)).collect();
    }
    // A match that is not decided leaves its slot open, and so all after it.
    let is_over = matches!(stage[..], [Slot::Taken(_)]);
    let places = is_over.then(|| knockout.places(&progress.wins));
    Bracket { next: progress.next, places, matches: progress.matches }
}

/// The most games that a knockout can have; `None` if more than can be counted.
#[must_use]
pub(crate) fn knockout_games_max(contestants: usize, rounds: u32) -> Option<u64> {
    (contestants as u64).saturating_sub(1).checked_mul(4)?.checked_mul(rounds.into())
}

struct Knockout<'a> {
    names: &'a [&'a str],
    disqualified: &'a Disqualified,
    so_far: &'a [PlayedRound],
    order: &'a [EntrantId],
    draw: &'a Draw,
    rounds: u32,
    seed: Seed,
}

struct Progress {
    /// Stages that each has survived.
    wins: Vec<u32>,
    next: Vec<Round>,
    matches: Vec<BracketMatch>,
}

impl Knockout<'_> {
    /// The slot that comes out of the match between two neighbours.
    fn advance(&self, a: Slot, b: Slot, progress: &mut Progress) -> Slot {
        let winner = match (a, b) {
            (Slot::Open, _) | (_, Slot::Open) => return Slot::Open,
            (Slot::Empty, slot) | (slot, Slot::Empty) => slot,
            (Slot::Taken(a), Slot::Taken(b)) => self.play(a.min(b), a.max(b), progress),
        };
        if let Slot::Taken(winner) = winner {
            progress.wins[winner] += 1;
        }
        winner
    }

    /// The winner of a match, or the rounds that it still needs.
    fn play(&self, better: usize, worse: usize, progress: &mut Progress) -> Slot {
        let mut pairing = vec![self.order[better], self.order[worse]];
        pairing.sort_unstable();
        let score = self.score(better, worse, &pairing);
        let winner = self.winner(better, worse, &score);
        progress.matches.push(self.match_of(better, worse, winner));
        if let Some(winner) = winner {
            return Slot::Taken(winner);
        }
        let numbers = score.played + 1..=score.played + score.needed(self.rounds);
        let round = |number| Round::new(self.names, pairing.clone(), number, self.seed);
        progress.next.extend(numbers.map(round));
        Slot::Open
    }

    fn match_of(&self, better: usize, worse: usize, winner: Option<usize>) -> BracketMatch {
        let sides = [better, worse].map(|place| self.order[place]);
        let name = self.draw.match_of(sides[0], sides[1]);
        BracketMatch { name, sides, winner: winner.map(|place| self.order[place]) }
    }

    fn score(&self, better: usize, worse: usize, pairing: &[EntrantId]) -> Score {
        let mut score = Score { played: 0, better: 0, worse: 0 };
        for played in self.so_far.iter().filter(|played| played.round.pairing == pairing) {
            score.played += 1;
            score.better += played.points_of(self.order[better]);
            score.worse += played.points_of(self.order[worse]);
        }
        score
    }

    fn winner(&self, better: usize, worse: usize, score: &Score) -> Option<usize> {
        let is_out = |place: usize| self.disqualified.has(self.order[place]);
        if self.went_on(better, worse) {
            return Some(better);
        }
        if self.went_on(worse, better) {
            return Some(worse);
        }
        match (is_out(better), is_out(worse)) {
            (false, false) if score.needed(self.rounds) > 0 => None,
            (false, false) if score.worse > score.better => Some(worse),
            (true, false) => Some(worse),
            // Both are out, or level to the end: somebody must go on, and the order was known before they met.
            _ => Some(better),
        }
    }

    /// Whether one who is disqualified had won a match: it has since been in a later one.
    ///
    /// Points cannot tell, as afterwards they count against it even where it had won.
    fn went_on(&self, place: usize, opponent: usize) -> bool {
        let id = self.order[place];
        let this = self.draw.stage_of(id, self.order[opponent]);
        let rounds = self.so_far.iter().filter(|played| played.round.pairing.contains(&id));
        let mut opponents =
            rounds.flat_map(|played| played.round.pairing.iter().filter(|other| **other != id));
        self.disqualified.has(id) && opponents.any(|other| self.draw.stage_of(id, *other) > this)
    }

    fn places(&self, wins: &[u32]) -> Vec<EntrantId> {
        let mut places: Vec<usize> = (0..wins.len()).collect();
        places.sort_by_key(|&place| {
            (self.disqualified.has(self.order[place]), std::cmp::Reverse(wins[place]), place)
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
