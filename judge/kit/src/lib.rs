//! A folder to write a bot or a game in: a game, a language and a name in, files out. Writes and prints nothing.
//!
//! All files are built into the program, so an installed judge needs no copy of the project. What `sdk` holds
//! is taken as it is there; the bots to begin with are in `templates`. In Rust there is one for each game, or it is made of a
//! game's `contract`; in all other languages one program plays all games, by `lines`.

mod contract;
mod game;
mod language;
mod lines;
mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use contract::Begun;
pub use contract::GameForAuthors;
pub use game::game_kit;
pub use language::Language;
pub use lines::Example;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Lets `cargo build` make a component of the kind that the judge plays.
const CARGO_CONFIG: &str = "# So that cargo build makes a bot. Tests run on your machine: cargo test --target host-tuple\n[build]\ntarget = \"wasm32-unknown-unknown\"\n";
/// The build profile of bots and games in Rust.
const PROFILE: &str = "[profile.release]\nopt-level = 3\nlto = true\ncodegen-units = 1\npanic = \"abort\"\nstrip = \"debuginfo\" # keeps the names of functions, for judge profile\n";
/// Lets rustup bring in what that takes.
const TOOLCHAIN: &str = "[toolchain]\ntargets = [\"wasm32-unknown-unknown\"]\n";
/// Lets editors check a bot in TypeScript as its build does.
const TYPESCRIPT: &str = "{\n  \"extends\": \"./sdk/typescript/tsconfig.json\",\n  \"include\": [\"*.ts\", \"sdk/typescript/types/*.ts\"]\n}\n";
/// Files that are made of a bot, which git ignores: its component and program, results, comparisons and profiles.
const IGNORED: &str = "/target\n/bot\n/results\n/compared*\n*.wasm\n/*.svg\n/*.json\n";

/// A note for authors on fuel.
const FUEL: &str =
    "Thinking takes fuel, one unit for about one instruction. A bot that runs out of it forfeits the game.";

/// The placeholder for the bot's name in a template.
const NAME: &str = "NAME";

/// A file of the new folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Its path from the folder, with `/`.
    pub path: String,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Whether it can be run.
    pub mode: Mode,
}

/// Whether a file can be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It is read.
    Plain,
    /// It is run.
    Executable,
}

/// A new bot: what is in its folder, and what to do there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    /// The files, sorted by path.
    pub files: Vec<NewFile>,
    /// The file with the place to think.
    pub source: String,
    /// The command that builds the bot, in the folder.
    pub build: String,
    /// The bot that it makes.
    pub wasm: String,
    /// The tools to install, with the way to do it, one line each.
    pub needs: &'static [&'static str],
}

/// The source of the SDK for a bot in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sdk {
    /// From its own folder `sdk`.
    Here,
    /// From crates.io, in this version or one that is compatible.
    Published(&'static str),
}

impl Sdk {
    /// The source that this judge was built for: a release says which version of the SDK is published with it.
    pub const OURS: Self = match option_env!("JUDGE_SDK_PUBLISHED") {
        Some(version) => Self::Published(version),
        None => Self::Here,
    };
}

/// A new bot for a game; nothing if there is no such game.
///
/// `name` is made of small letters, digits, `-` and `_`, and begins with a letter. `opponents` are the example bots of
/// its first tournament, and `examples` the game's lines.
#[must_use]
pub fn kit(
    game: &str,
    language: Language,
    sdk: Sdk,
    name: &str,
    opponents: &[&str],
    examples: &[Example],
) -> Option<Kit> {
    // Each game has a contract.
    text_of(SDK, &format!("wit/{game}.wit"))?;
    let mut files = of_language(language, sdk);
    let (begun, readme) = if language.reads_lines() {
        (by_lines(game, language, name, examples), readme_by_lines(game, language, name, 2))
    } else {
        let template = text_of(TEMPLATES, &format!("{}/{game}.rs", language.folder()))?;
        let begun = Begun { source: template.replace(NAME, name), files: Vec::new() };
        (begun, readme(game, language, name))
    };
    add_bot(&mut files, begun, language, sdk, name);
    let mut add = |path: &str, text: String| files.insert(path.to_owned(), text.into_bytes());
    add("evening.toml", evening(game, language, name, opponents));
    add("README.md", readme);
    Some(finish(files, language, name))
}

