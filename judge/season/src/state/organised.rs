//! The season as a whole: its beginning and its end, and what organisers decide of it, each with its rule and its effect.

use judge_core::tournament::ROUNDS_MAX;

use super::{Admission, Effect, State, effect};
use crate::log::digest::Digest;
use crate::log::event::{Extension, Opened, SeasonEvent};
use crate::terms::MATCHINGS_MAX;

/// The most tables of weeks: those of ten years.
const WEEKS_MAX: usize = 520;

impl State {
    /// The effect of an event about the whole season, if it can happen now.
    pub(super) fn of_the_season<'e>(&self, event: &'e SeasonEvent) -> Option<Effect<'e>> {
        match event {
            SeasonEvent::Opened(opened) => effect(true, move |state, _| state.opens(opened)),
            SeasonEvent::Updated { judge, engine } => {
                effect(self.played_by.each_ref() != [judge, engine], move |state, _| {
                    state.played_by = [judge.clone(), engine.clone()];
                })
            }
            SeasonEvent::GameUpdated { game, before, .. } => effect(game != before, move |state, _| {
                state.earlier_games.push(*before);
                state.by_earlier_games = state.rounds.len();
                state.voided.clear();
            }),
            SeasonEvent::BeaconKnown { values } => {
                let beacon = self.awaited(values)?;
                effect(true, move |state, _| state.beacon = Some(beacon))
            }
            SeasonEvent::TimeSet { time } => effect(true, move |state, _| state.sets_time(*time)),
            SeasonEvent::RolledBack { .. } => effect(true, move |_, _| ()),
            SeasonEvent::UploadsClosed { due } => {
                effect(self.uploads_closed.is_none(), move |state, _| state.uploads_closed = Some(*due))
            }
            SeasonEvent::UploadsOpened => {
                effect(self.uploads_closed.is_some(), move |state, _| state.uploads_closed = None)
            }
            SeasonEvent::WeekEnded { week, results } => effect(self.may_end(*week), move |state, at| {
                state.weeks.insert(*week, (*results, at.time));
            }),
            SeasonEvent::Extended(more) => {
                let Extension { rounds, matchings, closes } = self.extended;
                let (rounds, matchings) = (rounds.max(more.rounds), matchings.max(more.matchings));
                let longest = Extension { rounds, matchings, closes: closes.max(more.closes) };
                let can = longest != self.extended
                    && more.rounds <= Some(ROUNDS_MAX)
                    && more.matchings <= Some(MATCHINGS_MAX);
                effect(can, move |state, _| state.extended = longest)
            }
            SeasonEvent::Frozen(frozen) => {
                let can = (frozen.announced.is_none() || frozen.seed == 0)
                    && frozen.versions.len() > 1
                    && frozen.versions.iter().all(|&id| id < self.versions.len());
                effect(can, move |state, _| state.finals.push(frozen.clone()))
            }
            SeasonEvent::FinalPublished { report, results, .. } => {
                effect(!self.finals.is_empty(), move |state, _| state.report = Some([*report, *results]))
            }
            SeasonEvent::Closed { secret } => effect(secret.digest() == self.commitment, move |state, _| {
                state.closed = Some(secret.clone());
                state.outstanding.clear();
            }),
            _ => None,
        }
    }

    fn opens(&mut self, opened: &Opened) {
        self.played_by = [opened.judge.clone(), opened.engine.clone()];
        self.announced.clone_from(&opened.announced);
        (self.commitment, self.key) = (opened.commitment, opened.key);
        for anchor in &opened.anchors {
            let id = self.add_contestant(&anchor.name, Admission::Admitted);
            self.contestants[id].is_anchor = true;
            self.add_version(id, anchor.sha256, anchor.name.as_str());
        }
    }

    /// Whether a week can end now. Who verifies a season makes all tables again, so there is an end of them.
    pub(crate) fn may_end(&self, week: u64) -> bool {
        let last = self.weeks.keys().next_back().copied().unwrap_or_default();
        self.closed.is_none() && week > last && self.weeks.len() < WEEKS_MAX
    }

    /// Times after the right one, by a clock that was wrong, become the right one.
    fn sets_time(&mut self, time: u64) {
        self.uploads.iter_mut().for_each(|upload| upload.time = upload.time.min(time));
        for contestant in &mut self.contestants {
            contestant.pauses.iter_mut().for_each(|pause| *pause = (*pause).min(time));
            let members = contestant.members.values_mut();
            members.for_each(|member| member.signed_in = member.signed_in.min(time));
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
        self.is_public(sha256) || self.uploads.iter().any(|upload| upload.sha256 == sha256)
    }
}
