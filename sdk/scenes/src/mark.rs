//! Marks on actions that stand out: hits, captures, passes.

use std::borrow::Cow;
use std::fmt;

/// Something that stands out in an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The words that follow the action and its player: `hit`, `turns 4 chips`.
    pub text: String,
    /// Its importance.
    pub weight: Weight,
    /// The kind of event.
    pub kind: MarkKind,
}

/// The importance of a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It happens in nearly every turn.
    Usual,
    /// It is worth a jump.
    Rare,
    /// It belongs on a time line, in these words: `a ship is sunk`.
    Event(Cow<'static, str>),
}

/// The kinds of events that stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// Any.
    Plain,
    /// A loss for the other side.
    Blow,
    /// There was no other action, which says as much as that it was forced.
    Pass,
    /// The score changed. In an opening nobody earned it.
    Score,
}

impl Mark {
    /// Something plain.
    #[must_use]
    pub fn new(text: impl Into<String>, weight: Weight) -> Self {
        Self { text: text.into(), weight, kind: MarkKind::Plain }
    }

    /// The same of another kind.
    #[must_use]
    pub fn of(self, kind: MarkKind) -> Self {
        Self { kind, ..self }
    }

    /// Whether the turn is worth a jump: not what happens in nearly every turn.
    #[must_use]
    pub fn is_rare(&self) -> bool {
        self.weight != Weight::Usual
    }

    /// The words that belong on a time line.
    #[must_use]
    pub fn event(&self) -> Option<&str> {
        if let Weight::Event(words) = &self.weight { Some(words) } else { None }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
