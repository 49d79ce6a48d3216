//! Rounds that were drawn and are not played yet, and who plays no more since it takes too long.

use super::State;
use crate::event::Pairing;

/// Games in which a version may run out of fuel; when it has, it plays no more.
pub const OUT_OF_FUEL_MAX: u32 = 6;

/// A round that was drawn and is not played yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outstanding {
    /// The batch that it belongs to.
    pub batch: u32,
    /// Its place in the batch, from 0.
    pub place: usize,
    /// Who meets, and why.
    pub pairing: Pairing,
}

impl State {
    pub(super) fn can_be_drawn(&self, rounds: &[Pairing]) -> bool {
        let is_free = |&id: &usize| id < self.versions.len() && !self.is_at_play(id);
        rounds
            .iter()
            .all(|pairing| pairing.versions[0] < pairing.versions[1] && pairing.versions.iter().all(is_free))
    }

    /// Whether a version is in a round that is not played yet.
    #[must_use]
    pub fn is_at_play(&self, id: usize) -> bool {
        self.outstanding.iter().any(|round| round.pairing.versions.contains(&id))
    }

    /// The rounds that an event plays, if they can be played now: those of a batch at these places, or the whole batch.
    #[must_use]
    pub fn played(&self, batch: u32, places: &[usize]) -> Option<Vec<Outstanding>> {
        let of_batch = || self.outstanding.iter().filter(|round| round.batch == batch);
        if places.is_empty() {
            // A batch that was played in part is never told as a whole.
            let whole: Vec<Outstanding> = of_batch().copied().collect();
            let is_whole = whole.iter().enumerate().all(|(place, round)| round.place == place);
            return Some(whole).filter(|whole| is_whole && !whole.is_empty());
        }
        let is_in_order = places.is_sorted_by(|one, other| one < other);
        let find = |&place: &usize| of_batch().find(|round| round.place == place).copied();
        is_in_order.then(|| places.iter().map(find).collect()).flatten()
    }

    /// The first version that has run out of fuel too often and still plays. The account of
    /// its contestant counts.
    #[must_use]
    pub fn to_rest(&self) -> Option<usize> {
        let is_due = |&id: &usize| {
            let version = &self.versions[id];
            let games = || self.account(id).map(|version| version.out_of_fuel).sum::<u32>();
            version.out_of_fuel > 0 && !version.rests && games() >= OUT_OF_FUEL_MAX
        };
        (0..self.versions.len()).find(is_due)
    }
}
