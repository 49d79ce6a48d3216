//! `groups.csv` and `matches.csv` into how each phase ended.

use std::path::PathBuf;

use judge_core::error::{Error, Mistake};
use judge_core::phases::{End, EntrantId, Match, MatchName, Row};
use judge_core::results::{GroupRow, Manifest, MatchRow, Text};
use judge_play::text::sanitize;

/// How the phases of a folder of results ended; nothing is in those of which no table says it.
pub(crate) fn ends(
    manifest: &Manifest,
    files: &[PathBuf; 2],
    groups: Vec<GroupRow>,
    matches: Vec<MatchRow>,
) -> Result<Vec<End>, Error> {
    let mut ends = vec![End { rows: vec![], matches: vec![], is_over: true }; manifest.phases().len()];
    let names = Names(manifest);
    for row in groups {
        let found = names.row(&row).map_err(|text| Mistake::in_file(&files[0], sanitize(&text)))?;
        if let Some(end) = of_phase(&mut ends, row.phase) {
            end.rows.push(found);
        }
    }
    for row in matches {
        let found = names.a_match(&row).map_err(|text| Mistake::in_file(&files[1], sanitize(&text)))?;
        if let Some(end) = of_phase(&mut ends, row.phase) {
            end.matches.push(found);
        }
    }
    Ok(ends)
}

fn of_phase(ends: &mut [End], number: u32) -> Option<&mut End> {
    ends.get_mut((number as usize).checked_sub(1)?)
}

/// The contestants, by the names that the tables have.
struct Names<'a>(&'a Manifest);

impl Names<'_> {
    fn id(&self, name: &Text) -> Result<EntrantId, String> {
        let id = self.0.contestant.iter().position(|of| of.name == name.0).map(EntrantId);
        let text =
            || format!("there is no contestant {name} in manifest.toml; write both anew with judge run");
        id.ok_or_else(text)
    }

    fn row(&self, row: &GroupRow) -> Result<Row, String> {
        Ok(Row {
            group: row.group,
            place: row.place,
            contestant: self.id(&row.contestant)?,
            seed: row.seed,
            points: row.points,
            played: row.played,
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            buchholz: row.buchholz.0[..].try_into().ok(),
            by: row.by,
            goes_on: row.goes_on,
            is_out: row.status == "disqualified",
        })
    }

    fn a_match(&self, row: &MatchRow) -> Result<Match, String> {
        let prefix = format!("{}-", MatchName::Group(row.group));
        let name = |text: &Text| -> Result<MatchName, String> {
            let name = if row.group == 0 { Some(&text.0[..]) } else { text.0.strip_prefix(&prefix) };
            name.ok_or_else(|| format!("{text} is no match of group {}", row.group))?.parse()
        };
        let name_if_any = |text: &Text| (!text.0.is_empty()).then(|| name(text)).transpose();
        let winner = (!row.winner.0.is_empty()).then(|| self.id(&row.winner)).transpose()?;
        Ok(Match {
            group: row.group,
            name: name(&row.name)?,
            stage: row.stage,
            sides: [self.id(&row.one)?, self.id(&row.other)?],
            seeds: [row.seed_one, row.seed_other],
            points: [row.points_one, row.points_other],
            rounds: row.rounds,
            winner,
            why: row.why,
            winner_to: name_if_any(&row.winner_to)?,
            loser_to: name_if_any(&row.loser_to)?,
            numbers: [0; 2],
        })
    }
}
