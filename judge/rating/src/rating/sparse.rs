//! The information as a matrix of which only those entries are kept that games fill.

use std::ops::Range;

use super::distribution::Distribution;
use super::fit::Evaluation;
use super::layout::{FitLayout, Parameter};
use super::matrix::{Matrix, dot};
use super::model::Data;

/// By how much equations are solved better than at the beginning, squared.
///
/// Newton's next step mends what is left, so this need not be little.
const RESIDUE: f64 = 1e-12;

/// Entries that are collected before those that are there twice are looked for.
const ROOM: usize = 10_000;

/// The entries of a symmetric matrix that games fill, up to the diagonal and row by row: these never change in a fit.
pub(super) struct Filled {
    /// The start of each row in `columns`, and the end of the last one.
    starts: Vec<usize>,
    columns: Vec<usize>,
    /// The places of each situation's entries, one situation after another. A season has millions of them.
    slots: Vec<u32>,
}

/// A symmetric matrix.
pub(super) struct Sparse<'a> {
    filled: &'a Filled,
    entries: Vec<f64>,
    /// The precision between strengths that their distribution adds.
    drawn: &'a Distribution,
}

impl Filled {
    pub(super) fn new(layout: &FitLayout, size: usize) -> Self {
        let mut filled: Vec<(usize, usize)> = (0..size).map(|i| (i, i)).collect();
        // Games fill most entries again and again: they are forgotten on the way, before they take much memory.
        let mut room = filled.len() + ROOM;
        for_entries(layout, |i, j| {
            filled.push((i, j));
            if filled.len() == room {
                sort_distinct(&mut filled);
                room = 2 * filled.len() + ROOM;
            }
        });
        sort_distinct(&mut filled);
        let mut starts = vec![0; size + 1];
        for (i, _) in &filled {
            starts[i + 1] += 1;
        }
        (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
        let columns: Vec<usize> = filled.into_iter().map(|(_, j)| j).collect();
        // To look a place up takes longer than to add there.
        let mut slots = Vec::new();
        for_entries(layout, |i, j| {
            let row = &columns[starts[i]..starts[i + 1]];
            let slot = starts[i] + row.binary_search(&j).expect("it is filled");
            slots.push(u32::try_from(slot).expect("so many entries fit into no memory"));
        });
        Self { starts, columns, slots }
    }

    /// The places of a row's entries, of which the diagonal is the last.
    fn row(&self, i: usize) -> Range<usize> {
        self.starts[i]..self.starts[i + 1]
    }
}

impl<'a> Sparse<'a> {
    /// The information at a point.
    pub(super) fn new(
        filled: &'a Filled,
        data: &Data,
        layout: &FitLayout,
        Evaluation { prior, chances, .. }: &Evaluation,
        drawn: &'a Distribution,
    ) -> Self {
        let mut entries = vec![0.0; filled.columns.len()];
        prior.iter().enumerate().for_each(|(i, prior)| entries[filled.row(i).end - 1] = *prior);
        let mut slots = filled.slots.iter();
        for (index, situation) in data.situations.iter().enumerate() {
            let covariance = chances.covariance(index);
            for_places(layout.links(index), |place, _, _| {
                let slot = slots.next().expect("each entry has one");
                entries[*slot as usize] += situation.count * covariance[place];
            });
        }
        Self { filled, entries, drawn }
    }

    /// Solves the equations by conjugate gradients (M. R. Hestenes and E. Stiefel, 1952).
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        // Divided by the diagonal, and by 1 where that is zero, who has played a thousand rounds and who has played two are
        // alike, which saves steps.
        let diagonal = (0..self.size()).map(|i| self.diagonal(i));
        let scale: Vec<f64> = diagonal.map(|x| if x > 0.0 { x } else { 1.0 }).collect();
        let scaled = |x: &[f64]| -> Vec<f64> { x.iter().zip(&scale).map(|(x, scale)| x / scale).collect() };
        let mut solution = vec![0.0; right.len()];
        let mut left = right.to_vec();
        let mut direction = scaled(&left);
        let mut size = dot(&left, &direction);
        let enough = size * RESIDUE;
        // Without rounding errors as many steps as there are equations would do.
        for _ in 0..2 * right.len() + 20 {
            let image = self.times(&direction);
            let curvature = dot(&direction, &image);
            if size <= enough || curvature <= 0.0 {
                break;
            }
            let length = size / curvature;
            solution.iter_mut().zip(&direction).for_each(|(x, dx)| *x += length * dx);
            left.iter_mut().zip(&image).for_each(|(x, dx)| *x -= length * dx);
            let next = scaled(&left);
            let next_size = dot(&left, &next);
            let back = next_size / size;
            direction = next.iter().zip(&direction).map(|(x, old)| x + back * old).collect();
            size = next_size;
        }
        solution
    }

    /// The lower triangle of which the whole matrix is the square.
    pub(super) fn cholesky(&self) -> Matrix {
        let mut dense = Matrix::zero(self.size());
        for i in 0..dense.size {
            dense.row_mut(i)[i] = self.diagonal(i);
            for (j, entry) in self.left(i) {
                dense.row_mut(i)[j] = entry;
                dense.row_mut(j)[i] = entry;
            }
        }
        self.drawn.add_between(&mut dense);
        dense.cholesky()
    }

    fn size(&self) -> usize {
        self.filled.starts.len() - 1
    }

    /// The entries of a row left of the diagonal, each with its column.
    fn left(&self, i: usize) -> impl Iterator<Item = (usize, f64)> {
        let Range { start, end } = self.filled.row(i);
        let range = start..end - 1;
        self.filled.columns[range.clone()].iter().copied().zip(self.entries[range].iter().copied())
    }

    fn diagonal(&self, i: usize) -> f64 {
        self.entries[self.filled.row(i).end - 1]
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let mut image: Vec<f64> = (0..vector.len()).map(|i| self.diagonal(i) * vector[i]).collect();
        for i in 0..vector.len() {
            for (j, entry) in self.left(i) {
                image[i] += entry * vector[j];
                image[j] += entry * vector[i];
            }
        }
        self.drawn.add_image_between(vector, &mut image);
        image
    }
}

fn sort_distinct(entries: &mut Vec<(usize, usize)>) {
    entries.sort_unstable();
    entries.dedup();
}

/// Goes through the entries of all situations up to the diagonal: row and column.
fn for_entries(layout: &FitLayout, mut entry: impl FnMut(usize, usize)) {
    for index in 0..layout.situations() {
        for_places(layout.links(index), |_, i, j| entry(i.max(j), i.min(j)));
    }
}

/// Goes through a situation's entries, of two that mirror one another through one: which one of its own covariance it is, and
/// the two parameters.
fn for_places(links: &[Parameter], mut entry: impl FnMut(usize, usize, usize)) {
    for (own, link) in links.iter().enumerate() {
        let place = own * links.len();
        for (number, &i) in link.parameters().iter().enumerate() {
            link.parameters()[..=number].iter().for_each(|&j| entry(place + own, i, j));
            for (other, link) in links[..own].iter().enumerate() {
                link.parameters().iter().for_each(|&j| entry(place + other, i, j));
            }
        }
    }
}
