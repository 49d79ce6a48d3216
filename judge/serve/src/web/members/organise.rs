//! The organiser's pages: links that let one in, orders by buttons, grades and sheets to print.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Form, Path};
use axum::http::header::{CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use judge_core::tournament::{Band, Name};
use judge_season::ladder::csv;
use judge_season::ladder::standings::{LadderStanding, loose_scale};
use judge_season::log::digest::{Digest, Secret};
use judge_season::orders::order::{Fields, parse};
use judge_season::orders::organiser::{self, KeyKind};
use judge_season::season::Season;
use judge_season::season::store::NotWritten;
use judge_season::state::{SeasonContestant, State as SeasonState, Version};
use judge_season::terms::Final;

use crate::web::Site;
use crate::web::connection::identity::{ORGANISERS_COOKIE, Organiser, organisers_key};
use crate::web::content::answers::{OrRefusal, Refusal, not_found, not_written, page};
use crate::web::content::now::SeasonNow;
use crate::web::content::rated::{made, whole};
use crate::web::members::account::{set_cookie, signed_out};
use crate::web::public::csv::CSV;
use crate::web::public::home::until;

#[derive(Template)]
#[template(path = "organiser-link.html")]
struct LinkPage<'a> {
    site: &'a Site,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "organiser.html")]
struct OrganiserPage<'a> {
    site: &'a Site,
    /// The result of an order, in words.
    message: &'a str,
    state: &'a SeasonNow<'a>,
    waiting: Vec<Name>,
    /// The contestants, each with the name that people are shown, and all rounds and faults of its versions.
    rows: Vec<(&'a SeasonContestant, &'a str, u32, u64)>,
    finals: Vec<(usize, Vec<String>, String)>,
    formats: Vec<(&'static str, bool)>,
    uploads: String,
}

#[derive(Template)]
#[template(path = "sheets.html")]
struct Sheets<'a> {
    site: &'a Site,
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

/// `GET /organiser/enter/…`: asks first. Programs that only look at links change nothing.
pub(crate) async fn link(site: Site, Path(link): Path<String>) -> OrRefusal {
    held(&site, &link).ok_or(OVER)?;
    Ok(page(&LinkPage { site: &site, link: &link }))
}

/// `POST /organiser/enter/…`: makes this browser the organiser's.
pub(crate) async fn enter(site: Site, Path(link): Path<String>) -> OrRefusal<impl IntoResponse> {
    let folder = &site.season.folder;
    held(&site, &link).filter(|key| organiser::spend(folder, key)).ok_or(OVER)?;
    let unwritten = |_| (StatusCode::SERVICE_UNAVAILABLE, "the key cannot be written\n".into());
    let cookie = organiser::make(folder, KeyKind::Cookie, site.season.store.clock()).map_err(unwritten)?;
    let cookie = set_cookie(&site, ORGANISERS_COOKIE, &cookie.reveal(), KeyKind::Cookie.seconds());
    Ok((StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, "/organiser".to_owned())]))
}

/// The key in a link, as long as it holds.
fn held(site: &Site, link: &str) -> Option<Secret> {
    let now = site.season.store.clock();
    Secret::parse(link).filter(|key| organiser::holds(&site.season.folder, key, KeyKind::Link, now))
}

/// `POST /organiser/sign-out`: the key of this browser ends.
pub(crate) async fn sign_out(site: Site, _: Organiser, headers: HeaderMap) -> Response {
    if let Some(key) = organisers_key(&headers, &site) {
        let _ = organiser::spend(&site.season.folder, &key);
    }
    signed_out(&site, ORGANISERS_COOKIE)
}

const OVER: Refusal = not_found(
    "this link is not valid: it was used already, or it is older than an hour; run judge serve organiser again\n",
);

/// `GET /organiser`.
pub(crate) async fn organiser_page(site: Site, _: Organiser) -> Response {
    let made = made(&site).await;
    let warning = site.read(|state| loose_scale(state, &made));
    with_words(&site, &warning.unwrap_or_default())
}

