//! The full screen: keys and ticks into the viewer or the list of games, and these onto the terminal.

use std::io::{self, Stdout};
use std::time::{Duration, Instant};

use crossterm::cursor::Show;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use judge_core::error::Error;
use judge_terminal::chooser::Chooser;
use judge_terminal::viewer::{PressedKey, Viewer, Wish};
use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;

use crate::shared::stop;

/// The full screen, which is left whatever happens.
pub(super) struct FullScreen(Terminal<CrosstermBackend<Stdout>>);

impl FullScreen {
    /// Takes the whole screen.
    pub(super) fn enter() -> Result<Self, Error> {
        enter().map_err(|error| trouble(&error))?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()));
        terminal.map(Self).inspect_err(|_| leave()).map_err(|error| trouble(&error))
    }

    /// Shows a game until the person wants something else.
    pub(super) fn show(&mut self, viewer: &mut Viewer) -> Result<Wish, Error> {
        self.run(|screen| {
            screen.0.draw(|frame| viewer.draw(frame))?;
            let until = viewer.interval().map(|interval| Instant::now() + Duration::from_millis(interval));
            match screen.next_key(until)? {
                Some(Pressed::Key(key)) => return Ok(viewer.press(key)),
                Some(Pressed::Resized) => {}
                None => viewer.tick(),
            }
            Ok(Wish::Go)
        })
    }

    /// Shows the list of games until the person has chosen one, or leaves.
    pub(super) fn choose(&mut self, chooser: &mut Chooser) -> Result<Wish, Error> {
        self.run(|screen| {
            screen.0.draw(|frame| chooser.draw(frame))?;
            let Some(Pressed::Key(key)) = screen.next_key(None)? else { return Ok(Wish::Go) };
            Ok(chooser.press(key))
        })
    }

    /// Draws the list of games, and waits for no key.
    pub(super) fn draw(&mut self, chooser: &Chooser) -> Result<(), Error> {
        self.0.draw(|frame| chooser.draw(frame)).map(|_| ()).map_err(|error| trouble(&error))
    }

    fn run(&mut self, mut step: impl FnMut(&mut Self) -> io::Result<Wish>) -> Result<Wish, Error> {
        loop {
            match step(self).map_err(|error| trouble(&error))? {
                Wish::Go => {}
                wish => return Ok(wish),
            }
        }
    }

    /// The next key; `None` if there is none before `until`.
    fn next_key(&mut self, until: Option<Instant>) -> io::Result<Option<Pressed>> {
        loop {
            if let Some(until) = until
                && !event::poll(until.saturating_duration_since(Instant::now()))?
            {
                return Ok(None);
            }
            match event::read()? {
                Event::Key(pressed) if is_put_aside(pressed) => {
                    leave();
                    stop::until_continued();
                    enter()?;
                    // Not `clear`, which asks the terminal where the cursor is: not all answer.
                    let all = self.0.size()?.into();
                    self.0.resize(all)?;
                    return Ok(Some(Pressed::Resized));
                }
                Event::Key(pressed) if pressed.kind != KeyEventKind::Release => {
                    if let Some(key) = key(pressed) {
                        return Ok(Some(Pressed::Key(key)));
                    }
                }
                Event::Resize(..) => return Ok(Some(Pressed::Resized)),
                _ => {}
            }
        }
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen).inspect_err(|_| leave())
}

fn leave() {
    // There is nobody to tell if the terminal went away.
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

fn trouble(error: &io::Error) -> Error {
    Error::Machine(format!("the terminal cannot be used: {error}; --print writes the game as text"))
}

/// Whether it is Ctrl-Z, which puts the judge aside.
fn is_put_aside(pressed: KeyEvent) -> bool {
    stop::IS_KNOWN
        && pressed.kind == KeyEventKind::Press
        && pressed.modifiers.contains(KeyModifiers::CONTROL)
        && pressed.code == KeyCode::Char('z')
}

/// Input from the terminal.
enum Pressed {
    Key(PressedKey),
    /// The screen has another size and is to be drawn again.
    Resized,
}

fn key(pressed: KeyEvent) -> Option<PressedKey> {
    let is_control = pressed.modifiers.contains(KeyModifiers::CONTROL);
    Some(match pressed.code {
        KeyCode::Char('c' | 'd') if is_control => PressedKey::Interrupt,
        KeyCode::Char(_) if is_control => return None,
        KeyCode::Char(c) => PressedKey::Char(c),
        KeyCode::Left => PressedKey::Left,
        KeyCode::Right => PressedKey::Right,
        KeyCode::Up => PressedKey::Up,
        KeyCode::Down => PressedKey::Down,
        KeyCode::Home => PressedKey::Home,
        KeyCode::End => PressedKey::End,
        KeyCode::PageUp => PressedKey::PageUp,
        KeyCode::PageDown => PressedKey::PageDown,
        KeyCode::Enter => PressedKey::Enter,
        KeyCode::Esc => PressedKey::Escape,
        KeyCode::Backspace => PressedKey::Backspace,
        _ => return None,
    })
}
