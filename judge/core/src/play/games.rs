//! Plays one game of the schedule: a fixture in, a finished match out.

use judge_bots::Bot;
use judge_play::{Finished, Line};
use judge_sandbox::Sandbox;

use crate::host::Cancellation;
use crate::phases::Fixture;
use crate::tournament::Tournament;

/// Plays games of the schedule, one a call, on any thread.
pub type PlayGame<'a> = Box<dyn Fn(&Fixture<'_>) -> Finished + Send + Sync + 'a>;

/// The function that plays a tournament's games between its bots.
#[must_use]
pub fn game_runner<'a>(
    tournament: &'a Tournament,
    sandbox: &'a Sandbox,
    bots: &'a [Bot],
    cancellation: &'a Cancellation,
) -> PlayGame<'a> {
    cancellation.ends_calls_in(sandbox);
    let Tournament { rules, opening_plies, .. } = tournament;
    let is_cancelled = || cancellation.reason().is_some();
    let play = judge_bots::game_runner(rules, *opening_plies, sandbox, bots, is_cancelled);
    Box::new(move |fixture| {
        let seating: Vec<usize> = fixture.seating().into_iter().map(|id| id.0).collect();
        play(&seating, fixture.seeds(), tournament.opening_of(fixture.round.number))
    })
}

/// Plays the match that a line describes to its end, and again while it is void, unless that is cancelled.
///
/// # Panics
/// If persons take part in it.
#[must_use]
pub fn play_line(line: &Line, sandbox: &Sandbox, bots: &[Bot], cancellation: &Cancellation) -> Finished {
    cancellation.ends_calls_in(sandbox);
    judge_bots::play_line(line, sandbox, bots, || cancellation.reason().is_some())
}
