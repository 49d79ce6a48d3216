//! A person's turn: what is shown, what is typed, and what comes of it.

use judge_core::game::fork;
use judge_play::games::Seat;
use judge_play::scenes::Viewpoint;
use judge_play::{AnyMatch, By, Holder, Moved, NotPlayed};

use super::{Next, SeatedMatch, turns};
use crate::ink::{Ink, InkRow};
use crate::terminal_game::console::Console;
use crate::typed::{COMMANDS, Typed};

/// The most legal actions that are listed without being asked for.
const LISTED_UNASKED_MAX: usize = 12;

impl<C: Console> SeatedMatch<'_, C> {
    /// A person's turn, until the person has acted; an error is what comes next instead.
    pub(super) fn waiting(&mut self, seat: Seat, game: &mut dyn AnyMatch) -> Result<(), Next> {
        self.face(seat)?;
        let scene = game.scene(Viewpoint::Seat(seat));
        if let Some(placing) = &scene.placing {
            return self.place_fleet(seat, game, placing);
        }
        let actions: Vec<String> = scene.choices.into_iter().map(|choice| choice.action).collect();
        self.draw(game);
        if actions.len() <= LISTED_UNASKED_MAX {
            self.say(format!("legal: {}", actions.join(" ")));
        }
        if !std::mem::replace(&mut self.state.is_hinted, true) {
            // What to type, and where the rest is explained.
            let example = self.facts().example;
            self.say(format!("Type {example}; ? for help, u to take back, q to leave."));
        }
        let prompt = self.prompt(seat, game, "");
        loop {
            let line = self.console.ask(&prompt).ok_or(Next::Quit)?;
            // A game may write an action as a command is written: then it is the action.
            let is_action = actions.iter().any(|action| action == line.trim());
            let typed = if is_action { Typed::Action(line.trim()) } else { Typed::read(&line) };
            match typed {
                Typed::Nothing => self.say("Type an action, or ? for help."),
                Typed::Action(action) => {
                    if self.act(game, action) {
                        return Ok(());
                    }
                }
                Typed::Random => {
                    let drawn = self.draw_number(actions.len());
                    if self.act(game, drawn.map_or("", |drawn| &actions[drawn])) {
                        return Ok(());
                    }
                }
                Typed::Help => self.help(&actions),
                Typed::Draw => self.draw(game),
                typed => self.command(typed, Some(seat), game.moves())?,
            }
        }
    }

    /// The seat that is asked, with the person's name where there is one.
    pub(super) fn prompt(&self, seat: Seat, game: &dyn AnyMatch, more: &str) -> String {
        let is_named = matches!(self.state.names.get(seat.index()), Some(Some(_)));
        let seat = if is_named { self.seat(seat, turns(game)) } else { self.facts().seat(seat) };
        format!("{seat}{more}> ")
    }

    /// Hides a board before another person comes, if several share the screen and must not see one another's boards.
    fn face(&mut self, seat: Seat) -> Result<(), Next> {
        let is_new = self.state.viewer.is_some_and(|viewer| viewer != seat);
        if is_new && self.facts().has_secrets() {
            let called = |seat: Seat| {
                let name = self.state.names.get(seat.index()).and_then(Clone::clone);
                name.unwrap_or_else(|| self.facts().seat(seat))
            };
            let (name, before) = (called(seat), called(self.state.viewer.unwrap_or(seat)));
            let wipe = format!("{before}: press Enter, and the screen is wiped for {name}. ");
            let look = format!("{name}: press Enter when only you look at the screen. ");
            self.enter(&wipe)?;
            self.console.wipe();
            self.enter(&look)?;
        }
        self.state.viewer = Some(seat);
        Ok(())
    }

    /// Waits for Enter alone: what comes next is for one pair of eyes. The people may leave instead.
    fn enter(&mut self, prompt: &str) -> Result<(), Next> {
        loop {
            match Typed::read(&self.console.ask(prompt).ok_or(Next::Quit)?) {
                Typed::Nothing => return Ok(()),
                Typed::Quit => return Err(Next::Quit),
                _ => {}
            }
        }
    }

    /// Plays an action for the person; whether it was legal.
    fn act(&mut self, game: &mut dyn AnyMatch, typed: &str) -> bool {
        match game.act(typed) {
            Ok(action) => {
                self.line.by_hand.insert(turns(game), action);
                true
            }
            Err(why) => {
                let why = match (&why, self.facts().misread) {
                    (NotPlayed::Unreadable(_), Some(says)) => {
                        format!("{typed:?} {says}; ? lists the commands")
                    }
                    (NotPlayed::Unreadable(why), None) => format!("{why}; ? lists the commands"),
                    _ => why.to_string(),
                };
                self.complain(judge_play::text::sanitize(&why));
                false
            }
        }
    }

    /// A number below `most`, by chance.
    pub(super) fn draw_number(&mut self, most: usize) -> Option<usize> {
        let (seed, drawn) = self.state.random;
        self.state.random.1 += 1;
        let number = seed.derive(&["random", &drawn.to_string()]).0;
        number.checked_rem(most as u64).and_then(|number| usize::try_from(number).ok())
    }

    /// Lists what can be typed.
    fn help(&mut self, actions: &[String]) {
        self.say(self.facts().notation);
        self.say(format!("legal actions ({}):", actions.len()));
        for row in InkRow::text(actions.join(" ")).wrapped(76, 0) {
            self.console.say_indented(&InkRow::text(format!("  {}", row.plain())), 2);
        }
        self.list_commands();
    }

    pub(super) fn list_commands(&mut self) {
        for (command, meaning) in COMMANDS {
            let mut row = InkRow::new().with(Ink::Strong, format!("  {command:<12} "));
            let indent = row.width();
            row.push(Ink::Plain, *meaning);
            self.console.say_indented(&row, indent);
        }
    }

    /// Carries out a command typed instead of an action. After that the person is asked again, or something comes next.
    pub(super) fn command(
        &mut self,
        typed: Typed<'_>,
        seat: Option<Seat>,
        moves: &[Moved],
    ) -> Result<(), Next> {
        match typed {
            Typed::Quit => return Err(Next::Quit),
            Typed::Back => return self.take_back(moves),
            Typed::Fork(turn, action) => return self.fork(turn, action),
            Typed::Bot(bot) => {
                let Some(seat) = seat else {
                    self.complain("the game is over; u takes back");
                    return Ok(());
                };
                self.state.pauses = true;
                return Err(Next::Give { seat, bot: bot.map(ToOwned::to_owned), moves: moves.to_vec() });
            }
            Typed::Save(file) => self.save(file, moves, None),
            Typed::Moves => self.list_moves(moves),
            Typed::Hand => self.complain("this seat is yours already"),
            Typed::Go => self.complain("only bots go on by themselves; b gives your seat to one"),
            Typed::Incomplete(why) => self.complain(why),
            Typed::Nothing | Typed::Help | Typed::Draw | Typed::Random | Typed::Action(_) => {}
        }
        Ok(())
    }

    /// Back to the last action that a person chose.
    pub(super) fn take_back(&mut self, moves: &[Moved]) -> Result<(), Next> {
        let is_persons = |moved: &&Moved| {
            let seat = &self.line.seats[moved.seat.index()];
            let holder = if seat.bot.is_some() { seat.holders.at(moved.turn) } else { Holder::Person };
            moved.by == By::Hand && holder == Holder::Person
        };
        let Some(last) = moves.iter().rev().find(is_persons) else {
            self.complain("there is nothing to take back");
            return Ok(());
        };
        let turn = last.turn;
        self.go_back(turn);
        self.line.take_back(turn);
        self.say(format!("back to move {}", turn + 1));
        Err(Next::Again)
    }

    fn go_back(&mut self, turn: u32) {
        self.state.seen = self.state.seen.min(turn as usize);
        self.state.resumed = self.state.resumed.min(turn as usize);
        // The file goes on with other moves from here.
        if let Some((_, saved)) = &mut self.state.saved {
            *saved = (*saved).min(turn as usize);
        }
    }

    /// Another action at an earlier move.
    fn fork(&mut self, turn: usize, action: &str) -> Result<(), Next> {
        let turn = u32::try_from(turn).map_err(|_| "there is no such move".to_owned());
        let forked = |turn| fork(self.loaded_bots, self.line, turn, action);
        match turn.and_then(|turn| Ok((turn, forked(turn)?))) {
            Ok((turn, line)) => {
                *self.line = line;
                self.go_back(turn);
                Err(Next::Again)
            }
            Err(why) => {
                self.complain(judge_play::text::sanitize(&why));
                Ok(())
            }
        }
    }

    fn list_moves(&mut self, moves: &[Moved]) {
        for moved in moves {
            let row = self.move_text(moved, &[]);
            self.console.say(&row);
        }
    }

    /// Before the turn of a bot that took a person's seat.
    pub(super) fn paused(&mut self, seat: Seat, game: &mut dyn AnyMatch) -> Result<(), Next> {
        self.draw(game);
        let name = self.who(seat, turns(game));
        let prompt = format!("{name} plays for you (Enter: one turn, h: your seat back, g: to the end)> ");
        loop {
            let line = self.console.ask(&prompt).ok_or(Next::Quit)?;
            match Typed::read(&line) {
                Typed::Nothing => return Ok(()),
                Typed::Go => {
                    self.state.pauses = false;
                    return Ok(());
                }
                Typed::Hand => {
                    self.line.give_to_person(seat, turns(game));
                    return Err(Next::Again);
                }
                Typed::Help => self.list_commands(),
                Typed::Draw => self.draw(game),
                Typed::Action(_) | Typed::Random => self.complain("a bot has this seat; h takes it back"),
                typed => self.command(typed, Some(seat), game.moves())?,
            }
        }
    }

    /// The game is over, and persons took part, until they are done with it or something comes next.
    pub(super) fn after_the_end(&mut self, moves: &[Moved], transcript_sha256: [u8; 32]) -> Result<(), Next> {
        let prompt = "The game is over (Enter: leave, u: take back, s FILE: save, ?: help)> ";
        loop {
            let Some(line) = self.console.ask(prompt) else { return Ok(()) };
            match Typed::read(&line) {
                Typed::Nothing | Typed::Quit => return Ok(()),
                Typed::Save(file) => self.save(file, moves, Some(transcript_sha256)),
                Typed::Help => self.list_commands(),
                Typed::Action(_) | Typed::Random | Typed::Hand | Typed::Go => {
                    self.complain("the game is over; u takes back");
                }
                typed => self.command(typed, None, moves)?,
            }
        }
    }
}
