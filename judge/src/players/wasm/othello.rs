//! Othello bots: the rules' questions as calls, the calls' answers as actions.

use std::convert::Infallible;

use judge_games::othello::{Action, Othello, Params};
use judge_games::{Seat, Square};

use super::{WasmPlayer, Wired};
use crate::players::{Failure, Player};
use crate::sandbox::{Call, Linked, Tenant};
use crate::seed::Seed;
use bindings::exports::judge::arena::othello as wire;

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../sdk/wit", world: "judge:arena/othello-bot" });
}

impl Wired for Othello {
    type Params = Params;
    type Setup = wire::Setup;
    type Exports = bindings::OthelloBot;
    type Program = bindings::OthelloBotPre<Tenant>;

    fn find(linked: &Linked) -> wasmtime::Result<Self::Program> {
        bindings::OthelloBotPre::new(linked.clone())
    }

    fn instantiate(program: &Self::Program, store: Call<'_>) -> wasmtime::Result<Self::Exports> {
        program.instantiate(store)
    }

    fn name(exports: &Self::Exports, store: Call<'_>) -> wasmtime::Result<String> {
        exports.judge_arena_othello().call_name(store)
    }

    fn setup(params: &Params, seat: Seat, seed: Seed) -> wire::Setup {
        wire::Setup { seed: seed.0, seat: seat.0, seats: 2, size: params.size() }
    }
}

impl Player<Othello> for WasmPlayer<Othello> {
    fn begin(&mut self) -> Result<(), Failure> {
        let setup = self.setup;
        self.ask(|bot, store| bot.judge_arena_othello().call_new_game(store, setup))
    }

    fn decide(&mut self, game: Othello) -> Result<Action, Failure> {
        let board = game.board();
        let (own, opponent, legal) = (board.own(), board.opponent(), board.legal_moves());
        let square =
            self.ask(|bot, store| bot.judge_arena_othello().call_choose(store, own, opponent, legal))?;
        // Without a legal move there is nothing to choose: any answer stands for the pass.
        Ok(if legal == 0 { Action::Pass } else { Action::Place(Square::new(square.x, square.y)) })
    }

    fn notify(&mut self, event: &Infallible) -> Result<(), Failure> {
        match *event {}
    }
}
