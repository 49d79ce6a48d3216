//! A contestant's file, read, counted, hashed, compiled and typed: `.wasm` bytes in, a [`Bot`] out.
//! Plays nothing.

mod cache;
mod child;
mod compile;
mod component;
mod core_interface;
mod direct;
mod duplicates;
mod interface;
mod module_info;
mod player;
mod short_names;
mod small_wasi;
mod source_section;

use std::any::Any;
use std::path::Path;

use judge_play::text::{display_name, sanitize};
use judge_play::{Rules, Seed, for_game, last_words};
use judge_sandbox::{Invalid, Limits, NotStarted, Program, Sandbox, Stop};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::error::{Error, Mistake};
use crate::file::{self, Links};
use crate::tournament::{BadFiles, Contestant, LeftOut, Name, Tournament};
pub use cache::Cache;
pub use child::Allowance;
use compile::Compiled;
pub use compile::{Compiler, Task, compile, compile_in_this_process, watched_functions};
pub use component::from_bytes as to_component;
pub use core_interface::core_interface;
pub use duplicates::duplicates;
pub use player::{GameBot, WasmPlayer, Wired};

/// A contestant whose file is ready to be instantiated.
pub struct Bot {
    /// What it is called in this tournament.
    pub name: Name,
    /// SHA-256 of its file.
    pub sha256: [u8; 32],
    /// SHA-256 of its file without the custom sections, which change nothing it does.
    pub code_sha256: [u8; 32],
    /// What the bot calls itself, safe to be shown.
    pub calls_itself: String,
    /// What people are shown: what the organiser says, or else what the bot calls itself.
    pub display_name: String,
    /// Its program; nothing of a contestant that is excluded.
    pub program: Option<Program>,
    /// What the organiser should know of how it was loaded.
    pub notes: Vec<String>,
    /// Why its compiled code is not kept, if it should be and is not.
    pub not_kept: Option<String>,
    /// A `GameBot` of its game: the functions are looked up once.
    typed: Option<Box<dyn Any + Send + Sync>>,
}

/// Why a file does not become a bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotLoaded {
    /// The file is invalid, in words for its author.
    #[error("{0}")]
    Invalid(String),
    /// The machine has trouble, which says nothing about the file.
    #[error("{0}")]
    Machine(String),
}

impl Bot {
    /// The bot as a player of `G` is made of it.
    ///
    /// # Panics
    /// If it was loaded for another game, or not at all because it is excluded.
    #[must_use]
    pub fn of<G: Wired>(&self) -> &GameBot<G> {
        let typed = self.typed.as_ref().expect("who is excluded does not play");
        typed.downcast_ref().expect("the bot was loaded for this game")
    }
}

/// Reads, checks and compiles the files of all contestants, on all threads.
///
/// # Errors
/// What is wrong with the files, of all contestants at once; or the machine's trouble.
pub fn load_all(tournament: &Tournament, sandbox: &Sandbox, compiler: &Compiler) -> Result<Vec<Bot>, Error> {
    load_or_leave_out(tournament, sandbox, compiler, &|| ()).map(|(bots, _)| bots)
}

/// As [`load_all`], and tells besides whose files are no bots, if the tournament leaves them out. `loaded` is called
/// once for each file, from any thread.
///
/// # Errors
/// As of [`load_all`].
pub fn load_or_leave_out<'a>(
    tournament: &'a Tournament,
    sandbox: &Sandbox,
    compiler: &Compiler,
    loaded: &(dyn Fn() + Sync),
) -> Result<(Vec<Bot>, Vec<LeftOut>), Error> {
    let load = |contestant: &'a Contestant| {
        let bot = load(contestant, tournament, sandbox, compiler);
        loaded();
        bot.map_err(|why| (contestant, why))
    };
    let loaded: Vec<_> = tournament.contestants.par_iter().map(load).collect();
    let (mut bots, mut left_out) = (Vec::new(), Vec::new());
    let (mut mistakes, mut trouble) = (Vec::new(), None);
    for result in loaded {
        match result {
            Ok(bot) => bots.push(bot),
            Err((contestant, NotLoaded::Invalid(reason))) => match tournament.bad_files {
                BadFiles::LeaveOut => left_out.push(left_out_for(contestant, &reason, sandbox)),
                BadFiles::Refuse => mistakes.push(bad_file(tournament, contestant, &reason)),
            },
            Err((contestant, NotLoaded::Machine(why))) => {
                trouble = Some(format!("contestant {:?}: {why}", contestant.name.as_str()));
            }
        }
    }
    match trouble {
        _ if !mistakes.is_empty() => Err(Error::Mistakes(mistakes)),
        Some(trouble) => Err(Error::Machine(trouble)),
        None => Ok((bots, left_out)),
    }
}

