//! `GET /bot/HASH.wasm`: the bytes of a bot, if its author has published them or it is an anchor.

use std::fs::File;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use judge_season::log::digest::Digest;
use judge_season::log::game;

use crate::web::Site;
use crate::web::shown::answers::{nothing, whole};

pub(crate) async fn bot(State(site): State<Arc<Site>>, Path(file): Path<String>) -> Response {
    let sha256 = file.strip_suffix(".wasm").and_then(Digest::parse);
    // That there is a file of this hash which is not public is nobody's business.
    let public = sha256.filter(|sha256| site.season.store.read(|state| state.is_public(*sha256)));
    let opened = public.and_then(|sha256| File::open(site.season.folder.bot(sha256)).ok());
    attached(opened).await
}

/// `GET /game.wasm`: the season's game, if it is a file.
pub(crate) async fn game(State(site): State<Arc<Site>>) -> Response {
    let sha256 = game::sha256(&site.season.runner.season.tournament);
    let opened = sha256.and_then(|sha256| File::open(site.season.folder.bot(sha256)).ok());
    attached(opened).await
}

/// A `.wasm` file to be kept, if there is one.
async fn attached(opened: Option<File>) -> Response {
    let Some(file) = opened else { return nothing().await.into_response() };
    ([(CONTENT_TYPE, "application/wasm"), (CONTENT_DISPOSITION, "attachment")], whole(file)).into_response()
}
