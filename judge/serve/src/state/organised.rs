//! What contestants and organisers decide: approved, suspended, withdrawn, published, closed, frozen.

use super::{Admission, Contestant, State};
use crate::log::digest::Digest;
use crate::log::event::Event;

impl State {
    /// Whether such an event can happen now, in a season that goes on.
    pub(super) fn allows(&self, event: &Event) -> bool {
        let of = |id: &usize| self.contestants.get(*id).filter(|contestant| !contestant.is_anchor);
        match event {
            Event::Approved { contestant } => {
                of(contestant).is_some_and(|contestant| contestant.admission == Admission::Waiting)
            }
            Event::Suspended { contestant, .. } => {
                of(contestant).is_some_and(|contestant| contestant.suspended.is_none())
            }
            Event::Reinstated { contestant } => {
                of(contestant).is_some_and(|contestant| contestant.suspended.is_some())
            }
            Event::Withdrawn { contestant } => {
                of(contestant).is_some_and(|contestant| contestant.admission != Admission::Withdrawn)
            }
            Event::Published { version } => {
                self.versions.get(*version).is_some_and(|version| !self.is_published(version.sha256))
            }
            Event::SignedOut { contestant } => of(contestant).is_some(),
            Event::KeyMade { contestant, .. } => {
                of(contestant).is_some_and(|contestant| contestant.key.is_none())
            }
            Event::BeaconKnown { values } => self.awaited(values).is_some(),
            Event::Barred { worker, batch, place } => {
                !self.is_barred(worker)
                    && self.outstanding.iter().any(|round| (round.batch, round.place) == (*batch, *place))
            }
            Event::TimeSet { .. } | Event::RolledBack { .. } => true,
            Event::UploadsClosed { .. } => self.uploads_closed.is_none(),
            Event::UploadsOpened => self.uploads_closed.is_some(),
            Event::Frozen(frozen) => {
                let has_seed = frozen.announced.is_none() || frozen.seed == 0;
                has_seed
                    && frozen.versions.len() > 1
                    && frozen.versions.iter().all(|&id| id < self.versions.len())
            }
            Event::FinalPublished { .. } => !self.finals.is_empty(),
            _ => false,
        }
    }

    /// Lets such an event happen.
    pub(super) fn organise(&mut self, event: &Event) {
        match event {
            Event::Approved { contestant } => self.contestants[*contestant].admission = Admission::Admitted,
            Event::Suspended { contestant, reason } => {
                self.contestants[*contestant].suspended = Some(reason.clone());
            }
            Event::Reinstated { contestant } => self.contestants[*contestant].suspended = None,
            Event::Withdrawn { contestant } => self.contestants[*contestant].admission = Admission::Withdrawn,
            Event::Published { version } => self.published.push(*version),
            Event::SignedOut { contestant } => {
                let cookie = std::mem::take(&mut self.contestants[*contestant].cookie);
                self.cookies.remove(&cookie);
            }
            Event::BeaconKnown { values } => self.beacon = self.awaited(values),
            Event::KeyMade { contestant, key } => self.contestants[*contestant].key = Some(*key),
            Event::TimeSet { time } => {
                // What happened in a time that never was happened now.
                self.uploads.iter_mut().for_each(|upload| upload.time = upload.time.min(*time));
                for contestant in &mut self.contestants {
                    contestant.pauses.iter_mut().for_each(|pause| *pause = (*pause).min(*time));
                    contestant.signed_in = contestant.signed_in.min(*time);
                }
            }
            Event::UploadsClosed { due } => self.uploads_closed = Some(*due),
            Event::UploadsOpened => self.uploads_closed = None,
            Event::Frozen(frozen) => self.finals.push(frozen.clone()),
            Event::Barred { worker, .. } => drop(self.barred.insert(worker.clone())),
            Event::RolledBack { .. } => {}
            Event::FinalPublished { report, results, .. } => self.report = Some([*report, *results]),
            other => unreachable!("{other:?} is let happen elsewhere"),
        }
    }

    /// Whether everybody may have the file with this hash.
    #[must_use]
    pub fn is_published(&self, sha256: Digest) -> bool {
        self.published.iter().any(|&version| self.versions[version].sha256 == sha256)
    }

    /// Whether a contestant can hand in a file, as far as events say.
    #[must_use]
    pub fn may_hand_in(&self, contestant: usize) -> bool {
        let of = &self.contestants[contestant];
        let is_let = of.suspended.is_none() && of.admission != Admission::Withdrawn;
        is_let && self.uploads_closed.is_none() && self.pending_of(contestant).is_none()
    }
}

impl Contestant {
    /// Whether its bots are on the ladder.
    #[must_use]
    pub fn plays(&self) -> bool {
        self.admission == Admission::Admitted && !self.is_paused && self.suspended.is_none()
    }

    /// Why it does not play, or what else is to be said of it, in a word.
    #[must_use]
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
