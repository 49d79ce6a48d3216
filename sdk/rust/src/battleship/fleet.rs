//! A setup and random numbers in, a legal layout out.

use super::{Setup, Ship, Square};
use crate::Random;

/// On a board as roomy as the original's, two tries in five succeed.
const SCATTERINGS_MAX: u32 = 50;
const SETTLINGS_MAX: u32 = 10;
/// Steps of a packing; most need fewer than a hundred.
const STEPS_MAX: u32 = 20_000;

/// A random legal layout of the fleet that `setup` asks for.
///
/// On a roomy board each legal layout is as likely as any other. On a crowded one
/// some are likelier, and on one that is all but full it is the same layout every
/// time. A few fleets fit no board of their size, as nine ships of 4 on 6 × 6
/// squares, and more if they may not touch: if no layout is found, the ships lie on one another in the corner, and
/// that is illegal.
#[must_use]
pub fn random_fleet(setup: &Setup, random: &mut Random) -> Vec<Ship> {
    let scattered = (0..SCATTERINGS_MAX).find_map(|_| scatter(setup, random));
    let settled = scattered.or_else(|| (0..SETTLINGS_MAX).find_map(|_| settle(setup, random)));
    let stacked = || setup.fleet.iter().map(|&length| Ship::across(0, 0, length)).collect();
    settled.or_else(|| pack(setup)).unwrap_or_else(stacked)
}

/// Lays every ship anywhere; `None` as soon as two of them meet.
fn scatter(setup: &Setup, random: &mut Random) -> Option<Vec<Ship>> {
    let mut waters = Waters::new(setup);
    let lay = |&length: &u8| {
        let ship = anywhere(length, setup.size, random);
        waters.is_free(ship).then(|| waters.lay(ship))
    };
    setup.fleet.iter().map(lay).collect()
}

fn anywhere(length: u8, size: u8, random: &mut Random) -> Ship {
    let mut below = |bound: u8| u8::try_from(random.below(bound.into())).expect("below a u8");
    let (along, beside) = (below(size - length + 1), below(size));
    if below(2) == 0 { Ship::across(along, beside, length) } else { Ship::down(beside, along, length) }
}

/// Lays ship after ship, longest first, wherever there is room; `None` if there is none.
fn settle(setup: &Setup, random: &mut Random) -> Option<Vec<Ship>> {
    let mut waters = Waters::new(setup);
    let lay = |&length: &u8| {
        let places = Ship::placements(length, setup.size).filter(|&ship| waters.is_free(ship));
        let places: Vec<Ship> = places.collect();
        (!places.is_empty()).then(|| waters.lay(*random.choose(&places)))
    };
    setup.fleet.iter().map(lay).collect()
}

/// Fills square after square, row by row, with the longest ship that fits there.
fn pack(setup: &Setup) -> Option<Vec<Ship>> {
    let squares = usize::from(setup.size) * usize::from(setup.size);
    let cells: usize = setup.fleet.iter().map(|&length| usize::from(length)).sum();
    let mut packing = Packing {
        waters: Waters::new(setup),
        ashore: setup.fleet.clone(),
        afloat: Vec::with_capacity(setup.fleet.len()),
        gaps: squares.checked_sub(cells)?,
        steps: STEPS_MAX,
    };
    packing.fill(0).then_some(packing.afloat)
}

/// A search in progress. Each of its steps, if it fails, leaves the rest as it was.
struct Packing {
    waters: Waters,
    /// Lengths still to be laid, longest first.
    ashore: Vec<u8>,
    afloat: Vec<Ship>,
    /// Squares that may stay empty.
    gaps: usize,
    steps: u32,
}

impl Packing {
    /// Settles the squares from `index` on.
    fn fill(&mut self, index: usize) -> bool {
        if self.ashore.is_empty() {
            return true;
        }
        let Some(square) = self.waters.first_free(index) else { return false };
        let Some(steps) = self.steps.checked_sub(1) else { return false };
        self.steps = steps;
        self.begin_ship(square) || self.leave_gap(square)
    }

    fn begin_ship(&mut self, square: Square) -> bool {
        let Square { x, y } = square;
        (0..self.ashore.len()).any(|number| {
            let length = self.ashore[number];
            let is_new = number == 0 || self.ashore[number - 1] != length;
            is_new
                && (self.try_ship(Ship::across(x, y, length), number)
                    || self.try_ship(Ship::down(x, y, length), number))
        })
    }

    /// Lays ship number `number` of those ashore.
    fn try_ship(&mut self, ship: Ship, number: usize) -> bool {
        if !self.waters.is_free(ship) {
            return false;
        }
        self.ashore.remove(number);
        self.afloat.push(self.waters.lay(ship));
        let filled = self.fill(Square::new(ship.x, ship.y).index(self.waters.size) + 1);
        if !filled {
            self.waters.clear(ship);
            self.afloat.pop();
            self.ashore.insert(number, ship.length);
        }
        filled
    }

    fn leave_gap(&mut self, square: Square) -> bool {
        let Some(gaps) = self.gaps.checked_sub(1) else { return false };
        self.gaps = gaps;
        let filled = self.fill(square.index(self.waters.size) + 1);
        self.gaps += usize::from(!filled);
        filled
    }
}

/// The squares that are taken, row by row.
struct Waters {
    size: u8,
    /// Whether a ship needs free squares around it, too.
    no_touch: bool,
    taken: Vec<bool>,
}

