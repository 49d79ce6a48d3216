//! The search for the cuts of the field into groups that explain the games best.
//!
//! To fit each cut takes long. So all are weighed by the likelihood to the second order, around a fit that shrinks little, and
//! only the few that weigh most are fitted. That tells which are good, and not how good they are.

use super::distribution::OF_MEANS;
use super::fit::Fit;
use super::matrix::{Matrix, dot};
use super::model::{Data, Seats, bits};
use super::posterior::{COARSEST, Grid, LAST, NEGLIGIBLE, PARTS, presumed, tau};

/// With fewer contestants games cannot tell groups from chance.
const CONTESTANTS_LEAST: usize = 4;

/// With more, what is known of all cuts would take more than 200 MiB.
const CONTESTANTS_MAX: usize = 1_500;

/// With fewer contestants no cut is open: too easily all games that cross it are won by chance.
const OPEN_LEAST: usize = 6;

/// The most groups that are looked for.
const GROUPS_MAX: usize = 4;

/// The number of cuts that are fitted, of those that seem to weigh most.
const FITTED: usize = 3;

/// A further group is half as likely as none, before any game.
const FURTHER: f64 = -std::f64::consts::LN_2;

/// If one group more explains the games by this much worse, as a logarithm, no more are tried.
const WORSE: f64 = -8.0;

/// The place of the τ by which contestants are put in order. A smaller one would shrink those most who have played least.
const LOOSE: i32 = 16 * PARTS;

/// The second order around the fit of one group with a certain τ. Contestants are in order, and all is summed up.
struct Sums {
    place: i32,
    weight: f64,
    /// Of the strengths of those before each.
    strengths: Vec<f64>,
    /// Of the covariances of those before each with those before each.
    covariances: Matrix,
}

/// Looks for the groups that explain the games best. If cuts `may_be_open`, none is left out that is.
/// `one` is the grid of one group, and `swept` has points of all its places.
///
/// Gives the grids of all cuts that were fitted, of which the first is that of one group, or of the open cuts if there
/// are any; and the contestants between open cuts, from the strongest, or all of them if there is none.
pub(super) fn search(
    fit: &mut Fit<'_>,
    one: Grid,
    swept: &Grid,
    may_be_open: bool,
) -> (Vec<Grid>, Vec<Vec<usize>>) {
    let contestants = fit.terms.contestants;
    let loose = &swept.points[&LOOSE].at;
    let mut order: Vec<usize> = (0..contestants).collect();
    order.sort_by(|i, j| loose[*j].total_cmp(&loose[*i]));
    let mut cuts = vec![0, contestants];
    if may_be_open {
        cuts.extend(open_cuts(fit.data, &order));
        cuts.sort_unstable();
    }
    let parted = |cuts: &[usize]| -> Vec<Vec<usize>> {
        cuts.windows(2).map(|ends| order[ends[0]..ends[1]].to_vec()).collect()
    };
    let parts = parted(&cuts);
    let explain = |fit: &mut Fit<'_>, cuts: &[usize], place: i32, least: f64| {
        let start = swept.points[&place].at.clone();
        Grid::of_groups(fit, parted(cuts), presumed_of(cuts), (place, start), least)
    };
    let mut grids =
        vec![if parts.len() > 1 { explain(fit, &cuts, LOOSE / 2, f64::NEG_INFINITY) } else { one }];
    if !(CONTESTANTS_LEAST..=CONTESTANTS_MAX).contains(&contestants) {
        return (grids, parts);
    }
    let sums: Vec<Sums> = (2 * COARSEST..LAST)
        .step_by(usize::try_from(COARSEST).expect("it is small"))
        .map(|place| Sums::new(fit, swept, place, &order))
        .collect();
    let mut height = grids[0].height();
    while cuts.len() <= GROUPS_MAX {
        let mut found: Vec<(f64, i32, Vec<usize>)> = (1..contestants)
            .filter(|cut| !cuts.contains(cut))
            .filter_map(|cut| {
                let mut cuts = cuts.clone();
                cuts.push(cut);
                cuts.sort_unstable();
                let weights = sums.iter().filter_map(|sums| Some((sums.weight(&cuts)?, sums.place)));
                let (weight, place) = weights.max_by(|a, b| a.0.total_cmp(&b.0))?;
                Some((weight + presumed_of(&cuts), place, cuts))
            })
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.2.cmp(&b.2)));
        let mut best = None;
        for (_, place, cuts) in found.into_iter().take(FITTED) {
            let grid = explain(fit, &cuts, place, height + NEGLIGIBLE);
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
    (grids, parts)
}

