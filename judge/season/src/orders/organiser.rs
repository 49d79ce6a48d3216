//! Organisers: whoever can write into the season's folder.
//!
//! A key is a file there, named by the hash of what its holder shows, until it ends. So nothing is kept that lets
//! anybody in who reads a backup, and to remove the folder's files is to show all organisers the door.

use std::fs;
use std::io;

use serde::{Deserialize, Serialize};

use crate::log::digest::Secret;
use crate::log::folder::{Folder, file_of, secret_is_for};

/// The use of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyKind {
    /// A link that makes a browser the organiser's, once.
    Link,
    /// The key that such a browser keeps.
    Cookie,
    /// The key of a command on this machine.
    Command,
}

impl KeyKind {
    /// The lifetime of the key, in seconds.
    pub fn seconds(self) -> u64 {
        match self {
            Self::Link => 3_600,
            Self::Cookie => 30 * 86_400,
            Self::Command => 60,
        }
    }
}

/// The content of a key's file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OrganiserKeyFile {
    kind: KeyKind,
    /// In seconds since 1970.
    ends: u64,
}

/// Makes a key at a time.
pub fn make(folder: &Folder, kind: KeyKind, now: u64) -> io::Result<Secret> {
    folder.make_secret(&folder.organisers(), &OrganiserKeyFile { kind, ends: now + kind.seconds() })
}

/// Whether somebody shows a key of a kind that still holds.
pub fn holds(folder: &Folder, secret: &Secret, kind: KeyKind, now: u64) -> bool {
    let key = secret_is_for(&file_of(&folder.organisers(), secret.digest()));
    key.is_some_and(|key: OrganiserKeyFile| key.kind == kind && now < key.ends)
}

/// Takes a key away. Returns `true` to the first caller only.
#[must_use]
pub fn spend(folder: &Folder, secret: &Secret) -> bool {
    fs::remove_file(file_of(&folder.organisers(), secret.digest())).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_holds_for_its_kind_until_it_ends_or_is_spent() {
        let temporary = tempfile::tempdir().expect("there is room");
        let folder = Folder::create(&temporary.path().join("season")).expect("it is made");
        let link = make(&folder, KeyKind::Link, 1_000).expect("it is written");
        assert!(holds(&folder, &link, KeyKind::Link, 4_599));
        assert!(!holds(&folder, &link, KeyKind::Link, 4_600));
        assert!(!holds(&folder, &link, KeyKind::Cookie, 1_000), "a link is no cookie");
        let other = Secret::random().expect("there are random numbers");
        assert!(!holds(&folder, &other, KeyKind::Link, 1_000));
        assert!(spend(&folder, &link) && !spend(&folder, &link));
        assert!(!holds(&folder, &link, KeyKind::Link, 1_000));
    }
}