/// A bot that reads lines, and what lies beside it.
fn by_lines(game: &str, language: Language, name: &str, examples: &[Example]) -> Begun {
    let folder = format!("{}/", language.folder());
    let of_language = TEMPLATES.iter().filter_map(|(path, bytes)| Some((path.strip_prefix(&folder)?, bytes)));
    let (own, beside): (Vec<_>, Vec<_>) = of_language.partition(|(path, _)| *path == language.source());
    let template = std::str::from_utf8(own[0].1).expect("our own files are text");
    let source = lines::source(template, language, game, name, examples);
    let files = beside.into_iter().map(|(path, bytes)| (path.to_owned(), bytes.to_vec()));
    Begun { source, files: files.collect() }
}

/// A new bot for a game that is a file, which lies in the folder as `GAME.wasm`.
///
/// `name` is as [`kit`] wants it.
///
/// # Errors
/// The reason why there is none in this language.
pub fn kit_for_file(
    contract: &GameForAuthors<'_>,
    language: Language,
    sdk: Sdk,
    name: &str,
) -> Result<Kit, String> {
    let game = contract.game;
    let (begun, readme) = if language.reads_lines() {
        let readme = readme_by_lines(&format!("{game}.wasm"), language, name, contract.seats);
        (by_lines(game, language, name, contract.examples), readme)
    } else {
        (contract.begin(name)?, readme_for_file(contract, language, name))
    };
    let mut files = of_language(language, sdk);
    files.retain(|path, _| !path.starts_with("sdk/wit/") || path.ends_with("/host.wit"));
    files.insert(format!("{game}.wasm"), contract.file.to_vec());
    add_bot(&mut files, begun, language, sdk, name);
    let mut add = |path: &str, text: String| files.insert(path.to_owned(), text.into_bytes());
    add(".gitignore", format!("{IGNORED}!/{game}.wasm\n"));
    add("evening.toml", evening_alone(game, language, name, contract.seats));
    add("README.md", readme);
    Ok(finish(files, language, name))
}

