//! Battleship bots: the rules' questions as calls, the calls' answers as actions.

use std::convert::Infallible;

use judge_play::games::battleship::{Action, Battleship, Orientation, Params, Question, Ship};
use judge_play::games::{Seat, Square};

use super::{WasmPlayer, Wired};
use bindings::exports::judge::arena::battleship as wire;
use judge_play::{NoAnswer, Seed};
use judge_sandbox::{Answer, Call, Function, Lane, Linked, Opened, Room, Tenant, unexpected};

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../../sdk/wit", world: "judge:arena/battleship-bot" });
}

/// A setup in numbers: seed, seat, seats, size, where the fleet lies and how long it is, and whether ships may touch.
type Numbers = (u64, u32, u32, u32, u32, u32, u32);

/// The functions of a core module.
pub struct Direct {
    room: Room,
    new_game: Function<Numbers, u32>,
    take_turn: Function<(u32, u32, u32, u32), u32>,
}

impl Wired for Battleship {
    type Direct = Direct;

    exports!(BattleshipBot, BattleshipBotPre, judge_arena_battleship);

    fn open(opened: &mut Opened<'_>) -> wasmtime::Result<Direct> {
        Ok(Direct {
            room: opened.room()?,
            new_game: opened.function("new-game")?,
            take_turn: opened.function("take-turn")?,
        })
    }

    fn setup(params: &Params, seat: Seat, seed: Seed) -> wire::Setup {
        let (size, fleet, no_touch) = (params.size(), params.fleet().to_vec(), params.no_touch());
        wire::Setup { seed: seed.0, seat: seat.0, seats: 2, size, fleet, no_touch }
    }

    fn begin(_: &mut WasmPlayer<Self>) -> Result<(), NoAnswer> {
        // Its first question is what to begin with.
        Ok(())
    }

    fn decide(player: &mut WasmPlayer<Self>, question: Question) -> Result<Action, NoAnswer> {
        match question {
            Question::NewGame => {
                let setup = player.setup.clone();
                let ships = player.ask(|bot, store| match bot {
                    Lane::Component(bot) => bot.judge_arena_battleship().call_new_game(store, &setup),
                    Lane::Direct(bot) => {
                        let wire::Setup { seed, seat, seats, size, fleet, no_touch } = setup;
                        let (at, length) = bot.room.list(&mut *store, &fleet)?;
                        let told =
                            (seed, seat.into(), seats.into(), size.into(), at, length, no_touch.into());
                        bot.new_game.ask(store, told, fleet_of)
                    }
                })?;
                Ok(Action::PlaceFleet(ships.into_iter().map(ship).collect()))
            }
            Question::TakeTurn(view) => {
                let (state, remaining) = (view.state(), view.ships_remaining());
                let square = player.ask(|bot, store| match bot {
                    Lane::Component(bot) => {
                        bot.judge_arena_battleship().call_take_turn(store, state, remaining)
                    }
                    Lane::Direct(bot) => {
                        let (state, cells) = bot.room.list(&mut *store, state)?;
                        let (remaining, ships) = bot.room.list(&mut *store, remaining)?;
                        bot.take_turn.ask(store, (state, cells, remaining, ships), |answer| {
                            answer.bytes().map(|&[x, y]| wire::Square { x, y })
                        })
                    }
                })?;
                Ok(Action::Shoot(Square::new(square.x, square.y)))
            }
        }
    }

    fn notify(_: &mut WasmPlayer<Self>, event: &Infallible) -> Result<(), NoAnswer> {
        match *event {}
    }
}

fn fleet_of(answer: Answer<'_>) -> wasmtime::Result<Vec<wire::Ship>> {
    let ship = |&[x, y, length, orientation]: &[u8; 4]| {
        let orientation = match orientation {
            0 => wire::Orientation::Across,
            1 => wire::Orientation::Down,
            other => return Err(unexpected(other)),
        };
        Ok(wire::Ship { x, y, length, orientation })
    };
    answer.list()?.iter().map(ship).collect()
}

fn ship(ship: wire::Ship) -> Ship {
    let wire::Ship { x, y, length, orientation } = ship;
    let orientation = match orientation {
        wire::Orientation::Across => Orientation::Across,
        wire::Orientation::Down => Orientation::Down,
    };
    Ship { x, y, length, orientation }
}
