//! Any text as a tournament's file: a tournament, or every mistake with its place; never a panic.

use std::path::PathBuf;
use std::sync::LazyLock;

use bolero::TypeGenerator;
use bolero::generator::*;
use judge_core::error::{Error, Mistake};
use judge_core::host::Cancellation;
use judge_core::phases::round_robin;
use judge_core::play::game_runner;
use judge_core::tournament::{GameFiles, Tournament};
use tempfile::TempDir;

use super::edited::Edited;
use super::sandboxes::{SANDBOXES, is_plain};

/// The shipped tournaments, with their bots in a folder beside them.
const GOOD: [&str; 7] = [
    include_str!("../../../../tournaments/freedom.toml"),
    include_str!("../../../../tournaments/gobblet.toml"),
    include_str!("../../../../tournaments/gobblet-large.toml"),
    include_str!("../../../../tournaments/october.toml"),
    include_str!("../../../../tournaments/othello.toml"),
    include_str!("../../../../tournaments/stones-table.toml"),
    include_str!("../../../../tournaments/stones.toml"),
];

/// A folder with files called like bots.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = TempDir::new().expect("there is room for temporary files");
    std::fs::create_dir_all(folder.path().join("tournaments")).expect("it can be made");
    for game in ["battleship", "freedom", "gobblet", "othello", "stones"] {
        let bots = folder.path().join("contestants").join(game);
        std::fs::create_dir_all(&bots).expect("it can be made");
        for bot in ["ada", "bob", "carl", "dora"] {
            std::fs::write(bots.join(format!("{bot}.wasm")), "").expect("it can be written");
        }
    }
    folder
});

/// Reads `bytes` as a tournament's file called `name`.
fn read(name: &str, bytes: &[u8]) -> Option<Tournament> {
    let file: PathBuf = FOLDER.path().join("tournaments").join(name);
    std::fs::write(&file, bytes).expect("it can be written");
    match Tournament::read_with(&file, &GameFiles::none()) {
        Ok(tournament) => Some(tournament),
        Err(Error::Mistakes(mistakes)) => {
            let lines = bytes.split(|&byte| byte == b'\n').count();
            assert!(!mistakes.is_empty());
            for mistake in &mistakes {
                has_a_place(mistake, lines);
            }
            None
        }
        Err(Error::Machine(trouble)) => panic!("{trouble}"),
    }
}

/// Only these are no one line's mistake.
const OF_ALL_LINES: [&str; 11] = [
    "a gauntlet needs champions",
    "this format is for tables of two",
    "nobody meets anybody",
    "contestants: there are ",
    "a tournament needs two",
    "a table of",
    "this makes more than",
    "this is YAML, and ",
    "this is JSON, and ",
    "it is not UTF-8 text",
    "keys and values are nested too deeply",
];

fn has_a_place(mistake: &Mistake, lines: usize) {
    let told = mistake.to_string();
    assert!(is_plain(&told), "{told:?}");
    match mistake.line {
        Some(line) => assert!((1..=lines).contains(&line), "{told}"),
        None => assert!(OF_ALL_LINES.iter().any(|words| mistake.text.starts_with(words)), "{told}"),
    }
}

/// Lays out the games of a tournament, if there are not too many to do that often.
fn prepare(tournament: &Tournament) {
    drop(game_runner(tournament, &SANDBOXES[0], &[], &Cancellation::default()));
    if tournament.rounds <= 100 {
        let names: Vec<&str> =
            tournament.contestants.iter().map(|contestant| contestant.name.as_str()).collect();
        let mut rounds = round_robin(&names, tournament.rules.seats(), tournament.rounds, tournament.seed);
        assert!(rounds.all(|round| round.fixtures().count() > 0));
    }
}

/// Reads a tournament's file, unless its patterns might search all folders there are.
fn read_and_prepare(name: &str, bytes: &[u8]) {
    if !bytes.windows(2).any(|pair| pair == b"**") {
        read(name, bytes).iter().for_each(prepare);
    }
}

#[test]
fn any_tournament() {
    bolero::check!(name = "any_tournament")
        .with_iterations(500)
        .for_each(|bytes: &[u8]| read_and_prepare("any.toml", bytes));
}

#[test]
fn a_tournament_edited() {
    bolero::check!(name = "a_tournament_edited")
        .with_iterations(1_500)
        .with_type::<Edited>()
        .for_each(|edited| read_and_prepare("edited.toml", &edited.of(&GOOD)));
}

