//! `judge serve`: serves a season, and gives an organiser's orders.

mod invite;
mod orders;
mod people_file;
mod worker;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_core::play::Observer;
use judge_core::tournament::Share;
use judge_play::text::sanitize_path;
use judge_season::log::chain::Chain;
use judge_season::log::digest::Digest;
use judge_season::log::folder::{Folder, SeenLog};
use judge_season::orders::hook::Hook;
use judge_season::play::capacity;
use judge_season::season::{Season, WorkShares};
use judge_season::terms::SeasonTerms;
use judge_season::verify::unexpected;
use judge_serve::web;
use tokio::sync::watch;

use crate::shared::options::RunOptions;
use crate::shared::output::eprint;
use crate::shared::progress::with_time;
use crate::tournaments::verify::{expected, noted};
use orders::{Orders, obey};

/// Run a season's server: contestants upload bots, a ladder plays, everybody can watch
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Serve {
    #[command(subcommand)]
    what: Option<Orders>,
    /// The season's TOML file: a tournament's with a table [serve]
    #[arg(required = true)]
    season: Option<PathBuf>,
    /// The folder for all data of the season; it is created if it does not exist
    #[arg(long, value_name = "DIR", required = true)]
    data: Option<PathBuf>,
    /// Share games with workers on other machines through this folder; there, run judge serve worker with this folder,
    /// or with the season's address
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    /// Check workers: replay this share of their games here, and at least one game of each part
    #[arg(long, value_name = "SHARE", default_value = "5%", requires = "work", allow_hyphen_values = true)]
    audit: Share,
    /// Spend at most this share of the time waiting for workers, beyond what they save; 100% waits for each part, up to a
    /// minute
    #[arg(long, value_name = "SHARE", default_value = "5%", requires = "work", allow_hyphen_values = true)]
    wait: Share,
    /// Start only if the log contains this event with this hash, as in 17:HASH, which a receipt shows; this detects an old
    /// log that somebody has put back
    #[arg(long, value_name = "N:HASH", value_parser = expected)]
    expect: Vec<String>,
    /// Hand each verdict, the end of uploads, and the final to this program, once for each person, as JSON on its standard input.
    /// All words that follow are the program's
    #[arg(long, value_name = "PROGRAM", num_args = 1.., allow_hyphen_values = true)]
    each: Vec<String>,
    #[command(flatten)]
    options: RunOptions,
}

pub(crate) fn serve(command: &Serve) -> Result<ExitCode, Error> {
    match (&command.what, &command.season, &command.data) {
        (Some(what), ..) => obey(what),
        (None, Some(season), Some(data)) => run(season, data, command),
        _ => unreachable!("both are required"),
    }
}

fn run(file: &Path, data: &Path, command: &Serve) -> Result<ExitCode, Error> {
    let options = &command.options;
    let host = options.options()?;
    let terms = SeasonTerms::read(file, &capacity::loader_in(&host, &Folder::at(data)))?;
    let address = terms.serve.address;
    let mut reporter = options.reporter();
    reporter.has_times = true;
    let reporter = Arc::new(reporter);
    expect(data, &command.expect)?;
    let season = Season::open(terms, data, &host, reporter.as_ref())?;
    season.look_at_bots()?;
    if let Some(work) = &command.work {
        season.share_work(work, WorkShares { audit: command.audit, wait: command.wait })?;
    }
    let season = Arc::new(season);
    let (stop, stopped) = watch::channel(false);
    let (at_end, stop_at_end) = (Arc::clone(&season), stop.clone());
    ctrlc::set_handler(move || {
        at_end.stop();
        stop_at_end.send_replace(true);
    })
    .map_err(|error| Error::Machine(format!("Ctrl-C cannot be handled: {error}")))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| Error::Machine(format!("the server cannot start: {error}")))?;
    let data = sanitize_path(data);
    let folder = season.folder.clone();
    let is_broken = Arc::<AtomicBool>::default();
    let guard =
        || EndsAll { season: Arc::clone(&season), stop: stop.clone(), is_broken: Arc::clone(&is_broken) };
    let guarded = |work: &dyn Fn()| {
        let _guard = guard();
        work();
    };
    // Nobody waits for its end: a file may take minutes to be compiled, and is checked anew when the season goes on.
    let (its_guard, its_season, its_reporter) = (guard(), Arc::clone(&season), Arc::clone(&reporter));
    thread::spawn(move || {
        let _guard = its_guard;
        its_season.check_uploads(its_reporter.as_ref());
    });
    thread::scope(|scope| {
        scope.spawn(|| guarded(&|| season.keep_time(|trouble| reporter.warn(trouble))));
        scope.spawn(|| guarded(&|| season.play(reporter.as_ref())));
        if let Some(hook) = Hook::new(&command.each) {
            let (guarded, season, reporter) = (&guarded, &season, &reporter);
            scope.spawn(move || guarded(&|| season.tell_people(&hook, reporter.as_ref())));
        } else {
            // Whoever names a program again is not told of all that was meanwhile.
            let _ = std::fs::remove_file(folder.news_handed());
        }
        let listening = |address: SocketAddr| {
            // Orders from a command line find the server by this.
            if let Err(error) = folder.keep(&folder.listening(), format!("{address}\n").as_bytes()) {
                reporter.warn(&format!("{data}: orders will not find this server: {error}"));
            }
            eprint(&with_time(&format!("{data}: listening on http://{address}")));
        };
        let served = runtime.block_on(web::serve(Arc::clone(&season), address, stopped, listening));
        season.stop();
        let _ = season.note_seen();
        let _ = std::fs::remove_file(folder.listening());
        served.map_err(|error| {
            let text =
                format!("the server cannot listen on {address}: {error}; choose another address in [serve]");
            Error::from(Mistake::in_file(file, text))
        })
    })?;
    runtime.shutdown_background();
    if is_broken.load(Ordering::Relaxed) {
        return Err(Error::Machine("the judge failed; please report it".to_owned()));
    }
    eprint(&with_time("stopped; run the same command to continue"));
    Ok(ExitCode::SUCCESS)
}

/// Refuses a log that has not these events. One that has them is as new as somebody knows.
fn expect(data: &Path, expected: &[String]) -> Result<(), Error> {
    let heads: Vec<(usize, Digest)> = expected.iter().filter_map(|text| noted(text)).collect();
    if heads.is_empty() {
        return Ok(());
    }
    let (folder, wrong) = (Folder::at(data), |text: String| Error::from(Mistake::in_file(data, text)));
    let events = Chain::look(&folder.events()).map_err(|broken| wrong(broken.to_string()))?;
    for &(event, head) in &heads {
        if let Some(text) = unexpected(&events, event, head) {
            return Err(wrong(format!("event {event}: {text}; put the right log back")));
        }
    }
    if !matches!(folder.seen(), Ok(Some(_))) {
        let time = events.last().map_or(0, |last| last.time);
        let seen = SeenLog { time, log: heads.into_iter().max_by_key(|(event, _)| *event) };
        folder.note_seen(&seen, None).map_err(|error| Error::Machine(error.to_string()))?;
    }
    Ok(())
}

/// Ends the server if a thread breaks down: who looks after the machine sees that, and nobody waits for a ladder that
/// plays no more.
struct EndsAll {
    season: Arc<Season>,
    stop: watch::Sender<bool>,
    is_broken: Arc<AtomicBool>,
}

impl Drop for EndsAll {
    fn drop(&mut self) {
        if thread::panicking() {
            self.is_broken.store(true, Ordering::Relaxed);
            self.season.stop();
            self.stop.send_replace(true);
        }
    }
}
