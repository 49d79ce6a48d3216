//! `judge replay`: plays one game again and shows it.

mod browse;
mod full_screen;
pub(crate) mod pictures;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use full_screen::FullScreen;
use judge_core::error::{Error, Mistake};
use judge_core::file;
use judge_core::game::{
    self, Fate, JsonMoves, KeptTurns, Recorded, Replay, ResultsFolder, SavedGame, Search, Turn,
};
use judge_core::play::Observer;
use judge_core::results::GameRow;
use judge_play::Holder;
use judge_play::games::Seat;
use judge_play::text::{cut, sanitize, sanitize_path};
use judge_terminal::shown_game::ShownGame;
use judge_terminal::viewer::{Viewer, Wish};
use judge_terminal::{points, printed, words};

use crate::shared::number::{SEAT_MAX, whole};
use crate::shared::options::RunOptions;
use crate::shared::output::{eprint, print, print_from};
use crate::shared::screen::look;
use crate::shared::which_game::{self, GameOrFile};

/// The most characters of what is not the same: a move in a stranger's file may be long.
const DIFFERENCE_CHARACTERS_MAX: usize = 500;

/// Play one game again and show it
///
/// The game is a number in the games.csv of a folder of results, or a file: one that judge play saved, or one
/// of another program, in GGF or as the list of its actions. It is played again, so no recording is needed,
/// and the hash of its transcript is compared with the published one. On a terminal it is shown full screen,
/// and without a number all games of the folder are listed there; elsewhere the game is printed as text.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct ReplayGame {
    /// A folder of results, a saved game, or a file with games in GGF or as lists of actions
    #[arg(value_name = "DIR|FILE")]
    from: PathBuf,
    /// The game's number in games.csv of the folder, or in a file with several games
    #[arg(value_name = "GAME", value_parser = whole(0_usize..))]
    number: Option<usize>,
    /// The tournament's TOML file [default: where it was when the results were written]
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    /// The game, for a list of actions; or the game's .wasm file, for a saved game of such a game
    #[arg(long, value_name = "FILE", value_parser = GameOrFile)]
    game: Option<String>,
    /// Print the game as text
    #[arg(long, conflicts_with = "json")]
    print: bool,
    /// Print the game as JSON for other tools; docs/replay.md lists the keys
    #[arg(long)]
    json: bool,
    /// Play every other action on every turn of the loser, and name the last turn on which one wins
    #[arg(long, conflicts_with_all = ["print", "json"])]
    turning_points: bool,
    /// Write a picture of every position to this folder: 000.svg is the beginning
    #[arg(long, value_name = "DIR", conflicts_with_all = ["print", "json", "turning_points"])]
    svg: Option<PathBuf>,
    /// Write the game as an animated picture to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["print", "json", "turning_points"])]
    gif: Option<PathBuf>,
    /// The seat whose other actions --turning-points plays; seat 1 moves first [default: the loser's]
    #[arg(long, value_name = "SEAT", value_parser = whole(1..=SEAT_MAX), requires = "turning_points")]
    seat: Option<u8>,
    /// The most games that --turning-points plays; the last turns come first
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(0_u64..), requires = "turning_points")]
    games_max: u64,
    #[command(flatten)]
    options: RunOptions,
}

/// A game to be shown, and what was published of it.
type RecordedGame = (ShownGame, ComparedRecord);

/// The record that the game is compared with.
enum ComparedRecord {
    /// The transcript's hash in `games.csv`.
    Transcript(String),
    /// A saved game.
    Saved(Box<SavedGame>),
}

