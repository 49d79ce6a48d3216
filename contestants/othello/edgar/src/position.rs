//! Chips as the player to move sees them.

use judge_sdk::othello::{flips, legal_moves};

/// The chips of the player to move, and the other's.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) own: u64,
    pub(crate) opponent: u64,
}

impl Position {
    /// The squares where the player to move may place, on a board of the squares in `mask`.
    pub(crate) const fn moves(self, mask: u64) -> u64 {
        legal_moves(self.own, self.opponent) & mask
    }

    /// The position after a legal placement, as the other player sees it.
    pub(crate) const fn after(self, index: u32) -> Self {
        let flipped = flips(self.own, self.opponent, index);
        Self { own: self.opponent & !flipped, opponent: self.own | flipped | 1 << index }
    }

    /// The position as the other player sees it.
    pub(crate) const fn passed(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    /// Own chips less the opponent's: the result, once the game is over.
    pub(crate) const fn difference(self) -> i32 {
        self.own.count_ones().cast_signed() - self.opponent.count_ones().cast_signed()
    }
}
