//! A fault as a file that anybody can read, and have committed again: games in, evidence out. A game that is a file and
//! breaks a promise leaves one, too.
//!
//! There is one for each contestant and kind of fault, of the first such game in
//! the schedule's order. Opens no file; whatever a contestant chose is escaped and cut.

mod what;

use std::collections::{BTreeMap, BTreeSet};

use judge_bots::Bot;
use serde::{Deserialize, Serialize};

use judge_play::games::Seat;
use judge_play::text::cut;
use judge_play::{BotTerms, Record};

use super::rows::numbered;
use crate::phases::{EntrantId, Fixture, GameResult, Round};
use crate::tournament::Tournament;
use judge_rating::Scored;
use what::WATCHDOG;
pub use what::What;

/// The most characters that are shown of a value.
const VALUE_CHARACTERS_MAX: usize = 200;

/// There is no such game in the tournament's schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchGame;

/// All that is needed to see a fault, and to have it committed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The command that plays the game again, in the folder of this file.
    pub command: String,
    /// The contestant that committed the fault, or whose call did not come back; `None` if the game broke a promise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contestant: Option<String>,
    /// The event, in a table of its own; all texts are sanitized.
    #[serde(flatten)]
    pub what: What,
    /// The game.
    pub game: GamePart,
    /// The tournament.
    pub tournament: EvidenceTournament,
    /// The bots at the table, by seats.
    pub bot: Vec<BotPart>,
}

/// A call that the watchdog ended, in every try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stall {
    /// The seat of the player.
    pub seat: u8,
    /// The function that was called, by its name in the contract.
    pub function: String,
    /// Which of the player's turns it was, from 1; `None` before the first.
    pub turn: Option<u32>,
    /// The event in words.
    pub detail: String,
    /// The question or news before the player, in the game's notation; empty when the game began.
    pub question: String,
    /// The last lines of the player's log.
    pub log: Vec<String>,
}

/// A promise that a game broke.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Broken {
    /// The promise in words.
    pub detail: String,
    /// The number of actions played before.
    pub turns: u32,
}

/// A game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePart {
    /// Its number in `games.csv`; 0 if it depended on games that had not been played.
    pub number: usize,
    /// Its round's number.
    pub round: u32,
    /// Which of the round's seat orders it is, from 0.
    pub order: usize,
    /// The round's seed, in hexadecimal as in `games.csv`.
    pub seed: String,
    /// The position in brackets, if it began at one, and the actions that it began with.
    pub opening: String,
    /// Fuel that the contestant's bot spent in the whole game.
    pub fuel: u64,
    /// Memory that it had in the end, in bytes.
    pub memory_bytes: u64,
}

/// A tournament, and the judge that played it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceTournament {
    /// Its file, seen from the folder of this file.
    pub file: String,
    /// SHA-256 of that.
    pub sha256: String,
    /// SHA-256 of the game, if it is a file.
    pub game_sha256: Option<String>,
    /// SHA-256 of the file of openings, if there is one.
    pub(crate) openings_sha256: Option<String>,
    /// The judge's version.
    pub judge: String,
    /// The engine's version.
    pub engine: String,
    /// The number of contestants.
    pub contestants: usize,
}

/// A bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotPart {
    /// Its name in the tournament.
    pub name: String,
    /// SHA-256 of its file.
    pub sha256: String,
    /// Its own fuel limit and options.
    #[serde(flatten)]
    pub terms: BotTerms,
}

/// A tournament with its bots, and where its file is, seen from the folder of evidence.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The tournament.
    pub tournament: &'a Tournament,
    /// Its bots.
    pub bots: &'a [Bot],
    /// The number of its contestants; not all of them need be here.
    pub contestants: usize,
    /// Its file, with `/` between folders.
    pub file: &'a str,
}

