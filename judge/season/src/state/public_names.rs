//! The names that people are shown, which no event has: they come from the table beside the log.

use judge_core::tournament::Contestant;

use super::{SeasonContestant, State};
use crate::log::people::{Rows, public_names};

impl State {
    /// The names of all contestants as people are shown them; those of the anchors are in the season's file.
    pub fn public_names(&self, anchors: &[Contestant], rows: &Rows) -> Vec<String> {
        let called = |(place, of): (usize, &SeasonContestant)| match anchors.get(place) {
            Some(anchor) if of.is_anchor => anchor.display_name.clone().unwrap_or_default(),
            _ => rows.get(&of.name.folded()).map_or_else(String::new, |row| row.name.clone()),
        };
        let called: Vec<String> = self.contestants.iter().enumerate().map(called).collect();
        let names = self.contestants.iter().map(|of| &of.name);
        public_names(&names.zip(&called).map(|(name, called)| (name, called.as_str())).collect::<Vec<_>>())
    }
}
