//! The Battleship bots' shots: how many they need, and that they are legal, but for bots that break rules on purpose.

use std::collections::BTreeSet;

use battleship_cheater::Cheater;
use battleship_crasher::Crasher;
use battleship_density::Density;
use battleship_hunter::Hunter;
use battleship_smuggler::Smuggler;
use battleship_staller::Staller;
use battleship_stupid::Stupid;
use battleship_tidy::Tidy;
use judge_sdk::Random;
use judge_sdk::battleship::{Battleship, Fleet, Params, Setup, Ship, random_fleet};
use judge_sdk::games::battleship::{Action, Battleship as Game, IllegalFleet, Question};
use judge_sdk::games::{Game as _, Seat, Square};

/// Enough for a standard error of 0.1 to 0.2 shots.
const GAMES: u32 = 2000;

/// A board and a fleet.
fn board(size: u8, fleet: &[u8]) -> Params {
    Params::new(size, fleet.to_vec()).expect("the test's parameters are valid")
}

/// From the smallest to the largest, from roomy to full.
fn boards() -> Vec<Params> {
    vec![
        Params::default(),
        board(2, &[1]),
        board(2, &[2, 2]),
        board(3, &[3, 2, 2, 2]),
        board(4, &[3, 3, 3, 3, 3]),
        board(5, &[5, 5, 4, 3, 3, 2, 2, 1]),
        board(6, &[1; 16]),
        board(6, &[2; 16]),
        board(8, &[4; 16]),
        board(10, &[3; 16]),
        board(10, &[6; 16]),
        board(16, &[16; 16]),
        board(16, &[16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
    ]
}

fn setup(params: &Params, seed: u64) -> Setup {
    Setup { seed, seat: 0, size: params.size(), fleet: params.fleet().to_vec(), no_touch: params.no_touch() }
}

fn fleet<B: Battleship>(params: &Params, seed: u64) -> Vec<Ship> {
    B::new_game(&setup(params, seed)).1
}

/// A game that a bot is about to begin against an opponent with the same fleet.
fn placed(params: &Params, ships: &[Ship]) -> Game {
    let mut game = Game::new(params.clone());
    for _ in 0..2 {
        game.play(&Action::PlaceFleet(ships.to_vec())).expect("the fleet is legal");
    }
    game
}

/// Plays one shot of the bot and one of an opponent who always shoots at the same square.
fn play_turn<B: Battleship>(bot: &mut B, game: &mut Game) -> Square {
    let Question::TakeTurn(view) = game.view(Seat(0)) else { panic!("both fleets are placed") };
    let shot = bot.take_turn(&view);
    game.play(&Action::Shoot(shot)).expect("the shot is on the board");
    if game.to_move().is_some() {
        game.play(&Action::Shoot(Square::new(0, 0))).expect("the square is on the board");
    }
    shot
}

/// The squares that a bot shoots at until `ships` are sunk.
fn shots<B: Battleship>(params: &Params, ships: &[Ship], seed: u64) -> Vec<Square> {
    let (mut bot, _) = B::new_game(&setup(params, seed));
    let mut game = placed(params, ships);
    let mut shots = Vec::new();
    while game.to_move().is_some() {
        shots.push(play_turn(&mut bot, &mut game));
    }
    shots
}

/// The shots that a bot needs on average, against fleets of the original's lengths.
fn mean_shots<B: Battleship>(mut fleet: impl FnMut(&Params, u64) -> Vec<Ship>) -> f64 {
    let params = Params::default();
    let game = |seed: u64| shots::<B>(&params, &fleet(&params, seed), !seed).len();
    let total: usize = (0..GAMES.into()).map(game).sum();
    u32::try_from(total).map(f64::from).expect("games are short") / f64::from(GAMES)
}

/// Against random layouts, the same ones for every bot.
fn strength<B: Battleship>() -> f64 {
    let mut random = Random::new(20_141_031);
    mean_shots::<B>(|params, seed| random_fleet(&setup(params, seed), &mut random))
}

#[test]
fn tidy_needs_as_many_shots_as_luck_alone() {
    let mean = strength::<Tidy>();
    assert!((mean - 95.39).abs() <= 0.5, "{mean}");
}

#[test]
fn hunter_hunts_and_targets() {
    let mean = strength::<Hunter>();
    assert!(mean <= 62.0, "{mean}");
}

#[test]
fn density_reasons_about_lengths_and_sinkings() {
    let mean = strength::<Density>();
    assert!(mean <= 45.5, "{mean}");
}

#[test]
fn smuggler_hides_where_density_looks_last() {
    let mean = mean_shots::<Density>(fleet::<Smuggler>);
    assert!(mean >= 49.0, "{mean}");
}

fn assert_no_shot_is_repeated<B: Battleship>() {
    for params in boards() {
        for seed in 0..20 {
            let ships = random_fleet(&setup(&params, seed), &mut Random::new(seed));
            let shots = shots::<B>(&params, &ships, seed);
            let distinct: BTreeSet<Square> = shots.iter().copied().collect();
            assert_eq!(distinct.len(), shots.len(), "{} on {params:?}", B::name());
        }
    }
}

#[test]
fn no_shot_is_repeated_or_off_the_board() {
    assert_no_shot_is_repeated::<Tidy>();
    assert_no_shot_is_repeated::<Hunter>();
    assert_no_shot_is_repeated::<Density>();
    assert_no_shot_is_repeated::<Smuggler>();
}

fn assert_fleets_are_legal<B: Battleship>(boards: &[Params]) {
    for params in boards {
        for seed in 0..20 {
            let fleet = Fleet::new(params, fleet::<B>(params, seed));
            assert_eq!(fleet.map(drop), Ok(()), "{} on {params:?}", B::name());
        }
    }
}

#[test]
fn fleets_are_legal_on_every_board() {
    let boards = boards();
    assert_fleets_are_legal::<Tidy>(&boards);
    assert_fleets_are_legal::<Hunter>(&boards);
    assert_fleets_are_legal::<Density>(&boards);
    assert_fleets_are_legal::<Smuggler>(&boards);
    assert_fleets_are_legal::<Crasher>(&boards);
    assert_fleets_are_legal::<Staller>(&boards);
    assert_fleets_are_legal::<Stupid>(&[Params::default()]);
}

fn assert_fleets_differ<B: Battleship>() {
    let fleets: BTreeSet<Vec<Ship>> = (0..100).map(|seed| fleet::<B>(&Params::default(), seed)).collect();
    assert_eq!(fleets.len(), 100, "{}", B::name());
}

#[test]
fn fleets_differ_from_seed_to_seed() {
    assert_fleets_differ::<Hunter>();
    assert_fleets_differ::<Density>();
    assert_fleets_differ::<Smuggler>();
}

#[test]
fn a_seed_makes_the_same_game_every_time() {
    let params = Params::default();
    let ships = fleet::<Hunter>(&params, 1);
    assert_eq!(shots::<Density>(&params, &ships, 2), shots::<Density>(&params, &ships, 2));
    assert_ne!(shots::<Density>(&params, &ships, 2), shots::<Density>(&params, &ships, 3));
}

/// A bot and its game after three legal turns.
fn third_turn<B: Battleship>() -> (B, Game) {
    let params = Params::default();
    let (mut bot, ships) = B::new_game(&setup(&params, 1));
    let mut game = placed(&params, &ships);
    for _ in 0..3 {
        play_turn(&mut bot, &mut game);
    }
    (bot, game)
}

#[test]
fn crasher_and_staller_play_three_turns_by_the_rules() {
    third_turn::<Crasher>();
    third_turn::<Staller>();
}

#[test]
#[should_panic(expected = "I crash in my fourth turn")]
fn crasher_crashes_in_the_fourth_turn() {
    let (mut bot, mut game) = third_turn::<Crasher>();
    play_turn(&mut bot, &mut game);
}

#[test]
fn cheater_lays_its_ships_on_one_another() {
    let params = Params::default();
    let fleet = Fleet::new(&params, fleet::<Cheater>(&params, 1));
    assert_eq!(fleet, Err(IllegalFleet::Overlap(Square::new(0, 0))));
}
