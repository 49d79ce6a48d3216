//! The event log: an append-only file, one line an event, each with the hash of all before it.
//!
//! A line is the SHA-256 of the hash of the line before, of the time and of the event's JSON, in hexadecimal digits; the
//! time in seconds since 1970; and the JSON. An event is on the disk before anything follows from it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use judge_core::file::{self, Links};
use sha2::{Digest as _, Sha256};

use crate::log::digest::Digest;
use crate::log::event::SeasonEvent;

/// No event has as many bytes; a file that somebody sends may have them without a line's end.
const EVENT_BYTES_MAX: u64 = 16 << 20;

/// The log, open at its end.
#[derive(Debug)]
pub struct Chain {
    path: PathBuf,
    file: File,
    end: u64,
    head: Digest,
    time: u64,
    /// Hashes that stand in the file, and where: that of the first event, and that of the last.
    marks: Vec<(u64, Digest)>,
}

/// An event as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenEvent {
    /// The event itself.
    pub event: SeasonEvent,
    /// The time of the event, in seconds since 1970.
    pub time: u64,
    /// The hash of this event and all before it.
    pub head: Digest,
}

/// The faults of a log.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "its variants say what their fields are")]
pub enum BrokenLog {
    /// It cannot be read.
    #[error("the event log cannot be read: {0}")]
    Io(#[from] io::Error),
    /// An event is not as it was written.
    #[error("event {number}: {problem}")]
    Event { number: usize, problem: String },
}

impl Chain {
    /// Opens the log, makes it if it is missing, and reads all events. A torn last line is cut off: what it was to
    /// hold has had no effect.
    ///
    /// # Errors
    /// If it cannot be read, or an event is not as it was written.
    pub fn open(path: &Path) -> Result<(Self, Vec<WrittenEvent>), BrokenLog> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let (events, end, last) = read_all(&file)?;
        if file.metadata()?.len() > end {
            file.set_len(end)?;
            file.sync_all()?;
        }
        file.seek(SeekFrom::End(0))?;
        let (head, time) = events.last().map_or_else(Default::default, |last| (last.head, last.time));
        let marks = events.first().map_or_else(Vec::new, |first| vec![(0, first.head), (last, head)]);
        Ok((Self { path: path.to_owned(), file, end, head, time, marks }, events))
    }

    /// Reads the log, and changes nothing.
    pub fn look(path: &Path) -> Result<Vec<WrittenEvent>, BrokenLog> {
        Self::look_to_its_end(path).map(|(events, _)| events)
    }

    /// The same, with how many bytes come behind the last whole line.
    pub(crate) fn look_to_its_end(path: &Path) -> Result<(Vec<WrittenEvent>, u64), BrokenLog> {
        let file = file::open(path, Links::Refuse)?;
        let (events, end, _) = read_all(&file)?;
        let torn = file.metadata()?.len().saturating_sub(end);
        Ok((events, torn))
    }

    /// The time of an event that happens at `now` by the machine's clock: it never goes back.
    pub fn time(&self, now: u64) -> u64 {
        self.time.max(now)
    }

