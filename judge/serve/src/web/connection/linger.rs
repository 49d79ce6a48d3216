//! Files that are refused, and are sent all the same: their bytes are thrown away, so that the answer arrives.
//!
//! A server that answers and hangs up while a file is sent resets the connection. A proxy then reports a bad
//! gateway, and not that the file is too large or that the token is wrong.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::EXPECT;
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::BodyExt;
use hyper::body::Frame;
use parking_lot::Mutex;

/// Bytes that are thrown away, how long that may take, and how long none may come; then the connection ends.
const BYTES_MAX: u64 = 64 << 20;
const TIME_MAX: Duration = Duration::from_secs(30);
const SILENT_MAX: Duration = Duration::from_secs(2);

/// A body that somebody else reads, too.
struct Lent(Arc<Mutex<Body>>);

impl hyper::body::Body for Lent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut *self.0.lock()).poll_frame(context)
    }
}

/// Reads what is left of a request that is refused. Who waits for leave to send it is not made to.
pub(crate) async fn linger(request: Request, next: Next) -> Response {
    if request.headers().contains_key(EXPECT) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let body = Arc::new(Mutex::new(body));
    let response = next.run(Request::from_parts(parts, Body::new(Lent(Arc::clone(&body))))).await;
    let status = response.status();
    if status.is_client_error() || status.is_server_error() {
        // Whatever has not come by then does not come.
        let _ = tokio::time::timeout(TIME_MAX, thrown_away(Lent(body))).await;
    }
    response
}

async fn thrown_away(mut body: Lent) {
    let mut bytes = 0;
    while let Ok(Some(Ok(frame))) = tokio::time::timeout(SILENT_MAX, body.frame()).await {
        bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
        if bytes > BYTES_MAX {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::http::StatusCode;
    use axum::middleware;
    use axum::routing::put;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// The answer to a client that sends a whole file before it reads, as proxies do.
    async fn answer(expect: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a port");
        let address = listener.local_addr().expect("it has one");
        let refused = async || (StatusCode::UNAUTHORIZED, "who are you?");
        let router = Router::new().route("/", put(refused)).layer(middleware::from_fn(linger));
        tokio::spawn(async { axum::serve(listener, router).await });
        let mut client = TcpStream::connect(address).await.expect("it listens");
        let bytes = vec![0; 16 << 20];
        let head = format!(
            "PUT / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{expect}Content-Length: {}\r\n\r\n",
            bytes.len()
        );
        client.write_all(head.as_bytes()).await.expect("it can be sent");
        if expect.is_empty() {
            client.write_all(&bytes).await.expect("all of it is taken");
        }
        let mut text = String::new();
        client.read_to_string(&mut text).await.expect("it is told");
        text
    }

    #[test]
    fn who_sends_a_file_that_is_refused_hears_why() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("it can be made").block_on(async {
            assert!(answer("").await.ends_with("who are you?"));
            // Nothing is asked for that is not wanted.
            let told = answer("Expect: 100-continue\r\n").await;
            assert!(told.starts_with("HTTP/1.1 401"), "{told}");
        });
    }
}
