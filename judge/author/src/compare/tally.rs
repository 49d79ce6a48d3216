//! The tally of a comparison so far: rounds in, in the schedule's order, counts and shares out.

use std::collections::HashSet;

use judge_core::phases::points_against;

use super::interval::Interval;
use super::likelihood::Counts;
use super::sequential::Hypotheses;

/// All the scores that a round can have: equal steps from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Steps from a score of 0 to one of 1.
    pub steps: u32,
    /// Steps below 0 and above 1 that a score can be.
    pub beyond: u32,
}

impl Scale {
    /// Scores from 0 to 1.
    #[must_use]
    pub fn shares(steps: u32) -> Self {
        Self { steps, beyond: 0 }
    }

    /// Even, and what the one has more than the other, each of them from 0 to 1: so scores from −½ to 1½.
    /// `steps` is even.
    #[must_use]
    pub fn differences(steps: u32) -> Self {
        Self { steps, beyond: steps / 2 }
    }

    /// The number of scores.
    fn scores(self) -> usize {
        (self.steps + 2 * self.beyond + 1) as usize
    }

    /// The score with an index.
    #[expect(clippy::cast_precision_loss, reason = "there are some hundred scores")]
    fn score(self, index: usize) -> f64 {
        (index as f64 - f64::from(self.beyond)) / f64::from(self.steps)
    }
}

/// The points of each seat in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePoints {
    /// Halves of a point of each seat: two for each opponent that it beat, one for each that it drew with.
    pub halves: Vec<u64>,
    /// SHA-256 of the game's transcript.
    pub transcript_sha256: [u8; 32],
}

impl GamePoints {
    /// From the ranks of the seats.
    #[must_use]
    pub fn new(ranks: &[u8], transcript_sha256: [u8; 32]) -> Self {
        let seats = || 0..ranks.len();
        let halves = |seat: usize| {
            let others = seats().filter(|&other| other != seat);
            others.map(|other| points_against(ranks[seat], Some(ranks[other]))).sum()
        };
        Self { halves: seats().map(halves).collect(), transcript_sha256 }
    }
}

/// The result of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundPoints {
    /// The score of the first side, in steps of the scale from its lowest.
    pub steps: u32,
    /// Its games.
    pub games: Vec<GamePoints>,
}

/// The scores of a comparison so far.
#[derive(Clone, Debug)]
pub struct ScoreTally {
    scale: Scale,
    /// The number of rounds with each score of the scale.
    seen: Vec<u64>,
    /// Transcripts of the rounds that were counted. Is asked, never listed.
    known: HashSet<Vec<[u8; 32]>>,
    repeats: u64,
    repeats_in_a_row: u64,
    games: u64,
    /// Halves of points of each seat, in all games.
    seats: Vec<u64>,
}

impl ScoreTally {
    /// Of no round yet, at a table of so many seats.
    #[must_use]
    pub fn new(scale: Scale, seats: usize) -> Self {
        Self {
            scale,
            seen: vec![0; scale.scores()],
            known: HashSet::new(),
            repeats: 0,
            repeats_in_a_row: 0,
            games: 0,
            seats: vec![0; seats],
        }
    }

    /// Adds the next round of the schedule. A round that went as an earlier one did, move by move, says
    /// nothing new, and does not count.
    pub fn add(&mut self, round: &RoundPoints) {
        let transcripts = round.games.iter().map(|game| game.transcript_sha256).collect();
        if !self.known.insert(transcripts) {
            self.repeats += 1;
            self.repeats_in_a_row += 1;
            return;
        }
        self.repeats_in_a_row = 0;
        self.seen[round.steps as usize] += 1;
        self.games += round.games.len() as u64;
        for game in &round.games {
            for (sum, halves) in self.seats.iter_mut().zip(&game.halves) {
                *sum += halves;
            }
        }
    }

    /// Rounds that count.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.seen.iter().sum()
    }

    /// Rounds that went as an earlier one did.
    #[must_use]
    pub fn repeats(&self) -> u64 {
        self.repeats
    }

    /// Of those, the ones since the last round that counted.
    #[must_use]
    pub fn repeats_in_a_row(&self) -> u64 {
        self.repeats_in_a_row
    }

    /// Games of the rounds that count.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Each score that was seen, the lowest first, and in how many rounds.
    pub fn scores(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        self.cells().filter(|(_, rounds)| *rounds > 0)
    }

    /// The share of the points that each seat had, over all games.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "games are fewer than 2^53")]
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
    #[expect(clippy::cast_precision_loss, reason = "rounds are fewer than 2^53")]
    pub fn mean(&self) -> f64 {
        let (sum, rounds) = self.scores().fold((0.0, 0.0), |(sum, all), (score, rounds)| {
            (sum + score * rounds as f64, all + rounds as f64)
        });
        if rounds == 0.0 { 0.5 } else { sum / rounds }
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
