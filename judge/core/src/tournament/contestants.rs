//! Reads the contestants: paths, patterns and tables in, contestants of different names out.

pub(super) mod byes;
pub(crate) mod found;
pub(crate) mod wasm;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::{fs, mem};

use glob::{GlobError, Pattern, PatternError};
use judge_play::{BotTerms, GAMES};
use serde::Deserialize;
use toml::{Spanned, Value};

use super::keys::unknown;
use super::shown_name::shown_name;
use super::source::Source;
use super::typed::keep;
use super::{Contestant, LeftOut, Name, Wasm, nearest};
use crate::bot_word::{command_words, examples};
use crate::error::{Mistake, all, apart, none};
use crate::file::{absolute, digits};
use crate::phases::EntrantId;

/// A `[[contestant]]` table as typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TypedContestant {
    name: Option<String>,
    display_name: Option<Spanned<String>>,
    team: Option<Spanned<String>>,
    wasm: Spanned<String>,
    sha256: Option<Spanned<String>>,
    #[serde(default)]
    publish: bool,
    fuel_per_turn: Option<Spanned<Value>>,
    options: Option<Spanned<BTreeMap<String, Value>>>,
}

impl TypedContestant {
    /// Whether the contestant has something of its own beside its file.
    fn has_terms(&self) -> bool {
        self.fuel_per_turn.is_some() || self.options.is_some()
    }
}

/// Patterns and tables of contestants in a file: a folder is read for each.
const ENTRIES_MAX: usize = 10_000;

/// Whether a file that a pattern means is hidden, or in a hidden folder: a Mac lays one beside each file that it copies, and
/// it is no bot.
fn is_hidden(file: &Path, pattern: &Path) -> bool {
    let is_hidden = |part: &Component<'_>| matches!(part, Component::Normal(name) if name.to_string_lossy().starts_with('.'));
    let hidden = |path: &Path| path.components().filter(is_hidden).count();
    hidden(file) > hidden(pattern)
}

/// At which depth of the files that a pattern means their names stand: that of the last folder that it leaves open, or 0.
/// Below any number of folders, as `**` means them, it is the files that have names, if they are open. And whether they are.
fn depth(pattern: &str) -> (usize, bool) {
    let is_open = |part: &str| part.contains(['*', '?', '[']);
    let is_file_open = pattern.rsplit('/').next().is_some_and(is_open);
    let folder = pattern.rsplit('/').enumerate().skip(1).find(|(_, part)| is_open(part));
    let depth = folder.filter(|(_, part)| *part != "**" || !is_file_open).map_or(0, |(depth, _)| depth);
    (depth, is_file_open)
}

/// Contestants that are called after the folders in which their files are.
fn of_folders(files: Vec<PathBuf>, depth: usize) -> Vec<(String, Wasm)> {
    let mut folders: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for file in files {
        let folder = file.ancestors().nth(depth).unwrap_or(&file).to_owned();
        folders.entry(folder).or_default().push(file);
    }
    let contestant = |(folder, mut files): (PathBuf, Vec<PathBuf>)| {
        let called = found::part(&files[0], depth);
        let alone = if files.len() == 1 { files.pop() } else { None };
        (called, alone.map_or_else(|| Wasm::OneOf(folder, files), Wasm::File))
    };
    folders.into_iter().map(contestant).collect()
}

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
    /// A contestant of which only the file is given.
    fn of_file(name: Name, wasm: Wasm, line: usize) -> Self {
        let terms = BotTerms::default();
        let (publish, is_name_made, is_renamed) = (false, false, false);
        let (display_name, team, board, sha256) = (None, None, None, None);
        Self { name, display_name, wasm, team, board, line, publish, sha256, terms, is_name_made, is_renamed }
    }
}

