//! Freedom bots: the rules' questions as calls, the calls' answers as actions.

use std::convert::Infallible;

use judge_play::games::freedom::{Action, Freedom, Params, Scoring};
use judge_play::games::{Seat, Square};

use super::{WasmPlayer, Wired};
use bindings::exports::judge::arena::freedom as wire;
use judge_play::{NoAnswer, Seed};
use judge_sandbox::{Call, Function, Lane, Linked, Opened, Room, Tenant};

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../../sdk/wit", world: "judge:arena/freedom-bot" });
}

/// The functions of a core module.
pub struct Direct {
    room: Room,
    new_game: Function<(u64, u32, u32, u32, u32), ()>,
    make_move: Function<(u32, u32, u32, u32, u32), u32>,
}

impl Wired for Freedom {
    type Direct = Direct;

    exports!(FreedomBot, FreedomBotPre, judge_arena_freedom);

    fn open(opened: &mut Opened<'_>) -> wasmtime::Result<Direct> {
        Ok(Direct {
            room: opened.room()?,
            new_game: opened.function("new-game")?,
            make_move: opened.function("make-move")?,
        })
    }

    fn setup(params: &Params, seat: Seat, seed: Seed) -> wire::Setup {
        let scoring = match params.scoring() {
            Scoring::Multiplicity => wire::Scoring::Multiplicity,
            Scoring::Distinct => wire::Scoring::Distinct,
        };
        wire::Setup { seed: seed.0, seat: seat.0, seats: 2, size: params.size(), scoring }
    }

    fn begin(player: &mut WasmPlayer<Self>) -> Result<(), NoAnswer> {
        let setup = player.setup;
        player.ask(|bot, store| match bot {
            Lane::Component(bot) => bot.judge_arena_freedom().call_new_game(store, setup),
            Lane::Direct(bot) => {
                let wire::Setup { seed, seat, seats, size, scoring } = setup;
                let scoring = u32::from(scoring as u8);
                bot.new_game.tell(store, (seed, seat.into(), seats.into(), size.into(), scoring))
            }
        })
    }

    fn decide(player: &mut WasmPlayer<Self>, game: Freedom) -> Result<Action, NoAnswer> {
        let board = game.board().bytes();
        let last = game.last_opponent_move().map(|square| wire::Square { x: square.x, y: square.y });
        let square = player.ask(|bot, store| match bot {
            Lane::Component(bot) => bot.judge_arena_freedom().call_make_move(store, &board, last),
            Lane::Direct(bot) => {
                let (at, length) = bot.room.list(&mut *store, &board)?;
                let (is_there, x, y) = last.map_or((0, 0, 0), |square| (1, square.x.into(), square.y.into()));
                bot.make_move.ask(store, (at, length, is_there, x, y), |answer| {
                    answer.bytes().map(|&[x, y]| wire::Square { x, y })
                })
            }
        })?;
        Ok(Action::Place(Square::new(square.x, square.y)))
    }

    fn notify(_: &mut WasmPlayer<Self>, event: &Infallible) -> Result<(), NoAnswer> {
        match *event {}
    }
}
