//! Helpers for the tests of several parts.

use judge_play::games::Seat;
use judge_play::{Fault, FaultKind, Usage, Void, VoidCause};

/// A fault of which nothing more is known.
pub(crate) fn fault(seat: Seat) -> Fault {
    Fault {
        seat,
        kind: FaultKind::Trap,
        function: "move".into(),
        turn: Some(1),
        detail: "test".into(),
        question: String::new(),
        answer: None,
        log: Vec::new(),
        usage: Usage::default(),
    }
}

/// Trouble of the machine's.
pub(crate) fn void(detail: &str) -> Void {
    Void { cause: VoidCause::Machine, seat: None, detail: detail.to_owned(), call: None }
}
