//! The race for points: what each contestant had after each round, as lines.

use askama::Template;
use judge_rating::EntrantId;

use crate::marks;
use crate::words::thousands;
use crate::{Results, TournamentFacts};

/// Contestants that are drawn and listed at most.
const DRAWN_MAX: usize = 8;
/// Rows of the table, at most.
const ROWS_MAX: u32 = 12;
/// Where the plot is, and the least space between two names.
const LEFT: f64 = 60.0;
const WIDTH: f64 = 470.0;
const TOP: f64 = 14.0;
const HEIGHT: f64 = 220.0;
const APART: f64 = 15.0;

/// Points by round.
#[derive(Template)]
#[template(path = "race.svg")]
pub(crate) struct Race {
    lines: Vec<Line>,
    across: Vec<Tick>,
    up: Vec<Tick>,
    bottom: f64,
    /// Rounds, and the points of each after them.
    rows: Vec<(u32, Vec<String>)>,
    others: usize,
}

struct Line {
    name: String,
    colour: usize,
    shape: &'static str,
    path: String,
    /// Where the line ends, and where its name is.
    end: f64,
    label: f64,
    points: u64,
}

/// A place on an axis.
pub(crate) struct Tick {
    pub(crate) at: f64,
    pub(crate) label: String,
}

/// The race of the first contestants; `None` if there was one round only.
pub(crate) fn race(facts: &TournamentFacts, results: &Results) -> Option<Race> {
    let sums = sums(results);
    let last = sums.last().map(|(round, _)| *round).filter(|_| sums.len() > 1)?;
    let drawn = results.standings.len().min(DRAWN_MAX);
    let most = sums.iter().flat_map(|(_, points)| points).max().copied().unwrap_or(0).max(1);
    let high = most.next_multiple_of(round_step(most));
    let up = |points: u64| TOP + HEIGHT * (1.0 - share(points, high));
    let across = |round: u64| LEFT + WIDTH * share(round, last.into());
    let line = |place: usize| {
        let (EntrantId(contestant), points) = (results.standings[place].id, results.standings[place].points);
        let step = |(round, points): &(u32, Vec<u64>)| {
            format!("L{:.1} {:.1}", across((*round).into()), up(points[place]))
        };
        let path = format!("M{LEFT:.1} {:.1}{}", up(0), sums.iter().map(step).collect::<String>());
        let (colour, shape) = (marks::colour(contestant), marks::shape(contestant));
        let (name, end) = (facts.contestants[contestant].name.clone(), up(points));
        Line { name, colour, shape, path, end, label: end, points }
    };
    let mut lines: Vec<Line> = (0..drawn).map(line).collect();
    spread(&mut lines);
    let table = last.div_ceil(ROWS_MAX).max(1) as usize;
    let is_listed = |round: u32| round == last || (round as usize).is_multiple_of(table);
    let row = |points: &[u64]| points[..drawn].iter().map(|&points| thousands(points)).collect();
    let rows = sums.iter().filter(|of| is_listed(of.0)).map(|(round, points)| (*round, row(points)));
    let ticks = |to: u64, at: &dyn Fn(u64) -> f64| {
        let values = (0..=to).step_by(usize::try_from(round_step(to)).unwrap_or(usize::MAX));
        values.map(|value| Tick { at: at(value), label: thousands(value) }).collect()
    };
    Some(Race {
        lines,
        across: ticks(last.into(), &across),
        up: ticks(high, &up),
        bottom: TOP + HEIGHT,
        rows: rows.collect(),
        others: results.standings.len() - drawn,
    })
}

/// The rounds, each with the points of all in the standings after it.
fn sums(results: &Results) -> Vec<(u32, Vec<u64>)> {
    let (places, mut so_far) = (results.places(), vec![0; results.standings.len()]);
    let rounds = results.games.chunk_by(|one, other| one.round == other.round);
    let after = rounds.map(|games| {
        for (contestant, points) in games.iter().flat_map(|game| game.ids.iter().zip(&game.points.0)) {
            places.get(contestant).into_iter().for_each(|&place| so_far[place] += points);
        }
        (games[0].round, so_far.clone())
    });
    after.collect()
}

/// How much of a whole.
#[allow(clippy::cast_precision_loss, reason = "a plot is not that exact")]
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// 1, 2 or 5 times a power of ten, so that five or fewer of them make the whole.
pub(crate) fn round_step(whole: u64) -> u64 {
    let steps = (0..18).flat_map(|power| [1, 2, 5].map(|times| times * 10_u64.pow(power)));
    steps.into_iter().find(|step| whole.div_ceil(*step) <= 5).unwrap_or(whole)
}

/// Moves names apart that would lie upon one another, upwards from the bottom and then down again.
fn spread(lines: &mut [Line]) {
    let mut order: Vec<&mut Line> = lines.iter_mut().collect();
    order.sort_by(|one, other| one.end.total_cmp(&other.end));
    let (mut least, mut most) = (TOP, TOP + HEIGHT);
    for line in &mut order {
        line.label = line.label.max(least);
        least = line.label + APART;
    }
    for line in order.into_iter().rev() {
        line.label = line.label.min(most);
        most = line.label - APART;
    }
}

#[cfg(test)]
mod tests;
