//! The number of values that a function's branches carry, counted from its operators.
//!
//! A local that is set on one way to a place and not on another, and read there or later, is moved on every way to it:
//! from one slot of the stack to another, in the worst case. No instruction shows it and no fuel is taken for it.
//! So what counts is how many locals are *alive* where control flow meets: the compiler moves those, and no others.
//! Locals that are merely declared, or set and read at once, are free. What a block returns, and what a loop takes, is
//! moved in the same way: those values count with the locals.
//!
//! The blocks are those of the compiler's own graph. From each read of a local we walk back to the places where it is
//! set, as the compiler does, and count it at each block on the way. Does not know what is valid.

use std::collections::BTreeMap;

use wasmparser::{BlockType, Operator};

/// The number of values that a function or a block takes and returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arity {
    pub(super) params: u32,
    pub(super) results: u32,
}

impl Arity {
    /// Of a block, in a module with functions of these types.
    fn of_block(ty: BlockType, types: &[Self]) -> Self {
        match ty {
            BlockType::Empty => Self::default(),
            BlockType::Type(_) => Self { params: 0, results: 1 },
            // What is not valid is found later.
            BlockType::FuncType(index) => types.get(index as usize).copied().unwrap_or_default(),
        }
    }
}

/// A function's graph of blocks, made operator by operator.
pub(super) struct Flow<'a> {
    /// The types of the module.
    types: &'a [Arity],
    blocks: Vec<Block>,
    labels: Vec<Label>,
    /// The block that the next operator is in; none if nothing leads there.
    here: Option<u32>,
    /// Those that are read or set at all: there may be thousands more.
    locals: BTreeMap<u32, Local>,
}

#[derive(Default)]
struct Block {
    from: Vec<u32>,
    /// Values, beside locals, that each way here brings along.
    operands: u32,
    alive: u32,
    /// The last local that was found alive here.
    seen: Option<u32>,
}

/// A target of branches.
struct Label {
    /// The first block, of a loop.
    head: Option<u32>,
    /// The blocks from which it is left, of anything else.
    from: Vec<u32>,
    /// The block in which it begins, of an `if` without an `else` so far.
    condition: Option<u32>,
    /// The number of values it returns.
    results: u32,
}

#[derive(Default)]
struct Local {
    /// Blocks that set it, in order.
    set: Vec<u32>,
    /// Blocks that read it before they set it, in order.
    read: Vec<u32>,
}

/// The numbers of values that a function's branches carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carried {
    /// The most values in one place where control flow meets: locals that are alive, and what a block returns there.
    pub(super) at_one_merge: u64,
    /// The same over all branches: each branch counts as many as there are where it goes.
    pub(super) over_all: u64,
}

impl<'a> Flow<'a> {
    /// A function that returns so many values, in a module with these types, before its first operator.
    pub(super) fn new(results: u32, types: &'a [Arity]) -> Self {
        let function = Label { head: None, from: Vec::new(), condition: None, results };
        Self {
            types,
            blocks: vec![Block::default()],
            labels: vec![function],
            here: Some(0),
            locals: BTreeMap::new(),
        }
    }

    /// Goes on by one operator.
    pub(super) fn operator(&mut self, operator: &Operator<'_>) {
        use Operator as O;
        match operator {
            O::Block { blockty } | O::Try { blockty } => self.enter(None, None, *blockty),
            O::TryTable { try_table } => self.enter(None, None, try_table.ty),
            O::Loop { blockty } => {
                let operands = Arity::of_block(*blockty, self.types).params;
                // Ways back to it are added as they come.
                let head = self.here.map(|here| self.block(vec![here], operands));
                self.enter(head, None, *blockty);
                self.here = head;
            }
            O::If { blockty } => {
                let condition = self.here;
                self.enter(None, condition, *blockty);
                self.here = condition.map(|condition| self.block(vec![condition], 0));
            }
            O::Else => self.else_(),
            O::End => self.end(),
            O::Br { relative_depth } => {
                self.branch(*relative_depth);
                self.here = None;
            }
            O::BrIf { relative_depth } => {
                self.branch(*relative_depth);
                self.here = self.here.map(|here| self.block(vec![here], 0));
            }
            O::BrTable { targets } => {
                for target in targets.targets().flatten().chain([targets.default()]) {
                    self.branch(target);
                }
                self.here = None;
            }
            O::Return | O::Unreachable => self.here = None,
            O::LocalGet { local_index } => self.read(*local_index),
            O::LocalSet { local_index } | O::LocalTee { local_index } => self.set(*local_index),
            _ => {}
        }
    }

