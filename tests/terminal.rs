//! The judge at a real terminal: what a person types, and what stands on the screen.
//!
//! Nothing here waits for time to pass: each step waits for text, and fails if the judge says nothing for long.

mod leaving;

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anstream::adapter::StripBytes;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::support::{CACHE, Folder};

/// The longest silence of the judge before a test gives up.
const SILENCE_MAX: Duration = Duration::from_secs(90);
/// Rows that are kept of what scrolled off the screen.
const SCROLLBACK: usize = 10_000;

/// A terminal with the judge in it.
struct Terminal {
    screen: vt100::Parser,
    output: Receiver<Vec<u8>>,
    keys: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    judge: Box<dyn Child + Send + Sync>,
    /// Takes colours and other commands out.
    strip: StripBytes,
    /// Bytes that are no whole character yet.
    plain: Vec<u8>,
    /// All that was printed.
    raw: Vec<u8>,
    /// The same without colours.
    printed: String,
    /// The number of bytes that were waited for.
    seen: usize,
}

fn size((columns, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

impl Terminal {
    fn start(folder: &Folder, arguments: &str, columns_and_rows: (u16, u16)) -> Self {
        Self::start_with(folder, arguments, columns_and_rows, &[])
    }

    fn start_with(
        folder: &Folder,
        arguments: &str,
        columns_and_rows: (u16, u16),
        environment: &[(&str, &str)],
    ) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_judge"));
        command.args(arguments.split_whitespace());
        Self::start_command(folder, command, columns_and_rows, environment)
    }

    /// Starts the judge from a shell, which goes on with it as soon as it is stopped.
    #[cfg(unix)]
    fn start_in_shell(folder: &Folder, arguments: &str, columns_and_rows: (u16, u16)) -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", &format!("set -m; '{}' {arguments}; fg", env!("CARGO_BIN_EXE_judge"))]);
        Self::start_command(folder, command, columns_and_rows, &[])
    }

    fn start_command(
        folder: &Folder,
        mut command: CommandBuilder,
        columns_and_rows: (u16, u16),
        environment: &[(&str, &str)],
    ) -> Self {
        let pair = native_pty_system().openpty(size(columns_and_rows)).expect("there are terminals");
        command.cwd(folder.path("."));
        command.env("XDG_CACHE_HOME", CACHE);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        for (name, value) in environment {
            command.env(name, value);
        }
        let judge = pair.slave.spawn_command(command).expect("the judge can be started");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("it can be read");
        let (send, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut bytes) {
                if send.send(bytes[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keys = pair.master.take_writer().expect("it can be written to");
        let (columns, rows) = columns_and_rows;
        let screen = vt100::Parser::new(rows, columns, SCROLLBACK);
        let (strip, plain, printed, seen) = (StripBytes::new(), Vec::new(), String::new(), 0);
        let (master, raw) = (pair.master, Vec::new());
        Self { screen, output, keys, master, judge, strip, plain, raw, printed, seen }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("the judge reads keys");
    }

    /// Takes in what the judge prints next; whether it printed anything more.
    #[track_caller]
    fn read(&mut self) -> bool {
        match self.output.recv_timeout(SILENCE_MAX) {
            Ok(bytes) => {
                self.screen.process(&bytes);
                self.raw.extend(&bytes);
                self.plain.extend(self.strip.strip_next(&bytes).flatten());
                // A character may come in two parts.
                let whole = match std::str::from_utf8(&self.plain) {
                    Ok(_) => self.plain.len(),
                    Err(error) => error.valid_up_to(),
                };
                let text: Vec<u8> = self.plain.drain(..whole).collect();
                self.printed.push_str(&String::from_utf8_lossy(&text));
                true
            }
            Err(RecvTimeoutError::Disconnected) => false,
            Err(RecvTimeoutError::Timeout) => panic!("the judge says nothing\n{}", self.text()),
        }
    }

    /// Waits until the judge has printed `text` after what was waited for before; what came in between.
    #[track_caller]
    fn expect(&mut self, text: &str) -> String {
        loop {
            if let Some(at) = self.printed[self.seen..].find(text) {
                let before = self.printed[self.seen..self.seen + at].to_owned();
                self.seen += at + text.len();
                return before;
            }
            assert!(self.read(), "the judge left before {text:?}\n{}", self.printed);
        }
    }

    /// Waits until `text` stands on the screen.
    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        while !self.text().contains(text) {
            assert!(self.read(), "the judge left before {text:?}\n{}", self.text());
        }
    }

    fn text(&self) -> String {
        self.screen.screen().contents()
    }

    fn resize(&mut self, columns_and_rows: (u16, u16)) {
        let (columns, rows) = columns_and_rows;
        self.screen.screen_mut().set_size(rows, columns);
        self.master.resize(size(columns_and_rows)).expect("a terminal can be resized");
    }

    /// Whether anything that was printed has a colour: 30 to 37, 40 to 47, or the bright and the numbered ones.
    fn has_colours(&self) -> bool {
        let text = String::from_utf8_lossy(&self.raw);
        let styles = text.split("\u{1b}[").skip(1).filter_map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            rest[end..].starts_with('m').then_some(&rest[..end])
        });
        let is_colour =
            |code: &str| code.parse().is_ok_and(|code: u8| matches!(code, 30..=38 | 40..=48 | 90..=107));
        styles.flat_map(|style| style.split(';')).any(is_colour)
    }

    /// Waits until the judge has left; its exit code.
    #[track_caller]
    fn left(mut self) -> u32 {
        self.wait()
    }

    #[track_caller]
    fn wait(&mut self) -> u32 {
        while self.read() {}
        self.judge.wait().expect("it was a child").exit_code()
    }
}

