//! Bots: the bytes of a `.wasm` file in, a [`Bot`] out, counted, hashed, compiled and typed; and one game between bots.
//! Knows no tournament.
//!
//! [`from_bytes`] loads a bot, on its own or through a [`Compiler`] that keeps what it compiles and gives the work to a
//! child process. [`start`] begins a game that is stepped, [`game_runner`] plays whole ones.

mod cache;
mod child;
mod command;
mod compile;
mod duplicates;
mod file;
mod functions;
mod game_file;
mod games;
mod name;
mod player;
mod system;

use judge_play::contract::Contract;
use judge_play::games::Seat;
use judge_play::text::{display_name, sanitize};
use judge_play::{BotTerms, NoAnswer, Rules, Seed, last_words};
use judge_sandbox::{Invalid, Limits, NotStarted, Program, Sandbox, Stop};
use sha2::{Digest, Sha256};

pub use cache::{Cache, NotKept};
pub use child::{Allowance, depends_on_machine};
pub use command::{COMMAND, Command, Silence, Waits, words};
use compile::{Compiled, Wanted};
pub use compile::{Compiler, Patience, Task, compile, compile_in_this_process, watched_functions};
pub use duplicates::duplicates;
use file::form;
pub use file::form::{exports, is_core_module, is_webassembly, reads_lines};
pub use functions::core_interface::core_interface;
pub use functions::file_kind::FileKind;
pub use functions::names;
pub use functions::short_names::{are_of as are_exports_of, is_one_of as is_export_of};
pub use game_file::{game_of_code, game_of_command, load_game};
pub use games::{IsCancelled, PlayGame, SeatedBot, game_runner, start, start_between};
pub use name::{InvalidName, Name};
pub use player::{BotProgram, Running, WasmPlayer};

/// The judge's version, and after it a hash of all that decides the outcome of a game. It stays the
/// same when only texts, tests or reports change.
pub const GAMES_VERSION: &str = env!("GAMES_VERSION");

/// A contestant whose file is ready to be instantiated.
pub struct Bot {
    /// Its name in this tournament.
    pub name: Name,
    /// SHA-256 of its file.
    pub sha256: [u8; 32],
    /// SHA-256 of its file without the custom sections, which change nothing it does.
    pub code_sha256: [u8; 32],
    /// Its own fuel limit and options: see [`Bot::on`].
    pub terms: BotTerms,
    /// The bot's own name for itself, safe to be shown.
    pub calls_itself: String,
    /// The name that people see: the organiser's choice, or else the bot's own name for itself.
    pub display_name: String,
    /// Its program; nothing of a contestant that is excluded.
    pub program: Option<Program>,
    /// Notes for the organiser about how it was loaded.
    pub notes: Vec<String>,
    /// The reason why its compiled code is not kept, if it should be and is not.
    pub not_kept: Option<String>,
    /// Its program again, with the functions of its game, which are looked up once.
    callable: Option<(&'static str, BotProgram)>,
    /// Its sandbox, if it has terms of its own.
    own_sandbox: Option<Sandbox>,
}

/// The reason why a file does not become a bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotLoaded {
    /// The file is invalid, in words for its author.
    #[error("{0}")]
    Invalid(String),
    /// The machine has trouble, which says nothing about the file.
    #[error("{0}")]
    Machine(String),
}

impl From<Invalid> for NotLoaded {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(advice_on(&invalid, "memory"))
    }
}

impl Bot {
    /// Seats the bot in a game of `G`; `seed` is for its random generator.
    ///
    /// # Panics
    /// If it was loaded for another game, or not at all because it is excluded.
    #[must_use]
    pub fn player<G: Contract>(
        &self,
        sandbox: &Sandbox,
        params: &G::Params,
        seat: Seat,
        seed: Seed,
    ) -> WasmPlayer {
        let (game, program) = self.callable.as_ref().expect("who is excluded does not play");
        assert_eq!(*game, G::name(params), "a bot plays the game that it was loaded for");
        program.player::<G>(self.own_sandbox.as_ref().unwrap_or(sandbox), params, seat, seed)
    }

    /// The bot with these terms, in a sandbox that was made for all.
    #[must_use]
    pub fn on(self, terms: BotTerms, sandbox: &Sandbox) -> Self {
        let own_sandbox = (!terms.is_usual()).then(|| {
            let fuel = terms.fuel_per_turn.unwrap_or(sandbox.limits().fuel_per_turn);
            sandbox.at_odds(fuel).with_options(&terms.options)
        });
        Self { terms, own_sandbox, ..self }
    }

