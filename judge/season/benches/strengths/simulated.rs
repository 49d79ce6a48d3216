//! A ladder between contestants whose strengths are known: outcomes are drawn by chance, and no game is played. The crate's
//! tests and the benchmarks `ladder`, `scale` and `strengths` have it as a module.

#![allow(dead_code, reason = "each of them uses a part of it")]

use std::collections::{BTreeMap, BTreeSet};

use judge_core::tournament::Name;
use judge_play::Seed;
use judge_rating::ELO;
use judge_season::ladder::{self, RoundNumbers};
use judge_season::log::chain::WrittenEvent;
use judge_season::log::digest::{Digest, Secret};
use judge_season::log::event::{Anchor, Checked, Game, OUT_OF_FUEL, Opened, Pairing, SeasonEvent};
use judge_season::state::{Outstanding, State};

/// A season of contestants whose strengths are known. Where all are anchors, none comes first.
#[derive(Clone, Debug)]
pub(crate) struct Simulation {
    /// The state after the rounds so far.
    pub(crate) state: State,
    /// The secret on which pairings depend.
    pub(crate) secret: Secret,
    elos: Vec<f64>,
    seed: Seed,
    /// Seats at a table.
    pub(crate) seats: usize,
    /// Whether all games of a round end alike.
    pub(crate) ends_alike: bool,
    /// Bytes of the events so far, as the log has them.
    pub(crate) log_bytes: usize,
    /// Fuel that some versions use in a game, where it is not the usual.
    pub(crate) fuel: BTreeMap<usize, u64>,
    /// Versions that run out of fuel in each game.
    pub(crate) out_of_fuel: BTreeSet<usize>,
}

impl Simulation {
    /// A season between contestants of these strengths in Elo. All that is random follows from the seed.
    ///
    /// # Panics
    /// If there are so many contestants that their numbers make no names.
    pub(crate) fn new(elos: &[f64], seed: Seed) -> Self {
        Self::with_anchors(elos, elos.len(), seed)
    }

    /// The same if only the first so many are anchors, and the others join.
    ///
    /// # Panics
    /// As of [`Simulation::new`].
    pub(crate) fn with_anchors(elos: &[f64], anchors: usize, seed: Seed) -> Self {
        let secret = Secret::parse(&format!("{:064x}", seed.0)).expect("it has 64 digits");
        let anchor = |number: usize| Anchor {
            name: Name::new(&format!("bot{number}")).expect("it is a name"),
            sha256: Digest::of(number.to_le_bytes()),
        };
        let opened = Opened {
            commitment: secret.digest(),
            anchors: (0..anchors).map(anchor).collect(),
            ..Opened::default()
        };
        let (state, fuel, out_of_fuel) = Default::default();
        let mut simulation = Self {
            state,
            secret,
            elos: elos[..anchors].to_vec(),
            seed,
            seats: 2,
            ends_alike: false,
            log_bytes: 0,
            fuel,
            out_of_fuel,
        };
        simulation.happen(SeasonEvent::Opened(opened));
        for &elo in &elos[anchors..] {
            simulation.join(elo);
        }
        simulation
    }

    /// Lets somebody of this strength join, whose bot plays at once.
    ///
    /// # Panics
    /// If there are so many contestants that their numbers make no names.
    pub(crate) fn join(&mut self, elo: f64) {
        let contestant = self.state.contestants.len();
        let digest = Digest::of(contestant.to_le_bytes());
        let name = Name::new(&format!("bot{contestant}")).expect("it is a name");
        let (invitation, cookie, token) = (digest, digest, digest);
        self.happen(SeasonEvent::Joined {
            name,
            invitation,
            cookie,
            token,
            needs_approval: false,
            member: 1,
        });
        let upload = self.state.uploads.len();
        self.happen(SeasonEvent::Uploaded { contestant, sha256: digest, bytes: 1 });
        self.happen(SeasonEvent::Checked {
            upload,
            verdict: Checked::Accepted { calls_itself: String::new() },
        });
        self.elos.push(elo);
    }

    /// Lets an event happen.
    ///
    /// # Panics
    /// If it cannot.
    pub(crate) fn happen(&mut self, event: SeasonEvent) {
        self.log_bytes += serde_json::to_vec(&event).expect("it is plain data").len();
        self.state.check(&event).expect("it can happen");
        self.state.apply(&WrittenEvent { event, time: 0, head: Digest::default() });
    }

    /// The next batch by the ladder.
    pub(crate) fn draw(&self, rounds_max: u32) -> Vec<Pairing> {
        let numbers = RoundNumbers { seats: self.seats, ..for_two(rounds_max) };
        ladder::draw(&self.state, &self.secret, numbers)
    }

    /// A batch in which everybody meets somebody by lot.
    pub(crate) fn draw_by_lot(&self) -> Vec<Pairing> {
        let mut order: Vec<usize> = (0..self.state.versions.len()).collect();
        let batch = self.state.batches.to_string();
        order.sort_by_key(|id| self.seed.derive(&["by lot", &batch, &id.to_string()]));
        let pairing = |pair: &[usize]| Pairing {
            versions: [pair[0].min(pair[1]), pair[0].max(pair[1])].into(),
            turn: pair[0],
            chance: 0,
            met: 0,
        };
        order.chunks_exact(2).map(pairing).collect()
    }

