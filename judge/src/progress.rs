//! What is shown while games are played: a bar on a terminal, now and then a line elsewhere.

use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use judge_core::run::Observer;

use super::output::eprint;

/// Lines printed in all where there is no terminal.
const LINES: u64 = 10;
/// A run that is over before needs no lines.
const SILENT: Duration = Duration::from_secs(2);

/// Shows messages and progress on standard error, or nothing.
pub(super) struct Reporter {
    is_quiet: bool,
    progress: OnceLock<Progress>,
}

/// How far the games are.
enum Progress {
    Bar(ProgressBar),
    Lines { games: u64, played: AtomicU64, started: Instant },
}

impl Reporter {
    /// Shows everything.
    pub(super) fn new() -> Self {
        Self { is_quiet: false, progress: OnceLock::new() }
    }

    /// Shows nothing.
    pub(super) fn quiet() -> Self {
        Self { is_quiet: true, progress: OnceLock::new() }
    }
}

impl Observer for Reporter {
    fn notify(&self, message: &str) {
        if !self.is_quiet {
            eprint(message);
        }
    }

    fn begin(&self, games: u64) {
        if !self.is_quiet {
            let _ = self.progress.set(Progress::of(games));
        }
    }

    fn advance(&self) {
        if let Some(progress) = self.progress.get() {
            progress.advance();
        }
    }

    fn finish(&self) {
        if let Some(Progress::Bar(bar)) = self.progress.get() {
            bar.abandon();
        }
    }
}

impl Progress {
    /// The progress of so many games, or fewer.
    fn of(games: u64) -> Self {
        if std::io::stderr().is_terminal() {
            Self::Bar(bar(games))
        } else {
            Self::Lines { games, played: AtomicU64::new(0), started: Instant::now() }
        }
    }

    /// Another game is played.
    fn advance(&self) {
        match self {
            Self::Bar(bar) => bar.inc(1),
            Self::Lines { games, played, started } => {
                let now = played.fetch_add(1, Ordering::Relaxed) + 1;
                if is_due(now, *games, started.elapsed()) {
                    line(now, *games, *started);
                }
            }
        }
    }
}

/// Whether a line is printed after so many games and so much time.
fn is_due(played: u64, games: u64, elapsed: Duration) -> bool {
    elapsed >= SILENT && played * LINES / games != (played - 1) * LINES / games
}

fn bar(games: u64) -> ProgressBar {
    let template = "{wide_bar} {human_pos}/{human_len} games, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    ProgressBar::new(games).with_style(style)
}

fn line(played: u64, games: u64, started: Instant) {
    let seconds = started.elapsed().as_secs_f64().max(1e-3);
    #[expect(clippy::cast_precision_loss, reason = "shown to one digit")]
    let (played_f, games_f) = (played as f64, games as f64);
    let per_second = played_f / seconds;
    let left = (games_f - played_f) / per_second;
    eprint(&format!("{played} of {games} games, {per_second:.0} a second, {left:.0} s left"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_has_ten_lines_and_a_short_one_none() {
        let lines = |elapsed| (1..=224).filter(|&played| is_due(played, 224, elapsed)).count() as u64;
        assert_eq!((lines(SILENT), lines(Duration::from_secs(1))), (LINES, 0));
        assert!(is_due(224, 224, SILENT), "the last line is the last game");
    }
}
