//! The strength of Wolf.

use std::cmp::Ordering;

use judge_sdk::games::Game as _;
use judge_sdk::games::stones::Options;
use judge_sdk::stones::{Adjacency, Seat, Step, Stones};
use stones_aggressive::Aggressive;
use stones_random::Anything;
use stones_wolf::Wolf;

use crate::play::{Player, new_game, opened, play, player};

/// Wolf in a hurry, so that many games are soon played.
type Hasty = Wolf<3_000>;

const ADJACENCIES: [Adjacency; 2] = [Adjacency::Eight, Adjacency::Four];
/// Columns and rows.
const BOARDS: [(u8, u8); 6] = [(4, 5), (5, 5), (8, 8), (11, 6), (15, 3), (3, 15)];

fn boards() -> impl Iterator<Item = Options> {
    let with = |(columns, rows), adjacency| Options { adjacency, ..Options::two_rows(columns, rows) };
    BOARDS.into_iter().flat_map(move |board| ADJACENCIES.map(|adjacency| with(board, adjacency)))
}

/// Duels that an `A` wins, draws and loses against a `B`: `games` seeds, each in both
/// seats, after four random turns.
fn counts<A: Stones + 'static, B: Stones + 'static>(options: &Options, games: u64) -> [u64; 3] {
    let mut counts = [0; 3];
    for (seed, is_first) in (0..games).flat_map(|seed| [(seed, true), (seed, false)]) {
        let mut game = opened(options, 4, seed);
        let mut players = if is_first {
            [player::<A>(&game, 0, seed), player::<B>(&game, 1, seed)]
        } else {
            [player::<B>(&game, 0, seed), player::<A>(&game, 1, seed)]
        };
        let ranks = play(&mut game, &mut players).1.ranks;
        let own = usize::from(!is_first);
        counts[match ranks[own].cmp(&ranks[1 - own]) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        }] += 1;
    }
    counts
}

/// Asserts that an `A` wins so many duels in a hundred.
fn assert_beats<A: Stones + 'static, B: Stones + 'static>(options: &Options, games: u64, percent: u64) {
    let counts = counts::<A, B>(options, games);
    let Options { columns, rows, adjacency, .. } = options;
    assert!(
        counts[0] * 100 >= games * 2 * percent,
        "{columns} × {rows}, {adjacency:?}, {}: {counts:?}",
        B::name()
    );
}

#[test]
fn wolf_beats_random_and_aggressive() {
    for options in boards() {
        assert_beats::<Hasty, Anything>(&options, 20, 95);
        assert_beats::<Hasty, Aggressive>(&options, 20, 80);
    }
}

#[test]
fn wolf_wins_more_than_it_loses_where_a_few_turns_decide() {
    for adjacency in ADJACENCIES {
        let options = Options { adjacency, ..Options::two_rows(3, 3) };
        assert_beats::<Hasty, Anything>(&options, 50, 80);
        assert_beats::<Hasty, Aggressive>(&options, 50, 65);
    }
}

/// Boards whose outcome is known: columns, rows, who wins if both play well, in how many turns.
const SOLVED: [(u8, u8, Adjacency, [u8; 2], usize); 11] = [
    (2, 2, Adjacency::Eight, [1, 2], 3),
    (2, 2, Adjacency::Four, [2, 1], 4),
    (2, 3, Adjacency::Eight, [2, 1], 4),
    (2, 3, Adjacency::Four, [2, 1], 4),
    (3, 3, Adjacency::Eight, [2, 1], 8),
    (3, 3, Adjacency::Four, [2, 1], 8),
    (4, 3, Adjacency::Eight, [2, 1], 12),
    (4, 3, Adjacency::Four, [2, 1], 12),
    (2, 4, Adjacency::Four, [2, 1], 10),
    (2, 5, Adjacency::Four, [2, 1], 14),
    (3, 4, Adjacency::Four, [1, 2], 15),
];

/// A duel of Wolf with itself from the start: turns and ranks.
fn duel(columns: u8, rows: u8, adjacency: Adjacency, seed: u64) -> (usize, Vec<u8>) {
    let mut game = new_game(&Options { adjacency, ..Options::two_rows(columns, rows) });
    let mut players = [player::<Wolf>(&game, 0, seed), player::<Wolf>(&game, 1, seed)];
    let (steps, outcome) = play(&mut game, &mut players);
    (steps.len(), outcome.ranks)
}

#[test]
fn wolf_wins_what_is_won_as_soon_as_can_be() {
    for (columns, rows, adjacency, ranks, turns_max) in SOLVED {
        for seed in 0..3 {
            let (turns, played) = duel(columns, rows, adjacency, seed);
            assert_eq!(played, ranks, "{columns} × {rows}, {adjacency:?}");
            assert!(turns <= turns_max, "{columns} × {rows}, {adjacency:?}: {turns}");
        }
    }
}

