//! One game: rules, opening and players in, a verdict and a transcript out.
//!
//! Knows no WebAssembly and no tournament. All players answer through
//! [`Player`], and all actions pass the rules.

use std::collections::VecDeque;
use std::fmt::Display;

use judge_games::{Ending, Outcome, Seat};
use serde::{Deserialize, Serialize};

use crate::contract::{Asked, Contract, Notice, Phase};
use crate::fault::{Fault, FaultKind};
use crate::players::{Failure, Player};
use crate::printable::cut;
use transcript::Transcript;

/// The contract's function that begins a game, in all games.
const BEGINS: &str = "new-game";

/// What is kept of a question or an answer that led to a fault; the largest board has less.
const QUOTED_CHARACTERS_MAX: usize = 4_000;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// By the rules.
    Decided(#[serde(with = "written::Outcome")] Outcome),
    /// By a fault that ends the game: the ranks of the seats, the offender's the last.
    Forfeit(Vec<u8>),
    /// The judge or the machine had trouble; the game says nothing about the players.
    Void(String),
}

impl Verdict {
    /// The ranks of the seats; none if the game says nothing about the players.
    #[must_use]
    pub fn ranks(&self) -> Option<&[u8]> {
        match self {
            Self::Decided(outcome) => Some(&outcome.ranks),
            Self::Forfeit(ranks) => Some(ranks),
            Self::Void(_) => None,
        }
    }
}

/// A fault, and who committed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offence {
    /// Who.
    #[serde(with = "written::Seat")]
    pub seat: Seat,
    /// What.
    pub fault: Fault,
    /// What the player was shown or told, in the game's notation; nothing when the game began.
    pub question: String,
    /// The answer, in the game's notation, if it was one.
    pub answer: Option<String>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// How it ended.
    pub verdict: Verdict,
    /// Faults, in the order they were committed; more than one only at a table of more than two.
    pub offences: Vec<Offence>,
    /// Actions played, of all seats together, the opening's and forced ones included.
    pub turns: u32,
    /// How often each seat was asked.
    pub asked: Vec<u32>,
    /// One line an action in the order played, `seat action`, with `opening` or `forced`
    /// before it if no player was asked; `fault of seat`; then the verdict.
    pub transcript: String,
    /// Four hexadecimal digits an action, which depend on the transcript up to there.
    pub checks: String,
}

/// Plays `game` to its end: the actions of `opening` first, then the players'.
///
/// # Panics
/// If there is not one player a seat, or the opening is illegal.
pub fn play<G: Contract, P: Player<G>>(game: G, opening: &[G::Action], players: &mut [P]) -> Play {
    assert_eq!(players.len(), game.seats(), "one player a seat");
    let questions = vec![Questions::default(); players.len()];
    let failed = vec![false; players.len()];
    let (offences, turns) = (Vec::new(), 0);
    let transcript = Transcript::default();
    let mut table = Table { game, players, questions, failed, offences, turns, transcript };
    let Err(verdict) = table.play(opening);
    table.transcript.note(format_args!("{verdict}"));
    let Table { questions, offences, turns, transcript, .. } = table;
    let asked = questions.iter().map(|questions| questions.all).collect();
    let (transcript, checks) = transcript.finish();
    Play { verdict, offences, turns, asked, transcript, checks }
}

/// How often a player was asked.
#[derive(Clone, Copy, Default)]
struct Questions {
    all: u32,
    turns: u32,
}

/// Nothing: what play comes to an end with is its verdict.
enum Never {}

/// A game with its players, while it is played.
struct Table<'a, G, P> {
    game: G,
    players: &'a mut [P],
    questions: Vec<Questions>,
    /// Whom nothing more can be asked or told.
    failed: Vec<bool>,
    offences: Vec<Offence>,
    turns: u32,
    transcript: Transcript,
}

