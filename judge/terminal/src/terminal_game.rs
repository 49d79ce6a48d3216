//! A game that people play or watch at one screen.
//!
//! Each action of a person is a change to the line of play. The match is then begun again up to there, so taking back,
//! forking and giving a seat away are one thing.

pub mod console;
mod placing;
mod turn;

use std::collections::BTreeSet;
use std::path::PathBuf;

use judge_core::bot_word::examples;
use judge_core::error::Error;
use judge_core::game::{LoadedBots, SavedGame, rest_of_log};
use judge_play::games::Seat;
use judge_play::scenes::{Facts, Mark, MarkKind, Scene, Viewpoint};
use judge_play::text::{count, cut, sanitize, shell_word};
use judge_play::{AnyMatch, By, Event, Finished, Holder, Line, Moved, Seed};

use crate::board::{boards, seated};
use crate::commentary::{self, logged, move_row};
use crate::ink::{Ink, InkRow};
use crate::terminal_game::console::Console;

/// Characters of a row before the next begins.
const WIDTH: usize = 78;
/// Characters of a bot's line that are shown.
const LINE_CHARACTERS: usize = 300;

/// A game that people play or watch at one screen.
pub struct TerminalGame<'c, C: Console> {
    console: &'c mut C,
    loaded_bots: LoadedBots,
    line: Line,
    state: State,
}

/// The state of the people at the screen: moves seen and choices made.
struct State {
    /// The number of moves that were printed.
    seen: usize,
    /// Moves that the people have let happen, before the game was saved: nobody is asked for them again.
    resumed: usize,
    /// The seats that persons have, or had.
    persons: BTreeSet<Seat>,
    /// The names of persons, by seat, if they gave any.
    names: Vec<Option<String>>,
    /// Whether it was said what can be typed.
    is_hinted: bool,
    /// The file that the game was saved in last, and how many moves of this game it has.
    saved: Option<(String, usize)>,
    /// The person whose view is on the screen.
    viewer: Option<Seat>,
    /// Whether the people are asked before each turn of a bot that took over a person's seat.
    pauses: bool,
    /// Whether what the bots log is shown, which may give away what a bot hides.
    shows_logs: bool,
    /// The source of random actions, and the number that were drawn.
    random: (Seed, u32),
}

/// The next step.
enum Next {
    /// The line has changed: the match begins again.
    Again,
    /// A bot takes a seat: the one that is named, that is there, or the strongest example.
    Give { seat: Seat, bot: Option<String>, moves: Vec<Moved> },
    /// The game is over, and the people are done with it.
    Over(Box<Finished>),
    /// The people leave.
    Quit,
}

impl<'c, C: Console> TerminalGame<'c, C> {
    /// People sit down to a line of play of which so many moves were played before; what they leave to chance comes from
    /// `random`.
    pub fn new(
        console: &'c mut C,
        loaded_bots: LoadedBots,
        line: Line,
        moves: usize,
        shows_logs: bool,
        random: Seed,
    ) -> Self {
        let persons = line.persons(u32::try_from(moves).expect("a match is shorter"));
        let (names, is_hinted, saved, viewer, pauses) = (Vec::new(), false, None, None, true);
        let (seen, resumed, random) = (0, moves, (random, 0));
        let state =
            State { seen, resumed, persons, names, is_hinted, saved, viewer, pauses, shows_logs, random };
        Self { console, loaded_bots, line, state }
    }

    /// Calls persons by their names, by seat.
    #[must_use]
    pub fn with_names(mut self, names: Vec<Option<String>>) -> Self {
        self.state.names = names;
        self
    }

    /// Knows that the moves that were played before are in this file, if there is one.
    #[must_use]
    pub fn saved_in(mut self, file: Option<String>) -> Self {
        self.state.saved = file.map(|file| (file, self.state.resumed));
        self
    }

