//! Players that answer from a list, and remember what they hear.

use std::collections::VecDeque;

use super::{NoAnswer, Player};
use crate::contract::Contract;
use crate::fault::FaultKind;

/// A player that answers from a list, one item a turn.
pub struct Scripted<G: Contract> {
    answers: VecDeque<Result<G::Action, NoAnswer>>,
    /// The number of the event, from 0, at which the player traps.
    pub traps_at_event: Option<usize>,
    /// The news so far.
    pub heard: Vec<G::Event>,
}

impl<G: Contract> Scripted<G> {
    /// A player that gives these answers, in this order.
    pub fn new(answers: impl IntoIterator<Item = Result<G::Action, NoAnswer>>) -> Self {
        Self { answers: answers.into_iter().collect(), traps_at_event: None, heard: Vec::new() }
    }
}

impl<G: Contract<Event: Clone>> Player<G> for Scripted<G> {
    fn decide(&mut self, _view: G::View) -> Result<G::Action, NoAnswer> {
        self.answers
            .pop_front()
            .unwrap_or_else(|| Err(NoAnswer::Fault(FaultKind::Trap, "the script has no more answers".into())))
    }

    fn notify(&mut self, event: &G::Event) -> Result<(), NoAnswer> {
        if self.traps_at_event == Some(self.heard.len()) {
            return Err(NoAnswer::Fault(FaultKind::Trap, "scripted".into()));
        }
        self.heard.push(event.clone());
        Ok(())
    }
}

/// A caller that keeps the player can read the news it got afterwards.
impl<G: Contract<Event: Clone>> Player<G> for &mut Scripted<G> {
    fn decide(&mut self, view: G::View) -> Result<G::Action, NoAnswer> {
        (**self).decide(view)
    }

    fn notify(&mut self, event: &G::Event) -> Result<(), NoAnswer> {
        (**self).notify(event)
    }
}
