//! Numbers into SVG: intervals on an axis, and a histogram. The templates draw; here is only where.

#![expect(clippy::cast_precision_loss, reason = "a plot is not that exact")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "axes are short, and not negative"
)]

use std::collections::BTreeMap;

use askama::Template;
use judge_rating::EntrantId;
use judge_rating::rows::{ResultRow, SeatRow};

use crate::marks;
use crate::race::{Tick, round_step};
use crate::words::{many, thousands, whole};
use crate::{Results, TournamentFacts};

/// Space for names left of an axis, and the axis's length.
const LEFT: f64 = 150.0;
const WIDTH: f64 = 520.0;
/// The height of a row, and where the first is.
const ROW: f64 = 26.0;
const TOP: f64 = 18.0;
/// Contestants that are drawn, at most.
const DRAWN_MAX: usize = 40;
/// Bars of a histogram, at most, and their height.
const BARS_MAX: u32 = 40;
const BAR_HEIGHT: f64 = 160.0;

/// No game is longer, and so many turns and some more can be counted.
const TURNS_MAX: u32 = 1 << 24;

/// A value with an interval for each contestant.
#[derive(Template)]
#[template(path = "intervals.svg")]
pub(crate) struct Intervals {
    id: &'static str,
    title: &'static str,
    description: &'static str,
    rows: Vec<IntervalRow>,
    /// How many of the rows are drawn; all are in the table.
    drawn: usize,
    ticks: Vec<Tick>,
    /// A limit, as a line across.
    limit: Option<Tick>,
    height: f64,
    bottom: f64,
}

struct IntervalRow {
    name: String,
    colour: usize,
    shape: &'static str,
    y: f64,
    low: f64,
    high: f64,
    middle: Option<f64>,
    /// Arrows where the interval has no end.
    arrows: Vec<String>,
    words: String,
}

/// How often each value came up.
#[derive(Template)]
#[template(path = "histogram.svg")]
pub(crate) struct Histogram {
    description: String,
    bars: Vec<Bar>,
    ticks: Vec<Tick>,
    /// How many games, from the baseline up.
    up: Vec<Tick>,
    baseline: f64,
}

struct Bar {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    words: String,
}

/// An axis: from values to places on it, and how they are written.
struct Scale {
    low: f64,
    high: f64,
    /// Between two ticks.
    step: f64,
    label: fn(f64) -> String,
}

impl Scale {
    /// With ticks at round numbers.
    fn rounded(low: f64, high: f64, label: fn(f64) -> String) -> Self {
        Self { low, high, step: round_step((high - low) as u64) as f64, label }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low).max(1e-9);
        LEFT + WIDTH * share.clamp(0.0, 1.0)
    }

    fn ticks(&self) -> Vec<Tick> {
        let Self { low, high, step, label } = *self;
        let first = (low / step).ceil() * step;
        let values = (0..).map(|number| first + step * f64::from(number));
        let values = values.take_while(|value| *value <= high + step / 100.0);
        values.map(|value| Tick { at: self.at(value), label: label(value) }).collect()
    }
}

/// A contestant, the ends of its interval and what is between them, and that in words.
type Row = (usize, [Option<f64>; 3], String);

/// Ratings with their intervals; `None` if nobody has one.
pub(crate) fn ratings(facts: &TournamentFacts, results: &Results) -> Option<Intervals> {
    const STEP: f64 = 100.0;
    let rated =
        || results.standings.iter().filter(|row| row.rating_low.is_some() || row.rating_high.is_some());
    let ends: Vec<f64> = rated().flat_map(ratings_of).flatten().collect();
    let low = ends.iter().copied().reduce(f64::min)?;
    let high = ends.iter().copied().reduce(f64::max)?;
    let (low, high) = ((low / STEP - 0.5).floor() * STEP, (high / STEP + 0.5).ceil() * STEP);
    let rows = rated().map(|row| {
        let words = match ratings_of(row) {
            [Some(low), Some(rating), Some(high)] => {
                format!("{}, from {} to {}", whole(rating), whole(low), whole(high))
            }
            [None, _, Some(high)] => format!("at most {}", whole(high)),
            [Some(low), _, None] => format!("at least {}", whole(low)),
            _ => String::new(),
        };
        (row.id.0, ratings_of(row), words)
    });
    let scale = Scale::rounded(low, high, whole);
    let description = "Each contestant's rating on the Elo scale with its 95 % interval.";
    intervals(["plot-ratings", "Ratings", description], facts, &scale, None, rows.collect())
}

