//! Rounds and games of the ladder as pages list them.

use judge_core::tournament::Name;
use judge_play::text::count;
use judge_season::log::event::{Game, Pairing};
use judge_season::play::runner::OpenRound;
use judge_season::season::store::NotWritten;
use judge_season::state::{self, State};

use crate::web::Site;
use crate::web::content::now::SeasonNow;

/// Rounds that a page lists, the last ones.
pub(crate) const ROUNDS_SHOWN: usize = 30;

/// A round as a page lists it.
pub(crate) struct RoundRow {
    pub(crate) batch: u32,
    /// The versions that met, each with its contestant.
    pub(crate) table: Vec<(String, Name)>,
    pub(crate) games: Vec<ListedGame>,
    pub(crate) reason: String,
}

/// A game as a page lists it.
pub(crate) struct ListedGame {
    pub(crate) number: usize,
    pub(crate) result: String,
}

/// The facts of a game before it is played again.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) number: usize,
    pub(crate) open: OpenRound,
    pub(crate) order: usize,
    /// The version at each seat, and its contestant.
    pub(crate) seats: Vec<(String, Name)>,
    pub(crate) ids: Vec<usize>,
    /// The version at each seat as the log has it.
    pub(crate) labels: Vec<String>,
    pub(crate) reason: String,
    pub(crate) game: Game,
}

/// The last rounds of some kind, the newest first.
pub(crate) fn last(state: &SeasonNow<'_>, is_meant: impl Fn(&state::LadderRound) -> bool) -> Vec<RoundRow> {
    let rounds = state.rounds.iter().enumerate().rev().filter(|(_, round)| is_meant(round));
    let row = |(place, round): (usize, &state::LadderRound)| {
        let games = (0..).zip(&round.games).map(|(order, game)| game_row(state, place, order, game));
        let (games, table) = (games.collect(), seated(state, &round.pairing.versions));
        RoundRow { batch: round.batch, table, games, reason: reason(state, &round.pairing) }
    };
    rounds.take(ROUNDS_SHOWN).map(row).collect()
}

/// Versions with their contestants.
fn seated(state: &SeasonNow<'_>, versions: &[usize]) -> Vec<(String, Name)> {
    versions.iter().map(|&id| (state.label(id), state.owner(id).name.clone())).collect()
}

fn game_row(state: &State, round: usize, order: usize, game: &Game) -> ListedGame {
    let result = match game.ranks.as_deref() {
        None => "void".into(),
        Some([one, other]) if one == other => "½–½".into(),
        // The first named sits in seat 0 in the first game, and in seat 1 in the second.
        Some([one, other]) if (one < other) == (order == 0) => "1–0".into(),
        Some([_, _]) => "0–1".into(),
        // The places of those named, in their order.
        Some(ranks) => {
            let mut places: Vec<String> = ranks.iter().map(u8::to_string).collect();
            places.rotate_right(order);
            places.join("–")
        }
    };
    ListedGame { number: state.game_number(round, order), result }
}

/// The reason why some meet.
pub(crate) fn reason(state: &SeasonNow<'_>, pairing: &Pairing) -> String {
    let turn = state.label(pairing.turn);
    let first = state.label(pairing.versions[0]);
    let (whole, tenth) = (pairing.chance / 10, pairing.chance % 10);
    let met = match (pairing.met, pairing.versions.len()) {
        (0, 2) => "they had not met".to_owned(),
        (0, _) => "no two of them had met".to_owned(),
        (met, 2) => format!("they had met {}", count(u64::from(met), "time")),
        (met, _) => format!("pairs of them had met {}", count(u64::from(met), "time")),
    };
    format!("it was {turn}’s turn; {first} was expected to win {whole}.{tenth} %; {met}")
}

/// A game of the ladder by its number, if it was played.
pub(crate) fn known(site: &Site, number: usize) -> Option<Known> {
    site.read(|state| known_in(site, state, number))
}

/// What a contestant's last file for practice came to: words, and its rounds.
pub(crate) fn practice(site: &Site, contestant: usize) -> Option<(String, Vec<RoundRow>)> {
    Some(match site.season.practised(contestant)? {
        None => ("it is checked and plays; look again in a while".into(), vec![]),
        Some(Err(NotWritten::Refused(why))) => (format!("refused: {why}"), vec![]),
        Some(Err(NotWritten::Machine(trouble))) => (trouble, vec![]),
        Some(Ok(state)) => (String::new(), site.look_at(&state, |state| last(state, |_| true))),
    })
}

/// A game of that file by its number. Only its contestant sees it, and it has no number among the season's.
pub(crate) fn practised(site: &Site, contestant: usize, number: usize) -> Option<Known> {
    let state = site.season.practised(contestant)??.ok()?;
    let known = site.look_at(&state, |state| known_in(site, state, number))?;
    Some(Known { number: 0, reason: "practice, which counts nowhere".into(), ..known })
}

fn known_in(site: &Site, state: &SeasonNow<'_>, number: usize) -> Option<Known> {
    let (round, order) = state.place_of_game(number)?;
    let it = state.rounds.get(round)?;
    let versions = it.pairing.seating(order);
    let ids = versions.iter().map(|&id| state.versions[id].contestant).collect();
    Some(Known {
        number,
        open: site.season.open_round(state, round),
        order,
        seats: seated(state, &versions),
        labels: versions.iter().map(|&id| State::label(state, id)).collect(),
        ids,
        reason: reason(state, &it.pairing),
        game: it.games.get(order)?.clone(),
    })
}
