//! One game: rules and players in, a verdict and a transcript out.
//!
//! Knows no WebAssembly and no tournament. All players answer through
//! [`Player`], and all actions pass the rules.

use std::fmt::Write;

use judge_games::{Ending, Outcome, Seat};

use crate::contract::{Asked, Contract, Phase};
use crate::fault::{Fault, FaultKind};
use crate::players::{Failure, Player};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// By the rules.
    Decided(Outcome),
    /// A player did something wrong.
    Forfeit {
        /// Who.
        offender: Seat,
        /// What.
        fault: Fault,
    },
    /// The judge or the machine had trouble; the game says nothing about the players.
    Void(String),
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// How it ended.
    pub verdict: Verdict,
    /// Actions played, of all seats together.
    pub turns: u32,
    /// How often each seat was asked.
    pub asked: Vec<u32>,
    /// One line an action, `seat action`, in the order played; then a line with the verdict.
    pub transcript: String,
}

/// Plays `game` to its end.
///
/// # Panics
/// If there is not one player a seat.
pub fn play<G: Contract, P: Player<G>>(mut game: G, players: &mut [P]) -> Play {
    assert_eq!(players.len(), game.seats(), "one player a seat");
    let mut transcript = String::new();
    let mut asked = vec![Questions::default(); players.len()];
    let verdict = loop {
        let Some(seat) = game.to_move() else {
            break Verdict::Decided(game.outcome().expect("nobody is to move, so the game is over"));
        };
        match turn(&mut game, seat, &mut players[seat.index()], &mut asked[seat.index()]) {
            Ok(action) => writeln!(transcript, "{seat} {action}").expect("a string takes all text"),
            Err(verdict) => break verdict,
        }
    };
    writeln!(transcript, "{verdict}").expect("a string takes all text");
    let asked: Vec<u32> = asked.iter().map(|questions| questions.all).collect();
    let unanswered = u32::from(!matches!(verdict, Verdict::Decided(_)));
    Play { turns: asked.iter().sum::<u32>() - unanswered, verdict, asked, transcript }
}

/// How often a player was asked.
#[derive(Clone, Copy, Default)]
struct Questions {
    all: u32,
    turns: u32,
}

/// Asks the player at `seat` once, and plays its action.
fn turn<G: Contract>(
    game: &mut G,
    seat: Seat,
    player: &mut impl Player<G>,
    questions: &mut Questions,
) -> Result<G::Action, Verdict> {
    let view = game.view(seat);
    let Asked { function, phase } = G::asked(&view);
    questions.all += 1;
    questions.turns += u32::from(phase == Phase::Turns);
    let turn = (phase == Phase::Turns).then_some(questions.turns);
    let forfeit = |kind, detail| {
        let fault = Fault { kind, asked: function, turn, detail };
        Verdict::Forfeit { offender: seat, fault }
    };
    let action = player.decide(view).map_err(|failure| match failure {
        Failure::Fault(kind, detail) => forfeit(kind, detail),
        Failure::Void(trouble) => Verdict::Void(trouble),
    })?;
    let kind = match phase {
        Phase::Setup => FaultKind::IllegalFleet,
        Phase::Turns => FaultKind::IllegalMove,
    };
    game.play(&action).map_err(|illegal| forfeit(kind, illegal.to_string()))?;
    Ok(action)
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Decided(Outcome { ranks, scores, ending }) => {
                write!(f, "{}: ranks {ranks:?}, scores {scores:?}", words(*ending))
            }
            Self::Forfeit { offender, fault } => write!(f, "forfeit by seat {offender}: {fault}"),
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

#[cfg(test)]
mod tests {
    use judge_games::battleship::{Action, Battleship, Params, Ship};
    use judge_games::{Ending, Square};

    use super::*;
    use crate::players::scripted::Scripted;

    type Answer = Result<Action, Failure>;

    fn fleet(y: u8) -> Answer {
        Ok(Action::PlaceFleet(vec![Ship::across(0, y, 2)]))
    }

    fn shot(x: u8, y: u8) -> Answer {
        Ok(Action::Shoot(Square::new(x, y)))
    }

    /// A game on a board of 2 × 2 with one ship of 2.
    fn tiny(first: Vec<Answer>, second: Vec<Answer>) -> Play {
        let game = Battleship::new(Params::new(2, vec![2]).expect("the parameters are valid"));
        play(game, &mut [Scripted::new(first), Scripted::new(second)])
    }

    fn fault_of(play: &Play) -> (Seat, FaultKind, &str, Option<u32>) {
        match &play.verdict {
            Verdict::Forfeit { offender, fault } => (*offender, fault.kind, fault.asked, fault.turn),
            other => panic!("{other:?} is no forfeit"),
        }
    }

    #[test]
    fn a_game_ends_by_its_rules_and_leaves_a_transcript() {
        let play = tiny(vec![fleet(0), shot(0, 1), shot(1, 1)], vec![fleet(1), shot(0, 1)]);
        let scores = vec![2, 0];
        let outcome = Outcome { ranks: vec![1, 2], scores, ending: Ending::Rules };
        assert_eq!(play.verdict, Verdict::Decided(outcome));
        assert_eq!(play.turns, 5);
        let transcript = "0 2a@0,0\n1 2a@0,1\n0 0,1\n1 0,1\n0 1,1\nrules: ranks [1, 2], scores [2, 0]\n";
        assert_eq!(play.transcript, transcript);
    }

    #[test]
    fn an_illegal_fleet_loses_before_the_opponent_is_asked() {
        let play = tiny(vec![fleet(2)], vec![]);
        assert_eq!(fault_of(&play), (Seat(0), FaultKind::IllegalFleet, "new-game", None));
        assert_eq!(play.turns, 0);
    }

    #[test]
    fn a_shot_off_the_board_loses() {
        let play = tiny(vec![fleet(0), shot(0, 0)], vec![fleet(0), shot(2, 0)]);
        assert_eq!(fault_of(&play), (Seat(1), FaultKind::IllegalMove, "take-turn", Some(1)));
        let end = "forfeit by seat 1: illegal-move in take-turn, turn 1: the shot at 2,0 is off the board\n";
        assert!(play.transcript.ends_with(end), "{}", play.transcript);
    }

    #[test]
    fn a_trapped_player_forfeits() {
        let trap = Err(Failure::Fault(FaultKind::Trap, "unreachable".into()));
        let play = tiny(vec![fleet(0), shot(0, 0)], vec![fleet(0), trap]);
        assert_eq!(fault_of(&play), (Seat(1), FaultKind::Trap, "take-turn", Some(1)));
    }

    #[test]
    fn trouble_of_the_machine_voids_the_game() {
        let trouble = Err(Failure::Void("the fuse blew".into()));
        let play = tiny(vec![fleet(0), trouble], vec![fleet(0)]);
        assert_eq!(play.verdict, Verdict::Void("the fuse blew".into()));
    }
}