impl<G: Contract, P: Player<G>> Table<'_, G, P> {
    fn play(&mut self, opening: &[G::Action]) -> Result<Never, Verdict> {
        let faults = self.begin()?;
        self.tell(self.game.announce())?;
        for offence in faults {
            self.offend(offence)?;
        }
        for action in opening {
            // Without a player who has failed already it may not be legal any more.
            if self.offences.is_empty() {
                self.act("opening ", action)?.expect("openings are legal");
            }
        }
        loop {
            match (self.game.to_move(), self.game.forced()) {
                (None, _) => return Err(self.decided()),
                (Some(_), Some(forced)) => {
                    self.act("forced ", &forced)?.expect("what the rules force is legal");
                }
                (Some(seat), None) => self.turn(seat)?,
            }
        }
    }

    /// Begins the game for all players, and says who failed at that.
    fn begin(&mut self) -> Result<Vec<Offence>, Verdict> {
        let mut faults = Vec::new();
        for (seat, player) in (0..).map(Seat).zip(self.players.iter_mut()) {
            match player.begin() {
                Ok(()) => {}
                Err(Failure::Void(trouble)) => return Err(Verdict::Void(trouble)),
                Err(Failure::Fault(kind, detail)) => {
                    self.failed[seat.index()] = true;
                    let fault = Fault { kind, asked: BEGINS.into(), turn: None, detail };
                    faults.push(Offence { seat, fault, question: String::new(), answer: None });
                }
            }
        }
        Ok(faults)
    }

    fn decided(&self) -> Verdict {
        Verdict::Decided(self.game.outcome().expect("nobody is to move, so the game is over"))
    }

    /// Asks the player at `seat` once, and plays its action.
    fn turn(&mut self, seat: Seat) -> Result<(), Verdict> {
        let view = self.game.view(seat);
        let Asked { function, phase } = G::asked(&view);
        let questions = &mut self.questions[seat.index()];
        questions.all += 1;
        questions.turns += u32::from(phase == Phase::Turns);
        let turn = (phase == Phase::Turns).then_some(questions.turns);
        let fault = |kind, detail| Fault { kind, asked: function.into(), turn, detail };
        let kind = match phase {
            Phase::Setup => FaultKind::IllegalFleet,
            Phase::Turns => FaultKind::IllegalMove,
        };
        let (fault, answer) = match self.players[seat.index()].decide(view) {
            Ok(action) => match self.act("", &action)? {
                Ok(()) => return Ok(()),
                Err(illegal) => (fault(kind, illegal), Some(bounded(&action.to_string()))),
            },
            Err(Failure::Fault(kind, detail)) => (fault(kind, detail), None),
            Err(Failure::Void(trouble)) => return Err(Verdict::Void(trouble)),
        };
        // The game is as it was, so this is what the player saw.
        let question = bounded(&G::text(&self.game.view(seat)));
        self.offend(Offence { seat, fault, question, answer })
    }

    /// Plays an action of the seat to move, or says why it is illegal.
    fn act(&mut self, by: &str, action: &G::Action) -> Result<Result<(), String>, Verdict> {
        let seat = self.game.to_move();
        match self.game.play_and_tell(action) {
            Ok(notices) => {
                let seat = seat.expect("an action was legal, so somebody was to move");
                self.turns += 1;
                self.transcript.action(by, seat, action);
                self.tell(notices).map(Ok)
            }
            Err(illegal) => Ok(Err(illegal.to_string())),
        }
    }

    /// Ends the game, or lets the others play on without the offender, as the game has it.
    fn offend(&mut self, offence: Offence) -> Result<(), Verdict> {
        let removed = self.accuse(offence)?;
        self.tell(removed)
    }

    fn accuse(&mut self, offence: Offence) -> Result<Vec<Notice<G::Event>>, Verdict> {
        let seat = offence.seat;
        self.transcript.note(format_args!("fault of {seat}: {}", offence.fault));
        self.failed[seat.index()] = true;
        self.offences.push(offence);
        self.game.remove(seat).ok_or_else(|| {
            let last = u8::try_from(self.players.len()).expect("seats are counted in a byte");
            let rank = |other: Seat| if other == seat { last } else { 1 };
            Verdict::Forfeit((0..last).map(Seat).map(rank).collect())
        })
    }

    /// Tells players what happened, and what happens because they cannot bear it.
    fn tell(&mut self, notices: Vec<Notice<G::Event>>) -> Result<(), Verdict> {
        let mut notices = VecDeque::from(notices);
        while let Some(Notice { event, seats }) = notices.pop_front() {
            for seat in seats {
                if self.failed[seat.index()] {
                    continue;
                }
                match self.players[seat.index()].notify(&event) {
                    Ok(()) => {}
                    Err(Failure::Void(trouble)) => return Err(Verdict::Void(trouble)),
                    Err(Failure::Fault(kind, detail)) => {
                        let turn = Some(self.questions[seat.index()].turns);
                        let fault = Fault { kind, asked: G::TELLS.into(), turn, detail };
                        let question = bounded(&event.to_string());
                        notices.extend(self.accuse(Offence { seat, fault, question, answer: None })?);
                    }
                }
            }
        }
        Ok(())
    }
}

/// A text that a player may have a hand in, fit to be kept.
fn bounded(text: &str) -> String {
    cut(text, QUOTED_CHARACTERS_MAX)
}

impl Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Decided(Outcome { ranks, scores, ending }) => {
                write!(f, "{}: ranks {ranks:?}, scores {scores:?}", words(*ending))
            }
            Self::Forfeit(ranks) => write!(f, "forfeit: ranks {ranks:?}"),
            Self::Void(trouble) => write!(f, "void: {trouble}"),
        }
    }
}

/// Why a game is over, in one word.
#[must_use]
pub fn words(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules => "rules",
        Ending::Repetition => "repetition",
        Ending::Cap => "cap",
    }
}

mod transcript;
mod written;

#[cfg(test)]
mod tests;
