//! A fault as a file that anybody can read, and have committed again: games in, evidence out.
//!
//! There is one for each contestant and kind of fault, of the first such game in
//! the schedule's order. Opens no file; whatever a contestant chose is escaped and cut.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::entrant::Entrant;
use crate::fault::FaultKind;
use crate::printable::{cut, printable};
use crate::record::{GameResult, Incident, Record};
use crate::sandbox;
use crate::schedule::{EntrantId, Fixture, Round};
use crate::seed::Seed;
use crate::standings::Scored;
use crate::tournament::Tournament;

/// Lines of a log that are shown, from its end, and characters of one.
const LOG_LINES_MAX: usize = 20;
const LOG_LINE_CHARACTERS_MAX: usize = 200;
/// Characters of what else a contestant has a hand in.
const TEXT_CHARACTERS_MAX: usize = 5_000;

/// All that is needed to see a fault, and to have it committed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The command that plays the game again, in the folder of this file.
    pub command: String,
    /// Who committed the fault.
    pub contestant: String,
    /// What it did.
    pub fault: FaultPart,
    /// In which game.
    pub game: GamePart,
    /// In which tournament.
    pub tournament: TournamentPart,
    /// Who was at the table, by seats.
    pub bot: Vec<BotPart>,
}

/// A fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultPart {
    /// What kind of fault.
    pub kind: FaultKind,
    /// The function that was called, by its name in the contract.
    pub function: String,
    /// Which of the bot's turns it was, from 1; nothing before its first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// What came back, in words.
    pub detail: String,
    /// What the bot was shown or told, in the game's notation.
    pub question: String,
    /// What it answered, in the game's notation, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Fuel of that turn; all that the turn had if no answer came back.
    pub fuel_in_turn: u64,
    /// Fuel of the game.
    pub fuel_in_game: u64,
    /// Bytes by which its memory grew in that turn.
    pub memory_in_turn: u64,
    /// Bytes of its memory.
    pub memory_in_game: u64,
    /// The last lines of its log.
    pub log: Vec<String>,
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
    /// The round's seed, as text: TOML's integers end at 2^63.
    pub seed: String,
    /// The seat of who committed the fault.
    pub seat: usize,
    /// The actions it began with.
    pub opening: String,
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
    pub entrants: &'a [Entrant],
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
        incident: &Incident,
    ) -> Self {
        let seating = fixture.seating();
        let bots = seating.iter().map(|id| &context.entrants[id.0]);
        let bot: Vec<BotPart> = bots.map(bot_part).collect();
        let seat = incident.offence.seat.index();
        let contestant = bot[seat].name.clone();
        let game = GamePart {
            number,
            round: fixture.round.number,
            order: fixture.order,
            seed: fixture.round.seed.to_string(),
            seat,
            opening: record.opening.clone(),
        };
        let tournament = TournamentPart {
            file: context.file.to_owned(),
            sha256: hex::encode(context.tournament.sha256),
            judge: crate::VERSION.to_owned(),
            engine: sandbox::ENGINE_VERSION.to_owned(),
        };
        let command = format!("judge repro {}", file_name(&contestant, incident.offence.fault.kind));
        Self { command, contestant, fault: fault_part(record, incident), game, tournament, bot }
    }

    /// The file's content.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("evidence is plain TOML")
    }

    /// The round of the game, between `names`, who are sorted, in a tournament of this seed, and
    /// which of its orders the game was; `None` if the file speaks of a game that cannot be.
    #[must_use]
    pub fn round(&self, names: &[&str], tournament: Seed) -> Option<(Round, usize)> {
        let id = |bot: &BotPart| names.iter().position(|name| *name == bot.name).map(EntrantId);
        let mut pairing: Vec<EntrantId> = self.bot.iter().map(id).collect::<Option<_>>()?;
        let (order, seat) = (self.game.order, self.bot.get(self.game.seat)?);
        if order >= pairing.len() || seat.name != self.contestant {
            return None;
        }
        // Everybody moves up a seat in each order.
        pairing.rotate_right(order);
        let round = Round::new(names, pairing, self.game.round, tournament);
        (round.seed.to_string() == self.game.seed).then_some((round, order))
    }

    /// The first thing in which `other` is not this, of what a game played again can tell.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let parts = |evidence: &Self| {
            let fault = toml::Table::try_from(&evidence.fault).expect("evidence is plain TOML");
            let opening = ("opening".to_owned(), evidence.game.opening.clone().into());
            fault.into_iter().chain([opening]).collect::<toml::Table>()
        };
        let (mine, theirs) = (parts(self), parts(other));
        let key = mine.keys().chain(theirs.keys()).find(|key| mine.get(*key) != theirs.get(*key))?;
        let value = |table: &toml::Table| table.get(key).map_or("nothing".into(), ToString::to_string);
        Some(format!("{key} is {} in the file, and {} now", value(&mine), value(&theirs)))
    }
}

