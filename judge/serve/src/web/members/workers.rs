//! Workers that share no folder with the server: they take parts, say that they play, and hand over what they played.
//!
//! The server does for them in the shared folder what others do there themselves. A worker's key says what it is called, so
//! one that is barred stays so whatever it calls itself.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use judge_core::tournament::Name;
use judge_season::log::digest::{Digest, Secret};
use judge_season::workers::part::journal_bytes_max;
use judge_season::workers::shared_work::SharedWork;
use judge_season::workers::work_folder::{TERMS, Taken, WorkFolder};
use judge_season::workers::worker_key;
use tower_http::limit::RequestBodyLimitLayer;

use crate::clients::served::Handed;
use crate::visitors::address_limits::share;
use crate::web::connection::identity::bearer;
use crate::web::content::answers::{OrRefusal, Refusal, aside, json, not_found, whole};
use crate::web::members::upload;
use crate::web::{BODY_BYTES_MAX, Site};

/// The time that a request waits for a part; then the worker asks again.
const WAIT: Duration = Duration::from_secs(5);
/// The longest time for a worker to hand over what it played.
const HAND_OVER: Duration = Duration::from_mins(1);

/// The routes for workers, below [`WORK`](crate::clients::served::WORK).
pub(crate) fn routes() -> Router<Site> {
    Router::new()
        .route("/take", post(take))
        .route("/touch/{part}", post(touch))
        .route("/back/{part}", post(give_back))
        .route("/season.toml", get(terms))
        .route("/bot/{file}", get(bot))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX))
}

/// A worker that has shown its key, and where its parts are.
pub(crate) struct SignedWorker {
    name: Name,
    work: Arc<SharedWork>,
}

impl FromRequestParts<Site> for SignedWorker {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Self::Rejection> {
        let shares_none = "this season shares no work; start its server with --work\n";
        let work = site.season.work().ok_or((StatusCode::NOT_FOUND, shares_none))?;
        let key = bearer(&parts.headers).and_then(Secret::parse);
        let name = key.and_then(|key| worker_key::holder(&site.season.folder, &key));
        let shows_none = "this is for workers; send the key of one\n";
        let name = name.ok_or((StatusCode::UNAUTHORIZED, shows_none))?;
        if site.season.store.read(|state| state.barred.contains(&name)) {
            return Err((StatusCode::FORBIDDEN, "this worker is barred\n"));
        }
        Ok(Self { name, work: Arc::clone(work) })
    }
}

impl SignedWorker {
    /// A part by its name, if it can be one that this worker has.
    fn taken(&self, part: String) -> OrRefusal<Taken> {
        let taken = Taken { part, worker: self.name.clone() };
        if taken.is_named_as_ours() { Ok(taken) } else { Err(gone()) }
    }

    /// Does in the shared folder what may wait for it.
    async fn in_folder<T: Send + 'static>(
        &self,
        work: impl FnOnce(&WorkFolder) -> io::Result<T> + Send + 'static,
    ) -> OrRefusal<T> {
        let shared = Arc::clone(&self.work);
        aside(move || shared.folder().and_then(|folder| work(&folder))).await.map_err(|error| {
            let text = format!("the shared folder: {}\n", judge_core::file::unwritten(&error));
            (StatusCode::SERVICE_UNAVAILABLE, text.into())
        })
    }

    /// Does something about a part of this worker, if it still is.
    async fn about(
        self,
        part: String,
        work: impl FnOnce(&WorkFolder, &Taken) -> io::Result<bool> + Send + 'static,
    ) -> OrRefusal<StatusCode> {
        let taken = self.taken(part)?;
        let is_done = self.in_folder(move |folder| work(folder, &taken)).await?;
        if is_done { Ok(StatusCode::NO_CONTENT) } else { Err(gone()) }
    }

    /// A file that it needs, by the server's name for it.
    async fn needed(&self, name: String) -> OrRefusal {
        let file = self.in_folder(move |folder| Ok(folder.need(&name).ok())).await?;
        file.map(whole).ok_or(not_found(""))
    }
}

/// The part is not this worker's, or not any more.
fn gone() -> Refusal {
    (StatusCode::GONE, "this part is not yours any more\n".into())
}

/// `POST take`: the next part, when there is one.
async fn take(signed: SignedWorker) -> OrRefusal {
    let mut offers = signed.work.offers();
    let late = tokio::time::sleep(WAIT);
    tokio::pin!(late);
    loop {
        offers.mark_unchanged();
        let worker = signed.name.clone();
        if let Some((taken, work)) = signed.in_folder(move |folder| folder.take(&worker)).await? {
            return Ok(json(&Handed { taken, work }));
        }
        let goes_on = tokio::select! {
            () = &mut late => false,
            // If nobody offers any more, the season has ended.
            offered = offers.changed() => offered.is_ok(),
        };
        if !goes_on {
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
    }
}

/// `POST touch/…`: the worker still plays it.
async fn touch(worker: SignedWorker, Path(part): Path<String>) -> OrRefusal<StatusCode> {
    worker.about(part, WorkFolder::touch).await
}

/// `POST back/…`: the worker does not play it.
async fn give_back(worker: SignedWorker, Path(part): Path<String>) -> OrRefusal<StatusCode> {
    let work = Arc::clone(&worker.work);
    let given = worker.about(part, WorkFolder::give_back).await;
    work.is_offered();
    given
}

/// `PUT done/…`: the games that were played of it.
pub(crate) async fn done(
    site: Site,
    worker: SignedWorker,
    Path(part): Path<String>,
    body: Body,
) -> OrRefusal<StatusCode> {
    let taken = worker.taken(part.clone())?;
    let another = "you hand over another part at this moment\n".into();
    let turn = share(&site.handing_over, worker.name.clone(), 1);
    let _turn = turn.ok_or((StatusCode::TOO_MANY_REQUESTS, another))?;
    // Nothing is received of who has no part, and no more than its games can need.
    let its = worker.in_folder(move |folder| folder.touch(&taken)?.then(|| folder.part(&taken)).transpose());
    let rounds = its.await?.ok_or_else(gone)?.rounds.len();
    let bytes_max = journal_bytes_max(rounds, site.terms().tournament.rules.seats());
    let late = tokio::time::sleep(HAND_OVER);
    let file = upload::received(&site.season.folder, bytes_max, body, late).await?.file;
    worker.about(part, move |folder, taken| folder.hand_over(taken, file.reopen()?)).await
}

/// `GET season.toml`.
async fn terms(worker: SignedWorker) -> OrRefusal {
    worker.needed(TERMS.to_owned()).await
}

/// `GET bot/HASH.wasm`: one that plays in some part.
async fn bot(worker: SignedWorker, Path(file): Path<String>) -> OrRefusal {
    let sha256 = file.strip_suffix(".wasm").and_then(Digest::parse);
    let sha256 = sha256.ok_or(not_found(""))?;
    worker.needed(format!("bot/{sha256}.wasm")).await
}
