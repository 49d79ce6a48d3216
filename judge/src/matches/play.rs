//! `judge play`: people and bots play a game in the terminal.

mod screen;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use judge_bots::Waits;
use judge_core::bot_word::examples;
use judge_core::error::{Error, Mistake};
use judge_core::game::{self, LoadedBots, SavedGame, commands, file_of, limits_for};
use judge_core::host::{CacheUse, Options};
use judge_core::phases::points_against;
use judge_core::tournament::{players, seats_key, seats_setting};
use judge_play::text::{display_name, shell_word};
use judge_play::{GameInfo, Line, Rules, SeatLine, Seed, Seeds, VoidCause};
use judge_terminal::terminal_game::TerminalGame;
use screen::Screen;

use crate::shared::game_args::setting;
use crate::shared::number::whole;
use crate::shared::options::{own_options, seed_or_random};
use crate::shared::output::{eprint, has_lost_its_reader, print};
use crate::shared::progress::Reporter;
use crate::shared::which_game::{self, GameOrFile, games_of_bot};

/// The word for a person's seat.
const HUMAN: &str = "human";
/// The prefix of a person's name.
const NAMED: &str = "human:";
/// The most players for whom Stones has a drawn layout.
const LAYOUTS_FOR: usize = 4;
/// Squares of the edge of a board of 8 × 8, on which five to eight players of Stones begin.
const EDGE: usize = 28;
/// The longest pause after a bot's action, in seconds.
const DELAY_MAX: f64 = 60.0;

/// Play a game in the terminal: people, bots or both
///
/// A seat is human, human:NAME, the path of a .wasm file, the name of an example bot, or a command of this machine that
/// reads and writes lines, as "python3 sailor.py". If you name none, you play against an example bot.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Play {
    /// The game, a .wasm file that is one, or a command in quotes that runs one; without it, the game that the first bot's
    /// file is for
    #[arg(value_parser = GameOrFile, required_unless_present = "load")]
    game: Option<String>,
    /// Who plays, seat 1 first: human, human:NAME, the name of an example bot, a .wasm file, or a command in quotes
    #[arg(value_name = "SEAT")]
    seats: Vec<String>,
    /// A parameter of the game, as in [rules] of a tournament's file, such as size=6
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Seed of all random numbers [default: a new one each time, which is printed]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// Random legal actions that the game begins with
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=40_u32))]
    opening: u32,
    /// Games to play one after another; everybody moves up a seat after each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=1000_u32))]
    games: u32,
    /// Seconds to wait after each action of a bot [default: 0.4 on a terminal where only bots play, else 0]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    delay: Option<Duration>,
    /// Show what the bots write to their logs, even if it gives away what they hide
    #[arg(long)]
    log: bool,
    /// Play in a browser of this machine instead of the terminal; Ctrl-C ends it
    #[arg(long, conflicts_with_all = ["games", "delay", "log"])]
    browser: bool,
    /// Continue a saved game, a game in GGF, or a list of actions; for a list, or if the game is a file, name the game as
    /// well
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seats", "set", "seed", "opening", "games"])]
    load: Option<PathBuf>,
}

pub(crate) fn play(command: &Play) -> Result<ExitCode, Error> {
    let options = own_options(Some(1), CacheUse::Keep)?;
    let seed = seed_or_random(command.seed)?;
    if let Some(file) = &command.load {
        let (saved, loaded_bots, mut line) = load(file, command.game.as_deref(), &options)?;
        let moves = saved.moves.len();
        if command.browser {
            if !saved.is_over() {
                // There nobody is asked whether a bot that has a person's seat plays on.
                let now = u32::try_from(moves).expect("a match is shorter");
                for seat in line.persons(now) {
                    line.give_to_person(seat, now);
                }
            }
            return in_browser(&loaded_bots, &line);
        }
        let mut screen = Screen::new(command.delay);
        let of_file = saved.imported.is_none().then(|| file.display().to_string());
        TerminalGame::new(&mut screen, loaded_bots, line, moves, command.log, seed)
            .with_names(saved.names)
            .saved_in(of_file)
            .play()?;
        return Ok(ExitCode::SUCCESS);
    }
    let series = Series::new(command, seed, &options)?;
    if command.browser {
        return in_browser(&series.loaded_bots, &series.line(0));
    }
    let mut screen = Screen::new(command.delay);
    series.play(&mut screen)
}

/// A person at the first seat, and an example bot of middling strength at all others. It is said how to name others.
fn against_an_example(rules: &Rules) -> Vec<String> {
    let examples: Vec<&str> = examples::opponents(rules.own_game()).map(|example| example.name).collect();
    let middle = examples[examples.len() / 2];
    let seats: Vec<String> =
        [HUMAN].into_iter().chain(std::iter::repeat(middle)).take(rules.seats()).map(str::to_owned).collect();
    let (game, words, others) = (rules.game(), seats.join(" "), examples.join(", "));
    print(&format!(
        "you play against {middle}, as with judge play {game} {words}\nother players: human, {others} or a .wasm file\n"
    ));
    seats
}

