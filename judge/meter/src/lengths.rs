//! The copies with a length that wasmtime knows when it compiles them: a function's body in, their lengths out.
//!
//! wasmtime looks for fuel before a copy, but not before a small one whose length it knows. It knows a length if it is
//! a constant where Cranelift's form of the function, with one definition for each value, has it: through locals, and
//! past the joins of branches that agree. This follows values in the same way.

use wasmparser::{
    BlockType, ContType, FrameKind, FuncType, FunctionBody, ModuleArity, Operator, RefType, SubType,
};

use crate::MeterError;
use crate::facts::ModuleFacts;
use crate::prices::per_unit;

/// The length of each copy in a function's body, in order, where it is known. Copies that are never reached have none.
pub(crate) fn lengths(
    facts: &ModuleFacts<'_>,
    function: u32,
    body: &FunctionBody<'_>,
) -> Result<Vec<Option<u32>>, MeterError> {
    let mut lengths = Vec::new();
    if !is_asked_for(body)? {
        return Ok(lengths);
    }
    let mut flow = LiveValues::enter(facts, function, body)?;
    for op in body.get_operators_reader()? {
        let op = op?;
        if per_unit(&op).is_some() {
            lengths.push(flow.stack.last().filter(|_| flow.reachable).and_then(|top| flow.constant(*top)));
        }
        flow.step(&op);
    }
    Ok(lengths)
}

