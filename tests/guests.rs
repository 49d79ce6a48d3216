//! Bots that are WebAssembly text: one that plays. What the others do is in `threats::cup`.

use crate::support::{Folder, rows};

const CUP: &str = r#"
game = "battleship"
seed = 7
rounds = 2
contestants = ["bots/*.wasm"]

[limits]
memory = "16 MiB"
"#;

pub(crate) fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP)
}

#[test]
fn a_core_module_written_by_hand_plays_by_the_rules() {
    let played = cup().guests(&["walker"]).bots(&["tidy"]).play("");
    for game in rows(&played.games) {
        assert_eq!((game["outcome"].as_str(), game["reason"].as_str()), ("decided", "rules"));
        // Fifteen squares to hit, or seventeen, and never a square twice.
        let turns: u32 = game["turns"].parse().expect("it is a number");
        assert!((2 + 2 * 17 - 1..=2 + 2 * 100).contains(&turns), "{turns}");
    }
    let walker = played.line("walker");
    assert_eq!(walker["status"], "ranked");
    assert_eq!(walker["won"], "4", "it looks first where tidy's ships lie");
}
