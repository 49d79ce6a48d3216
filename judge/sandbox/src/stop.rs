//! The reasons why a bot stopped: an error of wasmtime's in, who is to blame out.

use wasmtime::{OutOfMemory, PoolConcurrencyLimitError, Trap};
use wasmtime_wasi::I32Exit;

use super::{EngineVariant, StoreData, one_line};
use judge_limits::talk::OffProtocol;
use judge_limits::{Account, Usage};

/// The reason why a call into a bot did not come back with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The bot hit an instruction that ends it.
    Trap(String),
    /// The bot spent a turn's fuel.
    OutOfFuel,
    /// The bot spent its bank, before the turn's fuel.
    BankEmpty,
    /// The bot ended because it was refused memory beyond the limit.
    OutOfMemory,
    /// The bot ended itself, with this status.
    Exit(u8),
    /// The bot's answer makes no sense in the canonical ABI, or is too long.
    BadReply(String),
    /// A program that speaks lines printed or waited when it should not, in words.
    OffProtocol(String),
    /// The bot's answer, or a line for its log, is too long.
    ReplyTooLong,
    /// The watchdog ended the call: says nothing about the bot.
    Watchdog,
    /// The bot recursed so deeply that a machine with little address space cannot decide whether it was too deep: says
    /// nothing about the bot.
    TooDeep,
    /// All calls were to [end](super::Interruption): says nothing about the bot.
    Interrupted,
    /// The machine is short of something: says nothing about the bot.
    Machine(String),
}

/// A bot that did not start, and what it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotStarted {
    /// The reason why it stopped.
    pub stop: Stop,
    /// Its resource usage; fuel counts in turns only.
    pub usage: Usage,
    /// Its log, as far as the limits keep it.
    pub log: String,
}

impl Account for NotStarted {
    fn usage(&self) -> Usage {
        self.usage
    }

    fn usage_in_turn(&self) -> Usage {
        self.usage
    }

    fn log(&self) -> String {
        self.log.clone()
    }
}

/// A call of a bot for which there is no answer.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Misuse(pub(super) String);

/// What work in a bot came to, or the reason why the bot stopped.
pub(super) fn sorted<R>(done: wasmtime::Result<R>, data: &mut StoreData) -> Result<R, Stop> {
    match data.host_trouble.take() {
        Some(trouble) => Err(Stop::Machine(trouble)),
        None => done.map_err(|error| reason(&error, data)),
    }
}

/// The stop of a call in a turn for which the bank had less than the turn's fuel.
pub(super) fn by_bank(stop: Stop) -> Stop {
    if stop == Stop::OutOfFuel { Stop::BankEmpty } else { stop }
}

/// Sorts an error of wasmtime's by who is to blame.
fn reason(error: &wasmtime::Error, data: &StoreData) -> Stop {
    if let Some(I32Exit(status)) = error.downcast_ref() {
        return Stop::Exit(u8::try_from(*status).unwrap_or(u8::MAX));
    }
    if let Some(Misuse(problem)) = error.downcast_ref() {
        return Stop::Trap(problem.clone());
    }
    match error.downcast_ref() {
        Some(OffProtocol::Said(what)) => return Stop::OffProtocol(what.clone()),
        Some(OffProtocol::Endless) => return Stop::ReplyTooLong,
        None => {}
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::Interrupt) if data.interrupted => Stop::Interrupted,
        Some(Trap::Interrupt) => Stop::Watchdog,
        Some(Trap::OutOfFuel) => Stop::OutOfFuel,
        Some(Trap::StackOverflow) if matches!(data.variant, EngineVariant::Tight { .. }) => Stop::TooDeep,
        Some(Trap::UnreachableCodeReached) if data.growth_refused => Stop::OutOfMemory,
        Some(trap) => Stop::Trap(words(*trap)),
        None if is_trouble_of_hosts(error) => Stop::Machine(one_line(error)),
        // What else is no trap was found when the answer, or room for the question, was read.
        None => malformed(error),
    }
}

/// Whether the machine is short of something, as of memory when a bot is started.
pub(super) fn is_trouble_of_hosts(error: &wasmtime::Error) -> bool {
    // What the system refuses has several types in wasmtime, not all of them public, and one form. No
    // text of a bot's stands in an error of wasmtime's, so none can look like it.
    let is_of_system = |cause: &(dyn std::error::Error + 'static)| cause.to_string().contains("(os error ");
    error.is::<PoolConcurrencyLimitError>() || error.is::<OutOfMemory>() || error.chain().any(is_of_system)
}

/// The error for an answer that breaks the contract.
fn malformed(error: &wasmtime::Error) -> Stop {
    let text = one_line(error);
    // wasmtime has no type for it.
    if text.contains("fuel allocated for hostcalls has been exhausted") {
        return Stop::ReplyTooLong;
    }
    // Nor for this. No answer of a bot's has a handle in it, so what is wrong is what the bot passed to a call of its own.
    if ["handle", "resource", "borrow"].iter().any(|word| text.contains(word)) {
        return Stop::Trap(format!("it used a handle in a wrong way: {text}"));
    }
    Stop::BadReply(text)
}

/// A trap in words, without the engine's preamble.
fn words(trap: Trap) -> String {
    // wasmtime says "cannot leave component instance", which tells an author nothing.
    if trap == Trap::CannotLeaveComponent {
        return "it called the judge or WASI in cabi_realloc or after its answer, where no call is allowed"
            .into();
    }
    let text = trap.to_string();
    text.strip_prefix("wasm trap: ").map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stop(error: &wasmtime::Error) -> Stop {
        super::reason(
            error,
            &StoreData::new(
                &judge_limits::Limits::default(),
                judge_limits::Seed(1),
                std::sync::Arc::default(),
                std::sync::Arc::default(),
                EngineVariant::Usual,
                None,
            ),
        )
    }

    #[test]
    fn what_the_system_refuses_is_the_machines_trouble() {
        const ENOMEM: i32 = 12;
        let refused = wasmtime::Error::from(std::io::Error::from_raw_os_error(ENOMEM));
        assert!(matches!(stop(&refused.context("a memory")), Stop::Machine(_)));
    }

    #[test]
    fn a_malformed_answer_is_the_bots_and_so_is_what_it_did_itself() {
        let malformed = wasmtime::Error::msg("unexpected discriminant: 5");
        assert_eq!(stop(&malformed), Stop::BadReply("unexpected discriminant: 5".into()));
        let handle = wasmtime::Error::msg("unknown handle index 5");
        assert!(matches!(stop(&handle), Stop::Trap(_)), "no answer");
        let misuse = Misuse("it said (os error 12)".into());
        assert_eq!(stop(&misuse.into()), Stop::Trap("it said (os error 12)".into()));
    }
}
