//! Compares what was recorded with what it should be: two of a kind in, the first difference in words out.
//!
//! Opens no file. What was recorded may be anybody's work, so it is escaped and cut.

use std::io::{self, BufRead, Read};

use csv::ReaderBuilder;

use judge_play::Record;
use judge_play::text::sanitize;

/// Characters that are shown of a cell or a line.
const CHARACTERS_MAX: usize = 200;
/// No line of ours is longer.
const LINE_BYTES_MAX: u64 = 1 << 20;
/// Digits of a record's checks that belong to one action.
const CHECK_DIGITS: usize = 4;

/// The first row and column in which a recorded table is not the right one, to the byte but for line ends; `row` is what a
/// row is called. No cell of ours holds a line's end.
///
/// # Errors
/// If one of them cannot be read.
pub fn tables(mut recorded: impl BufRead, mut right: impl BufRead, row: &str) -> io::Result<Option<String>> {
    let (mut header, mut end) = (None, "\n");
    for number in 0_usize.. {
        let (theirs, mut ours) = (next_line(&mut recorded)?, next_line(&mut right)?);
        // Git for Windows ends all lines otherwise, which says nothing about the games.
        if number == 0 && theirs.as_ref().is_some_and(|line| line.ends_with(b"\r\n")) {
            end = "\r\n";
        }
        if let Some(line) = &mut ours
            && line.pop_if(|last| *last == b'\n').is_some()
        {
            line.extend(end.bytes());
        }
        match (theirs, ours) {
            (None, None) => break,
            (Some(theirs), Some(ours)) if theirs == ours => header = header.or(Some(ours)),
            _ if number == 0 => return Ok(Some("its columns differ".into())),
            (Some(_), None) => return Ok(Some(format!("{row} {number} should not be there"))),
            (None, Some(_)) => return Ok(Some(format!("{row} {number} is missing"))),
            (Some(theirs), Some(ours)) => {
                let [header, theirs, ours] =
                    [&header.unwrap_or_default(), &theirs, &ours].map(|line| cells(line));
                return Ok(Some(format!("{row} {number}: {}", cell(&header, &theirs, &ours))));
            }
        }
    }
    Ok(None)
}

/// The next line with its end, or as much of it as no line of ours has.
fn next_line(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    reader.take(LINE_BYTES_MAX).read_until(b'\n', &mut line)?;
    Ok((!line.is_empty()).then_some(line))
}

/// The cells of a line.
fn cells(line: &[u8]) -> Vec<String> {
    let mut reader = ReaderBuilder::new().has_headers(false).from_reader(line);
    let record = reader.byte_records().next().and_then(Result::ok).unwrap_or_default();
    record.iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect()
}

fn cell(header: &[String], recorded: &[String], right: &[String]) -> String {
    let column = (0..header.len()).find(|&column| recorded.get(column) != right.get(column));
    let Some(column) = column else { return "same cells, but written differently".into() };
    let [is, should] = [recorded, right].map(|row| excerpt(row.get(column).map_or("", String::as_str)));
    format!("{} is {is}, but should be {should}", header[column])
}

/// The first line in which a recorded text is not the right one.
#[must_use]
pub fn texts(recorded: &str, right: &str) -> Option<String> {
    // As in tables, Git may have ended all lines otherwise.
    let right = if recorded.contains("\r\n") { &right.replace('\n', "\r\n") } else { right };
    if recorded == right {
        return None;
    }
    let (mut theirs, mut ours) = (recorded.split('\n'), right.split('\n'));
    for number in 1_usize.. {
        match (theirs.next(), ours.next()) {
            (Some(recorded), Some(right)) if recorded == right => {}
            (Some(recorded), Some(right)) => {
                let [is, should] = [recorded, right].map(excerpt);
                return Some(format!("line {number} is {is}, but should be {should}"));
            }
            (None, None) => break,
            _ => return Some(format!("line {number} is missing, or should not be there")),
        }
    }
    None
}

