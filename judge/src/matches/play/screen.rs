//! The terminal, or what stands in its place: where rows are shown and lines are typed.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use judge_terminal::board::{Glyphs, Look};
use judge_terminal::ink::InkRow;
use judge_terminal::terminal_game::console::Console;
use judge_terminal::typed::DRAW;
use rustyline::error::ReadlineError;
use rustyline::{
    Cmd, ConditionalEventHandler, Config, DefaultEditor, Event, EventContext, EventHandler, KeyEvent,
    RepeatCount,
};

use crate::shared::screen::look;
use crate::shared::stop;

/// The pause after a bot's action where only bots play, on a terminal.
const DELAY: Duration = Duration::from_millis(400);
/// Moves the cursor home, and wipes the screen and what was scrolled off it.
const WIPE: &str = "\u{1b}[H\u{1b}[2J\u{1b}[3J";
/// The most bytes of a line from a pipe.
const LINE_BYTES_MAX: u64 = 64 << 10;

/// The terminal, or a file or pipe in its place.
pub(super) struct Screen {
    /// Keys, history and all, where a person types.
    editor: Option<DefaultEditor>,
    /// Whether Ctrl-Z was pressed.
    is_put_aside: Arc<AtomicBool>,
    look: Look,
    delay: Option<Duration>,
}

impl Screen {
    /// The screen that this process has.
    pub(super) fn new(delay: Option<Duration>) -> Self {
        let has_terminal = io::stdout().is_terminal();
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = (has_terminal && io::stdin().is_terminal())
            .then(|| DefaultEditor::with_config(config).ok())
            .flatten();
        let is_put_aside = Arc::new(AtomicBool::new(false));
        if let Some(editor) = editor.as_mut().filter(|_| stop::IS_KNOWN) {
            let put_aside = EventHandler::Conditional(Box::new(PutAside(Arc::clone(&is_put_aside))));
            editor.bind_sequence(KeyEvent::ctrl('Z'), put_aside);
        }
        Self { editor, is_put_aside, look: look(), delay }
    }
}

impl Console for Screen {
    fn say_indented(&mut self, row: &InkRow, indent: usize) {
        // Elsewhere a line stays one line: whoever reads it wraps it, or searches it.
        let columns =
            console::Term::stdout().size_checked().map_or(usize::MAX, |(_, columns)| columns.into());
        for row in row.wrapped(columns, indent) {
            // A reader that went away is no error, and nobody sees the rest.
            let written = writeln!(anstream::stdout(), "{}", row.ansi());
            if written.is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
                std::process::exit(0);
            }
        }
    }

    fn ask(&mut self, prompt: &str) -> Option<String> {
        if let Some(editor) = &mut self.editor {
            return match editor.readline(prompt) {
                Err(ReadlineError::Interrupted) if self.is_put_aside.swap(false, Ordering::Relaxed) => {
                    stop::until_continued();
                    // Whatever stands on the screen now, it is not the board.
                    Some(DRAW.to_owned())
                }
                // Ctrl-C and Ctrl-D leave, as does a terminal that goes away.
                line => line.ok(),
            };
        }
        let mut stdout = io::stdout();
        let _ = writeln!(stdout, "{}", prompt.trim_end()).and_then(|()| stdout.flush());
        read_line()
    }

    fn wipe(&mut self) {
        if self.look.glyphs == Glyphs::Symbols {
            // At once: the next prompt goes to the terminal by another way.
            let mut stdout = io::stdout();
            let _ = write!(stdout, "{WIPE}").and_then(|()| stdout.flush());
        }
        if let Some(editor) = &mut self.editor {
            let _ = editor.clear_history();
        }
    }

    fn rest(&mut self, is_watched: bool) {
        let usual = (is_watched && self.shows_every_board()).then_some(DELAY);
        if let Some(delay) = self.delay.or(usual) {
            thread::sleep(delay);
        }
    }

    fn look(&self) -> Look {
        self.look
    }

    fn shows_every_board(&self) -> bool {
        self.look.glyphs == Glyphs::Symbols
    }
}

/// Ctrl-Z: notes it, and ends the line.
struct PutAside(Arc<AtomicBool>);

impl ConditionalEventHandler for PutAside {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.0.store(true, Ordering::Relaxed);
        Some(Cmd::Interrupt)
    }
}

/// A line from a file or a pipe; `None` at its end.
fn read_line() -> Option<String> {
    let mut line = Vec::new();
    let mut input = io::Read::take(io::stdin().lock(), LINE_BYTES_MAX);
    let read = input.read_until(b'\n', &mut line).ok()?;
    (read > 0).then(|| String::from_utf8_lossy(&line).into_owned())
}
