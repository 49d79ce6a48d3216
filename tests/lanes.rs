//! Bots that are called directly, and the same bots as components: nobody can tell which is which.

use std::path::PathBuf;

use judge_bots::{Bot, Compiler, NotLoaded, from_bytes, start, to_component};
use judge_core::tournament::Name;
use judge_play::games::Seat;
use judge_play::rules::GAMES;
use judge_play::{Event, Line, Record, Rules, SeatLine, Seed};
use judge_sandbox::{Lane, Limits, Sandbox};

use crate::support::{assemble, project_text, root};

/// What is seen of a bot: why it is refused, or how it plays against itself and what it logs.
type Seen = Result<(Record, Vec<String>), NotLoaded>;

fn sandbox() -> Sandbox {
    let limits = Limits { memory_bytes: 16 << 20, fuel_per_turn: 20_000_000, ..Limits::default() };
    Sandbox::new(limits, 4).expect("the sandbox starts")
}

/// A file as it is, and as the component that is made of it.
struct BothWays {
    direct: Result<Bot, NotLoaded>,
    component: Result<Bot, NotLoaded>,
}

impl BothWays {
    fn load(sandbox: &Sandbox, rules: &Rules, bytes: &[u8]) -> Self {
        let name = Name::new("bot").expect("it is a name");
        let load = |bytes: &[u8]| from_bytes(&name, bytes, rules, sandbox, &Compiler::here());
        let direct = load(bytes);
        let component = to_component(bytes, rules.game()).map_err(NotLoaded::Invalid);
        let component = component.and_then(|component| load(&component));
        assert!(!component.as_ref().is_ok_and(is_direct), "it is a component");
        Self { direct, component }
    }

    fn is_direct(&self) -> bool {
        self.direct.as_ref().is_ok_and(is_direct)
    }

    /// Sees it either way.
    fn compare(self, sandbox: &Sandbox, rules: &Rules, what: &str) {
        let [mut direct, mut component] = [self.direct, self.component].map(|bot| seen(sandbox, rules, bot));
        // A component calls the judge's log through one function more, so the deepest call of all may log or not.
        for (record, logs) in [&mut direct, &mut component].into_iter().flatten() {
            if record.faults.iter().any(|fault| fault.detail == "call stack exhausted") {
                logs.clear();
            }
        }
        assert_eq!(direct, component, "{what}");
    }
}

fn is_direct(bot: &Bot) -> bool {
    matches!(bot.program.as_ref().expect("it plays").lane(), Lane::Direct(_))
}

/// A bot plays against itself.
fn seen(sandbox: &Sandbox, rules: &Rules, bot: Result<Bot, NotLoaded>) -> Seen {
    let bots = [bot?];
    let line = Line::new(rules.clone(), Seed(1), vec![SeatLine::bot(0); rules.seats()]);
    let mut game = start(&line, sandbox, &bots).expect("nothing is by hand");
    while !matches!(game.step(), Event::Over(_)) {}
    let logs = [Seat(0), Seat(1)].map(|seat| game.log(seat)).into();
    Ok((game.finish().record, logs))
}

/// The shipped bots of a game.
fn shipped(game: &str) -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("contestants").join(game)).expect("the game has bots");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("it can be read").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "wasm"));
    files.sort();
    files
}

#[test]
fn every_shipped_bot_plays_alike_directly_and_as_a_component() {
    let sandbox = sandbox();
    for game in GAMES {
        let rules = Rules::new(game.name, []).expect("the rules are valid");
        for file in shipped(game.name) {
            let bytes = std::fs::read(&file).expect("it can be read");
            let bot = BothWays::load(&sandbox, &rules, &bytes);
            assert!(bot.is_direct(), "{}", file.display());
            bot.compare(&sandbox, &rules, &file.display().to_string());
        }
    }
}

#[test]
fn a_bot_whose_module_is_compiled_by_itself_plays_alike() {
    let sandbox = sandbox();
    let rules = Rules::new("battleship", []).expect("the rules are valid");
    let text = project_text("tests/guests/walker.wat");
    let (module, _) = text.trim_end().rsplit_once(')').expect("it is a module");
    // Nobody calls it.
    let code = "(drop (i64.const 0x7fffffffffffffff))".repeat(6_000);
    let bot = BothWays::load(&sandbox, &rules, &assemble(&format!("{module} (func {code}) (func {code}))")));
    assert!(bot.is_direct());
    bot.compare(&sandbox, &rules, "walker");
}

/// Guests that need more than to be called: clocks, output or an exit of WASI's.
const OTHERS: &[&str] = &["endless-sleep", "exit", "greedy-random", "print-flood", "wasi-player"];

#[test]
fn every_hostile_guest_plays_alike_directly_and_as_a_component() {
    let sandbox = sandbox();
    let mut names: Vec<String> = std::fs::read_dir(root().join("tests/guests"))
        .expect("there are guests")
        .filter_map(|entry| entry.ok()?.path().file_stem()?.to_str().map(str::to_owned))
        .collect();
    names.sort();
    let mut indirect = Vec::new();
    for name in &names {
        let text = project_text(&format!("tests/guests/{name}.wat"));
        let game = if text.contains("judge:arena/stones@") { "stones" } else { "battleship" };
        let rules = Rules::new(game, []).expect("the rules are valid");
        let bot = BothWays::load(&sandbox, &rules, &assemble(&text));
        if bot.direct.as_ref().is_ok_and(|bot| !is_direct(bot)) {
            indirect.push(name.as_str());
        }
        bot.compare(&sandbox, &rules, name);
    }
    assert_eq!(indirect, OTHERS);
}
