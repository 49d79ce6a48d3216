//! A fleet that is being placed, ship by ship.

use judge_play::games::battleship::{Action, Fleet, IllegalFleet, Params, Ship};
use judge_play::text::sanitize;
use judge_play::{Fault, FaultKind, Rules, Seed};

use crate::ink::{Ink, Row};

/// How often a random fleet is begun anew before there is none.
const TRIES_MAX: u64 = 1_000;

/// The ships that a person has placed so far.
#[derive(Clone, Debug)]
pub struct Draft<'a> {
    params: &'a Params,
    ships: Vec<Ship>,
}

impl<'a> Draft<'a> {
    /// No ship yet.
    #[must_use]
    pub fn new(params: &'a Params) -> Self {
        Self { params, ships: Vec::new() }
    }

    /// The ships so far.
    #[must_use]
    pub fn ships(&self) -> &[Ship] {
        &self.ships
    }

    /// Lengths of the ships that are missing, longest first.
    #[must_use]
    pub fn missing(&self) -> Vec<u8> {
        let mut missing = self.params.fleet().to_vec();
        for ship in &self.ships {
            if let Some(place) = missing.iter().position(|length| *length == ship.length) {
                missing.remove(place);
            }
        }
        missing
    }

    /// Places the ships that `text` names, all of them or none.
    ///
    /// # Errors
    /// Why one of them cannot be there.
    pub fn place(&mut self, text: &str) -> Result<(), String> {
        let mut trial = self.clone();
        for word in text.split_whitespace() {
            let ship: Ship = word.parse().map_err(|error| format!("{error}"))?;
            trial.place_one(ship)?;
        }
        self.ships = trial.ships;
        Ok(())
    }

    fn place_one(&mut self, ship: Ship) -> Result<(), String> {
        let missing = self.missing();
        if !missing.contains(&ship.length) {
            let missing: Vec<String> = missing.iter().map(u8::to_string).collect();
            return Err(format!(
                "no ship of length {} is missing; missing: {}",
                ship.length,
                missing.join(", ")
            ));
        }
        self.ships.push(ship);
        self.check().map_err(|illegal| {
            self.ships.pop();
            illegal.to_string()
        })
    }

    /// Whether the ships so far may lie as they do.
    fn check(&self) -> Result<(), IllegalFleet> {
        let lengths = self.ships.iter().map(|ship| ship.length).collect();
        let Ok(params) = Params::new(self.params.size(), lengths) else {
            // Only a ship that is longer than the board makes no parameters, and those lengths are not missing.
            return Ok(());
        };
        Fleet::new(&params.with_no_touch(self.params.no_touch()), self.ships.clone()).map(|_| ())
    }

    /// Takes the last ship back, if there is one.
    pub fn take_back(&mut self) -> Option<Ship> {
        self.ships.pop()
    }

    /// Places the missing ships at random.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn fill(&mut self, seed: Seed) -> Result<(), String> {
        let size = self.params.size();
        for attempt in 0..TRIES_MAX {
            let mut trial = self.clone();
            let is_whole = self.missing().iter().zip(0_u64..).all(|(&length, number)| {
                let fits = |ship: &Ship| trial.clone().place_one(*ship).is_ok();
                let places: Vec<Ship> = Ship::placements(length, size).filter(fits).collect();
                let drawn = seed.derive(&["fleet", &attempt.to_string(), &number.to_string()]).0;
                let place =
                    drawn.checked_rem(places.len() as u64).and_then(|place| usize::try_from(place).ok());
                place.is_some_and(|place| trial.place_one(places[place]).is_ok())
            });
            if is_whole {
                self.ships = trial.ships;
                return Ok(());
            }
        }
        Err("no room was found for the missing ships; take some back with u".into())
    }

    /// The fleet as an action, once no ship is missing.
    #[must_use]
    pub fn action(&self) -> Option<String> {
        self.missing().is_empty().then(|| Action::PlaceFleet(self.ships.clone()).to_string())
    }
}

