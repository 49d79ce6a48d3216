//! A match without its types: what a front end sees and does, in events, texts and scenes.

use judge_games::Seat;
use judge_scenes::{Facts, Hull, Mark, MarkKind, Scene, Secret, Shown, Viewpoint};
use serde::Serialize;

use crate::contract::Contract;
use crate::fault::Fault;
use crate::record::Finished;
use crate::referee::{By, Holder, Match, Step};
use crate::rules::notation::{self, Wrong};
use crate::rules::shown;
use crate::verdict::Verdict;
use crate::verdict::written;
use judge_limits::{Account, Usage};

/// The event of one step of a match, in the game's notation.
///
/// Events say everything, also what the rules hide from a seat, as where the other fleet lies: show
/// events to spectators, and to a player only those that the player may know. Logs and details are a
/// bot's own text: make them [safe](crate::text::sanitize) before they are shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// All players have begun.
    Began,
    /// A seat is asked for an action.
    Asked {
        /// The seat's number.
        #[serde(with = "written::Seat")]
        seat: Seat,
        /// The contract's function.
        function: &'static str,
        /// The view of the seat, as text.
        question: String,
    },
    /// The match waits for a person at this seat.
    Waiting {
        /// The seat's number.
        #[serde(with = "written::Seat")]
        seat: Seat,
    },
    /// An action was played.
    Moved(Moved),
    /// Players got news.
    Told {
        /// The numbers of the seats that hear it.
        seats: Vec<u8>,
        /// The news, as text.
        text: String,
    },
    /// A player committed a fault.
    Fault(Fault),
    /// The match is over.
    Over(Verdict),
}

/// An action that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// The number of actions before it.
    pub turn: u32,
    /// The seat's number.
    #[serde(with = "written::Seat")]
    pub seat: Seat,
    /// The reason why it was played.
    pub by: By,
    /// The action.
    pub action: String,
    /// The player's usage in this turn; zero if none was asked.
    pub usage: Usage,
    /// Lines that the player has logged since its turn before.
    pub log: Vec<String>,
}

/// A match of any game. Any thread may step it.
pub trait AnyMatch: Send {
    /// Does the next thing that is to be done, and says what it was.
    fn step(&mut self) -> Event;

    /// The seat that was asked and whose person has not acted yet.
    fn waits_for(&self) -> Option<Seat>;

    /// Plays a person's action for the seat that is waited for, and says how the game writes it; the next step reports it.
    ///
    /// # Errors
    /// The reason why it is not played; the match is as it was.
    fn act(&mut self, action: &str) -> Result<String, NotPlayed>;

    /// Gives a seat to the player that is there, or to a person, from this turn on.
    fn give(&mut self, seat: Seat, holder: Holder);

    /// The position as the viewer may see it, with what the last action changed.
    fn scene(&self, viewpoint: Viewpoint) -> Scene;

    /// The marks of the last action, as far as the viewer may know them.
    fn marks(&self, viewpoint: Viewpoint) -> Vec<Mark>;

    /// Facts about the game for people.
    fn facts(&self) -> &'static Facts;

    /// The text that the other seats hear in place of an action; `None` if they may hear the action.
    fn secret(&self, action: &str) -> Option<Secret>;

    /// The pieces as a part of the action of a seat that [must place them](Scene::placing) would place them.
    ///
    /// # Errors
    /// The mistake in it, by the rules.
    fn draft(&self, text: &str) -> Result<Vec<Hull>, String>;

    /// Actions that were played so far.
    fn moves(&self) -> &[Moved];

    /// The seat to move; `None` if the match is over.
    fn to_move(&self) -> Option<Seat>;

    /// Faults so far.
    fn faults(&self) -> &[Fault];

    /// The end of the match; `None` while it goes on.
    fn verdict(&self) -> Option<&Verdict>;

    /// What the player at `seat` has used, and all that it has written to its log, as far as it is kept.
    fn account(&self, seat: Seat) -> &dyn Account;

    /// The record of the match, and its transcript.
    ///
    /// # Panics
    /// If the match is not over.
    fn finish(self: Box<Self>) -> Finished;
}

/// The reason why a person's action is not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayed {
    /// The match does not wait for one.
    #[error("the match does not wait for an action")]
    NobodyAsked,
    /// It is no action in the game's notation, and why.
    #[error("{0}")]
    Unreadable(String),
    /// It is against the rules, and which.
    #[error("{0}")]
    Illegal(String),
}

/// A match, and what a front end wants to know besides.
pub struct Watched<'p, G: Contract> {
    inner: Match<'p, G>,
    last: Option<Last<G>>,
    moves: Vec<Moved>,
    /// The part of each seat's log that has appeared.
    logs_told: Vec<LogTold>,
}

/// The last action.
struct Last<G: Contract> {
    before: G,
    action: G::Action,
    by: By,
}

