//! A file that is handed in: streamed to the disk, counted and hashed, then one event.

use std::io::Write;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use judge_play::text::count;
use judge_season::log::digest::Digest;
use judge_season::log::event::Checked;
use judge_season::log::folder::Folder;
use judge_season::season::store::NotWritten;
use judge_season::state::State as SeasonState;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use crate::clients::client::SIGNATURE;
use crate::visitors::address_limits::{ShareKind, share};
use crate::web::Site;
use crate::web::connection::identity::{Client, Contestant, NumberInPath};
use crate::web::content::answers::{OrRefusal, Refusal, json, not_written};

/// The longest time for an upload.
const UPLOAD: Duration = Duration::from_mins(2);

/// The longest time that an upload may say nothing, and be slower than [`BYTES_PER_SECOND_MIN`].
const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes that must come in a second, on the average.
const BYTES_PER_SECOND_MIN: u64 = 16 << 10;

/// The number under which a contestant asks for its last file for practice.
const PRACTICE: usize = 0;

/// A file that was received.
pub(crate) struct Received {
    pub(crate) file: NamedTempFile,
    sha256: Digest,
    bytes: u64,
}

/// `PUT /api/bot`.
pub(crate) async fn upload(
    site: Site,
    asking: Contestant,
    Client(client): Client,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let Some(_share) = site.shares.take(ShareKind::Upload, client) else {
        let text = "too many files are handed in from your address at this moment; try again in a minute";
        let answer = json!({ "state": "not-taken", "text": text });
        return (StatusCode::TOO_MANY_REQUESTS, json(&answer)).into_response();
    };
    match taken(&site, asking.id, &headers, body).await {
        Ok(upload) => {
            let receipts =
                upload.map(|upload| site.season.store.read(|state| site.season.receipts(state, upload)));
            let what = if upload.is_none() { "received for practice" } else { "received" };
            let answer = json!({
                "upload": upload.map_or(PRACTICE, |upload| upload + 1),
                "state": "waiting",
                "text": format!("{what}; it is being checked"),
                "receipts": receipts.unwrap_or_default(),
            });
            (StatusCode::ACCEPTED, json(&answer)).into_response()
        }
        Err((status, text)) => (status, json(&json!({ "state": "not-taken", "text": text }))).into_response(),
    }
}

/// The place of an upload; nothing of one that is for practice.
async fn taken(site: &Site, id: usize, headers: &HeaderMap, body: Body) -> OrRefusal<Option<usize>> {
    let refused = |text: String| (StatusCode::CONFLICT, text.into());
    // Asked before anything is received, and once more when it is written.
    let now = site.season.store.now();
    site.season.store.read(|state| site.season.may_upload(state, id, now)).map_err(refused)?;
    let _turn = share(&site.uploading, id, 1)
        .ok_or_else(|| refused("another upload of yours is under way".into()))?;
    let many = "too many files are handed in at this moment; try again in a minute";
    let _permit = site.uploads.try_acquire().map_err(|_| (StatusCode::SERVICE_UNAVAILABLE, many.into()))?;
    let bytes_max = site.terms().tournament.limits.file_bytes;
    // Before anything is received: who has sent nothing yet hears the answer.
    let header = |name: &str| headers.get(name)?.to_str().ok();
    let announced = header(CONTENT_LENGTH.as_str()).and_then(|bytes| bytes.parse::<u64>().ok());
    if announced.is_some_and(|bytes| bytes > bytes_max) {
        return Err(too_large(bytes_max));
    }
    let received = received(&site.season.folder, bytes_max, body, tokio::time::sleep(UPLOAD)).await;
    let Received { file, sha256, bytes } = received?;
    let signature = header(SIGNATURE).map(str::to_owned);
    let written = site.aside(move |season| season.upload(id, file, (sha256, bytes), signature.as_deref()));
    written.await.map_err(not_written)
}

fn too_large(bytes_max: u64) -> Refusal {
    let text = format!("this season takes files of at most {bytes_max} bytes, and this one has more");
    (StatusCode::PAYLOAD_TOO_LARGE, text.into())
}