/// The fleet of a fault that is an illegal fleet: as it was answered, and drawn as far as it is on the board.
#[must_use]
pub fn illegal(rules: &Rules, fault: &Fault) -> Vec<Row> {
    let (Rules::Battleship(params), FaultKind::IllegalFleet, Some(answer)) =
        (rules, fault.kind, &fault.answer)
    else {
        return Vec::new();
    };
    let mut rows = vec![Row::text(format!("its fleet: {}", sanitize(answer)))];
    let ships: Vec<Ship> = answer.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    if ships.is_empty() {
        return rows;
    }
    let size = params.size();
    let on = |x: u8, y: u8| {
        let lies = |ship: &&Ship| ship.squares().any(|square| (square.x, square.y) == (x, y));
        ships.iter().filter(lies).collect::<Vec<_>>()
    };
    let columns: Vec<String> = (0..size).map(|x| (x % 10).to_string()).collect();
    rows.push(Row::new().with(Ink::Faint, format!("   {}", columns.join(" "))));
    for y in 0..size {
        let mut row = Row::new().with(Ink::Faint, format!("{y:>2}"));
        for x in 0..size {
            let (ink, cell) = match on(x, y).as_slice() {
                [] => (Ink::Faint, '.'),
                [ship] => (Ink::Seat(fault.seat), char::from_digit(ship.length.into(), 36).unwrap_or('#')),
                _ => (Ink::Wrong, '!'),
            };
            row.push(Ink::Plain, " ");
            row.push(ink, cell);
        }
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_are_placed_one_by_one_and_mistakes_are_named() {
        let params = Params::default();
        let mut draft = Draft::new(&params);
        draft.place("5a@0,0").expect("it fits");
        assert_eq!(draft.missing(), [4, 3, 3, 2]);
        assert_eq!(draft.place("5a@0,1"), Err("no ship of length 5 is missing; missing: 4, 3, 3, 2".into()));
        assert_eq!(draft.place("4d@2,0"), Err("two ships lie on 2,0".into()));
        assert_eq!(draft.place("4a@7,3"), Err("the ship 4a@7,3 leaves the board".into()));
        assert_eq!(
            draft.place("4a@0,1 x"),
            Err("\"x\" is no ship; write length, a or d, @, x,y, as in 5a@0,0".into())
        );
        assert_eq!(draft.ships().len(), 1, "all or none");
        draft.place("4a@0,1 3a@0,2 3a@0,3").expect("they fit");
        assert_eq!((draft.action(), draft.take_back()), (None, Some(Ship::across(0, 3, 3))));
        draft.place("3a@0,3 2a@0,4").expect("they fit");
        assert_eq!(draft.action().as_deref(), Some("5a@0,0 4a@0,1 3a@0,2 3a@0,3 2a@0,4"));
    }

    #[test]
    fn a_random_fleet_keeps_what_is_placed_and_the_rules() {
        let params = Params::default().with_no_touch(true);
        for seed in 0..50 {
            let mut draft = Draft::new(&params);
            draft.place("5d@4,3").expect("it fits");
            draft.fill(Seed(seed)).expect("there is room");
            assert_eq!(draft.ships()[0], Ship::down(4, 3, 5));
            Fleet::new(&params, draft.ships().to_vec()).expect("it is legal");
        }
        let crowded = Params::new(3, vec![3, 3, 3]).expect("they are valid");
        let mut draft = Draft::new(&crowded);
        draft.fill(Seed(1)).expect("there is one way, or another");
        assert!(draft.action().is_some());
        let mut blocked = Draft::new(&crowded);
        let full = Params::new(2, vec![2, 1, 1]).expect("they are valid").with_no_touch(true);
        let mut impossible = Draft::new(&full);
        assert!(impossible.fill(Seed(1)).is_err());
        assert!(blocked.fill(Seed(2)).is_ok());
    }
}
