//! One function: its operators in, the same with counters out.
//!
//! Everything is counted as if it could be reached. What cannot be reached never runs, and what is pending there is
//! settled before it ends, so it does no harm.

use wasm_encoder::reencode::Reencode;
use wasm_encoder::{BlockType, Function, Ieee32, Ieee64, InstructionSink, ValType};
use wasmparser::{FunctionBody, Operator};

use crate::MeterError;
use crate::facts::ModuleFacts;
use crate::lengths::lengths;
use crate::prices::{PER_ENTRY, SMALL, per_unit, price};

/// Bits of the NaN that every other NaN is made.
const CANONICAL_NAN_32: u32 = 0x7fc0_0000;
const CANONICAL_NAN_64: u64 = 0x7ff8_0000_0000_0000;

/// The connections of a function's counters.
#[derive(Clone, Copy)]
pub(crate) struct Wires {
    /// The global that holds the fuel that is left.
    pub(crate) fuel: u32,
    pub(crate) ends: Ends,
}

/// The action when there is no fuel left, and the other events that reach the host.
#[derive(Clone, Copy)]
pub(crate) enum Ends {
    /// The fuel is marked and the module traps; refused growth is noted in this global. No engine sees to it that all
    /// NaNs have the same bits, so the code does.
    Marked { refused: u32 },
    /// This function of the host is called.
    Called { empty: u32, probe: ProbeFunctions },
}

/// Functions of the host that receive each function that is entered and left.
#[derive(Clone, Copy)]
pub(crate) struct ProbeFunctions {
    pub(crate) enter: u32,
    pub(crate) leave: u32,
    /// The number by which this function is known.
    pub(crate) number: u32,
    /// The function's results as a block's type.
    pub(crate) results: BlockType,
}

/// Local variables that the counters need.
#[derive(Clone, Copy)]
struct Scratch {
    i32: u32,
    f32: u32,
    f64: u32,
}

/// Writes a function of `body` with counters.
pub(crate) fn instrument<R: Reencode<Error = MeterError>>(
    reencoder: &mut R,
    wires: Wires,
    facts: &ModuleFacts<'_>,
    function: u32,
    body: &FunctionBody<'_>,
) -> Result<Function, MeterError> {
    let mut locals = Vec::new();
    let mut count = u32::try_from(facts.function_type(function)?.params().len()).expect("they are few");
    for group in body.get_locals_reader()? {
        let (of, ty) = group?;
        count = count.saturating_add(of);
        locals.push((of, reencoder.val_type(ty).map_err(MeterError::from)?));
    }
    locals.extend([(1, ValType::I32), (1, ValType::F32), (1, ValType::F64)]);
    let scratch = Scratch { i32: count, f32: count + 1, f64: count + 2 };
    let lengths = lengths(facts, function, body)?.into_iter();
    let mut counted =
        MeteredBody { out: Function::new(locals), wires, scratch, pending: PER_ENTRY, depth: 0, lengths };
    counted.begin();
    for op in body.get_operators_reader()? {
        counted.operator(reencoder, op?)?;
    }
    Ok(counted.out)
}

/// A function as far as it is written.
struct MeteredBody {
    out: Function,
    wires: Wires,
    scratch: Scratch,
    /// The cost in fuel of the operators since the last settlement.
    pending: u64,
    /// Blocks that are open, the function itself not counted.
    depth: u32,
    /// The lengths of the copies to come.
    lengths: std::vec::IntoIter<Option<u32>>,
}

