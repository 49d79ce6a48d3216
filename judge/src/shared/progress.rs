//! Progress of games under way: a bar on a terminal, now and then a line elsewhere.

use judge_play::text::many;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use judge_core::play::{Observer, warning};
use judge_core::results::{ResultRow, StandingsTable};
use judge_season::log::event::utc;
use judge_season::season::store::clock;
use judge_terminal::standings;

use super::output::eprint;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// Lines printed in all where there is no terminal, unless it takes long.
const LINES: u64 = 10;
/// A run that is over before needs no lines.
const SILENT: Duration = Duration::from_secs(2);
/// The longest time without a line, in the end.
const SILENT_MOST: Duration = Duration::from_mins(1);
/// The most contestants that stand above the bar.
const STANDINGS_MAX: usize = 10;
/// Rows of the terminal that are left for the bar, the heads, and what was there before.
const ROWS_KEPT: usize = 6;
/// Fewer bots are loaded before anybody asks.
const BOTS_TOLD: u64 = 50;

/// Shows messages and progress on standard error, or doubts alone.
#[derive(Default)]
pub(crate) struct Reporter {
    is_quiet: bool,
    /// Whether each message begins with the time: who reads them later wants to know.
    pub(crate) has_times: bool,
    /// The work under way.
    progress: Mutex<Option<Arc<Progress>>>,
}

/// The progress of games that are played, bots that are loaded, or events that are checked.
struct Progress {
    what: &'static str,
    all: u64,
    done: AtomicU64,
    started: Instant,
    /// It shows nothing where there is no terminal; lines do, if any are wanted.
    bar: ProgressBar,
    has_lines: bool,
    /// The time at which a line was last printed, in milliseconds since it began.
    last_line: AtomicU64,
}

impl Reporter {
    /// Shows nothing but doubts.
    pub(crate) fn quiet() -> Self {
        Self { is_quiet: true, ..Self::default() }
    }

    /// A function that prints a message at once, for those who may not keep this.
    pub(crate) fn teller(&self) -> fn(&str) {
        if self.is_quiet { |_| () } else { eprint }
    }

    fn say(&self, message: &str) {
        if self.has_times { eprint(&with_time(message)) } else { eprint(message) }
    }

    fn under_way(&self) -> MutexGuard<'_, Option<Arc<Progress>>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, progress: Option<Progress>) -> Option<Arc<Progress>> {
        std::mem::replace(&mut *self.under_way(), progress.filter(|_| !self.is_quiet).map(Arc::new))
    }
}

/// A message with the time at which it is printed.
pub(crate) fn with_time(message: &str) -> String {
    format!("{} {message}", utc(clock()))
}

impl Observer for Reporter {
    fn notify(&self, message: &str) {
        if !self.is_quiet {
            self.say(message);
        }
    }

    /// A doubt is shown in any case: who asks for quiet wants to know it all the same.
    fn doubt(&self, message: &str) {
        self.say(&warning(message));
    }

    fn begin_loading(&self, bots: u64) {
        let has_lines = bots >= BOTS_TOLD;
        self.set(Some(Progress { has_lines, ..Progress::of(bots, "bots loaded") }));
    }

    fn begin(&self, games: u64) {
        self.set(Some(Progress::of(games, "games")));
    }

    fn begin_events(&self, events: u64) {
        self.set(Some(Progress::of(events, "events")));
    }

    fn advance(&self) {
        let progress = self.under_way().clone();
        if let Some(progress) = progress {
            progress.advance();
        }
    }

    fn standings(&self, table: &StandingsTable, games: u64) {
        let progress = self.under_way().clone();
        if let Some(Progress { bar, .. }) = progress.as_deref().filter(|progress| !progress.bar.is_hidden()) {
            show_standings(bar, &table.rows, games, console::Term::stderr().size());
        }
    }

    fn finish(&self) {
        if let Some(progress) = self.set(None) {
            // Its outcome is printed below, if at all.
            progress.bar.finish_and_clear();
        }
    }
}

impl Progress {
    /// The progress of so many things, or fewer.
    fn of(all: u64, what: &'static str) -> Self {
        let [done, last_line] = [0, 0].map(AtomicU64::new);
        let bar = ProgressBar::new(all);
        bar.set_style(style(what, &bar));
        // Before the first is done, too.
        bar.tick();
        Self { what, all, done, started: Instant::now(), bar, has_lines: true, last_line }
    }

