//! The cause of a bot's end, from its log: lines in, the exception with its place, and the lines worth a look, out.
//!
//! Knows the formats of languages' runtimes, and nothing of bots. The lines come from strangers: the result is
//! for people, and decides nothing.

use std::borrow::Cow;

use crate::text::{cut, sanitize};

/// Lines that are worth a look, at most.
const LINES_MAX: usize = 3;
/// Characters of an exception with its place.
const CHARACTERS_MAX: usize = 300;
/// Beginnings of lines that a runtime adds to each end, the same every time.
const NOISE: [&str; 9] = [
    "note: run with `RUST_BACKTRACE",
    "Stack:",
    "goroutine ",
    "[signal ",
    "exit status ",
    "Node.js v",
    "(Use `node ",
    "Redirecting call to abort()",
    "\"(the interpreter ends here)\"",
];
/// What Java and C# write before an error, and what stands in frames of the runtimes' own.
const WORDS_BEFORE: [&str; 2] = ["Exception in thread \"main\" ", "Unhandled exception. "];
const THEIRS: [&str; 5] = ["node:", "java.", "jdk.", "System.", "<anonymous>"];

/// The last lines that tell something: no empty ones, and none that a runtime always writes. At most three.
#[must_use]
pub fn last_lines(log: &[String]) -> Vec<&str> {
    let mut lines: Vec<&str> = telling(log).rev().take(LINES_MAX).collect();
    lines.reverse();
    lines
}

/// All lines that tell something.
#[must_use]
pub fn telling(log: &[String]) -> impl DoubleEndedIterator<Item = &str> {
    let is_noise = |line: &str| NOISE.iter().any(|noise| line.starts_with(noise));
    log.iter().map(|line| line.trim_end()).filter(move |line| !line.is_empty() && !is_noise(line))
}

/// The exception or panic that the log ends with, and its place, safe to be shown: `ValueError: no move (bot.py:7 in
/// choose)`.
#[must_use]
pub fn exception(log: &[String]) -> Option<String> {
    let lines: Vec<&str> = telling(log).collect();
    let (words, place) = of_go(&lines)
        .or_else(|| of_rust(&lines))
        .or_else(|| of_ruby(lines.last()?))
        .or_else(|| of_an_entry(&lines))
        .map(|(words, place)| (words, place.into()))
        .or_else(|| of_sanitizer(&lines))
        .or_else(|| of_python(&lines))
        .or_else(|| before_its_frames(&lines))?;
    let place = if place.is_empty() { String::new() } else { format!(" ({})", place.trim()) };
    let (words, place) = (sanitize(words), cut(&sanitize(&place), CHARACTERS_MAX));
    // The place is what an author looks for, so the words make room for it.
    let room = CHARACTERS_MAX.saturating_sub(place.chars().count());
    Some(format!("{}{place}", cut(&words, room)))
}

/// The exception or panic that a bot's log ends with, if it ended as runtimes do after one.
#[must_use]
pub fn thrown(trap: &str, log: &[String]) -> Option<String> {
    trap.contains("unreachable").then(|| exception(log)).flatten()
}

const OF_FUNCTIONS: &str =
    "a pointer is null or was overwritten; fopen returns NULL, since a bot has no files";
/// What a trap means in a program in C or the like, whose runtime says nothing, by a part of the trap's words.
const TRAPS: [(&str, &str); 6] = [
    ("unreachable", "in C and C++ abort(), a failed assert, or what is undefined, as a null pointer is"),
    ("out of bounds memory", "a pointer or an index leads outside of the memory"),
    ("call stack", "a recursion does not end, or local arrays are too large for the stack; make them static"),
    ("divide by zero", "a number was divided by zero"),
    ("indirect call", OF_FUNCTIONS),
    ("uninitialized element", OF_FUNCTIONS),
];

/// What a trap means in a program that was compiled from C or the like, and how to find its line.
#[must_use]
pub fn remedy(trap: &str) -> Option<String> {
    let (_, meaning) = TRAPS.iter().find(|(words, _)| trap.contains(words))?;
    Some(format!(
        "{meaning}; to see the line, compile for your machine with cc -g -fsanitize=address,undefined, and check that program"
    ))
}

/// The remedy for an error whose cause is a function that programs for other contests find there.
#[must_use]
pub fn of_another_contest(error: &str) -> &'static str {
    if error.contains("readline is not defined") || error.contains("'readline' is not defined") {
        "; readline() is that of another contest: read lines from standard input, as the programs in docs/lines.md do"
    } else {
        ""
    }
}

