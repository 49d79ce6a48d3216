//! Battleship bots: the rules' questions as calls, the calls' answers as actions.

use judge_games::battleship::{Action, Battleship, Orientation, Params, Question, Ship};
use judge_games::{Seat, Square};

use super::WasmPlayer;
use crate::players::{Failure, Player};
use crate::sandbox::{Program, Sandbox, Stop, Tenant};
use crate::seed::Seed;
use bindings::exports::judge::arena::battleship as wire;

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({ path: "../sdk/wit", world: "battleship-bot" });
}

/// A Battleship bot's program, its exports found and of the right types.
#[derive(Clone)]
pub struct Bot(bindings::BattleshipBotPre<Tenant>);

/// A Battleship bot seated in a game.
pub type BattleshipPlayer = WasmPlayer<bindings::BattleshipBot, wire::Setup>;

impl Bot {
    /// Finds the game's functions among the program's exports.
    ///
    /// # Errors
    /// Which function is missing or has another type.
    pub fn new(program: &Program) -> wasmtime::Result<Self> {
        bindings::BattleshipBotPre::new(program.linked().clone()).map(Self)
    }

    /// Asks the bot what it calls itself.
    ///
    /// # Errors
    /// What stopped it.
    pub fn name(&self, sandbox: &Sandbox) -> Result<String, Stop> {
        let mut instance = sandbox.start(|store| self.0.instantiate(store))?;
        instance.call(|bot, store| bot.judge_arena_battleship().call_name(store))
    }

    /// Seats the bot in a game; `seed` is for its random generator.
    #[must_use]
    pub fn player(&self, sandbox: &Sandbox, params: &Params, seat: Seat, seed: Seed) -> BattleshipPlayer {
        let (size, fleet) = (params.size(), params.fleet().to_vec());
        let setup = wire::Setup { seed: seed.0, seat: seat.0, seats: 2, size, fleet };
        WasmPlayer::start(sandbox, setup, |store| self.0.instantiate(store))
    }
}

impl Player<Battleship> for BattleshipPlayer {
    fn decide(&mut self, question: Question) -> Result<Action, Failure> {
        match question {
            Question::NewGame => {
                let ships =
                    self.call(|bot, store, setup| bot.judge_arena_battleship().call_new_game(store, setup))?;
                Ok(Action::PlaceFleet(ships.into_iter().map(ship).collect()))
            }
            Question::TakeTurn(view) => {
                let square = self.call(|bot, store, _| {
                    let bot = bot.judge_arena_battleship();
                    bot.call_take_turn(store, view.state(), view.ships_remaining())
                })?;
                Ok(Action::Shoot(Square::new(square.x, square.y)))
            }
        }
    }
}

fn ship(ship: wire::Ship) -> Ship {
    let wire::Ship { x, y, length, orientation } = ship;
    let orientation = match orientation {
        wire::Orientation::Across => Orientation::Across,
        wire::Orientation::Down => Orientation::Down,
    };
    Ship { x, y, length, orientation }
}
