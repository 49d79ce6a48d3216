//! A fault as a file that anybody can read, and have committed again: games in, evidence out.
//!
//! There is one for each contestant and kind of fault, of the first such game in
//! the schedule's order. Opens no file; whatever a contestant chose is escaped and cut.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use judge_play::{Fault, FaultKind, Record, Seed};

use super::standings::Scored;
use crate::bots::Bot;
use crate::schedule::{EntrantId, Fixture, GameResult, Round};
use crate::tournament::Tournament;

/// All that is needed to see a fault, and to have it committed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The command that plays the game again, in the folder of this file.
    pub command: String,
    /// Who committed the fault.
    pub contestant: String,
    /// What it did; all texts are sanitized.
    pub fault: Fault,
    /// In which game.
    pub game: GamePart,
    /// In which tournament.
    pub tournament: TournamentPart,
    /// Who was at the table, by seats.
    pub bot: Vec<BotPart>,
}

/// A game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePart {
    /// Its number in `games.csv`.
    pub number: usize,
    /// Its round's number.
    pub round: u32,
    /// Which of the round's seat orders it is, from 0.
    pub order: usize,
    /// The round's seed, in hexadecimal as in `games.csv`.
    pub seed: String,
    /// The actions it began with.
    pub opening: String,
    /// Fuel that the bot spent in the whole game.
    pub fuel: u64,
    /// Memory that the bot had in the end, in bytes.
    pub memory_bytes: u64,
}

/// A tournament, and who played it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentPart {
    /// Its file, seen from the folder of this file.
    pub file: String,
    /// SHA-256 of that.
    pub sha256: String,
    /// The judge's version.
    pub judge: String,
    /// The engine's version.
    pub engine: String,
}

/// A bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotPart {
    /// Its name in the tournament.
    pub name: String,
    /// SHA-256 of its file.
    pub sha256: String,
}

/// A tournament with its bots, and where its file is, seen from the folder of evidence.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The tournament.
    pub tournament: &'a Tournament,
    /// Its bots.
    pub bots: &'a [Bot],
    /// Its file, with `/` between folders.
    pub file: &'a str,
}

impl Evidence {
    /// The evidence of one fault in a game of this number.
    #[must_use]
    pub fn new(
        context: Context<'_>,
        number: usize,
        fixture: &Fixture<'_>,
        record: &Record,
        fault: &Fault,
    ) -> Self {
        let seating = fixture.seating();
        let bots = seating.iter().map(|id| &context.bots[id.0]);
        let bot: Vec<BotPart> = bots.map(bot_part).collect();
        let seat = fault.seat.index();
        let contestant = bot[seat].name.clone();
        let game = GamePart {
            number,
            round: fixture.round.number,
            order: fixture.order,
            seed: fixture.round.seed.hex(),
            opening: record.opening.clone(),
            fuel: record.fuel[seat],
            memory_bytes: record.memory[seat],
        };
        let tournament = TournamentPart {
            file: context.file.to_owned(),
            sha256: hex::encode(context.tournament.sha256),
            judge: crate::GAMES_VERSION.to_owned(),
            engine: judge_sandbox::ENGINE_VERSION.to_owned(),
        };
        let command = format!("judge repro {}", file_name(&contestant, fault.kind));
        Self { command, contestant, fault: fault.sanitized(), game, tournament, bot }
    }

    /// The file's name.
    #[must_use]
    pub fn file_name(&self) -> String {
        file_name(&self.contestant, self.fault.kind)
    }