impl MeteredBody {
    fn sink(&mut self) -> InstructionSink<'_> {
        self.out.instructions()
    }

    fn probe(&self) -> Option<ProbeFunctions> {
        match self.wires.ends {
            Ends::Called { probe, .. } => Some(probe),
            Ends::Marked { .. } => None,
        }
    }

    fn begin(&mut self) {
        if let Some(probe) = self.probe() {
            let number = probe.number.cast_signed();
            self.sink().i32_const(number).call(probe.enter).block(probe.results);
        }
        self.check();
    }

    fn operator<R: Reencode<Error = MeterError>>(
        &mut self,
        reencoder: &mut R,
        op: Operator<'_>,
    ) -> Result<(), MeterError> {
        let price = price(&op).ok_or(MeterError::Unavailable)?;
        self.pending += u64::from(price);
        if let Some(per_unit) = per_unit(&op) {
            self.copy(per_unit);
        }
        self.before(&op);
        if matches!(op, Operator::Return) && self.probe().is_some() {
            let depth = self.depth;
            self.sink().br(depth);
            return Ok(());
        }
        let (is_loop, nan) = (matches!(op, Operator::Loop { .. }), nan(&op));
        let grows = matches!(op, Operator::MemoryGrow { .. } | Operator::TableGrow { .. });
        let instruction = reencoder.instruction(op).map_err(MeterError::from)?;
        self.out.instruction(&instruction);
        if is_loop {
            self.check();
        }
        if grows {
            self.note_refusal();
        }
        if let (Some(ty), Ends::Marked { .. }) = (nan, self.wires.ends) {
            self.canonical(ty);
        }
        Ok(())
    }

    /// Settles what is pending where control may go another way, and keeps count of blocks.
    fn before(&mut self, op: &Operator<'_>) {
        match op {
            Operator::Block { .. } => self.depth += 1,
            Operator::Loop { .. } | Operator::If { .. } => {
                self.settle();
                self.depth += 1;
            }
            Operator::End => {
                self.settle();
                self.end();
            }
            Operator::Unreachable
            | Operator::Return
            | Operator::Call { .. }
            | Operator::CallIndirect { .. }
            | Operator::Br { .. }
            | Operator::BrIf { .. }
            | Operator::BrTable { .. }
            | Operator::Else => self.settle(),
            _ => {}
        }
    }

    fn end(&mut self) {
        match (self.depth.checked_sub(1), self.probe()) {
            (Some(depth), _) => self.depth = depth,
            (None, Some(probe)) => _ = self.sink().end().call(probe.leave),
            (None, None) => {}
        }
    }

    /// Takes the pending fuel.
    fn settle(&mut self) {
        let pending = std::mem::take(&mut self.pending).cast_signed();
        let fuel = self.wires.fuel;
        if pending != 0 {
            self.sink().global_get(fuel).i64_const(pending).i64_sub().global_set(fuel);
        }
    }

    /// Takes the pending fuel, and ends the bot if nothing is left.
    fn check(&mut self) {
        self.settle();
        let (fuel, ends) = (self.wires.fuel, self.wires.ends);
        let mut sink = self.sink();
        sink.global_get(fuel).i64_const(1).i64_lt_s().if_(BlockType::Empty);
        match ends {
            Ends::Marked { .. } => sink.i64_const(crate::EMPTY).global_set(fuel),
            Ends::Called { empty, .. } => sink.call(empty),
        };
        sink.unreachable().end();
    }

    /// Takes what a copy costs, or growth: its topmost operand says how long it is.
    fn copy(&mut self, per_unit: u8) {
        if let Some(length) = self.lengths.next().flatten() {
            let price = u64::from(length) * u64::from(per_unit);
            self.pending += price;
            if price > SMALL {
                self.check();
            }
            return;
        }
        let (fuel, length) = (self.wires.fuel, self.scratch.i32);
        let mut sink = self.sink();
        sink.local_tee(length).global_get(fuel).local_get(length).i64_extend_i32_u();
        sink.i64_const(i64::from(per_unit)).i64_mul().i64_sub().global_set(fuel);
        self.check();
    }

    /// Notes that growth was refused: the trap that follows is for want of memory.
    fn note_refusal(&mut self) {
        let (Ends::Marked { refused }, result) = (self.wires.ends, self.scratch.i32) else { return };
        let mut sink = self.sink();
        sink.local_tee(result).i32_const(-1).i32_eq().if_(BlockType::Empty);
        sink.i32_const(1).global_set(refused).end().local_get(result);
    }

    /// Gives every NaN the same bits.
    fn canonical(&mut self, ty: ValType) {
        let Scratch { f32, f64, .. } = self.scratch;
        let mut sink = self.sink();
        if ty == ValType::F32 {
            sink.local_tee(f32).f32_const(Ieee32::new(CANONICAL_NAN_32));
            sink.local_get(f32).local_get(f32).f32_eq().select();
        } else {
            sink.local_tee(f64).f64_const(Ieee64::new(CANONICAL_NAN_64));
            sink.local_get(f64).local_get(f64).f64_eq().select();
        }
    }
}

/// The type of an operator's result, if it may be a NaN of bits that depend on the processor.
fn nan(op: &Operator<'_>) -> Option<ValType> {
    match op {
        Operator::F32Ceil
        | Operator::F32Floor
        | Operator::F32Trunc
        | Operator::F32Nearest
        | Operator::F32Sqrt
        | Operator::F32Add
        | Operator::F32Sub
        | Operator::F32Mul
        | Operator::F32Div
        | Operator::F32Min
        | Operator::F32Max
        | Operator::F32DemoteF64 => Some(ValType::F32),
        Operator::F64Ceil
        | Operator::F64Floor
        | Operator::F64Trunc
        | Operator::F64Nearest
        | Operator::F64Sqrt
        | Operator::F64Add
        | Operator::F64Sub
        | Operator::F64Mul
        | Operator::F64Div
        | Operator::F64Min
        | Operator::F64Max
        | Operator::F64PromoteF32 => Some(ValType::F64),
        _ => None,
    }
}
