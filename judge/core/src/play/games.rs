//! Plays one game of the schedule: a fixture in, a finished match out.

use judge_bots::Bot;
use judge_play::{Finished, Rules};
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
    let Tournament { rules, opening_plies, .. } = tournament;
    let play = play_rounds((rules, *opening_plies), sandbox, bots, cancellation);
    Box::new(move |fixture| play(fixture, tournament.opening_of(fixture.round.number)))
}

/// The function that plays games between these bots by rules, with so many random actions at first, each with the written opening
/// of its round.
pub fn play_rounds<'a>(
    (rules, opening_plies): (&'a Rules, u32),
    sandbox: &'a Sandbox,
    bots: &'a [Bot],
    cancellation: &'a Cancellation,
) -> impl Fn(&Fixture<'_>, &[String]) -> Finished + Send + Sync + 'a {
    cancellation.ends_calls_in(sandbox);
    let is_cancelled = Box::new(|| cancellation.reason().is_some());
    let play = judge_bots::game_runner(rules, opening_plies, sandbox, bots, is_cancelled);
    move |fixture, written| {
        let seating: Vec<usize> = fixture.seating().into_iter().map(|id| id.0).collect();
        play(&seating, fixture.seeds(), written)
    }
}
