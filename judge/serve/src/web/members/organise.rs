//! The organiser's pages: links that let one in, orders by buttons, grades and sheets to print.

use std::borrow::Cow;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Form, Path, State};
use axum::http::header::{CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use judge_core::tournament::Name;
use judge_season::ladder::csv;
use judge_season::ladder::standings::loose_scale;
use judge_season::log::digest::Secret;
use judge_season::orders::order::{Fields, parse};
use judge_season::orders::organiser::{self, KeyKind};
use judge_season::season::Season;
use judge_season::season::store::NotWritten;
use judge_season::state::SeasonContestant;
use judge_season::terms::{Final, ServeTerms};

use crate::web::Site;
use crate::web::connection::identity::{ORGANISERS_COOKIE, Organiser, organisers_key};
use crate::web::content::answers::{Refusal, aside, not_written, page, title};
use crate::web::content::now::SeasonNow;
use crate::web::content::rated::{made, whole};
use crate::web::members::account::{set_cookie, signed_out};
use crate::web::members::sheets;
use crate::web::public::csv::CSV;
use crate::web::public::home::until;

#[derive(Template)]
#[template(path = "organiser-link.html")]
struct LinkPage<'a> {
    title: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "organiser.html")]
struct OrganiserPage<'a> {
    title: &'a str,
    /// The result of an order, in words.
    message: &'a str,
    state: &'a SeasonNow<'a>,
    serve: &'a ServeTerms,
    waiting: Vec<Name>,
    /// The contestants, each with the name that people are shown, and all rounds and faults of its versions.
    rows: Vec<(&'a SeasonContestant, &'a str, u32, u64)>,
    finals: Vec<(usize, Vec<String>, String)>,
    formats: Vec<(&'static str, bool)>,
    uploads: String,
}

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/organiser", get(organiser_page))
        .route("/organiser/order", post(order))
        .route("/organiser/sign-out", post(sign_out))
        .route("/organiser/grades.csv", get(grades))
        .route("/organiser/sheets", get(sheets::sheets))
        .route("/organiser/enter/{link}", get(link).post(enter))
}

/// `GET /organiser/enter/…`: asks first. Programs that only look at links change nothing.
async fn link(State(site): State<Arc<Site>>, Path(link): Path<String>) -> Result<Response, Refusal> {
    held(&site, &link).ok_or(OVER)?;
    Ok(page(&LinkPage { title: title(&site), link: &link }))
}

/// `POST /organiser/enter/…`: makes this browser the organiser's.
async fn enter(
    State(site): State<Arc<Site>>,
    Path(link): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
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
async fn sign_out(State(site): State<Arc<Site>>, _: Organiser, headers: HeaderMap) -> Response {
    if let Some(key) = organisers_key(&headers, &site) {
        let _ = organiser::spend(&site.season.folder, &key);
    }
    signed_out(&site, ORGANISERS_COOKIE)
}

const OVER: Refusal = (
    StatusCode::NOT_FOUND,
    Cow::Borrowed(
        "this link is not valid: it was used already, or it is older than an hour; run judge serve organiser again\n",
    ),
);

/// `GET /organiser`.
async fn organiser_page(State(site): State<Arc<Site>>, _: Organiser) -> Response {
    let made = made(&site).await;
    let warning = site.read(|state| loose_scale(state, &made));
    with_words(&site, &warning.unwrap_or_default())
}

fn with_words(site: &Site, message: &str) -> Response {
    let serve = &site.terms().serve;
    site.read(|state| {
        page(&OrganiserPage {
            title: title(site),
            message,
            state,
            serve,
            waiting: Season::waiting(state),
            rows: rows(state),
            finals: finals(site, state),
            formats: if serve.final_tournament.phases.is_empty() {
                let usual = serve.final_tournament.format;
                Final::formats().into_iter().map(|(name, format)| (name, format == usual)).collect()
            } else {
                vec![]
            },
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
async fn order(State(site): State<Arc<Site>>, by: Organiser, Form(fields): Form<Fields>) -> Response {
    let season = Arc::clone(&site.season);
    let needs_sure = by == Organiser::Browser && fields.get("order").is_some_and(|order| order == "close");
    let obeyed = match parse(&fields) {
        Ok(_) if needs_sure && !fields.contains_key("sure") => {
            Err(NotWritten::Refused("this cannot be taken back; tick that you are sure".to_owned()))
        }
        Ok(order) => aside(move || order(&season)).await,
        Err(mistake) => Err(NotWritten::Refused(mistake)),
    };
    let (status, text) = obeyed.map_or_else(not_written, |done| (StatusCode::OK, done.into()));
    match by {
        Organiser::Command => (status, text).into_response(),
        Organiser::Browser => (status, with_words(&site, &text)).into_response(),
    }
}

/// `GET /organiser/grades.csv`.
async fn grades(State(site): State<Arc<Site>>, _: Organiser) -> Response {
    let made = whole(&site).await;
    let bands = &site.terms().serve.bands;
    let text = site.read(|state| csv::grades(state, &made, bands, state.all_called()));
    ([(CONTENT_TYPE, CSV)], text).into_response()
}
