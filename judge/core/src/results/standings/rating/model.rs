//! Counts of results in, the likelihood of strengths out.
//!
//! A game is a series of picks: of those left at the table, one or several level ones come first. How likely
//! a pick is goes by the mean of the picked ones' strengths, each with its seat's, and by how many they are.

use std::collections::BTreeMap;

use super::tally::Tally;

/// Seats of a table, as bits.
type Seats = u32;

/// What can be picked from, and how often it was.
pub(super) struct Situation {
    /// Who sits where.
    seated: Vec<usize>,
    left: Seats,
    picked: BTreeMap<Seats, f64>,
}

/// A pattern of a round's results: its picks, each with its situation, and how many rounds have it.
pub(super) struct Pattern {
    pub(super) picks: Vec<(usize, Seats)>,
    pub(super) count: f64,
}

/// What was played, as it counts for the likelihood.
pub(super) struct Data {
    pub(super) contestants: usize,
    pub(super) situations: Vec<Situation>,
    pub(super) patterns: Vec<Pattern>,
}

/// The parameters: strengths of `contestants`, then of `seats` seats, then of the sizes of `ties`.
pub(super) struct Terms {
    pub(super) contestants: usize,
    pub(super) seats: usize,
    pub(super) ties: Vec<u32>,
    /// How many virtual games belong to each parameter.
    pub(super) prior: f64,
}

/// How likely the picks of a situation are: by its own parameters, which are the
/// seats in order and then the sizes of ties.
pub(super) struct Chances {
    pub(super) log_sum: f64,
    pub(super) mean: Vec<f64>,
    pub(super) covariance: Vec<Vec<f64>>,
}

impl Data {
    /// The games among those who are `rated`; a contestant is told by its place there.
    pub(super) fn new(rated: &[usize], tally: &Tally) -> Self {
        let mut data = Self { contestants: rated.len(), situations: vec![], patterns: vec![] };
        let mut known = BTreeMap::new();
        for (pairing, ranks, count) in tally.patterns() {
            let Ok(table) =
                pairing.iter().map(|id| rated.binary_search(&id.0)).collect::<Result<Vec<_>, _>>()
            else {
                continue;
            };
            let mut pattern = Pattern { picks: vec![], count: count as f64 };
            for (order, ranks) in ranks.chunks(table.len()).enumerate().filter(|(_, ranks)| ranks[0] > 0) {
                let mut seated = table.clone();
                seated.rotate_left(order);
                data.add_game(&mut known, &seated, ranks, &mut pattern);
            }
            data.patterns.push(pattern);
        }
        data
    }

    fn add_game(
        &mut self,
        known: &mut BTreeMap<(Vec<usize>, Seats), usize>,
        seated: &[usize],
        ranks: &[u8],
        pattern: &mut Pattern,
    ) {
        let mut left: Seats = (1 << seated.len()) - 1;
        while left.count_ones() > 1 {
            let best = bits(left).map(|seat| ranks[seat]).min().expect("somebody is left");
            let picked = bits(left).filter(|&seat| ranks[seat] == best).fold(0, |all, seat| all | 1 << seat);
            let situation = *known.entry((seated.to_vec(), left)).or_insert_with(|| {
                self.situations.push(Situation { seated: seated.to_vec(), left, picked: BTreeMap::new() });
                self.situations.len() - 1
            });
            *self.situations[situation].picked.entry(picked).or_insert(0.0) += pattern.count;
            pattern.picks.push((situation, picked));
            left &= !picked;
        }
    }

    /// The parameters that the games can tell something about.
    pub(super) fn terms(&self) -> Terms {
        let seats = self.situations.iter().map(|situation| situation.seated.len()).max().unwrap_or(1) - 1;
        let picked = self.situations.iter().flat_map(|situation| situation.picked.keys());
        let mut ties: Vec<u32> = picked.map(|picked| picked.count_ones()).filter(|size| *size > 1).collect();
        ties.sort_unstable();
        ties.dedup();
        Terms { contestants: self.contestants, seats, ties, prior: 1.0 }
    }

