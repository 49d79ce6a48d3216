//! Square matrices, row by row, summed in one order on every processor.
//!
//! All that is costly is a product of two rows, so that the processor reads memory in order. Rows are
//! taken in blocks, so that they are still in its cache when they are needed again.

/// Rows that fit into a processor's cache together, twice, for some thousand columns.
const BLOCK: usize = 24;

/// Sums that run side by side, for the processor to add several numbers at once.
const LANES: usize = 8;

/// A square matrix.
#[derive(Clone)]
pub(super) struct Matrix {
    pub(super) size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    pub(super) fn row(&self, i: usize) -> &[f64] {
        &self.entries[i * self.size..][..self.size]
    }

    pub(super) fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.entries[i * self.size..][..self.size]
    }

    pub(super) fn at(&self, i: usize, j: usize) -> f64 {
        self.entries[i * self.size + j]
    }

    pub(super) fn add(&mut self, i: usize, j: usize, x: f64) {
        self.entries[i * self.size + j] += x;
    }

    /// The inverse of the square of this lower triangle.
    pub(super) fn inverse_of_square(&self) -> Self {
        // With L the triangle, this is (L⁻¹)ᵀ L⁻¹. Columns of L⁻¹ are rows here, and each begins with its diagonal.
        let inverted = self.inverse_of_lower();
        symmetric(inverted.size, |i, j| dot(&inverted.row(i)[i..], &inverted.row(j)[i..]))
    }

    /// The logarithm of the determinant of the same square.
    pub(super) fn log_determinant_of_square(&self) -> f64 {
        2.0 * (0..self.size).map(|i| libm::log(self.at(i, i))).sum::<f64>()
    }

    /// The lower triangle of which this matrix, if it is positive definite, is the square.
    pub(super) fn cholesky(mut self) -> Self {
        let n = self.size;
        for block in (0..n).step_by(BLOCK) {
            for j in 0..(block + BLOCK).min(n) {
                for i in block.max(j)..(block + BLOCK).min(n) {
                    // What is needed of both rows lies left of this column, and is done.
                    let rest = self.at(i, j) - dot(&self.row(i)[..j], &self.row(j)[..j]);
                    let entry = if i == j { rest.sqrt() } else { rest / self.at(j, j) };
                    assert!(!entry.is_nan(), "with the prior the information is positive definite");
                    self.row_mut(i)[j] = entry;
                }
            }
        }
        self
    }

    /// The inverse of a lower triangle, transposed, so that each of its columns is a row.
    fn inverse_of_lower(&self) -> Self {
        let n = self.size;
        let mut inverse = Self::zero(n);
        for block in (0..n).step_by(BLOCK) {
            for i in block..n {
                for j in block..(block + BLOCK).min(i + 1) {
                    let sum = dot(&self.row(i)[j..i], &inverse.row(j)[j..i]);
                    let unit = if i == j { 1.0 } else { 0.0 };
                    inverse.row_mut(j)[i] = (unit - sum) / self.at(i, i);
                }
            }
        }
        inverse
    }
}

/// A symmetric matrix of which `entry` gives those where the row is at least the column.
fn symmetric(size: usize, entry: impl Fn(usize, usize) -> f64) -> Matrix {
    let mut matrix = Matrix::zero(size);
    for rows in (0..size).step_by(BLOCK) {
        for columns in (0..=rows).step_by(BLOCK) {
            for i in rows..(rows + BLOCK).min(size) {
                for j in columns..(columns + BLOCK).min(i + 1) {
                    let x = entry(i, j);
                    matrix.row_mut(i)[j] = x;
                    matrix.row_mut(j)[i] = x;
                }
            }
        }
    }
    matrix
}

/// The sum of products, in lanes that are added up at the end: the order is the same on every processor.
#[inline]
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    // Sums of floats must not be reordered, so with one sum each addition would wait for the one before.
    let mut sums = [0.0; LANES];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    for (x, y) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += x[lane] * y[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::{Matrix, dot};

    /// A positive definite matrix.
    fn example(size: usize) -> Matrix {
        let mut matrix = Matrix::zero(size);
        for i in 0..size {
            for j in 0..size {
                matrix.add(i, j, 1.0 / (1.0 + i.abs_diff(j) as f64) + if i == j { 1.0 } else { 0.0 });
            }
        }
        matrix
    }

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        for size in [0, 1, 2, 23, 24, 25, 60] {
            let (matrix, inverse) = (example(size), example(size).cholesky().inverse_of_square());
            for i in 0..size {
                for j in 0..size {
                    // Both are symmetric.
                    let expected = if i == j { 1.0 } else { 0.0 };
                    assert!((dot(matrix.row(i), inverse.row(j)) - expected).abs() < 1e-12);
                }
            }
        }
    }
}
