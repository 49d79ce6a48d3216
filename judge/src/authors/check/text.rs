//! Findings about a bot, in words.

use std::fmt::Write;
use std::path::Path;

use judge_author::check::{FileFacts, Finding, FoundFault, LimitUse, Report};
use judge_bots::is_short_name;
use judge_core::game::command_words;
use judge_play::text::{count, cut, sanitize, sanitize_path, shell_word, thousands};
use judge_play::{GAMES, last_words};

use crate::game_args::GameArgs;

/// Characters of a question that are shown.
const QUESTION_CHARACTERS: usize = 600;

/// The name of limits of fuel, and the advice where one is near.
const FUEL: &str = "fuel";
const FUEL_HINT: &str = "; a harder position may take more than there is: ask for fuel-left more often, inside the search, and answer in time";

/// Options of how a report is shown.
pub(super) struct Style {
    /// The command that repeats a case, but for its number.
    pub(super) again: String,
    /// All of the bot's log, if one case only was played.
    pub(super) log: Option<String>,
}

/// The command that repeats a case, but for its number.
pub(super) fn again(bot: &Path, positions: Option<&Path>, game: &str, game_args: &GameArgs) -> String {
    let game = game_args.typed_game().unwrap_or(game);
    let settings = game_args.typed_settings().iter();
    let settings: Vec<String> = settings.map(|setting| format!(" --set {}", shell_word(setting))).collect();
    let settings = settings.concat();
    let positions = positions.map_or_else(String::new, |file| format!(" --positions {}", shell_word(file)));
    format!("judge check {} --game {}{settings}{positions}", shell_word(bot), shell_word(game))
}

pub(super) fn line(text: &mut String, what: &str, value: &str) {
    writeln!(text, "  {what:<9} {value}").expect("a string takes all text");
}

/// The file's name, size, hash and kind.
pub(super) fn head(file: &Path, facts: &FileFacts) -> String {
    let mut text = format!("{}\n", sanitize_path(file));
    line(&mut text, "size", &format!("{} bytes", thousands(facts.bytes)));
    line(&mut text, "SHA-256", &facts.sha256);
    line(&mut text, "kind", facts.kind.words());
    text
}

/// Facts of the file.
pub(super) fn facts(bot: &Path, facts: &FileFacts) -> String {
    let mut text = head(bot, facts);
    line(&mut text, "exports", &list(&facts.exports));
    line(&mut text, "imports", &list(&facts.imports));
    text
}

/// The same of a program of this machine.
pub(super) fn of_command(word: &str) -> String {
    let mut text = format!("{}\n", sanitize(word));
    line(&mut text, "kind", "command of this machine: fuel and memory are counted only of a .wasm file");
    text
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
    let is_short = |name: &str| GAMES.iter().any(|game| is_short_name(game.name, name));
    let (ours, others): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| is_short(name) || name.contains(':') && !name.starts_with("cabi_"));
    let mut lines: Vec<String> = ours.into_iter().cloned().collect();
    match others.len() {
        0 if lines.is_empty() => lines.push("nothing".to_owned()),
        0 => {}
        many => lines.push(format!("{} of the toolchain", count(many as u64, "name"))),
    }
    lines.join("\n            ")
}

/// Findings in games.
pub(super) fn report(report: &Report, style: &Style) -> String {
    let mut text = String::new();
    let [played, all] = report.cases;
    line(&mut text, "game", &format!("{}; it calls itself {:?}", report.game, report.calls_itself));
    let left = if played < all {
        let why = if report.is_silent {
            "since it was silent"
        } else if report.is_stopped_by_fault() {
            "since one fault came up again and again; --all plays the others"
        } else {
            "since that took all the fuel of a check; --all plays the others"
        };
        format!(" of {all}, {why}")
    } else {
        String::new()
    };
    line(
        &mut text,
        "cases",
        &format!(
            "{played}{left}; {} asked, new-game with them{}",
            count(report.turns, "turn"),
            if report.file.bytes > 0 { "; each played twice" } else { "" }
        ),
    );
    let turns = if report.function_of_worst_turn.is_empty() {
        "no turn was answered".to_owned()
    } else {
        format!(
            "mean turn {}; worst turn {}, {} in case {}",
            thousands(report.fuel_of_mean_turn),
            share(&report.fuel_of_worst_turn),
            report.function_of_worst_turn,
            report.case_of_worst_turn
        )
    };
    if report.file.bytes > 0 {
        line(&mut text, "fuel", &format!("{turns}; worst game {}", share(&report.fuel_of_worst_game)));
        line(&mut text, "memory", &share(&report.memory));
    }
    if let Some(nanoseconds) = report.nanoseconds_per_fuel {
        let told = "of processor time a unit of fuel here; nothing depends on it";
        line(&mut text, "speed", &format!("{nanoseconds:.2} ns {told}"));
    }
    if let Some(fuel) = report.fuel_of_fitness {
        let told = format!("left out: it would take some {} units of fuel", thousands(fuel));
        line(&mut text, "fitness", &format!("{told}; --all measures it"));
    }
    if let Some(fitness) = &report.fitness {
        let failed =
            if fitness.failed > 0 { format!("; failed at {}", fitness.failed) } else { String::new() };
        line(
            &mut text,
            "fitness",
            &format!(
                "{} sunk in a mean of {:.2} shots, median {}, from {} to {}, deviation {:.2}{failed}",
                count(fitness.fleets as u64, "fleet"),
                fitness.mean,
                fitness.median,
                fitness.minimum,
                fitness.maximum,
                fitness.deviation
            ),
        );
    }
    log(&mut text, report, style);
    report.findings.iter().for_each(|finding| found(&mut text, finding, style));
    format!("{text}\n{}\n", verdict(report))
}

