//! The pages for people: requests in, pages out. Knows no file but those that it is given.
//!
//! Every page is plain HTML that works without a script. The one script takes files that are dropped on a page, and
//! keeps what is shown up to date.

mod connection;
mod content;
mod members;
mod public;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::routing::{get, post, put};
use axum::{Router, middleware};
use judge_core::tournament::{Name, Tournament};
use judge_page::watched;
use judge_season::ladder::csv;
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

use crate::clients::served::WORK;
use crate::visitors::address_limits::{AddressLimits, Shares};
use crate::visitors::tables::Tables;
use content::answers::aside;
use content::now::{Last, Very};
use content::rated::Rated;
use content::replays::Replays;
use members::account::decides_for_good;
use public::csv::pieces;
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

/// The season's site as each request gets it. Copies are the same site.
#[derive(Clone)]
pub(crate) struct Site(Arc<SiteData>);

impl Deref for Site {
    type Target = SiteData;

    fn deref(&self) -> &SiteData {
        &self.0
    }
}

impl FromRequestParts<Site> for Site {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, site: &Site) -> Result<Self, Infallible> {
        Ok(site.clone())
    }
}

/// The data that all requests share.
pub(crate) struct SiteData {
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
        let (rated, names, parts, uploading, handing_over) = Default::default();
        Self(Arc::new(SiteData {
            bytes: season.folder.bytes(),
            tables: Arc::new(Tables::new(Arc::clone(&season), shares.clone())),
            shows_games: runs_in_browsers(&season.runner.season.tournament, &season.folder),
            season,
            rated,
            names,
            parts,
            shares,
            uploads: Semaphore::new(UPLOADS_MAX),
            uploading,
            handing_over,
            streams: Arc::new(Semaphore::new(STREAMS_MAX)),
            replays: Replays::default(),
            pictures: Mutex::new(LruCache::new(PICTURES_MAX, u64::MAX, |_| 0)),
        }))
    }

    /// The season's terms.
    pub(crate) fn terms(&self) -> &SeasonTerms {
        &self.season.runner.season
    }

    /// The title of the season.
    pub(crate) fn title(&self) -> &str {
        &self.terms().tournament.title
    }

    /// Has the season do what may wait for the disk, and keeps nobody else waiting.
    pub(crate) async fn aside<T>(&self, work: impl FnOnce(&Arc<Season>) -> T + Send + 'static) -> T
    where
        T: Send + 'static,
    {
        let season = Arc::clone(&self.season);
        aside(move || work(&season)).await
    }
}

/// The pages of a season, whose requests are small, and answered soon; news are answered as long as somebody listens.
fn pages() -> Router<Site> {
    let timeout = std::time::Duration::from_secs(SECONDS_MAX);
    Router::new()
        .route("/", get(public::home::standings))
        .route("/contestant/{name}", get(public::contestant::contestant))
        .route("/game/{number}", get(public::games::game))
        .route("/practice/{number}", get(public::games::practice))
        .route("/game/{number}/card.png", picture("image/png", |drawn| drawn.0.clone().into()))
        .route("/game/{number}/board.svg", picture("image/svg+xml", |drawn| drawn.1.clone().into()))
        .route("/play", get(public::arena::play))
        .route("/visited/{number}", get(public::arena::visited))
        .route("/screen", get(public::screen::screen))
        .route("/screen/game", get(public::screen::game))
        .route("/week/{number}", get(public::weeks::week))
        .route("/week/{number}/results.csv", get(public::weeks::results))
        .route("/final", get(public::final_tournament::report))
        .route("/final/{file}", get(public::final_tournament::file))
        .route("/results.csv", get(public::csv::results))
        .route("/standings.csv", get(public::csv::results))
        .route("/versions.csv", get(public::csv::versions))
        .route("/rounds.csv", pieces(csv::rounds_head, csv::rounds))
        .route("/games.csv", pieces(csv::games_head, csv::games))
        .route("/join/{invitation}", get(members::account::invited).post(members::account::join))
        .route("/me", get(members::account::me))
        .route("/pause", members::account::decides(Decision::Pause))
        .route("/resume", members::account::decides(Decision::Resume))
        .route("/withdraw", decides_for_good(|_| Some(Decision::Withdraw)))
        .route("/publish", decides_for_good(|form| form.version.map(Decision::Publish)))
        .route("/name", post(members::account::rename))
        .route("/sign-out", post(members::account::sign_out))
        .route("/game/{number}/log", get(members::own::log))
        .route("/receipts", get(members::upload::receipts))
        .route("/api/upload/{number}", get(members::upload::verdict))
        .route("/api/own", get(members::account::own))
        .route("/api/key", post(members::account::make_key))
        .route("/api/choice", post(members::account::choice))
        .route("/organiser", get(members::organise::organiser_page))
        .route("/organiser/order", post(members::organise::order))
        .route("/organiser/sign-out", post(members::organise::sign_out))
        .route("/organiser/grades.csv", get(members::organise::grades))
        .route("/organiser/sheets", get(members::organise::sheets))
        .route("/organiser/enter/{link}", get(members::organise::link).post(members::organise::enter))
        .route("/bot/{file}", get(public::files::bot))
        .route("/game.wasm", get(public::files::game))
        .route("/head", get(public::files::head))
        .route("/head.json", get(public::files::signed_head))
        .route("/events.log", get(public::files::log))
        .route("/terms", get(public::files::terms))
        .route("/health", get(public::files::health))
        .route("/metrics", get(public::metrics::metrics))
        .route("/season.css", asset(CSS, include_str!("../assets/season.css")))
        .route("/season.js", asset(JAVASCRIPT, include_str!("../assets/season.js")))
        .route("/arena/page.css", asset(CSS, watched::STYLE))
        .route("/arena/page.js", asset(JAVASCRIPT, watched::SCRIPT))
        .route("/arena/{engine}", get(public::arena::engine))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, timeout))
        .route("/live", get(public::live::live))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX))
}

/// All that a season's server answers.
fn router(season: Arc<Season>, shares: AddressLimits) -> Router {
    let serve = &season.runner.season.serve;
    let csrf = CsrfLayer::new().add_trusted_origin(&serve.public_url).expect("the URL was checked");
    let hosts = Arc::new(connection::host::Hosts::of(serve));
    let site = Site::new(season, shares);
    // It counts the bytes itself, since it has words for too many.
    let upload = Router::new()
        .route("/api/bot", put(members::upload::upload))
        .route(&format!("{WORK}/done/{{part}}"), put(members::workers::done))
        .layer(middleware::from_fn(connection::linger::linger));
    let problems = middleware::from_fn_with_state(site.clone(), connection::problem::as_page);
    let all = pages()
        .merge(public::tables::routes())
        .merge(upload)
        .nest(WORK, members::workers::routes())
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
    let game = tournament.game_file.as_ref().zip(game::sha256(tournament));
    let read = game.and_then(|(game, sha256)| folder.read_bot(sha256, game.limits.file_bytes).ok());
    read.is_none_or(|bytes| judge_page::published::why_not_in_browsers(&bytes).is_none())
}
