//! The strength of Weaver.

use freedom_dummy::Dummy;
use freedom_random::Anything;
use freedom_weaver::Weaver;
use judge_sdk::freedom::{Colour, Freedom, Game, Params, Scoring, Setup, Square};
use judge_sdk::games::Game as _;
use judge_sdk::games::freedom::Action;

use crate::play::{lead, opened, params, play, player};

const SCORINGS: [Scoring; 2] = [Scoring::Multiplicity, Scoring::Distinct];
/// Weaver in a hurry, so that many games are soon played.
type Hasty = Weaver<3_000>;

/// Games that an `A` wins, draws and loses: `games` seeds, each in both colours, after
/// some random stones.
fn counts<A: Freedom + 'static, B: Freedom + 'static>(params: Params, stones: u32, games: u64) -> [u64; 3] {
    let mut counts = [0; 3];
    for (seed, colour) in (0..games).flat_map(|seed| Colour::ALL.map(|colour| (seed, colour))) {
        let lead = lead::<A, B>(opened(params, stones, seed), colour, seed);
        counts[usize::from(lead <= 0) + usize::from(lead < 0)] += 1;
    }
    counts
}

/// Asserts that an `A` wins nine games in ten.
fn assert_beats<A: Freedom + 'static, B: Freedom + 'static>(params: Params, stones: u32, games: u64) {
    let [won, drawn, lost] = counts::<A, B>(params, stones, games);
    assert!(won * 10 >= games * 2 * 9, "{params:?}, against {}: +{won} ={drawn} -{lost}", B::name());
}

#[test]
fn weaver_beats_dummy_and_random() {
    for scoring in SCORINGS {
        assert_beats::<Hasty, Anything>(params(10, scoring), 0, 50);
        // Dummy is no gambler: what differs from game to game are the first stones.
        assert_beats::<Hasty, Dummy>(params(10, scoring), 4, 50);
    }
}

#[test]
fn weaver_wins_on_every_roomy_board() {
    for size in [6, 8, 13, 19, 26] {
        assert_beats::<Weaver<1_000>, Anything>(params(size, Scoring::Multiplicity), 0, 5);
    }
}

#[test]
fn weaver_plays_better_the_longer_it_thinks() {
    let [won, _, lost] = counts::<Hasty, Weaver<100>>(params(10, Scoring::Multiplicity), 4, 25);
    assert!(won > lost, "{won} to {lost}");
}

#[test]
fn weaver_answers_even_without_time_to_think() {
    for (size, scoring) in Params::SIZES.flat_map(|size| SCORINGS.map(|scoring| (size, scoring))) {
        counts::<Weaver<0>, Anything>(params(size, scoring), 0, 1);
    }
}

/// Lets Weaver meet every way in which the opponent may play on; counts the ways and
/// the games that it loses.
fn meet_all(weaver: &mut Weaver, own: Colour, game: Game, counts: &mut [u32; 2]) {
    if game.to_move().is_none() {
        counts[0] += 1;
        counts[1] += u32::from(game.score(own) < game.score(own.other()));
        return;
    }
    let actions = match game.forced() {
        Some(auto) => vec![auto],
        None if game.own() == own => vec![Action::Place(weaver.make_move(&game))],
        None => game.legal(),
    };
    for action in actions {
        let mut next = game;
        next.play(&action).expect("the action is legal");
        meet_all(weaver, own, next, counts);
    }
}

#[test]
fn weaver_cannot_be_beaten_on_the_smallest_board_whatever_the_first_stone() {
    for (colour, scoring) in
        Colour::ALL.into_iter().flat_map(|colour| SCORINGS.map(|scoring| (colour, scoring)))
    {
        let params = params(4, scoring);
        let mut weaver = Weaver::new_game(&Setup { seed: 1, colour, params });
        let mut counts = [0; 2];
        for first in Game::new(params).legal() {
            let mut game = Game::new(params);
            game.play(&first).expect("the first stone goes anywhere");
            meet_all(&mut weaver, colour, game, &mut counts);
        }
        assert!(counts[0] > 10_000 && counts[1] == 0, "{colour}, {scoring}: {counts:?}");
    }
}

#[test]
fn a_seed_makes_the_same_game_every_time() {
    let params = Params::default();
    let game = |seed: u64| -> Vec<Square> {
        let players = Colour::ALL.map(|colour| player::<Hasty>(params, colour, seed));
        play(&mut Game::new(params), players)
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}
