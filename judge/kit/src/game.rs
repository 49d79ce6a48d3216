//! A folder to write a game in: a name and a language in, files out.

use super::language::Game;
use super::words::{camel, filled, pascal, snake};
use super::{Files, Kit, Language, below, copies, evening, rust, sdk_of, text_of};

/// Placeholders for the game's name in the files: as in WIT, in Rust, of a class and of an object.
const NAMES: [&str; 4] = ["my-game", "my_game", "MyGame", "myGame"];
/// The folder with the parts of the judge that a game in Rust is built from.
const PARTS: &str = "judge";
/// Crates and files of the project that are these parts.
const PARTS_IN_RUST: [&str; 11] = [
    "judge/limits/",
    "judge/play/",
    "judge/wit/",
    "sdk/contract/",
    "sdk/game/",
    "sdk/games/",
    "sdk/lines.wit",
    "sdk/rust/",
    "sdk/scenes/",
    "sdk/source.wit",
    "sdk/wit/",
];
/// Files of them that no game in Rust is built from.
const NOT_IN_RUST: [&str; 3] = ["sdk/rust/kit.toml", "sdk/rust/new-game/", "sdk/rust/new/"];
/// The bots to begin with.
const BOTS: [&str; 2] = ["random", "careful"];

/// A new game: its rules, its contract, its scene, two bots, and a tournament of both. Nothing for a language that has none.
///
/// `name` is made of words of small letters and digits with `-` between them; each word begins with a letter.
#[must_use]
pub fn game_kit(name: &str, language: Language) -> Option<Kit> {
    let game = language.about().game.as_ref()?;
    let mut files = named(name, &format!("sdk/{}/new-game/", language.folder()));
    let (build, wasm, bots) = if language.reads_lines() {
        by_lines(&mut files, language)
    } else {
        files.insert("wit/host.wit".into(), text_of("sdk/wit/host.wit").into());
        in_rust(&mut files, name)
    };
    let head = "The two bots against each other. Build all, then: judge run evening.toml";
    let evening = evening(head, &format!("of {name}"), &wasm, 20, &[&bots[0], &bots[1]], "", language);
    let ignored = "/target\n/results\n*.wasm\n__pycache__\n".to_owned();
    let readme = readme(name, game, &build, &wasm, &bots);
    for (path, text) in [(".gitignore", ignored), ("evening.toml", evening), ("README.md", readme)] {
        files.insert(path.to_owned(), text.into_bytes());
    }
    let (source, needs) = (game.source.clone(), &language.about().needs);
    Some(Kit { files, source, build, wasm, needs })
}

/// Our templates in a folder under the game's own name.
fn named(name: &str, folder: &str) -> Files {
    let own = [name.to_owned(), snake(name), pascal(name), camel(name)];
    let own: Vec<(&str, &str)> = NAMES.into_iter().zip(own.iter().map(String::as_str)).collect();
    let file = |(path, bytes)| {
        let text = std::str::from_utf8(bytes).expect("our templates are text");
        (filled(path, &own), filled(text, &own).into_bytes())
    };
    below(folder).map(file).collect()
}

/// Adds what Cargo builds; gives the build, the game and the bots.
fn in_rust(files: &mut Files, name: &str) -> (String, String, [String; 2]) {
    let begins = |path: &str, with: &[&str]| with.iter().any(|start| path.starts_with(start));
    let is_part = |path: &str| begins(path, &PARTS_IN_RUST) && !begins(path, &NOT_IN_RUST);
    let parts: Vec<_> = below("").filter(|(path, _)| is_part(path)).collect();
    let members: Vec<&str> = parts.iter().filter_map(|(path, _)| path.strip_suffix("/Cargo.toml")).collect();
    files.extend(copies(&format!("{PARTS}/"), parts.iter().copied()));
    let mut add = |path: String, text: String| files.insert(path, text.into_bytes());
    add(format!("{PARTS}/Cargo.toml"), rust::workspace(&members, None));
    for bot in BOTS {
        add(format!("bots/{bot}/Cargo.toml"), bot_manifest(name, bot));
    }
    rust::add_tools(files, &manifest(name));
    let wasm = |package: &str| format!("target/wasm32-unknown-unknown/release/{package}.wasm");
    let bots = BOTS.map(|bot| wasm(&format!("{}_{bot}", snake(name))));
    ("cargo build --release".to_owned(), wasm(&snake(name)), bots)
}

/// Adds what a game is made of that reads lines, and what builds it; gives the build, the game and the bots.
fn by_lines(files: &mut Files, language: Language) -> (String, String, [String; 2]) {
    let folder = format!("sdk/{}/", language.folder());
    files.extend(copies("", below(&folder).filter(|(path, _)| path.starts_with("judge"))));
    files.extend(copies("sdk/", sdk_of(language)));
    let bots = BOTS.map(|bot| format!("bots/{bot}_bot.wasm"));
    (language.about().build.clone(), "game.wasm".to_owned(), bots)
}

fn manifest(name: &str) -> String {
    let bots = BOTS.map(|bot| format!("\"bots/{bot}\"")).join(", ");
    let package = rust::manifest(name, &format!("judge-game = {{ path = \"{PARTS}/sdk/game\" }}"));
    format!(
        "{package}# The bots are built with the game.\n[workspace]\nmembers = [{bots}]\ndefault-members = [\".\", {bots}]\nexclude = [\"{PARTS}\"]\n"
    )
}

fn bot_manifest(name: &str, bot: &str) -> String {
    format!(
        "[package]\nname = \"{name}-{bot}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\ncrate-type = [\"cdylib\"]\ntest = false\n\n[dependencies]\njudge-sdk = {{ path = \"../../{PARTS}/sdk/rust\" }}\n"
    )
}

fn readme(name: &str, game: &Game, build: &str, wasm: &str, bots: &[String; 2]) -> String {
    // The first folder of the guide, or the one with the build.
    let parts = game.guide.split_once('/').map_or("sdk", |(folder, _)| folder);
    let (contract, at_once) = match &game.run {
        Some(run) => (
            format!("`contract` in `{}`", game.source),
            format!(
                "It plays before it is built, too: `judge play \"{run}\" human \"{}\"`, and `judge check \"{run}\"`.\n",
                run.replace("game", bots[1].trim_end_matches(".wasm"))
            ),
        ),
        None => (format!("`wit/{name}.wit`"), String::new()),
    };
    filled(
        text_of("judge/kit/new/game.md"),
        &[
            ("{name}", name),
            ("{source}", &game.source),
            ("{contract}", &contract),
            ("{build}", build),
            ("{wasm}", wasm),
            ("{bot}", &bots[1]),
            ("{test}", &game.test),
            ("{at_once}", &at_once),
            ("{parts}", parts),
            ("{guide}", &game.guide),
        ],
    )
}
