//! `groups.csv` and `matches.csv`: their rows are those of `rating/phases`, written by the order of groups.

use serde::Serialize;

use crate::phases::{End, Match, Phase, Row, title};

/// A phase for people and programs: what it is, and how it went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseRows {
    /// What it is.
    #[serde(flatten)]
    pub phase: Phase,
    /// The same in words.
    #[serde(skip)]
    pub title: String,
    /// Its tables, group by group, each the best first.
    pub tables: Vec<Row>,
    /// The matches of a knockout, group by group, each after those that led to it.
    pub matches: Vec<Match>,
    /// Whether all is played.
    #[serde(skip)]
    pub is_over: bool,
}

impl PhaseRows {
    /// The phases that have begun.
    pub(crate) fn all(phases: &[Phase], ends: &[End]) -> Vec<Self> {
        let of_phase = |(at, end): (usize, &End)| {
            let End { rows: mut tables, matches, is_over } = end.clone();
            tables.sort_by_key(|row| row.group);
            Self {
                phase: phases[at].clone(),
                title: title(phases, at, tables.len()),
                tables,
                matches,
                is_over,
            }
        };
        ends.iter().enumerate().map(of_phase).collect()
    }
}