impl Source<'_> {
    /// All contestants, sorted by name.
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
            return Err(self.mistake_in_file(text).into());
        }
        // Who has something of its own beside its file may play against that file without it.
        let taken = tables.iter().map(Spanned::as_ref).filter(|table| !table.has_terms());
        let taken: BTreeSet<PathBuf> =
            taken.map(|table| absolute(&self.beside(table.wasm.as_ref()))).collect();
        let from_patterns = patterns.into_iter().flat_map(|pattern| self.matching(game, &pattern, &taken));
        // Without a game nobody knows whom they mean.
        let from_examples = examples.iter().filter_map(|name| Some(self.example(game?, name)));
        let from_tables = tables.into_iter().map(|table| self.listed(table));
        let (mut contestants, mut mistakes) = apart(from_patterns.chain(from_examples).chain(from_tables));
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

    /// The files that a path or pattern in `contestants` means, in order, but for those that tables name.
    fn matching(
        &self,
        game: Option<&str>,
        typed: &Spanned<String>,
        taken: &BTreeSet<PathBuf>,
    ) -> Vec<Result<Contestant, Mistake>> {
        let line = self.line(typed.span());
        let mistake = |text: String| vec![Err(Mistake::on_line(self.file, line, text))];
        if let Err(mistake) = self.no_escapes(typed) {
            return vec![Err(mistake)];
        }
        // Whatever is there as it is written is no pattern.
        let plain = self.beside(typed.get_ref());
        if plain.is_dir() {
            let (folder, bots) =
                (plain.display(), format!("{}/*.wasm", typed.get_ref().trim_end_matches('/')));
            return mistake(format!("{folder} is a folder; write {bots:?} for all bots in it"));
        }
        let is_pattern = !plain.exists();
        let (mut files, unreadable) = match self.files(typed.get_ref()) {
            _ if !is_pattern => (vec![plain], vec![]),
            Ok(found) => found,
            Err(why) => return mistake(format!("{:?} is no pattern: {why}", typed.get_ref())),
        };
        if files.is_empty() && unreadable.is_empty() {
            let (typed, example) = (typed.get_ref(), as_in(game));
            return mistake(if command_words(typed).is_some() {
                format!(
                    "{typed:?} is a command, and a tournament takes .wasm files; build one of the program, as docs/lines.md says"
                )
            } else {
                format!(
                    "no file matches {typed:?}; paths are relative to this file, and example bots are named in examples, as in {example}"
                )
            });
        }
        files.retain(|file| !is_pattern || !taken.contains(&absolute(file)));
        let (depth, is_file_open) =
            if is_pattern { depth(self.as_written(typed.get_ref()).1) } else { (0, false) };
        let mut apart = found::called_apart(&files.iter().map(PathBuf::as_path).collect::<Vec<_>>());
        let (called, wasms): (Vec<String>, Vec<Wasm>) = match depth {
            0 => (mem::take(&mut apart), files.into_iter().map(Wasm::File).collect()),
            depth => of_folders(files, depth).into_iter().unzip(),
        };
        // Once it was the files that had names wherever they were open.
        let is_renamed = depth > 0 && is_file_open && !apart.iter().eq(&called);
        let contestant = |((wasm, called), name): ((Wasm, &String), Name)| {
            let is_name_made = name.as_str() != called || found::part(wasm.path(), 0) != *called;
            Contestant { is_name_made, is_renamed, ..Contestant::of_file(name, wasm, line) }
        };
        let names = found::names(&called);
        let contestants = wasms.into_iter().zip(&called).zip(names).map(contestant).map(Ok);
        contestants.chain(unreadable.iter().map(|error| Err(self.unreadable(line, error)))).collect()
    }

    /// The files that a pattern means, in order, and folders in which it cannot look for them.
    fn files(&self, typed: &str) -> Result<(Vec<PathBuf>, Vec<GlobError>), PatternError> {
        let (written, open) = self.as_written(typed);
        // Some systems write it in capitals.
        let open = match open.strip_suffix(".wasm") {
            Some(before) => format!("{before}.[wW][aA][sS][mM]"),
            None => open.to_owned(),
        };
        let pattern = Path::new(&Pattern::escape(&self.beside(written).to_string_lossy())).join(open);
        let (mut files, unreadable) = apart(glob::glob(&pattern.to_string_lossy())?);
        files.extend(nameless(&pattern));
        files.retain(|file| !is_hidden(file, &pattern));
        Ok((files, unreadable))
    }

    /// The folders of a pattern that are there as they are written, so that brackets are part of their names; and the rest.
    fn as_written<'t>(&self, typed: &'t str) -> (&'t str, &'t str) {
        let ends = typed.rmatch_indices('/').map(|(slash, _)| slash + 1);
        typed.split_at(ends.into_iter().find(|end| self.beside(&typed[..*end]).is_dir()).unwrap_or(0))
    }

    /// Takes these out of the contestants, where they are among them: who is absent needs no file. So a name that nobody has
    /// is no mistake; if it is near to one, the `doubts` say so. Who is `mentioned` elsewhere in the file is known.
    pub(super) fn absent(
        &self,
        names: &[Spanned<String>],
        contestants: &mut Vec<Contestant>,
        mentioned: &BTreeSet<String>,
        doubts: &mut Vec<String>,
    ) -> Result<Vec<LeftOut>, Vec<Mistake>> {
        let (absent, mistakes) = apart(names.iter().map(|typed| {
            Name::new(typed.get_ref()).map_err(|error| self.mistake(typed.span(), format!("absent: {error}")))
        }));
        let absent: BTreeMap<String, Name> = absent.into_iter().map(|name| (name.folded(), name)).collect();
        let there: BTreeSet<String> = contestants.iter().map(|contestant| contestant.name.folded()).collect();
        contestants.retain(|contestant| !absent.contains_key(&contestant.name.folded()));
        let known: Vec<&str> = contestants.iter().map(|contestant| contestant.name.as_str()).collect();
        let unknown =
            absent.iter().filter(|(folded, _)| !there.contains(*folded) && !mentioned.contains(*folded));
        doubts.extend(unknown.filter_map(|(_, name)| {
            let nearest = nearest(name.as_str(), &known)?;
            Some(format!("absent: no contestant is called \"{name}\"; did you mean {nearest:?}, who plays?"))
        }));
        let out = |name: &Name| LeftOut { name: name.to_string(), sha256: None, reason: String::new() };
        none(mistakes).map(|()| absent.values().map(out).collect())
    }

    /// A path from the folder of the tournament's file.
    pub(super) fn beside(&self, path: &str) -> PathBuf {
        self.file.parent().unwrap_or(Path::new("")).join(path)
    }

    /// The mistake for a path that was typed with `\b` or the like in it, which is one character.
    pub(super) fn no_escapes(&self, typed: &Spanned<String>) -> Result<(), Mistake> {
        if !typed.get_ref().contains(char::is_control) {
            return Ok(());
        }
        let text = format!(
            "{:?}: in quotes \\ begins a special character; write / between folders, as in \"bots/ben.wasm\"",
            typed.get_ref()
        );
        Err(self.mistake(typed.span(), text))
    }

    /// An example bot of the game.
    fn example(&self, game: &str, typed: &Spanned<String>) -> Result<Contestant, Mistake> {
        let Some(example) = examples::named(game, typed.get_ref()) else {
            let names: Vec<&str> = examples::of(game).iter().map(|example| example.name).collect();
            let text = format!("examples: {}", unknown("example bot", typed.get_ref(), &names));
            return Err(self.mistake(typed.span(), text));
        };
        let name = Name::new(example.name).expect("our bots have names that contestants can have");
        Ok(Contestant::of_file(name, Wasm::Example(example), self.line(typed.span())))
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
        let TypedContestant { name, display_name, team, wasm, sha256, publish, fuel_per_turn, options } =
            typed.into_inner();
        let sha256 = sha256.map(|typed| self.sha256(&typed)).transpose()?;
        let display_name =
            display_name.map(|name| self.display_name("[[contestant]] display_name", &name)).transpose()?;
        let team = team.map(|team| self.display_name("[[contestant]] team", &team)).transpose()?;
        self.no_escapes(&wasm)?;
        let wasm = self.beside(wasm.get_ref());
        let stem = wasm.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = Name::new(&name.or(stem).unwrap_or_default())
            .map_err(|error| Mistake::on_line(self.file, line, format!("contestant: {error}")))?;
        let fuel_per_turn = fuel_per_turn.map(|typed| self.fuel("[[contestant]] fuel_per_turn", &typed));
        let options = options.map(|typed| self.options(&typed)).transpose()?.unwrap_or_default();
        let terms = BotTerms { fuel_per_turn: fuel_per_turn.transpose()?, options };
        let of_file = Contestant::of_file(name, Wasm::File(wasm), line);
        Ok(Contestant { display_name, team, publish, sha256, terms, ..of_file })
    }

    /// The options of a bot, as text.
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

    /// The SHA-256 that the file must have.
    fn sha256(&self, typed: &Spanned<String>) -> Result<[u8; 32], Mistake> {
        digits::to_32_bytes(typed.get_ref()).ok_or_else(|| {
            let text = "[[contestant]] sha256: write the 64 hexadecimal digits of the file's SHA-256";
            self.mistake(typed.span(), text)
        })
    }

    /// A name that people are shown.
    fn display_name(&self, key: &str, typed: &Spanned<String>) -> Result<String, Mistake> {
        shown_name(typed.get_ref()).map_err(|why| self.mistake(typed.span(), format!("{key}: {why}")))
    }

    /// Gives contestants the names that people are shown, by the names that they have in the tournament: so those that a
    /// pattern means have them, too.
    pub(super) fn name(
        &self,
        contestants: &mut [Contestant],
        names: BTreeMap<String, Spanned<String>>,
    ) -> Result<(), Vec<Mistake>> {
        let give = |(name, typed): (String, Spanned<String>)| {
            let Some(meant) = contestants.iter().position(|contestant| contestant.name.as_str() == name)
            else {
                return Err(self.nobody("[names]", &name, typed.span(), contestants));
            };
            let key = format!("[names] {name}");
            let shown = self.display_name(&key, &typed)?;
            if contestants[meant].display_name.replace(shown).is_some() {
                let text =
                    format!("{key}: its [[contestant]] table has a display_name; remove one of the two");
                return Err(self.mistake(typed.span(), text));
            }
            Ok(())
        };
        all(names.into_iter().map(give)).map(drop)
    }

    /// Puts contestants into teams, by the names that they have in the tournament.
    pub(super) fn teams(
        &self,
        contestants: &mut [Contestant],
        teams: BTreeMap<String, Spanned<Vec<Spanned<String>>>>,
    ) -> Result<(), Vec<Mistake>> {
        let mut mistakes = Vec::new();
        for (name, typed) in teams {
            let span = typed.span();
            let team = self.display_name("[teams]", &Spanned::new(span.clone(), name));
            let Some(team) = keep(&mut mistakes, team) else { continue };
            let key = format!("[teams] {team}");
            let members = self.named(&key, typed.into_inner(), contestants);
            for EntrantId(id) in keep(&mut mistakes, members).unwrap_or_default() {
                let contestant = &mut contestants[id];
                if let Some(other) = contestant.team.replace(team.clone()) {
                    let name = contestant.name.as_str();
                    let text = format!("{key}: {name:?} is in {other:?}, too; remove one of the two");
                    mistakes.push(self.mistake(span.clone(), text));
                }
            }
        }
        none(mistakes)
    }

    /// How many of each team count, if not all.
    pub(super) fn team_best(
        &self,
        typed: Option<&Spanned<u32>>,
        contestants: &[Contestant],
    ) -> Result<Option<u32>, Mistake> {
        let Some(best) = typed else { return Ok(None) };
        let text = match best.get_ref() {
            0 => "team_best = 0: write a number from 1; without the key all members of a team count",
            _ if contestants.iter().all(|contestant| contestant.team.is_none()) => {
                "team_best: nobody is in a team; add teams below a line [teams], or remove the key"
            }
            best => return Ok(Some(*best)),
        };
        Err(self.mistake(best.span(), text))
    }

    /// A mistake for each name that two contestants share without regard to case.
    fn namesakes(&self, contestants: &[Contestant]) -> Vec<Mistake> {
        let mut by_name: Vec<&Contestant> = contestants.iter().collect();
        by_name.sort_by_key(|contestant| (contestant.name.folded(), contestant.line));
        let pairs = by_name.windows(2).filter(|pair| pair[0].name.folded() == pair[1].name.folded());
        pairs
            .map(|pair| {
                let (name, [one, other]) = (pair[1].name.as_str(), [0, 1].map(|at| pair[at].wasm.in_words()));
                let text = if pair[0].wasm == pair[1].wasm {
                    format!("{one} is listed twice; let only one pattern or table name it")
                } else {
                    format!(
                        "two contestants are called {name:?}: {one} and {other}; name one of them otherwise, in a [[contestant]] table"
                    )
                };
                Mistake::on_line(self.file, pair[1].line, text)
            })
            .collect()
    }
}
