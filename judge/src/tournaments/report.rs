//! `judge report`: a page of a tournament's results, on which every game can be replayed.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_core::file;
use judge_core::game::{Row, recordings, scenes};
use judge_core::play::Observer;
use judge_core::publish;
use judge_page::published::Published;
use judge_play::text::{count, sanitize, sanitize_path};

use crate::shared::options::RunOptions;
use crate::shared::output::{eprint, print};
use choice::{Games, Scenes, worth_watching};

mod choice;

/// Games of which scenes are recorded if nobody says how many, and after so many packed bytes no more.
const SCENES_DEFAULT: usize = 50;
const SCENES_BYTES_DEFAULT: usize = 4 << 20;

/// Write one HTML page of a tournament's results, on which every game can be replayed
#[derive(Args)]
pub(crate) struct Report {
    /// The folder of a tournament's results
    folder: PathBuf,
    /// Where the page goes [default: report.html in the folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The tournament's TOML file [default: where it was when the results were written]
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    /// Which games are recorded for the page, of those whose bots are not on it: all, none, decided, or A..B
    /// [default: the first 5000]
    #[arg(long, value_name = "GAMES")]
    games: Option<Games>,
    /// Of how many games the boards are recorded for the page if no page can play the game: all, or a number
    /// [default: up to 50, and 4 MiB]
    #[arg(long, value_name = "GAMES")]
    scenes: Option<Scenes>,
    /// Which published bots are on the page, by their names, or none [default: all with publish = true]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    bots: Option<Vec<String>>,
    /// Show the page in a browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    options: RunOptions,
}

pub(crate) fn report(command: &Report) -> Result<ExitCode, Error> {
    publish::finished(&command.folder)?;
    let loader = command.options.game_files()?;
    let mut published = Published::read(&command.folder, command.tournament.as_deref(), &loader)?;
    if let Some(names) = &command.bots {
        let names: &[String] = if names == &["none"] { &[] } else { names };
        check_bots(&published, names)?;
        published.keep_bots(names);
    }
    for (bots, why) in [
        (&published.too_large, "too large for a page"),
        (&published.read_lines, "no page runs a bot that reads lines"),
    ] {
        if !bots.is_empty() {
            let names: Vec<_> = bots.iter().map(|name| sanitize(name)).collect();
            command.options.reporter().notify(&format!(
                "{}: {why}; the page shows what was done in games, and judge play plays against them",
                names.join(", ")
            ));
        }
    }
    record(command, &mut published)?;
    record_scenes(command, &mut published)?;
    let file = command.out.clone().unwrap_or_else(|| command.folder.join("report.html"));
    let page = judge_page::report(&published);
    file::replace(&file, page.as_bytes()).map_err(|error| {
        Mistake::in_file(&file, format!("it cannot be written: {error}; name another with --out"))
    })?;
    print(&format!("written to {}\n", sanitize_path(&file)));
    if command.open {
        show(&file);
    }
    Ok(ExitCode::SUCCESS)
}

/// All of these are bots that may be on the page.
fn check_bots(published: &Published, names: &[String]) -> Result<(), Mistake> {
    for name in names {
        let place = Path::new("--bots");
        let Some(index) = published.index(name) else {
            let text = format!("there is no contestant {}", sanitize(name));
            return Err(Mistake::in_file(place, text));
        };
        if published.too_large.contains(name) {
            let text = format!("{} is too large for a page; leave it out of --bots", sanitize(name));
            return Err(Mistake::in_file(place, text));
        }
        if published.read_lines.contains(name) {
            let text = format!("{} reads lines, and no page runs it; leave it out of --bots", sanitize(name));
            return Err(Mistake::in_file(place, text));
        }
        if published.bots[index].is_none() {
            let text = format!(
                "{} is not published; write publish = true for it in the tournament's file",
                sanitize(name)
            );
            return Err(Mistake::in_file(place, text));
        }
    }
    Ok(())
}

/// Plays the games again whose bots are not on the page, and keeps what is done in them.
fn record(command: &Report, published: &mut Published) -> Result<(), Error> {
    let without_bots: Vec<usize> = published.without_bots().collect();
    let chosen = command.games.unwrap_or_default().choose(published, &without_bots)?;
    if chosen.is_empty() {
        return Ok(());
    }
    let reporter = command.options.reporter();
    let rows: Vec<Row> = chosen.iter().map(|&place| row(published, place)).collect();
    let tournament = command.tournament.as_deref();
    let found = recordings(&command.folder, tournament, &rows, &command.options.options()?, &reporter);
    let Some(found) = unless_asked(found, command.games.is_some(), &reporter)? else { return Ok(()) };
    published.recordings = chosen.iter().copied().zip(found).collect();
    if chosen.len() < without_bots.len() && command.games.is_none() {
        let (shown, all) = (count(chosen.len() as u64, "game"), without_bots.len());
        reporter.notify(&format!("{shown} of {all} can be opened; --games chooses others"));
    }
    Ok(())
}

/// Who has asked for games wants to know why there are none; all others still get tables and plots.
fn unless_asked<T>(
    found: Result<T, Error>,
    is_asked: bool,
    observer: &impl Observer,
) -> Result<Option<T>, Error> {
    match found {
        Err(error) if !is_asked => {
            observer.warn(&format!("the page shows no games: {error}"));
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Plays games again that no page can play, and keeps what is to be seen of them.
fn record_scenes(command: &Report, published: &mut Published) -> Result<(), Error> {
    if published.game.why_not.is_empty() {
        return Ok(());
    }
    let mut chosen = worth_watching(published);
    let (most, bytes_max) = match command.scenes {
        None => (SCENES_DEFAULT, SCENES_BYTES_DEFAULT),
        Some(Scenes::All) => (usize::MAX, usize::MAX),
        Some(Scenes::Best(games)) => (games, usize::MAX),
    };
    chosen.truncate(most);
    if chosen.is_empty() {
        return Ok(());
    }
    let reporter = command.options.reporter();
    let (tournament, options) = (command.tournament.as_deref(), command.options.options()?);
    let found = scenes(&command.folder, tournament, &chosen, judge_page::packed, &options, &reporter);
    let Some(mut found) = unless_asked(found, command.scenes.is_some(), &reporter)? else { return Ok(()) };
    let mut bytes = 0;
    for number in chosen {
        let Some(packed) = found.remove(&number) else { continue };
        bytes += packed.len();
        if bytes > bytes_max {
            break;
        }
        published.scenes.insert(number, packed);
    }
    let (shown, all) = (published.scenes.len(), published.games.len());
    if shown < all {
        let shown = count(shown as u64, "game");
        reporter.notify(&format!("{shown} of {all} can be watched; --scenes records more"));
    }
    Ok(())
}

fn row(published: &Published, place: usize) -> Row {
    let game = &published.games[place];
    Row {
        number: game.game,
        round: game.round,
        seats: game.seats.0.clone(),
        seed: game.seed.0,
        order: published.orders[place],
        transcript_sha256: game.transcript_sha256.clone(),
    }
}

/// Shows a file in the browser of this machine, if it has one.
fn show(file: &Path) {
    let programs: &[&str] =
        if cfg!(target_os = "macos") { &["open"] } else { &["xdg-open", "open", "start"] };
    let opened = programs.iter().any(|program| Command::new(program).arg(file).spawn().is_ok());
    if !opened {
        eprint("no program here opens it; open the file in a browser");
    }
}
