//! How far the games are: a bar on a terminal, now and then a line elsewhere.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

/// Lines printed in all where there is no terminal.
const LINES: u64 = 10;

/// How far the games are, shown on standard error.
pub(super) enum Progress {
    Bar(ProgressBar),
    Lines { games: u64, played: AtomicU64, started: Instant },
    Quiet,
}

impl Progress {
    /// The progress of so many games, or fewer.
    pub(super) fn of(games: u64) -> Self {
        if std::io::stderr().is_terminal() {
            Self::Bar(bar(games))
        } else {
            Self::Lines { games, played: AtomicU64::new(0), started: Instant::now() }
        }
    }

    /// Another game is played.
    pub(super) fn advance(&self) {
        match self {
            Self::Bar(bar) => bar.inc(1),
            Self::Lines { games, played, started } => {
                let now = played.fetch_add(1, Ordering::Relaxed) + 1;
                if now * LINES / games != (now - 1) * LINES / games {
                    line(now, *games, *started);
                }
            }
            Self::Quiet => {}
        }
    }

    /// No more games are played; it may be fewer than were thought to be at most.
    pub(super) fn finish(&self) {
        if let Self::Bar(bar) = self {
            bar.abandon();
        }
    }
}

fn bar(games: u64) -> ProgressBar {
    let template = "{wide_bar} {human_pos}/{human_len} games, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    ProgressBar::new(games).with_style(style)
}

/// Prints a line; nobody to read it is no error.
fn line(played: u64, games: u64, started: Instant) {
    let seconds = started.elapsed().as_secs_f64().max(1e-3);
    #[expect(clippy::cast_precision_loss, reason = "shown to one digit")]
    let (played_f, games_f) = (played as f64, games as f64);
    let per_second = played_f / seconds;
    let left = (games_f - played_f) / per_second;
    let text = format!("{played} of {games} games, {per_second:.0} a second, {left:.0} s left\n");
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
