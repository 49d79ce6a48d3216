//! A whole game, played again and kept turn by turn: what was asked, done, spent and logged, and the position after it.

use std::collections::BTreeMap;

use judge_bots::GAMES_VERSION;
use judge_play::scenes::{Mark, Scene, Viewpoint};
use judge_play::text::sanitize;
use judge_play::{Event, Fault, GameTerms, Line, Moved, Record, Verdict};
use serde::Serialize;

use super::loaded_bots::LoadedBots;

/// A whole game.
pub struct Replay {
    /// The position before the first action.
    pub start: Scene,
    /// The actions.
    pub turns: Vec<Turn>,
    /// How it ended; `None` if a person is to move, or if it was played no further.
    pub verdict: Option<Verdict>,
    /// Faults, in order.
    pub faults: Vec<Fault>,
    /// What is kept of a game that is over.
    pub record: Option<Record>,
    /// All that each seat's bot wrote to its log, as far as it is kept.
    pub logs: Vec<String>,
}

/// An action, and what there was about it.
pub struct Turn {
    /// The action.
    pub moved: Moved,
    /// What was asked: the contract's function and what the seat was shown; nothing if nobody was asked.
    pub asked: Option<(&'static str, String)>,
    /// The position after it, as a spectator sees it, with what changed. Legal actions are left out.
    pub scene: Scene,
    /// What stands out.
    pub marks: Vec<Mark>,
}

/// Which positions of a game are kept. Those of a game of many turns with large boards fill the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// All of them.
    All,
    /// The last one, and of the others the scores alone.
    Last,
}

impl Replay {
    /// Plays a line to its end, or to the first turn for which a person is missing.
    ///
    /// # Errors
    /// The turn of an action by hand that cannot be read, and why.
    pub fn play(loaded_bots: &LoadedBots, line: &Line) -> Result<Self, (u32, String)> {
        Self::play_moves(loaded_bots, line, usize::MAX, Kept::All)
    }

    /// Plays a line as [`Replay::play`] does, but not beyond so many moves.
    ///
    /// # Errors
    /// The turn of an action by hand that cannot be read, and why.
    pub fn play_moves(
        loaded_bots: &LoadedBots,
        line: &Line,
        moves_max: usize,
        kept: Kept,
    ) -> Result<Self, (u32, String)> {
        let mut game = loaded_bots.start(line)?;
        let without_choices = |scene: Scene| Scene { choices: Vec::new(), placing: None, ..scene };
        let start = without_choices(game.scene(Viewpoint::Everything));
        let (mut turns, mut faults): (Vec<Turn>, Vec<Fault>) = (Vec::new(), Vec::new());
        let mut asked = None;
        let verdict = loop {
            match game.step() {
                // What the last move led to belongs to it; the next question does not.
                Event::Asked { .. } | Event::Moved(_) if turns.len() >= moves_max => break None,
                Event::Asked { function, question, .. } => asked = Some((function, question)),
                Event::Moved(moved) => {
                    let scene = without_choices(game.scene(Viewpoint::Everything));
                    let marks = game.marks(Viewpoint::Everything);
                    if let (Kept::Last, Some(before)) = (kept, turns.last_mut()) {
                        let Scene { boards, words, picture, .. } = &mut before.scene;
                        (*boards, *words, *picture) = (Vec::new(), None, None);
                    }
                    turns.push(Turn { moved, asked: asked.take(), scene, marks });
                }
                Event::Fault(fault) => faults.push(fault.sanitized()),
                Event::Waiting { .. } => break None,
                Event::Over(verdict) => break Some(verdict),
                Event::Began | Event::Told { .. } => {}
            }
        };
        let seats = (0..).map(judge_play::games::Seat).take(line.rules.seats());
        let logs = seats.map(|seat| game.log(seat)).collect();
        let record = verdict.is_some().then(|| game.finish().record);
        Ok(Self { start, turns, verdict, faults, record, logs })
    }

    /// The position after so many actions.
    #[must_use]
    pub fn scene(&self, turns: usize) -> &Scene {
        turns.checked_sub(1).and_then(|last| self.turns.get(last)).map_or(&self.start, |turn| &turn.scene)
    }

    /// The moves alone.
    #[must_use]
    pub fn moves(&self) -> Vec<Moved> {
        self.turns.iter().map(|turn| turn.moved.clone()).collect()
    }

    /// SHA-256 of the transcript, if the game is over.
    #[must_use]
    pub fn transcript_sha256(&self) -> Option<[u8; 32]> {
        self.record.as_ref().map(|record| record.transcript_sha256)
    }

    /// The same in hexadecimal digits.
    #[must_use]
    pub fn transcript(&self) -> Option<String> {
        self.transcript_sha256().map(hex::encode)
    }

