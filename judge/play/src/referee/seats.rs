//! Seats, and the holders of their turns.

use std::collections::BTreeMap;

use judge_limits::Account;
use serde::{Deserialize, Serialize};

use crate::contract::Contract;
use crate::fault::FaultKind;
use crate::player::{NoAnswer, Player};
use crate::record::Thought;

/// A seat's player, with the holders of its turns.
pub struct Seated<'p, G: Contract> {
    /// The bot or other program at the seat.
    pub player: Option<Box<dyn Player<G> + 'p>>,
    /// The holders of the seat's turns, but for those that are [set by hand](super::Match::set_by_hand).
    pub holders: Holders,
}

/// A seat, and how often it was asked.
pub(super) struct Chair<'p, G: Contract> {
    pub(super) seated: Seated<'p, G>,
    /// A failure of the player while others took its turns: it counts when the player is next asked.
    pub(super) deferred: Option<NoAnswer>,
    pub(super) asked: u32,
    pub(super) turns: u32,
    /// The fuel of the player's turns.
    pub(super) thought: Thought,
    /// Whether the player can be called no more.
    pub(super) failed: bool,
}

impl<'p, G: Contract> Chair<'p, G> {
    pub(super) fn new(seated: Seated<'p, G>) -> Self {
        Self { seated, deferred: None, asked: 0, turns: 0, thought: Thought::default(), failed: false }
    }

    /// Notes what a turn took. A bot that crashes loses all fuel of the turn, whatever it had spent, so such
    /// a turn says nothing about its thinking; one that ran out of fuel does.
    pub(super) fn note<A>(&mut self, answer: &Result<A, NoAnswer>) {
        let counts = matches!(answer, Ok(_) | Err(NoAnswer::Fault(FaultKind::OutOfFuel, _)));
        if let (true, Some(player)) = (counts, &self.seated.player) {
            self.thought.add(player.account().usage_in_turn().fuel);
        }
    }
}

/// The holder of a seat's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// The player.
    Player,
    /// A person, for whom the match waits.
    Person,
}

/// The holders of a seat's turns, each from a turn of the match on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holders {
    first: Holder,
    changes: BTreeMap<u32, Holder>,
    /// Before this turn another player had the seat, so what this one does wrong there is put off.
    #[serde(default)]
    player_since: u32,
}

impl Holders {
    /// The same holder from the first turn on.
    #[must_use]
    pub fn always(first: Holder) -> Self {
        Self { first, changes: BTreeMap::new(), player_since: 0 }
    }

    /// The holder on a turn.
    #[must_use]
    pub fn at(&self, turn: u32) -> Holder {
        self.changes.range(..=turn).next_back().map_or(self.first, |(_, holder)| *holder)
    }

    /// Gives the seat to `holder` from a turn on, and forgets later changes.
    pub fn change(&mut self, turn: u32, holder: Holder) {
        self.truncate(turn);
        self.changes.insert(turn, holder);
    }

    /// Forgets the changes after a turn: the holder of the seat on that turn keeps it.
    pub fn truncate(&mut self, turn: u32) {
        self.changes.retain(|&from, _| from <= turn);
        self.player_since = self.player_since.min(turn);
    }

    /// Says that another player had the seat before this turn.
    pub(crate) fn replace_player(&mut self, turn: u32) {
        self.player_since = turn;
    }

    /// Whether a failure of the player on a turn counts at once.
    pub(super) fn is_player_liable(&self, turn: u32) -> bool {
        self.at(turn) == Holder::Player && turn >= self.player_since
    }
}

impl<'p, G: Contract> Seated<'p, G> {
    /// A seat that a player takes.
    pub fn player(player: impl Player<G> + 'p) -> Self {
        Self { player: Some(Box::new(player)), holders: Holders::always(Holder::Player) }
    }

    /// A seat that a person takes.
    #[must_use]
    pub fn person() -> Self {
        Self { player: None, holders: Holders::always(Holder::Person) }
    }

    pub(super) fn account(&self) -> &dyn Account {
        self.player.as_ref().map_or(&(), |player| player.account())
    }
}
