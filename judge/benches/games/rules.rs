//! The rules alone: positions counted a second.

use std::time::Instant;

use judge_play::games::gobblet::{self, Position};
use judge_play::games::othello::{self, Board};

pub(crate) fn print() {
    report("othello 8 × 8, perft 9", || othello_perft(Board::start(othello::Params::default()), 9));
    report("gobblet 4 × 4, perft 4", || gobblet_perft(&Position::start(gobblet::Board::Four), 4));
}

fn report(what: &str, count: impl Fn() -> u64) {
    let rates = (0..5).map(|_| {
        let start = Instant::now();
        let nodes = count();
        #[expect(clippy::cast_precision_loss, reason = "shown to three digits")]
        let rate = nodes as f64 / start.elapsed().as_secs_f64();
        (rate, nodes)
    });
    let mut rates: Vec<(f64, u64)> = rates.collect();
    rates.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (rate, nodes) = rates[rates.len() / 2];
    println!("{what:<36} {:>12.1} million a second ({nodes} leaves, every one played)", rate / 1e6);
}

/// Leaves at exactly `depth` actions, a pass being one.
fn othello_perft(board: Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal = board.legal_moves();
    if legal == 0 {
        let passed = board.passed();
        return if passed.legal_moves() == 0 { 0 } else { othello_perft(passed, depth - 1) };
    }
    let mut left = legal;
    let mut leaves = 0;
    while left != 0 {
        let placed = board.place(left.trailing_zeros()).expect("it is legal");
        leaves += othello_perft(placed, depth - 1);
        left &= left - 1;
    }
    leaves
}

fn gobblet_perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.winner().is_some() {
        return 0;
    }
    position.successors().map(|(_, next)| gobblet_perft(&next, depth - 1)).sum()
}
