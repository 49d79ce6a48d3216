//! A profile as text: rows in, a table out.

use judge_author::profile::{Difference, FunctionRow, GameToProfile, Profile, Selection, When};
use judge_play::text::{count, sanitize};
use judge_terminal::width;

/// The note about a bot that brings an interpreter.
const OF_INTERPRETER: &str = "The functions below are those of the interpreter that runs your program, and not your own. To measure a part of your program, log what fuel-left says before and after it.\n";

/// The same where its functions have no names.
const UNNAMED: &str = "Their names are not in the file.\n";

/// The dearest turns that are listed.
const TURNS_MAX: usize = 5;

/// The game that was profiled.
pub(super) struct Heading<'a> {
    pub(super) game: &'a GameToProfile,
    pub(super) profile: &'a Profile,
    pub(super) has_interpreter: bool,
}

/// Whether a bot brings an interpreter, which asks the judge for its program.
pub(super) fn has_interpreter(wasm: &[u8]) -> bool {
    let asks = b"judge:arena/source@";
    wasm.windows(asks.len()).any(|bytes| bytes == asks)
}

impl Heading<'_> {
    /// The name of who sits there; the seats without a bot are nobody's here.
    fn name(&self, seat: usize) -> &str {
        self.game.line.seats[seat].bot.map_or("nobody", |bot| self.game.loaded_bots.bots()[bot].name.as_str())
    }

    /// Game and players, in one line.
    pub(super) fn title(&self, selection: Selection) -> String {
        let others = (0..self.game.line.seats.len()).filter(|seat| *seat != self.game.seat.index());
        let mut others: Vec<&str> = others.map(|seat| self.name(seat)).collect();
        others.dedup();
        let (bot, opponent) = (self.name(self.game.seat.index()), others.join(", "));
        let (game, seat, seed) =
            (self.game.line.rules.game(), self.game.seat.index() + 1, self.game.line.seeds.round);
        let part = match selection {
            Selection::Game => String::new(),
            Selection::StartUp => ", start only".into(),
            Selection::Turn(turn) => format!(", turn {turn} only"),
        };
        format!("{game}: {bot} in seat {seat} against {opponent}, seed {seed}{part}")
    }

    /// The game and its fuel.
    fn lines(&self, selection: Selection) -> String {
        let Profile { fuel, record, .. } = self.profile;
        let start_up = self.profile.parts().filter(|(when, _)| **when == When::StartUp);
        let start: u64 = start_up.map(|(_, fuel)| fuel).sum();
        let line = |what: &str, value: String| format!("  {what:<6} {value}\n");
        let (turns, verdict) = (count(record.turns.into(), "turn"), sanitize(&record.verdict.to_string()));
        let to_start =
            if start == 0 { String::new() } else { format!("; {start} to start, which does not count") };
        let mut text =
            format!("{}\n\n", self.title(selection)) + &line("game", format!("{turns}, {verdict}"));
        text += &line("fuel", format!("{fuel} in the game{to_start}"));
        let turns = self.dearest();
        if selection == Selection::Game && !turns.is_empty() {
            text += &line("most", turns.join("; "));
        }
        text
    }

    /// The turns that took most.
    fn dearest(&self) -> Vec<String> {
        let mut turns: Vec<(u64, u32)> = Vec::new();
        for (when, fuel) in self.profile.parts() {
            if let When::Turn { turn, .. } = when {
                turns.push((fuel, *turn));
            }
        }
        turns.sort_by_key(|(fuel, turn)| (std::cmp::Reverse(*fuel), *turn));
        turns.iter().take(TURNS_MAX).map(|(fuel, turn)| format!("turn {turn} {fuel}")).collect()
    }
}

/// The functions that take most.
pub(super) fn table(heading: &Heading<'_>, selection: Selection, rows_max: usize) -> String {
    let mut text = heading.lines(selection);
    let rows = heading.profile.rows(selection);
    let all: u64 = rows.iter().map(|row| row.own).sum();
    let cells = |row: &FunctionRow| {
        [
            row.own.to_string(),
            share(row.own, all),
            row.with_callees.to_string(),
            share(row.with_callees, all),
            row.calls.to_string(),
            (row.own / row.calls.max(1)).to_string(),
            row.name.clone(),
        ]
    };
    let shown: Vec<_> = rows.iter().take(rows_max).map(cells).collect();
    text.push('\n');
    if heading.has_interpreter {
        text.push_str(OF_INTERPRETER);
        if rows.iter().take(rows_max).all(|row| row.name.starts_with("function ")) {
            text.push_str(UNNAMED);
        }
        text.push('\n');
    }
    let header = ["own", "%", "with callees", "%", "calls", "per call", "function"];
    text += &width::table(&header, &shown, &[6]);
    text += &rest(rows.len(), rows_max, Some(rows.iter().skip(rows_max).map(|row| row.own).sum()));
    format!(
        "{text}\n{all} in all. Functions that the compiler has inlined count for those that they are in.\n"
    )
}

/// The functions that take more or less in another bot.
pub(super) fn differences(
    heading: &Heading<'_>,
    selection: Selection,
    rows_max: usize,
    name: &str,
    other: &Profile,
) -> String {
    let mut text = heading.lines(selection);
    let rows = heading.profile.differences(other, selection);
    let all = [0, 1].map(|side| rows.iter().map(|row| row.own[side]).sum::<u64>());
    let this = heading.name(heading.game.seat.index()).to_owned();
    let other_name = if name == this { format!("{name} (other)") } else { name.to_owned() };
    let cells = |Difference { name, own: [own, others], calls: [calls, others_calls] }: &Difference| {
        let numbers = [own.to_string(), others.to_string(), signed(*own, *others)];
        [&numbers[..], &[calls.to_string(), others_calls.to_string(), name.clone()]].concat()
    };
    let shown: Vec<_> = rows.iter().take(rows_max).map(cells).collect();
    let header = [&*this, &other_name, "difference", "calls", "calls", "function"];
    text.push('\n');
    text += &width::table(&header, &shown, &[5]);
    text += &rest(rows.len(), rows_max, None);
    let ([one, other], change) = (all, signed(all[0], all[1]));
    format!("{text}\n{one} and {other} in all, {change}: the second was asked in the same positions.\n")
}

/// A part in percent.
fn share(part: u64, all: u64) -> String {
    let tenths = u128::from(part) * 1_000 / u128::from(all.max(1));
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The second less the first, with a sign.
fn signed(first: u64, second: u64) -> String {
    let sign = if second >= first { '+' } else { '-' };
    format!("{sign}{}", first.abs_diff(second))
}

/// How many rows are not shown, with their fuel if that adds up.
fn rest(rows: usize, rows_max: usize, fuel: Option<u64>) -> String {
    if rows <= rows_max {
        return String::new();
    }
    let fuel = fuel.map_or_else(String::new, |fuel| format!(" with {fuel}"));
    let functions = count((rows - rows_max) as u64, "function");
    format!("… and {functions} more{fuel}; --rows shows more\n")
}
