//! What a person may type into a tournament's file, and the way from there to what is true.

use std::path::Path;

use judge_play::opening::PLIES_MAX;
use judge_play::{GameInfo, Seed};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use toml::Spanned;

use super::contestants::TypedContestant;
use super::format::TypedNames;
use super::limits::TypedLimits;
use super::rules::TypedRules;
use super::serve::TypedServe;
use super::source::Source;
use super::{BadFiles, FaultRule, Season, Share, Tournament, stem};
use crate::beacon;
use crate::error::{Error, Mistake};
use crate::schedule::Format;
use crate::schedule::StopRule;

/// The most rounds per pairing.
pub(super) const ROUNDS_MAX: u32 = 100_000;
/// The most players at a table, in the game that takes most.
pub(super) const SEATS_MAX: u8 = 8;
/// The most games in a tournament; each takes some hundred bytes in the journal.
const GAMES_MAX: u64 = 10_000_000;
/// Rounds per pairing where the file says nothing.
const ROUNDS_DEFAULT: u32 = 50;

/// A tournament's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Typed {
    title: Option<String>,
    game: Spanned<String>,
    seed: Option<Spanned<u64>>,
    beacon: Option<Spanned<String>>,
    #[serde(default)]
    format: Format,
    champions: TypedNames,
    seeding: TypedNames,
    rounds: Option<Spanned<u32>>,
    seats: Option<Spanned<u8>>,
    stop: Option<Spanned<StopRule>>,
    opening_plies: Option<Spanned<u32>>,
    #[serde(default)]
    faults: FaultRule,
    #[serde(default)]
    exclude: Vec<Spanned<String>>,
    #[serde(default)]
    bad_files: BadFiles,
    audit: Option<Spanned<f64>>,
    #[serde(default)]
    publish: bool,
    #[serde(default)]
    contestants: Vec<Spanned<String>>,
    #[serde(default)]
    contestant: Vec<Spanned<TypedContestant>>,
    limits: Option<TypedLimits>,
    rules: Option<TypedRules>,
    serve: Option<TypedServe>,
}

/// Reads a tournament from its file's text.
pub(super) fn parse(file: &Path, text: &str) -> Result<Tournament, Error> {
    let source = Source::new(file, text);
    let typed: Typed = source.read().map_err(Error::Mistakes)?;
    if typed.serve.is_some() {
        let text = "[serve]: this is the file of a season; play it with judge serve";
        return Err(source.mistake_in_file(text).into());
    }
    if typed.seed.is_none() {
        return Err(source.mistake(0..0, "the key \"seed\" is missing; add it").into());
    }
    // TOML has no larger numbers, and other programs read these files.
    if let Some(seed) = typed.seed.as_ref().filter(|seed| i64::try_from(*seed.as_ref()).is_err()) {
        let text = format!("seed: write a whole number from 0 to {}", i64::MAX);
        return Err(source.mistake(seed.span(), text).into());
    }
    source.tournament(typed)
}

/// Reads a season from its file's text.
pub(super) fn parse_season(file: &Path, text: &str) -> Result<Season, Error> {
    let source = Source::new(file, text);
    let mut typed: Typed = source.read().map_err(Error::Mistakes)?;
    let Some(serve) = typed.serve.take() else {
        let text = "there is no table [serve], so this is not the file of a season; add one, or play it with judge run";
        return Err(source.mistake_in_file(text).into());
    };
    source.only_keys_of_a_season()?;
    let tournament = source.tournament(typed)?;
    let serve = serve.settings(&source, tournament.rounds).map_err(Error::Mistakes)?;
    if tournament.rules.seats() > 2 {
        let text = "a season is for two at a table; lower seats, or choose another game";
        return Err(source.mistake_in_file(text).into());
    }
    Ok(Season { tournament, serve })
}

