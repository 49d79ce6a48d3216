//! A line of play as text: the one form of it in files, pages and servers.

use std::collections::BTreeMap;
use std::sync::Arc;

use judge_limits::{Limits, Seed};
use serde::{Deserialize, Serialize};

use super::{Line, SeatLine, Seeds};
use crate::file::GameFile;
use crate::opening::{self, ACTIONS_MAX, PLIES_MAX};
use crate::terms::GameTerms;
use crate::text::cut;

/// The most characters of something in the text that a mistake shows.
const SHOWN_MAX: usize = 80;

/// A line of play, and what bots may use in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineText {
    /// The game.
    pub game: String,
    /// SHA-256 of its file, if the game is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_sha256: Option<String>,
    /// Its settings.
    pub settings: BTreeMap<String, String>,
    /// The round's seed, as text: many readers' numbers end at 2^53.
    pub seed: String,
    /// The number of its order of seats in the round, from 0.
    pub order: usize,
    /// Random legal actions that the game begins with.
    pub opening_plies: u32,
    /// What it begins with instead, if the opening was written: the texts of a [`WrittenOpening`](crate::opening::WrittenOpening).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The seats, in order.
    pub seats: Vec<SeatLine>,
    /// Actions that persons took, by turn.
    #[serde(default)]
    pub by_hand: BTreeMap<u32, String>,
    /// The limits on what bots may use.
    pub limits: Limits,
}

impl LineText {
    /// The line as text, with what bots may use.
    #[must_use]
    pub fn of(line: &Line, limits: &Limits) -> Self {
        let GameTerms { game, game_sha256, rules: settings, opening_plies, opening, limits } =
            line.terms(limits);
        let Line { rules: _, seeds, opening_plies: _, opening: _, seats, by_hand } = line.clone();
        let (seed, order) = (seeds.round.to_string(), seeds.order);
        Self { game, game_sha256, settings, seed, order, opening_plies, opening, seats, by_hand, limits }
    }

    /// The line that the text says, and what bots may use. Where the game is a file, that is `file`. Which bots there are,
    /// and whether the limits can be given, is not asked.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn parse(self, file: Option<&Arc<GameFile>>) -> Result<(Line, Limits), String> {
        let Self { game, game_sha256, settings, seed, order, opening_plies, opening, seats, by_hand, limits } =
            self;
        let terms = GameTerms { game, game_sha256, rules: settings, opening_plies, opening, limits };
        let rules = terms.parse_rules(file).map_err(|why| format!("rules: {why}"))?;
        let (places, written) = (rules.seats(), seats.len());
        if written != places {
            return Err(format!("seats: there are {written}, and the game has {places}"));
        }
        if order >= places {
            return Err(format!("order = {order}: write a number below {places}"));
        }
        if opening_plies > PLIES_MAX {
            return Err(format!("opening_plies = {opening_plies}: write a number up to {PLIES_MAX}"));
        }
        let (begins_at, actions) = opening::parts(&terms.opening);
        if actions.len() > ACTIONS_MAX {
            return Err(format!("opening: it has {} actions; write at most {ACTIONS_MAX}", actions.len()));
        }
        if begins_at.is_some() {
            let started = for_game!(&rules, params, G => opening::start::<G>(params, begins_at, 0).map(drop));
            started.map_err(|(_, why)| format!("opening: {}", cut(&why, SHOWN_MAX)))?;
        }
        let round = seed.parse().map_err(|_| format!("seed: {:?} is no number", cut(&seed, SHOWN_MAX)))?;
        let seeds = Seeds { round: Seed(round), order };
        let GameTerms { opening, limits, .. } = terms;
        Ok((Line { rules, seeds, opening_plies, opening, seats, by_hand }, limits))
    }
}
