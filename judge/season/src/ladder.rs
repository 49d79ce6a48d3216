//! The drawing of pairings: a season's state and its secret in, a batch out. Plays nothing, and knows no clock.
//!
//! A batch pairs everybody with somebody, as far as that goes. Whose turn it is goes by the fewest rounds, then by
//! lot. The opponent is the one against whom the outcome is most open, and less so the more rounds there were between
//! the two: the largest p(1−p)/(1+met). A version's first rounds are against opponents of all strengths.
//!
//! A version whose place is settled waits until others need it. It follows from the rounds so far, so a stronger rival
//! unsettles it.
//!
//! Fuel is shared between contestants. One whose versions use more than twice the usual fuel in a round plays the less
//! often, and only when those that use less have had as much fuel: so a bot that thinks for ever is the only one that
//! waits for it, and another file makes no difference.

pub mod csv;
pub mod standings;

use std::collections::BTreeMap;

use judge_core::schedule::{EntrantId, Round};
use judge_rating::{ELO, won};

use crate::log::digest::Secret;
use crate::log::event::Pairing;
use crate::state::{State, Version};
use crate::terms::SeasonTerms;

/// Rounds in which a version's strength is not used to choose its opponents.
const FIRST_ROUNDS: u32 = 10;
/// Rounds before which no place is settled.
const UNSETTLED_ROUNDS: u32 = 50;
/// Errors of the difference between neighbours on the ladder from which their order counts as known. As that is tested
/// again with each batch, it is more than the two of a test.
const SETTLED_ERRORS: f64 = 4.0;
/// Half of a 95 % interval, in Elo, from which more rounds tell nobody anything.
const NARROW: f64 = 20.0;
/// Rounds of each anchor against the others when a season begins: as many as a version plays, but enough for
/// a rating, and not so many that contestants wait for long.
pub(crate) const ANCHOR_ROUNDS: [u32; 2] = [10, 50];

/// The next batch, if anybody has rounds left: each version plays `rounds_max`, and then only if others need it.
pub fn draw(state: &State, secret: &Secret, rounds_max: u32) -> Vec<Pairing> {
    draw_many(state, secret, RoundNumbers { rounds_max, matchings: 1 })
}

/// The numbers of rounds: all that a drawing depends on beside the state and the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundNumbers {
    /// Rounds of each version; after that it plays only if others need it.
    pub rounds_max: u32,
    /// Matchings in a batch: each pairs everybody once.
    pub matchings: u32,
}

impl RoundNumbers {
    /// The terms of a season.
    pub fn of(season: &SeasonTerms) -> Self {
        Self { rounds_max: season.tournament.rounds, matchings: season.serve.matchings }
    }
}

/// The pairings that a batch has already.
#[derive(Default)]
struct Drawn {
    rounds: BTreeMap<usize, u32>,
    batch: Vec<Pairing>,
}

impl Drawn {
    /// The rounds of a version, with those of this batch.
    fn rounds(&self, state: &State, id: usize) -> u32 {
        state.versions[id].rounds + self.rounds.get(&id).copied().unwrap_or(0)
    }

    /// Whether two meet in this batch already: their games would be the same.
    fn meet(&self, pair: [usize; 2]) -> bool {
        self.batch.iter().any(|pairing| pairing.versions == pair)
    }
}

/// The next batch, in which everybody is paired as often as the terms say, each time with somebody else.
pub(crate) fn draw_many(state: &State, secret: &Secret, terms: RoundNumbers) -> Vec<Pairing> {
    if state.waits_for_beacon() {
        return Vec::new();
    }
    let secret = &state.mixed(secret);
    let of_anchors = state.anchor_rounds.filter(|_| state.rates_anchors());
    let turns = Turns::new(state, of_anchors.unwrap_or(terms.rounds_max));
    let mut drawn = Drawn::default();
    for matching in 0..terms.matchings {
        let more = matching_of(state, secret, &turns, (matching, &drawn));
        for id in more.iter().flat_map(|pairing| pairing.versions) {
            *drawn.rounds.entry(id).or_default() += 1;
        }
        drawn.batch.extend(more);
    }
    drawn.batch
}

