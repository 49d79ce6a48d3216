//! Invitations: a name in, a link out that its receiver can follow once, within two days.
//!
//! An invitation is a file in the season's folder until it is followed, so the organiser can write one whether the
//! server runs or not. The file's name is the hash of what the link holds.

use std::fs;
use std::io;

use judge_core::tournament::Name;
use serde::{Deserialize, Serialize};

use crate::log::digest::{Digest, Secret};
use crate::log::event::{self, SeasonEvent};
use crate::log::folder::{Folder, file_of, secret_is_for};
use crate::log::people::TeamMember;
use crate::play::runner::{MachineTrouble, unwritten};
use crate::season::Season;
use crate::season::store::is_written;
use crate::state::State;

/// Seconds in which a link can be followed.
pub(crate) const SECONDS: u64 = 48 * 3_600;

/// Who is invited.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invitee {
    /// The contestant's name.
    #[serde(with = "event::name")]
    pub name: Name,
    /// The name that people are shown; empty if there is none.
    #[serde(default)]
    pub called: String,
    /// Which of the contestant's members it is.
    #[serde(default = "event::first")]
    pub member: u32,
    /// The person.
    #[serde(default)]
    pub person: TeamMember,
    /// In seconds since 1970.
    #[serde(default)]
    ends: u64,
}

impl Invitee {
    /// Somebody who plays alone, and of whom only the name is known.
    pub fn of(name: Name) -> Self {
        let (called, person, ends) = Default::default();
        Self { name, called, member: 1, person, ends }
    }

    /// The name that people read of the person.
    pub fn public_name(&self) -> &str {
        let names = [self.person.name.as_str(), self.called.as_str(), self.name.as_str()];
        names.into_iter().find(|name| !name.is_empty()).expect("a contestant has a name")
    }
}

/// Invites somebody at a time; what comes out is the end of the link.
pub fn invite(folder: &Folder, who: &Invitee, now: u64) -> io::Result<Secret> {
    let invitation = Invitee { ends: now + SECONDS, ..who.clone() };
    folder.make_secret(&folder.invitations(), &invitation)
}

/// All invitations in a season's folder, with their hashes.
pub fn all(folder: &Folder) -> impl Iterator<Item = (Digest, Invitee)> {
    let files = fs::read_dir(folder.invitations()).into_iter().flatten().flatten();
    files.filter_map(|file| {
        let invitation = Digest::parse(file.file_name().to_str()?.strip_suffix(".json")?)?;
        Some((invitation, secret_is_for(&file.path())?))
    })
}

/// Takes the invitations by a name away; whether there were any.
pub(crate) fn take_back(folder: &Folder, name: &Name) -> bool {
    let by_it: Vec<Digest> =
        all(folder).filter(|(_, who)| who.name.folded() == name.folded()).map(|(it, _)| it).collect();
    for invitation in &by_it {
        remove(folder, *invitation);
    }
    !by_it.is_empty()
}

/// What whoever invites by a name must know of it.
pub const STAYS: &str = "the log shows this name to everybody, and keeps it for good; --pseudonym draws one, --display-name can be deleted again";

/// Letters of which drawn names are made.
const CONSONANTS: &[u8; 16] = b"bdfghjklmnprstvz";
const VOWELS: &[u8; 4] = b"aeio";

/// A name that nobody has, and none of those that are taken, drawn by lot: it says nothing of a person, and can be said.
pub fn pseudonym(state: &State, taken: &[&Name]) -> io::Result<Name> {
    loop {
        let lot = Secret::random()?.digest().0;
        let syllable = |lot: &u8| [CONSONANTS[usize::from(lot % 16)], VOWELS[usize::from(lot / 64)]];
        let letters: Vec<u8> = lot[..4].iter().flat_map(syllable).collect();
        let name = Name::new(&String::from_utf8_lossy(&letters)).expect("letters are a name");
        if state.named(&name).is_none() && !taken.contains(&&name) {
            return Ok(name);
        }
    }
}

