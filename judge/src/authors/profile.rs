//! `judge profile`: where a bot's fuel goes, function by function.

mod text;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use judge_author::profile::{GameToProfile, Selection, seat_of};
use judge_core::bot_word::examples;
use judge_core::error::{Error, Mistake};
use judge_core::file;
use judge_core::game::{
    BotFile, LoadedBots, Recorded, ResultsFolder, Source, bot_word, command_words, file_of, limits_for,
};
use judge_core::host::{CacheUse, Options};
use judge_play::games::Seat;
use judge_play::{Line, Rules, SeatLine, Seed};
use judge_sandbox::Limits;

use crate::shared::game_args::{GameArgs, Opening};
use crate::shared::number::{SEAT_MAX, whole};
use crate::shared::options::own_options;
use crate::shared::output::{eprint, print, unwritable};
use crate::shared::progress::Reporter;
use text::Heading;

/// Show where a bot's fuel goes, function by function, to the unit
#[derive(Args)]
pub(crate) struct ProfileBot {
    /// The bot: a .wasm file, or an example bot's name
    #[arg(value_name = "BOT.wasm")]
    bot: String,
    #[command(flatten)]
    game_args: GameArgs,
    #[command(flatten)]
    opening: Opening,
    /// Who plays against it: a .wasm file, an example bot's name, or itself [default: the strongest example bot]
    #[arg(long, value_name = "BOT")]
    against: Option<String>,
    /// Its seat; 1 moves first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=SEAT_MAX))]
    seat: u8,
    /// Seed of the opening and of the bots' random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Play a game of this results folder; the bot must have played it
    #[arg(long, value_name = "DIR", requires = "number", conflicts_with_all = ["game", "set", "opening_plies", "against", "seat", "seed"])]
    results: Option<PathBuf>,
    /// The number of that game in games.csv
    #[arg(long, value_name = "N", value_parser = whole(0_usize..), requires = "results")]
    number: Option<usize>,
    /// This turn only: the number of actions before it
    #[arg(long, value_name = "N", value_parser = whole(0_u32..))]
    turn: Option<u32>,
    /// Profile what runs before the first question, which belongs to no turn
    #[arg(long, conflicts_with = "turn")]
    start: bool,
    /// Ask this bot in the same positions, and show what it takes more or less
    #[arg(long, value_name = "OTHER.wasm")]
    diff: Option<String>,
    /// Write a flame graph
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a file for speedscope
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The most functions to show
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(0_usize..))]
    rows: usize,
    /// Compile all bots again, without the cache
    #[arg(long)]
    no_cache: bool,
}

/// The word for the bot's own file as its opponent.
const ITSELF: &str = "itself";

pub(crate) fn run(command: &ProfileBot) -> Result<ExitCode, Error> {
    let words = [Some(&command.bot), command.against.as_ref(), command.diff.as_ref()];
    if let Some(word) = words.into_iter().flatten().find(|word| command_words(word).is_some()) {
        let text =
            "fuel is counted of .wasm files only, and this is a command; build one, as docs/lines.md says";
        return Err(Mistake::in_file(word, text).into());
    }
    let options = own_options(Some(1), if command.no_cache { CacheUse::None } else { CacheUse::Keep })?;
    let (bot, mut game) = match &command.results {
        Some(folder) => recorded(command, folder, &options)?,
        None => arranged(command, &options)?,
    };
    let other = command.diff.as_ref().map(|word| add(&mut game.loaded_bots, word)).transpose()?;
    game.loaded_bots.warn(&Reporter::default());
    let has_interpreter = text::has_interpreter(&bot.wasm);
    if has_interpreter {
        let name = &bot.name;
        eprint(&format!("{name}: compiling its interpreter with counters takes up to a minute, each time"));
    }
    let found = game.profile(&bot)?;
    let selection = selection(command);
    found.check(selection)?;
    let heading = Heading { game: &game, profile: &found, has_interpreter };
    let title = heading.title(selection);
    write(command.svg.as_deref(), || found.svg(selection, &title))?;
    write(command.json.as_deref(), || found.speedscope(selection, &title).into_bytes())?;
    print(&match other {
        None => text::table(&heading, selection, command.rows),
        Some((other, _)) => {
            let other_found = game.profile_in_positions_of(&found, &other)?;
            text::differences(&heading, selection, command.rows, other.name.as_str(), &other_found)
        }
    });
    Ok(ExitCode::SUCCESS)
}