#[test]
fn a_person_plays_every_game_to_its_end() {
    let folder = Folder::new();
    for (arguments, turns) in [
        ("othello human random --seed 1", 40),
        ("freedom human dummy --set size=5 --seed 1", 20),
        ("gobblet human random --seed 1", 100),
        ("gobblet human random --set size=4 --seed 1", 200),
        ("battleship human tidy --seed 1", 110),
        ("stones human wolf --seed 1", 120),
    ] {
        let mut terminal = Terminal::start(&folder, &format!("play {arguments}"), (80, 24));
        let is_over = (0..turns).any(|_| {
            let asked = terminal.expect("> ");
            terminal.press(if asked.contains("The game is over") { "\r" } else { "r\r" });
            asked.contains("The game is over")
        });
        assert!(is_over, "{arguments}: {}", terminal.printed);
        assert_eq!(terminal.left(), 0, "{arguments}");
    }
}

#[test]
fn a_person_takes_back_gives_the_seat_away_forks_and_saves() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, "play othello human greedy --set size=6 --seed 1", (80, 24));
    terminal.expect("legal: ");
    terminal.expect("> ");
    terminal.press("z9\r");
    terminal.expect("is no action; write a square");
    terminal.expect("> ");
    terminal.press("b3\r");
    terminal.expect("  1. b3");
    terminal.expect("  2. ");
    terminal.expect("legal: ");
    terminal.expect("> ");
    terminal.press("u\r");
    terminal.expect("back to move 1");
    terminal.expect("legal: c2 b3");
    terminal.expect("> ");
    terminal.press("d5\r");
    terminal.expect("  1. d5");
    terminal.expect("legal: ");
    terminal.expect("> ");
    terminal.press("b edgar\r");
    terminal.expect("edgar plays for you");
    terminal.expect(")> ");
    terminal.press("\r");
    terminal.expect("  3. ");
    terminal.expect("edgar plays for you");
    terminal.expect(")> ");
    terminal.press("h\r");
    terminal.expect("black (you)");
    terminal.expect("legal: ");
    terminal.expect("> ");
    terminal.press("f 1 b3\r");
    terminal.expect("  1. b3");
    terminal.expect("legal: ");
    terminal.expect("> ");
    terminal.press("s fork.json\r");
    terminal.expect("saved to fork.json");
    terminal.expect("> ");
    terminal.press("\u{4}");
    assert_eq!(terminal.left(), 0, "Ctrl-D leaves");
    assert!(folder.read("fork.json").contains("\"0\": \"b3\""));
    let mut terminal = Terminal::start(&folder, "play --load fork.json", (80, 24));
    terminal.expect("  1. b3");
    terminal.expect("legal: ");
    terminal.expect("> ");
    terminal.press("\u{3}");
    assert_eq!(terminal.left(), 0, "Ctrl-C leaves");
}

