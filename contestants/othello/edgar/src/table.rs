//! The search's results about positions: bounds of their values, and their best moves.

use crate::position::Position;

/// The depth of values that are results of games, in chips; all others are a midgame's.
pub(crate) const SOLVED: i32 = 99;
/// Stands for no move.
pub(crate) const NO_MOVE: u32 = 64;
/// Values lie between its negative and this.
pub(crate) const VALUE_MAX: i32 = 30_000;

/// Entries at most: 2 MiB.
const ENTRIES_MAX: u64 = 1 << 16;
/// A table has an entry for so much of a turn's fuel; to clear it takes some 20.
const FUEL_PER_ENTRY: u64 = 512;
/// An odd number without a pattern.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The search's result about a position.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    position: Position,
    lower: i16,
    upper: i16,
    /// The best move, if one is known.
    pub(crate) best: u32,
    /// The depth at which the bounds were found, in plies.
    pub(crate) depth: i32,
}

/// The result of a search for a value in a window from alpha to beta.
pub(crate) struct Finding {
    pub(crate) depth: i32,
    pub(crate) window: (i32, i32),
    pub(crate) value: i32,
    pub(crate) best: u32,
}

/// Entries by position; a new one takes the place of an old one.
pub(crate) struct Table {
    entries: Vec<Entry>,
    /// The number of a hash's bits that are dropped.
    shift: u32,
}

const UNKNOWN: Entry = Entry {
    position: Position { own: 0, opponent: 0 },
    lower: i16::MIN,
    upper: i16::MAX,
    best: NO_MOVE,
    depth: 0,
};

impl Table {
    /// An empty table, not so large that it would take long to clear with a turn's fuel.
    pub(crate) fn new(fuel: u64) -> Self {
        let bits = (fuel / FUEL_PER_ENTRY).clamp(2, ENTRIES_MAX).ilog2();
        Self { entries: vec![UNKNOWN; 1 << bits], shift: 64 - bits }
    }

    /// The entry of a position, if it has one.
    pub(crate) fn get(&self, position: Position) -> Option<&Entry> {
        self.entries.get(self.slot(position)).filter(|entry| entry.position == position)
    }

    /// Keeps a finding.
    pub(crate) fn put(&mut self, position: Position, finding: &Finding) {
        let slot = self.slot(position);
        let entry = &mut self.entries[slot];
        if entry.position != position || entry.depth != finding.depth {
            *entry = Entry { position, depth: finding.depth, ..UNKNOWN };
        }
        entry.narrow(finding);
    }

    fn slot(&self, Position { own, opponent }: Position) -> usize {
        let mixed = own.wrapping_mul(MIXER) ^ opponent.rotate_left(23).wrapping_mul(!MIXER);
        let hash = (mixed ^ mixed >> 32).wrapping_mul(MIXER) >> self.shift;
        usize::try_from(hash).expect("a table has fewer than 2^32 entries")
    }
}

impl Entry {
    /// The value, if its bounds settle it for a search with this window.
    pub(crate) fn settles(&self, (alpha, beta): (i32, i32)) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower >= beta || lower == upper {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// A value above alpha is a lower bound, one below beta an upper bound.
    fn narrow(&mut self, finding: &Finding) {
        let value = i16::try_from(finding.value).expect("values are small");
        if finding.value > finding.window.0 {
            self.lower = self.lower.max(value);
            self.best = finding.best;
        }
        if finding.value < finding.window.1 {
            self.upper = self.upper.min(value);
        }
    }
}
