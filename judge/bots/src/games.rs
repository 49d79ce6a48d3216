//! Plays one game between bots: the seating and the seeds in, a finished match out.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use judge_play::contract::Contract;
use judge_play::games::{Game, Seat};
use judge_play::player::guided::Guided;
use judge_play::text::panic_text;
use judge_play::{
    AnyMatch, Finished, Line, Match, Player, Rules, Seated, Seed, Seeds, Step, VoidCause, for_game,
    opening::{self, Opening},
};
use judge_sandbox::Sandbox;

use crate::Bot;

/// The most replays of a void game before that counts as its end. Where the watchdog has ended a call the
/// next try takes as long, so there is one only.
const REPLAYS_MAX: usize = 3;
const REPLAYS_AFTER_WATCHDOG: usize = 1;

/// The reason why a match that was cancelled is void.
const GIVEN_UP: &str = "the judge was told to end it";

/// Plays games, one a call, on any thread. It takes the numbers of the bots at the seats, the game's seeds, and what
/// the round's opening begins with, if somebody wrote it.
pub type PlayGame<'a> = Box<dyn Fn(&[usize], Seeds, &[String]) -> Finished + Send + Sync + 'a>;

/// Whether games are to be given up.
///
/// Boxed, so that the code that plays is made here, at this crate's level of optimisation, and not in every crate that asks for it.
pub type IsCancelled<'a> = Box<dyn Fn() -> bool + Send + Sync + 'a>;

/// The function that plays games with the same rules between these bots, with a random opening of so many
/// actions where none is written. A void game is played again, unless `is_cancelled`.
pub fn game_runner<'a>(
    rules: &'a Rules,
    opening_plies: u32,
    sandbox: &'a Sandbox,
    bots: &'a [Bot],
    is_cancelled: IsCancelled<'a>,
) -> PlayGame<'a> {
    for_game!(rules, params, G => {
        let openings = Openings::<G>::new();
        let runner = GameTerms { sandbox, params, opening_plies, openings, bots };
        Box::new(move |seating, seeds, written| {
            let play = || guarded(seating.len(), || runner.play(seating, seeds, written, &is_cancelled));
            until_it_counts(&is_cancelled, play)
        })
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
    start_between(line, &|bot, _| (&bots[bot], sandbox, None))
}

/// A bot in its sandbox, and the actions that are played in place of its answers, if there are some.
pub type SeatedBot<'a> = (&'a Bot, &'a Sandbox, Option<&'a [String]>);

/// Begins the match that a line describes; `seated` finds the bot of a number, for a seat.
///
/// # Errors
/// The turn of an action by hand that cannot be read, and why.
pub fn start_between<'a>(
    line: &Line,
    seated: &dyn Fn(usize, Seat) -> SeatedBot<'a>,
) -> Result<Box<dyn AnyMatch + 'a>, (u32, String)> {
    for_game!(&line.rules, params, G => {
        line.start::<G>(params, |params, bot, seat, seed| {
            let (bot, sandbox, actions) = seated(bot, seat);
            let player = bot.player::<G>(sandbox, params, seat, seed);
            match actions {
                None => Box::new(player) as Box<dyn Player<G>>,
                Some(actions) => Box::new(Guided::new(player, actions)),
            }
        })
    })
}

/// A game that may panic: it is void then, and leaves nothing behind, since all it changes is its own.
fn guarded(seats: usize, game: impl FnOnce() -> Finished) -> Finished {
    panic::catch_unwind(AssertUnwindSafe(game)).unwrap_or_else(|payload| {
        let detail = format!("the judge failed: {}", panic_text(payload.as_ref()));
        Finished::broken(detail, seats)
    })
}

/// The data that all games of a runner share.
struct GameTerms<'a, G: Contract> {
    sandbox: &'a Sandbox,
    params: &'a <G as Game>::Params,
    opening_plies: u32,
    openings: Openings<G>,
    bots: &'a [Bot],
}

impl<G: Contract> GameTerms<'_, G> {
    fn play(
        &self,
        seating: &[usize],
        seeds: Seeds,
        written: &[String],
        is_cancelled: impl Fn() -> bool,
    ) -> Finished {
        let mut opening = self.openings.of(self.params, written, self.opening_plies, seeds);
        let (params, start) = opening.start::<G>(self.params, seeds.game().0);
        let params = &params;
        let player = |(seat, &bot): (Seat, &usize)| {
            let bot = &self.bots[bot];
            Seated::player(bot.player::<G>(self.sandbox, params, seat, seeds.seat(seat)))
        };
        let players = (0..).map(Seat).zip(seating).map(player).collect();
        let mut game = Match::from_start(start, params, opening, players);
        // A match may be long, and none of its calls.
        while !matches!(game.step(), Step::Over) {
            if is_cancelled() {
                return Finished::broken(GIVEN_UP.into(), seating.len());
            }
        }
        game.finish()
    }
}

/// Openings of the rounds that were played last. The games of a round are played one after the other, or at the same time on several
/// threads, and all have the same.
struct Openings<G: Game>([Mutex<Option<Drawn<G>>>; OPENINGS]);

/// A round's seed and its opening.
type Drawn<G> = (Seed, Opening<<G as Game>::Action>);

/// So many that the rounds under way seldom share a place.
const OPENINGS: usize = 64;

impl<G: Contract> Openings<G> {
    fn new() -> Self {
        Self(std::array::from_fn(|_| Mutex::new(None)))
    }

    /// The opening of the round with these seeds.
    fn of(&self, params: &G::Params, written: &[String], plies: u32, seeds: Seeds) -> Opening<G::Action> {
        if written.is_empty() && plies == 0 {
            return Vec::new().into();
        }
        let seed = seeds.round;
        let [place, ..] = seed.0.to_le_bytes();
        let drawn = || self.0[usize::from(place) % OPENINGS].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, opening)) = drawn().as_ref().filter(|(of, _)| *of == seed) {
            return opening.clone();
        }
        // Without the lock: the other game of the round begins just now, and to draw takes less than to be woken up.
        let opening = opening::of_round::<G>(params, written, plies, seeds);
        // What went wrong may be the machine's trouble, and is tried again.
        if opening.trouble.is_none() {
            *drawn() = Some((seed, opening.clone()));
        }
        opening
    }
}

/// Plays a game, and again while it ends void, unless that is cancelled.
fn until_it_counts(is_cancelled: impl Fn() -> bool, mut play: impl FnMut() -> Finished) -> Finished {
    let mut game = play();
    for replays in 0..REPLAYS_MAX {
        let Some(void) = game.record.void() else { break };
        let replays_max = match void.cause {
            VoidCause::Watchdog => REPLAYS_AFTER_WATCHDOG,
            // It ends so every time.
            VoidCause::Depth | VoidCause::Game => 0,
            VoidCause::Machine | VoidCause::Judge => REPLAYS_MAX,
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
