//! A bot's standard output and error, as lines of its log.
//!
//! Nothing that is written ever fails or waits: a bot need not know that what goes
//! beyond its log's limits is swallowed.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wasmtime_wasi_io::async_trait;
use wasmtime_wasi_io::bytes::Bytes;
use wasmtime_wasi_io::poll::Pollable;
use wasmtime_wasi_io::streams::{DynOutputStream, OutputStream, StreamResult};

use judge_limits::Log;

/// The most bytes of one call that are looked at; the rest is cut.
pub(super) const WRITE_BYTES_MAX: usize = 64 << 10;

/// The beginning of a line that a bot has not ended yet.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pipe: Pipe,
    line: Vec<u8>,
    cut: u64,
}

impl Output {
    /// A stream for the bot to write to.
    pub(super) fn stream(&self) -> DynOutputStream {
        Box::new(self.pipe.clone())
    }

    /// Takes what the bot wrote to its streams.
    pub(super) fn take(&mut self) -> Vec<u8> {
        mem::take(&mut *self.pipe.bytes())
    }

    /// Puts what the bot wrote to its streams into `log`.
    pub(super) fn pass_on(&mut self, log: &mut Log) {
        let bytes = self.take();
        self.write(&bytes, log);
    }

    /// Puts `bytes` into `log`, line by line.
    pub(crate) fn write(&mut self, bytes: &[u8], log: &mut Log) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            let room = log.bytes_per_game().saturating_sub(self.line.len());
            let kept = &text[..text.len().min(room)];
            self.line.extend(kept);
            self.cut += (text.len() - kept.len()) as u64;
            if text.len() < piece.len() {
                self.end_line(log);
            }
        }
    }

    fn end_line(&mut self, log: &mut Log) {
        self.push_line(log);
        self.line.clear();
        self.cut = 0;
    }

    fn push_line(&self, log: &mut Log) {
        log.push(&String::from_utf8_lossy(&self.line));
        log.cut(self.cut);
    }

    /// Puts a line that was begun into `log`.
    pub(super) fn push_rest(&self, log: &mut Log) {
        if !self.line.is_empty() {
            self.push_line(log);
        }
    }
}

/// A stream as wasmtime-wasi has it: what is written stays in it until it is passed on.
#[derive(Clone, Debug, Default)]
struct Pipe(Arc<Mutex<Vec<u8>>>);

impl Pipe {
    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Pollable for Pipe {
    async fn ready(&mut self) {}
}

impl OutputStream for Pipe {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        self.bytes().extend(bytes);
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(WRITE_BYTES_MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use judge_limits::Limits;

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
    fn what_is_written_to_any_stream_of_an_output_is_passed_on_once() {
        let (mut output, mut log) = (Output::default(), log(100, 100));
        let (mut one, mut two) = (output.stream(), output.stream());
        one.write("one, ".into()).expect("it never fails");
        two.write("two\n".into()).expect("it never fails");
        output.pass_on(&mut log);
        output.pass_on(&mut log);
        assert_eq!(log.text(), "one, two\n");
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
