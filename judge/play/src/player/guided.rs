//! A player who is asked, and does what another did: a player and its predecessor's actions in, a player out.

use std::collections::VecDeque;

use super::{NoAnswer, Player};
use crate::Account;
use crate::contract::Contract;

/// A player who is asked, and does what another did.
pub struct Guided<P, A> {
    player: P,
    actions: VecDeque<A>,
}

impl<P, A: std::str::FromStr> Guided<P, A> {
    /// Leads a player through a game; `actions` are those that were played there.
    ///
    /// # Panics
    /// If one of them is no action.
    pub fn new(player: P, actions: &[String]) -> Self {
        let actions =
            actions.iter().map(|action| action.parse().ok().expect("an action that was played can be read"));
        Self { player, actions: actions.collect() }
    }
}

impl<G: Contract, P: Player<G>> Player<G> for Guided<P, G::Action> {
    fn begin(&mut self) -> Result<(), NoAnswer> {
        self.player.begin()
    }

    fn decide(&mut self, view: G::View) -> Result<G::Action, NoAnswer> {
        let answer = self.player.decide(view)?;
        // If the other one was stopped, nothing is known to be legal.
        Ok(self.actions.pop_front().unwrap_or(answer))
    }

    fn notify(&mut self, event: &G::Event) -> Result<(), NoAnswer> {
        self.player.notify(event)
    }

    fn skip_turn(&mut self) {
        self.player.skip_turn();
    }

    fn account(&self) -> &dyn Account {
        self.player.account()
    }
}
