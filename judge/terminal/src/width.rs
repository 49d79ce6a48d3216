//! The width of text, and text made to fit: in columns of a terminal, not characters.

use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::UnicodeWidthStr;

/// Spaces between two columns of a table.
pub(crate) const GAP: usize = 2;

/// The columns that a text takes on a terminal.
pub(crate) fn of(text: &str) -> usize {
    text.width()
}

/// A line wrapped at words to so many columns; what follows the first line is indented.
pub(crate) fn wrapped(line: &str, width: Option<usize>) -> String {
    let Some(width) = width.filter(|width| *width < of(line)) else { return line.to_owned() };
    let options = Options::new(width)
        .subsequent_indent("    ")
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(line, options)
}

/// A table without lines around it: cells of a column stand below one another, the columns of `left` at the left.
#[must_use]
pub fn table<C: AsRef<str>>(header: &[&str], rows: &[impl AsRef<[C]>], left: &[usize]) -> String {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING).set_header(header);
    for row in rows {
        table.add_row(row.as_ref().iter().map(AsRef::as_ref));
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        if !left.contains(&index) {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
    }
    let text = table.to_string();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// A column of rows: its name, how soon it is left out, and its cell in a row.
pub(crate) type Column<R> = (&'static str, u8, fn(&R) -> String);

/// A table of rows, as wide as it may be, and the names of the columns that have no room.
pub(crate) fn of_rows<R>(
    columns: &[Column<R>],
    rows: &[R],
    left: &[&str],
    width: Option<usize>,
) -> (String, Vec<&'static str>) {
    let heads: Vec<(&str, u8)> = columns.iter().map(|(name, least, _)| (*name, *least)).collect();
    let cells = |row| columns.iter().map(|(_, _, cell)| cell(row)).collect();
    let all: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let (text, kept) = fitted(&heads, &all, left, width);
    let is_hidden = |column: &usize| !kept.contains(column) && all.iter().any(|row| !row[*column].is_empty());
    (text, (0..columns.len()).filter(is_hidden).map(|column| columns[column].0).collect())
}

/// A table of the columns that are not empty and fit, and which these are. Each column has a name and how soon it is left out:
/// those with the highest number first, and those with 0 never. The columns of `left` stand at the left.
#[must_use]
pub fn fitted(
    columns: &[(&str, u8)],
    rows: &[impl AsRef<[String]>],
    left: &[&str],
    width: Option<usize>,
) -> (String, Vec<usize>) {
    let cells = |column: usize| rows.iter().map(move |row| row.as_ref()[column].as_str());
    let room =
        |column: &usize| cells(*column).chain([columns[*column].0]).map(of).max().unwrap_or_default() + GAP;
    let mut kept: Vec<usize> =
        (0..columns.len()).filter(|column| cells(*column).any(|cell| !cell.is_empty())).collect();
    // The last column needs no space behind it.
    while width.is_some_and(|width| kept.iter().map(room).sum::<usize>() > width + 1)
        && let Some(&least) = kept.iter().max_by_key(|column| columns[**column].1)
        && columns[least].1 > 0
    {
        kept.retain(|column| *column != least);
    }
    let header: Vec<&str> = kept.iter().map(|column| columns[*column].0).collect();
    let row = |row: &[String]| kept.iter().map(|column| row[*column].clone()).collect();
    let shown: Vec<Vec<String>> = rows.iter().map(|cells| row(cells.as_ref())).collect();
    let left: Vec<usize> = (0..kept.len()).filter(|at| left.contains(&header[*at])).collect();
    (table(&header, &shown, &left), kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_wrapped_at_words_and_no_word_is_broken() {
        assert_eq!(wrapped("one two three", Some(9)), "one two\n    three");
        assert_eq!(wrapped("one two three", Some(13)), "one two three");
        assert_eq!(wrapped("one two three", None), "one two three");
        assert_eq!(wrapped("results/october/faults a-b", Some(8)), "results/october/faults\n    a-b");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let rows = [["日本", "1"], ["a", "22"]].map(|row| row.map(str::to_owned));
        let shown = |width| fitted(&[("x", 0), ("y", 1)], &rows, &["x"], width).0;
        assert_eq!(shown(None), " x      y\n 日本   1\n a     22\n");
        assert_eq!([shown(Some(9)), shown(Some(8))], [shown(None), " x\n 日本\n a\n".to_owned()]);
    }
}