pub(crate) fn replay(command: &ReplayGame) -> Result<ExitCode, Error> {
    let is_drawn = command.svg.is_some() || command.gif.is_some();
    let is_text = command.print || command.json || command.turning_points || is_drawn;
    let is_full_screen = io::stdout().is_terminal() && !is_text;
    if is_full_screen && command.from.is_dir() {
        return browse::browse(command);
    }
    let (game, recorded) = find(command)?;
    // A reader of plain text needs no board but the last.
    let is_shown = is_drawn || is_full_screen || command.turning_points;
    let trouble = |error: io::Error| Error::Machine(file::no_temporary(&file::unwritten(&error)));
    let mut json = command.json.then(JsonMoves::new).transpose().map_err(trouble)?;
    let mut tell = |turn: &Turn| json.iter_mut().for_each(|json| json.add(turn));
    let kept = match (is_shown, command.json) {
        (true, _) => KeptTurns::All,
        (_, true) => KeptTurns::Told(&mut tell),
        _ => KeptTurns::Last,
    };
    let replay = recorded.replay(&game, kept).map_err(|(turn, why)| {
        Mistake::in_file(&command.from, format!("by_hand: the action of turn {turn} cannot be read: {why}"))
    })?;
    let difference = recorded.difference(&replay);
    if command.turning_points {
        turning_points(command, &game, &replay)?;
    } else if is_drawn {
        pictures::write(command, &game, &replay)?;
    } else if let Some(json) = json {
        let ShownGame { loaded_bots, line, names, .. } = &game;
        print_from(&mut json.with(&replay, loaded_bots, line, names).map_err(trouble)?);
    } else if !is_full_screen {
        for row in printed::game(&game, &replay, look()) {
            print_row(&row);
        }
        print(&format!("{}\n", recorded.words(&replay, difference.as_deref())));
    } else {
        if let Some(difference) = &difference {
            eprint(&format!("warning: not the same: {difference}"));
        }
        let mut viewer = Viewer::new(game, replay, look());
        while !matches!(FullScreen::enter()?.show(&mut viewer)?, Wish::Leave | Wish::Quit) {}
    }
    let Some(difference) = difference else { return Ok(ExitCode::SUCCESS) };
    eprint(&format!("not the same: {difference}"));
    Ok(ExitCode::FAILURE)
}

/// Looks for turning points, and prints them.
fn turning_points(command: &ReplayGame, shown: &ShownGame, replay: &Replay) -> Result<(), Error> {
    let ShownGame { loaded_bots, line, names, .. } = shown;
    let mistake = |text: &str| Error::from(Mistake::in_file(&command.from, text));
    let verdict =
        replay.verdict.as_ref().ok_or_else(|| mistake("the game is not over, so it has no turning point"))?;
    if line.seats.iter().any(|seat| seat.bot.is_none() || seat.holders.at(u32::MAX) == Holder::Person) {
        let text = "a person plays in this game, and only bots can play it on; turning points need bots at all seats";
        return Err(mistake(text));
    }
    let seats = (0..).map(Seat).take(names.len());
    let loser = || seats.clone().find(|seat| names.len() == 2 && Fate::of(verdict, *seat) == Fate::Lost);
    let asked_for = command.seat.map(|number| Seat(number - 1));
    if asked_for.is_some_and(|seat| seat.index() >= names.len()) {
        return Err(mistake(&format!("--seat: the game has seats 1 to {}", names.len())));
    }
    let seat = asked_for.or_else(loser).ok_or_else(|| {
        mistake("no seat alone has lost this game; name the one that you mean with --seat, as in --seat 1")
    })?;
    let search = Search { seat, games_max: command.games_max, jobs: command.options.options()?.jobs() };
    let points = game::turning_points(loaded_bots, line, search, &command.options.reporter())?;
    let others: Vec<String> = seats.filter(|other| *other != seat).map(|other| shown.name(other)).collect();
    for row in points::rows(&points, &shown.name(seat), &words::and(&others)) {
        print_row(&row);
    }
    Ok(())
}

fn print_row(row: &judge_terminal::ink::InkRow) {
    use std::io::Write;
    // A reader that went away is no error.
    let _ = writeln!(anstream::stdout(), "{}", row.ansi().trim_end());
}

fn find(command: &ReplayGame) -> Result<RecordedGame, Error> {
    let from = &command.from;
    let mistake = |text: &str| Error::from(Mistake::in_file(from, text));
    match (from.is_dir(), command.number) {
        (true, _) if command.game.is_some() => {
            Err(mistake("it is a folder, whose manifest.toml has the game; leave --game out"))
        }
        (true, Some(number)) => in_folder(command, number, &command.options.reporter()),
        (true, None) => Err(mistake(
            "it is a folder; name a game of it too, by its number in games.csv, as in: judge replay results/october 12",
        )),
        (false, _) => saved(command, from),
    }
}

