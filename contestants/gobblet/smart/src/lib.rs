//! Smart: plays a forced win if it finds one, keeps the opponent from one, and else
//! plays for lines.
//!
//! On 3×3 red has a forced win of 13 turns, which the bot never lets go: its first turns
//! are in the [`book`], the others are found in the game. The shortest way to win is the
//! one it takes, so whatever the opponent answers, what is left is shorter than before,
//! and no position comes up twice.

pub mod book;
mod evaluation;
mod node;
pub mod proof;
mod search;
pub mod symmetry;
mod table;

use judge_sdk::gobblet::{Action, Board, Gobblet, Position, Setup};
use judge_sdk::{Budget, Random, fuel_left, option_or};

use search::Candidate;

/// No forced win on 3×3 takes more turns, and on 4×4 none so long is found.
const PLIES_MAX: u8 = 23;

/// The nodes that a turn may spend to find a forced win of its own.
///
/// All the nodes that a turn may spend take less than four fifths of 100 million units of fuel.
#[must_use]
pub const fn win_nodes(board: Board) -> u64 {
    match board {
        Board::Three => 28_000,
        Board::Four => 3_000,
    }
}

/// The nodes to find the opponent's forced wins.
const fn care_nodes(board: Board) -> u64 {
    match board {
        Board::Three => 8_000,
        Board::Four => 2_500,
    }
}

/// The nodes to choose among the turns that are left.
const fn search_nodes(board: Board) -> u64 {
    match board {
        Board::Three => 8_000,
        Board::Four => 17_000,
    }
}

/// The bot.
pub struct Smart {
    random: Random,
    /// The share of its nodes that a turn may spend, in per cent: the option `effort`.
    effort: u64,
    /// The positions that came up before this turn.
    past: Vec<Position>,
}

impl Gobblet for Smart {
    fn name() -> String {
        "Smart".into()
    }

    fn new_game(setup: &Setup) -> Self {
        let effort = option_or("effort", 100).clamp(1, 100);
        Self { random: Random::new(setup.seed), effort, past: Vec::new() }
    }

    fn play(&mut self, position: &Position) -> Action {
        let action = book::reply(position).unwrap_or_else(|| self.think(position));
        let children = position.successors().filter(|(other, _)| *other == action);
        self.past.push(*position);
        self.past.extend(children.map(|(_, child)| child));
        action
    }
}

impl Smart {
    fn think(&mut self, position: &Position) -> Action {
        let board = position.board();
        let tenth = fuel_left() / 10;
        // A node takes much fuel.
        let effort = self.effort;
        let budget = |nodes: u64, tenths| Budget::new(nodes * effort / 100, tenths * tenth).reading_every(8);
        let mut win_budget = budget(win_nodes(board), 5);
        if let Ok(Some(win)) = proof::shortest_win(position, PLIES_MAX, &mut win_budget) {
            return win.action;
        }
        let mut candidates = self.candidates(position);
        proof::keep_longest(&mut candidates, PLIES_MAX, &mut budget(care_nodes(board), 3));
        let best = search::best(candidates, &mut budget(search_nodes(board), 2));
        // Where every turn ends the game, none is better than another.
        best.or_else(|| position.legal().next()).expect("there is always a legal turn")
    }

    /// The turns that do not end the game, in random order.
    fn candidates(&mut self, position: &Position) -> Vec<Candidate> {
        let children = position.successors().filter(|(_, child)| child.winner().is_none());
        let candidate = |(action, child)| Candidate::new(action, &child, self.past.contains(&child));
        let mut candidates: Vec<Candidate> = children.map(candidate).collect();
        self.random.shuffle(&mut candidates);
        candidates
    }
}

judge_sdk::export!(gobblet, Smart);
