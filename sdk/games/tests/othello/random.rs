//! Facts of every position that random play meets.

use judge_games::Game;
use judge_games::othello::{Action, Board, Chip, Othello, Params, bit, flips, legal_moves, squares};

use super::playout::play_out;
use super::xorshift::Random;
use super::{square, start};

/// Board and game agree.
fn check_board(game: &Othello) {
    let placeable = (0..64).filter(|&index| game.board().place(index).is_some());
    assert_eq!(placeable.map(|index| 1 << index).sum::<u64>(), game.legal_moves(), "{game}");
    assert_eq!(game.over_by().is_some(), game.to_move().is_none(), "{game}");
}

fn check_interface(game: &Othello) {
    let moves = game.possible_moves();
    let placements = game.legal().into_iter().filter(|action| *action != Action::Pass).count();
    assert_eq!(moves.len(), placements);
    for (key, at) in moves {
        assert_eq!((key, at.chips.len()), (square(at.x, at.y), game.takes(key) as usize));
        let mut after = *game;
        assert!(!at.chips.is_empty());
        assert_eq!(after.place_chip(at.x, at.y), Ok(at.chips));
    }
    let (black, white) = game.score();
    let layout = game.chip_layout().concat();
    let count = |chip| layout.iter().filter(|&&at| at == Some(chip)).count();
    assert_eq!((count(Chip::Black), count(Chip::White)), (black as usize, white as usize));
}

#[test]
fn the_originals_interface_tells_in_every_position_what_the_game_does() {
    let mut random = Random::new(0x5eed);
    for size in Params::SIZES.repeat(40) {
        play_out(start(size), &mut random, |game| {
            check_board(game);
            check_interface(game);
        });
    }
}

/// The chips that a placement flips, found square by square.
fn walk(own: u64, opponent: u64, x: i8, y: i8) -> u64 {
    let ways = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|&way| way != (0, 0));
    ways.map(|(dx, dy)| walk_one_way(own, opponent, (x, y), (dx, dy))).sum()
}

fn walk_one_way(own: u64, opponent: u64, (x, y): (i8, i8), (dx, dy): (i8, i8)) -> u64 {
    let mut passed = 0;
    for step in 1..8 {
        let place = (u8::try_from(x + step * dx), u8::try_from(y + step * dy));
        let (Ok(x), Ok(y)) = place else { return 0 };
        let Some(bit) = bit(square(x, y)) else { return 0 };
        if own & bit != 0 {
            return passed;
        }
        if opponent & bit == 0 {
            return 0;
        }
        passed |= bit;
    }
    0
}

#[test]
fn flips_are_the_rows_found_square_by_square_on_any_board() {
    let mut random = Random::new(0x00c0_ffee);
    for round in 0..30_000 {
        // Boards from nearly empty to nearly full.
        let sparse = [random.bits() & random.bits(), random.bits(), random.bits() | random.bits()][round % 3];
        let own = sparse & random.bits();
        let opponent = sparse & !own;
        let mut legal = 0;
        for at in squares(!sparse) {
            let index = u32::from(at.y) * 8 + u32::from(at.x);
            let walked = walk(own, opponent, at.x.cast_signed(), at.y.cast_signed());
            assert_eq!(flips(own, opponent, index), walked, "own {own:#x}, opponent {opponent:#x}, {at}");
            legal |= u64::from(walked != 0) << index;
        }
        assert_eq!(legal_moves(own, opponent), legal, "own {own:#x}, opponent {opponent:#x}");
    }
}

#[test]
fn no_number_and_no_set_of_bits_makes_the_board_panic() {
    let mut random = Random::new(0xbad);
    let board = start(4).board();
    for _ in 0..10_000 {
        let (own, opponent) = (random.bits(), random.bits());
        let _ = legal_moves(own, opponent);
        for index in (0..=70).chain([255, 256, u32::MAX]) {
            let _ = flips(own, opponent, index);
        }
        for params in Params::SIZES.map(|size| Params::new(size).expect("a size from the list")) {
            let _ = Board::new(params, own, opponent).map_err(|error| error.to_string());
        }
    }
    for index in (64..=70).chain([4, 32, 63, 255, 256, u32::MAX]) {
        assert_eq!((board.flips(index), board.place(index)), (0, None));
    }
    assert_eq!((squares(0).next(), squares(u64::MAX).count()), (None, 64));
}
