//! A game that is a file may be called as one of the judge's own, and nothing of that one's is done for it.

use super::made::{self, INFO, Made, NAME, NEW_GAME, TAKE};
use crate::support::Folder;

fn cup(more: &str) -> Folder {
    let contract =
        "interface othello { name: func() -> string; new-game: func(seed: u64); take: func() -> u8; }";
    let game = Made::new().answers("info", INFO.replace("\"duel\"", "\"othello\"")).asks(contract);
    let bot = made::bot("othello", &[NAME, NEW_GAME, TAKE]);
    Folder::new().file("game.wasm", game.wasm()).file("bots/one.wasm", &bot).file("bots/two.wasm", &bot).file(
        "cup.toml",
        format!("game = \"game.wasm\"\nseed = 7\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n{more}"),
    )
}

#[test]
fn a_file_called_othello_has_its_moves_written_and_no_ggf() {
    let folder = cup("");
    folder.succeeds("run cup.toml --quiet");
    folder.succeeds("moves results/cup");
    let told = "--ggf: othello has no notation in GGF";
    let ended = folder.judge("moves results/cup --ggf");
    assert!(ended.code == Some(2) && ended.stderr.contains(told), "{}", ended.stderr);
    folder.succeeds("report results/cup --quiet");
    let ended = folder.succeeds("replay results/cup 1 --json");
    assert!(ended.stdout.contains("\"moves\""), "{}", ended.stdout);
}

#[test]
fn a_file_called_othello_has_none_of_its_example_bots() {
    let folder = cup("examples = [\"greedy\"]\n");
    let ended = folder.judge("run cup.toml --quiet");
    assert!(ended.code == Some(2) && ended.stderr.contains("\"greedy\""), "{}", ended.stderr);
    let ended = folder.judge("play game.wasm greedy bots/one.wasm");
    assert!(ended.code == Some(2) && ended.stderr.contains("there is no such bot"), "{}", ended.stderr);
    let ended = folder.succeeds("profile bots/one.wasm --game game.wasm");
    assert!(!ended.stdout.contains("edgar"), "{}", ended.stdout);
}
