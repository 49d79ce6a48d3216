//! Saved games of a game that is a file.

use crate::support::{Folder, project_bytes};

fn folder() -> Folder {
    let bot = project_bytes("contestants/kuhn-poker/bluffer.wasm");
    Folder::new()
        .file("kuhn-poker.wasm", project_bytes("tournaments/games/kuhn-poker.wasm"))
        .file("tron.wasm", project_bytes("tournaments/games/tron.wasm"))
        .file("bluffer.wasm", bot)
}

#[test]
fn a_saved_game_of_a_file_goes_on_and_is_shown() {
    let folder = folder();
    let play = "play kuhn-poker.wasm human bluffer.wasm --set hands=4 --seed 5";
    let ended = folder.judge_typing(play, "b\ns half.json\nq\n");
    assert!(folder.path("half.json").exists(), "{}{}", ended.stdout, ended.stderr);
    let ended = folder.judge_typing("play kuhn-poker.wasm --load half.json", "m\nq\n");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{}", ended.stdout);
    assert!(ended.stdout.contains("first has the "), "{}", ended.stdout);
    let shown = folder.judge("replay half.json --game kuhn-poker.wasm --print");
    assert_eq!(shown.code, Some(0), "{}{}", shown.stdout, shown.stderr);
    assert!(shown.stdout.contains("\n  1. b "), "{}", shown.stdout);
}

#[test]
fn a_saved_game_wants_the_file_that_was_played() {
    let folder = folder();
    folder.judge_typing(
        "play kuhn-poker.wasm human bluffer.wasm --set hands=4 --seed 5",
        "b\ns half.json\nq\n",
    );
    let hash = |file: &str| crate::support::sha256(&project_bytes(&format!("tournaments/games/{file}.wasm")));
    let (kuhn, tron) = (hash("kuhn-poker"), hash("tron"));
    for command in ["play --load half.json", "replay half.json"] {
        let ended = folder.judge(command);
        let told = format!(
            "error: half.json: its game is a file, kuhn-poker.wasm, with the SHA-256 {kuhn}; name that file, as in judge play \
             kuhn-poker.wasm --load FILE or judge replay FILE --game kuhn-poker.wasm\n"
        );
        assert_eq!((ended.code, ended.stderr), (Some(2), told));
    }
    for command in ["play tron.wasm --load half.json", "replay half.json --game tron.wasm"] {
        let ended = folder.judge(command);
        let told = format!(
            "error: half.json: the file of kuhn-poker is not the one that it was played with: its SHA-256 is {tron}, and was \
             {kuhn}; name that file\n"
        );
        assert_eq!((ended.code, ended.stderr), (Some(2), told));
    }
    folder.judge_typing("play othello human greedy --seed 5", "s own.json\nq\n");
    let ended = folder.judge("replay own.json --game tron.wasm");
    assert_eq!(ended.code, Some(2));
    let told = "error: own.json: its game is othello, which is no file; leave the file out\n";
    assert_eq!(ended.stderr, told);
}
