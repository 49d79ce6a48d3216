//! Views of the games for people and tools: rules in, facts and scenes out, as plain data.
//!
//! A front end knows no game. It draws boards and pieces, says names and scores, and hides
//! what it must by what the game says of itself here. One module per game, which
//! implements [`Shown`]; [`Facts`] is what holds for every position, [`Scene`] is one
//! position, and [`Mark`] is what stands out in an action.
//!
//! No bot links this crate, and nothing here decides the result of a game. So a changed
//! word makes neither the example bots stale nor published results another judge's.

pub mod battleship;
mod facts;
pub mod freedom;
pub mod gobblet;
mod mark;
pub mod othello;
mod placing;
mod scene;
pub mod stones;
pub mod written;

pub use facts::{Facts, Hidden, Number, PieceFacts, PlacingFacts, Secret, Stacks, Tone, Unit};
pub use mark::{Mark, MarkKind, Weight};
pub use placing::{Orientation, Placing, ToPlace};
pub use scene::{
    BoardScene, CellScene, Changes, Choice, FirstRow, Hull, Line, Piece, Place, Scene, Viewpoint,
};

use std::borrow::Cow;

use judge_games::Game;

/// A game that can be shown.
///
/// Only [`Shown::boards`] and [`Shown::scores`] must be written. A game that says nothing else has
/// no names and no words of its own, and hides everything that its boards do not show.
pub trait Shown: Game {
    /// Facts that hold for every position.
    const FACTS: &'static Facts = &Facts::NONE;

    /// The same of a game that learns them only when it is loaded.
    fn facts(&self) -> &'static Facts {
        Self::FACTS
    }

    /// The rules, in a page of text.
    const HELP: &'static str = "";

    /// The boards: one, or one for each seat, by seat. From a seat's viewpoint they show
    /// nothing that the seat may not know, not even after the end of the game.
    fn boards(&self, viewpoint: Viewpoint) -> Vec<BoardScene>;

    /// One score for each seat, in the game's own unit.
    fn scores(&self) -> Vec<i32>;

    /// A legal action as something that can be chosen: from where it goes to where, and what it would change.
    fn choice(&self, action: &Self::Action) -> Choice {
        Choice { action: action.to_string(), from: None, to: None, changes: None }
    }

    /// The pieces that the seat to move must place in one action, where there are too many ways to list them.
    fn placing(&self) -> Option<Placing> {
        None
    }

    /// The pieces that a part of such an action would lay: as much of it as `text` says.
    ///
    /// # Errors
    /// The first rule that the text breaks.
    fn draft(&self, _text: &str) -> Result<Vec<Hull>, String> {
        Err("nothing is to be placed".into())
    }

    /// The pieces over several squares that an action lays, be it legal or not.
    fn hulls(&self, _action: &Self::Action) -> Vec<Hull> {
        Vec::new()
    }

    /// The position as `viewpoint` may see it. The legal actions are there if it is the seat to move, or sees everything.
    fn scene(&self, viewpoint: Viewpoint) -> Scene {
        let to_move = self.to_move();
        let may_choose = to_move.is_some_and(|seat| viewpoint.sees(seat));
        let legal = if may_choose { self.legal() } else { Vec::new() };
        Scene {
            boards: self.boards(viewpoint),
            to_move,
            scores: self.scores(),
            choices: legal.iter().map(|action| self.choice(action)).collect(),
            placing: self.placing().filter(|_| may_choose),
            words: self.words(viewpoint),
            picture: self.picture(viewpoint),
        }
    }

    /// A text about all that is beside the boards: about everything in games without boards. From a seat's viewpoint it
    /// says nothing that the seat may not know.
    fn words(&self, _viewpoint: Viewpoint) -> Option<String> {
        None
    }

    /// A picture of the whole, as SVG, which a page shows as an image: no script of it runs, and nothing is loaded.
    fn picture(&self, _viewpoint: Viewpoint) -> Option<String> {
        None
    }

    /// The marks of an action that has led from `before` to `after`, as far as `viewpoint` may know it.
    fn marks(_before: &Self, _action: &Self::Action, _after: &Self, _viewpoint: Viewpoint) -> Vec<Mark> {
        Vec::new()
    }

    /// The words that the other seats get instead of an action; `None` if they may hear the action. Only called in
    /// games that have [secrets](Hidden::Secrets).
    fn secret(&self, _action: &Self::Action) -> Option<Secret> {
        Some(Secret::ALL)
    }

    /// Positions that bots should be tried in. `None` where random games find them.
    fn trials(_params: &Self::Params) -> Option<Vec<Trial<Self::Action>>> {
        None
    }
}

/// A position that bots should be tried in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial<A> {
    /// The special feature of the position.
    pub title: Cow<'static, str>,
    /// The actions that lead there, but for forced ones.
    pub actions: Vec<A>,
}
