//! Stones bots: the rules' questions as calls, the calls' answers as actions.

use judge_games::stones::{Adjacency, Message, Params, Step, Stones};
use judge_games::{Seat, Square};

use super::{WasmPlayer, Wired};
use crate::contract::Told;
use crate::players::{Failure, Player};
use crate::sandbox::{Call, Linked, Tenant};
use crate::seed::Seed;
use bindings::exports::judge::arena::stones as wire;

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../sdk/wit", world: "judge:arena/stones-bot" });
}

impl Wired for Stones {
    type Params = Params;
    type Setup = wire::Setup;
    type Exports = bindings::StonesBot;
    type Program = bindings::StonesBotPre<Tenant>;

    fn find(linked: &Linked) -> wasmtime::Result<Self::Program> {
        bindings::StonesBotPre::new(linked.clone())
    }

    fn instantiate(program: &Self::Program, store: Call<'_>) -> wasmtime::Result<Self::Exports> {
        program.instantiate(store)
    }

    fn name(exports: &Self::Exports, store: Call<'_>) -> wasmtime::Result<String> {
        exports.judge_arena_stones().call_name(store)
    }

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
}

impl Player<Stones> for WasmPlayer<Stones> {
    fn begin(&mut self) -> Result<(), Failure> {
        let setup = self.setup;
        self.ask(|bot, store| bot.judge_arena_stones().call_new_game(store, setup))
    }

    fn decide(&mut self, _: Stones) -> Result<Step, Failure> {
        let wire::Step { from, to } =
            self.ask(|bot, store| bot.judge_arena_stones().call_next_move(store))?;
        Ok(Step::new(Square::new(from.x, from.y), Square::new(to.x, to.y)))
    }

    fn notify(&mut self, told: &Told) -> Result<(), Failure> {
        let (message, cells) = (message(told.message), told.board.cells());
        self.tell(|bot, store| bot.judge_arena_stones().call_update(store, message, cells))
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
