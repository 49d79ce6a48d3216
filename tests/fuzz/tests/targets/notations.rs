//! Any text read as an action or a position: never a panic, and what is read is what is printed.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::LazyLock;

use judge_play::games::battleship::{self, Ship};
use judge_play::games::freedom::{self, Freedom, Scoring};
use judge_play::games::gobblet;
use judge_play::games::othello::{self, Othello};
use judge_play::games::stones::{self, Step};
use judge_play::games::{Game, Square};

use super::edited::Edited;

/// Texts that hold actions and positions: the counted positions of the games' own tests.
const TEXTS: [&str; 7] = [
    "0,0 | auto none | auto 3,0 | pass | no ships | distinct | 0,0>1,0 | L@0,0 | 0,0>1,1",
    include_str!("../../../../sdk/games/tests/perft/battleship.txt"),
    include_str!("../../../../sdk/games/tests/perft/freedom.txt"),
    include_str!("../../../../sdk/games/tests/perft/gobblet.txt"),
    include_str!("../../../../sdk/games/tests/perft/othello.txt"),
    include_str!("../../../../sdk/games/tests/perft/stones.txt"),
    include_str!("../../../../sdk/games/tests/gobblet/values.txt"),
];

/// Actions and positions in all notations, and some text that is neither.
static GOOD: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = TEXTS.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#'));
    let fields = lines.flat_map(|line| line.split('|')).map(str::trim);
    let shots = fields.flat_map(|field| [field].into_iter().chain(field.split(" / ")));
    shots.filter(|field| !field.contains(':')).collect()
});

#[test]
fn any_notation() {
    bolero::check!(name = "any_notation")
        .with_iterations(2_000)
        .for_each(|bytes: &[u8]| read(&String::from_utf8_lossy(bytes)));
}

#[test]
fn a_notation_edited() {
    bolero::check!(name = "a_notation_edited").with_iterations(10_000).with_type::<Edited>().for_each(
        |edited| {
            let bytes = edited.of(&GOOD);
            let text = String::from_utf8_lossy(&bytes);
            read(&text);
            // A move on its own is short, and seldom comes of a long text.
            read(text.split(' ').next().unwrap_or_default());
        },
    );
}

/// Reads `text` in every notation there is.
fn read(text: &str) {
    same::<Square>(text);
    same::<Ship>(text);
    same::<battleship::Action>(text);
    same::<freedom::Action>(text);
    same::<freedom::Board>(text);
    same::<Scoring>(text);
    same::<gobblet::Action>(text);
    same::<othello::Action>(text);
    same::<Step>(text);
    same::<stones::Board>(text);
    same::<stones::Position>(text);
    same::<freedom::Setup>(text);
    if let Some(game) = same::<Freedom>(text) {
        play(&game);
    }
    if let Some(game) = same::<Othello>(text) {
        play(&game);
    }
    if let Some(position) = same::<gobblet::Position>(text) {
        for (_, after) in position.successors() {
            assert_eq!(after.to_string().parse(), Ok(after));
        }
    }
}

/// The value of `text`, if it has one; printed and read again it is the same.
fn same<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            let again = printed.parse::<T>().unwrap_or_else(|error| panic!("{printed:?}: {error}"));
            assert_eq!(again, value, "{text:?}");
            Some(value)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

/// Plays every legal action; each survives its notation too.
fn play<G>(game: &G)
where
    G: Game<Action: FromStr<Err: Debug> + PartialEq + Debug>
        + Clone
        + Display
        + FromStr<Err: Debug>
        + PartialEq
        + Debug,
{
    assert_eq!(game.to_move().is_none(), game.outcome().is_some());
    for action in game.legal() {
        assert_eq!(action.to_string().parse::<G::Action>().expect("it is printed"), action);
        let mut after = game.clone();
        after.play(&action).expect("what is listed is legal");
        assert_eq!(after.to_string().parse::<G>().expect("it is printed"), after);
    }
}
