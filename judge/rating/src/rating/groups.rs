//! The search for the cuts of the field into groups that explain the games best.
//!
//! To fit each cut takes long. So all are weighed by the likelihood to the second order, around a fit that shrinks little, and
//! only the few that weigh most are fitted. That tells which are good, and not how good they are.

use super::cuts::Points;
use super::distribution::{Distribution, OF_MEANS};
use super::fit::Fit;
use super::matrix::{Matrix, dot};
use super::posterior::{COARSEST, Grid, LAST, NEGLIGIBLE, PARTS, presumed, tau, weight};

/// With fewer contestants games cannot tell groups from chance.
const CONTESTANTS_LEAST: usize = 4;

/// With more, what is known of all cuts would take more than 200 MiB.
const CONTESTANTS_MAX: usize = 1_500;

/// The most groups that are looked for.
const GROUPS_MAX: usize = 4;

/// The number of cuts that are fitted, of those that seem to weigh most.
const FITTED: usize = 3;

/// A further group is half as likely as none, before any game.
const FURTHER: f64 = -std::f64::consts::LN_2;

/// If one group more explains the games by this much worse, as a logarithm, no more are tried.
const WORSE: f64 = -8.0;

/// The share of the weight that groups have at least which end at a nearly open cut. With a half, a star above equals holds less
/// often; with less, two halves in a Swiss of few rounds do.
const NEARLY_OPEN: f64 = 1.0 / 3.0;

/// The place of the τ by which contestants are put in order. A smaller one would shrink those most who have played least.
const LOOSE: i32 = 16 * PARTS;

/// The second order around the fit of one group with a certain τ, summed up in the contestants' order.
struct CutSums {
    place: i32,
    weight: f64,
    /// Of the strengths of those before each.
    strengths: Vec<f64>,
    /// Of the covariances of those before each with those before each.
    covariances: Matrix,
}

/// What the search has found.
pub(super) struct Found {
    /// The grids of all cuts that were fitted.
    pub(super) grids: Vec<Grid>,
    /// The contestants between cuts that give bounds, from the strongest, or all of them if there is none.
    pub(super) parts: Vec<Vec<usize>>,
    /// The number of surely separating cuts above each contestant.
    pub(super) levels: Vec<Option<usize>>,
}

/// The contestants field by field, each field in order, and what tells groups of them apart.
struct Contestants<'a> {
    order: Vec<usize>,
    /// The start of each field, and the end of the last one: no group crosses these.
    fields: Vec<usize>,
    swept: &'a Grid,
    sums: Vec<CutSums>,
}

/// Looks for the groups that explain the games best. `one` is the grid of one group for each field, and `swept` has points of
/// all its places. If cuts `may_be_open`, those that give bounds and places are told.
pub(super) fn search(
    fit: &mut Fit<'_>,
    one: Grid,
    swept: &Grid,
    points: &Points,
    may_be_open: bool,
) -> Found {
    let loose = &swept.points[&LOOSE].at;
    let in_order = |mut members: Vec<usize>| {
        members.sort_by(|i, j| loose[*j].total_cmp(&loose[*i]));
        members
    };
    let mut contestants = Contestants { order: vec![], fields: vec![0], swept, sums: vec![] };
    for field in &fit.terms.fields {
        contestants.order.extend(in_order(field.clone()));
        contestants.fields.push(contestants.order.len());
    }
    // A field of one, as an anchor is, has no part in what is told of the others.
    let several = fit.terms.fields.iter().filter(|field| field.len() > 1);
    let order = in_order(several.flatten().copied().collect());
    let cuts = points.cuts(&order);
    let mut levels = vec![None; fit.terms.contestants];
    let mut ends = vec![0, order.len()];
    if may_be_open {
        ends.splice(1..1, cuts.bounding());
        order.iter().zip(cuts.levels(order.len())).for_each(|(&i, level)| levels[i] = level);
    }
    let mut grids = vec![one];
    if (CONTESTANTS_LEAST..=CONTESTANTS_MAX).contains(&order.len()) {
        contestants.look(fit, &mut grids);
    }
    if let Some(cut) = cuts.nearly_open() {
        contestants.give_weight(fit, &mut grids, &order[..cut]);
    }
    Found { grids, parts: parted(&order, &ends), levels }
}

