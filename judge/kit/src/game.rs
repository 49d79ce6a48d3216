//! A folder to write a game in, in Rust: a name in, files out.

use super::{
    CARGO_CONFIG, GAME, Kit, Language, Mode, NewFile, OF_GAMES, PROFILE, TOOLCHAIN, ours, workspace,
};

/// What stands for the game's name in the files: as in WIT, and as in Rust.
const NAMES: [&str; 2] = ["my-game", "my_game"];
/// The folder with the parts of the judge that a game is built from.
const PARTS: &str = "judge";
/// The bots to begin with.
const BOTS: [&str; 2] = ["random", "careful"];
/// What is made of a game.
const IGNORED: &str = "/target\n/results\n";

/// A new game in Rust: its rules, its contract, its scene, two bots, and a tournament of both.
///
/// `name` is made of words of small letters and digits with `-` between them; each word begins with a letter.
///
/// # Panics
/// Never: our files are text.
#[must_use]
pub fn game_kit(name: &str) -> Kit {
    let snake = name.replace('-', "_");
    let named = |text: &str| text.replace(NAMES[0], name).replace(NAMES[1], &snake);
    let plain = |path: String, bytes: Vec<u8>| NewFile { path, bytes, mode: Mode::Plain };
    let mut files: Vec<NewFile> = Vec::new();
    for (path, bytes) in GAME {
        let text = std::str::from_utf8(bytes).expect("our templates are text");
        files.push(plain(named(path), named(text).into_bytes()));
    }
    let part = |path: &str| format!("{PARTS}/{path}");
    files.extend(OF_GAMES.iter().map(|(path, bytes)| plain(part(path), bytes.to_vec())));
    let host = OF_GAMES.iter().find(|(path, _)| *path == "sdk/wit/host.wit").expect("it is there").1;
    files.push(plain("wit/host.wit".into(), host.to_vec()));
    let build = "cargo build --release".to_owned();
    let wasm_of = |package: &str| format!("target/wasm32-unknown-unknown/release/{package}.wasm");
    let wasm = wasm_of(&snake);
    let bots = BOTS.map(|bot| wasm_of(&format!("{snake}_{bot}")));
    let mut add = |path: &str, text: String| files.push(plain(path.to_owned(), text.into_bytes()));
    add("Cargo.toml", manifest(name));
    for bot in BOTS {
        add(&format!("bots/{bot}/Cargo.toml"), bot_manifest(name, bot));
    }
    add(&part("Cargo.toml"), parts());
    add(".cargo/config.toml", CARGO_CONFIG.to_owned());
    add("rust-toolchain.toml", TOOLCHAIN.to_owned());
    add(".gitignore", IGNORED.to_owned());
    add("evening.toml", evening(name, &wasm, &bots));
    add("README.md", readme(name, &build, &wasm));
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let needs = Language::Rust.needs();
    Kit { files, source: "src/lib.rs".to_owned(), build, wasm, needs }
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
fn evening(name: &str, wasm: &str, bots: &[String; 2]) -> String {
    format!(
        "# The two bots against each other. Build all, then: judge run evening.toml\ntitle = \"An evening of {name}\"\ngame = {wasm:?}\nseed = 1\nrounds = 20\ncontestants = {bots:?}\n"
    )
}

fn readme(name: &str, build: &str, wasm: &str) -> String {
    format!(
        "# {name}\n\nA game for the judge. `src/lib.rs` has its rules and what people see; `wit/{name}.wit` says what bots are asked.\nIt begins as a heap of pebbles: take one, two or three, and who takes the last one wins. Write yours in its place.\n\nBuild the game and the two bots, check the game, and play a tournament:\n\n```sh\n{build}\njudge check {wasm}\njudge run evening.toml\njudge play {wasm} human target/wasm32-unknown-unknown/release/{0}_careful.wasm\n```\n\nTest the rules on your machine: `cargo test --target host-tuple`.\n\nThe folder `{PARTS}` has the parts of the judge that a game is built from; `{PARTS}/sdk/game/README.md` says how a game is written.\nHand out `wit/{name}.wit` and the `.wasm` to those who write bots. `judge wit {wasm}` prints the contract, too.\n",
        name.replace('-', "_")
    )
}