    /// Pairs of which the first was at least level with the second in a game.
    pub(super) fn held_own(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for Situation { seated, left, picked } in &self.situations {
            for better in picked.keys().flat_map(|picked| bits(*picked)) {
                let others = bits(*left).filter(|worse| *worse != better);
                pairs.extend(others.map(|worse| (seated[better], seated[worse])));
            }
        }
        pairs
    }
}

impl Terms {
    pub(super) fn count(&self) -> usize {
        self.contestants + self.seats + self.ties.len()
    }

    /// How likely each pick is, if the parameters are `at`.
    pub(super) fn chances(&self, situation: &Situation, at: &[f64]) -> Chances {
        let picks: Vec<(Seats, f64)> =
            self.picks(situation.left).map(|pick| (pick, self.score(situation, pick, at))).collect();
        let highest = picks.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = picks.iter().map(|(_, score)| libm::exp(score - highest)).collect();
        let sum: f64 = weights.iter().sum();
        let own = situation.seated.len() + self.ties.len();
        let (mut mean, mut covariance) = (vec![0.0; own], vec![vec![0.0; own]; own]);
        for ((pick, _), weight) in picks.iter().zip(&weights) {
            let features = self.features(situation, *pick);
            for &(i, x) in &features {
                mean[i] += weight / sum * x;
                for &(j, y) in &features {
                    covariance[i][j] += weight / sum * x * y;
                }
            }
        }
        for (i, row) in covariance.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry -= mean[i] * mean[j];
            }
        }
        Chances { log_sum: highest + libm::log(sum), mean, covariance }
    }

    /// The sum of a situation's picks' scores, if the parameters are `at`.
    pub(super) fn picked_score(&self, situation: &Situation, at: &[f64]) -> f64 {
        situation.picked.iter().map(|(pick, count)| count * self.score(situation, *pick, at)).sum()
    }

    /// A pick's share in each of the situation's own parameters.
    pub(super) fn features(&self, situation: &Situation, pick: Seats) -> Vec<(usize, f64)> {
        let size = pick.count_ones();
        let share = 1.0 / f64::from(size);
        let tie =
            self.ties.iter().position(|tie| *tie == size).map(|tie| (situation.seated.len() + tie, 1.0));
        bits(pick).map(|seat| (seat, share)).chain(tie).collect()
    }

    /// Which parameters one of a situation's own stands for: a seat for who sits there and for itself.
    pub(super) fn parameters(
        &self,
        situation: &Situation,
        own: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        let (first, second) = match own.checked_sub(situation.seated.len()) {
            Some(tie) => (self.contestants + self.seats + tie, None),
            None => (situation.seated[own], (own < self.seats).then_some(self.contestants + own)),
        };
        [first].into_iter().chain(second)
    }

    fn score(&self, situation: &Situation, pick: Seats, at: &[f64]) -> f64 {
        let value =
            |(own, share): (usize, f64)| self.parameters(situation, own).map(|p| at[p]).sum::<f64>() * share;
        self.features(situation, pick).into_iter().map(value).sum()
    }

    /// All that can be picked from `left`.
    fn picks(&self, left: Seats) -> impl Iterator<Item = Seats> {
        let fits = |pick: &Seats| pick.is_power_of_two() || self.ties.contains(&pick.count_ones());
        (1..=left).filter(move |pick| pick & !left == 0).filter(fits)
    }
}

impl Situation {
    /// How often it came up.
    pub(super) fn count(&self) -> f64 {
        self.picked.values().sum()
    }

    /// Each pick that was made, and how often.
    pub(super) fn picked(&self) -> impl Iterator<Item = (Seats, f64)> {
        self.picked.iter().map(|(pick, count)| (*pick, *count))
    }
}

/// The seats in `seats`, in order.
fn bits(seats: Seats) -> impl Iterator<Item = usize> {
    (0..Seats::BITS as usize).filter(move |seat| seats >> seat & 1 == 1)
}
