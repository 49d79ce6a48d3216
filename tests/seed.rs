//! A seed that follows from a public value and all bots: written, played, verified, and refused if it does not follow.

use std::fs;

use crate::support::{Folder, guest, sha256};

const CUP: &str = "# Ours\ngame = \"battleship\"\nrounds = 1 # short\ncontestants = [\"bots/*.wasm\"]\n";
const BEACON: &str = "Lotto:3,7,21";

fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).guests(&["walker", "off-board"])
}

/// A tournament whose seed is derived.
fn sealed() -> Folder {
    let folder = cup();
    let ended = folder.judge(&format!("seed cup.toml --beacon {BEACON}"));
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    folder
}

/// The hash of the inputs that `judge seed` prints.
fn inputs(folder: &Folder) -> String {
    let ended = folder.judge("seed cup.toml");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    let hash = ended.stdout.strip_prefix("inputs ").and_then(|rest| rest.split(',').next());
    hash.expect("it begins with the hash").to_owned()
}

#[test]
fn the_seed_follows_from_what_is_published_before_and_the_beacon() {
    let folder = cup();
    let before = folder.contents();
    let inputs = inputs(&folder);
    assert!(folder.contents() == before, "nothing is written");
    let folder = sealed();
    // As the documentation says, so that anybody can do it.
    let hash = sha256(format!("judge seed\n{BEACON}\n{inputs}\n").as_bytes());
    let seed = u64::from_str_radix(&hash[..15], 16).expect("it is hexadecimal");
    let lines = format!("game = \"battleship\"\nseed = {seed}\nbeacon = \"{BEACON}\"\n");
    assert_eq!(folder.read("cup.toml"), CUP.replace("game = \"battleship\"\n", &lines));
    assert_eq!(self::inputs(&folder), inputs, "neither the seed nor the beacon is one of the inputs");
}

#[test]
fn a_beacon_that_is_none_is_a_mistake_and_not_left_out() {
    for beacon in ["", "3 7\\n", "3\\t7", "\\u001b[2J", &"7".repeat(501)] {
        let folder = cup().file("cup.toml", format!("seed = 7\nbeacon = \"{beacon}\"\n{CUP}"));
        let ended = folder.judge("run cup.toml");
        assert_eq!(ended.code, Some(2), "{beacon:?}: {}", ended.stderr);
        assert!(ended.stderr.starts_with("error: cup.toml:2: beacon: "), "{}", ended.stderr);
    }
}

#[test]
fn a_tournament_with_a_beacon_is_played_and_verified() {
    let folder = sealed();
    let manifest = folder.play("").manifest;
    assert!(manifest.contains(&format!("\nbeacon = \"{BEACON}\"\n")), "{manifest}");
    let ended = folder.judge("verify results/cup");
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn a_seed_that_does_not_follow_is_refused() {
    let text = sealed().read("cup.toml");
    let other_seed = text.replace("seed = ", "seed = 1");
    let other_rounds = text.replace("rounds = 1", "rounds = 2");
    for folder in [
        sealed().file("cup.toml", other_seed),
        sealed().file("cup.toml", other_rounds),
        sealed().guests(&["exit"]),
        sealed().file("bots/walker.wasm", guest("off-board")),
    ] {
        let ended = folder.judge("run cup.toml");
        assert_eq!(ended.code, Some(2), "{}", ended.stdout);
        assert!(ended.stderr.contains(" does not follow from the beacon, the bots and the rules: "));
        assert!(!folder.path("results").exists());
    }
}

#[test]
fn an_exclusion_changes_no_seed() {
    let folder = sealed();
    let text = folder.read("cup.toml").replacen('\n', "\nexclude = [\"off-board\"]\n", 1);
    folder.file("cup.toml", text).play("");
}

#[test]
fn a_file_that_is_left_out_is_one_of_the_inputs() {
    // Whatever is wrong with it, and though it is one of the champions.
    let text = "game = \"battleship\"\nrounds = 1\nformat = \"gauntlet\"\nchampions = [\"eve\", \"walker\"]\nbad_files = \"leave-out\"\ncontestants = [\"bots/*.wasm\"]\n[[contestant]]\nname = \"eve\"\nwasm = \"eve.wasm\"\n";
    for file in [Some(b"no bot".to_vec()), Some(vec![0; 5 << 20]), None] {
        let folder = cup().file("cup.toml", text);
        if let Some(bytes) = file {
            fs::write(folder.path("eve.wasm"), bytes).expect("it can be written");
        }
        let ended = folder.judge(&format!("seed cup.toml --beacon {BEACON}"));
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        let published = inputs(&folder);
        folder.play("");
        let ended = folder.judge("verify results/cup");
        assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
        assert!(ended.stdout.contains(&published), "{}", ended.stdout);
        let ended = folder.file("eve.wasm", "no bot either").judge("run cup.toml");
        assert!(ended.stderr.contains(" does not follow from the beacon"), "{}", ended.stderr);
    }
}

#[test]
fn a_forged_seed_is_not_verified() {
    // The organiser has chosen a seed, played, and says afterwards that it came from the beacon.
    let folder = cup();
    let text = CUP.replacen('\n', "\nseed = 5\n", 1);
    let folder = folder.file("cup.toml", &text);
    folder.play("");
    let forged = text.replace("seed = 5\n", &format!("seed = 5\nbeacon = \"{BEACON}\"\n"));
    let manifest = folder.read("results/cup/manifest.toml");
    let manifest = manifest
        .replace(&sha256(text.as_bytes()), &sha256(forged.as_bytes()))
        .replace("seed = \"5\"\n", &format!("seed = \"5\"\nbeacon = \"{BEACON}\"\n"));
    let folder = folder.file("cup.toml", forged).file("results/cup/manifest.toml", manifest);
    let ended = folder.judge("verify results/cup");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    assert!(ended.stdout.starts_with("seed = 5 does not follow from the beacon"), "{}", ended.stdout);
}

#[test]
fn a_fault_is_committed_again_with_the_bots_of_its_game_only() {
    let folder = sealed().guests(&["exit"]);
    let ended = folder.judge(&format!("seed cup.toml --beacon {BEACON}"));
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    folder.play("");
    let evidence = "results/cup/faults/off-board.illegal-move.toml";
    let text = folder.read(evidence);
    let mut others =
        ["exit", "walker"].into_iter().filter(|name| !text.contains(&format!("name = \"{name}\"")));
    let other = others.next().expect("two sat at the table");
    fs::remove_file(folder.path(&format!("bots/{other}.wasm"))).expect("it is there");
    let ended = folder.judge(&format!("repro {evidence}"));
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn a_beacon_is_one_line_and_a_mistake_in_the_file_is_told() {
    let folder = cup();
    let told = |arguments: &str| {
        let ended = folder.judge(arguments);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""));
        ended.stderr
    };
    let empty = told("seed cup.toml --beacon=");
    assert!(empty.contains("write 1 to 500 characters on one line"), "{empty}");
    fs::write(folder.path("cup.toml"), CUP.replace("rounds = 1", "rounds = 0")).expect("it can be written");
    let rounds = told("seed cup.toml --beacon x");
    assert!(rounds.starts_with("error: cup.toml:3: rounds = 0: write a number from 1 to 100000"), "{rounds}");
    fs::write(folder.path("cup.toml"), "rounds = 1\n").expect("it can be written");
    let game = told("seed cup.toml");
    assert!(game.contains("the key \"game\" is missing"), "{game}");
}
