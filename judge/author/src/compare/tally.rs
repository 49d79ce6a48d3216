//! The tally of a comparison so far: rounds in, in the schedule's order, counts and shares out.

use std::collections::HashSet;

use judge_core::phases::points_against;

use super::interval::Interval;
use super::likelihood::Counts;
use super::sequential::Hypotheses;

/// All the scores that a round can have: equal steps from the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scale {
    /// Steps from a score of 0 to one of 1.
    pub(super) steps: u32,
    /// Steps below 0 and above 1 that a score can be.
    pub(super) beyond: u32,
}

impl Scale {
    /// The score with an index.
    fn score(self, index: usize) -> f64 {
        (index as f64 - f64::from(self.beyond)) / f64::from(self.steps)
    }
}

/// A game at its end: the ranks of its seats, and SHA-256 of its transcript.
pub(super) type EndedGame = (Vec<u8>, [u8; 32]);

/// The result of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RoundPoints {
    /// The score of the first side, in steps of the scale from its lowest.
    pub(super) steps: u32,
    /// Its games.
    pub(super) games: Vec<EndedGame>,
}

/// The scores of a comparison so far.
#[derive(Clone, Debug, Default)]
pub struct ScoreTally {
    scale: Scale,
    /// The number of rounds with each score of the scale.
    seen: Vec<u64>,
    /// Transcripts of the rounds that were counted. Is asked, never listed.
    known: HashSet<Vec<[u8; 32]>>,
    /// Rounds that went as an earlier one did.
    pub repeats: u64,
    /// Of those, the ones since the last round that counted.
    pub repeats_in_a_row: u64,
    /// Games of the rounds that count.
    pub games: u64,
    /// Halves of points of each seat, in all games: two for each opponent that it beat, one for each that it drew with.
    seats: Vec<u64>,
}

impl ScoreTally {
    /// Of no round yet, at a table of so many seats.
    pub(super) fn new(scale: Scale, seats: usize) -> Self {
        let seen = vec![0; (scale.steps + 2 * scale.beyond + 1) as usize];
        Self { scale, seen, seats: vec![0; seats], ..Self::default() }
    }

    /// Adds the next round of the schedule. A round that went as an earlier one did, move by move, says
    /// nothing new, and does not count.
    pub(super) fn add(&mut self, round: &RoundPoints) {
        let transcripts = round.games.iter().map(|(_, transcript)| *transcript).collect();
        if !self.known.insert(transcripts) {
            self.repeats += 1;
            self.repeats_in_a_row += 1;
            return;
        }
        self.repeats_in_a_row = 0;
        self.seen[round.steps as usize] += 1;
        self.games += round.games.len() as u64;
        for (ranks, _) in &round.games {
            for (seat, halves) in self.seats.iter_mut().enumerate() {
                let others = (0..ranks.len()).filter(|other| *other != seat);
                *halves += others.map(|other| points_against(ranks[seat], Some(ranks[other]))).sum::<u64>();
            }
        }
    }

    /// Rounds that count.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.seen.iter().sum()
    }

    /// Each score that was seen, the lowest first, and in how many rounds.
    pub fn scores(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        self.cells().filter(|(_, rounds)| *rounds > 0)
    }

    /// The share of the points that each seat had, over all games.
    #[must_use]
    pub fn seats(&self) -> Vec<f64> {
        let all = 2 * (self.seats.len() as u64 - 1) * self.games;
        self.seats.iter().map(|&halves| halves as f64 / all.max(1) as f64).collect()
    }

    /// The logarithm of the likelihood ratio, 0 before the first round.
    #[must_use]
    pub fn ratio(&self, hypotheses: Hypotheses) -> f64 {
        if self.rounds() == 0 { 0.0 } else { hypotheses.ratio(&self.counts()) }
    }

    /// The mean score as it was seen, without what stands for unseen scores; ½ before the first round.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum = self.scores().fold(0.0, |sum, (score, rounds)| sum + score * rounds as f64);
        if self.rounds() == 0 { 0.5 } else { sum / self.rounds() as f64 }
    }

    /// The mean score and how well it is known; nothing before the second round.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let interval = Interval::of(&self.counts(), self.rounds())?;
        let mean = self.mean();
        let (low, high) = (interval.low.min(mean), interval.high.max(mean));
        Some(Interval { low, mean, high })
    }

    fn counts(&self) -> Counts {
        Counts::new(&self.cells().collect::<Vec<_>>())
    }

    fn cells(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        self.seen.iter().enumerate().map(|(index, rounds)| (self.scale.score(index), *rounds))
    }
}
