//! The inputs of results, as TOML: the same type is written, read and compared. What is `None` has no key there.

use std::collections::BTreeMap;
use std::path::Path;

use judge_bots::Bot;
use judge_play::{BotTerms, GameTerms, Seed};
use judge_sandbox::Limits;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Mistake};
use crate::phases::{Bye, Disqualified, EntrantId, Format, In, Phase, Schedule, Shard, StopRule};
use crate::tournament::{Contestant, FaultRule, LeftOut, PHASES_MAX, Tournament};

/// The inputs of results: of a whole tournament, or of one part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The judge's version; it changes only when games can change.
    pub judge: String,
    /// The engine's version.
    pub engine: String,
    /// The part of the tournament; `None` for the whole.
    pub shard: Option<Shard>,
    /// The tournament.
    pub tournament: TournamentPart,
    /// The game's settings.
    pub rules: BTreeMap<String, String>,
    /// The limits of the bots.
    pub limits: Limits,
    /// The bots.
    pub contestant: Vec<ContestantPart>,
    /// Contestants that do not play because their files are no bots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentPart {
    /// Its file's name.
    pub file: String,
    /// Its file, seen from the folder of the results; nothing for a part.
    pub path: Option<String>,
    /// SHA-256 of its file.
    pub sha256: String,
    /// Its title.
    pub title: String,
    /// Its game.
    pub game: String,
    /// SHA-256 of the game's file, if it is one.
    pub game_sha256: Option<String>,
    /// Its seed, as text: TOML's integers end at 2^63.
    pub seed: String,
    /// The public value that the seed follows from, with the bots.
    pub beacon: Option<String>,
    /// The format, which pairs the contestants; nothing if there is a list of phases.
    pub format: Option<Format>,
    /// Champions of a gauntlet, or the best of a tournament in which results decide who meets whom, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<String>,
    /// Champions that the first of several phases names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub champions: Vec<String>,
    /// Rounds.
    pub rounds: u32,
    /// Whether a knockout has a match for the third place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub third_place: bool,
    /// The number of groups, if there are groups.
    pub groups: Option<u32>,
    /// How many of each group go on.
    pub go_on: Option<u32>,
    /// How many of each team count, if not all.
    pub team_best: Option<u32>,
    /// Players at a table.
    pub seats: usize,
    /// Random legal actions that a game begins with.
    pub opening_plies: u32,
    /// SHA-256 of the file of openings, if there is one.
    pub(crate) openings_sha256: Option<String>,
    /// The openings in it, each as a list: a position in brackets, if it begins at one, and actions. The rounds take them
    /// in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<Vec<String>>,
    /// The names of all of them, if one has a name; empty of one without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening_names: Vec<String>,
    /// Whether it stops early.
    pub stop: Option<StopRule>,
    /// The rule for faults.
    pub faults: FaultRule,
    /// Contestants that do not play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// The rounds that contestants sit out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<Bye>,
    /// Millionths of the games that were played twice.
    pub audit_millionths: u32,
    /// The rule by which contestants are named after files, where it decides: [`NAMES`]; nothing of the first one.
    pub names: Option<u32>,
    /// The phases, if they are no short form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phase: Vec<Phase>,
}

/// The second rule for names: with `*` in a folder's place the folder is the name, and not the file.
const NAMES: u32 = 2;

/// A contestant's bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContestantPart {
    /// Its name in the tournament.
    pub name: String,
    /// Its own name for itself.
    pub calls_itself: String,
    /// SHA-256 of its file.
    pub sha256: String,
    /// The same without custom sections: equal for a bot that was only renamed.
    pub code_sha256: String,
    /// Its team, if it is in one.
    pub team: Option<String>,
    /// Its board, from 0, where teams meet on boards.
    pub board: Option<u32>,
    /// Its own fuel limit and options.
    #[serde(flatten)]
    pub terms: BotTerms,
}

