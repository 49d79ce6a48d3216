//! A program of this machine as a bot: what a person typed in, a process that reads and writes lines out.
//!
//! It runs as it is, with no sandbox and no fuel, so no tournament takes it: its author plays with it while writing it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{self, Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use judge_play::player::lines::{Speaker, name_question};
use judge_play::text::sanitize;
use judge_play::{Account, FaultKind, NoAnswer, VoidCause, last_words};
use judge_sandbox::printed_early;

use crate::file::component::native_format;

/// The prefix that marks a command where it could be something else.
pub const COMMAND: &str = "cmd:";
/// The most bytes of an answer, and of a log that are kept.
const LINE_BYTES_MAX: usize = 64 << 10;
const LOG_BYTES_MAX: usize = 1 << 20;
/// After this time without an answer, a message says once what may be wrong.
const SILENCE: Duration = Duration::from_secs(10);

/// A program of this machine, with its arguments.
#[derive(Clone)]
pub struct Command {
    words: Vec<String>,
    tell: fn(&str),
    processes: Processes,
}

/// The processes that run, so that none is left over where the judge is ended.
#[derive(Clone, Debug, Default)]
pub struct Processes(Arc<Mutex<Vec<Weak<Mutex<Child>>>>>);

impl Processes {
    fn add(&self, child: &Arc<Mutex<Child>>) {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|child| child.strong_count() > 0);
        running.push(Arc::downgrade(child));
    }

    /// Ends them all.
    pub fn end(&self) {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for child in running.iter().filter_map(Weak::upgrade) {
            let _ = end(&child);
        }
    }
}

/// Ends a process, if it has not ended by itself, and says how it did.
fn end(child: &Mutex<Child>) -> io::Result<ExitStatus> {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = child.kill();
    child.wait()
}

/// Whether a person means a command by `typed`: behind `cmd:`, in several words, or the path of a program.
#[must_use]
pub fn is_command(typed: &str) -> bool {
    let path = Path::new(typed);
    let is_one = if path.exists() { is_program(path) } else { typed.contains(char::is_whitespace) };
    (is_one || typed.starts_with(COMMAND)) && !words_of(typed).is_empty()
}

fn words_of(typed: &str) -> Vec<String> {
    match typed.strip_prefix(COMMAND) {
        Some(command) => words(command),
        None if Path::new(typed).exists() => vec![typed.to_owned()],
        None => words(typed),
    }
}

impl Command {
    /// The command that a person typed. `tell` gets messages for the person while it runs.
    #[must_use]
    pub fn new(typed: &str, tell: fn(&str), processes: &Processes) -> Self {
        Self { words: words_of(typed), tell, processes: processes.clone() }
    }

    /// Its default name: the first of its words that looks like a file of a program, or else the first.
    #[must_use]
    pub fn stem(&self) -> &str {
        let stem = |word: &String| Path::new(word).extension().is_some() && !word.starts_with('-');
        let word = self.words.iter().skip(1).find(|word| stem(word)).unwrap_or(&self.words[0]);
        Path::new(word).file_stem().and_then(|stem| stem.to_str()).unwrap_or("command")
    }

    /// Starts it, and asks for its name.
    pub(crate) fn name(&self) -> Result<String, NoAnswer> {
        self.start()?.ask(&name_question()).map(|name| name.trim().to_owned())
    }

    /// Starts it.
    pub(crate) fn start(&self) -> Result<Process, NoAnswer> {
        let mut command = process::Command::new(&self.words[0]);
        command.args(&self.words[1..]).env("PYTHONUNBUFFERED", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let cannot = |error| {
            let text = format!("{} cannot be started: {error}", sanitize(&self.words[0]));
            NoAnswer::Void(VoidCause::Machine, text)
        };
        let mut child = command.spawn().map_err(cannot)?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let log = Arc::default();
        let child = Arc::new(Mutex::new(child));
        self.processes.add(&child);
        Ok(Process {
            child,
            input: input.expect("it is piped"),
            lines: lines(output.expect("it is piped")),
            listener: Some(listen(errors.expect("it is piped"), Arc::clone(&log))),
            log,
            tell: Some(self.tell),
        })
    }
}

/// Whether a file is a program of this machine or a script, and neither a library nor WebAssembly.
fn is_program(path: &Path) -> bool {
    if path.extension().is_some_and(|ending| ["so", "dll", "dylib"].iter().any(|library| ending == *library))
    {
        return false;
    }
    let mut begins = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut begins));
    read.is_ok() && (begins.starts_with(b"#!") || native_format(&begins).is_some())
}

/// The words of a command; what stands in quotes is one.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (c, quote) {
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, Some(end)) if c == end => quote = None,
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// A program's output, line by line, until it ends. A line that is too long has a byte too many. Empty lines behind another
/// one are left out: nobody can know whether they were printed with it or after the next question.
fn lines(output: ChildStdout) -> Receiver<Vec<u8>> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut has_answered = false;
        loop {
            let mut line = Vec::new();
            let read = output.by_ref().take(LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut line);
            let is_whole = line.pop_if(|byte| *byte == b'\n').is_some() || line.len() > LINE_BYTES_MAX;
            if is_whole && has_answered && line.trim_ascii().is_empty() {
                continue;
            }
            has_answered = true;
            if read.is_err() || !is_whole || sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// Keeps the standard error of a program, until it ends.
fn listen(mut errors: ChildStderr, log: Arc<Mutex<Vec<u8>>>) -> JoinHandle<()> {
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = errors.read(&mut bytes) {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            let room = LOG_BYTES_MAX - log.len();
            log.extend_from_slice(&bytes[..count.min(room)]);
        }
    })
}

