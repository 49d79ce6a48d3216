//! Tables in text files: a row a line, cells divided by bars, comments from `#` on.

/// The rows, each with the number of its line from 1, and its cells without the blanks around them.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = (1..).zip(table.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| (number, line.split('|').map(str::trim).collect()))
}
