//! Findings about a bot, in words.

use std::path::Path;

use judge_author::check::{FileFacts, Finding, Fitness, FoundFault, LimitUse, Report};
use judge_bots::{FileKind, is_export_of};
use judge_core::game::command_words;
use judge_play::text::{count, cut, sanitize, sanitize_path, shell_word, thousands};
use judge_play::{GAMES, last_words};

use crate::shared::game_args::GameArgs;
use crate::shared::screen::{line, line_if_any};

/// Characters of a question that are shown.
const QUESTION_CHARACTERS: usize = 600;

/// The name of limits of fuel, and the advice where one is near.
const FUEL: &str = "fuel";
const FUEL_HINT: &str = "; a harder position may take more than there is: ask for fuel-left more often, inside the search, and answer in time";

/// The command that repeats a case, but for its number.
pub(super) fn again(bot: &Path, positions: Option<&Path>, game: &str, game_args: &GameArgs) -> String {
    let game = game_args.game.as_deref().unwrap_or(game);
    let settings = game_args.set.iter().map(|setting| format!(" --set {}", shell_word(setting)));
    let settings: String = settings.collect();
    let positions = positions.map_or_else(String::new, |file| format!(" --positions {}", shell_word(file)));
    format!("judge check {} --game {}{settings}{positions}", shell_word(bot), shell_word(game))
}

/// The file's name, size, hash and kind.
pub(super) fn head(file: &Path, facts: &FileFacts) -> String {
    let size = format!("{} bytes", thousands(facts.bytes));
    let lines = [("size", &*size), ("SHA-256", &facts.sha256), ("kind", facts.kind.words())];
    sanitize_path(file) + "\n" + &lines.map(|(what, value)| line(what, value)).concat()
}

/// Facts of the file.
pub(super) fn facts(bot: &Path, facts: &FileFacts) -> String {
    head(bot, facts) + &line("exports", list(&facts.exports)) + &line("imports", list(&facts.imports))
}

/// The same of a program of this machine.
pub(super) fn of_command(word: &str) -> String {
    let kind = "command of this machine: fuel and memory are counted only of a .wasm file";
    sanitize(word) + "\n" + &line("kind", kind)
}

/// The languages whose programs are built by a command for one file.
const BUILT: [(&str, &str); 4] = [("py", "python"), ("js", "js"), ("mjs", "js"), ("rb", "ruby")];

/// What a tournament does not have, and how a program gets there.
pub(super) fn to_a_tournament(word: &str, game: &str) -> String {
    let words = command_words(word).unwrap_or_default();
    let built = words.iter().rev().map(Path::new).find_map(|file| {
        let (_, language) =
            BUILT.iter().find(|(ending, _)| file.extension().is_some_and(|is| is == *ending))?;
        let wasm = file.with_extension("wasm");
        let (file, wasm) = (shell_word(file), shell_word(wasm.file_name()?));
        Some(format!("sdk/{language}/build {file}; judge check {wasm}"))
    });
    let built = built.unwrap_or_else(|| "build it as docs/lines.md says; judge check BOT.wasm".to_owned());
    let lacks = "a tournament has no clock of the machine, no files, no threads and no network, and takes a .wasm file";
    format!("{lacks}: {built} --game {}\n", shell_word(game))
}

/// The names of interfaces, and how many others there are: those are the toolchain's.
fn list(names: &[String]) -> String {
    let kinds: Vec<FileKind> = GAMES.iter().map(|game| FileKind::bot(game.name)).collect();
    let is_of_game = |name: &str| kinds.iter().any(|kind| is_export_of(kind, name));
    let (ours, others): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| is_of_game(name) || name.contains(':') && !name.starts_with("cabi_"));
    let mut lines: Vec<String> = ours.into_iter().cloned().collect();
    match others.len() {
        0 if lines.is_empty() => lines.push("nothing".to_owned()),
        0 => {}
        many => lines.push(format!("{} of the toolchain", count(many as u64, "name"))),
    }
    lines.join("\n            ")
}

