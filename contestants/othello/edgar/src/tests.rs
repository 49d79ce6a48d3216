//! The searches against the plainest one, and what the evaluation is to prefer.

use judge_sdk::Random;
use judge_sdk::games::Game as _;
use judge_sdk::games::othello::{Action, Othello as Game};
use judge_sdk::othello::Params;

use crate::evaluation::evaluate;
use crate::fuel::{Fuel, SHARES};
use crate::midgame::WON;
use crate::position::Position;
use crate::search::Search;
use crate::sets::widened;
use crate::shape::Shape;
use crate::table::VALUE_MAX;

fn search(params: Params) -> Search {
    let mut fuel = Fuel::of_turn();
    fuel.allow(SHARES);
    Search::new(params, fuel)
}

fn position(game: &Game) -> Position {
    Position { own: game.board().own(), opponent: game.board().opponent() }
}

/// Random games of which so many squares are left at most.
fn endings(params: Params, empties: u32) -> impl Iterator<Item = Position> {
    let mut random = Random::new(20_141_031);
    let ending = move || {
        let mut game = Game::new(params);
        while game.board().empty().count_ones() > empties {
            let legal = game.legal();
            let action: &Action = if legal.is_empty() { break } else { random.choose(&legal) };
            game.play(action).expect("a listed action is legal");
        }
        position(&game)
    };
    std::iter::repeat_with(ending).take(100)
}

/// The result of perfect play, without any cleverness.
fn result(position: Position, mask: u64) -> i32 {
    let moves = position.moves(mask);
    let after = |index| -result(position.after(index), mask);
    let best = (0..64).filter(|index| moves >> index & 1 != 0).map(after).max();
    best.unwrap_or_else(|| match position.passed().moves(mask) {
        0 => position.difference(),
        _ => -result(position.passed(), mask),
    })
}

fn every_ending(empties: u32) -> impl Iterator<Item = (Params, Position)> {
    let params = Params::SIZES.map(|size| Params::new(size).expect("a size from the list of sizes"));
    params
        .into_iter()
        .flat_map(move |params| endings(params, empties).map(move |position| (params, position)))
}

#[test]
fn the_endgame_s_search_finds_the_result() {
    for (params, position) in (1..=7).flat_map(every_ending) {
        let result = result(position, params.mask());
        let mut search = search(params);
        let values = [(-65, 65), (-1, 1), (result - 1, result), (result, result + 1)]
            .map(|(alpha, beta)| search.solve(position, alpha, beta).unwrap_or(99).clamp(alpha, beta));
        assert_eq!(
            values,
            [result, result.signum(), result, result],
            "{:#x?}",
            (position.own, position.opponent)
        );
    }
}

#[test]
fn the_midgame_s_search_finds_the_result_when_it_is_deep_enough() {
    for (params, position) in every_ending(6) {
        let result = result(position, params.mask());
        let value = search(params).look(position, 6, -VALUE_MAX, VALUE_MAX).unwrap_or(99);
        assert_eq!(value, WON * result.signum() + 100 * result, "{:#x?}", (position.own, position.opponent));
    }
}

fn value(shape: &Shape, position: Position) -> i32 {
    evaluate(shape, position, position.moves(shape.mask))
}

#[test]
fn what_is_good_for_one_is_bad_for_the_other() {
    for (params, position) in every_ending(9) {
        let (shape, passed) = (Shape::new(params), position.passed());
        let corners = (position.moves(shape.corners), passed.moves(shape.corners));
        if corners == (0, 0) {
            assert_eq!(value(&shape, position), -value(&shape, passed));
        }
    }
}

/// The mean gain in a position's worth from a chip of one's own on one of these squares.
fn gain(squares: impl Fn(&Shape, Position) -> u64) -> i32 {
    let params = Params::default();
    let (shape, mut gain, mut chips) = (Shape::new(params), 0, 0);
    for position in endings(params, 30) {
        let Position { own, opponent } = position;
        let squares = squares(&shape, position) & (own | opponent);
        for bit in (0..64).map(|index| 1 << index).filter(|bit| squares & bit != 0) {
            let mine = Position { own: own | bit, opponent: opponent & !bit };
            let theirs = Position { own: own & !bit, opponent: opponent | bit };
            gain += value(&shape, mine) - value(&shape, theirs);
            chips += 1;
        }
    }
    gain / chips.max(1)
}

#[test]
fn corners_are_wanted_and_what_gives_them_away_is_not() {
    let near = |shape: &Shape, position| widened(shape.empty(position) & shape.corners);
    assert!(gain(|shape, _| shape.corners) > 1000);
    assert!(gain(|shape, position| near(shape, position) & shape.aslant) < -500);
}

#[test]
fn freedom_is_worth_a_chip_or_more() {
    let shape = Shape::new(Params::default());
    for position in endings(Params::default(), 30) {
        let moves = position.moves(shape.mask & !shape.corners);
        let fewer = moves & moves.wrapping_sub(1);
        assert!(moves == 0 || evaluate(&shape, position, fewer) + 100 <= evaluate(&shape, position, moves));
    }
}
