//! A program of this machine that runs: a question in, the line that it prints out, or what is wrong with it.

use std::io::{ErrorKind, Write};
use std::mem;
use std::process::{self, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use judge_play::player::lines::Speaker;
use judge_play::talk::{OffProtocol, Stage, Talk, quoted_bytes};
use judge_play::text::sanitize;
use judge_play::{Account, FaultKind, NoAnswer, Traces, VoidCause, last_words};
use process_wrap::std::ChildWrapper;

use super::printed::{Beyond, Bytes, ProgramOutput};
use super::{Silence, Waits, work};
use crate::system::Group;
use judge_sandbox::Limits;

/// The most bytes of an answer.
const LINE_BYTES_MAX: usize = 64 << 10;
/// The time between two looks at whether a program has read its news, and the time for it where the system does not tell.
const NEWS_LOOK: Duration = Duration::from_millis(1);
const NEWS_UNKNOWN: Duration = Duration::from_millis(20);
/// So often it is looked whether a program that has closed its output has ended.
const ENDS_LOOKS: u32 = 50;
/// What a signal says of a program, and how its author finds the place.
const SIGNALS: [(&str, &str); 4] = [
    ("(SIGSEGV)", "it used memory that is not its own, as by a null pointer or an index outside of an array"),
    ("(SIGFPE)", "it divided a whole number by zero"),
    ("(SIGILL)", "it came to an instruction that ends it, as what cannot be reached has"),
    ("(SIGABRT)", "it called abort, as a failed assert and an uncaught exception do"),
];
const TO_FIND: &str = "compile with -g -fsanitize=address,undefined to see where";

/// The fault of a program that breaks the protocol.
fn bad_reply(why: String) -> NoAnswer {
    NoAnswer::Fault(FaultKind::BadReply, why)
}

/// A program of this machine that runs. It ends with its game.
pub(crate) struct Process {
    group: Group,
    input: ChildStdin,
    output: ProgramOutput,
    log: ProgramOutput,
    talk: Talk,
    waits: Waits,
    silence: Arc<Silence>,
    /// The process that has started it.
    owner: u32,
}

impl Process {
    /// Starts a command.
    pub(super) fn start(
        mut command: Command,
        waits: Waits,
        silence: &Arc<Silence>,
    ) -> Result<Self, NoAnswer> {
        let program = sanitize(&command.get_program().to_string_lossy());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::start(command).map_err(|error| {
            NoAnswer::Void(VoidCause::Machine, format!("{program} cannot be started: {error}"))
        })?;
        let child = &mut group.child;
        let (input, output, errors) = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let input = input.expect("it is piped");
        work::let_writes_be_refused(&input);
        let limits = Limits { reply_bytes: LINE_BYTES_MAX as u64, ..Limits::default() };
        Ok(Self {
            group,
            input,
            output: ProgramOutput::new(output.expect("it is piped"), Beyond::Unread),
            log: ProgramOutput::new(errors.expect("it is piped"), Beyond::Lost),
            talk: Talk::new(&limits),
            waits,
            silence: silence.clone(),
            owner: process::id(),
        })
    }

    /// The fault of a program that has ended, with its exit status and its last words.
    fn ended(&mut self) -> NoAnswer {
        // Whoever ends closes all first.
        let mut looks = 0..ENDS_LOOKS;
        let mut runs = || matches!(self.group.child.try_wait(), Ok(None));
        while runs() && looks.next().is_some() {
            thread::sleep(NEWS_LOOK);
        }
        if runs() {
            return bad_reply("it closed its standard input or output; leave both open".into());
        }
        let status = self.group.end().map_or_else(|error| error.to_string(), |status| status.to_string());
        drop(self.log.wait(self.waits.rest, |_| false));
        let log: Vec<String> = self.log().lines().map(str::to_owned).collect();
        let mut last = last_words::exception(&log)
            .unwrap_or_else(|| sanitize(&last_words::last_lines(&log).join(" | ")));
        if last.is_empty() {
            let meaning = SIGNALS.iter().find(|(signal, _)| status.contains(signal));
            last = meaning.map_or_else(String::new, |(_, meaning)| format!("{meaning}; {TO_FIND}"));
        } else {
            let remedy = last_words::of_another_contest(&last);
            last.push_str(remedy);
        }
        NoAnswer::ended(&if last.is_empty() { status } else { format!("{status}: {last}") })
    }

    /// Waits at most so long for what it prints: its answer if it was asked, or that it has ended.
    fn listen(&mut self, time: Duration) -> Result<Option<String>, NoAnswer> {
        let is_enough = |bytes: &Bytes| bytes.has_line() || bytes.kept.len() > LINE_BYTES_MAX;
        let mut bytes = self.output.wait(time, is_enough);
        self.talk.print(&mem::take(&mut bytes.kept), 0);
        let is_over = bytes.is_over;
        drop(bytes);
        match self.talk.is_answered() {
            Ok(true) => {
                self.talk.ignore_empty_lines();
                Ok(self.talk.take_answer())
            }
            Ok(false) if is_over => Err(self.ended()),
            Ok(false) => Ok(None),
            Err(OffProtocol::Said(why)) => Err(bad_reply(why)),
            Err(OffProtocol::Endless) => Err(bad_reply(format!(
                "it answered more than {LINE_BYTES_MAX} bytes; print an action, and end the line"
            ))),
        }
    }

    /// Notes a line, of which nobody knows whether it was read.
    fn hand_over(&mut self, line: &str, stage: Stage) {
        self.talk.hand_over(line, stage);
        self.talk.take(line.len());
    }

    /// Writes a line. Where a program reads nothing, there is no room for it some time.
    fn write(&mut self, line: &str) -> Result<(), NoAnswer> {
        self.listen(Duration::ZERO)?;
        self.hand_over(line, Stage::Told);
        let (mut rest, begun) = (line.as_bytes(), Instant::now());
        while !rest.is_empty() {
            match self.input.write(rest) {
                Ok(bytes) => rest = &rest[bytes..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.listen(self.waits.look)?;
                    self.look_at_silence(begun.elapsed(), line)?;
                }
                Err(_) => return Err(self.ended()),
            }
        }
        Ok(())
    }

    /// Why it does not go on.
    fn silence(&self) -> (FaultKind, String) {
        let half = self.talk.half();
        if !half.is_empty() {
            let half = quoted_bytes(half);
            let why = format!("it printed {half} without a line end; end the line, and flush the output");
            return (FaultKind::BadReply, why);
        }
        let why = match work::is_waiting(self.group.child.id()) {
            Some(false) => return (FaultKind::OutOfFuel, "it computes".to_owned()),
            Some(true) if work::has_read(&self.input) == Some(false) => {
                "it waits, and has not read the line; read a line of standard input for each that the judge writes"
            }
            Some(true) => {
                "it waits, as for another line; print an answer to each question, and flush the output after it"
            }
            None => "print an answer to each question, and flush the output after it",
        };
        (FaultKind::BadReply, why.to_owned())
    }

    /// Tells of a silence, and ends one that is too long.
    fn look_at_silence(&mut self, silent: Duration, line: &str) -> Result<(), NoAnswer> {
        let Waits { notice, most, tell, is_interrupted, .. } = self.waits;
        if is_interrupted() {
            return Err(NoAnswer::Void(VoidCause::Machine, "the judge was told to end it".into()));
        }
        let is_too_long = most.is_some_and(|most| silent >= most);
        if !is_too_long && (self.silence.is_told() || silent < notice) {
            return Ok(());
        }
        let (kind, why) = self.silence();
        let mut words = line.split('"').skip(1).step_by(2);
        let what = if words.next() == Some("ask") { "no answer to" } else { "not done with" };
        let asked = words.next().unwrap_or_default();
        let text = format!("{what} {asked} for {} seconds: {why}", silent.as_secs());
        if is_too_long {
            let _ = self.silence.fault.set(text.clone());
            return Err(NoAnswer::Fault(kind, text));
        }
        if !self.silence.is_told.swap(true, Ordering::Relaxed) {
            tell(&format!("{text}; Ctrl-C ends it"));
        }
        Ok(())
    }
}

impl Speaker for Process {
    fn ask(&mut self, line: &str) -> Result<String, NoAnswer> {
        self.write(line)?;
        self.hand_over(line, Stage::Asked);
        let asked = Instant::now();
        let mut has_ended = false;
        loop {
            if let Some(answer) = self.listen(self.waits.look)? {
                return Ok(answer);
            }
            if has_ended {
                return Err(self.ended());
            }
            // What it has started may hold its output open. What it printed before is read once more.
            has_ended = !matches!(self.group.child.try_wait(), Ok(None));
            self.look_at_silence(asked.elapsed(), line)?;
        }
    }

    fn tell(&mut self, line: &str) -> Result<(), NoAnswer> {
        self.write(line)?;
        let begun = Instant::now();
        loop {
            drop(self.output.wait(NEWS_LOOK, Bytes::has_line));
            // Whoever reads goes on until it waits for the next line, and whoever prints wakes our own thread.
            let is_idle = || work::is_waiting(self.group.child.id()) == Some(true) && self.output.is_read();
            let has_read = work::has_read(&self.input);
            let is_enough = match has_read {
                Some(true) => is_idle() || (self.silence.is_told() && begun.elapsed() >= NEWS_UNKNOWN),
                Some(false) => false,
                None => begun.elapsed() >= NEWS_UNKNOWN,
            };
            self.listen(Duration::ZERO)?;
            if is_enough {
                return Ok(());
            }
            self.look_at_silence(begun.elapsed(), line)?;
        }
    }

    fn account(&self) -> &dyn Account {
        self
    }
}

impl Account for Process {
    fn traces(&self) -> Traces {
        self.talk.traces()
    }

    fn log(&self) -> String {
        let log = String::from_utf8_lossy(&self.log.lock().kept).into_owned();
        // What AddressSanitizer writes last is a piece of the memory and what its signs mean, which hides the rest.
        log.split_once("Shadow bytes around").map(|(log, _)| log.to_owned()).unwrap_or(log)
    }

    fn log_kept_bytes(&self) -> usize {
        let log = self.log();
        log.rfind('\n').map_or(0, |end| end + 1)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A process that was forked off has a copy, and the game goes on where it was begun.
        if self.owner == process::id() {
            let _ = self.group.end();
        }
    }
}

#[cfg(test)]
mod tests;
