//! `GET /organiser/sheets`: one page for each contestant, to be printed.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use judge_core::tournament::{Band, Name};
use judge_season::ladder::standings::LadderStanding;
use judge_season::state::State as Now;

use crate::web::Site;
use crate::web::connection::identity::Organiser;
use crate::web::shown::answers::{page, title};
use crate::web::shown::rated::whole;

#[derive(Template)]
#[template(path = "sheets.html")]
struct Sheets<'a> {
    title: &'a str,
    game: &'static str,
    head: String,
    people: Vec<Sheet>,
}

/// The sheet that a contestant is handed.
struct Sheet {
    name: Name,
    calls_itself: String,
    place: String,
    rating: String,
    band: String,
    /// Number, file, rounds, games won, drawn and lost, faults.
    versions: Vec<(usize, String, u32, [u64; 3], u64)>,
    /// Against whom: games won, drawn, lost.
    opponents: Vec<(Name, [u64; 3])>,
}

/// `GET /organiser/sheets`.
pub(crate) async fn sheets(State(site): State<Arc<Site>>, _: Organiser) -> Response {
    let made = whole(&site).await;
    let bands = &site.season.runner.season.serve.bands;
    site.season.store.read(|state| {
        let band_of = |standing: &LadderStanding| Band::grade(bands, standing.graded());
        let people = made
            .iter()
            .filter(|standing| !state.contestants[state.versions[standing.version].contestant].is_anchor);
        let met = met(state);
        page(&Sheets {
            title: title(&site),
            game: site.season.runner.season.tournament.rules.game(),
            head: state.head.to_string(),
            people: people.map(|standing| sheet(state, &met, standing, band_of(standing))).collect(),
        })
    })
}

fn sheet(
    state: &Now,
    met: &BTreeMap<(usize, usize), [u64; 3]>,
    standing: &LadderStanding,
    band: String,
) -> Sheet {
    let newest = &state.versions[standing.version];
    let contestant = &state.contestants[newest.contestant];
    let versions = contestant.versions.iter().map(|&id| &state.versions[id]);
    let rating = match (standing.shown(), standing.interval()) {
        (shown, _) if shown.is_empty() => "none yet".into(),
        (shown, interval) if standing.rating.is_none() || interval.is_empty() => shown,
        (shown, interval) => format!("{shown} ({interval})"),
    };
    Sheet {
        name: contestant.name.clone(),
        calls_itself: newest.calls_itself.clone(),
        place: standing.rank.map_or_else(|| "none yet".into(), |rank| rank.to_string()),
        rating,
        band,
        versions: versions
            .map(|it| (it.number, it.sha256.to_string(), it.rounds, it.games, it.faults))
            .collect(),
        opponents: met
            .range((newest.contestant, 0)..(newest.contestant + 1, 0))
            .map(|((_, other), games)| (state.contestants[*other].name.clone(), *games))
            .collect(),
    }
}

/// The results of each contestant against each of the others: games won, drawn and lost.
fn met(state: &Now) -> BTreeMap<(usize, usize), [u64; 3]> {
    let mut met: BTreeMap<(usize, usize), [u64; 3]> = BTreeMap::new();
    for round in &state.rounds {
        for (order, game) in round.games.iter().enumerate() {
            let seating = round.pairing.seating(order);
            let of = |seat: usize| state.versions[seating[seat]].contestant;
            let pairs = (0..seating.len()).flat_map(|own| (0..seating.len()).map(move |other| (own, other)));
            for (own, other) in pairs.filter(|(own, other)| own != other) {
                if let Some(kind) = game.kind_against(own, other) {
                    met.entry((of(own), of(other))).or_default()[kind] += 1;
                }
            }
        }
    }
    met
}
