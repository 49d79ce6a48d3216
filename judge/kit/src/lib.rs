//! A folder to write a bot or a game in: a game, a language and a name in, files out. Writes and prints nothing.
//!
//! All files are built into the program, so an installed judge needs no copy of the project. A language is a folder of
//! `sdk`: `kit.toml` says what is to be said of it, `new` has the bot to begin with, and `new-game` the game. What is the
//! same in all of them stands in `judge/kit/new`, with words in braces to fill in. In Rust there is a bot for each game,
//! or it is made of a game's `contract`; in all other languages one program plays all games, by `lines`.

mod agents;
mod contract;
mod game;
mod language;
mod lines;
mod rust;
mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use contract::GameForAuthors;
pub use game::game_kit;
pub use language::Language;
use language::{KitFile, Native};
pub use lines::Example;
pub use rust::Sdk;
use words::{filled, snake};

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Files that are made of a bot, which git ignores: its component and program, results, comparisons and profiles.
const IGNORED: &str = "/target\n/bot\n/results\n/compared*\n*.wasm\n/*.svg\n/*.json\n";

/// The placeholder for the bot's name in a bot to begin with.
const NAME: &str = "NAME";

/// The contents of the files of a new folder, by their paths from there, with `/`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Whether a file of a new folder can be run: a build.
#[must_use]
pub fn is_executable(path: &str) -> bool {
    path.ends_with("/build")
}

/// A new bot or game: what is in its folder, and what to do there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    /// The files.
    pub files: Files,
    /// The file with the place to think.
    pub source: String,
    /// The command that builds the bot, in the folder.
    pub build: String,
    /// The bot that it makes.
    pub wasm: String,
    /// The tools to install, with the way to do it, one line each.
    pub needs: &'static [String],
}

/// The game of a new bot.
#[derive(Clone, Copy, Debug)]
pub struct GameOfBot<'a> {
    /// Its name.
    pub name: &'a str,
    /// The players at its table.
    pub seats: usize,
    /// Lines that a program for it reads, each with an answer.
    pub examples: &'a [Example],
    /// Example bots that the bot can play against; none for a game that is a file.
    pub opponents: &'a [&'a str],
    /// The file, if it is one.
    pub file: Option<GameForAuthors<'a>>,
}

/// A new bot for a game.
///
/// `name` is made of small letters, digits, `-` and `_`, and begins with a letter.
///
/// # Errors
/// The reason why there is none in this language.
pub fn kit(game: &GameOfBot<'_>, language: Language, sdk: Sdk, name: &str) -> Result<Kit, String> {
    let is_needed = |path: &str| match path.strip_prefix("wit/") {
        // A game that is a file brings its contract.
        Some(file) => file == "host.wit" || game.file.is_none(),
        // The SDK of the registry is whole.
        None => language.reads_lines() || sdk == Sdk::Here,
    };
    let mut files: Files = copies("sdk/", sdk_of(language).filter(|(path, _)| is_needed(path))).collect();
    let source = begin(game, language, name, &mut files)?;
    let about = language.about();
    let mut add = |path: &str, text: String| files.insert(path.to_owned(), text.into_bytes());
    add(&about.source, with_fuel(&source, language));
    add("evening.toml", evening_of_bot(game, language, name));
    add("README.md", readme(game, language, name));
    add("AGENTS.md", agents::agents(game, language, name));
    let wasm = game.typed();
    add(".gitignore", if game.file.is_some() { format!("{IGNORED}!/{wasm}\n") } else { IGNORED.to_owned() });
    if language.reads_lines() {
        add("sdk/bot", format!("name={name}\n"));
    } else {
        rust::add_tools(&mut files, &rust::bot(name, sdk));
    }
    files.extend(game.file.map(|contract| (wasm, contract.file.to_vec())));
    let (source, build) = (about.source.clone(), about.build.clone());
    Ok(Kit { files, source, build, wasm: language.wasm(name), needs: &about.needs })
}

impl GameOfBot<'_> {
    /// As a person types it.
    fn typed(&self) -> String {
        if self.file.is_some() { format!("{}.wasm", self.name) } else { self.name.to_owned() }
    }
}

/// The source of the bot to begin with. What lies beside it is added to the files.
fn begin(game: &GameOfBot<'_>, language: Language, name: &str, files: &mut Files) -> Result<String, String> {
    let folder = format!("sdk/{}/new/", language.folder());
    if !language.reads_lines() {
        let Some(contract) = &game.file else {
            return Ok(text_of(&format!("{folder}{}.rs", game.name)).replace(NAME, name));
        };
        files.insert("wit/bot.wit".to_owned(), contract.wit.into());
        return contract.begin(name);
    }
    let KitFile { source, beside: shared, .. } = language.about();
    let own = below(&folder).filter(|(path, _)| path != source);
    let shared = shared.iter().map(|path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        (name, text_of(&format!("sdk/{path}")).as_bytes())
    });
    files.extend(copies("", own.chain(shared)));
    Ok(lines::source(text_of(&format!("{folder}{source}")), language, game, name))
}

/// Our own files below a folder, by their paths from there.
fn below(folder: &str) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.iter().filter_map(move |(path, bytes)| Some((path.strip_prefix(folder)?, *bytes)))
}

