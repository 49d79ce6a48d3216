//! `judge serve`: serves a season, invites contestants, and closes it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use clap::{Args, Subcommand};
use judge_core::error::{Error, Mistake};
use judge_core::tournament::{Name, Tournament};
use judge_play::text::sanitize_path;
use judge_serve::folder::Folder;
use judge_serve::season::Season;
use judge_serve::{invitation, store, web};
use tokio::sync::watch;

use super::options::RunOptions;
use super::output::{eprint, print};

/// Serve a season: contestants hand in, the ladder plays, everybody watches
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Serve {
    #[command(subcommand)]
    what: Option<What>,
    /// The season's TOML file: a tournament's with a table [serve]
    #[arg(required = true)]
    season: Option<PathBuf>,
    /// The season's folder, where all is kept; it is made if there is none
    #[arg(long, value_name = "DIR", required = true)]
    data: Option<PathBuf>,
    #[command(flatten)]
    options: RunOptions,
}

#[derive(Subcommand)]
enum What {
    Invite(Invite),
    Close(Close),
}

/// Print a link that lets somebody in, once, within two days
#[derive(Args)]
struct Invite {
    /// What the contestant is called; who has a name already gets a new cookie and a new token
    name: String,
    /// The season's TOML file
    #[arg(long, value_name = "FILE")]
    season: PathBuf,
    /// The season's folder
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
}

/// End a season and tell its secret seed; the server must not be running
#[derive(Args)]
struct Close {
    /// The season's TOML file
    season: PathBuf,
    /// The season's folder
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    #[command(flatten)]
    options: RunOptions,
}

pub(super) fn serve(command: &Serve) -> Result<ExitCode, Error> {
    match (&command.what, &command.season, &command.data) {
        (Some(What::Invite(invite)), ..) => self::invite(invite),
        (Some(What::Close(close)), ..) => self::close(close),
        (None, Some(season), Some(data)) => run(season, data, &command.options),
        _ => unreachable!("both are required"),
    }
}

fn invite(command: &Invite) -> Result<ExitCode, Error> {
    let terms = Tournament::read_season(&command.season)?;
    let name =
        Name::new(&command.name).map_err(|error| Mistake::in_file(Path::new("NAME"), error.to_string()))?;
    let is_anchor = terms.tournament.contestants.iter().any(|anchor| anchor.name.folded() == name.folded());
    if is_anchor {
        let text = format!("{name} is a bot of the season's file; choose another name");
        return Err(Mistake::in_file(&command.season, text).into());
    }
    let trouble =
        |error: std::io::Error| Error::Machine(format!("the invitation cannot be written: {error}"));
    let folder = Folder::create(&command.data).map_err(trouble)?;
    let secret = invitation::invite(&folder, &name, store::clock()).map_err(trouble)?;
    print(&format!("{}/join/{}\n", terms.serve.public_url, secret.reveal()));
    Ok(ExitCode::SUCCESS)
}

fn close(command: &Close) -> Result<ExitCode, Error> {
    let terms = Tournament::read_season(&command.season)?;
    let season =
        Season::open(terms, &command.data, &command.options.options()?, &command.options.reporter())?;
    season.close().map_err(|trouble| Mistake::in_file(&command.data, trouble))?;
    print("the season is closed; judge verify can check it\n");
    Ok(ExitCode::SUCCESS)
}

fn run(file: &Path, data: &Path, options: &RunOptions) -> Result<ExitCode, Error> {
    let terms = Tournament::read_season(file)?;
    let address = terms.serve.address;
    let reporter = options.reporter();
    let season = Arc::new(Season::open(terms, data, &options.options()?, &reporter)?);
    let (stop, stopped) = watch::channel(false);
    let at_end = Arc::clone(&season);
    ctrlc::set_handler(move || {
        at_end.stop();
        stop.send_replace(true);
    })
    .map_err(|error| Error::Machine(format!("Ctrl-C cannot be handled: {error}")))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| Error::Machine(format!("the server cannot start: {error}")))?;
    let data = sanitize_path(data);
    thread::scope(|scope| {
        scope.spawn(|| season.check_uploads(&reporter));
        scope.spawn(|| season.play(&reporter));
        let listening = |address| eprint(&format!("{data}: listening on http://{address}"));
        let served = runtime.block_on(web::serve(Arc::clone(&season), address, stopped, listening));
        season.stop();
        served.map_err(|error| {
            let text = format!("nobody can listen on {address}: {error}; choose another address in [serve]");
            Error::from(Mistake::in_file(file, text))
        })
    })?;
    runtime.shutdown_background();
    eprint("stopped; run the same command to go on");
    Ok(ExitCode::SUCCESS)
}
