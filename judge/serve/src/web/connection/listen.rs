//! Connections: bounded in number, and in how long they may say nothing.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use judge_season::play::capacity;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio_io_timeout::TimeoutStream;

use crate::visitors::address_limits::{AddressLimits, ShareKind};
use crate::web::connection::identity::Peer;

/// Connections at a time; who comes later waits.
const CONNECTIONS_MAX: usize = 1_024;
/// Open files that are kept for everything else: the log, bots, children that compile.
const FILES_KEPT: u64 = 256;
/// The longest time for a request's head, and for an idle connection between two requests.
const HEAD: Duration = Duration::from_secs(10);
/// The longest time that a client may leave what there is for it unread.
const UNREAD: Duration = Duration::from_secs(30);
/// Bytes of a request's head.
const HEAD_BYTES_MAX: usize = 16 << 10;

/// Answers on so many connections at a time, of which each address has its share but for the proxy that asks for others,
/// until `stop` says so.
pub(crate) async fn listen(
    listener: TcpListener,
    router: Router,
    connections_max: usize,
    (shares, trusted): (AddressLimits, Option<IpAddr>),
    mut stop: watch::Receiver<bool>,
) {
    let connections = Arc::new(Semaphore::new(connections_max));
    loop {
        let next = async {
            let permit = Arc::clone(&connections).acquire_owned().await.expect("it is never closed");
            (listener.accept().await, permit)
        };
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            (accepted, permit) = next => match accepted {
                Ok((stream, from)) => {
                    // A proxy has as many as it wants: it has all that come.
                    let address = Some(from.ip()).filter(|ip| Some(*ip) != trusted && !ip.is_loopback());
                    // An address with too many connections loses this one.
                    let Some(share) = shares.take(ShareKind::Connection, address) else { continue };
                    tokio::spawn(answer(stream, router.clone(), Peer(from.ip()), (permit, share), UNREAD));
                }
                // As when too many files are open: others are closed in a while.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            },
        }
    }
}

/// The number of connections at a time that leaves some open files for everything else.
pub(crate) fn connections_max() -> usize {
    let files = capacity::open_files();
    let left = files.saturating_sub(FILES_KEPT).max(files / 2);
    usize::try_from(left).map_or(CONNECTIONS_MAX, |left| left.min(CONNECTIONS_MAX))
}

/// Answers on a connection, and lets go of `held` when it ends.
async fn answer<T>(stream: TcpStream, router: Router, peer: Peer, held: T, unread: Duration) {
    let _ = stream.set_nodelay(true);
    let mut stream = Box::pin(TimeoutStream::new(stream));
    stream.as_mut().set_write_timeout_pinned(Some(unread));
    let router = TowerToHyperService::new(router);
    let with_peer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), with_peer);
    // A connection that breaks off is nobody's mistake.
    let _ = connection.await;
    drop(held);
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::Body;
    use axum::routing::get;
    use tokio::io::AsyncWriteExt;
    use tokio::sync::Notify;

    use super::*;

    #[test]
    fn it_can_be_stopped_while_all_connections_are_taken() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("it can be made").block_on(async {
            let asked = Arc::new(Notify::new());
            let is_asked = Arc::clone(&asked);
            let endless = async move || {
                is_asked.notify_one();
                std::future::pending::<()>().await;
            };
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a port");
            let address = listener.local_addr().expect("it has one");
            let (stop, stopped) = watch::channel(false);
            let router = Router::new().route("/", get(endless));
            let server = listen(listener, router, 1, Default::default(), stopped);
            let reader = async {
                let mut reader = TcpStream::connect(address).await.expect("it listens");
                reader.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("it can be sent");
                // The one connection is answered, so the server waits for it to end.
                asked.notified().await;
                stop.send_replace(true);
                reader
            };
            // A broken server would never end.
            let both = async { tokio::join!(server, reader) };
            let ended = tokio::time::timeout(Duration::from_mins(5), both).await;
            assert!(ended.is_ok(), "it is not stopped");
        });
    }

    #[test]
    fn who_reads_nothing_loses_the_connection() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("it can be made").block_on(async {
            let endless = || async {
                let bytes = || Some(Ok::<_, Infallible>(vec![0; 1 << 16]));
                Body::from_stream(tokio_stream::iter(std::iter::from_fn(bytes)))
            };
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a port");
            let address = listener.local_addr().expect("it has one");
            let connections = Arc::new(Semaphore::new(1));
            let permit = Arc::clone(&connections).acquire_owned().await.expect("it is free");
            let mut reader = TcpStream::connect(address).await.expect("it listens");
            reader.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("it can be sent");
            let (stream, _) = listener.accept().await.expect("somebody is there");
            let router = Router::new().route("/", get(endless));
            let peer = Peer(address.ip());
            tokio::spawn(answer(stream, router, peer, permit, Duration::from_millis(1)));
            // A broken server would never end the connection.
            let free = tokio::time::timeout(Duration::from_mins(5), connections.acquire()).await;
            assert!(free.is_ok(), "the connection of who reads nothing is still there");
            drop(reader);
        });
    }
}
