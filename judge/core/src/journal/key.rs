//! All that a game depends on, as one hash: tournament, bots and a fixture in, a key out.

use judge_bots::Bot;
use judge_play::GameTerms;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::phases::Fixture;
use crate::tournament::{Openings, Tournament};

/// The SHA-256 of all that a game depends on.
///
/// That is: the versions of the judge and of the engine, the [terms](GameTerms), the bots' bytes and their own terms in the
/// order of their seats, and the seed.
/// A title, a contestant's name as such, and the number of rounds are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameKey(#[serde(with = "hex::serde::no_prefix")] [u8; 32]);

/// Makes the keys of a tournament's games.
pub struct JournalKeys {
    /// One for each opening that the organiser wrote, in their order; one in all if there is none.
    common: Vec<Sha256>,
    bots: Vec<[u8; 32]>,
}

impl JournalKeys {
    /// The keys of `tournament`'s games between `bots`.
    #[must_use]
    pub fn new(tournament: &Tournament, bots: &[Bot]) -> Self {
        Self::by_opening(&tournament.terms_by_opening(), bots.iter().map(Bot::digest))
    }

    /// The keys of games on these terms between `bots`.
    #[must_use]
    pub fn on(terms: &GameTerms, bots: &[Bot]) -> Self {
        Self::of_files(terms, bots.iter().map(Bot::digest))
    }

    /// The keys of games on these terms between files with these hashes.
    #[must_use]
    pub fn of_files(terms: &GameTerms, files: impl IntoIterator<Item = [u8; 32]>) -> Self {
        Self::by_opening(std::slice::from_ref(terms), files)
    }

    fn by_opening(terms: &[GameTerms], files: impl IntoIterator<Item = [u8; 32]>) -> Self {
        let versions = format!("{}\n{}\n", judge_bots::GAMES_VERSION, judge_sandbox::ENGINE_VERSION);
        let versions = Sha256::new_with_prefix(versions);
        let common = terms.iter().map(|terms| versions.clone().chain_update(terms.digest())).collect();
        Self { common, bots: files.into_iter().collect() }
    }

    /// The key of one game.
    #[must_use]
    pub fn of(&self, fixture: &Fixture<'_>) -> GameKey {
        let mut hash = self.common[Openings::place(fixture.round.number, self.common.len())].clone();
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