fn log(text: &mut String, report: &Report, style: &Style) {
    if let Some(log) = style.log.as_ref().filter(|log| !log.is_empty()) {
        line(text, "log", &format!("{} of this case:", count(log.lines().count() as u64, "line")));
        log.lines().for_each(|said| line(text, "", &sanitize(said)));
    } else if style.log.is_some() {
        line(text, "log", "nothing in this case");
    } else if report.findings.iter().any(|finding| tells_all_of(finding, &report.log)) {
        // It is shown with the fault.
    } else if report.log.is_empty() {
        line(text, "log", "nothing");
    } else {
        line(
            text,
            "log",
            &format!("{} in the game with most, which begins:", count(report.log_lines as u64, "line")),
        );
        report.log.iter().for_each(|said| line(text, "", said));
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

fn found(text: &mut String, finding: &Finding, style: &Style) {
    match finding {
        Finding::Fault(found) => fault(text, found, finding.is_fault(), style),
        Finding::NotTheSame { case } => {
            let told = "the same game ended differently the second time; please report it, with the bot";
            writeln!(text, "\nfault: case {case}: {told}").expect("a string takes all text");
        }
        Finding::Near(near) => {
            let hint = if near.what.starts_with(FUEL) { FUEL_HINT } else { "" };
            writeln!(text, "\nwarning: near a limit: {}: {}{hint}", near.what, share(near))
                .expect("a string takes all text");
        }
        Finding::PrintsInVain => {
            text.push_str("\nwarning: println!, eprintln! or dbg! is in it, and what they write is lost; use judge_sdk::log!\n");
        }
        Finding::Advice { words } => writeln!(text, "\nwarning: {words}").expect("a string takes all text"),
        Finding::Void { case, detail } => {
            writeln!(text, "\nvoid: case {case}: {detail}").expect("a string takes all text");
        }
    }
}

fn fault(text: &mut String, found: &FoundFault, is_fault: bool, style: &Style) {
    let FoundFault { case, cases, fault, seat, .. } = found;
    let word = if is_fault { "fault" } else { "warning" };
    let title = if found.title.is_empty() { String::new() } else { format!(" ({})", found.title) };
    let more = if *cases > 1 {
        format!(", and the like in {}", count(*cases as u64 - 1, "other case"))
    } else {
        String::new()
    };
    writeln!(text, "\n{word}: {fault}: case {case}{title}, seat {seat}{more}")
        .expect("a string takes all text");
    let shown = |text: &str| cut(&sanitize(text), QUESTION_CHARACTERS);
    if !found.actions.is_empty() {
        line(text, "position", &format!("after {}", shown(&found.actions.join(" "))));
    }
    if !found.question.is_empty() {
        line(text, "question", &shown(&found.question));
    }
    if let Some(answer) = &found.answer {
        line(text, "answer", &shown(answer));
    }
    if !found.legal.is_empty() {
        let more = if found.legal_count as usize > found.legal.len() {
            format!(" … ({} of {})", found.legal.len(), found.legal_count)
        } else {
            String::new()
        };
        line(text, "legal", &format!("{}{more}", shown(&found.legal.join(" "))));
    }
    for said in untold(&found.log, fault) {
        line(text, "log", said);
    }
    line(text, "do", &found.advice);
    line(text, "again", &format!("{} --only {case}", style.again));
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