/// The game, and who sits where. A bot's file may stand first, if it says for which game it is.
fn game_and_seats(command: &Play) -> Result<(String, Vec<String>), Error> {
    let first = command.game.clone().unwrap_or_default();
    let games = games_of_bot(&first);
    let Some(game) = games.first() else { return Ok((first, command.seats.clone())) };
    let seats = [std::slice::from_ref(&first), command.seats.as_slice()].concat();
    let is_own = GameInfo::named(game).is_some();
    if is_own && games.len() == 1 {
        return Ok((game.clone(), seats));
    }
    let file = if is_own { game.clone() } else { format!("{game}.wasm") };
    let words: Vec<String> = [&file].into_iter().chain(&seats).map(shell_word).collect();
    let (games, words) = (games.join(" and "), words.join(" "));
    let text = format!(
        "this is a bot for {games}, and no game; name the game here, and the bot after it: judge play {words}"
    );
    Err(Mistake::in_file(&first, text).into())
}

/// The same error, and before it that the game is missing if its word may be that of a bot.
fn no_game(game: &str, seats: &[String], error: Error) -> Error {
    match error {
        Error::Mistakes(mut mistakes) if which_game::says_nothing(game) => {
            let words: Vec<String> =
                std::iter::once(game).chain(seats.iter().map(String::as_str)).map(shell_word).collect();
            let text = format!(
                "if this is a bot, the game is missing; name it first, as in judge play othello {}",
                words.join(" ")
            );
            mistakes.insert(0, Mistake::in_file(game, text));
            Error::Mistakes(mistakes)
        }
        error => error,
    }
}

/// Serves the game to a browser of this machine until Ctrl-C.
fn in_browser(loaded_bots: &LoadedBots, line: &Line) -> Result<ExitCode, Error> {
    judge_serve::browser::serve(loaded_bots, line, |address| {
        print(&format!("{}, --seed {}\n", line.rules.game(), line.seeds.round));
        print(&format!("open {address} in a browser of this machine; Ctrl-C ends the game\n"));
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Reads a pause.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=DELAY_MAX).contains(seconds));
    let wrong = || format!("write a number of seconds from 0 to {DELAY_MAX}");
    seconds.map(Duration::from_secs_f64).ok_or_else(wrong)
}

/// A saved game, its bots and its line, if it still has the same result.
fn load(file: &Path, named: Option<&str>, options: &Options) -> Result<(SavedGame, LoadedBots, Line), Error> {
    let (saved, mut loaded_bots, line) =
        game::load(file, named.map(which_game::find).transpose()?.as_ref(), None, options)?;
    saved.check(file, &loaded_bots, &line)?;
    loaded_bots.warn(&Reporter::default());
    Ok((saved, loaded_bots, line))
}

/// Games one after another between the same players.
struct Series<'a> {
    command: &'a Play,
    loaded_bots: LoadedBots,
    /// Each player: a bot, or a person.
    players: Vec<Option<usize>>,
    /// The names of the persons among them, if given.
    names: Vec<Option<String>>,
    seed: Seed,
}

impl<'a> Series<'a> {
    fn new(command: &'a Play, seed: Seed, options: &Options) -> Result<Self, Error> {
        let commands = commands(command.seats.iter().map(String::as_str));
        let (game, seats) = game_and_seats(command)?;
        let rules = rules(&game, &command.set, seats.len()).map_err(|error| no_game(&game, &seats, error))?;
        let seats = if seats.is_empty() { against_an_example(&rules) } else { seats };
        let limits = limits_for(&rules, seats.iter().filter_map(|word| file_of(word)));
        let loaded_bots = LoadedBots::new(rules, limits, options)?.telling(eprint);
        let waits = Waits { is_interrupted: has_lost_its_reader, ..Waits::patient(eprint) };
        let mut loaded_bots = loaded_bots.starting(commands, waits);
        let names = seats.iter().map(|word| person(word)).collect::<Result<Vec<_>, Error>>()?;
        let seat = |(word, name): (&String, &Option<String>)| {
            if name.is_some() { Ok(None) } else { loaded_bots.add_player(word, HUMAN) }
        };
        let players = seats.iter().zip(&names).map(seat).collect::<Result<Vec<_>, Error>>()?;
        loaded_bots.warn(&Reporter::default());
        Ok(Self { command, loaded_bots, players, names, seed })
    }

