//! Battleship bots: the rules' questions as calls, the calls' answers as actions.

use std::convert::Infallible;

use judge_games::battleship::{Action, Battleship, Orientation, Params, Question, Ship};
use judge_games::{Seat, Square};

use super::{WasmPlayer, Wired};
use crate::players::{Failure, Player};
use crate::sandbox::{Call, Linked, Tenant};
use crate::seed::Seed;
use bindings::exports::judge::arena::battleship as wire;

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../sdk/wit", world: "judge:arena/battleship-bot" });
}

impl Wired for Battleship {
    type Params = Params;
    type Setup = wire::Setup;
    type Exports = bindings::BattleshipBot;
    type Program = bindings::BattleshipBotPre<Tenant>;

    fn find(linked: &Linked) -> wasmtime::Result<Self::Program> {
        bindings::BattleshipBotPre::new(linked.clone())
    }

    fn instantiate(program: &Self::Program, store: Call<'_>) -> wasmtime::Result<Self::Exports> {
        program.instantiate(store)
    }

    fn name(exports: &Self::Exports, store: Call<'_>) -> wasmtime::Result<String> {
        exports.judge_arena_battleship().call_name(store)
    }

    fn setup(params: &Params, seat: Seat, seed: Seed) -> wire::Setup {
        let (size, fleet, no_touch) = (params.size(), params.fleet().to_vec(), params.no_touch());
        wire::Setup { seed: seed.0, seat: seat.0, seats: 2, size, fleet, no_touch }
    }
}

impl Player<Battleship> for WasmPlayer<Battleship> {
    fn decide(&mut self, question: Question) -> Result<Action, Failure> {
        match question {
            Question::NewGame => {
                let setup = self.setup.clone();
                let ships =
                    self.ask(|bot, store| bot.judge_arena_battleship().call_new_game(store, &setup))?;
                Ok(Action::PlaceFleet(ships.into_iter().map(ship).collect()))
            }
            Question::TakeTurn(view) => {
                let (state, remaining) = (view.state(), view.ships_remaining());
                let square = self
                    .ask(|bot, store| bot.judge_arena_battleship().call_take_turn(store, state, remaining))?;
                Ok(Action::Shoot(Square::new(square.x, square.y)))
            }
        }
    }

    fn notify(&mut self, event: &Infallible) -> Result<(), Failure> {
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
