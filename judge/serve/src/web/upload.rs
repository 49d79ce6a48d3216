//! A file that is handed in: streamed to the disk, counted and hashed, then one event.

use std::io::Write;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use super::Site;
use super::asked::Contestant;
use crate::digest::Digest;
use crate::event::Checked;
use crate::store::NotWritten;

/// How long an upload may take.
const UPLOAD: Duration = Duration::from_mins(2);

/// Why a file is not taken: the status, and words for its author.
type NotTaken = (StatusCode, String);

/// A file that was received.
struct Received {
    file: NamedTempFile,
    sha256: Digest,
    bytes: u64,
}

/// `PUT /api/bot`.
pub(super) async fn upload(
    State(site): State<Arc<Site>>,
    Contestant(id): Contestant,
    body: Body,
) -> Response {
    match taken(site, id, body).await {
        Ok(upload) => {
            let answer =
                json!({ "upload": upload + 1, "state": "waiting", "text": "received; it is checked now" });
            json_answer(StatusCode::ACCEPTED, &answer)
        }
        Err((status, text)) => json_answer(status, &json!({ "state": "not-taken", "text": text })),
    }
}

async fn taken(site: Arc<Site>, id: usize, body: Body) -> Result<usize, NotTaken> {
    let refused = |text: String| (StatusCode::CONFLICT, text);
    // Asked before anything is received, and once more when it is written.
    let now = site.season.store.now();
    site.season.store.read(|state| site.season.may_upload(state, id, now)).map_err(refused)?;
    let _turn =
        Turn::take(&site, id).ok_or_else(|| refused("another upload of yours is under way".into()))?;
    let Ok(_permit) = site.uploads.try_acquire() else {
        let text = "too many files are handed in at this moment; try again in a minute";
        return Err((StatusCode::SERVICE_UNAVAILABLE, text.into()));
    };
    let too_slow =
        || (StatusCode::REQUEST_TIMEOUT, format!("the upload took more than {} s", UPLOAD.as_secs()));
    let received = tokio::time::timeout(UPLOAD, receive(&site, body)).await.map_err(|_| too_slow())?;
    let Received { file, sha256, bytes } = received?;
    let season = Arc::clone(&site.season);
    let written = tokio::task::spawn_blocking(move || season.upload(id, file, sha256, bytes)).await;
    written.expect("it does not panic").map_err(|error| match error {
        NotWritten::Refused(text) => refused(text),
        NotWritten::Machine(text) => (StatusCode::SERVICE_UNAVAILABLE, text),
    })
}

async fn receive(site: &Site, mut body: Body) -> Result<Received, NotTaken> {
    let bytes_max = site.season.grounds.season.tournament.limits.file_bytes;
    let trouble = |error: std::io::Error| {
        let text = format!("the file cannot be kept: {}", judge_core::file::unwritten(&error));
        (StatusCode::SERVICE_UNAVAILABLE, text)
    };
    let mut file = site.season.folder.unfinished().map_err(trouble)?;
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    while let Some(frame) = body.frame().await {
        let too_large = || {
            (StatusCode::PAYLOAD_TOO_LARGE, format!("a file may have {bytes_max} bytes, and this has more"))
        };
        let broken = |error: axum::Error| {
            // The layer that counts as well says so in its own way.
            let text = error.to_string();
            if text.contains("limit") {
                too_large()
            } else {
                (StatusCode::BAD_REQUEST, "the upload broke off".into())
            }
        };
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        bytes += data.len() as u64;
        if bytes > bytes_max {
            return Err(too_large());
        }
        hash.update(&data);
        file.write_all(&data).map_err(trouble)?;
    }
    if bytes == 0 {
        return Err((StatusCode::BAD_REQUEST, "the file is empty; send the bytes of a .wasm file".into()));
    }
    Ok(Received { file, sha256: Digest(hash.finalize().into()), bytes })
}

/// One upload of a contestant at a time.
struct Turn<'a> {
    site: &'a Site,
    id: usize,
}

impl<'a> Turn<'a> {
    fn take(site: &'a Site, id: usize) -> Option<Self> {
        let mut uploading = site.uploading.lock().unwrap_or_else(PoisonError::into_inner);
        // Not made unless it is this upload's turn: when a turn is dropped, it ends.
        uploading.insert(id).then(|| Self { site, id })
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.site.uploading.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}

/// `GET /api/upload/N`: what came of an upload of one's own.
pub(super) async fn verdict(
    State(site): State<Arc<Site>>,
    Contestant(id): Contestant,
    Path(number): Path<usize>,
) -> Response {
    let answer: Option<Value> = site.season.store.read(|state| {
        let place = number.checked_sub(1)?;
        let upload = state.uploads.get(place).filter(|upload| upload.contestant == id)?;
        let before = state.pending().take_while(|&other| other < place).count();
        Some(match &upload.checked {
            None if before == 0 => json!({ "upload": number, "state": "waiting", "text": "it is checked now" }),
            None => json!({ "upload": number, "state": "waiting", "text": format!("{before} before it are checked first") }),
            Some(Checked::Accepted { calls_itself }) => {
                let note = state.contestants[id].note();
                let plays = if note.is_empty() { "it plays".to_owned() } else { format!("it is a bot, and does not play now: {note}") };
                json!({ "upload": number, "state": "accepted", "text": format!("{plays}; it calls itself {calls_itself}") })
            }
            Some(Checked::Refused { reason }) => json!({ "upload": number, "state": "refused", "text": reason }),
        })
    });
    match answer {
        Some(answer) => json_answer(StatusCode::OK, &answer),
        // Whether others have handed something in is nobody's business.
        None => (StatusCode::NOT_FOUND, [(CONTENT_TYPE, "text/plain")], "you have no such upload\n")
            .into_response(),
    }
}

fn json_answer(status: StatusCode, answer: &Value) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], format!("{answer}\n")).into_response()
}