/// A file, if it is there before `late`. Nothing is kept of one that is not.
pub(crate) async fn received(
    folder: &Folder,
    bytes_max: u64,
    body: Body,
    late: impl Future<Output = ()>,
) -> OrRefusal<Received> {
    tokio::select! {
        biased;
        () = late => {
            let text = format!("the upload took more than {} s", UPLOAD.as_secs());
            Err((StatusCode::REQUEST_TIMEOUT, text.into()))
        }
        received = receive(folder, bytes_max, body, PATIENCE) => received,
    }
}

/// The same, if none of it has to be waited for longer than `patience`.
async fn receive(folder: &Folder, bytes_max: u64, mut body: Body, patience: Duration) -> OrRefusal<Received> {
    let trouble = |error: std::io::Error| {
        let text = format!("the file cannot be kept: {}", judge_core::file::unwritten(&error));
        (StatusCode::SERVICE_UNAVAILABLE, text.into())
    };
    let mut file = folder.unfinished().map_err(trouble)?;
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    let begun = tokio::time::Instant::now();
    let too_slow = || {
        let text = format!(
            "the upload is too slow: send {} KiB a second at least, and try again",
            BYTES_PER_SECOND_MIN >> 10
        );
        (StatusCode::REQUEST_TIMEOUT, text.into())
    };
    while let Some(frame) = tokio::time::timeout(patience, body.frame()).await.map_err(|_| too_slow())? {
        let broken = |_| (StatusCode::BAD_REQUEST, "the upload broke off".into());
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        bytes += data.len() as u64;
        if bytes > bytes_max {
            return Err(too_large(bytes_max));
        }
        if is_slow(bytes, begun.elapsed()) {
            return Err(too_slow());
        }
        hash.update(&data);
        file.write_all(&data).map_err(trouble)?;
    }
    if bytes == 0 {
        return Err((StatusCode::BAD_REQUEST, "the file is empty; send the bytes of a .wasm file".into()));
    }
    Ok(Received { file, sha256: Digest(hash.finalize().into()), bytes })
}

/// Whether so many bytes in that time are too few.
fn is_slow(bytes: u64, time: Duration) -> bool {
    time > PATIENCE && bytes < BYTES_PER_SECOND_MIN * time.as_secs()
}

/// `GET /receipts`: the season's receipts of one's own files, to be kept.
pub(crate) async fn receipts(site: Site, asking: Contestant) -> Response {
    let lines: String = site.season.store.read(|state| {
        let uploads = &state.contestants[asking.id].uploads;
        let receipts = uploads.iter().flat_map(|&upload| site.season.receipts(state, upload));
        receipts.map(|receipt| receipt.line()).collect()
    });
    let attachment = "attachment; filename=\"receipts.txt\"";
    ([(CONTENT_TYPE, "text/plain; charset=utf-8"), (CONTENT_DISPOSITION, attachment)], lines).into_response()
}

/// `GET /api/upload/N`: the result of an upload of one's own.
pub(crate) async fn verdict(site: Site, asking: Contestant, NumberInPath(number): NumberInPath) -> Response {
    let is_practice = number == PRACTICE && site.terms().serve.practice;
    let answer = is_practice.then(|| {
        let (word, text) = match site.season.practised(asking.id) {
            None => ("not-taken", "no file of yours for practice is known; hand it in again".to_owned()),
            Some(None) => ("waiting", "it is checked, and plays for practice".to_owned()),
            Some(Some(Err(NotWritten::Refused(why)))) => ("refused", why),
            Some(Some(Err(NotWritten::Machine(trouble)))) => ("not-taken", trouble),
            Some(Some(Ok(state))) => {
                let rounds = count(state.rounds.len() as u64, "round");
                ("accepted", format!("it has played {rounds} for practice, which your page shows"))
            }
        };
        json!({ "upload": number, "state": word, "text": text })
    });
    let of_upload = |state: &SeasonState| {
        let place = number.checked_sub(1)?;
        state.uploads.get(place).filter(|upload| upload.contestant == asking.id)?;
        let (word, text) = said(&site, state, place);
        let text = match state.contestants[asking.id].note() {
            _ if word != "accepted" => text,
            "" => format!("it plays; {text}"),
            note => format!("it is a bot, and does not play now: {note}; {text}"),
        };
        let receipts = site.season.receipts(state, place);
        Some(json!({ "upload": number, "state": word, "text": text, "receipts": receipts }))
    };
    match answer.or_else(|| site.season.store.read(of_upload)) {
        Some(answer) => json(&answer),
        // Whether others have handed something in is nobody's business.
        None => (StatusCode::NOT_FOUND, [(CONTENT_TYPE, "text/plain")], "you have no such upload\n")
            .into_response(),
    }
}