/// One more matching.
fn matching_of(state: &State, secret: &Secret, turns: &Turns, drawn: (u32, &Drawn)) -> Vec<Pairing> {
    let shares = FuelShares::new(state, turns);
    // Rounds that are late, as when a batch is drawn there are no others, keep nobody whose opponent takes long.
    let is_free = |id: usize| match state.at_play(id) {
        0 => true,
        1 => state.versions[id].rounds > 0 && !shares.is_heavy(state, id),
        _ => false,
    };
    let free: Vec<usize> =
        (0..state.versions.len()).filter(|&id| state.is_active(id) && is_free(id)).collect();
    let in_turn = free.iter().copied().filter(|&id| !shares.waits(state, id)).collect();
    let batch = paired(state, secret, turns, in_turn, drawn);
    // Those that wait do so for others that play. If these are all under way, they are waited for.
    if batch.is_empty() && state.outstanding.is_empty() && drawn.1.batch.is_empty() {
        return paired(state, secret, turns, free, drawn);
    }
    batch
}

/// A batch among these versions.
fn paired(
    state: &State,
    secret: &Secret,
    turns: &Turns,
    mut waiting: Vec<usize>,
    (matching, drawn): (u32, &Drawn),
) -> Vec<Pairing> {
    let seed = secret.batch(state.batches + 1);
    let lot = |id: usize| match matching {
        0 => seed.derive(&["lot", &id.to_string()]),
        more => seed.derive(&["lot", &id.to_string(), &more.to_string()]),
    };
    waiting.sort_by_key(|&id| (turns.settled[id], drawn.rounds(state, id), lot(id)));
    let mut batch = Vec::new();
    while let Some((&turn, others)) = waiting.split_first() {
        if !turns.has(turn, drawn.rounds(state, turn)) {
            break;
        }
        let pairing = opponent(state, drawn, turn, others).map(|(other, chance)| {
            let versions = [turn.min(other), turn.max(other)];
            (other, Pairing { versions, turn, chance, met: state.met(versions) })
        });
        waiting.remove(0);
        if let Some((other, pairing)) = pairing {
            waiting.retain(|&id| id != other);
            batch.push(pairing);
        }
    }
    batch
}

/// Versions with turns of their own.
struct Turns {
    rounds_max: u32,
    /// By version, whether its place is settled.
    settled: Vec<bool>,
}

impl Turns {
    fn new(state: &State, rounds_max: u32) -> Self {
        let mut ladder: Vec<usize> = (0..state.versions.len()).filter(|&id| state.is_active(id)).collect();
        ladder.sort_by(|&a, &b| state.strength(a).total_cmp(&state.strength(b)));
        let are_apart = |pair: &[usize]| {
            let [below, above] = [pair[0], pair[1]];
            let error = (state.strength_variance(below) + state.strength_variance(above)).sqrt();
            state.strength(above) - state.strength(below) > SETTLED_ERRORS * error
        };
        let apart: Vec<bool> = ladder.windows(2).map(are_apart).collect();
        let mut settled = vec![false; state.versions.len()];
        for (place, &id) in ladder.iter().enumerate() {
            let is_apart =
                apart[place.saturating_sub(1)..apart.len().min(place + 1)].iter().all(|&apart| apart);
            let is_narrow = 1.96 * state.strength_variance(id).sqrt() <= NARROW;
            settled[id] = state.versions[id].rounds >= UNSETTLED_ROUNDS && (is_apart || is_narrow);
        }
        Self { rounds_max, settled }
    }

    /// Whether a version with so many rounds has one.
    fn has(&self, id: usize, rounds: u32) -> bool {
        rounds < self.rounds_max && !self.settled[id]
    }
}

/// Versions that have used their share of fuel.
struct FuelShares {
    /// The usual fuel of a version in a round.
    usual: u128,
    /// The fewest rounds of those that use no more than their share.
    fewest: u32,
}

impl FuelShares {
    /// A version's share, in parts of what is usual.
    const SHARE: u128 = 2;

