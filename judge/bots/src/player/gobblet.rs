//! Gobblet bots: the rules' questions as calls, the calls' answers as actions.

use std::convert::Infallible;

use judge_play::games::gobblet::{Action, Gobblet, Params, Position, Size};
use judge_play::games::{Seat, Square};

use super::{WasmPlayer, Wired};
use bindings::exports::judge::arena::gobblet as wire;
use judge_play::FaultKind;
use judge_play::{NoAnswer, Seed};
use judge_sandbox::{Answer, Call, Function, Lane, Linked, Opened, Room, Tenant, unexpected};

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../../sdk/wit", world: "judge:arena/gobblet-bot" });
}

/// The functions of a core module.
pub struct Direct {
    room: Room,
    new_game: Function<(u64, u32, u32, u32, u32), ()>,
    play: Function<(u32, u32), u32>,
}

impl Wired for Gobblet {
    type Direct = Direct;

    exports!(GobbletBot, GobbletBotPre, judge_arena_gobblet);

    fn open(opened: &mut Opened<'_>) -> wasmtime::Result<Direct> {
        Ok(Direct {
            room: opened.room()?,
            new_game: opened.function("new-game")?,
            play: opened.function("play")?,
        })
    }

    fn setup(params: &Params, seat: Seat, seed: Seed) -> wire::Setup {
        let (size, plies_max) = (params.board().width(), params.plies_max());
        wire::Setup { seed: seed.0, seat: seat.0, seats: 2, size, plies_max }
    }

    fn begin(player: &mut WasmPlayer<Self>) -> Result<(), NoAnswer> {
        let setup = player.setup;
        player.ask(|bot, store| match bot {
            Lane::Component(bot) => bot.judge_arena_gobblet().call_new_game(store, setup),
            Lane::Direct(bot) => {
                let wire::Setup { seed, seat, seats, size, plies_max } = setup;
                bot.new_game.tell(store, (seed, seat.into(), seats.into(), size.into(), plies_max))
            }
        })
    }

    fn decide(player: &mut WasmPlayer<Self>, position: Position) -> Result<Action, NoAnswer> {
        let board: Vec<u8> = position.bytes().collect();
        let action = player.ask(|bot, store| match bot {
            Lane::Component(bot) => bot.judge_arena_gobblet().call_play(store, &board),
            Lane::Direct(bot) => {
                let board = bot.room.list(&mut *store, &board)?;
                bot.play.ask(store, board, action)
            }
        })?;
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

    fn notify(_: &mut WasmPlayer<Self>, event: &Infallible) -> Result<(), NoAnswer> {
        match *event {}
    }
}

/// A case, then what belongs to it.
fn action(answer: Answer<'_>) -> wasmtime::Result<wire::Action> {
    let &[case, a, b, c, d] = answer.bytes()?;
    let square = |x, y| wire::Square { x, y };
    match case {
        0 => Ok(wire::Action::Enter(wire::Enter { size: a, to: square(b, c) })),
        1 => Ok(wire::Action::Move(wire::Move { from: square(a, b), to: square(c, d) })),
        other => Err(unexpected(other)),
    }
}

fn square(square: wire::Square) -> Square {
    Square::new(square.x, square.y)
}

fn no_size(size: u8) -> NoAnswer {
    NoAnswer::Fault(FaultKind::IllegalMove, format!("no piece has size {size}"))
}
