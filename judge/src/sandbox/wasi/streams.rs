//! `wasi:io/streams` and `wasi:cli/std*`: what a bot prints into lines of its log.
//!
//! Nothing is ever read, and nothing that is written ever fails or waits: a bot need
//! not know that what goes beyond its log's limits is swallowed.

use wasmtime::Result;
use wasmtime::component::{ComponentType, Linker, Lower, Resource, WasmList};

use super::{Interface, Store, poll};
use crate::sandbox::Tenant;
use crate::sandbox::host::charge;
use crate::sandbox::tenant::Log;

/// The most bytes of one call that are looked at; the rest is cut.
const WRITE_BYTES_MAX: usize = 64 << 10;

struct InputStream;
struct OutputStream;

/// An error of a stream; there is none.
struct Error;

/// The only input there is.
const STDIN: u32 = 0;
const STDOUT: u32 = 1;
const STDERR: u32 = 2;

#[derive(ComponentType, Lower)]
#[component(variant)]
enum StreamError {
    #[component(name = "last-operation-failed")]
    #[expect(dead_code, reason = "no operation fails, but the type has this case")]
    LastOperationFailed(Resource<Error>),
    #[component(name = "closed")]
    Closed,
}

/// What a bot wrote of a line that has not ended yet.
#[derive(Debug, Default)]
pub(in crate::sandbox) struct Output {
    line: Vec<u8>,
    cut: u64,
}

impl Output {
    /// Puts `bytes` into `log`, line by line.
    fn write(&mut self, bytes: &[u8], log: &mut Log) {
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
    pub(in crate::sandbox) fn push_rest(&self, log: &mut Log) {
        if !self.line.is_empty() {
            self.push_line(log);
        }
    }
}

pub(super) fn link(linker: &mut Linker<Tenant>) -> Result<()> {
    let mut error = Interface::new(linker, "io/error")?;
    error.resource::<Error>("error")?;
    error.unreachable(&["[method]error.to-debug-string"])?;
    let mut streams = Interface::new(linker, "io/streams")?;
    streams.resource::<Error>("error")?;
    link_input(&mut streams)?;
    link_output(&mut streams)?;
    let mut stdin = Interface::new(linker, "cli/stdin")?;
    stdin.function("get-stdin", |_, (): ()| Ok((Resource::<InputStream>::new_own(STDIN),)))?;
    let mut stdout = Interface::new(linker, "cli/stdout")?;
    stdout.function("get-stdout", |_, (): ()| Ok((Resource::<OutputStream>::new_own(STDOUT),)))?;
    let mut stderr = Interface::new(linker, "cli/stderr")?;
    stderr.function("get-stderr", |_, (): ()| Ok((Resource::<OutputStream>::new_own(STDERR),)))
}

/// Input is at its end from the beginning.
fn link_input(streams: &mut Interface<'_>) -> Result<()> {
    streams.resource::<InputStream>("input-stream")?;
    for name in ["read", "blocking-read"] {
        let name = format!("[method]input-stream.{name}");
        streams.function(&name, |_, (_, _): (Resource<InputStream>, u64)| {
            Ok((Err::<Vec<u8>, _>(StreamError::Closed),))
        })?;
    }
    for name in ["skip", "blocking-skip"] {
        let name = format!("[method]input-stream.{name}");
        streams.function(&name, |_, (_, _): (Resource<InputStream>, u64)| {
            Ok((Err::<u64, _>(StreamError::Closed),))
        })?;
    }
    streams.function("[method]input-stream.subscribe", |store, (_,): (Resource<InputStream>,)| {
        poll::subscribe(store, poll::AT_ONCE)
    })
}

/// Output is always ready for more.
fn link_output(streams: &mut Interface<'_>) -> Result<()> {
    type Stream = Resource<OutputStream>;
    streams.resource::<OutputStream>("output-stream")?;
    streams.function("[method]output-stream.check-write", |_, (_,): (Stream,)| {
        Ok((Ok::<_, StreamError>(WRITE_BYTES_MAX as u64),))
    })?;
    for name in ["write", "blocking-write-and-flush"] {
        let name = format!("[method]output-stream.{name}");
        streams.function(&name, |store, (stream, bytes): (Stream, WasmList<u8>)| {
            write(store, stream.rep(), &bytes)?;
            Ok((Ok::<_, StreamError>(()),))
        })?;
    }
    for name in ["flush", "blocking-flush"] {
        let name = format!("[method]output-stream.{name}");
        streams.function(&name, |_, (_,): (Stream,)| Ok((Ok::<_, StreamError>(()),)))?;
    }
    for name in ["write-zeroes", "blocking-write-zeroes-and-flush"] {
        let name = format!("[method]output-stream.{name}");
        streams.function(&name, |store, (_, count): (Stream, u64)| {
            store.data_mut().log.cut(count);
            Ok((Ok::<_, StreamError>(()),))
        })?;
    }
    for name in ["splice", "blocking-splice"] {
        let name = format!("[method]output-stream.{name}");
        streams.function(&name, |_, (_, _, _): (Stream, Resource<InputStream>, u64)| {
            Ok((Err::<u64, _>(StreamError::Closed),))
        })?;
    }
    streams.function("[method]output-stream.subscribe", |store, (_,): (Stream,)| {
        poll::subscribe(store, poll::AT_ONCE)
    })
}

fn write(store: &mut Store<'_>, stream: u32, bytes: &WasmList<u8>) -> Result<()> {
    charge(store, bytes.len() as u64)?;
    let all = bytes.as_le_slice(&*store);
    let kept = all[..all.len().min(WRITE_BYTES_MAX)].to_vec();
    let cut = all.len() - kept.len();
    let Tenant { wasi, log, .. } = store.data_mut();
    let output = if stream == STDERR { &mut wasi.stderr } else { &mut wasi.stdout };
    output.write(&kept, log);
    log.cut(cut as u64);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::Limits;
    use crate::seed::Seed;

    fn log(bytes_per_turn: u64, bytes_per_game: u64) -> Log {
        let limits = Limits {
            log_bytes_per_turn: bytes_per_turn,
            log_bytes_per_game: bytes_per_game,
            ..Limits::default()
        };
        Tenant::new(&limits, Seed(0)).log
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
        assert_eq!(log.text(), "123\n(4998 more bytes were cut)\n");
    }
}
