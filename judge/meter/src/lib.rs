//! A core module in, the same module with exact fuel counters out. Knows no engine, and runs in a browser too.
//!
//! [`instrument`] rewrites a bot that is a plain core module so that it counts its own fuel: what wasmtime would take, to
//! the unit. Two exports are added, both globals that can be set:
//!
//! - [`FUEL`], an `i64`: the fuel that is left.
//! - [`REFUSED`], an `i32`: 1 after growth was refused because of a limit.
//!
//! Nothing else about the module changes, except that its custom sections go, and that every NaN an instruction makes gets
//! the same bits, as the sandbox has it.
//!
//! # How a host runs such a module
//!
//! A host that follows these rules has the same number as the sandbox at each of its boundaries.
//!
//! **Instantiate** with [`MeterOptions::fuel_to_start`], so that a start function cannot go on for ever. What starting
//! takes counts nowhere and is shown nowhere: wasmtime's own number for it depends on the machine. If the module exports
//! `_initialize`, call it now. `fuel-left` and `bank-left` answer 0 until the first turn.
//!
//! **A call** of an exported function:
//!
//! 1. Set [`FUEL`] to what the clock gives for this call; set [`REFUSED`] to 0 if a turn begins.
//! 2. Lower the parameters: for each string or list, the empty ones too, call `cabi_realloc(0, 0, alignment, bytes)` and write
//!    there. More than 16 flat parameters go into memory, which takes one more such call; no function of the contract does.
//! 3. Call the function.
//! 4. Read the results. Then call `cabi_post_…` with the function's flat result, if the module exports it.
//! 5. Read [`FUEL`]: [`calls::answer`] of it is left. All of steps 2 to 4 comes out of the same fuel.
//!
//! **If a call traps**, all of the call's fuel is spent. [`FUEL`] says why: if it is [`EMPTY`], the bot is out of fuel. Else if
//! the trap was `unreachable` and [`REFUSED`] is 1, it is out of memory; else it trapped. The instance must not be called again.
//!
//! **A call of the host** by the bot: read [`FUEL`], let [`calls::log`] or [`calls::fuel_left`] say what is left, and set
//! [`FUEL`] to that. If it says none, set [`FUEL`] to [`EMPTY`] and throw. `fuel-left` answers
//! [`calls::answer`] of the new number. The functions of the first WASI, and their fees, are in `judge_wit::preview1`.
//!
//! **What the engine must see to**: the stack. wasmtime gives a bot 512 KiB, and a trap beyond that; a browser gives
//! what it likes. A bot that overflows the stack in either plays another game there.
//!
//! # What is counted
//!
//! wasmtime's rule, as of 48.0.8, with the prices of [`prices`]. The sandbox has a test that compares both, for generated
//! modules and for whole games, and fails if a wasmtime counts otherwise.
//!
//! - Entering a function takes 1. Every operator takes its price; `memory.copy`, `fill` and `init` take 1 more for each byte,
//!   `table.copy`, `fill`, `init` and `grow` 1 for each element, and `memory.grow` 255 for each page.
//! - What was added up is taken before `unreachable`, `return`, calls, `loop`, `if`, `else`, `end` and branches, and wherever
//!   the counter is looked at.
//! - The counter is looked at when a function is entered, whenever a loop begins anew, and before a copy or growth, once its
//!   price is taken, unless its length is a constant and it is 128 or less. If nothing is left then, the bot ends.
//! - An overrun after the last look is accepted. The counter is negative then, and stands for 0.
//! - A length is a constant if Cranelift has it as one in its own form of the function: through locals, out of global
//!   constants, from `table.size` of a table of one size, past branches that agree.
//! - Code that cannot be reached takes nothing.

mod body;
pub mod calls;
mod facts;
mod lengths;
mod module;
pub mod prices;
mod watched;

pub use facts::ModuleFacts;
pub use prices::price;
use wasm_encoder::reencode;
pub use watched::{PROBE, WatchedFunction, Whose, watch, watched_functions};

/// The export, an `i64` that can be set, that holds the fuel that is left.
pub const FUEL: &str = "judge:meter/fuel";
/// The export, an `i32` that can be set, that is 1 when growth was refused.
pub const REFUSED: &str = "judge:meter/refused";
/// The value of [`FUEL`] when a module has ended itself because it ran out.
pub const EMPTY: i64 = i64::MIN;

/// The limits that the engine would enforce, and a browser does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeterOptions {
    /// The most pages that a memory may have.
    pub memory_pages_max: Option<u64>,
    /// The most elements that a table may have.
    pub table_elements_max: Option<u64>,
    /// The value of [`FUEL`] at first: for code that runs before somebody sets it.
    pub fuel_to_start: u64,
}

impl Default for MeterOptions {
    fn default() -> Self {
        Self { memory_pages_max: None, table_elements_max: None, fuel_to_start: i64::MAX.unsigned_abs() }
    }
}

/// The reason why a module cannot be given counters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeterError {
    /// It is no valid module.
    #[error("it is not valid WebAssembly: {0}")]
    Invalid(String),
    /// It uses what bots may not. Which instruction that is, wasmtime says; its name would be a large table here.
    #[error("it uses an instruction that bots may not use")]
    Unavailable,
}

impl From<wasmparser::Error> for MeterError {
    fn from(error: wasmparser::Error) -> Self {
        Self::Invalid(error.message().to_owned())
    }
}

impl From<reencode::Error<MeterError>> for MeterError {
    fn from(error: reencode::Error<MeterError>) -> Self {
        match error {
            reencode::Error::UserError(error) => error,
            reencode::Error::ParseError(error) => error.into(),
            other => Self::Invalid(other.to_string()),
        }
    }
}

/// Gives a module counters.
///
/// # Errors
/// If it is invalid, or uses what bots may not use.
pub fn instrument(module: &[u8], options: &MeterOptions) -> Result<Vec<u8>, MeterError> {
    module::instrument(module, options, module::Purpose::Alone)
}