    fn new(state: &State, turns: &Turns) -> Self {
        let active = || (0..state.versions.len()).filter(|&id| state.is_active(id));
        let usual = state.usual_fuel().into();
        let mut shares = Self { usual, fewest: 0 };
        let has_turn = |&id: &usize| turns.has(id, state.versions[id].rounds) && !shares.is_heavy(state, id);
        let fewest = active().filter(has_turn).map(|id| state.versions[id].rounds).min();
        // Nobody has to wait for those that have no rounds left.
        shares.fewest = fewest.unwrap_or(u32::MAX);
        shares
    }

    /// Fuel and rounds of a version's [account](State::account).
    fn known(state: &State, id: usize) -> (u128, u128) {
        state.account(id).fold((0, 0), |(fuel, rounds), version| {
            (fuel + u128::from(version.fuel), rounds + u128::from(version.rounds))
        })
    }

    fn is_heavy(&self, state: &State, id: usize) -> bool {
        let (fuel, rounds) = Self::known(state, id);
        fuel > Self::SHARE * self.usual * rounds
    }

    /// Whether a version waits until others have had as much fuel.
    fn waits(&self, state: &State, id: usize) -> bool {
        let (fuel, rounds) = Self::known(state, id);
        let before = rounds - u128::from(state.versions[id].rounds);
        let due = before + u128::from(self.fewest) + 1;
        self.is_heavy(state, id) && fuel > Self::SHARE * self.usual * due
    }
}

/// Whether anybody has rounds left and somebody to play them against, or a batch is under way, or anchors are to be rated.
pub fn goes_on(state: &State, rounds_max: u32) -> bool {
    let active = || state.versions.iter().enumerate().filter(|(id, _)| state.is_active(*id));
    let has_rival = |one: &Version| active().any(|(_, other)| other.contestant != one.contestant);
    // Pages ask it often, and while a batch is under way nobody has to look whose place is settled.
    let waits = || {
        let turns = Turns::new(state, rounds_max);
        active().any(|(id, version)| turns.has(id, version.rounds) && has_rival(version))
    };
    let is_due = || state.rates_anchors() || !state.outstanding.is_empty() || waits();
    state.closed.is_none() && !state.waits_for_beacon() && is_due()
}

/// The best of these opponents, the first of equals, with the chance of the version with the lower number.
fn opponent(state: &State, drawn: &Drawn, turn: usize, others: &[usize]) -> Option<(usize, u16)> {
    let is_new = |id: usize| drawn.rounds(state, id) < FIRST_ROUNDS;
    let chance = |other: usize| chance(state.strength(turn.min(other)) - state.strength(turn.max(other)));
    let is_turn_new = is_new(turn);
    let open = |other: usize| {
        if is_turn_new || is_new(other) {
            return 0.25;
        }
        let chance = chance(other);
        chance * (1.0 - chance)
    };
    let contestant = |id: usize| state.versions[id].contestant;
    let mut best: Option<(usize, f64)> = None;
    for &other in others.iter().filter(|&&other| contestant(other) != contestant(turn)) {
        let (open, most) = (open(other), best.map_or(f64::NEG_INFINITY, |(_, worth)| worth));
        // Rounds between the two only make it worth less, and to look them up takes longest.
        if open <= most {
            continue;
        }
        if drawn.meet([turn.min(other), turn.max(other)]) {
            continue;
        }
        let worth = open / f64::from(1 + state.met([turn.min(other), turn.max(other)]));
        if worth > most {
            best = Some((other, worth));
        }
    }
    best.map(|(other, _)| (other, thousandths(chance(other))))
}

/// The chance to win of who is so many points of Elo stronger; the same to the last bit on every machine.
pub(crate) fn chance(elo: f64) -> f64 {
    won(elo / ELO)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a chance is from 0 to 1")]
fn thousandths(chance: f64) -> u16 {
    (chance * 1_000.0).round() as u16
}

/// A round of a batch, with its seed. A contestant is its number in the pairing.
pub fn round(state: &State, secret: &Secret, batch: u32, pairing: &Pairing) -> Round {
    let identities = pairing.versions.map(|id| state.identity(id));
    let identities = identities.each_ref().map(String::as_str);
    Round::new(&identities, vec![EntrantId(0), EntrantId(1)], batch, state.mixed(secret).batch(batch))
}

#[cfg(test)]
mod tests;