    /// Plays all games, or until the people leave.
    fn play(mut self, screen: &mut Screen) -> Result<ExitCode, Error> {
        let (mut points, games) = (vec![0; self.players.len()], self.command.games);
        for number in 0..games {
            let line = self.line(number);
            let which = if games > 1 { format!("game {} of {games}: ", number + 1) } else { String::new() };
            print(&format!("{which}{}, --seed {}\n", line.rules.game(), self.seed));
            let seats = 0..self.players.len();
            let names = seats.map(|seat| self.names[self.player(seat, number)].clone()).collect();
            let (random, shows_logs) = (self.seed.derive(&["screen"]), self.command.log);
            let shown = TerminalGame::new(screen, self.loaded_bots, line, 0, shows_logs, random);
            let (finished, loaded_bots) = shown.with_names(names).play()?;
            self.loaded_bots = loaded_bots;
            let Some(finished) = finished else { return Ok(ExitCode::SUCCESS) };
            if let Some(broken) = finished.record.void().filter(|void| void.cause == VoidCause::Game) {
                return Err(Error::void(broken.cause, &broken.detail));
            }
            let Some(ranks) = finished.record.verdict.ranks() else { continue };
            for (seat, rank) in ranks.iter().enumerate() {
                let others = ranks.iter().enumerate().filter(|(other, _)| *other != seat);
                points[self.player(seat, number)] +=
                    others.map(|(_, other)| points_against(*rank, Some(*other))).sum::<u64>();
            }
            if games > 1 {
                print(&format!("{}\n", self.score(number + 1, &points)));
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The player at a seat in a game: everybody moves up a seat after each.
    fn player(&self, seat: usize, number: u32) -> usize {
        (seat + number as usize) % self.players.len()
    }

    fn line(&self, number: u32) -> Line {
        let seats = u32::try_from(self.players.len()).expect("a table has at most eight seats");
        let (round, order) = (number / seats, (number % seats) as usize);
        let round = if round == 0 { self.seed } else { self.seed.derive(&["play", &round.to_string()]) };
        let seat =
            |seat| self.players[self.player(seat, number)].map_or_else(SeatLine::person, SeatLine::bot);
        let seats = (0..self.players.len()).map(seat).collect();
        let line = Line::new(self.loaded_bots.rules().clone(), round, seats);
        Line { seeds: Seeds { round, order }, opening_plies: self.command.opening, ..line }
    }

    fn score(&self, played: u32, points: &[u64]) -> String {
        let name = |(number, player): (usize, &Option<usize>)| {
            let person = || self.names[number].clone().unwrap_or_else(|| HUMAN.to_owned());
            let name = player.map_or_else(person, |bot| self.loaded_bots.bots()[bot].name.to_string());
            format!("{name} {}", points[number])
        };
        let scores: Vec<String> = self.players.iter().enumerate().map(name).collect();
        let games = judge_play::text::count(played.into(), "game");
        format!("points after {games}: {}", scores.join(", "))
    }
}

/// The name of a person at a seat, if the word for the seat gives one.
fn person(word: &str) -> Result<Option<String>, Error> {
    let Some(name) = word.strip_prefix(NAMED) else { return Ok(None) };
    if name.is_empty() || display_name(name) != name {
        let text = "write a name that can be shown, as in human:Anna";
        return Err(Mistake::in_file(word, text).into());
    }
    Ok(Some(name.to_owned()))
}

/// A drawn board for players who have no layout of their own: three stones each in a row along the edge, everybody as
/// far from the next as all others.
fn around_the_edge(players: usize) -> String {
    let mut board = vec![vec!['.'; 8]; 8];
    for player in 0..players {
        for stone in 0..3 {
            let (x, y) = match (EDGE * player / players + stone) % EDGE {
                at @ 0..7 => (at, 0),
                at @ 7..14 => (7, at - 7),
                at @ 14..21 => (21 - at, 7),
                at => (0, 28 - at),
            };
            board[y][x] = char::from_digit(u32::try_from(player).unwrap_or(0), 10).expect("it is a digit");
        }
    }
    board.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
}

/// The rules of the game with these settings, for so many seats; for none where examples can take them.
fn rules(game: &str, settings: &[String], seats: usize) -> Result<Rules, Error> {
    let mistake = |text: String| Error::from(Mistake::in_file("judge play", text));
    let game = which_game::find(game)?;
    let info = game.info();
    let settings = settings.iter().map(|word| setting(word).map(|(key, text)| (key, text.to_owned())));
    let mut settings: Vec<(&str, String)> = settings.collect::<Result<_, _>>()?;
    let has = |key: &&str| settings.iter().any(|(set, _)| set == key);
    let (is_set, has_board) = (has(&"seats"), ["layout", "columns", "rows", "stones"].iter().any(has));
    let has_layouts = info.keys.iter().any(|key| key.name == "layout");
    settings.extend(seats_setting(info, seats).filter(|_| !is_set));
    if has_layouts && !has_board && (LAYOUTS_FOR + 1..=info.seats_max.into()).contains(&seats) {
        settings.extend([("columns", "8".to_owned()), ("rows", "8".to_owned())]);
        settings.push(("layout", around_the_edge(seats)));
    }
    let pairs = settings.iter().map(|(key, value)| (*key, value.as_str()));
    let rules = game
        .rules(pairs)
        .map_err(|error| mistake(format!("--set: {error}; judge games lists the parameters")))?;
    if rules.seats() == seats || (seats == 0 && game.own_game().is_some()) {
        return Ok(rules);
    }
    let wanted = match seats_key(info) {
        Some(_) if !is_set => format!("is for {} players", players(info, rules.seats())),
        _ => format!("has {}", judge_play::text::count(rules.seats() as u64, "seat")),
    };
    Err(mistake(format!(
        "this game {wanted}, and you named {seats}; write human, an example bot, a .wasm file or a command in quotes for each"
    )))
}