/// Findings in games. `again` is the command that repeats a case, but for its number; `log` is all of the bot's log, if one case
/// only was played.
pub(super) fn report(report: &Report, again: &str, log: Option<&str>) -> String {
    let Report { game, calls_itself, cases: [played, all], .. } = report;
    let why = if report.is_silent {
        "since it was silent"
    } else if report.is_stopped_by_fault() {
        "since one fault came up again and again; --all plays the others"
    } else {
        "since that took all the fuel of a check; --all plays the others"
    };
    let left = if played < all { format!(" of {all}, {why}") } else { String::new() };
    let (asked, is_file) = (count(report.turns, "turn"), report.file.bytes > 0);
    let twice = if is_file { "; each played twice" } else { "" };
    let mut text = line("game", format!("{game}; it calls itself {calls_itself:?}"));
    text += &line("cases", format!("{played}{left}; {asked} asked, new-game with them{twice}"));
    let turns = if report.function_of_worst_turn.is_empty() {
        "no turn was answered".to_owned()
    } else {
        let (mean, worst) = (thousands(report.fuel_of_mean_turn), share(&report.fuel_of_worst_turn));
        let (function, case) = (&report.function_of_worst_turn, report.case_of_worst_turn);
        format!("mean turn {mean}; worst turn {worst}, {function} in case {case}")
    };
    if is_file {
        text += &line("fuel", format!("{turns}; worst game {}", share(&report.fuel_of_worst_game)));
        text += &line("memory", share(&report.memory));
    }
    if let Some(nanoseconds) = report.nanoseconds_per_fuel {
        let words = "of processor time a unit of fuel here; nothing depends on it";
        text += &line("speed", format!("{nanoseconds:.2} ns {words}"));
    }
    if let Some(fuel) = report.fuel_of_fitness.map(thousands) {
        let words = format!("left out: it would take some {fuel} units of fuel; --all measures it");
        text += &line("fitness", words);
    }
    if let Some(Fitness { fleets, failed, mean, median, minimum, maximum, deviation }) = &report.fitness {
        let failed = if *failed > 0 { format!("; failed at {failed}") } else { String::new() };
        let shots = format!("{mean:.2} shots, median {median}, from {minimum} to {maximum}");
        let fleets = count(*fleets as u64, "fleet");
        let words = format!("{fleets} sunk in a mean of {shots}, deviation {deviation:.2}{failed}");
        text += &line("fitness", words);
    }
    text += &log_text(report, log);
    text.extend(report.findings.iter().map(|finding| found(finding, again)));
    format!("{text}\n{}\n", verdict(report))
}

fn log_text(report: &Report, log: Option<&str>) -> String {
    match log {
        Some("") => line("log", "nothing in this case"),
        Some(log) => {
            let head = format!("{} of this case:", count(log.lines().count() as u64, "line"));
            line("log", head) + &log.lines().map(|said| line("", sanitize(said))).collect::<String>()
        }
        // It is shown with the fault.
        None if report.findings.iter().any(|finding| tells_all_of(finding, &report.log)) => String::new(),
        None if report.log.is_empty() => line("log", "nothing"),
        None => {
            let lines = count(report.log_lines as u64, "line");
            let head = format!("{lines} in the game with most, which begins:");
            line("log", head) + &report.log.iter().map(|said| line("", said)).collect::<String>()
        }
    }
}

/// Whether a fault's log says what is to be shown of the bot's log.
fn tells_all_of(finding: &Finding, shown: &[String]) -> bool {
    let Finding::Fault(fault) = finding else { return false };
    !shown.is_empty() && shown.iter().all(|line| fault.log.contains(line))
}

