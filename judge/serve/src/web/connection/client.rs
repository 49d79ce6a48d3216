//! The address of a request: that of the connection, or the one that a trusted proxy names.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::web::Site;

/// The header in which a proxy names the address that it asks for.
const FORWARDED: &str = "x-forwarded-for";

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The address of a request, if that separates people.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) Option<IpAddr>);

impl FromRequestParts<Arc<Site>> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Infallible> {
        let Some(Peer(peer)) = parts.extensions.get::<Peer>().copied() else { return Ok(Self(None)) };
        let trusted = site.terms().serve.trusted_proxy;
        Ok(Self(client(peer, trusted, &parts.headers)))
    }
}

/// The address that asks. On this machine itself all have one address, a proxy that nobody has named among them.
pub(crate) fn client(peer: IpAddr, trusted: Option<IpAddr>, headers: &HeaderMap) -> Option<IpAddr> {
    let peer = peer.to_canonical();
    if is_trusted(peer, trusted) {
        // Addresses before the last one were written by the client itself.
        let last = headers.get_all(FORWARDED).iter().next_back();
        let last = last.and_then(|value| address(value.to_str().ok()?.rsplit(',').next()?.trim()));
        // Clients that the proxy does not name share one address.
        return Some(last.map_or(peer, |address| address.to_canonical()));
    }
    (!peer.is_loopback()).then_some(peer)
}

/// Whether the other end of a connection is the proxy in front.
pub(crate) fn is_trusted(peer: IpAddr, trusted: Option<IpAddr>) -> bool {
    trusted.is_some_and(|proxy| proxy.to_canonical() == peer.to_canonical())
}

/// An address as proxies write it: some add the port, and brackets.
fn address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().map(|address: SocketAddr| address.ip());
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    text.parse().or_else(|_| with_port()).ok().or_else(in_brackets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_is_believed_if_it_is_trusted_and_only_in_what_it_adds() {
        let address = |text: &str| text.parse::<IpAddr>().expect("it is an address");
        let (proxy, one) = (address("127.0.0.1"), address("192.0.2.7"));
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED, "198.51.100.9, 192.0.2.7".parse().expect("it is a value"));
        assert_eq!(client(proxy, Some(proxy), &headers), Some(one));
        assert_eq!(client(proxy, None, &headers), None, "nobody said that there is a proxy");
        let other = address("203.0.113.5");
        assert_eq!(client(other, Some(proxy), &headers), Some(other), "it is no proxy, whatever it says");
        assert_eq!(client(proxy, Some(proxy), &HeaderMap::new()), Some(proxy), "all of them are one");
        for (written, meant) in [
            ("192.0.2.7:4711", one),
            ("198.51.100.9, 192.0.2.7:1", one),
            ("[2001:db8::1]:443", address("2001:db8::1")),
            ("[2001:db8::1]", address("2001:db8::1")),
            ("unknown", proxy),
        ] {
            headers.insert(FORWARDED, written.parse().expect("it is a value"));
            assert_eq!(client(proxy, Some(proxy), &headers), Some(meant), "{written}");
        }
    }
}