/// Go: `panic: words`, then frames, each a function and an indented place.
fn of_go<'a>(lines: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let starts = ["panic: ", "fatal error: "];
    let at = lines.iter().rposition(|line| starts.iter().any(|start| line.starts_with(start)))?;
    let (_, words) = lines[at].split_once(": ")?;
    // The first places may be the runtime's own.
    let frames = lines[at + 1..].iter().filter(|line| line.starts_with('\t'));
    let place = frames.map(|line| line.trim()).find(|line| !line.contains("/runtime/"));
    let place = place.map_or("", |place| place.split(" +0x").next().unwrap_or(place));
    Some((words, place.rsplit('/').next().unwrap_or(place)))
}

/// Rust: `panicked at place:`, then words.
fn of_rust<'a>(lines: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let at = lines.iter().rposition(|line| line.contains("panicked at "))?;
    let (_, place) = lines[at].split_once("panicked at ")?;
    let words = lines.get(at + 1).copied().unwrap_or("no reason given");
    Some((words, place.trim_end_matches(':')))
}

/// A report of the SDK's entry, which runs a bot of an interpreter: places, each a line, then `Kind: words`.
fn of_an_entry<'a>(lines: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let [.., place, words] = lines else { return None };
    let (kind, _) = words.split_once(':')?;
    let is_kind = kind.chars().all(|c| c.is_ascii_alphanumeric() || "._".contains(c));
    let spot = place.split(" in ").next().unwrap_or(place);
    let is_place =
        spot.rsplit_once(':').is_some_and(|(file, line)| file.contains('.') && line.parse::<u32>().is_ok());
    (is_kind && is_place && !kind.is_empty()).then_some((words, place))
}

/// C and C++ with `AddressSanitizer`: `==1==ERROR: AddressSanitizer: words`, then frames, of which the first with a source is told
/// that is not a library's.
fn of_sanitizer<'a>(lines: &[&'a str]) -> Option<(&'a str, Cow<'a, str>)> {
    let at = lines.iter().position(|line| line.contains("Sanitizer: "))?;
    let (_, words) = lines[at].split_once(": ")?;
    let frames = lines[at + 1..].iter().filter_map(|line| line.trim_start().strip_prefix('#'));
    let places = frames.filter_map(|frame| frame.split_once(" in ")?.1.rsplit_once(' '));
    let mut own = places.filter(|(_, place)| place.contains(':') && !place.starts_with("../"));
    let place = own.next().map(|(function, place)| format!("{} in {function}", file_name(place)));
    Some((words.split(" on ").next().unwrap_or(words), place.unwrap_or_default().into()))
}

/// Python on its author's machine: `File "place", line N, in f` with the source below it for each frame, then `Kind: words`.
/// The innermost frame of the author's own is told.
fn of_python<'a>(lines: &[&'a str]) -> Option<(&'a str, Cow<'a, str>)> {
    let is_frame = |line: &&&str| line.starts_with("  File \"") && line.contains("\", line ");
    let frames = || lines.iter().rev().filter(is_frame);
    let is_own = |line: &&&str| !line.contains("/lib/python") && !line.contains("<frozen ");
    let (file, rest) = frames().find(is_own).or(frames().next())?.split_once("\", line ")?;
    let (line, function) = rest.split_once(", ").unwrap_or((rest, ""));
    let words = lines.iter().rev().find(|line| !line.starts_with(' '))?;
    Some((*words, format!("{}:{line} {function}", file_name(file)).into()))
}

