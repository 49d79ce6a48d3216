//! A game as what was done in it: enough to play it again by the rules alone, without the bots.

use std::path::Path;

use judge_play::{AnyMatch, By, Event, FaultKind, Line, Record, SeatLine, Seed, Seeds};
use rayon::prelude::*;
use serde::Serialize;

use super::recorded::{same_bots, tournament_file, warn_of_versions};
use crate::error::{Error, Mistake};
use crate::results::Manifest;
use crate::run::{Observer, Options, Runner, start};
use crate::tournament::Tournament;

/// What was done in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// All actions in order, those of the opening and forced ones included, in the game's notation.
    pub moves: Vec<String>,
    /// Faults, in order.
    pub faults: Vec<RecordedFault>,
}

/// A fault, and where in the game it was committed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordedFault {
    /// Whose it was.
    pub seat: u8,
    /// Its kind.
    pub kind: FaultKind,
    /// The function that was called.
    pub function: String,
    /// Events that the player had been told, with the one from which it did not come back.
    pub told: usize,
    /// What came back, in words.
    pub detail: String,
    /// The turns on which the player had answered before.
    pub answered: Vec<u32>,
}

/// A game of a results folder, as its row of `games.csv` has it.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its number.
    pub number: usize,
    /// Who sat where.
    pub seats: Vec<String>,
    /// Its round's seed.
    pub seed: Seed,
    /// Which of the round's seat orders it was.
    pub order: usize,
    /// SHA-256 of its transcript in hexadecimal digits.
    pub transcript_sha256: String,
}

impl Recording {
    /// Plays a match of bots to its end, and keeps what is done.
    #[must_use]
    pub fn of(mut game: Box<dyn AnyMatch + '_>, seats: usize) -> (Self, Record) {
        let (mut moves, mut faults) = (Vec::new(), Vec::new());
        let (mut told, mut answered) = (vec![0; seats], vec![Vec::new(); seats]);
        loop {
            match game.step() {
                Event::Moved(it) => {
                    if it.by == By::Player {
                        answered[it.seat.index()].push(it.turn);
                    }
                    moves.push(it.action);
                }
                Event::Told { seats, .. } => seats.iter().for_each(|&seat| told[usize::from(seat)] += 1),
                Event::Fault(fault) => faults.push(RecordedFault {
                    seat: fault.seat.0,
                    kind: fault.kind,
                    function: fault.function.into_owned(),
                    told: told[fault.seat.index()],
                    detail: fault.detail,
                    answered: answered[fault.seat.index()].clone(),
                }),
                Event::Over(_) => break,
                Event::Began | Event::Asked { .. } => {}
                Event::Waiting { .. } => unreachable!("no person takes part"),
            }
        }
        (Self { moves, faults }, game.finish().record)
    }
}

/// Plays games of a results folder again, and keeps what is done in them. `tournament` is the tournament's file if it
/// is not where it was when the results were written.
///
/// # Errors
/// If the tournament or a bot is not there or has changed, or if a game comes to another transcript.
pub fn recordings(
    folder: &Path,
    tournament: Option<&Path>,
    games: &[Row],
    options: &Options,
    observer: &dyn Observer,
) -> Result<Vec<Recording>, Error> {
    let manifest_file = folder.join("manifest.toml");
    let text = super::recorded::read_text(&manifest_file)?;
    let manifest = Manifest::parse(&manifest_file, &text)?;
    let file = tournament_file(folder, tournament, &manifest, &manifest_file)?;
    warn_of_versions(&manifest, observer);
    let runner = Runner::new(Tournament::read(&file)?, options, observer)?;
    same_bots(&manifest, &runner)?;
    let threads = crate::run::thread_pool(options.jobs())?;
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

/// Plays one game again.
fn record(row: &Row, runner: &Runner) -> Result<Recording, String> {
    let bot = |name: &String| runner.bots.iter().position(|bot| bot.name.as_str() == name);
    let seats: Option<Vec<SeatLine>> = row.seats.iter().map(|name| bot(name).map(SeatLine::bot)).collect();
    let seats = seats.filter(|seats| seats.len() == runner.tournament.rules.seats());
    let seats = seats.ok_or_else(|| {
        format!("game {}: a bot of this game is no longer in the tournament's file", row.number)
    })?;
    let line = Line {
        seeds: Seeds { round: row.seed, order: row.order },
        opening_plies: runner.tournament.opening_plies,
        ..Line::new(runner.tournament.rules.clone(), row.seed, seats)
    };
    let game = start(&line, &runner.sandbox, &runner.bots).expect("no action is set by hand");
    let (recording, record) = Recording::of(game, row.seats.len());
    if hex::encode(record.transcript_sha256) == row.transcript_sha256 {
        return Ok(recording);
    }
    Err(format!(
        "game {} comes to another transcript now; play the tournament again with this judge",
        row.number
    ))
}
