//! A bot handed in from a command line: a file, an address and a token in, the verdict out.

use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use ureq::http::Uri;

use crate::client::{Answer, Asked, ask};

/// How often it is asked whether a file is checked.
const LOOK: Duration = Duration::from_millis(500);

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// It plays.
    Accepted(String),
    /// It is no bot, in words for its author.
    Refused(String),
    /// It was not taken, and may be another time.
    NotTaken(String),
    /// The token is nobody's.
    Unknown,
}

/// What the server says of an upload.
#[derive(Deserialize)]
struct Told {
    upload: Option<u64>,
    state: State,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    Waiting,
    Accepted,
    Refused,
    NotTaken,
}

/// Hands a file in, and waits for the verdict. `told` gets the words of the server while it waits, each once.
///
/// # Errors
/// If the server cannot be reached, or answers what none of ours does.
pub fn submit(season: &str, token: &str, file: &Path, mut told: impl FnMut(&str)) -> io::Result<Submitted> {
    let season = season.trim_end_matches('/');
    let answer = ask(&format!("{season}/api/bot"), token, Asked::Put(file))?;
    let Some(mut said) = parse(&answer)? else { return Ok(Submitted::Unknown) };
    let Some(upload) = said.upload else { return Ok(Submitted::NotTaken(said.text)) };
    let url = format!("{season}/api/upload/{upload}");
    let mut last = String::new();
    loop {
        match said.state {
            State::Accepted => return Ok(Submitted::Accepted(said.text)),
            State::Refused => return Ok(Submitted::Refused(said.text)),
            State::NotTaken => return Ok(Submitted::NotTaken(said.text)),
            State::Waiting if said.text != last => told(&said.text),
            State::Waiting => {}
        }
        last = said.text;
        thread::sleep(LOOK);
        let Some(now) = parse(&ask(&url, token, Asked::Get)?)? else { return Ok(Submitted::Unknown) };
        said = now;
    }
}

/// What the server says; nothing if it does not know the token.
fn parse(answer: &Answer) -> io::Result<Option<Told>> {
    if answer.status == 401 {
        return Ok(None);
    }
    let told = serde_json::from_str(&answer.text);
    told.map(Some).map_err(|_| {
        io::Error::other(match answer.status {
            // A proxy may have a limit of its own.
            413 => "it takes no file so large (status 413)".to_owned(),
            status => format!(
                "it answers with status {status}, and not as a season does; see that the address is right"
            ),
        })
    })
}

/// Whether a token may be sent there: by TLS, or on this machine.
#[must_use]
pub fn is_safe(season: &str) -> bool {
    if season.starts_with("https://") {
        return true;
    }
    // The host that is connected to is found by the same parser.
    let Ok(url) = season.parse::<Uri>() else { return false };
    let host = url.host().unwrap_or_default().trim_matches(['[', ']']);
    let is_here =
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    url.scheme_str() == Some("http") && is_here
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_travels_by_tls_or_stays_on_this_machine() {
        for url in [
            "https://a.example",
            "http://127.0.0.1:80",
            "http://localhost",
            "http://[::1]:8080/",
            "http://127.0.0.1/x",
        ] {
            assert!(is_safe(url), "{url}");
        }
        for url in [
            "http://a.example",
            "http://127.0.0.1.a.example:80",
            "http://127.0.0.1@a.example",
            "http://127.0.0.1:80@a.example",
            "http://localhost:80@a.example/",
            "http://[::1]:80@a.example",
            "http://a@[::1]:80@a.example",
            "ftp://127.0.0.1",
            "a.example",
            "http://",
        ] {
            assert!(!is_safe(url), "{url}");
        }
    }
}