    /// A warning of options that it has not asked for in any game so far: their names may be misspelt. The words
    /// follow those for the bot.
    #[must_use]
    pub fn warning_of_options(&self) -> Option<String> {
        let names: Vec<&str> = self.own_sandbox.as_ref()?.options_not_asked_for().collect();
        let all = (!names.is_empty()).then(|| names.join(", "))?;
        Some(format!("has never asked for its options {all}; look at how its author spells them"))
    }

    /// Whether it reads and writes lines.
    #[must_use]
    pub fn speaks_lines(&self) -> bool {
        self.callable.as_ref().is_some_and(|(_, program)| program.speaks_lines())
    }

    /// The SHA-256 of all that decides its play: its file, and its own terms.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        self.terms.digest(self.sha256)
    }

    /// A program of this machine, which reads and writes lines. It has no file, and no tournament takes it.
    ///
    /// # Errors
    /// If it does not give its name, with the reason.
    pub fn of_command(name: &Name, command: Command, rules: &Rules) -> Result<Self, NotLoaded> {
        let calls_itself = command.name().map_err(|why| match why {
            NoAnswer::Fault(_, text) => NotLoaded::Invalid(format!("started and asked for its name, {text}")),
            NoAnswer::Void(_, text) => NotLoaded::Invalid(text),
        })?;
        let shown = if calls_itself.is_empty() { name.as_str() } else { &calls_itself };
        let program = BotProgram::of_command(command, rules.interface());
        Ok(Self {
            calls_itself: display_name(shown),
            display_name: display_name(shown),
            callable: Some((rules.game(), program)),
            ..Self::excluded(name, &[])
        })
    }

    /// A bot that does not play: nothing of it is run, only hashed.
    #[must_use]
    pub fn excluded(name: &Name, bytes: &[u8]) -> Self {
        let sha256 = Sha256::digest(bytes).into();
        Self {
            name: name.clone(),
            sha256,
            code_sha256: duplicates::code_sha256(bytes).unwrap_or(sha256),
            calls_itself: String::new(),
            display_name: String::new(),
            program: None,
            notes: Vec::new(),
            not_kept: None,
            callable: None,
            terms: BotTerms::default(),
            own_sandbox: None,
        }
    }
}

/// Loads a bot from its file's bytes, in no tournament.
///
/// # Errors
/// If they are no valid bot, with the reason in words for its author; or the machine's trouble.
pub fn from_bytes(
    name: &Name,
    bytes: &[u8],
    rules: &Rules,
    sandbox: &Sandbox,
    compiler: &Compiler,
) -> Result<Bot, NotLoaded> {
    from_bytes_with_seed(name, bytes, rules, sandbox, compiler, Seed(0), Patience::Usual)
}

/// As [`from_bytes`]; `seed` is for the random numbers that the bot may draw while it is admitted. In a tournament nobody
/// can know them beforehand, so a bot cannot tell that from a game, and behave until it is over.
///
/// # Errors
/// As of [`from_bytes`].
pub fn from_bytes_with_seed(
    name: &Name,
    bytes: &[u8],
    rules: &Rules,
    sandbox: &Sandbox,
    compiler: &Compiler,
    seed: Seed,
    patience: Patience,
) -> Result<Bot, NotLoaded> {
    form::is_webassembly(bytes)?;
    check_size(bytes, sandbox.limits())?;
    let kind = FileKind::bot_for(rules);
    let wanted = Wanted { bytes, kind: &kind, sandbox, patience };
    let Compiled { program, notes, not_kept } = compiler.program(wanted)?;
    let callable = BotProgram::new(&program, rules.interface());
    let callable = callable.map_err(|error| form::wrong_exports(&kind, &error))?;
    let has_main = callable.speaks_lines() && !program.is_interpreter();
    let asked = callable.name(sandbox, seed);
    let mut calls_itself = asked.map_err(|not_started| asked_for_its_name(&not_started, has_main))?;
    // Only who reads lines need not say a name.
    if callable.speaks_lines() && calls_itself.is_empty() {
        calls_itself = name.as_str().into();
    }
    Ok(Bot {
        calls_itself: display_name(&calls_itself),
        display_name: display_name(&calls_itself),
        program: Some(program),
        notes: notes.into_iter().chain(not_kept.clone()).collect(),
        not_kept,
        callable: Some((rules.game(), callable)),
        ..Bot::excluded(name, bytes)
    })
}

