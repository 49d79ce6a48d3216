//! Parts of batches that a worker gets from the season's server by HTTP, where there is no folder that both can write to.
//!
//! The worker keeps a folder of its own, like the shared one, with the season's file, the bots of its parts and what it
//! plays. The server knows it by its key, and gives it its name.

use std::fs;
use std::io;
use std::path::Path;

use judge_core::file::{self, Links};
use judge_core::tournament::Name;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::clients::client::{Answer, HttpRequest, ask, fetch};
use crate::game;
use crate::log::digest::Digest;
use crate::orders::order::Fields;
use crate::workers::work::{Part, Taken, WORK, WorkFolder};
use crate::workers::worker::{Offer, PartSource};

/// Bytes of a bot and of a season's file.
const BOT_BYTES_MAX: u64 = 1 << 30;
const TERMS_BYTES_MAX: u64 = 16 << 20;

/// A part as the server hands it out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Handed {
    /// What it is called.
    pub(crate) part: String,
    /// What the worker is called.
    pub(crate) worker: String,
    /// What is to be played.
    pub(crate) work: Part,
}

/// A season's server, as a worker asks it.
pub struct Served {
    season: String,
    key: String,
    here: WorkFolder,
    /// It goes with this.
    _folder: TempDir,
}

impl Served {
    /// A season by its address, to whose server this key is shown.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn new(season: &str, key: &str) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let here = WorkFolder::begin(folder.path(), "")?;
        let (season, key) = (season.trim_end_matches('/').to_owned(), key.to_owned());
        Ok(Self { season, key, here, _folder: folder })
    }

    /// Where the server answers a worker about something.
    fn address(&self, what: &str) -> String {
        format!("{}{WORK}/{what}", self.season)
    }

    fn post(&self, what: &str) -> io::Result<Answer> {
        ask(&self.address(what), &self.key, HttpRequest::Post(&Fields::new()))
    }

    /// Whether the server says yes to something about a part; no if it is not this worker's any more.
    fn about(&self, what: &str, taken: &Taken) -> io::Result<bool> {
        is_done(self.post(&format!("{what}/{}", taken.part))?)
    }

    /// Brings what a part needs here, if it is not.
    fn bring(&self, part: &Part) -> io::Result<()> {
        self.bring_file("season.toml", part.terms, &self.here.terms(), TERMS_BYTES_MAX)?;
        let game = game::called_in(&fs::read_to_string(self.here.terms())?);
        let bots = part.rounds.iter().flat_map(|round| &round.bots).map(|(_, sha256)| *sha256);
        for sha256 in bots.chain(game) {
            let path = self.here.bot(sha256);
            if !path.exists() {
                self.bring_file(&format!("bot/{sha256}.wasm"), sha256, &path, BOT_BYTES_MAX)?;
            }
        }
        Ok(())
    }

    /// Brings a file here that has this hash.
    fn bring_file(&self, name: &str, sha256: Digest, to: &Path, bytes_max: u64) -> io::Result<()> {
        let is_it = |path: &Path| {
            file::read(path, Links::Refuse, bytes_max).is_ok_and(|bytes| Digest::of(bytes) == sha256)
        };
        if is_it(to) {
            return Ok(());
        }
        let unfinished = self.here.path().join(".brought");
        let status = fetch(&self.address(name), Some(&self.key), &unfinished, bytes_max)?;
        if status != 200 || !is_it(&unfinished) {
            return Err(io::Error::other(format!(
                "the server does not hand out {name} as it is (status {status})"
            )));
        }
        fs::rename(unfinished, to)
    }
}

impl PartSource for Served {
    fn place(&self) -> &Path {
        Path::new(&self.season)
    }

    fn here(&self) -> &WorkFolder {
        &self.here
    }

    fn take(&self) -> io::Result<Offer> {
        let Answer { status, text } = self.post("take")?;
        match status {
            200 => {}
            204 => return Ok(Offer::Nothing),
            401 => {
                return Ok(Offer::Refused(
                    "the season does not know this key; make one with judge serve worker-key".into(),
                ));
            }
            403 => return Ok(Offer::Barred),
            404 => {
                return Ok(Offer::Refused("no season shares work here; start its server with --work".into()));
            }
            _ => return Err(io::Error::other(text)),
        }
        let wrong = || io::Error::other("the server hands out what is no part");
        let Handed { part, worker, work } = serde_json::from_str(&text).map_err(|_| wrong())?;
        let taken = Taken { part, worker: Name::new(&worker).map_err(|_| wrong())? };
        // It becomes the name of a file here.
        if !taken.is_named_as_ours() {
            return Err(wrong());
        }
        match self.bring(&work) {
            Ok(()) => Ok(Offer::Part(taken, work)),
            Err(trouble) => {
                let _ = self.give_back(&taken);
                Err(trouble)
            }
        }
    }

    fn touch(&self, taken: &Taken) -> io::Result<bool> {
        self.about("touch", taken)
    }

    fn give_back(&self, taken: &Taken) -> io::Result<bool> {
        self.about("back", taken)
    }

    fn hand_over(&self, taken: &Taken) -> io::Result<()> {
        let played = self.here.unfinished(taken);
        let url = self.address(&format!("done/{}", taken.part));
        let is_taken = is_done(ask(&url, &self.key, HttpRequest::Put(&played, None))?)?;
        fs::remove_file(played)?;
        if is_taken { Ok(()) } else { Err(io::Error::other("it took too long, and somebody else plays it")) }
    }
}

/// Whether it was done; false if the part is not this worker's any more.
fn is_done(answer: Answer) -> io::Result<bool> {
    match answer.status {
        204 => Ok(true),
        410 => Ok(false),
        _ => Err(io::Error::other(answer.text)),
    }
}