/// The fault of a program that reads lines and has ended, in such a way.
pub(crate) fn ended(how: &str) -> NoAnswer {
    NoAnswer::Fault(
        FaultKind::Exit,
        format!("it ended with {how}; a bot reads lines until the judge stops it"),
    )
}

/// A program of this machine that runs. It ends with its game.
pub(crate) struct Process {
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    lines: Receiver<Vec<u8>>,
    listener: Option<JoinHandle<()>>,
    log: Arc<Mutex<Vec<u8>>>,
    /// The receiver of the message about a long silence; `None` once it was sent.
    tell: Option<fn(&str)>,
}

impl Process {
    /// The fault of a program that has ended, with its exit status and its last words.
    fn ended(&mut self) -> NoAnswer {
        let status = end(&self.child).map_or_else(|error| error.to_string(), |status| status.to_string());
        if let Some(listener) = self.listener.take() {
            let _ = listener.join();
        }
        let log: Vec<String> = self.log().lines().map(str::to_owned).collect();
        let last = last_words::exception(&log)
            .unwrap_or_else(|| sanitize(&last_words::last_lines(&log).join(" | ")));
        let last = if last.is_empty() { last } else { format!(": {last}") };
        ended(&format!("{status}{last}"))
    }

    fn write(&mut self, line: &str) -> Result<(), NoAnswer> {
        match self.lines.try_recv() {
            Ok(early) => {
                return Err(NoAnswer::Fault(FaultKind::BadReply, printed_early(&early)));
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Err(self.ended()),
        }
        let written = self.input.write_all(line.as_bytes()).and_then(|()| self.input.flush());
        written.map_err(|_| self.ended())
    }
}

impl Speaker for Process {
    fn ask(&mut self, line: &str) -> Result<String, NoAnswer> {
        self.write(line)?;
        let mut answer = self.lines.recv_timeout(SILENCE);
        if answer == Err(RecvTimeoutError::Timeout) {
            if let Some(tell) = self.tell.take() {
                tell(
                    "no answer for 10 seconds; does the program flush its output after each line? Ctrl-C ends the game",
                );
            }
            answer = self.lines.recv().map_err(RecvTimeoutError::from);
        }
        match answer {
            Ok(answer) if answer.len() > LINE_BYTES_MAX => Err(NoAnswer::reply_too_long()),
            Ok(answer) => Ok(String::from_utf8_lossy(&answer).into_owned()),
            Err(_) => Err(self.ended()),
        }
    }

    fn tell(&mut self, line: &str) -> Result<(), NoAnswer> {
        self.write(line)
    }

    fn account(&self) -> &dyn Account {
        self
    }
}

impl Account for Process {
    fn log(&self) -> String {
        String::from_utf8_lossy(&self.log.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    fn log_kept_bytes(&self) -> usize {
        let log = self.log();
        log.rfind('\n').map_or(0, |end| end + 1)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = end(&self.child);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(typed: &str) -> Option<(Vec<String>, String)> {
        is_command(typed)
            .then(|| Command::new(typed, |_| (), &Processes::default()))
            .map(|command| (command.words.clone(), command.stem().to_owned()))
    }

    #[test]
    fn a_command_has_several_words_or_is_marked() {
        let is = |words: &[&str], stem: &str| {
            Some((words.iter().map(ToString::to_string).collect(), stem.to_owned()))
        };
        assert_eq!(command("python3 a/sailor.py"), is(&["python3", "a/sailor.py"], "sailor"));
        assert_eq!(command("cmd:./sailor"), is(&["./sailor"], "sailor"));
        assert_eq!(command("java -cp 'my bots' Sailor"), is(&["java", "-cp", "my bots", "Sailor"], "java"));
        assert_eq!(command("node \"a b.js\" ''"), is(&["node", "a b.js", ""], "a b"));
        for typed in ["hunter", "no/such.wasm", "cmd:", " "] {
            assert_eq!(command(typed), None, "{typed:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_of_this_machine_is_one_by_its_first_bytes() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = |name: &str, text: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("it is written");
            path.to_str().expect("it is text").to_owned()
        };
        assert!(command(&file("sailor", b"#!/bin/sh\n")).is_some());
        assert!(command(&file("two words", b"#!/bin/sh\n")).is_some_and(|(words, _)| words.len() == 1));
        assert_eq!(command(&file("bot.wasm", b"\0asm\x01\0\0\0")), None);
    }

    #[cfg(unix)]
    #[test]
    fn empty_lines_behind_an_answer_are_no_answers() {
        let script = "while read line; do printf 'Sailor\\n\\n \\r\\n'; done";
        let words = ["sh", "-c", script].map(str::to_owned).to_vec();
        let command = Command { words, tell: |_| (), processes: Processes::default() };
        let mut process = command.start().expect("there is a shell");
        for _ in 0..3 {
            assert_eq!(process.ask(&name_question()), Ok("Sailor".into()));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_crash_shows_its_status_and_the_last_lines() {
        let ended = |script: &str| {
            let words = ["sh", "-c", script].map(str::to_owned).to_vec();
            let command = Command { words, tell: |_| (), processes: Processes::default() };
            let Err(NoAnswer::Fault(_, told)) = command.name() else { panic!("it ends") };
            told
        };
        let told = ended("read line; echo 'no such move' >&2; exit 3");
        assert_eq!(
            told,
            "it ended with exit status: 3: no such move; a bot reads lines until the judge stops it"
        );
        assert!(ended("kill -9 $$").starts_with("it ended with signal: 9"));
    }
}
