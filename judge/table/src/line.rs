//! A line of play as JSON.

use std::collections::BTreeMap;

use judge_play::{Line, Rules, SeatLine, Seed, Seeds};
use serde::{Deserialize, Serialize};

/// A line of play, and what bots may use in it, which is an `L`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineText<L> {
    game: String,
    settings: BTreeMap<String, String>,
    /// As text: JavaScript's numbers end at 2^53.
    seed: String,
    order: usize,
    opening_plies: u32,
    seats: Vec<SeatLine>,
    #[serde(default)]
    by_hand: BTreeMap<u32, String>,
    limits: L,
}

impl<L: Clone> LineText<L> {
    /// What the line says.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(self) -> Result<(Line, L), String> {
        let settings = self.settings.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let rules = Rules::new(&self.game, settings).map_err(|error| error.to_string())?;
        let round = self.seed.parse().map_err(|_| format!("{:?} is no seed", self.seed))?;
        if rules.seats() != self.seats.len() {
            return Err(format!("the game has {} seats, and the line {}", rules.seats(), self.seats.len()));
        }
        let line = Line {
            rules,
            seeds: Seeds { round: Seed(round), order: self.order },
            opening_plies: self.opening_plies,
            seats: self.seats,
            by_hand: self.by_hand,
        };
        Ok((line, self.limits))
    }

    /// The line as text.
    #[must_use]
    pub fn of(line: &Line, limits: &L) -> Self {
        let settings = line.rules.settings().into_iter();
        Self {
            game: line.rules.game().to_owned(),
            settings: settings.map(|(key, value)| (key.to_owned(), value)).collect(),
            seed: line.seeds.round.to_string(),
            order: line.seeds.order,
            opening_plies: line.opening_plies,
            seats: line.seats.clone(),
            by_hand: line.by_hand.clone(),
            limits: limits.clone(),
        }
    }
}
