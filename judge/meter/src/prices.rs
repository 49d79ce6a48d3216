//! The prices of everything in fuel: the one table. The sandbox sets wasmtime up with it.

use wasmparser::Operator;

/// The price of an operator, by its name in `wasmparser`.
///
/// The dear ones:
/// - `Loop`, `Else`, `End`, `Br`: control flow meets there, and the compiler may have to move as many locals as the module
///   limits let be alive in one place, at about 0.4 ns each. An `end` is no instruction, and wasmtime by itself charges
///   nothing for it. A branch that has a condition, or an index, costs two units with it. See `benches/dear_code`.
/// - What calls out of the bot's code takes some hundred nanoseconds: 20, besides what it copies.
/// - Growth calls out and makes pages, even growth by nothing: the most that wasmtime can charge.
#[macro_export]
macro_rules! price {
    ($op:ident) => {
        const { $crate::prices::of(stringify!($op)) }
    };
}

/// The price of an operator by its name, for [`price!`](macro@crate::price).
#[must_use]
pub const fn of(op: &str) -> u8 {
    match op.as_bytes() {
        b"Nop" | b"Drop" | b"Block" | b"Unreachable" | b"Return" => 0,
        b"Loop" | b"Else" | b"End" | b"Br" => 2,
        b"RefFunc" | b"ElemDrop" | b"DataDrop" | b"TableInit" | b"MemoryInit" => 20,
        b"MemoryGrow" | b"TableGrow" => 255,
        _ => 1,
    }
}

/// Whether a proposal is one of those that bots may use.
const fn is_available(proposal: &str) -> bool {
    let proposal = proposal.as_bytes();
    matches!(
        proposal,
        b"mvp" | b"sign_extension" | b"saturating_float_to_int" | b"bulk_memory" | b"reference_types"
    )
}

macro_rules! define_price {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
        /// The price of an operator, besides the part for what it copies; `None` for one that bots may not use.
        #[must_use]
        pub fn price(op: &Operator<'_>) -> Option<u8> {
            match op {
                $(Operator::$op { .. } => {
                    const { if is_available(stringify!($proposal)) { Some(of(stringify!($op))) } else { None } }
                })*
                _ => None,
            }
        }
    };
}

wasmparser::for_each_operator!(define_price);

/// The price of entering a function, besides its operators.
pub const PER_ENTRY: u64 = 1;
/// A byte that `memory.copy`, `memory.fill` or `memory.init` writes.
pub const PER_BYTE: u8 = 1;
/// An element that `table.copy`, `table.fill`, `table.init` or `table.grow` writes.
pub const PER_ELEMENT: u8 = 1;
/// A page that `memory.grow` asks for.
pub const PER_PAGE: u8 = 255;
/// The highest cost of a copy of known size for which wasmtime does not look whether there is fuel.
pub const SMALL: u64 = 128;

/// The fee for any call to the host: about what the call costs in time.
pub const PER_HOST_CALL: u64 = 1_000;
/// The fee for each byte that the host has to read or write.
pub const PER_HOST_BYTE: u64 = 10;

/// The price of an operator for each unit of its topmost operand, if it copies or grows.
pub(crate) fn per_unit(op: &Operator<'_>) -> Option<u8> {
    match op {
        Operator::MemoryCopy { .. } | Operator::MemoryFill { .. } | Operator::MemoryInit { .. } => {
            Some(PER_BYTE)
        }
        Operator::TableCopy { .. }
        | Operator::TableFill { .. }
        | Operator::TableInit { .. }
        | Operator::TableGrow { .. } => Some(PER_ELEMENT),
        Operator::MemoryGrow { .. } => Some(PER_PAGE),
        _ => None,
    }
}
