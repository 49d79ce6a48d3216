//! `GET /bot/HASH.wasm`: the bytes of a bot, if its author has published them.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::game;
use crate::log::digest::Digest;
use crate::web::Site;
use crate::web::public::pages;

/// Bytes that are read at a time.
const PIECE: usize = 64 << 10;

pub(in crate::web) async fn bot(State(site): State<Arc<Site>>, Path(file): Path<String>) -> Response {
    let sha256 = file.strip_suffix(".wasm").and_then(Digest::parse);
    // That there is a file of this hash which is not published is nobody's business.
    let published = sha256.filter(|sha256| site.season.store.read(|state| state.is_published(*sha256)));
    let opened = published.and_then(|sha256| File::open(site.season.folder.bot(sha256)).ok());
    attached(opened).await
}

/// `GET /game.wasm`: the season's game, if it is a file.
pub(in crate::web) async fn game(State(site): State<Arc<Site>>) -> Response {
    let sha256 = game::sha256(&site.season.runner.season.tournament);
    let opened = sha256.and_then(|sha256| File::open(site.season.folder.bot(sha256)).ok());
    attached(opened).await
}

/// A `.wasm` file to be kept, if there is one.
async fn attached(opened: Option<File>) -> Response {
    let Some(file) = opened else { return pages::nothing().await.into_response() };
    ([(CONTENT_TYPE, "application/wasm"), (CONTENT_DISPOSITION, "attachment")], whole(file)).into_response()
}

/// A file as an answer, piece by piece: slow readers must not fill the memory.
pub(in crate::web) fn whole(mut file: File) -> Response {
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let piece = move || {
        let mut bytes = vec![0; PIECE];
        match file.read(&mut bytes) {
            Ok(0) => None,
            Ok(read) => Some(Ok(bytes[..read].to_vec())),
            Err(error) => Some(Err(error)),
        }
    };
    let body = Body::from_stream(tokio_stream::iter(std::iter::from_fn(piece)));
    ([(CONTENT_LENGTH, length.to_string())], body).into_response()
}
