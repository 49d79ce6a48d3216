//! `GET /organiser/sheets`: one page for each contestant, to be printed.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use judge_core::tournament::Band;
use judge_season::ladder::standings::LadderStanding;
use judge_season::log::digest::Digest;
use judge_season::state::{State as SeasonState, Version};

use crate::web::Site;
use crate::web::connection::identity::Organiser;
use crate::web::content::answers::{page, title};
use crate::web::content::now::SeasonNow;
use crate::web::content::rated::whole;

#[derive(Template)]
#[template(path = "sheets.html")]
struct Sheets<'a> {
    title: &'a str,
    game: &'static str,
    head: Digest,
    people: Vec<TokenSheet<'a>>,
}

/// The sheet that a contestant is handed.
struct TokenSheet<'a> {
    name: &'a str,
    place: Option<usize>,
    rating: String,
    band: String,
    /// The newest comes last.
    versions: Vec<&'a Version>,
    /// Against whom: games won, drawn, lost.
    opponents: Vec<(&'a str, [u64; 3])>,
}

/// `GET /organiser/sheets`.
pub(crate) async fn sheets(State(site): State<Arc<Site>>, _: Organiser) -> Response {
    let made = whole(&site).await;
    let bands = &site.terms().serve.bands;
    site.read(|state| {
        let band_of = |standing: &LadderStanding| Band::grade(bands, standing.graded());
        let people = made.iter().filter(|standing| !state.owner(standing.version).is_anchor);
        let met = met(state);
        page(&Sheets {
            title: title(&site),
            game: site.terms().tournament.rules.game(),
            head: state.head,
            people: people.map(|standing| sheet(state, &met, standing, band_of(standing))).collect(),
        })
    })
}

fn sheet<'a>(
    state: &'a SeasonNow<'a>,
    met: &BTreeMap<(usize, usize), [u64; 3]>,
    standing: &LadderStanding,
    band: String,
) -> TokenSheet<'a> {
    let newest = &state.versions[standing.version];
    let contestant = &state.contestants[newest.contestant];
    let rating = match (standing.rating_or_bound(), standing.interval()) {
        (shown, _) if shown.is_empty() => "none yet".into(),
        (shown, interval) if standing.rating.is_none() || interval.is_empty() => shown,
        (shown, interval) => format!("{shown} ({interval})"),
    };
    let others = met.range((newest.contestant, 0)..(newest.contestant + 1, 0));
    TokenSheet {
        name: state.called(newest.contestant),
        place: standing.rank,
        rating,
        band,
        versions: contestant.versions.iter().map(|&id| &state.versions[id]).collect(),
        opponents: others.map(|((_, other), games)| (state.called(*other), *games)).collect(),
    }
}

/// The results of each contestant against each of the others: games won, drawn and lost.
fn met(state: &SeasonState) -> BTreeMap<(usize, usize), [u64; 3]> {
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
