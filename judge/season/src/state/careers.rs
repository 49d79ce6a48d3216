//! How ratings went: each contestant's, batch by batch, and who leads since when. Nothing on the ladder follows from it.

use super::{MEAN, SeasonContestant, State};

/// The ratings of a contestant that are kept, at most: of many every other one goes.
const KEPT_MAX: usize = 240;
/// A day in seconds.
const DAY: u64 = 86_400;

/// How ratings went.
#[derive(Clone, Debug, Default)]
pub(super) struct Careers {
    /// Of each contestant: the times of batches, in seconds since 1970, and its rating after them.
    ratings: Vec<Vec<(u64, f64)>>,
    /// Who leads, and since when.
    leader: Option<(usize, u64)>,
}

impl State {
    /// A batch was played.
    pub(super) fn note_ratings(&mut self, time: u64) {
        let strength = |of: &SeasonContestant| {
            let newest = *of.versions.last()?;
            (self.versions[newest].rounds > 0).then(|| self.strength(newest))
        };
        let strengths: Vec<Option<f64>> = self.contestants.iter().map(strength).collect();
        let mean = self.anchors_strength();
        let careers = &mut self.careers;
        careers.ratings.resize_with(strengths.len(), Vec::new);
        for (kept, strength) in careers.ratings.iter_mut().zip(&strengths) {
            let Some(strength) = strength else { continue };
            if kept.len() == KEPT_MAX {
                *kept = kept.iter().copied().step_by(2).collect();
            }
            kept.push((time, strength - mean + MEAN));
        }
        let best = (0..).zip(&strengths).filter_map(|(id, strength)| Some((id, (*strength)?)));
        let best = best.max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)));
        if let Some((id, _)) = best.filter(|(id, _)| careers.leader.is_none_or(|(leads, _)| leads != *id)) {
            careers.leader = Some((id, time));
        }
    }

    /// A contestant's ratings after batches, each with its time in seconds since 1970.
    pub fn career(&self, contestant: usize) -> &[(u64, f64)] {
        self.careers.ratings.get(contestant).map_or(&[], Vec::as_slice)
    }

    /// Since when a contestant leads, if it does.
    pub fn leads_since(&self, contestant: usize) -> Option<u64> {
        self.careers.leader.filter(|(leads, _)| *leads == contestant).map(|(_, since)| since)
    }

    /// How much a contestant's rating has changed on the day of the last event.
    pub fn change_today(&self, contestant: usize) -> Option<f64> {
        let (career, today) = (self.career(contestant), self.time / DAY);
        let before = career.iter().rev().find(|(time, _)| time / DAY < today).or(career.first())?;
        Some(career.last()?.1 - before.1)
    }
}
