//! A game that a page shows and changes: a line of play in, events and scenes out, as JSON.
//!
//! The page's engine has one, whose bots the browser runs; the server of `judge play --browser` has one, whose
//! bots the judge runs. The page cannot tell them apart.
//!
//! - [`PageGame`]: the line with its match, to be stepped, changed and looked at;
//! - `secrets`: what a seat must not read in them;
//! - [`ggf`]: a game that is over, as programs for Othello read it;
//! - [`facts()`]: what holds for all positions of a game, for a page that draws them.

mod facts;
pub mod ggf;
mod secrets;

use crate::games::Seat;
use crate::scenes::{Mark, Scene, Viewpoint};
use crate::text::sanitize;
use crate::{AnyMatch, By, Event, Fault, Line, LineText, Moved, SeatLine};
use judge_limits::Limits;
use serde_json::{Value, json};

pub use facts::facts;

/// Begins the match of a line, with the bots that are at hand.
type Start<'a> = Box<dyn Fn(&Line, &Limits) -> Result<Box<dyn AnyMatch + 'a>, NotDone> + 'a>;

/// The reason why a page's game does not do what it is asked, or why who begins its matches, or keeps it, refuses.
pub type NotDone = String;

/// A line of play, its match, and what was played of it.
pub struct PageGame<'a> {
    start: Start<'a>,
    line: Line,
    limits: Limits,
    game: Option<Box<dyn AnyMatch + 'a>>,
    /// The first position, of games that are written as GGF.
    first: Option<Scene>,
    /// The moves of a match whose record was taken.
    moves: Vec<Moved>,
}

impl<'a> PageGame<'a> {
    /// Begins the match of a line.
    ///
    /// # Errors
    /// The action by hand that cannot be read, and the reason.
    pub fn begin(line: Line, limits: Limits, start: Start<'a>) -> Result<Self, NotDone> {
        let game = start(&line, &limits)?;
        let first = ggf::is_usual(&line.rules).then(|| game.scene(Viewpoint::Everything));
        Ok(Self { start, line, limits, game: Some(game), first, moves: Vec::new() })
    }

    /// The line as it is now.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// Does the next step, and returns its event with the position after it. A viewer at a seat reads nothing that
    /// is kept from that seat.
    ///
    /// # Errors
    /// If the record was taken.
    pub fn step(&mut self, viewpoint: Viewpoint) -> Result<Value, NotDone> {
        let event = self.game()?.step();
        let is_over = matches!(event, Event::Over(_));
        let rests = is_over || matches!(event, Event::Waiting { .. });
        let has_scene = rests || matches!(event, Event::Began | Event::Moved(_) | Event::Fault(_));
        let action = if let Event::Moved(moved) = &event { Some(moved.action.clone()) } else { None };
        let mut event = json!(safe(event));
        let game = self.game()?;
        let secret = action.as_ref().and_then(|action| game.secret(action));
        if action.is_some() {
            let marks = game.marks(viewpoint);
            let effects = marks.iter().map(ToString::to_string);
            event["effects"] = effects.chain(secret.iter().map(|secret| secret.says.to_string())).collect();
            event["events"] = marks.iter().filter_map(Mark::event).collect();
            event["short"] = json!(secret.as_ref().map(|secret| &secret.word));
        }
        if let (true, Viewpoint::Seat(seat)) = (game.facts().has_secrets(), viewpoint) {
            secrets::take_out(&mut event, seat, secret, game.verdict());
        }
        if has_scene {
            event["scene"] = json!(game.scene(viewpoint));
        }
        if rests {
            event["line"] = json!(LineText::of(&self.line, &self.limits));
            event["words"] = json!(self.game()?.verdict().map(ToString::to_string));
        }
        if is_over {
            let ggf = self.ggf();
            event["end"] = self.finish()?;
            event["end"]["ggf"] = json!(ggf);
        }
        Ok(event)
    }

    /// Plays until there are so many turns, the end is reached, or a person is missing for a turn, without events.
    ///
    /// # Errors
    /// If the record was taken.
    pub fn play_to(&mut self, turns: usize) -> Result<(), NotDone> {
        let game = self.game()?;
        while game.moves().len() < turns && !matches!(game.step(), Event::Over(_) | Event::Waiting { .. }) {}
        Ok(())
    }

