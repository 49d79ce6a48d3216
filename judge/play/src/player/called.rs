//! A bot as a player: what a game asks becomes a call through the contract, and what the bot answers an action.
//!
//! Knows no engine: a [`Callee`] is the judge's sandbox, or a page.

use std::cell::OnceCell;
use std::fmt::Display;

use judge_games::Seat;
use judge_wit::Value;

use super::lines::no_action;
use super::{NoAnswer, Player};
use crate::contract::{BEGINS, Contract, Phase};
use crate::fault::FaultKind;
use crate::rules::notation;
use crate::verdict::VoidCause;
use crate::{Account, Seed};

/// A running bot, whose functions are called with values.
pub trait Callee: Send {
    /// Offers the legal actions of the question that comes next, for bots that are sent them.
    fn offer<'a, A: Display + 'a>(&mut self, _legal: impl FnOnce() -> &'a [A])
    where
        Self: Sized,
    {
    }

    /// Calls a function, which ends the turn. An answer in values is appended to `values`.
    ///
    /// # Errors
    /// The reason why there is no answer.
    fn ask(&mut self, function: &str, arguments: &Value, values: &mut Value) -> Result<Answer, NoAnswer>;

    /// Calls a function that answers nothing, as a part of the turn that the next question ends.
    ///
    /// # Errors
    /// The reason why the bot does not come back.
    fn tell(&mut self, function: &str, arguments: &Value) -> Result<(), NoAnswer>;

    /// As of [`Player::skip_turn`].
    fn skip_turn(&mut self);

    /// As of [`Player::account`].
    fn account(&self) -> &dyn Account;
}

/// The form of an answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// The values that the function returned.
    Values,
    /// A line that the bot wrote: an action as a person types it.
    Line(String),
    /// The action that was recorded, in the game's notation; the bot itself is not there.
    Recorded(String),
}

/// A bot that is called through the contract, seated in a game.
pub struct Called<C> {
    callee: C,
    /// The arguments of the call before the game.
    setup: Value,
    first_question_begins: bool,
    // Room that is used in every turn again.
    arguments: Value,
    values: Value,
}

impl<C: Callee> Called<C> {
    /// Seats a bot in a game of `G`; `seed` is for its random generator.
    pub fn new<G: Contract>(callee: C, params: &G::Params, seat: Seat, seed: Seed) -> Self {
        let mut setup = Value::default();
        G::setup(params, seat, seed, &mut setup);
        let first_question_begins = G::first_question_begins(params);
        Self { callee, setup, first_question_begins, arguments: Value::default(), values: Value::default() }
    }
}

impl<G: Contract, C: Callee> Player<G> for Called<C> {
    fn begin(&mut self) -> Result<(), NoAnswer> {
        if self.first_question_begins {
            return Ok(());
        }
        match self.callee.ask(BEGINS, &self.setup, &mut self.values)? {
            Answer::Values | Answer::Line(_) => Ok(()),
            Answer::Recorded(action) => Err(no_recording(&action)),
        }
    }

    fn decide(&mut self, view: G::View) -> Result<G::Action, NoAnswer> {
        let Self { callee, setup, arguments, values, .. } = self;
        let asked = G::question(&view);
        let arguments = match asked.phase {
            Phase::Setup => setup,
            Phase::Turns => {
                arguments.clear();
                G::arguments(&view, arguments);
                arguments
            }
        };
        values.clear();
        let listed = OnceCell::new();
        let legal = || listed.get_or_init(|| G::legal_in(&view)).as_slice();
        callee.offer(legal);
        match callee.ask(asked.function, arguments, values)? {
            Answer::Values => G::answer(&view, values.reader())
                .map_err(|rule| NoAnswer::Fault(FaultKind::IllegalMove, rule)),
            Answer::Line(line) => {
                let line = line.trim();
                notation::read(line, legal()).map_err(|why| no_action(line, &why.to_string()))
            }
            Answer::Recorded(action) => action.parse().map_err(|_| no_recording(&action)),
        }
    }

    fn notify(&mut self, event: &G::Event) -> Result<(), NoAnswer> {
        self.arguments.clear();
        G::news(event, &mut self.arguments);
        self.callee.tell(G::tells(event), &self.arguments)
    }

    fn skip_turn(&mut self) {
        self.callee.skip_turn();
    }

    fn account(&self) -> &dyn Account {
        self.callee.account()
    }
}

/// A recorded action where none is wanted, or one that is none.
fn no_recording(action: &str) -> NoAnswer {
    NoAnswer::Void(VoidCause::Judge, format!("{action:?} is no action here"))
}