/// The contestants between these cuts.
fn parted(order: &[usize], cuts: &[usize]) -> Vec<Vec<usize>> {
    cuts.windows(2).map(|ends| order[ends[0]..ends[1]].to_vec()).collect()
}

impl Contestants<'_> {
    /// The grid of groups that end at these cuts.
    fn explain(&self, fit: &mut Fit<'_>, cuts: &[usize], place: i32, least: f64) -> Grid {
        let start = self.swept.points[&place].at.clone();
        Grid::of_groups(fit, parted(&self.order, cuts), self.presumed(cuts), (place, start), least)
    }

    /// One cut more after the other, while that explains the games nearly as well: adds the grids of the best.
    fn look(&mut self, fit: &mut Fit<'_>, grids: &mut Vec<Grid>) {
        let places = (2 * COARSEST..LAST).step_by(usize::try_from(COARSEST).expect("it is small"));
        self.sums = places.map(|place| CutSums::new(fit, self.swept, place, &self.order)).collect();
        let mut cuts = self.fields.clone();
        let mut height = grids[0].height();
        for _ in 1..GROUPS_MAX {
            let mut best = None;
            for (_, place, cuts) in self.further(&cuts).into_iter().take(FITTED) {
                let grid = self.explain(fit, &cuts, place, height + NEGLIGIBLE);
                let this = grid.height();
                if best.as_ref().is_none_or(|(height, _)| this > *height) {
                    best = Some((this, cuts));
                }
                grids.push(grid);
                if this - height < WORSE {
                    break;
                }
            }
            match best {
                Some((this, better)) if this - height > WORSE => (height, cuts) = (height.max(this), better),
                _ => break,
            }
        }
    }

    /// All ways to add a cut to these, by the second order: the weight, the place of τ and the cuts, the best first.
    fn further(&self, cuts: &[usize]) -> Vec<(f64, i32, Vec<usize>)> {
        let mut found: Vec<(f64, i32, Vec<usize>)> = (1..self.order.len())
            .filter(|cut| !cuts.contains(cut))
            .filter_map(|cut| {
                let mut cuts = cuts.to_vec();
                cuts.push(cut);
                cuts.sort_unstable();
                let weights = self.sums.iter().filter_map(|sums| Some((sums.weight(&cuts)?, sums.place)));
                let (weight, place) = weights.max_by(|a, b| a.0.total_cmp(&b.0))?;
                Some((weight + self.presumed(&cuts), place, cuts))
            })
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.2.cmp(&b.2)));
        found
    }

    /// The logarithm of what is presumed of groups that end at these cuts.
    fn presumed(&self, cuts: &[usize]) -> f64 {
        let of_field = |ends: &[usize]| {
            let cuts = cuts.iter().filter(|cut| (ends[0]..=ends[1]).contains(cut));
            presumed_of(&cuts.map(|cut| cut - ends[0]).collect::<Vec<_>>())
        };
        self.fields.windows(2).map(of_field).sum()
    }

    /// Gives [`NEARLY_OPEN`] of the weight to the groups that keep those `above` a cut apart from the others, if they have less.
    fn give_weight(&self, fit: &mut Fit<'_>, grids: &mut Vec<Grid>, above: &[usize]) {
        let mut is_above = vec![false; fit.terms.contestants];
        for &i in above {
            is_above[i] = true;
        }
        let mut cuts = vec![0];
        for ends in self.fields.windows(2) {
            let above = self.order[ends[0]..ends[1]].iter().filter(|i| is_above[**i]).count();
            cuts.extend([ends[0] + above, ends[1]]);
        }
        cuts.dedup();
        let grid = self.explain(fit, &cuts, LOOSE / 2, f64::NEG_INFINITY);
        if grids.iter().all(|other| other.groups != grid.groups) {
            grids.push(grid);
        }
        let is_apart = |grid: &Grid| {
            grid.groups.iter().all(|members| members.iter().all(|&i| is_above[i] == is_above[members[0]]))
        };
        let apart = weight(fit, grids.iter_mut().filter(|grid| is_apart(grid)));
        let mixed = weight(fit, grids.iter_mut().filter(|grid| !is_apart(grid)));
        let least = mixed + libm::log(NEARLY_OPEN / (1.0 - NEARLY_OPEN));
        if apart < least {
            grids.iter_mut().filter(|grid| is_apart(grid)).for_each(|grid| grid.lift = least - apart);
        }
    }
}

