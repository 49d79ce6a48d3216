//! Bots compiled natively and linked in: what a sandboxed bot is measured against.

use std::convert::Infallible;

use judge_play::games::battleship::{self, Action, Params, Question};
use judge_play::games::{Seat, othello};
use judge_play::{NoAnswer, Player};
use judge_sdk::battleship::{Battleship, Setup};
use judge_sdk::othello::{Chip, Othello, Setup as OthelloSetup};

/// A Battleship bot linked in.
pub(crate) struct NativeBattleship<B> {
    setup: Setup,
    bot: Option<B>,
}

impl<B> NativeBattleship<B> {
    pub(crate) fn new(params: &Params, seat: Seat, seed: u64) -> Self {
        let (size, fleet, no_touch) = (params.size(), params.fleet().to_vec(), params.no_touch());
        Self { setup: Setup { seed, seat: seat.0, size, fleet, no_touch }, bot: None }
    }
}

impl<B: Battleship + Send> Player<battleship::Battleship> for NativeBattleship<B> {
    fn decide(&mut self, question: Question) -> Result<Action, NoAnswer> {
        match question {
            Question::NewGame => {
                let (bot, ships) = B::new_game(&self.setup);
                self.bot = Some(bot);
                Ok(Action::PlaceFleet(ships))
            }
            Question::TakeTurn(view) => {
                let bot = self.bot.as_mut().expect("new-game comes first");
                Ok(Action::Shoot(bot.take_turn(&view)))
            }
        }
    }

    fn notify(&mut self, event: &Infallible) -> Result<(), NoAnswer> {
        match *event {}
    }
}

/// An Othello bot linked in.
pub(crate) struct NativeOthello<B>(B);

impl<B: Othello> NativeOthello<B> {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "of one type with the constructors for other games"
    )]
    pub(crate) fn new(params: &othello::Params, seat: Seat, seed: u64) -> Self {
        let chip = if seat == Seat(0) { Chip::Black } else { Chip::White };
        Self(B::new_game(&OthelloSetup { seed, chip, params: *params }))
    }
}

impl<B: Othello + Send> Player<othello::Othello> for NativeOthello<B> {
    fn decide(&mut self, game: othello::Othello) -> Result<othello::Action, NoAnswer> {
        Ok(othello::Action::Place(self.0.choose(&game.board())))
    }

    fn notify(&mut self, event: &Infallible) -> Result<(), NoAnswer> {
        match *event {}
    }
}
