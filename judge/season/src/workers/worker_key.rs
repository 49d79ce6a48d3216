//! Keys of workers that ask the server for parts: a name in, a secret out by which the server knows whose games they are.
//!
//! A key is a file in the season's folder, named by the hash of what its holder shows. Whoever removes the file shows that
//! worker the door.

use std::fs;
use std::io;
use std::path::PathBuf;

use judge_core::file::{self, Links};
use judge_core::tournament::Name;
use serde::{Deserialize, Serialize};

use crate::log::digest::{Digest, Secret};
use crate::log::folder::Folder;

/// What the file of a key holds.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    name: String,
}

/// Makes a key for a worker; one that it had before ends.
pub fn make(folder: &Folder, name: &Name) -> io::Result<Secret> {
    Folder::make(&folder.workers())?;
    for entry in fs::read_dir(folder.workers())? {
        let path = entry?.path();
        if read(&path).is_some_and(|holder| holder.folded() == name.folded()) {
            fs::remove_file(path)?;
        }
    }
    let secret = Secret::random()?;
    let typed = KeyFile { name: name.to_string() };
    let json = serde_json::to_string(&typed).expect("it is plain data");
    folder.keep(&path(folder, secret.digest()), json.as_bytes())?;
    Ok(secret)
}

/// The worker that shows this key.
pub fn holder(folder: &Folder, key: &Secret) -> Option<Name> {
    read(&path(folder, key.digest()))
}

fn read(path: &std::path::Path) -> Option<Name> {
    let text = file::read_text(path, Links::Refuse).ok()?;
    let typed: KeyFile = serde_json::from_str(&text).ok()?;
    Name::new(&typed.name).ok()
}

fn path(folder: &Folder, key: Digest) -> PathBuf {
    folder.workers().join(format!("{key}.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_has_one_key_until_its_file_is_gone() {
        let temporary = tempfile::tempdir().expect("there is room");
        let folder = Folder::create(&temporary.path().join("season")).expect("it is made");
        let [one, other] = ["one", "other"].map(|name| Name::new(name).expect("it is a name"));
        let first = make(&folder, &one).expect("it is written");
        let others = make(&folder, &other).expect("it is written");
        assert_eq!(holder(&folder, &first), Some(one.clone()));
        let second = make(&folder, &one).expect("it is written");
        assert_eq!(
            [&first, &second, &others].map(|key| holder(&folder, key)),
            [None, Some(one), Some(other)]
        );
        fs::remove_file(path(&folder, second.digest())).expect("it is there");
        assert_eq!(holder(&folder, &second), None);
    }
}
