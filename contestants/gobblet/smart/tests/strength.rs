//! The Gobblet bots against each other: their wins, and that they keep to the rules.

use gobblet_ok::Planner;
use gobblet_random::Anything;
use gobblet_smart::Smart;
use judge_sdk::Random;
use judge_sdk::games::Game as _;
use judge_sdk::games::gobblet::{Gobblet as Game, Params};
use judge_sdk::gobblet::{Action, Board, Colour, Gobblet, Position, Setup};

fn setup(board: Board, colour: Colour, seed: u64) -> Setup {
    Setup { seed, colour, board, plies_max: Params::on(board).plies_max() }
}

/// A game of `R` as red against `Y` as yellow: who wins, and what was played.
fn play<R: Gobblet, Y: Gobblet>(board: Board, seed: u64) -> (Option<Colour>, Vec<Action>) {
    let mut red = R::new_game(&setup(board, Colour::Red, 2 * seed));
    let mut yellow = Y::new_game(&setup(board, Colour::Yellow, 2 * seed + 1));
    let mut game = Game::new(Params::on(board));
    let mut actions = Vec::new();
    while game.to_move().is_some() {
        let action = match game.position().to_move() {
            Colour::Red => red.play(game.position()),
            Colour::Yellow => yellow.play(game.position()),
        };
        game.play(&action).expect("bots play by the rules");
        actions.push(action);
    }
    (game.position().winner(), actions)
}

/// The games of `games` that `A` wins as red, and those of as many as yellow.
fn wins<A: Gobblet, B: Gobblet>(board: Board, games: u64) -> [usize; 2] {
    let as_red = (0..games).filter(|&seed| play::<A, B>(board, seed).0 == Some(Colour::Red));
    let as_yellow = (0..games).filter(|&seed| play::<B, A>(board, games + seed).0 == Some(Colour::Yellow));
    [as_red.count(), as_yellow.count()]
}

#[test]
fn ok_beats_random() {
    for board in Board::ALL {
        let wins = wins::<Planner, Anything>(board, 100);
        assert!(wins.iter().all(|&wins| wins >= 95), "{wins:?} of 100 on {board:?}");
    }
}

#[test]
fn smart_beats_ok() {
    for (board, games) in [(Board::Three, 50), (Board::Four, 20)] {
        let wins = wins::<Smart, Planner>(board, games);
        assert!(wins.iter().all(|&wins| wins as u64 * 10 >= games * 9), "{wins:?} of {games} on {board:?}");
    }
}

#[test]
fn smart_as_red_beats_itself_on_3_by_3_in_13_turns() {
    let (winner, actions) = play::<Smart, Smart>(Board::Three, 1);
    assert_eq!((winner, actions.len()), (Some(Colour::Red), 13), "{actions:?}");
}

#[test]
fn a_seed_makes_the_same_game_every_time() {
    assert_eq!(play::<Smart, Planner>(Board::Four, 1), play::<Smart, Planner>(Board::Four, 1));
    assert_ne!(play::<Smart, Planner>(Board::Four, 1), play::<Smart, Planner>(Board::Four, 2));
}

/// Positions of random games in which nobody has won.
fn positions(board: Board) -> Vec<Position> {
    let mut random = Random::new(20_100_611);
    let mut positions = Vec::new();
    for _ in 0..100 {
        let mut position = Position::start(board);
        while position.winner().is_none() {
            positions.push(position);
            let legal: Vec<Action> = position.legal().collect();
            position.play(*random.choose(&legal)).expect("the action is legal");
        }
    }
    positions
}

/// Whether `action` wins; whether the opponent has won after it, or has then a turn that wins.
fn foresight(position: &Position, action: Action) -> (bool, bool) {
    let mut next = *position;
    next.play(action).expect("the action is legal");
    let opponent = Some(position.to_move().other());
    let loses = next.winner() == opponent || next.successors().any(|(_, child)| child.winner() == opponent);
    (next.winner() == Some(position.to_move()), loses)
}

/// Checks that `B` plans for its next turn.
fn assert_plans<B: Gobblet>(positions: &[Position]) {
    for position in positions {
        let choices: Vec<(bool, bool)> = position.legal().map(|action| foresight(position, action)).collect();
        let mut bot = B::new_game(&setup(position.board(), position.to_move(), 1));
        let (wins, loses) = foresight(position, bot.play(position));
        let can_win = choices.iter().any(|&(wins, _)| wins);
        let can_hold = choices.iter().any(|&(_, loses)| !loses);
        assert_eq!((wins, loses && !wins), (can_win, !can_win && !can_hold), "{position}");
    }
}

#[test]
fn ok_and_smart_plan_for_their_next_turn() {
    for board in Board::ALL {
        let positions = positions(board);
        assert_plans::<Planner>(&positions);
        assert_plans::<Smart>(&positions[..positions.len().min(300)]);
    }
}
