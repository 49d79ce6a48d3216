//! The actions and faults of a game: enough to play it again by the rules alone, without the bots. And its scenes, for a
//! page where the rules do not run either.

use std::collections::{BTreeMap, BTreeSet};

use judge_bots::start;
use judge_play::page_game::{NotDone, PageGame};
use judge_play::scenes::Viewpoint;
use judge_play::{AnyMatch, By, Event, FaultKind, Line};
use judge_sandbox::Limits;
use serde::Serialize;
use serde_json::Value;

use super::again::ResultsFolder;
use crate::error::Error;
use crate::play::Runner;

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

impl Recording {
    /// Plays a match on to its end, or to the first turn for which a person is missing, and keeps what is done.
    #[must_use]
    pub fn of(game: &mut dyn AnyMatch, seats: usize) -> Self {
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
                    function: fault.function.to_string(),
                    told: told[fault.seat.index()],
                    detail: fault.detail,
                    answered: answered[fault.seat.index()].clone(),
                }),
                Event::Over(_) | Event::Waiting { .. } => return Self { moves, faults },
                Event::Began | Event::Asked { .. } => {}
            }
        }
    }
}

impl ResultsFolder<'_> {
    /// Plays the games with these numbers again, and keeps what is done in them, by number.
    ///
    /// # Errors
    /// If the tournament or a bot is missing or has changed, or if a game gives another transcript.
    pub fn recordings(self, games: &BTreeSet<usize>) -> Result<BTreeMap<usize, Recording>, Error> {
        let again = self.again(|number| games.contains(&number))?;
        again.all(|row| again.play(row, |game| Recording::of(game, row.seats.0.len())).map(Some))
    }

    /// The same with all that a spectator sees: a list of events with their scenes, as JSON, which `pack` makes smaller
    /// at once. A game whose scenes are too many bytes is left out.
    ///
    /// # Errors
    /// As [`ResultsFolder::recordings`].
    pub fn scenes(
        self,
        games: &BTreeSet<usize>,
        pack: fn(&[u8]) -> String,
    ) -> Result<BTreeMap<usize, String>, Error> {
        let again = self.again(|number| games.contains(&number))?;
        let Runner { tournament, sandbox, bots, .. } = &again.runner;
        again.all(|row| {
            let start = |line: &Line| start(line, sandbox, bots);
            let seen = scenes_of(again.line(row)?, tournament.limits.clone(), start);
            let seen = seen.map_err(|why| again.mistake(why))?;
            let Some((scenes, now)) = seen else { return Ok(None) };
            again.same_transcript(row, &now)?;
            Ok(Some(pack(scenes.as_bytes())))
        })
    }
}

/// What a spectator sees of one game, as [`ResultsFolder::scenes`] has it, and the SHA-256 of its transcript; `None` if it is too much.
///
/// # Errors
/// If the match does not begin.
pub fn scenes_of<'a>(
    line: Line,
    limits: Limits,
    start: impl Fn(&Line) -> Result<Box<dyn AnyMatch + 'a>, (u32, String)> + 'a,
) -> Result<Option<(String, String)>, NotDone> {
    let start = move |line: &Line, _: &Limits| start(line).map_err(|(_, why)| why);
    let mut page_game = PageGame::begin(line, limits, Box::new(start))?;
    let mut text = String::from("[");
    while text.len() <= SCENES_BYTES_MAX {
        let mut event = page_game.step(Viewpoint::Everything)?;
        let over = event["end"]["record"]["transcript_sha256"].as_str().map(str::to_owned);
        trim(&mut event);
        text += &event.to_string();
        if let Some(transcript_sha256) = over {
            return Ok(Some((text + "]", transcript_sha256)));
        }
        text.push(',');
    }
    Ok(None)
}

/// Takes out of an event what only who plays needs, and what bots log, which is theirs.
fn trim(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                match key.as_str() {
                    "choices" | "log" => *value = Value::Array(Vec::new()),
                    "line" | "placing" | "transcript" | "fuel_by_turn" | "ggf" => *value = Value::Null,
                    _ => trim(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(trim),
        _ => {}
    }
}
