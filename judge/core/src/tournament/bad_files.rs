//! The treatment of contestants whose files are no bots.

use serde::{Deserialize, Serialize};

use super::{Contestant, Tournament};
use crate::error::{Mistake, few};
use crate::phases::{EntrantId, Phase};

/// The treatment of a contestant whose file is no bot for the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BadFiles {
    /// Nothing is played before it is mended or taken away.
    #[default]
    Refuse,
    /// The others play without it.
    LeaveOut,
}

/// A contestant that does not play because its file is no bot, or it is absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its name in this tournament.
    pub name: String,
    /// SHA-256 of its file, in hexadecimal digits; nothing if it cannot be read.
    pub sha256: Option<String>,
    /// The mistake in its file; empty of a contestant that is [absent](LeftOut::is_absent). No path is in the text, so that it is the same everywhere.
    pub reason: String,
}

impl LeftOut {
    /// Whether the organiser says that it is absent, so that there is nothing wrong with its file.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        self.reason.is_empty()
    }
}

impl Tournament {
    /// The tournament without those of its contestants.
    ///
    /// # Errors
    /// If too few are left.
    pub fn without(mut self, left_out: Vec<LeftOut>) -> Result<Self, Mistake> {
        if left_out.is_empty() {
            return Ok(self);
        }
        let is_left_out =
            |contestant: &Contestant| left_out.iter().any(|out| out.name == contestant.name.as_str());
        let mut next_ids = (0..).map(EntrantId);
        let new_id = |contestant: &Contestant| if is_left_out(contestant) { None } else { next_ids.next() };
        let new_ids: Vec<Option<EntrantId>> = self.contestants.iter().map(new_id).collect();
        let had_champions = !self.champions.is_empty();
        for ids in [&mut self.champions, &mut self.seeding, &mut self.excluded] {
            *ids = ids.iter().filter_map(|id| new_ids[id.0]).collect();
        }
        self.contestants.retain(|contestant| !is_left_out(contestant));
        let (contestants, champions) = (self.contestants.len(), self.champions.len());
        if contestants < self.rules.seats().max(2)
            || (had_champions && [0, contestants].contains(&champions))
            || !fits(&self.phases, contestants)
        {
            let text = format!(
                "bad_files = \"leave-out\": too few contestants are left without {}; remove the key to see what is wrong with their files",
                few(left_out.iter().map(|out| &out.name))
            );
            return Err(Mistake::in_file(&self.file, text));
        }
        self.left_out.extend(left_out);
        Ok(self)
    }
}

/// Whether so many contestants are enough: each group of the first phase has two, and those who go on.
fn fits(phases: &[Phase], contestants: usize) -> bool {
    let on = phases.get(1).and_then(|next| next.best_of_each).unwrap_or(0) as usize;
    (phases[0].groups == 0 && on == 0)
        || phases[0].sizes(contestants).into_iter().all(|size| size >= on.max(2))
}
