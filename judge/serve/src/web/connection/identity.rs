//! The sender of a request: its address, which is that of the connection or the one that a trusted proxy names; and who it
//! is, by a cookie or a token.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{FromRequestParts, Path};
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use judge_season::log::digest::Secret;
use judge_season::orders::organiser::{self, KeyKind};

use crate::web::Site;
use crate::web::content::answers::{NOTHING, OrRefusal, Refusal};

/// The name of a contestant's cookie.
pub(crate) const CONTESTANTS_COOKIE: &str = "judge";

/// The name of an organiser's cookie.
pub(crate) const ORGANISERS_COOKIE: &str = "judge-organiser";

/// The headers in which the proxy in front says who has signed in, and shows that it may say so.
pub(crate) const PROXY_USER: &str = "judge-user";
const PROXY_SECRET: &str = "judge-proxy";

/// The header in which a proxy names the address that it asks for.
const FORWARDED: &str = "x-forwarded-for";

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The address of a request, if that separates people.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) Option<IpAddr>);

impl FromRequestParts<Site> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Infallible> {
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

/// A cookie's name as browsers have it. By TLS it is one that no other host, nor anybody between, can set for ours.
pub(crate) fn cookie_name(site: &Site, name: &str) -> String {
    if is_tls(site) { format!("__Host-{name}") } else { name.to_owned() }
}

/// Whether the world talks to us by TLS.
pub(crate) fn is_tls(site: &Site) -> bool {
    site.terms().serve.public_url.starts_with("https://")
}

/// A contestant who has shown who it is, and the number of the member who asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contestant {
    pub(crate) id: usize,
    pub(crate) member: u32,
}

impl FromRequestParts<Site> for Contestant {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Self::Rejection> {
        let why = "you are not signed in: follow your invitation in this browser, or give your token\n";
        let asking = asking(parts, site).ok_or((StatusCode::UNAUTHORIZED, why.into()));
        asking.map(|(id, member)| Self { id, member })
    }
}

/// A contestant, or anybody.
pub(crate) type Anybody = OrRefusal<Contestant>;

/// The number in the address of a page. Where anything else stands there is no such page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberInPath(pub(crate) usize);

impl FromRequestParts<Site> for NumberInPath {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Self::Rejection> {
        let number = Path::<usize>::from_request_parts(parts, site).await;
        number.map(|Path(number)| Self(number)).map_err(|_| NOTHING)
    }
}

fn asking(parts: &Parts, site: &Site) -> Option<(usize, u32)> {
    let headers = &parts.headers;
    // An unknown token signs nobody in, whatever cookie comes with it.
    if let Some(token) = bearer(headers) {
        let token = Secret::parse(token)?;
        return site.season.store.read(|state| state.by_token(&token));
    }
    if let Some(address) = signed_in(parts, site) {
        let rows = site.season.people.rows();
        return site.season.store.read(|state| state.by_address(address, &rows));
    }
    let cookie = cookie(headers, &cookie_name(site, CONTESTANTS_COOKIE))?;
    let now = site.season.store.now();
    site.season.store.read(|state| state.by_cookie(&cookie, now))
}

/// The address of whom the proxy in front has let sign in, if anybody.
pub(crate) struct SignedIn(pub(crate) Option<String>);

impl FromRequestParts<Site> for SignedIn {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Infallible> {
        Ok(Self(signed_in(parts, site).map(str::to_owned)))
    }
}

/// The same. Nobody else is believed who says so.
fn signed_in<'a>(parts: &'a Parts, site: &Site) -> Option<&'a str> {
    let secret = site.season.proxy.as_ref()?;
    let only = |name: &str| {
        let mut all = parts.headers.get_all(name).iter();
        all.next().filter(|_| all.next().is_none())?.to_str().ok()
    };
    let is_proxy = is_trusted(parts.extensions.get::<Peer>()?.0, site.terms().serve.trusted_proxy);
    // Their hashes: how long it takes to compare these tells nobody anything.
    let is_right = only(PROXY_SECRET).and_then(Secret::parse)?.digest() == secret.digest();
    only(PROXY_USER).map(str::trim).filter(|user| is_proxy && is_right && !user.is_empty())
}

/// The token of a request, if it shows one.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then_some(token)
}

fn cookie(headers: &HeaderMap, wanted: &str) -> Option<Secret> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, cookie) = pairs.find(|(name, _)| *name == wanted)?;
    // Of two one is somebody else's, and nobody knows which.
    let is_only = pairs.all(|(name, _)| name != wanted);
    Secret::parse(cookie).filter(|_| is_only)
}

/// The key that an organiser's browser shows.
pub(crate) fn organisers_key(headers: &HeaderMap, site: &Site) -> Option<Secret> {
    cookie(headers, &cookie_name(site, ORGANISERS_COOKIE))
}

/// An organiser, and by what it asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Organiser {
    /// A browser, which is shown pages.
    Browser,
    /// The command line, which prints text.
    Command,
}

impl FromRequestParts<Site> for Organiser {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Self::Rejection> {
        let why = "this is for organisers: run judge serve organiser on the server's machine, and follow its link\n";
        let (key, kind, by) = match bearer(&parts.headers) {
            Some(key) => (Secret::parse(key), KeyKind::Command, Self::Command),
            None => (organisers_key(&parts.headers, site), KeyKind::Cookie, Self::Browser),
        };
        let holds =
            |key: &Secret| organiser::holds(&site.season.folder, key, kind, site.season.store.clock());
        key.filter(holds).map(|_| by).ok_or((StatusCode::UNAUTHORIZED, why.into()))
    }
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

    #[test]
    fn two_cookies_of_one_name_are_nobodys() {
        let [one, other] = ["1", "2"].map(|digit| digit.repeat(64));
        let headers = |values: &[String]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(COOKIE, value.parse().expect("it is a value"));
            }
            headers
        };
        assert!(cookie(&headers(&[format!("a=b; judge={one}")]), "judge").is_some());
        assert!(cookie(&headers(&[format!("judge={one}; judge={other}")]), "judge").is_none());
        assert!(cookie(&headers(&[format!("judge={one}"), format!("judge={other}")]), "judge").is_none());
    }
}
