//! SHA-256 and secrets: bytes in, 32 bytes out, as JSON in hexadecimal digits.

use std::fmt;
use std::io;

use judge_core::file::digits::to_32_bytes;
use judge_play::Seed;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A SHA-256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Digest(#[serde(with = "hex::serde::no_prefix")] pub [u8; 32]);

impl Digest {
    /// The hash of some bytes.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The hash that 64 hexadecimal digits are.
    pub fn parse(text: &str) -> Option<Self> {
        to_32_bytes(text).map(Self)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// 32 random bytes that nobody may know: a season's seed, or what a contestant shows to be let in. Only its hash is
/// written anywhere, but for the season's own.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secret(#[serde(with = "hex::serde::no_prefix")] pub(super) [u8; 32]);

impl Secret {
    /// A new one.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(bytes))
    }

    /// The secret that somebody shows as 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        to_32_bytes(text).map(Self)
    }

    /// Its hexadecimal digits, for the one who may have them.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// The digest of the secret, which may be published.
    pub fn digest(&self) -> Digest {
        Digest::of(self.0)
    }

    /// The secret with a public value in it that nobody knew when the secret was fixed.
    pub(crate) fn with_beacon(&self, beacon: &str) -> Self {
        let hash = Sha256::new_with_prefix(b"beacon").chain_update(self.0).chain_update(beacon);
        Self(hash.finalize().into())
    }

    /// The seed of all random numbers of a batch. It reveals nothing about the secret, nor about other batches.
    pub fn batch(&self, number: u32) -> Seed {
        Seed(self.number(b"batch", &number.to_le_bytes()))
    }

    /// The seed of a final, from 1. It depends on nothing that an organiser could word until it suits.
    pub fn final_tournament(&self, number: usize) -> Seed {
        // The seeds of a tournament's file end at 2^63.
        Seed(self.number(b"final", &(number as u64).to_le_bytes()) >> 1)
    }

    /// The seed of a file's admission. Nobody can know it, so no bot can tell the admission from a game.
    pub fn admission(&self, file: Digest) -> Seed {
        Seed(self.number(b"admission", &file.0))
    }

    /// The lot by which it is decided whether a game that a worker has played is played here, too.
    pub fn audit(&self, seed: u64, order: usize) -> u64 {
        let of = [seed.to_le_bytes(), (order as u64).to_le_bytes()].concat();
        self.number(b"audit", &of)
    }

    /// The random number for a purpose and for one of its uses, named by these bytes.
    fn number(&self, purpose: &[u8], of: &[u8]) -> u64 {
        let digest = Sha256::new_with_prefix(purpose).chain_update(self.0).chain_update(of).finalize();
        u64::from_le_bytes(*digest.first_chunk().expect("a digest has 32 bytes"))
    }
}

/// Never shown by accident.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_file_it_is_64_digits_and_nothing_else() {
        let digest = Digest::of("");
        let json = "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"";
        assert_eq!(serde_json::to_string(&digest).expect("it is plain data"), json);
        assert_eq!(serde_json::from_str::<Digest>(json).expect("they are its digits"), digest);
    }
}
