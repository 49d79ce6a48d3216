//! Invitations: a name in, a link out that its receiver can follow once, within two days.
//!
//! An invitation is a file in the season's folder until it is followed, so the organiser can write one whether the
//! server runs or not. The file's name is the hash of what the link holds.

use std::fs;
use std::io;

use judge_core::tournament::Name;
use serde::{Deserialize, Serialize};

use crate::log::chain::Written;
use crate::log::digest::{Digest, Secret};
use crate::log::event::{self, SeasonEvent};
use crate::log::folder::{Folder, file_of, secret_is_for};
use crate::season::Season;
use crate::season::store::NotWritten;
use crate::state::State;

/// Seconds in which a link can be followed.
pub(crate) const SECONDS: u64 = 48 * 3_600;

/// The content of an invitation's file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct InvitationFile {
    #[serde(with = "event::name")]
    name: Name,
    /// In seconds since 1970.
    ends: u64,
}

/// Invites somebody at a time; what comes out is the end of the link.
pub fn invite(folder: &Folder, name: &Name, now: u64) -> io::Result<Secret> {
    let invitation = InvitationFile { name: name.clone(), ends: now + SECONDS };
    folder.make_secret(&folder.invitations(), &invitation)
}

/// The reason why nobody can be invited by a name, if so.
pub fn refused(state: &State, name: &Name) -> Option<String> {
    let is_anchor = |id: usize| state.contestants[id].is_anchor;
    if state.named(name).is_some_and(is_anchor) {
        return Some(format!("{name} is a bot of the season's file; choose another name"));
    }
    state.spelled_otherwise(name)
}

/// The name that an invitation is for, if there is one and it still holds.
pub(crate) fn find(folder: &Folder, invitation: Digest, now: u64) -> Option<Name> {
    let found: InvitationFile = secret_is_for(&file_of(&folder.invitations(), invitation))?;
    (now < found.ends).then_some(found.name)
}

/// Takes an invitation away that was followed. That it is in the log already is what counts.
pub(crate) fn remove(folder: &Folder, invitation: Digest) {
    let _ = fs::remove_file(file_of(&folder.invitations(), invitation));
}

/// The keys for somebody who follows an invitation; nobody is shown them again.
#[derive(Debug)]
pub struct Keys {
    /// The contestant's name.
    pub name: Name,
    /// The browser's key.
    pub cookie: Secret,
    /// The key that a program shows when it hands in.
    pub token: Secret,
}

impl Season {
    /// Lets somebody in who follows an invitation; `None` if it does not hold.
    pub fn join(&self, invitation: &Secret) -> Result<Option<Keys>, String> {
        let digest = invitation.digest();
        let random = || Secret::random().map_err(|error| error.to_string());
        let (cookie, token) = (random()?, random()?);
        let decide = |state: &State, _| {
            let name = find(&self.folder, digest, self.store.clock()).ok_or(())?;
            if state.spelled_otherwise(&name).is_some() {
                return Err(());
            }
            let (cookie, token) = (cookie.digest(), token.digest());
            let needs_approval = self.runner.season.serve.approval;
            let event = SeasonEvent::Joined { name, invitation: digest, cookie, token, needs_approval };
            state.check(&event).map(|()| event).map_err(|_| ())
        };
        match self.store.append(decide) {
            Ok(Written { event: SeasonEvent::Joined { name, .. }, .. }) => {
                remove(&self.folder, digest);
                Ok(Some(Keys { name, cookie, token }))
            }
            Ok(_) | Err(NotWritten::Refused(())) => Ok(None),
            Err(NotWritten::Machine(trouble)) => Err(trouble),
        }
    }

    /// The name that an invitation is for, if it still holds.
    pub fn invited(&self, invitation: &Secret) -> Option<Name> {
        let digest = invitation.digest();
        let used = self.store.read(|state| state.invitations.contains(&digest) || state.closed.is_some());
        let found = (!used).then(|| find(&self.folder, digest, self.store.clock())).flatten();
        // Two may have been invited by one name, and one of them is in already.
        found.filter(|name| self.store.read(|state| state.spelled_otherwise(name)).is_none())
    }
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
