//! Gobblet bots: the rules' questions as calls, the calls' answers as actions.

use std::convert::Infallible;

use judge_games::gobblet::{Action, Gobblet, Params, Position, Size};
use judge_games::{Seat, Square};

use super::{WasmPlayer, Wired};
use crate::fault::FaultKind;
use crate::players::{Failure, Player};
use crate::sandbox::{Call, Linked, Tenant};
use crate::seed::Seed;
use bindings::exports::judge::arena::gobblet as wire;

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../sdk/wit", world: "judge:arena/gobblet-bot" });
}

impl Wired for Gobblet {
    type Params = Params;
    type Setup = wire::Setup;
    type Exports = bindings::GobbletBot;
    type Program = bindings::GobbletBotPre<Tenant>;

    fn find(linked: &Linked) -> wasmtime::Result<Self::Program> {
        bindings::GobbletBotPre::new(linked.clone())
    }

    fn instantiate(program: &Self::Program, store: Call<'_>) -> wasmtime::Result<Self::Exports> {
        program.instantiate(store)
    }

    fn name(exports: &Self::Exports, store: Call<'_>) -> wasmtime::Result<String> {
        exports.judge_arena_gobblet().call_name(store)
    }

    fn setup(params: &Params, seat: Seat, seed: Seed) -> wire::Setup {
        let (size, plies_max) = (params.board().width(), params.plies_max());
        wire::Setup { seed: seed.0, seat: seat.0, seats: 2, size, plies_max }
    }
}

impl Player<Gobblet> for WasmPlayer<Gobblet> {
    fn begin(&mut self) -> Result<(), Failure> {
        let setup = self.setup;
        self.ask(|bot, store| bot.judge_arena_gobblet().call_new_game(store, setup))
    }

    fn decide(&mut self, position: Position) -> Result<Action, Failure> {
        let board: Vec<u8> = position.bytes().collect();
        let action = self.ask(|bot, store| bot.judge_arena_gobblet().call_play(store, &board))?;
        match action {
            wire::Action::Enter(wire::Enter { size, to }) => {
                let known = Size::from_number(size).ok_or_else(|| no_size(size))?;
                Ok(Action::Enter { size: known, to: square(to) })
            }
            wire::Action::Move(wire::Move { from, to }) => {
                Ok(Action::Move { from: square(from), to: square(to) })
            }
        }
    }

    fn notify(&mut self, event: &Infallible) -> Result<(), Failure> {
        match *event {}
    }
}

fn square(square: wire::Square) -> Square {
    Square::new(square.x, square.y)
}

fn no_size(size: u8) -> Failure {
    Failure::Fault(FaultKind::IllegalMove, format!("no piece has size {size}"))
}
