//! Receipts: what the season's key has signed, so that nobody can take it back.
//!
//! A receipt says that the log had so many events with such a hash. Who holds one can show it when the log has become
//! another: then it is the proof of that. In the words of certificate transparency, a receipt of a file is a promise of
//! inclusion, one without a file is a signed head, and two of one length that differ are an equivocation.

use std::io;

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};

use crate::log::chain::Written;
use crate::log::digest::Digest;
use crate::log::event::SeasonEvent;

/// The season's key, which signs and is never told.
#[derive(Clone)]
pub struct SeasonKey(SigningKey);

impl SeasonKey {
    /// A new one.
    ///
    /// # Errors
    /// If the machine has no random numbers.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(SigningKey::from_bytes(&bytes)))
    }

    /// The key that 64 hexadecimal digits are.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        judge_core::digits::to_32_bytes(text).map(|bytes| Self(SigningKey::from_bytes(&bytes)))
    }

    /// Its hexadecimal digits, for the one file that has them.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex::encode(self.0.to_bytes())
    }

    /// What everybody may know of it: by this its signatures are checked.
    #[must_use]
    pub fn public(&self) -> Digest {
        Digest(self.0.verifying_key().to_bytes())
    }

    /// Signs a text; what comes out are hexadecimal digits.
    #[must_use]
    pub fn sign(&self, text: &str) -> String {
        hex::encode(self.0.sign(text.as_bytes()).to_bytes())
    }

    /// A receipt: the hash of the log after so many events, and the file that the last of them is about.
    #[must_use]
    pub fn receipt(&self, event: usize, head: Digest, sha256: Option<Digest>, time: u64) -> Receipt {
        let receipt = Receipt { season: self.public(), event, head, sha256, time, signature: String::new() };
        let signature = self.sign(&receipt.text());
        Receipt { signature, ..receipt }
    }
}

/// What the season's key has signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// The season, by its public key.
    pub season: Digest,
    /// An event, from 1.
    pub event: usize,
    /// The hash of it and all before it.
    pub head: Digest,
    /// The file that the event is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<Digest>,
    /// When it was, in seconds since 1970.
    pub time: u64,
    /// The Ed25519 signature of all that, in hexadecimal digits.
    pub signature: String,
}

impl Receipt {
    /// Receipts as they stand in a file: one a line, as JSON.
    ///
    /// # Errors
    /// Which line is none, from 1.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, usize> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(number, line)| serde_json::from_str(line).map_err(|_| number)).collect()
    }

    /// As a line of a file.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{}\n", serde_json::to_string(self).expect("it is plain data"))
    }

    /// Whether the key that it names has signed it.
    #[must_use]
    pub fn is_signed(&self) -> bool {
        is_signed_by(self.season, &self.text(), &self.signature)
    }

    /// What a log says against it, if it does: then this receipt is the proof that the log is not what it was.
    #[must_use]
    pub fn difference(&self, events: &[Written]) -> Option<String> {
        let key = events.first().and_then(|first| match &first.event {
            SeasonEvent::Opened { key, .. } => Some(*key),
            _ => None,
        });
        if key != Some(self.season) {
            let key = key.map_or_else(|| "none".to_owned(), |key| key.to_string());
            return Some(format!(
                "the receipt for event {} is of the season with the key {}, and the key of this log is {key}",
                self.event, self.season
            ));
        }
        let Self { event, head, .. } = self;
        let signed = format!("the season's key has signed event {event} with the hash {head}");
        let Some(there) = event.checked_sub(1).and_then(|place| events.get(place)) else {
            return Some(format!("{signed}, and this log ends with event {}", events.len()));
        };
        if there.head != *head {
            return Some(format!("{signed}, and in this log the hash is {}", there.head));
        }
        match (there.event.inner(), self.sha256) {
            (SeasonEvent::Uploaded { sha256, .. }, Some(file)) if *sha256 != file => {
                Some(format!("{signed} for the file {file}, and the event is about {sha256}"))
            }
            _ => None,
        }
    }

    /// What is signed.
    fn text(&self) -> String {
        let Self { season, event, head, sha256, time, .. } = self;
        let file = sha256.map_or_else(|| "-".to_owned(), |sha256| sha256.to_string());
        format!("judge receipt\n{season}\n{event}\n{head}\n{file}\n{time}\n")
    }
}