/// The reason why nobody can be invited by a name, if so.
pub fn refused(state: &State, name: &Name) -> Option<String> {
    if state.closed.is_some() {
        return Some("the season is closed".to_owned());
    }
    let is_anchor = |id: usize| state.contestants[id].is_anchor;
    if state.named(name).is_some_and(is_anchor) {
        return Some(format!("{name} is a bot of the season's file; choose another name"));
    }
    state.spelled_otherwise(name)
}

/// Who an invitation is for, if there is one and it still holds.
pub(crate) fn find(folder: &Folder, invitation: Digest, now: u64) -> Option<Invitee> {
    let found: Invitee = secret_is_for(&file_of(&folder.invitations(), invitation))?;
    (now < found.ends).then_some(found)
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
    /// The invitation of whoever is reached at an address, if there is one.
    pub fn invitation_for(&self, address: &str) -> Option<Digest> {
        let now = self.store.clock();
        let is_it = |who: &Invitee| now < who.ends && who.person.address.eq_ignore_ascii_case(address);
        all(&self.folder).find(|(_, who)| is_it(who)).map(|(invitation, _)| invitation)
    }

    /// Lets somebody in who follows an invitation; `None` if it does not hold.
    pub fn join(&self, invitation: Digest) -> Result<Option<Keys>, MachineTrouble> {
        let random = || Secret::random().map_err(|error| MachineTrouble(error.to_string()));
        let (cookie, token) = (random()?, random()?);
        let mut followed = None;
        let decide = |state: &State, _| {
            let found = find(&self.folder, invitation, self.store.clock());
            let who = followed.insert(found.ok_or("it does not hold")?);
            state.spelled_otherwise(&who.name).map_or(Ok(()), Err)?;
            let (cookie, token) = (cookie.digest(), token.digest());
            let needs_approval = self.runner.season.serve.approval;
            let (name, member) = (who.name.clone(), who.member);
            let event = SeasonEvent::Joined { name, invitation, cookie, token, needs_approval, member };
            Ok(state.allowed(event)?)
        };
        if !is_written(self.store.append(decide))? {
            return Ok(None);
        }
        let who = followed.expect("it was followed");
        self.settle(invitation, &who);
        Ok(Some(Keys { name: who.name, cookie, token }))
    }

    /// The name that an invitation is for, if it still holds.
    pub fn invited(&self, digest: Digest) -> Option<Name> {
        let used = self.store.read(|state| state.invitations.contains(&digest) || state.closed.is_some());
        let found = (!used).then(|| find(&self.folder, digest, self.store.clock())).flatten();
        // Two may have been invited by one name, and one of them is in already.
        let found = found.map(|who| who.name);
        found.filter(|name| self.store.read(|state| state.spelled_otherwise(name)).is_none())
    }

    /// Takes in what is known of those who have followed an invitation, and removes these and the ones that hold no more.
    pub(crate) fn settle_invitations(&self) {
        for (invitation, who) in all(&self.folder) {
            self.settle(invitation, &who);
        }
    }

    fn settle(&self, invitation: Digest, who: &Invitee) {
        let is_followed = self.store.read(|state| state.invitations.contains(&invitation));
        if is_followed
            && let Err(error) =
                self.people.change(&who.name, |row| row.takes_in(&who.called, (who.member, &who.person)))
        {
            self.store.tell(unwritten("the table of people")(error).0);
        } else if is_followed || self.store.clock() >= who.ends {
            remove(&self.folder, invitation);
        }
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
        let secret = invite(&folder, &Invitee::of(name.clone()), 1_000).expect("it is written");
        let found = |secret: &Secret, now| find(&folder, secret.digest(), now).map(|who| who.name);
        assert_eq!(found(&secret, 1_000 + SECONDS - 1), Some(name.clone()));
        assert_eq!(found(&secret, 1_000 + SECONDS), None);
        let other = Secret::random().expect("there are random numbers");
        assert_eq!(found(&other, 1_000), None);
        assert!(take_back(&folder, &name) && !take_back(&folder, &name));
        assert_eq!(found(&secret, 1_000), None);
    }
}