    /// Another one is done.
    fn advance(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.bar.inc(1);
        let elapsed = self.started.elapsed();
        let is_wanted = self.has_lines && self.bar.is_hidden();
        if is_wanted && (is_due(done, self.all, elapsed) || is_late(&self.last_line, elapsed)) {
            self.line(done);
        }
    }

    fn line(&self, done: u64) {
        let Self { what, all, started, .. } = self;
        let seconds = started.elapsed().as_secs_f64().max(1e-3);
        #[expect(clippy::cast_precision_loss, reason = "shown to one digit")]
        let (done_f, all_f) = (done as f64, *all as f64);
        let per_second = done_f / seconds;
        let left = (all_f - done_f) / per_second;
        let rate = rate(per_second);
        eprint(&format!("{done} of {all} {what}, {rate}, {left:.0} s left"));
    }
}

/// Whether a line is printed after so many of all and so much time.
fn is_due(done: u64, all: u64, elapsed: Duration) -> bool {
    let tenths = |done: u64| u128::from(done) * u128::from(LINES) / u128::from(all.max(1));
    elapsed >= SILENT && tenths(done) != tenths(done - 1)
}

/// Whether nothing was printed for long: at first two seconds, then twice as long each time, at last a minute.
fn is_late(last: &AtomicU64, elapsed: Duration) -> bool {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let (now, before) = (millis(elapsed), last.load(Ordering::Relaxed));
    let silence = before.clamp(millis(SILENT), millis(SILENT_MOST));
    let is_late = now.saturating_sub(before) >= silence;
    // Of several threads that see it one reports it.
    is_late && last.compare_exchange(before, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
}

/// The standings, if there are any, and below them the bar.
fn style(what: &str, bar: &ProgressBar) -> ProgressStyle {
    let above = if bar.prefix().is_empty() { "" } else { "{prefix}\n" };
    let template = format!("{above}{{wide_bar}} {{human_pos}}/{{human_len}} {what}, {{rate}}, {{eta}} left");
    let rate = |state: &ProgressState, to: &mut dyn Write| {
        let _ = to.write_str(&rate(state.per_sec()));
    };
    ProgressStyle::with_template(&template).expect("the template is valid").with_key("rate", rate)
}

/// The rate a second, in at most four digits or so.
fn rate(per_second: f64) -> String {
    let digits = usize::from(per_second < 10.0);
    format!("{per_second:.digits$} a second")
}

/// The first of the standings above the bar, as many as a terminal of so many rows and columns has room for.
fn show_standings(bar: &ProgressBar, standing: &[ResultRow], games: u64, (rows, columns): (u16, u16)) {
    let room = usize::from(rows).saturating_sub(ROWS_KEPT).min(STANDINGS_MAX);
    if room == 0 {
        return;
    }
    // A line that fills the last column makes some terminals begin the next.
    let width = usize::from(columns).saturating_sub(1);
    let text = standings::first(standing, Some(width), room);
    bar.set_prefix(format!("after {}:\n{}", many(games, "game"), text.trim_end()));
    bar.set_style(style("games", bar));
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use indicatif::{ProgressDrawTarget, TermLike};
    use judge_core::results::Text;

    use super::*;

    #[test]
    fn a_long_run_has_ten_lines_and_a_short_one_none() {
        let lines = |elapsed| (1..=224).filter(|&played| is_due(played, 224, elapsed)).count() as u64;
        assert_eq!((lines(SILENT), lines(Duration::from_secs(1))), (LINES, 0));
        assert!(is_due(224, 224, SILENT), "the last line is the last game");
    }

    #[test]
    fn a_rate_is_rounded() {
        let rates = [0.123_4, 9.87, 10.6, 1_234.567_8].map(rate);
        assert_eq!(rates, ["0.1 a second", "9.9 a second", "11 a second", "1235 a second"]);
    }

    #[test]
    fn slow_games_have_lines_more_and_more_rarely() {
        let last = AtomicU64::new(0);
        let told: Vec<u64> = (0..400).filter(|&second| is_late(&last, Duration::from_secs(second))).collect();
        assert_eq!(told, [2, 4, 8, 16, 32, 64, 124, 184, 244, 304, 364]);
    }

    /// A terminal that remembers what a person sees.
    #[derive(Clone)]
    struct Screen(Arc<Mutex<vt100::Parser>>);

    impl std::fmt::Debug for Screen {
        fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            to.write_str("Screen")
        }
    }

    impl Screen {
        fn write(&self, text: &str) -> std::io::Result<()> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).write_all(text.as_bytes())
        }

        /// Its lines from the top, without those that are empty.
        fn lines(&self) -> Vec<String> {
            let parser = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let (_, columns) = parser.screen().size();
            let lines = parser.screen().rows(0, columns).map(|line| line.trim_end().to_owned());
            lines.filter(|line| !line.is_empty()).collect()
        }
    }

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).screen().size().1
        }
        fn move_cursor_up(&self, n: usize) -> std::io::Result<()> {
            if n == 0 { Ok(()) } else { self.write(&format!("\x1b[{n}A")) }
        }
        fn move_cursor_down(&self, n: usize) -> std::io::Result<()> {
            if n == 0 { Ok(()) } else { self.write(&format!("\x1b[{n}B")) }
        }
        fn move_cursor_right(&self, n: usize) -> std::io::Result<()> {
            if n == 0 { Ok(()) } else { self.write(&format!("\x1b[{n}C")) }
        }
        fn move_cursor_left(&self, n: usize) -> std::io::Result<()> {
            if n == 0 { Ok(()) } else { self.write(&format!("\x1b[{n}D")) }
        }
        fn write_line(&self, text: &str) -> std::io::Result<()> {
            self.write(&format!("{text}\r\n"))
        }
        fn write_str(&self, text: &str) -> std::io::Result<()> {
            self.write(text)
        }
        fn clear_line(&self) -> std::io::Result<()> {
            self.write("\r\x1b[2K")
        }
        fn flush(&self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn row(rank: usize) -> ResultRow {
        ResultRow {
            rank: Some(rank),
            contestant: Text(format!("bot{rank}")),
            name: Text(format!("Bot {rank}")),
            points: 2_000 - rank as u64,
            played: 1_000,
            won: 900,
            lost: 100,
            status: "unfinished".into(),
            fuel_per_turn_mean: 12_345,
            ..ResultRow::default()
        }
    }

    /// The content of a terminal of so many rows and columns after standings of so many bots have been shown twice.
    fn shown(bots: usize, (rows, columns): (u16, u16)) -> Vec<String> {
        let screen = Screen(Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0))));
        let target = ProgressDrawTarget::term_like(Box::new(screen.clone()));
        let bar = ProgressBar::with_draw_target(Some(5_000), target);
        bar.set_style(style("games", &bar));
        let standing: Vec<ResultRow> = (1..=bots).map(row).collect();
        show_standings(&bar, &standing[..1], 1, (rows, columns));
        bar.inc(1_234);
        show_standings(&bar, &standing, 1_234, (rows, columns));
        // Drawn in any case, however short the time since it was drawn before.
        bar.abandon();
        screen.lines()
    }

    #[test]
    fn the_first_of_the_standings_stand_above_the_bar() {
        let lines = shown(12, (24, 120));
        assert_eq!(lines.len(), 1 + 1 + STANDINGS_MAX + 1 + 1, "{lines:#?}");
        assert_eq!(lines[0], "after 1,234 games:");
        assert_eq!(
            lines[1..3],
            [
                " rank  contestant  points  played  won  drawn  lost  faults  fuel per turn  name",
                "    1  bot1          1999    1000  900      0   100       0          12345  Bot 1",
            ]
        );
        assert!(lines[11].starts_with("   10  bot10"), "{lines:#?}");
        assert_eq!(lines[12], " … and 2 contestants more");
        assert!(lines[13].contains("1,234/5,000 games, "), "{lines:#?}");
    }

    #[test]
    fn standings_that_have_little_room_are_short_and_narrow() {
        let lines = shown(12, (10, 60));
        assert_eq!(
            lines[..3],
            [
                "after 1,234 games:",
                " rank  contestant  points  played  won  drawn  lost  faults",
                "    1  bot1          1999    1000  900      0   100       0",
            ]
        );
        assert!(lines[5].starts_with("    4  bot4"), "{lines:#?}");
        assert_eq!(lines[6], " … and 8 contestants more");
        assert!(lines[7].contains("1,234/5,000 games, "), "{lines:#?}");
        let bar_alone = shown(12, (5, 60));
        assert_eq!(bar_alone.len(), 1, "{bar_alone:#?}");
    }
}