/// Whether a key has signed a text with this signature, in hexadecimal digits.
#[must_use]
pub fn is_signed_by(key: Digest, text: &str, signature: &str) -> bool {
    let Ok(key) = VerifyingKey::from_bytes(&key.0) else { return false };
    let Ok(bytes) = hex::decode(signature) else { return false };
    let signature = Signature::from_slice(&bytes);
    signature.is_ok_and(|signature| key.verify_strict(text.as_bytes(), &signature).is_ok())
}

/// Two receipts that no one log can fulfil, if there are any: a season has been told in two ways.
#[must_use]
pub fn equivocation(receipts: &[Receipt]) -> Option<String> {
    receipts.iter().enumerate().find_map(|(place, one)| {
        let same = |other: &&Receipt| (other.season, other.event) == (one.season, one.event);
        let other = receipts[..place].iter().filter(same).find(|other| other.head != one.head)?;
        Some(format!(
            "the season's key has signed two logs of {} events, with the hashes {} and {}",
            one.event, other.head, one.head
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SeasonKey {
        SeasonKey::parse(&"7".repeat(64)).expect("it has 64 digits")
    }

    #[test]
    fn whatever_is_changed_in_a_receipt_breaks_its_signature() {
        let file = Digest::of("file");
        let receipt = key().receipt(3, Digest::of("head"), Some(file), 1_000);
        assert!(receipt.is_signed());
        assert_eq!(Receipt::parse_all(&receipt.line()), Ok(vec![receipt.clone()]));
        let other = SeasonKey::parse(&"8".repeat(64)).expect("it has 64 digits");
        for changed in [
            Receipt { season: other.public(), ..receipt.clone() },
            Receipt { event: 4, ..receipt.clone() },
            Receipt { head: Digest::of("other"), ..receipt.clone() },
            Receipt { sha256: None, ..receipt.clone() },
            Receipt { time: 1_001, ..receipt.clone() },
            Receipt { signature: "00".repeat(64), ..receipt.clone() },
            Receipt { signature: "x".into(), ..receipt.clone() },
        ] {
            assert!(!changed.is_signed(), "{changed:?}");
        }
    }

    #[test]
    fn a_log_that_was_cut_or_changed_differs_from_a_receipt() {
        let opened = SeasonEvent::Opened {
            commitment: Digest::default(),
            key: key().public(),
            terms: Digest::default(),
            judge: String::new(),
            engine: String::new(),
            anchors: Vec::new(),
            announced: None,
        };
        let written = |event: SeasonEvent, head: &str| Written { event, time: 0, head: Digest::of(head) };
        let uploaded = SeasonEvent::Uploaded { contestant: 0, sha256: Digest::of("file"), bytes: 4 };
        let log = vec![written(opened.clone(), "1"), written(uploaded.clone(), "2")];
        let receipt = key().receipt(2, Digest::of("2"), Some(Digest::of("file")), 0);
        assert_eq!(receipt.difference(&log), None);
        let told = |log: &[Written]| receipt.difference(log).expect("it differs");
        assert!(told(&log[..1]).ends_with("and this log ends with event 1"));
        assert!(told(&[log[0].clone(), written(uploaded, "3")]).contains("and in this log the hash is"));
        assert!(told(&log[1..]).contains("and the key of this log is none"));
        let wrong = key().receipt(2, Digest::of("2"), Some(Digest::of("another")), 0);
        assert!(wrong.difference(&log).is_some_and(|told| told.contains("the event is about")));
    }

    #[test]
    fn two_signed_heads_of_one_length_are_told() {
        let [one, same, other, longer] = [(5, "a"), (5, "a"), (5, "b"), (6, "b")]
            .map(|(event, head)| key().receipt(event, Digest::of(head), None, 0));
        assert_eq!(equivocation(&[one.clone(), same, longer]), None);
        assert!(equivocation(&[one, other]).is_some_and(|told| told.contains("two logs of 5 events")));
    }
}