/// A rating between the ends of its interval.
fn ratings_of(row: &ResultRow) -> [Option<f64>; 3] {
    [row.rating_low, row.rating, row.rating_high].map(|rating| Some(rating?.0))
}

/// The standings, each with the fuel and memory that the contestant used in its games.
fn spent(results: &Results) -> impl Iterator<Item = (&ResultRow, Vec<&SeatRow>)> {
    let mut spent: BTreeMap<EntrantId, Vec<&SeatRow>> = BTreeMap::new();
    for seat in &results.seats {
        spent.entry(seat.id).or_default().push(seat);
    }
    results.standings.iter().map(move |row| (row, spent.remove(&row.id).unwrap_or_default()))
}

/// Fuel a turn: the mean, and from the cheapest game to the dearest turn.
pub(crate) fn fuel(facts: &TournamentFacts, results: &Results) -> Option<Intervals> {
    let log = |fuel: u64| libm::log10((fuel as f64).max(1.0));
    let limit = log(facts.limits.fuel_per_turn);
    let rows = spent(results).filter(|(row, _)| row.fuel_per_turn_mean > 0).map(|(row, seats)| {
        let mean = row.fuel_per_turn_mean;
        let least = seats.iter().filter_map(|seat| seat.fuel_per_turn_mean).min();
        let most = seats.iter().filter_map(|seat| seat.fuel_per_turn_max).max();
        let words = format!("{} a turn, {} in the dearest", thousands(mean), thousands(most.unwrap_or(0)));
        let (least, most) = (least.unwrap_or(mean).min(mean), most.unwrap_or(mean).max(mean));
        (row.id.0, [least, mean, most].map(|fuel| Some(log(fuel))), words)
    });
    let scale = Scale { low: 2.0, high: limit.ceil().max(3.0), step: 1.0, label: power };
    let description = "Mean fuel a turn, on a logarithmic axis. The line goes from the mean of the cheapest game to the dearest turn.";
    intervals(["plot-fuel", "Fuel a turn", description], facts, &scale, Some(limit), rows.collect())
}

/// Memory at the end of a game: the mean, and from the smallest to the largest. It never shrinks, so that is the most.
pub(crate) fn memory(facts: &TournamentFacts, results: &Results) -> Option<Intervals> {
    const PAGE: f64 = 65_536.0;
    let log = |bytes: u64| libm::log2((bytes as f64).max(PAGE));
    let limit = log(facts.limits.memory_bytes);
    let rows = spent(results).filter_map(|(row, seats)| {
        let all: Vec<u64> =
            seats.iter().filter_map(|seat| seat.memory).filter(|memory| *memory > 0).collect();
        let (least, most) = (*all.iter().min()?, *all.iter().max()?);
        let mean = all.iter().sum::<u64>() / all.len() as u64;
        // A page without bots draws other numbers, and is compared but for these.
        let words = format!("{} in the mean, from {} to {}", bytes(mean), bytes(least), bytes(most));
        Some((row.id.0, [least, mean, most].map(|bytes| Some(log(bytes))), words))
    });
    let label = |exponent| bytes(libm::exp2(exponent) as u64);
    let scale = Scale { low: libm::log2(PAGE), high: limit.ceil().max(20.0), step: 2.0, label };
    let description = "Each contestant's memory at the end of its games, on a logarithmic axis. Memory never shrinks in a game, so that is the most it had. The line goes from the smallest game to the largest.";
    intervals(["plot-memory", "Memory", description], facts, &scale, Some(limit), rows.collect())
}

