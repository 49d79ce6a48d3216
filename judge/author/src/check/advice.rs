//! Advice for an author about a fault: its kind in, a sentence out.

use judge_play::FaultKind;

/// The advice for a bot that has spent its fuel for the whole game.
pub(super) const BANK_SPENT: &str = "the bot has spent 100 % of its fuel for the game, the bank; let it ask bank-left, and spend a small share of that in each turn, as Budget of the Rust SDK does";

/// The advice about a fault of this kind.
#[must_use]
pub fn advice(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Trap => {
            "the bot crashed; look at the last lines of its log, where Python, JavaScript and Ruby leave the traceback, and Rust, Go and Zig what ended the bot, and log what you need to know before that place"
        }
        FaultKind::OutOfFuel => {
            "the bot thought longer than it may; let it ask fuel-left and answer in time, or look for a loop that does not end in this position"
        }
        FaultKind::OutOfMemory => {
            "the bot wanted more memory than there is; keep smaller tables, or forget old entries"
        }
        FaultKind::IllegalMove => {
            "the answer breaks the rules; compare it with the question and the legal answers"
        }
        FaultKind::IllegalFleet => {
            "the fleet breaks the rules; look at the size, the lengths and no-touch in the setup instead of assuming the usual ones"
        }
        FaultKind::BadReply => {
            "the answer cannot be read; judge wit prints what an answer looks like, with --lines for a program that reads lines"
        }
        FaultKind::Exit => {
            "the bot ended its own process before the game was over; look in its log for an uncaught exception"
        }
    }
}
