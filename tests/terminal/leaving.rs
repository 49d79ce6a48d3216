//! Going from game to game, and leaving the terminal and coming back.

use super::*;

#[test]
fn a_game_is_chosen_from_a_folder_and_others_follow() {
    let folder = results();
    let mut terminal = Terminal::start(&folder, "replay results/cup", (80, 24));
    terminal.wait_for("games of results/cup · 6 games");
    terminal.wait_for("walkover: crasher is disqualified");
    terminal.press("/decided\r");
    terminal.wait_for("2 games with \"decided\"");
    terminal.press("\r");
    terminal.wait_for("game 5 of results/cup · move 0 of ");
    terminal.press("N");
    terminal.wait_for("game 6 of results/cup · move 0 of ");
    terminal.press("N");
    terminal.wait_for("this is the last game");
    terminal.press("P");
    terminal.wait_for("game 5 of results/cup · move 0 of ");
    terminal.press("q");
    terminal.wait_for("2 games with \"decided\"");
    terminal.press("/\u{1b}");
    terminal.wait_for("games of results/cup · 6 games");
    terminal.press("2\r");
    terminal.press("\r");
    terminal.wait_for("game 2 was not played: walkover");
    terminal.press("q");
    assert_eq!(terminal.left(), 0);
}

#[test]
fn a_game_that_is_named_has_neighbours_and_leaves_at_once() {
    let folder = results();
    let mut terminal = Terminal::start(&folder, "replay results/cup 1", (50, 15));
    terminal.wait_for("game 1 of results/cup · move 0 of ");
    terminal.press("N");
    terminal.wait_for("game 5 of results/cup · move 0 of ");
    terminal.press("q");
    assert_eq!(terminal.left(), 0);
    let games = folder.read("results/cup/games.csv");
    let hash = crate::support::rows(&games)[4]["transcript_sha256"].clone();
    let folder = folder.file("results/cup/games.csv", games.replace(&hash, &"0".repeat(64)));
    let mut terminal = Terminal::start(&folder, "replay results/cup", (80, 24));
    terminal.wait_for("6 games");
    terminal.press("5\r\r");
    terminal.wait_for("not the same: ");
    terminal.press("\u{3}");
    terminal.expect("not the same: game 5: the transcript's SHA-256 is 0000");
    assert_eq!(terminal.left(), 1);
}

#[cfg(unix)]
#[test]
fn after_ctrl_z_the_board_is_drawn_again() {
    let folder = results();
    let mut terminal = Terminal::start_in_shell(&folder, "play othello human greedy --seed 1", (80, 24));
    terminal.expect("black> ");
    terminal.press("d\u{1a}");
    // The shell prints what it goes on with.
    terminal.expect("play othello human greedy --seed 1");
    terminal.expect("● black (you) 2");
    terminal.expect("black> ");
    terminal.press("d3\r");
    terminal.expect("  1. d3");
    // Between two prompts the end of input would be lost.
    terminal.expect("black> ");
    terminal.press("\u{4}");
    assert_eq!(terminal.left(), 0);
    let mut terminal = Terminal::start_in_shell(&folder, "replay results/cup 5", (80, 24));
    terminal.wait_for("move 0 of ");
    terminal.press("\u{1a}");
    terminal.expect("replay results/cup 5");
    terminal.expect("move 0 of ");
    terminal.press("l");
    terminal.wait_for("move 1 of ");
    terminal.press("q");
    assert_eq!(terminal.left(), 0);
}

#[cfg(unix)]
#[test]
fn ctrl_z_uncovers_no_fleet() {
    let folder = Folder::new();
    let play = "play battleship human human:Bea --set size=4 --set fleet=2 --seed 1";
    let mut terminal = Terminal::start_in_shell(&folder, play, (80, 24));
    terminal.expect("seat 1, ships to place: 2> ");
    terminal.press("2a@0,0\r");
    terminal.expect("seat 1: press Enter");
    terminal.press("\r");
    terminal.expect("Bea: press Enter when only you look");
    terminal.press("\u{1a}");
    terminal.expect("play battleship human human:Bea");
    terminal.expect("Bea: press Enter when only you look");
    assert!(!terminal.text().contains("ships to place"), "{}", terminal.text());
    terminal.press("\r");
    terminal.expect("seat 2 (Bea), ships to place: 2> ");
    terminal.press("\u{4}");
    assert_eq!(terminal.left(), 0);
}

#[test]
fn a_bar_is_gone_when_the_prompt_comes_back() {
    let folder = results();
    let mut terminal = Terminal::start(&folder, "run cup.toml --fresh", (80, 24));
    terminal.wait();
    assert!(terminal.printed.contains("bots loaded"), "{}", terminal.printed);
    let text = terminal.text();
    assert!(!text.contains("bots loaded") && !text.contains(" games, "), "{text}");
    assert!(text.contains("written to results/cup"), "{text}");
}
