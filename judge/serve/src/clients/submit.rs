//! A bot handed in from a command line: a file, an address and a token in, the verdict out.

use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use judge_season::log::digest::Digest;
use judge_season::log::season_key::SeasonKey;
use judge_season::state::Decision;
use judge_season::state::receipt::{Receipt, ReceiptKind};
use serde::{Deserialize, Serialize};
use ureq::http::Uri;

use crate::clients::client::{Answer, HttpRequest, ask};

/// The number of receipts that a season signs for a file: that it was taken, and its verdict.
const RECEIPTS: usize = 2;

/// The interval between questions whether a file is checked.
const LOOK: Duration = Duration::from_millis(500);

/// A season as somebody sees it who takes part.
#[derive(Clone, Copy)]
pub struct Access<'a> {
    /// Its address, without a slash at the end.
    pub season: &'a str,
    /// The token that lets a contestant in.
    pub token: &'a str,
    /// The key that signs the contestant's decisions, if it wants that.
    pub key: Option<&'a SeasonKey>,
}

/// The season's page for one contestant.
#[derive(Serialize, Deserialize)]
pub(crate) struct OwnPage {
    /// The season's public key.
    pub season: Digest,
    /// The contestant's name.
    pub name: String,
    /// The contestant's public key, if it has made one.
    pub key: Option<Digest>,
    /// The number of decisions that it has signed with the key.
    pub signed: u32,
}

/// The result of handing in.
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