    fn block(&mut self, from: Vec<u32>, operands: u32) -> u32 {
        self.blocks.push(Block { from, operands, ..Block::default() });
        u32::try_from(self.blocks.len() - 1).expect("a function has fewer blocks than bytes")
    }

    fn enter(&mut self, head: Option<u32>, condition: Option<u32>, ty: BlockType) {
        let Arity { results, .. } = Arity::of_block(ty, self.types);
        self.labels.push(Label { head, from: Vec::new(), condition, results });
    }

    fn else_(&mut self) {
        let Some(label) = self.labels.last_mut() else { return };
        label.from.extend(self.here);
        self.here = label.condition.take().map(|condition| self.block(vec![condition], 0));
    }

    fn end(&mut self) {
        let Some(mut label) = self.labels.pop() else { return };
        if label.head.is_some() {
            return;
        }
        label.from.extend(self.here);
        label.from.extend(label.condition);
        label.from.dedup();
        self.here = if label.from.is_empty() { None } else { Some(self.block(label.from, label.results)) };
    }

    fn branch(&mut self, depth: u32) {
        let (Some(here), Some(at)) = (self.here, self.labels.len().checked_sub(depth as usize + 1)) else {
            return;
        };
        let from = match self.labels[at].head {
            Some(head) => &mut self.blocks[head as usize].from,
            None => &mut self.labels[at].from,
        };
        // A `br_table` may name one target many times; the ways there are one.
        if from.last() != Some(&here) {
            from.push(here);
        }
    }

    fn read(&mut self, local: u32) {
        let Some(here) = self.here else { return };
        let local = self.locals.entry(local).or_default();
        if local.set.last() != Some(&here) && local.read.last() != Some(&here) {
            local.read.push(here);
        }
    }

    fn set(&mut self, local: u32) {
        let Some(here) = self.here else { return };
        let local = self.locals.entry(local).or_default();
        if local.set.last() != Some(&here) {
            local.set.push(here);
        }
    }

    /// The values that the function's branches carry, or `None` as soon as they are more than `most` over all.
    pub(super) fn carried(mut self, most: u64) -> Option<Carried> {
        // Where one way leads to, there is nothing to move.
        let merges = self.blocks.iter().filter(|block| block.from.len() > 1);
        let operands = merges.map(|block| block.from.len() as u64 * u64::from(block.operands));
        let mut over_all: u64 = operands.sum();
        if over_all > most {
            return None;
        }
        for (&index, local) in &self.locals {
            let mut todo = local.read.clone();
            // Backwards from each read until it is set: so far it is alive. Each step is counted, so `most` bounds the work,
            // too.
            while let Some(at) = todo.pop() {
                let block = &mut self.blocks[at as usize];
                if block.seen.replace(index) == Some(index) {
                    continue;
                }
                block.alive += 1;
                over_all += block.from.len() as u64;
                if over_all > most {
                    return None;
                }
                todo.extend(block.from.iter().filter(|from| local.set.binary_search(from).is_err()));
            }
        }
        let merges = self.blocks.iter().filter(|block| block.from.len() > 1);
        let at_one_merge =
            merges.map(|block| u64::from(block.alive) + u64::from(block.operands)).max().unwrap_or(0);
        Some(Carried { at_one_merge, over_all })
    }
}
