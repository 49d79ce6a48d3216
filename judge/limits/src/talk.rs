//! The lines between the judge and a program that reads and writes them: questions and news in, answers out.
//!
//! Who runs the program hands over what it prints and gives it what it reads, and suspends it where this says so.

use crate::Limits;
use crate::Traces;
use crate::text::{QUOTED_MAX, quoted};

/// What was handed to a program, and what it has printed.
#[derive(Debug, Default)]
pub struct Talk {
    /// Bytes handed to the program, and the number that it has read.
    input: Vec<u8>,
    read: usize,
    longest_line: usize,
    /// The printed part of a line that has not ended, and the bytes of it that were searched for its end.
    output: Vec<u8>,
    endless: usize,
    output_bytes_max: usize,
    answer: Option<String>,
    stage: Stage,
    are_empty_lines_ignored: bool,
}

/// The event that the judge waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Until the program reads for the first time.
    #[default]
    Starting,
    /// Until it has read its news.
    Told,
    /// Until it has answered.
    Asked,
    /// For nothing: it has answered.
    Answered,
}

/// A program that does not keep to the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OffProtocol {
    /// What it did, in words for its author.
    #[error("{0}")]
    Said(String),
    /// It printed a line without end that is longer than an answer may be.
    #[error("a line has no end")]
    Endless,
}

impl Talk {
    /// Nothing so far.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let output_bytes_max = usize::try_from(limits.reply_bytes).unwrap_or(usize::MAX);
        Self { output_bytes_max, ..Self::default() }
    }

    /// Hands over a line, on which the judge waits so.
    pub fn hand_over(&mut self, line: &str, stage: Stage) {
        self.input.drain(..self.read);
        self.input.extend_from_slice(line.as_bytes());
        self.read = 0;
        self.longest_line = self.longest_line.max(line.len());
        self.stage = stage;
    }

    /// What was handed over: the last line, behind what the program had not read of those before.
    #[must_use]
    pub fn traces(&self) -> Traces {
        let line = String::from_utf8_lossy(&self.input).trim_end().to_owned();
        Traces { line, longest_line: self.longest_line, ..Traces::default() }
    }

    /// From here on an empty line answers nothing: of some programs nobody knows whether it was printed before the question.
    pub fn ignore_empty_lines(&mut self) {
        self.are_empty_lines_ignored = true;
    }

    /// The printed part of a line that has not ended.
    #[must_use]
    pub fn half(&self) -> &[u8] {
        &self.output
    }

    /// Whether there is something to read; if not, the program waits for the next line.
    ///
    /// # Errors
    /// If it must not wait, since it has not answered.
    pub fn is_ready(&self) -> Result<bool, OffProtocol> {
        let is_ready = self.read < self.input.len();
        if is_ready || self.stage != Stage::Asked {
            return Ok(is_ready);
        }
        let why = if self.output.is_empty() {
            "it waits for the next line and has not answered; print an answer, and flush the output after it"
                .to_owned()
        } else {
            let half = quoted_bytes(&self.output);
            format!(
                "it printed {half} without a line end, and waits for the next line; end the line, and flush the output"
            )
        };
        Err(OffProtocol::Said(why))
    }

    /// Takes the bytes that are ready to be read, at most so many.
    pub fn take(&mut self, bytes: usize) -> &[u8] {
        let rest = &self.input[self.read..];
        let taken = &rest[..rest.len().min(bytes)];
        self.read += taken.len();
        taken
    }

    /// Takes what was printed, of which so many bytes more were not looked at.
    pub fn print(&mut self, bytes: &[u8], cut: u64) {
        let most = self.output_bytes_max + 1;
        let room = most.saturating_sub(self.output.len());
        self.output.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if cut > 0 {
            self.output.resize(most, 0);
        }
    }

    /// Says whether what was printed ends an answer. An empty line is one only if the question was read: others are the
    /// rest of what was printed with an answer.
    ///
    /// # Errors
    /// If the program must not print what it has printed, or not now.
    pub fn is_answered(&mut self) -> Result<bool, OffProtocol> {
        let is_asked = self.stage == Stage::Asked && self.read == self.input.len();
        let (line, rest) = loop {
            let Some(end) = self.output[self.endless..].iter().position(|byte| *byte == b'\n') else {
                self.endless = self.output.len();
                let is_endless = self.output.len() > self.output_bytes_max;
                return if is_endless { Err(OffProtocol::Endless) } else { Ok(false) };
            };
            let end = self.endless + end;
            let is_answer = is_asked && !self.are_empty_lines_ignored;
            if is_answer || !self.output[..end].trim_ascii().is_empty() {
                break (&self.output[..end], &self.output[end + 1..]);
            }
            self.output.drain(..=end);
            self.endless = 0;
        };
        let why = match self.stage {
            Stage::Asked if !is_asked => {
                let line = quoted_bytes(line);
                format!(
                    "it printed {line} before it had read the question; print one line for each question, and notes to standard error"
                )
            }
            Stage::Asked if rest.trim_ascii().is_empty() => {
                self.answer = Some(String::from_utf8_lossy(line).into_owned());
                self.stage = Stage::Answered;
                self.output.clear();
                self.endless = 0;
                return Ok(true);
            }
            Stage::Asked => {
                let (line, rest) = (quoted_bytes(line), quoted_bytes(rest.trim_ascii_end()));
                format!(
                    "it answered {line}, and printed {rest} behind it; print one line for each question, and notes to standard error"
                )
            }
            _ => format!(
                "it printed {} before it was asked; print notes to standard error",
                quoted_bytes(line)
            ),
        };
        Err(OffProtocol::Said(why))
    }

    /// The answer, once there is one.
    pub fn take_answer(&mut self) -> Option<String> {
        self.answer.take()
    }
}

/// Printed bytes as they appear in a message.
#[must_use]
pub fn quoted_bytes(bytes: &[u8]) -> String {
    quoted(&String::from_utf8_lossy(&bytes[..bytes.len().min(4 * (QUOTED_MAX + 1))]))
}
