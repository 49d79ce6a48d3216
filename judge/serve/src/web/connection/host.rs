//! The host of a request: ours, or it is not answered. A page of another name that leads here, as by DNS, is no
//! page of ours.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use judge_season::terms::Serve;

/// Pages for machines that know the server by its address alone.
const FOR_MACHINES: [&str; 2] = ["/health", "/metrics"];

/// The names of the server.
pub(crate) struct Hosts {
    public: String,
    address: SocketAddr,
}

impl Hosts {
    pub(crate) fn of(serve: &Serve) -> Self {
        let url = &serve.public_url;
        let host = url.split_once("://").map_or(url.as_str(), |(_, host)| host);
        Self { public: without_usual_port(host), address: serve.address }
    }

    /// Whether that is us. On this machine we have its names, too.
    fn has(&self, host: &str) -> bool {
        let host = without_usual_port(host);
        let is_here = || {
            let port = host.rsplit_once(':').filter(|(_, port)| port.chars().all(|c| c.is_ascii_digit()));
            let name = port.map_or(host.as_str(), |(name, _)| name);
            ["localhost", "127.0.0.1", "[::1]"].contains(&name)
        };
        host == self.public || is_here() || host.parse() == Ok(self.address)
    }
}

/// A host in small letters, without the port that it has anyway.
fn without_usual_port(host: &str) -> String {
    let host = host.to_ascii_lowercase();
    let short = host.strip_suffix(":443").or_else(|| host.strip_suffix(":80"));
    short.map_or(host.clone(), str::to_owned)
}

/// Refuses who asks for somebody else.
pub(crate) async fn check(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let named: Vec<&str> =
        request.headers().get_all(HOST).iter().map(|host| host.to_str().unwrap_or_default()).collect();
    let is_ours = match named.as_slice() {
        [host] => hosts.has(host),
        _ => false,
    };
    if is_ours || FOR_MACHINES.contains(&Uri::path(request.uri())) {
        return next.run(request).await;
    }
    let text = "this season has another address; the key public_url of its file says which\n";
    (StatusCode::MISDIRECTED_REQUEST, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_ours_by_its_public_name_or_on_this_machine() {
        let hosts =
            Hosts { public: "season.example".into(), address: SocketAddr::from(([192, 0, 2, 1], 80)) };
        for host in ["season.example", "Season.Example:443", "127.0.0.1:8080", "localhost:1", "[::1]:80"] {
            assert!(hosts.has(host), "{host}");
        }
        for host in
            ["", "evil.example", "season.example.evil.example", "localhost.evil.example:80", "192.0.2.2"]
        {
            assert!(!hosts.has(host), "{host}");
        }
    }
}
