//! Othello bots: the rules' questions as calls, the calls' answers as actions.

use std::convert::Infallible;

use judge_play::games::othello::{Action, Othello, Params};
use judge_play::games::{Seat, Square};

use super::{WasmPlayer, Wired};
use bindings::exports::judge::arena::othello as wire;
use judge_play::{NoAnswer, Seed};
use judge_sandbox::{Call, Function, Lane, Linked, Opened, Tenant};

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../../sdk/wit", world: "judge:arena/othello-bot" });
}

/// The functions of a core module.
pub struct Direct {
    new_game: Function<(u64, u32, u32, u32), ()>,
    choose: Function<(u64, u64, u64), u32>,
}

impl Wired for Othello {
    type Direct = Direct;

    exports!(OthelloBot, OthelloBotPre, judge_arena_othello);

    fn open(opened: &mut Opened<'_>) -> wasmtime::Result<Direct> {
        Ok(Direct { new_game: opened.function("new-game")?, choose: opened.function("choose")? })
    }

    fn setup(params: &Params, seat: Seat, seed: Seed) -> wire::Setup {
        wire::Setup { seed: seed.0, seat: seat.0, seats: 2, size: params.size() }
    }

    fn begin(player: &mut WasmPlayer<Self>) -> Result<(), NoAnswer> {
        let setup = player.setup;
        player.ask(|bot, store| match bot {
            Lane::Component(bot) => bot.judge_arena_othello().call_new_game(store, setup),
            Lane::Direct(bot) => {
                let wire::Setup { seed, seat, seats, size } = setup;
                bot.new_game.tell(store, (seed, seat.into(), seats.into(), size.into()))
            }
        })
    }

    fn decide(player: &mut WasmPlayer<Self>, game: Othello) -> Result<Action, NoAnswer> {
        let board = game.board();
        let (own, opponent, legal) = (board.own(), board.opponent(), board.legal_moves());
        let square = player.ask(|bot, store| match bot {
            Lane::Component(bot) => bot.judge_arena_othello().call_choose(store, own, opponent, legal),
            Lane::Direct(bot) => bot.choose.ask(store, (own, opponent, legal), |answer| {
                answer.bytes().map(|&[x, y]| wire::Square { x, y })
            }),
        })?;
        // Without a legal move there is nothing to choose: any answer stands for the pass.
        Ok(if legal == 0 { Action::Pass } else { Action::Place(Square::new(square.x, square.y)) })
    }

    fn notify(_: &mut WasmPlayer<Self>, event: &Infallible) -> Result<(), NoAnswer> {
        match *event {}
    }
}
