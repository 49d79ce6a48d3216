//! Battleship: both waters, each with what the viewer may know of it, and fleets that are being placed.

mod trials;

use judge_games::battleship::{Action, Battleship, Cell, Fleet, Params, Ship};
use judge_games::{Game, Seat, Square};

use crate::{
    BoardScene, Choice, Facts, FirstRow, Hidden, Hull, Mark, MarkKind, Number, Orientation, Piece,
    PieceFacts, Place, Placing, PlacingFacts, Secret, Shown, ToPlace, Tone, Trial, Unit, Viewpoint, Weight,
};

/// On a cell, a part of a ship; beside the board, a whole ship.
const SHIP: u8 = 0;
/// A shot that hit. It lies on the ship, where the ship may be seen.
const HIT: u8 = 1;
/// A shot that missed.
const MISS: u8 = 2;

impl Shown for Battleship {
    const FACTS: &'static Facts = &Facts {
        unit: Some(Unit { one: "hit", many: "hits" }),
        example: "a shot, as in 3,7",
        notation: "Write a shot as column,row, as in 3,7.",
        // Fleets are placed ship by ship, so what is no action was meant as a square.
        misread: Some("is no square; write x,y, as in 3,7"),
        hidden: Hidden::Secrets("its fleet"),
        pieces: &[
            PieceFacts { number: Number::Length, ..PieceFacts::plain("ship of {number}", "ship", &[], &[]) },
            PieceFacts { tone: Tone::Blow, ..PieceFacts::plain("hit", "hit", &["x"], &["✕"]) },
            PieceFacts::plain("miss", "miss", &["o"], &["○"]),
        ],
        emblem: Some((SHIP, 3)),
        ground: "sea",
        own_board: "Waters",
        beside: Some("afloat"),
        first_turn: Some("in which it places its fleet"),
        placing: Some(PlacingFacts {
            one: "ship",
            many: "ships",
            all: "fleet",
            notation: "Write ships as length, a (across) or d (down), @, column,row of the left or top square, as in 5a@0,0. Write one or more at a time. r places the rest at random; u takes the last one back.",
        }),
        trials: &[
            "size=2 fleet=2",
            "size=4 fleet=1,1,1",
            "size=16 fleet=5,4,3,3,2",
            "size=10 fleet=5,4,3,3,2 no_touch=true",
        ],
        ..Facts::NONE
    };

    /// The waters of seat 0, then those of seat 1.
    fn boards(&self, viewpoint: Viewpoint) -> Vec<BoardScene> {
        [Seat(0), Seat(1)].map(|owner| board(self, owner, viewpoint)).to_vec()
    }

    fn scores(&self) -> Vec<i32> {
        [Seat(0), Seat(1)]
            .map(|seat| i32::try_from(self.hits(seat)).expect("at most one hit a square"))
            .to_vec()
    }

    fn choice(&self, action: &Action) -> Choice {
        let target = self.to_move().unwrap_or(Seat(0)).other().index();
        let to = match action {
            Action::Shoot(square) => Some(Place::Cell { board: target, square: *square }),
            Action::PlaceFleet(_) => None,
        };
        Choice { action: action.to_string(), from: None, to, changes: None }
    }

    fn placing(&self) -> Option<Placing> {
        let seat = self.to_move().filter(|seat| self.fleet(*seat).is_none())?;
        let pieces = self.params().fleet().iter().map(|&length| ToPlace {
            piece: whole(seat, length),
            ways: [("across", Ship::across(0, 0, length)), ("down", Ship::down(0, 0, length))]
                .map(way)
                .to_vec(),
        });
        Some(Placing { board: seat.index(), pieces: pieces.collect(), apart: self.params().no_touch() })
    }

    fn draft(&self, text: &str) -> Result<Vec<Hull>, String> {
        let seat = self.to_move().ok_or("the game is over")?;
        let mut ships = Vec::new();
        for word in text.split_whitespace() {
            let ship: Ship = word.parse().map_err(|error| format!("{error}"))?;
            add(self.params(), &mut ships, ship)?;
        }
        Ok(ships.into_iter().map(|ship| hull(seat, ship)).collect())
    }

    fn hulls(&self, action: &Action) -> Vec<Hull> {
        match action {
            Action::PlaceFleet(ships) => ships.iter().map(|ship| hull(Seat(0), *ship)).collect(),
            Action::Shoot(_) => Vec::new(),
        }
    }

    fn marks(before: &Self, action: &Action, after: &Self, _: Viewpoint) -> Vec<Mark> {
        let (Action::Shoot(square), Some(seat)) = (action, before.to_move()) else { return Vec::new() };
        let target = seat.other();
        let shot = match (before.shot_at(target, *square), after.shot_at(target, *square)) {
            (None, Some(Cell::Hit)) => Mark::new("hit", Weight::Usual).of(MarkKind::Blow),
            (None, _) => Mark::new("miss", Weight::Usual),
            (Some(_), _) => Mark::new("shot at before", Weight::Usual),
        };
        let sunk = without(before.afloat(target), after.afloat(target)).into_iter().map(|length| {
            let event = Weight::Event("a ship is sunk".into());
            Mark::new(format!("sinks a ship of {length}"), event).of(MarkKind::Blow)
        });
        std::iter::once(shot).chain(sunk).collect()
    }

    /// A shot is seen by all; only the placing of a fleet says where ships are.
    fn secret(&self, action: &Action) -> Option<Secret> {
        match action {
            Action::PlaceFleet(_) => Some(Secret::new("fleet", "places its fleet")),
            Action::Shoot(_) => None,
        }
    }

    fn trials(params: &Params) -> Option<Vec<Trial<Action>>> {
        Some(trials::all(params))
    }
}

