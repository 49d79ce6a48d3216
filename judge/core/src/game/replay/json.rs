//! A game as JSON for other tools; `docs/replay.md` has the keys. Each move is written when it is played: a long game does
//! not fit into memory.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use judge_bots::GAMES_VERSION;
use judge_play::Line;
use judge_play::text::sanitize;
use serde::Serialize;

use super::{Replay, Turn};
use crate::game::LoadedBots;
use crate::object;
use crate::results::json::text;

/// The place of the moves in a game that has none. No text of the game is like that: in a text there is no line's end.
const NO_MOVES: &str = "\n  \"moves\": []";

/// The moves of a game as they are played, in a temporary file: what is written before them is known at the end only.
pub struct JsonMoves {
    file: BufWriter<File>,
    /// The text before the next one.
    between: &'static str,
    written: io::Result<()>,
}

impl JsonMoves {
    /// None so far.
    ///
    /// # Errors
    /// If there can be no temporary file.
    pub fn new() -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile::tempfile()?), between: "", written: Ok(()) })
    }

    /// Adds the next one.
    pub fn add(&mut self, turn: &Turn) {
        let text = text(&written(turn)).trim_end().replace('\n', "\n    ");
        if self.written.is_ok() {
            self.written = write!(self.file, "{}\n    {text}", self.between);
        }
        self.between = ",";
    }

    /// The whole game, of which these are the moves. `names` are those at the seats.
    ///
    /// # Errors
    /// If the temporary file could not be written.
    pub fn with(
        mut self,
        replay: &Replay,
        loaded_bots: &LoadedBots,
        line: &Line,
        names: &[String],
    ) -> io::Result<impl Read> {
        self.written?;
        if !self.between.is_empty() {
            self.file.write_all(b"\n  ")?;
        }
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let whole = whole(replay, (loaded_bots, line, names), &[]);
        let (before, behind) = whole.split_once(NO_MOVES).expect("it has no moves");
        let before = io::Cursor::new(format!("{before}{}", &NO_MOVES[..NO_MOVES.len() - 1]));
        let behind = io::Cursor::new(format!("]{behind}"));
        Ok(before.chain(BufReader::new(file)).chain(behind))
    }
}

/// The whole game with these moves.
pub(super) fn whole(
    replay: &Replay,
    (loaded_bots, line, names): (&LoadedBots, &Line, &[String]),
    moves: &[Turn],
) -> String {
    let seat = |(seat, name): (usize, &String)| {
        object! {
            seat,
            name: name.clone(),
            sha256: line.seats[seat].bot.map(|bot| hex::encode(loaded_bots.bots()[bot].sha256)),
            fuel: replay.record.as_ref().map(|record| record.fuel[seat]),
        }
    };
    text(&object! {
        format: "judge-replay-1",
        judge: GAMES_VERSION,
        engine: judge_sandbox::ENGINE_VERSION,
        #[serde(flatten)]
        terms: line.terms(loaded_bots.limits()),
        seed: line.seeds.round.to_string(),
        order: line.seeds.order,
        seats: names.iter().enumerate().map(seat).collect::<Vec<_>>(),
        moves: moves.iter().map(written).collect::<Vec<_>>(),
        faults: &replay.faults,
        verdict: replay.verdict.as_ref(),
        transcript_sha256: replay.transcript(),
    })
}

fn written(turn: &Turn) -> impl Serialize + '_ {
    let Turn { moved, asked, scene, marks } = turn;
    object! {
        turn: moved.turn,
        seat: moved.seat.0,
        by: moved.by,
        action: &moved.action,
        function: asked.as_ref().map(|(function, _)| *function),
        question: asked.as_ref().map(|(_, question)| question),
        fuel: moved.usage.fuel,
        memory_bytes: moved.usage.memory_bytes,
        log: moved.log.iter().map(|line| sanitize(line)).collect::<Vec<_>>(),
        marks: marks.iter().map(ToString::to_string).collect::<Vec<_>>(),
        scores: &scene.scores,
    }
}
