//! A folder to write a game in: a name and a language in, files out.

use std::collections::BTreeMap;

use super::words::{camel, filled, pascal, snake};
use super::{
    CARGO_CONFIG, FORGIVES, GAME, GAME_IN_JAVASCRIPT, GAME_IN_PYTHON, Kit, Language, OF_GAMES, PROFILE, SDK,
    TOOLCHAIN, limits, new_files, ours, workspace,
};

/// Placeholders for the game's name in the files: as in WIT, in Rust, of a class and of an object.
const NAMES: [&str; 4] = ["my-game", "my_game", "MyGame", "myGame"];
/// The folder with the parts of the judge that a game in Rust is built from.
const PARTS: &str = "judge";
/// The bots to begin with.
const BOTS: [&str; 2] = ["random", "careful"];

/// A new game: its rules, its contract, its scene, two bots, and a tournament of both. Nothing for a language that has none.
///
/// `name` is made of words of small letters and digits with `-` between them; each word begins with a letter.
#[must_use]
pub fn game_kit(name: &str, language: Language) -> Option<Kit> {
    match language {
        Language::Rust => Some(in_rust(name)),
        Language::Python => Some(with_interpreter(name, language, GAME_IN_PYTHON, "game.py", TEST_IN_PYTHON)),
        Language::JavaScript => {
            Some(with_interpreter(name, language, GAME_IN_JAVASCRIPT, "game.js", "node --test"))
        }
        _ => None,
    }
}

/// Our templates under the game's own name.
fn named(name: &str, templates: &[(&str, &[u8])]) -> BTreeMap<String, Vec<u8>> {
    let own = [name.to_owned(), snake(name), pascal(name), camel(name)];
    let own: Vec<(&str, &str)> = NAMES.into_iter().zip(own.iter().map(String::as_str)).collect();
    let named = |text: &str| filled(text, &own);
    let file = |(path, bytes): &(&str, &[u8])| {
        let text = std::str::from_utf8(bytes).expect("our templates are text");
        (named(path), named(text).into_bytes())
    };
    templates.iter().map(file).collect()
}

/// A file of the judge that games are built from.
fn part(path: &str) -> Vec<u8> {
    OF_GAMES.iter().find(|(known, _)| *known == path).expect("it is there").1.to_vec()
}

fn in_rust(name: &str) -> Kit {
    let snake = snake(name);
    let mut files = named(name, GAME);
    let of_rust =
        |path: &str| !path.starts_with("sdk/game/") || path.starts_with("sdk/game/src/") || is_shared(path);
    for (path, bytes) in OF_GAMES.iter().filter(|(path, _)| of_rust(path)) {
        files.insert(format!("{PARTS}/{path}"), bytes.to_vec());
    }
    files.insert("wit/host.wit".into(), part("sdk/wit/host.wit"));
    let build = "cargo build --release".to_owned();
    let wasm_of = |package: &str| format!("target/wasm32-unknown-unknown/release/{package}.wasm");
    let wasm = wasm_of(&snake);
    let bots = BOTS.map(|bot| wasm_of(&format!("{snake}_{bot}")));
    let mut add = |path: &str, text: String| files.insert(path.to_owned(), text.into_bytes());
    add("Cargo.toml", manifest(name));
    for bot in BOTS {
        add(&format!("bots/{bot}/Cargo.toml"), bot_manifest(name, bot));
    }
    add(&format!("{PARTS}/Cargo.toml"), parts());
    add(".cargo/config.toml", CARGO_CONFIG.to_owned());
    add("rust-toolchain.toml", TOOLCHAIN.to_owned());
    add(".gitignore", "/target\n/results\n".to_owned());
    add("evening.toml", evening(name, Language::Rust, &wasm, &bots));
    let parts = format!(
        "The folder `{PARTS}` has the parts of the judge that a game is built from; `{PARTS}/sdk/game/README.md` says how a game is written."
    );
    let source = "src/lib.rs".to_owned();
    let test = "cargo test --target host-tuple";
    add("README.md", readme(name, (&source, test, &parts), &build, &wasm, &bots[1]));
    Kit { files: new_files(files), source, build, wasm, needs: Language::Rust.needs() }
}

/// Whether a file of `sdk/game` is for games in all languages.
fn is_shared(path: &str) -> bool {
    path.starts_with("sdk/game/wit/") || matches!(path, "sdk/game/Cargo.toml" | "sdk/game/README.md")
}

/// The command that tests a game in Python.
const TEST_IN_PYTHON: &str = "PYTHONPATH=sdk/game/python python3 -m unittest";