impl Source<'_> {
    fn tournament(&self, typed: Typed) -> Result<Tournament, Error> {
        let game = self.game(&typed.game)?;
        let mut mistakes = Vec::new();
        let rules = keep(&mut mistakes, self.rules(game, typed.rules.as_ref(), typed.seats));
        let rounds = keep(&mut mistakes, self.rounds(typed.rounds));
        let opening_plies = keep(&mut mistakes, self.opening_plies(game, typed.opening_plies));
        let audit = keep(&mut mistakes, self.audit(typed.audit));
        let limits = keep(&mut mistakes, self.limits(typed.limits, rules.as_ref()));
        let beacon = keep(&mut mistakes, self.beacon(typed.beacon));
        let contestants = keep(&mut mistakes, self.contestants(typed.contestants, typed.contestant));
        let (
            Some(rules),
            Some(rounds),
            Some(opening_plies),
            Some(audit),
            Some(limits),
            Some(beacon),
            Some(mut contestants),
        ) = (rules, rounds, opening_plies, audit, limits, beacon, contestants)
        else {
            return Err(Error::Mistakes(mistakes));
        };
        for contestant in &mut contestants {
            contestant.publish |= typed.publish;
        }
        let first = self.first(typed.format, typed.champions, typed.seeding, &contestants);
        let first = first.map_err(Error::Mistakes)?;
        let stop = self.stop(typed.format, typed.stop)?;
        let excluded = self.named("exclude", typed.exclude, &contestants).map_err(Error::Mistakes)?;
        let tournament = Tournament {
            file: self.file.to_owned(),
            sha256: Sha256::digest(self.text).into(),
            title: typed.title.unwrap_or_else(|| stem(self.file)),
            rules,
            seed: Seed(typed.seed.map_or(0, Spanned::into_inner)),
            beacon,
            format: typed.format,
            first,
            rounds,
            stop: stop.unwrap_or(StopRule::Never),
            opening_plies,
            faults: typed.faults,
            audit,
            limits,
            excluded,
            bad_files: typed.bad_files,
            left_out: vec![],
            contestants,
        };
        self.check_size(&tournament)?;
        Ok(tournament)
    }

    fn rounds(&self, typed: Option<Spanned<u32>>) -> Result<u32, Vec<Mistake>> {
        let Some(rounds) = typed else {
            return Ok(ROUNDS_DEFAULT);
        };
        if (1..=ROUNDS_MAX).contains(rounds.get_ref()) {
            return Ok(rounds.into_inner());
        }
        let text = format!("rounds = {}: write a number from 1 to {ROUNDS_MAX}", rounds.get_ref());
        Err(vec![self.mistake(rounds.span(), text)])
    }

    fn opening_plies(&self, game: &GameInfo, typed: Option<Spanned<u32>>) -> Result<u32, Vec<Mistake>> {
        let Some(plies) = typed else {
            return Ok(game.opening_plies.unwrap_or(0));
        };
        let text = match game.opening_plies {
            None if *plies.get_ref() > 0 => "opening_plies: this game has no openings; remove the key".into(),
            Some(_) if *plies.get_ref() > PLIES_MAX => {
                format!("opening_plies = {}: write a number from 0 to {PLIES_MAX}", plies.get_ref())
            }
            _ => return Ok(plies.into_inner()),
        };
        Err(vec![self.mistake(plies.span(), text)])
    }

    fn beacon(&self, typed: Option<Spanned<String>>) -> Result<Option<String>, Vec<Mistake>> {
        let Some(beacon) = typed else { return Ok(None) };
        match beacon::problem(beacon.get_ref()) {
            None => Ok(Some(beacon.into_inner())),
            Some(problem) => Err(vec![self.mistake(beacon.span(), format!("beacon: {problem}"))]),
        }
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
        if seats > 2 && tournament.format.depends_on_results() {
            let text = "this format is for tables of two; lower seats, or change format";
            return Err(self.mistake_in_file(text));
        }
        let names: Vec<String> =
            tournament.contestants.iter().map(|contestant| contestant.name.to_string()).collect();
        match tournament.schedule(&names).games_max() {
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