fn bad_file(tournament: &Tournament, contestant: &Contestant, reason: &str) -> Mistake {
    let (name, wasm) = (contestant.name.as_str(), file::shown(&contestant.wasm));
    Mistake::on_line(&tournament.file, contestant.line, format!("contestant {name:?}: {wasm}: {reason}"))
}

fn left_out_for(contestant: &Contestant, reason: &str, sandbox: &Sandbox) -> LeftOut {
    let bytes = file::read(&contestant.wasm, Links::Follow, sandbox.limits().file_bytes).ok();
    let sha256 = bytes.map(|bytes| Sha256::digest(bytes).into());
    LeftOut { name: contestant.name.clone(), sha256, reason: sanitize(reason) }
}

/// Loads one contestant's file, or tells its author what is wrong with it.
fn load(
    contestant: &Contestant,
    tournament: &Tournament,
    sandbox: &Sandbox,
    compiler: &Compiler,
) -> Result<Bot, NotLoaded> {
    let Contestant { name, wasm, .. } = contestant;
    // Read once: the bytes that are hashed are the bytes that are compiled.
    let bytes = read(wasm, sandbox.limits().file_bytes).map_err(NotLoaded::Invalid)?;
    if tournament.excludes(name) {
        return Ok(excluded_bot(name, &bytes));
    }
    let seed = tournament.seed.derive(&["admission", &hex::encode(Sha256::digest(&bytes))]);
    let mut bot = drawing(name, &bytes, &tournament.rules, sandbox, compiler, seed)?;
    if let Some(shown) = &contestant.display_name {
        bot.display_name.clone_from(shown);
    }
    Ok(bot)
}

/// Loads a bot from its file's bytes, in no tournament.
///
/// # Errors
/// What is wrong with them, in words for the bot's author; or the machine's trouble.
pub fn from_bytes(
    name: &Name,
    bytes: &[u8],
    rules: &Rules,
    sandbox: &Sandbox,
    compiler: &Compiler,
) -> Result<Bot, NotLoaded> {
    drawing(name, bytes, rules, sandbox, compiler, Seed(0))
}

/// Loads a bot; `seed` is for the random numbers that it may draw while it is admitted. In a tournament nobody can know
/// them beforehand, so a bot cannot tell that from a game, and behave until it is over.
fn drawing(
    name: &Name,
    bytes: &[u8],
    rules: &Rules,
    sandbox: &Sandbox,
    compiler: &Compiler,
    seed: Seed,
) -> Result<Bot, NotLoaded> {
    component::is_webassembly(bytes).map_err(NotLoaded::Invalid)?;
    judge_sandbox::count(bytes, sandbox.limits()).map_err(|invalid| NotLoaded::Invalid(advice(&invalid)))?;
    let Compiled { program, notes, not_kept } = compiler.program(bytes, rules.game(), sandbox)?;
    let (typed, calls_itself) = typed(rules, &program, sandbox, seed)?;
    let code_sha256 = duplicates::code_sha256(bytes).expect("the file was counted, so it can be read");
    Ok(Bot {
        name: name.clone(),
        sha256: Sha256::digest(bytes).into(),
        code_sha256,
        calls_itself: display_name(&calls_itself),
        display_name: display_name(&calls_itself),
        program: Some(program),
        notes: notes.into_iter().chain(not_kept.clone()).collect(),
        not_kept,
        typed: Some(typed),
    })
}

/// A bot that does not play: nothing of it is run, only hashed.
fn excluded_bot(name: &Name, bytes: &[u8]) -> Bot {
    let sha256 = Sha256::digest(bytes).into();
    Bot {
        name: name.clone(),
        sha256,
        code_sha256: duplicates::code_sha256(bytes).unwrap_or(sha256),
        calls_itself: String::new(),
        display_name: String::new(),
        program: None,
        notes: Vec::new(),
        not_kept: None,
        typed: None,
    }
}

