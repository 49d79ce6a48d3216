//! Everybody against everybody: the share of the points that each row's contestant made against each column's.

use judge_core::results::Cross;
use judge_core::results::pairs::PairTally;

use crate::width;

/// The cell in which a row would meet itself.
const SELF: &str = "·";

/// The cross table, in blocks of as many columns as fit.
pub(crate) fn text(cross: &Cross, width: Option<usize>) -> String {
    let numbers: Vec<String> = (1..=cross.names.len()).map(|number| number.to_string()).collect();
    let longest = cross.names.iter().map(|name| width::of(name)).max().unwrap_or(0);
    let fixed = numbers.last().map_or(0, String::len).max("rank".len()) + longest.max("contestant".len());
    let fixed = fixed + 2 * width::GAP;
    let column = numbers.last().map_or(0, String::len).max("100".len()) + width::GAP;
    let at_once = width.map_or(usize::MAX, |width| width.saturating_sub(fixed) / column).max(1);
    let columns: Vec<usize> = (0..cross.names.len()).collect();
    let blocks = columns.chunks(at_once).map(|columns| block(cross, &numbers, columns));
    let blocks: Vec<String> = blocks.collect();
    let line = "percent of the points against the contestant of each rank";
    format!("{}\n{}", width::wrapped(line, width), blocks.join("\n"))
}

fn block(cross: &Cross, numbers: &[String], columns: &[usize]) -> String {
    let header =
        ["rank", "contestant"].into_iter().chain(columns.iter().map(|&column| numbers[column].as_str()));
    let header: Vec<&str> = header.collect();
    let row = |row: usize| {
        let names = [numbers[row].clone(), cross.names[row].clone()].into_iter();
        names.chain(columns.iter().map(|&column| cell(cross, row, column))).collect()
    };
    let rows: Vec<Vec<String>> = (0..numbers.len()).map(row).collect();
    width::table(&header, &rows, &[1])
}

fn cell(cross: &Cross, row: usize, column: usize) -> String {
    if row == column {
        return SELF.to_owned();
    }
    let share = cross.against(row, column).and_then(PairTally::share);
    share.map(|share| format!("{:.0}", 100.0 * share)).unwrap_or_default()
}
