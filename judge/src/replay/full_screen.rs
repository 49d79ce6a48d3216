//! The full screen: keys and ticks into the viewer, the viewer onto the terminal.

use std::io::{self, Stdout};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use judge_core::error::Error;
use judge_terminal::viewer::{Key, Viewer, Wish};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

/// Shows a game until the person leaves.
pub(super) fn show(mut viewer: Viewer) -> Result<(), Error> {
    let trouble = |error: io::Error| {
        Error::Machine(format!("the terminal cannot be used: {error}; --print writes the game as text"))
    };
    let _full = FullScreen::enter().map_err(trouble)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout())).map_err(trouble)?;
    run(&mut terminal, &mut viewer).map_err(trouble)
}

/// The full screen, which is left whatever happens.
struct FullScreen;

impl FullScreen {
    fn enter() -> io::Result<Self> {
        enable_raw_mode()?;
        let full = Self;
        execute!(io::stdout(), EnterAlternateScreen)?;
        Ok(full)
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        // There is nobody to tell if the terminal went away.
        let _ = execute!(io::stdout(), LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

fn run(terminal: &mut Terminal<CrosstermBackend<Stdout>>, viewer: &mut Viewer) -> io::Result<()> {
    loop {
        terminal.draw(|frame| viewer.draw(frame))?;
        let until = viewer.interval().map(|interval| Instant::now() + Duration::from_millis(interval));
        match next_key(until)? {
            None => viewer.tick(),
            Some(Pressed::Resized) => {}
            Some(Pressed::Key(key)) => {
                if viewer.press(key) == Wish::Leave {
                    return Ok(());
                }
            }
        }
    }
}

/// What came from the terminal.
enum Pressed {
    Key(Key),
    /// The screen has another size and is to be drawn again.
    Resized,
}

/// The next key; `None` if there is none before `until`.
fn next_key(until: Option<Instant>) -> io::Result<Option<Pressed>> {
    loop {
        if let Some(until) = until
            && !event::poll(until.saturating_duration_since(Instant::now()))?
        {
            return Ok(None);
        }
        match event::read()? {
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

fn key(pressed: KeyEvent) -> Option<Key> {
    let is_control = pressed.modifiers.contains(KeyModifiers::CONTROL);
    Some(match pressed.code {
        KeyCode::Char('c' | 'd') if is_control => Key::Interrupt,
        KeyCode::Char(_) if is_control => return None,
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        _ => return None,
    })
}
