//! The actions and faults of a game: enough to play it again by the rules alone, without the bots. And its scenes, for a
//! page where the rules do not run either.

use std::collections::BTreeMap;
use std::path::Path;

use judge_bots::start;
use judge_play::page_game::PageGame;
use judge_play::scenes::Viewpoint;
use judge_play::{AnyMatch, By, Event, FaultKind, Line, Seeds};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use super::recorded::{Row, played, runner};
use crate::error::{Error, Mistake};
use crate::host::{Options, thread_pool};
use crate::play::{Observer, Runner};

/// The most bytes of the scenes of one game: a browser holds them all.
const SCENES_BYTES_MAX: usize = 32 << 20;

/// The actions and faults of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recording {
    /// All actions in order, those of the opening and forced ones included, in the game's notation.
    pub moves: Vec<String>,
    /// Faults, in order.
    pub faults: Vec<RecordedFault>,
}

/// A fault, and where in the game it was committed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordedFault {
    /// The seat that committed it.
    pub seat: u8,
    /// Its kind.
    pub kind: FaultKind,
    /// The function that was called.
    pub function: String,
    /// The number of news that the player had got, with the one from which it did not come back.
    pub told: usize,
    /// The bot's reply or failure, in words.
    pub detail: String,
    /// The turns on which the player had answered before.
    pub answered: Vec<u32>,
}

/// Records a match while it is played.
#[derive(Debug)]
pub struct Recorder {
    recording: Recording,
    told: Vec<usize>,
    answered: Vec<Vec<u32>>,
}

impl Recorder {
    /// Nothing yet, of a match of so many seats.
    #[must_use]
    pub fn new(seats: usize) -> Self {
        let recording = Recording { moves: Vec::new(), faults: Vec::new() };
        Self { recording, told: vec![0; seats], answered: vec![Vec::new(); seats] }
    }

    /// Takes an event of the match; it needs each of them, in order.
    pub fn hear(&mut self, event: &Event) {
        match event {
            Event::Moved(it) => {
                if it.by == By::Player {
                    self.answered[it.seat.index()].push(it.turn);
                }
                self.recording.moves.push(it.action.clone());
            }
            Event::Told { seats, .. } => seats.iter().for_each(|&seat| self.told[usize::from(seat)] += 1),
            Event::Fault(fault) => self.recording.faults.push(RecordedFault {
                seat: fault.seat.0,
                kind: fault.kind,
                function: fault.function.to_string(),
                told: self.told[fault.seat.index()],
                detail: fault.detail.clone(),
                answered: self.answered[fault.seat.index()].clone(),
            }),
            Event::Over(_) | Event::Began | Event::Asked { .. } | Event::Waiting { .. } => {}
        }
    }

    /// The finished recording.
    #[must_use]
    pub fn finish(self) -> Recording {
        self.recording
    }
}

impl Recording {
    /// Plays a match on to its end, or to the first turn for which a person is missing, and keeps what is done.
    #[must_use]
    pub fn of(game: &mut dyn AnyMatch, seats: usize) -> Self {
        let mut recorder = Recorder::new(seats);
        loop {
            let event = game.step();
            recorder.hear(&event);
            if matches!(event, Event::Over(_) | Event::Waiting { .. }) {
                return recorder.finish();
            }
        }
    }
}

/// Plays games of a results folder again, and keeps what is done in them. `tournament` is the tournament's file if it
/// is not where it was when the results were written.
///
/// # Errors
/// If the tournament or a bot is missing or has changed, or if a game gives another transcript.
pub fn recordings(
    folder: &Path,
    tournament: Option<&Path>,
    games: &[Row],
    options: &Options,
    observer: &dyn Observer,
) -> Result<Vec<Recording>, Error> {
    let runner = runner(folder, tournament, |all, _| Ok(all), options, observer)?;
    let threads = thread_pool(options.jobs())?;
    observer.begin(games.len() as u64);
    let play = |row: &Row| {
        let recording = record(row, &runner);
        observer.advance();
        recording.map_err(|text| Error::from(Mistake::in_file(&folder.join("games.csv"), text)))
    };
    let recordings = threads.install(|| games.par_iter().map(play).collect());
    observer.finish();
    recordings
}

/// Plays one game again, and keeps its actions and faults.
fn record(row: &Row, runner: &Runner) -> Result<Recording, String> {
    play_again(row, runner, |game| Recording::of(game, row.seats.len()))
}

