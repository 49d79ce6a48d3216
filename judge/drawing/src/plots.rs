//! Numbers into SVG: intervals on an axis, and a histogram. The templates draw; here is only where.

#![expect(clippy::cast_precision_loss, reason = "a plot is not that exact")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "axes are short, and not negative"
)]

use askama::Template;

use crate::marks;
use crate::race::{Tick, round_step};
use crate::words::{many, thousands, whole};
use crate::{Results, Spent, Standing, TournamentFacts};

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
    description: String,
    rows: Vec<Interval>,
    /// How many of the rows are drawn; all are in the table.
    drawn: usize,
    ticks: Vec<Tick>,
    /// A limit, as a line across.
    limit: Option<Tick>,
    height: f64,
    bottom: f64,
}

struct Interval {
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

/// From values to places on the axis.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low).max(1e-9);
        LEFT + WIDTH * share.clamp(0.0, 1.0)
    }
}

/// Ratings with their intervals; `None` if nobody has one.
pub(crate) fn ratings(told: &TournamentFacts, results: &Results) -> Option<Intervals> {
    const STEP: f64 = 100.0;
    let rated =
        || results.standings.iter().filter(|row| row.rating_low.is_some() || row.rating_high.is_some());
    let ends: Vec<f64> = rated().flat_map(ratings_of).flatten().collect();
    let low = ends.iter().copied().reduce(f64::min)?;
    let high = ends.iter().copied().reduce(f64::max)?;
    let scale = Scale { low: (low / STEP - 0.5).floor() * STEP, high: (high / STEP + 0.5).ceil() * STEP };
    let rows = rated().enumerate().map(|(number, row)| {
        let [low, rating, high] = ratings_of(row);
        let words = match (rating, low, high) {
            (Some(rating), Some(low), Some(high)) => {
                format!("{}, from {} to {}", whole(rating), whole(low), whole(high))
            }
            (_, None, Some(high)) => format!("at most {}", whole(high)),
            (_, Some(low), None) => format!("at least {}", whole(low)),
            _ => String::new(),
        };
        let is_open = [low.is_none(), high.is_none()];
        let (low, high) = (low.unwrap_or(scale.low), high.unwrap_or(scale.high));
        let mut row = interval(told, row.contestant, number, &scale, (low, rating, high), words);
        row.arrows = arrows(&row, is_open);
        row
    });
    let rows: Vec<Interval> = rows.collect();
    let ticks = ticks(&scale, round(scale.high - scale.low), whole);
    let description = "Each contestant's rating on the Elo scale with its 95 % interval.".into();
    intervals("plot-ratings", "Ratings", description, rows, ticks, None)
}

/// Arrows at the ends of an interval that goes on: the low end, and the high one.
fn arrows(row: &Interval, is_open: [bool; 2]) -> Vec<String> {
    let arrow = |x: f64, way: f64| format!("M{x:.1} {:.1}l{:.1} -5v10z", row.y, 8.0 * way);
    let ends = [arrow(row.low, 1.0), arrow(row.high, -1.0)];
    ends.into_iter().zip(is_open).filter_map(|(arrow, is_open)| is_open.then_some(arrow)).collect()
}

/// A rating between the ends of its interval.
fn ratings_of(row: &Standing) -> [Option<f64>; 3] {
    [row.rating_low, row.rating, row.rating_high]
}

/// The fuel that each contestant used in its games, by its place in the standings.
fn spent(results: &Results) -> Vec<Vec<Spent>> {
    let places = results.places();
    let mut spent = vec![Vec::new(); results.standings.len()];
    for game in &results.games {
        for (contestant, seat) in game.seats.iter().zip(&game.spent) {
            if let Some(&place) = places.get(contestant) {
                spent[place].push(*seat);
            }
        }
    }
    spent
}

