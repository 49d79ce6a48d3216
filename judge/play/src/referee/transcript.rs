//! The transcript of a game, line by line, with short checks that differ where two games differ.

use std::fmt::{Arguments, Display, Write};

use crc32fast::Hasher;
use judge_games::Seat;

/// Room for the transcripts of most games.
const TEXT_BYTES: usize = 1 << 10;

/// A transcript that is being written.
pub(crate) struct Transcript {
    text: String,
    /// Bytes of the text that are in the sum.
    summed: usize,
    sum: Hasher,
    /// Two bytes an action.
    checks: Vec<u8>,
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
        match seat.0 {
            digit @ ..10 => self.text.push(char::from(b'0' + digit)),
            number => self.text.push_str(itoa::Buffer::new().format(number)),
        }
        self.text.push(' ');
        write!(self.text, "{action}").expect("a string takes all text");
        self.text.push('\n');
        self.sum.update(&self.text.as_bytes()[self.summed..]);
        self.summed = self.text.len();
        let [.., high, low] = self.sum.clone().finalize().to_be_bytes();
        self.checks.extend([high, low]);
    }

    /// The text, and the checks of its actions, four hexadecimal digits each.
    pub(crate) fn finish(self) -> (String, String) {
        (self.text, hex::encode(self.checks))
    }
}

impl From<Option<&str>> for Transcript {
    /// The transcript of a game that begins at this position, if not at the game's own start.
    fn from(position: Option<&str>) -> Self {
        let (text, checks) = (String::with_capacity(TEXT_BYTES), Vec::with_capacity(TEXT_BYTES / 4));
        let mut transcript = Self { text, summed: 0, sum: Hasher::new(), checks };
        if let Some(position) = position {
            transcript.note(format_args!("position {position}"));
        }
        transcript
    }
}
