//! Receipts: statements that the season's key has signed, so that nobody can take it back.
//!
//! A receipt says that the log had so many events with such a hash, and what the last of them is: that a file was taken, or
//! its verdict. Who holds one can show it when the log has become another, or when that event is another: then it is the
//! proof of that. In the words of certificate transparency, a receipt of a file is a promise of
//! inclusion, one without a file is a signed head, and two of one length that differ are an equivocation.

use judge_core::tournament::Name;
use judge_play::text::sanitize;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::log::chain::WrittenEvent;
use crate::log::digest::Digest;
use crate::log::event::{Checked, utc};
use crate::log::season_key::{SeasonKey, is_signed_by};
use crate::state::{At, State, Upload};

impl SeasonKey {
    /// A receipt: the hash of the log after an event, and the event's facts, if it is about a file.
    pub fn receipt(&self, at: &At, about: Option<About<'_>>) -> Receipt {
        let (season, At { event, head, time }, signature) = (self.public(), *at, String::new());
        let kind = about.map_or(ReceiptKind::Head, |about| about.kind);
        let (contestant, sha256) = about.map(|of| (of.contestant.to_string(), of.sha256)).unzip();
        let receipt = Receipt { season, event, head, kind, contestant, sha256, time, signature };
        let signature = self.sign(&receipt.text());
        Receipt { signature, ..receipt }
    }
}

/// The subject of a receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReceiptKind {
    /// The log as it is.
    Head,
    /// A file was taken.
    Uploaded,
    /// The file is a bot.
    Accepted,
    /// The file is no bot.
    Refused,
}

impl ReceiptKind {
    fn word(self) -> String {
        json!(self).as_str().expect("it is a word").to_owned()
    }
}

/// The facts of an event about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About<'a> {
    /// That it was taken, or its verdict.
    pub kind: ReceiptKind,
    /// The contestant that handed it in.
    pub contestant: &'a Name,
    /// The file.
    pub sha256: Digest,
}

impl<'a> About<'a> {
    /// The facts to be signed of an upload: that it was taken, and its verdict when there is one.
    pub(crate) fn upload(state: &'a State, upload: &'a Upload) -> impl Iterator<Item = (&'a At, Self)> {
        let verdict = match upload.checked {
            Some(Checked::Refused { .. }) => ReceiptKind::Refused,
            _ => ReceiptKind::Accepted,
        };
        let (contestant, sha256) = (&state.contestants[upload.contestant].name, upload.sha256);
        let all = [(Some(&upload.taken), ReceiptKind::Uploaded), (upload.verdict.as_ref(), verdict)];
        all.into_iter().filter_map(move |(at, kind)| Some((at?, Self { kind, contestant, sha256 })))
    }

    /// The facts of a log's event, if it is about a file.
    fn event(state: &'a State, event: usize) -> Option<Self> {
        let all = state.uploads.iter().flat_map(|upload| Self::upload(state, upload));
        all.into_iter().find_map(|(at, about)| (at.event == event).then_some(about))
    }
}

/// A statement that the season's key has signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The season, by its public key.
    pub season: Digest,
    /// An event, from 1.
    pub event: usize,
    /// The hash of it and all before it.
    pub head: Digest,
    /// The subject.
    pub kind: ReceiptKind,
    /// The contestant that handed the file in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contestant: Option<String>,
    /// The file that the event is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<Digest>,
    /// The time of the event, in seconds since 1970.
    pub time: u64,
    /// The Ed25519 signature of all that, in hexadecimal digits.
    pub signature: String,
}

impl Receipt {
    /// Receipts as they stand in a file: one a line, as JSON.
    ///
    /// # Errors
    /// Gives the number of the first line that is no receipt, from 1.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, usize> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(number, line)| serde_json::from_str(line).map_err(|_| number)).collect()
    }

    /// As a line of a file.
    pub fn line(&self) -> String {
        format!("{}\n", serde_json::to_string(self).expect("it is plain data"))
    }

    /// Whether the key that it names has signed it.
    pub fn is_signed(&self) -> bool {
        is_signed_by(self.season, &self.text(), &self.signature)
    }

    /// The contradiction between the receipt and a log of its season, if any: then this receipt proves that the log is
    /// not what it was, or that something else happened than was signed.
    pub fn difference(&self, events: &[WrittenEvent], state: &State) -> Option<String> {
        let Self { event, head, .. } = self;
        let signed = format!("the season's key has signed event {event} with the hash {head}");
        let Some(there) = event.checked_sub(1).and_then(|place| events.get(place)) else {
            return Some(format!("{signed}, and this log ends with event {}", events.len()));
        };
        if there.head != *head {
            return Some(format!("{signed}, and in this log the hash is {}", there.head));
        }
        if there.time != self.time {
            return Some(format!("{signed} at {}, and it was at {}", utc(self.time), utc(there.time)));
        }
        let of = |kind: ReceiptKind, contestant: Option<&str>, sha256: Option<Digest>| {
            let Some(sha256) = sha256 else { return "about no file".to_owned() };
            let of = contestant.map_or_else(String::new, |name| format!(" of {}", sanitize(name)));
            format!("{} {sha256}{of}", kind.word())
        };
        let right = match About::event(state, *event) {
            Some(about) => of(about.kind, Some(about.contestant.as_str()), Some(about.sha256)),
            None => of(ReceiptKind::Head, None, None),
        };
        let is_head = self.sha256.is_none() && self.kind == ReceiptKind::Head;
        let said = of(self.kind, self.contestant.as_deref(), self.sha256);
        (!is_head && said != right).then(|| format!("{signed} as {said}, and it is {right}"))
    }

    /// The text that is signed.
    fn text(&self) -> String {
        let Self { season, event, head, kind, contestant, sha256, time, .. } = self;
        let file = sha256.map_or_else(|| "-".to_owned(), |sha256| sha256.to_string());
        let (kind, contestant) = (kind.word(), contestant.as_deref().unwrap_or("-"));
        format!("judge receipt 2\n{season}\n{event}\n{head}\n{kind}\n{contestant}\n{file}\n{time}\n")
    }
}

/// Two receipts that no one log can fulfil, if there are any: then the season has signed two histories.
pub(crate) fn equivocation(receipts: &[&Receipt]) -> Option<String> {
    receipts.iter().enumerate().find_map(|(place, one)| {
        let same = |other: &&&Receipt| (other.season, other.event) == (one.season, one.event);
        let other = receipts[..place].iter().filter(same).find(|other| other.head != one.head)?;
        Some(format!(
            "the season's key has signed two logs of {} events, with the hashes {} and {}",
            one.event, other.head, one.head
        ))
    })
}

#[cfg(test)]
mod tests;