/// Whether the body has a copy at all: most have none, and need no looking into.
fn is_asked_for(body: &FunctionBody<'_>) -> Result<bool, MeterError> {
    for op in body.get_operators_reader()? {
        if per_unit(&op?).is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A value, as an index into [`LiveValues::values`].
type ValueIndex = u32;

/// The origin of a value.
#[derive(Clone, Copy)]
enum Definition {
    Constant(u32),
    Unknown,
    /// It turned out to be another's.
    Same(ValueIndex),
}

/// A block that is open.
struct Frame {
    ty: BlockType,
    kind: FrameKind,
    /// Height of the stack below its parameters.
    height: usize,
    /// Whether it was reached at all.
    entered: bool,
    /// Locals where the branches meet that leave it; for a loop, of each that comes back.
    arriving: Vec<Vec<ValueIndex>>,
    /// Locals at its head: for a loop, before it.
    at_head: Vec<ValueIndex>,
    /// For a loop, its locals as its head defines them.
    merged: Vec<ValueIndex>,
    /// The parameters of an `if`, for its `else`.
    params: Vec<ValueIndex>,
}

/// The values that are live at one place of a function, with their origins.
struct LiveValues<'a> {
    facts: &'a ModuleFacts<'a>,
    values: Vec<Definition>,
    locals: Vec<ValueIndex>,
    stack: Vec<ValueIndex>,
    frames: Vec<Frame>,
    reachable: bool,
}

impl<'a> LiveValues<'a> {
    fn enter(facts: &'a ModuleFacts<'a>, function: u32, body: &FunctionBody<'_>) -> Result<Self, MeterError> {
        let ty = facts.functions[function as usize];
        let (values, locals) = (Vec::new(), Vec::new());
        let mut flow = Self { facts, values, locals, stack: Vec::new(), frames: Vec::new(), reachable: true };
        for _ in facts.function_type(function)?.params() {
            let unknown = flow.define(Definition::Unknown);
            flow.locals.push(unknown);
        }
        for group in body.get_locals_reader()? {
            let (count, _) = group?;
            let zero = flow.define(Definition::Constant(0));
            flow.locals.resize(flow.locals.len() + count as usize, zero);
        }
        // A function's results, like a block's.
        flow.open(BlockType::FuncType(ty), FrameKind::Block, 0);
        Ok(flow)
    }

    fn define(&mut self, definition: Definition) -> ValueIndex {
        self.values.push(definition);
        u32::try_from(self.values.len() - 1).expect("a function is shorter than 2^32 bytes")
    }

    fn resolve(&self, mut value: ValueIndex) -> ValueIndex {
        while let Definition::Same(other) = self.values[value as usize] {
            value = other;
        }
        value
    }

    fn constant(&self, value: ValueIndex) -> Option<u32> {
        match self.values[self.resolve(value) as usize] {
            Definition::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    fn push_unknown(&mut self, count: u32) {
        (0..count).for_each(|_| self.push(Definition::Unknown));
    }

    fn pop(&mut self, count: u32) {
        self.stack.truncate(self.stack.len().saturating_sub(count as usize));
    }

    fn open(&mut self, ty: BlockType, kind: FrameKind, params: u32) {
        let height = self.stack.len().saturating_sub(params as usize);
        let (entered, at_head) = (self.reachable, self.locals.clone());
        let (params, arriving, merged) = (self.stack[height..].to_vec(), Vec::new(), Vec::new());
        self.frames.push(Frame { ty, kind, height, entered, arriving, at_head, merged, params });
    }

    fn step(&mut self, op: &Operator<'_>) {
        match op {
            Operator::Block { blockty } => self.enter_block(*blockty, FrameKind::Block),
            Operator::If { blockty } => self.enter_block(*blockty, FrameKind::If),
            Operator::Loop { blockty } => self.enter_block(*blockty, FrameKind::Loop),
            Operator::Else => self.turn_to_else(),
            Operator::End => self.leave_block(),
            // What nothing leads to is not compiled, but its blocks must be counted to find where they end.
            _ if !self.reachable => {}
            Operator::I32Const { value } => self.push(Definition::Constant(value.cast_unsigned())),
            Operator::GlobalGet { global_index } => self.push_known(self.facts.constant(*global_index)),
            Operator::TableSize { table } => self.push_known(self.facts.only_size(*table)),
            Operator::LocalGet { local_index } => self.stack.push(self.locals[*local_index as usize]),
            Operator::LocalSet { local_index } => {
                self.locals[*local_index as usize] = self.stack.pop().expect("the module is valid");
            }
            Operator::LocalTee { local_index } => {
                self.locals[*local_index as usize] = *self.stack.last().expect("the module is valid");
            }
            Operator::Br { relative_depth } => {
                self.branch(*relative_depth);
                self.reachable = false;
            }
            Operator::BrIf { relative_depth } => {
                self.pop(1);
                self.branch(*relative_depth);
            }
            Operator::BrTable { targets } => {
                let mut targets: Vec<u32> = targets.targets().flatten().chain([targets.default()]).collect();
                // A target that is named twice is one way there.
                targets.sort_unstable();
                targets.dedup();
                for target in targets {
                    self.branch(target);
                }
                self.reachable = false;
            }
            Operator::Return | Operator::Unreachable => self.reachable = false,
            _ => {
                let (pops, pushes) = op.operator_arity(self).unwrap_or_default();
                self.pop(pops);
                self.push_unknown(pushes);
            }
        }
    }

    fn push(&mut self, definition: Definition) {
        let value = self.define(definition);
        self.stack.push(value);
    }

    fn push_known(&mut self, constant: Option<u32>) {
        self.push(constant.map_or(Definition::Unknown, Definition::Constant));
    }

    /// Carries the locals to where a branch goes.
    fn branch(&mut self, depth: u32) {
        let locals = self.locals.clone();
        let Some(index) = self.frames.len().checked_sub(depth as usize + 1) else { return };
        let frame = &mut self.frames[index];
        match (frame.kind, frame.arriving.first_mut()) {
            // What differs once differs for good, so one list is enough, except for a loop, where the head's own
            // definition counts as no difference.
            (FrameKind::Loop, _) | (_, None) => frame.arriving.push(locals),
            (_, Some(first)) => {
                let first = std::mem::take(first);
                let both = self.join(first, &locals);
                self.frames[index].arriving[0] = both;
            }
        }
    }

    /// Locals where two branches meet.
    fn join(&mut self, mut first: Vec<ValueIndex>, second: &[ValueIndex]) -> Vec<ValueIndex> {
        for (one, other) in first.iter_mut().zip(second) {
            if self.resolve(*one) != self.resolve(*other) {
                *one = self.define(Definition::Unknown);
            }
        }
        first
    }

    fn enter_block(&mut self, ty: BlockType, kind: FrameKind) {
        if !self.reachable {
            return self.open(ty, kind, 0);
        }
        if kind == FrameKind::If {
            self.pop(1);
        }
        let (params, _) = self.block_type_arity(ty).unwrap_or_default();
        self.open(ty, kind, params);
        if kind == FrameKind::Loop {
            self.enter_loop(params);
        }
    }

    /// A loop's head defines all values anew, since what comes back to it is not known yet.
    fn enter_loop(&mut self, params: u32) {
        self.pop(params);
        self.push_unknown(params);
        self.locals = (0..self.locals.len()).map(|_| self.define(Definition::Unknown)).collect();
        let merged = self.locals.clone();
        self.frames.last_mut().expect("it was opened just now").merged = merged;
    }

    fn turn_to_else(&mut self) {
        if self.reachable {
            self.branch(0);
        }
        let frame = self.frames.last_mut().expect("the module is valid");
        // The other way begins as the `if` did, with its parameters and its locals.
        frame.kind = FrameKind::Else;
        self.reachable = frame.entered;
        self.stack.truncate(frame.height);
        self.stack.append(&mut frame.params);
        self.locals.clone_from(&frame.at_head);
    }

    fn leave_block(&mut self) {
        let is_loop = self.frames.last().is_some_and(|frame| frame.kind == FrameKind::Loop);
        if self.reachable && !is_loop {
            self.branch(0);
        }
        let Some(mut frame) = self.frames.pop() else { return };
        self.stack.truncate(frame.height);
        match frame.kind {
            FrameKind::Loop => self.close_loop(&frame),
            FrameKind::If if frame.entered => {
                // Without an `else` the other way leads straight here.
                self.locals = match frame.arriving.pop() {
                    Some(arriving) => self.join(arriving, &frame.at_head),
                    None => frame.at_head,
                };
                self.reachable = true;
            }
            _ => match frame.arriving.pop() {
                Some(arriving) => (self.locals, self.reachable) = (arriving, true),
                None => self.reachable = false,
            },
        }
        if self.reachable {
            let (_, results) = self.block_type_arity(frame.ty).unwrap_or_default();
            self.push_unknown(results);
        }
    }

    /// Ends a loop, when all branches back to its head are known: a local that it never changes is the same as before.
    fn close_loop(&mut self, frame: &Frame) {
        for (index, (&head, &before)) in frame.merged.iter().zip(&frame.at_head).enumerate() {
            let before = self.resolve(before);
            let is_same = |back: &Vec<ValueIndex>| [head, before].contains(&self.resolve(back[index]));
            if frame.arriving.iter().all(is_same) {
                self.values[head as usize] = Definition::Same(before);
            }
        }
    }
}

impl ModuleArity for LiveValues<'_> {
    fn sub_type_at(&self, type_idx: u32) -> Option<&SubType> {
        self.facts.types.get(type_idx as usize)
    }

    fn tag_type_arity(&self, _: u32) -> Option<(u32, u32)> {
        None
    }

    fn type_index_of_function(&self, function_idx: u32) -> Option<u32> {
        self.facts.functions.get(function_idx as usize).copied()
    }

    fn func_type_of_cont_type(&self, _: &ContType) -> Option<&FuncType> {
        None
    }

    fn sub_type_of_ref_type(&self, _: &RefType) -> Option<&SubType> {
        None
    }

    fn control_stack_height(&self) -> u32 {
        u32::try_from(self.frames.len()).expect("a function is shorter than 2^32 bytes")
    }

    fn label_block(&self, depth: u32) -> Option<(BlockType, FrameKind)> {
        let index = self.frames.len().checked_sub(depth as usize + 1)?;
        self.frames.get(index).map(|frame| (frame.ty, frame.kind))
    }
}
