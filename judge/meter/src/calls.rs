//! The fuel for a call to the host by a core module: fuel before in, fuel after out. A bot that has too little for what it
//! called ends there.

use crate::prices::{PER_ENTRY, PER_HOST_BYTE, PER_HOST_CALL};

/// The fuel for that function after it was entered: two parameters, a constant and the call.
const SHIM_BEFORE: i64 = 4;
/// The fuel for its end.
const SHIM_AFTER: i64 = 2;

/// The fuel left after `log` of a line of so many bytes; none if there is too little.
///
/// It takes what a component's would: there a function of WebAssembly stands in between, which calls the host through a
/// table, since `log` takes a string, and the bot's memory is not there yet when the bot is linked.
#[must_use]
pub fn log(left: i64, line_bytes: u64) -> Option<i64> {
    let left = left.saturating_sub(PER_ENTRY.cast_signed());
    if left <= 0 {
        return None;
    }
    let fee = PER_HOST_CALL.saturating_add(PER_HOST_BYTE.saturating_mul(line_bytes));
    Some(pay(left - SHIM_BEFORE, fee)? - SHIM_AFTER)
}

/// The fuel left after `fuel-left` or `bank-left`, which are called without a detour; none if there is too little.
///
/// `fuel-left` answers the same, as [`answer`] has it, or 0 while the bot starts; `bank-left` adds what the bank holds
/// beyond the call's fuel.
#[must_use]
pub fn fuel_left(left: i64) -> Option<i64> {
    pay(left, PER_HOST_CALL)
}

/// The value of a counter for people and for the bot itself: below zero counts as nothing left.
#[must_use]
pub fn answer(left: i64) -> u64 {
    u64::try_from(left).unwrap_or(0)
}

fn pay(left: i64, fee: u64) -> Option<i64> {
    answer(left).checked_sub(fee).map(u64::cast_signed)
}
