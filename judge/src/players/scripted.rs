//! Players for tests: they answer from a list.

use std::collections::VecDeque;

use judge_games::Game;

use super::{Failure, Player};

/// Answers from a list, one item a turn.
pub(crate) struct Scripted<A>(VecDeque<Result<A, Failure>>);

impl<A> Scripted<A> {
    pub(crate) fn new(answers: impl IntoIterator<Item = Result<A, Failure>>) -> Self {
        Self(answers.into_iter().collect())
    }
}

impl<G: Game> Player<G> for Scripted<G::Action> {
    fn decide(&mut self, _view: G::View) -> Result<G::Action, Failure> {
        self.0.pop_front().expect("the script is as long as the game")
    }
}
