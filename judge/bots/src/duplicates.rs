//! Contestants that handed in the same bot: bytes in, a hash of all but the custom sections out.

use sha2::{Digest, Sha256};
use wasmparser::{Parser, Payload};

use crate::Bot;
use crate::file::source_section;

/// The id of a custom section: names, debug information, anything; it changes no game, unless it is a program
/// for the interpreter in the file.
const CUSTOM: u8 = 0;

/// The most names of a group that are printed; the others are counted.
const NAMES_SHOWN: usize = 10;

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
    hash.update(source_section::split(bytes).source);
    Ok(hash.finalize().into())
}

/// Contestants that are the same bot under several names, in words: one line for each bot.
#[must_use]
pub fn duplicates(bots: &[Bot]) -> Vec<String> {
    let mut by_code: Vec<&Bot> = bots.iter().collect();
    // With other terms it is another bot.
    by_code.sort_by_key(|bot| (bot.code_sha256, &bot.terms, &bot.name));
    let groups =
        by_code.chunk_by(|one, other| (one.code_sha256, &one.terms) == (other.code_sha256, &other.terms));
    let mut groups: Vec<&[&Bot]> = groups.filter(|group| group.len() > 1).collect();
    groups.sort_by_key(|group| &group[0].name);
    groups.into_iter().map(words).collect()
}

fn words(group: &[&Bot]) -> String {
    let shown: Vec<&str> = group.iter().take(NAMES_SHOWN).map(|bot| bot.name.as_str()).collect();
    let names = match (group.len().saturating_sub(NAMES_SHOWN), &shown[..]) {
        (0, [most @ .., last]) => format!("{} and {last}", most.join(", ")),
        (more, _) => format!("{} and {more} more", shown.join(", ")),
    };
    let but = if group.iter().all(|bot| bot.sha256 == group[0].sha256) {
        "their files are the same"
    } else {
        "their files differ in custom sections only"
    };
    format!("{names} are the same bot: {but}")
}
