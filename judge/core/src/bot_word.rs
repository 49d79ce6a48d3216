//! A bot as a person names it, with its options behind it: `smart:effort=5,style=calm` in, the word and the terms out.
//!
//! Here alone is decided whether a word is a file, an example or a command of this machine.

pub mod examples;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use judge_bots::{COMMAND, words};
use judge_play::text::sanitize;
use judge_play::{BotTerms, is_option_name};

use crate::error::Mistake;

/// The words of the command of this machine that a person means by `typed`, if it is one.
///
/// What lies on the disk is data, whatever its name, its first bytes and its permissions: a stranger may have handed it in, and a shell's
/// pattern may have brought it here. So a command is only what no file is called, with or without options: several words, of which
/// the first is no file and no example; or what stands behind `cmd:`. None is called like a `.wasm` file, which may be gone by now.
#[must_use]
pub fn command_words(typed: &str) -> Option<Vec<String>> {
    let word = without_options(typed);
    let is_gone = Path::new(word).extension().is_some_and(|ending| ending == "wasm");
    if is_there(word) {
        return None;
    }
    if let Some(command) = typed.strip_prefix(COMMAND) {
        // No file is called so that has a folder in it.
        let is_gone = is_gone && !command.contains('/');
        return Some(words(command)).filter(|words| !words.is_empty() && !is_gone);
    }
    let is_bot = is_gone || examples::is_name(word);
    let begins_with_bot = |words: &[String]| is_there(&words[0]) || examples::is_name(&words[0]);
    Some(words(typed)).filter(|words| words.len() > 1 && !is_bot && !begins_with_bot(words))
}

/// The commands among the words of a person, each by its word.
pub type Commands = BTreeMap<String, Vec<String>>;

/// The commands among words that a person typed. To be asked at once: a file whose name a pattern brought in may soon be gone, and its
/// name would be a command then.
#[must_use]
pub fn commands<'a>(typed: impl IntoIterator<Item = &'a str>) -> Commands {
    typed.into_iter().filter_map(|word| Some((word.to_owned(), command_words(word)?))).collect()
}

/// What is said before a command starts.
#[must_use]
pub fn starts(typed: &str) -> String {
    format!("{} runs on this machine as it is, with no sandbox and no limit of fuel", sanitize(typed))
}

/// The file that a person means by `typed`, if it is neither an example nor a command. An example is not hidden by a file of its
/// name beside, which has to be named as `./greedy`.
#[must_use]
pub fn file_of(typed: &str) -> Option<&Path> {
    let word = without_options(typed);
    let is_path = word.contains(['/', '\\', '.']);
    let is_file = is_path || (is_there(word) && !examples::is_name(word));
    (is_file && command_words(typed).is_none()).then(|| Path::new(word))
}

/// Why the file that a person named as `typed` cannot be read.
pub(crate) fn unread(typed: &Path, error: &io::Error) -> String {
    let words = words(&typed.to_string_lossy());
    match words.first().filter(|first| words.len() > 1 && Path::new(first).is_file()) {
        Some(first) => {
            let first = sanitize(first);
            format!(
                "{first} is a file, and a file is a bot and no command; write {COMMAND} before it to start it"
            )
        }
        None if typed.to_string_lossy().starts_with(COMMAND) => "it may be a file that is gone; to start a command, write the .wasm file with its folder, as ./x.wasm".into(),
        None => format!("it cannot be read: {error}; name the .wasm file that your build makes"),
    }
}

/// Whether anything may be at this path: a link that leads nowhere is, and so is all of which the system does not say that it is not.
pub fn is_there(path: impl AsRef<Path>) -> bool {
    let is_not =
        |kind| matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename);
    fs::symlink_metadata(path).map_or_else(|error| !is_not(error.kind()), |_| true)
}

/// The word for a bot, and its own terms.
///
/// # Errors
/// If the options are invalid.
pub fn bot_word(typed: &str) -> Result<(&str, BotTerms), Mistake> {
    let (word, options) = split(typed);
    let mistake = |text: String| Mistake::in_file(Path::new(typed), text);
    let mut terms = BotTerms::default();
    for option in options.iter().flat_map(|options| options.split(',')) {
        let (name, text) = option.split_once('=').ok_or_else(|| {
            mistake(format!("{option:?} is no option; write name=text, as in :depth=6,style=calm"))
        })?;
        if terms.options.insert(name.to_owned(), text.to_owned()).is_some() {
            return Err(mistake(format!("the option {name} is there twice; remove one")));
        }
    }
    terms.check_options().map_err(mistake)?;
    Ok((word, terms))
}

