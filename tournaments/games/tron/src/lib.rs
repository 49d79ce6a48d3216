//! Tron: all step at the same time and leave walls behind; the last one who runs into nothing wins.
//!
//! Seats are asked one after the other, and nobody steps before all have chosen. Until then a choice is a secret.

mod map;
mod params;
mod shown;

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use judge_game::{
    Asked, Contract, Ending, Game, Notice, Outcome, Over, Parameters, Phase, Reader, Seat, Seed, Square,
    Value,
};

pub use params::Params;

/// Where a player steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Up.
    North,
    /// To the right.
    East,
    /// Down.
    South,
    /// To the left.
    West,
}

impl Step {
    /// All of them, in the contract's order.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The square one step on; `None` beyond the board's upper or left edge.
    #[must_use]
    pub fn target(self, at: Square) -> Option<Square> {
        let (x, y) = match self {
            Self::North => (Some(at.x), at.y.checked_sub(1)),
            Self::East => (at.x.checked_add(1), Some(at.y)),
            Self::South => (Some(at.x), at.y.checked_add(1)),
            Self::West => (at.x.checked_sub(1), Some(at.y)),
        };
        Some(Square::new(x?, y?))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["n", "e", "s", "w"][*self as usize])
    }
}

impl FromStr for Step {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let step = Self::ALL.into_iter().find(|step| step.to_string() == text);
        step.ok_or_else(|| format!("{text:?} is no step; write n, e, s or w"))
    }
}

/// What lies on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Free,
    /// A wall of the map.
    Wall,
    /// What a player has left, or its head.
    Of(Seat),
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Player {
    head: Square,
    /// Steps without a crash.
    steps: i32,
    is_in: bool,
    /// The step that it has chosen and not made.
    chosen: Option<Step>,
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tron {
    size: u8,
    cells: Vec<Cell>,
    players: Vec<Player>,
}

impl Tron {
    /// What lies on a square; a wall off the board.
    #[must_use]
    pub fn at(&self, square: Square) -> Cell {
        let is_on = square.x < self.size && square.y < self.size;
        if is_on { self.cells[square.index(self.size)] } else { Cell::Wall }
    }

    /// The players that are in, and where their heads are.
    pub fn heads(&self) -> impl Iterator<Item = (Seat, Square)> + '_ {
        self.seats_in().map(|seat| (seat, self.players[seat.index()].head))
    }

    fn seats_in(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..).map(Seat).zip(&self.players).filter(|(_, player)| player.is_in).map(|(seat, _)| seat)
    }

    fn is_over(&self) -> bool {
        self.seats_in().count() < 2
    }

    /// Steps with all players, if all have chosen.
    fn step_all(&mut self) {
        if self.players.iter().any(|player| player.is_in && player.chosen.is_none()) {
            return;
        }
        let target = |player: &Player| {
            player.chosen.filter(|_| player.is_in).and_then(|step| step.target(player.head))
        };
        let targets: Vec<Option<Square>> = self.players.iter().map(target).collect();
        let before = self.clone();
        for (seat, player) in (0..).map(Seat).zip(&mut self.players) {
            player.chosen = None;
            let target = targets[seat.index()];
            let is_shared = targets.iter().filter(|other| target.is_some() && **other == target).count() > 1;
            match target.filter(|square| before.at(*square) == Cell::Free) {
                Some(square) if player.is_in => {
                    player.head = square;
                    self.cells[square.index(self.size)] = Cell::Of(seat);
                    player.is_in = !is_shared;
                    player.steps += i32::from(!is_shared);
                }
                _ => player.is_in = false,
            }
        }
    }

    /// The board as bots get it, without what is chosen.
    fn board(&self, end_of_row: &str) -> String {
        let letter = |cell: &Cell| match cell {
            Cell::Free => '.',
            Cell::Wall => '#',
            Cell::Of(seat) => char::from(b'0' + seat.0),
        };
        let rows = self.cells.chunks(self.size.into());
        rows.map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join(end_of_row)
    }
}

impl Game for Tron {
    const NAME: &'static str = "tron";
    const OPENING_PLIES: Option<u32> = None;

    type Params = Params;
    type Action = Step;
    type View = Self;
    type Illegal = Over;

    fn start(params: &Params) -> Self {
        Self::start_with(params, 0)
    }

    fn start_with(params: &Params, seed: u64) -> Self {
        let size = params.size;
        let mut cells = vec![Cell::Free; usize::from(size) * usize::from(size)];
        for wall in map::walls(params, seed) {
            cells[wall.index(size)] = Cell::Wall;
        }
        let starts = map::starts(params);
        for (seat, start) in (0..).map(Seat).zip(&starts) {
            cells[start.index(size)] = Cell::Of(seat);
        }
        let player = |head| Player { head, steps: 0, is_in: true, chosen: None };
        Self { size, cells, players: starts.into_iter().map(player).collect() }
    }

    fn turns_max(params: &Params) -> u32 {
        // Whoever steps on takes a square, and the last step of each takes none.
        u32::from(params.size) * u32::from(params.size) + 4
    }

    fn seats(&self) -> usize {
        self.players.len()
    }

    fn to_move(&self) -> Option<Seat> {
        let waits = |seat: &Seat| self.players[seat.index()].chosen.is_none();
        if self.is_over() { None } else { self.seats_in().find(waits) }
    }

    fn legal(&self) -> Vec<Step> {
        if self.is_over() { Vec::new() } else { Step::ALL.to_vec() }
    }

    /// Nobody sees what others have chosen.
    fn view(&self, _: Seat) -> Self {
        let mut view = self.clone();
        view.players.iter_mut().for_each(|player| player.chosen = None);
        view
    }

    fn play(&mut self, step: &Step) -> Result<(), Over> {
        let seat = self.to_move().ok_or(Over)?;
        self.players[seat.index()].chosen = Some(*step);
        self.step_all();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        // The last one has outlived the others, also those that were taken out at the same time.
        let score = |player: &Player| player.steps * 2 + i32::from(player.is_in);
        let Outcome { ranks, .. } =
            Outcome::by_score(self.players.iter().map(score).collect(), Ending::Rules);
        let scores = self.players.iter().map(|player| player.steps).collect();
        self.is_over().then_some(Outcome { ranks, scores, ending: Ending::Rules })
    }
}

impl Contract for Tron {
    type Event = Infallible;

    fn setup(params: &Params, seat: Seat, seed: Seed, to: &mut Value) {
        to.number(seed.0);
        to.numbers([seat.0, u8::try_from(params.seats()).expect("there are four at most"), params.size]);
    }

    fn question(_: &Self) -> Asked {
        Asked { function: "step", phase: Phase::Turns }
    }

    fn arguments(view: &Self, to: &mut Value) {
        to.text(&view.board(""));
        to.list(view.players.len());
        for player in &view.players {
            to.case(player.is_in.into());
            if player.is_in {
                to.numbers([player.head.x, player.head.y]);
            }
        }
    }

    fn answer(_: &Self, mut answer: Reader<'_>) -> Result<Step, String> {
        Ok(Step::ALL[answer.case() as usize])
    }

    fn text(view: &Self) -> String {
        view.board("/")
    }

    /// With three or more players the others play on.
    fn remove(&mut self, offender: Seat) -> Option<Vec<Notice<Infallible>>> {
        if self.players.len() < 3 {
            return None;
        }
        self.players[offender.index()].is_in = false;
        if !self.is_over() {
            self.step_all();
        }
        Some(Vec::new())
    }
}

judge_game::export_game!(Tron, include_str!("../wit/tron.wit"));

#[cfg(test)]
mod tests;
