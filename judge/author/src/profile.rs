//! The fuel of a bot by its calls: a game is played twice, the second time with probes in the bot's code, alike both times.
//!
//! A line of play and a bot in, a tree of calls for each turn out. The fuel of all turns is that of the seat in `games.csv`.

mod export;
mod names;
mod totals;
mod tree;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use judge_bots::{Bot, Compiler, NotLoaded, start_between};
use judge_play::games::Seat;
use judge_play::text::count;
use judge_play::{AnyMatch, BotTerms, By, Event, Line, Moved, Record, SeatLine};
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
    #[must_use]
    pub fn label(&self) -> String {
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
        let (watched, played) = self.watched(bot, None)?;
        if (&played.moves, &played.record) != (&plain.moves, &plain.record) {
            let text = "the bot plays another game when it is watched; a bot that overflows its stack cannot be profiled, otherwise please report it";
            return Err(Error::Machine(text.into()));
        }
        Ok(watched.profile(played))
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
        let (watched, played) = self.watched(bot, Some(&actions))?;
        Ok(watched.profile(played))
    }

    /// Plays the game with probes in the bot's code; if there are `actions`, they are played and not its answers.
    fn watched(&self, bot: &BotFile, actions: Option<&[String]>) -> Result<(WatchedBot, Profile), Error> {
        let Self { loaded_bots, line, seat } = self;
        let terms = line.seats[seat.index()].bot.map(|bot| loaded_bots.bots()[bot].terms.clone());
        let watched = WatchedBot::new(loaded_bots, bot, terms.unwrap_or_default())?;
        let game = start_between(line, &|bot, at| {
            if at == *seat {
                (&watched.bot, &watched.sandbox, actions)
            } else {
                (&loaded_bots.bots()[bot], loaded_bots.sandbox(), None)
            }
        });
        let played = play(started(game), *seat, Some(&watched.recorder));
        Ok((watched, played))
    }
}

/// A bot with probes in its code, and who receives their reports.
struct WatchedBot {
    bot: Bot,
    sandbox: Sandbox,
    names: Names,
    recorder: Arc<Mutex<TreeWriter>>,
}

impl WatchedBot {
    fn new(loaded_bots: &LoadedBots, file: &BotFile, terms: BotTerms) -> Result<Self, Error> {
        let machine = |text: String| Error::Machine(text);
        let refused =
            |text: String| machine(format!("bot {:?} cannot be watched: {text}", file.name.as_str()));
        let rules = loaded_bots.rules();
        let functions = judge_bots::watched_functions(&file.wasm).map_err(|why| refused(why.to_string()))?;
        let (names, numbers) = Names::of(&functions);
        let recorder = Arc::new(Mutex::new(TreeWriter::new(numbers)));
        let probe: SharedProbe = Arc::<Mutex<TreeWriter>>::clone(&recorder);
        let sandbox = Sandbox::watched(loaded_bots.limits().clone(), probe)
            .map_err(|error| machine(error.to_string()))?;
        let loaded = judge_bots::from_bytes(&file.name, &file.wasm, rules, &sandbox, &Compiler::here());
        let bot = loaded.map_err(|why| match why {
            NotLoaded::Invalid(problem) => refused(problem),
            NotLoaded::Machine(trouble) => machine(trouble),
        })?;
        // It was asked for its name.
        lock(&recorder).take();
        Ok(Self { bot: bot.on(terms, &sandbox), sandbox, names, recorder })
    }

    /// The profile of a game that it played: names its functions, and counts what was lost.
    fn profile(self, mut played: Profile) -> Profile {
        let parts = played.parts.iter().filter(|part| part.when != When::StartUp);
        let counted: u64 = parts.map(|part| part.tree.fuel()).sum();
        let lost = played.fuel.checked_sub(counted).expect("no more is counted than was spent");
        match played.parts.last_mut() {
            Some(end) if end.when == When::End => end.tree.lose(lost),
            _ => assert_eq!(lost, 0, "a bot that comes back loses nothing"),
        }
        Profile { names: self.names, ..played }
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
    /// Each part of the game with its fuel, in order; those in which the bot did nothing are left out.
    pub fn parts(&self) -> impl Iterator<Item = (&When, u64)> {
        let parts = self.parts.iter().filter(|part| !part.tree.nodes.is_empty());
        parts.map(|part| (&part.when, part.tree.fuel()))
    }

    /// The functions in these parts of the game, the dearest first.
    #[must_use]
    pub fn rows(&self, selection: Selection) -> Vec<FunctionRow> {
        totals::rows(&self.tree(selection), &self.names)
    }

    /// The functions of this bot and another in these parts of the game, the greatest difference first.
    #[must_use]
    pub fn differences(&self, other: &Self, selection: Selection) -> Vec<Difference> {
        totals::differences(&self.rows(selection), &other.rows(selection))
    }

    /// A flame graph of these parts of the game.
    #[must_use]
    pub fn svg(&self, selection: Selection, title: &str) -> Vec<u8> {
        export::svg(&self.tree(selection), &self.names, title)
    }

    /// A file of speedscope's format: these parts of the game together, then one by one.
    #[must_use]
    pub fn speedscope(&self, selection: Selection, title: &str) -> String {
        let all = self.tree(selection);
        let parts =
            self.parts.iter().filter(|part| part.when.is_in(selection) && !part.tree.nodes.is_empty());
        let parts = parts.map(|part| (part.when.label(), &part.tree));
        let trees: Vec<(String, &FuelTree)> =
            std::iter::once((title.to_owned(), &all)).chain(parts).collect();
        export::speedscope(&trees, &self.names, title)
    }

    /// Whether the bot had this turn.
    ///
    /// # Errors
    /// A message with the turns that it had, if it did not have this one.
    pub fn check(&self, selection: Selection) -> Result<(), Mistake> {
        if self.parts.iter().any(|part| part.when.is_in(selection)) {
            return Ok(());
        }
        let turns = self.parts.iter().filter_map(|part| match part.when {
            When::Turn { turn, .. } => Some(turn),
            _ => None,
        });
        let turns: Vec<u32> = turns.collect();
        let had = match (turns.first(), turns.last()) {
            (Some(first), Some(last)) => {
                format!("{}, from {first} to {last}", count(turns.len() as u64, "turn"))
            }
            _ => "none".into(),
        };
        Err(Mistake::in_file("--turn", format!("the bot does not have this turn; it has {had}")))
    }

    fn tree(&self, selection: Selection) -> FuelTree {
        let mut all = FuelTree::default();
        for part in self.parts.iter().filter(|part| part.when.is_in(selection)) {
            all.add(&part.tree);
        }
        all
    }
}

#[cfg(test)]
mod tests;
