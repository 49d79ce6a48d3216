//! Chips as sets of bits: where one may be placed and what it flips, fast.
//!
//! Bit `y * 8 + x` is column `x` and row `y`, so one step to the right is one bit up
//! and one step down the board is eight. Knows no colours and no turns: there are
//! own chips, those of the player to move, and the opponent's.

use std::fmt;

use super::Params;
use crate::Square;

/// The columns that a row across or aslant may pass through: all but the first and the last.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// By square, the squares from it to the edge: four ways up in bits, then their four opposites.
static RAYS: [[u64; 8]; 64] = rays();

/// The squares of a board of eight by eight where a chip of `own` would flip at least one
/// of `opponent`. On a smaller board leave those off it away: `& params.mask()`.
///
/// The two sets share no bit; if they do, the answer means nothing.
#[must_use]
pub const fn legal_moves(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let ends = row_ends(own, inner, 1)
        | row_ends(own, inner, 7)
        | row_ends(own, opponent, 8)
        | row_ends(own, inner, 9);
    ends & !(own | opponent)
}

/// The squares that end an unbroken row of `through` which begins beside a chip of `own`,
/// both ways along the axis on which a step is `step` bits.
///
/// A row through eight squares has at most six between its ends: one is found by the first
/// step, a second by the next, then two at a time.
const fn row_ends(own: u64, through: u64, step: u32) -> u64 {
    let mut up = through & (own << step);
    let mut down = through & (own >> step);
    up |= through & (up << step);
    down |= through & (down >> step);
    let (pairs_up, pairs_down) = (through & (through << step), through & (through >> step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up << step) | (down >> step)
}

/// The chips of `opponent` that an own chip flips when it is placed at the square whose bit
/// has number `index`; none if there is no such bit.
///
/// The square is taken to be empty, and the two sets to share no bit.
#[must_use]
pub const fn flips(own: u64, opponent: u64, index: u32) -> u64 {
    if index >= 64 {
        return 0;
    }
    let rays = &RAYS[index as usize];
    flips_up(own, opponent, rays[0])
        | flips_up(own, opponent, rays[1])
        | flips_up(own, opponent, rays[2])
        | flips_up(own, opponent, rays[3])
        | flips_down(own, opponent, rays[4])
        | flips_down(own, opponent, rays[5])
        | flips_down(own, opponent, rays[6])
        | flips_down(own, opponent, rays[7])
}

/// With the bits beside the ray set too, adding its first bit carries over the opponent's
/// chips to the first square that holds none. If that is an own chip, all below it flip.
const fn flips_up(own: u64, opponent: u64, ray: u64) -> u64 {
    let first = ray & ray.wrapping_neg();
    let anchor = (opponent | !ray).wrapping_add(first) & ray & own;
    ray & anchor.wrapping_sub((anchor != 0) as u64)
}

/// Carries run upwards only; downwards the first square without an opponent's chip is the
/// ray's highest bit that is not one of theirs. If that is an own chip, all above it flip.
const fn flips_down(own: u64, opponent: u64, ray: u64) -> u64 {
    // Bit 0 stands in for none: then the ray does not reach it, or an opponent is there.
    let stop = (1 << 63) >> (ray & !opponent | 1).leading_zeros();
    let anchor: u64 = stop & ray & own;
    ray & (anchor << 1).wrapping_neg()
}

const fn rays() -> [[u64; 8]; 64] {
    const BACK: usize = usize::MAX;
    const WAYS: [(usize, usize); 8] =
        [(1, 0), (BACK, 1), (0, 1), (1, 1), (BACK, 0), (1, BACK), (0, BACK), (BACK, BACK)];
    let mut rays = [[0; 8]; 64];
    let mut index = 0;
    while index < 64 {
        let mut way = 0;
        while way < 8 {
            rays[index][way] = ray(index % 8, index / 8, WAYS[way]);
            way += 1;
        }
        index += 1;
    }
    rays
}

/// The squares from `(x, y)`, which is not one of them, to the edge. A step back wraps
/// around, and from the first column or row it leads far off the board.
const fn ray(mut x: usize, mut y: usize, (dx, dy): (usize, usize)) -> u64 {
    let mut squares = 0;
    loop {
        (x, y) = (x.wrapping_add(dx), y.wrapping_add(dy));
        if x > 7 || y > 7 {
            return squares;
        }
        squares |= 1 << (y * 8 + x);
    }
}

/// The set that holds `square` alone; `None` for one that no board has.
#[must_use]
pub const fn bit(square: Square) -> Option<u64> {
    if square.x < 8 && square.y < 8 { Some(1 << (square.y * 8 + square.x)) } else { None }
}

/// The squares of a set, row by row from the top.
pub fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let index = u8::try_from(set.trailing_zeros()).ok().filter(|&index| index < 64)?;
        set &= set - 1;
        Some(Square::new(index % 8, index / 8))
    })
}