/// The lines of a fault's log before the exception at its end, which the sentence of the fault gives already.
fn untold<'a>(log: &'a [String], fault: &str) -> &'a [String] {
    let is_told = |line: &str| fault.starts_with("exception ") && last_words::is_told(line, fault);
    let last = log.iter().rposition(|line| !is_told(line));
    &log[..last.map_or(0, |last| last + 1)]
}

fn found(finding: &Finding, again: &str) -> String {
    match finding {
        Finding::Fault(found) => fault(found, if finding.is_fault() { "fault" } else { "warning" }, again),
        Finding::NotTheSame { case } => format!(
            "\nfault: case {case}: the same game ended differently the second time; please report it, with the bot\n"
        ),
        Finding::Near(near) => {
            let hint = if near.what.starts_with(FUEL) { FUEL_HINT } else { "" };
            format!("\nwarning: near a limit: {}: {}{hint}\n", near.what, share(near))
        }
        Finding::PrintsInVain => "\nwarning: println!, eprintln! or dbg! is in it, and what they write is lost; use judge_sdk::log!\n".to_owned(),
        Finding::Advice { words } => format!("\nwarning: {words}\n"),
        Finding::Void { case, detail } => format!("\nvoid: case {case}: {detail}\n"),
    }
}

fn fault(found: &FoundFault, word: &str, again: &str) -> String {
    let FoundFault { case, cases, fault, seat, .. } = found;
    let title = if found.title.is_empty() { String::new() } else { format!(" ({})", found.title) };
    let others = || format!(", and the like in {}", count(*cases as u64 - 1, "other case"));
    let more = if *cases > 1 { others() } else { String::new() };
    let mut text = format!("\n{word}: {fault}: case {case}{title}, seat {seat}{more}\n");
    let shown = |text: &str| cut(&sanitize(text), QUESTION_CHARACTERS);
    if !found.actions.is_empty() {
        text += &line("position", format!("after {}", shown(&found.actions.join(" "))));
    }
    text += &line_if_any("question", &shown(&found.question));
    text += &line_if_any("line", &shown(&found.line));
    text.extend(found.answer.as_ref().map(|answer| line("answer", shown(answer))));
    if !found.legal.is_empty() {
        let (there, all) = (found.legal.len(), found.legal_count as usize);
        let more = if all > there { format!(" … ({there} of {all})") } else { String::new() };
        text += &line("legal", shown(&found.legal.join(" ")) + &more);
    }
    text.extend(untold(&found.log, fault).iter().map(|said| line("log", said)));
    text + &line("do", &found.advice) + &line("again", format!("{again} --only {case}"))
}

pub(super) fn verdict(report: &Report) -> String {
    let faults = report.findings.iter().filter(|finding| finding.is_fault()).count();
    let kinds = if faults == 1 { "1 kind of fault".to_owned() } else { format!("{faults} kinds of fault") };
    let others = report.findings.len() - faults;
    let [played, all] = report.cases;
    let few =
        if report.is_mostly_unplayed() { format!(" in {played} of {all} cases") } else { String::new() };
    let more = if few.is_empty() { "" } else { "; these are too few to tell, and --all plays the others" };
    match (faults, others) {
        (0, 0) if report.is_mostly_unplayed() => format!("no fault{few}{more}"),
        (0, 0) => "no fault found".to_owned(),
        (0, _) => {
            let warnings = count(others as u64, "warning");
            let hint = if report.findings.iter().any(|finding| matches!(finding, Finding::Fault(_))) {
                "; parameters that your tournament does not have can be left out: give those that it has with --set"
            } else {
                ""
            };
            format!("no fault by the usual rules{few}, {warnings}{hint}{more}")
        }
        (_, 0) => kinds,
        _ => format!("{kinds}, {}", count(others as u64, "warning")),
    }
}

/// Use of a limit, with its share.
fn share(share: &LimitUse) -> String {
    format!("{} of {} ({:.1} %)", thousands(share.used), thousands(share.limit), 100.0 * share.share())
}
