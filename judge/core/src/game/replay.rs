//! A whole game, played again and kept turn by turn: question, action, fuel, log, and the position after it.

mod json;

use judge_play::scenes::{Mark, Scene, Viewpoint};
use judge_play::{Event, Fault, Line, Moved, Record, Verdict};

use super::loaded_bots::LoadedBots;
pub use json::JsonMoves;

/// A whole game.
pub struct Replay {
    /// The position before the first action.
    pub start: Scene,
    /// The actions.
    pub turns: Vec<Turn>,
    /// The verdict; `None` if a person is to move, or if it was played no further.
    pub verdict: Option<Verdict>,
    /// Faults, in order.
    pub faults: Vec<Fault>,
    /// The record, once the game is over.
    pub record: Option<Record>,
    /// All that each seat's bot wrote to its log, as far as it is kept.
    pub logs: Vec<String>,
}

/// An action, with its question, the position after it and its marks.
pub struct Turn {
    /// The action.
    pub moved: Moved,
    /// The question: the contract's function and what the seat was shown; `None` if nobody was asked.
    pub asked: Option<(&'static str, String)>,
    /// The position after it, as a spectator sees it, with the changes. Legal actions are left out.
    pub scene: Scene,
    /// Marks of what stands out.
    pub marks: Vec<Mark>,
}

/// The parts of a game to be kept. Many turns with large boards fill the memory, and so do many with long questions.
pub enum KeptTurns<'a> {
    /// Everything.
    All,
    /// The last position, and of the others the scores alone; all else of each turn.
    Last,
    /// The seat and the action of each turn. The function gets the whole turn when it is played.
    Told(&'a mut dyn FnMut(&Turn)),
}

impl Turn {
    fn forget_position(&mut self) {
        let Scene { boards, words, picture, .. } = &mut self.scene;
        (*boards, *words, *picture) = (Vec::new(), None, None);
    }
}

impl Replay {
    /// Plays a line to its end, or to the first turn for which a person is missing.
    ///
    /// # Errors
    /// The turn of an action by hand that cannot be read, and why.
    pub fn play(loaded_bots: &LoadedBots, line: &Line) -> Result<Self, (u32, String)> {
        Self::play_moves(loaded_bots, line, usize::MAX, KeptTurns::All)
    }

    /// Plays a line as [`Replay::play`] does, but not beyond so many moves.
    ///
    /// # Errors
    /// The turn of an action by hand that cannot be read, and why.
    pub fn play_moves(
        loaded_bots: &LoadedBots,
        line: &Line,
        moves_max: usize,
        mut kept: KeptTurns<'_>,
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
                    if let (KeptTurns::Last, Some(before)) = (&kept, turns.last_mut()) {
                        before.forget_position();
                    }
                    let mut turn = Turn { moved, asked: asked.take(), scene, marks };
                    if let KeptTurns::Told(tell) = &mut kept {
                        tell(&turn);
                        turn.forget_position();
                        (turn.moved.log, turn.asked, turn.marks) = (vec![], None, vec![]);
                    }
                    turns.push(turn);
                }
                Event::Fault(fault) => faults.push(fault.sanitized()),
                Event::Waiting { .. } => break None,
                Event::Over(verdict) => break Some(verdict),
                Event::Began | Event::Told { .. } => {}
            }
        };
        let seats = (0..).map(judge_play::games::Seat).take(line.rules.seats());
        let logs = seats.map(|seat| game.account(seat).log()).collect();
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
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use judge_play::{Rules, SeatLine, Seed};
    use judge_sandbox::Limits;

    use super::json::whole;
    use super::*;
    use crate::host::Options;

    /// A game of two, with a fleet of questions.
    fn game() -> (LoadedBots, Line) {
        let rules = Rules::new("othello", [("size", "4")]).expect("they are valid");
        let mut loaded_bots =
            LoadedBots::new(rules.clone(), Limits::default(), &Options::default()).expect("it starts");
        let bot = loaded_bots.add("greedy").expect("it is an example");
        let line = Line::new(rules, Seed(5), vec![SeatLine::bot(bot), SeatLine::bot(bot)]);
        (loaded_bots, line)
    }

    #[test]
    fn where_the_last_position_is_kept_the_others_have_their_scores_and_all_else_is_the_same() {
        let (loaded_bots, line) = game();
        let play = |kept: KeptTurns<'_>| {
            Replay::play_moves(&loaded_bots, &line, usize::MAX, kept).expect("it can be read")
        };
        let (all, last) = (play(KeptTurns::All), play(KeptTurns::Last));
        let boards = |replay: &Replay| replay.turns.iter().map(|turn| turn.scene.boards.len()).sum::<usize>();
        assert_eq!((boards(&all), boards(&last)), (all.turns.len(), 1));
        let names = ["one".to_owned(), "two".to_owned()];
        let json = |replay| whole(replay, (&loaded_bots, &line, &names), &replay.turns);
        assert_eq!(json(&all), json(&last));
        assert_eq!(all.scene(all.turns.len()), last.scene(last.turns.len()));
    }

    #[test]
    fn a_game_that_is_written_as_it_is_played_has_the_same_bytes_and_is_nowhere_whole() {
        let (loaded_bots, line) = game();
        let names = ["one".to_owned(), "two".to_owned()];
        for moves_max in [0, 1, 2, usize::MAX] {
            let mut moves = JsonMoves::new().expect("there is room");
            let mut told = 0;
            let mut tell = |turn: &Turn| {
                assert!(turn.asked.is_some() && !turn.scene.boards.is_empty());
                moves.add(turn);
                told += 1;
            };
            let play = |kept: KeptTurns<'_>| {
                Replay::play_moves(&loaded_bots, &line, moves_max, kept).expect("it is read")
            };
            let replay = play(KeptTurns::Told(&mut tell));
            assert_eq!(told, replay.turns.len());
            let is_kept = |turn: &Turn| turn.asked.is_some() || !turn.scene.boards.is_empty();
            assert!(!replay.turns.iter().any(is_kept), "what is written needs no memory");
            let mut text = String::new();
            let mut reader = moves.with(&replay, &loaded_bots, &line, &names).expect("there is room");
            reader.read_to_string(&mut text).expect("it is text");
            let all = play(KeptTurns::All);
            assert_eq!(text, whole(&all, (&loaded_bots, &line, &names), &all.turns));
            assert_eq!(replay.moves().len(), all.moves().len());
            assert_eq!(replay.transcript(), all.transcript());
        }
    }
}