/// A board as the player to move sees it, always valid: all chips on squares, at most one each.
///
/// This is what a bot's search works on:
///
/// ```
/// use judge_games::othello::{Board, Othello};
///
/// /// Chips that the player to move will have more than the opponent, both playing their best.
/// fn solve(board: Board) -> i32 {
///     let mut moves = board.legal_moves();
///     if moves == 0 {
///         let passed = board.passed();
///         return if passed.legal_moves() == 0 { board.difference() } else { -solve(passed) };
///     }
///     let mut best = -64;
///     while moves != 0 {
///         let after = board.place(moves.trailing_zeros()).expect("the move is legal");
///         best = best.max(-solve(after));
///         moves &= moves - 1;
///     }
///     best
/// }
///
/// let game: Othello = "OOOO/OXXO/OXXO/OOX- X".parse().expect("a position");
/// assert_eq!(solve(game.board()), -12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    own: u64,
    opponent: u64,
    params: Params,
}

impl Board {
    /// The four chips in the middle, as the player who begins sees them.
    #[must_use]
    pub const fn start(params: Params) -> Self {
        let corner = (params.size() / 2 - 1) * 9;
        Self { own: 0x0102 << corner, opponent: 0x0201 << corner, params }
    }

    /// A board with these chips, those of the player to move first. Any set of chips is a
    /// board, even if no game leads to it.
    ///
    /// # Errors
    /// A chip is off the board, or two are on one square.
    pub const fn new(params: Params, own: u64, opponent: u64) -> Result<Self, InvalidBoard> {
        let off = (own | opponent) & !params.mask();
        if off != 0 {
            return Err(InvalidBoard::OffBoard(off));
        }
        if own & opponent != 0 {
            return Err(InvalidBoard::Overlap(own & opponent));
        }
        Ok(Self { own, opponent, params })
    }

    /// The board's parameters.
    #[must_use]
    pub const fn params(self) -> Params {
        self.params
    }

    /// Chips of the player to move.
    #[must_use]
    pub const fn own(self) -> u64 {
        self.own
    }

    /// Chips of the other player.
    #[must_use]
    pub const fn opponent(self) -> u64 {
        self.opponent
    }

    /// Squares without a chip.
    #[must_use]
    pub const fn empty(self) -> u64 {
        self.params.mask() & !(self.own | self.opponent)
    }

    /// Own chips less the opponent's.
    #[must_use]
    pub const fn difference(self) -> i32 {
        self.own.count_ones().cast_signed() - self.opponent.count_ones().cast_signed()
    }

    /// The squares where the player to move may place a chip.
    #[must_use]
    pub const fn legal_moves(self) -> u64 {
        legal_moves(self.own, self.opponent) & self.params.mask()
    }

    /// The chips that are flipped by one at the square whose bit has number `index`; none
    /// if the square is taken or there is no such square.
    #[must_use]
    pub const fn flips(self, index: u32) -> u64 {
        if index >= 64 || self.empty() & (1 << index) == 0 {
            return 0;
        }
        flips(self.own, self.opponent, index)
    }

    /// The board after a placement, as the other player sees it; `None` if it is illegal.
    #[must_use]
    pub const fn place(self, index: u32) -> Option<Self> {
        let flipped = self.flips(index);
        if flipped == 0 {
            return None;
        }
        let own = self.opponent & !flipped;
        Some(Self { own, opponent: self.own | flipped | 1 << index, params: self.params })
    }

    /// The same board as the other player sees it, as after a pass.
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { own: self.opponent, opponent: self.own, params: self.params }
    }
}

/// The reason why chips make no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidBoard {
    /// These chips are off the board.
    OffBoard(u64),
    /// These squares hold a chip of either player.
    Overlap(u64),
}

impl fmt::Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (set, what) = match *self {
            Self::OffBoard(set) => (set, "is off the board"),
            Self::Overlap(set) => (set, "is there twice"),
        };
        match squares(set).next() {
            Some(square) => write!(f, "a chip at {square} {what}"),
            None => write!(f, "a chip {what}"),
        }
    }
}

impl std::error::Error for InvalidBoard {}
