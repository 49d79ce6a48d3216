//! What people see: requests in, pages out. Knows no file but those that it is given.
//!
//! Every page is plain HTML that works without a script. The one script takes files that are dropped on a page, and
//! keeps what is shown up to date.

mod account;
mod arena;
mod asked;
mod bots;
mod csv;
mod games;
mod headers;
mod home;
mod last_games;
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
mod tables;
mod upload;

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

use crate::season::Season;
use crate::tables::Tables;
use home::Told;
use rated::Rated;
use replays::Replays;

/// Bytes of a request that is no upload.
const BODY_BYTES_MAX: usize = 16 << 10;
/// How long a request may take that is no upload.
const SECONDS_MAX: u64 = 30;
/// Uploads that are received at a time.
const UPLOADS_MAX: usize = 16;
/// Pages that are told of every event, at a time.
const STREAMS_MAX: usize = 400;

/// What all requests share.
pub(crate) struct Site {
    season: Arc<Season>,
    rated: Rated,
    told: Told,
    uploads: Semaphore,
    uploading: Mutex<BTreeSet<usize>>,
    streams: Arc<Semaphore>,
    replays: Arc<Replays>,
    tables: Arc<Tables>,
}

/// The pages of a season.
///
/// # Panics
/// If the season's public URL is none.
pub fn router(season: Arc<Season>) -> Router {
    let serve = &season.grounds.season.serve;
    let csrf = CsrfLayer::new().add_trusted_origin(&serve.public_url).expect("the URL was checked");
    let visitors = Arc::new(Tables::new(Arc::clone(&season), season.grounds.options.clone()));
    let site = Arc::new(Site {
        season,
        rated: Rated::default(),
        told: Told::default(),
        tables: visitors,
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
        .merge(own::routes())
        .merge(csv::routes())
        .merge(organise::routes())
        .merge(last_games::routes())
        .route("/bot/{file}", get(bots::bot))
        .route("/metrics", get(metrics::metrics))
        .route("/api/upload/{number}", get(upload::verdict))
        .route("/head", get(pages::head))
        .route("/health", get(pages::health))
        .route("/style.css", get(pages::style))
        .route("/season.js", get(pages::script))
        .merge(arena::routes())
        .merge(screen::routes())
        .layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, timeout));
    let live =
        Router::new().route("/live", get(live::live)).layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX));
    // It counts the bytes itself, since it has words for too many.
    let upload = Router::new().route("/api/bot", put(upload::upload));
    let problems = middleware::from_fn_with_state(Arc::clone(&site), problem::shown);
    let all =
        pages.merge(live).merge(tables::routes()).merge(upload).fallback(pages::nothing).with_state(site);
    let all = all.layer(DefaultBodyLimit::disable()).layer(csrf).layer(problems);
    headers::add(all).layer(CatchPanicLayer::new())
}

/// Serves a season until `stop` says so. `listening` is told where.
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
    listen::listen(listener, router(season), connections_max, stop).await;
    Ok(())
}
