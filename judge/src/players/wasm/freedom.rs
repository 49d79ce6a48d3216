//! Freedom bots: the rules' questions as calls, the calls' answers as actions.

use std::convert::Infallible;

use judge_games::freedom::{Action, Freedom, Params, Scoring};
use judge_games::{Seat, Square};

use super::{WasmPlayer, Wired};
use crate::players::{Failure, Player};
use crate::sandbox::{Call, Linked, Tenant};
use crate::seed::Seed;
use bindings::exports::judge::arena::freedom as wire;

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../sdk/wit", world: "judge:arena/freedom-bot" });
}

impl Wired for Freedom {
    type Params = Params;
    type Setup = wire::Setup;
    type Exports = bindings::FreedomBot;
    type Program = bindings::FreedomBotPre<Tenant>;

    fn find(linked: &Linked) -> wasmtime::Result<Self::Program> {
        bindings::FreedomBotPre::new(linked.clone())
    }

    fn instantiate(program: &Self::Program, store: Call<'_>) -> wasmtime::Result<Self::Exports> {
        program.instantiate(store)
    }

    fn name(exports: &Self::Exports, store: Call<'_>) -> wasmtime::Result<String> {
        exports.judge_arena_freedom().call_name(store)
    }

    fn setup(params: &Params, seat: Seat, seed: Seed) -> wire::Setup {
        let scoring = match params.scoring() {
            Scoring::Multiplicity => wire::Scoring::Multiplicity,
            Scoring::Distinct => wire::Scoring::Distinct,
        };
        wire::Setup { seed: seed.0, seat: seat.0, seats: 2, size: params.size(), scoring }
    }
}

impl Player<Freedom> for WasmPlayer<Freedom> {
    fn begin(&mut self) -> Result<(), Failure> {
        let setup = self.setup;
        self.ask(|bot, store| bot.judge_arena_freedom().call_new_game(store, setup))
    }

    fn decide(&mut self, game: Freedom) -> Result<Action, Failure> {
        let board = game.board().bytes();
        let last = game.last_opponent_move().map(|square| wire::Square { x: square.x, y: square.y });
        let square = self.ask(|bot, store| bot.judge_arena_freedom().call_make_move(store, &board, last))?;
        Ok(Action::Place(Square::new(square.x, square.y)))
    }

    fn notify(&mut self, event: &Infallible) -> Result<(), Failure> {
        match *event {}
    }
}
