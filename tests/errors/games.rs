//! Mistakes in what is the games' own: rules, seats, openings, interfaces.

use snapbox::data::Inline;
use snapbox::str;

use super::{CUP, cup, mistaken_end, refused};

/// The judge refuses a tournament in `game` with `keys`, with the words expected.
#[track_caller]
fn mistaken_in(game: &str, keys: &str, expected: Inline) {
    let of_game = CUP.replace("\"battleship\"", &format!("\"{game}\""));
    refused(&cup().file("cup.toml", format!("{of_game}{keys}\n")), expected);
}

#[test]
fn a_board_that_is_too_large() {
    mistaken_end(
        "[rules]\nsize = 17",
        str![[r#"
error: cup.toml:6: [rules] size = 17: write a number from 2 to 16

"#]],
    );
}

#[test]
fn a_fleet_without_a_ship() {
    mistaken_end(
        "[rules]\nfleet = []",
        str![[r#"
error: cup.toml:6: [rules] fleet: write a list of whole numbers, not []

"#]],
    );
}

#[test]
fn a_ship_longer_than_the_board() {
    mistaken_end(
        "[rules]\nfleet = [5, 11]",
        str![[r#"
error: cup.toml:6: [rules] fleet: a ship of length 11 does not fit a board of 10 × 10

"#]],
    );
}

#[test]
fn a_fleet_larger_than_the_board() {
    mistaken_end(
        "[rules]\nsize = 3\nfleet = [3, 3, 3, 1]",
        str![[r#"
error: cup.toml:7: [rules] fleet: a fleet of 10 cells does not fit a board of 3 × 3

"#]],
    );
}

#[test]
fn an_unknown_rule() {
    mistaken_end(
        "[rules]\nsise = 10",
        str![[r#"
error: cup.toml:6: [rules]: unknown key "sise"; did you mean "size"?

"#]],
    );
}

#[test]
fn a_rule_of_the_wrong_type() {
    mistaken_end(
        "[rules]\nfleet = 5",
        str![[r#"
error: cup.toml:6: [rules] fleet: write a list of whole numbers, not 5

"#]],
    );
}

#[test]
fn a_third_seat_in_a_game_for_two() {
    mistaken_end(
        "seats = 3",
        str![[r#"
error: cup.toml:5: seats = 3: this game is for 2 players

"#]],
    );
}

#[test]
fn an_opening_in_a_game_without() {
    mistaken_end(
        "opening_plies = 2",
        str![[r#"
error: cup.toml:5: opening_plies: this game has no openings; remove the key

"#]],
    );
}

#[test]
fn an_opening_that_is_too_long() {
    mistaken_in(
        "othello",
        "opening_plies = 41",
        str![[r#"
error: cup.toml:5: opening_plies = 41: write a number from 0 to 40

"#]],
    );
}

#[test]
fn a_board_of_no_size_for_freedom() {
    mistaken_in(
        "freedom",
        "[rules]\nsize = 3",
        str![[r#"
error: cup.toml:6: [rules] size = 3: write a number from 4 to 26

"#]],
    );
}

#[test]
fn an_unknown_scoring() {
    mistaken_in(
        "freedom",
        "[rules]\nscoring = \"distinkt\"",
        str![[r#"
error: cup.toml:6: [rules] scoring: unknown value "distinkt"; did you mean "distinct"?

"#]],
    );
}

#[test]
fn a_board_of_no_size_for_gobblet() {
    mistaken_in(
        "gobblet",
        "[rules]\nsize = 5",
        str![[r#"
error: cup.toml:6: [rules] size = 5: write 3 or 4

"#]],
    );
}

#[test]
fn a_board_of_no_size_for_othello() {
    mistaken_in(
        "othello",
        "[rules]\nsize = 7",
        str![[r#"
error: cup.toml:6: [rules] size = 7: write 4, 6 or 8

"#]],
    );
}

#[test]
fn too_many_seats() {
    mistaken_in(
        "stones",
        "seats = 9",
        str![[r#"
error: cup.toml:5: seats = 9: this game is for 2 to 8 players

"#]],
    );
}

#[test]
fn a_number_of_neighbours_that_no_square_has() {
    mistaken_in(
        "stones",
        "[rules]\nneighbours = 6",
        str![[r#"
error: cup.toml:6: [rules] neighbours = 6: write 4 or 8

"#]],
    );
}

#[test]
fn a_drawing_that_is_no_board() {
    mistaken_in(
        "stones",
        "[rules]\nlayout = \"00/x/11\"",
        str![[r#"
error: cup.toml:6: [rules] layout = 00/x/11: write rows, edges or a drawn board as 00/../11 (row 1 is not as long as row 0; write rows as in 00/../11)

"#]],
    );
}

#[test]
fn fewer_contestants_than_seats() {
    mistaken_in(
        "stones",
        "seats = 3",
        str![[r#"
error: cup.toml: a table of 3 needs 3 contestants, and there are 2; add contestants, or lower seats

"#]],
    );
}

#[test]
fn a_bot_for_another_game() {
    mistaken_in(
        "othello",
        "",
        str![[r#"
error: cup.toml:4: contestant "ada": bots/ada.wasm: it does not export the interface judge:arena/othello@1.0.0 as a bot for othello must; it exports judge:arena/battleship@1.0.0; see judge wit othello --core
error: cup.toml:4: contestant "bob": bots/bob.wasm: it does not export the interface judge:arena/othello@1.0.0 as a bot for othello must; it exports judge:arena/battleship@1.0.0; see judge wit othello --core

"#]],
    );
}

#[test]
fn a_text_instead_of_true_or_false() {
    mistaken_in(
        "stones",
        "[rules]\nabort = \"yes\"",
        str![[r#"
error: cup.toml:6: [rules] abort: write true or false, not "yes"

"#]],
    );
}

#[test]
fn a_number_that_is_too_large() {
    mistaken_end(
        "[rules]\nsize = 300",
        str![[r#"
error: cup.toml:6: [rules] size = 300: write a number from 2 to 16

"#]],
    );
}

#[test]
fn a_text_among_numbers() {
    mistaken_end(
        "[rules]\nfleet = [5, \"four\"]",
        str![[r#"
error: cup.toml:6: [rules] fleet: write a list of whole numbers, not [5, "four"]

"#]],
    );
}

#[test]
fn a_list_instead_of_a_table() {
    mistaken_end(
        "rules = []",
        str![[r#"
error: cup.toml:5: rules: write a table, not []

"#]],
    );
}
