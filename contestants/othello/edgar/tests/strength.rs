//! The strength of the Othello bots, and that they keep to the rules on every board.

use judge_sdk::Random;
use judge_sdk::games::othello::{Action, Othello as Game};
use judge_sdk::games::{Game as _, Seat};
use judge_sdk::othello::{Board, Chip, Othello, Params, Setup};
use othello_edgar::Edgar;
use othello_greedy::Greedy;
use othello_random::Anything;

fn board(size: u8) -> Params {
    Params::new(size).expect("the test's sizes are valid")
}

fn seated<B: Othello>(chip: Chip, params: Params, seed: u64) -> B {
    B::new_game(&Setup { seed, chip, params })
}

/// A game after some random actions.
fn opening(params: Params, plies: u32, random: &mut Random) -> Game {
    let mut game = Game::new(params);
    for _ in 0..plies {
        let action = *random.choose(&game.legal());
        game.play(&action).expect("a listed action is legal");
    }
    game
}

fn play(game: &mut Game, bot: &mut impl Othello) {
    let action = game.forced().unwrap_or_else(|| Action::Place(bot.choose(&game.board())));
    game.play(&action).expect("bots keep to the rules");
}

/// Plays a game to its end, `A` is black: the half points that it makes.
fn half_points<A: Othello, B: Othello>(mut game: Game, seed: u64) -> i32 {
    let mut black: A = seated(Chip::Black, game.params(), seed);
    let mut white: B = seated(Chip::White, game.params(), !seed);
    loop {
        match game.to_move() {
            Some(Seat(0)) => play(&mut game, &mut black),
            Some(_) => play(&mut game, &mut white),
            None => break,
        }
    }
    let scores = game.outcome().expect("the game is over").scores;
    1 + (scores[0] - scores[1]).signum()
}

/// The half points that an `A` makes against a `B`, of four for each opening: both colours are played.
fn strength<A: Othello, B: Othello>(params: Params, openings: u64) -> i32 {
    let mut random = Random::new(20_141_031);
    let mut points = |seed| {
        let game = opening(params, 4, &mut random);
        half_points::<A, B>(game, seed) + 2 - half_points::<B, A>(game, seed)
    };
    (0..openings).map(&mut points).sum()
}

#[test]
fn greed_is_a_little_better_than_luck() {
    let points = strength::<Greedy, Anything>(board(8), 500);
    assert!((1100..=1400).contains(&points), "{points} of 2000");
}

#[test]
fn edgar_beats_greedy() {
    let points = strength::<Edgar, Greedy>(board(8), 12);
    assert!(points * 100 >= 48 * 95, "{points} of 48");
}

#[test]
fn edgar_beats_greedy_on_six_squares_by_six() {
    let points = strength::<Edgar, Greedy>(board(6), 10);
    assert!(points * 100 >= 40 * 95, "{points} of 40");
}

#[test]
fn edgar_as_white_never_loses_on_four_squares_by_four() {
    for seed in 0..20 {
        assert_eq!(half_points::<Greedy, Edgar>(Game::new(board(4)), seed), 0);
        assert_eq!(half_points::<Anything, Edgar>(Game::new(board(4)), seed), 0);
    }
}

#[test]
fn greedy_takes_the_most() {
    let mut random = Random::new(20_141_031);
    for seed in 0..200 {
        let game = opening(board(8), 30, &mut random);
        if game.legal_moves() != 0 {
            let square = seated::<Greedy>(Chip::Black, board(8), seed).choose(&game.board());
            let most = game.legal().into_iter().map(|action| takes(&game, action)).max();
            assert_eq!(Some(takes(&game, Action::Place(square))), most, "{game}");
        }
    }
}

fn takes(game: &Game, action: Action) -> u32 {
    match action {
        Action::Place(square) => game.takes(square),
        Action::Pass => 0,
    }
}

/// Chips anywhere, also where no game leads to.
fn scattered(params: Params, random: &mut Random) -> Board {
    let mut set = || u64::from(random.below(u32::MAX)) << 32 | u64::from(random.below(u32::MAX));
    let (own, opponent) = (set() & params.mask(), set() & params.mask());
    Board::new(params, own & !opponent, opponent).expect("all chips are on the board")
}

fn assert_scattered_chips_are_no_trouble<B: Othello>() {
    let mut random = Random::new(20_141_031);
    for params in Params::SIZES.map(board) {
        for seed in 0..60 {
            let scattered = scattered(params, &mut random);
            if scattered.legal_moves() != 0 {
                let square = seated::<B>(Chip::Black, params, seed).choose(&scattered);
                let index = u32::from(square.y) * 8 + u32::from(square.x);
                assert!(scattered.place(index).is_some(), "{}: {square} in {scattered:?}", B::name());
            }
        }
    }
}

#[test]
fn any_board_with_a_legal_move_has_an_answer() {
    assert_scattered_chips_are_no_trouble::<Anything>();
    assert_scattered_chips_are_no_trouble::<Greedy>();
    assert_scattered_chips_are_no_trouble::<Edgar>();
}

fn first_choices<B: Othello>(board: &Board) -> Vec<String> {
    let choice = |seed| seated::<B>(Chip::Black, board.params(), seed).choose(board).to_string();
    (0..12).map(choice).collect()
}

#[test]
fn a_seed_makes_the_same_choice_every_time_and_seeds_differ() {
    let board = Game::default().board();
    let choices = first_choices::<Edgar>(&board);
    assert_eq!(choices, first_choices::<Edgar>(&board));
    assert!(choices.iter().any(|choice| *choice != choices[0]), "{choices:?}");
    let choices = first_choices::<Greedy>(&board);
    assert_eq!(choices, first_choices::<Greedy>(&board));
    assert!(choices.iter().any(|choice| *choice != choices[0]), "{choices:?}");
}
