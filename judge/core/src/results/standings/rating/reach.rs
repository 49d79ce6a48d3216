//! Who can be compared with whom: from who held its own against whom.
//!
//! A likelihood has its maximum at finite strengths just if everybody has held its own, directly or
//! through others, against everybody (L. R. Ford, "Solution of a ranking problem from binary comparisons", 1957).

/// Who has held its own against whom, directly or through others.
pub(super) struct Reach {
    reaches: Vec<Vec<bool>>,
}

impl Reach {
    /// `held_own` are the pairs of which the first was at least level with the second in some game.
    pub(super) fn new(contestants: usize, held_own: Vec<(usize, usize)>) -> Self {
        let mut reaches: Vec<Vec<bool>> =
            (0..contestants).map(|i| (0..contestants).map(|j| i == j).collect()).collect();
        for (better, worse) in held_own {
            reaches[better][worse] = true;
        }
        for via in 0..contestants {
            let on = reaches[via].clone();
            for row in reaches.iter_mut().filter(|row| row[via]) {
                row.iter_mut().zip(&on).for_each(|(reached, on)| *reached |= on);
            }
        }
        Self { reaches }
    }

    /// Whether nobody outside has held its own against `i` or its like, while there is somebody outside.
    pub(super) fn is_highest(&self, i: usize) -> bool {
        self.has_others(i) && self.all().all(|j| !self.reaches[j][i] || self.reaches[i][j])
    }

    /// Whether neither `i` nor its like has held its own against anybody outside, while there is somebody outside.
    pub(super) fn is_lowest(&self, i: usize) -> bool {
        self.has_others(i) && self.all().all(|j| !self.reaches[i][j] || self.reaches[j][i])
    }

    fn has_others(&self, i: usize) -> bool {
        self.reaches.len() == 1 || self.all().any(|j| !(self.reaches[i][j] && self.reaches[j][i]))
    }

    /// For each the number of its group, in which all have met, directly or through others.
    pub(super) fn groups(&self) -> Vec<usize> {
        let mut groups: Vec<Option<usize>> = vec![None; self.reaches.len()];
        let mut count = 0;
        for first in self.all() {
            if groups[first].is_some() {
                continue;
            }
            let mut found = vec![first];
            while let Some(i) = found.pop() {
                if groups[i].is_none() {
                    groups[i] = Some(count);
                    found.extend(self.all().filter(|&j| self.reaches[i][j] || self.reaches[j][i]));
                }
            }
            count += 1;
        }
        groups.into_iter().flatten().collect()
    }

    fn all(&self) -> std::ops::Range<usize> {
        0..self.reaches.len()
    }
}
