//! `judge check`: examines a bot or a game for its author.

mod game;
mod overview;
mod stale;
mod text;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use judge_author::check::{
    Examined, FileFacts, Fitness, Position, Report, examine, plan, read_positions, variants,
    worse_than_chance,
};
use judge_author::game_of::{is_game, reads_lines};
use judge_bots::Waits;
use judge_core::bot_word::examples;
use judge_core::error::{Error, Mistake};
use judge_core::game::{
    BotFile, Commands, LoadedBots, Source, bot_word, commands, file_of, limits_for, without_options,
};
use judge_core::host::thread_pool;
use judge_core::play::Observer;
use judge_core::tournament::name_of_file;
use judge_play::text::sanitize_path;
use judge_play::{Rules, Seed, VoidCause};
use serde::Serialize;

use crate::shared::game_args::GameArgs;
use crate::shared::json;
use crate::shared::number::whole;
use crate::shared::options::RunOptions;
use crate::shared::output::{eprint, print};
use crate::shared::screen::columns;
use crate::shared::which_game::Named;

/// Fuel of all bots together after which no more cases are played: some ten seconds.
const FUEL: u64 = 15_000_000_000;
/// Fuel of the bot above which the fleets are left out: as much as the cases take, each of which is played twice.
const FUEL_OF_FITNESS: u64 = 2 * FUEL;
/// The exit code where the bot does something wrong.
const FAULTY: u8 = 2;

/// Examine a bot: its file, its faults, its fuel; or a game. Exit code 0 if it is fine, 2 if it is not
#[derive(Clone, Args)]
pub(crate) struct Check {
    /// The bot's .wasm file, an example bot's name, or a command of this machine in quotes; or a game: its
    /// .wasm file, or a command
    #[arg(value_name = "BOT.wasm")]
    bot: PathBuf,
    /// More bots; then there is a table, with a line for each
    #[arg(value_name = "BOT.wasm", conflicts_with_all = ["only", "positions", "json"])]
    more: Vec<PathBuf>,
    #[command(flatten)]
    game_args: GameArgs,
    /// Play from the positions in this file instead of ours; actions in the game's notation, an empty line between
    /// positions
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Play this case only, and show all of the bot's log
    #[arg(long, value_name = "CASE", value_parser = whole(0_usize..))]
    only: Option<usize>,
    /// Play all cases, however long it takes [default: some ten seconds of thinking]
    #[arg(long)]
    all: bool,
    /// Treat warnings as faults
    #[arg(long)]
    strict: bool,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: RunOptions,
    /// The commands among the bots.
    #[arg(skip)]
    commands: Commands,
}

