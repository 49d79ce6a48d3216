//! Faults of players. A fault is data: it ends a game, never the tournament.

use std::borrow::Cow;
use std::fmt;

use judge_games::Seat;
use serde::{Deserialize, Serialize};

use crate::text::{cut, sanitize};
use crate::verdict::written;
use judge_limits::Usage;

/// Lines of a log that a fault keeps, from its end, and characters of each line.
const LOG_LINES_MAX: usize = 20;
const LOG_LINE_CHARACTERS_MAX: usize = 200;
/// Characters of the sign that [`cut`] puts where there were more.
const SIGN_CHARACTERS: usize = 2;
/// The prefix of a trap's detail where a runtime ended after an exception or a panic of the bot.
pub const EXCEPTION: &str = "exception: ";
/// Characters that a fault keeps of a question, an answer or a detail; the largest board has fewer.
const TEXT_CHARACTERS_MAX: usize = 4_000;

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// An instruction ended the bot: `unreachable`, a wild pointer, a division by zero.
    Trap,
    /// The fuel was spent before there was an answer: a timeout.
    OutOfFuel,
    /// Memory beyond the limit was refused, and the bot gave up.
    OutOfMemory,
    /// The answer is no legal action.
    IllegalMove,
    /// The fleet breaks the rules of placement.
    IllegalFleet,
    /// The answer is malformed.
    BadReply,
    /// The bot ended itself.
    Exit,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Trap,
        Self::OutOfFuel,
        Self::OutOfMemory,
        Self::IllegalMove,
        Self::IllegalFleet,
        Self::BadReply,
        Self::Exit,
    ];
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As it is in files.
        self.serialize(f)
    }
}

/// One fault: the seat, the kind, the turn, and all that is known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The seat of the player.
    #[serde(with = "written::Seat")]
    pub seat: Seat,
    /// The kind of fault.
    pub kind: FaultKind,
    /// The function that was called, by its name in the contract.
    pub function: Cow<'static, str>,
    /// The number of the player's turn, from 1; `None` before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The answer or the failure, in words.
    pub detail: String,
    /// The question or news before the player, in the game's notation; empty when the game began.
    pub question: String,
    /// The answer, in the game's notation, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The last lines of the player's log.
    pub log: Vec<String>,
    /// The player's usage in that turn; all that the turn had if no answer came back.
    pub usage: Usage,
}

impl Fault {
    /// The fault with all texts cut to a bounded length and made safe to be shown.
    #[must_use]
    pub fn sanitized(&self) -> Self {
        let text = |text: &str| cut(&sanitize(text), TEXT_CHARACTERS_MAX);
        Self {
            detail: text(&self.detail),
            question: text(&self.question),
            answer: self.answer.as_deref().map(text),
            log: self.log.iter().map(|line| cut(&sanitize(line), LOG_LINE_CHARACTERS_MAX)).collect(),
            ..self.clone()
        }
    }

    /// The beginning of a question or an answer, as far as it is kept.
    pub(crate) fn bounded(text: &str) -> String {
        cut(text, TEXT_CHARACTERS_MAX)
    }

    /// Whether it keeps no more of a question, an answer and a log than faults do.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        let has = |text: &str, most: usize| text.chars().count() <= most + SIGN_CHARACTERS;
        has(&self.question, TEXT_CHARACTERS_MAX)
            && self.answer.as_deref().is_none_or(|answer| has(answer, TEXT_CHARACTERS_MAX))
            && self.log.len() <= LOG_LINES_MAX
            && self.log.iter().all(|line| has(line, LOG_LINE_CHARACTERS_MAX))
    }

    /// The last lines of a log, which are kept.
    pub(crate) fn end_of_log(log: &str) -> Vec<String> {
        let lines = log.lines().rev().take(LOG_LINES_MAX).map(|line| cut(line, LOG_LINE_CHARACTERS_MAX));
        let mut lines: Vec<String> = lines.collect();
        lines.reverse();
        lines
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exception = self.detail.strip_prefix(EXCEPTION).filter(|_| self.kind == FaultKind::Trap);
        match exception {
            Some(_) => write!(f, "exception in {}", self.function)?,
            None => write!(f, "{} in {}", self.kind, self.function)?,
        }
        if let Some(turn) = self.turn {
            write!(f, ", turn {turn}")?;
        }
        write!(f, ": {}", exception.unwrap_or(&self.detail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_of_a_log_are_kept_and_long_lines_are_cut() {
        let lines: Vec<String> = (0..30).map(|line| line.to_string()).collect();
        let kept = Fault::end_of_log(&lines.join("\n"));
        assert_eq!((kept.len(), kept[0].as_str(), kept[19].as_str()), (LOG_LINES_MAX, "10", "29"));
        assert_eq!(Fault::end_of_log(&"x".repeat(1_000))[0].chars().count(), LOG_LINE_CHARACTERS_MAX + 2);
    }

    #[test]
    fn a_long_answer_is_cut() {
        let long = "é".repeat(TEXT_CHARACTERS_MAX);
        assert_eq!(Fault::bounded(&long), long);
        assert_eq!(Fault::bounded(&format!("{long}x")), format!("{long} …"));
    }
}
