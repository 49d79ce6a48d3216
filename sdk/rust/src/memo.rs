//! Results of a search about positions, so that other ways to them are shorter: a
//! transposition table for alpha-beta.
//!
//! ```
//! use judge_sdk::memo::{Memo, Note, mix};
//!
//! let key = mix(12) ^ mix(34); // a number for the position, see `mix`
//! let (alpha, beta) = (-10, 10);
//! let mut memo: Memo<&str> = Memo::new(1 << 10);
//! memo.set(Note::new(key, 3, alpha, beta, (7, "e4")));
//!
//! let note = memo.get(key).expect("it was set");
//! assert_eq!(note.answer(3, alpha, beta), Some(7));
//! assert_eq!(note.answer(4, alpha, beta), None); // nobody looked so far ahead
//! assert_eq!(note.best, "e4");
//! ```

/// A number of its own for every number, with its bits well mixed.
///
/// Combine the numbers of all things on a board with `^`, and a position has a number that
/// hardly any other has (Zobrist hashing). A move changes it by the few things that it changes.
#[must_use]
pub const fn mix(number: usize) -> u64 {
    // The output function of SplitMix64.
    let mut bits = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// The relation of a value found in a window of values to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The result of a search about a position, with a best move of type `M`.
#[derive(Clone, Copy, Debug)]
pub struct Note<M> {
    key: u64,
    value: i32,
    /// Turns looked ahead.
    depth: u32,
    bound: Bound,
    /// The move that was best.
    pub best: M,
}

impl<M: Copy> Note<M> {
    /// The note on a search that looked `depth` turns ahead, between `alpha` and `beta`.
    #[must_use]
    pub const fn new(key: u64, depth: u32, alpha: i32, beta: i32, (value, best): (i32, M)) -> Self {
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        Self { key, value, depth, bound, best }
    }

    /// The value, if it answers a question for so many turns and between these values.
    #[must_use]
    pub const fn answer(&self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
        };
        if self.depth >= depth && answers { Some(self.value) } else { None }
    }
}

/// Notes by position. A later note takes the place of an earlier one.
#[derive(Clone, Debug)]
pub struct Memo<M>(Vec<Option<Note<M>>>);

impl<M: Copy> Memo<M> {
    /// Room for so many notes, or up to the next power of two. A note takes some 24 bytes.
    #[must_use]
    pub fn new(notes: usize) -> Self {
        Self(vec![None; notes.next_power_of_two()])
    }

    /// The note on a position, if it is still there.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<Note<M>> {
        self.0[self.slot(key)].filter(|note| note.key == key)
    }

    /// Keeps a note.
    #[inline]
    pub fn set(&mut self, note: Note<M>) {
        let slot = self.slot(note.key);
        self.0[slot] = Some(note);
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        usize::try_from(key & (self.0.len() as u64 - 1)).expect("it is less than a length")
    }
}

#[cfg(test)]
mod tests {
    use super::{Memo, Note};

    #[test]
    fn a_note_answers_what_was_found_out_and_no_more() {
        let note = |value| Note::new(1, 5, 10, 20, (value, ()));
        let asked = |value, depth, alpha, beta| note(value).answer(depth, alpha, beta);
        assert_eq!(asked(15, 5, 0, 100), Some(15));
        assert_eq!(asked(15, 6, 0, 100), None);
        // 25 was at least the upper end, so it may be more; 5 was at most the lower one.
        assert_eq!([asked(25, 5, 10, 20), asked(25, 5, 10, 30)], [Some(25), None]);
        assert_eq!([asked(5, 4, 10, 20), asked(5, 4, 0, 20)], [Some(5), None]);
    }

    #[test]
    fn a_memo_knows_its_notes_apart() {
        let mut memo = Memo::new(16);
        let [first, second] = [7, 7 + 16];
        memo.set(Note::new(first, 1, 0, 2, (1, ())));
        assert_eq!([first, second].map(|key| memo.get(key).is_some()), [true, false]);
        memo.set(Note::new(second, 1, 0, 2, (1, ())));
        assert_eq!([first, second].map(|key| memo.get(key).is_some()), [false, true]);
    }
}
