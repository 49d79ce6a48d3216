//! The standings for people: the rows, and what is to be said below them.

use judge_play::text::sanitize;

use super::messages;
use super::rows::ResultRow;
use super::standings::{Ratings, Standing, Status};
use crate::bots::Bot;
use crate::schedule::EntrantId;

/// Repeated pairings that are named; of the others only the number is told.
const REPEATED_SHOWN: usize = 5;

/// The standings for people. Nothing in it needs escaping on a terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The tournament's title.
    pub title: String,
    /// One row a contestant, in order.
    pub rows: Vec<ResultRow>,
    /// What is to be known of the ratings.
    pub remarks: Vec<String>,
    /// Why contestants are disqualified, each with the last line of its log.
    pub disqualifications: Vec<(String, Option<String>)>,
}

impl Table {
    /// The standings for people.
    #[must_use]
    pub fn new(
        title: &str,
        rows: Vec<ResultRow>,
        standings: &[Standing],
        ratings: &Ratings,
        bots: &[Bot],
    ) -> Self {
        let disqualifications = standings.iter().filter_map(|standing| {
            let log = match &standing.status {
                Status::Ranked => return None,
                Status::Excluded => None,
                Status::Disqualified { fault, .. } => fault.log.last().map(|line| sanitize(line)),
            };
            let (name, reason) = (&bots[standing.entrant.0].name, messages::reason(&standing.status));
            let line = format!("{name}: {}, {}", messages::status(&standing.status), sanitize(&reason));
            Some((line, log))
        });
        let disqualifications = disqualifications.collect();
        Self { title: sanitize(title), rows, remarks: remarks(ratings, bots), disqualifications }
    }
}

/// What is to be known of the ratings.
fn remarks(ratings: &Ratings, bots: &[Bot]) -> Vec<String> {
    let names = |ids: &[EntrantId], between: &str| -> String {
        let names: Vec<&str> = ids.iter().map(|id| bots[id.0].name.as_str()).collect();
        names.join(between)
    };
    let mut remarks = Vec::new();
    let shown = ratings.repeated.iter().take(REPEATED_SHOWN).map(|pairing| names(pairing, " and "));
    let shown: Vec<String> = shown.collect();
    if !shown.is_empty() {
        let more = ratings.repeated.len().saturating_sub(REPEATED_SHOWN);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        remarks.push(format!(
            "the same game in every round, which counts as one round: {}{more}",
            shown.join("; ")
        ));
    }
    if ratings.groups.len() > 1 {
        let groups: Vec<String> = ratings.groups.iter().map(|group| names(&group.members, ", ")).collect();
        remarks.push(format!("never met, so their ratings cannot be compared: {}", groups.join(" | ")));
    }
    for group in ratings.groups.iter().filter(|group| !group.core.is_empty()) {
        if group.core.len() < group.members.len() {
            remarks.push(format!("a rating of 1500 is the mean of {}", names(&group.core, ", ")));
        }
    }
    remarks
}
