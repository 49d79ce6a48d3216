//! A season by its address: its public files, as a folder that can be verified.
//!
//! That is the log, the season's file, the published bots and the published final. Other bots can be brought along: whoever
//! has a bot's file can check its games.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use judge_core::file::{self, Links};
use judge_season::log::chain::Chain;
use judge_season::log::digest::Digest;
use judge_season::log::event::{Checked, Opened, SeasonEvent};
use judge_season::log::folder::{Folder, make_private};
use judge_season::log::game;
use judge_season::season::FILES;
use judge_season::state::receipt::Receipt;
use tempfile::TempDir;
use toml::Table;

use crate::clients::client::fetch;

/// Bytes of a log, of the season's file, of a signed head, of a game or an anchor, and of any other file. A million rounds
/// have a log of 350 MB. What is parsed takes more memory than it has bytes.
const LOG_BYTES_MAX: u64 = 2 << 30;
const TERMS_BYTES_MAX: u64 = 1 << 20;
const HEAD_BYTES_MAX: u64 = 4 << 10;
const BOT_BYTES_MAX: u64 = 256 << 20;
const FILE_BYTES_MAX: u64 = 256 << 20;
/// Bytes of all bots together.
const BOTS_BYTES_MAX: u64 = 16 << 30;

/// A season that was brought here.
#[derive(Debug)]
pub struct Fetched {
    /// The folder that all of it is in; it goes with this.
    pub here: TempDir,
    /// Its file, with the anchors by their hashes.
    pub terms: PathBuf,
    /// Its folder, as far as everybody may have it.
    pub data: PathBuf,
    /// The signature of the log by the season's key.
    pub head: Receipt,
    /// Its standings, if it is closed.
    pub results: Option<String>,
}

/// Whether this is the address of a season, and not a folder.
pub fn is_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

/// Brings a season here, into a folder of its own; `own` is a folder with bots that somebody has.
///
/// # Errors
/// If the server cannot be reached, answers what none of ours does, or the files cannot be kept.
pub fn bring(season: &str, own: Option<&Path>) -> io::Result<Fetched> {
    let here = tempfile::tempdir()?;
    let into = here.path();
    let season = season.trim_end_matches('/');
    let (terms, data) = (into.join("season.toml"), into.join("data"));
    let folder = Folder::create(&data)?;
    let head = head(season, into)?;
    let log = folder.events();
    have(season, "/events.log", &log, LOG_BYTES_MAX)?;
    let results = into.join("results.csv");
    have(season, "/results.csv", &results, FILE_BYTES_MAX)?;
    // Ratings follow some seconds behind the log: when nothing more happens they are those of this log.
    let events = Chain::look(&log).map_err(io::Error::other)?;
    let is_closed = matches!(events.last().map(|last| &last.event), Some(SeasonEvent::Closed { .. }));
    let results = is_closed.then(|| fs::read_to_string(&results)).transpose()?;
    have(season, "/terms", &terms, TERMS_BYTES_MAX)?;
    let events: Vec<SeasonEvent> = events.into_iter().map(|written| written.event).collect();
    let Some(SeasonEvent::Opened(Opened { anchors, .. })) = events.first() else {
        return Err(io::Error::other("the first event of its log does not open a season"));
    };
    let text = fs::read_to_string(&terms)?;
    let game = the_game(season, &text, &folder)?;
    fs::write(&terms, game::with_files(&text, anchors, game, "data/bots").map_err(io::Error::other)?)?;
    let (bots, mut left) = (bots(&events), BOTS_BYTES_MAX);
    for (&sha256, &bytes) in &bots {
        // One that is not published is not here, and nobody says whether there is one.
        let path = folder.bot(sha256);
        if fetch(&format!("{season}/bot/{sha256}.wasm"), None, &path, bytes.min(left))? == 200 {
            let another = || format!("it has another file than the one with the hash {sha256}");
            let bytes = folder.read_bot(sha256, BOT_BYTES_MAX).map_err(|error| match error.kind() {
                io::ErrorKind::InvalidData => io::Error::other(another()),
                _ => error,
            })?;
            left -= bytes.len() as u64;
        }
    }
    if let Some(own) = own {
        take_own(own, &folder, &bots)?;
    }
    let published = events.iter().rev().find_map(|event| match event {
        SeasonEvent::FinalPublished { report, .. } => Some(*report),
        _ => None,
    });
    if let Some(report) = published {
        let reports = folder.report(report);
        make_private(&reports)?;
        for (place, file) in FILES.iter().enumerate() {
            let path = if place == 0 { "/final".to_owned() } else { format!("/final/{file}") };
            have(season, &path, &reports.join(file), FILE_BYTES_MAX)?;
        }
    }
    Ok(Fetched { here, terms, data, head, results })
}