/// Finds the game's functions among a program's exports, and asks the bot what it calls itself.
fn typed(
    rules: &Rules,
    program: &Program,
    sandbox: &Sandbox,
    seed: Seed,
) -> Result<(Box<dyn Any + Send + Sync>, String), NotLoaded> {
    for_game!(rules, _params, G => {
        let bot = GameBot::<G>::new(program)
            .map_err(|error| NotLoaded::Invalid(component::wrong_exports(rules.game(), &error)))?;
        let name = bot.name_drawn_from(sandbox, seed).map_err(|not_started| asked_for_its_name(&not_started))?;
        Ok((Box::new(bot), name))
    })
}

fn read(wasm: &Path, bytes_max: u64) -> Result<Vec<u8>, String> {
    let cannot = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => "no such file; contestants/build makes the example bots".to_owned(),
        std::io::ErrorKind::FileTooLarge => {
            let mut told = format!(
                "it has more than {bytes_max} bytes; make it smaller, or raise file_size in [limits]"
            );
            // Whatever is so large needs more than one key, and is told so at once.
            if bytes_max >= Limits::FILE_BYTES_NARROW {
                told += "; a bot with an interpreter also needs module_limits = \"wide\" there";
            }
            told
        }
        _ => format!("it cannot be read: {error}"),
    };
    file::read(wasm, Links::Follow, bytes_max).map_err(cannot)
}

/// Why a file is invalid, and what its author or the organiser can do.
pub(crate) fn advice(invalid: &Invalid) -> String {
    let remedy = match invalid {
        Invalid::TooMany { most, most_when_wide, .. } if most_when_wide > most => &format!(
            "build it smaller, or write module_limits = \"wide\" in [limits], which allows {most_when_wide}"
        ),
        Invalid::TooMany { .. } => "build it smaller, or remove parts of it",
        Invalid::Table { .. } => "build it smaller, or raise table_elements in [limits]",
        Invalid::Memory { .. } => "let it start with less, or raise memory in [limits]",
        Invalid::ImportType(_) => "see sdk/wit/host.wit",
        Invalid::OwnResource
        | Invalid::Malformed { .. }
        | Invalid::Proposals(_)
        | Invalid::Imports(_)
        | Invalid::Uncompilable(_) => return invalid.to_string(),
    };
    format!("{invalid}; {remedy}")
}

fn asked_for_its_name(not_started: &NotStarted) -> NotLoaded {
    let log: Vec<String> = not_started.log.lines().map(str::to_owned).collect();
    let end = match &not_started.stop {
        Stop::Trap(trap) if let Some(exception) = last_words::thrown(trap, &log) => {
            return NotLoaded::Invalid(format!(
                "started and asked for its name, it threw an exception: {exception}"
            ));
        }
        Stop::Trap(trap) => format!("it trapped: {trap}"),
        Stop::OutOfFuel | Stop::BankEmpty => "it never answered".to_owned(),
        Stop::OutOfMemory => "it wanted more memory than the limit".to_owned(),
        Stop::Exit(status) => format!("it exited with status {status}"),
        Stop::BadReply(problem) => format!("its answer was malformed: {problem}"),
        Stop::ReplyTooLong => "its answer was longer than reply_size in [limits]".to_owned(),
        Stop::Watchdog => {
            return NotLoaded::Machine(
                "the watchdog ended it while it started; to go on without it, list its name in exclude = [] in the tournament's file".to_owned(),
            );
        }
        Stop::Interrupted => return NotLoaded::Machine("it was told to end while it started".to_owned()),
        Stop::Machine(trouble) => {
            return NotLoaded::Machine(format!("it cannot be started on this machine: {trouble}"));
        }
    };
    let lines = last_words::last_lines(&log).join(" | ");
    let log = if lines.is_empty() { lines } else { format!("; its log ends: {}", sanitize(&lines)) };
    NotLoaded::Invalid(format!("started and asked for its name, {end}{log}"))
}

/// Whether this is a short name of a function of `game`, as a core module may export it.
#[must_use]
pub fn is_short_name(game: &str, name: &str) -> bool {
    interface::function_names(game)
        .iter()
        .any(|function| short_names::of(function).any(|short| short == name))
}

/// Whether names of exported functions are those of a bot for `game`, as a core module may have them.
pub(crate) fn are_exports_of(game: &str, exported: &[String]) -> bool {
    short_names::are_of(game, exported)
}