impl Waters {
    fn new(setup: &Setup) -> Self {
        let Setup { size, no_touch, .. } = *setup;
        Self { size, no_touch, taken: vec![false; usize::from(size) * usize::from(size)] }
    }

    fn is_free(&self, ship: Ship) -> bool {
        let is_free = |square: Square| !self.taken[square.index(self.size)];
        let is_clear = |square| self.around(square).all(is_free);
        ship.fits(self.size)
            && ship.squares().all(|square| if self.no_touch { is_clear(square) } else { is_free(square) })
    }

    /// The square and those next to it.
    fn around(&self, square: Square) -> impl Iterator<Item = Square> {
        let near = |at: u8, size: u8| at.saturating_sub(1)..=(at + 1).min(size - 1);
        let size = self.size;
        near(square.y, size).flat_map(move |y| near(square.x, size).map(move |x| Square::new(x, y)))
    }

    /// Takes the ship's squares; hands the ship back.
    fn lay(&mut self, ship: Ship) -> Ship {
        for square in ship.squares() {
            self.taken[square.index(self.size)] = true;
        }
        ship
    }

    fn clear(&mut self, ship: Ship) {
        for square in ship.squares() {
            self.taken[square.index(self.size)] = false;
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::{Fleet, Params};
    use super::*;

    fn layouts(size: u8, fleet: &[u8], count: usize) -> impl Iterator<Item = Vec<Ship>> {
        layouts_for(Setup { seed: 0, seat: 0, size, fleet: fleet.to_vec(), no_touch: false }, count)
    }

    fn layouts_for(setup: Setup, count: usize) -> impl Iterator<Item = Vec<Ship>> {
        let mut random = Random::new(20_141_031);
        std::iter::repeat_with(move || random_fleet(&setup, &mut random)).take(count)
    }

    #[test]
    fn each_legal_layout_is_as_likely_as_any_other() {
        let mut counts = BTreeMap::new();
        for layout in layouts(3, &[3, 2], 24_000) {
            *counts.entry(layout).or_insert(0_u32) += 1;
        }
        // At an edge the long ship leaves 7 places to the short one, in the middle 4.
        assert_eq!(counts.len(), 4 * 7 + 2 * 4);
        let spread = counts.values().map(|&count| f64::from(count).mul_add(36.0 / 24_000.0, -1.0).abs());
        assert!(spread.fold(0.0, f64::max) < 0.15, "{counts:?}");
    }

    #[test]
    fn the_original_fleet_lies_as_often_in_each_quarter() {
        let ships: Vec<Ship> = layouts(10, &[5, 4, 3, 3, 2], 4000).flatten().collect();
        let count = |is_in: fn(Square) -> bool| {
            ships.iter().flat_map(|ship| ship.squares()).filter(|&square| is_in(square)).count()
        };
        let quarters = [
            count(|square| square.x < 5 && square.y < 5),
            count(|square| square.x > 4 && square.y < 5),
            count(|square| square.x < 5 && square.y > 4),
            count(|square| square.x > 4 && square.y > 4),
        ];
        assert!(quarters.iter().all(|count| (16_500..17_500).contains(count)), "{quarters:?}");
    }

    #[test]
    fn crowded_boards_are_packed() {
        let boards: [(u8, &[u8]); 12] = [
            (2, &[1]),
            (2, &[2, 2]),
            (3, &[3, 2, 2, 2]),
            (4, &[3, 3, 3, 3, 3]),
            (5, &[3; 8]),
            (5, &[5, 5, 4, 3, 3, 2, 2, 1]),
            (8, &[8, 8, 8, 7, 6, 5, 4, 4, 3, 2, 2, 2, 1, 1, 1]),
            (9, &[5; 16]),
            (10, &[4; 16]),
            (10, &[6; 16]),
            (10, &[10, 10, 10, 10, 10, 10, 7, 6, 5, 4, 3, 3, 3, 3, 2, 1]),
            (16, &[16; 16]),
        ];
        for (size, fleet) in boards {
            let params = Params::new(size, fleet.to_vec()).expect("the test's parameters are valid");
            for layout in layouts(size, fleet, 10) {
                assert_eq!(Fleet::new(&params, layout).map(drop), Ok(()), "{size} {fleet:?}");
            }
        }
    }

    #[test]
    fn ships_keep_apart_where_they_must() {
        let boards: [(u8, &[u8]); 6] = [
            (10, &[5, 4, 3, 3, 2]),
            (8, &[5, 4, 3, 3, 2]),
            (7, &[1; 16]),
            (3, &[1, 1, 1, 1]),
            (9, &[9, 9, 9, 9, 9]),
            (10, &[4, 3, 3, 2, 2, 2, 1, 1, 1, 1]),
        ];
        for (size, fleet) in boards {
            let params = Params::new(size, fleet.to_vec()).expect("the test's parameters are valid");
            let params = params.with_no_touch(true);
            let setup = Setup { seed: 0, seat: 0, size, fleet: fleet.to_vec(), no_touch: true };
            for layout in layouts_for(setup, 50) {
                assert_eq!(Fleet::new(&params, layout).map(drop), Ok(()), "{size} {fleet:?}");
            }
        }
    }

    #[test]
    fn a_fleet_that_fits_nowhere_is_given_up() {
        let stacked: Vec<Ship> = [Ship::across(0, 0, 4); 9].to_vec();
        assert_eq!(layouts(6, &[4; 9], 1).next(), Some(stacked));
    }
}
