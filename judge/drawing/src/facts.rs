//! The facts of a report that nobody can work out from its games. A page takes them as they are given.

use std::collections::BTreeMap;

use judge_limits::Limits;
use judge_play::BotTerms;
use judge_rating::phases::{Bye, Phase};
use serde::{Deserialize, Serialize};

/// A tournament beside its games. As JSON it is a part of a page's data.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TournamentFacts {
    /// Its title.
    pub title: String,
    /// The name of its game.
    pub game: String,
    /// The address at which its report will be, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its phases.
    pub phases: Vec<Phase>,
    /// The champions that its file names, as places in the list of contestants.
    pub champions: Vec<usize>,
    /// Those whom it seeds first, best first.
    pub seeding: Vec<usize>,
    /// The rounds that contestants sit out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<Bye>,
    /// Players at a table.
    pub seats: usize,
    /// How many of each team count, if not all.
    pub team_best: Option<u32>,
    /// The settings of its game.
    pub settings: BTreeMap<String, String>,
    /// The limits of bots.
    pub limits: Limits,
    /// The name of its file.
    pub tournament_file: String,
    /// SHA-256 of that.
    pub tournament_sha256: String,
    /// Its seed, as the organiser wrote it.
    pub tournament_seed: String,
    /// The judge's version.
    pub judge: String,
    /// The engine that ran the bots, with its version.
    pub engine_version: String,
    /// All that played, in the order in which games count them.
    pub contestants: Vec<Contestant>,
    /// Those whose files are no bots.
    pub left_out: Vec<NotPlaying>,
    /// Names of those whose bots could be on the page and are not, and why.
    pub left_off: Vec<(String, String)>,
    /// Why no game can be shown; nothing if they can.
    pub why_not: String,
    /// Whether there are bots on the page.
    pub has_bots: bool,
}

/// A contestant that played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contestant {
    /// Its name in the tournament.
    pub name: String,
    /// The name that people are shown: what the organiser wrote, or what it calls itself.
    pub called: String,
    /// The name that the organiser wrote for people, if that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// Its team, if it is in one.
    pub team: Option<String>,
    /// Its board, from 0, where teams meet on boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<u32>,
    /// SHA-256 of its file.
    pub sha256: String,
    /// Fuel for a turn, where it is not that of all.
    pub fuel_per_turn: Option<u64>,
    /// Its options.
    pub options: BTreeMap<String, String>,
}

impl Contestant {
    /// The name that people read where there is one: the organiser's, or else that in the tournament.
    #[must_use]
    pub fn public_name(&self) -> &str {
        self.display_name.as_deref().unwrap_or(&self.name)
    }

    /// Its own terms beside its file, in words.
    pub(crate) fn terms(&self) -> String {
        BotTerms { fuel_per_turn: self.fuel_per_turn, options: self.options.clone() }.to_string()
    }
}

/// A contestant that does not play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NotPlaying {
    /// Its name in the tournament.
    pub name: String,
    /// The mistake in its file; empty of a contestant that is absent.
    pub reason: String,
}
