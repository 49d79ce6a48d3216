//! The fuel of a bot by its calls: a game is played twice, the second time with probes in the bot's code, alike both times.
//!
//! A line of play and a bot in, a tree of calls for each turn out. The fuel of all turns is that of the seat in `games.csv`.

mod export;
mod names;
mod totals;
mod tree;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use judge_bots::{Compiler, NotLoaded, start_between};
use judge_play::games::Seat;
use judge_play::text::count;
use judge_play::{AnyMatch, By, Event, Line, Moved, Record, SeatLine};
use judge_sandbox::{Sandbox, SharedProbe};
use sha2::{Digest, Sha256};

use judge_core::error::{Error, Mistake};
use judge_core::game::{BotFile, LoadedBots};
use names::Names;
pub use totals::{Difference, FunctionRow};
use tree::{FuelTree, TreeWriter};

/// The fuel that a bot used in a game, by its calls.
pub struct Profile {
    names: Names,
    parts: Vec<ProfilePart>,
    /// Fuel of the seat in the whole game, as `games.csv` has it.
    pub fuel: u64,
    /// The result of the game.
    pub record: Record,
    /// All actions.
    pub moves: Vec<Moved>,
}

/// A part of a game, and who took how much in it.
struct ProfilePart {
    when: When,
    tree: FuelTree,
}

/// A part of a game, as one bot sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// Before the first question. Counts nowhere.
    StartUp,
    /// The call that begins a game.
    Beginning,
    /// A turn that ended with this action.
    Turn {
        /// The number of actions before it.
        turn: u32,
        /// The action, in the game's notation.
        action: String,
    },
    /// The part after the bot's last action: news, or a turn that ended in a fault.
    End,
}

/// The parts of a game that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All but the start.
    Game,
    /// The part before the first question.
    StartUp,
    /// One turn, by the number of actions before it.
    Turn(u32),
}

impl When {
    /// Its name in a list.
    fn label(&self) -> String {
        match self {
            Self::StartUp => "start".into(),
            Self::Beginning => "beginning of the game".into(),
            Self::Turn { turn, action } => format!("turn {turn}: {action}"),
            Self::End => "after the last turn".into(),
        }
    }

    fn is_in(&self, selection: Selection) -> bool {
        match (self, selection) {
            (Self::StartUp, selection) => selection == Selection::StartUp,
            (_, Selection::Game) => true,
            (Self::Turn { turn, .. }, Selection::Turn(wanted)) => *turn == wanted,
            _ => false,
        }
    }
}

/// A game that is to be profiled, and the seat of the bot.
pub struct GameToProfile {
    /// The bots at the table.
    pub loaded_bots: LoadedBots,
    /// The line that plays it.
    pub line: Line,
    /// The seat.
    pub seat: Seat,
}

/// The first seat of a line that the bot of this file has.
#[must_use]
pub fn seat_of(loaded_bots: &LoadedBots, line: &Line, wasm: &[u8]) -> Option<Seat> {
    let sha256 = <[u8; 32]>::from(Sha256::digest(wasm));
    let has_it = |seat: &SeatLine| seat.bot.is_some_and(|bot| loaded_bots.bots()[bot].sha256 == sha256);
    (0..).map(Seat).zip(&line.seats).find(|(_, seat)| has_it(seat)).map(|(seat, _)| seat)
}

impl GameToProfile {
    /// Plays the game, and finds where the fuel of `bot`, which has the seat, goes.
    ///
    /// It is compiled in this process: `loaded_bots` must have compiled it before, in another.
    ///
    /// # Errors
    /// If the bot cannot be watched, or plays another game when it is.
    pub fn profile(&self, bot: &BotFile) -> Result<Profile, Error> {
        let plain = play(started(self.loaded_bots.start(&self.line)), self.seat, None);
        if let Some(void) = plain.record.void() {
            return Err(Error::void(void.cause, &void.detail));
        }
        let played = self.watched(bot, None)?;
        if (&played.moves, &played.record) != (&plain.moves, &plain.record) {
            let text = "the bot plays another game when it is watched; a bot that overflows its stack cannot be profiled, otherwise please report it";
            return Err(Error::Machine(text.into()));
        }
        Ok(played.with_lost())
    }

    /// Asks another bot for the same seat in all positions of the game, and finds where its fuel goes; its answers are not
    /// played.
    ///
    /// # Errors
    /// If the bot cannot be watched.
    pub fn profile_in_positions_of(&self, profile: &Profile, bot: &BotFile) -> Result<Profile, Error> {
        let is_theirs = |moved: &&Moved| moved.seat == self.seat && moved.by == By::Player;
        let theirs = profile.moves.iter().filter(is_theirs);
        let actions: Vec<String> = theirs.map(|moved| moved.action.clone()).collect();
        Ok(self.watched(bot, Some(&actions))?.with_lost())
    }

