//! The pages for people: requests in, pages out. Knows no file but those that it is given.
//!
//! Every page is plain HTML that works without a script. The one script takes files that are dropped on a page, and
//! keeps what is shown up to date.

mod connection;
mod content;
mod members;
mod public;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{get, post, put};
use axum::{Router, middleware};
use judge_core::tournament::{GameSource, Name, Tournament};
use judge_season::log::folder::Folder;
use judge_season::log::game;
use judge_season::log::people::Rows;
use judge_season::play::lru_cache::LruCache;
use judge_season::season::Season;
use judge_season::state::Decision;
use judge_season::terms::SeasonTerms;
use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use crate::visitors::address_limits::{AddressLimits, Shares};
use crate::visitors::tables::Tables;
use content::now::{Last, Very};
use content::rated::Rated;
use content::replays::Replays;
use members::account::decides_for_good;
use public::files::{CSS, JAVASCRIPT, asset};
use public::games::{Drawn, PICTURES_MAX, picture};
use public::home::LastParts;

/// Bytes of a request that is no upload.
const BODY_BYTES_MAX: usize = 16 << 10;
/// The longest time for a request that is no upload, in seconds.
const SECONDS_MAX: u64 = 30;
/// Uploads that are received at a time.
const UPLOADS_MAX: usize = 16;
/// The most pages at a time that receive every event.
const STREAMS_MAX: usize = 400;

/// The data that all requests share.
pub(crate) struct Site {
    season: Arc<Season>,
    rated: Rated,
    /// The names that people are shown, as they were made last.
    names: Last<(Very<Rows>, usize), Vec<String>>,
    parts: LastParts,
    uploads: Semaphore,
    uploading: Shares<usize>,
    handing_over: Shares<Name>,
    streams: Arc<Semaphore>,
    replays: Replays,
    /// Pictures of games, by their numbers.
    pictures: Mutex<LruCache<usize, Drawn>>,
    tables: Arc<Tables>,
    shares: AddressLimits,
    /// The bytes of the season's folder when the server was started.
    bytes: u64,
    /// Whether the viewer can run the season's game.
    shows_games: bool,
}

impl Site {
    fn new(season: Arc<Season>, shares: AddressLimits) -> Self {
        let visitors = Tables::new(Arc::clone(&season), season.runner.options.clone(), shares.clone());
        let (rated, names, parts, uploading, handing_over) = Default::default();
        Self {
            bytes: season.folder.bytes(),
            shows_games: runs_in_browsers(&season.runner.season.tournament, &season.folder),
            season,
            rated,
            names,
            parts,
            tables: Arc::new(visitors),
            shares,
            uploads: Semaphore::new(UPLOADS_MAX),
            uploading,
            handing_over,
            streams: Arc::new(Semaphore::new(STREAMS_MAX)),
            replays: Replays::default(),
            pictures: Mutex::new(LruCache::new(PICTURES_MAX, u64::MAX, |_| 0)),
        }
    }

    /// The season's terms.
    pub(crate) fn terms(&self) -> &SeasonTerms {
        &self.season.runner.season
    }
}