    /// Plays to the end of the game, which is handed back with the bots, or until the people leave.
    ///
    /// # Errors
    /// If the line cannot be played.
    pub fn play(mut self) -> Result<(Option<Box<Finished>>, LoadedBots), Error> {
        loop {
            let Self { console, loaded_bots, line, state } = &mut self;
            let next = SeatedMatch { console: *console, loaded_bots, line, state }.play()?;
            match next {
                Next::Again => {}
                Next::Give { seat, bot, moves } => self.give(seat, bot, &moves),
                Next::Over(finished) => return Ok((Some(finished), self.loaded_bots)),
                Next::Quit => return Ok((None, self.loaded_bots)),
            }
        }
    }

    /// Gives a seat to a bot.
    fn give(&mut self, seat: Seat, named: Option<String>, moves: &[Moved]) {
        let there = self.line.seats[seat.index()].bot.filter(|_| named.is_none());
        let strongest =
            || examples::opponents(self.loaded_bots.rules().own_game()).last().map(|bot| bot.name.to_owned());
        let added = match (there, named.or_else(strongest)) {
            (Some(bot), _) => Ok(bot),
            (None, Some(word)) => self.loaded_bots.add(&word).map_err(|error| error.to_string()),
            (None, None) => Err("there is no bot for this game".to_owned()),
        };
        match added {
            Ok(bot) => self.line.give_to_bot(seat, bot, moves),
            Err(why) => self.console.say(&InkRow::new().with(Ink::Wrong, why)),
        }
    }
}

/// A match under way at the screen.
struct SeatedMatch<'a, C> {
    console: &'a mut C,
    loaded_bots: &'a LoadedBots,
    line: &'a mut Line,
    state: &'a mut State,
}

impl<'a, C: Console> SeatedMatch<'a, C> {
    /// Plays the line until it changes, or the game ends, or the person leaves.
    fn play(mut self) -> Result<Next, Error> {
        let loaded_bots = self.loaded_bots;
        let mut game = loaded_bots.start(self.line).map_err(|(turn, why)| {
            Error::Machine(format!("the action by hand of move {} cannot be read: {why}", turn + 1))
        })?;
        loop {
            let went_on = match game.step() {
                Event::Asked { seat, .. } if self.pauses_for(seat, &*game) => self.paused(seat, &mut *game),
                Event::Moved(moved) => {
                    self.moved(&*game, &moved);
                    Ok(())
                }
                Event::Fault(fault) => {
                    let who = self.seat(fault.seat, turns(&*game));
                    self.complain(sanitize(&format!("{who} commits a fault: {fault}")));
                    // With a fleet that it placed against the rules.
                    for row in crate::fleet::illegal(&self.line.rules, &fault) {
                        self.console.say(&row);
                    }
                    self.show_line(&game.account(fault.seat).traces().line);
                    self.show_log(&rest_of_log(&game.account(fault.seat).log(), fault.seat, game.moves()));
                    Ok(())
                }
                Event::Waiting { seat } => self.waiting(seat, &mut *game),
                Event::Over(_) => return Ok(self.over(game)),
                Event::Asked { .. } | Event::Began | Event::Told { .. } => Ok(()),
            };
            if let Err(next) = went_on {
                if matches!(next, Next::Quit) {
                    self.say_what_is_saved(game.moves().len());
                }
                return Ok(next);
            }
        }
    }

    /// Says what becomes of a game that people leave.
    fn say_what_is_saved(&mut self, moves: usize) {
        if moves == 0 {
            return;
        }
        let text = match &self.state.saved {
            Some((file, saved)) if *saved == moves => {
                let mut bots = 0..self.loaded_bots.bots().len();
                let next = if bots.any(|bot| self.loaded_bots.is_command(bot)) {
                    "it cannot be continued, since a file starts no command".to_owned()
                } else {
                    format!("judge play --load {} continues it", shell_word(file))
                };
                format!("the game is in {}; {next}", sanitize(file))
            }
            Some((file, saved)) => {
                let saved = count(*saved as u64, "move");
                let file = sanitize(file);
                format!("{file} has the first {saved}; what came after is not saved")
            }
            None => {
                let moves = count(moves as u64, "move");
                format!("{moves} played, and not saved; s FILE saves a game before you leave")
            }
        };
        self.say(text);
    }

