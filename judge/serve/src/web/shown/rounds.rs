//! Rounds and games of the ladder as pages list them.

use judge_core::tournament::Name;
use judge_play::text::count;
use judge_season::log::event::{Game, Pairing};
use judge_season::play::runner::Due;
use judge_season::state::{self, State as Now, game_number, place_of_game};

use crate::web::Site;

/// Rounds that a page lists, the last ones.
pub(crate) const ROUNDS_SHOWN: usize = 30;

/// A round as a page lists it.
pub(crate) struct RoundRow {
    pub(crate) batch: u32,
    pub(crate) names: [String; 2],
    pub(crate) contestants: [Name; 2],
    pub(crate) games: Vec<GameRow>,
    pub(crate) reason: String,
}

/// A game as a page lists it.
pub(crate) struct GameRow {
    pub(crate) number: usize,
    pub(crate) result: &'static str,
}

/// The facts of a game before it is played again.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) number: usize,
    pub(crate) due: Due,
    pub(crate) order: usize,
    pub(crate) seats: [String; 2],
    pub(crate) contestants: [Name; 2],
    pub(crate) ids: [usize; 2],
    pub(crate) reason: String,
    pub(crate) game: Game,
}

/// The last rounds of some kind, the newest first.
pub(crate) fn last(state: &Now, is_meant: impl Fn(&state::LadderRound) -> bool) -> Vec<RoundRow> {
    let rounds = state.rounds.iter().enumerate().rev().filter(|(_, round)| is_meant(round));
    let row = |(place, round): (usize, &state::LadderRound)| RoundRow {
        batch: round.batch,
        names: round.pairing.versions.map(|id| state.label(id)),
        contestants: round
            .pairing
            .versions
            .map(|id| state.contestants[state.versions[id].contestant].name.clone()),
        games: round.games.iter().enumerate().map(|(order, game)| game_row(place, order, game)).collect(),
        reason: reason(state, &round.pairing),
    };
    rounds.take(ROUNDS_SHOWN).map(row).collect()
}

fn game_row(round: usize, order: usize, game: &Game) -> GameRow {
    let result = match game.ranks {
        None => "void",
        Some([one, other]) if one == other => "½–½",
        // The first named sits in seat 0 in the first game, and in seat 1 in the second.
        Some([one, other]) if (one < other) == (order == 0) => "1–0",
        Some(_) => "0–1",
    };
    GameRow { number: game_number(round, order), result }
}

/// The reason why two meet.
pub(crate) fn reason(state: &Now, pairing: &Pairing) -> String {
    let turn = state.label(pairing.turn);
    let [first, _] = pairing.versions.map(|id| state.label(id));
    let (whole, tenth) = (pairing.chance / 10, pairing.chance % 10);
    let met = match pairing.met {
        0 => "they had not met".to_owned(),
        met => format!("they had met {}", count(u64::from(met), "time")),
    };
    format!("it was {turn}’s turn; {first} was expected to win {whole}.{tenth} %; {met}")
}

/// A game of the ladder by its number, if it was played.
pub(crate) fn known(site: &Site, number: usize) -> Option<Known> {
    let (round, order) = place_of_game(number)?;
    site.season.store.read(|state| {
        let it = state.rounds.get(round)?;
        let mut versions = it.pairing.versions;
        versions.rotate_left(order);
        let ids = versions.map(|id| state.versions[id].contestant);
        Some(Known {
            number,
            due: site.season.due(state, round),
            order,
            seats: versions.map(|id| state.label(id)),
            contestants: ids.map(|id| state.contestants[id].name.clone()),
            ids,
            reason: reason(state, &it.pairing),
            game: it.games.get(order)?.clone(),
        })
    })
}
