//! Phases that cannot be.

use snapbox::str;

use super::{mistaken, mistaken_end};

#[test]
fn phases_that_cannot_be() {
    mistaken_end(
        r#"third_place = true
[[phase]]
format = "swiss"
best = 2
seeding = "lot"
champions = ["ada"]
[[phase]]
format = "knockout"
best = 9
groups = 2
[[phase]]
format = "knockout"
best_of_each = 1
[[phase]]
format = "groups"
best = 2
best_of_each = 2
[[phase]]
format = "gauntlet"
[[phase]]
format = "gauntlet"
champions = ["ada"]
draw = "pots""#,
        str![[r#"
error: cup.toml:5: third_place: it is a key of a phase; move it down, below the line [[phase]] of a knockout
error: cup.toml:8: [[phase]] best: no phase is before the first; remove the key
error: cup.toml:9: [[phase]] seeding: no phase is before the first; remove the key
error: cup.toml:10: [[phase]] champions: not for this format; remove the key, or change format
error: cup.toml:13: [[phase]] best = 9: write 2, as 2 are in the phase before
error: cup.toml:14: [[phase]] groups = 2: write 1, as 2 come in, and a group has two or more
error: cup.toml:19: [[phase]] format: write "round-robin" with groups = NUMBER, and a [[phase]] for what comes after the groups
error: cup.toml:20: [[phase]] best: best_of_each is there, too; remove one of the two
error: cup.toml:23: [[phase]] format: a gauntlet needs champions; add champions = 1
error: cup.toml:26: [[phase]] champions: write how many of the first are champions, as in champions = 1
error: cup.toml:27: [[phase]] draw: there are no two groups; remove the key, or write groups, too

"#]],
    );
}

/// A champion that is not there does not keep the rest from being told.
#[test]
fn a_champion_that_is_not_there_and_more() {
    mistaken_end(
        r#"[[phase]]
format = "gauntlet"
champions = ["nobody"]
[[phase]]
format = "knockout"
best = 9"#,
        str![[r#"
error: cup.toml:7: champions: no contestant is called "nobody"; write a name as in the standings
error: cup.toml:10: [[phase]] best = 9: write 2, as 2 are in the phase before

"#]],
    );
}

/// Neither does a number or a name at the top, nor a phase below that cannot be read.
#[test]
fn mistakes_elsewhere_do_not_hide_those_of_phases() {
    mistaken(
        "rounds = 2\ncontestants = [\"bots/*.wasm\"]",
        r#"rounds = 0
contestants = ["bots/*.wasm"]
seeding = ["nobody"]
[[phase]]
format = "swiss"
champions = 1
[[phase]]
format = "knockout"
stop = "separated"
[[phase]]
format = "swiss"
go_on = 2"#,
        str![[r#"
error: cup.toml:3: rounds = 0: write a number from 1 to 100000
error: cup.toml:5: seeding: no contestant is called "nobody"; write a name as in the standings
error: cup.toml:8: [[phase]] champions: not for this format; remove the key, or change format
error: cup.toml:11: [[phase]] stop: not for this format; remove the key, or change format
error: cup.toml:14: [[phase]]: "go_on" is for format = "groups"; write best_of_each in the phase after the groups

"#]],
    );
    mistaken_end(
        "format = \"groups\"\ngroups = 2\nchampions = [\"ada\"]\nstop = \"separated\"",
        str![[r#"
error: cup.toml:6: groups = 2: write 1, as there are 2 contestants, and a group has two or more
error: cup.toml:7: champions: not for this format; remove the key, or change format
error: cup.toml:8: stop: not for this format; remove the key, or change format

"#]],
    );
}

#[test]
fn ties_that_part_nobody() {
    mistaken_end(
        r#"[[phase]]
format = "swiss"
rounds = 2
ties = ["wins", "rating", "wins"]
[[phase]]
format = "knockout"
ties = ["wins"]"#,
        str![[r#"
error: cup.toml:8: [[phase]] ties: write one or more, each once, as in ties = ["wins", "rating"]
error: cup.toml:11: [[phase]] ties: not for this format; remove the key, or change format

"#]],
    );
    mistaken_end(
        "[[phase]]\nformat = \"swiss\"\nties = [\"buchholz\"]\n[[withdraw]]\nname = \"ada\"",
        str![[r#"
error: cup.toml:7: [[phase]] ties: unknown value "buchholz"; did you mean "buchholz-cut-1"?
error: cup.toml:8: there is no table [[withdraw]]; did you mean [[withdrawn]]?

"#]],
    );
}

#[test]
fn rounds_that_nobody_can_sit_out() {
    mistaken_end(
        r#"byes = [{ name = "nobody", round = 1 }, { name = "ada", round = 3 }, { name = "ada", round = 0 }]
[[phase]]
format = "swiss"
rounds = 2
[[late]]
name = "ada"
from_round = 1
[[withdrawn]]
name = "ada"
after_round = 3
[[withdrawn]]
name = "bob"
after = 1"#,
        str![[r#"
error: cup.toml:5: byes: no contestant is called "nobody"; write a name as in the standings
error: cup.toml:5: byes round = 3: write a round of a Swiss, for [[late]] from 2 on in the first phase, or remove it
error: cup.toml:5: byes round = 0: write a round of a Swiss, for [[late]] from 2 on in the first phase, or remove it
error: cup.toml:11: [[late]] from_round = 1: write a round of a Swiss, for [[late]] from 2 on in the first phase, or remove it
error: cup.toml:14: [[withdrawn]] after_round = 3: write a round of a Swiss, for [[late]] from 2 on in the first phase, or remove it
error: cup.toml:17: [[withdrawn]]: unknown key "after"; did you mean "after_round"?

"#]],
    );
}

#[test]
fn keys_of_a_phase_that_are_written_otherwise() {
    mistaken_end(
        "[phase]\nformat = \"swiss\"",
        str![[r#"
error: cup.toml:5: phase: write [[phase]] in two brackets for each phase

"#]],
    );
    mistaken_end(
        "[[phase]]\nformat = \"cup\"\n[[phase]]\nrounds = 1\n[[phase]]\nformat = \"swiss\"\ngo_on = 2",
        str![[r#"
error: cup.toml:6: [[phase]] format: unknown value "cup"; the known ones are round-robin, gauntlet, swiss, knockout, double-elimination, groups
error: cup.toml:7: [[phase]]: the key "format" is missing; add it
error: cup.toml:11: [[phase]]: "go_on" is for format = "groups"; write best_of_each in the phase after the groups

"#]],
    );
}
