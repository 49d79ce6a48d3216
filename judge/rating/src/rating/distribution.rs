//! The distribution that strengths come from: normal within each group, and normal the means of the groups.

use super::matrix::Matrix;

/// The standard deviation of a group's mean, in logits: two groups may well lie 614 points of Elo apart.
pub(super) const OF_MEANS: f64 = 2.5;

/// Such a distribution; of nobody if it has no group. The mean of one group alone is 0.
///
/// With the groups' means integrated out, its precision is (I − c 1 1ᵀ) / s² within a group of n members, where s is the
/// standard deviation in it, and c = [`OF_MEANS`]² / (s² + n [`OF_MEANS`]²); nothing is between groups.
#[derive(Clone, Default)]
pub(super) struct Distribution {
    /// 1 / s².
    precision: f64,
    groups: Vec<Vec<usize>>,
    /// The group of each contestant.
    group: Vec<usize>,
    /// c of each group.
    shared: Vec<f64>,
    pub(super) held: KnownStrengths,
}

/// The precision of differences that are known: 0.2 points of Elo.
const HELD: f64 = 1e6;

/// Contestants whose strengths are known against one another.
///
/// That is a precision, too, [`HELD`] (I − 1 1ᵀ / n) around what is known: how strong they all are it leaves open. What it has
/// of the determinant is the same whatever the distribution is, and so it is left out there.
#[derive(Clone, Default)]
pub(super) struct KnownStrengths {
    members: Vec<usize>,
    /// The strength of each contestant against the mean of these; of others 0.
    at: Vec<f64>,
}

impl KnownStrengths {
    /// These, each with its strength, of so many contestants.
    pub(super) fn new(contestants: usize, strengths: &[(usize, f64)]) -> Self {
        let mean = strengths.iter().map(|(_, x)| x).sum::<f64>() / strengths.len().max(1) as f64;
        let mut at = vec![0.0; contestants];
        for &(i, x) in strengths {
            at[i] = x - mean;
        }
        Self { members: strengths.iter().map(|(i, _)| *i).collect(), at }
    }

    /// The precision between any two of them.
    fn between(&self) -> f64 {
        -HELD / self.members.len() as f64
    }
}

impl Distribution {
    /// That of these groups with this standard deviation within each, in which the same are held.
    pub(super) fn of(&self, groups: &[Vec<usize>], within: f64) -> Self {
        let of_means = if groups.len() > 1 { OF_MEANS * OF_MEANS } else { 0.0 };
        let shared =
            groups.iter().map(|group| of_means / (within * within + group.len() as f64 * of_means)).collect();
        let mut group = vec![0; groups.iter().map(Vec::len).sum()];
        for (number, members) in groups.iter().enumerate() {
            for &i in members {
                group[i] = number;
            }
        }
        let held = self.held.clone();
        Self { precision: 1.0 / (within * within), groups: groups.to_vec(), group, shared, held }
    }

    /// The precision times the strengths: how hard each is pulled towards its group's mean.
    pub(super) fn pull(&self, at: &[f64]) -> Vec<f64> {
        let mut pull: Vec<f64> = (0..self.group.len()).map(|i| self.stiffness(i) * at[i]).collect();
        self.add_image_between(at, &mut pull);
        // They are held around what is known of them.
        self.held.members.iter().for_each(|&i| pull[i] -= HELD * self.held.at[i]);
        pull
    }

    /// The part of the density's logarithm beside half of the strengths times their pulls: some are not held around 0.
    pub(super) fn beside(&self, at: &[f64]) -> f64 {
        let KnownStrengths { members, at: known } = &self.held;
        let mean = members.iter().map(|&i| at[i]).sum::<f64>() / members.len().max(1) as f64;
        0.5 * HELD * members.iter().map(|&i| known[i] * (at[i] - mean - known[i])).sum::<f64>()
    }

    /// The precision's diagonal.
    pub(super) fn stiffness(&self, i: usize) -> f64 {
        let held = if self.held.members.contains(&i) { HELD + self.held.between() } else { 0.0 };
        self.precision * (1.0 - self.shared[self.group[i]]) + held
    }

    /// Adds what the precision off its diagonal makes of a vector.
    pub(super) fn add_image_between(&self, vector: &[f64], image: &mut [f64]) {
        for (members, between) in self.between() {
            let sum: f64 = members.iter().map(|&i| vector[i]).sum();
            for &i in members {
                image[i] += between * (sum - vector[i]);
            }
        }
    }

    /// Adds the precision off its diagonal.
    pub(super) fn add_between(&self, to: &mut Matrix) {
        for (members, between) in self.between() {
            for &i in members {
                members.iter().filter(|j| **j != i).for_each(|&j| to.add(i, j, between));
            }
        }
    }

    /// The groups whose means are unknown, and those who are held, each with the precision between any two of its members.
    fn between(&self) -> impl Iterator<Item = (&[usize], f64)> {
        let groups = self.groups.iter().zip(&self.shared).filter(|(_, shared)| **shared > 0.0);
        let held = Some((&self.held.members[..], self.held.between())).filter(|(held, _)| !held.is_empty());
        groups.map(|(members, shared)| (&members[..], -self.precision * shared)).chain(held)
    }

    /// The logarithm of the precision's determinant.
    pub(super) fn log_determinant(&self) -> f64 {
        let of_group = |(members, shared): (&Vec<usize>, &f64)| {
            let size = members.len() as f64;
            size * libm::log(self.precision) + libm::log1p(-size * shared)
        };
        self.groups.iter().zip(&self.shared).map(of_group).sum()
    }
}
