//! The host of a request: ours, or it is not answered. A page of another name that leads here, as by DNS, is no
//! page of ours.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use judge_season::terms::ServeTerms;

/// Pages for machines that know the server by its address alone.
const FOR_MACHINES: [&str; 2] = ["/health", "/metrics"];

/// What browsers say of the site that asks.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The names of the server.
pub(crate) struct Hosts {
    url: String,
    public: String,
    address: SocketAddr,
}

impl Hosts {
    pub(crate) fn of(serve: &ServeTerms) -> Self {
        let url = &serve.public_url;
        let host = url.split_once("://").map_or(url.as_str(), |(_, host)| host);
        Self { url: without_usual_port(url), public: without_usual_port(host), address: serve.address }
    }

    /// Whether a page of this origin, whose scheme counts, asks for this host of ours: the public one, or on this machine.
    fn has_sent(&self, origin: &str, host: &str) -> bool {
        let origin = without_usual_port(origin);
        let is_here = without_usual_port(host) != self.public;
        origin == self.url || is_here && origin == format!("http://{}", without_usual_port(host))
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

/// Refuses who asks for somebody else, or from a page of another origin.
pub(crate) async fn check(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    match refused(&hosts, &request) {
        None => next.run(request).await,
        Some(answer) => answer.into_response(),
    }
}

fn refused(hosts: &Hosts, request: &Request) -> Option<(StatusCode, &'static str)> {
    let headers = request.headers();
    let text = |text: &HeaderValue| text.to_str().unwrap_or("?").to_owned();
    let mut named = headers.get_all(HOST).iter().map(text);
    let Some(host) = named.next().filter(|host| named.next().is_none() && hosts.has(host)) else {
        let text = "this season has another address; the key public_url of its file says which\n";
        return (!FOR_MACHINES.contains(&request.uri().path()))
            .then_some((StatusCode::MISDIRECTED_REQUEST, text));
    };
    // Browsers that say something of the site compare the scheme themselves.
    let says_nothing = headers.get(SEC_FETCH_SITE).is_none_or(HeaderValue::is_empty);
    let origin = headers.get(ORIGIN).map(text).filter(|origin| !origin.is_empty());
    let is_foreign = origin.is_some_and(|origin| !hosts.has_sent(&origin, &host));
    (!request.method().is_safe() && says_nothing && is_foreign)
        .then_some((StatusCode::FORBIDDEN, "the request comes from a page of another origin\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts() -> Hosts {
        let address = SocketAddr::from(([192, 0, 2, 1], 80));
        Hosts { url: "https://season.example".into(), public: "season.example".into(), address }
    }

    #[test]
    fn an_origin_is_ours_with_its_scheme() {
        let sent = |origin: &str, host: &str| hosts().has_sent(origin, host);
        assert!(sent("https://season.example", "season.example"));
        assert!(sent("https://season.example:443", "Season.example:443"));
        assert!(sent("http://localhost:8080", "localhost:8080"));
        for (origin, host) in [
            ("http://season.example", "season.example"),
            ("https://localhost:8080", "localhost:8080"),
            ("http://localhost:8081", "localhost:8080"),
            ("http://evil.example", "season.example"),
            ("null", "season.example"),
        ] {
            assert!(!sent(origin, host), "{origin} {host}");
        }
    }

    #[test]
    fn a_host_is_ours_by_its_public_name_or_on_this_machine() {
        let hosts = hosts();
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