/// The logarithm of what is presumed of groups of one field that end at these cuts: all sizes are equally likely, and then all ways to
/// share the contestants out, so that equals and lines stay in one group.
fn presumed_of(cuts: &[usize]) -> f64 {
    let ln_gamma = |x: usize| libm::lgamma(x as f64);
    let (groups, contestants) = (cuts.len() - 1, cuts[cuts.len() - 1]);
    let shared_out: f64 = cuts.windows(2).map(|ends| ln_gamma(ends[1] - ends[0] + 1)).sum();
    ln_gamma(groups + 1) + ln_gamma(groups) + shared_out - ln_gamma(contestants + groups)
        + FURTHER * (groups - 1) as f64
}

impl CutSums {
    fn new(fit: &mut Fit<'_>, swept: &Grid, place: i32, order: &[usize]) -> Self {
        // Here all fields are one group, which [`Self::weight`] cuts.
        fit.terms.drawn = Distribution::new(&[(0..order.len()).collect()], tau(place));
        let loose = fit.evaluate(swept.points[&LOOSE].at.clone());
        let factor = fit.information(&loose).cholesky();
        let inverse = factor.inverse_of_square();
        let determinants = fit.terms.drawn.log_determinant() - factor.log_determinant_of_square();
        // One step of Newton's from there.
        let step: Vec<f64> = (0..loose.at.len()).map(|i| dot(inverse.row(i), &loose.gradient)).collect();
        let gain = 0.5 * dot(&step, &loose.gradient);
        let weight = loose.value + gain + 0.5 * determinants + presumed(place);
        let mut strengths = vec![0.0];
        let mut covariances = Matrix::zero(order.len() + 1);
        for (row, &i) in order.iter().enumerate() {
            strengths.push(strengths[row] + loose.at[i] + step[i]);
            let mut sum = 0.0;
            for (column, &j) in order.iter().enumerate() {
                sum += inverse.at(i, j);
                let above = covariances.at(row, column + 1);
                covariances.row_mut(row + 1)[column + 1] = above + sum;
            }
        }
        Self { place, weight, strengths, covariances }
    }

    /// The weight of groups that end at these cuts with this τ; nothing where the second order is none.
    ///
    /// With U the groups' indicators, x the strengths' maximum, A their information and C the diagonal c / s² of
    /// [`Distribution`], T = √C Uᵀ A⁻¹ U √C and z = √C Uᵀ x, the gain is
    /// ½ zᵀ (I − T)⁻¹ z − ½ ln det (I − T), and half of what the precision's determinant gains.
    fn weight(&self, cuts: &[usize]) -> Option<f64> {
        let tau = tau(self.place);
        let groups = cuts.len() - 1;
        let size = |g: usize| (cuts[g + 1] - cuts[g]) as f64;
        let spread = |g: usize| tau * tau + size(g) * OF_MEANS * OF_MEANS;
        let root: Vec<f64> = (0..groups).map(|g| OF_MEANS / (tau * spread(g).sqrt())).collect();
        let mut z: Vec<f64> =
            (0..groups).map(|g| root[g] * (self.strengths[cuts[g + 1]] - self.strengths[cuts[g]])).collect();
        let block = |g: usize, h: usize| {
            let at = |i: usize, j: usize| self.covariances.at(cuts[i], cuts[j]);
            at(g + 1, h + 1) - at(g, h + 1) - at(g + 1, h) + at(g, h)
        };
        let entry = |g: usize, h: usize| f64::from(u8::from(g == h)) - root[g] * block(g, h) * root[h];
        let row = |g: usize| (0..groups).map(|h| entry(g, h)).collect();
        let mut left: Vec<Vec<f64>> = (0..groups).map(row).collect();
        let mut gain: f64 = (0..groups).map(|g| 0.5 * libm::log(tau * tau / spread(g))).sum();
        // By elimination, a group at a time.
        while let (Some(top), Some(x)) = (left.pop(), z.pop()) {
            let (rest, pivot) = (&top[..left.len()], top[left.len()]);
            if pivot <= 0.0 {
                return None;
            }
            gain += 0.5 * (x * x / pivot - libm::log(pivot));
            for ((row, z), own) in left.iter_mut().zip(&mut z).zip(rest) {
                let factor = own / pivot;
                row.iter_mut().zip(rest).for_each(|(entry, other)| *entry -= factor * other);
                *z -= factor * x;
            }
        }
        Some(self.weight + gain)
    }
}