/// The word for a bot, without its options.
#[must_use]
pub fn without_options(typed: &str) -> &str {
    split(typed).0
}

/// Options begin at the first colon that a name and an equals sign follow: other colons belong to paths. What is there as it
/// is written has none, and where a file is called like what stands before a later such colon, that is the file.
fn split(typed: &str) -> (&str, Option<&str>) {
    if is_there(typed) {
        return (typed, None);
    }
    let begins = |(at, _): &(usize, &str)| {
        let name = typed[at + 1..].split_once('=').map(|(name, _)| name);
        name.is_some_and(is_option_name)
    };
    let is_file = |(at, _): &(usize, &str)| is_there(&typed[..*at]);
    let found = typed.rmatch_indices(':').find(|at| begins(at) && is_file(at));
    let found = found.or_else(|| typed.match_indices(':').find(begins));
    found.map_or((typed, None), |(at, _)| (&typed[..at], Some(&typed[at + 1..])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_is_there_and_what_is_called_like_an_example_is_no_command() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("there is room");
        let path = |name: &str| folder.path().join(name).to_str().expect("it is text").to_owned();
        for name in ["mine", "a b.wasm", "x:y=1", "sh k:a=b.wasm"] {
            fs::write(path(name), "#!/bin/sh\n").expect("there is room");
            fs::set_permissions(path(name), fs::Permissions::from_mode(0o755)).expect("it is ours");
        }
        symlink("nowhere at all", path("dangling b")).expect("it can be made");
        let words = [
            "mine",
            "a b.wasm",
            "x:y=1",
            "dangling b",
            "mine:x=a b",
            "a b.wasm:x=1",
            "mine a",
            " a b.wasm:x=1",
            "sh k:a=b.wasm:x=1",
        ];
        for word in words.map(path) {
            assert_eq!((command_words(&word), file_of(&word).is_some()), (None, true), "{word}");
        }
        for word in [
            "edgar",
            "edgar:x=a b",
            "hunter a",
            "human",
            "no/such.wasm",
            "cmd:",
            "cmd: ",
            "cmd:sh gone.wasm",
            "cmd:sh gone.wasm:x=1",
            " ",
            " ./mine ",
            "sh gone.wasm",
        ] {
            assert_eq!(command_words(word), None, "{word}");
        }
        for (word, words) in [
            ("python3 mine.py", ["python3", "mine.py"].as_slice()),
            ("cmd:./mine", &["./mine"]),
            ("cmd:wasmtime ./mine.wasm", &["wasmtime", "./mine.wasm"]),
            ("cmd:edgar 'a b'", &["edgar", "a b"]),
            ("python3 mine.py:x=1", &["python3", "mine.py:x=1"]),
        ] {
            let is: Vec<String> = words.iter().map(ToString::to_string).collect();
            assert_eq!((command_words(word), file_of(word)), (Some(is), None), "{word}");
        }
        assert_eq!(file_of(&path("a b.wasm:x=1")), Some(Path::new(&path("a b.wasm"))));
        assert_eq!(file_of(&path("x:y=1")), Some(Path::new(&path("x:y=1"))));
    }

    #[test]
    fn options_stand_behind_a_colon() {
        let read = |typed: &str| {
            let (word, terms) = bot_word(typed).expect("it is right");
            (word.to_owned(), terms.to_string())
        };
        let is = |word: &str, terms: &str| (word.to_owned(), terms.to_owned());
        assert_eq!(read("smart"), is("smart", ""));
        assert_eq!(read("smart:effort=5"), is("smart", "effort=5"));
        assert_eq!(read("a/b.wasm:style=0.5:1,depth=6"), is("a/b.wasm", "depth=6, style=0.5:1"));
        assert_eq!(read(r"C:\a.wasm:depth=6"), is(r"C:\a.wasm", "depth=6"));
        assert_eq!(read(r"C:\a=b.wasm"), is(r"C:\a=b.wasm", ""));
        assert_eq!(without_options("smart:effort=5"), "smart");
    }

    #[test]
    fn wrong_options_are_told() {
        for (typed, told) in [
            ("smart:effort=5,effort=6", "the option effort is there twice"),
            ("smart:effort=5,deep", "\"deep\" is no option"),
            ("smart:effort=5,Deep=6", "\"Deep\" cannot be an option's name"),
        ] {
            let mistake = bot_word(typed).expect_err("it is wrong").to_string();
            assert!(mistake.contains(told), "{mistake}");
        }
    }
}
