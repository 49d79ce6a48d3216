//! Mistakes in a tournament's file.

use snapbox::str;

use super::{CUP, cup, mistaken, mistaken_end, refused, refused_to};
use crate::support::Folder;

#[test]
fn a_file_that_is_not_there() {
    refused_to(
        "run cups/absent.toml",
        &cup(),
        str![[r#"
error: cups/absent.toml: no such file; name a tournament's TOML, as in tournaments/october.toml

"#]],
    );
}

#[test]
fn a_folder_instead_of_a_file() {
    refused_to(
        "run bots",
        &cup(),
        str![[r#"
error: bots: it is a folder; name the tournament's TOML in it

"#]],
    );
}

#[test]
fn a_file_that_is_no_text() {
    refused(
        &cup().file("cup.toml", b"title = \"\xff\""),
        str![[r#"
error: cup.toml: it is not UTF-8 text, so not TOML

"#]],
    );
}

#[test]
fn a_file_that_is_no_toml() {
    mistaken(
        "seed = 7",
        "seed = = 7",
        str![[r#"
error: cup.toml:2: write one = between key and value, as in seed = 7

"#]],
    );
}

#[test]
fn keys_nested_without_end() {
    refused(
        &cup().file("cup.toml", format!("{CUP}{} = 1", "a.".repeat(3_000) + "a")),
        str![[r#"
error: cup.toml: keys and values are nested too deeply; a tournament needs two levels

"#]],
    );
}

#[test]
fn an_empty_file() {
    refused(
        &cup().file("cup.toml", ""),
        str![[r#"
error: cup.toml: a tournament needs two contestants, and there is none; add .wasm files to contestants, or example bots to examples, as in examples = ["stupid", "tidy"]
error: cup.toml:1: the key "game" is missing; add it
error: cup.toml:1: the key "seed" is missing; add it

"#]],
    );
}

#[test]
fn an_unknown_key_close_to_a_known_one() {
    mistaken(
        "rounds",
        "ruonds",
        str![[r#"
error: cup.toml:3: unknown key "ruonds"; did you mean "rounds"?

"#]],
    );
}

#[test]
fn an_unknown_key_close_to_none() {
    mistaken(
        "rounds",
        "xyz",
        str![[r#"
error: cup.toml:3: unknown key "xyz"; the known ones are title, game, seed, announced, beacon, format, champions, seeding, rounds, third_place, groups, go_on, team_best, boards, seats, stop, opening_plies, openings, faults, exclude, absent, byes, late, withdrawn, bad_files, audit, publish, contestants, examples, contestant, phase, names, teams, bands, limits, rules, serve

"#]],
    );
}

#[test]
fn a_key_twice() {
    mistaken(
        "rounds = 2",
        "seed = 2",
        str![[r#"
error: cup.toml:3: the key "seed" is there twice; remove one of the two

"#]],
    );
}

#[test]
fn no_game() {
    mistaken(
        "game = \"battleship\"\n",
        "",
        str![[r#"
error: cup.toml:1: the key "game" is missing; add it

"#]],
    );
}

#[test]
fn no_seed() {
    mistaken(
        "seed = 7\n",
        "",
        str![[r#"
error: cup.toml:1: the key "seed" is missing; add it

"#]],
    );
}

#[test]
fn a_text_instead_of_a_number() {
    mistaken(
        "seed = 7",
        "seed = \"seven\"",
        str![[r#"
error: cup.toml:2: seed: write a whole number from 0 to 9223372036854775807, not "seven"

"#]],
    );
}

#[test]
fn a_text_instead_of_a_list() {
    mistaken(
        r#"["bots/*.wasm"]"#,
        r#""bots/*.wasm""#,
        str![[r#"
error: cup.toml:4: contestants: write a list in brackets, not "bots/*.wasm"

"#]],
    );
}

#[test]
fn a_negative_seed() {
    mistaken(
        "seed = 7",
        "seed = -7",
        str![[r#"
error: cup.toml:2: seed: write a whole number from 0 to 9223372036854775807, not -7

"#]],
    );
}

#[test]
fn an_unknown_game() {
    mistaken(
        "\"battleship\"",
        "\"battleships\"",
        str![[r#"
error: cup.toml:1: game: unknown value "battleships"; did you mean "battleship"?

"#]],
    );
}

#[test]
fn an_unknown_format() {
    mistaken(
        "seed = 7",
        "seed = 7\nformat = \"round-robbin\"",
        str![[r#"
error: cup.toml:3: format: unknown value "round-robbin"; did you mean "round-robin"?

"#]],
    );
}

#[test]
fn an_unknown_rule_for_faults() {
    mistaken(
        "seed = 7",
        "seed = 7\nfaults = \"ignore\"",
        str![[r#"
error: cup.toml:3: faults: unknown value "ignore"; the known ones are disqualify, forfeit

"#]],
    );
}

#[test]
fn no_rounds() {
    mistaken(
        "rounds = 2",
        "rounds = 0",
        str![[r#"
error: cup.toml:3: rounds = 0: write a number from 1 to 100000

"#]],
    );
}

#[test]
fn too_many_rounds() {
    mistaken(
        "rounds = 2",
        "rounds = 100001",
        str![[r#"
error: cup.toml:3: rounds = 100001: write a number from 1 to 100000

"#]],
    );
}

#[test]
fn an_unknown_limit() {
    mistaken_end(
        "[limits]\nfuel = 1",
        str![[r#"
error: cup.toml:6: [limits]: unknown key "fuel"; did you mean "fuel_bank"?

"#]],
    );
}

#[test]
fn limits_out_of_range() {
    mistaken_end(
        "[limits]\nfuel_per_turn = 0\nmemory = \"1 TiB\"\nfile_size = 7",
        str![[r#"
error: cup.toml:6: [limits] fuel_per_turn: write a number of units of fuel, or a text as in "100M", from 1 to "50G"
error: cup.toml:7: [limits] memory: write a number of bytes, or a text as in "16 MiB", from "64 KiB" to "512 MiB"
error: cup.toml:8: [limits] file_size: write a number of bytes, or a text as in "16 MiB", from 8 to "64 MiB"

"#]],
    );
}

#[test]
fn module_limits_of_no_kind() {
    mistaken_end(
        "[limits]\nmodule_limits = 4",
        str![[r#"
error: cup.toml:6: [limits] module_limits: write "narrow", or "wide" for bots that bring an interpreter or a large runtime

"#]],
    );
}

#[test]
fn a_watchdog_that_a_bot_could_outlast() {
    mistaken_end(
        "[limits]\nfuel_per_turn = \"1G\"\nwatchdog_seconds = 999",
        str![[r#"
error: cup.toml:7: [limits] watchdog_seconds = 999: a bot could outlast it within fuel_per_turn or fuel_to_start, and make games void; write 1000 or more, or remove the key

"#]],
    );
}

#[test]
fn a_bank_of_fuel_out_of_range() {
    mistaken_end(
        "[limits]\nfuel_bank = 0\nfuel_increment = \"1 TB\"",
        str![[r#"
error: cup.toml:6: [limits] fuel_bank: write a number of units of fuel, or a text as in "100M", from 1 to "50T"
error: cup.toml:7: [limits] fuel_increment: write a number of units of fuel, or a text as in "100M", from 0 to "50G"

"#]],
    );
}

#[test]
fn a_limit_in_an_unknown_unit() {
    mistaken_end(
        "[limits]\nmemory = \"16 parsecs\"",
        str![[r#"
error: cup.toml:6: [limits] memory: write a number of bytes, or a text as in "16 MiB", from "64 KiB" to "512 MiB"

"#]],
    );
}

#[test]
fn a_limit_of_the_wrong_type() {
    mistaken_end(
        "[limits]\nmemory = true",
        str![[r#"
error: cup.toml:6: [limits] memory: write a number of bytes, or a text as in "16 MiB", from "64 KiB" to "512 MiB"

"#]],
    );
}

#[test]
fn all_mistakes_are_told_at_once() {
    let wrong = r#"game = "battleship"
seed = 7
rounds = 0
contestants = [
    "robots/*.wasm",
    "bots/*.wasm",
    "bots/ada.wasm",
]

[limits]
memory = 0

[rules]
size = 1
"#;
    refused(
        &cup().file("cup.toml", wrong),
        str![[r#"
error: cup.toml:3: rounds = 0: write a number from 1 to 100000
error: cup.toml:5: no file matches "robots/*.wasm"; paths are relative to this file, and example bots are named in examples, as in examples = ["stupid", "tidy"]
error: cup.toml:7: bots/ada.wasm is listed twice; let only one pattern or table name it
error: cup.toml:11: [limits] memory: write a number of bytes, or a text as in "16 MiB", from "64 KiB" to "512 MiB"
error: cup.toml:14: [rules] size = 1: write a number from 2 to 16

"#]],
    );
}

#[test]
fn all_mistakes_of_form_are_told_at_once() {
    let wrong = r#"game = 5
seed = 7
rounds = "x"
jobs = true
format = "round-robbin"
contestants = ["bots/*.wasm", 5, 6]

[[contestant]]
name = "eve"

[[contestant]]
wasm = "bots/ada.wasm"
nmae = "eve"

[bands]
A = "x"
"#;
    refused(
        &cup().file("cup.toml", wrong),
        str![[r#"
error: cup.toml:1: game: write a text in quotes, not 5
error: cup.toml:3: rounds: write a whole number from 1 to 100000, not "x"
error: cup.toml:4: unknown key "jobs"; the known ones are title, game, seed, announced, beacon, format, champions, seeding, rounds, third_place, groups, go_on, team_best, boards, seats, stop, opening_plies, openings, faults, exclude, absent, byes, late, withdrawn, bad_files, audit, publish, contestants, examples, contestant, phase, names, teams, bands, limits, rules, serve
error: cup.toml:5: format: unknown value "round-robbin"; did you mean "round-robin"?
error: cup.toml:6: contestants: write a text in quotes, not 5
error: cup.toml:6: contestants: write a text in quotes, not 6
error: cup.toml:8: [[contestant]]: the key "wasm" is missing; add it
error: cup.toml:13: [[contestant]]: unknown key "nmae"; did you mean "name"?
error: cup.toml:16: [bands] A: write a whole number, not "x"

"#]],
    );
}

#[test]
fn a_key_that_is_missing_is_told_with_the_rest() {
    mistaken(
        "game = \"battleship\"",
        "jobs = \"many\"",
        str![[r#"
error: cup.toml:1: unknown key "jobs"; the known ones are title, game, seed, announced, beacon, format, champions, seeding, rounds, third_place, groups, go_on, team_best, boards, seats, stop, opening_plies, openings, faults, exclude, absent, byes, late, withdrawn, bad_files, audit, publish, contestants, examples, contestant, phase, names, teams, bands, limits, rules, serve
error: cup.toml:1: the key "game" is missing; add it

"#]],
    );
}

#[test]
fn a_missing_key_hides_no_other_mistake() {
    refused(
        &cup().file(
            "cup.toml",
            "game = \"battelship\"\nrounds = 0\nformat = \"swiss\"\nseeding = [\"adda\", \"xyz\"]\nexclude = [\"bobb\"]\ncontestants = [\"bots/*.wasm\"]\n",
        ),
        str![[r#"
error: cup.toml:1: game: unknown value "battelship"; did you mean "battleship"?
error: cup.toml:1: the key "seed" is missing; add it
error: cup.toml:2: rounds = 0: write a number from 1 to 100000
error: cup.toml:4: seeding: no contestant is called "adda"; did you mean "ada"?
error: cup.toml:4: seeding: no contestant is called "xyz"; write a name as in the standings
error: cup.toml:5: exclude: no contestant is called "bobb"; did you mean "bob"?

"#]],
    );
}

#[test]
fn a_mistake_of_form_hides_no_other_and_makes_none() {
    // Nothing is said of what depends on a key that was misspelled or is of another type.
    refused(
        &cup().file(
            "cup.toml",
            "game = 5\nseed = \"x\"\nrounds = 0\nformat = \"swis\"\nseeding = [\"ada\"]\nexclude = [\"ada\"]\nlimits = 5\ncontestants = \"bots/*.wasm\"\n",
        ),
        str![[r#"
error: cup.toml:1: game: write a text in quotes, not 5
error: cup.toml:2: seed: write a whole number from 0 to 9223372036854775807, not "x"
error: cup.toml:3: rounds = 0: write a number from 1 to 100000
error: cup.toml:4: format: unknown value "swis"; did you mean "swiss"?
error: cup.toml:7: limits: write a table, not 5
error: cup.toml:8: contestants: write a list in brackets, not "bots/*.wasm"

"#]],
    );
    refused(
        &cup().file("cup.toml", CUP.replace("rounds = 2", "exclude = [\"adda\"]\nruonds = 2")),
        str![[r#"
error: cup.toml:3: exclude: no contestant is called "adda"; did you mean "ada"?
error: cup.toml:4: unknown key "ruonds"; did you mean "rounds"?

"#]],
    );
}

#[test]
fn a_tournament_elsewhere_is_named_as_it_was_typed() {
    let folder = Folder::new().file("cups/october/cup.toml", CUP);
    refused_to(
        "run cups/october/cup.toml",
        &folder,
        str![[r#"
error: cups/october/cup.toml:4: no file matches "bots/*.wasm"; paths are relative to this file, and example bots are named in examples, as in examples = ["stupid", "tidy"]

"#]],
    );
}

#[test]
fn a_number_instead_of_a_table() {
    mistaken_end(
        "limits = 5",
        str![[r#"
error: cup.toml:5: limits: write a table, not 5

"#]],
    );
}

#[test]
fn a_number_instead_of_a_word() {
    mistaken(
        "seed = 7",
        "seed = 7\nfaults = 5",
        str![[r#"
error: cup.toml:3: faults: write a text in quotes, not 5

"#]],
    );
}

#[test]
fn a_table_twice() {
    mistaken_end(
        "[limits]\n[limits]",
        str![[r#"
error: cup.toml:6: the key "limits" is there twice; remove one of the two

"#]],
    );
}

#[test]
fn a_list_instead_of_a_word() {
    mistaken(
        "\"battleship\"",
        "[\"battleship\"]",
        str![[r#"
error: cup.toml:1: game: write a text in quotes, not ["battleship"]

"#]],
    );
}