/// Keys, some of which are none.
const KEYS: [&str; 39] = [
    "title",
    "game",
    "seed",
    "format",
    "rounds",
    "seats",
    "opening_plies",
    "faults",
    "contestants",
    "contestant",
    "limits",
    "rules",
    "fuel_per_turn",
    "memory",
    "file_size",
    "module_limits",
    "size",
    "fleet",
    "scoring",
    "board",
    "width",
    "columns",
    "rows",
    "layout",
    "adjacency",
    "name",
    "wasm",
    "",
    "a.b",
    "\u{1b}[2J",
    "\u{202e}",
    "fuel_bank",
    "fuel_increment",
    "reply_size",
    "table_elements",
    "no_touch",
    "ask_on_pass",
    "groups",
    "go_on",
];

/// Strings that mean something to some key.
const TEXTS: [&str; 21] = [
    "battleship",
    "freedom",
    "gobblet",
    "othello",
    "stones",
    "round-robin",
    "forfeit",
    "distinct",
    "100M",
    "1e300 GiB",
    "-1",
    "",
    "=1+1",
    "\u{1b}[31m",
    "../contestants/stones/*.wasm",
    "../contestants/[",
    "gauntlet",
    "swiss",
    "knockout",
    "double-elimination",
    "groups",
];

/// A value in TOML.
#[derive(Clone, Debug, TypeGenerator)]
enum Value {
    Small(u8),
    Whole(i64),
    Real(f64),
    Truth(bool),
    Known(u8),
    Text(String),
    Bytes(Vec<u8>),
    Texts(Vec<u8>),
    Table(u8, u8),
    Raw(String),
}

fn known(number: u8) -> String {
    format!("{:?}", toml_text(TEXTS[usize::from(number) % TEXTS.len()]))
}

/// Text without what TOML does not admit in a quoted string; `{:?}` does the rest.
fn toml_text(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

impl Value {
    fn text(&self) -> String {
        let list = |items: Vec<String>| format!("[{}]", items.join(", "));
        match self {
            Self::Small(number) => number.to_string(),
            Self::Whole(number) => number.to_string(),
            Self::Real(number) => format!("{number:?}"),
            Self::Truth(truth) => truth.to_string(),
            Self::Known(number) => known(*number),
            Self::Text(text) => format!("{:?}", toml_text(text)),
            Self::Bytes(bytes) => list(bytes.iter().map(u8::to_string).collect()),
            Self::Texts(numbers) => list(numbers.iter().map(|&number| known(number)).collect()),
            Self::Table(key, value) => format!("{{ {} = {value} }}", key_text(*key)),
            Self::Raw(text) => text.clone(),
        }
    }
}

fn key_text(number: u8) -> &'static str {
    KEYS[usize::from(number) % KEYS.len()]
}

/// A tournament's file, section by section.
#[derive(Clone, Debug, TypeGenerator)]
struct Typed {
    game: u8,
    #[generator(produce::<Vec<(u8, Value)>>().with().len(0usize..4))]
    top: Vec<(u8, Value)>,
    #[generator(produce::<Vec<(u8, Value)>>().with().len(0usize..3))]
    limits: Vec<(u8, Value)>,
    #[generator(produce::<Vec<(u8, Value)>>().with().len(0usize..4))]
    rules: Vec<(u8, Value)>,
}

impl Typed {
    fn text(&self) -> String {
        let game = TEXTS[usize::from(self.game) % 5];
        let line = |(key, value): &(u8, Value)| format!("{} = {}", key_text(*key), value.text());
        let lines = |keys: &[(u8, Value)]| keys.iter().map(line).collect::<Vec<_>>().join("\n");
        let [top, limits, rules] = [&self.top, &self.limits, &self.rules].map(|keys| lines(keys));
        format!(
            "game = {game:?}\nseed = 7\ncontestants = [\"../contestants/{game}/*.wasm\"]\n{top}\n[limits]\n{limits}\n[rules]\n{rules}\n",
        )
    }
}

#[test]
fn a_tournament_made_up() {
    bolero::check!(name = "a_tournament_made_up").with_iterations(1_500).with_type::<Typed>().for_each(
        |typed| {
            read("made-up.toml", typed.text().as_bytes()).iter().for_each(prepare);
        },
    );
}
