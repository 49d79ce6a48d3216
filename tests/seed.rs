//! A seed that follows from a public value and all bots: written, played, verified, and refused if it does not follow.

use std::fs;

use crate::support::{Folder, guest, sha256};

const CUP: &str = "# Ours\ngame = \"battleship\"\nrounds = 1 # short\ncontestants = [\"bots/*.wasm\"]\n";
const ANNOUNCED: &str = "Lotto of 28 November: {} {} {}, bonus {}";
const VALUES: &str = "3 7 21 5";
const BEACON: &str = "Lotto of 28 November: 3 7 21, bonus 5";

fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).guests(&["walker", "off-board"])
}

/// Announces the beacon of a tournament, and returns the hash of the inputs.
#[track_caller]
fn announced(folder: &Folder) -> String {
    let ended = folder.judge_args(&["seed", "cup.toml", "--announce", ANNOUNCED]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    hash(&ended.stdout)
}

/// Fills in the values of the beacon that was announced.
#[track_caller]
fn filled(folder: &Folder, values: &str) {
    let ended = folder.judge_args(&["seed", "cup.toml", "--beacon", values]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert!(ended.stdout.contains(&format!(", from the beacon {BEACON:?}, written to ")), "{}", ended.stdout);
}

/// Makes the seed of a tournament follow from the beacon.
fn seal(folder: Folder) -> Folder {
    announced(&folder);
    filled(&folder, VALUES);
    folder
}

/// A tournament whose seed is derived.
fn sealed() -> Folder {
    seal(cup())
}

/// The hash of the inputs that `judge seed` has printed.
fn hash(printed: &str) -> String {
    let hash = printed.strip_prefix("inputs ").and_then(|rest| rest.split(',').next());
    hash.expect("it begins with the hash").to_owned()
}

/// The hash of the inputs.
fn inputs(folder: &Folder) -> String {
    let ended = folder.judge("seed cup.toml");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    hash(&ended.stdout)
}

#[test]
fn the_seed_follows_from_what_is_published_before_and_the_beacon() {
    let folder = cup();
    let inputs = announced(&folder);
    let announced = CUP
        .replace("game = \"battleship\"\n", &format!("game = \"battleship\"\nannounced = {ANNOUNCED:?}\n"));
    assert_eq!(folder.read("cup.toml"), announced);
    let before = folder.contents();
    assert_eq!(self::inputs(&folder), inputs);
    assert!(folder.contents() == before, "nothing is written");
    filled(&folder, VALUES);
    // As the documentation says, so that anybody can do it.
    let hash = sha256(format!("judge seed\n{BEACON}\n{inputs}\n").as_bytes());
    let seed = u64::from_str_radix(&hash[..15], 16).expect("it is hexadecimal");
    let lines = format!("announced = {ANNOUNCED:?}\nseed = {seed}\nbeacon = \"{VALUES}\"\n");
    assert_eq!(folder.read("cup.toml"), announced.replace(&format!("announced = {ANNOUNCED:?}\n"), &lines));
    assert_eq!(self::inputs(&folder), inputs, "neither the seed nor the values are one of the inputs");
}

#[test]
fn a_draw_has_one_seed_however_it_is_typed() {
    let folder = sealed();
    let once = folder.read("cup.toml");
    for values in ["21 3 7 5", " 03  7 021 5 ", "0000000003\t7 21 00005"] {
        filled(&folder, values);
        assert_eq!(folder.read("cup.toml"), once, "{values:?}");
    }
    // Typed into the file by hand it is no other draw either.
    let by_hand = once.replace("beacon = \"3 7 21 5\"", "beacon = \"021 3  7 5\"");
    assert_ne!(by_hand, once);
    folder.file("cup.toml", by_hand).play("");
    for values in
        ["3 7 21", "3 7 21 5 6", "3, 7, 21, 5", "+3 7 21 5", "3.0 7 21 5", "3 7 21 five", BEACON, ""]
    {
        let ended = cup_announced().judge_args(&["seed", "cup.toml", "--beacon", values]);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{values:?}");
        assert!(ended.stderr.starts_with("error: cup.toml: --beacon: "), "{}", ended.stderr);
    }
}

fn cup_announced() -> Folder {
    let folder = cup();
    announced(&folder);
    folder
}

#[test]
fn what_was_not_announced_is_no_beacon() {
    let folder = cup();
    let before = folder.contents();
    for arguments in [&["seed", "cup.toml"][..], &["seed", "cup.toml", "--beacon", VALUES]] {
        let ended = folder.judge_args(arguments);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""));
        assert!(ended.stderr.starts_with("error: cup.toml: no beacon is announced; "), "{}", ended.stderr);
    }
    assert!(folder.contents() == before, "nothing is written");
    // The seed that was there does not count once a beacon is announced.
    let folder = folder.file("cup.toml", CUP.replacen('\n', "\nseed = 5\n", 1));
    announced(&folder);
    let ended = folder.judge("run cup.toml");
    assert_eq!(ended.code, Some(2), "{}", ended.stdout);
    assert!(
        ended.stderr.contains("the beacon was announced and its values are not here"),
        "{}",
        ended.stderr
    );
    // When the values are known, it is too late to announce another.
    let folder = sealed();
    let ended = folder.judge_args(&["seed", "cup.toml", "--announce", "Lotto: {}  {}  {}, bonus {}"]);
    assert_eq!(ended.code, Some(2), "{}", ended.stdout);
    assert!(ended.stderr.contains("the values of the beacon are known already"), "{}", ended.stderr);
}

