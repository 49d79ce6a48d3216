//! However the engine is set up, the results are the same; and it is the engine that the manifest names.

use judge_bots::Compiler;
use judge_core::host::Cancellation;
use judge_core::phases::{Round, round_robin};
use judge_core::play::bots::load_all;
use judge_core::play::game_runner;
use judge_core::tournament::{GameFiles, Tournament};
use judge_sandbox::{ENGINE_VERSION, EngineVariant, Sandbox};

use crate::support::{Folder, project_text};

const CUP: &str = r#"
game = "battleship"
seed = 7
rounds = 1
contestants = ["bots/*.wasm"]

[limits]
fuel_per_turn = "5M"
memory = "2 MiB"
"#;

/// The result of every game.
fn played(variant: EngineVariant, folder: &Folder) -> Vec<String> {
    let tournament =
        Tournament::read_with(&folder.path("cup.toml"), &GameFiles::none()).expect("it is valid");
    let sandbox = Sandbox::set_up(tournament.limits.clone(), 4, variant).expect("the sandbox starts");
    let (bots, _) =
        load_all(&tournament, &sandbox, &Compiler::here(), &()).expect("the guests are valid bots");
    let names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
    let rounds = round_robin(&names, 2, tournament.rounds, tournament.seed);
    let cancellation = Cancellation::default();
    let play = game_runner(&tournament, &sandbox, &bots, &cancellation);
    let results =
        |round: Round| round.fixtures().map(|fixture| format!("{:?}", play(&fixture))).collect::<Vec<_>>();
    rounds.flat_map(results).collect()
}

#[test]
fn however_the_engine_is_set_up_the_games_are_the_same() {
    let guests = [
        "bulk-filler",
        "host-caller",
        "memory-counter",
        "nan-reader",
        "start-clock",
        "memory-searcher",
        "walker",
        "wasi-player",
    ];
    let folder = Folder::new().file("cup.toml", CUP).guests(&guests).bots(&["hunter", "tidy"]);
    let usual = played(EngineVariant::Usual, &folder);
    for variant in [EngineVariant::Unoptimised, EngineVariant::Unpooled, EngineVariant::Copied] {
        assert_eq!(played(variant, &folder), usual, "{variant:?}");
    }
}

#[test]
fn the_engine_is_the_one_that_the_manifest_names() {
    let manifest: toml::Table = project_text("Cargo.toml").parse().expect("it is TOML");
    let wasmtime = &manifest["workspace"]["dependencies"]["wasmtime"];
    let version = wasmtime["version"].as_str().expect("it is pinned");
    assert_eq!(version.replace('=', "wasmtime "), ENGINE_VERSION);
    let features = wasmtime["features"].as_array().expect("they are listed");
    for feature in ["gc", "threads", "stack-switching", "winch", "component-model-async"] {
        assert!(!features.iter().any(|listed| listed.as_str() == Some(feature)), "{feature}");
    }
}
