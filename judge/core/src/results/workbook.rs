//! Tables as a workbook for Excel and other spreadsheets.
//!
//! Excel reads a CSV file as the machine's language has it: without accents, in much of Europe with semicolons, and then
//! 2001.5 is a date. A workbook says what is a number and what is text, so that no name becomes a formula or a date.

use std::fmt::Write;

use judge_play::text::cut;

use super::Text;

/// Columns of text: a contestant may be called 007.
const TEXT: [&str; 21] = [
    "band",
    "band_low",
    "band_high",
    "by",
    "contestant",
    "counted",
    "goes_on",
    "loser_to",
    "match",
    "name",
    "one",
    "other",
    "others",
    "reason",
    "sha256",
    "status",
    "sure",
    "team",
    "why",
    "winner",
    "winner_to",
];
/// The usual style, and that of a number in brackets.
const STYLES: &str = r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="\(0\)"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>"#;
/// The most characters of a cell that Excel reads are 32,767.
const CELL_CHARACTERS_MAX: usize = 32_000;
const XML: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const DOCUMENT: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// A sheet: its name, the rows of a table as in CSV, the header first, and whether a column, by its place and its name, is text.
pub(crate) type Sheet<'a> = (&'a str, Vec<Vec<String>>, fn(usize, &str) -> bool);

/// Whether a column of the judge's own tables is text.
pub(crate) fn is_text(_: usize, column: &str) -> bool {
    TEXT.contains(&column)
}

/// A workbook of these sheets. A number in brackets is a number that is shown in brackets.
#[must_use]
pub fn workbook(sheets: &[Sheet<'_>]) -> Vec<u8> {
    let (mut types, mut listed, mut related, mut files) = (Vec::new(), Vec::new(), String::new(), Vec::new());
    for (number, (name, rows, is_text)) in (1..).zip(sheets) {
        types.push(format!(
            r#"<Override PartName="/xl/sheet{number}.xml" ContentType="{TYPE}.worksheet+xml"/>"#
        ));
        listed.push(format!(r#"<sheet name="{name}" sheetId="{number}" r:id="r{number}"/>"#));
        related += &relationship(&format!("r{number}"), "worksheet", &format!("sheet{number}.xml"));
        files.push((format!("xl/sheet{number}.xml"), sheet(rows, *is_text)));
    }
    related += &relationship("styles", "styles", "styles.xml");
    let (types, listed) = (types.concat(), listed.concat());
    let parts = [
        (
            "[Content_Types].xml",
            format!(
                r#"{XML}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="{TYPE}.styles+xml"/>{types}</Types>"#
            ),
        ),
        ("_rels/.rels", relationships(&relationship("r1", "officeDocument", "xl/workbook.xml"))),
        (
            "xl/workbook.xml",
            format!(
                r#"{XML}<workbook xmlns="{MAIN}" xmlns:r="{DOCUMENT}"><sheets>{listed}</sheets></workbook>"#
            ),
        ),
        ("xl/_rels/workbook.xml.rels", relationships(&related)),
        ("xl/styles.xml", format!("{XML}{STYLES}")),
    ];
    // The list of types comes first.
    zip(parts.map(|(name, text)| (name.to_owned(), text)).into_iter().chain(files))
}

fn relationships(all: &str) -> String {
    format!(r#"{XML}<Relationships xmlns="{PACKAGE}/relationships">{all}</Relationships>"#)
}

fn relationship(id: &str, kind: &str, target: &str) -> String {
    format!(r#"<Relationship Id="{id}" Type="{DOCUMENT}/{kind}" Target="{target}"/>"#)
}

/// The rows of a table.
fn sheet(rows: &[Vec<String>], is_text: fn(usize, &str) -> bool) -> String {
    let mut xml = format!(r#"{XML}<worksheet xmlns="{MAIN}"><sheetData>"#);
    for (number, row) in rows.iter().enumerate() {
        xml += "<row>";
        for (place, (cell, column)) in row.iter().zip(&rows[0]).enumerate() {
            let is_text = number == 0 || is_text(place, column);
            let in_brackets = cell.strip_prefix('(').and_then(|cell| cell.strip_suffix(')'));
            let style = in_brackets.map_or("", |_| r#" s="1""#);
            match in_brackets.unwrap_or(cell).parse::<f64>() {
                Ok(number) if number.is_finite() && !is_text => write!(xml, "<c{style}><v>{number}</v></c>"),
                _ if cell.is_empty() => write!(xml, "<c/>"),
                _ => write!(xml, r#"<c t="inlineStr"><is><t>{}</t></is></c>"#, escaped(cell)),
            }
            .expect("a string takes all text");
        }
        xml += "</row>";
    }
    xml + "</sheetData></worksheet>"
}

/// A cell's text without the quote in front of a formula. Control characters are escaped in the table already.
fn escaped(cell: &str) -> String {
    let text = cut(Text::of_cell(cell), CELL_CHARACTERS_MAX).replace(['\u{fffe}', '\u{ffff}'], "");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Files in a ZIP archive, as they are: without a time, so that the same tables are the same bytes.
fn zip(files: impl Iterator<Item = (String, String)>) -> Vec<u8> {
    let (mut archive, mut directory, mut number) = (Vec::new(), Vec::new(), 0_u16);
    let size = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes();
    for (name, text) in files {
        // Version 2.0, no flags, not compressed, 1 January 1980.
        let mut facts = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        facts.extend(crc32fast::hash(text.as_bytes()).to_le_bytes());
        facts.extend([size(text.as_bytes()), size(text.as_bytes())].concat());
        facts.extend([&size(name.as_bytes())[..2], &[0, 0]].concat());
        directory
            .extend([&b"PK\x01\x02\x14\0"[..], &facts, &[0; 10], &size(&archive), name.as_bytes()].concat());
        archive.extend([&b"PK\x03\x04"[..], &facts, name.as_bytes(), text.as_bytes()].concat());
        number += 1;
    }
    let (count, start) = (number.to_le_bytes(), size(&archive));
    let end = [&b"PK\x05\x06\0\0\0\0"[..], &count, &count, &size(&directory), &start, &[0, 0]].concat();
    [archive, directory, end].concat()
}