    fn facts(&self) -> &'static Facts {
        self.line.rules.facts()
    }

    /// The name of the player at a seat: a person's name, `you`, `person`, or a bot's name.
    fn who(&self, seat: Seat, turn: u32) -> String {
        let at = &self.line.seats[seat.index()];
        match at.bot.filter(|_| at.holders.at(turn) == Holder::Player) {
            Some(bot) => self.loaded_bots.bots()[bot].name.to_string(),
            None => match self.state.names.get(seat.index()) {
                Some(Some(name)) => name.clone(),
                _ if self.state.persons.len() == 1 => "you".to_owned(),
                _ => "person".to_owned(),
            },
        }
    }

    /// A seat and who is there: `black (you)`.
    fn seat(&self, seat: Seat, turn: u32) -> String {
        format!("{} ({})", self.facts().seat(seat), self.who(seat, turn))
    }

    /// The pieces and the score of each player, in as many rows as it takes.
    fn legend(&self, scene: &Scene, turn: u32) -> Vec<InkRow> {
        let mut rows = vec![InkRow::new()];
        for (number, score) in (0..).zip(&scene.scores) {
            let seat = Seat(number);
            let ink = if scene.to_move == Some(seat) { Ink::Strong } else { Ink::Plain };
            let name = (ink, self.seat(seat, turn));
            let mut part = seated(self.facts(), seat, self.console.look().glyphs, name);
            if self.facts().unit.is_some() {
                part.push(Ink::Plain, format!(" {score}"));
            }
            let row = rows.last_mut().expect("there is a row");
            if row.width() > 0 && row.width() + 3 + part.width() > WIDTH {
                rows.push(part);
                continue;
            }
            if row.width() > 0 {
                row.push(Ink::Plain, "   ");
            }
            row.0.extend(part.0);
        }
        if let Some(unit) = self.facts().unit {
            rows.last_mut().expect("there is a row").push(Ink::Faint, format!(" {}", unit.many));
        }
        rows
    }

    /// A move on a row of its own.
    fn move_text(&self, moved: &Moved, marks: &[Mark]) -> InkRow {
        let secret = self.line.rules.secret(&moved.action).filter(|_| !self.state.persons.is_empty());
        let action = secret.as_ref().map_or(moved.action.as_str(), |secret| secret.says.as_ref());
        let ink = if marks.iter().any(|mark| mark.kind == MarkKind::Blow) { Ink::Hit } else { Ink::Strong };
        let why = match moved.by {
            By::Opening => Some("opening".to_owned()),
            By::Forced if marks.iter().all(|mark| mark.kind != MarkKind::Pass) => Some("forced".to_owned()),
            _ => None,
        };
        let notes: Vec<String> = why.into_iter().chain(marks.iter().map(ToString::to_string)).collect();
        move_row(moved, (ink, action), &self.seat(moved.seat, moved.turn), &notes)
    }

    /// Whether the people are asked before a bot moves that took a person's seat over.
    fn pauses_for(&self, seat: Seat, game: &dyn AnyMatch) -> bool {
        let line = &self.line.seats[seat.index()];
        self.state.pauses
            && game.moves().len() >= self.state.seen.max(self.state.resumed)
            && self.state.persons.contains(&seat)
            && line.bot.is_some()
            && line.holders.at(turns(game)) == Holder::Player
            && !self.line.by_hand.contains_key(&turns(game))
    }

    /// Tells a move, once.
    fn moved(&mut self, game: &dyn AnyMatch, moved: &Moved) {
        if let Some(typed) = self.line.by_hand.get_mut(&moved.turn) {
            typed.clone_from(&moved.action);
        }
        if (moved.turn as usize) < self.state.seen {
            return;
        }
        self.state.seen = moved.turn as usize + 1;
        let marks = game.marks(self.viewpoint(game));
        let row = self.move_text(moved, &marks);
        let is_watched = self.state.persons.is_empty() && self.console.shows_every_board();
        if is_watched {
            self.console.wipe();
            self.draw(game);
        }
        self.console.say(&row);
        self.show_log(&moved.log);
        if is_watched || moved.by != By::Hand {
            self.console.rest(is_watched);
        }
    }

    /// The line after which a bot that reads lines committed its fault, where it gives nothing away any more.
    fn show_line(&mut self, line: &str) {
        let is_open = self.line.seats.len() == 2 || self.state.persons.is_empty();
        if !line.is_empty() && (is_open || self.state.shows_logs) {
            let text = format!("     line: {}", cut(&sanitize(line), LINE_CHARACTERS));
            self.console.say(&InkRow::new().with(Ink::Faint, text));
        }
    }

    /// Shows the lines that a bot logged in its turn, if they are wanted.
    fn show_log(&mut self, log: &[String]) {
        if self.state.shows_logs {
            logged(log).for_each(|row| self.console.say(&row));
        }
    }

    /// The viewpoint on the screen: that of the only person, or of the one whose turn it is.
    fn viewpoint(&self, game: &dyn AnyMatch) -> Viewpoint {
        let persons = &self.state.persons;
        if game.verdict().is_some() || persons.is_empty() {
            return Viewpoint::Everything;
        }
        let first = persons.first().copied().expect("there is a person");
        Viewpoint::Seat(self.state.viewer.unwrap_or(first))
    }

    /// Draws who plays, and the boards.
    fn draw(&mut self, game: &dyn AnyMatch) {
        let scene = game.scene(self.viewpoint(game));
        self.draw_scene(&scene, turns(game));
    }

    fn draw_scene(&mut self, scene: &Scene, turn: u32) {
        let mut rows = vec![InkRow::new()];
        // Boards that belong to somebody have headings that say as much.
        if scene.boards.len() <= 1 {
            rows.extend(self.legend(scene, turn));
        }
        rows.extend(boards(self.facts(), scene, self.console.look(), |seat| self.seat(seat, turn)));
        rows.push(InkRow::new());
        for row in &rows {
            self.console.say(row);
        }
    }

    /// The game is over: shows it, and lets persons look around, take back or save.
    fn over(&mut self, game: Box<dyn AnyMatch + 'a>) -> Next {
        let turn = turns(&*game);
        let verdict = game.verdict().expect("the game is over").clone();
        self.draw(&*game);
        let end = commentary::end(&verdict, |seat| self.seat(seat, turn), self.facts().unit);
        self.console.say(&InkRow::new().with(Ink::Strong, end));
        let moves = game.moves().to_vec();
        let finished = game.finish();
        if self.state.persons.is_empty() {
            return Next::Over(Box::new(finished));
        }
        let hash = finished.record.transcript_sha256;
        self.after_the_end(&moves, hash).map_or_else(|next| next, |()| Next::Over(Box::new(finished)))
    }

    /// Saves the game.
    fn save(&mut self, file: &str, moves: &[Moved], transcript_sha256: Option<[u8; 32]>) {
        let path = PathBuf::from(file);
        let saved = SavedGame::new(&path, self.loaded_bots, self.line, moves, transcript_sha256)
            .with_names(&self.state.names);
        let row = match saved.write(&path) {
            Ok(()) => {
                self.state.saved = Some((file.to_owned(), moves.len()));
                InkRow::text(format!("saved to {}", sanitize(file)))
            }
            Err(why) => InkRow::new().with(Ink::Wrong, why.to_string()),
        };
        self.console.say(&row);
    }

    fn say(&mut self, text: impl Into<String>) {
        self.console.say(&InkRow::text(text));
    }

    fn complain(&mut self, text: impl Into<String>) {
        self.console.say(&InkRow::new().with(Ink::Wrong, text));
    }
}

/// Actions so far.
fn turns(game: &dyn AnyMatch) -> u32 {
    u32::try_from(game.moves().len()).expect("a match is shorter")
}
