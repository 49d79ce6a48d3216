//! All that a game depends on, as one hash: tournament, entrants and a fixture in, a key out.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::entrant::Entrant;
use crate::sandbox;
use crate::schedule::Fixture;
use crate::tournament::Tournament;

/// The SHA-256 of all that a game depends on.
///
/// That is: the versions of the judge and of the engine, the game's rules, its
/// opening, the limits, the bots' bytes in the order of their seats, and the seed.
/// A title, a contestant's name as such, and the number of rounds are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameKey(#[serde(with = "hex::serde")] [u8; 32]);

/// What the keys of a tournament's games are made of.
pub struct Keys {
    common: Sha256,
    entrants: Vec<[u8; 32]>,
}

impl Keys {
    /// What the keys of `tournament`'s games are made of, between `entrants`.
    #[must_use]
    pub fn new(tournament: &Tournament, entrants: &[Entrant]) -> Self {
        let Tournament { rules, opening_plies, limits, .. } = tournament;
        let mut common = Sha256::new();
        let parts: [&dyn Debug; 5] =
            [&crate::VERSION, &sandbox::ENGINE_VERSION, rules, opening_plies, limits];
        for part in parts {
            let text = format!("{part:?}");
            common.update((text.len() as u64).to_le_bytes());
            common.update(text);
        }
        Self { common, entrants: entrants.iter().map(|entrant| entrant.sha256).collect() }
    }

    /// The key of one game.
    #[must_use]
    pub fn of(&self, fixture: &Fixture<'_>) -> GameKey {
        let mut hash = self.common.clone();
        hash.update(fixture.round.seed.0.to_le_bytes());
        hash.update((fixture.order as u64).to_le_bytes());
        for id in fixture.seating() {
            hash.update(self.entrants[id.0]);
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
