//! One game of the schedule: its entrants are seated, refereed, and the record kept.

use judge_games::Seat;
use judge_games::battleship::Battleship;
use sha2::{Digest, Sha256};

use crate::arena::Record;
use crate::contract::Contract;
use crate::entrant::{Bot, Entrant};
use crate::players::Player;
use crate::players::wasm::WasmPlayer;
use crate::referee::{self, Play, Verdict};
use crate::sandbox::Sandbox;
use crate::schedule::{EntrantId, Fixture};
use crate::tournament::Rules;

/// How often a game is played before a void counts as its end.
const TRIES: usize = 3;

/// Plays one game of the schedule, again if it ends void.
#[must_use]
pub fn play(rules: &Rules, sandbox: &Sandbox, entrants: &[Entrant], fixture: &Fixture<'_>) -> Record {
    let once = || play_once(rules, sandbox, entrants, fixture);
    let is_void = |record: &Record| matches!(record.verdict, Verdict::Void(_));
    (1..TRIES).map(|_| once()).find(|record| !is_void(record)).unwrap_or_else(once)
}

fn play_once(rules: &Rules, sandbox: &Sandbox, entrants: &[Entrant], fixture: &Fixture<'_>) -> Record {
    let seats = (0..).map(Seat).zip(fixture.seating());
    match rules {
        Rules::Battleship(params) => {
            let player = |(seat, id): (Seat, EntrantId)| match &entrants[id.0].bot {
                Bot::Battleship(bot) => bot.player(sandbox, params, seat, fixture.seed(seat)),
            };
            referee(Battleship::new(params.clone()), seats.map(player).collect())
        }
    }
}

/// Referees a game between bots, and keeps the record of it.
fn referee<G: Contract, B, S>(game: G, mut players: Vec<WasmPlayer<B, S>>) -> Record
where
    WasmPlayer<B, S>: Player<G>,
{
    let Play { verdict, turns, asked, transcript } = referee::play(game, &mut players);
    let fuel = players.iter().map(WasmPlayer::fuel_spent).collect();
    let offender_log = match &verdict {
        Verdict::Forfeit { offender, .. } => players.swap_remove(offender.index()).into_log(),
        _ => String::new(),
    };
    let transcript_sha256 = Sha256::digest(&transcript).into();
    Record { verdict, turns, asked, fuel, transcript_sha256, offender_log }
}