/// A plot of these rows, with its name for links, its title and its description; none if there are none.
fn intervals(
    [id, title, description]: [&'static str; 3],
    facts: &TournamentFacts,
    scale: &Scale,
    limit: Option<f64>,
    rows: Vec<Row>,
) -> Option<Intervals> {
    let row = |(number, (contestant, values, words)): (usize, Row)| {
        let y = TOP + ROW * (number as f64 + 0.5);
        let [low, middle, high] = values.map(|value| value.map(|value| scale.at(value)));
        // An open end is that of the axis, with an arrow.
        let arrow = |x: f64, way: f64| format!("M{x:.1} {y:.1}l{:.1} -5v10z", 8.0 * way);
        let arrows = [(low, LEFT, 1.0), (high, LEFT + WIDTH, -1.0)];
        let arrows = arrows.iter().filter(|(end, ..)| end.is_none()).map(|&(_, x, way)| arrow(x, way));
        IntervalRow {
            name: facts.contestants[contestant].name.clone(),
            colour: marks::colour(contestant),
            shape: marks::shape(contestant),
            y,
            low: low.unwrap_or(LEFT),
            high: high.unwrap_or(LEFT + WIDTH),
            middle,
            arrows: arrows.collect(),
            words,
        }
    };
    let rows: Vec<IntervalRow> = rows.into_iter().enumerate().map(row).collect();
    let drawn = rows.len().min(DRAWN_MAX);
    let bottom = TOP + ROW * drawn as f64;
    let (ticks, height) = (scale.ticks(), bottom + 26.0);
    let limit = limit.map(|limit| Tick { at: scale.at(limit), label: "limit".into() });
    (drawn > 0).then_some(Intervals { id, title, description, rows, drawn, ticks, limit, height, bottom })
}

/// Bytes as people say them.
fn bytes(bytes: u64) -> String {
    let (number, unit) = match bytes as f64 / 1024.0 {
        kib if kib < 1024.0 => (kib, "KiB"),
        kib => (kib / 1024.0, "MiB"),
    };
    let text = format!("{number:.1}");
    format!("{} {unit}", text.strip_suffix(".0").unwrap_or(&text))
}

/// A power of ten in words.
fn power(exponent: f64) -> String {
    const WORDS: [&str; 11] =
        ["1", "10", "100", "1 k", "10 k", "100 k", "1 M", "10 M", "100 M", "1 G", "10 G"];
    let index = exponent.round().max(0.0) as usize;
    WORDS.get(index).map_or_else(|| format!("10^{index}"), |word| (*word).to_owned())
}

/// How long games were.
pub(crate) fn lengths(results: &Results) -> Option<Histogram> {
    let decided = || results.games.iter().filter(|game| game.outcome == "decided");
    let turns = || decided().map(|game| game.turns.min(TURNS_MAX));
    let (least, most) = (turns().min()?, turns().max()?);
    let step = (most - least) / BARS_MAX + 1;
    let first = least / step * step;
    let bars = (most - first) / step + 1;
    let counts: Vec<u64> =
        (0..bars).map(|bar| turns().filter(|turns| (turns - first) / step == bar).count() as u64).collect();
    let highest = counts.iter().max().copied().unwrap_or(1).max(1);
    let height = |games: u64| BAR_HEIGHT * games as f64 / highest as f64;
    let every = round_step(highest);
    let up = (0..=highest / every).map(|number| Tick {
        at: TOP + BAR_HEIGHT - height(number * every),
        label: thousands(number * every),
    });
    let width = WIDTH / f64::from(bars);
    let bar = |(bar, &games): (u32, &u64)| {
        let (from, height) = (first + bar * step, height(games));
        let to = from + step - 1;
        let words = if from == to { format!("{from} turns") } else { format!("{from} to {to} turns") };
        let words = format!("{words}: {}", many(games, "game"));
        let (x, y) = (LEFT + width * f64::from(bar), TOP + BAR_HEIGHT - height);
        Bar { x, y, width: (width - 1.0).max(0.5), height, words }
    };
    let (low, high) = (f64::from(first), f64::from(first + bars * step));
    let scale = Scale::rounded(low, high, |value| format!("{value:.0}"));
    Some(Histogram {
        description: format!(
            "How many games took so many turns, from {least} to {most}; the highest bar has {highest} games."
        ),
        bars: (0..).zip(&counts).map(bar).collect(),
        ticks: scale.ticks(),
        up: up.collect(),
        baseline: TOP + BAR_HEIGHT,
    })
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn bytes_are_said_in_the_unit_that_fits() {
        assert_eq!(
            [65_536, 1 << 20, (1 << 20) + (1 << 19), 17 << 20].map(bytes),
            ["64 KiB", "1 MiB", "1.5 MiB", "17 MiB"]
        );
    }
}