/// The part of a log that has appeared.
#[derive(Clone, Default)]
struct LogTold {
    /// Bytes that stay as they are.
    kept_bytes: usize,
    /// The text after them.
    rest: String,
}

impl LogTold {
    /// Returns the new lines of a log, of which so many bytes stay as they are.
    fn tell(&mut self, log: &str, kept_bytes: usize) -> Vec<String> {
        let (kept, rest) = log.split_at(kept_bytes);
        let new = kept.get(self.kept_bytes..).unwrap_or_default();
        // Of what may change, those lines that have.
        let same = rest.lines().zip(self.rest.lines()).take_while(|(now, then)| now == then).count();
        let lines = new.lines().chain(rest.lines().skip(same)).map(ToOwned::to_owned).collect();
        *self = Self { kept_bytes, rest: rest.to_owned() };
        lines
    }
}

impl<'p, G: Contract> Watched<'p, G> {
    /// Watches a match from its beginning.
    #[must_use]
    pub fn new(inner: Match<'p, G>) -> Self {
        let seats = inner.game().seats();
        Self { inner, last: None, moves: Vec::new(), logs_told: vec![LogTold::default(); seats] }
    }

    fn moved(&mut self, seat: Seat, by: By, action: &G::Action) -> Moved {
        let account = self.inner.account(seat);
        let log = self.logs_told[seat.index()].tell(&account.log(), account.log_kept_bytes());
        let usage = if by == By::Player { account.usage_in_turn() } else { Usage::default() };
        Moved { turn: self.inner.turns() - 1, seat, by, action: action.to_string(), usage, log }
    }
}

impl<G: Contract + Shown> AnyMatch for Watched<'_, G> {
    fn step(&mut self) -> Event {
        let before = self.inner.game().clone();
        match self.inner.step() {
            Step::Began => Event::Began,
            Step::Asked(seat, asked) => {
                let question = G::text(&self.inner.game().view(seat));
                Event::Asked { seat, function: asked.function, question }
            }
            Step::Waiting(seat) => Event::Waiting { seat },
            Step::Acted(seat, by, action) => {
                let moved = self.moved(seat, by, &action);
                self.last = Some(Last { before, action, by });
                self.moves.push(moved.clone());
                Event::Moved(moved)
            }
            Step::Told(seats, event) => {
                Event::Told { seats: seats.iter().map(|seat| seat.0).collect(), text: event.to_string() }
            }
            Step::Fault(fault) => Event::Fault(*fault),
            Step::Over => Event::Over(self.inner.verdict().expect("the match is over").clone()),
        }
    }

    fn waits_for(&self) -> Option<Seat> {
        self.inner.waits_for()
    }

    fn act(&mut self, action: &str) -> Result<String, NotPlayed> {
        if self.waits_for().is_none() {
            return Err(NotPlayed::NobodyAsked);
        }
        let act = |action: G::Action| {
            let written = action.to_string();
            self.inner.act(action).map(|()| written)
        };
        notation::play(action, act).map_err(|why| match why {
            Wrong::Illegal(why) => NotPlayed::Illegal(why.to_string()),
            Wrong::Unreadable(why) => NotPlayed::Unreadable(why.to_string()),
        })
    }

    fn give(&mut self, seat: Seat, holder: Holder) {
        self.inner.give(seat, holder);
    }

    fn scene(&self, viewpoint: Viewpoint) -> Scene {
        let mut scene = self.inner.game().scene(viewpoint);
        if let Some(Last { before, .. }) = &self.last {
            scene.mark_changes(&before.boards(viewpoint));
        }
        scene
    }

    fn marks(&self, viewpoint: Viewpoint) -> Vec<Mark> {
        let Some(Last { before, action, by }) = &self.last else { return Vec::new() };
        let mut marks = G::marks(before, action, self.inner.game(), viewpoint);
        marks.retain(|mark| *by != By::Opening || mark.kind != MarkKind::Score);
        marks
    }

    fn facts(&self) -> &'static Facts {
        self.inner.game().facts()
    }

    fn secret(&self, action: &str) -> Option<Secret> {
        shown::secret(self.inner.game(), action)
    }

    fn draft(&self, text: &str) -> Result<Vec<Hull>, String> {
        self.inner.game().draft(text)
    }

    fn moves(&self) -> &[Moved] {
        &self.moves
    }

    fn to_move(&self) -> Option<Seat> {
        self.inner.verdict().is_none().then(|| self.inner.game().to_move()).flatten()
    }

    fn faults(&self) -> &[Fault] {
        self.inner.faults()
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.inner.verdict()
    }

    fn account(&self, seat: Seat) -> &dyn Account {
        self.inner.account(seat)
    }

    fn finish(self: Box<Self>) -> Finished {
        self.inner.finish()
    }
}

#[cfg(test)]
mod tests;
