//! Battleship, as the LRUG Ruby Fight Club for October played it.
//!
//! Two seats place a fleet each, seat 0 first, then shoot in turn, one shot each,
//! until all cells of one fleet are hit; there is no equalising shot. `(0, 0)` is
//! the top left corner. Ships may touch, unless the parameters say that they may
//! not, neither side by side nor at their corners. Shooting at the same square twice is
//! legal and wasted. After [`Params::shots_max`] shots each, more hits win.
//!
//! Notation of actions: a fleet is its ships, `5a@0,0 4d@3,2 …` (length, `a`cross
//! or `d`own, first square); a shot is its square, `3,7`.

mod fleet;
mod settings;

use std::fmt;
use std::str::FromStr;

use crate::{Ending, Game, Outcome, ParseError, Seat, SettingError, Square};
pub use fleet::{Fleet, IllegalFleet, Orientation, Ship};

/// The parameters of a game, always valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    size: u8,
    fleet: Vec<u8>,
    no_touch: bool,
    shots_max: u32,
}

impl Params {
    /// The smallest and largest board: columns, and as many rows.
    pub const SIZES: std::ops::RangeInclusive<u8> = 2..=16;
    /// The most ships in a fleet.
    pub const SHIPS_MAX: usize = 16;

    /// A board of `size` × `size` squares and the lengths of a fleet's ships, in any order.
    ///
    /// # Errors
    /// Says which parameter is out of range, and what the range is.
    pub fn new(size: u8, mut fleet: Vec<u8>) -> Result<Self, SettingError> {
        SettingError::unless_in(&Self::SIZES, size, "size", format_args!("size {size} is"))?;
        let no_fleet = |reason: fmt::Arguments<'_>| Err(SettingError::no_game("fleet", reason));
        let (ships, ships_max) = (fleet.len(), Self::SHIPS_MAX);
        if ships == 0 || ships > ships_max {
            return no_fleet(format_args!("a fleet has 1 to {ships_max} ships, not {ships}"));
        }
        let board = format_args!("a board of {size} × {size}");
        if let Some(&length) = fleet.iter().find(|length| !(1..=size).contains(length)) {
            return no_fleet(format_args!("a ship of length {length} does not fit {board}"));
        }
        let cells: usize = fleet.iter().map(|&length| usize::from(length)).sum();
        if cells > usize::from(size) * usize::from(size) {
            return no_fleet(format_args!("a fleet of {cells} cells does not fit {board}"));
        }
        fleet.sort_unstable_by(|a, b| b.cmp(a));
        let shots_max = 20 * u32::from(size) * u32::from(size);
        Ok(Self { size, fleet, no_touch: false, shots_max })
    }

    /// The same board and fleet, with ships that may not touch, or may.
    #[must_use]
    pub fn with_no_touch(self, no_touch: bool) -> Self {
        Self { no_touch, ..self }
    }

    /// Columns of the board, and rows.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The lengths of a fleet's ships, longest first.
    #[must_use]
    pub fn fleet(&self) -> &[u8] {
        &self.fleet
    }

    /// Whether ships may not touch, not even at their corners.
    #[must_use]
    pub fn no_touch(&self) -> bool {
        self.no_touch
    }

    /// The cap: the most shots a seat may take, 20 for each square of the board.
    #[must_use]
    pub fn shots_max(&self) -> u32 {
        self.shots_max
    }
}

impl Default for Params {
    /// 10 × 10 squares; ships of 5, 4, 3, 3 and 2, which may touch.
    fn default() -> Self {
        Self::new(10, vec![5, 4, 3, 3, 2]).expect("the original's parameters are valid")
    }
}

/// The action of a seat in one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Places the fleet; each seat's first action.
    PlaceFleet(Vec<Ship>),
    /// Shoots at a square of the opponent's board.
    Shoot(Square),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shoot(square) => square.fmt(f),
            Self::PlaceFleet(ships) if ships.is_empty() => f.write_str("no ships"),
            Self::PlaceFleet(ships) => {
                for (index, ship) in ships.iter().enumerate() {
                    let gap = if index == 0 { "" } else { " " };
                    write!(f, "{gap}{ship}")?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "no ships" {
            return Ok(Self::PlaceFleet(Vec::new()));
        }
        // Only ships are at a square.
        if !text.contains('@') {
            return text.parse().map(Self::Shoot);
        }
        text.split(' ').map(str::parse).collect::<Result<_, _>>().map(Self::PlaceFleet)
    }
}

