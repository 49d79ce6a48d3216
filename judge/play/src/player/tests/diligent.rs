//! For tests: players that need no script, and write down whatever they are called for.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use judge_games::Game as _;
use judge_games::battleship::{Action, Battleship, Question, Ship};
use judge_games::othello::{self, Othello};
use judge_games::stones::{Step, Stones};

use super::{Account, NoAnswer, Player};
use crate::Usage;
use crate::contract::Contract;
use crate::fault::FaultKind;

/// A game whose players can find a legal action by themselves.
pub(crate) trait Listed: Contract {
    /// The legal actions of the player that sees `view`.
    fn listed(view: &Self::View) -> Vec<Self::Action>;
}

impl Listed for Othello {
    fn listed(view: &Self) -> Vec<othello::Action> {
        view.legal()
    }
}

impl Listed for Stones {
    fn listed(view: &Self) -> Vec<Step> {
        view.legal()
    }
}

impl Listed for Battleship {
    /// For boards of 2 × 2 with one ship of 2.
    fn listed(view: &Question) -> Vec<Action> {
        match view {
            Question::NewGame => vec![Action::PlaceFleet(vec![Ship::across(0, 0, 2)])],
            Question::TakeTurn(view) => view.unknown().map(Action::Shoot).collect(),
        }
    }
}

/// The calls of a player, in order: `begin`, `decide`, `skip`, and the news it got.
pub(crate) type Calls = Arc<Mutex<Vec<String>>>;

/// The choice among the legal actions that a player makes.
#[derive(Clone, Copy)]
pub(crate) enum Takes {
    First,
    Last,
}

/// A player that takes the first of all legal actions, or the last. Its log holds its calls, a line each.
pub(crate) struct Diligent {
    takes: Takes,
    /// The number of the call, from 0, at which it traps.
    traps_at_call: Option<usize>,
    calls: Calls,
}

impl Diligent {
    pub(crate) fn new(takes: Takes) -> (Self, Calls) {
        let calls = Calls::default();
        (Self { takes, traps_at_call: None, calls: Arc::clone(&calls) }, calls)
    }

    pub(crate) fn trapping(call: usize) -> (Self, Calls) {
        let (player, calls) = Self::new(Takes::First);
        (Self { traps_at_call: Some(call), ..player }, calls)
    }

    fn calls(&self) -> MutexGuard<'_, Vec<String>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn called(&self, call: &str) -> Result<(), NoAnswer> {
        let mut calls = self.calls();
        let is_trap = self.traps_at_call == Some(calls.len());
        calls.push(call.to_owned());
        if is_trap { Err(NoAnswer::Fault(FaultKind::Trap, format!("in {call}"))) } else { Ok(()) }
    }
}

impl<G: Listed> Player<G> for Diligent {
    fn begin(&mut self) -> Result<(), NoAnswer> {
        self.called("begin")
    }

    fn decide(&mut self, view: G::View) -> Result<G::Action, NoAnswer> {
        self.called("decide")?;
        let mut listed = G::listed(&view);
        Ok(match self.takes {
            Takes::First => listed.swap_remove(0),
            Takes::Last => listed.pop().expect("there is a legal action"),
        })
    }

    fn notify(&mut self, event: &G::Event) -> Result<(), NoAnswer> {
        // Without the board, which comes after a semicolon.
        self.called(event.to_string().split(';').next().expect("a text has a first part"))
    }

    fn skip_turn(&mut self) {
        self.calls().push("skip".into());
    }

    fn account(&self) -> &dyn Account {
        self
    }
}

impl Account for Diligent {
    fn usage(&self) -> Usage {
        Usage { fuel: self.calls().len() as u64, memory_bytes: 0 }
    }

    fn usage_in_turn(&self) -> Usage {
        Usage { fuel: 1, memory_bytes: 0 }
    }

    fn log(&self) -> String {
        self.calls().iter().flat_map(|call| [call, "\n"]).collect()
    }
}
