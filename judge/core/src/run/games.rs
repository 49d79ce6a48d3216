//! How one game of the schedule is played: a fixture in, a finished match out.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use judge_play::contract::Contract;
use judge_play::games::{Game, Seat};
use judge_play::text::panic_text;
use judge_play::{
    AnyMatch, Event, Finished, Line, Match, Player, Seated, Seed, VoidCause, for_game, opening,
};
use judge_sandbox::Sandbox;

use super::cancellation::Cancellation;
use crate::bots::{Bot, Wired};
use crate::schedule::{EntrantId, Fixture};
use crate::tournament::Tournament;

/// How often a void game is played again before that counts as its end. Where the watchdog has ended a call the
/// next try takes as long, so there is one only.
const REPLAYS_MAX: usize = 3;
const REPLAYS_AFTER_WATCHDOG: usize = 1;

/// Plays games of the schedule, one a call, on any thread.
pub type PlayGame<'a> = Box<dyn Fn(&Fixture<'_>) -> Finished + Send + Sync + 'a>;

/// How the games of a tournament are played by its bots.
#[must_use]
pub fn game_runner<'a>(
    tournament: &'a Tournament,
    sandbox: &'a Sandbox,
    bots: &'a [Bot],
    cancellation: &'a Cancellation,
) -> PlayGame<'a> {
    cancellation.ends_calls_in(sandbox);
    for_game!(&tournament.rules, params, G => {
        let start = G::start(params);
        let openings = Openings::new();
        let runner = GameRunner { tournament, sandbox, params, start, openings, bots, cancellation };
        Box::new(move |fixture| runner.play(fixture))
    })
}

/// Begins the match that a line describes, among these bots.
///
/// # Errors
/// The turn of an action by hand that cannot be read, and why.
pub fn start<'a>(
    line: &Line,
    sandbox: &'a Sandbox,
    bots: &'a [Bot],
) -> Result<Box<dyn AnyMatch + 'a>, (u32, String)> {
    for_game!(&line.rules, params, G => {
        line.start::<G>(params, |bot, seat, seed| {
            Box::new(bots[bot].of::<G>().player(sandbox, params, seat, seed)) as Box<dyn Player<G>>
        })
    })
}

/// Plays the match that a line describes to its end, and again while it is void, unless that is cancelled.
///
/// # Panics
/// If persons take part in it.
pub(crate) fn play_line(
    line: &Line,
    sandbox: &Sandbox,
    bots: &[Bot],
    cancellation: &Cancellation,
) -> Finished {
    cancellation.ends_calls_in(sandbox);
    let is_cancelled = || cancellation.reason().is_some();
    let play = || {
        let mut game = start(line, sandbox, bots).expect("no action is set by hand");
        while !matches!(game.step(), Event::Over(_)) {
            assert_eq!(game.waits_for(), None, "no person takes part");
        }
        game.finish()
    };
    until_it_counts(is_cancelled, || guarded(line.seats.len(), play))
}

/// A game that may panic: it is void then, and leaves nothing behind, since all it changes is its own.
fn guarded(seats: usize, game: impl FnOnce() -> Finished) -> Finished {
    panic::catch_unwind(AssertUnwindSafe(game)).unwrap_or_else(|payload| {
        let detail = format!("the judge failed: {}", panic_text(payload.as_ref()));
        Finished::broken(detail, seats)
    })
}

/// What all games of a tournament have in common.
struct GameRunner<'a, G: Wired> {
    tournament: &'a Tournament,
    sandbox: &'a Sandbox,
    params: &'a <G as Game>::Params,
    start: G,
    openings: Openings<G>,
    bots: &'a [Bot],
    cancellation: &'a Cancellation,
}

impl<G: Wired + Contract> GameRunner<'_, G> {
    fn play(&self, fixture: &Fixture<'_>) -> Finished {
        let is_cancelled = || self.cancellation.reason().is_some();
        until_it_counts(is_cancelled, || guarded(fixture.seating().len(), || self.play_once(fixture)))
    }

    fn play_once(&self, fixture: &Fixture<'_>) -> Finished {
        let seeds = fixture.seeds();
        let opening = self.openings.of(&self.start, self.tournament.opening_plies, seeds.round);
        let player = |(seat, id): (Seat, EntrantId)| {
            let bot = self.bots[id.0].of::<G>();
            Seated::player(bot.player(self.sandbox, self.params, seat, seeds.seat(seat)))
        };
        let players = (0..).map(Seat).zip(fixture.seating()).map(player).collect();
        let mut game = Match::from_start(self.start.clone(), self.params, opening, players);
        game.run().expect("no person takes part in a tournament");
        game.finish()
    }
}

/// Openings that were drawn last. The games of a round are played one after the other, or at the same time on several
/// threads, and all have the same.
struct Openings<G: Game>([Mutex<Option<Drawn<G>>>; OPENINGS]);

/// A round's seed and its opening.
type Drawn<G> = (Seed, Vec<<G as Game>::Action>);

/// So many that threads seldom wait for one another.
const OPENINGS: usize = 64;

impl<G: Game + Clone> Openings<G> {
    fn new() -> Self {
        Self(std::array::from_fn(|_| Mutex::new(None)))
    }

    /// The opening of the round with this seed.
    fn of(&self, start: &G, plies: u32, seed: Seed) -> Vec<G::Action> {
        let [place, ..] = seed.0.to_le_bytes();
        let mut drawn = self.0[usize::from(place) % OPENINGS].lock().unwrap_or_else(PoisonError::into_inner);
        match &*drawn {
            Some((of, opening)) if *of == seed => opening.clone(),
            _ => drawn.insert((seed, opening::draw(start, plies, seed))).1.clone(),
        }
    }
}

/// Plays a game, and again while it ends void, unless the tournament is cancelled.
fn until_it_counts(is_cancelled: impl Fn() -> bool, mut play: impl FnMut() -> Finished) -> Finished {
    let mut game = play();
    for replays in 0..REPLAYS_MAX {
        let replays_max = match game.record.void() {
            None => break,
            Some(void) if void.cause == VoidCause::Watchdog => REPLAYS_AFTER_WATCHDOG,
            Some(_) => REPLAYS_MAX,
        };
        if replays >= replays_max || is_cancelled() {
            break;
        }
        game = play();
    }
    game
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod stepped;
