//! The events that evidence is of: a record in; faults, calls that the watchdog ended and a broken game out.

use std::fmt;

use judge_play::games::Seat;
use judge_play::text::{count, cut, sanitize};
use judge_play::{Fault, FaultKind, Record, Void, VoidCause};
use serde::{Deserialize, Serialize};

use super::{Broken, Stall};

/// The most characters that are kept of a line that a contestant chose.
const CHARACTERS_MAX: usize = 4_000;

/// An event in a game that evidence is written of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// A fault.
    Fault(Box<Fault>),
    /// A call that the watchdog ended, in every try. That is no fault, and nobody has points for the game.
    #[serde(rename = "watchdog")]
    Stall(Box<Stall>),
    /// A promise that the game, which is a file, broke. No contestant is to blame.
    Broken(Broken),
}

/// The kind of a call that the watchdog ended, in the name of a file.
pub(super) const WATCHDOG: &str = "watchdog";
const BROKEN: &str = "broken";

impl What {
    /// All events of a game that evidence is written of, in order.
    pub fn all(record: &Record) -> impl Iterator<Item = Self> + '_ {
        let faults = record.faults.iter().map(|fault| Self::Fault(Box::new(fault.clone())));
        let stall = record.void().and_then(stall).map(|stall| Self::Stall(Box::new(stall)));
        let broken = record.void().filter(|void| void.cause == VoidCause::Game);
        let broken = broken.map(|void| Broken { detail: text(&void.detail), turns: record.turns });
        faults.chain(stall).chain(broken.map(Self::Broken))
    }

    /// The seat of the player to blame; `None` if it was the game.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Fault(fault) => Some(fault.seat),
            Self::Stall(stall) => Some(Seat(stall.seat)),
            Self::Broken(_) => None,
        }
    }

    /// The fault, if it is one.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        if let Self::Fault(fault) = self { Some(fault) } else { None }
    }

    /// The same with all texts cut to a bounded length and made safe to be shown.
    pub(super) fn sanitized(&self) -> Self {
        match self {
            Self::Fault(fault) => Self::Fault(Box::new(fault.sanitized())),
            Self::Stall(stall) => Self::Stall(Box::new(Stall {
                detail: text(&stall.detail),
                question: text(&stall.question),
                log: stall.log.iter().map(|line| text(line)).collect(),
                ..Stall::clone(stall)
            })),
            Self::Broken(broken) => Self::Broken(broken.clone()),
        }
    }

    /// Its kind, as in the name of a file; a contestant has a file for each.
    pub(super) fn kind(&self) -> String {
        match self {
            Self::Fault(fault) => fault.kind.to_string(),
            Self::Stall(_) => WATCHDOG.to_owned(),
            Self::Broken(_) => BROKEN.to_owned(),
        }
    }

    pub(super) fn kinds() -> impl Iterator<Item = String> {
        FaultKind::ALL.iter().map(ToString::to_string).chain([WATCHDOG, BROKEN].map(str::to_owned))
    }
}

/// A text cut to a bounded length and made safe to be shown.
fn text(text: &str) -> String {
    cut(&sanitize(text), CHARACTERS_MAX)
}

fn stall(void: &Void) -> Option<Stall> {
    let call = void.call.as_deref().filter(|_| void.cause == VoidCause::Watchdog)?;
    Some(Stall {
        seat: void.seat?.0,
        function: call.function.to_string(),
        turn: call.turn,
        detail: void.detail.clone(),
        question: call.question.clone(),
        log: call.log.clone(),
    })
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::Stall(stall) => {
                let turn = stall.turn.map(|turn| format!(", turn {turn}")).unwrap_or_default();
                write!(f, "watchdog in {}{turn}: {}", stall.function, stall.detail)
            }
            Self::Broken(Broken { detail, turns }) => {
                write!(f, "after {}: {detail}", count((*turns).into(), "action"))
            }
        }
    }
}
