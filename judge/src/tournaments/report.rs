//! `judge report`: a page of a tournament's results, on which every game can be replayed.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;
use judge_core::error::{Error, Mistake, few};
use judge_core::file;
use judge_core::game::{KeptTurns, Recorded, Replay, ResultsFolder};
use judge_core::play::Observer;
use judge_core::publish;
use judge_core::results::GameRow;
use judge_drawing::InMatch;
use judge_page::published::Published;
use judge_play::text::{count, sanitize, sanitize_path};
use judge_terminal::shown_game::ShownGame;

use crate::matches::replay::pictures::film;
use crate::shared::options::RunOptions;
use crate::shared::output::{eprint, print};
use choice::{Games, how_many, size, worth_watching};

mod choice;
mod front;

/// Games of which scenes are recorded if nobody says how many, and after so many packed bytes no more.
const SCENES_DEFAULT: usize = 50;
const SCENES_BYTES_DEFAULT: usize = 4 << 20;

/// Write one HTML page of a tournament's results, on which every game can be replayed
#[derive(Args)]
pub(crate) struct WriteReport {
    /// The folder of a tournament's results; several with --front
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Write a front page of these tournaments to this file, and their reports where they are missing or older than the
    /// results
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "tournament", "games", "scenes", "bots"])]
    front: Option<PathBuf>,
    /// The title of the front page [default: Tournaments]
    #[arg(long, value_name = "TEXT", requires = "front")]
    title: Option<String>,
    /// Where the page goes [default: report.html in the folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The address at which the page will be: pages that link to it show a picture, which is written beside it
    #[arg(long, value_name = "ADDRESS", conflicts_with = "front", value_parser = address)]
    url: Option<String>,
    /// The tournament's TOML file [default: where it was when the results were written]
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    /// Record the moves of these games, if their bots are not on the page: all, none, decided, or A..B
    /// [default: the first 5000]
    #[arg(long, value_name = "GAMES")]
    games: Option<Games>,
    /// Record the boards of so many games, if no browser plays this game: all, or a number
    /// [default: up to 50, and 4 MiB]
    #[arg(long, value_name = "GAMES", value_parser = how_many)]
    scenes: Option<usize>,
    /// Which published bots are on the page, by their names, or none [default: all with publish = true]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    bots: Option<Vec<String>>,
    /// The largest bot on the page, such as "8 MiB"; large ones make the page slow to load
    #[arg(long, value_name = "SIZE", default_value = "4 MiB", value_parser = size)]
    bots_max: u64,
    /// Show the page in a browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    options: RunOptions,
}

pub(crate) fn report(command: &WriteReport) -> Result<ExitCode, Error> {
    let (folder, others) = command.folders.split_first().expect("one is required");
    let page = match (&command.front, others) {
        (Some(front), _) => front::page(command, front)?,
        (None, []) => page(command, folder, &mut read(command, folder)?)?,
        (None, [other, ..]) => {
            let text = "a report shows one tournament; for several write a front page with --front FILE";
            return Err(Mistake::in_file(other, text).into());
        }
    };
    let named = command.front.as_ref().or(command.out.as_ref());
    let file = named.cloned().unwrap_or_else(|| folder.join("report.html"));
    let put = if named.is_some() { file::replace } else { file::replace_here };
    write(put, &file, page.as_bytes())?;
    if command.url.is_some() {
        write(put, &file.with_extension("png"), &picture(command, folder)?)?;
    }
    if command.open {
        show(&file);
    }
    Ok(ExitCode::SUCCESS)
}

/// The published results in a folder.
fn read(command: &WriteReport, folder: &Path) -> Result<Published, Error> {
    publish::finished(folder)?;
    Published::read(folder, command.tournament.as_deref(), &command.options.game_files()?, command.bots_max)
}

