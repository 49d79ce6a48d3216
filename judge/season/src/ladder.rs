//! The drawing of pairings: a season's state and its secret in, a batch out. Plays nothing, and knows no clock.
//!
//! A batch pairs everybody with somebody, as far as that goes. Whose turn it is goes by the fewest rounds, then by
//! lot; the anchors, on which the scale hangs, come first while anybody else has rounds left. The opponent is the one against whom the outcome is most open, and less so the more rounds there were between
//! the two: the largest p(1−p)/(1+met). A version's first rounds are against opponents of all strengths.
//!
//! At a table of several the opponents come one by one, each by the sum of that over all who sit there. Those that are too
//! many for whole tables sit out, and these are who has played most. Who sits behind whom goes by lot; a round is played in
//! as many seat orders as there are seats, so everybody sits on each seat equally often.
//!
//! A version whose place is settled waits until others need it. It follows from the rounds so far, so a stronger rival
//! unsettles it.
//!
//! Fuel is shared between contestants. One whose versions use more than twice the usual fuel in a round plays the less
//! often, and only when those that use less have had as much fuel: so a bot that thinks for ever is the only one that
//! waits for it, and another file makes no difference.

pub mod csv;
pub mod standings;

use std::collections::{BTreeMap, BTreeSet};

use judge_core::phases::{EntrantId, Round};
use judge_play::Seed;
use judge_rating::{ELO, won};

use crate::log::digest::Secret;
use crate::log::event::{Extension, Pairing};
use crate::state::State;
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

/// The numbers of rounds: all that a drawing depends on beside the state and the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundNumbers {
    /// Rounds of each version; after that it plays only if others need it.
    pub rounds_max: u32,
    /// Matchings in a batch: each pairs everybody once.
    pub matchings: u32,
    /// Seats at a table.
    pub seats: usize,
}

impl RoundNumbers {
    /// The terms of a season, as they are extended now.
    pub fn of(season: &SeasonTerms, state: &State) -> Self {
        let Extension { rounds, matchings, .. } = state.extended;
        Self {
            rounds_max: season.tournament.rounds.max(rounds.unwrap_or_default()),
            matchings: season.serve.matchings.max(matchings.unwrap_or_default()),
            seats: season.tournament.rules.seats(),
        }
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

    /// Rounds of this batch in which two meet.
    fn met(&self, one: usize, other: usize) -> u32 {
        let both = |pairing: &&Pairing| [one, other].iter().all(|id| pairing.versions.contains(id));
        self.batch.iter().filter(both).count().try_into().expect("there are few matchings")
    }

    /// Whether a whole table meets in this batch already: its games would be the same.
    fn has(&self, table: &[usize]) -> bool {
        let same = |pairing: &Pairing| {
            pairing.versions.len() == table.len() && pairing.versions.iter().all(|id| table.contains(id))
        };
        self.batch.iter().any(same)
    }
}

/// The next batch, if anybody has rounds left, in which everybody is paired as often as the terms say, each time with somebody
/// else.
pub fn draw(state: &State, secret: &Secret, terms: RoundNumbers) -> Vec<Pairing> {
    if state.waits_for_beacon() {
        return Vec::new();
    }
    let seed = state.mixed(secret).batch(state.batches + 1);
    let turns = TurnsTaken::new(state, terms);
    let mut drawn = Drawn::default();
    for number in 0..terms.matchings {
        let more = BatchMatching { state, seed, number, turns: &turns, drawn: &drawn }.pairings();
        for &id in more.iter().flat_map(|pairing| &pairing.versions) {
            *drawn.rounds.entry(id).or_default() += 1;
        }
        drawn.batch.extend(more);
    }
    drawn.batch
}

/// One more matching of a batch.
struct BatchMatching<'a> {
    state: &'a State,
    /// The batch's seed.
    seed: Seed,
    /// Its number in the batch, from 0.
    number: u32,
    turns: &'a TurnsTaken,
    drawn: &'a Drawn,
}

