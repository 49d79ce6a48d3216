//! A position laid out for search: what takes some reckoning on a [`Position`] takes a
//! few operations here, and fuel is scarce.
//!
//! The rules are those of the rules crate, and the tests hold them to it. Colours are
//! not kept, only who is to move: positions that differ in colours alone are worth the same.

use judge_sdk::gobblet::{Board, Colour, Piece, Position, Size};

/// The pieces, and who is to move; sets of cells are masks as in the rules crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Node {
    pub(crate) board: Board,
    /// By size, the cells with a piece of the one to move, on top or hidden.
    own: [u16; 4],
    /// By size, the cells with a piece of the other.
    others: [u16; 4],
}

impl Node {
    pub(crate) fn new(position: &Position) -> Self {
        let pieces = |colour: Colour| Size::ALL.map(|size| position.pieces(Piece { colour, size }));
        let mover = position.to_move();
        Self { board: position.board(), own: pieces(mover), others: pieces(mover.other()) }
    }

    /// A number for this node and no other of the board.
    pub(crate) fn key(&self) -> u128 {
        let halves = [self.own, self.others]
            .map(|[a, b, c, d]| u64::from(a) << 48 | u64::from(b) << 32 | u64::from(c) << 16 | u64::from(d));
        u128::from(halves[0]) << 64 | u128::from(halves[1])
    }

    /// Whether somebody has won.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.shown().into_iter().any(|shown| has_line(self.board, shown))
    }

    /// The cells that show a piece of the one to move, and those that show one of the other.
    #[inline]
    pub(crate) fn shown(&self) -> [u16; 2] {
        let [any, medium, large, huge] = self.at_least();
        let [s, m, l, x] = self.own;
        let own = s & !medium | m & !large | l & !huge | x;
        [own, any & !own]
    }

    /// The largest pieces of the one to move, and of the other: nothing covers them.
    pub(crate) const fn largest(&self) -> [u16; 2] {
        let size = self.board.width() as usize - 1;
        [self.own[size], self.others[size]]
    }

    /// By size, the cells whose top is of that size or larger.
    #[inline]
    fn at_least(&self) -> [u16; 4] {
        let any = |size: usize| self.own[size] | self.others[size];
        let huge = any(3);
        let large = any(2) | huge;
        let medium = any(1) | large;
        [any(0) | medium, medium, large, huge]
    }

    /// Whether the one to move has a turn that wins; nobody has won yet.
    #[inline]
    pub(crate) fn wins_at_once(&self) -> bool {
        let [own, others] = self.shown();
        let missing = missing(self.board, own);
        missing != 0 && self.completes(missing, own, others)
    }

    /// Whether the one to move, who shows `own`, has a turn that wins on one of the cells `missing`.
    fn completes(&self, missing: u16, own: u16, others: u16) -> bool {
        let covered = self.at_least();
        let enterable = missing & self.enterable(covered[0], others);
        (0..4).any(|size| {
            let open = missing & !covered[size];
            let mut movable = cells(self.movable(size, covered));
            (enterable & open != 0 && self.has_in_reserve(size))
                || (open != 0 && movable.any(|from| self.completes_from(from, size, open, own, others)))
        })
    }

    /// Whether moving the piece on `from` to one of the cells `open` wins.
    fn completes_from(&self, from: u16, size: usize, open: u16, own: u16, others: u16) -> bool {
        let below = (0..size).rev().find(|&size| (self.own[size] | self.others[size]) & from != 0);
        match below {
            Some(size) if self.own[size] & from != 0 => true,
            Some(_) => {
                let open = open & missing(self.board, own & !from);
                cells(open).any(|to| !has_line(self.board, (others | from) & !to))
            }
            None => open & missing(self.board, own & !from) != 0,
        }
    }

    /// Whether a turn of the one to move leads to what is `wanted`. Entering is
    /// tried first, the smallest size first, then moving.
    #[inline]
    pub(crate) fn any_child(&self, mut wanted: impl FnMut(Self) -> bool) -> bool {
        let covered = self.at_least();
        let [_, others] = self.shown();
        let enterable = self.enterable(covered[0], others);
        let mut leads = |size, change| wanted(self.after(size, change));
        (0..4).any(|size| {
            let open = enterable & !covered[size];
            open != 0 && self.has_in_reserve(size) && cells(open).any(|to| leads(size, to))
        }) || (0..4).any(|size| {
            let open = self.board.mask() & !covered[size];
            cells(self.movable(size, covered)).any(|from| cells(open).any(|to| leads(size, from | to)))
        })
    }

    /// The pieces of this size that the one to move can move.
    #[inline]
    fn movable(&self, size: usize, covered: [u16; 4]) -> u16 {
        self.own[size] & !covered.get(size + 1).map_or(0, |larger| *larger)
    }

    #[inline]
    fn after(&self, size: usize, change: u16) -> Self {
        let mut own = self.own;
        own[size] ^= change;
        Self { board: self.board, own: self.others, others: own }
    }

    /// The cells that a piece from the reserve may enter if it is large enough.
    #[inline]
    fn enterable(&self, any: u16, others: u16) -> u16 {
        match self.board {
            Board::Three => Board::Three.mask(),
            Board::Four if missing(Board::Four, others) == 0 => !any,
            Board::Four => !any | others & self.board.one_short(others),
        }
    }

    /// Whether a piece of this size can come from the reserve.
    #[inline]
    fn has_in_reserve(&self, size: usize) -> bool {
        let released = match (self.board, size) {
            (Board::Three, 3) => 0,
            (Board::Three, _) => 2,
            (Board::Four, 3) => 3,
            (Board::Four, _) => self.own[size + 1].count_ones(),
        };
        self.own[size].count_ones() < released
    }
}

