//! Attempts of newcomers, and the tips that help.

use snapbox::str;

use super::{CUP, cup, mistaken, mistaken_end, refused};

#[test]
fn a_key_under_the_wrong_table() {
    mistaken_end(
        "fuel_per_turn = 1",
        str![[r#"
error: cup.toml:5: "fuel_per_turn" is a limit; move it down, below a line [limits]

"#]],
    );
    mistaken_end(
        "[limits]\nrounds = 2\nsize = 6\n[rules]\nseed = 1\nmemory = 1",
        str![[r#"
error: cup.toml:6: [limits]: "rounds" is a key of the whole tournament; move it up, above the first line in brackets
error: cup.toml:7: [limits]: "size" is a rule of a game; move it down, below a line [rules]
error: cup.toml:9: [rules]: "seed" is a key of the whole tournament; move it up, above the first line in brackets
error: cup.toml:10: [rules]: "memory" is a limit; move it down, below a line [limits]

"#]],
    );
    mistaken_end(
        "[[contestant]]\nwasm = \"bots/ada.wasm\"\nrounds = 2",
        str![[r#"
error: cup.toml:7: [[contestant]]: "rounds" is a key of the whole tournament; move it up, above the first line in brackets

"#]],
    );
}

#[test]
fn contestants_in_another_form() {
    mistaken(
        "contestants = [\"bots/*.wasm\"]",
        "[[contestants]]\nwasm = \"bots/ada.wasm\"",
        str![[r#"
error: cup.toml:4: [[contestants]]: write [[contestant]], without s, for one contestant with its wasm; contestants is a list of paths, as in contestants = ["bots/*.wasm"]

"#]],
    );
    mistaken(
        "contestants = [\"bots/*.wasm\"]",
        "[contestants]\nwasm = \"bots/ada.wasm\"",
        str![[r#"
error: cup.toml:4: [[contestants]]: write [[contestant]], without s, for one contestant with its wasm; contestants is a list of paths, as in contestants = ["bots/*.wasm"]

"#]],
    );
    mistaken(
        "contestants",
        "contestant",
        str![[r#"
error: cup.toml:4: contestant: write [[contestant]] in two brackets for one contestant with its wasm, or a list of paths with s, as in contestants = ["bots/*.wasm"]

"#]],
    );
}

#[test]
fn hints_do_not_mislead() {
    mistaken_end(
        "[tournament]\nrounds = 2\n[[bots]]\nwasm = \"a.wasm\"\n[limit]\nmemory = 1",
        str![[r#"
error: cup.toml:5: there is no table [tournament]; keys of the whole tournament stand at the top, above the first line in brackets, and the tables are [limits], [rules], [names], [teams], [bands], [serve], [[contestant]], [[phase]], [[late]], [[withdrawn]]
error: cup.toml:7: there is no table [[bots]]; did you mean [[late]]?
error: cup.toml:9: there is no table [limit]; did you mean [limits]?

"#]],
    );
    mistaken(
        "rounds",
        "board_size = 6\nrounds",
        str![[r#"
error: cup.toml:3: unknown key "board_size"; did you mean "size"? It stands below a line [rules]

"#]],
    );
    mistaken_end(
        "[limits]\nfuse_seconds = 10\nboard_size = 6",
        str![[r#"
error: cup.toml:6: [limits]: unknown key "fuse_seconds"; did you mean "watchdog_seconds"?
error: cup.toml:7: [limits]: unknown key "board_size"; did you mean "size"? It stands below a line [rules]

"#]],
    );
    mistaken(
        "\"battleship\"",
        "\"b\u{430}ttleship\"",
        str![[r#"
error: cup.toml:1: game: unknown value "bаttleship"; did you mean "battleship"? The а in it is another letter (U+0430)

"#]],
    );
}

#[test]
fn another_language_than_toml() {
    refused(
        &cup().file("cup.toml", "# a cup\ngame: battleship\nseed: 7\n"),
        str![[r#"
error: cup.toml: this is YAML, and a tournament's file is TOML: write KEY = VALUE on each line, as in game = "othello"

"#]],
    );
    refused(
        &cup().file("cup.toml", "{ \"game\": \"battleship\" }\n"),
        str![[r#"
error: cup.toml: this is JSON, and a tournament's file is TOML: write KEY = VALUE on each line, as in game = "othello"

"#]],
    );
}

#[test]
fn example_bots_that_there_are_not() {
    mistaken_end(
        "examples = [\"huntr\", \"edgar\"]",
        str![[r#"
error: cup.toml:5: examples: unknown example bot "huntr"; did you mean "hunter"?
error: cup.toml:5: examples: unknown example bot "edgar"; the known ones are cheater, crasher, staller, stupid, tidy, smuggler, hunter, density

"#]],
    );
    mistaken_end(
        "examples = [\"hunter\", \"hunter\"]",
        str![[r#"
error: cup.toml:5: the example bot hunter is listed twice; let only one pattern or table name it

"#]],
    );
    refused(
        &cup().file("cup.toml", "game = \"battleship\"\nseed = 7\nexamples = [\"hunter\"]\n"),
        str![[r#"
error: cup.toml: a tournament needs two contestants, and there is one; add .wasm files to contestants, or example bots to examples, as in examples = ["stupid", "tidy"]

"#]],
    );
    let namesake = cup().file("bots/hunter.wasm", crate::support::bot("hunter"));
    refused(
        &namesake.file("cup.toml", format!("{CUP}examples = [\"hunter\"]\n")),
        str![[r#"
error: cup.toml:5: two contestants are called "hunter": bots/hunter.wasm and the example bot hunter; name one of them otherwise, in a [[contestant]] table

"#]],
    );
}

#[test]
fn a_mistake_of_form_silences_only_what_depends_on_its_key() {
    // Its words list all keys, but it is about none of them.
    mistaken(
        "rounds",
        "exclude = [\"nobody\"]\nxyz",
        str![[r#"
error: cup.toml:3: exclude: no contestant is called "nobody"; write a name as in the standings
error: cup.toml:4: unknown key "xyz"; the known ones are title, game, seed, announced, beacon, format, champions, seeding, rounds, third_place, groups, go_on, team_best, boards, seats, stop, opening_plies, openings, faults, exclude, absent, byes, late, withdrawn, bad_files, audit, publish, contestants, examples, contestant, phase, names, teams, bands, limits, rules, serve

"#]],
    );
    // The example bot is there as soon as the list is one.
    mistaken(
        "rounds",
        "examples = \"tidy\"\nexclude = [\"tidy\"]\nrounds",
        str![[r#"
error: cup.toml:3: examples: write a list in brackets, not "tidy"

"#]],
    );
    // So is the format that seeding is for.
    mistaken(
        "rounds",
        "formt = \"swiss\"\nseeding = [\"ada\"]\nrounds",
        str![[r#"
error: cup.toml:3: unknown key "formt"; did you mean "format"?

"#]],
    );
}
