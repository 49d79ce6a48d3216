//! `judge new`: a folder to write a bot in.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use judge_author::game_check::legal_answers;
use judge_bots::FileKind;
use judge_core::bot_word::examples;
use judge_core::error::{Error, Mistake};
use judge_core::file::{self, Links};
use judge_core::game::command_words;
use judge_core::tournament::Name;
use judge_kit::{Files, GameForAuthors, GameOfBot, Kit, Language, Sdk, kit};
use judge_play::file::FileRules;
use judge_play::player::lines::examples as examples_by_lines;
use judge_play::text::sanitize_path;
use judge_play::{GameFile, Rules, contract};
use judge_sandbox::Limits;
use sha2::{Digest, Sha256};

use crate::shared::json;
use crate::shared::output::{print, unwritable};
use crate::shared::which_game::{self, GameOrFile, Named};

/// Make a folder with a bot to begin with, which builds and plays legal moves
#[derive(Args)]
pub(crate) struct New {
    /// The game, or a .wasm file that is one
    #[arg(value_parser = GameOrFile)]
    game: String,
    /// What the bot and its folder are called: small letters, digits, - and _
    name: String,
    /// The language
    #[arg(long, value_name = "LANGUAGE", value_parser = Languages(Ok))]
    lang: Language,
    /// Print what was made as JSON
    #[arg(long)]
    json: bool,
}

/// Takes the languages by any of their names, and shows one for each: those of which there is something to begin with.
#[derive(Clone)]
pub(crate) struct Languages(pub(super) fn(Language) -> Result<Language, String>);

impl TypedValueParser for Languages {
    type Value = Language;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Language, clap::Error> {
        let taken = self.0;
        let parse = move |text: &str| text.parse::<Language>().and_then(taken);
        TypedValueParser::parse_ref(&parse, command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let shown = Language::all().filter(|language| self.0(*language).is_ok());
        Some(Box::new(shown.map(|language| PossibleValue::new(language.folder()))))
    }
}

pub(crate) fn new(command: &New) -> Result<ExitCode, Error> {
    let language = command.lang;
    check_name(&command.name)?;
    if command_words(&command.game).is_some() {
        let text = "a command is handed out to nobody; build the game, and name its .wasm file";
        return Err(Mistake::in_file(&command.game, text).into());
    }
    let game = which_game::find(&command.game)?;
    let kit = match &game {
        Named::Own(info) => {
            let opponents: Vec<&str> = examples::opponents(info.name).map(|example| example.name).collect();
            let rules = Rules::new(info.name, []).expect("nothing is set");
            let examples = examples_by_lines(&rules);
            let name = info.name;
            let game = GameOfBot { name, seats: 2, opponents: &opponents, examples: &examples, file: None };
            kit(&game, language, Sdk::OURS, &command.name).expect("each game has a bot in every language")
        }
        Named::File(file) => kit_of(file, command)?,
    };
    let folder = Path::new(&command.name);
    write_all(folder, &kit.files)?;
    print(&if command.json {
        json::new_bot(game.info().name, &command.name, language, &kit)
    } else {
        text(command, &game, &kit)
    });
    Ok(ExitCode::SUCCESS)
}

/// The bot for a game that is a file.
fn kit_of(file: &Arc<GameFile>, command: &New) -> Result<Kit, Error> {
    let path = Path::new(&command.game);
    let mistake = |why: String| Error::from(Mistake::in_file(path, why));
    let rules = FileRules::new(file, std::iter::empty()).map_err(|why| mistake(why.to_string()))?;
    let bytes = file::read(path, Links::Follow, Limits::FILE_BYTES_MAX);
    let bytes = bytes.map_err(|error| Mistake::unread(path, &error))?;
    if file.sha256 != *Sha256::digest(&bytes) {
        return Err(mistake("it was changed while it was read; try again".into()));
    }
    let all_rules = Rules::File(rules.clone());
    let kind = FileKind::bot_for_file(file);
    let name = file.info.name;
    let contract = GameForAuthors {
        game: name,
        file: &bytes,
        wit: &contract::wit_of_file(name, &file.contract),
        interface: kind.as_data(),
        answers: &legal_answers(&rules),
    };
    let (seats, examples) = (all_rules.seats(), &examples_by_lines(&all_rules));
    let game = GameOfBot { name, seats, opponents: &[], examples, file: Some(contract) };
    kit(&game, command.lang, Sdk::OURS, &command.name).map_err(mistake)
}

/// Names that Rust reserves or has already.
pub(crate) const TAKEN: [&str; 12] =
    ["test", "core", "std", "alloc", "judge-sdk", "judge-games", "sdk", "fn", "mod", "self", "crate", "type"];

/// A name that is a folder, a package and a contestant.
fn check_name(name: &str) -> Result<(), Error> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(allowed);
    if is_plain && !TAKEN.contains(&name) && Name::new(name).is_ok() {
        return Ok(());
    }
    let text = "this is not a valid name for a bot; write a small letter, and then small letters, digits, - and _, as in my-sailor";
    Err(Mistake::in_file(name, text).into())
}