#[test]
fn a_beacon_that_is_none_is_a_mistake_and_not_left_out() {
    for (announced, beacon, line) in [
        ("Lotto", "7", 2),
        ("Lotto {", "7", 2),
        ("Lotto\\n{}", "7", 2),
        ("\\u001b[2J{}", "7", 2),
        ("Lotto {}", "", 3),
        ("Lotto {}", "7 8", 3),
        ("Lotto {}", "\\u001b[2J", 3),
    ] {
        let text = format!("seed = 7\nannounced = \"{announced}\"\nbeacon = \"{beacon}\"\n{CUP}");
        let ended = cup().file("cup.toml", text).judge("run cup.toml");
        assert_eq!(ended.code, Some(2), "{announced:?} {beacon:?}: {}", ended.stderr);
        let key = if line == 2 { "announced" } else { "beacon" };
        let told = format!("error: cup.toml:{line}: {key}: ");
        assert!(ended.stderr.starts_with(&told), "{}", ended.stderr);
    }
    let ended = cup().file("cup.toml", format!("seed = 7\nbeacon = \"7\"\n{CUP}")).judge("run cup.toml");
    assert!(ended.stderr.starts_with("error: cup.toml:2: beacon: it has values for "), "{}", ended.stderr);
}

#[test]
fn a_beacon_and_the_inputs_are_expected_as_they_were_announced() {
    let folder = cup();
    let inputs = announced(&folder);
    filled(&folder, VALUES);
    folder.play("");
    let verify = |more: &[&str]| folder.judge_args(&[&["verify", "results/cup", "--quiet"], more].concat());
    for right in
        [&["--beacon", VALUES][..], &["--beacon", BEACON], &["--beacon", "021 7 3 05", "--expect", &inputs]]
    {
        let ended = verify(right);
        assert_eq!(ended.code, Some(0), "{right:?}: {}{}", ended.stdout, ended.stderr);
        let told = format!(", from the beacon {BEACON:?}\ninputs       {inputs}\n");
        assert!(ended.stdout.contains(&told), "{}", ended.stdout);
    }
    for other in ["3 7 22 5", "3 7 21", "Lotto of 28 November: 3 7 21 bonus 5"] {
        let ended = verify(&["--beacon", other]);
        assert_eq!(ended.code, Some(1), "{other:?}: {}", ended.stderr);
        let told = format!("expected the beacon {other:?}, but it was {BEACON:?}\n");
        assert!(ended.stdout.starts_with(&told), "{}", ended.stdout);
    }
    let by_hand = cup().file("cup.toml", CUP.replacen('\n', "\nseed = 5\n", 1));
    by_hand.play("");
    let ended = by_hand.judge("verify results/cup --quiet --beacon 7");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    assert!(
        ended.stdout.starts_with("expected the beacon \"7\", but the organiser chose the seed\n"),
        "{}",
        ended.stdout
    );
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
    let other_seed = text.replace("seed = ", "seed = 1 # ");
    let other_rounds = text.replace("rounds = 1", "rounds = 2");
    for folder in [
        sealed().file("cup.toml", other_seed),
        sealed().file("cup.toml", other_rounds),
        sealed().guests(&["exit"]),
        sealed().file("bots/walker.wasm", guest("off-board")),
    ] {
        let ended = folder.judge("run cup.toml");
        assert_eq!(ended.code, Some(2), "{}", ended.stdout);
        assert!(
            ended.stderr.contains(" does not follow from the beacon, the bots, the rules and this judge: ")
        );
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
    let text = "game = \"battleship\"\nrounds = 1\nannounced = \"Lotto {}\"\nformat = \"gauntlet\"\nchampions = [\"eve\", \"walker\"]\nbad_files = \"leave-out\"\ncontestants = [\"bots/*.wasm\"]\n[[contestant]]\nname = \"eve\"\nwasm = \"eve.wasm\"\n";
    for file in [Some(b"no bot".to_vec()), Some(vec![0; 5 << 20]), None] {
        let folder = cup().file("cup.toml", text);
        if let Some(bytes) = file {
            fs::write(folder.path("eve.wasm"), bytes).expect("it can be written");
        }
        let ended = folder.judge("seed cup.toml --beacon 7");
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
    let forged =
        text.replace("seed = 5\n", &format!("seed = 5\nannounced = {ANNOUNCED:?}\nbeacon = \"{VALUES}\"\n"));
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
    let folder = seal(cup().guests(&["exit"]));
    folder.play("");
    let evidence = "results/cup/faults/off-board.illegal-move.toml";
    let text = folder.read(evidence);
    let mut others =
        ["exit", "walker"].into_iter().filter(|name| !text.contains(&format!("name = \"{name}\"")));
    let other = others.next().expect("two sat at the table");
    fs::remove_file(folder.path(&format!("bots/{other}.wasm"))).expect("it is there");
    let ended = folder.judge(&format!("repro {evidence}"));
    assert_eq!(ended.code, Some(3), "{}{}", ended.stdout, ended.stderr);
    let told = "\nnot confirmed: the game's number: for that the files of all 3 contestants must be there\nthe same fault happened again\n";
    assert!(ended.stdout.ends_with(told), "{}", ended.stdout);
}

#[test]
fn a_mistake_in_the_file_is_told_with_its_line() {
    let folder = cup();
    let told = |arguments: &[&str]| {
        let ended = folder.judge_args(arguments);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""));
        ended.stderr
    };
    let empty = told(&["seed", "cup.toml", "--announce="]);
    assert!(empty.contains("write 1 to 500 characters on one line"), "{empty}");
    fs::write(folder.path("cup.toml"), CUP.replace("rounds = 1", "rounds = 0")).expect("it can be written");
    for option in [["--announce", ANNOUNCED], ["--beacon", VALUES]] {
        let rounds = told(&[&["seed", "cup.toml"][..], &option].concat());
        assert!(
            rounds.starts_with("error: cup.toml:3: rounds = 0: write a number from 1 to 100000"),
            "{rounds}"
        );
    }
    fs::write(folder.path("cup.toml"), "rounds = 1\n").expect("it can be written");
    let game = told(&["seed", "cup.toml"]);
    assert!(game.contains("the key \"game\" is missing"), "{game}");
}
