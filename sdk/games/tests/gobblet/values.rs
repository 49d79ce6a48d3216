//! The exact values of 3×3 positions against a solver that looks a few actions ahead.

use std::collections::HashMap;

use judge_games::gobblet::{Colour, Position};

use crate::position;
use crate::table::rows;

/// The knowledge of a colour's chances: a win is forced within so many actions, or
/// is not.
#[derive(Clone, Copy, Default)]
struct Known {
    forced: Option<u8>,
    not_forced: u8,
}

/// Proves forced wins within so many actions of both.
#[derive(Default)]
struct Solver(HashMap<(Position, Colour), Known>);

impl Solver {
    fn wins(&mut self, position: Position, within: u8) -> bool {
        self.forces(position, position.to_move(), within)
    }

    fn loses(&mut self, position: Position, within: u8) -> bool {
        self.forces(position, position.to_move().other(), within)
    }

    fn forces(&mut self, position: Position, colour: Colour, within: u8) -> bool {
        if let Some(winner) = position.winner() {
            return winner == colour;
        }
        let known = self.0.get(&(position, colour)).copied().unwrap_or_default();
        if within <= known.not_forced {
            return false;
        }
        if known.forced.is_some_and(|proven| proven <= within) {
            return true;
        }
        let mut next = position.successors().map(|(_, next)| next);
        let forced = if position.to_move() == colour {
            next.any(|next| self.forces(next, colour, within - 1))
        } else {
            next.all(|next| self.forces(next, colour, within - 1))
        };
        let known = self.0.entry((position, colour)).or_default();
        if forced {
            known.forced = Some(within);
        } else {
            known.not_forced = within;
        }
        forced
    }
}

/// A value as the file writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Won(u8),
    Lost(u8),
    Draw,
}

/// A line of the file.
struct Vector {
    position: Position,
    value: Value,
    legal: usize,
    winning: usize,
    drawing: usize,
    losing: usize,
}

fn vectors() -> Vec<Vector> {
    rows(include_str!("values.txt")).map(|(_, cells)| vector(&cells)).collect()
}

fn vector(cells: &[&str]) -> Vector {
    let &[board, value, counts] = cells else {
        panic!("{cells:?} has three parts");
    };
    let actions = |letter| value.strip_prefix(letter).and_then(|actions| actions.parse().ok());
    let value = actions('W').map(Value::Won).or_else(|| actions('L').map(Value::Lost)).unwrap_or(Value::Draw);
    let counts = counts.split(' ').map(|count| count.parse().expect("a count")).collect::<Vec<_>>();
    let [legal, winning, drawing, losing] = counts[..] else {
        panic!("{board} has four counts");
    };
    // The file's upper case is the side to move; ours is red, so red moves.
    Vector { position: position(&format!("{board} red")), value, legal, winning, drawing, losing }
}

fn assert_value(Vector { position, value, .. }: &Vector) {
    let mut solver = Solver::default();
    let (winner, within) = match *value {
        Value::Won(within) => (position.to_move(), within),
        Value::Lost(within) => (position.to_move().other(), within),
        Value::Draw => panic!("a draw is no matter of so many actions"),
    };
    let proven = (0..=within).find(|&within| solver.forces(*position, winner, within));
    assert_eq!(proven, Some(within), "{position}");
}

/// The solver finds these in moments; beyond, it takes minutes.
const WITHIN: u8 = 13;

#[test]
fn positions_are_won_or_lost_in_exactly_as_many_actions_as_known() {
    let is_near = |vector: &Vector| matches!(vector.value, Value::Won(within) | Value::Lost(within) if within <= WITHIN);
    let near: Vec<Vector> = vectors().into_iter().filter(is_near).collect();
    assert_eq!(near.len(), 28);
    near.iter().for_each(assert_value);
}

#[test]
#[ignore = "takes minutes"]
fn far_positions_are_won_or_lost_in_exactly_as_many_actions_as_known() {
    vectors().iter().filter(|vector| vector.value != Value::Draw).for_each(assert_value);
}

#[test]
fn a_drawn_position_is_neither_won_nor_lost_within_13_actions() {
    let drawn: Vec<Vector> = vectors().into_iter().filter(|vector| vector.value == Value::Draw).collect();
    assert_eq!(drawn.len(), 1);
    for Vector { position, .. } in drawn {
        let mut solver = Solver::default();
        assert!(!solver.wins(position, WITHIN) && !solver.loses(position, WITHIN), "{position}");
    }
}

#[test]
fn legal_actions_of_all_positions_are_as_many_as_known() {
    for Vector { position, legal, winning, drawing, losing, .. } in vectors() {
        assert_eq!(position.legal().len(), legal, "{position}");
        assert_eq!(position.legal().count(), legal, "{position}");
        assert_eq!(winning + drawing + losing, legal, "{position}");
    }
}

#[test]
fn actions_that_win_or_lose_soon_are_among_those_known_to() {
    let mut all_told = 0;
    for Vector { position, legal, winning, losing, .. } in vectors() {
        let mut solver = Solver::default();
        let won = position.successors().filter(|&(_, next)| solver.loses(next, 5)).count();
        let lost = position.successors().filter(|&(_, next)| solver.wins(next, 5)).count();
        assert!(won <= winning && lost <= losing, "{position}: {won} won, {lost} lost");
        all_told += usize::from(won + lost == legal);
    }
    assert_eq!(all_told, TOLD);
}

/// Positions all of whose actions win or lose within six actions, the two with none among them.
const TOLD: usize = 10;
