//! Bots that are called directly, and the same bots as components: nobody can see which is which.

use std::path::PathBuf;

use judge_bots::{Bot, Compiler, NotLoaded, from_bytes, start, to_component};
use judge_core::tournament::Name;
use judge_play::games::Seat;
use judge_play::rules::GAMES;
use judge_play::{By, Event, Line, Record, Rules, SeatLine, Seed};
use judge_sandbox::{CallPath, Limits, Sandbox};

use crate::support::{assemble, described_by, project_text, root, walker_and_helper};

/// The observations of a bot: why it is refused, or how it plays against itself and what it logs.
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
        let component =
            to_component(bytes, &judge_bots::FileKind::bot_for(rules)).map_err(NotLoaded::Invalid);
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
    matches!(bot.program.as_ref().expect("it plays").call_path(), CallPath::Direct(_))
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
            // It asks for an option, whose text comes in the midst of its call: that is left to the component.
            let is_smart = file.ends_with("gobblet/smart.wasm");
            assert_eq!(bot.is_direct(), !is_smart, "{}", file.display());
            bot.compare(&sandbox, &rules, &file.display().to_string());
        }
    }
}

#[test]
fn a_bot_whose_module_is_compiled_by_itself_plays_alike() {
    let sandbox = sandbox();
    let rules = Rules::new("battleship", []).expect("the rules are valid");
    let name = Name::new("bot").expect("it is a name");
    let [small, large] = [100, 12_000].map(|instructions| {
        let bot = from_bytes(&name, &walker_and_helper(instructions), &rules, &sandbox, &Compiler::here());
        seen(&sandbox, &rules, bot).expect("it plays")
    });
    assert_eq!(small, large);
    assert!(small.0.faults.is_empty());
}

/// Guests that need more than to be called: clocks, output or an exit of WASI's.
const OTHERS: &[&str] =
    &["endless-sleep", "exit", "greedy-random", "line-walker", "print-flood", "wasi-player"];

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

/// A bot that logs in each turn the number from this function of the host's: sixteen letters, from a for 0 to p for 15.
fn commentary(function: &str) -> Vec<u8> {
    let text = project_text("tests/guests/walker.wat");
    let imports = format!(
        r#"(module
        (import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))
        (import "judge:arena/host@1.0.0" "{function}" (func $ask (result i64)))"#
    );
    let tells = r"(local $square i32) (local $left i64) (local $at i32)
        (local.set $left (call $ask))
        (local.set $at (i32.const 2016))
        (loop $letters
          (local.set $at (i32.sub (local.get $at) (i32.const 1)))
          (i32.store8 (local.get $at) (i32.add (i32.const 97) (i32.and (i32.wrap_i64 (local.get $left)) (i32.const 15))))
          (local.set $left (i64.shr_u (local.get $left) (i64.const 4)))
          (br_if $letters (i32.gt_u (local.get $at) (i32.const 2000))))
        (call $log (i32.const 2000) (i32.const 16))";
    let text = text.replacen("(module", &imports, 1).replacen("(local $square i32)", tells, 1);
    assemble(&text)
}

/// The fuel of each turn of seat 0, and the bank that the bot reported in it.
fn told(sandbox: &Sandbox, rules: &Rules, bot: Bot) -> Vec<(u64, Option<u64>)> {
    let line = Line::new(rules.clone(), Seed(1), vec![SeatLine::bot(0); rules.seats()]);
    let bots = [bot];
    let mut game = start(&line, sandbox, &bots).expect("nothing is by hand");
    let number = |line: &String| line.bytes().fold(0, |sum, letter| sum * 16 + u64::from(letter - b'a'));
    let mut turns = Vec::new();
    loop {
        match game.step() {
            Event::Moved(moved) if moved.seat == Seat(0) && moved.by == By::Player => {
                turns.push((moved.usage.fuel, moved.log.first().map(number)));
            }
            Event::Over(_) => return turns,
            _ => {}
        }
    }
}

#[test]
fn the_bank_falls_by_what_a_bot_has_used_either_way() {
    let limits = Limits { fuel_increment: 7, log_bytes_per_game: 1 << 20, ..sandbox().limits().clone() };
    let bank = limits.fuel_bank;
    let sandbox = Sandbox::new(limits, 4).expect("the sandbox starts");
    let rules = Rules::new("battleship", []).expect("the rules are valid");
    let bot = BothWays::load(&sandbox, &rules, &commentary("bank-left"));
    assert!(bot.is_direct());
    let direct = told(&sandbox, &rules, bot.direct.expect("it is a bot"));
    assert_eq!(direct, told(&sandbox, &rules, bot.component.expect("it is a component")));
    assert!(direct.len() > 17, "{direct:?}");
    // Until it asks, a turn of this bot takes the same each time.
    let mut holds = bank;
    let mut asked = None;
    for (turn, (used, told)) in direct.into_iter().enumerate() {
        if let Some(told) = told {
            let own = holds - told;
            assert!((1_000..1_100).contains(&own), "turn {turn}: {own}");
            assert_eq!(*asked.get_or_insert(own), own, "turn {turn}");
        }
        holds = holds - used + 7;
    }
    assert!(asked.is_some(), "it says what its bank holds");
}

#[test]
fn a_bot_that_was_built_for_the_host_without_a_bank_plays_as_before() {
    let sandbox = sandbox();
    let rules = Rules::new("battleship", []).expect("the rules are valid");
    // The interface as it was, as a binding generator left it in the file.
    let (host, game) = (project_text("sdk/wit/host.wit"), project_text("sdk/wit/battleship.wit"));
    let old = host.replace("    bank-left: func() -> u64;\n", "");
    assert_ne!(old, host);
    let [now, before] = [host, old].map(|host| {
        let bytes = described_by(&commentary("fuel-left"), &host, &game);
        let bot = BothWays::load(&sandbox, &rules, &bytes);
        assert!(bot.is_direct());
        [bot.direct, bot.component].map(|bot| seen(&sandbox, &rules, bot))
    });
    assert!(now.iter().all(Result::is_ok), "{now:?}");
    assert_eq!(now, before);
}
