//! Several bots in a table, for teachers: a line for each, and below what is wrong with whom.

use std::fmt::Write;
use std::path::Path;

use judge_author::check::{Finding, LimitUse, Report};
use judge_core::error::Error;
use judge_core::tournament::called_apart;
use judge_play::text::{cut, sanitize, sanitize_path};
use judge_terminal::width;

use super::text::{again, verdict};
use crate::shared::game_args::GameArgs;

/// The columns, and how soon each is left out where there is no room.
const COLUMNS: [(&str, u8); 8] = [
    ("bot", 0),
    ("game", 0),
    ("result", 0),
    ("cases", 0),
    ("worst turn", 1),
    ("worst game", 2),
    ("memory", 3),
    ("calls itself", 4),
];
/// Those with words in them.
const LEFT: [&str; 4] = ["bot", "game", "result", "calls itself"];
/// Characters of what is wrong with a bot, on one line.
const WRONG_CHARACTERS: usize = 300;
/// Characters of a verdict before the hint that some have.
const VERDICT_END: char = ';';

/// The table, no wider than the terminal, and what is wrong with whom.
pub(super) fn text(
    rows: &[(&Path, Result<Report, Error>)],
    width: Option<usize>,
    game_args: &GameArgs,
) -> String {
    let mut text = table(rows, width);
    let usual = usual_game(rows);
    for (path, examined) in rows {
        let bot = sanitize_path(path);
        match examined {
            Ok(report) if Some(report.game.as_str()) != usual => {
                let usual = usual.unwrap_or_default();
                writeln!(text, "\n{bot}: it is for {}, and most are for {usual}; leave it out, or name the game with --game", report.game)
            }
            Err(error) => writeln!(text, "\n{}", cut(&sanitize(&error.to_string()), WRONG_CHARACTERS)),
            Ok(report) => match gravest(&report.findings).map(wrong) {
                Some(wrong) => {
                    let wrong = cut(&sanitize(&wrong), WRONG_CHARACTERS);
                    writeln!(text, "\n{bot}: {wrong}\n  {} says more", again(path, None, &report.game, game_args))
                }
                None => Ok(()),
            },
        }
        .expect("a string takes all text");
    }
    text
}

fn table(rows: &[(&Path, Result<Report, Error>)], width: Option<usize>) -> String {
    let usual = usual_game(rows);
    let paths: Vec<&Path> = rows.iter().map(|(bot, _)| *bot).collect();
    let called = called_apart(&paths).into_iter().zip(rows);
    let cells = called.map(|(called, (bot, examined))| cells(name(&called, bot), usual, examined.as_ref()));
    width::fitted(&COLUMNS, &cells.collect::<Vec<_>>(), &LEFT, width).0
}

/// The game that most of the bots are for; the first of them where there is no such.
pub(super) fn usual_game<'a>(rows: &'a [(&Path, Result<Report, Error>)]) -> Option<&'a str> {
    let games = || rows.iter().filter_map(|(_, examined)| Some(examined.as_ref().ok()?.game.as_str()));
    let bots = |game: &str| games().filter(|other| *other == game).count();
    games().rev().max_by_key(|game| bots(game))
}

/// The file's name, or that of a folder where it is called so.
fn name(called: &str, bot: &Path) -> String {
    match bot.file_stem() {
        Some(stem) if stem == called => sanitize_path(bot.file_name().map_or(bot, Path::new)),
        _ => sanitize(called),
    }
}

fn cells(name: String, usual: Option<&str>, examined: Result<&Report, &Error>) -> [String; COLUMNS.len()] {
    let Ok(report) = examined else {
        let result = if matches!(examined, Err(Error::Machine(_))) { "not checked" } else { "refused" };
        let mut cells = [const { String::new() }; COLUMNS.len()];
        (cells[0], cells[2]) = (name, result.to_owned());
        return cells;
    };
    let [played, all] = report.cases;
    let is_checked = report.is_faulty() || !report.is_void();
    let result = verdict(report);
    let result = result.split(VERDICT_END).next().unwrap_or_default();
    let is_usual = Some(report.game.as_str()) == usual;
    [
        name,
        report.game.clone(),
        if !is_usual {
            "another game".to_owned()
        } else if is_checked {
            result.replace("no fault found", "fine")
        } else {
            "not checked".to_owned()
        },
        if played < all { format!("{played} of {all}") } else { played.to_string() },
        percent(&report.fuel_of_worst_turn),
        percent(&report.fuel_of_worst_game),
        percent(&report.memory),
        report.calls_itself.clone(),
    ]
}

fn percent(share: &LimitUse) -> String {
    format!("{:.1} %", 100.0 * share.share())
}

/// The gravest finding: a fault, that a game is void, or else a warning.
fn gravest(findings: &[Finding]) -> Option<&Finding> {
    findings.iter().min_by_key(|finding| match finding {
        finding if finding.is_fault() => 0,
        Finding::Void { .. } => 1,
        _ => 2,
    })
}

/// The finding, on one line.
fn wrong(finding: &Finding) -> String {
    match finding {
        Finding::Fault(found) => format!("case {}: {}", found.case, found.fault),
        Finding::NotTheSame { case } => format!("case {case}: another game the second time"),
        Finding::Near(near) => format!("near a limit: {}: {}", near.what, percent(near)),
        Finding::PrintsInVain => "what it prints is lost".to_owned(),
        Finding::Advice { words } => words.clone(),
        Finding::Void { case, detail } => format!("case {case} is void: {detail}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_findings_the_gravest_is_told() {
        let (vain, fault) = (Finding::PrintsInVain, Finding::NotTheSame { case: 2 });
        let void = Finding::Void { case: 1, detail: "the disk is full".to_owned() };
        let told = |findings: &[Finding]| gravest(findings).map(wrong);
        assert_eq!(told(&[]), None);
        assert_eq!(told(&[vain.clone(), void.clone()]).as_deref(), Some("case 1 is void: the disk is full"));
        let all = [vain, void, fault];
        assert_eq!(told(&all).as_deref(), Some("case 2: another game the second time"));
    }
}
