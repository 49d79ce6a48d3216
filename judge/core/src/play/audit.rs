//! The judge's check of itself: some games are played a second time, on another thread, and must end the same.
//!
//! The games are drawn with the tournament's seed. Knows no journal: games
//! of an earlier run are its caller's business.

use judge_play::text::sanitize;
use judge_play::{Finished, Record};

use super::sample::Sample;
use crate::host::{Cancellation, Reason, on_a_deep_stack};
use crate::phases::Fixture;
use crate::results::comparison;

/// What was not the same the second time, in words, with both transcripts.
fn disagreement(fixture: &Fixture<'_>, first: &Finished, second: &Finished) -> String {
    let difference = comparison::games(&first.record, &second.record);
    let difference = difference.unwrap_or_else(|| "the transcripts differ".into());
    let played = |which: &str, game: &Finished| {
        let Record { fuel, memory, asked, .. } = &game.record;
        let lines: String = game.transcript.lines().map(|line| sanitize(line) + "\n").collect();
        format!("\nplayed {which}: asked {asked:?}, fuel {fuel:?}, memory {memory:?}\n{lines}")
    };
    let (seed, order) = (fixture.round.seed, fixture.order);
    let played = played("first", first) + &played("second", second);
    format!("round's seed {seed}, seat order {order}\n{difference}\n{played}")
}

/// Plays games by `play`, those in the sample twice; the first that is not the same cancels everything.
pub fn audited<'a>(
    play: impl Fn(&Fixture<'_>) -> Finished + Sync + 'a,
    sample: Sample,
    cancellation: &'a Cancellation,
) -> impl Fn(&Fixture<'_>) -> Option<Record> + Sync + 'a {
    move |fixture| {
        let first = play(fixture);
        // A void game says nothing, and is not kept either.
        if first.record.void().is_some() || !sample.has(fixture) {
            return Some(first.record);
        }
        let again = on_a_deep_stack(|| play(fixture));
        match again.map(|played| played.expect("a game that panics is void")) {
            Ok(second) if second.record.void().is_some() && cancellation.reason().is_some() => None,
            Ok(second) if second.record.void().is_some() || second == first => Some(first.record),
            Ok(second) => {
                cancellation.set(Reason::Audit(disagreement(fixture, &first, &second)));
                None
            }
            Err(error) => {
                cancellation.set(Reason::Thread(error.to_string()));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::thread::{self, ThreadId};

    use super::*;
    use crate::phases::{Round, round_robin};
    use crate::play::tests::void as void_because;
    use crate::tournament::Share;
    use judge_play::{Seed, Verdict};

    fn game(turns: u32) -> Finished {
        let record = Record { turns, ..Record::blank(Verdict::Forfeit(vec![1, 2]), 2) };
        Finished { record, transcript: format!("{turns}\n") }
    }

    fn sample(share: &str) -> Sample {
        Sample { purpose: "test", share: share.parse::<Share>().expect("it is a share"), seed: Seed(1) }
    }

    /// Plays one game by `play`, which takes how many were played before, and says why that was the end, if so.
    fn audit(
        share: &str,
        play: impl Fn(usize) -> Finished + Sync,
    ) -> (Option<Record>, Vec<ThreadId>, Option<Reason>) {
        let (threads, cancellation) = (Mutex::new(Vec::new()), Cancellation::default());
        let round: Round = round_robin(&["a", "b"], 2, 1, Seed(1)).next().expect("there is a round");
        let play = |_: &Fixture<'_>| {
            let mut threads = threads.lock().expect("no thread panics");
            threads.push(thread::current().id());
            play(threads.len() - 1)
        };
        let kept = audited(play, sample(share), &cancellation)(&Fixture { round: &round, order: 0 });
        (kept, threads.into_inner().expect("no thread panics"), cancellation.reason().cloned())
    }

    #[test]
    fn a_game_in_the_sample_is_played_again_on_another_thread() {
        let (kept, threads, reason) = audit("100%", |_| game(5));
        assert_eq!((kept, reason), (Some(game(5).record), None));
        let [first, second] = threads.as_slice() else { panic!("{threads:?}") };
        assert_ne!(first, second);
    }

    #[test]
    fn a_game_outside_the_sample_is_played_once() {
        assert_eq!(audit("0%", |_| game(5)).1.len(), 1);
    }

    #[test]
    fn a_game_that_is_another_the_second_time_cancellations_everything() {
        let (kept, _, reason) = audit("100%", |before| if before == 0 { game(5) } else { game(6) });
        assert_eq!(kept, None);
        let Some(Reason::Audit(disagreement)) = reason else { panic!("{reason:?}") };
        assert!(
            disagreement.ends_with(
                "played first: asked [0, 0], fuel [0, 0], memory [0, 0]\n5\n\n\
             played second: asked [0, 0], fuel [0, 0], memory [0, 0]\n6\n"
            ),
            "{disagreement}"
        );
        // Whatever is recorded counts, not what was played alone.
        let fuel = |before: usize| Finished {
            record: Record { fuel: vec![before as u64], ..game(5).record },
            ..game(5)
        };
        assert!(matches!(audit("100%", fuel).2, Some(Reason::Audit(_))));
    }

    #[test]
    fn a_void_game_says_nothing() {
        let void = || Finished { record: Record::blank(Verdict::Void(void_because("a test")), 2), ..game(5) };
        let (kept, threads, reason) = audit("100%", |_| void());
        assert_eq!((kept, threads.len(), reason), (Some(void().record), 1, None));
        let (kept, _, reason) = audit("100%", |before| if before == 0 { game(5) } else { void() });
        assert_eq!((kept, reason), (Some(game(5).record), None));
    }
}