impl Manifest {
    /// The inputs of a tournament's results; `path` is its file, seen from the folder of the results.
    #[must_use]
    pub fn new(tournament: &Tournament, bots: &[Bot], path: Option<&str>, shard: Option<Shard>) -> Self {
        let name = |id: &EntrantId| tournament.contestants[id.0].name.to_string();
        let GameTerms { game, game_sha256, rules, opening_plies, opening: _, limits } = tournament.terms();
        let openings = tournament.openings.as_ref();
        let [first, champions] = tournament.first_and_champions();
        let (rounds, third_place, groups, stop) = tournament.short_keys();
        let written = openings.map(|openings| openings.openings.as_slice()).unwrap_or_default();
        let opening_names = written.iter().map(|opening| opening.name.clone());
        let has_names = opening_names.clone().any(|name| !name.is_empty());
        Self {
            judge: judge_bots::GAMES_VERSION.to_owned(),
            engine: judge_sandbox::ENGINE_VERSION.to_owned(),
            shard,
            tournament: TournamentPart {
                file: tournament.file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                path: path.map(ToOwned::to_owned),
                sha256: hex::encode(tournament.sha256),
                title: tournament.title.clone(),
                game,
                game_sha256,
                seed: tournament.seed.to_string(),
                beacon: tournament.beacon.as_ref().map(|beacon| beacon.text.clone()),
                format: tournament.short,
                first: first.iter().map(name).collect(),
                champions: champions.iter().map(name).collect(),
                rounds,
                third_place,
                groups: groups.map(|(number, _)| number),
                go_on: groups.map(|(_, go_on)| go_on),
                team_best: tournament.team_best,
                seats: tournament.rules.seats(),
                opening_plies,
                openings_sha256: tournament.openings_sha256(),
                openings: written.iter().map(|opening| opening.texts.clone()).collect(),
                opening_names: if has_names { opening_names.collect() } else { vec![] },
                stop,
                faults: tournament.faults,
                exclude: tournament.excluded.iter().map(name).collect(),
                byes: tournament.byes.clone(),
                audit_millionths: tournament.audit.millionths(),
                names: names_rule(tournament),
                phase: if tournament.short.is_some() { vec![] } else { tournament.phases.clone() },
            },
            rules,
            limits,
            contestant: bots.iter().zip(&tournament.contestants).map(contestant_part).collect(),
            left_out: tournament.left_out.clone(),
        }
    }

    /// All that decided the games beside the bots and the seed, and the openings if the organiser wrote them.
    pub fn terms(&self) -> GameTerms {
        GameTerms {
            game: self.tournament.game.clone(),
            game_sha256: self.tournament.game_sha256.clone(),
            rules: self.rules.clone(),
            opening_plies: self.tournament.opening_plies,
            opening: Vec::new(),
            limits: self.limits.clone(),
        }
    }

    /// Whether a tournament is the same or goes on with its games: the text is the same, or the seed and the terms are.
    pub(crate) fn is_continued_by(&self, tournament: &Tournament) -> bool {
        let has_terms = || self.terms().digest() == tournament.terms().digest();
        self.tournament.sha256 == hex::encode(tournament.sha256)
            || (self.tournament.seed == tournament.seed.to_string() && has_terms())
    }

    /// The most rows that the table of games can have: one for each game and each bye; `None` if more than can be counted.
    #[must_use]
    pub fn rows_of_games_max(&self) -> Option<u64> {
        let tournament = &self.tournament;
        let names: Vec<&str> = self.contestant.iter().map(|bot| bot.name.as_str()).collect();
        // Whoever wrote the file may have named anybody.
        let first = if tournament.champions.is_empty() { &tournament.first } else { &tournament.champions };
        let champions = (0..names.len()).filter(|id| first.iter().any(|name| name == names[*id]));
        let (champions, nobody) = (champions.map(EntrantId).collect(), Disqualified::nobody(names.len()));
        let seats = tournament.seats.max(1);
        let first = In { champions, seats, ..In::first(names, &[], Seed(0), nobody) };
        let phases = self.phases();
        let byes =
            phases.iter().map(|phase| u64::from(phase.groups.max(1)).saturating_mul(phase.rounds.into()));
        let byes = byes.fold(0, u64::saturating_add).saturating_mul(1 + tournament.byes.len() as u64);
        Schedule::new(phases, first).games_max()?.checked_add(byes)
    }

    /// The champions that the tournament names, and those whom it seeds first, best first.
    #[must_use]
    pub fn named_first(&self) -> [&[String]; 2] {
        let TournamentPart { first, champions, .. } = &self.tournament;
        let is_gauntlet = self.tournament.format.is_some() && self.phases()[0].is_by_game();
        if is_gauntlet { [first, &[]] } else { [champions, first] }
    }

    /// The phases of the tournament.
    #[must_use]
    pub fn phases(&self) -> Vec<Phase> {
        let TournamentPart { format, rounds, third_place, groups, go_on, stop, phase, .. } = &self.tournament;
        if !phase.is_empty() {
            return phase.clone();
        }
        let mut phases = format.unwrap_or_default().phases(*rounds, groups.zip(*go_on));
        for phase in &mut phases {
            phase.third_place = *third_place && phase.kind.takes("third_place");
            phase.stop = stop.unwrap_or_default();
        }
        phases
    }

