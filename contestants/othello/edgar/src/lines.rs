//! Lines of squares as bytes: what flips in one is looked up, as long as it is full but for one square.

use crate::sets::FIRST_COLUMN;

/// By place in a line of eight, and by the own chips in it, how many of the other chips flip.
static FLIPPED: [[u8; 256]; 8] = flipped();
/// By square, the lines aslant through it.
static ASLANT: [[u64; 2]; 64] = aslant();

/// Multiplied by it, the bits of the first column come together in the highest byte.
const COLUMN_TO_BYTE: u64 = 0x0102_0408_1020_4080;

/// The number of chips that flip at the last empty square of a board, where all but `own` are the opponent's.
///
/// Off a small board there are no own chips, so no row can end there.
pub(crate) fn flipped_at_last(own: u64, index: u32) -> i32 {
    let (x, y) = (index % 8, index / 8);
    let counts = &FLIPPED[x as usize & 7];
    let by_row = &FLIPPED[y as usize & 7];
    let [falling, rising] = ASLANT[index as usize & 63];
    let row = own >> (8 * y) & 0xff;
    let column = (own >> x & FIRST_COLUMN).wrapping_mul(COLUMN_TO_BYTE) >> 56;
    let falling = (own & falling).wrapping_mul(FIRST_COLUMN) >> 56;
    let rising = (own & rising).wrapping_mul(FIRST_COLUMN) >> 56;
    i32::from(counts[row as usize & 255])
        + i32::from(by_row[column as usize & 255])
        + i32::from(counts[falling as usize & 255])
        + i32::from(counts[rising as usize & 255])
}

const fn flipped() -> [[u8; 256]; 8] {
    let mut flipped = [[0; 256]; 8];
    let mut entry = 0;
    while entry < 8 * 256 {
        let (place, own): (usize, usize) = (entry / 256, entry % 256);
        let (below, above) = (own & ((1 << place) - 1), own >> (place + 1));
        let down = if below == 0 { 0 } else { place - 1 - below.ilog2() as usize };
        let up = if above == 0 { 0 } else { above.trailing_zeros() as usize };
        #[expect(clippy::cast_possible_truncation, reason = "fewer than eight chips flip in a line")]
        let both = (down + up) as u8;
        flipped[place][own] = both;
        entry += 1;
    }
    flipped
}

const fn aslant() -> [[u64; 2]; 64] {
    let mut aslant = [[0; 2]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (at, other) = (pair / 64, pair % 64);
        let (x, y, other_x, other_y) = (at % 8, at / 8, other % 8, other / 8);
        if at != other && x + other_y == other_x + y {
            aslant[at][0] |= 1 << other;
        }
        if at != other && x + y == other_x + other_y {
            aslant[at][1] |= 1 << other;
        }
        pair += 1;
    }
    aslant
}

#[cfg(test)]
mod tests {
    use judge_sdk::Random;
    use judge_sdk::othello::{Params, flips};

    use super::flipped_at_last;

    #[test]
    fn the_last_square_flips_what_the_rules_say() {
        let mut random = Random::new(20_141_031);
        for mask in Params::SIZES.map(|size| Params::new(size).expect("a size from the list of sizes").mask())
        {
            for index in (0..64).filter(|index| mask >> index & 1 != 0) {
                for _ in 0..200 {
                    let half = || u64::from(random.below(u32::MAX));
                    let own = std::iter::repeat_with(half).take(2).fold(0, |set, half| set << 32 | half);
                    let own = own & mask & !(1 << index);
                    let expected = flips(own, mask & !own & !(1 << index), index).count_ones();
                    assert_eq!(flipped_at_last(own, index), expected.cast_signed(), "{own:#x}, {index}");
                }
            }
        }
    }
}
