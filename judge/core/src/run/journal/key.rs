//! All that a game depends on, as one hash: tournament, bots and a fixture in, a key out.

use judge_bots::Bot;
use judge_play::Rules;
use judge_sandbox::Limits;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::schedule::Fixture;
use crate::tournament::Tournament;

/// The SHA-256 of all that a game depends on.
///
/// That is: the versions of the judge and of the engine, the game's rules, its
/// opening, the limits, the bots' bytes in the order of their seats, and the seed.
/// A title, a contestant's name as such, and the number of rounds are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameKey(#[serde(with = "hex::serde::no_prefix")] [u8; 32]);

/// What the keys of a tournament's games are made of.
pub struct Keys {
    common: Sha256,
    bots: Vec<[u8; 32]>,
}

/// What all games of a tournament depend on, as it is hashed.
#[derive(Serialize)]
struct Common<'a> {
    judge: &'static str,
    engine: &'static str,
    game: &'static str,
    rules: Vec<(&'static str, String)>,
    opening_plies: u32,
    limits: &'a Limits,
}

impl Keys {
    /// What the keys of `tournament`'s games are made of, between `bots`.
    #[must_use]
    pub fn new(tournament: &Tournament, bots: &[Bot]) -> Self {
        Self::by(&tournament.rules, tournament.opening_plies, &tournament.limits, bots)
    }

    /// What the keys of games by these rules are made of, between `bots`.
    #[must_use]
    pub fn by(rules: &Rules, opening_plies: u32, limits: &Limits, bots: &[Bot]) -> Self {
        let common = Common {
            judge: judge_bots::GAMES_VERSION,
            engine: judge_sandbox::ENGINE_VERSION,
            game: rules.game(),
            rules: rules.settings(),
            opening_plies,
            // The watchdog decides no game.
            limits: &Limits { watchdog_seconds: 0, ..limits.clone() },
        };
        let json = serde_json::to_vec(&common).expect("it is plain data");
        let common = Sha256::new_with_prefix(json);
        Self { common, bots: bots.iter().map(|bot| bot.sha256).collect() }
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
