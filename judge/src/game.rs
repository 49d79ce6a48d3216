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

use crate::opening;
use crate::players::Player;
use crate::players::wasm::{Bot, WasmPlayer, Wired};
use crate::printable::panic_text;
use crate::record::{Incident, Record};
use crate::referee::{self, Offence, Play, Verdict};
use crate::sandbox::{Program, Sandbox, Stop};
use crate::schedule::{EntrantId, Fixture};
use crate::tournament::{Rules, Tournament};

/// How often a void game is played again before that counts as its end.
const REPLAYS_MAX: usize = 3;

/// Plays games of the schedule, one a call, on any thread.
pub type PlayGame<'a> = Box<dyn Fn(&Fixture<'_>) -> Finished + Send + Sync + 'a>;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// What is kept of it.
    pub record: Record,
    /// What happened, line by line, as [`Play::transcript`] has it.
    pub transcript: String,
}

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

/// How the games of a tournament are played, by the entrants' programs, which passed [`check`].
#[must_use]
pub fn player<'a>(tournament: &'a Tournament, sandbox: &'a Sandbox, programs: &[&Program]) -> PlayGame<'a> {
    match &tournament.rules {
        Rules::Battleship(params) => {
            venue(tournament, sandbox, programs, params, Battleship::new(params.clone()))
        }
        Rules::Freedom(params) => venue(tournament, sandbox, programs, params, Freedom::new(*params)),
        Rules::Gobblet(params) => venue(tournament, sandbox, programs, params, Gobblet::new(*params)),
        Rules::Othello(params) => venue(tournament, sandbox, programs, params, Othello::new(*params)),
        Rules::Stones(params) => venue(tournament, sandbox, programs, params.as_ref(), Stones::new(params)),
    }
}

fn venue<'a, G>(
    tournament: &'a Tournament,
    sandbox: &'a Sandbox,
    programs: &[&Program],
    params: &'a G::Params,
    start: G,
) -> PlayGame<'a>
where
    G: Wired<Params: Sync, Program: Send + Sync> + Send + Sync + 'a,
    WasmPlayer<G>: Player<G>,
{
    let bot = |program: &&Program| Bot::new(program).expect("the program was checked");
    let bots: Vec<Bot<G>> = programs.iter().map(bot).collect();
    let venue = Venue { tournament, sandbox, params, start, bots };
    Box::new(move |fixture| venue.play(fixture))
}

/// What all games of a tournament have in common.
struct Venue<'a, G: Wired> {
    tournament: &'a Tournament,
    sandbox: &'a Sandbox,
    params: &'a G::Params,
    start: G,
    bots: Vec<Bot<G>>,
}

impl<G: Wired> Venue<'_, G>
where
    WasmPlayer<G>: Player<G>,
{
    fn play(&self, fixture: &Fixture<'_>) -> Finished {
        until_it_counts(|| {
            let game = || self.play_once(fixture);
            // A game that panics leaves nothing behind: all it changes is its own.
            panic::catch_unwind(AssertUnwindSafe(game))
                .unwrap_or_else(|payload| broken(payload.as_ref(), fixture.seating().len()))
        })
    }

    fn play_once(&self, fixture: &Fixture<'_>) -> Finished {
        let opening = opening::draw(&self.start, self.tournament.opening_plies, fixture.round.seed);
        let player = |(seat, id): (Seat, EntrantId)| {
            self.bots[id.0].player(self.sandbox, self.params, seat, fixture.seed(seat))
        };
        let mut players: Vec<_> = (0..).map(Seat).zip(fixture.seating()).map(player).collect();
        let play = referee::play(self.start.clone(), &opening, &mut players);
        finished(&opening, play, &players)
    }
}

/// Plays a game, and again while it ends void.
fn until_it_counts(mut play: impl FnMut() -> Finished) -> Finished {
    let mut game = play();
    for _ in 0..REPLAYS_MAX {
        if !game.record.is_void() {
            break;
        }
        game = play();
    }
    game
}

/// A game in which the judge itself broke down.
fn broken(payload: &(dyn Any + Send), seats: usize) -> Finished {
    let verdict = Verdict::Void(format!("the judge broke down: {}", panic_text(payload)));
    let transcript = format!("{verdict}\n");
    let nothing = vec![0; seats];
    let record = Record {
        verdict,
        offences: Vec::new(),
        opening: String::new(),
        turns: 0,
        asked: vec![0; seats],
        fuel: nothing.clone(),
        memory: nothing,
        checks: String::new(),
        transcript_sha256: Sha256::digest(&transcript).into(),
    };
    Finished { record, transcript }
}

fn finished<G: Wired>(opening: &[G::Action], play: Play, players: &[WasmPlayer<G>]) -> Finished {
    let Play { verdict, offences, turns, asked, transcript, checks } = play;
    let incident = |offence: Offence| {
        let player = &players[offence.seat.index()];
        Incident { in_turn: player.usage_in_turn(), log: player.log(), offence }
    };
    let opening: Vec<String> = opening.iter().map(ToString::to_string).collect();
    let record = Record {
        verdict,
        offences: offences.into_iter().map(incident).collect(),
        opening: opening.join(" "),
        turns,
        asked,
        fuel: players.iter().map(|player| player.usage().fuel).collect(),
        memory: players.iter().map(|player| player.usage().memory_bytes).collect(),
        checks,
        transcript_sha256: Sha256::digest(&transcript).into(),
    };
    Finished { record, transcript }
}

#[cfg(test)]
mod tests;