/// Writes the files into a new folder.
pub(crate) fn write_all(folder: &Path, files: &Files) -> Result<(), Error> {
    fs::create_dir(folder).map_err(|error| {
        let is_there = error.kind() == io::ErrorKind::AlreadyExists;
        let there = "it is there already; choose another name, or remove it".to_owned();
        Mistake::in_file(folder, if is_there { there } else { format!("the folder cannot be made: {error}") })
    })?;
    for (path, bytes) in files {
        let is_executable = judge_kit::is_executable(path);
        let path: PathBuf = folder.join(path);
        write(&path, bytes, is_executable).map_err(|error| unwritable(&path, &error))?;
    }
    Ok(())
}

#[cfg_attr(not(unix), expect(unused_variables, reason = "files have no such mode"))]
fn write(path: &Path, bytes: &[u8], is_executable: bool) -> io::Result<()> {
    fs::create_dir_all(path.parent().expect("it is in the folder"))?;
    fs::write(path, bytes)?;
    #[cfg(unix)]
    if is_executable {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// Cargo finds that only when it has compiled all that runs on this machine.
const TARGET_MISSING: &str = "\nmissing here: the target wasm32-unknown-unknown of rustc; before you build, run: rustup target add wasm32-unknown-unknown\n";

/// Whether there is a Rust, and it cannot build a bot in this folder as it is now.
fn lacks_target(folder: &Path) -> bool {
    let asked = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", "wasm32-unknown-unknown"])
        // Nothing is installed without being asked for.
        .env("RUSTUP_AUTO_INSTALL", "0")
        .current_dir(folder)
        .output();
    let answer = asked.ok().filter(|answer| answer.status.success());
    answer.is_some_and(|answer| !Path::new(String::from_utf8_lossy(&answer.stdout).trim()).is_dir())
}

/// The requirements to build in this folder, and those that are known to be missing.
pub(crate) fn needed(kit: &Kit, language: Language, folder: &Path) -> String {
    let needs: Vec<String> = kit.needs.iter().map(|need| format!("  {need}\n")).collect();
    let is_missing = !language.reads_lines() && lacks_target(folder);
    needs.concat() + if is_missing { TARGET_MISSING } else { "" }
}

fn text(command: &New, game: &Named, kit: &Kit) -> String {
    let New { name, lang, .. } = command;
    let source = sanitize_path(&Path::new(name).join(&kit.source));
    let needs = needed(kit, *lang, Path::new(name));
    let Kit { build, wasm, .. } = kit;
    let game_name = game.info().name;
    let (opponents, file) = match game {
        Named::Own(_) => ("let it play the example bots", game_name.to_owned()),
        Named::File(_) => ("let it play against itself", format!("{game_name}.wasm")),
    };
    format!(
        "a bot for {game_name} in {lang}; edit {source} where it says THINK HERE\n\nbuild it, check it, and {opponents}:\n  cd {name}\n  {build}\n  judge check {wasm} --game {file}\n  judge run evening.toml\n\nneeded:\n{needs}"
    )
}
