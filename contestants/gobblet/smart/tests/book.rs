//! Makes the book, and compares it with the one in the source.
//!
//! `WRITE_BOOK=1 cargo test -p gobblet-smart --test book` writes it anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gobblet_smart::proof::{Win, shortest_win};
use gobblet_smart::symmetry::Symmetry;
use gobblet_smart::{book, win_nodes};
use judge_sdk::Budget;
use judge_sdk::gobblet::{Board, Position};

/// Red's first turn. No other turn wins faster, and after this one the board is the same
/// whichever way it is turned: fewer positions can follow.
const OPENING: &str = "L@1,1";

/// The openings of red's, but for symmetry, after which yellow has a forced win.
const MISTAKES: [&str; 3] = ["M@0,0", "M@1,0", "M@1,1"];

/// No win from the start is longer, whoever it is that has it.
const PLIES_MAX: u8 = 13;

/// The position after `opening`.
fn after(opening: &str) -> Position {
    let mut position = Position::start(Board::Three);
    position.play(opening.parse().expect("an opening is an action")).expect("an opening is legal");
    position
}

/// The shortest win, and whether it is too hard to find in a game.
fn win(position: &Position) -> (Win, bool) {
    let in_game = shortest_win(position, PLIES_MAX, &mut Budget::new(win_nodes(Board::Three), 0));
    let win = in_game.or_else(|_| shortest_win(position, PLIES_MAX, &mut Budget::new(u64::MAX, 0)));
    (win.expect("u64::MAX is much").expect("the position is won"), in_game.is_err())
}

/// Writes a line for each position that is too hard among those that can follow if the
/// one to move in `positions` plays the shortest win.
fn write_lines(book: &mut String, positions: impl IntoIterator<Item = Position>) {
    let mut now: BTreeSet<Position> = positions.into_iter().map(|position| turned(&position)).collect();
    while !now.is_empty() {
        let mut next = BTreeSet::new();
        for mut position in now {
            let (Win { action, .. }, is_hard) = win(&position);
            if is_hard {
                writeln!(book, "{position}: {action}").expect("a string can be written");
            }
            position.play(action).expect("the win is legal");
            next.extend(ongoing(&position).map(|child| turned(&child)));
        }
        now = next;
    }
}

fn ongoing(position: &Position) -> impl Iterator<Item = Position> {
    position.successors().map(|(_, child)| child).filter(|child| child.winner().is_none())
}

/// The same for all positions that are one another's image.
fn turned(position: &Position) -> Position {
    Symmetry::all().map(|symmetry| symmetry.position(position)).min().expect("there are symmetries")
}

fn make() -> String {
    let mut book = format!("{}: {OPENING}\n", Position::start(Board::Three));
    write_lines(&mut book, ongoing(&after(OPENING)));
    for mistake in MISTAKES {
        write_lines(&mut book, [after(mistake)]);
    }
    book
}

#[test]
fn the_book_tells_the_shortest_wins_that_are_hard_to_find() {
    let book = make();
    if std::env::var_os("WRITE_BOOK").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/book.txt"), &book)
            .expect("the book can be written");
    } else {
        assert_eq!(book, book::TEXT);
    }
}
