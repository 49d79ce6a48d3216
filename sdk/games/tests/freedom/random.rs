//! Facts of every position of every game, on random games and random bytes.

use judge_games::freedom::{Action, Board, Cell, Colour, Freedom, Progress, Scoring, Setup};
use judge_games::{Game, Square};

use super::playout::play_out;
use super::xorshift::Random;
use super::{SCORINGS, naive, new_game};

/// Plays a random game to its end and shows `check` every position, the last included.
fn random_game(size: u8, scoring: Scoring, random: &mut Random, mut check: impl FnMut(&Freedom)) {
    let mut seen = 0;
    let game = play_out(new_game(size, scoring), random, |game| {
        assert!(game.to_move().is_none_or(|seat| usize::from(seat.0) == seen % 2), "the seats take turns");
        seen += 1;
        check(game);
    });
    let turns = seen - 1;
    assert_eq!(turns, usize::from(size).pow(2), "a cell a turn");
    assert_eq!(u32::try_from(turns), Ok(Freedom::turns_max(game.params())));
}

fn stone(colour: Colour) -> Cell {
    match colour {
        Colour::White => Cell::White,
        Colour::Black => Cell::Black,
    }
}

fn check_listed(game: &Freedom) {
    let expected: Vec<Action> = naive::legal(game).into_iter().map(Action::Place).collect();
    assert_eq!(game.legal(), expected, "{game}");
}

#[test]
fn what_is_listed_is_what_a_naive_search_finds() {
    let mut random = Random::new(0x5eed);
    for size in [4, 5, 6, 7, 10] {
        random_game(size, Scoring::Multiplicity, &mut random, check_listed);
    }
}

fn check_scores(game: &Freedom) {
    let (board, scoring) = (game.board(), game.params().scoring());
    for colour in Colour::ALL {
        let score = naive::score(board, stone(colour), scoring);
        assert_eq!(game.score(colour), score, "{game}: {colour}");
        assert_eq!(board.score(colour, scoring), score, "{game}: {colour}");
        let sets: Vec<Vec<Square>> = board.live_sets(colour).map(|set| set.squares().to_vec()).collect();
        assert_eq!(sets, naive::live_sets(board, stone(colour)), "{game}: {colour}");
        let live = board.live_stones(colour).iter().map(|Square { x, y }| (y, x));
        assert!(live.eq(naive::live_stones(board, stone(colour))), "{game}: {colour}");
    }
}

#[test]
fn scores_and_live_stones_are_those_of_a_naive_count() {
    let mut random = Random::new(0x11fe);
    for scoring in SCORINGS {
        for (size, games) in [(4, 60), (5, 60), (7, 40), (10, 20), (26, 1)] {
            (0..games).for_each(|_| random_game(size, scoring, &mut random, check_scores));
        }
    }
}

/// The same board with one stone more.
fn with_stone(board: &Board, square: Square, colour: Colour) -> Board {
    let mut bytes = board.bytes();
    bytes[square.index(board.size())] = stone(colour) as u8;
    Board::from_bytes(board.size(), &bytes).expect("still a board")
}

#[test]
fn gain_is_the_difference_that_a_stone_makes_and_the_others_score_stays() {
    let mut random = Random::new(0x6a1);
    for scoring in SCORINGS {
        // Many stones of one colour, so that runs of every length grow together.
        for _ in 0..300 {
            let size = 4 + u8::try_from(random.below(6)).expect("small");
            let bytes: Vec<u8> =
                (0..usize::from(size).pow(2)).map(|_| random.pick(&[0, 1, 1, 1, 2])).collect();
            let board = Board::from_bytes(size, &bytes).expect("a board");
            for (square, colour) in
                board.empty().iter().flat_map(|square| Colour::ALL.map(|colour| (square, colour)))
            {
                let after = with_stone(&board, square, colour);
                let change =
                    |of| naive::score(&after, stone(of), scoring) - naive::score(&board, stone(of), scoring);
                assert_eq!(
                    board.gain(colour, square, scoring),
                    Some(change(colour)),
                    "{board} {square} {colour}"
                );
                assert_eq!(change(colour.other()), 0);
            }
        }
    }
}

fn check_bytes(game: &Freedom) {
    let board = *game.board();
    assert_eq!(Board::from_bytes(board.size(), &board.bytes()), Ok(board), "{game}");
}

#[test]
fn every_board_survives_its_bytes() {
    let mut random = Random::new(0x707a);
    for size in [4, 5, 6, 10, 26] {
        random_game(size, Scoring::Multiplicity, &mut random, check_bytes);
    }
}

#[test]
fn random_setups_are_refused_or_played_to_their_end() {
    let mut random = Random::new(0x5e7);
    let mut valid = 0;
    for _ in 0..200_000 {
        let cells = random.pick(&[[0, 1, 2, 0], [1, 2, 1, 2]]);
        let bytes: Vec<u8> = (0..16).map(|_| random.pick(&cells)).collect();
        let board = Board::from_bytes(4, &bytes).expect("a board");
        let last = Square::new(random.pick(&[0, 1, 2, 3, 4]), random.pick(&[0, 1, 2, 3, 4]));
        let last = random.pick(&[Some(last), Some(last), Some(last), None]);
        let progress = random.pick(&[Progress::Running, Progress::Over]);
        let setup = Setup { board, last, scoring: random.pick(&SCORINGS), progress };
        assert_eq!(setup.to_string().parse(), Ok(setup));
        let Ok(game) = Freedom::from_setup(&setup) else { continue };
        assert_eq!(game.setup(), setup);
        valid += 1;
        check_scores(&play_out(game, &mut random, |_| {}));
    }
    assert!(valid > 1000, "{valid} valid setups");
}

#[test]
fn damaged_notation_is_refused_or_printed_as_it_was() {
    let mut random = Random::new(0xdead);
    let letters: Vec<char> = "./WB ,-0123456789muldistnctover\né".chars().collect();
    let texts = ["..../.B../.W../.... 1,2 distinct", "WB.WW/BBWBB/BBWBB/WWBWW/WBWBW 1,4 multiplicity over"];
    for _ in 0..100_000 {
        let mut text: Vec<char> = random.pick(&texts).chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            let letter = random.pick(&letters);
            match random.below(3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, letter),
                _ => text[at] = letter,
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(game) = text.parse::<Freedom>() {
            assert_eq!(game.to_string(), text);
        }
        let action = text.parse::<Action>();
        assert!(action.is_err(), "{action:?}");
    }
}

#[test]
fn no_square_makes_a_helper_panic() {
    let game = new_game(26, Scoring::Multiplicity);
    for square in (0..=255).flat_map(|y| (0..=255).map(move |x| Square::new(x, y))) {
        let on_board = square.x < 26 && square.y < 26;
        assert_eq!(game.board().at(square.x, square.y).is_some(), on_board);
        assert_eq!(game.board().adjacent(square).next().is_some(), on_board);
        assert_eq!(game.gain(square).is_some(), on_board);
        assert_eq!(game.legal_squares().contains(square), on_board);
    }
}
