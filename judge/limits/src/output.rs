//! What a bot prints that nobody reads, as lines of its log.
//!
//! Nothing that is written ever fails or waits: a bot need not know that what goes
//! beyond its log's limits is swallowed.

use crate::Log;

/// The beginning of a line that a bot has not ended yet.
#[derive(Debug, Default)]
pub struct Output {
    line: Vec<u8>,
    cut: u64,
}

impl Output {
    /// Puts `bytes` into `log`, line by line.
    pub fn write(&mut self, bytes: &[u8], log: &mut Log) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            let room = log.bytes_per_game().saturating_sub(self.line.len());
            let kept = &text[..text.len().min(room)];
            self.line.extend(kept);
            self.cut += (text.len() - kept.len()) as u64;
            if text.len() < piece.len() {
                self.push_line(log);
                self.line.clear();
                self.cut = 0;
            }
        }
    }

    fn push_line(&self, log: &mut Log) {
        log.push(&String::from_utf8_lossy(&self.line));
        log.cut(self.cut);
    }

    /// Puts a line that was begun into `log`.
    pub fn push_rest(&self, log: &mut Log) {
        if !self.line.is_empty() {
            self.push_line(log);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    /// A log with so much room.
    fn log(log_bytes_per_turn: u64, log_bytes_per_game: u64) -> Log {
        Log::new(&Limits { log_bytes_per_turn, log_bytes_per_game, ..Limits::default() })
    }

    #[test]
    fn a_line_is_put_together_of_what_is_written() {
        let (mut output, mut log) = (Output::default(), log(100, 100));
        output.write(b"one, ", &mut log);
        assert_eq!(log.text(), "");
        output.write(b"two\n\nthree", &mut log);
        assert_eq!(log.text(), "one, two\n\n");
        output.push_rest(&mut log);
        assert_eq!(log.text(), "one, two\n\nthree\n");
    }

    #[test]
    fn what_is_no_text_is_shown_as_such() {
        let (mut output, mut log) = (Output::default(), log(100, 100));
        output.write(b"a\xffb\n", &mut log);
        assert_eq!(log.text(), "a\u{fffd}b\n");
    }

    #[test]
    fn a_line_without_end_is_cut_and_counted() {
        let (mut output, mut log) = (Output::default(), log(4, 8));
        for _ in 0..1_000 {
            output.write(b"12345", &mut log);
        }
        assert!(output.line.len() <= 8);
        output.write(b"\nx\n", &mut log);
        assert_eq!(log.text(), "123\n(4998 more bytes were cut)\nx\n");
    }
}