/// The server's statement on an upload.
#[derive(Deserialize)]
struct UploadVerdict {
    upload: Option<u64>,
    #[serde(default)]
    receipts: Vec<Receipt>,
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

/// Hands a file in, and waits for the verdict. `report` gets the words of the server while it waits, each once, and
/// `keep` what the season has signed.
pub fn submit(
    access: &Access<'_>,
    file: &Path,
    mut report: impl FnMut(&str),
    mut keep: impl FnMut(&Receipt) -> io::Result<()>,
) -> io::Result<Submitted> {
    let Access { season, token, .. } = *access;
    let bytes = std::fs::read(file)?;
    let sha256 = Digest::of(&bytes);
    let own = Decision::Upload(sha256, bytes.len() as u64);
    let signature = match signature(access, &own)? {
        Ok(signature) => signature,
        Err(refused) => return Ok(refused),
    };
    let answer = ask(&format!("{season}/api/bot"), token, HttpRequest::Put(file, signature.as_deref()))?;
    let Some(mut said) = parse(&answer)? else { return Ok(Submitted::Unknown) };
    let Some(upload) = said.upload else { return Ok(Submitted::NotTaken(said.text)) };
    let url = format!("{season}/api/upload/{upload}");
    let mut last = String::new();
    let (mut kept, mut right) = (0, 0);
    let whose = |receipt: &Receipt| (receipt.season, receipt.contestant.clone());
    let signer = said.receipts.first().map(whose);
    loop {
        // Those of before come again. One of another file or of another season would prove nothing.
        // The receipt of a verdict that was not reported yet comes again.
        let kinds: &[ReceiptKind] = match said.state {
            State::Accepted => &[ReceiptKind::Uploaded, ReceiptKind::Accepted],
            State::Refused => &[ReceiptKind::Uploaded, ReceiptKind::Refused],
            State::Waiting | State::NotTaken => &[ReceiptKind::Uploaded],
        };
        let is_right = |(receipt, kind): &(&Receipt, &ReceiptKind)| {
            receipt.is_signed()
                && receipt.kind == **kind
                && receipt.sha256 == Some(sha256)
                && receipt.contestant.is_some()
                && Some(whose(receipt)) == signer
        };
        for (receipt, _) in said.receipts.iter().zip(kinds).skip(kept).filter(is_right) {
            keep(receipt)?;
            right += 1;
        }
        kept = kept.max(said.receipts.iter().zip(kinds).count());
        let is_over = matches!(said.state, State::Accepted | State::Refused);
        if is_over && right < RECEIPTS {
            let practice =
                "the season says that this is practice, after its end: nothing is signed, and nothing counts";
            let unsigned =
                "the season has not signed that it has your file and what came of it; ask its organiser why";
            report(if upload == 0 { practice } else { unsigned });
        }
        match said.state {
            State::Accepted => return Ok(Submitted::Accepted(said.text)),
            State::Refused => return Ok(Submitted::Refused(said.text)),
            State::NotTaken => return Ok(Submitted::NotTaken(said.text)),
            State::Waiting if said.text != last => report(&said.text),
            State::Waiting => {}
        }
        last = said.text;
        thread::sleep(LOOK);
        let Some(now) = parse(&ask(&url, token, HttpRequest::Get)?)? else { return Ok(Submitted::Unknown) };
        said = now;
    }
}

/// Lets a contestant decide something for itself; what comes out is why that was not taken, if so.
pub fn choose(access: &Access<'_>, typed: &str, choice: Decision) -> io::Result<Option<Submitted>> {
    let signature = match signature(access, &choice)? {
        Ok(signature) => signature.map(|signature| ("signature".to_owned(), signature)),
        Err(refused) => return Ok(Some(refused)),
    };
    let fields = [("choice".to_owned(), typed.to_owned())].into_iter().chain(signature).collect();
    let url = format!("{}/api/choice", access.season);
    let answer = ask(&url, access.token, HttpRequest::Post(&fields))?;
    Ok(match answer.status {
        // It leads to the contestant's page.
        303 => None,
        401 => Some(Submitted::Unknown),
        _ => Some(Submitted::NotTaken(answer.text.trim_end().to_owned())),
    })
}

/// The signature of what a contestant decides, if it has a key. The season hears of a new key first.
fn signature(access: &Access<'_>, decision: &Decision) -> io::Result<Result<Option<String>, Submitted>> {
    let Some(key) = access.key else { return Ok(Ok(None)) };
    let answer = ask(&format!("{}/api/own", access.season), access.token, HttpRequest::Get)?;
    if answer.status == 401 {
        return Ok(Err(Submitted::Unknown));
    }
    let page: OwnPage = serde_json::from_str(&answer.text)
        .map_err(|_| io::Error::other(format!("it answers with status {}", answer.status)))?;
    match page.key {
        Some(known) if known == key.public() => {}
        Some(_) => {
            let text = "the season has another key for you; use that one, or ask the organiser for another invitation";
            return Ok(Err(Submitted::NotTaken(text.to_owned())));
        }
        None => {
            let fields = [("key".to_owned(), key.public().to_string())].into_iter().collect();
            let made = ask(&format!("{}/api/key", access.season), access.token, HttpRequest::Post(&fields))?;
            if made.status != 200 {
                return Ok(Err(Submitted::NotTaken(made.text.trim_end().to_owned())));
            }
        }
    }
    Ok(Ok(Some(key.sign(&decision.text(page.season, &page.name, page.signed)))))
}

/// The server's statement; nothing if it does not know the token.
fn parse(answer: &Answer) -> io::Result<Option<UploadVerdict>> {
    if answer.status == 401 {
        return Ok(None);
    }
    let verdict = serde_json::from_str(&answer.text);
    verdict.map(Some).map_err(|_| {
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
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use judge_core::tournament::Name;
    use judge_season::log::digest::Secret;
    use judge_season::state::At;
    use judge_season::state::receipt::About;

    use super::*;

    /// The messages and the number of receipts kept, when a season answers with these receipts.
    fn submitted(file: &[u8], receipts: &[Receipt]) -> (Vec<String>, usize) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let season = format!("http://{}", listener.local_addr().expect("it has one"));
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("bot.wasm");
        std::fs::write(&path, file).expect("there is room");
        let answer =
            serde_json::json!({ "upload": 1, "state": "accepted", "text": "it plays", "receipts": receipts });
        let (answer, length) = (answer.to_string(), file.len());
        let server = thread::spawn(move || {
            let (mut client, _) = listener.accept().expect("somebody comes");
            let mut asked = Vec::new();
            while !asked.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                client.read_exact(&mut byte).expect("it asks");
                asked.extend(byte);
            }
            client.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").expect("it listens");
            client.read_exact(&mut vec![0; length]).expect("it sends its file");
            let head = format!("HTTP/1.1 202 Accepted\r\nContent-Length: {}\r\n\r\n", answer.len());
            client.write_all((head + &answer).as_bytes()).expect("it listens");
        });
        let (mut told, mut kept) = (Vec::new(), 0);
        let access = Access { season: &season, token: "token", key: None };
        let keep = |_: &Receipt| {
            kept += 1;
            Ok(())
        };
        let came = submit(&access, &path, |text| told.push(text.to_owned()), keep).expect("it answers");
        server.join().expect("it does not panic");
        assert_eq!(came, Submitted::Accepted("it plays".into()));
        (told, kept)
    }

    #[test]
    fn receipts_that_prove_nothing_are_not_kept_and_that_is_told() {
        let [key, other] = ["7", "8"]
            .map(|digit| SeasonKey::of(&Secret::parse(&digit.repeat(64)).expect("it has 64 digits")));
        let head = Digest::of("head");
        let [anna, bert] = ["anna", "bert"].map(|name| Name::new(name).expect("it is a name"));
        let signed = |key: &SeasonKey, kind, contestant: &Name, file: &str| {
            key.receipt(
                &At { event: 2, head, time: 0 },
                Some(About { kind, contestant, sha256: Digest::of(file) }),
            )
        };
        let (taken, accepted) = (ReceiptKind::Uploaded, ReceiptKind::Accepted);
        let first = signed(&key, taken, &anna, "file");
        let right = signed(&key, accepted, &anna, "file");
        assert_eq!(submitted(b"file", &[first.clone(), right.clone()]), (vec![], 2));
        for wrong in [
            signed(&key, accepted, &anna, "another"),
            key.receipt(&At { event: 2, head, time: 0 }, None),
            signed(&other, accepted, &anna, "file"),
            signed(&key, accepted, &bert, "file"),
            signed(&key, taken, &anna, "file"),
            signed(&key, ReceiptKind::Refused, &anna, "file"),
            Receipt { time: 1, ..right },
        ] {
            let (told, kept) = submitted(b"file", &[first.clone(), wrong]);
            assert!(kept == 1 && told.len() == 1 && told[0].contains("has not signed"), "{told:?}");
        }
    }

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
