//! What tells a bot apart by what it does: the bytes of a `.wasm` in, a hash of all but
//! its custom sections out.

use sha2::{Digest, Sha256};
use wasmparser::{Parser, Payload};

use super::Entrant;

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

/// Tells of entrants that are the same bot under two names.
#[must_use]
pub fn twins(entrants: &[Entrant]) -> Vec<String> {
    let mut by_code: Vec<&Entrant> = entrants.iter().collect();
    by_code.sort_by_key(|entrant| entrant.code_sha256);
    let pairs = by_code.windows(2).filter(|pair| pair[0].code_sha256 == pair[1].code_sha256);
    let told = pairs.map(|pair| {
        let [one, other] = [pair[0], pair[1]].map(|entrant| entrant.name.as_str());
        let but = if pair[0].sha256 == pair[1].sha256 {
            "their files are the same"
        } else {
            "their files differ in custom sections only"
        };
        format!("{one} and {other} are one bot: {but}")
    });
    told.collect()
}