/// The signed head of a log.
fn head(season: &str, into: &Path) -> io::Result<Receipt> {
    let path = into.join("head.json");
    have(season, "/head.json", &path, HEAD_BYTES_MAX)?;
    let head = Receipt::parse_all(&fs::read_to_string(&path)?).ok().and_then(|mut all| all.pop());
    head.filter(Receipt::is_signed)
        .ok_or_else(|| io::Error::other("its /head.json has no signature of a season; check the address"))
}

/// Has a file that a season has.
fn have(season: &str, path: &str, to: &Path, bytes_max: u64) -> io::Result<()> {
    match fetch(&format!("{season}{path}"), None, to, bytes_max)? {
        200 => Ok(()),
        status => Err(io::Error::other(format!(
            "it answers {path} with status {status}, and not as a season does; see that the address is right"
        ))),
    }
}

/// The bots of a log, each with the bytes that it can have: anchors, and files that were accepted.
fn bots(events: &[SeasonEvent]) -> BTreeMap<Digest, u64> {
    let mut uploads = Vec::new();
    let mut bots = BTreeMap::new();
    for event in events {
        match event.inner() {
            SeasonEvent::Opened(opened) => {
                bots.extend(opened.anchors.iter().map(|anchor| (anchor.sha256, BOT_BYTES_MAX)));
            }
            SeasonEvent::GameUpdated { before, .. } => drop(bots.insert(*before, BOT_BYTES_MAX)),
            SeasonEvent::Uploaded { sha256, bytes, .. } => uploads.push((*sha256, *bytes)),
            SeasonEvent::Checked { upload, verdict: Checked::Accepted { .. } } => {
                bots.extend(uploads.get(*upload).copied());
            }
            _ => {}
        }
    }
    bots
}

/// Brings a season's game here, if it is a file; the terms have to name its hash.
fn the_game(season: &str, terms: &str, folder: &Folder) -> io::Result<Option<Digest>> {
    let table: Table = terms.parse().map_err(|_| io::Error::other("the season's file is not TOML"))?;
    if !game::is_a_file(&table) {
        return Ok(None);
    }
    let unfinished = folder.unfinished()?;
    have(season, "/game.wasm", unfinished.path(), BOT_BYTES_MAX)?;
    let sha256 = Digest::of(file::read(unfinished.path(), Links::Refuse, BOT_BYTES_MAX)?);
    folder.keep_file(unfinished, &folder.bot(sha256))?;
    Ok(Some(sha256))
}

/// Takes bots of this season that somebody has.
fn take_own(own: &Path, folder: &Folder, wanted: &BTreeMap<Digest, u64>) -> io::Result<()> {
    for entry in fs::read_dir(own)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "wasm") {
            let bytes = file::read(&path, Links::Follow, BOT_BYTES_MAX)?;
            let sha256 = Digest::of(&bytes);
            if wanted.contains_key(&sha256) {
                fs::write(folder.bot(sha256), bytes)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::thread;

    use judge_season::log::digest::Secret;
    use judge_season::log::season_key::SeasonKey;
    use judge_season::state::At;

    use super::*;

    #[test]
    fn a_season_whose_file_never_ends_is_not_read_without_end() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
        let address = format!("http://{}", listener.local_addr().expect("it has an address"));
        let place = tempfile::tempdir().expect("there is room");
        let key = SeasonKey::of(&Secret::parse(&"7".repeat(64)).expect("it has 64 digits"));
        let (mut chain, _) = Chain::open(&place.path().join("events.log")).expect("it is new");
        let opened = Opened { key: key.public(), ..Opened::default() };
        let head = chain.append(&SeasonEvent::Opened(opened), 1).expect("there is room").head;
        let log = fs::read(place.path().join("events.log")).expect("it is there");
        let head = key.receipt(&At { event: 1, head, time: 1 }, None).line();
        let server = thread::spawn(move || {
            let mut asked = Vec::new();
            while asked.last().is_none_or(|path| path != "/terms") {
                let (client, _) = listener.accept().expect("somebody comes");
                let mut lines = BufReader::new(&client).lines().map_while(Result::ok);
                let first = lines.next().expect("it asks");
                lines.take_while(|line| !line.is_empty()).for_each(drop);
                asked.push(first.split(' ').nth(1).expect("it has a path").to_owned());
                let body = match asked.last().expect("it was added").as_str() {
                    "/head.json" => head.clone().into_bytes(),
                    "/events.log" => log.clone(),
                    "/terms" => b"[".repeat(4 << 20),
                    _ => Vec::new(),
                };
                let answer = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
                // The client hangs up when it has read enough.
                let _ = (&client).write_all(answer).and_then(|()| (&client).write_all(&body));
            }
        });
        let refused = bring(&address, None).expect_err("it is too long").to_string();
        server.join().expect("it does not panic");
        assert!(refused.contains("limit"), "{refused}");
    }
}
