//! A game that is to be drawn, as JSON: pages and the judge have positions in this form.

use std::borrow::Cow;

use judge_play::games::Seat;
use judge_play::page_game;
use judge_play::scenes::{BoardScene, Scene};
use judge_play::text::count;
use serde::Deserialize;

use super::{Colour, DEEP, Indexed, Picture};
use crate::marks::{colour, shape};

/// Positions of a game, and what is written around them.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Film {
    /// Whether it is 1200 by 630, and not square.
    pub is_wide: bool,
    /// Whether the boards of the first position alone are wanted, as SVG.
    #[serde(default)]
    pub is_svg: bool,
    /// Above the board: the tournament.
    pub title: String,
    /// Beside it: which game.
    pub moment: String,
    /// The turn of the first position.
    pub turn: usize,
    /// Below the board.
    pub sentence: String,
    /// What the game says of itself.
    pub(super) facts: Facts,
    /// Who has which seat.
    pub seats: Vec<Contestant>,
    /// The positions.
    pub(super) scenes: Vec<Position>,
    /// How the game ended, if the last position is its end.
    pub over: Option<Over>,
}

/// Who has a seat.
#[derive(Clone, Debug, Deserialize)]
pub struct Contestant {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: usize,
    /// Its mark, as the path of an SVG of 16 by 16.
    pub shape: Cow<'static, str>,
}

/// How a game ended.
#[derive(Debug, Deserialize)]
pub struct Over {
    /// The seats that won.
    pub winners: Vec<usize>,
    /// In words.
    pub words: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Facts {
    pub(super) ground: String,
    pub(super) unit: Option<String>,
    pub(super) has_beside: bool,
    pub(super) whole: bool,
    pub(super) pieces: Vec<Kind>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Kind {
    pub(super) shape: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Position {
    pub(super) boards: Vec<BoardScene>,
    pub(super) to_move: Option<usize>,
    pub(super) scores: Vec<i32>,
}

impl Contestant {
    /// One of those that a tournament counts.
    #[must_use]
    pub fn of(name: String, index: usize) -> Self {
        Self { name, colour: colour(index), shape: shape(index).into() }
    }

    /// Its colour on light ground.
    pub(super) fn deep(&self) -> Colour {
        DEEP[self.colour % DEEP.len()]
    }
}

impl Over {
    /// The end of a game in which the seats came to these places, from 1, with these scores; it may have none.
    #[must_use]
    pub fn of(ranks: &[u8], scores: &[i32], names: &[impl AsRef<str>]) -> Self {
        let mut order: Vec<usize> = (0..ranks.len()).collect();
        order.sort_by_key(|&seat| ranks[seat]);
        let scores: Vec<String> =
            order.iter().filter_map(|&seat| scores.get(seat)).map(ToString::to_string).collect();
        order.retain(|&seat| ranks[seat] == 1);
        let first: Vec<&str> = order.iter().map(|&seat| names[seat].as_ref()).collect();
        let (winners, ended) = match &first[..] {
            all if all.len() == ranks.len() => (Vec::new(), "Draw".to_owned()),
            [name] => (order, format!("{name} wins")),
            names => (order, format!("{} win", names.join(" and "))),
        };
        Self { winners, words: format!("{ended} {}", scores.join("–")).trim_end().to_owned() }
    }
}

impl Film {
    /// A film of positions, square and without words.
    ///
    /// # Panics
    /// Never: positions are of the form in which they are written.
    #[must_use]
    pub fn of<'a>(
        facts: &judge_play::scenes::Facts,
        scenes: impl Iterator<Item = &'a Scene>,
        seats: Vec<Contestant>,
    ) -> Self {
        let position = |scene: &Scene| {
            let Scene { boards, scores, to_move, .. } = scene;
            Position { boards: boards.clone(), to_move: to_move.map(Seat::index), scores: scores.clone() }
        };
        let facts = Facts::deserialize(page_game::facts(facts)).expect("facts have this form");
        Self { facts, seats, scenes: scenes.map(position).collect(), ..Self::default() }
    }

    /// Lets the plates of a game without a score show the match: how many of so many games each seat has won.
    pub fn show_match(&mut self, won: &[usize], games: usize) {
        if self.facts.unit.is_none() {
            let won = won.iter().map(|&won| i32::try_from(won).unwrap_or(i32::MAX));
            self.facts.unit = Some(format!("of {}", count(games as u64, "game")));
            self.scenes.iter_mut().for_each(|scene| scene.scores = won.clone().collect());
        }
    }

    /// The film as a file: an animated GIF, or SVG if that is wanted.
    #[must_use]
    pub fn drawn(&self) -> Vec<u8> {
        if self.is_svg && !self.scenes.is_empty() {
            Picture::boards(self, 0).svg().into_bytes()
        } else {
            Indexed::of(&self.cards(), if self.is_wide { 1200 } else { 720 }).gif()
        }
    }
}
