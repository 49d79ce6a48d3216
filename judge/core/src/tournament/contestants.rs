//! Who takes part: paths, patterns and tables in, contestants of different names out.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use glob::{GlobError, Pattern};
use judge_play::text::{DISPLAY_COLUMNS_MAX, display_name};
use judge_play::{BotTerms, GAMES};
use serde::Deserialize;
use toml::{Spanned, Value};

use super::keys::unknown;
use super::source::Source;
use super::{Contestant, Name, Wasm, nearest};
use crate::digits;
use crate::error::Mistake;
use crate::examples;

/// A `[[contestant]]` table as typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TypedContestant {
    name: Option<String>,
    display_name: Option<Spanned<String>>,
    wasm: String,
    sha256: Option<Spanned<String>>,
    #[serde(default)]
    publish: bool,
    fuel_per_turn: Option<Spanned<Value>>,
    options: Option<Spanned<BTreeMap<String, Value>>>,
}

/// Patterns and tables of contestants in a file: a folder is read for each.
const ENTRIES_MAX: usize = 10_000;

/// Files that a pattern means and whose names are not UTF-8: `glob` leaves them out without a word.
fn nameless(pattern: &Path) -> Vec<PathBuf> {
    let folders = pattern.parent().map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default();
    let folders = if folders.is_empty() { "." } else { &folders };
    let last = pattern.file_name().map(|last| last.to_string_lossy().into_owned()).unwrap_or_default();
    let (Ok(folders), Ok(last)) = (glob::glob(folders), Pattern::new(&last)) else { return Vec::new() };
    let entries = folders.flatten().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let is_meant = |name: &OsStr| name.to_str().is_none() && last.matches(&name.to_string_lossy());
    let mut files: Vec<PathBuf> =
        entries.filter(|entry| is_meant(&entry.file_name())).map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// The key `examples` with two bots of a game, as it can be written.
fn as_in(game: Option<&str>) -> String {
    let game = game.unwrap_or(GAMES[0].name);
    let names: Vec<&str> = examples::opponents(game).take(2).map(|example| example.name).collect();
    format!("examples = {names:?}")
}

impl Contestant {
    /// A contestant of whom no more is said than its file.
    fn of_file(name: Name, wasm: Wasm, line: usize) -> Self {
        let terms = BotTerms::default();
        Self { name, display_name: None, wasm, line, publish: false, sha256: None, terms }
    }
}

impl Source<'_> {
    /// Everybody who takes part, sorted by name.
    pub(super) fn contestants(
        &self,
        game: Option<&str>,
        patterns: Vec<Spanned<String>>,
        examples: &[Spanned<String>],
        tables: Vec<Spanned<TypedContestant>>,
    ) -> Result<Vec<Contestant>, Vec<Mistake>> {
        let entries = patterns.len() + examples.len() + tables.len();
        if entries > ENTRIES_MAX {
            let text = format!(
                "contestants: there are {entries} patterns and tables, and {ENTRIES_MAX} is the limit; write patterns that mean more files, as in \"bots/*.wasm\""
            );
            return Err(vec![self.mistake_in_file(text)]);
        }
        let from_patterns = patterns.into_iter().flat_map(|pattern| self.matching(game, &pattern));
        // Without a game nobody knows whom they mean.
        let from_examples = examples.iter().filter_map(|name| Some(self.example(game?, name)));
        let from_tables = tables.into_iter().map(|table| self.listed(table));
        let mut contestants = Vec::new();
        let mut mistakes = Vec::new();
        for contestant in from_patterns.chain(from_examples).chain(from_tables) {
            match contestant {
                Ok(contestant) => contestants.push(contestant),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        contestants.sort_by(|a: &Contestant, b| a.name.cmp(&b.name));
        mistakes.extend(self.namesakes(&contestants));
        if game.is_none() && !examples.is_empty() {
            return Err(mistakes);
        }
        if mistakes.is_empty() && contestants.len() < 2 {
            let there = if contestants.is_empty() { "there is none" } else { "there is one" };
            let text = format!(
                "a tournament needs two contestants, and {there}; add .wasm files to contestants, or example bots to examples, as in {}",
                as_in(game)
            );
            mistakes.push(Mistake::in_file(self.file, text));
        }
        if mistakes.is_empty() { Ok(contestants) } else { Err(mistakes) }
    }

    /// The files that a path or pattern in `contestants` means, in order.
    fn matching(&self, game: Option<&str>, typed: &Spanned<String>) -> Vec<Result<Contestant, Mistake>> {
        let line = self.line(typed.span());
        let mistake = |text: String| vec![Err(Mistake::on_line(self.file, line, text))];
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let pattern = Path::new(&Pattern::escape(&folder.to_string_lossy())).join(typed.get_ref());
        let paths = match glob::glob(&pattern.to_string_lossy()) {
            Ok(paths) => paths,
            Err(error) => return mistake(format!("{:?} is no pattern: {error}", typed.get_ref())),
        };
        let contestant = |wasm: PathBuf| {
            let stem = wasm.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let name = Name::new(&stem).map_err(|error| {
                let text =
                    format!("{}: {error}, or give it a name in a [[contestant]] table", wasm.display());
                Mistake::on_line(self.file, line, text)
            })?;
            let wasm = Wasm::File(wasm);
            Ok(Contestant::of_file(name, wasm, line))
        };
        let mut found: Vec<_> = paths
            .map(|path| path.map_err(|error| self.unreadable(line, &error)).and_then(contestant))
            .collect();
        found.extend(nameless(&pattern).into_iter().map(|path| {
            let text = format!("the name of {} is not UTF-8 text; rename the file", path.display());
            Err(Mistake::on_line(self.file, line, text))
        }));
        if found.is_empty() {
            let text = format!(
                "no file matches {:?}; paths are relative to this file, and example bots are named in examples, as in {}",
                typed.get_ref(),
                as_in(game)
            );
            return mistake(text);
        }
        found
    }

    /// An example bot of the game.
    fn example(&self, game: &str, typed: &Spanned<String>) -> Result<Contestant, Mistake> {
        let line = self.line(typed.span());
        let Some(example) = examples::named(game, typed.get_ref()) else {
            let names: Vec<&str> = examples::of(game).iter().map(|example| example.name).collect();
            let text = format!("examples: {}", unknown("example bot", typed.get_ref(), &names));
            return Err(Mistake::on_line(self.file, line, text));
        };
        let name = Name::new(example.name).expect("our bots have names that contestants can have");
        let wasm = Wasm::Example(example);
        Ok(Contestant::of_file(name, wasm, line))
    }

    /// A folder in which a pattern cannot look for files.
    fn unreadable(&self, line: usize, error: &GlobError) -> Mistake {
        let (folder, error) = (error.path().display(), error.error());
        let text =
            format!("the folder {folder} cannot be read: {error}; make it readable, or name files elsewhere");
        Mistake::on_line(self.file, line, text)
    }

    /// A `[[contestant]]` table.
    fn listed(&self, typed: Spanned<TypedContestant>) -> Result<Contestant, Mistake> {
        let line = self.line(typed.span());
        let TypedContestant { name, display_name, wasm, sha256, publish, fuel_per_turn, options } =
            typed.into_inner();
        let sha256 = sha256.map(|typed| self.sha256(&typed)).transpose()?;
        let display_name =
            display_name.map(|name| self.display_name("[[contestant]] display_name", &name)).transpose()?;
        let wasm = self.file.parent().unwrap_or(Path::new("")).join(wasm);
        let stem = wasm.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = Name::new(&name.or(stem).unwrap_or_default())
            .map_err(|error| Mistake::on_line(self.file, line, format!("contestant: {error}")))?;
        let fuel_per_turn = fuel_per_turn.map(|typed| self.fuel("[[contestant]] fuel_per_turn", &typed));
        let options = options.map(|typed| self.options(&typed)).transpose()?.unwrap_or_default();
        let terms = BotTerms { fuel_per_turn: fuel_per_turn.transpose()?, options };
        Ok(Contestant { name, display_name, wasm: Wasm::File(wasm), line, publish, sha256, terms })
    }

    /// What a bot may ask for, as text.
    fn options(&self, typed: &Spanned<BTreeMap<String, Value>>) -> Result<BTreeMap<String, String>, Mistake> {
        let mistake = |text: String| self.mistake(typed.span(), format!("[[contestant]] options: {text}"));
        let text = |(name, value): (&String, &Value)| match value {
            Value::String(text) => Ok((name.clone(), text.clone())),
            Value::Integer(number) => Ok((name.clone(), number.to_string())),
            Value::Boolean(is_so) => Ok((name.clone(), is_so.to_string())),
            _ => Err(mistake(format!("{name}: write a text, a whole number, true or false"))),
        };
        let options = typed.get_ref().iter().map(text).collect::<Result<_, _>>()?;
        let terms = BotTerms { options, ..BotTerms::default() };
        terms.check_options().map_err(mistake)?;
        Ok(terms.options)
    }

    /// What the file must hash to.
    fn sha256(&self, typed: &Spanned<String>) -> Result<[u8; 32], Mistake> {
        digits::to_32_bytes(typed.get_ref()).ok_or_else(|| {
            let text = "[[contestant]] sha256: write the 64 hexadecimal digits of the file's SHA-256";
            self.mistake(typed.span(), text)
        })
    }

    /// A name that people are shown: any letters, but none that mislead.
    fn display_name(&self, key: &str, typed: &Spanned<String>) -> Result<String, Mistake> {
        let shown = display_name(typed.get_ref());
        if !shown.is_empty() && shown == *typed.get_ref() {
            return Ok(shown);
        }
        let text = format!(
            "{key}: {:?} cannot be shown as it is; write 1 to {DISPLAY_COLUMNS_MAX} columns of visible text, without control characters, marks that change the direction, or more than two accents on a letter",
            typed.get_ref()
        );
        Err(self.mistake(typed.span(), text))
    }

    /// Gives contestants the names that people are shown, by the names that they have in the tournament: so those that a
    /// pattern means have them, too.
    pub(super) fn name(
        &self,
        contestants: &mut [Contestant],
        names: BTreeMap<String, Spanned<String>>,
    ) -> Result<(), Vec<Mistake>> {
        let mut mistakes = Vec::new();
        for (name, typed) in names {
            let meant = contestants.iter_mut().find(|contestant| contestant.name.as_str() == name);
            let key = format!("[names] {name}");
            let mistake = match (meant, self.display_name(&key, &typed)) {
                (Some(contestant), Ok(shown)) if contestant.display_name.is_none() => {
                    contestant.display_name = Some(shown);
                    continue;
                }
                (Some(_), Ok(_)) => {
                    let text =
                        format!("{key}: its [[contestant]] table has a display_name; remove one of the two");
                    self.mistake(typed.span(), text)
                }
                (Some(_), Err(mistake)) => mistake,
                (None, _) => {
                    let known: Vec<&str> =
                        contestants.iter().map(|contestant| contestant.name.as_str()).collect();
                    let what = nearest(&name, &known).map_or_else(
                        || "write the name of its file, without the ending".to_owned(),
                        |nearest| format!("did you mean {nearest:?}?"),
                    );
                    self.mistake(typed.span(), format!("[names]: there is no contestant {name:?}; {what}"))
                }
            };
            mistakes.push(mistake);
        }
        if mistakes.is_empty() { Ok(()) } else { Err(mistakes) }
    }

    /// A mistake for each name that two contestants share without regard to case.
    fn namesakes(&self, contestants: &[Contestant]) -> Vec<Mistake> {
        let mut by_name: Vec<&Contestant> = contestants.iter().collect();
        by_name.sort_by_key(|contestant| (contestant.name.folded(), contestant.line));
        let pairs = by_name.windows(2).filter(|pair| pair[0].name.folded() == pair[1].name.folded());
        pairs
            .map(|pair| {
                let line = pair[1].line;
                if pair[0].wasm == pair[1].wasm {
                    let wasm = pair[0].wasm.shown();
                    let text = format!("{wasm} is listed twice; let only one pattern or table name it");
                    return Mistake::on_line(self.file, line, text);
                }
                let text = format!(
                    "two contestants are called {:?}: {} and {}; name one of them otherwise, in a [[contestant]] table",
                    pair[1].name.as_str(),
                    pair[0].wasm.shown(),
                    pair[1].wasm.shown(),
                );
                Mistake::on_line(self.file, line, text)
            })
            .collect()
    }
}
