//! Keys of workers that ask the server for parts: a name in, a secret out by which the server knows whose games they are.
//!
//! A key is a file in the season's folder, named by the hash of what its holder shows. Whoever removes the file shows that
//! worker the door.

use std::fs;
use std::io;

use judge_core::tournament::Name;
use serde::{Deserialize, Serialize};

use crate::log::digest::Secret;
use crate::log::event;
use crate::log::folder::{Folder, file_of, make_private, secret_is_for};

/// The content of a key's file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    #[serde(with = "event::name")]
    name: Name,
}

/// Makes a key for a worker; one that it had before ends.
pub fn make(folder: &Folder, name: &Name) -> io::Result<Secret> {
    make_private(&folder.workers())?;
    for entry in fs::read_dir(folder.workers())? {
        let path = entry?.path();
        if secret_is_for(&path).is_some_and(|key: KeyFile| key.name.folded() == name.folded()) {
            fs::remove_file(path)?;
        }
    }
    folder.make_secret(&folder.workers(), &KeyFile { name: name.clone() })
}

/// The worker that shows this key.
pub fn holder(folder: &Folder, key: &Secret) -> Option<Name> {
    secret_is_for(&file_of(&folder.workers(), key.digest())).map(|key: KeyFile| key.name)
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
        fs::remove_file(file_of(&folder.workers(), second.digest())).expect("it is there");
        assert_eq!(holder(&folder, &second), None);
    }
}
