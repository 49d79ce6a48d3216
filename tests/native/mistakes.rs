//! Mistakes of newcomers in Python and C, as they are told on their authors' machines: `tests/mistakes` has the programs, what
//! is changed in them, and the words that must be in the message. `told.py` there has the same table told by the sandbox.

use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use judge_bots::Waits;
use judge_core::game::{LoadedBots, commands};
use judge_core::host::{CacheUse, Options};
use judge_play::{Event, Line, Rules, SeatLine, Seed};
use judge_sandbox::Limits;

use crate::support::{CACHE, Folder, has_programs, python};

/// The fewest mistakes of a language.
const MISTAKES_MIN: usize = 40;

/// Another that does nothing wrong before its turn.
const GOOD: &str = "while read line; do case $line in *name*) echo Good ;; *ask*) echo d3 ;; esac; done";

/// How many programs of a table run at the same time. Most of the time they wait.
const AT_A_TIME: usize = 8;
/// The words for a program that says nothing, for which it has to be waited.
const SILENT: [&str; 3] = ["no answer", "it waits", "without a line end"];

/// What is told of a command that plays Othello against another, after so much silence.
fn told_of(command: &str, other: &str, silence: Duration) -> String {
    let rules = Rules::new("othello", [("size", "4")]).expect("they are valid");
    let options = Options { jobs: Some(1), program: None, cache: CacheUse::In(CACHE.into()) };
    let waits = Waits { most: Some(silence), notice: Duration::from_hours(1), ..Waits::patient(|_| ()) };
    let bots = LoadedBots::new(rules.clone(), Limits::default(), &options).expect("the sandbox starts");
    let mut bots = bots.starting(commands([command, other]), waits);
    let seats: Result<Vec<_>, _> = [command, other].map(|word| bots.add(word)).into_iter().collect();
    let seats = match seats {
        Ok(seats) => seats.into_iter().map(SeatLine::bot).collect(),
        Err(mistake) => return mistake.to_string(),
    };
    let line = Line::new(rules, Seed(1), seats);
    let mut game = bots.start(&line).map_err(|(_, why)| why).expect("nothing is by hand");
    loop {
        match game.step() {
            Event::Fault(fault) => return fault.sanitized().to_string(),
            Event::Over(verdict) => return verdict.to_string(),
            _ => {}
        }
    }
}

/// The messages that miss a mistake of a table, whose programs are built and started so, each in a folder of its own.
fn told_badly(table: &str, file: &str, build: &str, run: &str) -> Vec<String> {
    let (program, mistakes) = table.split_once("---\n").expect("it has both");
    let badly = |[from, to, words]: &[String; 3]| {
        assert!(program.contains(from), "{from}");
        let folder = Folder::new().file(file, program.replacen(from, to, 1)).file("good.sh", GOOD);
        let path = folder.path("").to_string_lossy().into_owned();
        let made = Command::new("sh").args(["-c", build]).current_dir(folder.path("")).output();
        let made = made.expect("there is a shell");
        let told = if made.status.success() {
            let is_silent = SILENT.iter().any(|silent| words.contains(silent));
            let silence = Duration::from_secs(if is_silent { 6 } else { 60 });
            told_of(&run.replace('@', &path), &format!("sh {path}good.sh"), silence)
        } else {
            String::from_utf8_lossy(&made.stderr).into_owned()
        };
        (!told.contains(words)).then(|| format!("{to}\n  wanted: {words}\n  told: {told}"))
    };
    let mistakes: Vec<[String; 3]> = mistakes.lines().filter_map(mistake).collect();
    assert!(mistakes.len() >= MISTAKES_MIN, "{}", mistakes.len());
    let (left, found) = (Mutex::new(mistakes.iter()), Mutex::new(Vec::new()));
    let next = || left.lock().expect("nobody panics").next();
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some(mistake) = next() {
                    let told = badly(mistake);
                    found.lock().expect("nobody panics").extend(told);
                }
            });
        }
    });
    found.into_inner().expect("nobody panics")
}

/// What is replaced, by what, and what must be told; nothing of a line that is no mistake on its author's machine.
fn mistake(line: &str) -> Option<[String; 3]> {
    let parts: Vec<&str> = line.split("=>").map(str::trim).collect();
    let [from, to, of_the_sandbox, ..] = parts[..] else { panic!("{line}") };
    let words = parts.get(3).copied().unwrap_or(of_the_sandbox);
    let lines = |part: &str| part.replace('@', "\n");
    (words != "-").then(|| [lines(from), lines(to), words.to_owned()])
}

#[test]
fn mistakes_in_python_are_told_well_on_their_authors_machine() {
    if has_programs(&["python3"]) {
        let table = include_str!("../mistakes/python.txt");
        let python = format!("cmd:{} @sailor.py", python().display());
        let badly = told_badly(table, "sailor.py", "", &python);
        assert!(badly.is_empty(), "{}", badly.join("\n"));
    }
}

#[test]
fn mistakes_in_c_are_told_well_on_their_authors_machine() {
    if has_programs(&["gcc"]) {
        let build = "gcc -g -w -fstack-protector-all -o sailor sailor.c";
        let badly = told_badly(include_str!("../mistakes/c.txt"), "sailor.c", build, "cmd:@sailor");
        assert!(badly.is_empty(), "{}", badly.join("\n"));
    }
}
