//! Several bots in a table, for teachers: a line for each, and below what is wrong with whom.

use std::fmt::Write;
use std::path::Path;

use comfy_table::{CellAlignment, Table, presets};
use judge_core::check::{Finding, Report, Share};
use judge_core::error::Error;
use judge_play::text::{cut, sanitize, sanitize_path};

use super::text::verdict;

const HEADER: [&str; 7] = ["bot", "result", "cases", "worst turn", "worst game", "memory", "calls itself"];
/// Characters of what is wrong with a bot, on one line.
const WRONG_CHARACTERS: usize = 300;
/// Characters of a verdict before the hint that some have.
const VERDICT_END: char = ';';

/// The table, no wider than the terminal, and what is wrong with whom.
pub(super) fn text(rows: &[(&Path, Result<Report, Error>)], width: Option<usize>) -> String {
    let all = HEADER.len();
    // The last columns matter least.
    let shown = (3..=all).rev().find(|&columns| fits(rows, columns, width)).unwrap_or(3);
    let mut text = table(rows, shown);
    for (bot, examined) in rows {
        let bot = sanitize_path(bot);
        match examined {
            Err(error) => writeln!(text, "\n{}", cut(&sanitize(&error.to_string()), WRONG_CHARACTERS)),
            Ok(report) => match report.findings.first().map(wrong) {
                Some(wrong) => {
                    let wrong = cut(&sanitize(&wrong), WRONG_CHARACTERS);
                    writeln!(text, "\n{bot}: {wrong}\n  judge check {bot} says more")
                }
                None => Ok(()),
            },
        }
        .expect("a string takes all text");
    }
    text
}

fn fits(rows: &[(&Path, Result<Report, Error>)], columns: usize, width: Option<usize>) -> bool {
    let Some(width) = width else { return true };
    table(rows, columns).lines().all(|line| line.chars().count() <= width)
}

fn table(rows: &[(&Path, Result<Report, Error>)], columns: usize) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(&HEADER[..columns]);
    for (bot, examined) in rows {
        let cells = cells(bot, examined.as_ref());
        table.add_row(&cells[..columns]);
    }
    for column in table.column_iter_mut().skip(2).take(4) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}

fn cells(bot: &Path, examined: Result<&Report, &Error>) -> [String; HEADER.len()] {
    let name = sanitize_path(bot.file_name().map_or(bot, Path::new));
    let Ok(report) = examined else {
        let result = if matches!(examined, Err(Error::Machine(_))) { "not checked" } else { "refused" };
        return [
            name,
            result.to_owned(),
            String::new(),
            String::new(),
            String::new(),
            String::new(),
            String::new(),
        ];
    };
    let [played, all] = report.cases;
    let result = verdict(report);
    let result = result.split(VERDICT_END).next().unwrap_or_default();
    [
        name,
        if report.is_void() { "not checked".to_owned() } else { result.replace("no fault found", "fine") },
        if played < all { format!("{played} of {all}") } else { played.to_string() },
        percent(&report.fuel_of_worst_turn),
        percent(&report.fuel_of_worst_game),
        percent(&report.memory),
        report.calls_itself.clone(),
    ]
}

fn percent(share: &Share) -> String {
    format!("{:.1} %", 100.0 * share.share())
}

/// What is wrong, on one line; the gravest stands first in a report.
fn wrong(finding: &Finding) -> String {
    match finding {
        Finding::Fault { case, fault, .. } => format!("case {case}: {fault}"),
        Finding::NotTheSame { case } => format!("case {case}: another game the second time"),
        Finding::Near(near) => format!("near a limit: {}: {}", near.what, percent(near)),
        Finding::PrintsInVain => "what it prints is lost".to_owned(),
        Finding::Void { case, detail } => format!("case {case} is void: {detail}"),
    }
}
