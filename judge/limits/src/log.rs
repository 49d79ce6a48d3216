//! The log of a bot: lines in, the text that is kept and the number of bytes cut out.

use crate::Limits;

/// Bytes that are kept of the end of the dropped text.
const END_BYTES_MAX: usize = 512;

/// The log of a bot in a game, as far as it is kept.
#[derive(Clone, Debug, Default)]
pub struct Log {
    text: String,
    dropped_bytes: u64,
    /// The end of the text dropped in this turn: it may explain why the bot ends.
    dropped_end: String,
    left_in_turn: u64,
    bytes_per_turn: u64,
    bytes_per_game: u64,
}

impl Log {
    /// An empty log with room as the limits have it.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let Limits { log_bytes_per_turn: bytes_per_turn, log_bytes_per_game: bytes_per_game, .. } = *limits;
        Self { left_in_turn: bytes_per_turn, bytes_per_turn, bytes_per_game, ..Self::default() }
    }

    /// A turn begins, with room of its own.
    #[inline]
    pub fn begin_turn(&mut self) {
        self.left_in_turn = self.bytes_per_turn;
        self.dropped_end.clear();
    }

    /// Appends `line`, or as much of it as the turn and the game have room for.
    pub fn push(&mut self, line: &str) {
        let left_in_game = self.bytes_per_game - self.text.len() as u64;
        // One byte is for the line's end.
        let room = self.left_in_turn.min(left_in_game).checked_sub(1);
        let fits = |room: u64| usize::try_from(room).unwrap_or(usize::MAX);
        let kept = room.map_or("", |room| &line[..line.floor_char_boundary(fits(room))]);
        if kept.len() < line.len() {
            self.cut((line.len() - kept.len()) as u64);
            self.keep_end(line);
        }
        if room.is_some() && (line.is_empty() || !kept.is_empty()) {
            self.left_in_turn -= kept.len() as u64 + 1;
            self.text.push_str(kept);
            self.text.push('\n');
        }
    }

    /// Keeps the end of the dropped text, line by line.
    fn keep_end(&mut self, line: &str) {
        if self.bytes_per_turn.min(self.bytes_per_game) == 0 {
            return;
        }
        self.dropped_end.push_str(&line[line.ceil_char_boundary(line.len().saturating_sub(END_BYTES_MAX))..]);
        self.dropped_end.push('\n');
        let excess = self.dropped_end.len().saturating_sub(END_BYTES_MAX);
        self.dropped_end.drain(..self.dropped_end.ceil_char_boundary(excess));
    }

    /// Counts bytes that are not even offered.
    pub fn cut(&mut self, bytes: u64) {
        self.dropped_bytes = self.dropped_bytes.saturating_add(bytes);
    }

    /// The most bytes of a game that are kept.
    pub(crate) fn bytes_per_game(&self) -> usize {
        usize::try_from(self.bytes_per_game).unwrap_or(usize::MAX)
    }

    /// Bytes of the lines kept: the beginning of [`Log::text`], which stays as it is.
    #[must_use]
    pub fn kept_bytes(&self) -> usize {
        self.text.len()
    }

    /// The lines kept, one with the number of bytes cut, and the last lines cut in the last turn.
    #[must_use]
    pub fn text(&self) -> String {
        match self.dropped_bytes {
            0 => self.text.clone(),
            dropped => {
                // A line that was cut at its beginning tells nothing; the last one does even so.
                let (first, rest) = self.dropped_end.split_once('\n').unwrap_or_default();
                let end = if rest.is_empty() { first } else { rest.trim_end() };
                let newline = if end.is_empty() { "" } else { "\n" };
                format!("{}({dropped} more bytes were cut)\n{end}{newline}", self.text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log with so much room.
    fn log(bytes_per_turn: u64, bytes_per_game: u64) -> Log {
        let limits = Limits {
            log_bytes_per_turn: bytes_per_turn,
            log_bytes_per_game: bytes_per_game,
            ..Limits::default()
        };
        Log::new(&limits)
    }

    #[test]
    fn a_log_keeps_what_fits_a_turn_and_tells_the_rest() {
        let mut log = log(8, 100);
        log.push("1234567");
        log.push("x");
        assert_eq!(log.text(), "1234567\n(1 more bytes were cut)\nx\n");
    }

    #[test]
    fn a_log_keeps_what_fits_a_game() {
        let mut log = log(8, 10);
        log.push("1234567");
        log.left_in_turn = 8;
        log.push("123");
        assert_eq!(log.text(), "1234567\n1\n(2 more bytes were cut)\n123\n");
    }

    #[test]
    fn a_log_is_cut_between_characters() {
        let mut log = log(4, 100);
        log.push("éé");
        assert_eq!(log.text(), "é\n(2 more bytes were cut)\néé\n");
    }

    #[test]
    fn the_end_of_what_was_cut_in_the_last_turn_is_told() {
        let mut log = log(8, 100);
        log.push("1234567");
        log.push(&"x".repeat(10_000));
        log.push("an error");
        let text = log.text();
        let end = text.strip_prefix("1234567\n(10008 more bytes were cut)\n").expect("that comes first");
        assert_eq!(end, "an error\n");
        log.begin_turn();
        log.push("1");
        assert_eq!(log.text(), "1234567\n1\n(10008 more bytes were cut)\n");
    }

    #[test]
    fn a_log_without_room_keeps_nothing() {
        let mut log = log(0, 100);
        log.push("x");
        assert_eq!(log.text(), "(1 more bytes were cut)\n");
    }

    #[test]
    fn empty_lines_count_too() {
        let mut log = log(3, 100);
        for _ in 0..10 {
            log.push("");
        }
        assert_eq!(log.text(), "\n\n\n");
    }
}
