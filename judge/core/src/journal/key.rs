//! All that a game depends on, as one hash: tournament, bots and a fixture in, a key out.

use judge_bots::Bot;
use judge_play::GameTerms;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::schedule::Fixture;
use crate::tournament::Tournament;

/// The SHA-256 of all that a game depends on.
///
/// That is: the versions of the judge and of the engine, the [terms](GameTerms), the bots' bytes in the order of their
/// seats, and the seed.
/// A title, a contestant's name as such, and the number of rounds are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameKey(#[serde(with = "hex::serde::no_prefix")] [u8; 32]);

/// What the keys of a tournament's games are made of.
pub struct Keys {
    common: Sha256,
    bots: Vec<[u8; 32]>,
}

impl Keys {
    /// What the keys of `tournament`'s games are made of, between `bots`.
    #[must_use]
    pub fn new(tournament: &Tournament, bots: &[Bot]) -> Self {
        Self::on(&tournament.terms(), bots)
    }

    /// What the keys of games on these terms are made of, between `bots`.
    #[must_use]
    pub fn on(terms: &GameTerms, bots: &[Bot]) -> Self {
        let versions = format!("{}\n{}\n", judge_bots::GAMES_VERSION, judge_sandbox::ENGINE_VERSION);
        let common = Sha256::new_with_prefix(versions).chain_update(terms.digest());
        Self { common, bots: bots.iter().map(|bot| bot.sha256).collect() }
    }

    /// What the keys of games on these terms are made of, between files with these hashes.
    #[must_use]
    pub fn of_files(terms: &GameTerms, files: impl IntoIterator<Item = [u8; 32]>) -> Self {
        let Self { common, .. } = Self::on(terms, &[]);
        Self { common, bots: files.into_iter().collect() }
    }

    /// The key of one game.
    #[must_use]
    pub fn of(&self, fixture: &Fixture<'_>) -> GameKey {
        let mut hash = self.common.clone();
        hash.update(fixture.round.seed.0.to_le_bytes());
        hash.update((fixture.order as u64).to_le_bytes());
        for id in fixture.seating() {
            hash.update(self.bots[id.0]);
        }
        GameKey(hash.finalize().into())
    }
}

#[cfg(test)]
impl From<[u8; 32]> for GameKey {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}
