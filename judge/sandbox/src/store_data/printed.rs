//! A component's standard output and error, which never fail or wait.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wasmtime_wasi_io::async_trait;
use wasmtime_wasi_io::bytes::Bytes;
use wasmtime_wasi_io::poll::Pollable;
use wasmtime_wasi_io::streams::{DynOutputStream, OutputStream, StreamResult};

use judge_limits::{Log, Output};

/// The most bytes of one call that are looked at; the rest is cut.
pub(crate) const WRITE_BYTES_MAX: usize = 64 << 10;

/// What a bot has printed to its streams, and the lines of it.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    pipe: Pipe,
    pub(crate) lines: Output,
}

impl Printed {
    /// A stream for the bot to write to.
    pub(crate) fn stream(&self) -> DynOutputStream {
        Box::new(self.pipe.clone())
    }

    /// Takes what the bot wrote to its streams.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        mem::take(&mut *self.pipe.bytes())
    }

    /// Puts what the bot wrote to its streams into `log`.
    pub(crate) fn pass_on(&mut self, log: &mut Log) {
        let bytes = self.take();
        self.lines.write(&bytes, log);
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

    #[test]
    fn what_is_written_to_any_stream_of_an_output_is_passed_on_once() {
        let (mut output, mut log) = (Printed::default(), Log::new(&Limits::default()));
        let (mut one, mut two) = (output.stream(), output.stream());
        one.write("one, ".into()).expect("it never fails");
        two.write("two\n".into()).expect("it never fails");
        output.pass_on(&mut log);
        output.pass_on(&mut log);
        assert_eq!(log.text(), "one, two\n");
    }
}