/// An address of the web, as a person types it.
fn address(text: &str) -> Result<String, &'static str> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_address = rest.is_some_and(|rest| rest.contains('/') && !rest.starts_with('/'));
    let is_plain = text.chars().all(|letter| letter.is_ascii_graphic() && !"\"'<>#?&".contains(letter));
    let wrong = "write the page's whole address, as https://example.org/october/report.html";
    if is_address && is_plain { Ok(text.to_owned()) } else { Err(wrong) }
}

/// The picture of a tournament: the end of the game that is most worth watching.
fn picture(command: &WriteReport, folder: &Path) -> Result<Vec<u8>, Error> {
    let published = read(command, folder)?;
    let none = || Mistake::in_file(folder, "no game was played, so there is no picture; leave --url out");
    let number = *worth_watching(&published).first().ok_or_else(none)? + 1;
    let (options, observer) = (&command.options.options()?, &command.options.reporter());
    let from = ResultsFolder { folder, tournament: command.tournament.as_deref(), options, observer };
    let Recorded { loaded_bots, line, row, .. } = from.game(number)?;
    let title = published.manifest.tournament.title.clone();
    let shown = ShownGame { loaded_bots, line, title, names: row.seats.0 };
    let replay = Replay::play_moves(&shown.loaded_bots, &shown.line, usize::MAX, KeptTurns::All);
    let replay = replay.expect("no action is set by hand");
    let mut film = film(&shown, &replay, |name| published.index(name));
    film.title = sanitize(&published.manifest.tournament.title);
    film.moment = judge_page::in_matches(&published).swap_remove(number - 1).map_or_else(
        || format!("game {number}"),
        |InMatch { name, game, of, decides, score, .. }| {
            let score: Vec<String> = score.iter().map(ToString::to_string).collect();
            let (decider, stands) = (if decides { ", the decider" } else { "" }, score.join("\u{2013}"));
            format!("{name}, game {game} of {of}{decider} {stands}")
        },
    );
    if let Some((won, games)) = series(&published, number - 1) {
        film.show_match(&won, games);
    }
    film.is_wide = true;
    Ok(judge_page::card_png(&film))
}

/// How many games each seat of a game of two has won against the other, in their match or in a tournament without matches, this
/// game included; and how many these are.
fn series(published: &Published, place: usize) -> Option<(Vec<usize>, usize)> {
    let game = &published.games[place];
    let names = &game.seats.0;
    let is_theirs = |other: &&GameRow| {
        let meets = |name| other.seats.0.contains(name);
        (other.phase, &other.match_name) == (game.phase, &game.match_name) && names.iter().all(meets)
    };
    let games: Vec<&GameRow> = published.games[..=place].iter().filter(is_theirs).collect();
    let has_won = |game: &GameRow, name: &String| {
        let points = game.seats.0.iter().zip(&game.points.0);
        let own = points.clone().find(|(seat, _)| *seat == name);
        own.is_some_and(|(_, own)| points.clone().any(|(_, points)| points < own))
    };
    let won = |name| games.iter().filter(|game| has_won(game, name)).count();
    let is_pair = names.len() == 2 && names[0] != names[1];
    is_pair.then(|| (names.iter().map(won).collect(), games.len()))
}

/// The report of a tournament.
fn page(command: &WriteReport, folder: &Path, published: &mut Published) -> Result<String, Error> {
    if let Some(names) = &command.bots {
        let names: &[String] = if names == &["none"] { &[] } else { names };
        check_bots(published, names)?;
        published.keep_bots(names);
    }
    let mut left_off: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, why) in &published.left_off {
        left_off.entry(why).or_default().push(sanitize(name));
    }
    for (why, names) in left_off {
        command.options.reporter().notify(&format!(
            "{}: {why}; the page shows what was done in games, and judge play plays against them",
            few(names)
        ));
    }
    published.url.clone_from(&command.url);
    let (options, observer) = (&command.options.options()?, &command.options.reporter());
    let from = ResultsFolder { folder, tournament: command.tournament.as_deref(), options, observer };
    record(command, from, published)?;
    record_scenes(command, from, published)?;
    Ok(judge_page::report(published))
}

