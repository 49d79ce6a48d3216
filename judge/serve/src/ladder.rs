//! Who meets whom next: a season's state and its secret in, a batch out. Plays nothing, and knows no clock.
//!
//! A batch pairs everybody with somebody, as far as that goes. Whose turn it is goes by the fewest rounds, then by
//! lot. The opponent is the one against whom the outcome is most open, and less so the more rounds there were between
//! the two: the largest p(1−p)/(1+met). A version's first rounds are against opponents of all strengths.

use judge_core::results::standings::strengths;
use judge_core::schedule::{Disqualified, EntrantId, Round};

use crate::digest::Secret;
use crate::event::Pairing;
use crate::state::{State, Version};

/// Rounds in which a version's strength is not used to choose its opponents.
const FIRST_ROUNDS: u32 = 10;
/// Points of Elo in a factor of e.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The strengths of all versions by the rounds so far, in Elo. One without a round is as strong as the contestant's
/// version before it, and else average.
#[must_use]
pub fn known_strengths(state: &State) -> Vec<f64> {
    let mut unplayed = Disqualified::nobody(state.versions.len());
    for (id, version) in state.versions.iter().enumerate() {
        if version.rounds == 0 {
            unplayed.exclude(EntrantId(id));
        }
    }
    let fitted = strengths(&unplayed, &state.tally);
    let mut known: Vec<f64> = Vec::with_capacity(fitted.len());
    for (id, fitted) in fitted.into_iter().enumerate() {
        let before = || state.predecessor(id).map(|before| known[before]);
        let strength = fitted.or_else(before).unwrap_or(0.0);
        known.push(strength);
    }
    known
}

/// The next batch, if anybody has rounds left: each version plays `rounds_max`, and then only if others need it.
#[must_use]
pub fn draw(state: &State, strengths: &[f64], secret: &Secret, rounds_max: u32) -> Vec<Pairing> {
    let seed = secret.batch(state.batches + 1);
    let mut waiting: Vec<usize> = (0..state.versions.len()).filter(|&id| state.is_active(id)).collect();
    waiting.sort_by_key(|&id| (state.versions[id].rounds, seed.derive(&["lot", &id.to_string()])));
    let mut batch = Vec::new();
    while let Some((&turn, others)) = waiting.split_first() {
        if state.versions[turn].rounds >= rounds_max {
            break;
        }
        let pairing = opponent(state, strengths, turn, others).map(|(other, chance)| {
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

/// Whether anybody has rounds left and somebody to play them against, or a batch is under way.
#[must_use]
pub fn goes_on(state: &State, rounds_max: u32) -> bool {
    let active = || {
        state.versions.iter().enumerate().filter(|(id, _)| state.is_active(*id)).map(|(_, version)| version)
    };
    let has_rival = |one: &Version| active().any(|other| other.contestant != one.contestant);
    let waits = active().any(|version| version.rounds < rounds_max && has_rival(version));
    state.closed.is_none() && (state.drawn.is_some() || waits)
}

/// The best of these opponents, the first of equals, with the chance of the version with the lower number.
fn opponent(state: &State, strengths: &[f64], turn: usize, others: &[usize]) -> Option<(usize, u16)> {
    let is_new = |id: usize| state.versions[id].rounds < FIRST_ROUNDS;
    let chance = |other: usize| chance(strengths[turn.min(other)] - strengths[turn.max(other)]);
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
        let worth = open / f64::from(1 + state.met([turn.min(other), turn.max(other)]));
        if worth > most {
            best = Some((other, worth));
        }
    }
    best.map(|(other, _)| (other, thousandths(chance(other))))
}

/// The chance to win of who is so many points of Elo stronger; the same to the last bit on every machine.
pub(crate) fn chance(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / ELO))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a chance is from 0 to 1")]
fn thousandths(chance: f64) -> u16 {
    (chance * 1_000.0).round() as u16
}

/// A round of a batch, with its seed. The contestants are told apart by their number in the pairing.
#[must_use]
pub fn round(state: &State, secret: &Secret, batch: u32, pairing: &Pairing) -> Round {
    let identities = pairing.versions.map(|id| state.identity(id));
    let identities = identities.each_ref().map(String::as_str);
    Round::new(&identities, vec![EntrantId(0), EntrantId(1)], batch, secret.batch(batch))
}

#[cfg(test)]
mod tests;
