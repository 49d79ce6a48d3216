//! Several tournaments in one table: folders of results in, points for places out. It believes the folders.
//!
//! Points for places, since tournaments have different numbers of games, and a knockout's points say nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::error::{Error, Mistake};
use crate::file;
use crate::publish::{finished, manifest, results};
use crate::results::ResultRow;
use crate::tournament::unknown;

/// A contestant of one or more tournaments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TermRow {
    /// Its place, from 1. Equals share one.
    pub rank: usize,
    /// Its name in the tournaments.
    pub contestant: String,
    /// The name that the organiser wrote for people, in the last tournament that has one.
    pub name: Option<String>,
    /// The points that count, together.
    pub total: usize,
    /// By tournament: its points and whether they count; nothing if it did not take part.
    pub points: Vec<Option<(usize, bool)>>,
}

/// The places of a tournament or a season.
pub struct TermPlaces {
    /// Where they were read.
    pub path: PathBuf,
    /// The contestants with their ranks, from 1; nothing for one that has none.
    pub ranks: Vec<(String, Option<usize>)>,
    /// Those who get no points.
    pub disqualified: BTreeSet<String>,
    /// The names that the organiser wrote for people, by the contestants' names.
    pub names: BTreeMap<String, String>,
}

impl TermPlaces {
    /// Those in a folder of results.
    ///
    /// # Errors
    /// If it has none.
    pub fn of_tournament(folder: &Path) -> Result<Self, Error> {
        finished(folder)?;
        let rows = results(folder)?;
        let is_out = |row: &&ResultRow| row.is_out();
        Ok(Self {
            path: folder.to_owned(),
            ranks: rows.iter().map(|row| (row.contestant.0.clone(), row.rank)).collect(),
            disqualified: rows.iter().filter(is_out).map(|row| row.contestant.0.clone()).collect(),
            names: display_names(folder, &rows)?,
        })
    }

    /// A point for each contestant that it left behind, and one for having played; none for who is disqualified.
    fn points(&self, contestant: &String, rank: usize) -> usize {
        let is_behind = |(_, other): &&(String, Option<usize>)| other.is_some_and(|other| other > rank);
        let points = || 1 + self.ranks.iter().filter(is_behind).count();
        if self.disqualified.contains(contestant) { 0 } else { points() }
    }
}

/// The contestants of these tournaments, those with most points first. Of each, the `best` so many tournaments count.
/// Whoever had another name in some of them is one contestant by `aliases`: that name, and the one in the table.
///
/// # Errors
/// If one is named twice, nobody has an alias, or two of a tournament are one by aliases.
pub fn term(
    all: &[TermPlaces],
    best: usize,
    aliases: &BTreeMap<String, String>,
) -> Result<Vec<TermRow>, Error> {
    let (mut points, mut names) = (BTreeMap::<String, Vec<Option<(usize, bool)>>>::new(), BTreeMap::new());
    let (mut places, mut known) = (BTreeSet::new(), BTreeSet::new());
    for (number, of) in all.iter().enumerate() {
        let folder = &of.path;
        if !places.insert(file::real(folder)) {
            return Err(Mistake::in_file(folder, "it is named twice; name each tournament once").into());
        }
        let mut whose = BTreeMap::new();
        for (own, rank) in &of.ranks {
            let name = aliases.get(own).unwrap_or(own);
            if let Some(other) = whose.insert(name, own) {
                let text = format!(
                    "{other} and {own} both play in it, so they are not one contestant, {name}; correct --alias"
                );
                return Err(Mistake::in_file(folder, text).into());
            }
            names.extend(of.names.get(own).map(|shown| (name.clone(), shown.clone())));
            let of_all = points.entry(name.clone()).or_insert_with(|| vec![None; all.len()]);
            of_all[number] = rank.map(|rank| (of.points(own, rank), false));
        }
        known.extend(of.ranks.iter().map(|(name, _)| name));
    }
    if let Some(strange) = aliases.keys().find(|alias| !known.contains(alias)) {
        let known: Vec<&str> = known.iter().map(|name| name.as_str()).collect();
        let text = unknown("contestant", strange, &known);
        return Err(Mistake::in_file(Path::new("--alias"), text).into());
    }
    let mut row = |(contestant, mut points): (String, Vec<Option<(usize, bool)>>)| {
        let mut counted: Vec<&mut (usize, bool)> = points.iter_mut().flatten().collect();
        // Of equals the earlier ones count.
        counted.sort_by(|(one, _), (other, _)| other.cmp(one));
        counted.iter_mut().take(best).for_each(|(_, counts)| *counts = true);
        let total = counted.iter().filter(|(_, counts)| *counts).map(|(points, _)| points).sum();
        let name = names.remove(&contestant);
        TermRow { rank: 0, contestant, name, total, points }
    };
    let mut rows: Vec<TermRow> = points.into_iter().map(&mut row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.total));
    let totals: Vec<usize> = rows.iter().map(|row| row.total).collect();
    for row in &mut rows {
        row.rank = 1 + totals.iter().filter(|total| **total > row.total).count();
    }
    Ok(rows)
}

/// The names that the organiser of a tournament wrote for people, by the contestants' names: those that are not the bots' own.
fn display_names(folder: &Path, rows: &[ResultRow]) -> Result<BTreeMap<String, String>, Mistake> {
    let manifest = manifest(folder)?;
    let own = manifest.contestant.iter().map(|bot| (bot.name.as_str(), bot.calls_itself.as_str()));
    let own: BTreeMap<&str, &str> = own.collect();
    let is_written = |row: &&ResultRow| {
        !row.name.0.is_empty() && own.get(row.contestant.0.as_str()).is_some_and(|own| *own != row.name.0)
    };
    let name = |row: &ResultRow| (row.contestant.0.clone(), row.name.0.clone());
    Ok(rows.iter().filter(is_written).map(name).collect())
}
