//! HTTP on 127.0.0.1. Other pages in the same browser can send requests here too, and other users of the machine:
//! so the address has a part that nobody can guess, and requests must come from our own page.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, body};
use judge_page::Page;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use crate::browser::live_game::Job;
use crate::browser::message::PageMessage;

/// The most bytes of a request: a few changes to a line.
const REQUEST_BYTES_MAX: usize = 64 << 10;
/// The same of one that has positions to be drawn.
const FILM_BYTES_MAX: usize = 32 << 20;
/// Messages that wait for a slow page.
const LINES_WAITING: usize = 64;

/// The data that all requests share.
struct ServerState {
    page: Page,
    /// The hosts that a request may name: else a name of somebody else leads here.
    hosts: [String; 2],
    jobs: Sender<Job>,
}

/// Listens, and serves in a new thread. Returns the page's address.
pub(crate) fn start(page: Page, jobs: Sender<Job>) -> io::Result<String> {
    let mut secret = [0; 16];
    getrandom::fill(&mut secret).map_err(|error| io::Error::other(error.to_string()))?;
    let secret = hex::encode(secret);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let listener = runtime.block_on(TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))))?;
    let port = listener.local_addr()?.port();
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let address = format!("http://{}/{secret}/", hosts[0]);
    let router = router(&secret, ServerState { page, hosts, jobs });
    thread::spawn(move || runtime.block_on(async { axum::serve(listener, router).await }));
    Ok(address)
}

fn router(secret: &str, shared: ServerState) -> Router {
    let shared = Arc::new(shared);
    Router::new()
        .route(&format!("/{secret}/"), get(page))
        .route(&format!("/{secret}/play"), post(play))
        .layer(DefaultBodyLimit::max(REQUEST_BYTES_MAX))
        .route(&format!("/{secret}/draw"), post(draw).layer(DefaultBodyLimit::max(FILM_BYTES_MAX)))
        .layer(middleware::from_fn_with_state(shared.clone(), guard))
        .with_state(shared)
}

/// Lets in what our own page sends, and adds to each answer what browsers must know.
async fn guard(State(shared): State<Arc<ServerState>>, request: Request, next: Next) -> Response {
    if let Err(reason) = admitted(&shared, request.method(), request.headers()) {
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    let headers = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::CONTENT_SECURITY_POLICY, shared.page.policy.as_str()),
    ];
    (headers, next.run(request).await).into_response()
}

fn admitted(shared: &ServerState, method: &Method, headers: &HeaderMap) -> Result<(), &'static str> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    if !shared.hosts.iter().any(|ours| ours == host) {
        return Err("the request names another host");
    }
    let is_ours = |origin: &str| origin.strip_prefix("http://") == Some(host);
    match text(header::ORIGIN) {
        Some(origin) if !is_ours(origin) => return Err("the request comes from another site"),
        None if method == Method::POST => return Err("a page has to say where it comes from"),
        _ => {}
    }
    let kind = text(header::CONTENT_TYPE).unwrap_or_default();
    if method == Method::POST && kind != "application/json" {
        return Err("this is not what the page sends");
    }
    Ok(())
}

async fn page(State(shared): State<Arc<ServerState>>) -> Html<String> {
    Html(shared.page.html.clone())
}

/// Draws positions that the page has.
async fn draw(bytes: body::Bytes) -> Result<Vec<u8>, (StatusCode, String)> {
    let drawn =
        tokio::task::spawn_blocking(move || judge_page::draw(&bytes).map_err(|why| why.to_string())).await;
    let drawn = drawn.unwrap_or_else(|error| Err(error.to_string()));
    drawn.map_err(|why| (StatusCode::BAD_REQUEST, why))
}

/// A message of the page.
async fn play(State(shared): State<Arc<ServerState>>, bytes: body::Bytes) -> Response {
    asked(&bytes, |job| shared.jobs.send(job).map_err(|_| (StatusCode::SERVICE_UNAVAILABLE, "")))
}

/// Asks a game what a message asks for; the answer is a line of JSON for each event, as it happens.
pub(crate) fn asked(
    bytes: &[u8],
    ask: impl FnOnce(Job) -> Result<(), (StatusCode, &'static str)>,
) -> Response {
    let message: PageMessage = match serde_json::from_slice(bytes) {
        Ok(message) => message,
        Err(error) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    };
    let (answer, lines) = mpsc::channel(LINES_WAITING);
    if let Err(refused) = ask(Job { message, answer }) {
        return refused.into_response();
    }
    let lines = ReceiverStream::new(lines).map(Ok::<String, Infallible>);
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(method: &Method, headers: &[(HeaderName, &'static str)]) -> Result<(), &'static str> {
        let hosts = ["127.0.0.1:8000".to_owned(), "localhost:8000".to_owned()];
        let (jobs, _) = std::sync::mpsc::channel();
        let page = Page { html: String::new(), policy: String::new() };
        let headers =
            headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect();
        admitted(&ServerState { page, hosts, jobs }, method, &headers)
    }

    #[test]
    fn only_our_own_page_is_let_in() {
        const HOST: (HeaderName, &str) = (header::HOST, "127.0.0.1:8000");
        const JSON: (HeaderName, &str) = (header::CONTENT_TYPE, "application/json");
        let origin = |origin| (header::ORIGIN, origin);
        assert_eq!(verdict(&Method::GET, &[HOST]), Ok(()));
        assert_eq!(verdict(&Method::POST, &[HOST, origin("http://127.0.0.1:8000"), JSON]), Ok(()));
        for (method, headers) in [
            (Method::GET, vec![]),
            (Method::GET, vec![(header::HOST, "example.org")]),
            (Method::GET, vec![HOST, origin("http://example.org")]),
            (Method::POST, vec![HOST, JSON]),
            (Method::POST, vec![HOST, JSON, origin("null")]),
            (Method::POST, vec![HOST, JSON, origin("http://localhost:8000")]),
            (Method::POST, vec![HOST, JSON, origin("http://127.0.0.1:8001")]),
            (Method::POST, vec![HOST, origin("http://127.0.0.1:8000"), (header::CONTENT_TYPE, "text/plain")]),
        ] {
            assert!(verdict(&method, &headers).is_err(), "{method} {headers:?}");
        }
    }
}
