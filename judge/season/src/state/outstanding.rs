//! Rounds that were drawn and are not played yet: those that are late, and versions that play no more as they
//! take too long.

use judge_play::file::SEATS_MAX;
use judge_play::text::sanitize;

use super::{Effect, LadderRound, State, effect};
use crate::log::event::{Game, Pairing, SeasonEvent};

/// Games in which a version may run out of fuel; when it has, it plays no more.
pub(crate) const OUT_OF_FUEL_MAX: u32 = 6;

/// Batches in which a table does not meet whose round was void, since the game is broken.
const VOIDED_BATCHES: u32 = 10;

/// A round with more fuel than so many usual ones is late.
const LATE_ROUNDS: u64 = 64;
/// No round is late that uses no more fuel than this: two turns, as the limits usually are.
const LATE_FUEL_MIN: u64 = 200_000_000;

/// A round that was drawn and is not played yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outstanding {
    /// The batch that it belongs to.
    pub batch: u32,
    /// Its place in the batch, from 0.
    pub place: usize,
    /// The versions that meet, and the reason.
    pub pairing: Pairing,
    /// The largest sum of fuel of all its games with which it still counts with its batch.
    pub fuel_max: u64,
}

impl Outstanding {
    /// Whether it uses so much fuel that its batch does not wait for it. Games that are void say nothing.
    pub fn is_late(&self, games: &[Game]) -> bool {
        fuel(games) > self.fuel_max
    }
}

pub(crate) fn fuel<'a>(games: impl IntoIterator<Item = &'a Game>) -> u64 {
    games.into_iter().flat_map(|game| &game.fuel).copied().fold(0, u64::saturating_add)
}