/// A game of a results folder.
fn recorded(
    command: &ProfileBot,
    folder: &Path,
    options: &Options,
) -> Result<(BotFile, GameToProfile), Error> {
    let number = command.number.expect("the command line asks for it");
    let from = ResultsFolder { folder, tournament: None, options, observer: &Reporter::default() };
    let Recorded { loaded_bots, line, .. } = from.game(number)?;
    let bot = BotFile::read(&command.bot, loaded_bots.rules().own_game())?;
    let seat = seat_of(&loaded_bots, &line, &bot.wasm).ok_or_else(|| {
        let text = format!("no seat of game {number} had this file; name the file that played it");
        Mistake::in_file(&command.bot, text)
    })?;
    Ok((bot, GameToProfile { loaded_bots, line, seat }))
}

/// A game as the command line has it.
fn arranged(command: &ProfileBot, options: &Options) -> Result<(BotFile, GameToProfile), Error> {
    let rules = command.game_args.rules(&command.bot)?;
    let opening_plies = command.opening.plies(&rules)?;
    if usize::from(command.seat) > rules.seats() {
        let text = format!("this game has seats 1 to {}", rules.seats());
        return Err(Mistake::in_file("--seat", text).into());
    }
    let words = [Some(&command.bot), command.against.as_ref(), command.diff.as_ref()];
    let limits = limits_for(&rules, words.into_iter().flatten().filter_map(|word| file_of(word)));
    let mut loaded_bots = LoadedBots::new(rules.clone(), limits, options)?.telling(eprint);
    let (bot, index) = add(&mut loaded_bots, &command.bot)?;
    let against = against(command, &rules);
    let opponent = if against == ITSELF { index } else { add(&mut loaded_bots, against)?.1 };
    let seat = Seat(command.seat - 1);
    let seats = (0..rules.seats()).map(|at| SeatLine::bot(if at == seat.index() { index } else { opponent }));
    let line = Line { opening_plies, ..Line::new(rules, Seed(command.seed), seats.collect()) };
    Ok((bot, GameToProfile { loaded_bots, line, seat }))
}

fn selection(command: &ProfileBot) -> Selection {
    match (command.turn, command.start) {
        (Some(turn), _) => Selection::Turn(turn),
        (None, true) => Selection::StartUp,
        (None, false) => Selection::Game,
    }
}

/// The opponent of the bot, in a word.
fn against<'a>(command: &'a ProfileBot, rules: &Rules) -> &'a str {
    match &command.against {
        Some(word) => word,
        None => examples::opponents(rules.own_game()).next_back().map_or(ITSELF, |example| example.name),
    }
}

/// Reads a bot's file once, and takes the bot in.
fn add(loaded_bots: &mut LoadedBots, word: &str) -> Result<(BotFile, usize), Error> {
    let file = BotFile::read(word, loaded_bots.rules().own_game())?;
    let (_, mut terms) = bot_word(word)?;
    let usual = Limits::default().fuel_per_turn;
    // Some examples think as long as they may, which is ten times as long beside an interpreter.
    let is_rich = matches!(file.source, Source::Example) && loaded_bots.limits().fuel_per_turn > usual;
    terms.fuel_per_turn = is_rich.then_some(usual);
    let index = loaded_bots.add_read(&file, &terms)?;
    Ok((file, index))
}

fn write(file: Option<&Path>, bytes: impl FnOnce() -> Vec<u8>) -> Result<(), Error> {
    let Some(file) = file else { return Ok(()) };
    file::replace(file, &bytes()).map_err(|error| unwritable(file, &error))
}
