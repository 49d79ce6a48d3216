//! `judge submit`: hands a bot in to a season, and prints the verdict.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_play::text::{sanitize, sanitize_path};
use judge_serve::submit::{self, Submitted};

use super::output::{eprint, print};

/// Where the token is if no file is named.
const TOKEN: &str = "JUDGE_TOKEN";

/// Hand in a bot to a season, and wait for the verdict; exit code 0 if it plays, 1 if it does not, 2 for a mistake
#[derive(Args)]
pub(super) struct Submit {
    /// The bot's file
    bot: PathBuf,
    /// The season's address: https:// and the host
    #[arg(long, value_name = "URL")]
    season: String,
    // A comment would need backticks, and clap would print them.
    #[arg(
        long,
        value_name = "FILE",
        help = "A file with your token [default: the token is in the environment variable JUDGE_TOKEN]"
    )]
    token: Option<PathBuf>,
}

pub(super) fn submit(command: &Submit) -> Result<ExitCode, Error> {
    let Submit { bot, season, .. } = command;
    if !submit::is_safe(season) {
        let text = "write https:// and the host: your token must not travel in the open, and http:// is for this machine only";
        return Err(Mistake::in_file(Path::new(season), text).into());
    }
    if bot.is_dir() {
        return Err(Mistake::in_file(bot, "it is a folder; name the .wasm file of your bot").into());
    }
    if !bot.is_file() {
        return Err(Mistake::in_file(bot, "there is no such file; name the .wasm file of your bot").into());
    }
    let token = token(command.token.as_deref())?;
    let told = |text: &str| eprint(&sanitize(text));
    let submitted = submit::submit(season, &token, bot, told)
        .map_err(|error| Error::Machine(format!("{season}: {}", sanitize(&error.to_string()))))?;
    let bot = sanitize_path(bot);
    let (code, text) = match submitted {
        Submitted::Accepted(text) => (ExitCode::SUCCESS, format!("{bot}: {text}")),
        Submitted::Refused(text) => (ExitCode::FAILURE, format!("{bot}: refused: {text}")),
        Submitted::NotTaken(text) => (ExitCode::FAILURE, format!("{bot}: not taken: {text}")),
        Submitted::Unknown => {
            let text = "it does not know your token; ask the organiser for another invitation";
            return Err(Mistake::in_file(Path::new(season), text).into());
        }
    };
    print(&format!("{}\n", sanitize(&text)));
    Ok(code)
}

/// The token, from a file or the environment.
fn token(file: Option<&Path>) -> Result<String, Error> {
    let token = match file {
        Some(file) => std::fs::read_to_string(file)
            .map_err(|error| Mistake::in_file(file, format!("the token cannot be read: {error}")))?,
        None => std::env::var(TOKEN).map_err(|_| {
            let text = "your token is not there; set it to the token that you were shown when you joined, or name a file with --token";
            Mistake::in_file(Path::new(TOKEN), text)
        })?,
    };
    let token = token.trim();
    // It becomes a line of a request.
    if token.len() == 64 && token.chars().all(|digit| digit.is_ascii_hexdigit()) {
        Ok(token.to_owned())
    } else {
        let place = file.unwrap_or(Path::new(TOKEN));
        Err(Mistake::in_file(place, "this is no token: one has 64 hexadecimal digits").into())
    }
}