    /// Plays a person's action, in the game's notation, and notes it in the line.
    ///
    /// # Errors
    /// The mistake in it.
    pub fn act(&mut self, action: &str) -> Result<(), NotDone> {
        let turn = u32::try_from(self.moves().len()).expect("a match is shorter");
        let action = self.game()?.act(action).map_err(|why| why.to_string())?;
        self.line.by_hand.insert(turn, action);
        Ok(())
    }

    /// Begins the line anew without what came from a turn on.
    ///
    /// # Errors
    /// The action by hand that cannot be read, and the reason.
    pub fn take_back(&mut self, turn: u32) -> Result<(), NotDone> {
        self.change(|line, _| line.take_back(turn))
    }

    /// Begins another line, with another action on a turn.
    ///
    /// # Errors
    /// If the action cannot be read.
    pub fn fork(&mut self, turn: u32, action: &str) -> Result<(), NotDone> {
        self.change(|line, _| *line = line.fork(turn, action))
    }

    /// Begins the line anew up to now; from here on a bot has the seat.
    ///
    /// # Errors
    /// If there is no such seat.
    pub fn give_to_bot(&mut self, seat: Seat, bot: usize) -> Result<(), NotDone> {
        there(&self.line, seat)?;
        self.change(|line, moves| line.give_to_bot(seat, bot, moves))
    }

    /// Begins the line anew up to a turn; from there on a person has the seat.
    ///
    /// # Errors
    /// If there is no such seat.
    pub fn give_to_person(&mut self, seat: Seat, turn: u32) -> Result<(), NotDone> {
        there(&self.line, seat)?;
        self.change(|line, _| line.give_to_person(seat, turn))
    }

    /// Whether an action could be played on a turn, by the rules; nothing is changed. Everybody else's actions up to
    /// there are as they were.
    ///
    /// # Errors
    /// The reason why it could not.
    pub fn explain(&self, turn: u32, action: &str) -> Result<(), NotDone> {
        let mut line = self.line.clone();
        line.seats = line.seats.iter().map(|_| SeatLine::person()).collect();
        let by_choice = |moved: &&Moved| !matches!(moved.by, By::Opening | By::Forced) && moved.turn < turn;
        let taken = self.moves().iter().filter(by_choice);
        line.by_hand = taken.map(|moved| (moved.turn, moved.action.clone())).collect();
        let mut game = (self.start)(&line, &self.limits)?;
        while !matches!(game.step(), Event::Over(_) | Event::Waiting { .. }) {}
        game.act(action).map(drop).map_err(|why| why.to_string())
    }

    /// The record of the match when it is over, its transcript, and for each seat the fuel of every turn that its
    /// bot has played.
    ///
    /// # Errors
    /// If it is not over, or the record was taken.
    pub fn finish(&mut self) -> Result<Value, NotDone> {
        if self.game()?.verdict().is_none() {
            return Err("the match is not over".into());
        }
        self.moves = self.moves().to_vec();
        let finished = self.game.take().expect("it is there").finish();
        let mut record = finished.record;
        record.faults = record.faults.iter().map(Fault::sanitized).collect();
        let fuel_by_turn = fuel_by_turn(&self.moves, self.line.seats.len());
        Ok(json!({ "record": record, "transcript": finished.transcript, "fuel_by_turn": fuel_by_turn }))
    }

    /// The game as a line of GGF without names, if that is usual and it is over.
    fn ggf(&self) -> Option<String> {
        let (start, game) = (self.first.as_ref()?, self.game.as_ref()?);
        Some(ggf::line([""; 2], start, game.moves(), game.faults(), game.verdict()?))
    }

    /// Begins the changed line anew; the old one stays if that cannot be.
    fn change(&mut self, alter: impl FnOnce(&mut Line, &[Moved])) -> Result<(), NotDone> {
        let mut line = self.line.clone();
        alter(&mut line, self.moves());
        self.game = Some((self.start)(&line, &self.limits)?);
        self.line = line;
        Ok(())
    }

    fn moves(&self) -> &[Moved] {
        self.game.as_ref().map_or(&self.moves, |game| game.moves())
    }