/// The reason why an action is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The fleet breaks a rule of placing.
    Fleet(IllegalFleet),
    /// The shot is off the board.
    OffBoard(Square),
    /// A shot where a fleet is asked for, or a fleet where a shot is.
    OutOfTurn,
    /// The game is over.
    Over,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fleet(illegal) => illegal.fmt(f),
            Self::OffBoard(square) => write!(f, "the shot at {square} is off the board"),
            Self::OutOfTurn => f.write_str("a fleet is placed once, then every turn is a shot"),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for Illegal {}

/// The question to a seat, with all it may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Place the fleet; nothing is known yet.
    NewGame,
    /// Shoot; this is what the seat knows of the opponent's board.
    TakeTurn(View),
}

/// The knowledge about a square of the opponent's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Not shot at yet.
    Unknown = 0,
    /// Shot at, and a ship is there. Sunk ships are not marked.
    Hit = 1,
    /// Shot at, and nothing is there.
    Miss = 2,
}

impl Cell {
    /// The cell of a byte: 0 unknown, 1 hit, and else a miss.
    const fn of(byte: u8) -> Self {
        match byte {
            0 => Self::Unknown,
            1 => Self::Hit,
            _ => Self::Miss,
        }
    }
}

/// The knowledge of a seat about the opponent's board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    size: u8,
    state: Vec<u8>,
    ships_remaining: Vec<u8>,
}

impl View {
    /// From the form in which it travels: `size` × `size` cells, row by row from the
    /// top, each 0 unknown, 1 hit or 2 miss; and the lengths of the ships still afloat.
    ///
    /// # Panics
    /// If `state` has not `size` × `size` cells.
    #[must_use]
    pub fn new(size: u8, state: Vec<u8>, ships_remaining: Vec<u8>) -> Self {
        assert_eq!(state.len(), usize::from(size) * usize::from(size), "one byte a square");
        Self { size, state, ships_remaining }
    }

    /// Columns of the board, and rows.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The knowledge about the square in column `x` and row `y`; `None` off the board.
    #[must_use]
    pub fn at(&self, x: u8, y: u8) -> Option<Cell> {
        let on_board = x < self.size && y < self.size;
        on_board.then(|| Cell::of(self.state[Square::new(x, y).index(self.size)]))
    }

    /// The board as bytes, row by row from the top: 0 unknown, 1 hit, 2 miss.
    #[must_use]
    pub fn state(&self) -> &[u8] {
        &self.state
    }

    /// Lengths of the ships with at least one square not hit, longest first.
    #[must_use]
    pub fn ships_remaining(&self) -> &[u8] {
        &self.ships_remaining
    }

    /// All squares of the board, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        Square::all(self.size, self.size)
    }

    /// The squares not shot at yet, row by row.
    pub fn unknown(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares().filter(|square| self.at(square.x, square.y) == Some(Cell::Unknown))
    }
}

/// One seat's own waters: its fleet, and what has been shot at.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Waters {
    fleet: Fleet,
    state: Vec<u8>,
    shots: u32,
    hits: u32,
}

impl Waters {
    fn new(params: &Params, fleet: Fleet) -> Self {
        let cells = usize::from(params.size) * usize::from(params.size);
        Self { fleet, state: vec![Cell::Unknown as u8; cells], shots: 0, hits: 0 }
    }

    fn receive(&mut self, square: Square, size: u8) {
        let cell = &mut self.state[square.index(size)];
        self.shots += 1;
        if *cell != Cell::Unknown as u8 {
            return;
        }
        let hit = self.fleet.covers(square);
        *cell = if hit { Cell::Hit } else { Cell::Miss } as u8;
        self.hits += u32::from(hit);
    }

    fn ships_remaining(&self, size: u8) -> Vec<u8> {
        let unhit = |square: Square| self.state[square.index(size)] != Cell::Hit as u8;
        let afloat = self.fleet.ships().iter().filter(|ship| ship.squares().any(unhit));
        let mut lengths: Vec<u8> = afloat.map(|ship| ship.length).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths
    }

    fn is_sunk(&self) -> bool {
        self.hits == self.fleet.cells()
    }
}

/// A game of Battleship in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battleship {
    params: Params,
    /// By seat; the seats place in order, so a seat's waters exist when it has placed.
    waters: Vec<Waters>,
    to_move: Seat,
}

