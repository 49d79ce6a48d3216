//! Fuel in whole tournaments: what a turn holds, and what a game's bank does.

use crate::support::{Folder, Played, guest, project_bytes, rows};

const CUP: &str = r#"
game = "battleship"
seed = 7
rounds = 2
faults = "forfeit"
contestants = ["bots/*.wasm"]

[limits]
"#;

fn played(limits: &str) -> Played {
    let folder = Folder::new().file("cup.toml", format!("{CUP}{limits}\n"));
    folder.file("bots/ada.wasm", guest("walker")).file("bots/bob.wasm", guest("walker")).play("")
}

fn outcomes(played: &Played) -> Vec<String> {
    rows(&played.games).into_iter().map(|game| game["outcome"].clone()).collect()
}

/// The most fuel that a seat spent in a game.
fn most(played: &Played) -> u64 {
    let fuel = |row: &crate::support::Row| -> Vec<u64> {
        row["fuel"].split(' ').map(|fuel| fuel.parse().expect("it is a number")).collect()
    };
    rows(&played.games).iter().flat_map(fuel).max().expect("there are games")
}

#[test]
fn a_bank_that_holds_what_a_game_takes_changes_nothing() {
    let free = played("");
    let banked = played(&format!("fuel_bank = {}", most(&free)));
    assert_eq!(banked.games, free.games);
}

#[test]
fn a_bank_that_holds_less_ends_the_game() {
    let short = played(&format!("fuel_bank = {}", most(&played("")) - 100));
    let lost = rows(&short.games).into_iter().find(|game| game["outcome"] == "forfeit");
    let reason = &lost.expect("somebody runs out")["reason"];
    assert!(reason.contains("out-of-fuel in take-turn, turn "), "{reason}");
    assert!(reason.ends_with(" units that were left in the bank of fuel"), "{reason}");
}

#[test]
fn an_increment_pays_for_a_long_game() {
    let free = played("");
    let half = most(&free) / 2;
    assert!(outcomes(&played(&format!("fuel_bank = {half}"))).contains(&"forfeit".to_owned()));
    let paid = played(&format!("fuel_bank = {half}\nfuel_increment = {half}"));
    assert_eq!(paid.games, free.games);
    assert!(paid.manifest.contains(&format!("fuel_bank = {half}\nfuel_increment = {half}\n")));
}

#[test]
fn without_a_bank_of_its_own_a_game_has_two_hundred_turns_of_fuel_at_most() {
    // A seat may shoot 2 000 times.
    let usual = played("fuel_increment = 7");
    assert!(usual.manifest.contains("fuel_bank = 20000000000\nfuel_increment = 7\n"), "{}", usual.manifest);
    let less = played("fuel_per_turn = \"1M\"");
    assert!(less.manifest.contains("fuel_bank = 200000000\nfuel_increment = 0\n"), "{}", less.manifest);
}

#[test]
fn wolf_keeps_to_its_bank_in_a_long_game() {
    // In some turn of each game the bank holds less than a turn's fuel.
    let cup = r#"
game = "stones"
seed = 123
seats = 4
rounds = 1
contestants = ["*.wasm"]

[rules]
columns = 6
rows = 6
layout = "edges"

[limits]
fuel_per_turn = "10M"
fuel_bank = "50M"
"#;
    let bot = |name: &str| project_bytes(&format!("contestants/stones/{name}.wasm"));
    let folder = Folder::new().file("cup.toml", cup).file("wolf.wasm", bot("wolf"));
    let others = ["a", "b", "c"].map(|name| format!("{name}.wasm"));
    let folder = others.iter().fold(folder, |folder, other| folder.file(other, bot("random")));
    let played = folder.play("");
    assert_eq!(played.line("wolf")["status"], "ranked");
    for game in rows(&played.games) {
        assert_eq!(game["reason"], "rules", "{game:?}");
        // At four fifths of a turn's fuel, the bank lasts for seven turns.
        let turns: u32 = game["turns"].parse().expect("it is a number");
        assert!(turns > 40, "{turns}");
    }
}

#[test]
fn edgar_leaves_a_fifth_of_its_bank() {
    // A budget whose steps decide learns of the bank when it reads the fuel first.
    let cup = r#"
game = "othello"
seed = 5
rounds = 1
contestants = ["*.wasm"]

[limits]
fuel_per_turn = "100M"
fuel_bank = "300M"
memory = "16 MiB"
"#;
    let bot = project_bytes("contestants/othello/edgar.wasm");
    let played = Folder::new().file("cup.toml", cup).file("a.wasm", &bot).file("b.wasm", &bot).play("");
    for game in rows(&played.games) {
        assert_eq!(game["reason"], "rules", "{game:?}");
    }
    // In thirty turns with a twentieth each.
    assert!(most(&played) < 240_000_000, "{}", most(&played));
}

/// Why a bot forfeits that takes a million units of fuel for each message.
fn listener(fuel_per_turn: &str) -> String {
    let cup = "game = \"stones\"\nseed = 1\nrounds = 1\nfaults = \"forfeit\"\ncontestants = [\"*.wasm\"]\n";
    let folder = Folder::new()
        .file("cup.toml", format!("{cup}[limits]\nfuel_per_turn = \"{fuel_per_turn}\"\n"))
        .file("a.wasm", guest("slow-listener"))
        .file("b.wasm", guest("slow-listener"));
    rows(&folder.play("").games)[0]["reason"].clone()
}

#[test]
fn messages_share_a_turns_fuel_with_the_move() {
    // A game starts, the opening is played, and then it is somebody's turn: more than ten messages.
    let inside = listener("40M");
    assert!(inside.contains("illegal-move in next-move"), "{inside}");
    let beyond = listener("3M");
    assert!(
        beyond.contains("out-of-fuel in update, turn 0: no answer within the turn's fuel of 3,000,000 units"),
        "{beyond}"
    );
}
