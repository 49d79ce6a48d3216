//! One game: rules, opening and players in, a verdict and a transcript out.
//!
//! Knows no WebAssembly and no tournament. All players answer through
//! [`Player`], and all actions pass the rules.

use std::collections::VecDeque;
use std::fmt::{Arguments, Display, Write};

use judge_games::{Ending, Outcome, Seat};
use serde::{Deserialize, Serialize};

use crate::contract::{Asked, Contract, Notice, Phase};
use crate::fault::{Fault, FaultKind};
use crate::players::{Failure, Player};

/// The contract's function that begins a game, in all games.
const BEGINS: &str = "new-game";

/// Room for the transcripts of most games.
const TRANSCRIPT_BYTES: usize = 1 << 10;

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

/// A fault, and who committed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offence {
    /// Who.
    #[serde(with = "written::Seat")]
    pub seat: Seat,
    /// What.
    pub fault: Fault,
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
    /// before it if no player was asked; `removed seat`; then the verdict.
    pub transcript: String,
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
    let transcript = String::with_capacity(TRANSCRIPT_BYTES);
    let mut table = Table { game, players, questions, failed, offences, turns, transcript };
    let Err(verdict) = table.play(opening);
    writeln!(table.transcript, "{verdict}").expect("a string takes all text");
    let Table { questions, offences, turns, transcript, .. } = table;
    let asked = questions.iter().map(|questions| questions.all).collect();
    Play { verdict, offences, turns, asked, transcript }
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
    transcript: String,
}

impl<G: Contract, P: Player<G>> Table<'_, G, P> {
    fn play(&mut self, opening: &[G::Action]) -> Result<Never, Verdict> {
        let faults = self.begin()?;
        self.tell(self.game.announce())?;
        for Offence { seat, fault } in faults {
            self.offend(seat, fault)?;
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
                    faults.push(Offence { seat, fault });
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
        let illegal = match self.players[seat.index()].decide(view) {
            Ok(action) => self.act("", &action)?.map_err(|illegal| fault(kind, illegal)).err(),
            Err(Failure::Fault(kind, detail)) => Some(fault(kind, detail)),
            Err(Failure::Void(trouble)) => return Err(Verdict::Void(trouble)),
        };
        illegal.map_or(Ok(()), |fault| self.offend(seat, fault))
    }

    /// Plays an action of the seat to move, or says why it is illegal.
    fn act(&mut self, by: &str, action: &G::Action) -> Result<Result<(), String>, Verdict> {
        let seat = self.game.to_move();
        match self.game.play_and_tell(action) {
            Ok(notices) => {
                let seat = seat.expect("an action was legal, so somebody was to move");
                self.turns += 1;
                self.note(format_args!("{by}{seat} {action}"));
                self.tell(notices).map(Ok)
            }
            Err(illegal) => Ok(Err(illegal.to_string())),
        }
    }

    /// Ends the game, or lets the others play on without the offender, as the game has it.
    fn offend(&mut self, seat: Seat, fault: Fault) -> Result<(), Verdict> {
        let removed = self.accuse(seat, fault)?;
        self.tell(removed)
    }

    fn accuse(&mut self, seat: Seat, fault: Fault) -> Result<Vec<Notice<G::Event>>, Verdict> {
        self.note(format_args!("fault of {seat}: {fault}"));
        self.failed[seat.index()] = true;
        self.offences.push(Offence { seat, fault });
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
                        notices.extend(self.accuse(seat, fault)?);
                    }
                }
            }
        }
        Ok(())
    }

    fn note(&mut self, line: Arguments<'_>) {
        self.transcript.write_fmt(line).expect("a string takes all text");
        self.transcript.push('\n');
    }
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

mod written;

#[cfg(test)]
mod tests;