#[test]
fn a_person_who_loads_a_game_gets_the_seat_back_from_the_bot() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, "play othello human greedy --set size=6 --seed 1", (50, 30));
    terminal.expect("legal: ");
    terminal.expect("> ");
    terminal.press("?\r");
    // A command that goes on below stands under its meaning.
    terminal.expect(
        "  u, undo      take back your last action, with\r\n               all that came after it\r\n",
    );
    terminal.expect("> ");
    terminal.press("b3\r");
    terminal.expect("legal: ");
    terminal.expect("> ");
    terminal.press("b random\r");
    terminal.expect("random plays for you");
    terminal.expect(")> ");
    terminal.press("\r");
    terminal.expect("  4. ");
    terminal.expect("random plays for you");
    terminal.expect(")> ");
    terminal.press("s game.json\r");
    terminal.expect("saved to game.json");
    terminal.expect(")> ");
    terminal.press("\u{4}");
    assert_eq!(terminal.left(), 0);
    let mut terminal = Terminal::start(&folder, "play --load game.json", (50, 30));
    let before = terminal.expect("random plays for you");
    assert!(before.contains("  4. ") && !before.contains("  5. "), "{before}");
    terminal.expect(")> ");
    terminal.press("h\r");
    terminal.expect("black (you)");
    terminal.expect("legal: ");
    terminal.expect("> ");
    terminal.press("\u{4}");
    assert_eq!(terminal.left(), 0);
    let mut terminal = Terminal::start(&folder, "replay game.json", (50, 24));
    terminal.wait_for("move 0 of 4");
    terminal.press("\u{1b}[F");
    terminal.wait_for("The game was not over when it was saved.");
    terminal.press("q");
    assert_eq!(terminal.left(), 0);
}

#[test]
fn two_persons_at_battleship_do_not_see_one_anothers_fleets() {
    let folder = Folder::new();
    let play = "play battleship human human --set size=4 --set fleet=2 --seed 1";
    let mut terminal = Terminal::start(&folder, play, (80, 24));
    terminal.expect("seat 1, ships to place: 2> ");
    terminal.press("2a@0,0\r");
    terminal.expect("seat 1: press Enter");
    terminal.expect(". ");
    terminal.press("\r");
    terminal.expect("seat 2: press Enter");
    terminal.expect(". ");
    // Neither on the screen nor among the lines that can be called back.
    assert!(!terminal.text().contains("2 2"), "{}", terminal.text());
    terminal.press("\r");
    terminal.expect("seat 2, ships to place: 2> ");
    terminal.press("\u{1b}[A2d@3,0\r");
    terminal.expect("seat 2: press Enter");
    terminal.expect(". ");
    terminal.press("\r");
    terminal.expect("seat 1: press Enter");
    terminal.expect(". ");
    terminal.press("\r");
    terminal.expect("seat 1> ");
    terminal.press("3,0\r");
    terminal.expect("hit");
    terminal.expect("seat 1: press Enter");
    terminal.expect(". ");
    terminal.press("\u{4}");
    assert_eq!(terminal.left(), 0);
}

/// The full screen of a game that is played and saved as `game.json`.
fn replay_of_a_saved_game(folder: &Folder) -> Terminal {
    let ended = folder.judge_typing(
        "play othello human greedy --set size=6 --seed 1",
        &format!("{}s game.json\n", "r\n".repeat(30)),
    );
    assert!(ended.stdout.contains("saved to game.json"), "{}", ended.stdout);
    let mut terminal = Terminal::start(folder, "replay game.json", (80, 24));
    terminal.wait_for("move 0 of ");
    terminal
}