impl Evidence {
    /// The evidence of an event in a game of this number.
    #[must_use]
    pub fn new(
        context: Context<'_>,
        number: usize,
        fixture: &Fixture<'_>,
        record: &Record,
        what: &What,
    ) -> Self {
        let seating = fixture.seating();
        let bots = seating.iter().map(|id| &context.bots[id.0]);
        let bot: Vec<BotPart> = bots.map(bot_part).collect();
        let seat = what.seat().map(Seat::index);
        let contestant = seat.map(|seat| bot[seat].name.clone());
        let game = GamePart {
            number,
            round: fixture.round.number,
            order: fixture.order,
            seed: fixture.round.seed.hex(),
            opening: record.opening.clone(),
            fuel: seat.map_or(0, |seat| record.fuel[seat]),
            memory_bytes: seat.map_or(0, |seat| record.memory[seat]),
        };
        let tournament = EvidenceTournament {
            file: context.file.to_owned(),
            sha256: hex::encode(context.tournament.sha256),
            game_sha256: context.tournament.terms().game_sha256,
            openings_sha256: context.tournament.openings_sha256(),
            judge: judge_bots::GAMES_VERSION.to_owned(),
            engine: judge_sandbox::ENGINE_VERSION.to_owned(),
            contestants: context.contestants,
        };
        let command = format!("judge repro {}", file_name(contestant.as_deref(), &what.kind()));
        Self { command, contestant, what: what.sanitized(), game, tournament, bot }
    }

    /// The file's name.
    #[must_use]
    pub fn file_name(&self) -> String {
        file_name(self.contestant.as_deref(), &self.what.kind())
    }

    /// The file's content.
    pub(crate) fn to_toml(&self) -> String {
        toml::to_string(self).expect("evidence is plain TOML")
    }

    /// The number of the game in the schedule of `tournament`, with all its contestants; `None` if that depends on
    /// games, or not all contestants are there.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn number(&self, tournament: &Tournament) -> Result<Option<usize>, NoSuchGame> {
        if tournament.contestants.len() != self.tournament.contestants || tournament.depends_on_results() {
            return Ok(None);
        }
        let names: Vec<String> =
            tournament.contestants.iter().map(|contestant| contestant.name.to_string()).collect();
        let id = |bot: &BotPart| names.iter().position(|name| *name == bot.name).map(EntrantId);
        // In which order they sit follows from their files.
        let met: BTreeSet<EntrantId> = self.bot.iter().map(id).collect::<Option<_>>().ok_or(NoSuchGame)?;
        let schedule = tournament.schedule(&names);
        let Some(rounds) = schedule.all_rounds() else { return Ok(None) };
        let is_it = |(_, round): &(usize, Round)| {
            round.number == self.game.round && round.pairing.iter().copied().collect::<BTreeSet<_>>() == met
        };
        let (first, _) = numbered(rounds, 1).find(is_it).ok_or(NoSuchGame)?;
        Ok(Some(first + self.game.order))
    }

    /// The differences of `now`, the same game played again, from this; not the game's number if that is not known.
    ///
    /// Of a call that the watchdog ended, fuel, memory and log depend on when it did.
    #[must_use]
    pub fn differences(&self, now: &Self) -> Vec<String> {
        let parts = |evidence: &Self| {
            let table = toml::Value::try_from(evidence).expect("its numbers are not too large for TOML");
            let mut parts = BTreeMap::new();
            flatten("", &table, &mut parts);
            if matches!(evidence.what, What::Stall(_)) {
                parts.retain(|key, _| !["game.fuel", "game.memory_bytes"].contains(&key.as_str()));
                parts.retain(|key, _| !key.starts_with("watchdog.log"));
            }
            parts
        };
        let (then, now) = (parts(self), parts(now));
        let keys: BTreeSet<&String> = then.keys().chain(now.keys()).collect();
        let different = keys.into_iter().filter(|key| then.get(*key) != now.get(*key));
        let value = |parts: &BTreeMap<String, String>, key: &String| {
            parts.get(key).map_or_else(|| "nothing".to_owned(), |value| cut(value, VALUE_CHARACTERS_MAX))
        };
        let words =
            |key: &String| format!("{key} was {} then, and is {} now", value(&then, key), value(&now, key));
        different.map(words).collect()
    }
}

/// The values of a table by the ways to them, such as `game.number`.
fn flatten(way: &str, value: &toml::Value, parts: &mut BTreeMap<String, String>) {
    let mut part = |key: &str, value: &toml::Value| {
        let way = if way.is_empty() { key.to_owned() } else { format!("{way}.{key}") };
        flatten(&way, value, parts);
    };
    match value {
        toml::Value::Table(table) => table.iter().for_each(|(key, value)| part(key, value)),
        toml::Value::Array(list) if !list.is_empty() => {
            (1..).zip(list).for_each(|(number, value)| part(&number.to_string(), value));
        }
        _ => drop(parts.insert(way.to_owned(), value.to_string())),
    }
}