/// A game with an interpreter in its file.
fn with_interpreter(
    name: &str,
    language: Language,
    templates: &[(&str, &[u8])],
    source: &str,
    test: &str,
) -> Kit {
    let folder = language.folder();
    let mut files = named(name, templates);
    files.extend(named(name, GAME).into_iter().filter(|(path, _)| path.starts_with("wit/")));
    files.insert("wit/host.wit".into(), part("sdk/wit/host.wit"));
    let own = format!("sdk/game/{folder}/");
    let is_needed = |path: &str| path.starts_with(&own) || is_common(path);
    for (path, bytes) in OF_GAMES.iter().filter(|(path, _)| is_needed(path)) {
        files.insert((*path).to_owned(), bytes.to_vec());
    }
    // What bots are built with.
    for (path, bytes) in SDK.iter().filter(|(path, _)| language.needs_file(path)) {
        files.insert(format!("sdk/{path}"), bytes.to_vec());
    }
    let (build, wasm) = (format!("sdk/game/{folder}/build"), format!("{name}.wasm"));
    let bots = BOTS.map(|bot| format!("bots/{bot}_bot.wasm"));
    let mut add = |path: &str, text: String| files.insert(path.to_owned(), text.into_bytes());
    add(".gitignore", "/target\n/results\n*.wasm\n__pycache__\n".to_owned());
    add("evening.toml", evening(name, language, &wasm, &bots));
    let parts = format!(
        "The folder `sdk` comes from the judge; `sdk/game/{folder}/{}` says how a game is written.",
        if language == Language::Python { "judge_game.py" } else { "judge-game.js" }
    );
    add("README.md", readme(name, (source, test, &parts), &build, &wasm, &bots[1]));
    Kit { files: new_files(files), source: source.to_owned(), build, wasm, needs: language.needs() }
}

/// Whether a file is for games in all languages with an interpreter.
fn is_common(path: &str) -> bool {
    matches!(path, "sdk/game/common.sh" | "sdk/game/wit/game.wit" | "sdk/source.wit" | "sdk/wit/host.wit")
}

fn manifest(name: &str) -> String {
    let bots = BOTS.map(|bot| format!("\"bots/{bot}\""));
    format!(
        "[package]\nname = {name:?}\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies]\njudge-game = {{ path = \"{PARTS}/sdk/game\" }}\n\n{PROFILE}\n# The bots are built with the game.\n[workspace]\nmembers = [{0}]\ndefault-members = [\".\", {0}]\nexclude = [\"{PARTS}\"]\n",
        bots.join(", ")
    )
}

fn bot_manifest(name: &str, bot: &str) -> String {
    format!(
        "[package]\nname = \"{name}-{bot}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\ncrate-type = [\"cdylib\"]\ntest = false\n\n[dependencies]\njudge-sdk = {{ path = \"../../{PARTS}/sdk/rust\" }}\n"
    )
}

/// The manifest of the judge's parts: ours, with those parts only.
fn parts() -> String {
    let ours = ours();
    let members: Vec<&str> =
        OF_GAMES.iter().filter_map(|(path, _)| path.strip_suffix("/Cargo.toml")).collect();
    workspace(&ours, &members, ours["dependencies"].clone())
}

/// The first tournament, of the two bots.
fn evening(name: &str, language: Language, wasm: &str, bots: &[String; 2]) -> String {
    let limits = limits(language);
    format!(
        "# The two bots against each other. Build all, then: judge run evening.toml\ntitle = \"An evening of {name}\"\ngame = {wasm:?}\nseed = 1\nrounds = 20\n{FORGIVES}contestants = {bots:?}\n{limits}"
    )
}

/// The README; its source, test and parts are one language's.
fn readme(
    name: &str,
    (source, test, parts): (&str, &str, &str),
    build: &str,
    wasm: &str,
    bot: &str,
) -> String {
    format!(
        "# {name}\n\nA game for the judge. `{source}` has its rules and what people see; `wit/{name}.wit` says what bots are asked.\nIt begins as a heap of pebbles: take one, two or three, and who takes the last one wins. Write yours in its place.\n\nBuild the game and the two bots, check the game, and play a tournament:\n\n```sh\n{build}\njudge check {wasm}\njudge run evening.toml\njudge play {wasm} human {bot}\n```\n\nTest the rules on your machine: `{test}`.\n\n{parts}\nHand out `wit/{name}.wit` and the `.wasm` to those who write bots. `judge wit {wasm}` prints the contract, too.\n"
    )
}
