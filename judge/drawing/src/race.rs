//! The race for points: what each contestant had after each round, as lines.

use std::collections::BTreeMap;
use std::fmt::Write;

use askama::Template;

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
pub(crate) fn race(told: &TournamentFacts, results: &Results) -> Option<Race> {
    let sums = sums(results);
    let last = sums.keys().next_back().copied().filter(|_| sums.len() > 1)?;
    let drawn = results.standings.len().min(DRAWN_MAX);
    let most = sums.values().flatten().max().copied().unwrap_or(0).max(1);
    let high = most.next_multiple_of(round_step(most));
    let up = |points: u64| TOP + HEIGHT * (1.0 - share(points, high));
    let across = |round: u64| LEFT + WIDTH * share(round, last.into());
    let line = |place: usize| {
        let contestant = results.standings[place].contestant;
        let mut path = format!("M{LEFT:.1} {:.1}", up(0));
        for (&round, points) in &sums {
            write!(path, "L{:.1} {:.1}", across(round.into()), up(points[place]))
                .expect("a string takes all text");
        }
        let points = results.standings[place].points;
        let (colour, shape, end) = (marks::colour(contestant), marks::shape(contestant), up(points));
        Line { name: told.contestants[contestant].name.clone(), colour, shape, path, end, label: end, points }
    };
    let mut lines: Vec<Line> = (0..drawn).map(line).collect();
    spread(&mut lines);
    let table = last.div_ceil(ROWS_MAX).max(1) as usize;
    let is_listed = |round: u32| round == last || (round as usize).is_multiple_of(table);
    let row = |points: &[u64]| points[..drawn].iter().map(|&points| thousands(points)).collect();
    let rows =
        sums.iter().filter(|(round, _)| is_listed(**round)).map(|(&round, points)| (round, row(points)));
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

/// The points of each contestant of the standings after each round.
fn sums(results: &Results) -> BTreeMap<u32, Vec<u64>> {
    let places = results.places();
    let mut sums: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for game in &results.games {
        let round = sums.entry(game.round).or_insert_with(|| vec![0; results.standings.len()]);
        for (contestant, points) in game.seats.iter().zip(&game.points) {
            if let Some(&place) = places.get(contestant) {
                round[place] += points;
            }
        }
    }
    let mut so_far = vec![0; results.standings.len()];
    for round in sums.values_mut() {
        for (sum, points) in so_far.iter_mut().zip(round) {
            *sum += *points;
            *points = *sum;
        }
    }
    sums
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
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by(|&one, &other| lines[one].end.total_cmp(&lines[other].end));
    let mut least = TOP;
    for &place in &order {
        lines[place].label = lines[place].label.max(least);
        least = lines[place].label + APART;
    }
    let mut most = TOP + HEIGHT;
    for &place in order.iter().rev() {
        lines[place].label = lines[place].label.min(most);
        most = lines[place].label - APART;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_few() {
        assert_eq!([1, 7, 50, 1400, 99].map(round_step), [1, 2, 10, 500, 20]);
    }

    #[test]
    fn names_do_not_lie_upon_one_another() {
        let line = |end| Line {
            name: String::new(),
            colour: 0,
            shape: "",
            path: String::new(),
            end,
            label: end,
            points: 0,
        };
        let mut lines: Vec<Line> = [234.0, 234.0, 20.0, 233.0, 19.0].map(line).into();
        spread(&mut lines);
        let mut labels: Vec<f64> = lines.iter().map(|line| line.label).collect();
        labels.sort_by(f64::total_cmp);
        assert!(labels.windows(2).all(|pair| pair[1] - pair[0] > APART - 0.01), "{labels:?}");
        assert!(labels.iter().all(|label| (TOP..=TOP + HEIGHT).contains(label)), "{labels:?}");
    }
}