/// The first difference between a game played again and the one that was recorded, in words.
#[must_use]
pub fn games(recorded: &Record, again: &Record) -> Option<String> {
    if recorded == again {
        return None;
    }
    let checks = |record: &Record| -> Vec<Vec<u8>> {
        record.checks.as_bytes().chunks(CHECK_DIGITS).map(<[u8]>::to_vec).collect()
    };
    let (then, now) = (checks(recorded), checks(again));
    let in_common = then.iter().zip(&now).take_while(|(then, now)| then == now).count();
    let is_same_play = then == now && recorded.transcript_sha256 == again.transcript_sha256;
    Some(if is_same_play && recorded.verdict != again.verdict {
        "same moves when played again, but another outcome".into()
    } else if is_same_play {
        "same moves when played again, but fuel, memory or other details differ".into()
    } else if in_common == then.len() && in_common == now.len() {
        format!("different when played again, after the last turn, {in_common}")
    } else {
        format!("different when played again, from turn {} on", in_common + 1)
    })
}

fn excerpt(text: &str) -> String {
    let escaped = sanitize(text);
    match escaped.char_indices().nth(CHARACTERS_MAX) {
        Some((end, _)) => format!("{:?} …", &escaped[..end]),
        None => format!("{escaped:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use judge_play::Verdict;

    #[test]
    fn of_tables_the_first_cell_is_named() {
        let compare = |recorded: &str| {
            tables(recorded.as_bytes(), "n,a\n1,x\n2,y\n".as_bytes(), "game").expect("it is text")
        };
        let told = |recorded: &str| compare(recorded).unwrap_or_default();
        assert_eq!(told("n,a\n1,x\n2,y\n"), "");
        assert_eq!(told("n,a\n1,x\n2,z\n"), "game 2: a is \"z\", but should be \"y\"");
        assert_eq!(told("n,a\n1,x\n"), "game 2 is missing");
        assert_eq!(told("n,a\n1,x\n2,y\n3,z\n"), "game 3 should not be there");
        let written = "game 1: same cells, but written differently";
        for same in ["1,x,3", "\"1\",x", "1,x\r"] {
            assert_eq!(told(&format!("n,a\n{same}\n2,y\n")), written);
        }
        assert_eq!(told("n,a\n1,x\n2,y\n\n"), "game 3 should not be there");
        assert_eq!(told("n,a\r\n1,x\r\n2,y\r\n"), "", "Git wrote it so");
        assert_eq!(told("n,a\r\n1,x\n2,y\n"), written, "and not so");
        assert_eq!(told("m,a\n1,x\n2,y\n"), "its columns differ");
    }

    #[test]
    fn of_texts_the_first_line_is_named() {
        assert_eq!(texts("a\nb\n", "a\nb\n"), None);
        assert_eq!(texts("a\r\nb\r\n", "a\nb\n"), None);
        assert_eq!(
            texts("a\n\u{1b}\n", "a\nb\n").as_deref(),
            Some("line 2 is \"\\\\u{1b}\", but should be \"b\"")
        );
        assert_eq!(texts("a\n", "a\nb\n").as_deref(), Some("line 2 is \"\", but should be \"b\""));
        assert_eq!(texts("a\nb\nc", "a\nb").as_deref(), Some("line 3 is missing, or should not be there"));
    }

    #[test]
    fn of_games_the_first_turn_is_named() {
        let game = |checks: &str, end: u8| Record {
            checks: checks.into(),
            transcript_sha256: [end; 32],
            ..Record::blank(Verdict::Forfeit(vec![1, 2]), 2)
        };
        let told = |recorded: &Record| games(recorded, &game("00001111", 1)).unwrap_or_default();
        assert_eq!(told(&game("00001111", 1)), "");
        assert!(told(&game("00001112", 2)).ends_with("from turn 2 on"));
        assert!(told(&game("0000", 2)).ends_with("from turn 2 on"));
        assert!(told(&game("00001111", 2)).ends_with("after the last turn, 2"));
        assert!(told(&Record { turns: 9, ..game("00001111", 1) }).contains("same moves"));
        let forged = Record { verdict: Verdict::Forfeit(vec![2, 1]), ..game("00001111", 1) };
        assert!(told(&forged).ends_with("but another outcome"));
    }
}
