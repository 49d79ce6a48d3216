//! The parameters of all games in their text form, and what is wrong with others.

use judge_games::{Game, Kind, Parameters, SettingError};
use judge_games::{battleship, freedom, gobblet, othello, stones};

/// Text that is as short as can be is printed as it was read.
fn survives<P: Parameters>(texts: &[&str]) {
    for text in texts {
        let params = P::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(params.to_text(), *text);
        let settings = params.settings();
        let read = P::from_settings(settings.iter().map(|(key, value)| (*key, value.as_str())));
        assert_eq!(read, Ok(params), "{settings:?}");
        let names: Vec<&str> = settings.iter().map(|(key, _)| *key).collect();
        let known = P::KEYS.iter().map(|key| key.name);
        assert_eq!(names, known.filter(|name| names.contains(name)).collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn what_stands_in_the_shortest_text_is_printed_again() {
    survives::<battleship::Params>(&["", "size=6 fleet=3,2,2", "no_touch=true", "fleet=1 no_touch=true"]);
    survives::<freedom::Params>(&["", "size=4", "size=26 scoring=distinct", "scoring=distinct"]);
    survives::<gobblet::Params>(&["", "size=4", "plies_max=400", "size=4 plies_max=200"]);
    survives::<othello::Params>(&["", "size=4 ask_on_pass=true", "size=6"]);
    survives::<stones::Params>(&[
        "",
        "columns=8 rows=7",
        "rows=6",
        "seats=4",
        "seats=3 columns=9 rows=9 stones=2",
        "layout=edges",
        "layout=00/../.1",
        "layout=012/...",
        "layout=000/.../11. neighbours=4 abort=true",
        "seats=4 no_hit_limit=7 max_turns=50000",
        "max_turns=501",
    ]);
}

#[test]
fn a_default_that_depends_on_another_key_is_left_out_too() {
    let text = |params: &str| stones::Params::from_text(params).expect("valid").to_text();
    assert_eq!(
        text("columns=6 rows=4 stones=6 layout=rows no_hit_limit=96 max_turns=480"),
        "columns=6 rows=4"
    );
    assert_eq!(text("columns=3 rows=3 seats=2 layout=000/.../111"), "columns=3 rows=3");
    assert_eq!(text("seats=2 columns=2 rows=3 layout=00/.1/.."), "layout=00/.1/..");
    assert_eq!(gobblet::Params::from_text("size=4 plies_max=400").expect("valid").to_text(), "size=4");
    assert_eq!(battleship::Params::from_text("fleet=2,3,5,3,4").expect("valid").to_text(), "");
}

#[test]
fn spaces_around_settings_and_between_a_drawn_boards_rows_do_no_harm() {
    assert_eq!(othello::Params::from_text("  size=8  ask_on_pass=false "), Ok(othello::Params::default()));
    let drawn = stones::Params::from_settings([("layout", "00\n..\n11\n")]);
    assert_eq!(drawn, stones::Params::from_text("layout=00/../11"));
}

#[test]
fn the_keys_defaults_are_those_of_the_default_parameters() {
    fn check<G: Game>() {
        let keys = G::Params::KEYS.iter().map(|key| (key.name, key.default));
        let default = G::Params::default();
        assert_eq!(G::Params::from_settings(keys.clone()).as_ref(), Ok(&default), "{}", G::NAME);
        let settings = default.settings();
        assert!(settings.iter().map(|(key, value)| (*key, value.as_str())).eq(keys), "{settings:?}");
        assert!(G::Params::KEYS.iter().all(|key| key.kind.accepts(key.default)), "{}", G::NAME);
        assert_eq!(default.to_text(), "");
    }
    check::<battleship::Battleship>();
    check::<freedom::Freedom>();
    check::<gobblet::Gobblet>();
    check::<othello::Othello>();
    check::<stones::Stones>();
}

#[test]
fn stones_that_are_not_equally_many_have_no_setting() {
    let params = stones::Params::from_text("layout=000/.../11.").expect("valid");
    assert!(params.settings().iter().all(|(key, _)| *key != "stones"));
    assert_eq!(params.seats(), 2);
    assert_eq!(stones::Params::from_text("seats=8 layout=0123/4567").expect("valid").seats(), 8);
}

#[test]
fn each_error_names_its_key_and_says_what_to_write() {
    fn check<P: Parameters>(text: &str, key: Option<&str>, message: &str) {
        let error: SettingError = P::from_text(text).expect_err(text);
        assert_eq!((error.key(), error.to_string().as_str()), (key, message), "{text}");
    }
    check::<battleship::Params>(
        "width=8",
        Some("width"),
        "unknown key \"width\"; the keys are size, fleet, no_touch",
    );
    check::<battleship::Params>("size", None, "\"size\" has no value; write key=value, as in size=8");
    check::<battleship::Params>("size=8 size=8", Some("size"), "size is set twice; set it once");
    for size in ["17", "1", "+8", "08", "300", "-8", "99999999999"] {
        let message = format!("size = {size}: write a number from 2 to 16");
        check::<battleship::Params>(&format!("size={size}"), Some("size"), &message);
    }
    check::<battleship::Params>(
        "fleet=5,,2",
        Some("fleet"),
        "fleet = 5,,2: write numbers from 1 to 16 with commas between them",
    );
    check::<battleship::Params>(
        "size=4",
        Some("fleet"),
        "fleet: a ship of length 5 does not fit a board of 4 × 4",
    );
    check::<battleship::Params>("no_touch=yes", Some("no_touch"), "no_touch = yes: write true or false");
    check::<freedom::Params>("scoring=x", Some("scoring"), "scoring = x: write multiplicity or distinct");
    check::<gobblet::Params>(
        "plies_max=0",
        Some("plies_max"),
        "plies_max = 0: write a number from 1 to 10000",
    );
    check::<othello::Params>("size=5", Some("size"), "size = 5: write 4, 6 or 8");
    check::<stones::Params>("neighbours=6", Some("neighbours"), "neighbours = 6: write 4 or 8");
    check::<stones::Params>("seats=5", Some("layout"), "layout: 5 players need an explicit layout");
    check::<stones::Params>(
        "stones=4",
        Some("stones"),
        "stones: the layout lays 5 stones for player 0, not 4",
    );
    check::<stones::Params>(
        "columns=3 layout=00/../11",
        Some("layout"),
        "layout: the board has 6 cells, not 9",
    );
    check::<stones::Params>(
        "layout=row",
        Some("layout"),
        "layout = row: write rows, edges or a drawn board as 00/../11 ('r' is no cell; write . or an id from 0 to 7)",
    );
}

#[test]
fn a_kind_says_what_to_write() {
    assert_eq!(Kind::OneWordOf(&["a"]).to_string(), "a");
    assert_eq!(Kind::OneNumberOf(&[1, 2]).to_string(), "1 or 2");
    assert_eq!(Kind::Number { least: 2, most: 3 }.to_string(), "a number from 2 to 3");
}