/// The evidence of a tournament: the first fault of each kind that each contestant committed, and its first call
/// that the watchdog ended.
#[derive(Default)]
pub struct Collection {
    found: BTreeMap<(EntrantId, String), FoundFault>,
}

/// The first fault of a kind that a contestant committed, or its first call that the watchdog ended.
pub struct FoundFault {
    /// The evidence of it.
    pub evidence: Evidence,
    /// The number of games in which the contestant committed one of this kind.
    pub games: u64,
}

impl Collection {
    /// Adds the next game of the schedule.
    pub fn add(&mut self, context: Context<'_>, number: usize, scored: &Scored<'_>) {
        let GameResult::Played(record) = scored.result else { return };
        for what in What::all(record) {
            let Some(seat) = what.seat() else { continue };
            let key = (scored.seating[seat.index()], what.kind());
            let new = || Evidence::new(context, number, &scored.fixture, record, &what);
            self.found.entry(key).or_insert_with(|| FoundFault { evidence: new(), games: 0 }).games += 1;
        }
    }

    /// The faults of a contestant by kind, in the order of their first games.
    #[must_use]
    pub fn of(&self, contestant: EntrantId) -> Vec<&FoundFault> {
        let own = self.found.iter().filter(|((id, kind), _)| *id == contestant && *kind != WATCHDOG);
        let mut own: Vec<&FoundFault> = own.map(|(_, found)| found).collect();
        own.sort_by_key(|found| found.evidence.game.number);
        own
    }

    /// The files of calls that the watchdog ended, by name.
    pub(crate) fn stalls(&self) -> BTreeMap<String, String> {
        self.files(|kind| kind == WATCHDOG)
    }

    /// The files of these kinds, by name.
    pub(crate) fn files(&self, is_meant: impl Fn(&str) -> bool) -> BTreeMap<String, String> {
        let found = self.found.iter().filter(|((_, kind), _)| is_meant(kind));
        found.map(|(_, FoundFault { evidence, .. })| (evidence.file_name(), evidence.to_toml())).collect()
    }
}

/// The name of a file of evidence. Without a contestant, the game is to blame.
fn file_name(contestant: Option<&str>, kind: &str) -> String {
    format!("{}.{kind}.toml", contestant.unwrap_or("game"))
}

/// Whether a file of this name is evidence.
#[must_use]
pub fn is_evidence(name: &str) -> bool {
    let kind = name.strip_suffix(".toml").and_then(|stem| stem.rsplit_once('.')).map(|(_, kind)| kind);
    kind.is_some_and(|kind| What::kinds().any(|known| known == kind))
}

fn bot_part(bot: &Bot) -> BotPart {
    BotPart { name: bot.name.to_string(), sha256: hex::encode(bot.sha256), terms: bot.terms.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_has_one_event_and_no_key_that_nobody_knows() {
        let broken = "[broken]\ndetail = \"test\"\nturns = 1\n";
        let read = |key: &str, events: &str| {
            let text = format!(
                "command = \"judge repro game.broken.toml\"\n{key}{events}\
                 [game]\nnumber = 1\nround = 1\norder = 0\nseed = \"0x1\"\nopening = \"\"\nfuel = 0\nmemory_bytes = 0\n\
                 [tournament]\nfile = \"cup.toml\"\nsha256 = \"\"\njudge = \"1\"\nengine = \"1\"\ncontestants = 2\n\
                 [[bot]]\nname = \"a\"\nsha256 = \"\"\n"
            );
            toml::from_str::<Evidence>(&text).map(|evidence| (evidence.to_toml(), text))
        };
        let (written, text) = read("", broken).expect("it is evidence");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&written), words(&text));
        assert!(read("more = 1\n", broken).is_err());
        assert!(read("", "").is_err());
        let stall = "[watchdog]\nseat = 0\nfunction = \"move\"\ndetail = \"\"\nquestion = \"\"\nlog = []\n";
        assert!(read("", stall).is_ok());
        assert!(read("", &format!("{broken}{stall}")).is_err());
    }

    #[test]
    fn a_file_is_known_by_its_name() {
        for kind in What::kinds() {
            assert!(is_evidence(&file_name(Some("a.b-c"), &kind)), "{kind}");
        }
        for other in ["notes.toml", "a.trap.txt", "trap.toml", "a.traps.toml"] {
            assert!(!is_evidence(other), "{other}");
        }
    }
}
