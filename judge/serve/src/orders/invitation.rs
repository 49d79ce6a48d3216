//! Invitations: a name in, a link out that its receiver can follow once, within two days.
//!
//! An invitation is a file in the season's folder until it is followed, so the organiser can write one whether the
//! server runs or not. The file's name is the hash of what the link holds.

use std::fs;
use std::io;

use judge_core::file::{self, Links};
use judge_core::tournament::Name;
use serde::{Deserialize, Serialize};

use crate::log::digest::{Digest, Secret};
use crate::log::folder::Folder;

/// Seconds in which a link can be followed.
pub const SECONDS: u64 = 48 * 3_600;

/// What the file of an invitation holds.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct InvitationFile {
    name: String,
    /// In seconds since 1970.
    ends: u64,
}

/// Invites somebody at a time; what comes out is the end of the link.
///
/// # Errors
/// If the file system refuses.
pub fn invite(folder: &Folder, name: &Name, now: u64) -> io::Result<Secret> {
    let secret = Secret::random()?;
    let typed = InvitationFile { name: name.to_string(), ends: now + SECONDS };
    let json = serde_json::to_string(&typed).expect("it is plain data");
    folder.keep(&path(folder, secret.digest()), json.as_bytes())?;
    Ok(secret)
}

/// Whom an invitation is for, if there is one and it still holds.
#[must_use]
pub fn find(folder: &Folder, invitation: Digest, now: u64) -> Option<Name> {
    let text = file::read_text(&path(folder, invitation), Links::Refuse).ok()?;
    let typed: InvitationFile = serde_json::from_str(&text).ok()?;
    (now < typed.ends).then(|| Name::new(&typed.name).ok()).flatten()
}

/// A page to print: a slip of paper for each of these, with a name and a link.
#[must_use]
pub fn sheet(title: &str, links: &[(Name, String)]) -> String {
    #[derive(askama::Template)]
    #[template(path = "invitations.html")]
    struct Page<'a> {
        title: &'a str,
        links: &'a [(Name, String)],
    }
    askama::Template::render(&Page { title, links }).expect("a string takes all text")
}

/// Takes an invitation away that was followed. That it is in the log already is what counts.
pub fn remove(folder: &Folder, invitation: Digest) {
    let _ = fs::remove_file(path(folder, invitation));
}

fn path(folder: &Folder, invitation: Digest) -> std::path::PathBuf {
    folder.invitations().join(format!("{invitation}.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_holds_for_two_days_and_only_for_who_has_the_link() {
        let temporary = tempfile::tempdir().expect("there is room");
        let folder = Folder::create(&temporary.path().join("season")).expect("it is made");
        let name = Name::new("anna").expect("it is a name");
        let secret = invite(&folder, &name, 1_000).expect("it is written");
        assert_eq!(find(&folder, secret.digest(), 1_000 + SECONDS - 1), Some(name));
        assert_eq!(find(&folder, secret.digest(), 1_000 + SECONDS), None);
        let other = Secret::random().expect("there are random numbers");
        assert_eq!(find(&folder, other.digest(), 1_000), None);
        remove(&folder, secret.digest());
        assert_eq!(find(&folder, secret.digest(), 1_000), None);
    }
}
