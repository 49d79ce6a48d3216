//! What all games came to, in the schedule's order, on disk: so memory stays
//! the same however many games there are.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};

use crate::record::GameResult;

/// What the games came to, in the schedule's order. Its file has no name, and goes with it.
pub struct Ledger {
    file: BufWriter<File>,
    void: usize,
}

impl Ledger {
    /// An empty ledger.
    ///
    /// # Errors
    /// If there is no room for temporary files.
    pub fn new() -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile::tempfile()?), void: 0 })
    }

    /// Enters the next game.
    ///
    /// # Errors
    /// If the disk is full.
    pub fn enter(&mut self, result: &GameResult) -> io::Result<()> {
        self.void += usize::from(result.is_void());
        serde_json::to_writer(&mut self.file, result)?;
        self.file.write_all(b"\n")
    }

    /// How many games are void.
    #[must_use]
    pub fn void(&self) -> usize {
        self.void
    }

    /// All games entered, from the first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(&mut self) -> io::Result<impl Iterator<Item = io::Result<GameResult>> + '_> {
        self.file.flush()?;
        self.file.rewind()?;
        let lines = BufReader::new(self.file.get_ref()).lines();
        Ok(lines.map(|line| Ok(serde_json::from_str(&line?)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::referee::Verdict;

    #[test]
    fn games_come_back_in_order_and_more_can_be_entered() {
        let void = Record {
            turns: 3,
            asked: vec![1, 2],
            fuel: vec![u64::MAX, 0],
            transcript_sha256: [9; 32],
            ..Record::blank(Verdict::Void("a test".into()))
        };
        let mut games = vec![GameResult::Walkover, GameResult::Played(void), GameResult::Unplayed];
        let mut ledger = Ledger::new().expect("there is room for temporary files");
        for round in 1..=2 {
            for game in &games[games.len() - 3..] {
                ledger.enter(game).expect("there is room");
            }
            let read: io::Result<Vec<GameResult>> = ledger.read().expect("it can be read").collect();
            assert_eq!(read.expect("it can be read"), games);
            assert_eq!(ledger.void(), round);
            games.extend_from_within(..3);
        }
    }
}
