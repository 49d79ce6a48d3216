//! A contestant's file read, counted, hashed and compiled: `.wasm` bytes in, an
//! [`Entrant`] out. Plays nothing.

mod cache;
mod child;
mod compiler;
mod component;
mod fingerprint;
mod interface;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::error::{Error, Mistake};
use crate::game;
use crate::sandbox::{self, Program, Sandbox, Stop};
use crate::tournament::{Contestant, Name, Rules, Tournament};
pub use cache::Cache;
pub use child::{Allowance, UNFIT, limit_this_process};
use compiler::Compiled;
pub use compiler::{Compiler, compile};
pub use fingerprint::twins;

/// A contestant whose file is ready to be instantiated.
pub struct Entrant {
    /// What it is called in this tournament.
    pub name: Name,
    /// SHA-256 of its file.
    pub sha256: [u8; 32],
    /// SHA-256 of its file without the custom sections, which change nothing it does.
    pub code_sha256: [u8; 32],
    /// What the bot calls itself: at most 64 printable characters of ASCII.
    pub calls_itself: String,
    /// Its program, which has the game's exports.
    pub program: Program,
    /// What the organiser should know of how its program was come by.
    pub notes: Vec<String>,
}

/// What keeps a file from becoming an entrant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// It is not fit, in words for its author.
    #[error("{0}")]
    Unfit(String),
    /// The machine has trouble, which says nothing about the file.
    #[error("{0}")]
    Machine(String),
}

/// The programs of entrants, in their order.
#[must_use]
pub fn programs(entrants: &[Entrant]) -> Vec<&Program> {
    entrants.iter().map(|entrant| &entrant.program).collect()
}

/// Reads, checks and compiles the files of all contestants, on all threads.
///
/// # Errors
/// What is wrong with the files, of all contestants at once; or the machine's trouble.
pub fn load_all(
    tournament: &Tournament,
    sandbox: &Sandbox,
    compiler: &Compiler,
) -> Result<Vec<Entrant>, Error> {
    let load = |contestant| {
        load(contestant, &tournament.rules, sandbox, compiler).map_err(|obstacle| (contestant, obstacle))
    };
    let loaded: Vec<_> = tournament.contestants.par_iter().map(load).collect();
    let mut entrants = Vec::new();
    let (mut mistakes, mut trouble) = (Vec::new(), None);
    for result in loaded {
        match result {
            Ok(entrant) => entrants.push(entrant),
            Err((contestant, obstacle)) => {
                let text = format!("contestant {:?}: {obstacle}", contestant.name.as_str());
                match obstacle {
                    Obstacle::Unfit(_) => {
                        mistakes.push(Mistake::on_line(&tournament.file, contestant.line, text));
                    }
                    Obstacle::Machine(_) => trouble = Some(text),
                }
            }
        }
    }
    match trouble {
        _ if !mistakes.is_empty() => Err(Error::Mistakes(mistakes)),
        Some(trouble) => Err(Error::Host(trouble)),
        None => Ok(entrants),
    }
}

/// Makes an entrant of one file, or tells its author what is wrong with it.
fn load(
    contestant: &Contestant,
    rules: &Rules,
    sandbox: &Sandbox,
    compiler: &Compiler,
) -> Result<Entrant, Obstacle> {
    let Contestant { name, wasm, .. } = contestant;
    // Read once: the bytes that are hashed are the bytes that are compiled.
    let bytes = read(wasm, sandbox.limits().file_bytes_max).map_err(Obstacle::Unfit)?;
    from_bytes(name, &bytes, rules, sandbox, compiler).map_err(|obstacle| match obstacle {
        Obstacle::Unfit(problem) => Obstacle::Unfit(format!("{}: {problem}", wasm.display())),
        Obstacle::Machine(trouble) => Obstacle::Machine(trouble),
    })
}

/// Makes an entrant of a file's bytes.
///
/// # Errors
/// What is wrong with them, in words for the bot's author; or the machine's trouble.
pub fn from_bytes(
    name: &Name,
    bytes: &[u8],
    rules: &Rules,
    sandbox: &Sandbox,
    compiler: &Compiler,
) -> Result<Entrant, Obstacle> {
    component::is_webassembly(bytes).map_err(Obstacle::Unfit)?;
    sandbox::count(bytes, sandbox.limits()).map_err(|unfit| Obstacle::Unfit(unfit.to_string()))?;
    let Compiled { program, notes } = compiler.program(bytes, rules.game(), sandbox)?;
    let calls_itself = game::check(rules, &program, sandbox)
        .map_err(|error| Obstacle::Unfit(component::wrong_exports(rules.game(), &error)))?
        .map_err(|stop| asked_for_its_name(&stop))?;
    let code_sha256 = fingerprint::code_sha256(bytes).expect("the file was counted, so it can be read");
    Ok(Entrant {
        name: name.clone(),
        sha256: Sha256::digest(bytes).into(),
        code_sha256,
        calls_itself: plain(&calls_itself),
        program,
        notes,
    })
}

fn read(wasm: &Path, bytes_max: u64) -> Result<Vec<u8>, String> {
    let cannot = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            format!("no file {}; contestants/build makes the example bots", wasm.display())
        }
        _ => format!("{} cannot be read: {error}", wasm.display()),
    };
    let mut bytes = Vec::new();
    File::open(wasm).map_err(cannot)?.take(bytes_max + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > bytes_max {
        let path = wasm.display();
        return Err(format!(
            "{path} has more than {bytes_max} bytes; make it smaller, or raise file_size in [limits]"
        ));
    }
    Ok(bytes)
}

fn asked_for_its_name(stop: &Stop) -> Obstacle {
    let end = match stop {
        Stop::Trap(trap) => format!("it trapped: {trap}"),
        Stop::OutOfFuel | Stop::BankEmpty => "it never answered".to_owned(),
        Stop::OutOfMemory => "it wanted more memory than the limit".to_owned(),
        Stop::Exit(status) => format!("it exited with status {status}"),
        Stop::BadReply(problem) => format!("its answer was malformed: {problem}"),
        Stop::Host(trouble) => {
            return Obstacle::Machine(format!("it cannot be started on this machine: {trouble}"));
        }
    };
    Obstacle::Unfit(format!("started and asked for its name, {end}"))
}

/// What a bot calls itself, fit to be shown: printable ASCII, at most 64 characters.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').take(64).collect()
}
