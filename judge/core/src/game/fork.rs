//! Another action at an earlier turn: a line in, the line that leaves it there out.

use judge_play::games::Seat;
use judge_play::scenes::Viewpoint;
use judge_play::{AnyMatch, Event, Holder, Line};

use super::loaded_bots::LoadedBots;

/// The legal actions at a turn of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternatives {
    /// The seat to move.
    pub seat: Seat,
    /// All legal actions, in the game's order; none where a fleet is placed.
    pub actions: Vec<String>,
}

/// The legal actions at a turn.
///
/// # Errors
/// If nothing else can be played there, with the reason.
pub fn alternatives(loaded_bots: &LoadedBots, line: &Line, turn: u32) -> Result<Alternatives, String> {
    let (game, seat) = at_turn(loaded_bots, line, turn)?;
    let choices = game.scene(Viewpoint::Everything).choices;
    Ok(Alternatives { seat, actions: choices.into_iter().map(|choice| choice.action).collect() })
}

/// The line that leaves `line` at a turn with an action that a person wrote.
///
/// # Errors
/// If it is not legal, with the reason; or if there is no choice on that turn.
pub fn fork(loaded_bots: &LoadedBots, line: &Line, turn: u32, action: &str) -> Result<Line, String> {
    let (mut game, _) = at_turn(loaded_bots, line, turn)?;
    game.act(action).map_err(|why| why.to_string())?;
    let Event::Moved(moved) = game.step() else { return Err("the action cannot be played".into()) };
    Ok(line.fork(turn, &moved.action))
}

/// The match at a turn, waiting for a person's action.
fn at_turn<'a>(
    loaded_bots: &'a LoadedBots,
    line: &Line,
    turn: u32,
) -> Result<(Box<dyn AnyMatch + 'a>, Seat), String> {
    let mut until = line.clone();
    until.take_back(turn);
    let mut game = loaded_bots.start(&until).map_err(|(_, why)| why)?;
    let number = turn + 1;
    loop {
        let event = game.step();
        if game.moves().len() > turn as usize {
            return Err(format!(
                "there is no choice at move {number}: it belongs to the opening or is forced"
            ));
        }
        match event {
            Event::Asked { seat, .. } if game.moves().len() == turn as usize => {
                game.give(seat, Holder::Person);
                game.step();
                return Ok((game, seat));
            }
            Event::Waiting { .. } | Event::Over(_) => {
                return Err(format!("there is no move {number}"));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use judge_play::{Rules, SeatLine, Seed};
    use judge_sandbox::Limits;

    use super::*;
    use crate::game::Replay;
    use crate::host::Options;

    #[test]
    fn a_fork_takes_another_legal_action_and_the_bots_go_on() {
        let rules = Rules::new("othello", [("size", "4")]).expect("they are valid");
        let mut loaded_bots =
            LoadedBots::new(rules.clone(), Limits::default(), &Options::default()).expect("it starts");
        let bot = loaded_bots.add("greedy").expect("it is an example");
        let line = Line::new(rules, Seed(5), vec![SeatLine::bot(bot), SeatLine::bot(bot)]);
        let replay = Replay::play(&loaded_bots, &line).expect("nothing is set by hand");
        let there = alternatives(&loaded_bots, &line, 2).expect("there is a choice");
        assert_eq!(there.seat, Seat(0));
        let played = replay.turns[2].moved.action.clone();
        let other = there.actions.iter().find(|action| **action != played).expect("there is another");
        let forked = fork(&loaded_bots, &line, 2, &other.to_uppercase()).expect("it is legal");
        let again = Replay::play(&loaded_bots, &forked).expect("it can be read");
        assert_eq!(again.turns[2].moved.action, *other);
        assert_eq!(again.moves()[..2], replay.moves()[..2]);
        assert!(again.verdict.is_some());
        assert_eq!(fork(&loaded_bots, &line, 99, "a1"), Err("there is no move 100".into()));
        let wrong = fork(&loaded_bots, &line, 2, "a9").expect_err("it is off the board");
        assert!(!wrong.is_empty());
        let opened = Line { opening_plies: 2, ..line };
        assert!(fork(&loaded_bots, &opened, 1, "a1").expect_err("it is the opening's").contains("opening"));
    }
}
