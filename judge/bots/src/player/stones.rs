//! Stones bots: the rules' questions as calls, the calls' answers as actions.

use judge_play::games::stones::{Adjacency, Message, Params, Step, Stones};
use judge_play::games::{Seat, Square};

use super::{WasmPlayer, Wired};
use bindings::exports::judge::arena::stones as wire;
use judge_play::contract::Told;
use judge_play::{NoAnswer, Seed};
use judge_sandbox::{Call, Function, Lane, Linked, Opened, Room, Tenant};

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../../sdk/wit", world: "judge:arena/stones-bot" });
}

/// A setup in numbers, field by field.
type SetupNumbers = (u64, u32, u32, u32, u32, u32, u32, u32);
/// An update in numbers: the message's case and what belongs to it, where the cells lie and how many they are.
type UpdateNumbers = (u32, u32, u32, u32, u32, u32, u32, u32);

/// The functions of a core module.
pub struct Direct {
    room: Room,
    new_game: Function<SetupNumbers, ()>,
    update: Function<UpdateNumbers, ()>,
    next_move: Function<(), u32>,
}

impl Wired for Stones {
    type Direct = Direct;

    exports!(StonesBot, StonesBotPre, judge_arena_stones);

    fn open(opened: &mut Opened<'_>) -> wasmtime::Result<Direct> {
        Ok(Direct {
            room: opened.room()?,
            new_game: opened.function("new-game")?,
            update: opened.function("update")?,
            next_move: opened.function("next-move")?,
        })
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

    fn begin(player: &mut WasmPlayer<Self>) -> Result<(), NoAnswer> {
        let setup = player.setup;
        player.ask(|bot, store| match bot {
            Lane::Component(bot) => bot.judge_arena_stones().call_new_game(store, setup),
            Lane::Direct(bot) => {
                let wire::Setup { seed, seat, seats, columns, rows, neighbours, no_hit_limit, max_turns } =
                    setup;
                let [seat, seats, columns, rows, neighbours] =
                    [seat, seats, columns, rows, neighbours].map(u32::from);
                let told = (seed, seat, seats, columns, rows, neighbours, no_hit_limit, max_turns);
                bot.new_game.tell(store, told)
            }
        })
    }

    fn decide(player: &mut WasmPlayer<Self>, _: Stones) -> Result<Step, NoAnswer> {
        let wire::Step { from, to } = player.ask(|bot, store| match bot {
            Lane::Component(bot) => bot.judge_arena_stones().call_next_move(store),
            Lane::Direct(bot) => bot.next_move.ask(store, (), |answer| {
                let square = |x, y| wire::Square { x, y };
                let &[x, y, to_x, to_y] = answer.bytes()?;
                Ok(wire::Step { from: square(x, y), to: square(to_x, to_y) })
            }),
        })?;
        Ok(Step::new(Square::new(from.x, from.y), Square::new(to.x, to.y)))
    }

    fn notify(player: &mut WasmPlayer<Self>, told: &Told) -> Result<(), NoAnswer> {
        let (message, cells) = (message(told.message), told.board.cells());
        player.tell(|bot, store| match bot {
            Lane::Component(bot) => bot.judge_arena_stones().call_update(store, message, cells),
            Lane::Direct(bot) => {
                let cells: Vec<u8> = cells.iter().map(|cell| cell.cast_unsigned()).collect();
                let (at, length) = bot.room.list(&mut *store, &cells)?;
                let [case, player, x, y, to_x, to_y] = numbers(message).map(u32::from);
                bot.update.tell(store, (case, player, x, y, to_x, to_y, at, length))
            }
        })
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

/// A case, then what belongs to it.
fn numbers(message: wire::Message) -> [u8; 6] {
    match message {
        wire::Message::GameStart => [0; 6],
        wire::Message::TurnTo(player) => [1, player, 0, 0, 0, 0],
        wire::Message::Move(wire::Move { player, step: wire::Step { from, to } }) => {
            [2, player, from.x, from.y, to.x, to.y]
        }
        wire::Message::Hit(wire::Hit { player, square }) => [3, player, square.x, square.y, 0, 0],
        wire::Message::PlayerLost(player) => [4, player, 0, 0, 0, 0],
        wire::Message::PlayerWon(player) => [5, player, 0, 0, 0, 0],
    }
}

fn neighbours(adjacency: Adjacency) -> u8 {
    match adjacency {
        Adjacency::Four => 4,
        Adjacency::Eight => 8,
    }
}