fn board(game: &Battleship, owner: Seat, viewpoint: Viewpoint) -> BoardScene {
    let size = game.params().size();
    let shot = |square: Square| game.shot_at(owner, square).map(mark);
    let mut board = BoardScene {
        owner: Some(owner),
        beside: game.afloat(owner).into_iter().map(|length| vec![whole(owner, length)]).collect(),
        ..BoardScene::new((size, size), FirstRow::Top, |square| shot(square).into_iter().collect())
    };
    for ship in game.fleet(owner).filter(|_| viewpoint.sees(owner)).into_iter().flat_map(Fleet::ships) {
        board.lay(hull(owner, *ship));
    }
    board
}

fn whole(owner: Seat, length: u8) -> Piece {
    Piece::of(owner, SHIP).numbered(length)
}

fn hull(owner: Seat, ship: Ship) -> Hull {
    Hull { piece: whole(owner, ship.length), squares: ship.squares().collect() }
}

/// The hit or miss that a shot left on a cell.
fn mark(cell: Cell) -> Piece {
    Piece { owner: None, kind: if cell == Cell::Hit { HIT } else { MISS }, number: 0 }
}

fn way((name, ship): (&'static str, Ship)) -> Orientation {
    let written = ship.to_string();
    let text = written.strip_suffix("0,0").expect("a ship is written with its first square at the end");
    Orientation { name: name.into(), squares: ship.squares().collect(), text: text.to_owned() }
}

/// Lengths that are left when others are taken away, each once.
fn without(mut lengths: Vec<u8>, others: impl IntoIterator<Item = u8>) -> Vec<u8> {
    for other in others {
        if let Some(place) = lengths.iter().position(|length| *length == other) {
            lengths.remove(place);
        }
    }
    lengths
}

/// Adds a ship to others that lie already, if it may lie there with them.
fn add(params: &Params, ships: &mut Vec<Ship>, ship: Ship) -> Result<(), String> {
    let missing = without(params.fleet().to_vec(), ships.iter().map(|laid| laid.length));
    if !missing.contains(&ship.length) {
        let missing: Vec<String> = missing.iter().map(u8::to_string).collect();
        return Err(format!("no ship of length {} is missing; missing: {}", ship.length, missing.join(", ")));
    }
    ships.push(ship);
    let lengths = ships.iter().map(|ship| ship.length).collect();
    // Only a ship that is longer than the board makes no parameters, and such lengths are never missing.
    let Ok(part) = Params::new(params.size(), lengths) else { return Ok(()) };
    let laid = Fleet::new(&part.with_no_touch(params.no_touch()), ships.clone());
    laid.map(drop).map_err(|illegal| illegal.to_string())
}
