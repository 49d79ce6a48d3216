//! The summary of a run so far: games in, standings and all that is made of the same sums out.

use std::io;

use judge_bots::Bot;
use judge_play::text::sanitize;
use rayon::ThreadPool;

use crate::phases::{EntrantId, Phase};
use crate::play::{Run, Runner};
use crate::results::pairs::Pairs;
use crate::results::{
    Collection, Cross, List, PhaseRows, ResultRow, StandingsTable, Text, grade, left_out_rows, notes,
    remarks, result_rows, team_rows,
};
use judge_rating::{Scored, Standing, Sums};

/// The sums of a run's games.
pub(crate) struct Summary {
    /// The contestants in order.
    pub(crate) standings: Vec<Standing>,
    /// The results of each contestant against each other.
    pub(crate) pairs: Pairs,
    /// The faults.
    pub(crate) evidence: Collection,
    /// The standings, for people.
    pub(crate) table: StandingsTable,
}

/// Sums up all games, and visits each on the way; the journal is read on these threads. `file` is the tournament's file,
/// seen from the folder of evidence.
///
/// # Errors
/// If the journal cannot be read, or `visit` fails.
pub(crate) fn summary(
    threads: &ThreadPool,
    runner: &Runner,
    run: &Run<'_>,
    file: &str,
    mut visit: impl FnMut(usize, &Scored<'_>) -> io::Result<()>,
) -> io::Result<Summary> {
    let Runner { tournament, bots, .. } = runner;
    let context = runner.context(file);
    let mut sums = Sums::new(&run.disqualified);
    let (mut pairs, mut evidence) = (Pairs::default(), Collection::default());
    run.for_each_game(threads, |number, scored| {
        sums.add(number, scored);
        pairs.add(scored);
        evidence.add(context, number, scored);
        visit(number, scored)
    })?;
    let ratings = run.ratings();
    let standings = sums.standings(&run.state.order(&tournament.phases, &ratings));
    let mut rows = result_rows(&runner.schedule(), &standings, &ratings, |id| named(&bots[id.0]));
    let left_out = left_out_rows(&tournament.left_out).into_iter();
    // A file has the column in all rows, or in none.
    let in_swiss = rows.first().and_then(|row| row.buchholz.as_ref()).map(|_| List::default());
    let is_by_matches = rows.first().is_some_and(|row| row.is_by_matches);
    rows.extend(left_out.map(|row| ResultRow { buchholz: in_swiss.clone(), is_by_matches, ..row }));
    grade(&mut rows, &tournament.bands);
    let name = |id: EntrantId| bots[id.0].name.as_str();
    let renamed = tournament.contestants.iter().filter(|of| of.display_name.is_some());
    let phases = &tournament.phases;
    let has_rows = has_tables(phases) || has_matches(phases);
    let table = StandingsTable {
        title: sanitize(&tournament.title),
        rows,
        phases: if has_rows { PhaseRows::all(phases, &run.state.ends) } else { vec![] },
        public_names: renamed.map(|of| (of.name.to_string(), of.public_name().to_owned())).collect(),
        teams: team_rows(tournament, &standings, &pairs),
        cross: Cross::new(&standings, &pairs, bots),
        remarks: remarks(&ratings, name),
        notes: notes(&standings, &evidence, bots, &tournament.left_out),
    };
    Ok(Summary { standings, pairs, evidence, table })
}

/// The row of a contestant before its games count.
fn named(bot: &Bot) -> ResultRow {
    ResultRow {
        contestant: Text(bot.name.to_string()),
        name: Text(bot.display_name.clone()),
        sha256: hex::encode(bot.sha256),
        terms: bot.terms.to_string(),
        ..ResultRow::default()
    }
}

/// Whether there are groups, or two phases.
pub(crate) fn has_tables(phases: &[Phase]) -> bool {
    phases.len() > 1 || phases.iter().any(|phase| phase.groups > 0)
}

/// Whether there is a knockout.
pub(crate) fn has_matches(phases: &[Phase]) -> bool {
    phases.iter().any(Phase::is_knockout)
}