/// The lone cells of a mask.
#[inline]
fn cells(mut mask: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let first = mask & mask.wrapping_neg();
        mask ^= first;
        (first != 0).then_some(first)
    })
}

/// Whether `cells` hold a whole line.
#[inline]
fn has_line(board: Board, cells: u16) -> bool {
    match board {
        Board::Three => THREE[usize::from(cells)] & WHOLE != 0,
        Board::Four => {
            let rows = cells & cells >> 1 & cells >> 2 & cells >> 3 & 0x1111;
            let columns = cells & cells >> 4 & cells >> 8 & cells >> 12;
            rows | columns != 0 || cells & 0x8421 == 0x8421 || cells & 0x1248 == 0x1248
        }
    }
}

/// The cells each of which alone completes a line with `cells`.
#[inline]
pub(crate) fn missing(board: Board, cells: u16) -> u16 {
    match board {
        Board::Three => THREE[usize::from(cells)] & !WHOLE,
        Board::Four => missing_in(Board::Four.lines(), cells),
    }
}

/// The missing cells on 3×3, by the cells held; marked if they hold a whole line.
static THREE: [u16; 512] = {
    let mut table = [0; 512];
    let mut cells = 0;
    while cells < 512 {
        let missing = missing_in(Board::Three.lines(), cells);
        table[cells as usize] =
            if holds_any(Board::Three.lines(), cells) { missing | WHOLE } else { missing };
        cells += 1;
    }
    table
};

/// The mark in the table.
const WHOLE: u16 = 1 << 15;

const fn missing_in(lines: &[u16], cells: u16) -> u16 {
    let mut missing = 0;
    let mut index = 0;
    while index < lines.len() {
        let rest = lines[index] & !cells;
        if rest & rest.wrapping_sub(1) == 0 {
            missing |= rest;
        }
        index += 1;
    }
    missing
}

const fn holds_any(lines: &[u16], cells: u16) -> bool {
    let mut index = 0;
    while index < lines.len() && lines[index] & !cells != 0 {
        index += 1;
    }
    index < lines.len()
}

#[cfg(test)]
mod tests {
    use judge_sdk::Random;
    use judge_sdk::gobblet::{Board, Position};

    use super::Node;

    fn children(position: &Position) -> Vec<Node> {
        let mut children = Vec::new();
        Node::new(position).any_child(|child| {
            children.push(child);
            false
        });
        children.sort_unstable();
        children
    }

    fn assert_same(position: &Position, successors: &[Position]) {
        let node = Node::new(position);
        assert_eq!(node.is_over(), position.winner().is_some(), "{position}");
        if !node.is_over() {
            let mut expected: Vec<Node> = successors.iter().map(Node::new).collect();
            expected.sort_unstable();
            assert_eq!(children(position), expected, "{position}");
            let wins = successors.iter().any(|child| child.winner() == Some(position.to_move()));
            assert_eq!(node.wins_at_once(), wins, "{position}");
        }
    }

    #[test]
    fn the_rules_are_those_of_the_rules_crate() {
        let mut random = Random::new(3);
        for board in Board::ALL.repeat(500) {
            let mut position = Position::start(board);
            for _ in 0..60 {
                let successors: Vec<Position> = position.successors().map(|(_, child)| child).collect();
                assert_same(&position, &successors);
                if successors.is_empty() {
                    break;
                }
                position = *random.choose(&successors);
            }
        }
    }
}
