//! Sequences of steps, counted and compared with the text file of counts.

use judge_games::Game;
use judge_games::stones::{Adjacency, Layout, Options, Params, Stones};

use crate::board;

const COUNTS: &str = include_str!("../perft/stones.txt");

/// Parameters as in `columns=4 rows=5`.
fn options(text: &str) -> Options {
    let mut options = Options::default();
    for word in text.split_whitespace() {
        let (key, value) = word.split_once('=').expect("params are key=value");
        let number = || value.parse().expect("the value is a number");
        match key {
            "columns" => options.columns = number(),
            "rows" => options.rows = number(),
            "players" => options.players = number(),
            "adjacency" => options.adjacency = Adjacency::from_neighbours(number()).expect("8 or 4"),
            "layout" => options.layout = Some(Layout::Explicit(board(value).cells().to_vec())),
            _ => panic!("unknown parameter {key}"),
        }
    }
    options
}

fn count(game: &Stones, depth: u32) -> u64 {
    if depth == 1 {
        return game.steps().count() as u64;
    }
    let after = game.steps().map(|step| {
        let mut after = *game;
        after.play(&step).expect("listed steps are legal");
        count(&after, depth - 1)
    });
    after.sum()
}

#[test]
fn the_tree_has_as_many_sequences_as_the_file_says() {
    let lines = COUNTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut counted = 0;
    for line in lines {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, params, position, counts] = fields[..] else {
            panic!("{line:?} has not four fields");
        };
        let params = Params::new(&options(params)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let game = if position == "start" {
            Stones::new(&params)
        } else {
            let position = position.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            Stones::from_position(&params, &position).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        for entry in counts.split_whitespace() {
            let (depth, expected) = entry.split_once(':').expect("counts are depth:count");
            let depth = depth.parse().expect("the depth is a number");
            assert_eq!(count(&game, depth).to_string(), expected, "{name}, depth {depth}");
            counted += 1;
        }
    }
    assert!(counted > 60, "the file has been read to its end");
}

#[test]
fn thirty_two_and_112_sequences_on_two_by_three_end_the_game() {
    let over = |game: &Stones, depth| {
        let mut games = vec![*game];
        for _ in 0..depth {
            games = games.iter().flat_map(children).collect();
        }
        games.iter().filter(|game| game.outcome().is_some()).count()
    };
    let game = crate::two_rows(2, 3);
    let straight = crate::start(&options("columns=2 rows=3 adjacency=4"));
    assert_eq!([3, 4, 5].map(|depth| over(&game, depth)), [0, 32, 112]);
    assert_eq!([3, 4, 5].map(|depth| over(&straight, depth)), [0, 6, 12]);
}

fn children(game: &Stones) -> Vec<Stones> {
    let child = |step| {
        let mut child = *game;
        child.play(&step).expect("listed steps are legal");
        child
    };
    game.steps().map(child).collect()
}
