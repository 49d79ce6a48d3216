//! Imports of a game's file, and the limits on its use of resources.

use super::made::{self, Made};
use super::zoo::{cup, one_line};

fn refused(game: &Made) -> String {
    one_line(&cup(game).judge("run zoo.toml --quiet")).to_owned()
}

fn importing(name: &str, ty: &str) -> Made {
    Made::new().with(&format!("(import \"judge:arena/host@1.0.0\" \"{name}\" (func $imported {ty}))"))
}

#[test]
fn a_game_may_import_the_log_and_nothing_else_of_the_judge() {
    for name in ["fuel-left", "bank-left"] {
        let told = format!(
            "error: zoo.toml:1: game \"zoo.wasm\": it imports {name} of judge:arena/host@1.0.0, and a game may \
             import log only; remove the call\n"
        );
        assert_eq!(refused(&importing(name, "(result i64)")), told);
    }
    cup(&importing("log", "(param i32 i32)")).succeeds("run zoo.toml --quiet");
}

#[test]
fn a_game_that_does_not_start_is_told_of_the_start() {
    let start = |body: &str| refused(&Made::new().with(&format!("(func $begins {body}) (start $begins)")));
    let told = start("(loop $for_ever (br $for_ever))");
    assert_eq!(
        told,
        "error: zoo.toml:1: game \"zoo.wasm\": the game is broken: it does not start within 10,000,000,000 units of fuel; let it \
         do less before the first call\n"
    );
    let told = start("unreachable");
    assert!(told.contains("the game is broken: it does not start: trap: "), "{told}");
}

#[test]
fn an_answer_that_is_too_long_names_the_limit_of_games() {
    let folder = cup(&Made::new().answers("contract", made::text(&" ".repeat(2_000))));
    let text = folder.read("zoo.toml");
    let folder = folder.file("zoo.toml", format!("{text}game_reply_size = \"1 KiB\"\n"));
    let ended = folder.judge("run zoo.toml --quiet");
    let told = one_line(&ended);
    assert!(told.contains("bad-reply: it is too long; raise game_reply_size in [limits]"), "{told}");
}