    /// Writes an event, which happens at `now`; when this returns it is on the disk.
    ///
    /// # Errors
    /// If the file system refuses; the log is as it was then.
    pub fn append(&mut self, event: &SeasonEvent, now: u64) -> io::Result<WrittenEvent> {
        let json = serde_json::to_string(event).expect("an event is plain data");
        // Nothing else puts it back.
        let time = if let SeasonEvent::TimeSet { time } = event { *time } else { self.time(now) };
        let head = next(self.head, time, json.as_bytes());
        let line = format!("{head} {time} {json}\n");
        self.look_back()?;
        // An earlier event may have left half a line that could not be cut off then.
        if self.file.metadata()?.len() > self.end {
            self.file.set_len(self.end)?;
        }
        if let Err(error) = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data()) {
            // Half a line would break the chain, and an event that was reported as failed must not count.
            self.file.set_len(self.end)?;
            return Err(error);
        }
        self.marks.truncate(1);
        self.marks.push((self.end, head));
        self.end += line.len() as u64;
        (self.head, self.time) = (head, time);
        Ok(WrittenEvent { event: event.clone(), time, head })
    }

    /// Looks whether the file is still the one that was written, as far as its first and its last event say.
    pub(crate) fn look_back(&mut self) -> io::Result<()> {
        if self.is_as_written()? {
            return Ok(());
        }
        Err(io::Error::other(
            "events.log was moved or replaced while the season runs, or somebody else has written to it; put the old file back, and start the server again",
        ))
    }

    fn is_as_written(&mut self) -> io::Result<bool> {
        if !file::is_at(&self.path, Links::Follow, &self.file)? || self.file.metadata()?.len() < self.end {
            return Ok(false);
        }
        for (place, head) in &self.marks {
            let mut digits = [0; 64];
            self.file.seek(SeekFrom::Start(*place))?;
            self.file.read_exact(&mut digits)?;
            if digits != head.to_string().as_bytes() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The hash of an event with its time and all before it.
fn next(head: Digest, time: u64, json: &[u8]) -> Digest {
    let hash = Sha256::new_with_prefix(head.0).chain_update(format!("{time} "));
    Digest(hash.chain_update(json).finalize().into())
}

/// All whole lines, where they end, and where the last of them begins.
fn read_all(file: &File) -> Result<(Vec<WrittenEvent>, u64, u64), BrokenLog> {
    let (mut reader, mut events, mut end, mut last) = (BufReader::new(file), Vec::new(), 0, 0);
    let (mut line, mut head) = (Vec::new(), Digest::default());
    loop {
        line.clear();
        let bytes = reader.by_ref().take(EVENT_BYTES_MAX).read_until(b'\n', &mut line)?;
        let wrong =
            |problem: &str| BrokenLog::Event { number: events.len() + 1, problem: problem.to_owned() };
        if bytes as u64 == EVENT_BYTES_MAX {
            return Err(wrong("it is longer than any event"));
        }
        if line.pop() != Some(b'\n') {
            return Ok((events, end, last));
        }
        let written = parse(&line, head).map_err(wrong)?;
        head = written.head;
        events.push(written);
        (last, end) = (end, end + bytes as u64);
    }
}

fn parse(line: &[u8], before: Digest) -> Result<WrittenEvent, &'static str> {
    let line = str::from_utf8(line).map_err(|_| "it is not text")?;
    let mut parts = line.splitn(3, ' ');
    let (Some(head), Some(time), Some(json)) = (parts.next(), parts.next(), parts.next()) else {
        return Err("it has not the form of an event");
    };
    let number = time.parse().map_err(|_| "its time is no number")?;
    let right = next(before, number, json.as_bytes());
    if head != right.to_string() {
        return Err(
            "its hash is not that of the event and of those before it; it or one before it was changed",
        );
    }
    let event = serde_json::from_str(json).map_err(|_| "this judge does not know such an event")?;
    Ok(WrittenEvent { event, time: number, head: right })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(folder: &tempfile::TempDir) -> std::path::PathBuf {
        folder.path().join("events.log")
    }

    fn three_events() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("there is room");
        let (mut chain, _) = Chain::open(&log(&folder)).expect("it is new");
        for contestant in 0..3 {
            chain
                .append(&SeasonEvent::Paused { contestant }, 100 - contestant as u64)
                .expect("it is written");
        }
        folder
    }

    #[test]
    fn events_come_back_in_order_and_time_never_goes_back() {
        let folder = three_events();
        let events = Chain::look(&log(&folder)).expect("it is whole");
        let expected: Vec<SeasonEvent> =
            (0..3).map(|contestant| SeasonEvent::Paused { contestant }).collect();
        assert_eq!(events.iter().map(|written| written.event.clone()).collect::<Vec<_>>(), expected);
        assert!(events.iter().all(|written| written.time == 100));
    }

    #[test]
    fn a_torn_last_line_is_cut_off_and_the_chain_goes_on() {
        let folder = three_events();
        let whole = std::fs::read(log(&folder)).expect("it is there");
        for cut in [1, 20, 60, 100] {
            std::fs::write(log(&folder), &whole[..whole.len() - cut]).expect("it can be written");
            let (mut chain, events) = Chain::open(&log(&folder)).expect("a torn line is no damage");
            assert_eq!(events.len(), 2, "{cut} bytes are missing");
            chain.append(&SeasonEvent::Paused { contestant: 2 }, 100).expect("it is written");
            assert_eq!(std::fs::read(log(&folder)).expect("it is there"), whole);
        }
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_to_a_log_that_was_replaced() {
        let folder = three_events();
        let (mut chain, _) = Chain::open(&log(&folder)).expect("it is whole");
        let copy = folder.path().join("copy");
        std::fs::copy(log(&folder), &copy).expect("there is room");
        std::fs::rename(&copy, log(&folder)).expect("it can be replaced");
        let told = chain.append(&SeasonEvent::Paused { contestant: 3 }, 100).expect_err("it would be lost");
        assert!(told.to_string().starts_with("events.log was moved or replaced"), "{told}");
        std::fs::remove_file(log(&folder)).expect("it is there");
        assert!(chain.append(&SeasonEvent::Paused { contestant: 3 }, 100).is_err());
    }

    #[test]
    fn nothing_is_written_to_a_log_that_somebody_else_has_written_to() {
        let folder = three_events();
        let whole = std::fs::read(log(&folder)).expect("it is there");
        let (mut chain, _) = Chain::open(&log(&folder)).expect("it is whole");
        let mut first = whole.clone();
        first[0] ^= 1;
        for other in [Vec::new(), b"{}".repeat(whole.len()), first, whole[..whole.len() - 1].to_vec()] {
            // Over what is there, as File::create does.
            std::fs::write(log(&folder), &other).expect("it can be written");
            let told = chain.append(&SeasonEvent::Paused { contestant: 3 }, 100).expect_err("it is another");
            assert!(told.to_string().contains("somebody else has written to it"), "{told}");
            assert_eq!(std::fs::read(log(&folder)).expect("it is there"), other);
        }
        std::fs::write(log(&folder), &whole).expect("it can be written");
        chain.append(&SeasonEvent::Paused { contestant: 3 }, 100).expect("it is the old one again");
        chain.append(&SeasonEvent::Paused { contestant: 4 }, 100).expect("and stays so");
        assert_eq!(Chain::look(&log(&folder)).expect("it is whole").len(), 5);
    }

    #[test]
    fn the_first_changed_event_is_named() {
        let folder = three_events();
        let text = std::fs::read_to_string(log(&folder)).expect("it is there");
        let changed = text.replace("\"contestant\":1", "\"contestant\":7");
        std::fs::write(log(&folder), changed).expect("it can be written");
        let told = Chain::look(&log(&folder)).expect_err("it was changed").to_string();
        assert!(told.starts_with("event 2: its hash is not that of the event"), "{told}");
        let lines: Vec<&str> = text.lines().collect();
        std::fs::write(log(&folder), format!("{}\n{}\n", lines[0], lines[2])).expect("it can be written");
        let told = Chain::look(&log(&folder)).expect_err("one is missing").to_string();
        assert!(told.starts_with("event 2: "), "{told}");
    }
}
