//! Records under the keys of their games, one a line, as a journal has them.
//!
//! A line is the CRC-32 of what follows, in hexadecimal digits, a space, and a key with its record as JSON. Here, and not
//! where journals are kept, since this crate is compiled to be quick, and every game comes by.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::Record;

/// Hexadecimal digits of a line's checksum.
const CHECK_DIGITS: usize = 8;

/// The SHA-256 of all that a game depends on.
///
/// That is: the versions of the judge and of the engine, the [terms](crate::GameTerms), the bots' bytes and their own terms in the
/// order of their seats, and the seed.
/// A title, a contestant's name as such, and the number of rounds are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameKey(#[serde(with = "hex::serde::no_prefix")] pub [u8; 32]);

/// A record with its key.
#[derive(Serialize, Deserialize)]
struct Entry<R> {
    key: GameKey,
    record: R,
}

/// A game's line, with its end.
///
/// # Panics
/// Never: a record is plain data.
#[must_use]
pub fn written(key: &GameKey, record: &Record) -> String {
    let json = serde_json::to_string(&Entry { key: *key, record }).expect("a record is plain data");
    format!("{} {json}\n", check(json.as_bytes()))
}

/// The key and the record of a line, if it is whole and its checksum right.
#[must_use]
pub fn read(line: &[u8]) -> Option<(GameKey, Record)> {
    let Entry { key, record } = serde_json::from_slice(json(line)?).ok()?;
    Some((key, record))
}

/// The key of a line, if that is whole and its checksum right.
#[must_use]
pub fn key(line: &[u8]) -> Option<GameKey> {
    let Entry::<IgnoredAny> { key, .. } = serde_json::from_slice(json(line)?).ok()?;
    Some(key)
}

/// A line's checksum as it stands there, whether or not it is right.
#[must_use]
pub fn checksum(line: &[u8]) -> Option<u32> {
    u32::from_str_radix(str::from_utf8(line.get(..CHECK_DIGITS)?).ok()?, 16).ok()
}

/// The JSON of a line, if its checksum is right.
fn json(line: &[u8]) -> Option<&[u8]> {
    let (checksum, rest) = line.split_at_checked(CHECK_DIGITS)?;
    let json = rest.strip_prefix(b" ")?.strip_suffix(b"\n")?;
    // Git may have changed how lines end.
    let json = json.strip_suffix(b"\r").unwrap_or(json);
    (check(json).as_bytes() == checksum).then_some(json)
}

fn check(json: &[u8]) -> String {
    hex::encode(crc32fast::hash(json).to_be_bytes())
}
