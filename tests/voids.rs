//! Trouble of the machine's: the game is void, nobody loses by it, and the exit code says so.

use crate::support::{Folder, rows};

/// A tournament whose bots may have more memory than the machine will give.
const CUP: &str = r#"
game = "battleship"
seed = 7
rounds = 1
contestants = ["bots/*.wasm"]

[limits]
memory = "512 MiB"
"#;

/// The memory that the judge's process may write to, in KiB: enough for everything but 384 MiB in one piece.
#[cfg(target_os = "linux")]
const DATA_KIB: u32 = 300 << 10;

/// A guest that takes 384 MiB, in `declared` pages when it starts and in `grown` ones in its first turn.
fn big(declared: u32, grown: u32) -> Vec<u8> {
    let text = crate::support::project_text("tests/guests/endless-loop.wat");
    let text = text.replace("(export \"memory\") 1)", &format!("(export \"memory\") {declared})"));
    let first_turn = format!("(drop (memory.grow (i32.const {grown}))) (return (i32.const 64))");
    crate::support::assemble(&text.replace("(loop $forever (br $forever))", &first_turn))
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_machine_does_not_have_voids_the_game() {
    let bots = |bot| Folder::new().file("cup.toml", CUP).file("bots/a.wasm", &bot).file("bots/b.wasm", &bot);
    let folder = bots(big(1, 6_144));
    assert!(!folder.judge("run cup.toml").stderr.contains("void"), "the guest is honest otherwise");
    let ended = folder.judge_within_data(DATA_KIB, "run cup.toml --fresh --jobs 1");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    assert!(ended.stderr.contains("2 games are void"), "{}", ended.stderr);
    assert!(ended.stderr.contains("\n  game 1, a b: "), "{}", ended.stderr);
    for game in rows(&folder.read("results/cup/games.csv")) {
        assert_eq!(game["outcome"], "void");
        assert!(game["reason"].contains("memory"), "{}", game["reason"]);
        assert_eq!(game["points"], "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_part_with_void_games_is_not_finished() {
    let bot = big(1, 6_144);
    let folder = Folder::new().file("cup.toml", CUP).file("bots/a.wasm", &bot).file("bots/b.wasm", &bot);
    let manifest = folder.path("results/cup/shard-1-of-1/manifest.toml");
    assert_eq!(folder.judge("run cup.toml --shard 1/1").code, Some(0));
    assert!(manifest.exists(), "without trouble it is finished");
    let ended = folder.judge_within_data(DATA_KIB, "run cup.toml --shard 1/1 --fresh --jobs 1");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    assert!(ended.stderr.contains("part 1 of 1: 2 games are void"), "{}", ended.stderr);
    assert!(!manifest.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn where_results_decide_what_comes_next_nothing_is_verified_without_a_void_game() {
    let bot = big(1, 6_144);
    let swiss = CUP.replace("rounds = 1", "rounds = 1\nformat = \"swiss\"");
    let folder = Folder::new().file("cup.toml", swiss).file("bots/a.wasm", &bot).file("bots/b.wasm", &bot);
    folder.play("");
    let ended = folder.judge_within_data(DATA_KIB, "verify results/cup --jobs 1");
    assert_eq!(ended.code, Some(1), "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stderr.contains("nothing can be said"), "{}", ended.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_bot_that_the_machine_cannot_even_start_is_no_mistake_of_its_authors() {
    let folder = Folder::new().file("cup.toml", CUP).bots(&["tidy"]).file("bots/big.wasm", big(6_145, 1));
    assert!(!folder.judge("run cup.toml").stderr.contains("error"), "the guest is honest otherwise");
    let ended = folder.judge_within_data(DATA_KIB, "run cup.toml --fresh --jobs 1");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    let told = "error: contestant \"big\": it cannot be started on this machine: ";
    assert!(ended.stderr.starts_with(told), "{}", ended.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn with_little_address_space_games_come_to_the_same() {
    let folder = || {
        let folder = Folder::new().file(
            "cup.toml",
            "game = \"battleship\"\nseed = 7\nrounds = 3\ncontestants = [\"bots/*.wasm\"]\n",
        );
        folder.bots(&["tidy", "crasher", "stupid"]).guests(&["walker", "endless-loop"])
    };
    let usual = folder();
    let whole = usual.play("--jobs 8");
    let tight = folder();
    // 18 memories of 4 GiB do not fit into 20 GB, 18 of 64 MiB do.
    let ended = tight.judge_in_shell("ulimit -v 20000000 && exec", "run cup.toml --jobs 8");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let told = "address space is limited to 19 GiB (ulimit -v), and 18 memories would take 74 GiB: bots get less of it, and run slower; results are the same";
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
    assert_eq!(tight.read("results/cup/games.csv"), whole.games);
    assert_eq!(tight.read("results/cup/results.csv"), whole.results);
    // And 18 of 64 MiB do not fit into 1.1 GB.
    let ended = folder().judge_in_shell("ulimit -v 1100000 && exec", "run cup.toml --jobs 8");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    let hint = "raise the limit of address space (ulimit -v), or lower --jobs or memory in [limits]\n";
    assert!(ended.stderr.ends_with(hint), "{}", ended.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn with_little_address_space_who_recurses_deeply_is_named() {
    let cup = "game = \"battleship\"\nseed = 7\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n";
    let folder = Folder::new().file("cup.toml", cup).bots(&["tidy"]).guests(&["endless-recursion"]);
    let ended = folder.judge_in_shell("ulimit -v 20000000 && exec", "run cup.toml --jobs 8");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    let told = "the judge cannot tell whether endless-recursion would overflow the stack: raise the limit (ulimit -v), or lower --jobs\nto exclude them, add this to the tournament's file:\n  exclude = [\"endless-recursion\"]";
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
}
