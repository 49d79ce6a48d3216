//! What many games need: numbers that look random, and the word for a game that is over.

use std::fmt;

/// A generator of numbers that look random (splitmix64), made of a seed: for dice, cards and maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance(pub u64);

impl Chance {
    /// The next number below `end`.
    pub fn below(&mut self, end: u8) -> u8 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        u8::try_from(bits % u64::from(end)).expect("it is below a byte")
    }
}

/// The one rule that an action can break where each is legal as long as the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over;

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game is over")
    }
}

impl std::error::Error for Over {}