/// The evidence of a tournament: the first fault of each kind that each contestant committed.
#[derive(Default)]
pub struct Collection {
    games: usize,
    found: BTreeMap<(EntrantId, FaultKind), Evidence>,
}

impl Collection {
    /// Adds what is in the next game of the schedule.
    pub fn add(&mut self, context: Context<'_>, scored: &Scored<'_>) {
        self.games += 1;
        let GameResult::Played(record) = scored.result else { return };
        for incident in &record.offences {
            let offence = &incident.offence;
            let key = (scored.seating[offence.seat.index()], offence.fault.kind);
            let new = || Evidence::new(context, self.games, &scored.fixture, record, incident);
            self.found.entry(key).or_insert_with(new);
        }
    }

    /// The files, by name.
    #[must_use]
    pub fn files(&self) -> BTreeMap<String, String> {
        let file =
            |evidence: &Evidence| (file_name(&evidence.contestant, evidence.fault.kind), evidence.to_toml());
        self.found.values().map(file).collect()
    }
}

fn file_name(contestant: &str, kind: FaultKind) -> String {
    format!("{contestant}.{kind}.toml")
}

/// Whether a file of this name is evidence.
#[must_use]
pub fn is_file_name(name: &str) -> bool {
    let kind = name.strip_suffix(".toml").and_then(|stem| stem.rsplit_once('.')).map(|(_, kind)| kind);
    kind.is_some_and(|kind| FaultKind::ALL.iter().any(|known| known.to_string() == kind))
}

fn bot_part(entrant: &Entrant) -> BotPart {
    BotPart { name: entrant.name.to_string(), sha256: hex::encode(entrant.sha256) }
}

fn fault_part(record: &Record, incident: &Incident) -> FaultPart {
    let Incident { offence, in_turn, log } = incident;
    let seat = offence.seat.index();
    FaultPart {
        kind: offence.fault.kind,
        function: offence.fault.asked.to_string(),
        turn: offence.fault.turn,
        detail: shown(&offence.fault.detail, TEXT_CHARACTERS_MAX),
        question: shown(&offence.question, TEXT_CHARACTERS_MAX),
        answer: offence.answer.as_ref().map(|answer| shown(answer, TEXT_CHARACTERS_MAX)),
        fuel_in_turn: in_turn.fuel,
        fuel_in_game: record.fuel[seat],
        memory_in_turn: in_turn.memory_bytes,
        memory_in_game: record.memory[seat],
        log: end_of(log),
    }
}

/// The last lines of a log.
fn end_of(log: &str) -> Vec<String> {
    let mut lines: Vec<String> =
        log.lines().rev().take(LOG_LINES_MAX).map(|line| shown(line, LOG_LINE_CHARACTERS_MAX)).collect();
    lines.reverse();
    lines
}

/// The beginning of a text, escaped.
fn shown(text: &str, characters_max: usize) -> String {
    cut(&printable(text), characters_max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_name() {
        for kind in FaultKind::ALL {
            assert!(is_file_name(&file_name("a.b-c", kind)), "{kind}");
        }
        for other in ["notes.toml", "a.trap.txt", "trap.toml", "a.traps.toml"] {
            assert!(!is_file_name(other), "{other}");
        }
    }

    #[test]
    fn of_a_log_the_last_lines_are_kept_and_of_a_line_its_beginning() {
        let lines: Vec<String> = (0..30).map(|line| format!("\u{1b}{line}")).collect();
        let kept = end_of(&lines.join("\n"));
        assert_eq!(kept.len(), LOG_LINES_MAX);
        assert_eq!((kept[0].as_str(), kept[19].as_str()), ("\\u{1b}10", "\\u{1b}29"));
        assert_eq!(end_of(&"x".repeat(1_000))[0].chars().count(), LOG_LINE_CHARACTERS_MAX + 2);
    }
}
