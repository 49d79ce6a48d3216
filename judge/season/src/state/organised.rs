//! The decisions of contestants and organisers: approved, suspended, withdrawn, published, closed, frozen.

use super::{Admission, SeasonContestant, State};
use crate::log::digest::Digest;
use crate::log::event::SeasonEvent;

impl State {
    /// Whether such an event can happen now, in a season that goes on.
    pub(super) fn allows(&self, event: &SeasonEvent) -> bool {
        let of = |id: &usize| self.contestants.get(*id).filter(|contestant| !contestant.is_anchor);
        match event {
            SeasonEvent::Approved { contestant } => {
                of(contestant).is_some_and(|contestant| contestant.admission == Admission::Waiting)
            }
            SeasonEvent::Suspended { contestant, .. } => {
                of(contestant).is_some_and(|contestant| contestant.suspended.is_none())
            }
            SeasonEvent::Reinstated { contestant } => {
                of(contestant).is_some_and(|contestant| contestant.suspended.is_some())
            }
            SeasonEvent::Withdrawn { contestant } => {
                of(contestant).is_some_and(|contestant| contestant.admission != Admission::Withdrawn)
            }
            SeasonEvent::Published { version } => {
                self.versions.get(*version).is_some_and(|version| !self.is_published(version.sha256))
            }
            SeasonEvent::SignedOut { contestant } => of(contestant).is_some(),
            SeasonEvent::KeyMade { contestant, .. } => {
                of(contestant).is_some_and(|contestant| contestant.key.is_none())
            }
            SeasonEvent::BeaconKnown { values } => self.awaited(values).is_some(),
            SeasonEvent::AnchorsRated { ratings } => {
                self.anchor_rounds.is_some()
                    && self.outstanding.is_empty()
                    && ratings.len() == self.anchors().len()
            }
            SeasonEvent::Barred { worker, batch, place } => {
                !self.is_barred(worker)
                    && self.outstanding.iter().any(|round| (round.batch, round.place) == (*batch, *place))
            }
            SeasonEvent::RoundVoided { batch, place, order, .. } => {
                let round = self.played(*batch, &[*place]);
                round.is_some_and(|round| *order < round[0].pairing.versions.len())
            }
            SeasonEvent::GameUpdated { game, before, .. } => game != before,
            SeasonEvent::TimeSet { .. } | SeasonEvent::RolledBack { .. } => true,
            SeasonEvent::Updated { judge, engine, anchors_first } => {
                self.played_by.each_ref() != [judge, engine] || (*anchors_first && !self.anchors_first)
            }
            SeasonEvent::UploadsClosed { .. } => self.uploads_closed.is_none(),
            SeasonEvent::UploadsOpened => self.uploads_closed.is_some(),
            SeasonEvent::Frozen(frozen) => {
                let has_seed = frozen.announced.is_none() || frozen.seed == 0;
                has_seed
                    && frozen.versions.len() > 1
                    && frozen.versions.iter().all(|&id| id < self.versions.len())
            }
            SeasonEvent::FinalPublished { .. } => !self.finals.is_empty(),
            _ => false,
        }
    }

    /// Lets such an event happen.
    pub(super) fn organise(&mut self, event: &SeasonEvent) {
        match event {
            SeasonEvent::Approved { contestant } => {
                self.contestants[*contestant].admission = Admission::Admitted;
            }
            SeasonEvent::Suspended { contestant, reason } => {
                self.contestants[*contestant].suspended = Some(reason.clone());
            }
            SeasonEvent::Reinstated { contestant } => self.contestants[*contestant].suspended = None,
            SeasonEvent::Withdrawn { contestant } => {
                self.contestants[*contestant].admission = Admission::Withdrawn;
            }
            SeasonEvent::Published { version } => self.published.push(*version),
            SeasonEvent::SignedOut { contestant } => {
                let cookie = std::mem::take(&mut self.contestants[*contestant].cookie);
                self.cookies.remove(&cookie);
            }
            SeasonEvent::BeaconKnown { values } => self.beacon = self.awaited(values),
            SeasonEvent::AnchorsRated { .. } => self.anchor_rounds = None,
            SeasonEvent::KeyMade { contestant, key } => self.contestants[*contestant].key = Some(*key),
            SeasonEvent::TimeSet { time } => {
                // Times after the right one, by a clock that was wrong, become the right one.
                self.uploads.iter_mut().for_each(|upload| upload.time = upload.time.min(*time));
                for contestant in &mut self.contestants {
                    contestant.pauses.iter_mut().for_each(|pause| *pause = (*pause).min(*time));
                    contestant.signed_in = contestant.signed_in.min(*time);
                }
            }
            SeasonEvent::UploadsClosed { due } => self.uploads_closed = Some(*due),
            SeasonEvent::UploadsOpened => self.uploads_closed = None,
            SeasonEvent::Frozen(frozen) => self.finals.push(frozen.clone()),
            SeasonEvent::Barred { worker, .. } => drop(self.barred.insert(worker.clone())),
            SeasonEvent::RoundVoided { batch, place, .. } => self.void_round(*batch, *place),
            SeasonEvent::GameUpdated { before, .. } => {
                self.earlier_games.push(*before);
                self.by_earlier_games = self.rounds.len();
                self.voided.clear();
            }
            SeasonEvent::RolledBack { .. } => {}
            SeasonEvent::Updated { judge, engine, anchors_first } => {
                self.played_by = [judge.clone(), engine.clone()];
                self.anchors_first |= anchors_first;
                self.anchor_rounds = self.anchor_rounds.filter(|_| !anchors_first);
            }
            SeasonEvent::FinalPublished { report, results, .. } => self.report = Some([*report, *results]),
            other => unreachable!("{other:?} is let happen elsewhere"),
        }
    }

    /// Whether its author lets everybody have the file with this hash.
    pub fn is_published(&self, sha256: Digest) -> bool {
        self.published.iter().any(|&version| self.versions[version].sha256 == sha256)
    }

    /// Whether everybody may have it, since it is an anchor's, an earlier file of the game, or published: without those nobody
    /// could check games.
    pub fn is_public(&self, sha256: Digest) -> bool {
        self.earlier_games.contains(&sha256)
            || self.anchors().iter().any(|anchor| anchor.sha256 == sha256)
            || self.is_published(sha256)
    }

    /// Whether an event names this file.
    pub fn names(&self, sha256: Digest) -> bool {
        let uploaded = self.uploads.iter().map(|upload| upload.sha256);
        let anchors = self.anchors();
        let others = anchors.iter().map(|anchor| &anchor.sha256).chain(&self.earlier_games);
        uploaded.chain(others.copied()).any(|named| named == sha256)
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
