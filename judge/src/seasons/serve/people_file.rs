//! A file of people to invite: a name on each line, or a table as CSV whose first line names its columns.

use std::fs;
use std::path::Path;

use csv::{Position, ReaderBuilder, StringRecord, Trim};
use judge_core::error::{Error, Mistake};
use judge_core::tournament::{Name, shown_name, unknown};
use judge_play::text::{quoted, sanitize};

/// The columns that there can be.
const COLUMNS: [&str; 4] = ["name", "display_name", "address", "team"];
/// The most characters of an address.
const ADDRESS_MAX: usize = 254;

/// Somebody in such a file.
pub(super) struct Listed {
    /// The line, from 1.
    pub(super) line: u64,
    /// The name of the contestant; nothing if it is not written, or that of the team.
    pub(super) name: Option<Name>,
    /// The name that people read; may be empty.
    pub(super) display_name: String,
    /// Where the person is reached; may be empty.
    pub(super) address: String,
    /// The contestant that several hand in for.
    pub(super) team: Option<Name>,
}

/// The people in a file, in its order; each is well formed.
pub(super) fn listed(file: &Path) -> Result<Vec<Listed>, Error> {
    let wrong = |text: String| Error::from(Mistake::in_file(file, text));
    let bytes = fs::read(file).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| wrong("it is not UTF-8; save it as \"CSV UTF-8\", or as a text in UTF-8".to_owned()))?;
    // With these line ends the reader would count a line behind.
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let times = |by: &u8| first.bytes().filter(|byte| byte == by).count();
    // Spreadsheets write semicolons where a comma stands in numbers.
    let delimiter = *b",;\t".iter().max_by_key(|by| times(by)).expect("there are some");
    let is_table = times(&delimiter) > 0 || column(first).is_ok();
    let mut columns = (!is_table).then(|| vec![0]);
    let mut reader = ReaderBuilder::new();
    reader.delimiter(delimiter).has_headers(false).flexible(true).trim(Trim::All);
    let mut people = Vec::new();
    for row in reader.from_reader(text.as_bytes()).records() {
        let row = row.map_err(|error| wrong(error.to_string()))?;
        let line = row.position().map_or(0, Position::line);
        let wrong = |why: String| wrong(format!("line {line}: {why}"));
        if row.iter().all(str::is_empty) {
            continue;
        }
        match &columns {
            Some(columns) => people.push(person(columns, line, &row).map_err(wrong)?),
            None => columns = Some(row.iter().map(column).collect::<Result<_, _>>().map_err(wrong)?),
        }
    }
    if people.is_empty() {
        return Err(wrong("it has no names; write one a line".to_owned()));
    }
    Ok(people)
}

/// The place of a column among those that there can be.
fn column(cell: &str) -> Result<usize, String> {
    let name = cell.trim().to_lowercase().replace([' ', '-'], "_");
    let known = COLUMNS.iter().position(|column| *column == name);
    known.ok_or_else(|| format!("{}; the first line names the columns", unknown("column", &name, &COLUMNS)))
}

fn person(columns: &[usize], line: u64, row: &StringRecord) -> Result<Listed, String> {
    if row.len() != columns.len() {
        let (cells, first) = (row.len(), columns.len());
        return Err(format!(
            "it has {cells} cells, and the first line has {first}; write a cell with a comma in it in quotes"
        ));
    }
    let cell = |column: usize| columns.iter().position(|of| *of == column).map_or("", |place| &row[place]);
    let name = |column: usize| {
        let name = Some(cell(column)).filter(|cell| !cell.is_empty()).map(Name::new);
        name.transpose().map_err(|error| error.to_string())
    };
    let (display_name, address) = (cell(1), cell(2));
    if !display_name.is_empty() {
        shown_name(display_name).map_err(|why| format!("display_name: {why}"))?;
    }
    if sanitize(address) != address || address.chars().count() > ADDRESS_MAX {
        let address = quoted(address);
        return Err(format!("address: {address}: write up to {ADDRESS_MAX} characters on one line"));
    }
    let (display_name, address) = (display_name.to_owned(), address.to_owned());
    Ok(Listed { line, name: name(0)?, display_name, address, team: name(3)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Vec<[String; 4]>, String> {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("people.csv");
        fs::write(&file, bytes).expect("there is room");
        let text = |name: Option<Name>| name.map_or_else(String::new, |name| name.to_string());
        let all =
            listed(&file).map_err(|error| error.to_string().replace(&file.display().to_string(), "F"))?;
        Ok(all.into_iter().map(|of| [text(of.name), of.display_name, of.address, text(of.team)]).collect())
    }

    #[test]
    fn a_list_of_names_and_tables_as_spreadsheets_write_them_are_read() {
        let names = |name: &str| [name.to_owned(), String::new(), String::new(), String::new()];
        assert_eq!(read(b"anna\n\n bert \r\n"), Ok(vec![names("anna"), names("bert")]));
        let anna = ["anna", "M\u{fc}ller, Zo\u{eb}", "zoe@example.org", "red"].map(str::to_owned);
        for text in [
            "name,display_name,address,team\nanna,\"Müller, Zoë\",zoe@example.org,red\n",
            "\u{feff}Name;Display name;Address;Team\r\nanna;Müller, Zoë;zoe@example.org;red\r\n;;;\r\n",
            "team\taddress\tname\tdisplay-name\nred\t zoe@example.org\tanna\tMüller, Zoë",
        ] {
            assert_eq!(read(text.as_bytes()), Ok(vec![anna.clone()]), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_its_line() {
        for (text, told) in [
            (&b""[..], "F: it has no names; write one a line"),
            (b"name,address\n", "F: it has no names"),
            (
                b"name;mail\nanna;a",
                "F: line 1: unknown column \"mail\"; the known ones are name, display_name",
            ),
            (b"name,display_name\nanna,Anna,x", "F: line 2: it has 3 cells, and the first line has 2"),
            (
                b"name,display_name\nanna,A\nbert,\"B\nx\"",
                "F: line 3: display_name: \"B\\nx\" cannot be shown",
            ),
            (b"name,address\nanna,\"a\nb\"", "F: line 2: address: \"a\\nb\": write up to 254"),
            (b"anna\nb b\n", "F: line 2: \"b b\" cannot be a name"),
            (b"anna\n\xe4\n", "F: it is not UTF-8"),
        ] {
            let mistake = read(text).expect_err("it is wrong");
            assert!(mistake.contains(told), "{mistake}");
        }
    }
}