/// Node, Java, C#, Lua and Ruby on their author's machine: the error, and below it a frame on each line, the innermost first.
fn before_its_frames<'a>(lines: &[&'a str]) -> Option<(&'a str, Cow<'a, str>)> {
    let is_frame = |line: &&str| {
        let frame = line.trim_start();
        let is_one = ["at ", "from "].iter().any(|start| frame.starts_with(start)) || frame.contains(": in ");
        (is_one && frame.len() < line.len()) || *line == "stack traceback:"
    };
    let last = lines.iter().rposition(is_frame)?;
    let above = lines[..last].iter().rposition(|line| !is_frame(line))?;
    let at = lines[..=above].iter().rposition(|line| !line.starts_with([' ', '\t']))?;
    let words = WORDS_BEFORE.iter().find_map(|before| lines[at].strip_prefix(before)).unwrap_or(lines[at]);
    let frames = lines[above + 1..=last].iter().filter_map(|line| line.trim_start().strip_prefix("at "));
    let has_frames = frames.clone().next().is_some();
    let mut own = frames.filter(|frame| !THEIRS.iter().any(|theirs| frame.contains(theirs)));
    let place = match own.next() {
        Some(frame) => frame.rsplit_once('(').map_or(frame, |(_, place)| place.trim_end_matches(')')),
        // An error of Node in the source itself has its place before it.
        None if has_frames => {
            let is_place =
                |line: &&&str| line.rsplit_once(':').is_some_and(|(_, at)| at.parse::<u32>().is_ok());
            lines[..at].iter().rev().find(is_place).copied().unwrap_or_default()
        }
        None => "",
    };
    Some((words, file_name(place).into()))
}

/// The path's last part.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\', '"']).next().unwrap_or(path)
}

/// Ruby: the innermost place and what was raised, in the last line: `bot.rb:7 in aim: ArgumentError: no`.
fn of_ruby<'a>(line: &&'a str) -> Option<(&'a str, &'a str)> {
    let (file, rest) = line.split_once(".rb:")?;
    let is_file = !file.is_empty() && !file.contains(char::is_whitespace);
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_place = behind.len() < rest.len() && (behind.starts_with(": ") || behind.starts_with(" in "));
    let at = line.len() - behind.len() + behind.find(": ")?;
    (is_file && is_place).then(|| (&line[at + 2..], &line[..at]))
}