/// Fuel a turn: the mean, and from the cheapest game to the dearest turn.
pub(crate) fn fuel(told: &TournamentFacts, results: &Results) -> Option<Intervals> {
    let limit = told.limits.fuel_per_turn as f64;
    let scale = Scale { low: 2.0, high: libm::log10(limit).ceil().max(3.0) };
    let mut rows = Vec::new();
    let seats = spent(results);
    for (row, seats) in results.standings.iter().zip(&seats).filter(|(row, _)| row.fuel_per_turn_mean > 0) {
        let least = seats.iter().filter_map(|seat| seat.fuel_per_turn_mean).min();
        let most = seats.iter().filter_map(|seat| seat.fuel_per_turn_max).max();
        let mean = row.fuel_per_turn_mean as f64;
        let (low, high) = (least.map_or(mean, |least| least as f64), most.map_or(mean, |most| most as f64));
        let words = format!(
            "{} a turn, {} in the dearest",
            thousands(row.fuel_per_turn_mean),
            thousands(most.unwrap_or(0))
        );
        let log = |value: f64| libm::log10(value.max(1.0));
        let values = (log(low.min(mean)), Some(log(mean)), log(high.max(mean)));
        rows.push(interval(told, row.contestant, rows.len(), &scale, values, words));
    }
    let ticks = ticks(&scale, 1.0, power);
    let limit = Tick { at: scale.at(libm::log10(limit)), label: "limit".into() };
    let description =
        "Mean fuel a turn, on a logarithmic axis. The line goes from the mean of the cheapest game to the dearest turn."
            .into();
    intervals("plot-fuel", "Fuel a turn", description, rows, ticks, Some(limit))
}

/// Memory at the end of a game: the mean, and from the smallest to the largest. It never shrinks, so that is the most.
pub(crate) fn memory(told: &TournamentFacts, results: &Results) -> Option<Intervals> {
    const PAGE: f64 = 65_536.0;
    let log = |bytes: f64| libm::log2(bytes.max(PAGE));
    let limit = told.limits.memory_bytes as f64;
    let scale = Scale { low: libm::log2(PAGE), high: log(limit).ceil().max(20.0) };
    let mut rows = Vec::new();
    for (row, seats) in results.standings.iter().zip(spent(results)) {
        let all: Vec<u64> =
            seats.iter().filter_map(|seat| seat.memory).filter(|memory| *memory > 0).collect();
        let (Some(&least), Some(&most)) = (all.iter().min(), all.iter().max()) else { continue };
        let mean = all.iter().sum::<u64>() / all.len() as u64;
        let words = if least == most {
            format!("{} in every game", bytes(most))
        } else {
            format!("{} in the mean, from {} to {}", bytes(mean), bytes(least), bytes(most))
        };
        let values = (log(least as f64), Some(log(mean as f64)), log(most as f64));
        rows.push(interval(told, row.contestant, rows.len(), &scale, values, words));
    }
    let ticks = ticks(&scale, 2.0, |exponent| bytes(libm::exp2(exponent) as u64));
    let limit = Tick { at: scale.at(libm::log2(limit)), label: "limit".into() };
    let description =
        "Each contestant's memory at the end of its games, on a logarithmic axis. Memory never shrinks in a game, so that is the most it had. The line goes from the smallest game to the largest."
            .into();
    intervals("plot-memory", "Memory", description, rows, ticks, Some(limit))
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

/// A round step for so much of an axis.
fn round(span: f64) -> f64 {
    round_step(span as u64) as f64
}

/// Ticks at the multiples of a step.
fn ticks(scale: &Scale, step: f64, label: impl Fn(f64) -> String) -> Vec<Tick> {
    let mut ticks = Vec::new();
    let mut value = (scale.low / step).ceil() * step;
    while value <= scale.high + step / 100.0 {
        ticks.push(Tick { at: scale.at(value), label: label(value) });
        value += step;
    }
    ticks
}

fn interval(
    told: &TournamentFacts,
    contestant: usize,
    number: usize,
    scale: &Scale,
    (low, middle, high): (f64, Option<f64>, f64),
    words: String,
) -> Interval {
    let y = TOP + ROW * (number as f64 + 0.5);
    Interval {
        name: told.contestants[contestant].name.clone(),
        colour: marks::colour(contestant),
        shape: marks::shape(contestant),
        y,
        low: scale.at(low),
        high: scale.at(high),
        middle: middle.map(|middle| scale.at(middle)),
        arrows: Vec::new(),
        words,
    }
}

/// A plot of these rows; none if there are none.
fn intervals(
    id: &'static str,
    title: &'static str,
    description: String,
    rows: Vec<Interval>,
    ticks: Vec<Tick>,
    limit: Option<Tick>,
) -> Option<Intervals> {
    let drawn = rows.len().min(DRAWN_MAX);
    let bottom = TOP + ROW * drawn as f64;
    let height = bottom + 26.0;
    (drawn > 0).then_some(Intervals { id, title, description, rows, drawn, ticks, limit, height, bottom })
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
    let scale = Scale { low: f64::from(first), high: f64::from(first + bars * step) };
    Some(Histogram {
        description: format!(
            "How many games took so many turns, from {least} to {most}; the highest bar has {highest} games."
        ),
        bars: (0..).zip(&counts).map(bar).collect(),
        ticks: ticks(&scale, round(scale.high - scale.low), |value| format!("{value:.0}")),
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
