//! The viewer: games that are over, a table to play at, and the files that its pages need.

use std::sync::{Arc, LazyLock};

use askama::Template;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use judge_page::watched::{self, Begins, SharedPageData, WatchedGame};
use judge_season::log::digest::Digest;
use judge_season::log::event::Game;
use judge_season::play::runner::Replayed;

use crate::web::Site;
use crate::web::connection::identity::NumberInPath;
use crate::web::content::answers::{FOR_EVER, NOTHING, OrRefusal, page};
use crate::web::content::rounds::Known;

/// The permissions of a page of the viewer: run our script and WebAssembly, workers made of the script's own text, use
/// our style, talk to us.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; connect-src 'self'; img-src 'self' blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The engine of the season's game, and the name of its file, which is another for another engine: browsers keep it.
fn engine_of(site: &Site) -> (&'static [u8], &'static str) {
    static OWN: LazyLock<String> = LazyLock::new(|| named(watched::ENGINE));
    static FILES: LazyLock<String> = LazyLock::new(|| named(watched::ENGINE_FOR_FILES));
    fn named(engine: &[u8]) -> String {
        format!("/arena/{}.wasm", &Digest::of(engine).to_string()[..16])
    }
    match site.terms().tournament.game_file {
        None => (watched::ENGINE, &OWN),
        Some(_) => (watched::ENGINE_FOR_FILES, &FILES),
    }
}

#[derive(Template)]
#[template(path = "play.html")]
struct Play<'a> {
    site: &'a Site,
    payload: Option<String>,
    visits: Vec<(Vec<String>, Arc<WatchedGame>)>,
}

#[derive(Template)]
#[template(path = "visited.html")]
struct VisitedPage<'a> {
    site: &'a Site,
    payload: Option<String>,
    visit: &'a WatchedGame,
}

/// A page of the viewer, with what it may do.
pub(crate) fn viewer(template: &impl Template) -> Response {
    ([(CONTENT_SECURITY_POLICY, POLICY)], page(template)).into_response()
}

/// The viewer's data; none where it cannot show anything, as no browser runs the game, and nobody has recorded it.
pub(crate) fn payload(site: &Site, begins: &Begins<'_>) -> Option<String> {
    let can_show = match begins {
        Begins::Watching(game) => site.shows_games || game.scenes.is_some(),
        // Whoever plays or follows hears from the server what happens.
        Begins::Playing | Begins::Following => true,
    };
    let ground = || SharedPageData {
        tournament: &site.terms().tournament,
        engine: judge_sandbox::ENGINE_VERSION,
        engine_file: site.shows_games.then(|| engine_of(site).1),
        bots: public_labels(site, &site.tables.names()),
        place: Box::new(|label| site.read(|state| state.labelled(label))),
    };
    can_show.then(|| watched::text(&ground(), begins))
}

/// Versions' names as people are shown them.
fn public_labels(site: &Site, labels: &[String]) -> Vec<String> {
    site.read(|state| labels.iter().map(|label| state.relabelled(label)).collect())
}

/// The points of the seats: a better rank has more.
fn points(game: &Game) -> Vec<u64> {
    let seats = game.fuel.len() as u64;
    game.ranks.iter().flatten().map(|&rank| seats - u64::from(rank)).collect()
}

/// A game of the ladder that is over.
pub(crate) fn watched(site: &Site, known: &Known, replayed: &Replayed) -> WatchedGame {
    let Known { number, open, order, seats, game, .. } = known;
    WatchedGame {
        number: *number,
        seats: seats.iter().map(|(version, _)| version.clone()).collect(),
        seed: open.round.seed.0,
        order: *order,
        opening_plies: site.terms().tournament.opening_plies,
        points: points(game),
        turns: game.turns,
        transcript_sha256: game.transcript.to_string(),
        recording: replayed.recording.clone(),
        scenes: replayed.scenes.clone(),
    }
}

/// `GET /play`.
pub(crate) async fn play(site: Site) -> Response {
    let (visits, payload) = (site.tables.visits(), payload(&site, &Begins::Playing));
    let visits = visits.into_iter().map(|visit| (public_labels(&site, &visit.seats), visit)).collect();
    viewer(&Play { site: &site, payload, visits })
}

/// `GET /visited/N`: a visitor's game that is over.
pub(crate) async fn visited(site: Site, NumberInPath(number): NumberInPath) -> OrRefusal {
    let visit = site.tables.visit(number).ok_or(NOTHING)?;
    let shown = WatchedGame { seats: public_labels(&site, &visit.seats), ..(*visit).clone() };
    let payload = payload(&site, &Begins::Watching(&shown));
    Ok(viewer(&VisitedPage { site: &site, payload, visit: &shown }))
}

/// `GET /arena/….wasm`.
pub(crate) async fn engine(site: Site, Path(name): Path<String>) -> Response {
    let (bytes, file) = engine_of(&site);
    if format!("/arena/{name}") != file {
        return NOTHING.into_response();
    }
    let headers = [(CONTENT_TYPE, "application/wasm"), (CONTENT_ENCODING, "gzip"), (CACHE_CONTROL, FOR_EVER)];
    (headers, bytes).into_response()
}
