//! The bots at hand for a game: words that a person typed in, seated players out.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use judge_bots::{
    Bot, COMMAND, Command, Compiler, FileKind, Name, NotLoaded, Silence, Waits, is_debug_build,
};
use judge_play::text::{sanitize_path, shell_word};
use judge_play::{AnyMatch, BotTerms, Line, Rules};
use judge_sandbox::{Invalid, Limits, Sandbox, Width};

use crate::bot_word::{Commands, bot_word, examples, file_of, starts, unread, without_options};
use crate::error::{Error, Mistake};
use crate::file::{self, Links};
use crate::host::{self, Options};
use crate::play::{Observer, Runner};
use crate::tournament::{Wasm, name_of_file, nearest};

/// Fuel for a turn of a bot that brings an interpreter, as its tournaments give it.
const INTERPRETER_FUEL_PER_TURN: u64 = 1_000_000_000;
/// Memory for a bot that has half of the usual memory before it thinks at all, as a bot in Ruby has.
const LARGE_MEMORY_BYTES: u64 = 128 << 20;
/// The bots of a table of eight, and some more that are started while it plays.
const INSTANCES_MAX: usize = 18;

/// The origin of a bot's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// It is built into the judge.
    Example,
    /// A file.
    File(PathBuf),
    /// A command of this machine, as a person typed it.
    Command(String),
}

/// The file of a bot, read once.
pub struct BotFile {
    /// The name that it gives a bot.
    pub name: Name,
    /// Its bytes.
    pub wasm: Cow<'static, [u8]>,
    /// Where they come from.
    pub source: Source,
}

impl BotFile {
    /// The file that a person means by `word`, or the example bot of this name in a game.
    ///
    /// # Errors
    /// If there is no such bot, or its file cannot be read.
    pub fn read(word: &str, game: Option<&str>) -> Result<Self, Error> {
        file_of(word).map_or_else(|| Self::example(without_options(word), game), Self::at)
    }

    /// The file at a path.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn at(path: &Path) -> Result<Self, Error> {
        let wasm = file::read(path, Links::Follow, Limits::FILE_BYTES_MAX)
            .map_err(|error| Mistake::in_file(path, unread(path, &error)))?;
        let name = name_of_file(&path.file_stem().unwrap_or_default().to_string_lossy());
        Ok(Self { name, wasm: wasm.into(), source: Source::File(path.to_owned()) })
    }

    pub(crate) fn example(name: &str, game: Option<&str>) -> Result<Self, Error> {
        let example = examples::named(game, name).ok_or_else(|| no_such_bot(game, name, None))?;
        Ok(Self { name: name_of_file(name), wasm: example.wasm.into(), source: Source::Example })
    }
}

/// Bots that are ready to be seated in games with the same rules.
pub struct LoadedBots {
    rules: Rules,
    sandbox: Sandbox,
    compiler: Compiler,
    bots: Vec<Bot>,
    sources: Vec<Source>,
    warnings: Vec<String>,
    tell: fn(&str),
    commands: Commands,
    waits: Waits,
    silence: Arc<Silence>,
}

impl LoadedBots {
    /// No bots yet. `limits` says how much they may use.
    ///
    /// # Errors
    /// If the machine cannot run the sandbox.
    pub fn new(rules: Rules, limits: Limits, options: &Options) -> Result<Self, Error> {
        Self::with_room(rules, limits, options, 0)
    }

    /// The same with room for so many matches that are open at a time, or for fewer where the address space is scarce.
    ///
    /// # Errors
    /// As of [`LoadedBots::new`].
    pub fn with_room(rules: Rules, limits: Limits, options: &Options, matches: usize) -> Result<Self, Error> {
        let sandbox = |limits: Limits, matches: usize| {
            let instances_max = matches * rules.seats() + INSTANCES_MAX;
            host::sandbox_for(limits, u32::try_from(instances_max).unwrap_or(u32::MAX))
        };
        let jobs = options.jobs.unwrap_or_else(host::processors);
        let roomy = || sandbox(limits.clone(), matches).ok().filter(|(_, scarce)| scarce.is_none());
        let roomy = if matches > jobs { roomy() } else { None };
        let (sandbox, scarce) = roomy.map_or_else(|| sandbox(limits, jobs), Ok)?;
        Ok(Self::none(rules, sandbox, options, scarce))
    }

