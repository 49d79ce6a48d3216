//! Contestants and what they hand in: the events about one of them, each with its rule and its effect.

use std::collections::BTreeMap;
use std::mem::{replace, take};

use judge_core::tournament::{Contestant, Name};

use super::{Effect, State, effect};
use crate::log::digest::Digest;
use crate::log::event::{Checked, SeasonEvent};
use crate::log::people::{Rows, public_names};

/// A contestant of a season.
#[derive(Clone, Debug)]
pub struct SeasonContestant {
    /// Name.
    pub name: Name,
    /// Whether it was there from the start.
    pub is_anchor: bool,
    /// Whether it may play.
    pub admission: Admission,
    /// Whether it plays no more, for now, as it wants it.
    pub is_paused: bool,
    /// The organiser's reason for its suspension, if it is suspended.
    pub suspended: Option<String>,
    /// Its versions, the newest last.
    pub versions: Vec<usize>,
    /// The uploads of the contestant.
    pub uploads: Vec<usize>,
    /// The times of its pauses, in seconds since 1970.
    pub(super) pauses: Vec<u64>,
    /// The times when it got keys, the first when it joined: whoever is invited again gets others, as does each member.
    pub keys: Vec<u64>,
    /// Its members by their numbers: who plays alone is the first.
    pub members: BTreeMap<u32, MemberKeys>,
    /// The key that signs what it decides itself, if it has made one.
    pub key: Option<Digest>,
    /// The number of its own decisions that it has signed.
    pub signed: u32,
}

/// The keys of a member, of which only the hashes are known.
#[derive(Clone, Copy, Debug)]
pub struct MemberKeys {
    /// The time when its browser was signed in, in seconds since 1970.
    pub(super) signed_in: u64,
    pub(super) cookie: Digest,
    pub(super) token: Digest,
}

/// A file that was handed in.
#[derive(Clone, Debug)]
pub struct Upload {
    /// The contestant.
    pub contestant: usize,
    /// The file.
    pub sha256: Digest,
    /// Its length.
    pub bytes: u64,
    /// The time of the upload, in seconds since 1970.
    pub time: u64,
    /// The event that took it.
    pub taken: At,
    /// The event of its verdict.
    pub verdict: Option<At>,
    /// The result of its check; nothing if it waits.
    pub checked: Option<Checked>,
}

/// A place in the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The number of the event, from 1.
    pub event: usize,
    /// The hash of it and all before it.
    pub head: Digest,
    /// The time of the event, in seconds since 1970.
    pub time: u64,
}

/// The most members of a contestant.
pub const MEMBERS_MAX: u32 = 100;

/// Whether a contestant may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Not until the organiser has approved it.
    Waiting,
    /// It may.
    Admitted,
    /// It has left, for good.
    Withdrawn,
}

