//! Stones bots: the rules' questions as calls, the calls' answers as actions.

use judge_play::games::stones::{Adjacency, Message, Params, Step, Stones};
use judge_play::games::{Seat, Square};

use super::{WasmPlayer, Wired};
use bindings::exports::judge::arena::stones as wire;
use judge_play::contract::Told;
use judge_play::{NoAnswer, Seed};
use judge_sandbox::{Call, Linked, Tenant};

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../../sdk/wit", world: "judge:arena/stones-bot" });
}

impl Wired for Stones {
    exports!(StonesBot, StonesBotPre, judge_arena_stones);

    fn setup(params: &Params, seat: Seat, seed: Seed) -> wire::Setup {
        let (rules, start) = (params.rules(), params.start());
        wire::Setup {
            seed: seed.0,
            seat: seat.0,
            seats: rules.players(),
            columns: start.columns(),
            rows: start.rows(),
            neighbours: neighbours(rules.adjacency()),
            no_hit_limit: rules.no_hit_limit(),
            max_turns: rules.max_turns(),
        }
    }

    fn begin(player: &mut WasmPlayer<Self>) -> Result<(), NoAnswer> {
        let setup = player.setup;
        player.ask(|bot, store| bot.judge_arena_stones().call_new_game(store, setup))
    }

    fn decide(player: &mut WasmPlayer<Self>, _: Stones) -> Result<Step, NoAnswer> {
        let wire::Step { from, to } =
            player.ask(|bot, store| bot.judge_arena_stones().call_next_move(store))?;
        Ok(Step::new(Square::new(from.x, from.y), Square::new(to.x, to.y)))
    }

    fn notify(player: &mut WasmPlayer<Self>, told: &Told) -> Result<(), NoAnswer> {
        let (message, cells) = (message(told.message), told.board.cells());
        player.tell(|bot, store| bot.judge_arena_stones().call_update(store, message, cells))
    }
}

fn message(message: Message) -> wire::Message {
    let square = |square: Square| wire::Square { x: square.x, y: square.y };
    match message {
        Message::GameStart => wire::Message::GameStart,
        Message::TurnTo(player) => wire::Message::TurnTo(player.0),
        Message::Move(player, Step { from, to }) => {
            let step = wire::Step { from: square(from), to: square(to) };
            wire::Message::Move(wire::Move { player: player.0, step })
        }
        Message::Hit(player, hit) => wire::Message::Hit(wire::Hit { player: player.0, square: square(hit) }),
        Message::PlayerLost(player) => wire::Message::PlayerLost(player.0),
        Message::PlayerWon(player) => wire::Message::PlayerWon(player.0),
    }
}

fn neighbours(adjacency: Adjacency) -> u8 {
    match adjacency {
        Adjacency::Four => 4,
        Adjacency::Eight => 8,
    }
}