/// Whether a file is within the limits. A compiler that does not optimise makes more code; the memory is the author's choice.
fn check_size(bytes: &[u8], limits: &Limits) -> Result<(), NotLoaded> {
    let most = limits.file_bytes;
    if bytes.len() as u64 > most {
        let debug = format!(
            "it has more than {most} bytes, with debug information; build it with --release, or strip it"
        );
        return Err(NotLoaded::Invalid(if is_debug_build(bytes) { debug } else { too_large(most) }));
    }
    judge_sandbox::count(bytes, limits).map(|_| ()).map_err(|invalid| {
        let is_large = matches!(invalid, Invalid::TooMany { what, .. } if what != "memories");
        let more = ", and with --release if this is a debug build";
        let more = if is_large && is_debug_build(bytes) { more } else { "" };
        NotLoaded::Invalid(advice_on(&invalid, "memory") + more)
    })
}

/// Whether a file is a core module with all that a debugger wants to know, as compilers make it that do not optimise.
#[must_use]
pub fn is_debug_build(bytes: &[u8]) -> bool {
    let mut payloads = wasmparser::Parser::new(0).parse_all(bytes).map_while(Result::ok);
    is_core_module(bytes)
        && payloads.any(|payload| {
            matches!(payload, wasmparser::Payload::CustomSection(section) if section.name() == ".debug_info")
        })
}

/// The message for a file that is too large, and what to do.
#[must_use]
pub fn too_large(bytes_max: u64) -> String {
    let mut remedy =
        format!("it has more than {bytes_max} bytes; make it smaller, or raise file_size in [limits]");
    // A file of this size needs more than one key, so one message names all.
    if bytes_max >= Limits::FILE_BYTES_NARROW {
        remedy += "; a bot with an interpreter needs file_size = \"20 MiB\", module_limits = \"wide\" and fuel_per_turn = \"1G\" there";
    }
    remedy
}

/// The reason why a file is invalid, and what its author or the organiser can do; this key of `[limits]` limits its memory.
fn advice_on(invalid: &Invalid, memory: &str) -> String {
    let remedy = match invalid {
        Invalid::TooMany { what: "memories", .. } => {
            "a bot has one: build it as one module, without -mmultimemory or the target feature multimemory"
        }
        Invalid::TooMany { most, most_when_wide, .. } if most_when_wide > most => &format!(
            "build it smaller, or write module_limits = \"wide\" in [limits], which allows {most_when_wide}"
        ),
        Invalid::TooMany { .. } => "build it smaller, or remove parts of it",
        Invalid::Table { .. } => "build it smaller, or raise table_elements in [limits]",
        Invalid::Memory { .. } => &format!("let it start with less, or raise {memory} in [limits]"),
        Invalid::ImportType(_) => "see sdk/wit/host.wit",
        Invalid::OwnResource
        | Invalid::Malformed { .. }
        | Invalid::Proposals(_)
        | Invalid::Imports(_)
        | Invalid::Other(_)
        | Invalid::Uncompilable(_) => return invalid.to_string(),
    };
    format!("{invalid}; {remedy}")
}

/// The reason why a bot does not say its name; of one that has a `main` of its own a trap tells what to do.
fn asked_for_its_name(not_started: &NotStarted, has_main: bool) -> NotLoaded {
    let log: Vec<String> = not_started.log.lines().map(str::to_owned).collect();
    let end = match &not_started.stop {
        Stop::Trap(trap) if let Some(exception) = last_words::thrown(trap, &log) => {
            return NotLoaded::Invalid(format!(
                "started and asked for its name, it threw an exception: {exception}"
            ));
        }
        Stop::Trap(trap) => {
            let remedy = last_words::remedy(trap).filter(|_| has_main).map(|remedy| format!(": {remedy}"));
            format!("it trapped: {trap}{}", remedy.unwrap_or_default())
        }
        Stop::OutOfFuel | Stop::BankEmpty => "it never answered".to_owned(),
        Stop::OutOfMemory => "it wanted more memory than the limit".to_owned(),
        Stop::Exit(status) => format!("it exited with status {status}"),
        Stop::BadReply(problem) => format!("its answer was malformed: {problem}"),
        Stop::OffProtocol(problem) => problem.clone(),
        Stop::ReplyTooLong => "its answer was longer than reply_size in [limits]".to_owned(),
        Stop::Watchdog => {
            return NotLoaded::Machine(
                "the watchdog ended it while it started; to go on without it, list its name in exclude = [] in the tournament's file".to_owned(),
            );
        }
        Stop::TooDeep => {
            return NotLoaded::Machine(format!("started and asked for its name, {}", player::TOO_DEEP));
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
