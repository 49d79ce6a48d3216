//! A program of this machine as a bot: what a person typed in, a process that reads and writes lines out.
//!
//! It runs as it is, with no sandbox and no fuel, so no tournament takes it: its author plays with it while writing it.
//!
//! - `process`: one that runs;
//! - `printed`: what it has printed and nobody has taken;
//! - `work`: whether it computes or waits.

mod printed;
mod process;
mod work;

use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use judge_play::player::lines::{Speaker, name_question};
use judge_play::{FaultKind, NoAnswer};

pub(crate) use process::Process;
use process_wrap::std::ChildWrapper;

use crate::system::Group;

/// The prefix that marks a command where it could be something else.
pub const COMMAND: &str = "cmd:";

/// The time between two looks at whether a program has ended that was handed something.
const HAND_LOOK: Duration = Duration::from_millis(10);

/// How long a command may be silent, and who is told.
#[derive(Clone, Copy)]
pub struct Waits {
    /// After this time without an answer, or with news that are not read, a message says once what is open.
    pub notice: Duration,
    /// After this time the command has committed a fault.
    pub most: Option<Duration>,
    /// The time between two looks at a command that is silent.
    pub look: Duration,
    /// The most time for the rest of its log, which something that it has started may hold open.
    pub rest: Duration,
    /// The receiver of messages for the person who waits.
    pub tell: fn(&str),
    /// Whether this person wants to wait no longer.
    pub is_interrupted: fn() -> bool,
}

impl Waits {
    /// For a person who sits there, and ends the game if it takes too long.
    #[must_use]
    pub fn patient(tell: fn(&str)) -> Self {
        Self {
            notice: Duration::from_secs(10),
            most: None,
            look: Duration::from_millis(100),
            rest: Duration::from_secs(1),
            tell,
            is_interrupted: || false,
        }
    }

    /// For many games, at which nobody sits.
    #[must_use]
    pub fn a_minute(tell: fn(&str)) -> Self {
        Self { most: Some(Duration::from_mins(1)), ..Self::patient(tell) }
    }
}

/// A program of this machine, with its arguments.
#[derive(Clone)]
pub struct Command {
    pub(crate) words: Vec<String>,
    waits: Waits,
    silence: Arc<Silence>,
}

/// The silences of commands in all their games.
#[derive(Default)]
pub struct Silence {
    /// Whether one was told.
    is_told: AtomicBool,
    /// The first that was a fault; nothing is expected of a command any more.
    fault: OnceLock<String>,
}

impl Silence {
    /// The first that was a fault, in words.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.fault.get().map(String::as_str)
    }

    fn is_told(&self) -> bool {
        self.is_told.load(Ordering::Relaxed)
    }
}

impl Command {
    /// The command of these words, with what is known of its silences.
    ///
    /// # Panics
    /// If there is no word.
    #[must_use]
    pub fn new(words: Vec<String>, waits: Waits, silence: &Arc<Silence>) -> Self {
        assert!(!words.is_empty(), "a command has a word");
        Self { words, waits, silence: silence.clone() }
    }

    /// Its default name: the first of its words that looks like a file of a program, or else the first.
    #[must_use]
    pub fn stem(&self) -> &str {
        let is_file = |word: &&String| Path::new(word).extension().is_some() && !word.starts_with('-');
        let word = self.words.iter().skip(1).find(is_file).unwrap_or(&self.words[0]);
        Path::new(word).file_stem().and_then(|stem| stem.to_str()).unwrap_or("command")
    }

    /// Runs a program once: a text of a few lines in, and how it ended out. What it prints nobody sees. It ends after `most`, with
    /// all that it has started.
    ///
    /// # Errors
    /// Says that it was not started, has failed or did not end, in words that continue its name.
    pub fn hand(words: &[String], text: &str, most: Duration) -> Result<(), String> {
        let mut command = std::process::Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut group = Group::start(command).map_err(|error| format!("cannot be started: {error}"))?;
        let input = group.child.stdin().take();
        // So much fits before anybody reads; whoever reads nothing has ended, or will.
        let _ = input.expect("it is piped").write_all(text.as_bytes());
        let begun = Instant::now();
        while matches!(group.child.try_wait(), Ok(None)) {
            if begun.elapsed() >= most {
                let _ = group.end();
                return Err(format!("did not end within {} seconds", most.as_secs()));
            }
            thread::sleep(HAND_LOOK);
        }
        match group.end() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("failed: {status}")),
            Err(error) => Err(format!("failed: {error}")),
        }
    }

    /// Starts it, and asks for its name.
    pub(crate) fn name(&self) -> Result<String, NoAnswer> {
        self.start()?.ask(&name_question()).map(|name| name.trim().to_owned())
    }

    /// Starts it, if it was silent in no other game.
    pub(crate) fn start(&self) -> Result<Process, NoAnswer> {
        if let Some(silence) = self.silence.fault() {
            return Err(NoAnswer::Fault(FaultKind::BadReply, silence.to_owned()));
        }
        let mut command = std::process::Command::new(&self.words[0]);
        command.args(&self.words[1..]).env("PYTHONUNBUFFERED", "1");
        Process::start(command, self.waits, &self.silence)
    }
}

/// The words of a command; what stands in quotes is one.
#[must_use]
pub fn words(command: &str) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_quotes_is_one_word_and_a_file_gives_the_name() {
        let read = |typed: &str| {
            let command = Command::new(words(typed), Waits::patient(|_| ()), &Arc::default());
            (command.words.clone(), command.stem().to_owned())
        };
        let is = |words: &[&str], stem: &str| {
            (words.iter().map(ToString::to_string).collect::<Vec<_>>(), stem.to_owned())
        };
        assert_eq!(read("python3 a/sailor.py"), is(&["python3", "a/sailor.py"], "sailor"));
        assert_eq!(read("./sailor"), is(&["./sailor"], "sailor"));
        assert_eq!(read("java -cp 'my bots' Sailor"), is(&["java", "-cp", "my bots", "Sailor"], "java"));
        assert_eq!(read("node \"a b.js\" ''"), is(&["node", "a b.js", ""], "a b"));
        assert!(words(" ").is_empty());
    }
}