fn with_words(site: &Site, message: &str) -> Response {
    let serve = &site.terms().serve;
    let Final { phases, format: usual, .. } = &serve.final_tournament;
    let formats = Final::formats().into_iter().filter(|_| phases.is_empty());
    site.read(|state| {
        page(&OrganiserPage {
            site,
            message,
            state,
            waiting: Season::waiting(state),
            rows: rows(state),
            finals: finals(site, state),
            formats: formats.map(|(name, format)| (name, format == *usual)).collect(),
            uploads: until(state, state.closes(serve.closes)),
        })
    })
}

fn rows<'a>(state: &'a SeasonNow<'_>) -> Vec<(&'a SeasonContestant, &'a str, u32, u64)> {
    let people = state.contestants.iter().enumerate().filter(|(_, contestant)| !contestant.is_anchor);
    let row = |(id, contestant): (usize, &'a SeasonContestant)| {
        let versions = || contestant.versions.iter().map(|&id| &state.versions[id]);
        let rounds = versions().map(|version| version.rounds).sum();
        (contestant, state.called(id), rounds, versions().map(|version| version.faults).sum())
    };
    people.map(row).collect()
}

/// The finals that were frozen: number, who plays, where the tournament's file is.
fn finals(site: &Site, state: &SeasonNow<'_>) -> Vec<(usize, Vec<String>, String)> {
    let each = |(number, frozen): (usize, &judge_season::log::event::Frozen)| {
        let players = frozen.versions.iter().map(|&id| state.label(id)).collect();
        let file = site.season.folder.final_tournament(number).join("final.toml");
        (number, players, judge_core::file::path_text(&file))
    };
    (1..).zip(&state.finals).map(each).collect()
}

/// `POST /organiser/order`.
pub(crate) async fn order(site: Site, by: Organiser, Form(fields): Form<Fields>) -> Response {
    let needs_sure = by == Organiser::Browser && fields.get("order").is_some_and(|order| order == "close");
    let obeyed = match parse(&fields) {
        Ok(_) if needs_sure && !fields.contains_key("sure") => {
            Err(NotWritten::Refused("this cannot be taken back; tick that you are sure".to_owned()))
        }
        Ok(order) => site.aside(move |season| order(season)).await,
        Err(mistake) => Err(NotWritten::Refused(mistake)),
    };
    let (status, text) = obeyed.map_or_else(not_written, |done| (StatusCode::OK, done.into()));
    match by {
        Organiser::Command => (status, text).into_response(),
        Organiser::Browser => (status, with_words(&site, &text)).into_response(),
    }
}

/// `GET /organiser/grades.csv`.
pub(crate) async fn grades(site: Site, _: Organiser) -> Response {
    let made = whole(&site).await;
    let bands = &site.terms().serve.bands;
    let text = site.read(|state| csv::grades(state, &made, bands, state.names));
    ([(CONTENT_TYPE, CSV)], text).into_response()
}

/// `GET /organiser/sheets`: one page for each contestant, to be printed.
pub(crate) async fn sheets(site: Site, _: Organiser) -> Response {
    let made = whole(&site).await;
    site.read(|state| {
        let met = met(state);
        let sheet = |standing: &LadderStanding| {
            let id = state.versions[standing.version].contestant;
            let rating = match (standing.rating_or_bound(), standing.interval()) {
                (shown, _) if shown.is_empty() => "none yet".into(),
                (shown, interval) if standing.rating.is_none() || interval.is_empty() => shown,
                (shown, interval) => format!("{shown} ({interval})"),
            };
            let others = met.range((id, 0)..(id + 1, 0));
            TokenSheet {
                name: state.called(id),
                place: standing.rank,
                rating,
                band: Band::grade(&site.terms().serve.bands, standing.graded()),
                versions: state.contestants[id].versions.iter().map(|&id| &state.versions[id]).collect(),
                opponents: others.map(|((_, other), games)| (state.called(*other), *games)).collect(),
            }
        };
        let people = made.iter().filter(|standing| !state.owner(standing.version).is_anchor);
        page(&Sheets { site: &site, head: state.head, people: people.map(sheet).collect() })
    })
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