impl BatchMatching<'_> {
    fn pairings(&self) -> Vec<Pairing> {
        let Self { state, turns, drawn, .. } = *self;
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
        let batch = self.among(in_turn);
        // Those that wait do so for others that play. If these are all under way, they are waited for.
        if batch.is_empty() && state.outstanding.is_empty() && drawn.batch.is_empty() {
            return self.among(free);
        }
        batch
    }

    /// A matching among these versions. Anchors come first only where somebody else plays, too: if they met none but one
    /// another, those that wait for others would wait for ever.
    fn among(&self, waiting: Vec<usize>) -> Vec<Pairing> {
        if !self.turns.others_wait {
            return self.in_turn(waiting);
        }
        let batch = self.in_turn(waiting.clone());
        let has_own = |id: &usize| self.turns.has_own(*id, self.drawn.rounds(self.state, *id));
        if batch.iter().flat_map(|pairing| pairing.versions.iter()).any(has_own) {
            return batch;
        }
        let turns = &TurnsTaken { others_wait: false, ..self.turns.clone() };
        BatchMatching { turns, ..*self }.in_turn(waiting)
    }

    fn in_turn(&self, mut waiting: Vec<usize>) -> Vec<Pairing> {
        let Self { state, turns, drawn, .. } = *self;
        let lot = |what: &str, id: usize| match self.number {
            0 => self.seed.derive(&[what, &id.to_string()]),
            more => self.seed.derive(&[what, &id.to_string(), &more.to_string()]),
        };
        let order =
            |&id: &usize| (!turns.is_first(id), turns.settled[id], drawn.rounds(state, id), lot("lot", id));
        waiting.sort_by_key(order);
        let seats = turns.numbers.seats;
        let seated = |waiting: Vec<usize>| {
            self.tables(waiting).into_iter().map(|mut table| {
                let turn = table[0];
                match seats {
                    2 => table.sort_unstable(),
                    _ => table.sort_by_key(|&id| lot("seat", id)),
                }
                pairing(state, table.into(), turn)
            })
        };
        // Of two who is left is who nobody has chosen.
        let whole = if seats == 2 { waiting.len() } else { waiting.len() - waiting.len() % seats };
        let batch: Vec<Pairing> = seated(waiting[..whole].to_vec()).collect();
        // Where several are of one contestant, a table may need those that would sit out.
        if batch.is_empty() && whole < waiting.len() { seated(waiting).collect() } else { batch }
    }

    /// Tables among these versions, each with the one whose turn it was in front.
    fn tables(&self, mut waiting: Vec<usize>) -> Vec<Vec<usize>> {
        let Self { state, turns, drawn, .. } = *self;
        let seats = turns.numbers.seats;
        let mut tables = Vec::new();
        while let Some(&turn) = waiting.first() {
            if !turns.has(turn, drawn.rounds(state, turn)) {
                break;
            }
            let others = waiting.split_off(1);
            let mut table = waiting;
            while table.len() < seats
                && let Some(other) = opponent(state, drawn, &table, &others, seats)
            {
                table.push(other);
            }
            waiting = others;
            if table.len() == seats {
                waiting.retain(|id| !table.contains(id));
                tables.push(table);
            }
        }
        tables
    }
}

/// The pairing of a table, in the order of its seats.
fn pairing(state: &State, versions: Box<[usize]>, turn: usize) -> Pairing {
    let first = state.strength(versions[0]);
    let others = versions[1..].iter().map(|&other| libm::exp(-((first - state.strength(other)) / ELO)));
    // By Luce's model, of which a game between two is one.
    let chance = thousandths(1.0 / (1.0 + others.sum::<f64>()));
    let pairs = (0..versions.len()).flat_map(|place| versions[..place].iter().map(move |one| (one, place)));
    let met = pairs.map(|(&one, place)| state.met(one, versions[place])).sum();
    Pairing { versions, turn, chance, met }
}

/// Versions with turns of their own.
#[derive(Clone)]
struct TurnsTaken {
    numbers: RoundNumbers,
    /// By version, whether its place is settled.
    settled: Vec<bool>,
    /// By version, whether it is an anchor: the scale hangs on them, so they play in each batch while anybody else has rounds
    /// left. Before anybody joins they have their rounds like everybody.
    anchors: Vec<bool>,
    others_wait: bool,
}

