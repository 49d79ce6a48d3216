//! The viewer on screens of several sizes, without a terminal.

use judge_core::game::{LoadedBots, Replay};
use judge_core::host::Options;
use judge_play::{Line, Rules, SeatLine, Seed};
use judge_sandbox::Limits;
use ratatui_core::backend::TestBackend;
use ratatui_core::terminal::Terminal;

use super::{PressedKey, Viewer, Wish};
use crate::board::Look;
use crate::shown_game::ShownGame;

fn viewer(game: &str, settings: &[(&str, &str)], bots: &[&str]) -> Viewer {
    let rules = Rules::new(game, settings.iter().copied()).expect("they are valid");
    let mut loaded_bots =
        LoadedBots::new(rules.clone(), Limits::default(), &Options::default()).expect("it starts");
    let seats =
        bots.iter().map(|bot| SeatLine::bot(loaded_bots.add(bot).expect("it is an example"))).collect();
    let line = Line::new(rules, Seed(1), seats);
    let replay = Replay::play(&loaded_bots, &line).expect("nothing is set by hand");
    let names = bots.iter().map(ToString::to_string).collect();
    Viewer::new(ShownGame { loaded_bots, line, title: "a game".into(), names }, replay, Look::PLAIN)
}

fn shown(viewer: &Viewer, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("it is in memory");
    terminal.draw(|frame| viewer.draw(frame)).expect("it is in memory");
    let buffer = terminal.backend().buffer();
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
    (0..height).map(row).map(|row| row.trim_end().to_owned()).collect()
}

fn press(viewer: &mut Viewer, keys: &str) {
    for key in keys.chars() {
        let key = if key == '\n' { PressedKey::Enter } else { PressedKey::Char(key) };
        assert_eq!(viewer.press(key), Wish::Go);
    }
}

#[test]
fn keys_step_jump_search_and_fork() {
    let mut viewer = viewer("othello", &[("size", "4")], &["greedy", "random"]);
    let head = |viewer: &Viewer| shown(viewer, 80, 24)[0].clone();
    let moves = viewer.moves();
    assert_eq!(head(&viewer), format!("a game · move 0 of {moves}"));
    viewer.press(PressedKey::Right);
    viewer.press(PressedKey::Right);
    viewer.press(PressedKey::Left);
    assert_eq!(head(&viewer), format!("a game · move 1 of {moves}"));
    viewer.press(PressedKey::End);
    assert_eq!(head(&viewer), format!("a game · move {moves} of {moves}"));
    press(&mut viewer, "2\n");
    assert_eq!(head(&viewer), format!("a game · move 2 of {moves}"));
    press(&mut viewer, "f");
    let legal = shown(&viewer, 80, 24)[23].clone();
    assert!(legal.starts_with("black (greedy) plays instead: _   legal: "), "{legal}");
    let played = viewer.branch().replay.turns[2].moved.action.clone();
    let other = legal.split(' ').skip(8).find(|action| !action.is_empty() && *action != played);
    press(&mut viewer, &format!("{}\n", other.expect("there is a choice")));
    assert!(head(&viewer).starts_with("a game · fork · move 3 of "), "{}", head(&viewer));
    press(&mut viewer, "o");
    assert_eq!(head(&viewer), format!("a game · move 3 of {moves}"));
    press(&mut viewer, "fa9\n");
    assert!(!head(&viewer).contains("fork"));
    let asked_again = shown(&viewer, 80, 24)[22].clone();
    assert!(asked_again.contains("plays instead: _   \"a9\" is no action"), "{asked_again}");
    viewer.press(PressedKey::Escape);
    assert_eq!(viewer.press(PressedKey::Char('q')), Wish::Leave);
}

#[test]
fn the_judges_answers_can_be_read_whole_on_narrow_screens() {
    for width in [80, 50, 30] {
        let read = |viewer: &Viewer| {
            let screen = shown(viewer, width, 24).join(" ").replace('│', " ");
            screen.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let mut viewer = viewer("othello", &[("size", "4")], &["greedy", "random"]);
        press(&mut viewer, "fa9\n");
        let why = "plays instead: _ \"a9\" is no action; write a square, as in d3, or -- to pass";
        assert!(read(&viewer).contains(why), "{}", read(&viewer));
        viewer.press(PressedKey::Escape);
        press(&mut viewer, "?");
        let keys = "fork: play another action here, and the bots go on";
        assert!(read(&viewer).contains(keys), "{}", read(&viewer));
    }
}

#[test]
fn a_game_plays_by_itself_and_stops_at_its_end() {
    let mut viewer = viewer("gobblet", &[], &["random", "ok"]);
    assert_eq!(viewer.interval(), None);
    press(&mut viewer, " +");
    assert_eq!(viewer.interval(), Some(250));
    for _ in 0..viewer.moves() {
        viewer.tick();
    }
    assert_eq!((viewer.interval(), viewer.branch().at), (None, viewer.moves()));
    assert!(shown(&viewer, 80, 24).iter().any(|row| row.contains("wins")));
}

#[test]
fn every_game_is_drawn_on_every_screen() {
    for (game, settings, bots) in [
        ("battleship", vec![("size", "16")], vec!["tidy", "stupid"]),
        ("freedom", vec![("size", "26")], vec!["dummy", "random"]),
        ("gobblet", vec![("size", "4")], vec!["random", "ok"]),
        ("othello", vec![], vec!["greedy", "random"]),
        (
            "stones",
            vec![("seats", "4"), ("columns", "16"), ("rows", "16"), ("max_turns", "60")],
            vec!["random"; 4],
        ),
    ] {
        let mut viewer = viewer(game, &settings, &bots);
        for (width, height) in [(80, 24), (120, 40), (200, 60), (20, 5), (1, 1)] {
            for key in [
                PressedKey::Home,
                PressedKey::Right,
                PressedKey::Char('n'),
                PressedKey::End,
                PressedKey::Char('?'),
                PressedKey::Escape,
            ] {
                viewer.press(key);
                shown(&viewer, width, height);
            }
        }
        viewer.press(PressedKey::Home);
        press(&mut viewer, "5\n");
        let screen = shown(&viewer, 80, 24).join("\n");
        assert!(screen.contains("move 5: "), "{game}\n{screen}");
        assert!(screen.contains("fuel: "), "{game}\n{screen}");
        let moved = &viewer.branch().replay.turns[4].moved.action;
        assert!(screen.contains(moved.as_str()), "{game}\n{screen}");
    }
}

#[test]
fn a_fault_is_a_mark() {
    let mut viewer = viewer("battleship", &[], &["tidy", "crasher"]);
    press(&mut viewer, "n");
    while viewer.branch().at < viewer.moves() {
        press(&mut viewer, "n");
    }
    let screen = shown(&viewer, 100, 30).join("\n");
    assert!(screen.contains("exception in "), "{screen}");
}