    fn game(&mut self) -> Result<&mut Box<dyn AnyMatch + 'a>, NotDone> {
        self.game.as_mut().ok_or_else(|| "the match is over, and its record was taken".into())
    }
}

/// An event with all texts of bots made safe to be shown.
fn safe(event: Event) -> Event {
    match event {
        Event::Moved(moved) => {
            let log = moved.log.iter().map(|line| sanitize(line)).collect();
            Event::Moved(Moved { log, ..moved })
        }
        Event::Fault(fault) => Event::Fault(fault.sanitized()),
        other => other,
    }
}

/// A seat that the line has.
fn there(line: &Line, seat: Seat) -> Result<(), NotDone> {
    if seat.index() < line.seats.len() { Ok(()) } else { Err(format!("there is no seat {seat}")) }
}

/// The fuel of each turn that a bot has played, by seat.
fn fuel_by_turn(moves: &[Moved], seats: usize) -> Vec<Vec<u64>> {
    let mut fuel = vec![Vec::new(); seats];
    for moved in moves.iter().filter(|moved| moved.by == By::Player) {
        fuel[moved.seat.index()].push(moved.usage.fuel);
    }
    fuel
}

#[cfg(test)]
mod tests {
    use crate::games::Game as _;
    use crate::games::othello::{Action, Othello, Params};
    use crate::{Account, NoAnswer, Player, Rules, Seed, Usage};

    use super::*;

    /// Plays any legal action, and uses as much fuel in its n-th turn as n says.
    #[derive(Default)]
    struct Slower {
        turns: u64,
    }

    impl Player<Othello> for Slower {
        fn decide(&mut self, game: Othello) -> Result<Action, NoAnswer> {
            self.turns += 1;
            Ok(game.legal().swap_remove(0))
        }

        fn notify(&mut self, event: &std::convert::Infallible) -> Result<(), NoAnswer> {
            match *event {}
        }

        fn account(&self) -> &dyn Account {
            self
        }
    }

    impl Account for Slower {
        fn usage_in_turn(&self) -> Usage {
            Usage { fuel: self.turns, memory_bytes: 0 }
        }
    }

    /// A game of two bots on a board of 4 by 4.
    fn othello() -> PageGame<'static> {
        let rules = Rules::new("othello", [("size", "4")]).expect("it is one of the sizes");
        let seats = vec![SeatLine::bot(0), SeatLine::bot(1)];
        let line = Line { opening_plies: 3, ..Line::new(rules, Seed(1), seats) };
        let start = |line: &Line, _: &Limits| {
            let params = Params::new(4).expect("it is one of the sizes");
            let game = line.start::<Othello>(&params, |_, _, _, _| Box::new(Slower::default()));
            game.map_err(|(_, problem)| problem)
        };
        PageGame::begin(line, Limits::default(), Box::new(start)).expect("it begins")
    }

    #[test]
    fn why_an_action_cannot_be_played_is_told_of_any_turn() {
        let mut game = othello();
        game.play_to(usize::MAX).expect("nobody is waited for");
        game.finish().expect("it is over");
        let third = game.moves()[3].action.clone();
        assert_eq!(game.explain(3, &third), Ok(()));
        let why = |action| game.explain(3, action).expect_err("it is no legal action");
        let taken = game.moves()[2].action.clone();
        // By the rules, and by the notation.
        assert_ne!(why("z99"), why(&taken));
        assert!(why("z99").contains("z99"), "{}", why("z99"));
        assert_eq!(game.moves().len(), game.moves.len(), "nothing is changed");
    }

    #[test]
    fn the_fuel_of_each_turn_of_a_bot_is_told_and_that_of_no_other() {
        let mut game = othello();
        game.play_to(usize::MAX).expect("nobody is waited for");
        let asked = |seat: usize, game: &PageGame<'_>| {
            game.moves().iter().filter(|moved| moved.seat.index() == seat && moved.by == By::Player).count()
                as u64
        };
        let expected = [0, 1].map(|seat| (1..=asked(seat, &game)).collect::<Vec<_>>());
        assert!(expected.iter().all(|turns| turns.len() > 2), "the game is long enough to tell");
        assert_eq!(game.finish().expect("it is over")["fuel_by_turn"], json!(expected));
    }
}
