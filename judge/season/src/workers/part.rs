//! Parts of batches: rounds in, one worker's share of their facts out, and back.

use judge_core::phases::{EntrantId, Round};
use judge_core::tournament::Name;
use judge_play::Seed;
use judge_sandbox::ENGINE_VERSION;
use serde::{Deserialize, Serialize};

use crate::log::digest::Digest;
use crate::play::runner::OpenRound;

/// Games of a part.
pub(crate) const GAMES_MAX: usize = 64;
/// Rounds of a part for a worker that has played nothing yet; each part that it plays doubles that.
pub(crate) const TRIAL: usize = 1;
/// Bytes of what a worker may say of a game, for each seat: of two, four for each of 50,000 turns, and as many for the faults
/// of two bots.
const SEAT_BYTES_MAX: u64 = 256 << 10;

/// Rounds that are to be played by one worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The judge's version that the season is played by.
    pub judge: String,
    /// The engine's version.
    pub engine: String,
    /// SHA-256 of the season's file in the shared folder.
    pub terms: Digest,
    /// The rounds to play.
    pub rounds: Vec<PartRound>,
}

/// A round of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartRound {
    /// Its batch.
    pub batch: u32,
    /// Its seed.
    pub seed: u64,
    /// The bots that meet: names and files.
    pub bots: Vec<(String, Digest)>,
}

impl Part {
    /// A part of a season whose file in the shared folder has this hash.
    pub fn new(terms: Digest, rounds: Vec<PartRound>) -> Self {
        let (judge, engine) = (judge_bots::GAMES_VERSION.to_owned(), ENGINE_VERSION.to_owned());
        Self { judge, engine, terms, rounds }
    }
}

/// Bytes of what a worker may say of the games of so many rounds at tables of so many seats.
pub fn journal_bytes_max(rounds: usize, seats: usize) -> u64 {
    SEAT_BYTES_MAX * (seats * (seats * rounds).min(GAMES_MAX)) as u64
}

impl PartRound {
    /// The facts of a round that a worker gets.
    pub fn of(open: &OpenRound) -> Self {
        let bots = open.files.iter().map(|(name, sha256)| (name.to_string(), *sha256)).collect();
        Self { batch: open.round.number, seed: open.round.seed.0, bots }
    }

    /// The round as it is played at a table of so many seats; nothing if it is for others, or a name is none.
    pub fn open(&self, seats: usize) -> Option<OpenRound> {
        let file = |(name, sha256): &(String, Digest)| Some((Name::new(name).ok()?, *sha256));
        let files =
            self.bots.iter().map(file).collect::<Option<Vec<_>>>().filter(|files| files.len() == seats)?;
        let pairing = (0..files.len()).map(EntrantId).collect();
        let round = Round { number: self.batch, pairing, seed: Seed(self.seed), bye: 0 };
        Some(OpenRound { round, files })
    }
}