#[test]
fn wolf_holds_what_is_drawn() {
    for (columns, rows) in [(2, 4), (2, 5), (3, 4)] {
        assert_eq!(duel(columns, rows, Adjacency::Eight, 1).1, [1, 1], "{columns} × {rows}");
    }
}

/// Two points for each player who ranks behind, one for each who ranks beside.
fn points(ranks: &[u8], seat: usize) -> u32 {
    let point = |other: &u8| match ranks[seat].cmp(other) {
        Ordering::Less => 2,
        Ordering::Equal => 1,
        Ordering::Greater => 0,
    };
    ranks.iter().map(point).sum::<u32>() - 1
}

/// The mean points, in hundredths, of Wolf and of each other bot at a table of so many
/// players: there Wolf sits once in each seat, and the others take turns from there on.
fn means(options: &Options, games: u64) -> [u32; 3] {
    let players = usize::from(options.players);
    let (mut sums, mut counts) = ([0; 3], [0; 3]);
    for (seed, wolf) in (0..games).flat_map(|seed| (0..players).map(move |wolf| (seed, wolf))) {
        let mut game = opened(options, options.players.into(), seed);
        let bot = |seat: usize| match (seat + players - wolf) % players {
            0 => 0,
            gap => 1 + gap % 2,
        };
        let mut table: Vec<Box<dyn Player>> = (0..options.players)
            .map(|seat| match bot(seat.into()) {
                0 => player::<Hasty>(&game, seat, seed),
                1 => player::<Anything>(&game, seat, seed),
                _ => player::<Aggressive>(&game, seat, seed),
            })
            .collect();
        let ranks = play(&mut game, &mut table).1.ranks;
        for seat in 0..players {
            sums[bot(seat)] += points(&ranks, seat);
            counts[bot(seat)] += 1;
        }
    }
    [0, 1, 2].map(|bot| sums[bot] * 100 / counts[bot])
}

#[test]
fn wolf_wins_the_most_points_at_larger_tables() {
    let table = |players, size, adjacency| Options {
        players,
        columns: size,
        rows: size,
        adjacency,
        ..Options::default()
    };
    for adjacency in ADJACENCIES {
        for options in [table(3, 6, adjacency), table(4, 6, adjacency), table(4, 9, adjacency)] {
            let [wolf, random, aggressive] = means(&options, 5);
            assert!(
                wolf > random.max(aggressive),
                "{} players: {wolf} {random} {aggressive}",
                options.players
            );
        }
    }
}

#[test]
fn wolf_wins_the_most_points_among_eight() {
    let board = "000..111/000..111/......../22....33/22....33/......../444.5555/444.5555/6666..77/6666.777";
    let options = Options::explicit(&board.parse().expect("a board"));
    let [wolf, random, aggressive] = means(&options, 3);
    assert!(wolf > random.max(aggressive), "{wolf} {random} {aggressive}");
}

#[test]
fn both_answer_by_the_rules_even_without_time_to_think() {
    let sizes = [2, 3, 4, 7, 10, 13, 16];
    let boards = sizes.into_iter().flat_map(|columns| sizes.map(|rows| (columns, rows)));
    for ((columns, rows), adjacency) in
        boards.flat_map(|board| ADJACENCIES.map(|adjacency| (board, adjacency)))
    {
        let options = Options { adjacency, max_turns: Some(100), ..Options::two_rows(columns, rows) };
        for seed in 0..2 {
            let mut game = new_game(&options);
            let mut players = [player::<Wolf<0>>(&game, 0, seed), player::<Aggressive>(&game, 1, seed)];
            play(&mut game, &mut players);
        }
    }
}

#[test]
fn at_the_cap_the_last_hit_counts() {
    let board = "00.11/...../..0../..1../....1".parse().expect("a board");
    let options = Options { max_turns: Some(1), ..Options::explicit(&board) };
    let mut game = new_game(&options);
    let mut players = [player::<Wolf>(&game, 0, 1), player::<Anything>(&game, 1, 1)];
    let (steps, outcome) = play(&mut game, &mut players);
    assert_eq!((steps[0].to_string(), outcome.ranks), ("2,2>2,3".to_owned(), vec![1, 1]));
}

#[test]
fn at_the_cap_the_rank_counts_more_than_stones() {
    // Player 1 has as many stones as Wolf, player 2 far more.
    let board = "1.2/.0./2.0/1.2/222".parse().expect("a board");
    let options = Options { max_turns: Some(1), ..Options::explicit(&board) };
    for seed in 0..20 {
        let mut game = new_game(&options);
        let mut wolf = player::<Wolf>(&game, 0, seed);
        game.play(&wolf.next_move(&game)).expect("the step is legal");
        assert_eq!(game.stones(Seat(1)), 1, "{}", game.board());
    }
}

#[test]
fn a_seed_makes_the_same_game_every_time() {
    let game = |seed: u64| -> Vec<Step> {
        let mut game = new_game(&Options::default());
        let mut players = [player::<Hasty>(&game, 0, seed), player::<Hasty>(&game, 1, seed)];
        play(&mut game, &mut players).0
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}
