//! Answers that many addresses give: a page, a file, that there is no such page.

use std::borrow::Cow;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use askama::Template;
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};

use judge_season::season::store::NotWritten;
use serde::Serialize;

/// Bytes that are read at a time.
const PIECE: usize = 64 << 10;

/// The header for what never changes, as a file whose name tells its content: browsers may keep it for ever.
pub(crate) const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A page, or our own failure to make it.
pub(crate) fn page(template: &impl Template) -> Response {
    Html(template.render().expect("a string takes all text")).into_response()
}

/// Does what may wait for the disk, and keeps nobody else waiting.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.expect("it does not panic")
}

/// The reason why something is not done: the status, and words for who asks.
pub(crate) type Refusal = (StatusCode, Cow<'static, str>);

/// What somebody asks for, or why it is refused.
pub(crate) type OrRefusal<T = Response> = Result<T, Refusal>;

/// The reason why nothing was written.
pub(crate) fn not_written(why: NotWritten) -> Refusal {
    match why {
        NotWritten::Refused(why) => (StatusCode::CONFLICT, why.into()),
        NotWritten::Machine(trouble) => (StatusCode::SERVICE_UNAVAILABLE, trouble.into()),
    }
}

/// Data for programs.
pub(crate) fn json(data: &impl Serialize) -> Response {
    let json = serde_json::to_string(data).expect("it is plain data");
    ([(CONTENT_TYPE, "application/json")], format!("{json}\n")).into_response()
}

/// What is asked for is not there, or not any more.
pub(crate) const fn not_found(why: &'static str) -> Refusal {
    (StatusCode::NOT_FOUND, Cow::Borrowed(why))
}

/// Anything else.
pub(crate) const NOTHING: Refusal = not_found("there is no such page\n");

/// A file as an answer, piece by piece: slow readers must not fill the memory.
pub(crate) fn whole(file: File) -> Response {
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    part(file, 0, length)
}

/// The same of so many bytes from the first of them on.
pub(crate) fn part(mut file: File, first: u64, length: u64) -> Response {
    let at_first = file.seek(SeekFrom::Start(first));
    let mut file = file.take(if at_first.is_ok() { length } else { 0 });
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
