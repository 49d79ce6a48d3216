//! `judge new-game`: a folder to write a game in.

use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_kit::{Kit, Language, game_kit};
use judge_play::{GAMES, text::sanitize_path};

use super::new::{Languages, TAKEN, needed, write_all};
use crate::shared::output::print;

/// Words that a game cannot be called by beside those of all packages: they are the judge's own.
const OF_THE_JUDGE: [&str; 4] = ["host", "source", "judge", "game"];

/// Make a folder with a game to begin with, which builds and can be played
#[derive(Args)]
pub(crate) struct NewGame {
    /// What the game and its folder are called: small letters and digits, in words with - between them
    name: String,
    /// The language
    #[arg(long, value_name = "LANGUAGE", value_parser = Languages(for_games))]
    lang: Language,
}

/// The languages that games can be written in.
fn for_games(language: Language) -> Result<Language, String> {
    if language.has_game() {
        return Ok(language);
    }
    let known: Vec<&str> = Language::all().filter(|known| known.has_game()).map(Language::folder).collect();
    Err(format!(
        "there is no game to begin with in {language}; write one of {}, or begin with sdk/game/wit/game.wit and any language that makes components",
        known.join(", ")
    ))
}

pub(crate) fn new_game(command: &NewGame) -> Result<ExitCode, Error> {
    let name = command.name.as_str();
    check_name(name)?;
    let kit = game_kit(name, command.lang).expect("it is a language for games");
    write_all(Path::new(name), &kit.files)?;
    print(&text(name, command.lang, &kit));
    Ok(ExitCode::SUCCESS)
}

/// A name that is a folder, a package and an interface in WIT.
fn check_name(name: &str) -> Result<(), Error> {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    let is_own = GAMES.iter().any(|game| game.name == name);
    let is_taken = OF_THE_JUDGE.iter().chain(&TAKEN).any(|taken| *taken == name);
    if name.len() <= 40 && name.split('-').all(is_word) && !is_taken && !is_own {
        return Ok(());
    }
    let text = if is_own {
        "the judge has a game of this name; choose another"
    } else {
        "this is not a valid name for a game; write words of small letters and digits with - between them, as in nine-stones"
    };
    Err(Mistake::in_file(name, text).into())
}

fn text(name: &str, language: Language, kit: &Kit) -> String {
    let source = sanitize_path(&Path::new(name).join(&kit.source));
    let needs = needed(kit, language, Path::new(name));
    format!(
        "a game in {language}, with two bots; write your rules in {source}, as README.md there says\n\nbuild it, check it, and let the bots play:\n  cd {name}\n  {}\n  judge check {}\n  judge run evening.toml\n\nneeded:\n{needs}",
        kit.build, kit.wasm
    )
}
