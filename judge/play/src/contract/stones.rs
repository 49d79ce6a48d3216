//! Stones: every message of the game, and who hears it.

use std::fmt;

use judge_games::stones::{Adjacency, Board, Illegal, Message, Params, Position, Step, Stones};
use judge_games::{Game, Seat};
use judge_wit::{Reader, Value};

use super::{AtPosition, Contract, Notice, OTHER_RULES, Trouble, no_position, square, square_of};
use crate::Seed;

/// A message, and the board after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardUpdate {
    /// The news.
    pub message: Message,
    /// The board after it.
    pub board: Board,
}

impl fmt::Display for BoardUpdate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.board)
    }
}

impl Contract for Stones {
    type Event = BoardUpdate;

    const ASKS: &'static str = "next-move";
    const TELLS: &'static str = "update";

    fn start_at(params: &Params, position: &str, _: u64) -> Result<AtPosition<Self>, Trouble> {
        let position: Position = position.parse().map_err(no_position)?;
        // No game is longer than one that begins with all stones.
        let stones = |board: &Board| board.cells().iter().filter(|cell| **cell >= 0).count();
        if stones(&position.board) > stones(params.start()) {
            return Err(no_position(OTHER_RULES));
        }
        // Bots hear of the board, and nothing of what was before.
        let new = Position { board: position.board, ..Self::new(params).position() };
        if position != new {
            return Err(no_position(
                "player 0 is to move at the start, and no turn is taken yet: end it with 0 0 0 -",
            ));
        }
        let game = Self::from_position(params, &position).map_err(no_position)?;
        Ok(AtPosition { params: params.clone(), game, text: position.to_string() })
    }

    fn setup(params: &Params, seat: Seat, seed: Seed, to: &mut Value) {
        let (rules, start) = (params.rules(), params.start());
        to.number(seed.0);
        let neighbours = match rules.adjacency() {
            Adjacency::Four => 4,
            Adjacency::Eight => 8,
        };
        to.numbers([seat.0, rules.players(), start.columns(), start.rows(), neighbours]);
        to.number(rules.no_hit_limit());
        to.number(rules.max_turns());
    }

    fn arguments(_: &Self, _: &mut Value) {}

    fn answer(_: &Self, mut answer: Reader<'_>) -> Result<Step, String> {
        let [from, to] = [square_of(&mut answer), square_of(&mut answer)];
        Ok(Step::new(from, to))
    }

    fn legal_in(game: &Self) -> Vec<Step> {
        game.legal()
    }

    fn news(update: &BoardUpdate, to: &mut Value) {
        message(update.message, to);
        to.signed_bytes(update.board.cells());
    }

    fn text(game: &Self) -> String {
        game.position().to_string()
    }

    fn announce(&self) -> Vec<Notice<BoardUpdate>> {
        let mut listeners = Listeners::of(self);
        self.announce(|message, board| listeners.tell(message, board));
        listeners.notices
    }

    fn play_and_tell(&mut self, step: &Step) -> Result<Vec<Notice<BoardUpdate>>, Illegal> {
        let mut listeners = Listeners::of(self);
        self.step(*step, |message, board| listeners.tell(message, board))?;
        Ok(listeners.notices)
    }

    fn remove(&mut self, offender: Seat) -> Option<Vec<Notice<BoardUpdate>>> {
        if !self.rules().goes_on_without() {
            return None;
        }
        let mut listeners = Listeners::of(self);
        // A player that has lost already, or plays no more, has nothing to be taken.
        let _ = self.eliminate(offender, |message, board| listeners.tell(message, board));
        Some(listeners.notices)
    }
}

/// Appends a case of `message`, and what belongs to it.
fn message(message: Message, to: &mut Value) {
    let (case, player, squares) = match message {
        Message::GameStart => return to.case(0),
        Message::TurnTo(player) => (1, player, [None; 2]),
        Message::Move(player, Step { from, to }) => (2, player, [Some(from), Some(to)]),
        Message::Hit(player, hit) => (3, player, [Some(hit), None]),
        Message::PlayerLost(player) => (4, player, [None; 2]),
        Message::PlayerWon(player) => (5, player, [None; 2]),
    };
    to.case(case);
    to.number(player.0);
    squares.into_iter().flatten().for_each(|at| square(at, to));
}

/// The seats that hear the news: players until they have lost, and all seats when somebody has won.
struct Listeners {
    everybody: Vec<Seat>,
    living: Vec<Seat>,
    notices: Vec<Notice<BoardUpdate>>,
}

impl Listeners {
    fn of(game: &Stones) -> Self {
        let everybody = (0..game.rules().players()).map(Seat).collect();
        Self { everybody, living: game.living().collect(), notices: Vec::new() }
    }

    fn tell(&mut self, message: Message, board: &Board) {
        let seats = match message {
            Message::PlayerWon(_) => self.everybody.clone(),
            _ => self.living.clone(),
        };
        self.notices.push(Notice { event: BoardUpdate { message, board: *board }, seats });
        if let Message::PlayerLost(loser) = message {
            self.living.retain(|seat| *seat != loser);
        }
    }
}

#[cfg(test)]
mod tests {
    use judge_games::Square;
    use judge_games::stones::{Options, Params};

    use super::*;

    /// Three players on two rows, one stone each; 0 takes 1's stone, then 2 takes 0's.
    #[test]
    fn who_has_lost_hears_of_it_and_then_only_who_won() {
        let board = Board::new(3, 2, &[0, 1, 2, -1, -1, -1]).expect("the board is valid");
        let params = Params::new(&Options::explicit(&board)).expect("the parameters are valid");
        let mut game = Stones::new(&params);
        let mut heard: Vec<(String, Vec<u8>)> = Vec::new();
        let mut hear = |notices: Vec<Notice<BoardUpdate>>| {
            let seats = |notice: &Notice<BoardUpdate>| notice.seats.iter().map(|seat| seat.0).collect();
            heard.extend(notices.iter().map(|notice| (notice.event.message.to_string(), seats(notice))));
        };
        hear(Contract::announce(&game));
        for (from, to) in [(0, 1), (2, 1)] {
            let step = Step::new(Square::new(from, 0), Square::new(to, 0));
            hear(game.play_and_tell(&step).expect("the step is legal"));
        }
        let all = vec![0, 1, 2];
        let expected = [
            ("GameStart", all.clone()),
            ("TurnTo 0", all.clone()),
            ("Hit 1 (1,0)", all.clone()),
            ("PlayerLost 1", all.clone()),
            ("Move 0 (0,0) (1,0)", vec![0, 2]),
            ("TurnTo 2", vec![0, 2]),
            ("Hit 0 (1,0)", vec![0, 2]),
            ("PlayerLost 0", vec![0, 2]),
            ("Move 2 (2,0) (1,0)", vec![2]),
            ("PlayerWon 2", all),
        ];
        assert_eq!(heard, expected.map(|(message, seats)| (message.to_owned(), seats)));
        assert_eq!(judge_games::Game::to_move(&game), None);
    }
}
