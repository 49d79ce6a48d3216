//! A heap of pebbles: take one, two or three; who takes the last one wins.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use judge_game::{
    Asked, BoardScene, Choice, Contract, Ending, Facts, FirstRow, Game, Hidden, Key, Kind, Mark, Number,
    Outcome, Parameters, ParseError, Phase, Piece, PieceFacts, Place, Reader, Seat, Seed, SettingError,
    Settings, Shown, Square, Tone, Value, Viewpoint, Weight,
};

/// The most pebbles that the seed adds.
const MORE_MAX: u8 = 3;
/// The most pebbles that may be taken at once.
const TAKE_MAX: u8 = 3;

/// What can be set in `[rules]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    size: u8,
}

impl Default for Params {
    fn default() -> Self {
        Self { size: 20 }
    }
}

impl Parameters for Params {
    const KEYS: &'static [Key] = &[Key {
        name: "size",
        kind: Kind::Number { least: 4, most: 60 },
        default: "20",
        meaning: "pebbles in the heap, from 4 to 60; the round's seed adds up to 3",
    }];

    fn from_checked(settings: &Settings<'_>) -> Result<Self, SettingError> {
        Ok(Self { size: settings.read("size").unwrap_or(Self::default().size) })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("size", self.size.to_string())]
    }
}

/// How many pebbles are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take(u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Take {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        // Each action is written in one way, so 03 is none.
        let number = text.parse().ok().filter(|number: &u8| number.to_string() == text);
        number.map(Self).ok_or_else(|| ParseError::new(text, "number of pebbles", "1, 2 or 3"))
    }
}

/// Which rule an action breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal(String);

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Illegal {}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// The pebbles in the beginning, and those that are left.
    size: u8,
    left: u8,
    to_move: Seat,
}

impl Heap {
    fn other(&self) -> Seat {
        Seat(1 - self.to_move.0)
    }
}

impl Game for Heap {
    const NAME: &'static str = "my-game";
    const OPENING_PLIES: Option<u32> = None;

    type Params = Params;
    type Action = Take;
    /// What a seat sees when it must act.
    type View = u8;
    type Illegal = Illegal;

    fn start(params: &Params) -> Self {
        Self::start_with(params, 0)
    }

    /// All chance comes from the seed, which is the same for both seat orders of a round.
    fn start_with(params: &Params, seed: u64) -> Self {
        let more = u8::try_from(seed % u64::from(MORE_MAX + 1)).expect("it is small");
        let size = params.size + more;
        Self { size, left: size, to_move: Seat(0) }
    }

    fn turns_max(params: &Params) -> u32 {
        u32::from(params.size + MORE_MAX)
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<Seat> {
        (self.left > 0).then_some(self.to_move)
    }

    fn legal(&self) -> Vec<Take> {
        (1..=self.left.min(TAKE_MAX)).map(Take).collect()
    }

    fn view(&self, _: Seat) -> u8 {
        self.left
    }

    fn play(&mut self, &Take(number): &Take) -> Result<(), Illegal> {
        if !(1..=TAKE_MAX).contains(&number) {
            return Err(Illegal(format!("{number} cannot be taken; take 1, 2 or 3")));
        }
        if number > self.left {
            return Err(Illegal(format!("{number} cannot be taken; {} are left", self.left)));
        }
        self.left -= number;
        self.to_move = self.other();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        // The one who has taken the last pebble is not to move.
        let points = |winner: Seat| (0..2).map(|seat| i32::from(Seat(seat) == winner)).collect();
        (self.left == 0).then(|| Outcome::by_score(points(self.other()), Ending::Rules))
    }
}

impl Contract for Heap {
    type Event = Infallible;

    /// The arguments of `new-game`, in order.
    fn setup(_: &Params, seat: Seat, seed: Seed, to: &mut Value) {
        to.number(seed.0);
        to.number(seat.0);
    }

    fn question(_: &u8) -> Asked {
        Asked { function: "take", phase: Phase::Turns }
    }

    /// The arguments of `take`.
    fn arguments(left: &u8, to: &mut Value) {
        to.number(*left);
    }

    /// What `take` answers.
    fn answer(_: &u8, mut answer: Reader<'_>) -> Result<Take, String> {
        Ok(Take(answer.byte()))
    }

    fn news(event: &Infallible, _: &mut Value) {
        match *event {}
    }

    /// The question, for people.
    fn text(left: &u8) -> String {
        format!("{left} left")
    }
}

impl Shown for Heap {
    const HELP: &'static str = "Two players take pebbles from a heap in turn: one, two or three. Who takes the last one wins. \
        The round's seed decides how large the heap is.";

    const FACTS: &'static Facts = &Facts {
        seats: &["first", "second"],
        unit: None,
        example: "a number, as in 2",
        notation: "Write how many pebbles to take, as in 2.",
        hidden: Hidden::Nothing,
        pieces: &[PieceFacts {
            name: "a pebble",
            shape: "pebble",
            letters: &["o"],
            symbols: &["●"],
            number: Number::None,
            tone: Tone::Plain,
        }],
        ground: "sand",
        ..Facts::NONE
    };

    /// The pebbles in a row. Who takes some takes those at the right end.
    fn boards(&self, _: Viewpoint) -> Vec<BoardScene> {
        let pebble = Piece { owner: None, kind: 0, number: 0 };
        let pieces = |square: Square| if square.x < self.left { vec![pebble.clone()] } else { Vec::new() };
        vec![BoardScene::new((self.size, 1), FirstRow::Top, pieces)]
    }

    fn scores(&self) -> Vec<i32> {
        self.outcome().map_or_else(|| vec![0; 2], |outcome| outcome.scores)
    }

    fn choice(&self, action: &Take) -> Choice {
        let square = self.left.checked_sub(action.0).map(|x| Place::cell(Square::new(x, 0)));
        Choice { action: action.to_string(), from: None, to: square, changes: None }
    }

    fn marks(_: &Self, _: &Take, after: &Self, _: Viewpoint) -> Vec<Mark> {
        let is_over = after.left == 0;
        let mark = || Mark::new("the last pebble", Weight::Event("the last pebble".into()));
        is_over.then(mark).into_iter().collect()
    }
}

judge_game::export_game!(Heap, include_str!("../wit/my-game.wit"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_the_last_pebble_wins() {
        let mut game = Heap::start(&Params { size: 5 });
        for number in [2, 3] {
            game.play(&Take(number)).expect("it is legal");
        }
        assert_eq!(game.outcome().map(|outcome| outcome.ranks), Some(vec![2, 1]));
    }

    #[test]
    fn nobody_takes_more_than_there_is() {
        let mut game = Heap::start(&Params { size: 4 });
        game.play(&Take(2)).expect("it is legal");
        assert!(game.play(&Take(3)).is_err() && game.play(&Take(0)).is_err());
        assert_eq!(game.legal(), [Take(1), Take(2)]);
    }
}
