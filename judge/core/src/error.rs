//! The errors of a command: a person's mistakes, each with its place and remedy, or the machine's trouble.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use judge_play::VoidCause;
use judge_play::text::{count, cut, sanitize, thousands};

use crate::file;

/// The most characters of a line about the machine, in which names may stand, too.
const LINE_CHARACTERS_MAX: usize = 1_900;
/// The most characters of a mistake: a stranger's name may be part of it.
const CHARACTERS_MAX: usize = 1_500;
/// The most characters of the path before it: no line has more than 2,000.
const PATH_CHARACTERS_MAX: usize = 400;

/// The most mistakes that are listed; the others are counted.
const MISTAKES_SHOWN: usize = 100;

/// The most names that a message lists; the others are counted.
const NAMES_SHOWN: usize = 10;

/// One mistake, printed on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file it was made in, or in which it shows.
    pub file: PathBuf,
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// The mistake and its remedy, in words.
    pub text: String,
}

impl Mistake {
    /// A mistake that concerns a file as a whole.
    #[must_use]
    pub fn in_file(file: impl AsRef<Path>, text: impl Into<String>) -> Self {
        Self { file: file.as_ref().to_owned(), line: None, text: text.into() }
    }

    /// A mistake made on one line of a file.
    #[must_use]
    pub fn on_line(file: &Path, line: usize, text: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::in_file(file, text) }
    }

    /// A file that cannot be read.
    #[must_use]
    pub fn unread(file: &Path, error: &io::Error) -> Self {
        Self::in_file(file, format!("it cannot be read: {error}"))
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Paths and names may be anybody's.
        write!(f, "{}", cut(&file::path_text(&self.file), PATH_CHARACTERS_MAX))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", cut(&sanitize(&self.text), CHARACTERS_MAX))
    }
}

/// The reason why a command fails.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A person's mistakes, all that were found.
    #[error("{}", lines(.0))]
    Mistakes(Vec<Mistake>),
    /// The machine's trouble.
    #[error("error: {}", bounded(.0))]
    Machine(String),
}

impl Error {
    /// Why nothing can be said of bots after a match that is void for this cause: a game that broke a promise is its
    /// author's mistake, and all else the machine's trouble.
    #[must_use]
    pub fn void(cause: VoidCause, detail: &str) -> Self {
        if cause != VoidCause::Game {
            return Self::Machine(format!(
                "a game is void, because of this machine and not of a bot: {detail}; run the same command again"
            ));
        }
        // It begins with the game's name.
        let (game, why) = detail.split_once(": ").unwrap_or(("the game", detail));
        let text = format!(
            "the game is broken, and no bot is to blame: {why}; judge check examines the game's file"
        );
        Mistake::in_file(Path::new(game), text).into()
    }
}

impl From<Mistake> for Error {
    fn from(mistake: Mistake) -> Self {
        Self::Mistakes(vec![mistake])
    }
}

impl From<Mistake> for Vec<Mistake> {
    fn from(mistake: Mistake) -> Self {
        vec![mistake]
    }
}

fn lines(mistakes: &[Mistake]) -> String {
    let shown = mistakes.iter().take(MISTAKES_SHOWN).map(|mistake| format!("error: {mistake}"));
    let others = mistakes.len().saturating_sub(MISTAKES_SHOWN) as u64;
    let others = (others > 0).then(|| format!("error: and {}", count(others, "other mistake")));
    shown.chain(others).collect::<Vec<_>>().join("\n")
}

/// The error for a folder for `what` that cannot be written to, where `option` names another.
#[must_use]
pub fn cannot_write(folder: &Path, what: &str, option: &str, error: &io::Error) -> Error {
    let text =
        format!("{what} cannot be written: {}, or name another folder with {option}", file::unwritten(error));
    if file::is_trouble(error) {
        return Error::Machine(format!("{}: {text}", file::path_text(folder)));
    }
    Mistake::in_file(folder, text).into()
}

/// What is right of these, and what is wrong.
pub(crate) fn apart<T, E>(results: impl IntoIterator<Item = Result<T, E>>) -> (Vec<T>, Vec<E>) {
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(one) => right.push(one),
            Err(error) => wrong.push(error),
        }
    }
    (right, wrong)
}

/// All of these, or every mistake among them.
pub(crate) fn all<T>(results: impl IntoIterator<Item = Result<T, Mistake>>) -> Result<Vec<T>, Vec<Mistake>> {
    let (right, mistakes) = apart(results);
    none(mistakes).map(|()| right)
}

/// Nothing, or all these mistakes.
pub(crate) fn none(mistakes: impl IntoIterator<Item = Mistake>) -> Result<(), Vec<Mistake>> {
    let mistakes: Vec<Mistake> = mistakes.into_iter().collect();
    if mistakes.is_empty() { Ok(()) } else { Err(mistakes) }
}

/// Names in a message: all if they are few, or else the first few and the number of the others.
#[must_use]
pub fn few<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<T> = names.into_iter().collect();
    let shown: Vec<&str> = names.iter().take(NAMES_SHOWN).map(AsRef::as_ref).collect();
    let others = names.len() - shown.len();
    let others = if others == 0 { String::new() } else { format!(" and {} more", thousands(others as u64)) };
    shown.join(", ") + &others
}

/// A text of one line or more, with no line too long.
fn bounded(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| cut(&sanitize(line), LINE_CHARACTERS_MAX)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_one_line_of_bounded_length_whoever_chose_its_words() {
        let long = "a/\u{1b}\n".repeat(3_000);
        let told = Mistake::on_line(Path::new(&long), usize::MAX, long.clone()).to_string();
        assert!(told.chars().count() < 2_000 && !told.chars().any(char::is_control), "{told}");
    }

    #[test]
    fn of_many_mistakes_the_first_are_told() {
        let told = |number: usize| {
            let mistakes = (1..=number).map(|line| Mistake::on_line(Path::new("a"), line, "it is wrong"));
            Error::Mistakes(mistakes.collect()).to_string()
        };
        assert!(told(100).ends_with("error: a:100: it is wrong"));
        assert!(told(101).ends_with("error: a:100: it is wrong\nerror: and 1 other mistake"));
    }

    #[test]
    fn the_machines_trouble_has_short_lines_too() {
        let long = "a/\u{1b}".repeat(3_000);
        let told = Error::Machine(format!("it fails\n{long}\n{long}")).to_string();
        let lines: Vec<&str> = told.split('\n').collect();
        assert_eq!((lines.len(), lines[0]), (3, "error: it fails"));
        assert!(lines.iter().all(|line| line.chars().count() < 2_000), "{told}");
        assert!(!lines.iter().any(|line| line.chars().any(char::is_control)), "{told}");
    }
}