#[test]
fn a_game_is_looked_at_full_screen() {
    let folder = Folder::new();
    let mut terminal = replay_of_a_saved_game(&folder);
    terminal.press("\u{1b}[C");
    terminal.wait_for("move 1: ");
    terminal.press("l");
    terminal.wait_for("asked: choose ");
    terminal.press("\u{1b}[F");
    terminal.wait_for(" chips.");
    terminal.press("\u{1b}[H");
    terminal.wait_for("move 0 of ");
    terminal.press("3\r");
    terminal.wait_for("move 3 of ");
    terminal.press("?");
    terminal.wait_for("previous mark");
    terminal.press("?");
    terminal.resize((120, 40));
    terminal.press("4\r");
    terminal.wait_for("move 4 of ");
    terminal.press("f");
    terminal.wait_for("plays instead: ");
    let text = terminal.text();
    let (_, legal) = text.rsplit_once("legal: ").expect("they are listed");
    let other = legal.split_whitespace().next().expect("there is one").to_owned();
    terminal.press(&format!("{other}\r"));
    terminal.wait_for("forked at move 5");
    terminal.press("sfork.json\r");
    terminal.wait_for("saved to fork.json");
    terminal.press("o");
    terminal.wait_for("move 5 of ");
    terminal.resize((80, 24));
    terminal.press("1\r");
    terminal.wait_for("move 1 of ");
    terminal.press("++++ ");
    terminal.wait_for(" chips.");
    terminal.press("q");
    assert_eq!(terminal.left(), 0);
    let ended = folder.judge("replay fork.json --print");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(ended.stdout.contains(&format!("  5. {other}")), "{}", ended.stdout);
}

#[test]
fn a_key_that_is_pressed_while_the_window_changes_its_size_is_not_lost() {
    let folder = Folder::new();
    let mut terminal = replay_of_a_saved_game(&folder);
    for at in (1..30).step_by(2) {
        // The viewer draws after the first key, and finds the new size and the second key together.
        terminal.press("l");
        terminal.resize(if at % 4 == 1 { (100, 30) } else { (80, 24) });
        terminal.press("l");
        terminal.wait_for(&format!("move {} of ", at + 1));
    }
    terminal.press("q");
    assert_eq!(terminal.left(), 0);
}

#[test]
fn no_command_has_colours_where_nobody_wants_them() {
    let folder = Folder::new();
    let saved = folder.judge_typing("play gobblet human ok --seed 4", "L@1,1\ns game.json\nq\n");
    assert!(saved.stdout.contains("saved to game.json"), "{}", saved.stdout);
    for (arguments, keys) in [
        ("compare --no-such-option", ""),
        ("play othello greedy random --set size=4 --seed 1 --delay 0", ""),
        ("play gobblet human ok --seed 4", "q\r"),
        ("replay game.json --print", ""),
        ("replay game.json", "llq"),
    ] {
        let colours = |environment: &[(&str, &str)]| {
            let mut terminal = Terminal::start_with(&folder, arguments, (80, 24), environment);
            terminal.press(keys);
            terminal.wait();
            terminal.has_colours()
        };
        assert!(colours(&[]), "{arguments}: else this test would say nothing");
        assert!(!colours(&[("NO_COLOR", "1")]), "{arguments}");
    }
    for arguments in
        ["--help", "run --help", "compare greedy random --game othello --set size=4 --rounds 2", "games"]
    {
        let mut terminal = Terminal::start_with(&folder, arguments, (80, 24), &[("NO_COLOR", "1")]);
        terminal.wait();
        assert!(!terminal.has_colours(), "{arguments}");
    }
}

/// Results of a tournament with two games of bots, one of a bot that commits a fault, and walkovers.
fn results() -> Folder {
    let cup = "game = \"battleship\"\nseed = 7\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n";
    let folder = Folder::new().file("cup.toml", cup).bots(&["crasher", "stupid", "tidy"]);
    folder.play("");
    folder
}