    /// No bots, and a warning if there is one.
    fn none(rules: Rules, sandbox: Sandbox, options: &Options, warning: Option<String>) -> Self {
        let (compiler, trouble) = host::compiler(options);
        let warnings = trouble.into_iter().chain(warning).collect();
        let (bots, sources, tell) = (Vec::new(), Vec::new(), |_: &str| ());
        let (waits, silence, commands) = (Waits::a_minute(tell), Arc::default(), Commands::new());
        Self { rules, sandbox, compiler, bots, sources, warnings, tell, commands, waits, silence }
    }

    /// Sets the function that is called when something that takes long begins.
    #[must_use]
    pub fn telling(self, tell: fn(&str)) -> Self {
        Self { tell, ..self }
    }

    /// Sets which words are commands, how long they may be silent, and who is told of what they do.
    #[must_use]
    pub fn starting(self, commands: Commands, waits: Waits) -> Self {
        Self { commands, waits, ..self }
    }

    /// Takes in bots that are loaded already, with their sandbox.
    pub(crate) fn of_runner(runner: Runner, options: &Options) -> Self {
        let Runner { tournament, bots, sandbox, .. } = runner;
        let file = |bot: &Bot| {
            let mut contestants = tournament.contestants.iter();
            let contestant = contestants.find(|contestant| contestant.name == bot.name);
            match &contestant.expect("every bot is a contestant's").wasm {
                Wasm::File(path) | Wasm::OneOf(path, _) => Source::File(path.clone()),
                Wasm::Example(_) => Source::Example,
            }
        };
        let sources = bots.iter().map(file).collect();
        Self { bots, sources, warnings: Vec::new(), ..Self::none(tournament.rules, sandbox, options, None) }
    }

    /// Finds the bot that a person means by `word`, the path of a file or the name of an example, with options or without,
    /// or a command, and takes it in.
    ///
    /// # Errors
    /// If there is no such bot, or its file or its options are invalid.
    pub fn add(&mut self, word: &str) -> Result<usize, Error> {
        if let Some(command) = self.command(word) {
            return self.add_command(&name_of_file(command.stem()), word, command);
        }
        let file = BotFile::read(word, self.rules.own_game())?;
        self.add_read(&file, &bot_word(word)?.1)
    }

    /// Takes in a file that was read, with these terms.
    ///
    /// # Errors
    /// If it is invalid, with the reason.
    pub fn add_read(&mut self, file: &BotFile, terms: &BotTerms) -> Result<usize, Error> {
        self.add_on(file.name.as_str(), &file.wasm, file.source.clone(), terms)
    }

    /// As [`LoadedBots::add`], for a seat that a person may take, too, by the word `human`.
    ///
    /// # Errors
    /// As of [`LoadedBots::add`].
    pub fn add_player(&mut self, word: &str, human: &str) -> Result<Option<usize>, Error> {
        if word == human {
            return Ok(None);
        }
        let bot = without_options(word);
        let is_example = || examples::named(self.rules.own_game(), bot).is_some();
        if file_of(word).is_some() || self.commands.contains_key(word) || is_example() {
            return self.add(word).map(Some);
        }
        Err(no_such_bot(self.rules.own_game(), bot, Some(human)).into())
    }

    /// Whether a bot is a program of this machine: nothing holds it to play the same again.
    #[must_use]
    pub fn is_command(&self, bot: usize) -> bool {
        matches!(self.source(bot), Source::Command(_))
    }

    /// The command that a person means by `word`, if it is one.
    #[must_use]
    pub fn command(&self, word: &str) -> Option<Command> {
        self.commands.get(word).map(|words| Command::new(words.clone(), self.waits, &self.silence))
    }

    /// The first silence of a command that was a fault, in words; nothing is expected of it any more.
    #[must_use]
    pub fn silence(&self) -> Option<&str> {
        self.silence.fault()
    }

    /// Takes in a program of this machine, which speaks lines.
    ///
    /// # Errors
    /// If it does not give its name, with the reason.
    pub fn add_command(&mut self, name: &Name, word: &str, command: Command) -> Result<usize, Error> {
        let source = Source::Command(word.to_owned());
        let is_it = |(other, bot): (&Source, &Bot)| *other == source && bot.name == *name;
        if let Some(here) = self.sources.iter().zip(&self.bots).position(is_it) {
            return Ok(here);
        }
        if !self.sources.contains(&source) {
            (self.waits.tell)(&starts(word));
        }
        let bot = Bot::of_command(name, command, &self.rules)
            .map_err(|why| Mistake::in_file(Path::new(word), why.to_string()))?;
        self.bots.push(bot);
        self.sources.push(source);
        Ok(self.bots.len() - 1)
    }

    /// Takes in a bot, or finds that it is here already.
    ///
    /// # Errors
    /// If it is invalid, with the reason.
    pub fn add_bytes(&mut self, name: &str, bytes: &[u8], source: Source) -> Result<usize, Error> {
        self.add_on(name, bytes, source, &BotTerms::default())
    }