impl State {
    /// The effect of an event about rounds or who plays them, if it can happen now.
    pub(super) fn of_rounds<'e>(&self, event: &'e SeasonEvent) -> Option<Effect<'e>> {
        match event {
            SeasonEvent::Drawn { batch, rounds } => {
                let is_next = *batch == self.batches + 1 && !self.waits_for_beacon();
                effect(is_next && self.to_rest().is_none() && self.can_be_drawn(rounds), move |state, _| {
                    state.batches = *batch;
                    let (batch, fuel_max) = (*batch, state.fuel_in_time(rounds));
                    let outstanding = |(place, pairing)| Outstanding { batch, place, pairing, fuel_max };
                    state.outstanding.extend(rounds.iter().cloned().enumerate().map(outstanding));
                })
            }
            SeasonEvent::Played { batch, places, rounds } => {
                let played = self.played(*batch, places)?;
                effect(self.are_in_turn(&played, rounds), move |state, at| {
                    state.outstanding.retain(|round| !played.contains(round));
                    for (Outstanding { batch, pairing, .. }, games) in played.into_iter().zip(rounds) {
                        state.add_round(LadderRound { batch, pairing, games: games.clone() });
                    }
                    state.note_ratings(at.time);
                })
            }
            SeasonEvent::RoundVoided { batch, place, order, .. } => {
                let round = self.played(*batch, &[*place])?.remove(0);
                effect(*order < round.pairing.versions.len(), move |state, _| state.void_round(round))
            }
            SeasonEvent::Rested { version } => effect(self.to_rest() == Some(*version), move |state, _| {
                state.versions[*version].rests = true;
            }),
            SeasonEvent::Barred { worker, batch, place } => {
                let is_drawn = self.played(*batch, &[*place]).is_some();
                effect(is_drawn && !self.barred.contains(worker), move |state, _| {
                    state.barred.insert(worker.clone());
                })
            }
            _ => None,
        }
    }

    /// The usual fuel of a version in a round: half of those that play use no more.
    pub(crate) fn usual_fuel(&self) -> u64 {
        let active = (0..self.versions.len()).filter(|&id| self.is_active(id)).map(|id| &self.versions[id]);
        let played = active.filter(|version| version.rounds > 0);
        let mut fuel: Vec<u64> = played.map(|version| version.fuel / u64::from(version.rounds)).collect();
        fuel.sort_unstable();
        // The lower one of two in the middle: of two, one is not slow because the other is.
        fuel.get(fuel.len().saturating_sub(1) / 2).copied().unwrap_or(0).max(1)
    }

    /// The largest fuel with which a round of those that are drawn now still counts with its batch.
    fn fuel_in_time(&self, rounds: &[Pairing]) -> u64 {
        let seats = rounds.first().map_or(0, |pairing| pairing.versions.len()) as u64;
        (seats * LATE_ROUNDS).saturating_mul(self.usual_fuel()).max(LATE_FUEL_MIN)
    }

    fn can_be_drawn(&self, rounds: &[Pairing]) -> bool {
        let Some(first) = rounds.first() else { return true };
        let seats = self.seats().unwrap_or(first.versions.len());
        let is_free = |&id: &usize| id < self.versions.len() && self.at_play(id) <= 1;
        let is_table = |Pairing { versions, .. }: &Pairing| {
            let sits_once = |(place, id): (usize, &usize)| !versions[..place].contains(id);
            let is_in_order = seats > 2 || versions.is_sorted();
            versions.len() == seats && is_in_order && versions.iter().enumerate().all(sits_once)
        };
        let is_pairing = |pairing: &Pairing| is_table(pairing) && pairing.versions.iter().all(is_free);
        (2..=usize::from(SEATS_MAX)).contains(&seats) && rounds.iter().all(is_pairing)
    }

    /// The number of a version's rounds that are not played yet.
    pub(crate) fn at_play(&self, id: usize) -> usize {
        self.outstanding.iter().filter(|round| round.pairing.versions.contains(&id)).count()
    }

    /// The rounds that an event plays, if they can be played now: those of a batch at these places, or the whole batch.
    pub fn played(&self, batch: u32, places: &[usize]) -> Option<Vec<Outstanding>> {
        let of_batch = || self.outstanding.iter().filter(|round| round.batch == batch);
        if places.is_empty() {
            // A batch that was played in part is never logged as a whole.
            let whole: Vec<Outstanding> = of_batch().cloned().collect();
            let is_whole = whole.iter().enumerate().all(|(place, round)| round.place == place);
            return Some(whole).filter(|whole| is_whole && !whole.is_empty());
        }
        let is_in_order = places.is_sorted_by(|one, other| one < other);
        let find = |&place: &usize| of_batch().find(|round| round.place == place).cloned();
        is_in_order.then(|| places.iter().map(find).collect()).flatten()
    }

    /// Takes a round away that was drawn. It was everybody's turn all the same, and that table waits before it meets again.
    fn void_round(&mut self, round: Outstanding) {
        self.outstanding.retain(|other| *other != round);
        let Outstanding { batch, pairing, .. } = round;
        let (seats, batches) = (pairing.versions.len(), self.batches);
        self.voided.retain(|(then, _)| batches < then + VOIDED_BATCHES);
        self.voided.push((batches, pairing.versions.clone()));
        self.voided_rounds += 1;
        self.add_round(LadderRound { batch, pairing, games: vec![Game::void(seats); seats] });
    }

    /// The message about a round that is drawn, and void since the game broke a promise in one of its games.
    pub(crate) fn voided_words(&self, round: (u32, usize), order: usize, why: &str) -> Option<String> {
        let (batch, place) = round;
        let seats = self.played(batch, &[place])?[0].pairing.seating(order);
        let seat = |(seat, id): (usize, usize)| format!("{} on seat {seat}", self.label(id));
        let seats: Vec<String> = (1..).zip(seats).map(seat).collect();
        let (round, seats, why) = (place + 1, seats.join(", "), sanitize(why));
        Some(format!(
            "round {round} of batch {batch} is void and no bot is to blame, since the game is broken: with {seats}: {why}"
        ))
    }

    /// Whether the round of such a table was void a short while ago, since the game is broken.
    pub(crate) fn was_voided(&self, table: &[usize]) -> bool {
        let is_it = |versions: &[usize]| versions.iter().all(|version| table.contains(version));
        self.voided.iter().any(|(then, versions)| self.batches < then + VOIDED_BATCHES && is_it(versions))
    }

    /// Whether these can be the games of rounds now: those of an earlier batch are late, or void.
    fn are_in_turn(&self, played: &[Outstanding], rounds: &[Vec<Game>]) -> bool {
        let is_void = |games: &[Game]| games.iter().any(|game| game.ranks.is_none());
        let is_in_turn = |(round, games): (&Outstanding, &Vec<Game>)| {
            fits(round.pairing.versions.len(), games)
                && (round.batch == self.batches || round.is_late(games) || is_void(games))
        };
        played.len() == rounds.len() && played.iter().zip(rounds).all(is_in_turn)
    }

    /// The first version that has run out of fuel too often and still plays. The account of its contestant counts.
    pub(crate) fn to_rest(&self) -> Option<usize> {
        let is_due = |&id: &usize| {
            let version = &self.versions[id];
            let games = || self.account(id).map(|version| version.out_of_fuel).sum::<u32>();
            version.out_of_fuel > 0 && !version.rests && games() >= OUT_OF_FUEL_MAX
        };
        (0..self.versions.len()).find(is_due)
    }
}

/// Whether these can be the games of a round at a table of so many seats.
fn fits(seats: usize, round: &[Game]) -> bool {
    let game = |game: &Game| {
        game.faults.iter().all(|(seat, _)| usize::from(*seat) < seats)
            && game.fuel.len() == seats
            && game.ranks.as_ref().is_none_or(|ranks| ranks.len() == seats)
    };
    round.len() == seats && round.iter().all(game)
}
