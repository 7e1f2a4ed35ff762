//! How sharply the loss of a network bends: the Gauss–Newton matrix.

use super::loss::{NetworkLoss, chain_normalization};
use crate::law::Loss;
use crate::linalg::{self, MatrixView};

/// Rows whose derivatives are multiplied at a time; bounds the memory.
const BLOCK: usize = 256;

impl<L: Loss> NetworkLoss<'_, f64, L> {
    /// `Σ_i J_iᵀ C_i J_i` over the rows: `J_i` holds the derivatives of the outputs
    /// of row i by the parameters `free`, `C_i` the second derivatives of half the
    /// deviance by these outputs. Column-major.
    pub(crate) fn curvature(&mut self, theta: &[f64], free: &[usize]) -> Vec<f64> {
        let value = self.value(theta);
        if self.architecture.layers() == 1 && free.len() == theta.len() {
            return self.linear_curvature(value);
        }
        let (rows, outputs, size) = (self.rows(), self.outputs(), free.len());
        let mut curvature = vec![0.0; size * size];
        let mut slopes = vec![vec![0.0; theta.len()]; outputs];
        let mut root = vec![0.0; outputs * outputs];
        let mut block = vec![0.0; BLOCK * outputs * size];
        for from in (0..rows).step_by(BLOCK) {
            let count = BLOCK.min(rows - from) * outputs;
            for row in from..rows.min(from + BLOCK) {
                self.output_slopes(row, &mut slopes);
                self.loss
                    .curvature_root(row, &self.outputs_of(row), value, &mut root);
                for (output, root) in root.chunks_exact(outputs).enumerate() {
                    let line = (row - from) * outputs + output;
                    for (position, &parameter) in free.iter().enumerate() {
                        block[position * count + line] = root
                            .iter()
                            .zip(&slopes)
                            .map(|(r, s)| r * s[parameter])
                            .sum();
                    }
                }
            }
            let block = MatrixView::column_major(&block[..count * size], count, size);
            linalg::multiply_add(&mut curvature, block.transposed(), block);
        }
        curvature
    }

    /// The same for a linear model, where an output depends on its own weights alone:
    /// `Σ_i C_i[s, t] x_i x_iᵀ` for each pair of outputs s and t.
    fn linear_curvature(&self, value: f64) -> Vec<f64> {
        let (rows, outputs, inputs) = (self.rows(), self.outputs(), self.x.count());
        let (lines, size) = (inputs + 1, outputs * (inputs + 1));
        let mut bends = vec![0.0; rows * outputs * outputs];
        let mut root = vec![0.0; outputs * outputs];
        for row in 0..rows {
            self.loss
                .curvature_root(row, &self.outputs_of(row), value, &mut root);
            for (s, t) in (0..outputs).flat_map(|s| (0..=s).map(move |t| (s, t))) {
                let lines = root.chunks_exact(outputs);
                bends[(s * outputs + t) * rows + row] = lines.map(|line| line[s] * line[t]).sum();
            }
        }
        let mut x = self.x.values().to_vec();
        x.resize(rows * lines, 1.0);
        let mut bent = vec![0.0; rows * lines];
        let mut product = vec![0.0; lines * lines];
        let mut curvature = vec![0.0; size * size];
        for (s, t) in (0..outputs).flat_map(|s| (0..=s).map(move |t| (s, t))) {
            let bend = &bends[(s * outputs + t) * rows..][..rows];
            for (bent, x) in bent.chunks_exact_mut(rows).zip(x.chunks_exact(rows)) {
                for ((out, x), bend) in bent.iter_mut().zip(x).zip(bend) {
                    *out = x * bend;
                }
            }
            linalg::multiply(
                &mut product,
                MatrixView::column_major(&x, rows, lines).transposed(),
                MatrixView::column_major(&bent, rows, lines),
            );
            for (i, j) in (0..lines).flat_map(|i| (0..lines).map(move |j| (i, j))) {
                let (one, other) = (i * outputs + s, j * outputs + t);
                curvature[one * size + other] = product[i * lines + j];
                curvature[other * size + one] = product[i * lines + j];
            }
        }
        curvature
    }

    /// The outputs of a row at the last evaluation.
    fn outputs_of(&self, row: usize) -> Vec<f64> {
        let last = self.architecture.layers() - 1;
        self.values[last][row..]
            .iter()
            .step_by(self.rows())
            .copied()
            .collect()
    }

    /// The derivatives of each output of a row by all parameters, at the last
    /// evaluation.
    fn output_slopes(&self, row: usize, slopes: &mut [Vec<f64>]) {
        let (rows, layers) = (self.rows(), self.architecture.layers());
        let of_row =
            |matrix: &[f64]| -> Vec<f64> { matrix[row..].iter().step_by(rows).copied().collect() };
        for (output, slopes) in slopes.iter_mut().enumerate() {
            let mut delta = vec![0.0; self.outputs()];
            delta[output] = 1.0;
            for layer in (0..layers).rev() {
                slopes[self.architecture.biases(layer)].copy_from_slice(&delta);
                let span = self.architecture.weights(layer);
                if layer == 0 {
                    let inputs = span.len() / delta.len();
                    for input in 0..inputs {
                        let x = self.x.column(input)[row];
                        for (slope, d) in slopes[span.start + input * delta.len()..]
                            .iter_mut()
                            .zip(&delta)
                        {
                            *slope = d * x;
                        }
                    }
                    break;
                }
                let below = of_row(&self.values[layer - 1]);
                let unit = &self.unit_weights[layer];
                let plain: Vec<f64> = delta
                    .iter()
                    .flat_map(|d| below.iter().map(move |v| d * v))
                    .collect();
                chain_normalization(
                    &plain,
                    unit,
                    &self.lengths[layer],
                    below.len(),
                    &mut slopes[span],
                );
                let bends = of_row(&self.slopes[layer - 1]);
                delta = (0..below.len())
                    .map(|input| {
                        let along: f64 = unit[input..]
                            .iter()
                            .step_by(below.len())
                            .zip(&delta)
                            .map(|(w, d)| w * d)
                            .sum();
                        along * bends[input]
                    })
                    .collect();
            }
        }
    }
}
