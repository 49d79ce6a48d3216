//! What a person may type into a tournament's file, and the way from there to what is true.

use std::ops::Range;
use std::path::Path;

use glob::Pattern;
use judge_games::battleship;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use toml::Spanned;

use super::{Contestant, Name, Rules, Tournament};
use crate::arena::FaultRule;
use crate::error::{Error, Mistake};
use crate::sandbox::Limits;
use crate::seed::Seed;

/// The most rounds per pairing.
const ROUNDS_MAX: u32 = 100_000;
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
    #[serde(default, rename = "format")]
    _format: Format,
    rounds: Option<Spanned<u32>>,
    #[serde(default)]
    faults: Faults,
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
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Format {
    #[default]
    RoundRobin,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Faults {
    #[default]
    Disqualify,
    Forfeit,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedContestant {
    name: Option<String>,
    wasm: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedLimits {
    fuel_per_turn: Option<Spanned<Quantity>>,
    memory: Option<Spanned<Quantity>>,
    file_size: Option<Spanned<Quantity>>,
}

/// A number, or a text with a unit: `"100M"`, `"16 MiB"`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a number, or a text with a unit such as \"100M\" or \"16 MiB\"")]
enum Quantity {
    Number(u64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedBattleship {
    size: Option<u8>,
    fleet: Option<Vec<u8>>,
}

/// A file's path and text: where a mistake was made.
struct Source<'a> {
    file: &'a Path,
    text: &'a str,
}

/// Reads a tournament from its file's text.
pub(super) fn parse(file: &Path, text: &str) -> Result<Tournament, Error> {
    let source = Source { file, text };
    match source.read::<OnlyGame>()?.game {
        Game::Battleship => source.read().and_then(|typed| source.check(typed, battleship_rules)),
    }
}

fn battleship_rules(typed: Option<TypedBattleship>) -> Result<Rules, String> {
    let default = battleship::Params::default();
    let Some(TypedBattleship { size, fleet }) = typed else {
        return Ok(Rules::Battleship(default));
    };
    let size = size.unwrap_or(default.size());
    let fleet = fleet.unwrap_or_else(|| default.fleet().to_vec());
    battleship::Params::new(size, fleet).map(Rules::Battleship).map_err(|error| error.to_string())
}

impl Source<'_> {
    fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        toml::from_str(self.text).map_err(|error| {
            let text = in_plain_words(error.message());
            let mistake = match error.span() {
                Some(span) => self.mistake(span, text),
                None => Mistake::in_file(self.file, text),
            };
            mistake.into()
        })
    }

    fn check<R>(
        &self,
        typed: Typed<R>,
        rules: impl FnOnce(Option<R>) -> Result<Rules, String>,
    ) -> Result<Tournament, Error> {
        let mut mistakes = Vec::new();
        let rules_span = typed.rules.as_ref().map_or(0..0, Spanned::span);
        let rules = rules(typed.rules.map(Spanned::into_inner))
            .map_err(|problem| mistakes.push(self.mistake(rules_span, format!("[rules]: {problem}"))));
        let rounds = self.rounds(typed.rounds).map_err(|mistake| mistakes.push(mistake));
        let limits = typed.limits.map_or_else(|| Ok(Limits::default()), |limits| self.limits(limits));
        let limits = limits.map_err(|found| mistakes.extend(found));
        let contestants = self.contestants(typed.contestants, typed.contestant);
        let contestants = contestants.map_err(|found| mistakes.extend(found));
        let (Ok(rules), Ok(rounds), Ok(limits), Ok(contestants)) = (rules, rounds, limits, contestants)
        else {
            return Err(Error::Mistakes(mistakes));
        };
        let mut tournament = Tournament {
            file: self.file.to_owned(),
            sha256: Sha256::digest(self.text).into(),
            title: String::new(),
            rules,
            seed: Seed(typed.seed),
            rounds,
            faults: match typed.faults {
                Faults::Disqualify => FaultRule::Disqualify,
                Faults::Forfeit => FaultRule::Forfeit,
            },
            limits,
            contestants,
        };
        tournament.title = typed.title.unwrap_or_else(|| tournament.stem());
        Ok(tournament)
    }

    fn rounds(&self, typed: Option<Spanned<u32>>) -> Result<u32, Mistake> {
        let Some(rounds) = typed else {
            return Ok(ROUNDS_DEFAULT);
        };
        if (1..=ROUNDS_MAX).contains(rounds.get_ref()) {
            return Ok(rounds.into_inner());
        }
        let text = format!("rounds = {}: play 1 to {ROUNDS_MAX} rounds per pairing", rounds.get_ref());
        Err(self.mistake(rounds.span(), text))
    }

    fn limits(&self, typed: TypedLimits) -> Result<Limits, Vec<Mistake>> {
        let default = Limits::default();
        let fuel = self.limit("fuel_per_turn", typed.fuel_per_turn, 1, Limits::FUEL_PER_TURN_HIGHEST);
        let memory = self.limit("memory", typed.memory, 64 << 10, Limits::MEMORY_BYTES_HIGHEST);
        let file = self.limit("file_size", typed.file_size, 8, Limits::FILE_BYTES_HIGHEST);
        let (fuel, memory, file) = match (fuel, memory, file) {
            (Ok(fuel), Ok(memory), Ok(file)) => (fuel, memory, file),
            (fuel, memory, file) => {
                return Err([fuel, memory, file].into_iter().filter_map(Result::err).collect());
            }
        };
        Ok(Limits {
            fuel_per_turn: fuel.unwrap_or(default.fuel_per_turn),
            memory_bytes_max: memory.map_or(default.memory_bytes_max, |bytes| bytes >> 16 << 16),
            file_bytes_max: file.unwrap_or(default.file_bytes_max),
            ..default
        })
    }

    /// A limit from `least` to `most`, if the file sets it.
    fn limit(
        &self,
        key: &str,
        typed: Option<Spanned<Quantity>>,
        least: u64,
        most: u64,
    ) -> Result<Option<u64>, Mistake> {
        let Some(typed) = typed else {
            return Ok(None);
        };
        let value = match typed.get_ref() {
            Quantity::Number(number) => Some(*number),
            Quantity::Text(text) => parse_size::parse_size(text).ok(),
        };
        match value.filter(|value| (least..=most).contains(value)) {
            Some(value) => Ok(Some(value)),
            None => {
                let text = format!(
                    "[limits] {key}: write a number from {least} to {most}, or one with a unit, as in \"100M\" or \"16 MiB\""
                );
                Err(self.mistake(typed.span(), text))
            }
        }
    }

    /// Everybody who takes part, sorted by name.
    fn contestants(
        &self,
        patterns: Vec<Spanned<String>>,
        tables: Vec<Spanned<TypedContestant>>,
    ) -> Result<Vec<Contestant>, Vec<Mistake>> {
        let from_patterns = patterns.into_iter().flat_map(|pattern| self.matching(&pattern));
        let from_tables = tables.into_iter().map(|table| self.listed(table));
        let mut contestants = Vec::new();
        let mut mistakes = Vec::new();
        for contestant in from_patterns.chain(from_tables) {
            match contestant {
                Ok(contestant) => contestants.push(contestant),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        contestants.sort_by(|a: &Contestant, b| a.name.cmp(&b.name));
        mistakes.extend(self.namesakes(&contestants));
        if mistakes.is_empty() && contestants.len() < 2 {
            let there = if contestants.is_empty() { "there is none" } else { "there is one" };
            let text =
                format!("a tournament needs two contestants, and {there}; add .wasm files to contestants");
            mistakes.push(Mistake::in_file(self.file, text));
        }
        if mistakes.is_empty() { Ok(contestants) } else { Err(mistakes) }
    }

    /// The files that a path or pattern in `contestants` means, in order.
    fn matching(&self, typed: &Spanned<String>) -> Vec<Result<Contestant, Mistake>> {
        let line = self.line(typed.span());
        let mistake = |text: String| vec![Err(Mistake::on_line(self.file, line, text))];
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let pattern = Path::new(&Pattern::escape(&folder.to_string_lossy())).join(typed.get_ref());
        let paths = match glob::glob(&pattern.to_string_lossy()) {
            Ok(paths) => paths,
            Err(error) => return mistake(format!("{:?} is no pattern: {error}", typed.get_ref())),
        };
        let contestant = |wasm: std::path::PathBuf| {
            let stem = wasm.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let name = Name::new(&stem).map_err(|error| {
                let text =
                    format!("{}: {error}, or give it a name in a [[contestant]] table", wasm.display());
                Mistake::on_line(self.file, line, text)
            })?;
            Ok(Contestant { name, wasm, line })
        };
        let found: Vec<_> = paths.filter_map(Result::ok).map(contestant).collect();
        if found.is_empty() {
            let text = format!(
                "no file matches {:?}; paths are relative to this file, and contestants/build makes the example bots",
                typed.get_ref()
            );
            return mistake(text);
        }
        found
    }

    /// A `[[contestant]]` table.
    fn listed(&self, typed: Spanned<TypedContestant>) -> Result<Contestant, Mistake> {
        let line = self.line(typed.span());
        let TypedContestant { name, wasm } = typed.into_inner();
        let wasm = self.file.parent().unwrap_or(Path::new("")).join(wasm);
        let stem = wasm.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = Name::new(&name.or(stem).unwrap_or_default())
            .map_err(|error| Mistake::on_line(self.file, line, format!("contestant: {error}")))?;
        Ok(Contestant { name, wasm, line })
    }

    /// A mistake for each name that two contestants share without regard to case.
    fn namesakes(&self, contestants: &[Contestant]) -> Vec<Mistake> {
        let mut by_name: Vec<&Contestant> = contestants.iter().collect();
        by_name.sort_by_key(|contestant| (contestant.name.folded(), contestant.line));
        let pairs = by_name.windows(2).filter(|pair| pair[0].name.folded() == pair[1].name.folded());
        pairs
            .map(|pair| {
                let text = format!(
                    "two contestants are called {:?}: {} and {}; name one of them otherwise, in a [[contestant]] table",
                    pair[1].name.as_str(),
                    pair[0].wasm.display(),
                    pair[1].wasm.display(),
                );
                Mistake::on_line(self.file, pair[1].line, text)
            })
            .collect()
    }

    fn mistake(&self, span: Range<usize>, text: impl Into<String>) -> Mistake {
        Mistake::on_line(self.file, self.line(span), text)
    }

    /// The line, from 1, in which a span begins.
    fn line(&self, span: Range<usize>) -> usize {
        let before = &self.text.as_bytes()[..span.start.min(self.text.len())];
        before.iter().filter(|&&byte| byte == b'\n').count() + 1
    }
}

/// What serde says of a key or value, with the nearest right word where it lists them.
fn in_plain_words(message: &str) -> String {
    let mut words = message.split('`').skip(1).step_by(2);
    let (Some(typed), expected) = (words.next(), words.collect::<Vec<_>>()) else {
        return message.trim_end().replace('\n', " ");
    };
    if let Some(key) = message.strip_prefix("missing field ") {
        return format!("the key {} is missing; add it", key.replace('`', "\""));
    }
    let kind = match message {
        _ if message.starts_with("unknown field") => "key",
        _ if message.starts_with("unknown variant") => "value",
        _ => return message.trim_end().replace('\n', " "),
    };
    let likeness = |word: &&&str| (strsim::jaro_winkler(typed, word) * 1000.0) as u32;
    match expected.iter().filter(|word| likeness(word) >= 700).max_by_key(likeness) {
        Some(nearest) => format!("unknown {kind} {typed:?}; did you mean {nearest:?}?"),
        None => format!("unknown {kind} {typed:?}; there are {}", expected.join(", ")),
    }
}