/// Copies of files in a folder of the new one.
fn copies<'a>(
    folder: &'a str,
    files: impl Iterator<Item = (&'a str, &'a [u8])>,
) -> impl Iterator<Item = (String, Vec<u8>)> {
    files.map(move |(path, bytes)| (format!("{folder}{path}"), bytes.to_vec()))
}

/// One of our own files that are text.
fn text_of(path: &str) -> &'static str {
    let (_, bytes) = FILES.iter().find(|(known, _)| *known == path).unwrap_or_else(|| panic!("no {path}"));
    std::str::from_utf8(bytes).expect("our own files are text")
}

/// What bots in a language are built with, by paths from `sdk`.
fn sdk_of(language: Language) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    below("sdk/").filter(move |(path, _)| language.needs_file(path))
}

/// A bot's source with two lines about fuel behind the first, which says what bot it is.
fn with_fuel(source: &str, language: Language) -> String {
    let left = if language.reads_lines() {
        "\"fuel_left\" in a line is what is left of this turn."
    } else {
        "judge_sdk::fuel_left() is what is left of this turn, judge_sdk::bank_left() of the game."
    };
    let (first, rest) = source.split_once('\n').expect("a bot has lines");
    let sign = &language.about().comment;
    format!(
        "{first}\n{sign}Thinking takes fuel, one unit for about one instruction. A bot that runs out of it forfeits the game.\n{sign}{left}\n{rest}"
    )
}

fn readme(game: &GameOfBot<'_>, language: Language, name: &str) -> String {
    let (about, typed) = (language.about(), game.typed());
    let bots = |bot: &str| format!(" {bot}").repeat(game.seats - 1);
    let native = about.native.as_ref().map(|Native { build, run, more }| {
        let build = build.as_ref().map(|build| format!("{build}\n")).unwrap_or_default();
        let more = if more.is_empty() { String::new() } else { format!("\n{more}\n") };
        let values = [("{build}", &*build), ("{game}", &typed), ("{bots}", &bots(run)), ("{more}\n", &more)];
        filled(text_of("judge/kit/new/native.md"), &values)
    });
    let begins = match &game.file {
        _ if language.reads_lines() => &*format!(
            "The bot is a program that reads a line and prints a line; `judge wit {typed} --lines` shows them. It prints nothing but answers; notes go to standard error, which is its log."
        ),
        None => "It begins with legal answers at random.",
        Some(contract) if contract.lists_all_answers() => {
            "It begins with what may be answered, which each question brings, and chooses one of these at random."
        }
        Some(_) => {
            "It begins with answers that were legal in some position, and chooses one of them at random. Not all of them are legal everywhere."
        }
    };
    let alone = match game.file {
        None => " against the example bots",
        Some(_) => ". At first the bot meets itself; add the bots of others to `evening.toml`",
    };
    let needs = format!("- {}\n", about.needs.join("\n- "));
    let wasm = language.wasm(name);
    filled(
        text_of("judge/kit/new/bot.md"),
        &[
            ("{name}", name),
            ("{title}", game.name),
            ("{language}", &language.to_string()),
            ("{source}", &about.source),
            ("{begins}", begins),
            ("{game}", &typed),
            ("{build}", &about.build),
            ("{bots}", &bots(&wasm)),
            ("{wasm}", &wasm),
            ("{alone}", alone),
            ("{native}\n", &native.unwrap_or_default()),
            ("{needs}", &needs),
        ],
    )
}

/// The first tournament of a bot: against the example bots, or against itself, with a twin for each other seat.
fn evening_of_bot(game: &GameOfBot<'_>, language: Language, name: &str) -> String {
    let wasm = language.wasm(name);
    // With more fuel some example bots think ten times as long.
    let is_long = language.about().limits.iter().any(|limit| limit.starts_with("fuel_per_turn"));
    let (head, rounds, more) = if game.file.is_some() {
        let number = |seat: usize| if seat > 1 { format!("-{seat}") } else { String::new() };
        let twin =
            |seat: usize| format!("\n[[contestant]]\nname = \"twin{}\"\nwasm = {wasm:?}\n", number(seat));
        let its = if game.seats > 2 { "twins" } else { "twin" };
        let head = format!(
            "Your bot against itself. Build it, then: judge run evening.toml\n# Put the bots of others here, as in contestants = [{wasm:?}, \"others/*.wasm\"], and take out the {its}."
        );
        (head, 10, (1..game.seats).map(twin).collect())
    } else {
        let head = "Your bot against the example bots. Build it, then: judge run evening.toml".to_owned();
        (head, if is_long { 3 } else { 10 }, format!("examples = {:?}\n", game.opponents))
    };
    evening(&head, &format!("with {name}"), &game.typed(), rounds, &[&wasm], &more, language)
}

/// A tournament for bots in a language.
fn evening(
    head: &str,
    title: &str,
    game: &str,
    rounds: u32,
    contestants: &[&str],
    more: &str,
    language: Language,
) -> String {
    let limits = match &*language.about().limits {
        [] => String::new(),
        limits => format!("\n[limits] # what a bot in {language} needs\n{}\n", limits.join("\n")),
    };
    filled(
        text_of("judge/kit/new/evening.toml"),
        &[
            ("{head}", head),
            ("{title}", title),
            ("{game}", &format!("{game:?}")),
            ("{rounds}", &rounds.to_string()),
            ("{contestants}", &format!("{contestants:?}")),
            ("{more}\n", &(more.to_owned() + &limits)),
        ],
    )
}
