//! Text with colours, which a line of output and a full screen show alike.

use anstyle::{AnsiColor, Effects, Style};
use judge_play::games::Seat;

/// The role of a piece of text, and so its look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Text.
    #[default]
    Plain,
    /// Less important text.
    Faint,
    /// More important text.
    Strong,
    /// The pieces or words of a seat.
    Seat(Seat),
    /// The pieces of a seat, on a place that the last action changed.
    Changed(Option<Seat>),
    /// A hit.
    Hit,
    /// An action that may be chosen.
    Choice,
    /// Something went wrong.
    Wrong,
}

/// The colours of the seats.
const SEATS: [AnsiColor; 8] = [
    AnsiColor::BrightCyan,
    AnsiColor::BrightYellow,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightGreen,
    AnsiColor::BrightRed,
    AnsiColor::BrightBlue,
    AnsiColor::BrightWhite,
    AnsiColor::Green,
];

impl Ink {
    /// The colours and effects.
    pub(crate) fn style(self) -> Style {
        let seat = |seat: Seat| Style::new().fg_color(Some(SEATS[seat.index() % SEATS.len()].into())).bold();
        match self {
            Self::Plain => Style::new(),
            Self::Faint => Style::new().dimmed(),
            Self::Strong => Style::new().bold(),
            Self::Seat(owner) => seat(owner),
            Self::Changed(owner) => {
                owner.map_or_else(Style::new, seat).effects(Effects::INVERT | Effects::BOLD)
            }
            Self::Hit | Self::Wrong => Style::new().fg_color(Some(AnsiColor::BrightRed.into())).bold(),
            Self::Choice => Style::new().fg_color(Some(AnsiColor::Green.into())),
        }
    }
}

/// Text of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// The text, safe to be shown.
    pub(crate) text: String,
    /// Its role.
    pub(crate) ink: Ink,
}

/// A row of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InkRow(pub(crate) Vec<Span>);

impl InkRow {
    /// A row with nothing in it.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A row of plain text.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::new().with(Ink::Plain, text)
    }

    /// The row with more text at its end.
    pub(crate) fn with(mut self, ink: Ink, text: impl Into<String>) -> Self {
        self.push(ink, text);
        self
    }

    /// Adds text at the end.
    pub(crate) fn push(&mut self, ink: Ink, text: impl Into<String>) {
        self.0.push(Span { text: text.into(), ink });
    }

    /// Fills the row with spaces up to a width.
    pub(crate) fn pad(&mut self, width: usize) {
        self.push(Ink::Plain, " ".repeat(width.saturating_sub(self.width())));
    }

    /// Characters of the row.
    pub(crate) fn width(&self) -> usize {
        self.0.iter().map(|span| span.text.chars().count()).sum()
    }

    /// The row on as many rows as it takes, so that none has more than so many columns; words stay whole where they can.
    /// All but the first begin `indent` columns in, if that leaves them half of the room.
    #[must_use]
    pub fn wrapped(&self, columns: usize, indent: usize) -> Vec<Self> {
        let indent = indent.min(columns / 2);
        let all: Vec<(char, Ink)> =
            self.0.iter().flat_map(|span| span.text.chars().map(|c| (c, span.ink))).collect();
        let mut rest = all.as_slice();
        let mut rows = Vec::new();
        let (mut start, mut room) = (0, columns);
        while rest.len() > room && room > 0 {
            let end = rest[..=room].iter().rposition(|(c, _)| *c == ' ').filter(|end| *end > 0);
            let (row, others) = rest.split_at(end.unwrap_or(room));
            rows.push(Self::of(start, row));
            let spaces = others.iter().take_while(|(c, _)| *c == ' ').count();
            rest = &others[spaces..];
            (start, room) = (indent, columns - indent);
        }
        if rows.is_empty() || !rest.is_empty() {
            rows.push(Self::of(start, rest));
        }
        rows
    }

    /// These characters, so many columns in.
    fn of(start: usize, characters: &[(char, Ink)]) -> Self {
        let mut row = Self::new();
        if start > 0 {
            row.push(Ink::Plain, " ".repeat(start));
        }
        for same in characters.chunk_by(|one, next| one.1 == next.1) {
            row.push(same[0].1, same.iter().map(|(c, _)| c).collect::<String>());
        }
        row
    }

    /// The text alone.
    #[must_use]
    pub fn plain(&self) -> String {
        let text: String = self.0.iter().map(|span| span.text.as_str()).collect();
        text.trim_end().to_owned()
    }

    /// The text with a terminal's colours.
    #[must_use]
    pub fn ansi(&self) -> String {
        let span = |Span { text, ink }: &Span| {
            let style = ink.style();
            if style.is_plain() || text.is_empty() { text.clone() } else { format!("{style}{text}{style:#}") }
        };
        self.0.iter().map(span).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_row_goes_on_below_at_a_word() {
        let row = InkRow::text("one ").with(Ink::Strong, "two three").with(Ink::Plain, " fourfourfour ");
        let rows = row.wrapped(8, 0);
        let texts: Vec<String> = rows.iter().map(InkRow::plain).collect();
        assert_eq!(texts, ["one two", "three", "fourfour", "four"]);
        assert_eq!(rows[1], InkRow::new().with(Ink::Strong, "three"));
        assert_eq!(row.wrapped(80, 0).len(), 1);
        assert_eq!(InkRow::new().wrapped(8, 0), [InkRow::new()]);
    }

    #[test]
    fn what_goes_on_below_stands_under_its_text() {
        let wrapped = |columns: usize, indent: usize| -> Vec<String> {
            InkRow::text("u    take it back").wrapped(columns, indent).iter().map(InkRow::plain).collect()
        };
        assert_eq!(wrapped(12, 5), ["u    take it", "     back"]);
        assert_eq!(wrapped(80, 5), ["u    take it back"]);
        assert_eq!(wrapped(6, 5), ["u", "   tak", "   e", "   it", "   bac", "   k"], "half of it is text");
    }

    #[test]
    fn a_row_is_the_same_with_and_without_colours() {
        let mut row = InkRow::text("a ").with(Ink::Seat(Seat(1)), "b").with(Ink::Changed(None), "c");
        row.pad(6);
        assert_eq!((row.plain().as_str(), row.width()), ("a bc", 6));
        assert!(row.ansi().starts_with("a \u{1b}["));
    }
}