    /// The game as JSON for other tools; `docs/replay.md` has the keys. `names` are those at the seats.
    #[must_use]
    pub fn to_json(&self, loaded_bots: &LoadedBots, line: &Line, names: &[String]) -> String {
        let json = serde_json::to_string_pretty(&self.written(loaded_bots, line, names));
        format!("{}\n", json.expect("a replay is plain data"))
    }

    fn written<'a>(&'a self, loaded_bots: &'a LoadedBots, line: &Line, names: &'a [String]) -> Written<'a> {
        let seat = |(seat, name): (usize, &'a String)| WrittenSeat {
            seat,
            name,
            sha256: line.seats[seat].bot.map(|bot| hex::encode(loaded_bots.bots()[bot].sha256)),
            fuel: self.record.as_ref().map(|record| record.fuel[seat]),
        };
        let GameTerms { game, game_sha256, rules, opening_plies, opening, limits } =
            line.terms(loaded_bots.limits());
        Written {
            format: "judge-replay-1",
            judge: GAMES_VERSION,
            engine: judge_sandbox::ENGINE_VERSION,
            game,
            game_sha256,
            rules,
            limits,
            seed: line.seeds.round.to_string(),
            order: line.seeds.order,
            opening_plies,
            opening,
            seats: names.iter().enumerate().map(seat).collect(),
            moves: self.turns.iter().map(WrittenMove::new).collect(),
            faults: &self.faults,
            verdict: self.verdict.as_ref(),
            transcript_sha256: self.transcript_sha256().map(hex::encode),
        }
    }
}

#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    judge: &'static str,
    engine: &'static str,
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    game_sha256: Option<String>,
    rules: BTreeMap<String, String>,
    limits: judge_sandbox::Limits,
    seed: String,
    order: usize,
    opening_plies: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    opening: Vec<String>,
    seats: Vec<WrittenSeat<'a>>,
    moves: Vec<WrittenMove<'a>>,
    faults: &'a [Fault],
    verdict: Option<&'a Verdict>,
    transcript_sha256: Option<String>,
}

#[derive(Serialize)]
struct WrittenSeat<'a> {
    seat: usize,
    name: &'a str,
    sha256: Option<String>,
    fuel: Option<u64>,
}

#[derive(Serialize)]
struct WrittenMove<'a> {
    turn: u32,
    seat: u8,
    by: judge_play::By,
    action: &'a str,
    function: Option<&'static str>,
    question: Option<&'a str>,
    fuel: u64,
    memory_bytes: u64,
    log: Vec<String>,
    marks: Vec<String>,
    scores: &'a [i32],
}

impl<'a> WrittenMove<'a> {
    fn new(turn: &'a Turn) -> Self {
        let Turn { moved, asked, scene, marks } = turn;
        Self {
            turn: moved.turn,
            seat: moved.seat.0,
            by: moved.by,
            action: &moved.action,
            function: asked.as_ref().map(|(function, _)| *function),
            question: asked.as_ref().map(|(_, question)| question.as_str()),
            fuel: moved.usage.fuel,
            memory_bytes: moved.usage.memory_bytes,
            log: moved.log.iter().map(|line| sanitize(line)).collect(),
            marks: marks.iter().map(ToString::to_string).collect(),
            scores: &scene.scores,
        }
    }
}

#[cfg(test)]
mod tests {
    use judge_play::{Rules, SeatLine, Seed};
    use judge_sandbox::Limits;

    use super::*;
    use crate::host::Options;

    #[test]
    fn where_the_last_position_is_kept_the_others_have_their_scores_and_all_else_is_the_same() {
        let rules = Rules::new("othello", [("size", "4")]).expect("they are valid");
        let mut loaded_bots =
            LoadedBots::new(rules.clone(), Limits::default(), &Options::default()).expect("it starts");
        let bot = loaded_bots.add("greedy").expect("it is an example");
        let line = Line::new(rules, Seed(5), vec![SeatLine::bot(bot), SeatLine::bot(bot)]);
        let play = |kept| Replay::play_moves(&loaded_bots, &line, usize::MAX, kept).expect("it can be read");
        let (all, last) = (play(Kept::All), play(Kept::Last));
        let boards = |replay: &Replay| replay.turns.iter().map(|turn| turn.scene.boards.len()).sum::<usize>();
        assert_eq!((boards(&all), boards(&last)), (all.turns.len(), 1));
        let names = ["one".to_owned(), "two".to_owned()];
        assert_eq!(all.to_json(&loaded_bots, &line, &names), last.to_json(&loaded_bots, &line, &names));
        assert_eq!(all.scene(all.turns.len()), last.scene(last.turns.len()));
    }
}