/// The cuts of contestants in order that no close game crosses: how far apart both sides are, nobody can say.
///
/// Nobody below has won or drawn against anybody above, so many games cross the cut that this is no chance, and there are
/// some contestants on both sides.
fn open_cuts(data: &Data, order: &[usize]) -> Vec<usize> {
    let contestants = order.len();
    let mut place = vec![0; contestants];
    order.iter().enumerate().for_each(|(at, &i)| place[i] = at);
    let (mut crossing, mut close) = (vec![0.0; contestants + 1], vec![0.0; contestants + 1]);
    for situation in &data.situations {
        let places = || situation.contestants().map(|i| place[i]);
        let (Some(above), Some(below)) = (places().min(), places().max()) else { continue };
        let is_won = |seats: Seats| bits(seats).all(|seat| place[situation.seated[seat]] == above);
        let lost: f64 = situation.picked.iter().filter(|(seats, _)| !is_won(*seats)).map(|(_, n)| n).sum();
        for cut in above + 1..=below {
            crossing[cut] += situation.count;
            close[cut] += lost;
        }
    }
    let side = CONTESTANTS_LEAST.div_ceil(2).max(contestants.div_ceil(16));
    let is_open = |&cut: &usize| close[cut] == 0.0 && 2.0 * crossing[cut] >= contestants as f64;
    let cuts = side..(contestants + 1).saturating_sub(side);
    let open: Vec<usize> = cuts.filter(is_open).collect();
    // More of them than groups are strengths that lie far apart all along.
    if contestants < OPEN_LEAST || open.len() >= GROUPS_MAX { vec![] } else { open }
}

/// The logarithm of what is presumed of groups that end at these cuts: all sizes are equally likely, and then all ways to
/// share the contestants out, so that equals and lines stay in one group.
fn presumed_of(cuts: &[usize]) -> f64 {
    let ln_gamma = |x: usize| libm::lgamma(x as f64);
    let (groups, contestants) = (cuts.len() - 1, cuts[cuts.len() - 1]);
    let shared_out: f64 = cuts.windows(2).map(|ends| ln_gamma(ends[1] - ends[0] + 1)).sum();
    ln_gamma(groups + 1) + ln_gamma(groups) + shared_out - ln_gamma(contestants + groups)
        + FURTHER * (groups - 1) as f64
}

impl Sums {
    fn new(fit: &mut Fit<'_>, swept: &Grid, place: i32, order: &[usize]) -> Self {
        fit.terms.drawn = fit.terms.drawn.of(&swept.groups, tau(place));
        let loose = fit.evaluate(swept.points[&LOOSE].at.clone());
        let (inverse, of_information) = fit.information(&loose).dense().inverse_and_log_determinant();
        let determinants = fit.terms.drawn.log_determinant() - of_information;
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
    /// [`Distribution`](super::distribution::Distribution), T = √C Uᵀ A⁻¹ U √C and z = √C Uᵀ x, the gain is
    /// ½ zᵀ (I − T)⁻¹ z − ½ ln det (I − T), and half of what the precision's determinant gains.
    fn weight(&self, cuts: &[usize]) -> Option<f64> {
        let tau = tau(self.place);
        let groups = cuts.len() - 1;
        let size = |g: usize| (cuts[g + 1] - cuts[g]) as f64;
        let root: Vec<f64> = (0..groups)
            .map(|g| OF_MEANS / (tau * (tau * tau + size(g) * OF_MEANS * OF_MEANS).sqrt()))
            .collect();
        let mut z: Vec<f64> =
            (0..groups).map(|g| root[g] * (self.strengths[cuts[g + 1]] - self.strengths[cuts[g]])).collect();
        let block = |g: usize, h: usize| {
            let at = |i: usize, j: usize| self.covariances.at(cuts[i], cuts[j]);
            at(g + 1, h + 1) - at(g, h + 1) - at(g + 1, h) + at(g, h)
        };
        let mut left: Vec<Vec<f64>> = (0..groups)
            .map(|g| {
                (0..groups).map(|h| f64::from(u8::from(g == h)) - root[g] * block(g, h) * root[h]).collect()
            })
            .collect();
        let mut gain: f64 = (0..groups)
            .map(|g| 0.5 * libm::log(tau * tau / (tau * tau + size(g) * OF_MEANS * OF_MEANS)))
            .sum();
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
