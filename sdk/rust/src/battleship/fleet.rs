//! A setup and random numbers in, a legal layout out.

use super::{Setup, Ship, Square};
use crate::Random;

/// On a board as roomy as the original's, two tries in five succeed.
const SCATTERINGS_MAX: u32 = 100;
/// A shuffled packing that some steps do not finish is better begun anew.
const SHUFFLES_MAX: usize = 16;
const STEPS_PER_SHUFFLE_MAX: u32 = 2000;
const STEPS_LONGEST_FIRST_MAX: u32 = 20_000;

/// A random legal layout of the fleet that `setup` asks for.
///
/// On a roomy board each legal layout is as likely as any other. A crowded board
/// is packed square by square, and some layouts are likelier than others; the last
/// resort is one and the same layout every time. A few fleets fit no board of their
/// size, as nine ships of 4 on 6 × 6 squares: if no layout is found, the ships lie
/// on one another in the corner, and that is illegal.
#[must_use]
pub fn random_fleet(setup: &Setup, random: &mut Random) -> Vec<Ship> {
    let scattered = (0..SCATTERINGS_MAX).find_map(|_| scatter(setup, random));
    let packed = || {
        let orders = std::iter::repeat_n(Order::Shuffled, SHUFFLES_MAX).chain([Order::LongestFirst]);
        orders.into_iter().find_map(|order| pack(setup, order, random))
    };
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

/// What a packing tries first at a square.
#[derive(Clone, Copy)]
enum Order {
    /// Gaps and ships as they come.
    Shuffled,
    /// The longest ship, across before down; a gap only if no ship fits.
    LongestFirst,
}

/// Settles square after square, row by row: a ship begins there, or it is a gap.
fn pack(setup: &Setup, order: Order, random: &mut Random) -> Option<Vec<Ship>> {
    let squares = usize::from(setup.size) * usize::from(setup.size);
    let cells: usize = setup.fleet.iter().map(|&length| usize::from(length)).sum();
    let mut packing = Packing {
        waters: Waters::new(setup.size),
        ashore: setup.fleet.clone(),
        afloat: Vec::with_capacity(setup.fleet.len()),
        gaps: u32::try_from(squares.checked_sub(cells)?).ok()?,
        steps: match order {
            Order::Shuffled => STEPS_PER_SHUFFLE_MAX,
            Order::LongestFirst => STEPS_LONGEST_FIRST_MAX,
        },
        order,
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
    order: Order,
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
        let gap_first = match self.order {
            Order::Shuffled => self.is_time_for_a_gap(),
            Order::LongestFirst => false,
        };
        (gap_first && self.leave_gap(square))
            || self.begin_ship(square)
            || (!gap_first && self.leave_gap(square))
    }

    /// Gaps spread over the board as the ships do.
    fn is_time_for_a_gap(&mut self) -> bool {
        let ships = u32::try_from(self.ashore.len()).expect("a fleet is small");
        self.random.below(self.gaps + ships) < self.gaps
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
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths.dedup();
        let ways = |&length: &u8| {
            let down = (length > 1).then_some(Ship::down(square.x, square.y, length));
            std::iter::once(Ship::across(square.x, square.y, length)).chain(down)
        };
        let mut ships: Vec<Ship> = lengths.iter().flat_map(ways).collect();
        if let Order::Shuffled = self.order {
            self.random.shuffle(&mut ships);
        }
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::{Fleet, Params};
    use super::*;

    fn layouts(size: u8, fleet: &[u8], count: usize) -> impl Iterator<Item = Vec<Ship>> {
        let mut random = Random::new(20_141_031);
        let setup = Setup { seed: 0, seat: 0, size, fleet: fleet.to_vec() };
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
    fn a_fleet_that_fits_nowhere_is_given_up() {
        let stacked: Vec<Ship> = [Ship::across(0, 0, 4); 9].to_vec();
        assert_eq!(layouts(6, &[4; 9], 1).next(), Some(stacked));
    }
}
