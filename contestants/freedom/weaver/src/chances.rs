//! The worth of a stone in its line: the cells around it in, the points to expect out.
//!
//! Four cells in a row and the one at either end make a set, and what it is worth follows
//! from the stones on them. Nearly every cell is filled in the end, by either colour as the
//! case may be. So a set that can still become live does so with a chance of about one half
//! for each of the four that is empty, rather less if these are many. The cell at either
//! end is seldom filled by the colour that it would hurt. The numbers are those that won
//! the most games.

/// The worth of a point.
pub(crate) const POINT: i16 = 64;
/// The worth of a set by empty cells among the four, if nothing threatens from its ends.
const WORTH: [i16; 5] = [4 * POINT, 2 * POINT, 50, 16, 0];
/// The part of it that is left by empty cells at its ends, in sixteenths.
const SIXTEENTHS: [i16; 3] = [16, 11, 7];
/// In a set of six bits, the four cells that may be live, and the ends.
const FOUR: u16 = 0b01_1110;
const ENDS: u16 = 0b10_0001;

/// Cells on either side of a stone that matter to it.
const REACH: u16 = 5;
const BITS: u16 = 2 * REACH;
const SIDE: u16 = (1 << REACH) - 1;

/// The cells around a stone in one direction, ten bits for either player: five cells
/// before it, the farthest first, and five after it. A cell beyond the edge is both
/// players'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Surroundings {
    pub(crate) own: u16,
    pub(crate) other: u16,
}

impl Surroundings {
    /// Those of the cell in the middle of eleven bits.
    pub(crate) fn new(own: u64, other: u64) -> Self {
        let pack = |bits: u64| {
            let bits = (bits & 0x7ff) as u16;
            bits & SIDE | bits >> 1 & SIDE << REACH
        };
        Self { own: pack(own), other: pack(other) }
    }

    /// Own stones in an unbroken row before the middle and after it.
    pub(crate) fn runs(self) -> (i8, i8) {
        let own = self.own & !self.other;
        let length = |ones: u32| i8::try_from(ones).expect("a side has five cells");
        (length(((own & SIDE) << (16 - REACH)).leading_ones()), length((own >> REACH).trailing_ones()))
    }

    /// The gain from a stone in the middle, in the worth of the six sets around it.
    fn gain(self) -> i16 {
        let [own, other] = [self.own, self.other].map(|bits| bits & SIDE | (bits & !SIDE) << 1);
        let worth = |own: u16, other: u16| -> i16 {
            (0..=REACH)
                .map(|first| worth(own >> first, other >> first) - worth(other >> first, own >> first))
                .sum()
        };
        worth(own | 1 << REACH, other) - worth(own, other)
    }
}

/// The points that the player whose stones are `own` may expect of the set in the lowest six bits.
fn worth(own: u16, other: u16) -> i16 {
    if other & FOUR != 0 || own & !other & ENDS != 0 {
        return 0;
    }
    let count = |cells: u16| (!(own | other) & cells).count_ones() as usize;
    WORTH[count(FOUR)] * SIXTEENTHS[count(ENDS)] / 16
}

/// The gains of stones by their surroundings, each found when it is first asked for.
pub(crate) struct Chances(Vec<i16>);

impl Chances {
    /// Added to each gain known; so zeros, which are had for nothing, are the unknown ones.
    const KNOWN: i16 = 1 << 13;

    pub(crate) fn new() -> Self {
        Self(vec![0; 1 << (2 * BITS)])
    }

    /// The worth of a stone in the middle to its player.
    pub(crate) fn gain(&mut self, around: Surroundings) -> i32 {
        let entry = &mut self.0[usize::from(around.own) << BITS | usize::from(around.other)];
        if *entry == 0 {
            *entry = around.gain() + Self::KNOWN;
        }
        i32::from(*entry - Self::KNOWN)
    }
}
