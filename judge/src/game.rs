//! One game of the schedule: its entrants are seated, refereed, and the record kept.
//!
//! Here, and only here, the game that a tournament's file names becomes types.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use judge_games::Seat;
use judge_games::battleship::Battleship;
use judge_games::freedom::Freedom;
use judge_games::gobblet::Gobblet;
use judge_games::othello::Othello;
use judge_games::stones::Stones;
use sha2::{Digest, Sha256};

use crate::entrant::Entrant;
use crate::opening;
use crate::players::Player;
use crate::players::wasm::{Bot, WasmPlayer, Wired};
use crate::printable::panic_text;
use crate::record::Record;
use crate::referee::{self, Offence, Play, Verdict};
use crate::sandbox::{Program, Sandbox, Stop};
use crate::schedule::{EntrantId, Fixture};
use crate::tournament::{Rules, Tournament};

/// How often a void game is played again before that counts as its end.
const REPLAYS_MAX: usize = 3;

/// Plays games of the schedule, one a call, on any thread.
pub type PlayGame<'a> = Box<dyn Fn(&Fixture<'_>) -> Record + Send + Sync + 'a>;

/// Finds the game's functions among a program's exports, and asks the bot what it calls itself.
///
/// # Errors
/// Which function is missing or has another type.
pub fn check(rules: &Rules, program: &Program, sandbox: &Sandbox) -> wasmtime::Result<Result<String, Stop>> {
    match rules {
        Rules::Battleship(_) => Bot::<Battleship>::new(program).map(|bot| bot.name(sandbox)),
        Rules::Freedom(_) => Bot::<Freedom>::new(program).map(|bot| bot.name(sandbox)),
        Rules::Gobblet(_) => Bot::<Gobblet>::new(program).map(|bot| bot.name(sandbox)),
        Rules::Othello(_) => Bot::<Othello>::new(program).map(|bot| bot.name(sandbox)),
        Rules::Stones(_) => Bot::<Stones>::new(program).map(|bot| bot.name(sandbox)),
    }
}

/// How the games of a tournament are played, by entrants that passed [`check`].
#[must_use]
pub fn player<'a>(tournament: &'a Tournament, sandbox: &'a Sandbox, entrants: &[Entrant]) -> PlayGame<'a> {
    match &tournament.rules {
        Rules::Battleship(params) => {
            stage(tournament, sandbox, entrants, params, Battleship::new(params.clone()))
        }
        Rules::Freedom(params) => stage(tournament, sandbox, entrants, params, Freedom::new(*params)),
        Rules::Gobblet(params) => stage(tournament, sandbox, entrants, params, Gobblet::new(*params)),
        Rules::Othello(params) => stage(tournament, sandbox, entrants, params, Othello::new(*params)),
        Rules::Stones(params) => stage(tournament, sandbox, entrants, params.as_ref(), Stones::new(params)),
    }
}

fn stage<'a, G>(
    tournament: &'a Tournament,
    sandbox: &'a Sandbox,
    entrants: &[Entrant],
    params: &'a G::Params,
    start: G,
) -> PlayGame<'a>
where
    G: Wired<Params: Sync, Program: Send + Sync> + Send + Sync + 'a,
    WasmPlayer<G>: Player<G>,
{
    let bot = |entrant: &Entrant| Bot::new(&entrant.program).expect("the entrant was checked");
    let bots: Vec<Bot<G>> = entrants.iter().map(bot).collect();
    let stage = Stage { tournament, sandbox, params, start, bots };
    Box::new(move |fixture| stage.play(fixture))
}

/// What all games of a tournament have in common.
struct Stage<'a, G: Wired> {
    tournament: &'a Tournament,
    sandbox: &'a Sandbox,
    params: &'a G::Params,
    start: G,
    bots: Vec<Bot<G>>,
}

impl<G: Wired> Stage<'_, G>
where
    WasmPlayer<G>: Player<G>,
{
    fn play(&self, fixture: &Fixture<'_>) -> Record {
        until_it_counts(|| {
            let game = || self.play_once(fixture);
            // A game that panics leaves nothing behind: all it changes is its own.
            panic::catch_unwind(AssertUnwindSafe(game))
                .unwrap_or_else(|payload| broken(payload.as_ref(), fixture.seating().len()))
        })
    }

    fn play_once(&self, fixture: &Fixture<'_>) -> Record {
        let opening = opening::draw(&self.start, self.tournament.opening_plies, fixture.round.seed);
        let player = |(seat, id): (Seat, EntrantId)| {
            self.bots[id.0].player(self.sandbox, self.params, seat, fixture.seed(seat))
        };
        let mut players: Vec<_> = (0..).map(Seat).zip(fixture.seating()).map(player).collect();
        let play = referee::play(self.start.clone(), &opening, &mut players);
        record(play, &players)
    }
}

/// Plays a game, and again while it ends void.
fn until_it_counts(mut play: impl FnMut() -> Record) -> Record {
    let is_void = |record: &Record| matches!(record.verdict, Verdict::Void(_));
    let mut record = play();
    for _ in 0..REPLAYS_MAX {
        if !is_void(&record) {
            break;
        }
        record = play();
    }
    record
}

/// The record of a game in which the judge itself broke down.
fn broken(payload: &(dyn Any + Send), seats: usize) -> Record {
    let verdict = Verdict::Void(format!("the judge broke down: {}", panic_text(payload)));
    let transcript_sha256 = Sha256::digest(format!("{verdict}\n")).into();
    let (asked, fuel) = (vec![0; seats], vec![0; seats]);
    Record { verdict, offences: Vec::new(), turns: 0, asked, fuel, transcript_sha256 }
}

fn record<G: Wired>(play: Play, players: &[WasmPlayer<G>]) -> Record {
    let Play { verdict, offences, turns, asked, transcript } = play;
    let with_log = |offence: Offence| {
        let log = players[offence.seat.index()].log();
        (offence, log)
    };
    Record {
        verdict,
        offences: offences.into_iter().map(with_log).collect(),
        turns,
        asked,
        fuel: players.iter().map(WasmPlayer::fuel_spent).collect(),
        transcript_sha256: Sha256::digest(&transcript).into(),
    }
}

#[cfg(test)]
mod tests;
