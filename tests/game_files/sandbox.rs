//! Imports of a game's file, and the limits on its use of resources.

use std::path::Path;

use wit_component::{StringEncoding, embed_component_metadata};
use wit_parser::{Resolve, SourceMap};

use super::made::{self, Made, NAME, NEW_GAME, TAKE};
use crate::support::{Folder, project_text};

/// A tournament of a game between two bots.
fn cup(game: impl AsRef<[u8]>, limits: &str) -> Folder {
    let bot = made::bot("duel", &[NAME, NEW_GAME, TAKE]);
    Folder::new().file("duel.wasm", game).file("bots/one.wasm", &bot).file("bots/two.wasm", &bot).file(
        "cup.toml",
        format!("game = \"duel.wasm\"\nseed = 7\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n{limits}"),
    )
}

#[track_caller]
fn refused(folder: &Folder) -> String {
    let ended = folder.judge("run cup.toml --quiet");
    assert_eq!((ended.code, ended.stderr.lines().count()), (Some(2), 1), "{}", ended.stderr);
    ended.stderr
}

/// The same module with the description of its interface in it that a binding generator leaves, in which the whole
/// interface of the judge is.
pub(super) fn described(module: &[u8]) -> Vec<u8> {
    let world = "package judge:mine@1.0.0;\nworld mine { import judge:arena/host@1.0.0; export judge:game/rules@1.0.0; }\n";
    let mut resolve = Resolve::default();
    let mut last = None;
    for text in [project_text("sdk/wit/host.wit"), project_text("sdk/game/wit/game.wit"), world.to_owned()] {
        let mut sources = SourceMap::new();
        sources.push(Path::new("game.wit"), text);
        last = Some(resolve.push_group(sources.parse().expect("it is WIT")).expect("it is whole"));
    }
    let package = last.expect("there are packages");
    let world = resolve.select_world(&[package], Some("mine")).expect("it has this world");
    let mut described = module.to_vec();
    embed_component_metadata(&mut described, &resolve, world, StringEncoding::UTF8)
        .expect("a description can be added to any module");
    described
}

fn importing(name: &str, ty: &str) -> Vec<u8> {
    let import = format!("(import \"judge:arena/host@1.0.0\" \"{name}\" (func $imported {ty}))");
    Made::new().with(&import).wasm()
}

#[test]
fn a_game_may_import_the_log_and_nothing_else_of_the_judge() {
    for name in ["fuel-left", "bank-left"] {
        let told = format!(
            "error: cup.toml:1: game \"duel.wasm\": it imports {name} of judge:arena/host@1.0.0, and a game may \
             import log only; remove the call\n"
        );
        let module = importing(name, "(result i64)");
        assert_eq!(refused(&cup(&module, "")), told);
        let described = described(&module);
        assert_eq!(refused(&cup(&described, "")), told);
    }
    let module = importing("log", "(param i32 i32)");
    let described = described(&module);
    for game in [module, described] {
        cup(game, "").succeeds("run cup.toml --quiet");
    }
}
#[test]
fn a_game_that_does_not_start_is_told_of_the_start() {
    let start = |body: &str| {
        let game = Made::new().with(&format!("(func $begins {body}) (start $begins)"));
        refused(&cup(game.wasm(), ""))
    };
    let told = start("(loop $for_ever (br $for_ever))");
    assert_eq!(
        told,
        "error: cup.toml:1: game \"duel.wasm\": the game is broken: it does not start within 10000000000 units of fuel; let it \
         do less before the first call\n"
    );
    let told = start("unreachable");
    assert!(told.contains("the game is broken: it does not start: trap: "), "{told}");
}

#[test]
fn an_answer_that_is_too_long_names_the_limit_of_games() {
    let game = Made::new().answers("contract", made::text(&" ".repeat(2_000)));
    let told = refused(&cup(game.wasm(), "[limits]\ngame_reply_size = \"1 KiB\"\n"));
    assert!(told.contains("bad-reply: it is too long; raise game_reply_size in [limits]"), "{told}");
}
