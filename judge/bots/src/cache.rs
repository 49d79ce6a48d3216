//! Compiled code from tournament to tournament: a key in, an artifact out if it was kept.
//!
//! Artifacts are native code, so whoever can write to the folder can run what they
//! like. What keeps others out is the folder: it must be ours and nobody else's. The
//! hash in each entry detects entries that were cut short, mixed up or damaged.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use crate::system::{is_private, make_private};
use judge_sandbox::Artifact;

/// The most bytes of one entry.
const ENTRY_BYTES_MAX: u64 = 1 << 30;
/// The most bytes of all entries; those that were not used for longest go first.
const FOLDER_BYTES_MAX: u64 = 2 << 30;
/// The prefix of an entry that records a refusal, after its hash; no artifact begins like this.
const REFUSAL: &[u8] = b"refused: ";
/// Bytes of the hash that an entry begins with.
const HASH_BYTES: usize = 32;

/// A folder of compiled code, private to its owner.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// The most bytes of all entries, if there is a bound.
    bytes_max: Option<u64>,
}

/// The cache's entry for a key.
pub(super) enum CacheEntry {
    Artifact(Artifact),
    Nothing,
    /// The bot was refused when it was compiled, and why.
    Refusal(String),
    /// Something that must not be loaded, and why.
    Corrupt(String),
}

/// Why compiled code is not kept.
#[derive(Debug, thiserror::Error)]
#[error("compiled code is not kept: {}: {why}", folder.display())]
pub struct NotKept {
    folder: PathBuf,
    why: io::Error,
}

impl Cache {
    /// Opens a folder, and makes it if it is missing.
    ///
    /// # Errors
    /// If it cannot be made, or others than its owner may write there.
    pub fn open(folder: &Path) -> Result<Self, NotKept> {
        let cannot = |why: io::Error| NotKept { folder: folder.to_owned(), why };
        make_private(folder).map_err(cannot)?;
        // Its owner must be who we are, and that is whoever owns a file that we make there.
        let ours = NamedTempFile::new_in(folder).map_err(cannot)?;
        let made = fs::metadata(ours.path()).map_err(cannot)?;
        let folder_is = fs::metadata(folder).map_err(cannot)?;
        if !is_private(&folder_is, &made) {
            let why = "others may write there; empty it and take that from them with chmod 700, or remove it";
            return Err(cannot(io::Error::other(why)));
        }
        Ok(Self { folder: folder.to_owned(), bytes_max: Some(FOLDER_BYTES_MAX) })
    }

    /// Removes nothing to make room.
    #[must_use]
    pub fn without_bound(self) -> Self {
        Self { bytes_max: None, ..self }
    }

    /// The folder's path.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, key: &[u8; 32]) -> PathBuf {
        self.folder.join(hex::encode(key))
    }

    /// Whether something is kept under `key`, which may be damaged.
    pub(super) fn has(&self, key: &[u8; 32]) -> bool {
        self.path(key).is_file()
    }

    /// Looks for the entry of `key`.
    pub(super) fn find(&self, key: &[u8; 32]) -> CacheEntry {
        let path = self.path(key);
        if fs::symlink_metadata(&path).is_err() {
            return CacheEntry::Nothing;
        }
        match self.read(&path) {
            Ok(bytes) => unsealed(key, bytes),
            Err(error) => CacheEntry::Corrupt(error.to_string()),
        }
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if !fs::symlink_metadata(path)?.is_file() {
            return Err(io::Error::other("it is no file"));
        }
        let file = File::open(path)?;
        if !is_private(&file.metadata()?, &fs::metadata(&self.folder)?) {
            return Err(io::Error::other("others may have written it"));
        }
        let mut bytes = Vec::new();
        (&file).take(ENTRY_BYTES_MAX).read_to_end(&mut bytes)?;
        if self.bytes_max.is_none() {
            return Ok(bytes);
        }
        // What was used last stays longest; if that cannot be noted, it goes sooner.
        let _ = File::options().append(true).open(path).and_then(|file| file.set_modified(SystemTime::now()));
        Ok(bytes)
    }

    /// Removes the entry of `key`, and says so in the message.
    pub(super) fn discard(&self, key: &[u8; 32], why: &str) -> String {
        let path = self.path(key);
        let removed = match fs::remove_file(&path) {
            Ok(()) => "it is removed".to_owned(),
            Err(error) => format!("it cannot be removed: {error}"),
        };
        format!(
            "{} is not what was compiled ({why}); {removed}, and the bot is compiled anew",
            path.display()
        )
    }

    /// Keeps under `key` that a bot is refused, and why.
    pub(super) fn keep_refusal(&self, key: &[u8; 32], why: &str) -> Result<(), NotKept> {
        self.write(key, &[REFUSAL, why.as_bytes()].concat())
    }

    /// Keeps an artifact under `key`, and makes room for it.
    pub(super) fn keep(&self, key: &[u8; 32], artifact: &Artifact) -> Result<(), NotKept> {
        self.write(key, artifact.bytes())
    }

    fn write(&self, key: &[u8; 32], content: &[u8]) -> Result<(), NotKept> {
        let written = NamedTempFile::new_in(&self.folder).and_then(|mut file| {
            file.write_all(&seal(key, content))?;
            file.write_all(content)?;
            file.persist(self.path(key)).map_err(|error| error.error)
        });
        written
            .and_then(|_| self.bytes_max.map_or(Ok(()), |bytes_max| self.make_room(bytes_max)))
            .map_err(|why| NotKept { folder: self.folder.clone(), why })
    }

    /// Removes entries, the longest unused first, until no more than `bytes_max` are left.
    fn make_room(&self, bytes_max: u64) -> io::Result<()> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            // Another judge may be removing the same ones.
            if let Ok(metadata) = entry.metadata() {
                entries.push((metadata.modified()?, metadata.len(), entry.path()));
            }
        }
        entries.sort();
        let mut bytes: u64 = entries.iter().map(|(_, len, _)| len).sum();
        for (_, len, path) in entries {
            if bytes <= bytes_max {
                break;
            }
            let _ = fs::remove_file(path);
            bytes -= len;
        }
        Ok(())
    }
}