    /// Plays the game with probes in the bot's code; if there are `actions`, they are played and not its answers.
    fn watched(&self, file: &BotFile, actions: Option<&[String]>) -> Result<Profile, Error> {
        let Self { loaded_bots, line, seat } = self;
        let name = file.name.as_str();
        let refused = |text: String| Error::Machine(format!("bot {name:?} cannot be watched: {text}"));
        let functions = judge_bots::watched_functions(&file.wasm).map_err(|why| refused(why.to_string()))?;
        let (names, numbers) = Names::of(&functions);
        let recorder = Arc::new(Mutex::new(TreeWriter::new(numbers)));
        let probe: SharedProbe = Arc::<Mutex<TreeWriter>>::clone(&recorder);
        let sandbox = Sandbox::watched(loaded_bots.limits().clone(), probe)
            .map_err(|error| Error::Machine(error.to_string()))?;
        let (rules, compiler) = (loaded_bots.rules(), Compiler::here());
        let loaded = judge_bots::from_bytes(&file.name, &file.wasm, rules, &sandbox, &compiler);
        let bot = loaded.map_err(|why| match why {
            NotLoaded::Invalid(problem) => refused(problem),
            NotLoaded::Machine(trouble) => Error::Machine(trouble),
        })?;
        // It was asked for its name.
        lock(&recorder).take();
        let terms = line.seats[seat.index()].bot.map(|bot| loaded_bots.bots()[bot].terms.clone());
        let bot = bot.on(terms.unwrap_or_default(), &sandbox);
        let game = start_between(line, &|other, at| {
            if at == *seat {
                (&bot, &sandbox, actions)
            } else {
                (&loaded_bots.bots()[other], loaded_bots.sandbox(), None)
            }
        });
        let played = play(started(game), *seat, Some(&recorder));
        Ok(Profile { names, ..played })
    }
}

fn lock(recorder: &Mutex<TreeWriter>) -> MutexGuard<'_, TreeWriter> {
    recorder.lock().unwrap_or_else(PoisonError::into_inner)
}

fn started<T>(started: Result<T, (u32, String)>) -> T {
    started.unwrap_or_else(|(turn, why)| panic!("no action is set by hand: {turn}, {why}"))
}

/// Plays a game to its end; what the recorder has is taken whenever `seat` has acted. Only who watches has names.
fn play(mut game: Box<dyn AnyMatch + '_>, seat: Seat, recorder: Option<&Arc<Mutex<TreeWriter>>>) -> Profile {
    let mut parts = Vec::new();
    let mut take = |when: When| {
        if let Some(recorder) = recorder {
            parts.push(ProfilePart { when, tree: lock(recorder).take() });
        }
    };
    take(When::StartUp);
    loop {
        match game.step() {
            Event::Began => take(When::Beginning),
            Event::Moved(moved) if moved.seat == seat && moved.by == By::Player => {
                take(When::Turn { turn: moved.turn, action: moved.action });
            }
            Event::Over(_) => break,
            _ => {}
        }
    }
    take(When::End);
    let moves = game.moves().to_vec();
    let record = game.finish().record;
    Profile { names: Names::default(), parts, fuel: record.fuel[seat.index()], record, moves }
}

impl Profile {
    /// The same with the fuel that the bot lost, counted at the end.
    fn with_lost(mut self) -> Self {
        let parts = self.parts.iter().filter(|part| part.when != When::StartUp);
        let counted: u64 = parts.map(|part| part.tree.fuel()).sum();
        let lost = self.fuel.checked_sub(counted).expect("no more is counted than was spent");
        self.parts.last_mut().expect("a game that is watched has an end").tree.lose(lost);
        self
    }

    /// Each part of the game with its fuel, in order; those in which the bot did nothing are left out.
    pub fn parts(&self) -> impl Iterator<Item = (&When, u64)> {
        let parts = self.parts.iter().filter(|part| !part.tree.nodes.is_empty());
        parts.map(|part| (&part.when, part.tree.fuel()))
    }

    /// Whether the bot had this turn.
    ///
    /// # Errors
    /// A message with the turns that it had, if it did not have this one.
    pub fn check(&self, selection: Selection) -> Result<(), Mistake> {
        if self.selected(selection).next().is_some() {
            return Ok(());
        }
        let turns = self.parts.iter().filter_map(|part| match part.when {
            When::Turn { turn, .. } => Some(turn),
            _ => None,
        });
        let turns: Vec<u32> = turns.collect();
        let of_turns =
            |(first, last)| format!("{}, from {first} to {last}", count(turns.len() as u64, "turn"));
        let had = turns.first().zip(turns.last()).map_or_else(|| "none".to_owned(), of_turns);
        Err(Mistake::in_file("--turn", format!("the bot does not have this turn; it has {had}")))
    }

    fn selected(&self, selection: Selection) -> impl Iterator<Item = &ProfilePart> {
        self.parts.iter().filter(move |part| part.when.is_in(selection))
    }

    fn tree(&self, selection: Selection) -> FuelTree {
        let mut all = FuelTree::default();
        self.selected(selection).for_each(|part| all.add(&part.tree));
        all
    }
}

#[cfg(test)]
mod tests;