    /// Takes in a bot with these terms, or finds that it is here already.
    ///
    /// # Errors
    /// If it is invalid, with the reason.
    pub fn add_on(
        &mut self,
        name: &str,
        bytes: &[u8],
        source: Source,
        terms: &BotTerms,
    ) -> Result<usize, Error> {
        let place = match &source {
            Source::Example => PathBuf::from(name),
            Source::File(path) => path.clone(),
            Source::Command(word) => PathBuf::from(word),
        };
        let is_odd =
            matches!(&source, Source::File(path) if path.extension().is_none_or(|end| end != "wasm"));
        let hint = if is_odd {
            // A lone name is looked for where the system has its programs.
            let has_folder = place.components().count() > 1;
            let path = if has_folder { place.clone() } else { Path::new(".").join(&place) };
            format!("; {} starts a program", shell_word(format!("{COMMAND}{}", shell_word(path))))
        } else {
            String::new()
        };
        let mistake = |text: String| Error::from(Mistake::in_file(&place, text + &hint));
        let name = name_of_file(name);
        let is_it =
            |(other, bot): (&Source, &Bot)| *other == source && bot.name == name && bot.terms == *terms;
        if let Some(here) = self.sources.iter().zip(&self.bots).position(is_it) {
            return Ok(here);
        }
        if host::is_slow_to_compile(bytes, &FileKind::bot_for(&self.rules), &self.sandbox, &self.compiler) {
            (self.tell)(&host::compiling(&sanitize_path(&place)));
        }
        let bot = judge_bots::from_bytes(&name, bytes, &self.rules, &self.sandbox, &self.compiler).map_err(
            |why| match why {
                NotLoaded::Invalid(problem) => mistake(problem),
                NotLoaded::Machine(trouble) => Error::Machine(trouble),
            },
        )?;
        self.warnings.extend(bot.notes.iter().cloned());
        self.bots.push(bot.on(terms.clone(), &self.sandbox));
        self.sources.push(source);
        Ok(self.bots.len() - 1)
    }

    /// Begins the match that a line describes, among these bots.
    ///
    /// # Errors
    /// The turn of an action by hand that cannot be read, and why.
    pub fn start(&self, line: &Line) -> Result<Box<dyn AnyMatch + '_>, (u32, String)> {
        judge_bots::start(line, &self.sandbox, &self.bots)
    }

    /// The game and its parameters.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The limits of the bots.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        self.sandbox.limits()
    }

    /// The sandbox of the bots.
    #[must_use]
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// The bots, in the order in which lines count them.
    #[must_use]
    pub fn bots(&self) -> &[Bot] {
        &self.bots
    }

    /// The origin of a bot's file.
    #[must_use]
    pub fn source(&self, bot: usize) -> &Source {
        &self.sources[bot]
    }

    /// Gives an observer the warnings about the bots that were added since it was done last.
    pub fn warn(&mut self, observer: &dyn Observer) {
        self.warnings.drain(..).for_each(|warning| observer.warn(&warning));
    }
}

/// The mistake for an example bot that a game does not have; `human` is the word for a person, where one may sit.
#[must_use]
pub fn no_such_bot(game: Option<&str>, word: &str, human: Option<&str>) -> Mistake {
    let examples = examples::of(game).iter().map(|example| example.name);
    let words: Vec<&str> = examples.chain(human).collect();
    let text = if let Some(nearest) = nearest(word, &words) {
        format!("there is no such bot; did you mean {nearest:?}?")
    } else {
        let human = human.map(|human| format!("{human}, a command in quotes, as in \"python3 bot.py\", "));
        let human = human.unwrap_or_default();
        let examples: Vec<&str> = examples::opponents(game).map(|example| example.name).collect();
        let examples = examples.join(", ");
        format!("there is no such bot; write {human}the path of a .wasm file, or an example: {examples}")
    };
    Mistake::in_file(Path::new(word), text)
}