/// The hash at the beginning of an entry, which shows that it is for this key, and whole.
fn seal(key: &[u8; 32], artifact: &[u8]) -> [u8; HASH_BYTES] {
    Sha256::new().chain_update(key).chain_update(artifact).finalize().into()
}

fn unsealed(key: &[u8; 32], mut entry: Vec<u8>) -> CacheEntry {
    match entry.split_at_checked(HASH_BYTES) {
        Some((hash, content)) if hash == seal(key, content) => {
            if let Some(why) = content.strip_prefix(REFUSAL) {
                return CacheEntry::Refusal(String::from_utf8_lossy(why).into_owned());
            }
            #[expect(
                unsafe_code,
                reason = "the folder is private to us, and the hash fits the key and content"
            )]
            // SAFETY: only this judge writes to the folder, and only what `compile` made.
            let artifact = unsafe { Artifact::from_own(entry.split_off(HASH_BYTES)) };
            CacheEntry::Artifact(artifact)
        }
        _ => CacheEntry::Corrupt("its hash does not fit it".into()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tempfile::TempDir;

    use super::*;

    fn opened() -> (TempDir, Cache) {
        let folder = TempDir::new().expect("there is room for temporary files");
        let cache = Cache::open(&folder.path().join("judge")).expect("it is private");
        (folder, cache)
    }

    fn artifact(byte: u8) -> Artifact {
        #[expect(unsafe_code, reason = "it is never loaded")]
        // SAFETY: no sandbox gets to see it.
        unsafe {
            Artifact::from_own(vec![byte; 1_000])
        }
    }

    fn kept(cache: &Cache, key: u8) -> bool {
        matches!(cache.find(&[key; 32]), CacheEntry::Artifact(found) if found == artifact(key))
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let (_folder, cache) = opened();
        let entry_bytes = 1_000 + HASH_BYTES as u64;
        // Each was used an hour later than the one before, in another order than that of their names.
        for (hours, key) in [(1, 3), (2, 1), (3, 2), (4, 4)] {
            cache.keep(&[key; 32], &artifact(key)).expect("there is room");
            let file = File::options().append(true).open(cache.path(&[key; 32])).expect("it is there");
            let used = SystemTime::UNIX_EPOCH + Duration::from_secs(3_600 * hours);
            file.set_modified(used).expect("it is ours");
        }
        cache.make_room(2 * entry_bytes).expect("they can be removed");
        assert_eq!([1, 2, 3, 4].map(|key| kept(&cache, key)), [false, true, false, true]);
    }

    #[test]
    fn a_refusal_is_remembered() {
        let (_folder, cache) = opened();
        cache.keep_refusal(&[1; 32], "it is too large").expect("there is room");
        assert!(matches!(cache.find(&[1; 32]), CacheEntry::Refusal(why) if why == "it is too large"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_no_entry() {
        let (folder, cache) = opened();
        cache.keep(&[1; 32], &artifact(1)).expect("there is room");
        let elsewhere = folder.path().join("elsewhere");
        fs::rename(cache.path(&[1; 32]), &elsewhere).expect("it can be moved");
        std::os::unix::fs::symlink(&elsewhere, cache.path(&[1; 32])).expect("it can be made");
        assert!(matches!(cache.find(&[1; 32]), CacheEntry::Corrupt(_)));
    }
}
