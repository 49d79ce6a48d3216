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
}

impl Distribution {
    /// That of these groups with this standard deviation within each.
    pub(super) fn new(groups: &[Vec<usize>], within: f64) -> Self {
        let of_means = if groups.len() > 1 { OF_MEANS * OF_MEANS } else { 0.0 };
        let shared =
            groups.iter().map(|group| of_means / (within * within + group.len() as f64 * of_means)).collect();
        let mut group = vec![0; groups.iter().map(Vec::len).sum()];
        for (number, members) in groups.iter().enumerate() {
            for &i in members {
                group[i] = number;
            }
        }
        Self { precision: 1.0 / (within * within), groups: groups.to_vec(), group, shared }
    }

    /// The precision times the strengths: how hard each is pulled towards its group's mean.
    pub(super) fn pull(&self, at: &[f64]) -> Vec<f64> {
        let mut pull: Vec<f64> = (0..self.group.len()).map(|i| self.stiffness(i) * at[i]).collect();
        self.add_image_between(at, &mut pull);
        pull
    }

    /// The precision's diagonal.
    pub(super) fn stiffness(&self, i: usize) -> f64 {
        self.precision * (1.0 - self.shared[self.group[i]])
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

    /// The groups of several whose means are unknown, each with the precision between any two of its members.
    fn between(&self) -> impl Iterator<Item = (&[usize], f64)> {
        let groups = self.groups.iter().zip(&self.shared);
        let groups = groups.filter(|(members, shared)| members.len() > 1 && **shared > 0.0);
        groups.map(|(members, shared)| (&members[..], -self.precision * shared))
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