impl Battleship {
    /// A new game, seat 0 about to place its fleet.
    #[must_use]
    pub fn new(params: Params) -> Self {
        Self { params, waters: Vec::with_capacity(2), to_move: Seat(0) }
    }

    /// The game's parameters.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Shots that `seat` has taken.
    #[must_use]
    pub fn shots(&self, seat: Seat) -> u32 {
        self.waters.get(seat.other().index()).map_or(0, |waters| waters.shots)
    }

    /// The fleet that `seat` has placed; `None` if it has placed none yet.
    #[must_use]
    pub fn fleet(&self, seat: Seat) -> Option<&Fleet> {
        self.waters.get(seat.index()).map(|waters| &waters.fleet)
    }

    /// The result of a shot at `square` in the waters of `seat`; `None` if nobody has shot there.
    #[must_use]
    pub fn shot_at(&self, seat: Seat, square: Square) -> Option<Cell> {
        let (size, waters) = (self.params.size, self.waters.get(seat.index())?);
        if square.x >= size || square.y >= size {
            return None;
        }
        Some(Cell::of(waters.state[square.index(size)])).filter(|cell| *cell != Cell::Unknown)
    }

    /// Lengths of the ships of `seat` with at least one square not hit, longest first. Before it has
    /// placed its fleet these are those that it will have to place.
    #[must_use]
    pub fn afloat(&self, seat: Seat) -> Vec<u8> {
        let waters = self.waters.get(seat.index());
        waters.map_or_else(|| self.params.fleet.clone(), |waters| waters.ships_remaining(self.params.size))
    }

    /// The number of hits by `seat`.
    #[must_use]
    pub fn hits(&self, seat: Seat) -> u32 {
        self.waters.get(seat.other().index()).map_or(0, |waters| waters.hits)
    }

    fn place(&mut self, ships: &[Ship]) -> Result<(), Illegal> {
        let fleet = Fleet::new(&self.params, ships.to_vec()).map_err(Illegal::Fleet)?;
        self.waters.push(Waters::new(&self.params, fleet));
        self.to_move = self.to_move.other();
        Ok(())
    }

    fn shoot(&mut self, square: Square) -> Result<(), Illegal> {
        let size = self.params.size;
        if square.x >= size || square.y >= size {
            return Err(Illegal::OffBoard(square));
        }
        self.waters[self.to_move.other().index()].receive(square, size);
        self.to_move = self.to_move.other();
        Ok(())
    }

    fn all_placed(&self) -> bool {
        self.waters.len() == 2
    }
}

impl Game for Battleship {
    const NAME: &'static str = "battleship";
    const OPENING_PLIES: Option<u32> = None;

    type Params = Params;
    type Action = Action;
    type View = Question;
    type Illegal = Illegal;

    fn start(params: &Params) -> Self {
        Self::new(params.clone())
    }

    /// The most actions that a game can take: two fleets, and as many shots as both may take.
    fn turns_max(params: &Params) -> u32 {
        2 + 2 * params.shots_max
    }

    fn to_move(&self) -> Option<Seat> {
        self.outcome().is_none().then_some(self.to_move)
    }

    fn legal(&self) -> Vec<Action> {
        let size = if self.all_placed() && self.outcome().is_none() { self.params.size } else { 0 };
        Square::all(size, size).map(Action::Shoot).collect()
    }

    fn view(&self, seat: Seat) -> Question {
        if !self.all_placed() {
            return Question::NewGame;
        }
        let waters = &self.waters[seat.other().index()];
        let size = self.params.size;
        Question::TakeTurn(View::new(size, waters.state.clone(), waters.ships_remaining(size)))
    }

    fn play(&mut self, action: &Action) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        match (action, self.all_placed()) {
            (Action::PlaceFleet(ships), false) => self.place(ships),
            (Action::Shoot(square), true) => self.shoot(*square),
            _ => Err(Illegal::OutOfTurn),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.waters.as_slice() else {
            return None;
        };
        let sunk = first.is_sunk() || second.is_sunk();
        let capped = first.shots >= self.params.shots_max && second.shots >= self.params.shots_max;
        let ending = if sunk { Ending::Rules } else { Ending::Cap };
        let hits = |waters: &Waters| i32::try_from(waters.hits).expect("at most one hit a square");
        (sunk || capped).then(|| Outcome::by_score(vec![hits(second), hits(first)], ending))
    }
}
