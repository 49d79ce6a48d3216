//! The width of text, and text made to fit: in columns of a terminal, not characters.

use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::UnicodeWidthStr;

/// Spaces between two columns of a table.
pub(crate) const GAP: usize = 2;

/// The columns that a text takes on a terminal.
#[must_use]
pub fn of(text: &str) -> usize {
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

/// The width of each column of a table.
pub(crate) fn columns(header: &[&str], rows: &[Vec<&str>]) -> Vec<usize> {
    let cells = |column: usize| rows.iter().map(move |row| of(row[column]));
    header
        .iter()
        .enumerate()
        .map(|(column, name)| cells(column).max().unwrap_or(0).max(of(name)) + GAP)
        .collect()
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
        let rows = vec![vec!["日本", "1"], vec!["a", "22"]];
        assert_eq!(columns(&["x", "y"], &rows), [6, 4]);
        assert_eq!(table(&["x", "y"], &rows, &[0]), " x      y\n 日本   1\n a     22\n");
    }
}
