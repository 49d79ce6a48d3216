//! Othello bots: the rules' questions as calls, the calls' answers as actions.

use std::convert::Infallible;

use judge_play::games::othello::{Action, Othello, Params};
use judge_play::games::{Seat, Square};

use super::{WasmPlayer, Wired};
use bindings::exports::judge::arena::othello as wire;
use judge_play::{NoAnswer, Seed};
use judge_sandbox::{Call, Linked, Tenant};

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../../sdk/wit", world: "judge:arena/othello-bot" });
}

impl Wired for Othello {
    exports!(OthelloBot, OthelloBotPre, judge_arena_othello);

    fn setup(params: &Params, seat: Seat, seed: Seed) -> wire::Setup {
        wire::Setup { seed: seed.0, seat: seat.0, seats: 2, size: params.size() }
    }

    fn begin(player: &mut WasmPlayer<Self>) -> Result<(), NoAnswer> {
        let setup = player.setup;
        player.ask(|bot, store| bot.judge_arena_othello().call_new_game(store, setup))
    }

    fn decide(player: &mut WasmPlayer<Self>, game: Othello) -> Result<Action, NoAnswer> {
        let board = game.board();
        let (own, opponent, legal) = (board.own(), board.opponent(), board.legal_moves());
        let square =
            player.ask(|bot, store| bot.judge_arena_othello().call_choose(store, own, opponent, legal))?;
        // Without a legal move there is nothing to choose: any answer stands for the pass.
        Ok(if legal == 0 { Action::Pass } else { Action::Place(Square::new(square.x, square.y)) })
    }

    fn notify(_: &mut WasmPlayer<Self>, event: &Infallible) -> Result<(), NoAnswer> {
        match *event {}
    }
}