impl State {
    /// The effect of an event about a contestant or its files, if it can happen now.
    pub(super) fn of_contestants<'e>(&self, event: &'e SeasonEvent) -> Option<Effect<'e>> {
        use Admission::{Admitted, Waiting, Withdrawn};
        match event {
            SeasonEvent::Joined { name, invitation, member, .. } => {
                let is_anchor = |id: usize| self.contestants[id].is_anchor;
                let can = !self.invitations.contains(invitation)
                    && !self.named(name).is_some_and(is_anchor)
                    && (1..=MEMBERS_MAX).contains(member);
                effect(can, move |state, at| state.joins(event, at))
            }
            SeasonEvent::Uploaded { contestant, sha256, bytes } => {
                let can = self.is_person(*contestant) && self.may_hand_in(*contestant);
                effect(can, move |state, taken| {
                    let (contestant, sha256, bytes, time) = (*contestant, *sha256, *bytes, taken.time);
                    state.contestants[contestant].uploads.push(state.uploads.len());
                    let (verdict, checked) = (None, None);
                    state.uploads.push(Upload { contestant, sha256, bytes, time, taken, verdict, checked });
                })
            }
            SeasonEvent::Checked { upload, verdict } => {
                let waits = self.uploads.get(*upload).is_some_and(|upload| upload.checked.is_none());
                effect(waits, move |state, at| {
                    let of = &mut state.uploads[*upload];
                    (of.checked, of.verdict) = (Some(verdict.clone()), Some(at));
                    let Upload { contestant, sha256, .. } = *of;
                    if let Checked::Accepted { calls_itself } = verdict {
                        state.add_version(contestant, sha256, calls_itself);
                    }
                })
            }
            SeasonEvent::Published { version } => {
                let there = self.versions.get(*version);
                let can = there.is_some_and(|version| !self.is_published(version.sha256));
                effect(can, move |state, _| state.published.push(*version))
            }
            SeasonEvent::Paused { contestant } => self.on(*contestant, |of, at| {
                of.pauses.push(at.time);
                !replace(&mut of.is_paused, true)
            }),
            SeasonEvent::Resumed { contestant } => self.on(*contestant, |of, _| take(&mut of.is_paused)),
            SeasonEvent::Approved { contestant } => {
                self.on(*contestant, |of, _| replace(&mut of.admission, Admitted) == Waiting)
            }
            SeasonEvent::Withdrawn { contestant } | SeasonEvent::Dismissed { contestant } => {
                self.on(*contestant, |of, _| replace(&mut of.admission, Withdrawn) != Withdrawn)
            }
            SeasonEvent::Suspended { contestant, reason } => {
                self.on(*contestant, |of, _| of.suspended.replace(reason.clone()).is_none())
            }
            SeasonEvent::Reinstated { contestant } => {
                self.on(*contestant, |of, _| of.suspended.take().is_some())
            }
            SeasonEvent::KeyMade { contestant, key } => {
                self.on(*contestant, |of, _| of.key.replace(*key).is_none())
            }
            SeasonEvent::SignedOut { contestant, member } => {
                effect(self.has_member(*contestant, *member), move |state, _| {
                    let keys = state.contestants[*contestant].members.get_mut(member);
                    let cookie = keys.map(|keys| take(&mut keys.cookie));
                    cookie.map(|cookie| state.cookies.remove(&cookie));
                })
            }
            SeasonEvent::MemberRemoved { contestant, member } => {
                effect(self.has_member(*contestant, *member), move |state, _| {
                    let keys = state.contestants[*contestant].members.remove(member);
                    state.ends(keys);
                })
            }
            _ => None,
        }
    }

    /// A change of a contestant that says whether it can be; that is tried on a copy.
    fn on<'e>(
        &self,
        id: usize,
        change: impl Fn(&mut SeasonContestant, At) -> bool + 'e,
    ) -> Option<Effect<'e>> {
        let can = self.is_person(id) && change(&mut self.contestants[id].clone(), At::default());
        effect(can, move |state, at| {
            change(&mut state.contestants[id], at);
        })
    }

    /// Whether there is a contestant of this number, and it is no anchor.
    fn is_person(&self, id: usize) -> bool {
        self.contestants.get(id).is_some_and(|contestant| !contestant.is_anchor)
    }

    /// Whether a contestant has a member of this number.
    fn has_member(&self, id: usize, member: u32) -> bool {
        self.is_person(id) && self.contestants[id].members.contains_key(&member)
    }

    /// Keys of which others are made, or whose holder is out.
    fn ends(&mut self, keys: Option<MemberKeys>) {
        if let Some(MemberKeys { cookie, token, .. }) = keys {
            self.cookies.remove(&cookie);
            self.tokens.remove(&token);
        }
    }

    /// Lets somebody in who followed an invitation, for the first time or again.
    fn joins(&mut self, event: &SeasonEvent, at: At) {
        let SeasonEvent::Joined { name, invitation, cookie, token, needs_approval, member } = event else {
            return;
        };
        let admission = if *needs_approval { Admission::Waiting } else { Admission::Admitted };
        let id = self.named(name).unwrap_or_else(|| self.add_contestant(name, admission));
        let contestant = &mut self.contestants[id];
        if contestant.admission == Admission::Withdrawn {
            // The organiser has invited it back.
            contestant.admission = admission;
        }
        contestant.keys.push(at.time);
        let keys = MemberKeys { signed_in: at.time, cookie: *cookie, token: *token };
        let before = contestant.members.insert(*member, keys);
        // One more member must not take away what the others have made.
        contestant.key = contestant.key.filter(|_| before.is_none());
        self.ends(before);
        self.invitations.insert(*invitation);
        self.cookies.insert(*cookie, (id, *member));
        self.tokens.insert(*token, (id, *member));
    }

    pub(super) fn add_contestant(&mut self, name: &Name, admission: Admission) -> usize {
        let (is_anchor, is_paused, suspended, key, signed) = Default::default();
        let (versions, uploads, pauses, keys, members) = Default::default();
        self.contestants.push(SeasonContestant {
            name: name.clone(),
            is_anchor,
            admission,
            is_paused,
            suspended,
            versions,
            uploads,
            pauses,
            keys,
            members,
            key,
            signed,
        });
        self.contestants.len() - 1
    }

    /// The upload of a contestant that waits for its check.
    pub(crate) fn pending_of(&self, contestant: usize) -> Option<usize> {
        let last = *self.contestants[contestant].uploads.last()?;
        self.uploads[last].checked.is_none().then_some(last)
    }

    /// Uploads that wait for their check, in the order in which they are checked; none when the season is closed.
    pub fn pending(&self) -> impl Iterator<Item = usize> + '_ {
        let uploads = if self.closed.is_some() { 0 } else { self.uploads.len() };
        (0..uploads).filter(|&id| self.uploads[id].checked.is_none())
    }

    /// The number of files that a contestant has handed in since a time.
    pub(crate) fn uploads_since(&self, contestant: usize, time: u64) -> usize {
        let uploads = &self.contestants[contestant].uploads;
        uploads.iter().filter(|&&id| self.uploads[id].time > time).count()
    }

    /// The names of all contestants as people are shown them, which no event has; those of the anchors are in the season's file.
    pub fn public_names(&self, anchors: &[Contestant], rows: &Rows) -> Vec<String> {
        let called = |(place, of): (usize, &SeasonContestant)| match anchors.get(place) {
            Some(anchor) if of.is_anchor => anchor.display_name.clone().unwrap_or_default(),
            _ => rows.get(&of.name.folded()).map_or_else(String::new, |row| row.name.clone()),
        };
        let called: Vec<String> = self.contestants.iter().enumerate().map(called).collect();
        let names = self.contestants.iter().map(|of| &of.name);
        public_names(&names.zip(&called).map(|(name, called)| (name, called.as_str())).collect::<Vec<_>>())
    }

    /// Whether a contestant can hand in a file, as far as events say.
    pub(crate) fn may_hand_in(&self, contestant: usize) -> bool {
        let of = &self.contestants[contestant];
        let is_let = of.suspended.is_none() && of.admission != Admission::Withdrawn;
        is_let && self.uploads_closed.is_none() && self.pending_of(contestant).is_none()
    }
}

impl SeasonContestant {
    /// Whether its bots are on the ladder.
    pub fn plays(&self) -> bool {
        self.admission == Admission::Admitted && !self.is_paused && self.suspended.is_none()
    }

    /// The reason why it does not play, or another remark on it, in a word.
    pub fn note(&self) -> &'static str {
        match (self.admission, &self.suspended) {
            _ if self.is_anchor => "anchor",
            (Admission::Withdrawn, _) => "withdrawn",
            (_, Some(_)) => "suspended",
            (Admission::Waiting, _) => "not approved yet",
            (Admission::Admitted, None) if self.is_paused => "paused",
            (Admission::Admitted, None) => "",
        }
    }
}