/// Plays one game again: `play` steps it to its end.
pub(super) fn play_again<T>(
    row: &Row,
    runner: &Runner,
    play: impl FnOnce(&mut dyn AnyMatch) -> T,
) -> Result<T, String> {
    let line = line(row, runner)?;
    let mut game = start(&line, &runner.sandbox, &runner.bots).expect("no action is set by hand");
    let played = play(&mut *game);
    same_transcript(row, &hex::encode(game.finish().record.transcript_sha256))?;
    Ok(played)
}

/// How a game is played again.
fn line(row: &Row, runner: &Runner) -> Result<Line, String> {
    let bot = |name: &String| runner.bots.iter().position(|bot| bot.name.as_str() == name);
    let seats: Option<Vec<usize>> = row.seats.iter().map(bot).collect();
    let seats = seats.filter(|seats| seats.len() == runner.tournament.rules.seats());
    let seats = seats.ok_or_else(|| {
        format!("game {}: a bot of this game is no longer in the tournament's file", row.number)
    })?;
    Ok(runner.tournament.line(row.round, Seeds { round: row.seed, order: row.order }, seats))
}

fn same_transcript(row: &Row, now: &str) -> Result<(), String> {
    if now == row.transcript_sha256 {
        return Ok(());
    }
    Err(format!(
        "game {} has another transcript when it is played again; play the tournament again with this judge",
        row.number
    ))
}

/// Plays the games with these numbers again, and keeps all that a spectator sees, by the game's number: a list of events with
/// their scenes, as JSON, which `pack` makes smaller at once. A game whose scenes are too many bytes is left out.
///
/// # Errors
/// As [`recordings`].
pub fn scenes(
    folder: &Path,
    tournament: Option<&Path>,
    numbers: &[usize],
    pack: fn(&[u8]) -> String,
    options: &Options,
    observer: &dyn Observer,
) -> Result<BTreeMap<usize, String>, Error> {
    let runner = runner(folder, tournament, |all, _| Ok(all), options, observer)?;
    let rows = played(folder, |number| numbers.contains(&number))?;
    let threads = thread_pool(options.jobs())?;
    observer.begin(rows.len() as u64);
    let play = |row: &Row| {
        let scenes = scenes_of(row, &runner);
        observer.advance();
        let scenes = scenes.map_err(|text| Error::from(Mistake::in_file(&folder.join("games.csv"), text)));
        scenes.map(|scenes| scenes.map(|scenes| (row.number, pack(scenes.as_bytes())))).transpose()
    };
    let scenes = threads.install(|| rows.par_iter().filter_map(play).collect());
    observer.finish();
    scenes
}

/// What a spectator sees of one game, but for what bots log, which is theirs; `None` if it is too much.
fn scenes_of(row: &Row, runner: &Runner) -> Result<Option<String>, String> {
    let start = |line: &Line, _: &_| {
        start(line, &runner.sandbox, &runner.bots)
            .map_err(|(turn, problem)| format!("turn {turn}: {problem}"))
    };
    let limits = runner.tournament.limits.clone();
    let mut page_game = PageGame::begin(line(row, runner)?, limits, Box::new(start))?;
    let mut text = String::from("[");
    loop {
        let mut event = page_game.step(Viewpoint::Everything)?;
        let over = event["end"]["record"]["transcript_sha256"].as_str().map(str::to_owned);
        without_choices(&mut event);
        text += &event.to_string();
        match over {
            Some(now) => {
                same_transcript(row, &now)?;
                return Ok(Some(text + "]"));
            }
            None if text.len() > SCENES_BYTES_MAX => return Ok(None),
            None => text.push(','),
        }
    }
}

/// Takes out of an event what only who plays needs, and what bots log.
fn without_choices(event: &mut Value) {
    let mut remove = |pointer: &str, keys: &[&str]| {
        if let Some(object) = event.pointer_mut(pointer).and_then(Value::as_object_mut) {
            object.retain(|key, _| !keys.contains(&key.as_str()));
        }
    };
    remove("", &["line"]);
    remove("/end", &["transcript", "fuel_by_turn", "ggf"]);
    if let Some(scene) = event.get_mut("scene") {
        (scene["choices"], scene["placing"]) = (Value::Array(Vec::new()), Value::Null);
    }
    let faults = event.pointer_mut("/end/record/faults").and_then(Value::as_array_mut);
    faults.into_iter().flatten().for_each(without_log);
    without_log(event);
}

fn without_log(event: &mut Value) {
    if let Some(log) = event.get_mut("log") {
        *log = Value::Array(Vec::new());
    }
}
