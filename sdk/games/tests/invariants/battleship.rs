//! Battleship: all sizes, with few ships and many, up to boards without a free square.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use judge_games::battleship::{Action, Battleship, Cell, Orientation, Params, Question, Ship};
use judge_games::{Game, Seat, Square};

use crate::xorshift::Random;
use crate::{Squares, Subject, check};

/// The rule of fleets, in the plainest way.
fn is_legal(ships: &[Ship], params: &Params) -> bool {
    let mut lengths: Vec<u8> = ships.iter().map(|ship| ship.length).collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    let squares: Vec<(u16, u16)> = ships.iter().copied().flat_map(covered).collect();
    let size = u16::from(params.size());
    let distinct: BTreeSet<_> = squares.iter().filter(|&&(x, y)| x < size && y < size).collect();
    lengths == params.fleet() && distinct.len() == squares.len()
}

fn covered(ship: Ship) -> impl Iterator<Item = (u16, u16)> {
    let (x, y) = (u16::from(ship.x), u16::from(ship.y));
    (0..u16::from(ship.length)).map(move |step| match ship.orientation {
        Orientation::Across => (x + step, y),
        Orientation::Down => (x, y + step),
    })
}

/// A ship to be laid: its length, and those of its squares that have been shot at, in order.
type Wanted = (u8, Vec<Square>);

fn shot_at(ship: Ship, shots: &BTreeSet<Square>) -> Vec<Square> {
    ship.squares().filter(|square| shots.contains(square)).collect()
}

/// Lays ships at random so that all `shots` go where they went; `None` if one finds no room.
fn lay(wanted: &[Wanted], shots: &BTreeSet<Square>, size: u8, random: &mut Random) -> Option<Vec<Ship>> {
    let mut taken = BTreeSet::new();
    let mut ships = Vec::new();
    for (length, hits) in wanted {
        let is_free = |ship: &Ship| ship.squares().all(|square| !taken.contains(&square));
        let fits = |ship: &Ship| is_free(ship) && shot_at(*ship, shots) == *hits;
        let places: Vec<Ship> = Ship::placements(*length, size).filter(fits).collect();
        if places.is_empty() {
            return None;
        }
        let ship = random.pick(&places);
        taken.extend(ship.squares());
        ships.push(ship);
    }
    Some(ships)
}

fn legal_fleet(params: &Params, random: &mut Random) -> Vec<Ship> {
    let wanted: Vec<Wanted> = params.fleet().iter().map(|&length| (length, vec![])).collect();
    let mut tries = (0..1000).map(|_| lay(&wanted, &BTreeSet::new(), params.size(), random));
    tries.find_map(|ships| ships).expect("the fleet is not too hard to lay")
}

/// A fleet with something changed, which may be legal all the same.
fn changed(mut ships: Vec<Ship>, size: u8, random: &mut Random) -> Vec<Ship> {
    let at = random.below(ships.len());
    let near: Vec<u8> = (0..=size + 1).chain([254, 255]).collect();
    match random.below(8) {
        0 => ships.reverse(),
        1 => drop(ships.remove(at)),
        2 => ships.push(ships[at]),
        3 => ships[at].length = random.pick(&near),
        4 => ships[at].orientation = random.pick(&[Orientation::Across, Orientation::Down]),
        5 => (ships[at].x, ships[at].y) = (random.pick(&near), random.pick(&near)),
        6 => ships[at].x = random.pick(&near),
        _ => ships[at].y = random.pick(&near),
    }
    ships
}

impl Subject for Battleship {
    const SQUARES: Squares = Squares::One;

    fn kinds() -> Vec<String> {
        let kinds = |size: u8| {
            let usual: Vec<u8> = [5, 4, 3, 3, 2].into_iter().filter(|&length| length < size).collect();
            let fleets = [vec![size], vec![size; size.into()], vec![1; size.into()], usual];
            let fleets = fleets.into_iter().filter(|fleet| !fleet.is_empty());
            let name = |fleet: Vec<u8>| fleet.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
            fleets.map(move |fleet| format!("size={size} fleet={}", name(fleet))).collect::<Vec<_>>()
        };
        Params::SIZES.flat_map(kinds).collect()
    }

    fn side(&self) -> u8 {
        self.params().size()
    }

    /// Shots at all squares, and some of the fleets.
    fn actions(&self, coordinates: &[u8], random: &mut Random) -> Vec<Action> {
        let squares = coordinates.iter().flat_map(|&y| coordinates.iter().map(move |&x| Square::new(x, y)));
        let mut actions: Vec<Action> =
            squares.map(Action::Shoot).chain([Action::PlaceFleet(vec![])]).collect();
        for _ in 0..40 {
            let legal = legal_fleet(self.params(), random);
            let once = changed(legal.clone(), self.side(), random);
            actions.extend([legal, once].map(Action::PlaceFleet));
        }
        actions
    }

    fn playable(&self, tries: &[Action]) -> Vec<Action> {
        if self.view(Seat(0)) != Question::NewGame {
            return self.legal();
        }
        let is_playable = |action: &&Action| match action {
            Action::PlaceFleet(ships) => is_legal(ships, self.params()),
            Action::Shoot(_) => false,
        };
        tries.iter().filter(is_playable).cloned().collect()
    }

    /// On 3 × 3 squares nobody shoots beyond the first four, so that games reach the cap.
    fn choose(&self, random: &mut Random) -> Action {
        match self.view(Seat(0)) {
            Question::NewGame => Action::PlaceFleet(legal_fleet(self.params(), random)),
            Question::TakeTurn(_) if self.side() == 3 => random.pick(&self.legal()[..4]),
            Question::TakeTurn(_) => random.pick(&self.legal()),
        }
    }

    /// Hits, as each seat sees them.
    fn scores(&self) -> Vec<i32> {
        let hits = |seat| match self.view(seat) {
            Question::NewGame => 0,
            Question::TakeTurn(view) => {
                let is_hit = |square: &Square| view.at(square.x, square.y) == Some(Cell::Hit);
                view.squares().filter(is_hit).count()
            }
        };
        [Seat(0), Seat(1)].map(|seat| i32::try_from(hits(seat)).expect("few squares")).to_vec()
    }

    /// Lays the fleets otherwise, in another order, so that all shots hit, sink and miss as they did.
    fn disguise(&self, played: &[Action], random: &mut Random) -> Option<Vec<Action>> {
        let mut disguised = played.to_vec();
        for (seat, action) in disguised.iter_mut().take(2).enumerate() {
            let Action::PlaceFleet(ships) = action else { continue };
            // After the fleets the seats shoot in turn, seat 0 first.
            let shots = played.iter().skip(3 - seat).step_by(2).filter_map(|action| match action {
                Action::Shoot(square) => Some(*square),
                Action::PlaceFleet(_) => None,
            });
            let shots: BTreeSet<Square> = shots.collect();
            let mut wanted: Vec<Wanted> =
                ships.iter().map(|&ship| (ship.length, shot_at(ship, &shots))).collect();
            wanted.sort_by_key(|(_, hits)| Reverse(hits.len()));
            if let Some(other) = lay(&wanted, &shots, self.side(), random) {
                *ships = other;
            }
        }
        Some(disguised)
    }
}

#[test]
fn battleship() {
    let met = check::<Battleship>();
    assert!(met.won > 100 && met.shared > 0 && met.disguised > 100 && met.hidden > 100, "{met:?}");
}
