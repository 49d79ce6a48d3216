//! A file that is a game, examined for its author, and what was found in words.

use std::process::ExitCode;

use judge_author::check::FileFacts;
use judge_author::game_check::{Cost, GameBounds, GameFinding, GameReport, examine};
use judge_author::game_of::is_game;
use judge_core::error::{Error, Mistake};
use judge_core::host::thread_pool;
use judge_core::play::Observer;
use judge_core::tournament::{limits_of_games, players};
use judge_play::file::FileRules;
use judge_play::text::{count, cut, sanitize, thousands};
use judge_play::{GameFile, RulesError};
use judge_terminal::width;

use super::text::{head, of_command};
use super::{Check, FAULTY, is_command, print_report};
use crate::shared::output::print;
use crate::shared::screen::{line, line_if_any};
use crate::shared::which_game;

/// Fuel of all calls after which no more games are played, the second calls left out: some ten seconds.
const FUEL: u64 = 5_000_000_000;
/// Random games that are played, if their fuel suffices.
const GAMES: usize = 80;
/// Characters of a line of play that are shown.
const LINE_CHARACTERS: usize = 600;

pub(super) fn check(command: &Check, bytes: &[u8]) -> Result<ExitCode, Error> {
    let Check { bot: path, game_args, .. } = command;
    let word = path.to_string_lossy();
    let options = [
        (game_args.game.is_some(), "--game"),
        (command.positions.is_some(), "--positions"),
        (command.only.is_some(), "--only"),
    ];
    if let Some((_, option)) = options.iter().find(|(is_given, _)| *is_given) {
        let path = path.display();
        let text = if is_game(bytes) {
            format!("{path} is a game, and this is for bots; leave it out")
        } else {
            format!("this is for bots, and {path} says nothing of its game; name it, as in --game othello")
        };
        return Err(Mistake::in_file(option, text).into());
    }
    let settings = game_args.settings()?;
    if !command.json {
        print(&if is_command(command) { of_command(&word) } else { head(path, &FileFacts::new(bytes)) });
    }
    let options = command.options.options()?;
    let limits = limits_of_games();
    // A command's fuel is time, of which nothing that is found may depend.
    let (enough, fuel_of_call) =
        if is_command(command) { (0, u64::MAX) } else { (FUEL, limits.fuel_per_turn) };
    let fuel = if command.all { u64::MAX } else { enough };
    let bounds = GameBounds { games: GAMES, fuel, fuel_of_call };
    let loaded = match command.commands.get(&*word) {
        Some(words) => which_game::of_command(&word, words.clone()),
        None => command.options.game_files()?.load(path, limits).map_err(|why| why.to_string()),
    };
    let game = loaded.map_err(|why| {
        let whose = if is_command(command) { "a command" } else { "a program that reads lines" };
        let asked = format!(
            "{whose} says nothing of its game; name the game with --game. If it is a game itself: {why}"
        );
        Mistake::in_file(path, if is_game(bytes) { why } else { asked })
    })?;
    if !settings.is_empty()
        && let Err(why @ RulesError::Setting(_)) = FileRules::new(&game, settings.iter().copied())
    {
        return Err(Mistake::in_file("--set", format!("{}: {why}", game.info.name)).into());
    }
    let reporter = command.options.reporter();
    reporter.begin(GAMES as u64);
    let settings = (!settings.is_empty()).then_some(settings.as_slice());
    let report =
        thread_pool(options.jobs())?.install(|| examine(&game, settings, bounds, &|| reporter.advance()));
    reporter.finish();
    let report = report?;
    let text = || text(&game, &report, cost_of(command));
    let fails = print_report(command, &report, (report.is_faulty(), report.findings.len()), text);
    Ok(if fails { ExitCode::from(FAULTY) } else { ExitCode::SUCCESS })
}

/// What a call costs: the column's word for it, and why not all games were played.
type CostWords = [&'static str; 2];

fn cost_of(command: &Check) -> CostWords {
    if is_command(command) {
        ["ns", "for a command takes its time; --all plays the others"]
    } else {
        ["fuel", "since that took all the fuel of a check; --all plays the others"]
    }
}

fn text(game: &GameFile, report: &GameReport, cost: CostWords) -> String {
    let seats = players(game.info, game.info.seats_max.into());
    let mut text = line("game", format!("{}, for {seats} seats", report.game));
    if report.settings > 0 {
        text += &played(report, cost);
    }
    text.extend(report.findings.iter().map(found));
    format!("{text}\n{}\n", verdict(report))
}

/// The games that were played, and their cost.
fn played(report: &GameReport, [unit, why]: CostWords) -> String {
    let [played, all] = report.games;
    let left = if played < all { format!(" of {all}, {why}") } else { String::new() };
    let [calls, again] = report.calls;
    let calls = if again == calls { "each call".into() } else { format!("{} calls", thousands(again)) };
    let (variants, turns) = (count(report.settings as u64, "variant"), count(report.turns, "turn"));
    let games = format!(
        "{played}{left}, at random, by {variants} of the rules; {turns}; {calls} made twice, the second time in a fresh instance"
    );
    let time = format!("some {} µs here", microseconds(report.nanoseconds_of_turn));
    let fuel = || format!("{} units of fuel, ", thousands(report.fuel_of_turn));
    let fuel = if unit == "fuel" { fuel() } else { String::new() };
    let turn = format!("{fuel}{time}: question, answer and play together");
    let state = format!("{} bytes at most", thousands(report.state_most));
    line("games", games) + &line("state", state) + &line("turn", turn) + "\n" + &costs(&report.costs, unit)
}

fn costs(costs: &[Cost], unit: &str) -> String {
    let cells = |cost: &Cost| {
        let numbers = [cost.calls, cost.fuel_mean, cost.fuel_most].map(thousands);
        [vec![cost.function.clone()], numbers.to_vec()].concat()
    };
    let rows: Vec<Vec<String>> = costs.iter().map(cells).collect();
    let heads = ["function", "calls", &format!("mean {unit}"), &format!("most {unit}")];
    let table = width::table(&heads, &rows, &[0]);
    table.lines().flat_map(|line| [" ", line, "\n"]).collect()
}

/// With one digit behind the point.
fn microseconds(nanoseconds: u64) -> String {
    format!("{}.{}", nanoseconds / 1_000, nanoseconds % 1_000 / 100)
}

fn found(finding: &GameFinding) -> String {
    let GameFinding { is_fault, what, games, settings, seed, line: actions, .. } = finding;
    let word = if *is_fault { "fault" } else { "warning" };
    let others = || format!(" (and the like in {})", count(*games as u64 - 1, "other game"));
    let more = if *games > 1 { others() } else { String::new() };
    let shown = |text: &str| cut(&sanitize(text), LINE_CHARACTERS);
    let mut text = format!("\n{word}: {}{more}\n", sanitize(what));
    text += &line_if_any("after", &shown(&actions.join(" ")));
    text += &line_if_any("settings", &shown(settings));
    if *seed != 0 && !actions.is_empty() {
        text += &line("seed", seed);
    }
    text
}

fn verdict(report: &GameReport) -> String {
    let faults = report.findings.iter().filter(|finding| finding.is_fault).count() as u64;
    let warnings = report.findings.len() as u64 - faults;
    match (faults, warnings) {
        (0, 0) => "no broken promise found".to_owned(),
        (0, _) => format!("no broken promise found, {}", count(warnings, "warning")),
        (_, 0) => count(faults, "broken promise"),
        _ => format!("{}, {}", count(faults, "broken promise"), count(warnings, "warning")),
    }
}