pub(crate) fn check(command: &Check) -> Result<ExitCode, Error> {
    let bots = [&command.bot].into_iter().chain(&command.more).filter_map(|bot| bot.to_str());
    let command = &Check { commands: commands(bots), ..command.clone() };
    if !command.more.is_empty() {
        return Ok(many(command));
    }
    let word = command.bot.to_string_lossy();
    let bytes = read(command)?;
    // A program that reads lines says nothing of itself: where no game is named, it is asked whether it is one.
    let is_asked = command.game_args.game.is_none() && (is_command(command) || reads_lines(&bytes));
    if is_asked || is_game(&bytes) {
        return game::check(command, &bytes);
    }
    if !command.json {
        let facts = || text::facts(&command.bot, &FileFacts::new(&bytes));
        print(&if is_command(command) { text::of_command(&word) } else { facts() });
    }
    let game = command.game_args.game(&word)?;
    let (report, log) = played(command, &game, &bytes)?;
    let words = || {
        let (positions, args) = (command.positions.as_deref(), &command.game_args);
        let again = text::again(&command.bot, positions, game.info().name, args);
        text::report(&report, &again, log.as_deref())
    };
    let fails = print_report(command, &report, (report.is_faulty(), report.findings.len()), words);
    if !command.json && is_command(command) {
        let game = command.game_args.game.as_deref().unwrap_or(game.info().name);
        print(&text::to_a_tournament(&word, game));
    }
    if fails {
        return Ok(ExitCode::from(FAULTY));
    }
    if report.is_void() {
        let text = "a game is void, because of this machine and not of the bot; run the same command again";
        return Err(Error::Machine(text.into()));
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints what was found, and says whether that is a fault, or a warning where none may be.
fn print_report(
    command: &Check,
    report: &impl Serialize,
    (is_faulty, findings): (bool, usize),
    text: impl FnOnce() -> String,
) -> bool {
    let is_failed_by_warning = command.strict && !is_faulty && findings > 0;
    print(&if command.json { json::text(report) } else { text() });
    if is_failed_by_warning && !command.json {
        print("with --strict a warning fails the check\n");
    }
    is_faulty || is_failed_by_warning
}

/// Examines several bots, and prints a table.
fn many(command: &Check) -> ExitCode {
    let mut rows = Vec::new();
    for bot in [&command.bot].into_iter().chain(&command.more) {
        let one = Check { bot: bot.clone(), ..command.clone() };
        rows.push((bot.as_path(), one_of_many(&one)));
    }
    print(&overview::text(&rows, columns(), &command.game_args));
    let usual = overview::usual_game(&rows);
    let is_faulty = |report: &Report| {
        let is_another = Some(report.game.as_str()) != usual;
        is_another || report.is_faulty() || (command.strict && !report.findings.is_empty())
    };
    let refused = |error: &Error| matches!(error, Error::Mistakes(_));
    if rows.iter().any(|(_, examined)| examined.as_ref().map_or_else(refused, is_faulty)) {
        return ExitCode::from(FAULTY);
    }
    let is_unknown = rows.iter().any(|(_, examined)| examined.as_ref().map_or(true, Report::is_void));
    if is_unknown { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn one_of_many(command: &Check) -> Result<Report, Error> {
    let word = command.bot.to_string_lossy();
    let bytes = read(command)?;
    Ok(played(command, &command.game_args.game(&word)?, &bytes)?.0)
}

/// The report on a bot, and where one case only is played all of its log.
fn played(command: &Check, game: &Named, bytes: &[u8]) -> Result<(Report, Option<String>), Error> {
    let rules = rules(command, game)?;
    let loaded_bots = loaded_bots(command, (game, &rules), bytes)?;
    let positions = command.positions.as_deref().map(|file| read_positions(file, &rules[0])).transpose()?;
    let examine = || examined(command, &loaded_bots, bytes, (&rules, positions.as_deref()));
    let found = thread_pool(command.options.options()?.jobs())?.install(examine)?;
    if let Some(warning) = loaded_bots.bots()[0].warning_of_options() {
        command.options.reporter().warn(&format!("the bot {warning}"));
    }
    Ok(found)
}

/// Whether the bot is a command of this machine. A word that is no text is a file.
fn is_command(command: &Check) -> bool {
    command.bot.to_str().is_some_and(|word| command.commands.contains_key(word))
}

/// The bot's file, or its name, without options.
fn path(command: &Check) -> &Path {
    command.bot.to_str().map_or(&command.bot, |typed| Path::new(without_options(typed)))
}

/// The file's bytes, or those of the example bot of this name.
fn read(command: &Check) -> Result<Cow<'static, [u8]>, Error> {
    if is_command(command) {
        return Ok(Cow::Borrowed(&[]));
    }
    let path = path(command);
    if let Some(word) = command.bot.to_str().filter(|word| file_of(word).is_none()) {
        let game = command.game_args.game(without_options(word))?;
        return BotFile::read(word, game.own_game()).map(|file| file.wasm);
    }
    let wasm = BotFile::at(path)?.wasm;
    if let Some(source) = stale::newer_source(path) {
        let [file, source] = [path, source.as_path()].map(sanitize_path);
        let warning = format!(
            "{source} is newer than {file}; if it was changed since, build it again: this checks what it was"
        );
        command.options.reporter().warn(&warning);
    }
    Ok(wasm)
}

/// The rules that are asked for, or the usual ones and others that a tournament may have.
fn rules(command: &Check, game: &Named) -> Result<Vec<Rules>, Error> {
    let rules = command.game_args.rules_of(game)?;
    Ok(if command.game_args.set.is_empty() { variants(&rules) } else { vec![rules] })
}

/// The bot, and its opponents after it, the weakest first: the example bots of its game, or the bot itself where the game is
/// a file.
fn loaded_bots(
    command: &Check,
    (game, rules): (&Named, &[Rules]),
    bytes: &[u8],
) -> Result<LoadedBots, Error> {
    // Room for the largest table.
    let largest = rules.iter().reduce(|most, rules| if rules.seats() > most.seats() { rules } else { most });
    let largest = largest.expect("there are rules").clone();
    let is_file = command.bot.to_str().is_none_or(|word| file_of(word).is_some());
    let limits = limits_for(&largest, is_file.then(|| path(command)));
    let reporter = command.options.reporter();
    let loaded_bots =
        LoadedBots::new(largest, limits, &command.options.options()?)?.telling(reporter.teller());
    let mut loaded_bots = loaded_bots.starting(command.commands.clone(), Waits::a_minute(eprint));
    let word = command.bot.to_string_lossy();
    let source = Source::File(path(command).to_owned());
    let program = |loaded_bots: &LoadedBots| loaded_bots.command(&word).filter(|_| is_command(command));
    let add = |loaded_bots: &mut LoadedBots, name: &str| match program(loaded_bots) {
        Some(program) => loaded_bots.add_command(&name_of_file(name), &word, program),
        None => loaded_bots.add_on(name, bytes, source.clone(), &bot_word(&word)?.1),
    };
    add(&mut loaded_bots, "bot")?;
    match game {
        Named::Own(info) => {
            for example in examples::opponents(info.name) {
                loaded_bots.add_bytes(example.name, example.wasm, Source::Example)?;
            }
        }
        Named::File(_) => {
            add(&mut loaded_bots, "itself")?;
        }
    }
    loaded_bots.warn(&reporter);
    Ok(loaded_bots)
}

/// The report, and where one case only is played all of the bot's log.
fn examined(
    command: &Check,
    loaded_bots: &LoadedBots,
    bytes: &[u8],
    (rules, positions): (&[Rules], Option<&[Position]>),
) -> Result<(Report, Option<String>), Error> {
    let names = loaded_bots.bots().iter().enumerate().skip(1);
    let opponents: Vec<(usize, String)> = names.map(|(place, bot)| (place, bot.name.to_string())).collect();
    let mut cases = plan(rules, &opponents, positions, Seed(1))?;
    if let Some(only) = command.only {
        let all = cases.len();
        cases.retain(|case| case.number == only);
        if cases.is_empty() {
            let text = format!("there is no case {only}; they go from 1 to {all}");
            return Err(Mistake::in_file("--only", text).into());
        }
    }
    let fuel_max = (!command.all).then_some(FUEL);
    let reporter = command.options.reporter();
    reporter.begin(cases.len() as u64);
    let examined = examine(loaded_bots, &cases, fuel_max, &|| reporter.advance());
    reporter.finish();
    let mut voids = examined.iter().filter_map(Examined::void);
    if let Some(broken) = voids.find(|void| void.cause == VoidCause::Game) {
        return Err(Error::void(broken.cause, &broken.detail));
    }
    // A table does not show the fitness.
    let is_whole = command.only.is_none() && positions.is_none() && command.more.is_empty();
    let is_usual = command.game_args.set.is_empty();
    let mut report = Report::new(loaded_bots, bytes, &cases, &examined);
    // A bot that only fails by other parameters sinks fleets all the same.
    let fails = report.is_stopped_by_fault() && report.is_faulty();
    if is_whole && is_usual && !fails {
        match Fitness::fuel(&rules[0], &cases, &examined) {
            Some(fuel) if fuel > FUEL_OF_FITNESS && !command.all => report.fuel_of_fitness = Some(fuel),
            Some(_) => report.fitness = Fitness::measure(loaded_bots, &rules[0]),
            None => {}
        }
    }
    if is_whole && !fails && !report.is_mostly_unplayed() {
        report.findings.extend(worse_than_chance(loaded_bots, &rules[0]));
    }
    let log = command.only.and_then(|_| examined.first()).map(|examined| examined.log.clone());
    Ok((report, log))
}
