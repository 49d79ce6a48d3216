//! The state of a comparison under way: a line that changes on a terminal, now and then a line elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use judge_author::compare::{Hypotheses, ScoreTally, Until};

use super::text::way;
use crate::shared::options::RunOptions;
use crate::shared::output::eprint;

/// The rounds of the first line where there is no terminal; the next line comes after twice as many each time.
const FIRST_LINE: u64 = 32;

/// Shows how far the test is.
pub(super) struct Live {
    /// It shows nothing where there is no terminal.
    bar: ProgressBar,
    is_quiet: bool,
    /// The hypotheses of the test; nothing if all rounds are played.
    hypotheses: Option<Hypotheses>,
}

impl Live {
    pub(super) fn new(options: &RunOptions, until: &Until) -> Self {
        let is_quiet = options.quiet;
        let template = "{spinner} {human_pos} rounds of at most {human_len}, {per_sec}: {wide_msg}";
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let bar = if is_quiet { ProgressBar::hidden() } else { ProgressBar::new(until.rounds.into()) };
        let bar = bar.with_style(style);
        Self { bar, is_quiet, hypotheses: (!until.all).then_some(until.hypotheses) }
    }

    /// Another round counts.
    pub(super) fn show(&self, tally: &ScoreTally) {
        let rounds = tally.rounds();
        self.bar.set_position(rounds + tally.repeats);
        self.bar.set_message(self.way(tally));
        let is_due = rounds >= FIRST_LINE && rounds.is_power_of_two() && tally.repeats_in_a_row == 0;
        if is_due && !self.is_quiet && self.bar.is_hidden() {
            eprint(&format!("{rounds} rounds: {}", self.way(tally)));
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// The points, and how far the test is on its way to one of its bounds.
    fn way(&self, tally: &ScoreTally) -> String {
        let points = format!("{:.1} % of the points", 100.0 * tally.mean());
        self.hypotheses.map_or_else(|| points.clone(), |test| format!("{points}, {}", way(tally, test)))
    }
}
