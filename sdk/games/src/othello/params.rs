//! The parameters of a game: how large the board is, and who plays a forced pass.

use crate::SettingError;

/// The parameters of a game, always valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    size: u8,
    ask_on_pass: bool,
}

impl Params {
    /// The sizes of boards: columns, and as many rows. A middle needs even numbers, and a
    /// set of squares has 64 bits.
    pub const SIZES: [u8; 3] = [4, 6, 8];

    /// A board of `size` × `size` squares.
    ///
    /// # Errors
    /// The size is none of [`Params::SIZES`].
    pub fn new(size: u8) -> Result<Self, SettingError> {
        match size {
            4 | 6 | 8 => Ok(Self { size, ask_on_pass: false }),
            _ => Err(SettingError::no_game("size", format_args!("size {size} is not 4, 6 or 8"))),
        }
    }

    /// The same board, with the player asked, or not, where it can only pass.
    #[must_use]
    pub const fn with_ask_on_pass(self, ask_on_pass: bool) -> Self {
        Self { ask_on_pass, ..self }
    }

    /// Whether a player is asked where it can only pass. Usually the judge passes by itself.
    #[must_use]
    pub const fn ask_on_pass(&self) -> bool {
        self.ask_on_pass
    }

    /// Columns of the board, and rows.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The bits that are squares of this board: bit `y * 8 + x` for column `x` and row `y`.
    #[must_use]
    pub const fn mask(&self) -> u64 {
        match self.size {
            4 => 0x0f0f_0f0f,
            6 => 0x3f3f_3f3f_3f3f,
            _ => u64::MAX,
        }
    }
}

impl Default for Params {
    /// 8 × 8 squares; nobody is asked where there is only the pass.
    fn default() -> Self {
        Self { size: 8, ask_on_pass: false }
    }
}