fn in_folder(command: &ReplayGame, number: usize, observer: &dyn Observer) -> Result<RecordedGame, Error> {
    let folder = &*command.from;
    let (options, tournament) = (&command.options.options()?, command.tournament.as_deref());
    let from = ResultsFolder { folder, tournament, options, observer };
    let Recorded { loaded_bots, line, opening_name, row } = from.game(number)?;
    let GameRow { match_name, seats, transcript_sha256, .. } = row;
    let of_match = if match_name.is_empty() { "" } else { ", " };
    let opening = if opening_name.is_empty() { "" } else { ", opening " };
    let folder = sanitize_path(folder);
    let game = line.rules.game();
    let title = format!("{game}, game {number} of {folder}{of_match}{match_name}{opening}{opening_name}");
    let game = ShownGame { loaded_bots, line, title, names: seats.0 };
    Ok((game, ComparedRecord::Transcript(transcript_sha256)))
}

fn saved(command: &ReplayGame, file: &Path) -> Result<RecordedGame, Error> {
    let game = command.game.as_deref().map(which_game::find).transpose()?;
    let (saved, loaded_bots, line) =
        game::load(file, game.as_ref(), command.number, &command.options.options()?)?;
    let name = |(number, seat): (usize, &judge_play::SeatLine)| {
        let person = || saved.names.get(number).and_then(Clone::clone);
        let person = || person().unwrap_or_else(|| "person".to_owned());
        seat.bot.map_or_else(person, |bot| loaded_bots.bots()[bot].name.to_string())
    };
    let names = line.seats.iter().enumerate().map(name).collect();
    let number = command.number.map(|number| format!("game {number} of ")).unwrap_or_default();
    let ended = match saved.imported.as_deref() {
        None | Some("") => String::new(),
        Some(ended) => format!(", {}", sanitize(ended)),
    };
    let title = format!("{}, {number}{}{ended}", line.rules.game(), sanitize_path(file));
    let game = ShownGame { loaded_bots, line, title, names };
    Ok((game, ComparedRecord::Saved(Box::new(saved))))
}

impl ComparedRecord {
    /// Plays the game again, as far as it was played then.
    fn replay(&self, game: &ShownGame, kept: KeptTurns<'_>) -> Result<Replay, (u32, String)> {
        let ShownGame { loaded_bots, line, .. } = game;
        match self {
            Self::Saved(saved) => saved.replay(loaded_bots, line, kept),
            Self::Transcript(_) => Replay::play_moves(loaded_bots, line, usize::MAX, kept),
        }
    }

    /// The difference of the game as it was played now.
    fn difference(&self, replay: &Replay) -> Option<String> {
        let difference = match self {
            Self::Saved(saved) => saved.difference(replay).or_else(|| saved.other_version()),
            Self::Transcript(then) => {
                let now = replay.transcript().unwrap_or_default();
                let text = || format!("the transcript's SHA-256 is {then} in games.csv, and {now} now");
                (*then != now).then(text)
            }
        };
        // Text of a stranger's file may be part of it.
        difference.map(|difference| cut(&sanitize(&difference), DIFFERENCE_CHARACTERS_MAX))
    }

    /// The result of the comparison, in words.
    fn words(&self, replay: &Replay, difference: Option<&str>) -> String {
        let Some(hash) = replay.transcript() else {
            let moves = match self {
                Self::Saved(saved) if saved.imported.is_some() => "",
                _ if difference.is_none() => " when it was saved; its moves are as they were saved",
                _ => " when it was saved",
            };
            return format!("no transcript: the game was not over{moves}");
        };
        let as_it = match self {
            _ if difference.is_some() => "",
            Self::Transcript(_) => ", as in games.csv",
            Self::Saved(saved) if saved.imported.is_some() => "",
            Self::Saved(saved) if saved.is_over() => ", as it was saved",
            Self::Saved(_) => ", which was not saved: the game was not over then",
        };
        format!("transcript {hash}{as_it}")
    }
}
