//! Players for tests: they answer from a list, and remember what they are told.

use std::collections::VecDeque;

use super::{Failure, Player};
use crate::contract::Contract;

/// Answers from a list, one item a turn.
pub(crate) struct Scripted<G: Contract> {
    answers: VecDeque<Result<G::Action, Failure>>,
    /// Whether the player fails at the event of this number, from 0.
    pub(crate) fails_at_event: Option<usize>,
    pub(crate) heard: Vec<G::Event>,
}

impl<G: Contract> Scripted<G> {
    pub(crate) fn new(answers: impl IntoIterator<Item = Result<G::Action, Failure>>) -> Self {
        Self { answers: answers.into_iter().collect(), fails_at_event: None, heard: Vec::new() }
    }
}

impl<G: Contract<Event: Clone>> Player<G> for Scripted<G> {
    fn decide(&mut self, _view: G::View) -> Result<G::Action, Failure> {
        self.answers.pop_front().expect("the script is as long as the game")
    }

    fn notify(&mut self, event: &G::Event) -> Result<(), Failure> {
        if self.fails_at_event == Some(self.heard.len()) {
            return Err(Failure::Fault(crate::fault::FaultKind::Trap, "scripted".into()));
        }
        self.heard.push(event.clone());
        Ok(())
    }
}