/// The limits for games by these rules outside of a tournament: those of one, with room for bots that bring an
/// interpreter or a large runtime if there is one among these files. An interpreter has more fuel, too: without it such
/// a bot would lose by fuel what it can win in its tournament. One that is large before it thinks has more memory.
#[must_use]
pub fn limits_for<'a>(rules: &Rules, files: impl IntoIterator<Item = &'a Path>) -> Limits {
    let mut limits = Limits::default();
    let read = |file| file::read(file, Links::Follow, Limits::FILE_BYTES_MAX).ok();
    // A debug build is as large as an interpreter, and no tournament takes it.
    for bytes in files.into_iter().filter_map(read).filter(|bytes| !is_debug_build(bytes)) {
        if bytes.len() as u64 > Limits::FILE_BYTES_NARROW {
            limits = Limits {
                file_bytes: Limits::FILE_BYTES_MAX,
                width: Width::Wide,
                fuel_per_turn: INTERPRETER_FUEL_PER_TURN,
                ..limits
            };
            limits.watchdog_seconds = limits.watchdog_seconds.max(limits.watchdog_seconds_min());
            if is_half_full(&bytes, &limits) {
                limits.memory_bytes = LARGE_MEMORY_BYTES;
            }
        } else if judge_sandbox::count(&bytes, &limits).is_err() {
            limits.width = Width::Wide;
        }
    }
    limits.fuel_bank = Limits::bank_for(limits.fuel_per_turn, rules.turns_max());
    limits
}

/// Whether a bot begins with half of the usual memory.
fn is_half_full(bytes: &[u8], limits: &Limits) -> bool {
    let half = Limits { memory_bytes: Limits::default().memory_bytes / 2, ..limits.clone() };
    matches!(judge_sandbox::count(bytes, &half), Err(Invalid::Memory { .. }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_a_bot_with_an_interpreter_brings_more_fuel() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = |name: &str, bytes: u64| {
            let path = folder.path().join(name);
            fs::write(&path, vec![0; usize::try_from(bytes).expect("it is small")]).expect("it is written");
            path
        };
        let (small, large) = (file("small", 8), file("large", Limits::FILE_BYTES_NARROW + 1));
        let rules = Rules::new("stones", []).expect("no setting is needed");
        let fuel = |files: &[&Path]| limits_for(&rules, files.iter().copied()).fuel_per_turn;
        assert_eq!(fuel(&[&small]), Limits::default().fuel_per_turn);
        assert_eq!(fuel(&[&small, &large]), INTERPRETER_FUEL_PER_TURN);
        let limits = limits_for(&rules, [large.as_path()]);
        assert_eq!(limits.fuel_bank, Limits::bank_for(INTERPRETER_FUEL_PER_TURN, rules.turns_max()));
        assert!(limits.watchdog_seconds >= limits.watchdog_seconds_min());
    }

    #[test]
    fn only_an_interpreter_that_begins_with_half_of_the_memory_has_more_of_it() {
        let folder = tempfile::tempdir().expect("there is room");
        // A module with a memory of so many pages, and a section that makes it large.
        let memory = |pages: u16| {
            let file = folder.path().join("bot.wasm");
            let [low, high] = [pages & 0x7f | 0x80, pages >> 7].map(|byte| byte.to_le_bytes()[0]);
            let head = [b"\0asm\x01\0\0\0\x05\x04\x01\0".as_slice(), &[low, high]].concat();
            let padding = [b"\0\x84\x80\x80\x02\x03pad".as_slice(), &vec![0; 4 << 20]].concat();
            fs::write(&file, [head, padding].concat()).expect("it is written");
            limits_for(&Rules::new("stones", []).expect("no setting is needed"), [file.as_path()])
                .memory_bytes
        };
        assert_eq!([memory(512), memory(513)], [Limits::default().memory_bytes, LARGE_MEMORY_BYTES]);
    }

    #[test]
    fn what_was_a_file_when_it_was_named_is_no_command_when_it_is_gone() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("a b");
        let word = path.to_str().expect("it is text");
        fs::write(&path, "").expect("it is written");
        let named = crate::bot_word::commands([word]);
        fs::remove_file(&path).expect("it is ours");
        assert!(crate::bot_word::command_words(word).is_some());
        let rules = Rules::new("stones", []).expect("no setting is needed");
        let bots = LoadedBots::new(rules, Limits::default(), &Options::default()).expect("it starts");
        let told = bots.starting(named, Waits::patient(|_| ())).add(word).expect_err("it is gone");
        assert!(told.to_string().contains("there is no such bot"), "{told}");
    }

    #[test]
    fn a_person_is_thought_of_only_where_one_may_sit() {
        let told = |word: &str, human| no_such_bot(Some("othello"), word, human).text;
        assert_eq!(told("humen", Some("human")), "there is no such bot; did you mean \"human\"?");
        let command = "a command in quotes, as in \"python3 bot.py\"";
        let others = "the path of a .wasm file, or an example: random, greedy, edgar";
        assert_eq!(told("human", None), format!("there is no such bot; write {others}"));
        assert_eq!(
            told("x", Some("human")),
            format!("there is no such bot; write human, {command}, {others}")
        );
    }
}
