//! What the search has found out about positions, so that other ways to them are shorter.

use judge_sdk::freedom::Square;

/// A number of its own for every number, with its bits well mixed.
pub(crate) fn mix(number: usize) -> u64 {
    let mut bits = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// How a value found in a window of values stands to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Note {
    key: u64,
    /// To the player to move.
    pub(crate) value: i32,
    /// Turns looked ahead.
    pub(crate) depth: u32,
    pub(crate) bound: Bound,
    /// The square that was best.
    pub(crate) best: Square,
}

impl Note {
    /// The value, if it answers a question for so many turns and between these values.
    pub(crate) fn answer(&self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
        };
        (self.depth >= depth && answers).then_some(self.value)
    }
}

/// Notes by position; a later one takes the place of an earlier one.
pub(crate) struct Memo(Vec<Option<Note>>);

impl Memo {
    const NOTES: usize = 1 << 15;

    pub(crate) fn new() -> Self {
        Self(vec![None; Self::NOTES])
    }

    pub(crate) fn get(&self, key: u64) -> Option<Note> {
        self.0[slot(key)].filter(|note| note.key == key)
    }

    pub(crate) fn set(&mut self, note: Note) {
        self.0[slot(note.key)] = Some(note);
    }
}

fn slot(key: u64) -> usize {
    usize::try_from(key % Memo::NOTES as u64).expect("a remainder is small")
}

impl Note {
    /// The note on a search between `alpha` and `beta`.
    pub(crate) fn new(key: u64, depth: u32, alpha: i32, beta: i32, (value, best): (i32, Square)) -> Self {
        let bound = match value {
            _ if value >= beta => Bound::AtLeast,
            _ if value <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        Self { key, value, depth, bound, best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_answers_what_was_found_out_and_no_more() {
        let note = |value| Note::new(1, 5, 10, 20, (value, Square::new(0, 0)));
        let asked = |value, depth, alpha, beta| note(value).answer(depth, alpha, beta);
        assert_eq!(asked(15, 5, 0, 100), Some(15));
        assert_eq!(asked(15, 6, 0, 100), None);
        // 25 was at least the upper end, so it may be more; 5 was at most the lower one.
        assert_eq!([asked(25, 5, 10, 20), asked(25, 5, 10, 30)], [Some(25), None]);
        assert_eq!([asked(5, 4, 10, 20), asked(5, 4, 0, 20)], [Some(5), None]);
    }

    #[test]
    fn a_memo_knows_its_notes_apart() {
        let mut memo = Memo::new();
        let [first, second] = [7, 7 + Memo::NOTES as u64];
        memo.set(Note::new(first, 1, 0, 2, (1, Square::new(0, 0))));
        assert_eq!([first, second].map(|key| memo.get(key).is_some()), [true, false]);
        memo.set(Note::new(second, 1, 0, 2, (1, Square::new(0, 0))));
        assert_eq!([first, second].map(|key| memo.get(key).is_some()), [false, true]);
    }
}
