//! The private view of a contestant on its games: its faults, the games it lost, its log.

use std::fmt::Write;

use judge_season::log::event::LOST;
use judge_season::state::{self, Admission};

use crate::web::Site;
use crate::web::connection::identity::{Contestant, NumberInPath};
use crate::web::content::answers::{OrRefusal, not_found};
use crate::web::content::now::SeasonNow;
use crate::web::content::replays::replayed;
use crate::web::content::rounds::{ROUNDS_SHOWN, known};

/// A game that a contestant lost, or in which it committed a fault.
pub(crate) struct LostRow {
    pub(crate) number: usize,
    pub(crate) version: usize,
    pub(crate) seat: usize,
    pub(crate) opponents: String,
    /// The event, in a few words.
    pub(crate) what: String,
}

/// The reason why a contestant does not play, in words for its author.
pub(crate) fn absence(contestant: &state::SeasonContestant) -> String {
    match (&contestant.suspended, contestant.admission) {
        (Some(reason), _) => format!("The organiser has suspended you: {reason}"),
        (None, Admission::Withdrawn) => {
            "You have withdrawn. To come back, ask the organiser for another invitation.".into()
        }
        (None, Admission::Waiting) => {
            "Your bot plays when the organiser has approved you. Hand in already: files are checked.".into()
        }
        (None, Admission::Admitted) => String::new(),
    }
}

/// The last games that a contestant lost or committed a fault in, the newest first.
pub(crate) fn lost(state: &SeasonNow<'_>, contestant: usize) -> Vec<LostRow> {
    let of = |id: usize| state.versions[id].contestant == contestant;
    let rounds = state.rounds.iter().enumerate().rev();
    let theirs = rounds.filter(|(_, round)| round.pairing.versions.iter().any(|&id| of(id)));
    let games = theirs.flat_map(|(place, round)| {
        let own = round.pairing.versions.iter().position(|&id| of(id)).unwrap_or_default();
        let version = round.pairing.versions[own];
        (0..round.games.len()).rev().filter_map(move |order| {
            let seating = round.pairing.seating(order);
            let seat = seating.iter().position(|&id| id == version)?;
            let game = &round.games[order];
            let is_lost = game.kind(seat) == Some(LOST);
            let mut faults = game.faults.iter().filter(|(at, _)| usize::from(*at) == seat);
            let fault = faults.next().map(|(_, kind)| format!("fault: {kind}"));
            let what = fault.or_else(|| is_lost.then(|| format!("lost, ended by {}", game.end)))?;
            let others = seating.iter().filter(|&&id| id != version).map(|&id| state.label(id));
            let (number, opponents) =
                (state.game_number(place, order), others.collect::<Vec<_>>().join(", "));
            Some(LostRow { number, version: state.versions[version].number, seat, opponents, what })
        })
    });
    games.take(ROUNDS_SHOWN).collect()
}

/// `GET /game/N/log`: the log of one's own bot in a game.
pub(crate) async fn log(
    site: Site,
    asking: Contestant,
    NumberInPath(number): NumberInPath,
) -> OrRefusal<String> {
    let none = || not_found("you played no such game\n");
    let known = known(&site, number).ok_or_else(none)?;
    let seat = known.ids.iter().position(|&of| of == asking.id).ok_or_else(none)?;
    let replayed = replayed(&site, &known).await?;
    let mut text = String::new();
    for turn in replayed.turns.iter().filter(|turn| turn.seat.index() == seat) {
        for line in &turn.log {
            writeln!(text, "{} {line}", turn.turn + 1).expect("a string takes all text");
        }
    }
    if text.is_empty() {
        text.push_str("your bot wrote nothing in this game\n");
    }
    Ok(text)
}
