//! A setup and random numbers in, a legal layout out.

use super::{Setup, Ship, Square};
use crate::Random;

/// On a board as roomy as the original's, two tries in five succeed.
const SCATTERINGS_MAX: u32 = 200;
/// A packing that a few thousand steps do not finish is better begun anew.
const PACKINGS_MAX: u32 = 16;
const STEPS_PER_PACKING: u32 = 2000;

/// A random legal layout of the fleet that `setup` asks for.
///
/// On a roomy board each legal layout is as likely as any other. A crowded board
/// is packed square by square, and some layouts are likelier than others. A few
/// fleets fit no board of their size, as nine ships of 4 on 6 × 6 squares: if no
/// layout is found, the ships lie on one another in the corner, and that is illegal.
#[must_use]
pub fn random_fleet(setup: &Setup, random: &mut Random) -> Vec<Ship> {
    let scattered = (0..SCATTERINGS_MAX).find_map(|_| scatter(setup, random));
    let packed = || (0..PACKINGS_MAX).find_map(|_| pack(setup, random));
    let stacked = || setup.fleet.iter().map(|&length| Ship::across(0, 0, length)).collect();
    scattered.or_else(packed).unwrap_or_else(stacked)
}

/// Lays every ship anywhere; `None` as soon as two of them meet.
fn scatter(setup: &Setup, random: &mut Random) -> Option<Vec<Ship>> {
    let mut waters = Waters::new(setup.size);
    let mut free = |&length: &u8| {
        let ship = anywhere(length, setup.size, random);
        waters.is_free(ship).then(|| {
            waters.set(ship, true);
            ship
        })
    };
    setup.fleet.iter().map(&mut free).collect()
}

fn anywhere(length: u8, size: u8, random: &mut Random) -> Ship {
    let mut below = |bound: u8| u8::try_from(random.below(bound.into())).expect("below a u8");
    let (along, beside) = (below(size - length + 1), below(size));
    if below(2) == 0 { Ship::across(along, beside, length) } else { Ship::down(beside, along, length) }
}

/// Settles square after square, row by row: a ship begins there, or it is a gap.
fn pack(setup: &Setup, random: &mut Random) -> Option<Vec<Ship>> {
    let squares = usize::from(setup.size) * usize::from(setup.size);
    let cells: usize = setup.fleet.iter().map(|&length| usize::from(length)).sum();
    let mut packing = Packing {
        waters: Waters::new(setup.size),
        ashore: setup.fleet.clone(),
        afloat: Vec::with_capacity(setup.fleet.len()),
        gaps: u32::try_from(squares.checked_sub(cells)?).ok()?,
        steps: STEPS_PER_PACKING,
        random,
    };
    packing.fill(0).then_some(packing.afloat)
}

/// A search in progress; [`Packing::fill`] leaves it as it was if it fails.
struct Packing<'a> {
    waters: Waters,
    /// Lengths still to be laid.
    ashore: Vec<u8>,
    afloat: Vec<Ship>,
    /// Squares that may stay empty.
    gaps: u32,
    steps: u32,
    random: &'a mut Random,
}

impl Packing<'_> {
    /// Settles the squares from `index` on.
    fn fill(&mut self, index: usize) -> bool {
        if self.ashore.is_empty() {
            return true;
        }
        let Some(square) = self.waters.first_free(index) else {
            return false;
        };
        let Some(steps) = self.steps.checked_sub(1) else {
            return false;
        };
        self.steps = steps;
        // Gaps spread over the board as the ships do.
        let ships = u32::try_from(self.ashore.len()).expect("a fleet is small");
        let gap_first = self.random.below(self.gaps + ships) < self.gaps;
        (gap_first && self.leave_gap(square))
            || self.begin_ship(square)
            || (!gap_first && self.leave_gap(square))
    }

    fn leave_gap(&mut self, square: Square) -> bool {
        let Some(gaps) = self.gaps.checked_sub(1) else {
            return false;
        };
        self.gaps = gaps;
        let filled = self.fill(square.index(self.waters.size) + 1);
        self.gaps += u32::from(!filled);
        filled
    }

    fn begin_ship(&mut self, square: Square) -> bool {
        let mut lengths = self.ashore.clone();
        lengths.sort_unstable();
        lengths.dedup();
        let ways = |&length: &u8| {
            let down = (length > 1).then_some(Ship::down(square.x, square.y, length));
            std::iter::once(Ship::across(square.x, square.y, length)).chain(down)
        };
        let mut ships: Vec<Ship> = lengths.iter().flat_map(ways).collect();
        self.random.shuffle(&mut ships);
        ships.into_iter().any(|ship| self.waters.is_free(ship) && self.lay(ship))
    }

    fn lay(&mut self, ship: Ship) -> bool {
        let place = self.ashore.iter().position(|&length| length == ship.length);
        self.ashore.swap_remove(place.expect("the ship is one of those ashore"));
        self.afloat.push(ship);
        self.waters.set(ship, true);
        let filled = self.fill(Square::new(ship.x, ship.y).index(self.waters.size) + 1);
        if !filled {
            self.waters.set(ship, false);
            self.afloat.pop();
            self.ashore.push(ship.length);
        }
        filled
    }
}

/// Which squares are taken, row by row.
struct Waters {
    size: u8,
    taken: Vec<bool>,
}

impl Waters {
    fn new(size: u8) -> Self {
        Self { size, taken: vec![false; usize::from(size) * usize::from(size)] }
    }

    fn is_free(&self, ship: Ship) -> bool {
        ship.fits(self.size) && ship.squares().all(|square| !self.taken[square.index(self.size)])
    }

    fn set(&mut self, ship: Ship, taken: bool) {
        for square in ship.squares() {
            self.taken[square.index(self.size)] = taken;
        }
    }

    /// The first free square from `index` on.
    fn first_free(&self, index: usize) -> Option<Square> {
        let free = index + self.taken.get(index..)?.iter().position(|&taken| !taken)?;
        let coordinate = |number: usize| u8::try_from(number).expect("a board has at most 16 columns");
        let size = usize::from(self.size);
        Some(Square::new(coordinate(free % size), coordinate(free / size)))
    }
}
