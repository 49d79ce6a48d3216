//! The effect of each key.

use super::{Beside, PAGE, SPEEDS, TypedKeys, Viewer, ViewerMode, Wish};

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressedKey {
    /// A character.
    Char(char),
    /// An arrow.
    Left,
    /// An arrow.
    Right,
    /// An arrow.
    Up,
    /// An arrow.
    Down,
    /// To the first move.
    Home,
    /// To the last move.
    End,
    /// Some moves back.
    PageUp,
    /// Some moves on.
    PageDown,
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Backspace.
    Backspace,
    /// Ctrl-C or Ctrl-D.
    Interrupt,
}

/// The keys, each with what it does.
pub(super) const KEYS: &[(&str, &str)] = &[
    ("← → or h l", "one move back, one move on"),
    ("PgUp PgDn", "ten moves back, ten moves on"),
    ("Home End", "the beginning, the end"),
    ("12 Enter", "jump to move 12"),
    ("n p", "next, previous mark: capture, pass, sunk ship, fault"),
    ("Space + -", "play or pause, faster, slower"),
    ("f", "fork: play another action here, and the bots go on"),
    ("o", "back to the game that the fork left"),
    ("s", "save this game or fork to a file"),
    ("N P", "next, previous game of a folder of results"),
    ("q", "leave"),
];

impl Viewer {
    /// Does what a key asks for.
    pub fn press(&mut self, key: PressedKey) -> Wish {
        if key == PressedKey::Interrupt {
            return Wish::Quit;
        }
        self.message.clear();
        match std::mem::replace(&mut self.mode, ViewerMode::Moving) {
            ViewerMode::Moving => return self.moving(key),
            ViewerMode::Helping => {}
            ViewerMode::Typing(what, text) => match edit(key, text) {
                Edited::Text(text) => self.mode = ViewerMode::Typing(what, text),
                Edited::Done(text) => self.typed(&what, text.trim()),
                Edited::Left => {}
            },
        }
        Wish::Go
    }

    fn typed(&mut self, what: &TypedKeys, text: &str) {
        match (what, text.parse()) {
            (TypedKeys::Move, Ok(at)) => self.go_to(at),
            (TypedKeys::Move, Err(_)) => "type the number of a move".clone_into(&mut self.message),
            _ if text.is_empty() => {}
            (TypedKeys::Action(_), _) => self.fork(text),
            (TypedKeys::File, _) => self.save(text),
        }
    }

    fn moving(&mut self, key: PressedKey) -> Wish {
        let at = self.branch().at;
        // Whoever moves by hand does not want to be moved.
        self.is_playing &= matches!(key, PressedKey::Char(' ' | '+' | '-' | '='));
        match key {
            PressedKey::Right | PressedKey::Down | PressedKey::Char('l' | 'j') => self.go_to(at + 1),
            PressedKey::Left | PressedKey::Up | PressedKey::Char('h' | 'k') => {
                self.go_to(at.saturating_sub(1));
            }
            PressedKey::PageDown => self.go_to(at + PAGE),
            PressedKey::PageUp => self.go_to(at.saturating_sub(PAGE)),
            PressedKey::Home => self.go_to(0),
            PressedKey::End => self.go_to(usize::MAX),
            PressedKey::Char('n') => self.go_to_mark(Beside::Next),
            PressedKey::Char('p') => self.go_to_mark(Beside::Previous),
            PressedKey::Char(' ') => self.play_or_pause(),
            PressedKey::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            PressedKey::Char('-') => self.speed = self.speed.saturating_sub(1),
            PressedKey::Char('f') => self.begin_fork(),
            PressedKey::Char('o') => self.leave_fork(),
            PressedKey::Char('s') => self.mode = ViewerMode::Typing(TypedKeys::File, String::new()),
            PressedKey::Char('?') => self.mode = ViewerMode::Helping,
            PressedKey::Char(digit) if digit.is_ascii_digit() => {
                self.mode = ViewerMode::Typing(TypedKeys::Move, digit.to_string());
            }
            PressedKey::Char('N') if self.is_one_of_many => return Wish::Show(Beside::Next),
            PressedKey::Char('P') if self.is_one_of_many => return Wish::Show(Beside::Previous),
            PressedKey::Char('q') | PressedKey::Escape => return Wish::Leave,
            _ => "? lists the keys".clone_into(&mut self.message),
        }
        Wish::Go
    }

    fn play_or_pause(&mut self) {
        self.is_playing = !self.is_playing;
        if self.is_playing && self.branch().at == self.moves() {
            self.go_to(0);
        }
    }
}

/// The effect of a key while text is typed.
pub(crate) enum Edited {
    /// The text goes on.
    Text(String),
    /// It is finished.
    Done(String),
    /// The person wants none of it.
    Left,
}

/// The longest text that can be typed.
const CHARACTERS_MAX: usize = 400;

/// The text being typed after a key.
pub(crate) fn edit(key: PressedKey, mut text: String) -> Edited {
    match key {
        PressedKey::Enter => return Edited::Done(text),
        PressedKey::Escape => return Edited::Left,
        PressedKey::Backspace => drop(text.pop()),
        PressedKey::Char(c) if !c.is_control() && text.chars().count() < CHARACTERS_MAX => text.push(c),
        _ => {}
    }
    Edited::Text(text)
}