/// Writes a page, and says so.
fn write(put: fn(&Path, &[u8]) -> io::Result<()>, file: &Path, page: &[u8]) -> Result<(), Error> {
    put(file, page).map_err(|error| {
        Mistake::in_file(file, format!("it cannot be written: {error}; name another with --out"))
    })?;
    print(&format!("written to {}\n", sanitize_path(file)));
    Ok(())
}

/// All of these are bots that may be on the page.
fn check_bots(published: &Published, names: &[String]) -> Result<(), Mistake> {
    for name in names {
        let shown = sanitize(name);
        let left_off = published.left_off.iter().find(|(left_off, _)| left_off == name);
        let text = match (published.index(name), left_off) {
            (None, _) => format!("there is no contestant {shown}"),
            (_, Some((_, why))) => format!("{shown} cannot be on the page: {why}; leave it out of --bots"),
            (Some(bot), None) if published.bots[bot].is_none() => {
                format!("{shown} is not published; write publish = true for it in the tournament's file")
            }
            _ => continue,
        };
        return Err(Mistake::in_file("--bots", text));
    }
    Ok(())
}

/// Plays the games again whose bots are not on the page, and keeps what is done in them.
fn record(command: &WriteReport, from: ResultsFolder<'_>, published: &mut Published) -> Result<(), Error> {
    let without_bots: Vec<usize> = published.without_bots().collect();
    let chosen = command.games.unwrap_or_default().choose(published, &without_bots)?;
    let found = again(from, &chosen, command.games.is_some(), ResultsFolder::recordings)?;
    if (1..without_bots.len()).contains(&found.len()) && command.games.is_none() {
        let (shown, all) = (count(found.len() as u64, "game"), without_bots.len());
        from.observer.notify(&format!("{shown} of {all} can be opened; --games chooses others"));
    }
    published.recordings = found.into_iter().map(|(number, recording)| (number - 1, recording)).collect();
    Ok(())
}

/// Plays games again that no page can play, and keeps what is to be seen of them.
fn record_scenes(
    command: &WriteReport,
    from: ResultsFolder<'_>,
    published: &mut Published,
) -> Result<(), Error> {
    if published.game.why_not.is_empty() {
        return Ok(());
    }
    let mut chosen = worth_watching(published);
    chosen.truncate(command.scenes.unwrap_or(SCENES_DEFAULT));
    let play = |from: ResultsFolder<'_>, games: &_| from.scenes(games, judge_page::packed);
    let mut found = again(from, &chosen, command.scenes.is_some(), play)?;
    if found.is_empty() {
        return Ok(());
    }
    let (mut bytes, all) = (0, published.games.len());
    let found = chosen.iter().filter_map(|place| found.remove_entry(&(place + 1)));
    let fits = |(_, scenes): &(usize, String)| {
        bytes += scenes.len();
        bytes <= SCENES_BYTES_DEFAULT || command.scenes.is_some()
    };
    published.scenes = found.take_while(fits).collect();
    if published.scenes.len() < all {
        let shown = count(published.scenes.len() as u64, "game");
        from.observer.notify(&format!("{shown} of {all} can be watched; --scenes records more"));
    }
    Ok(())
}

/// Plays games again, by their places in the list. Who has asked for them wants to know why there are none; all others
/// still get tables and plots.
fn again<'a, T>(
    from: ResultsFolder<'a>,
    places: &[usize],
    is_asked: bool,
    play: impl Fn(ResultsFolder<'a>, &BTreeSet<usize>) -> Result<BTreeMap<usize, T>, Error>,
) -> Result<BTreeMap<usize, T>, Error> {
    if places.is_empty() {
        return Ok(BTreeMap::new());
    }
    match play(from, &places.iter().map(|place| place + 1).collect()) {
        Err(error) if !is_asked => {
            from.observer.warn(&format!("the page shows no games: {error}"));
            Ok(BTreeMap::new())
        }
        played => played,
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
