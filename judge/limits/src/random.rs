//! Random numbers, as those of a bot that brings no generator of its own: a seed into as many as it wants.

use crate::Seed;

/// A stream of random numbers: `SplitMix64` by Steele, Lea and Flood (2014).
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a game, apart from the numbers of the bot's setup, though of the same seed. A bot that sees them can work
    /// out the stream, but not the seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self(seed.derive(&["wasi"]).0)
    }

    /// The stream that begins with this state.
    #[must_use]
    pub fn of(state: u64) -> Self {
        Self(state)
    }

    /// The next number.
    #[inline]
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Makes all these bytes random.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        for bytes in bytes.chunks_mut(8) {
            bytes.copy_from_slice(&self.number().to_le_bytes()[..bytes.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random(1_234_567);
        let numbers = [random.number(), random.number(), random.number()];
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn bytes_are_the_numbers_cut_to_length() {
        let mut random = Random(7);
        let numbers = [random.number(), random.number()].map(u64::to_le_bytes).concat();
        let mut bytes = [0; 11];
        Random(7).fill(&mut bytes);
        assert_eq!(bytes, numbers[..11]);
    }
}