/// The pages of a season, whose requests are small, and answered soon.
fn pages() -> Router<Arc<Site>> {
    let timeout = std::time::Duration::from_secs(SECONDS_MAX);
    Router::new()
        .route("/", get(public::home::standings))
        .route("/contestant/{name}", get(public::contestant::contestant))
        .route("/game/{number}", get(public::games::game))
        .route("/practice/{number}", get(public::games::practice))
        .route("/game/{number}/card.png", picture("image/png", |drawn| drawn.0.clone().into()))
        .route("/game/{number}/board.svg", picture("image/svg+xml", |drawn| drawn.1.clone().into()))
        .route("/join/{invitation}", get(members::account::invited).post(members::account::join))
        .route("/me", get(members::account::me))
        .route("/pause", members::account::decides(Decision::Pause))
        .route("/resume", members::account::decides(Decision::Resume))
        .route("/withdraw", decides_for_good(|_| Some(Decision::Withdraw)))
        .route("/publish", decides_for_good(|form| form.version.map(Decision::Publish)))
        .route("/name", post(members::account::rename))
        .route("/sign-out", post(members::account::sign_out))
        .merge(members::own::routes())
        .merge(public::csv::routes())
        .merge(members::organise::routes())
        .merge(public::final_tournament::routes())
        .route("/bot/{file}", get(public::files::bot))
        .route("/game.wasm", get(public::files::game))
        .route("/metrics", get(public::metrics::metrics))
        .route("/api/upload/{number}", get(members::upload::verdict))
        .route("/head", get(public::files::head))
        .route("/head.json", get(public::files::signed_head))
        .route("/events.log", get(public::files::log))
        .route("/terms", get(public::files::terms))
        .route("/receipts", get(members::upload::receipts))
        .route("/health", get(public::files::health))
        .route("/season.css", asset(CSS, include_str!("../assets/season.css")))
        .route("/season.js", asset(JAVASCRIPT, include_str!("../assets/season.js")))
        .merge(public::arena::routes())
        .merge(public::screen::routes())
        .merge(public::weeks::routes())
        .merge(members::signed::routes())
        .layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, timeout))
}

/// All that a season's server answers.
fn router(season: Arc<Season>, shares: AddressLimits) -> Router {
    let serve = &season.runner.season.serve;
    let csrf = CsrfLayer::new().add_trusted_origin(&serve.public_url).expect("the URL was checked");
    let hosts = Arc::new(connection::host::Hosts::of(serve));
    let site = Arc::new(Site::new(season, shares));
    let live = Router::new()
        .route("/live", get(public::live::live))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX));
    // It counts the bytes itself, since it has words for too many.
    let upload =
        Router::new().route("/api/bot", put(members::upload::upload)).merge(members::workers::hand_over());
    let upload = upload.layer(middleware::from_fn(connection::linger::linger));
    let problems = middleware::from_fn_with_state(Arc::clone(&site), connection::problem::as_page);
    let all = pages()
        .merge(live)
        .merge(public::tables::routes())
        .merge(upload)
        .merge(members::workers::routes())
        .fallback(|| async { content::answers::NOTHING })
        .with_state(site);
    let all = all.layer(DefaultBodyLimit::disable()).layer(csrf).layer(problems);
    let all = all.layer(middleware::from_fn_with_state(hosts, connection::host::check));
    connection::headers::add(all).layer(CatchPanicLayer::new())
}

/// Serves a season until `stop` says so. `listening` receives the address.
pub async fn serve(
    season: Arc<Season>,
    address: SocketAddr,
    stop: watch::Receiver<bool>,
    listening: impl FnOnce(SocketAddr),
) -> std::io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    let connections_max = connection::listen::connections_max();
    listening(listener.local_addr()?);
    let (shares, trusted) = (AddressLimits::default(), season.runner.season.serve.trusted_proxy);
    let router = router(season, shares.clone());
    connection::listen::listen(listener, router, connections_max, (shares, trusted), stop).await;
    Ok(())
}

/// A page to print: a slip of paper for each of these, with a name and a link.
pub fn invitations(title: &str, links: &[(&str, &String)]) -> String {
    #[derive(askama::Template)]
    #[template(path = "invitations.html")]
    struct Page<'a> {
        title: &'a str,
        links: &'a [(&'a str, &'a String)],
    }
    askama::Template::render(&Page { title, links }).expect("a string takes all text")
}

/// Whether browsers can run the game. If its file cannot be read any more, they say so.
fn runs_in_browsers(tournament: &Tournament, folder: &Folder) -> bool {
    let (Some(GameSource { limits, .. }), Some(game)) = (&tournament.game_file, game::sha256(tournament))
    else {
        return true;
    };
    let read = folder.read_bot(game, limits.file_bytes);
    read.map_or(true, |bytes| judge_page::published::why_not_in_browsers(&bytes).is_none())
}
