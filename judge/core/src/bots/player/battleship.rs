//! Battleship bots: the rules' questions as calls, the calls' answers as actions.

use std::convert::Infallible;

use judge_play::games::battleship::{Action, Battleship, Orientation, Params, Question, Ship};
use judge_play::games::{Seat, Square};

use super::{WasmPlayer, Wired};
use bindings::exports::judge::arena::battleship as wire;
use judge_play::{NoAnswer, Seed};
use judge_sandbox::{Call, Linked, Tenant};

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../../sdk/wit", world: "judge:arena/battleship-bot" });
}

impl Wired for Battleship {
    exports!(BattleshipBot, BattleshipBotPre, judge_arena_battleship);

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
                let ships =
                    player.ask(|bot, store| bot.judge_arena_battleship().call_new_game(store, &setup))?;
                Ok(Action::PlaceFleet(ships.into_iter().map(ship).collect()))
            }
            Question::TakeTurn(view) => {
                let (state, remaining) = (view.state(), view.ships_remaining());
                let square = player
                    .ask(|bot, store| bot.judge_arena_battleship().call_take_turn(store, state, remaining))?;
                Ok(Action::Shoot(Square::new(square.x, square.y)))
            }
        }
    }

    fn notify(_: &mut WasmPlayer<Self>, event: &Infallible) -> Result<(), NoAnswer> {
        match *event {}
    }
}

fn ship(ship: wire::Ship) -> Ship {
    let wire::Ship { x, y, length, orientation } = ship;
    let orientation = match orientation {
        wire::Orientation::Across => Orientation::Across,
        wire::Orientation::Down => Orientation::Down,
    };
    Ship { x, y, length, orientation }
}