    /// Plays a batch: all games of each round are drawn by the chance that the strengths give. Who joined after the
    /// beginning is of average strength.
    pub(crate) fn play(&mut self, rounds: Vec<Pairing>) {
        let batch = self.state.batches + 1;
        self.happen(SeasonEvent::Drawn { batch, rounds });
        let played = self.state.played(batch, &[]).expect("it was drawn just now");
        self.play_some(batch, vec![], &played);
    }

    /// Plays some rounds of a batch that was drawn.
    pub(crate) fn play_some(&mut self, batch: u32, places: Vec<usize>, rounds: &[Outstanding]) {
        let games = |round: &Outstanding| {
            (0..self.seats).map(|order| self.game(batch, &round.pairing, order)).collect::<Vec<Game>>()
        };
        let rounds = rounds.iter().map(games).collect();
        self.happen(SeasonEvent::Played { batch, places, rounds });
    }

    /// Plays so many batches: how many [pairs are wrong](Self::wrong_pairs) after each.
    pub(crate) fn wrong_after_each(
        &mut self,
        batches: u64,
        draw: impl Fn(&Self) -> Vec<Pairing>,
    ) -> Vec<usize> {
        let after = |_| {
            let batch = draw(self);
            self.play(batch);
            self.wrong_pairs()
        };
        (0..batches).map(after).collect()
    }

    /// A game unlike any other, by Luce's model: who comes first is drawn by the strengths, then who is second, and so on.
    fn game(&self, batch: u32, pairing: &Pairing, order: usize) -> Game {
        let lot = |order: usize| self.seed.derive(&[&format!("{batch} {:?} {order}", pairing.versions)]);
        let drawn = lot(if self.ends_alike { 0 } else { order });
        let share = |place: usize| {
            // The first number is the seed itself: so games between two stay what they are.
            let number = if place == 0 { drawn.0 } else { drawn.derive(&[&place.to_string()]).0 };
            #[expect(clippy::cast_precision_loss, reason = "it is a share of all numbers")]
            let share = number as f64 / u64::MAX as f64;
            share
        };
        let elo = |id: usize| self.elos.get(id).copied().unwrap_or_default();
        let (mut left, mut best_first) = (pairing.versions.to_vec(), Vec::new());
        while let Some((&last, others)) = left.split_last() {
            let mut share = share(best_first.len());
            let is_first = |&one: &usize| {
                let rest: f64 = left.iter().map(|&other| libm::exp((elo(other) - elo(one)) / ELO)).sum();
                let chance = 1.0 / rest;
                share -= chance;
                share < 0.0
            };
            let first = others.iter().copied().find(is_first).unwrap_or(last);
            left.retain(|&id| id != first);
            best_first.push(first);
        }
        let seats = pairing.seating(order);
        let place = |id: &usize| best_first.iter().position(|first| first == id).unwrap_or_default();
        let rank = |id: &usize| u8::try_from(place(id) + 1).expect("a table has at most 8 seats");
        let ranks = seats.iter().map(rank).collect();
        let transcript = Digest::of(lot(order).0.to_le_bytes());
        let fuel = seats.iter().map(|id| self.fuel.get(id).copied().unwrap_or(100_000)).collect();
        let is_out = |(_, id): &(u8, &usize)| self.out_of_fuel.contains(*id);
        let faults = (0..).zip(&seats).filter(is_out).map(|(seat, _)| (seat, OUT_OF_FUEL.to_owned()));
        let (end, faults) = ("rules".into(), faults.collect());
        Game { ranks: Some(ranks), end, faults, turns: 20, fuel, transcript }
    }

    /// Pairs in the wrong order, of a thousand, by what the ladder knows: Kendall's distance.
    pub(crate) fn wrong_pairs(&self) -> usize {
        let (mut pairs, mut wrong) = (0, 0);
        for one in 0..self.elos.len() {
            for other in 0..one {
                pairs += 1;
                let truth = self.elos[one].total_cmp(&self.elos[other]);
                let [known_one, known_other] = [one, other].map(|id| self.state.strength(id));
                wrong += usize::from(known_one.total_cmp(&known_other) != truth);
            }
        }
        1_000 * wrong / pairs.max(1)
    }
}

/// After how many batches at most so many pairs of a thousand are in the wrong order and stay so until the last batch;
/// `None` if that is not so even then. `wrong` has the pairs after each batch.
pub(crate) fn right_after(wrong: &[usize], most: usize) -> Option<usize> {
    let after = wrong.iter().rposition(|&wrong| wrong > most).map_or(0, |last| last + 1);
    (after < wrong.len()).then_some(after + 1)
}

/// The numbers of a season for two in which a version plays so many rounds.
pub(crate) fn for_two(rounds_max: u32) -> RoundNumbers {
    RoundNumbers { rounds_max, matchings: 1, seats: 2 }
}

/// The next batch of such a season.
pub(crate) fn draw_for_two(state: &State, secret: &Secret, rounds_max: u32) -> Vec<Pairing> {
    ladder::draw(state, secret, for_two(rounds_max))
}
