//! `judge submit`: hands a bot in to a season, and prints the verdict.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_play::text::{sanitize, sanitize_path};
use judge_season::log::digest::Secret;
use judge_season::log::season_key::SeasonKey;
use judge_season::state::Decision;
use judge_season::state::receipt::Receipt;
use judge_serve::clients::submit::{self, Access, Submitted};

use crate::shared::output::{eprint, print};

/// The variable with the token if no file is named.
const TOKEN: &str = "JUDGE_TOKEN";

/// Upload a bot to a season, and wait for the verdict; exit code 0 if it is accepted, 1 if not, 2 for a mistake
#[derive(Args)]
pub(crate) struct Submit {
    /// The bot's file
    #[arg(required_unless_present = "choose")]
    bot: Option<PathBuf>,
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
    /// A file with your own key, which is created if it does not exist; from then on nobody without it, not even the
    /// organiser, can upload, pause, withdraw or publish in your name
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Instead of an upload: pause, play, withdraw, or publish:N for your version N; the last two cannot be undone
    #[arg(long, value_name = "WHAT", conflicts_with = "bot")]
    choose: Option<String>,
    /// The file for the season's signed receipts, with which judge verify can check that it has kept your bot
    #[arg(long, value_name = "FILE", default_value = "receipts.txt")]
    receipts: PathBuf,
}

pub(crate) fn submit(command: &Submit) -> Result<ExitCode, Error> {
    let Submit { season, .. } = command;
    if !submit::is_safe(season) {
        let text = "write https:// and the host: your token must not travel in the open, and http:// is for this machine only";
        return Err(Mistake::in_file(season, text).into());
    }
    let key = command.key.as_deref().map(key).transpose()?;
    let missing =
        "it is not set; set it to the token that you got when you joined, or name a file with --token";
    let token = credential("token", command.token.as_deref(), TOKEN, missing)?;
    let access = Access { season: season.trim_end_matches('/'), token: &token, key: key.as_ref() };
    match (&command.bot, &command.choose) {
        (Some(bot), _) => hand_in(command, &access, bot),
        (None, Some(choice)) => choose(&access, choice),
        (None, None) => unreachable!("one of them is required"),
    }
}

/// Decides something else than to hand in.
fn choose(access: &Access<'_>, typed: &str) -> Result<ExitCode, Error> {
    let Some(choice) = Decision::parse(typed) else {
        let text = "write pause, play, withdraw, or publish:N for your version N";
        return Err(Mistake::in_file("--choose", text).into());
    };
    let season = access.season;
    match submit::choose(access, typed, choice).map_err(|error| unreached(season, &error))? {
        None => {
            print("done\n");
            Ok(ExitCode::SUCCESS)
        }
        Some(Submitted::Unknown) => Err(unknown(season)),
        Some(Submitted::Accepted(text) | Submitted::Refused(text) | Submitted::NotTaken(text)) => {
            print(&format!("not taken: {}\n", sanitize(&text)));
            Ok(ExitCode::FAILURE)
        }
    }
}

fn unreached(season: &str, error: &std::io::Error) -> Error {
    Error::Machine(format!("{season}: {}", sanitize(&error.to_string())))
}

fn unknown(season: &str) -> Error {
    let text = "it does not know your token; ask the organiser for another invitation";
    Mistake::in_file(season, text).into()
}

/// The contestant's key, or a new one in this file, which only its owner can read.
fn key(file: &Path) -> Result<SeasonKey, Error> {
    let wrong = |text: String| Error::from(Mistake::in_file(file, text));
    match std::fs::read_to_string(file) {
        Ok(text) => {
            let known = Secret::parse(text.trim()).map(|secret| SeasonKey::of(&secret));
            known.ok_or_else(|| wrong("this is no key: one has 64 hexadecimal digits".into()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let made = Secret::random().and_then(|secret| {
                let mut options = OpenOptions::new();
                options.write(true).create_new(true);
                #[cfg(unix)]
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
                options.open(file)?.write_all(format!("{}\n", secret.reveal()).as_bytes())?;
                Ok(SeasonKey::of(&secret))
            });
            made.map_err(|error| wrong(format!("the key cannot be kept: {error}")))
        }
        Err(error) => Err(wrong(format!("the key cannot be read: {error}"))),
    }
}

fn hand_in(command: &Submit, access: &Access<'_>, bot: &Path) -> Result<ExitCode, Error> {
    if bot.is_dir() {
        return Err(Mistake::in_file(bot, "it is a folder; name the .wasm file of your bot").into());
    }
    if !bot.is_file() {
        return Err(Mistake::in_file(bot, "there is no such file; name the .wasm file of your bot").into());
    }
    let told = |text: &str| eprint(&sanitize(text));
    let keep = |receipt: &Receipt| {
        let mut file = OpenOptions::new().create(true).append(true).open(&command.receipts)?;
        file.write_all(receipt.line().as_bytes())
    };
    let submitted =
        submit::submit(access, bot, told, keep).map_err(|error| unreached(access.season, &error))?;
    let bot = sanitize_path(bot);
    let (code, text) = match submitted {
        Submitted::Accepted(text) => (ExitCode::SUCCESS, format!("{bot}: {text}")),
        Submitted::Refused(text) => (ExitCode::FAILURE, format!("{bot}: refused: {text}")),
        Submitted::NotTaken(text) => (ExitCode::FAILURE, format!("{bot}: not taken: {text}")),
        Submitted::Unknown => return Err(unknown(access.season)),
    };
    print(&format!("{}\n", sanitize(&text)));
    Ok(code)
}

/// What somebody shows to be let in, such as a token: from a file, or else from a variable of the environment.
pub(super) fn credential(
    what: &str,
    file: Option<&Path>,
    variable: &str,
    missing: &str,
) -> Result<String, Error> {
    let place = file.unwrap_or(Path::new(variable));
    let shown = match file {
        Some(file) => std::fs::read_to_string(file)
            .map_err(|error| Mistake::in_file(file, format!("the {what} cannot be read: {error}")))?,
        None => std::env::var(variable).map_err(|_| Mistake::in_file(place, missing))?,
    };
    let shown = shown.trim();
    // It becomes a line of a request.
    if shown.len() == 64 && shown.chars().all(|digit| digit.is_ascii_hexdigit()) {
        return Ok(shown.to_owned());
    }
    Err(Mistake::in_file(place, format!("this is no {what}: one has 64 hexadecimal digits")).into())
}
