//! What a person may type into a tournament's file, and the way from there to what is true.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use toml::Spanned;

use super::contestants::TypedContestant;
use super::format::{TypedFormat, TypedNames, TypedStop};
use super::limits::TypedLimits;
use super::rules::{self, TypedRules};
use super::source::Source;
use super::{Rules, Tournament, stem};
use crate::arena::FaultRule;
use crate::error::{Error, Mistake};
use crate::sample::Share;
use crate::schedule::{Format, StopRule};
use crate::seed::Seed;

/// The most rounds per pairing.
const ROUNDS_MAX: u32 = 100_000;
/// The most random actions that a game may begin with.
const OPENING_PLIES_MAX: u32 = 40;
/// The most games in a tournament; each takes some hundred bytes in the journal.
const GAMES_MAX: u64 = 10_000_000;
/// Rounds per pairing where the file says nothing.
const ROUNDS_DEFAULT: u32 = 50;

/// A tournament's file; `R` are the game's own parameters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Typed<R> {
    title: Option<String>,
    #[serde(rename = "game")]
    _game: Game,
    seed: u64,
    #[serde(default)]
    format: TypedFormat,
    champions: TypedNames,
    seeding: TypedNames,
    rounds: Option<Spanned<u32>>,
    seats: Option<Spanned<u8>>,
    stop: Option<Spanned<TypedStop>>,
    opening_plies: Option<Spanned<u32>>,
    #[serde(default)]
    faults: Faults,
    audit: Option<Spanned<f64>>,
    #[serde(default)]
    contestants: Vec<Spanned<String>>,
    #[serde(default)]
    contestant: Vec<Spanned<TypedContestant>>,
    limits: Option<TypedLimits>,
    rules: Option<Spanned<R>>,
}

