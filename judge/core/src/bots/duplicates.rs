//! Which contestants handed in the same bot: bytes in, a hash of all but the custom sections out.

use sha2::{Digest, Sha256};
use wasmparser::{Parser, Payload};

use super::Bot;

/// The id of a custom section: names, debug information, anything; it changes no game.
const CUSTOM: u8 = 0;

/// SHA-256 of the sections that a bot's doing depends on, each with its place.
pub(super) fn code_sha256(bytes: &[u8]) -> Result<[u8; 32], wasmparser::Error> {
    let mut hash = Sha256::new();
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload?;
        match (&payload, payload.as_section()) {
            // What lies in it follows part by part.
            (Payload::ModuleSection { .. } | Payload::ComponentSection { .. }, Some((id, _))) => {
                hash.update([id]);
            }
            (_, Some((CUSTOM, _))) => {}
            (_, Some((id, range))) => {
                hash.update([id]);
                hash.update((range.len() as u64).to_le_bytes());
                hash.update(&bytes[range]);
            }
            (Payload::End(_), None) => hash.update([u8::MAX]),
            _ => {}
        }
    }
    Ok(hash.finalize().into())
}

/// Contestants that are the same bot under two names, in words.
#[must_use]
pub fn duplicates(bots: &[Bot]) -> Vec<String> {
    let mut by_code: Vec<&Bot> = bots.iter().collect();
    by_code.sort_by_key(|bot| bot.code_sha256);
    let pairs = by_code.windows(2).filter(|pair| pair[0].code_sha256 == pair[1].code_sha256);
    let notes = pairs.map(|pair| {
        let [one, other] = [pair[0], pair[1]].map(|bot| bot.name.as_str());
        let but = if pair[0].sha256 == pair[1].sha256 {
            "their files are the same"
        } else {
            "their files differ in custom sections only"
        };
        format!("{one} and {other} are the same bot: {but}")
    });
    notes.collect()
}