    /// The manifest as TOML.
    pub(crate) fn to_toml(&self) -> String {
        toml::to_string(self).expect("a manifest is plain TOML")
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// If the text is no manifest.
    pub fn parse(file: &Path, text: &str) -> Result<Self, Mistake> {
        let wrong =
            |problem: &str| Mistake::in_file(file, format!("it is not a manifest of this judge: {problem}"));
        let manifest: Self = toml::from_str(text)
            .map_err(|error| wrong(error.message().lines().next().unwrap_or_default()))?;
        let seats = manifest.tournament.seats;
        let TournamentPart { format, phase, .. } = &manifest.tournament;
        if !(2..=judge_play::file::SEATS_MAX.into()).contains(&seats) {
            return Err(wrong(&format!("no game has {seats} seats")));
        }
        if format.is_some() != phase.is_empty() || phase.len() > PHASES_MAX {
            return Err(wrong("it has no format"));
        }
        Ok(manifest)
    }

    /// The inputs that are different now, by name: the judge, the engine, the tournament's file, the bots.
    ///
    /// # Errors
    /// If a bot's file cannot be read.
    pub(crate) fn changed_inputs(&self, tournament: &Tournament) -> Result<Vec<String>, Error> {
        let mut changed = Vec::new();
        let mut compare = |what: &str, then: &str, now: &str| {
            if then != now {
                changed.push(format!("{what} differs: {then} in manifest.toml, {now} here"));
            }
        };
        compare("judge version", &self.judge, judge_bots::GAMES_VERSION);
        compare("engine version", &self.engine, judge_sandbox::ENGINE_VERSION);
        compare("the tournament's file", &self.tournament.sha256, &hex::encode(tournament.sha256));
        let [then, now] = [self.tournament.names, names_rule(tournament)].map(|rule| rule.unwrap_or(1));
        if then != now {
            changed.push(format!(
                "the rule for names differs: {then} in manifest.toml, {now} here, by which a folder in the place of * is the name; use the judge of then, or name contestants in [[contestant]] tables"
            ));
            return Ok(changed);
        }
        for (what, then, now) in [
            ("the game's file", &self.tournament.game_sha256, tournament.terms().game_sha256),
            ("the file of openings", &self.tournament.openings_sha256, tournament.openings_sha256()),
        ] {
            let [then, now] = [then, &now].map(|sha256| sha256.as_deref().unwrap_or("no file"));
            compare(what, then, now);
        }
        for contestant in &tournament.contestants {
            let name = contestant.name.as_str();
            let then = self.file_hashes().find(|(other, _)| *other == name).map(|(_, sha256)| sha256);
            let now = match then {
                // It could not be read, and was left out.
                Some(None) => contestant.file_sha256().ok().map(hex::encode),
                Some(Some(_)) | None => Some(hex::encode(contestant.file_sha256()?)),
            };
            let [then, now] = [then.flatten(), now.as_deref()].map(|sha256| sha256.unwrap_or("nothing"));
            compare(&format!("contestant {name:?}"), then, now);
        }
        let is_there =
            |name: &str| tournament.contestants.iter().any(|contestant| contestant.name.as_str() == name);
        for (name, then) in self.file_hashes().filter(|(name, _)| !is_there(name)) {
            compare(&format!("contestant {name:?}"), then.unwrap_or("no file"), "nothing");
        }
        Ok(changed)
    }

    /// All contestants of the tournament's file, with the SHA-256 of the `.wasm` file if it could be read.
    fn file_hashes(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let played = self.contestant.iter().map(|bot| (bot.name.as_str(), Some(bot.sha256.as_str())));
        // Whoever is absent has no file.
        let left_out = self.left_out.iter().filter(|out| !out.is_absent());
        played.chain(left_out.map(|out| (out.name.as_str(), out.sha256.as_deref())))
    }
}

fn names_rule(tournament: &Tournament) -> Option<u32> {
    tournament.contestants.iter().any(|contestant| contestant.is_renamed).then_some(NAMES)
}

fn contestant_part((bot, contestant): (&Bot, &Contestant)) -> ContestantPart {
    ContestantPart {
        name: bot.name.to_string(),
        calls_itself: bot.calls_itself.clone(),
        sha256: hex::encode(bot.sha256),
        code_sha256: hex::encode(bot.code_sha256),
        team: contestant.team.clone(),
        board: contestant.board,
        terms: bot.terms.clone(),
    }
}