/// Whether the sentence of a fault says all that this line of its log does.
#[must_use]
pub fn is_told(line: &str, sentence: &str) -> bool {
    let is_in_other_words = |(words, place)| sentence.contains(&format!("{words} ({place})"));
    sentence.contains(line) || of_ruby(&line).is_some_and(is_in_other_words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[track_caller]
    fn tells(text: &str, told: &str) {
        assert_eq!(exception(&log(text)).as_deref(), Some(told));
    }

    #[test]
    fn an_exception_is_told_with_its_place() {
        tells(
            "I sit at 0\nbot.py:9 in choose\nbot.py:4 in pick\nIndexError: empty\n\n",
            "IndexError: empty (bot.py:4 in pick)",
        );
        tells("panicked at src/lib.rs:3:5:\nno move\n", "no move (src/lib.rs:3:5)");
        tells(
            "thread 'main' panicked at src/lib.rs:3:5:\nno move\nnote: run with `RUST_BACKTRACE=1` environment variable",
            "no move (src/lib.rs:3:5)",
        );
        tells(
            "panic: no move\n\ngoroutine 1 [running]:\nruntime.x()\n\t/go/src/runtime/panic.go:7 +0x1\nmain.choose(...)\n\t/home/me/bot.go:12 +0x9",
            "no move (bot.go:12)",
        );
    }

    #[test]
    fn an_exception_on_its_authors_machine_is_told_with_its_place() {
        tells(
            "hi\nTraceback (most recent call last):\n  File \"/home/a b/mine.py\", line 9, in <module>\n    choose()\n  File \"/home/a b/mine.py\", line 4, in choose\n    json.loads(x)\n  File \"/usr/lib/python3.11/json/decoder.py\", line 355, in raw_decode\n    raise E\njson.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)\n",
            "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0) (mine.py:4 in choose)",
        );
        tells(
            "  File \"/home/mine.py\", line 3\n    print(\"x\"\n         ^\nSyntaxError: '(' was never closed\n",
            "SyntaxError: '(' was never closed (mine.py:3)",
        );
        tells(
            "file:///home/mine.mjs:7\n  f();\n  ^\n\nReferenceError: f is not defined\n    at choose (file:///home/mine.mjs:7:3)\n    at node:internal/main:1:2\n\nNode.js v20.20.2\n",
            "ReferenceError: f is not defined (mine.mjs:7:3)",
        );
        tells(
            "file:///home/mine.mjs:3\nlet x = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n    at compile (node:internal/modules:344:16)\n\nNode.js v20.20.2\n",
            "SyntaxError: Unexpected token ';' (mine.mjs:3)",
        );
        tells(
            "Exception in thread \"main\" java.lang.IndexOutOfBoundsException: Index 9\n\tat java.base/java.util.ArrayList.get(ArrayList.java:427)\n\tat Mine.main(Mine.java:5)\n",
            "java.lang.IndexOutOfBoundsException: Index 9 (Mine.java:5)",
        );
        tells(
            "=====\n==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6 at pc 0x5\nWRITE of size 1 at 0x6 thread T0\n    #0 0x7 in __interceptor_free ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52\n    #1 0x5 in main /home/me/mine.c:17\n    #2 0x7 in _start (/home/me/mine+0x1160)\n",
            "AddressSanitizer: heap-buffer-overflow (mine.c:17 in main)",
        );
        tells(
            "    #247 0x5 in deep /home/me/mine.c:11\nSUMMARY: AddressSanitizer: stack-overflow /home/me/mine.c:11 in deep\n==7==ABORTING\n",
            "AddressSanitizer: stack-overflow /home/me/mine.c:11 in deep",
        );
        tells(
            "lua: mine.lua:3: attempt to index a nil value (global 'x')\nstack traceback:\n\tmine.lua:3: in main chunk\n\t[C]: in ?\n",
            "lua: mine.lua:3: attempt to index a nil value (global 'x')",
        );
        tells(
            "mine.rb:3:in 'f': undefined method 'x' (NameError)\n\n  x\n  ^\n\tfrom mine.rb:6:in '<main>'\n",
            "mine.rb:3:in 'f': undefined method 'x' (NameError)",
        );
    }

    #[test]
    fn an_exception_of_ruby_is_told_with_its_place() {
        tells("raisex.rb:9 in take_turn: RuntimeError: x", "RuntimeError: x (raisex.rb:9 in take_turn)");
        tells(
            "bot.rb:5 in take_turn …\nbot.rb:8 in aim?\nlib/far.rb:15 in d: KeyError: a: b",
            "KeyError: a: b (lib/far.rb:15 in d)",
        );
        tells(
            "bot.rb:5 in take_turn\nbot.rb:7 in aim: ArgumentError: no",
            "ArgumentError: no (bot.rb:7 in aim)",
        );
        tells(
            "bot.rb:12 in take_turn: it returned nil; return two numbers, such as [3, 4]",
            "it returned nil; return two numbers, such as [3, 4] (bot.rb:12 in take_turn)",
        );
        tells(
            "bot.rb:1: class P lacks the public method name",
            "class P lacks the public method name (bot.rb:1)",
        );
    }

    #[test]
    fn what_is_no_exception_is_none() {
        let of_ruby = [
            "bot.rb:12",
            "bot.rb:x in f: E",
            "at bot.rb:1: x",
            "bot.rb:1 on f: E",
            ".rb:1: x",
            "bot.rb:1: E\nhi",
        ];
        let others = ["", "seat 0", "thinking: 3", "12:30\nwords: none", "bot.py:x in f\nE: x", "a:1\n: x"];
        for text in others.into_iter().chain(of_ruby) {
            assert_eq!(exception(&log(text)), None, "{text}");
        }
    }

    #[test]
    fn lines_that_the_sentence_of_a_fault_tells_are_known() {
        let told = "exception in take-turn, turn 1: KeyError: x (bot.rb:9 in aim)";
        for line in ["KeyError: x", "bot.rb:9 in aim", "bot.rb:9 in aim: KeyError: x"] {
            assert!(is_told(line, told), "{line}");
        }
        for line in ["bot.rb:5 in take_turn", "bot.rb:5 in take_turn: KeyError: x", "bot.rb:9 in aim: y"] {
            assert!(!is_told(line, told), "{line}");
        }
    }

    #[test]
    fn an_exception_is_safe_to_be_shown_and_short() {
        let told =
            exception(&log(&format!("b.py:1 in f\nE: \u{1b}[2J{}", "x".repeat(1_000)))).expect("it is one");
        assert!(told.starts_with("E: \\u{1b}[2Jxxx") && told.chars().count() <= CHARACTERS_MAX + 2, "{told}");
        assert!(told.ends_with("xxx … (b.py:1 in f)"), "{told}");
    }

    #[test]
    fn the_last_lines_leave_out_what_tells_nothing() {
        let log = log("one\ntwo\n\nthree\n   \nfour\nStack:\n\n");
        assert_eq!(last_lines(&log), ["two", "three", "four"]);
        assert!(last_lines(&[]).is_empty());
    }
}
