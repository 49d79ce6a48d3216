//! The tables of visitors: a table is taken, asked, and left.

use std::time::Duration;

use crate::browser::asked;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{FromRequest, Path, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::json;
use tower_http::limit::RequestBodyLimitLayer;

use crate::visitors::tables::GONE;
use crate::web::Site;
use crate::web::connection::identity::Client;
use crate::web::content::answers::json;

/// Bytes of a message: a game with all that was played in it.
const MESSAGE_BYTES_MAX: usize = 64 << 10;
/// The longest time for a message to be sent.
const MESSAGE: Duration = Duration::from_secs(30);

/// The routes for visitors.
pub(crate) fn routes() -> Router<Site> {
    Router::new()
        .route("/tables", post(take))
        .route("/tables/{table}/play", post(play))
        .route("/tables/{table}/stays", post(stays))
        .route("/tables/{table}/leave", post(leave))
        .layer(RequestBodyLimitLayer::new(MESSAGE_BYTES_MAX))
}

/// `POST /tables`.
async fn take(site: Site, Client(client): Client) -> Response {
    match site.tables.take(client) {
        Ok(table) => json(&json!({ "table": table })),
        Err(text) => (StatusCode::SERVICE_UNAVAILABLE, text).into_response(),
    }
}

/// `POST /tables/…/play`: a message of the page; the answer is a line of JSON for each event, as it happens.
async fn play(site: Site, Path(table): Path<String>, request: Request) -> Result<Response, Response> {
    let bytes = received(request, tokio::time::sleep(MESSAGE)).await?;
    Ok(asked(&bytes, |job| site.tables.ask(&table, job)))
}

/// A message, if it is whole before `late`.
async fn received(request: Request, late: impl Future<Output = ()>) -> Result<Bytes, Response> {
    tokio::select! {
        biased;
        () = late => {
            let text = format!("the message took more than {} s\n", MESSAGE.as_secs());
            Err((StatusCode::REQUEST_TIMEOUT, text).into_response())
        }
        bytes = Bytes::from_request(request, &()) => bytes.map_err(IntoResponse::into_response),
    }
}

/// `POST /tables/…/stays`.
async fn stays(site: Site, Path(table): Path<String>) -> Response {
    if site.tables.stays(&table) { StatusCode::NO_CONTENT.into_response() } else { GONE.into_response() }
}

/// `POST /tables/…/leave`.
async fn leave(site: Site, Path(table): Path<String>) -> StatusCode {
    site.tables.leave(&table);
    StatusCode::NO_CONTENT
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::Body;
    use tokio_stream::StreamExt;

    use super::*;

    #[test]
    fn a_message_that_does_not_end_is_refused() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("it can be made");
        runtime.block_on(async {
            let half = || tokio_stream::iter([Ok::<_, Infallible>("half")]);
            let endless = Body::from_stream(half().chain(tokio_stream::pending()));
            let refused = received(Request::new(endless), std::future::ready(())).await;
            assert_eq!(refused.expect_err("it is late").status(), StatusCode::REQUEST_TIMEOUT);
            let whole = received(Request::new(Body::from_stream(half())), std::future::pending()).await;
            assert_eq!(whole.expect("it is there"), "half");
        });
    }
}