/// One of our own files, all of which are text.
fn text_of(files: &[(&str, &'static [u8])], path: &str) -> Option<&'static str> {
    let (_, bytes) = files.iter().find(|(known, _)| *known == path)?;
    Some(std::str::from_utf8(bytes).expect("our own files are text"))
}

/// The SDK's files that build bots in a language.
fn of_language(language: Language, sdk: Sdk) -> BTreeMap<String, Vec<u8>> {
    // The SDK of the registry has the contract in it.
    let is_needed = |path: &str| {
        language.needs_file(path)
            && (language != Language::Rust || sdk == Sdk::Here || path.starts_with("wit/"))
    };
    let file = |(path, bytes): &(&str, &[u8])| (format!("sdk/{path}"), bytes.to_vec());
    SDK.iter().filter(|(path, _)| is_needed(path)).map(file).collect()
}

/// Adds the bot, and the files by which tools and people know how it is built.
fn add_bot(files: &mut BTreeMap<String, Vec<u8>>, begun: Begun, language: Language, sdk: Sdk, name: &str) {
    files.extend(begun.files);
    let mut add = |path: &str, text: String| files.insert(path.to_owned(), text.into_bytes());
    add(language.source(), with_fuel(&begun.source, language));
    if language == Language::Rust {
        add("Cargo.toml", manifest(name, sdk));
        add(".cargo/config.toml", CARGO_CONFIG.to_owned());
        add("rust-toolchain.toml", TOOLCHAIN.to_owned());
    } else {
        if language == Language::TypeScript {
            add("tsconfig.json", TYPESCRIPT.to_owned());
        }
        add("sdk/bot", format!("name={name}\n"));
    }
    add(".gitignore", IGNORED.to_owned());
}

/// A bot's source with two lines about fuel behind the first, which says what bot it is.
fn with_fuel(source: &str, language: Language) -> String {
    let (first, rest) = source.split_once('\n').expect("a bot has lines");
    let lines = [FUEL, language.fuel()].map(|line| format!("{}{line}\n", language.comment()));
    format!("{first}\n{}{rest}", lines.concat())
}

fn finish(files: BTreeMap<String, Vec<u8>>, language: Language, name: &str) -> Kit {
    Kit {
        files: new_files(files),
        source: language.source().to_owned(),
        build: language.build(),
        wasm: language.wasm(name),
        needs: language.needs(),
    }
}

/// Files by their paths, of which the builds can be run.
fn new_files(files: BTreeMap<String, Vec<u8>>) -> Vec<NewFile> {
    let file = |(path, bytes): (String, Vec<u8>)| {
        let mode = if path.ends_with("/build") { Mode::Executable } else { Mode::Plain };
        NewFile { path, bytes, mode }
    };
    files.into_iter().map(file).collect()
}

fn readme(game: &str, language: Language, name: &str) -> String {
    let (source, build, wasm) = (language.source(), language.build(), language.wasm(name));
    let needs = needs(language);
    format!(
        "# {name}\n\nA bot for {game} in {language}. Edit `{source}` where it says THINK HERE.\n\nBuild it and check it:\n\n```sh\n{build}\njudge check {wasm}\n```\n\nPlay a tournament against the example bots:\n\n```sh\njudge run evening.toml\n```\n\nYou need:\n\n{needs}\nThe folder `sdk` comes from the judge. `judge wit {game}` prints what a bot is asked.\n"
    )
}

fn readme_for_file(contract: &GameForAuthors<'_>, language: Language, name: &str) -> String {
    let (source, build, wasm) = (language.source(), language.build(), language.wasm(name));
    let (game, needs) = (contract.game, needs(language));
    let others = format!(" {wasm}").repeat(contract.seats - 1);
    let begins = if contract.lists_all_answers() {
        "It begins with what may be answered, which each question brings, and chooses one of these at random."
    } else {
        "It begins with answers that were legal in some position, and chooses one of them at random. Not all of them are legal everywhere."
    };
    format!(
        "# {name}\n\nA bot for {game} in {language}. Edit `{source}` where it says THINK HERE. `judge games {game}.wasm` prints the rules, and `judge wit {game}.wasm` what a bot is asked.\n\n{begins}\n\nBuild it, check it, and play against it:\n\n```sh\n{build}\njudge check {wasm} --game {game}.wasm\njudge play {game}.wasm human{others}\n```\n\nPlay a tournament. At first the bot meets itself; add the bots of others to `evening.toml`:\n\n```sh\njudge run evening.toml\n```\n\nYou need:\n\n{needs}\nThe folder `sdk` comes from the judge.\n"
    )
}

/// The README of a bot that reads lines; the game is as a person types it.
fn readme_by_lines(game: &str, language: Language, name: &str, seats: usize) -> String {
    let (source, build, wasm, needs) =
        (language.source(), language.build(), language.wasm(name), needs(language));
    let play = |bot: &str| format!("judge play {game} human{}", format!(" {bot}").repeat(seats - 1));
    let alone = if game.strip_suffix(".wasm").is_some() {
        ". At first the bot meets itself; add the bots of others to `evening.toml`"
    } else {
        " against the example bots"
    };
    let native = language.native().map(|(build, run, more)| {
        let build = build.map(|build| format!("{build}\n")).unwrap_or_default();
        let play = play(run);
        format!("\nThe program also runs on your machine as it is, without WebAssembly and its sandbox:\n\n```sh\n{build}{play}\n```\n{more}")
    });
    format!(
        "# {name}\n\nA bot in {language}: a program that reads a line and prints a line. Edit `{source}` where it says THINK HERE. It prints nothing but answers; notes go to standard error, which is its log.\n\n`judge games {game}` prints the rules, `judge wit {game} --lines` the lines that the bot reads, and `judge wit {game}` what is in them.\n\nBuild it, check it, and play against it:\n\n```sh\n{build}\njudge check {wasm} --game {game}\n{}\n```\n\nPlay a tournament{alone}:\n\n```sh\njudge run evening.toml\n```\n{}\nYou need:\n\n{needs}\nThe folder `sdk` builds the bot. It comes from the judge.\n",
        play(&wasm),
        native.unwrap_or_default(),
    )
}

/// The tools to install, as a list in Markdown.
fn needs(language: Language) -> String {
    language.needs().iter().map(|line| format!("- {line}\n")).collect::<Vec<_>>().concat()
}

/// The first tournament of a bot that has no opponents yet: at a table of so many seats it has one twin or more.
fn evening_alone(game: &str, language: Language, name: &str, seats: usize) -> String {
    let (limits, wasm) = (limits(language), language.wasm(name));
    let number = |seat: usize| if seat > 1 { format!("-{seat}") } else { String::new() };
    let twin = |seat: usize| format!("\n[[contestant]]\nname = \"twin{}\"\nwasm = {wasm:?}\n", number(seat));
    let twins: String = (1..seats).map(twin).collect();
    let its = if seats > 2 { "twins" } else { "twin" };
    format!(
        "# Your bot against itself. Build it, then: judge run evening.toml\n# Put the bots of others here, as in contestants = [{wasm:?}, \"others/*.wasm\"], and take out the {its}.\ntitle = \"An evening with {name}\"\ngame = \"{game}.wasm\"\nseed = 1\nrounds = 10\n{FORGIVES}contestants = [{wasm:?}]\n{twins}{limits}"
    )
}

/// The section `[limits]` of a tournament for bots in a language; empty where the defaults are enough.
fn limits(language: Language) -> String {
    match language.limits() {
        [] => String::new(),
        limits => format!("\n[limits] # what a bot in {language} needs\n{}\n", limits.join("\n")),
    }
}

/// The line of a tournament's file by which a fault costs one game only.
const FORGIVES: &str =
    "faults = \"forfeit\" # a fault costs one game; without this line, as in a final, all of them\n";

/// The bot's first tournament.
fn evening(game: &str, language: Language, name: &str, opponents: &[&str]) -> String {
    let (limits, wasm) = (limits(language), language.wasm(name));
    // With more fuel some example bots think ten times as long.
    let rounds = if limits.contains("fuel_per_turn") { 3 } else { 10 };
    format!(
        "# Your bot against the example bots. Build it, then: judge run evening.toml\ntitle = \"An evening with {name}\"\ngame = {game:?}\nseed = 1\nrounds = {rounds}\n{FORGIVES}contestants = [{wasm:?}]\nexamples = {opponents:?}\n{limits}"
    )
}

/// The manifest of a bot in Rust. With an SDK of its own, its folder is a workspace with what that takes from ours.
fn manifest(name: &str, sdk: Sdk) -> String {
    let ours = &ours();
    let rust_version = &ours["package"]["rust-version"];
    let (dependency, workspace) = match sdk {
        Sdk::Published(version) => (format!("{version:?}"), "[workspace]\n".to_owned()),
        Sdk::Here => {
            let workspace = format!("# What the SDK takes from its workspace.\n{}", workspace_of_sdk(ours));
            ("{ path = \"sdk/rust\" }".to_owned(), workspace)
        }
    };
    format!(
        "[package]\nname = {name:?}\nversion = \"0.1.0\"\nedition = \"2024\"\nrust-version = {rust_version}\n\n[lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies]\njudge-sdk = {dependency}\n\n{PROFILE}\n{workspace}"
    )
}

/// The workspace's manifest for the SDK, with the dependencies that it takes from ours.
fn workspace_of_sdk(ours: &toml::Value) -> String {
    let mut dependencies = toml::Table::new();
    dependencies.insert("judge-games".to_owned(), path("sdk/games"));
    dependencies.insert("wit-bindgen".to_owned(), ours["dependencies"]["wit-bindgen"].clone());
    workspace(ours, &["sdk/rust", "sdk/games"], toml::Value::Table(dependencies))
}

/// Our workspace, with these members and these dependencies.
fn workspace(ours: &toml::Value, members: &[&str], dependencies: toml::Value) -> String {
    let members = members.iter().map(|member| toml::Value::from(*member)).collect();
    let mut workspace = toml::Table::new();
    workspace.insert("resolver".to_owned(), ours["resolver"].clone());
    workspace.insert("members".to_owned(), toml::Value::Array(members));
    workspace.insert("package".to_owned(), ours["package"].clone());
    workspace.insert("dependencies".to_owned(), dependencies);
    workspace.insert("lints".to_owned(), ours["lints"].clone());
    let mut table = toml::Table::new();
    table.insert("workspace".to_owned(), toml::Value::Table(workspace));
    toml::to_string(&table).expect("it is a table")
}

/// The workspace of our manifest.
fn ours() -> toml::Value {
    let mut manifest: toml::Table = WORKSPACE.parse().expect("our manifest is TOML");
    manifest.remove("workspace").expect("it is a workspace")
}

fn path(path: &str) -> toml::Value {
    toml::Value::Table([("path".to_owned(), path.into())].into_iter().collect())
}
