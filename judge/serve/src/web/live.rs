//! `GET /live`: server-sent events, one whenever something has happened.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

use super::Site;

/// How often a stream says that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The number of the last event, now and whenever there is another.
pub(super) async fn live(State(site): State<Arc<Site>>) -> Response {
    let Ok(permit) = Arc::clone(&site.streams).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open; this one is not told of news\n")
            .into_response();
    };
    // A reader that is slow misses numbers, and gets the last one.
    let stream = WatchStream::new(site.season.store.watch()).map(move |events| {
        let _held = &permit;
        Ok::<_, Infallible>(Event::default().id(events.to_string()).data(events.to_string()))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response()
}
