//! The list of games on screens of several sizes, without a terminal.

use ratatui_core::backend::TestBackend;
use ratatui_core::terminal::Terminal;

use super::*;

fn game(number: usize, seats: [&str; 2], outcome: &str) -> GameSummary {
    GameSummary {
        number,
        seats: seats.map(ToOwned::to_owned).to_vec(),
        outcome: outcome.to_owned(),
        reason: if outcome == "forfeit" { "eve: trap".to_owned() } else { String::new() },
        points: "2 0".to_owned(),
        turns: 40,
        is_played: outcome != "walkover",
    }
}

fn chooser() -> Chooser {
    let games = vec![
        game(1, ["ann", "bob"], "decided"),
        game(2, ["bob", "ann"], "decided"),
        game(3, ["ann", "eve"], "forfeit"),
        game(4, ["eve", "ann"], "walkover"),
        game(5, ["Bob", "eve"], "decided"),
    ];
    Chooser::new("results/cup".to_owned(), games)
}

fn shown(chooser: &Chooser, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("it is in memory");
    terminal.draw(|frame| chooser.draw(frame)).expect("it is in memory");
    let buffer = terminal.backend().buffer();
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
    (0..height).map(row).map(|row| row.trim_end().to_owned()).collect()
}

fn press(chooser: &mut Chooser, keys: &str) {
    for key in keys.chars() {
        let key = if key == '\n' { PressedKey::Enter } else { PressedKey::Char(key) };
        assert_eq!(chooser.press(key), Wish::Go);
    }
}

#[test]
fn a_game_is_chosen_by_arrows_or_by_its_number() {
    let mut chooser = chooser();
    assert_eq!(chooser.press(PressedKey::Enter), Wish::Open(1));
    chooser.press(PressedKey::Down);
    assert_eq!(chooser.press(PressedKey::Enter), Wish::Open(2));
    chooser.press(PressedKey::End);
    assert_eq!(chooser.press(PressedKey::Enter), Wish::Open(5));
    press(&mut chooser, "3\n");
    assert_eq!(chooser.press(PressedKey::Enter), Wish::Open(3));
    press(&mut chooser, "9\n");
    assert_eq!(shown(&chooser, 60, 10)[9], "there is no game 9");
    press(&mut chooser, "4\n\n");
    assert_eq!(shown(&chooser, 60, 10)[9], "game 4 was not played: walkover");
    assert_eq!(chooser.press(PressedKey::Char('q')), Wish::Quit);
}

#[test]
fn the_next_game_is_one_that_was_played_and_found() {
    let mut chooser = chooser();
    chooser.go_to(3);
    assert_eq!(chooser.beside(Beside::Next), Some(5), "4 was not played");
    assert_eq!(chooser.beside(Beside::Next), None);
    assert_eq!(chooser.beside(Beside::Previous), Some(3));
    press(&mut chooser, "/BOB\n");
    assert_eq!(shown(&chooser, 60, 10)[0], "results/cup · 3 games with \"bob\"");
    chooser.press(PressedKey::Home);
    assert_eq!(chooser.beside(Beside::Next), Some(2));
    assert_eq!(chooser.beside(Beside::Next), Some(5), "3 has no bob");
    chooser.go_to(3);
    assert_eq!(chooser.press(PressedKey::Enter), Wish::Open(3), "who names a game sees it");
}

#[test]
fn the_list_is_drawn_on_every_screen() {
    let mut chooser = chooser();
    let rows = shown(&chooser, 80, 10);
    assert_eq!(rows[0], "results/cup · 5 games");
    assert_eq!(rows[1], "   game  seats      points  moves  outcome");
    assert_eq!(rows[2], "      1  ann – bob  2 0        40  decided");
    assert_eq!(rows[4], "      3  ann – eve  2 0        40  forfeit: eve: trap");
    chooser.press(PressedKey::End);
    for (width, height) in [(20, 4), (1, 1), (200, 60)] {
        let rows = shown(&chooser, width, height);
        assert!(width == 1 || rows.iter().any(|row| row.contains("      5")), "{rows:?}");
    }
    press(&mut chooser, "/nobody");
    assert!(shown(&chooser, 80, 10)[0].ends_with("0 games with \"nobody\""));
    assert_eq!(chooser.press(PressedKey::Enter), Wish::Go);
    assert_eq!(chooser.press(PressedKey::Enter), Wish::Go);
    assert_eq!(shown(&chooser, 80, 10)[9], "there is no such game; Esc shows all");
}
