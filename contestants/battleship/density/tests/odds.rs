//! Density's guesses against the truth: on a small board, all layouts can be counted.

use battleship_density::Density;
use judge_sdk::Random;
use judge_sdk::battleship::{Battleship, Setup, Ship, Square, View};

const SIZE: u8 = 5;
const FLEET: [u8; 3] = [4, 3, 2];

/// The squares of each ship, longest first, as bits.
type Layout = [u32; 3];

fn bit(square: Square) -> u32 {
    1 << square.index(SIZE)
}

fn bits(ship: Ship) -> u32 {
    ship.squares().map(bit).sum()
}

fn layouts() -> Vec<Layout> {
    let [fours, threes, twos] =
        FLEET.map(|length| Ship::placements(length, SIZE).map(bits).collect::<Vec<_>>());
    let mut layouts = Vec::new();
    for &four in &fours {
        for &three in threes.iter().filter(|&three| three & four == 0) {
            let free = twos.iter().filter(|&two| two & (four | three) == 0);
            layouts.extend(free.map(|&two| [four, three, two]));
        }
    }
    layouts
}

/// The judge's report on `layout` after `shots`: hits, and lengths of the ships afloat.
fn told(layout: Layout, shots: u32) -> (u32, Vec<u8>) {
    let hits = layout.iter().sum::<u32>() & shots;
    let afloat = FLEET.iter().zip(layout).filter(|(_, ship)| ship & !shots != 0);
    (hits, afloat.map(|(&length, _)| length).collect())
}

fn view(layout: Layout, shots: u32) -> View {
    let (hits, afloat) = told(layout, shots);
    let bits = (0..SIZE * SIZE).map(|square| 1 << square);
    let cell = |bit: u32| {
        if shots & bit == 0 {
            0
        } else if hits & bit == 0 {
            2
        } else {
            1
        }
    };
    View::new(SIZE, bits.map(cell).collect(), afloat)
}

/// For each shot of a game, in how many layouts it hits, and in how many the best one does.
fn odds(truth: Layout, mut possible: Vec<Layout>, seed: u64) -> Vec<(usize, usize)> {
    let (mut bot, _) =
        Density::new_game(&Setup { seed, seat: 0, size: SIZE, fleet: FLEET.to_vec(), no_touch: false });
    let (mut shots, mut odds) = (0, Vec::new());
    while !told(truth, shots).1.is_empty() {
        let shot = bit(bot.take_turn(&view(truth, shots)));
        let hitting =
            |bit: u32| possible.iter().filter(|layout| layout.iter().sum::<u32>() & bit != 0).count();
        let unknown = (0..SIZE * SIZE).map(|square| 1 << square).filter(|bit| shots & bit == 0);
        odds.push((hitting(shot), unknown.map(hitting).max().expect("a ship is still afloat")));
        shots |= shot;
        possible.retain(|&layout| told(layout, shots) == told(truth, shots));
    }
    odds
}

#[test]
fn nine_shots_in_ten_are_at_the_likeliest_square() {
    let layouts = layouts();
    let mut random = Random::new(20_141_031);
    let games = (0..40).flat_map(|seed| odds(*random.choose(&layouts), layouts.clone(), seed));
    let odds: Vec<(usize, usize)> = games.collect();
    let likeliest = odds.iter().filter(|(shot, best)| shot == best).count();
    assert!(likeliest * 10 >= odds.len() * 9, "{likeliest} of {}", odds.len());
}