/// The result of an upload, in a word and in words for its author.
pub(crate) fn said(site: &Site, state: &SeasonState, upload: usize) -> (&'static str, String) {
    match &state.uploads[upload].checked {
        None if state.closed.is_some() => {
            ("refused", "the season was closed before it was checked".to_owned())
        }
        None => ("waiting", site.season.waits(state, upload)),
        Some(Checked::Accepted { calls_itself }) => ("accepted", format!("it calls itself {calls_itself}")),
        Some(Checked::Refused { reason }) => ("refused", reason.clone()),
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use tokio::sync::{mpsc, oneshot};
    use tokio_stream::wrappers::ReceiverStream;

    use super::*;

    #[test]
    fn whoever_drips_does_not_keep_a_place_for_two_minutes() {
        assert!(!is_slow(1, PATIENCE));
        assert!(is_slow(1, PATIENCE + Duration::from_secs(1)));
        assert!(!is_slow(60 * BYTES_PER_SECOND_MIN, Duration::from_mins(1)));
        assert!(is_slow(60 * BYTES_PER_SECOND_MIN - 1, Duration::from_mins(1)));
    }

    #[test]
    fn an_upload_that_says_nothing_ends() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("it can be made").block_on(async {
            let place = tempfile::tempdir().expect("there is room");
            let body = Body::from_stream(tokio_stream::pending::<Result<Vec<u8>, Infallible>>());
            let refused = receive(&Folder::at(place.path()), 1_000, body, Duration::from_millis(1)).await;
            let (status, text) = refused.err().expect("it is too slow");
            assert_eq!(status, StatusCode::REQUEST_TIMEOUT);
            assert!(text.contains("16 KiB a second"), "{text}");
        });
    }

    #[test]
    fn a_file_that_comes_too_slowly_is_refused_and_nothing_of_it_is_kept() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("it can be made").block_on(async {
            let place = tempfile::tempdir().expect("there is room");
            let folder_path = place.path();
            let folder = Folder::at(folder_path);
            let (sender, receiver) = mpsc::channel::<Result<Vec<u8>, Infallible>>(1);
            let (ring, late) = oneshot::channel();
            let body = Body::from_stream(ReceiverStream::new(receiver));
            let until = async { late.await.expect("somebody rings") };
            let slow = async move {
                sender.send(Ok(b"half".to_vec())).await.expect("it is received");
                // There is room for this one when the first was taken.
                sender.send(Ok(b" of it".to_vec())).await.expect("it is received");
                let begun = folder_path.read_dir().expect("it is a folder").count();
                ring.send(()).expect("somebody waits");
                // Without the bell, this would look like the end of the file.
                drop(sender);
                begun
            };
            let (taken, begun) = tokio::join!(received(&folder, 1_000, body, until), slow);
            let (status, text) = taken.err().expect("it is too slow");
            assert_eq!((status, &*text), (StatusCode::REQUEST_TIMEOUT, "the upload took more than 120 s"));
            assert_eq!(begun, 1, "it had begun");
            assert_eq!(place.path().read_dir().expect("it is a folder").count(), 0, "something is left");
        });
    }
}
