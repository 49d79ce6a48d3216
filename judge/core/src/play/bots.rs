//! The files of a tournament's contestants into bots, all at once. Plays nothing.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering};

use judge_bots::{Bot, Compiler, FileKind, NotLoaded, Patience, from_bytes_with_seed, too_large};
use judge_play::text::sanitize;
use judge_sandbox::{Limits, Sandbox};
use sha2::{Digest, Sha256};

use crate::error::{Error, Mistake};
use crate::file;
use crate::host::parallel::mapped;
use crate::host::{compiling, is_slow_to_compile};
use crate::play::Observer;
use crate::tournament::{BadFiles, Contestant, LeftOut, Name, Tournament, Wasm};

/// Reads, checks and compiles the files of all contestants, on all threads, and tells besides whose files are no bots, if the
/// tournament leaves them out. The observer hears of each file, from any thread.
///
/// # Errors
/// If files are invalid, with the mistakes of all contestants at once; or the machine's trouble.
pub fn load_all<'a>(
    tournament: &'a Tournament,
    sandbox: &Sandbox,
    compiler: &Compiler,
    observer: &dyn Observer,
) -> Result<(Vec<Bot>, Vec<LeftOut>), Error> {
    let is_told = AtomicBool::new(false);
    let compiling = |name: &Name| {
        // Once is enough: others may well have the same interpreter.
        if !is_told.swap(true, Ordering::Relaxed) {
            observer.notify(&compiling(name.as_str()));
        }
    };
    let load = |contestant: &'a Contestant| {
        let bot = load(contestant, tournament, sandbox, compiler, &compiling);
        observer.advance();
        bot.map_err(|why| (contestant, why))
    };
    let loaded = mapped(&tournament.contestants, load);
    let (mut bots, mut left_out) = (Vec::new(), Vec::new());
    let (mut mistakes, mut trouble) = (Vec::new(), None);
    for result in loaded {
        match result {
            Ok(bot) => bots.push(bot),
            Err((contestant, NotLoaded::Invalid(reason))) => match tournament.bad_files {
                BadFiles::LeaveOut => left_out.push(left_out_for(contestant, &reason)),
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
    let (name, wasm) = (contestant.name.as_str(), contestant.wasm.in_words());
    Mistake::on_line(&tournament.file, contestant.line, format!("contestant {name:?}: {wasm}: {reason}"))
}

fn left_out_for(contestant: &Contestant, reason: &str) -> LeftOut {
    // It may be larger than a bot's file, and has a hash all the same.
    let sha256 = contestant.file_sha256().ok().map(hex::encode);
    LeftOut { name: contestant.name.to_string(), sha256, reason: sanitize(reason) }
}

/// Loads one contestant's file, or gives the mistake for its author.
fn load(
    contestant: &Contestant,
    tournament: &Tournament,
    sandbox: &Sandbox,
    compiler: &Compiler,
    compiling: &(dyn Fn(&Name) + Sync),
) -> Result<Bot, NotLoaded> {
    let Contestant { name, wasm, .. } = contestant;
    // Read once: the bytes that are hashed are the bytes that are compiled.
    let bytes = read(wasm)?;
    if tournament.excluded.iter().any(|id| tournament.contestants[id.0].name == *name) {
        return Ok(Bot::excluded(name, &bytes));
    }
    if is_slow_to_compile(&bytes, &FileKind::bot_for(&tournament.rules), sandbox, compiler) {
        compiling(name);
    }
    let seed = tournament.seed.derive(&["admission", &hex::encode(Sha256::digest(&bytes))]);
    let mut bot =
        from_bytes_with_seed(name, &bytes, &tournament.rules, sandbox, compiler, seed, Patience::Usual)?;
    if let Some(shown) = &contestant.display_name {
        bot.display_name.clone_from(shown);
    }
    Ok(bot.on(contestant.terms.clone(), sandbox))
}

fn read(wasm: &Wasm) -> Result<Vec<u8>, NotLoaded> {
    // What is larger than this tournament allows is looked at, too: so its author learns what it is.
    let read = wasm.read(Limits::FILE_BYTES_MAX);
    read.map_err(|error| {
        NotLoaded::Invalid(match error.kind() {
            ErrorKind::FileTooLarge => too_large(Limits::FILE_BYTES_MAX),
            // There are several.
            ErrorKind::InvalidInput => error.to_string(),
            _ => file::unread(&error, "build the bot, or correct the path"),
        })
    })
}
