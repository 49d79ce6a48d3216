//! What happened in a game, line by line, with short checks by which two games can be told apart.

use std::fmt::{Arguments, Write};

use crc32fast::Hasher;

/// Room for the transcripts of most games.
const TEXT_BYTES: usize = 1 << 10;

/// A transcript that is being written.
pub(super) struct Transcript {
    text: String,
    /// How much of the text is in the sum.
    summed: usize,
    sum: Hasher,
    checks: String,
}

impl Transcript {
    /// Adds a line.
    pub(super) fn note(&mut self, line: Arguments<'_>) {
        self.text.write_fmt(line).expect("a string takes all text");
        self.text.push('\n');
    }

    /// Adds an action's line, and a check of all text so far.
    pub(super) fn action(&mut self, line: Arguments<'_>) {
        self.note(line);
        self.sum.update(&self.text.as_bytes()[self.summed..]);
        self.summed = self.text.len();
        let check = self.sum.clone().finalize() & 0xffff;
        write!(self.checks, "{check:04x}").expect("a string takes all text");
    }

    /// The text, and the checks of its actions, four hexadecimal digits each.
    pub(super) fn finish(self) -> (String, String) {
        (self.text, self.checks)
    }
}

impl Default for Transcript {
    fn default() -> Self {
        let (text, checks) = (String::with_capacity(TEXT_BYTES), String::new());
        Self { text, summed: 0, sum: Hasher::new(), checks }
    }
}