impl TurnsTaken {
    fn new(state: &State, numbers: RoundNumbers) -> Self {
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
        let anchors = (0..state.versions.len()).map(|id| state.owner(id).is_anchor).collect();
        let mut turns = Self { numbers, settled, anchors, others_wait: false };
        let waits = |&id: &usize| {
            !turns.anchors[id] && state.at_play(id) == 0 && turns.has(id, state.versions[id].rounds)
        };
        turns.others_wait = ladder.iter().any(waits);
        turns
    }

    /// Whether a version chooses before those that are none of the anchors.
    fn is_first(&self, id: usize) -> bool {
        self.anchors[id] && self.others_wait
    }

    /// Whether a version with so many rounds has one.
    fn has(&self, id: usize, rounds: u32) -> bool {
        self.is_first(id) || self.has_own(id, rounds)
    }

    /// The same, whoever else waits.
    fn has_own(&self, id: usize, rounds: u32) -> bool {
        rounds < self.numbers.rounds_max && !self.settled[id]
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

    fn new(state: &State, turns: &TurnsTaken) -> Self {
        let active = || (0..state.versions.len()).filter(|&id| state.is_active(id));
        let usual = state.usual_fuel().into();
        let mut shares = Self { usual, fewest: 0 };
        let has_turn = |&id: &usize| {
            !turns.anchors[id] && turns.has(id, state.versions[id].rounds) && !shares.is_heavy(state, id)
        };
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

/// Whether anybody has rounds left and somebody to play them against, or a batch is under way.
pub fn goes_on(state: &State, numbers: RoundNumbers) -> bool {
    let active = || state.versions.iter().enumerate().filter(|(id, _)| state.is_active(*id));
    let contestants = || active().map(|(_, version)| version.contestant).collect::<BTreeSet<usize>>().len();
    // Pages ask it often, and while a batch is under way nobody has to look whose place is settled.
    let waits = || {
        let turns = TurnsTaken::new(state, numbers);
        let may_meet = |id: usize| {
            let others = || active().filter(|(_, other)| other.contestant != state.versions[id].contestant);
            numbers.seats > 2 || others().any(|(other, _)| !state.was_voided(&[id, other]))
        };
        contestants() >= numbers.seats
            && active().any(|(id, version)| turns.has_own(id, version.rounds) && may_meet(id))
    };
    let is_due = || !state.outstanding.is_empty() || waits();
    state.closed.is_none() && !state.waits_for_beacon() && is_due()
}

/// The best of these to join a table, the first of equals.
fn opponent(state: &State, drawn: &Drawn, table: &[usize], others: &[usize], seats: usize) -> Option<usize> {
    let is_new = |id: usize| drawn.rounds(state, id) < FIRST_ROUNDS;
    let open = |one: usize, other: usize| {
        if is_new(one) || is_new(other) {
            return 0.25;
        }
        let chance = chance(state.strength(one.min(other)) - state.strength(one.max(other)));
        chance * (1.0 - chance)
    };
    let contestant = |id: usize| state.versions[id].contestant;
    let may_join = |other: usize| table.iter().all(|&one| contestant(one) != contestant(other));
    let mut best: Option<(usize, f64)> = None;
    for &other in others.iter().filter(|&&other| may_join(other)) {
        let most = best.map_or(f64::NEG_INFINITY, |(_, worth)| worth);
        // Rounds between two only make it worth less, and to look them up takes longest.
        if table.iter().map(|&one| open(one, other)).sum::<f64>() <= most {
            continue;
        }
        let whole = || [table, &[other]].concat();
        if table.len() + 1 == seats && (drawn.has(&whole()) || state.was_voided(&whole())) {
            continue;
        }
        let met = |one: usize| f64::from(1 + state.met(one, other) + drawn.met(one, other));
        let worth = table.iter().map(|&one| open(one, other) / met(one)).sum();
        if worth > most {
            best = Some((other, worth));
        }
    }
    best.map(|(other, _)| other)
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
    let identities: Vec<String> = pairing.versions.iter().map(|&id| state.identity(id)).collect();
    let identities: Vec<&str> = identities.iter().map(String::as_str).collect();
    let table = (0..identities.len()).map(EntrantId).collect();
    Round::new(&identities, table, batch, state.mixed(secret).batch(batch))
}

#[cfg(test)]
mod tests;
