//! Bots that run alone, as players of two games: views into arguments, answers into actions.

use std::convert::Infallible;

use judge_play::games::battleship::{Action, Battleship, Orientation, Question, Ship};
use judge_play::games::othello::{self, Othello};
use judge_play::games::{Seat, Square};
use judge_play::{Account, NoAnswer, Player, Seed, Usage};
use wasmtime::Val;

use crate::guest::Guest;

/// A bot that runs alone, with what it learns when a game begins.
pub(crate) struct Seated {
    pub(crate) guest: Guest,
    pub(crate) seat: Seat,
    pub(crate) seed: Seed,
    pub(crate) size: u8,
    pub(crate) fleet: Vec<u8>,
}

impl Seated {
    /// The numbers with which the setup of every game begins.
    fn setup(&self) -> Vec<Val> {
        let byte = |value: u8| Val::I32(value.into());
        vec![Val::I64(self.seed.0.cast_signed()), byte(self.seat.0), byte(2), byte(self.size)]
    }

    fn usage(&self, which: impl FnOnce((u64, u64)) -> u64) -> Usage {
        Usage { fuel: which(self.guest.spent()), memory_bytes: 0 }
    }
}

/// A list without arguments before it.
const NO_LISTS: (usize, &[&[u8]]) = (0, &[]);

fn square(memory: &[u8], at: usize) -> Square {
    Square::new(memory[at], memory[at + 1])
}

impl Account for Seated {
    fn usage(&self) -> Usage {
        self.usage(|(all, _)| all)
    }

    fn usage_in_turn(&self) -> Usage {
        self.usage(|(_, turn)| turn)
    }
}

impl Player<Othello> for Seated {
    fn begin(&mut self) -> Result<(), NoAnswer> {
        let setup = self.setup();
        self.guest.begin_turn();
        self.guest.ask("judge:arena/othello@1.0.0#new-game", setup, NO_LISTS, |_, _| ())
    }

    fn decide(&mut self, game: Othello) -> Result<othello::Action, NoAnswer> {
        let board = game.board();
        let legal = board.legal_moves();
        let bits = [board.own(), board.opponent(), legal].map(|bits| Val::I64(bits.cast_signed()));
        self.guest.begin_turn();
        let square = self.guest.ask("judge:arena/othello@1.0.0#choose", bits.into(), NO_LISTS, square)?;
        Ok(if legal == 0 { othello::Action::Pass } else { othello::Action::Place(square) })
    }

    fn notify(&mut self, event: &Infallible) -> Result<(), NoAnswer> {
        match *event {}
    }

    fn account(&self) -> &dyn Account {
        self
    }
}

impl Player<Battleship> for Seated {
    fn decide(&mut self, question: Question) -> Result<Action, NoAnswer> {
        self.guest.begin_turn();
        match question {
            Question::NewGame => {
                let mut setup = self.setup();
                setup.push(Val::I32(0));
                let (function, fleet) = ("judge:arena/battleship@1.0.0#new-game", self.fleet.clone());
                self.guest.ask(function, setup, (4, &[&fleet]), ships).map(Action::PlaceFleet)
            }
            Question::TakeTurn(view) => {
                let (state, remaining) = (view.state().to_vec(), view.ships_remaining().to_vec());
                let function = "judge:arena/battleship@1.0.0#take-turn";
                self.guest.ask(function, Vec::new(), (0, &[&state, &remaining]), square).map(Action::Shoot)
            }
        }
    }

    fn notify(&mut self, event: &Infallible) -> Result<(), NoAnswer> {
        match *event {}
    }

    fn account(&self) -> &dyn Account {
        self
    }
}

fn ships(memory: &[u8], at: usize) -> Vec<Ship> {
    let number =
        |at: usize| u32::from_le_bytes(*memory[at..].first_chunk().expect("it is in memory")) as usize;
    let (first, count) = (number(at), number(at + 4));
    let ships = memory[first..first + 4 * count].chunks(4);
    let ship = |ship: &[u8]| Ship {
        x: ship[0],
        y: ship[1],
        length: ship[2],
        orientation: if ship[3] == 0 { Orientation::Across } else { Orientation::Down },
    };
    ships.map(ship).collect()
}
