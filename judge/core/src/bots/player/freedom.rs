//! Freedom bots: the rules' questions as calls, the calls' answers as actions.

use std::convert::Infallible;

use judge_play::games::freedom::{Action, Freedom, Params, Scoring};
use judge_play::games::{Seat, Square};

use super::{WasmPlayer, Wired};
use bindings::exports::judge::arena::freedom as wire;
use judge_play::{NoAnswer, Seed};
use judge_sandbox::{Call, Linked, Tenant};

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../../sdk/wit", world: "judge:arena/freedom-bot" });
}

impl Wired for Freedom {
    exports!(FreedomBot, FreedomBotPre, judge_arena_freedom);

    fn setup(params: &Params, seat: Seat, seed: Seed) -> wire::Setup {
        let scoring = match params.scoring() {
            Scoring::Multiplicity => wire::Scoring::Multiplicity,
            Scoring::Distinct => wire::Scoring::Distinct,
        };
        wire::Setup { seed: seed.0, seat: seat.0, seats: 2, size: params.size(), scoring }
    }

    fn begin(player: &mut WasmPlayer<Self>) -> Result<(), NoAnswer> {
        let setup = player.setup;
        player.ask(|bot, store| bot.judge_arena_freedom().call_new_game(store, setup))
    }

    fn decide(player: &mut WasmPlayer<Self>, game: Freedom) -> Result<Action, NoAnswer> {
        let board = game.board().bytes();
        let last = game.last_opponent_move().map(|square| wire::Square { x: square.x, y: square.y });
        let square =
            player.ask(|bot, store| bot.judge_arena_freedom().call_make_move(store, &board, last))?;
        Ok(Action::Place(Square::new(square.x, square.y)))
    }

    fn notify(_: &mut WasmPlayer<Self>, event: &Infallible) -> Result<(), NoAnswer> {
        match *event {}
    }
}
