//! A game on the command line: the name of one of the judge's own, the path of a file that is a game, or a command of this
//! machine that its author writes.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use judge_author::game_of::{games_of, is_game, named_game_of, reads_lines};
use judge_bots::{Command, Waits, game_of_command};
use judge_core::error::{Error, Mistake};
use judge_core::game::{BotFile, command_words, starts, without_options};
use judge_core::host::CacheUse;
pub(crate) use judge_core::tournament::Named;
use judge_core::tournament::{GameFiles, is_file, limits_of_games};
use judge_play::{GAMES, GameFile, GameInfo};

use super::options::own_options;
use super::output::eprint;

/// Takes the name of a game, the path of a file, or a command.
#[derive(Clone)]
pub(crate) struct GameOrFile;

impl TypedValueParser for GameOrFile {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let names = PossibleValuesParser::new(GAMES.iter().map(|game| game.name));
        let is_no_name = |word: &&str| is_path(without_options(word)) || command_words(word).is_some();
        let word = value.to_str().filter(is_no_name);
        word.map_or_else(|| names.parse_ref(command, argument, value), |word| Ok(word.to_owned()))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(GAMES.iter().map(|game| PossibleValue::new(game.name))))
    }
}

/// Whether a word is the path of a game's file, or of what somebody takes for one.
fn is_path(word: &str) -> bool {
    is_file(word) || GameInfo::named(word).is_none() && Path::new(word).is_file()
}

/// The loader of games where no options are given.
pub(crate) fn loader() -> Result<GameFiles, Error> {
    Ok(GameFiles::new(&own_options(None, CacheUse::Keep)?).telling(eprint))
}

/// The games that the file which a word names is a bot for, safe to be shown; none if the word names no bot's file.
pub(crate) fn games_of_bot(word: &str) -> Vec<String> {
    let word = without_options(word);
    let read = || BotFile::at(Path::new(word)).ok().filter(|_| is_file(word));
    let Some(BotFile { wasm: bytes, .. }) = read() else { return Vec::new() };
    if is_game(&bytes) {
        return Vec::new();
    }
    let own: Vec<String> = games_of(&bytes).into_iter().map(str::to_owned).collect();
    if own.is_empty() { named_game_of(&bytes).into_iter().collect() } else { own }
}

/// Whether a word names a command or a program that reads lines, which may be a bot or a game.
pub(crate) fn says_nothing(word: &str) -> bool {
    let reads = |file: BotFile| reads_lines(&file.wasm) && !is_game(&file.wasm);
    command_words(word).is_some() || BotFile::at(Path::new(without_options(word))).is_ok_and(reads)
}

/// The game that a word from the command line names.
pub(crate) fn find(word: &str) -> Result<Named, Error> {
    let typed = word;
    let word = without_options(typed);
    let mistake = |why| Error::from(Mistake::in_file(word, why));
    if let Some(words) = command_words(typed) {
        return of_command(typed, words).map(Named::File).map_err(mistake);
    }
    if !is_path(word) {
        return own(typed);
    }
    let games = games_of_bot(word);
    if !games.is_empty() {
        let games = games.join(" and ");
        return Err(mistake(format!("this is a bot for {games}, and no game; name the game instead")));
    }
    let loaded = loader()?.load(Path::new(word), limits_of_games());
    loaded.map(Named::File).map_err(|why| mistake(why.to_string()))
}

/// The game that a command of these words is.
pub(crate) fn of_command(typed: &str, words: Vec<String>) -> Result<Arc<GameFile>, String> {
    eprint(&starts(typed));
    let command = Command::new(words, Waits::a_minute(eprint), &Arc::default());
    game_of_command(command).map_err(|why| why.to_string())
}

/// One of the judge's own.
pub(crate) fn own(name: &str) -> Result<Named, Error> {
    let gone = || Mistake::in_file(name, "there is no such game; its file may be gone");
    Ok(Named::Own(GameInfo::named(name).ok_or_else(gone)?))
}
