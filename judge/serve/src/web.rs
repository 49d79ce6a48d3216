//! What people see: requests in, pages out. Knows no file but those that it is given.
//!
//! Every page is plain HTML that works without a script. The one script takes files that are dropped on a page, and
//! keeps what is shown up to date.

mod account;
mod arena;
mod asked;
mod bots;
mod client;
mod csv;
mod final_tournament;
mod games;
mod headers;
mod home;
mod host;
mod linger;
mod listen;
mod live;
mod metrics;
mod organise;
mod own;
mod pages;
mod problem;
mod rated;
mod replays;
mod screen;
mod sheets;
mod signed;
mod tables;
mod upload;
mod workers;

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::{get, post, put};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use crate::game;
use crate::season::Season;
use crate::visitors::shares::Shares;
use crate::visitors::tables::Tables;
use home::LastParts;
use rated::Rated;
use replays::Replays;
pub(crate) use upload::SIGNATURE;

/// Bytes of a request that is no upload.
const BODY_BYTES_MAX: usize = 16 << 10;
/// How long a request may take that is no upload.
const SECONDS_MAX: u64 = 30;
/// Uploads that are received at a time.
const UPLOADS_MAX: usize = 16;
/// The most pages at a time that receive every event.
const STREAMS_MAX: usize = 400;

/// What all requests share.
pub(crate) struct Site {
    season: Arc<Season>,
    rated: Rated,
    told: LastParts,
    uploads: Semaphore,
    uploading: Mutex<BTreeSet<usize>>,
    streams: Arc<Semaphore>,
    replays: Arc<Replays>,
    tables: Arc<Tables>,
    shares: Shares,
    /// Whether the viewer can run the season's game.
    shows_games: bool,
}

/// The pages of a season.
///
/// # Panics
/// If the season's public URL is not a URL.
pub fn router(season: Arc<Season>) -> Router {
    router_with(season, Shares::default())
}

fn router_with(season: Arc<Season>, shares: Shares) -> Router {
    let serve = &season.runner.season.serve;
    let csrf = CsrfLayer::new().add_trusted_origin(&serve.public_url).expect("the URL was checked");
    let visitors = Tables::new(Arc::clone(&season), season.runner.options.clone(), shares.clone());
    let hosts = Arc::new(host::Hosts::of(serve));
    let shows_games = game::runs_in_browsers(&season.runner.season.tournament);
    let site = Arc::new(Site {
        season,
        shows_games,
        rated: Rated::default(),
        told: LastParts::default(),
        tables: Arc::new(visitors),
        shares,
        uploads: Semaphore::new(UPLOADS_MAX),
        uploading: Mutex::default(),
        streams: Arc::new(Semaphore::new(STREAMS_MAX)),
        replays: Arc::default(),
    });
    let timeout = std::time::Duration::from_secs(SECONDS_MAX);
    let pages = Router::new()
        .route("/", get(home::standings))
        .route("/contestant/{name}", get(pages::contestant))
        .route("/game/{number}", get(games::game))
        .route("/join/{invitation}", get(account::invited).post(account::join))
        .route("/me", get(account::me))
        .route("/pause", post(account::pause))
        .route("/resume", post(account::resume))
        .route("/withdraw", post(account::withdraw))
        .route("/publish", post(account::publish))
        .route("/sign-out", post(account::sign_out))
        .merge(own::routes())
        .merge(csv::routes())
        .merge(organise::routes())
        .merge(final_tournament::routes())
        .route("/bot/{file}", get(bots::bot))
        .route("/game.wasm", get(bots::game))
        .route("/metrics", get(metrics::metrics))
        .route("/api/upload/{number}", get(upload::verdict))
        .route("/head", get(pages::head))
        .route("/head.json", get(pages::signed_head))
        .route("/events.log", get(pages::log))
        .route("/terms", get(pages::terms))
        .route("/receipts", get(upload::receipts))
        .route("/health", get(pages::health))
        .route("/style.css", get(pages::style))
        .route("/season.js", get(pages::script))
        .merge(arena::routes())
        .merge(screen::routes())
        .merge(signed::routes())
        .layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, timeout));
    let live =
        Router::new().route("/live", get(live::live)).layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX));
    // It counts the bytes itself, since it has words for too many.
    let upload = Router::new().route("/api/bot", put(upload::upload)).merge(workers::hand_over());
    let upload = upload.layer(middleware::from_fn(linger::linger));
    let problems = middleware::from_fn_with_state(Arc::clone(&site), problem::shown);
    let all = pages
        .merge(live)
        .merge(tables::routes())
        .merge(upload)
        .merge(workers::routes())
        .fallback(pages::nothing)
        .with_state(site);
    let all = all.layer(DefaultBodyLimit::disable()).layer(csrf).layer(problems);
    let all = all.layer(middleware::from_fn_with_state(hosts, host::check));
    headers::add(all).layer(CatchPanicLayer::new())
}

/// Serves a season until `stop` says so. `listening` receives the address.
///
/// # Errors
/// If nobody can listen there.
pub async fn serve(
    season: Arc<Season>,
    address: SocketAddr,
    stop: watch::Receiver<bool>,
    listening: impl FnOnce(SocketAddr),
) -> std::io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    let connections_max = listen::connections_max();
    listening(listener.local_addr()?);
    let (shares, trusted) = (Shares::default(), season.runner.season.serve.trusted_proxy);
    let doors = listen::Doors { connections_max, shares: shares.clone(), trusted };
    listen::listen(listener, router_with(season, shares), doors, stop).await;
    Ok(())
}
