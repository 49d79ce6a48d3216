//! Whose bots take the time, for the forecast of the time left: samples of all programs in, one contestant's name out.
//!
//! Nothing that counts depends on it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use judge_sandbox::TimeTaken;

use judge_bots::Bot;

/// Less time tells nothing.
const TIME_MIN: Duration = Duration::from_secs(1);

/// What is watched: all bots, and what they had taken when it was last told.
pub(super) struct Busiest<'a> {
    bots: &'a [Bot],
    before: Mutex<Vec<TimeTaken>>,
}

impl<'a> Busiest<'a> {
    /// Begins to watch.
    pub(super) fn new(bots: &'a [Bot]) -> Self {
        Self { bots, before: Mutex::new(taken(bots)) }
    }

    /// Who took more than half of the time since this was last asked, in words.
    ///
    /// What somebody who is out by now took before says nothing about the time left.
    pub(super) fn tell(&self) -> Option<String> {
        let mut before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        let now = taken(self.bots);
        let since: Vec<TimeTaken> =
            now.iter().zip(&*before).map(|(now, before)| since(*now, *before)).collect();
        if total(&since) < TIME_MIN {
            return None;
        }
        *before = now;
        let (bot, of_bot) = self.bots.iter().zip(&since).max_by_key(|(_, taken)| taken.time)?;
        words(bot.name.as_str(), *of_bot, total(&since))
    }
}

fn taken(bots: &[Bot]) -> Vec<TimeTaken> {
    let of = |bot: &Bot| bot.program.as_ref().map(judge_sandbox::Program::time_taken).unwrap_or_default();
    bots.iter().map(of).collect()
}

fn since(now: TimeTaken, before: TimeTaken) -> TimeTaken {
    TimeTaken { time: now.time.saturating_sub(before.time), turns: now.turns.saturating_sub(before.turns) }
}

fn total(taken: &[TimeTaken]) -> Duration {
    taken.iter().map(|taken| taken.time).sum()
}

/// `eve: 15 s a turn, 98 % of the time`, if it is most of all.
fn words(name: &str, TimeTaken { time, turns }: TimeTaken, all: Duration) -> Option<String> {
    let percent = time.as_millis() * 100 / all.as_millis().max(1);
    // A turn that goes on counts as one.
    let turn = time / u32::try_from(turns.max(1)).unwrap_or(u32::MAX);
    let turn = if turn >= Duration::from_secs(10) {
        format!("{} s", turn.as_secs())
    } else if turn >= Duration::from_secs(1) {
        format!("{:.1} s", turn.as_secs_f64())
    } else if turn >= Duration::from_millis(1) {
        format!("{} ms", turn.as_millis())
    } else {
        "less than 1 ms".to_owned()
    };
    (percent > 50).then(|| format!("{name}: {turn} a turn, {percent} % of the time"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(time_millis: u64, turns: u64, all_millis: u64) -> Option<String> {
        let time = Duration::from_millis(time_millis);
        words("eve", TimeTaken { time, turns }, Duration::from_millis(all_millis))
    }

    #[test]
    fn who_takes_most_of_the_time_is_named_with_the_time_of_a_turn() {
        assert_eq!(told(150_000, 10, 153_000).as_deref(), Some("eve: 15 s a turn, 98 % of the time"));
        assert_eq!(told(3_000, 2, 4_000).as_deref(), Some("eve: 1.5 s a turn, 75 % of the time"));
        assert_eq!(told(600, 50, 1_000).as_deref(), Some("eve: 12 ms a turn, 60 % of the time"));
        assert_eq!(told(600, 5_000, 1_000).as_deref(), Some("eve: less than 1 ms a turn, 60 % of the time"));
    }

    #[test]
    fn a_turn_under_way_is_one() {
        assert_eq!(told(20_000, 0, 20_000).as_deref(), Some("eve: 20 s a turn, 100 % of the time"));
    }

    #[test]
    fn nobody_is_named_who_takes_no_more_than_half() {
        assert_eq!(told(1_000, 10, 2_000), None);
    }
}
