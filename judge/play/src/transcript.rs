//! The transcript of a game, line by line, with short checks that differ where two games differ.

use std::fmt::{Arguments, Display, Write};

use crc32fast::Hasher;
use judge_games::Seat;

/// Room for the transcripts of most games.
const TEXT_BYTES: usize = 1 << 10;

const DIGITS: &[u8; 16] = b"0123456789abcdef";
/// How lines of nearly all games begin.
const SEATS: [&str; 8] = ["0 ", "1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "7 "];

/// A transcript that is being written.
pub(crate) struct Transcript {
    text: String,
    /// Bytes of the text that are in the sum.
    summed: usize,
    sum: Hasher,
    /// Of each action.
    checks: Vec<u16>,
}

impl Transcript {
    /// Adds a line.
    #[inline]
    pub(crate) fn note(&mut self, line: Arguments<'_>) {
        self.text.write_fmt(line).expect("a string takes all text");
        self.text.push('\n');
    }

    /// Adds an action's line, and a check of all text so far.
    pub(crate) fn action(&mut self, by: &str, seat: Seat, action: &impl Display) {
        // Without the machinery of formats as far as it goes: this is done every turn.
        self.text.push_str(by);
        match SEATS.get(seat.index()) {
            Some(digit) => self.text.push_str(digit),
            None => {
                self.text.push_str(itoa::Buffer::new().format(seat.0));
                self.text.push(' ');
            }
        }
        write!(self.text, "{action}").expect("a string takes all text");
        self.text.push('\n');
        self.sum.update(&self.text.as_bytes()[self.summed..]);
        self.summed = self.text.len();
        let [low, high, ..] = self.sum.clone().finalize().to_le_bytes();
        self.checks.push(u16::from_le_bytes([low, high]));
    }

    /// The text, and the checks of its actions, four hexadecimal digits each.
    pub(crate) fn finish(self) -> (String, String) {
        let digits = |check: &u16| [12, 8, 4, 0].map(|place| DIGITS[usize::from(check >> place & 15)]);
        let checks = self.checks.iter().flat_map(digits).collect();
        (self.text, String::from_utf8(checks).expect("digits are text"))
    }
}

impl Default for Transcript {
    fn default() -> Self {
        let (text, checks) = (String::with_capacity(TEXT_BYTES), Vec::with_capacity(TEXT_BYTES / 8));
        Self { text, summed: 0, sum: Hasher::new(), checks }
    }
}
