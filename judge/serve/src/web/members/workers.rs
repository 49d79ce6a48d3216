//! Workers that share no folder with the server: they take parts, say that they play, and hand over what they played.
//!
//! The server does for them in the shared folder what others do there themselves. A worker's key says what it is called, so
//! one that is barred stays so whatever it calls itself.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use judge_core::tournament::Name;
use judge_season::log::digest::{Digest, Secret};
use judge_season::workers::part::journal_bytes_max;
use judge_season::workers::work_folder::{TERMS, Taken, WorkFolder};
use judge_season::workers::worker_key;
use tower_http::limit::RequestBodyLimitLayer;

use crate::clients::served::{Handed, WORK};
use crate::web::connection::identity::bearer;
use crate::web::members::upload::{self, Turn};
use crate::web::shown::answers::{aside, whole};
use crate::web::{BODY_BYTES_MAX, Site};

/// The time that a request waits for a part; then the worker asks again.
const WAIT: Duration = Duration::from_secs(5);
/// The longest time for a worker to hand over what it played.
const HAND_OVER: Duration = Duration::from_mins(1);

/// The address of something that workers ask.
fn at(what: &str) -> String {
    format!("{WORK}/{what}")
}

/// The routes for workers. Below, addresses are as [`at`] takes them.
pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route(&at("take"), post(take))
        .route(&at("touch/{part}"), post(touch))
        .route(&at("back/{part}"), post(give_back))
        .route(&at("season.toml"), get(terms))
        .route(&at("bot/{file}"), get(bot))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX))
}

/// The same for what they have played, whose bytes are counted while they come.
pub(crate) fn hand_over() -> Router<Arc<Site>> {
    Router::new().route(&at("done/{part}"), put(done))
}

/// A worker that has shown its key, and where its parts are.
struct Worker {
    name: Name,
    folder: WorkFolder,
}

impl FromRequestParts<Arc<Site>> for Worker {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Self::Rejection> {
        let Some(folder) = site.season.work() else {
            return Err((
                StatusCode::NOT_FOUND,
                "this season shares no work; start its server with --work\n",
            ));
        };
        let key = bearer(&parts.headers).and_then(Secret::parse);
        let name = key.and_then(|key| worker_key::holder(&site.season.folder, &key));
        let Some(name) = name else {
            return Err((
                StatusCode::UNAUTHORIZED,
                "this is for workers, and you have shown no key of one\n",
            ));
        };
        if site.season.store.read(|state| state.is_barred(&name)) {
            return Err((StatusCode::FORBIDDEN, "the season has barred this worker\n"));
        }
        Ok(Self { name, folder: folder.clone() })
    }
}

impl Worker {
    /// A part by its name, if it can be one that this worker has.
    fn taken(&self, part: String) -> Option<Taken> {
        let taken = Taken { part, worker: self.name.clone() };
        taken.is_named_as_ours().then_some(taken)
    }
}

/// Does what may wait for the shared folder.
async fn on_disk<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, String> {
    aside(work).await.map_err(|error| format!("the shared folder: {}\n", judge_core::file::unwritten(&error)))
}

fn trouble(text: String) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, text).into_response()
}

/// The part is not this worker's, or not any more.
fn gone() -> Response {
    (StatusCode::GONE, "this part is not yours any more\n").into_response()
}

fn done_if(is_done: Result<bool, String>) -> Response {
    match is_done {
        Ok(true) => StatusCode::NO_CONTENT.into_response(),
        Ok(false) => gone(),
        Err(text) => trouble(text),
    }
}

/// `POST take`: the next part, when there is one.
async fn take(Worker { name, folder }: Worker) -> Response {
    let mut offers = folder.offers();
    let late = tokio::time::sleep(WAIT);
    tokio::pin!(late);
    loop {
        offers.mark_unchanged();
        let (folder, worker) = (folder.clone(), name.clone());
        match on_disk(move || folder.take(&worker)).await {
            Ok(Some((taken, work))) => {
                let handed = Handed { part: taken.part, worker: name.to_string(), work };
                let json = serde_json::to_string(&handed).expect("it is plain data");
                return ([(CONTENT_TYPE, "application/json")], json).into_response();
            }
            Ok(None) => {}
            Err(text) => return trouble(text),
        }
        tokio::select! {
            () = &mut late => return StatusCode::NO_CONTENT.into_response(),
            // If nobody offers any more, the season has ended.
            offered = offers.changed() => if offered.is_err() { return StatusCode::NO_CONTENT.into_response() },
        }
    }
}

/// `POST touch/…`: the worker still plays it.
async fn touch(worker: Worker, Path(part): Path<String>) -> Response {
    let Some(taken) = worker.taken(part) else { return gone() };
    done_if(on_disk(move || worker.folder.touch(&taken)).await)
}

/// `POST back/…`: the worker does not play it.
async fn give_back(worker: Worker, Path(part): Path<String>) -> Response {
    let Some(taken) = worker.taken(part) else { return gone() };
    done_if(on_disk(move || worker.folder.give_back(&taken)).await)
}

/// `PUT done/…`: the games that were played of it.
async fn done(
    State(site): State<Arc<Site>>,
    worker: Worker,
    Path(part): Path<String>,
    body: Body,
) -> Response {
    let Some(taken) = worker.taken(part) else { return gone() };
    let Some(_turn) = Turn::take(&site.handing_over, worker.name.clone()) else {
        return (StatusCode::TOO_MANY_REQUESTS, "you hand over another part at this moment\n")
            .into_response();
    };
    let folder = worker.folder;
    let (its_folder, its) = (folder.clone(), taken.clone());
    // Nothing is received of who has no part, and no more than its games can need.
    let part =
        on_disk(move || if its_folder.touch(&its)? { its_folder.part(&its).map(Some) } else { Ok(None) })
            .await;
    let bytes_max = match part {
        Ok(Some(part)) => {
            journal_bytes_max(part.rounds.len(), site.season.runner.season.tournament.rules.seats())
        }
        Ok(None) => return gone(),
        Err(text) => return trouble(text),
    };
    let late = tokio::time::sleep(HAND_OVER);
    match upload::received(&site.season.folder, bytes_max, body, late).await {
        Ok(received) => done_if(on_disk(move || folder.hand_over(&taken, received.file.reopen()?)).await),
        Err(refused) => refused.into_response(),
    }
}

/// `GET season.toml`.
async fn terms(Worker { folder, .. }: Worker) -> Response {
    needed(&folder, TERMS)
}

/// `GET bot/HASH.wasm`: one that plays in some part.
async fn bot(Worker { folder, .. }: Worker, Path(file): Path<String>) -> Response {
    let sha256 = file.strip_suffix(".wasm").and_then(Digest::parse);
    let Some(sha256) = sha256 else { return StatusCode::NOT_FOUND.into_response() };
    needed(&folder, &format!("bot/{sha256}.wasm"))
}

fn needed(folder: &WorkFolder, name: &str) -> Response {
    folder.need(name).map_or_else(|_| StatusCode::NOT_FOUND.into_response(), whole)
}
