//! Advice for an author about a fault: its kind in, a sentence out; and what a program in C that reads lines does in vain.

use judge_play::fault::EXCEPTION;
use judge_play::text::{count, thousands};
use judge_play::{Fault, FaultKind, last_words};
use judge_sandbox::is_run;

use super::facts::FileFacts;

/// The advice for a bot that has spent its fuel for the whole game.
pub(super) const BANK_SPENT: &str = "the bot has spent 100 % of its fuel for the game, the bank; let it ask bank-left, and spend a small share of that in each turn, as Budget of the Rust SDK does";

/// How a command that was silent is told of.
const SILENT: [&str; 2] = ["no answer to ", "not done with "];

/// The advice about a fault; it knows more of a program that reads lines.
pub(crate) fn advice_on(fault: &Fault, file: &FileFacts) -> String {
    let lines = file.has_main() || file.exports.iter().any(|export| is_run(export));
    let detail = fault.detail.as_str();
    let is_silent = file.has_main() && !detail.starts_with(EXCEPTION);
    match fault.kind {
        _ if SILENT.iter().any(|silent| detail.starts_with(silent)) => {
            "read each line that the judge writes, print one line for each question, and flush it; or look for a loop that does not end".into()
        }
        FaultKind::BadReply if detail.contains("before it was asked") => {
            "print a line for a question, which has ask, and none for news, which have tell".into()
        }
        FaultKind::Exit if let Some(thrown) = last_words::exception(&fault.log) => {
            format!("mend {thrown}{}", last_words::of_another_contest(&thrown))
        }
        FaultKind::Trap if is_silent && let Some(remedy) = last_words::remedy(detail) => remedy,
        FaultKind::OutOfFuel if lines => {
            "the program thought longer than it may; let it stop by fuel_left of the question, or by its clock, on which a unit of fuel is a nanosecond; or look for a loop that does not end in this position".into()
        }
        FaultKind::BadReply if detail.contains("has not answered") => {
            "put a line end behind each answer, and flush the output".into()
        }
        kind => advice(kind).into(),
    }
}

/// Whether a program in C has a function of this name.
fn has(file: &FileFacts, name: &str) -> bool {
    file.has_main() && file.functions.contains(name)
}

/// What a program in C does in vain, by the names of its functions.
pub(super) fn in_vain(file: &FileFacts) -> impl Iterator<Item = String> {
    let files = "it calls fopen, and a bot has no files: fopen returns NULL; put the data into the program";
    let seed = "it calls srand and time, and each game begins at the same time; call srand with the seed of new-game";
    let all = [(has(file, "fopen"), files), (has(file, "srand") && has(file, "time"), seed)];
    all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words.to_owned())
}

/// What a program asked in vain in so many cases, where it goes on without the memory.
pub(super) fn refused_memory(cases: u64, limit: u64) -> Option<String> {
    let words = |cases, limit| {
        format!(
            "it was refused memory beyond the limit of {limit} bytes in {cases}, and went on: where malloc returns NULL, end the program or take less; writing through NULL does not always trap here"
        )
    };
    (cases > 0).then(|| words(count(cases, "case"), thousands(limit)))
}

/// What a program in C makes of a line that is longer than the buffer of `fgets`: the rest is read as if it were the next.
pub(super) fn cut_lines(file: &FileFacts, longest: usize) -> Option<String> {
    let room = file.room_of_fgets.filter(|room| longest >= *room)?;
    Some(format!(
        "fgets reads no more of a line than its buffer of {room} bytes has room for, and a line had {longest}; make the buffer larger"
    ))
}

/// The advice about any fault of this kind.
fn advice(kind: FaultKind) -> &'static str {
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
            "the bot ended its own process before the game was over; let it read until its input ends, and look in its log for what stopped it"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a program in C with functions of these names does in vain.
    fn in_vain_of(functions: &str) -> Vec<String> {
        let text = format!("(module (func (export \"_start\")) {functions})");
        in_vain(&FileFacts::new(&wat::parse_str(text).expect("it is a module"))).collect()
    }

    #[test]
    fn files_and_the_clock_as_a_seed_are_told_of_by_the_names_of_functions() {
        assert!(in_vain_of("(func $srand) (func $fgets)").is_empty(), "it may have another seed");
        assert!(in_vain_of("(func $srand) (func $time)")[0].contains("the seed of new-game"));
        assert!(in_vain_of("(func $fopen)")[0].contains("fopen returns NULL"));
    }
}