/// The one key that says how to read the others.
#[derive(Deserialize)]
struct OnlyGame {
    game: Game,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Game {
    Battleship,
    Freedom,
    Gobblet,
    Othello,
    Stones,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Faults {
    #[default]
    Disqualify,
    Forfeit,
}

impl From<Faults> for FaultRule {
    fn from(typed: Faults) -> Self {
        match typed {
            Faults::Disqualify => Self::Disqualify,
            Faults::Forfeit => Self::Forfeit,
        }
    }
}

/// Reads a tournament from its file's text.
pub(super) fn parse(file: &Path, text: &str) -> Result<Tournament, Error> {
    let source = Source { file, text };
    match source.read::<OnlyGame>()?.game {
        Game::Battleship => source.tournament::<rules::Battleship>(),
        Game::Freedom => source.tournament::<rules::Freedom>(),
        Game::Gobblet => source.tournament::<rules::Gobblet>(),
        Game::Othello => source.tournament::<rules::Othello>(),
        Game::Stones => source.tournament::<rules::Stones>(),
    }
}

impl Source<'_> {
    fn tournament<R: TypedRules + Default + DeserializeOwned>(&self) -> Result<Tournament, Error> {
        let typed: Typed<R> = self.read()?;
        let mut mistakes = Vec::new();
        let rules = keep(&mut mistakes, self.rules(typed.rules, typed.seats));
        let rounds = keep(&mut mistakes, self.rounds(typed.rounds));
        let opening_plies = keep(&mut mistakes, self.opening_plies::<R>(typed.opening_plies));
        let audit = keep(&mut mistakes, self.audit(typed.audit));
        let limits = keep(&mut mistakes, self.limits(typed.limits));
        let contestants = keep(&mut mistakes, self.contestants(typed.contestants, typed.contestant));
        let (Some(rules), Some(rounds), Some(opening_plies), Some(audit), Some(limits), Some(contestants)) =
            (rules, rounds, opening_plies, audit, limits, contestants)
        else {
            return Err(Error::Mistakes(mistakes));
        };
        let first = self.first(typed.format, typed.champions, typed.seeding, &contestants);
        let first = first.map_err(Error::Mistakes)?;
        let stop = self.stop(typed.format, typed.stop)?;
        let (file, sha256) = (self.file.to_owned(), Sha256::digest(self.text).into());
        let (seed, faults) = (Seed(typed.seed), typed.faults.into());
        let title = typed.title.unwrap_or_else(|| stem(self.file));
        let tournament = Tournament {
            file,
            sha256,
            title,
            rules,
            seed,
            format: typed.format.into(),
            first,
            rounds,
            stop: stop.map_or(StopRule::Never, |_| StopRule::Separated),
            opening_plies,
            faults,
            audit,
            limits,
            contestants,
        };
        self.check_size(&tournament)?;
        Ok(tournament)
    }

    fn rules<R: TypedRules + Default>(
        &self,
        typed: Option<Spanned<R>>,
        seats: Option<Spanned<u8>>,
    ) -> Result<Rules, Vec<Mistake>> {
        let span = match (&typed, &seats) {
            (Some(rules), _) => rules.span(),
            (None, Some(seats)) => seats.span(),
            (None, None) => 0..0,
        };
        if let Some(seats) = seats.as_ref().filter(|seats| !(2..=R::SEATS_MAX).contains(seats.get_ref())) {
            let most = match R::SEATS_MAX {
                2 => "2".to_owned(),
                most => format!("2 to {most}"),
            };
            let text = format!("seats = {}: this game is for {most} players", seats.get_ref());
            return Err(vec![self.mistake(seats.span(), text)]);
        }
        let rules = typed.map(Spanned::into_inner).unwrap_or_default();
        let rules = rules.rules(seats.map(Spanned::into_inner));
        rules.map_err(|problem| vec![self.mistake(span, format!("[rules]: {problem}"))])
    }

    fn rounds(&self, typed: Option<Spanned<u32>>) -> Result<u32, Vec<Mistake>> {
        let Some(rounds) = typed else {
            return Ok(ROUNDS_DEFAULT);
        };
        if (1..=ROUNDS_MAX).contains(rounds.get_ref()) {
            return Ok(rounds.into_inner());
        }
        let text = format!("rounds = {}: play 1 to {ROUNDS_MAX} rounds per pairing", rounds.get_ref());
        Err(vec![self.mistake(rounds.span(), text)])
    }

    fn opening_plies<R: TypedRules>(&self, typed: Option<Spanned<u32>>) -> Result<u32, Vec<Mistake>> {
        let Some(plies) = typed else {
            return Ok(R::OPENING_PLIES.unwrap_or(0));
        };
        let text = match R::OPENING_PLIES {
            None if *plies.get_ref() > 0 => {
                "opening_plies: this game has no openings; take the key out".into()
            }
            Some(_) if *plies.get_ref() > OPENING_PLIES_MAX => {
                format!("opening_plies = {}: play 0 to {OPENING_PLIES_MAX}", plies.get_ref())
            }
            _ => return Ok(plies.into_inner()),
        };
        Err(vec![self.mistake(plies.span(), text)])
    }

    fn audit(&self, typed: Option<Spanned<f64>>) -> Result<Share, Vec<Mistake>> {
        let Some(share) = typed else { return Ok(Share::NOTHING) };
        Share::new(*share.get_ref()).ok_or_else(|| {
            let text =
                format!("audit = {}: write the share of the games from 0 to 1, as in 0.02", share.get_ref());
            vec![self.mistake(share.span(), text)]
        })
    }

    /// There must be enough contestants for a game, and not too many games.
    fn check_size(&self, tournament: &Tournament) -> Result<(), Mistake> {
        let (seats, contestants) = (tournament.rules.seats(), tournament.contestants.len());
        if contestants < seats {
            let text = format!(
                "a table of {seats} needs {seats} contestants, and there are {contestants}; add contestants, or lower seats"
            );
            return Err(self.mistake_in_file(text));
        }
        if seats > 2 && matches!(tournament.format, Format::Swiss | Format::Knockout) {
            let text = "this format is for tables of two; lower seats, or change format";
            return Err(self.mistake_in_file(text));
        }
        match tournament.schedule().games_max() {
            Some(0) => Err(self.mistake_in_file("nobody meets anybody; add contestants, or lower seats")),
            Some(games) if games <= GAMES_MAX => Ok(()),
            _ => {
                let text = format!("this makes more than {GAMES_MAX} games; lower rounds or seats");
                Err(self.mistake_in_file(text))
            }
        }
    }
}

/// The value, or `None` and its mistakes noted.
fn keep<T>(mistakes: &mut Vec<Mistake>, result: Result<T, Vec<Mistake>>) -> Option<T> {
    result.map_err(|found| mistakes.extend(found)).ok()
}
