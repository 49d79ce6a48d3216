//! Parts of batches that a worker gets from the season's server by HTTP, where there is no folder that both can write to.
//!
//! The server knows the worker by its key, and gives it its name.

use std::io;
use std::path::Path;

use judge_season::orders::order::Fields;
use judge_season::workers::part::Part;
use judge_season::workers::work_folder::Taken;
use judge_season::workers::worker::{PartReply, PartSource};
use serde::{Deserialize, Serialize};

use crate::clients::client::{Answer, HttpRequest, ask, fetch};

/// The beginning of the addresses at which a server answers its workers.
pub(crate) const WORK: &str = "/work";

/// A part as the server hands it out.
#[derive(Serialize, Deserialize)]
pub(crate) struct Handed {
    /// The part, and who has it.
    #[serde(flatten)]
    pub(crate) taken: Taken,
    /// The rounds to play.
    pub(crate) work: Part,
}

/// A season's server, as a worker asks it.
pub struct Served {
    season: String,
    key: String,
}

impl Served {
    /// A season by its address, to whose server this key is shown.
    pub fn new(season: &str, key: &str) -> Self {
        Self { season: season.trim_end_matches('/').to_owned(), key: key.to_owned() }
    }

    /// The server's address for a request of a worker.
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
}

impl PartSource for Served {
    fn location(&self) -> &Path {
        Path::new(&self.season)
    }

    fn take(&self) -> io::Result<PartReply> {
        let Answer { status, text } = self.post("take")?;
        let refused = |why: &str| Ok(PartReply::Refused(why.into()));
        match status {
            200 => {}
            204 => return Ok(PartReply::Nothing),
            401 => {
                return refused("the season does not know this key; make one with judge serve worker-key");
            }
            403 => return Ok(PartReply::Barred),
            404 => return refused("no season shares work here; start its server with --work"),
            _ => return Err(odd(status, text)),
        }
        let wrong = || io::Error::other("the server sent something that is no part");
        let Handed { taken, work } = serde_json::from_str(&text).map_err(|_| wrong())?;
        // It becomes the name of a file here.
        if !taken.is_named_as_ours() {
            return Err(wrong());
        }
        Ok(PartReply::Part(taken, work))
    }

    fn bring(&self, name: &str, to: &Path, bytes_max: u64) -> io::Result<()> {
        match fetch(&self.address(name), Some(&self.key), to, bytes_max)? {
            200 => Ok(()),
            status => Err(io::Error::other(format!("the server does not send it (status {status})"))),
        }
    }

    fn touch(&self, taken: &Taken) -> io::Result<bool> {
        self.about("touch", taken)
    }

    fn give_back(&self, taken: &Taken) -> io::Result<bool> {
        self.about("back", taken)
    }

    fn hand_over(&self, taken: &Taken, played: &Path) -> io::Result<bool> {
        let url = self.address(&format!("done/{}", taken.part));
        is_done(ask(&url, &self.key, HttpRequest::Put(played, None))?)
    }
}

/// Whether it was done; false if the part is not this worker's any more.
fn is_done(answer: Answer) -> io::Result<bool> {
    match answer.status {
        204 => Ok(true),
        410 => Ok(false),
        status => Err(odd(status, answer.text)),
    }
}

/// An answer that no season gives, or that says why it cannot be now. What stands between a worker and a season may say nothing.
fn odd(status: u16, mut text: String) -> io::Error {
    text.truncate(text.trim_end().len());
    if text.is_empty() {
        text = format!("it answers with status {status}");
    }
    io::Error::other(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_words_is_told_by_its_status() {
        let told = |text: &str| {
            let answer = Answer { status: 302, text: text.to_owned() };
            is_done(answer).expect_err("it is no answer of a season").to_string()
        };
        assert_eq!([told("\n"), told("busy")], ["it answers with status 302", "busy"]);
    }
}
