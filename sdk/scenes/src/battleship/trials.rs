//! Positions that break bots: the fleets lie in rows, and each seat has shot at what the title says.
//!
//! They are made by hand, since what breaks a bot here is what it has shot at before.

use judge_games::battleship::{Action, Battleship, Params, Ship};
use judge_games::{Game, Seat, Square};

use crate::Trial;

/// All positions by these parameters; none where the fleets have no room in rows.
pub(super) fn all(params: &Params) -> Vec<Trial<Action>> {
    let (size, fleet) = (params.size(), params.fleet());
    let step = if params.no_touch() { 2 } else { 1 };
    if fleet.len() * usize::from(step) > usize::from(size) + usize::from(step) - 1 {
        return vec![];
    }
    let placed: Vec<Ship> =
        fleet.iter().zip(0_u8..).map(|(&length, row)| Ship::across(0, row * step, length)).collect();
    let is_ship =
        |square: &Square| placed.iter().any(|ship| ship.squares().any(|covered| covered == *square));
    let (ships, water): (Vec<Square>, Vec<Square>) = Square::all(size, size).partition(is_ship);
    let all_but_one = [water.as_slice(), &ships[..ships.len() - 1]].concat();
    // The last ship is whole: its squares come last.
    let last = usize::from(fleet[fleet.len() - 1]).min(ships.len() - 1);
    let one_ship = &ships[..ships.len() - last];
    let middle_hits: Vec<Square> = ships.iter().copied().filter(|square| square.x == 1).collect();
    let wanted: [(&str, &[Square]); 5] = [
        ("one square is left", &all_but_one),
        ("one ship is left", one_ship),
        ("all the water is known", &water),
        ("several ships are hit, none is sunk", &middle_hits),
        ("nothing is known", &[]),
    ];
    let of =
        |(title, shots)| [Seat(0), Seat(1)].map(|seat| (title, shot(params, &placed, seat, shots, &water)));
    wanted
        .into_iter()
        .flat_map(of)
        .filter_map(|(title, actions)| Some(Trial { title: title.into(), actions: actions? }))
        .collect()
}

/// The position after these shots of a seat, while the other shoots at water; `None` if the game is over before.
fn shot(
    params: &Params,
    placed: &[Ship],
    shooter: Seat,
    shots: &[Square],
    water: &[Square],
) -> Option<Vec<Action>> {
    let mut game = Battleship::start(params);
    let mut actions = Vec::new();
    let mut play = |game: &mut Battleship, action: Action| -> Option<()> {
        game.play(&action).ok()?;
        actions.push(action);
        Some(())
    };
    for _ in 0..2 {
        play(&mut game, Action::PlaceFleet(placed.to_vec()))?;
    }
    // The other shoots at each square of the water in turn, and then again.
    let (mut mine, mut others) = (shots.iter(), water.iter().cycle());
    loop {
        let next = if game.to_move()? == shooter { mine.next() } else { others.next() };
        let Some(square) = next else { break };
        play(&mut game, Action::Shoot(*square))?;
    }
    game.to_move().map(|_| actions)
}