    /// The file's content.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("evidence is plain TOML")
    }

    /// The round of the game, between contestants of these names and identities, in a tournament of this seed, and
    /// which of its orders the game was; `None` if the file speaks of a game that cannot be.
    #[must_use]
    pub fn round(&self, names: &[&str], identities: &[&str], tournament: Seed) -> Option<(Round, usize)> {
        let id = |bot: &BotPart| names.iter().position(|name| *name == bot.name).map(EntrantId);
        let mut pairing: Vec<EntrantId> = self.bot.iter().map(id).collect::<Option<_>>()?;
        let (order, seat) = (self.game.order, self.bot.get(self.fault.seat.index())?);
        if order >= pairing.len() || seat.name != self.contestant {
            return None;
        }
        // Everybody moves up a seat in each order.
        pairing.rotate_right(order);
        let round = Round::new(identities, pairing, self.game.round, tournament);
        (round.seed.hex() == self.game.seed).then_some((round, order))
    }

    /// The first thing in which `other` is not this, of what a game played again can tell.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let parts = |evidence: &Self| {
            let fault = toml::Table::try_from(&evidence.fault).expect("evidence is plain TOML");
            let game = toml::Table::try_from(&evidence.game).expect("evidence is plain TOML");
            // The game's place in the schedule is not the game's own doing.
            let game = game.into_iter().filter(|(key, _)| key != "number");
            fault.into_iter().chain(game).collect::<toml::Table>()
        };
        let (mine, theirs) = (parts(self), parts(other));
        let key = mine.keys().chain(theirs.keys()).find(|key| mine.get(*key) != theirs.get(*key))?;
        let value = |table: &toml::Table| table.get(key).map_or("nothing".into(), ToString::to_string);
        Some(format!("{key} was {} then, and is {} now", value(&mine), value(&theirs)))
    }
}

/// The evidence of a tournament: the first fault of each kind that each contestant committed.
#[derive(Default)]
pub struct Collection {
    found: BTreeMap<(EntrantId, FaultKind), Found>,
}

/// The first fault of a kind that a contestant committed.
pub struct Found {
    /// What is to be known of it.
    pub evidence: Evidence,
    /// In how many games the contestant committed one of this kind.
    pub games: u64,
}

impl Collection {
    /// Adds the faults of the next game of the schedule.
    pub fn add(&mut self, context: Context<'_>, number: usize, scored: &Scored<'_>) {
        let GameResult::Played(record) = scored.result else { return };
        for fault in &record.faults {
            let key = (scored.seating[fault.seat.index()], fault.kind);
            let new = || Evidence::new(context, number, &scored.fixture, record, fault);
            self.found.entry(key).or_insert_with(|| Found { evidence: new(), games: 0 }).games += 1;
        }
    }

    /// What a contestant did wrong, in the order of its first games.
    #[must_use]
    pub fn of(&self, contestant: EntrantId) -> Vec<&Found> {
        let own = self.found.iter().filter(|((id, _), _)| *id == contestant);
        let mut own: Vec<&Found> = own.map(|(_, found)| found).collect();
        own.sort_by_key(|found| found.evidence.game.number);
        own
    }

    /// The files, by name.
    #[must_use]
    pub fn files(&self) -> BTreeMap<String, String> {
        let file = |Found { evidence, .. }: &Found| (evidence.file_name(), evidence.to_toml());
        self.found.values().map(file).collect()
    }
}

fn file_name(contestant: &str, kind: FaultKind) -> String {
    format!("{contestant}.{kind}.toml")
}

/// Whether a file of this name is evidence.
#[must_use]
pub fn is_evidence(name: &str) -> bool {
    let kind = name.strip_suffix(".toml").and_then(|stem| stem.rsplit_once('.')).map(|(_, kind)| kind);
    kind.is_some_and(|kind| FaultKind::ALL.iter().any(|known| known.to_string() == kind))
}

fn bot_part(bot: &Bot) -> BotPart {
    BotPart { name: bot.name.to_string(), sha256: hex::encode(bot.sha256) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_name() {
        for kind in FaultKind::ALL {
            assert!(is_evidence(&file_name("a.b-c", kind)), "{kind}");
        }
        for other in ["notes.toml", "a.trap.txt", "trap.toml", "a.traps.toml"] {
            assert!(!is_evidence(other), "{other}");
        }
    }
}
