use super::Architecture;
use crate::activation::Activation;
use crate::law::Loss;
use crate::linalg::{self, Columns, MatrixView, Real};

/// The smooth part of the objective: the loss of a network on some columns,
/// with its gradient by backpropagation. Owns every buffer that it needs.
pub(crate) struct NetworkLoss<'a, T, L> {
    pub(super) architecture: Architecture,
    activation: Activation,
    pub(super) loss: &'a L,
    pub(super) x: Columns<T>,
    /// For each layer: outputs, and slopes of the activation (`n × width`).
    pub(super) values: Vec<Vec<T>>,
    pub(super) slopes: Vec<Vec<T>>,
    /// For each layer: `∂L/∂(input of the activation)`.
    deltas: Vec<Vec<T>>,
    /// Normalized weights of the upper layers, their gradient, row lengths.
    pub(super) unit_weights: Vec<Vec<T>>,
    unit_gradient: Vec<T>,
    pub(super) lengths: Vec<Vec<T>>,
}

impl<'a, T: Real, L: Loss> NetworkLoss<'a, T, L> {
    pub(crate) fn new(
        architecture: &Architecture,
        activation: Activation,
        loss: &'a L,
        x: Columns<T>,
    ) -> Self {
        debug_assert_eq!(architecture.inputs(), x.count());
        let architecture = architecture.clone();
        let rows = x.rows();
        let zero = T::of(0.0);
        let buffers = || -> Vec<Vec<T>> {
            (0..architecture.layers())
                .map(|l| vec![zero; rows * architecture.widths[l + 1]])
                .collect()
        };
        let largest = (1..architecture.layers())
            .map(|l| architecture.weights(l).len())
            .max()
            .unwrap_or(0);
        Self {
            activation,
            loss,
            values: buffers(),
            slopes: buffers(),
            deltas: buffers(),
            unit_weights: (0..architecture.layers())
                .map(|l| {
                    vec![
                        zero;
                        if l == 0 {
                            0
                        } else {
                            architecture.weights(l).len()
                        }
                    ]
                })
                .collect(),
            unit_gradient: vec![zero; largest],
            lengths: (0..architecture.layers())
                .map(|l| vec![zero; architecture.widths[l + 1]])
                .collect(),
            x,
            architecture,
        }
    }

    /// `∂L/∂(input of the first layer's activation)` at the last evaluation,
    /// `n × first width`: its products with columns are the gradient of `W_1`,
    /// for columns in and out of the network alike.
    pub(crate) fn first_delta(&self) -> &[T] {
        &self.deltas[0]
    }

    fn forward(&mut self, theta: &[T]) {
        let rows = self.x.rows();
        let architecture = &self.architecture;
        for l in 0..architecture.layers() {
            let (inputs, outputs) = (architecture.widths[l], architecture.widths[l + 1]);
            let (below, here) = self.values.split_at_mut(l);
            let here = &mut here[0];
            let biases = &theta[architecture.biases(l)];
            for (column, &bias) in here.chunks_exact_mut(rows).zip(biases) {
                column.fill(bias);
            }
            if l == 0 {
                if inputs > 0 {
                    let weights =
                        MatrixView::column_major(&theta[architecture.weights(0)], outputs, inputs);
                    let x = MatrixView::column_major(self.x.values(), rows, inputs);
                    linalg::multiply_add(here, x, weights.transposed());
                }
            } else {
                let unit = &mut self.unit_weights[l];
                normalize_rows(
                    &theta[architecture.weights(l)],
                    inputs,
                    unit,
                    &mut self.lengths[l],
                );
                let weights = MatrixView::row_major(unit, outputs, inputs);
                let from = MatrixView::column_major(&below[l - 1], rows, inputs);
                linalg::multiply_add(here, from, weights.transposed());
            }
            if l + 1 < architecture.layers() {
                self.activation.apply(here, &mut self.slopes[l]);
            }
        }
    }

    fn backward(&mut self, gradient: &mut [T]) {
        let rows = self.x.rows();
        let architecture = &self.architecture;
        for l in (0..architecture.layers()).rev() {
            let (inputs, outputs) = (architecture.widths[l], architecture.widths[l + 1]);
            let (below, here) = self.deltas.split_at_mut(l);
            let here = &here[0];
            for (bias, column) in gradient[architecture.biases(l)]
                .iter_mut()
                .zip(here.chunks_exact(rows))
            {
                *bias = sum(column);
            }
            let delta = MatrixView::column_major(here, rows, outputs);
            if l == 0 {
                if inputs > 0 {
                    let x = MatrixView::column_major(self.x.values(), rows, inputs);
                    linalg::multiply(
                        &mut gradient[architecture.weights(0)],
                        delta.transposed(),
                        x,
                    );
                }
                continue;
            }
            // Row-major `outputs × inputs` is column-major `inputs × outputs`.
            let unit_gradient = &mut self.unit_gradient[..inputs * outputs];
            let from = MatrixView::column_major(&self.values[l - 1], rows, inputs);
            linalg::multiply(unit_gradient, from.transposed(), delta);
            let unit = &self.unit_weights[l];
            chain_normalization(
                unit_gradient,
                unit,
                &self.lengths[l],
                inputs,
                &mut gradient[architecture.weights(l)],
            );
            let next = &mut below[l - 1];
            linalg::multiply(next, delta, MatrixView::row_major(unit, outputs, inputs));
            times(next, &self.slopes[l - 1]);
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.x.rows()
    }

    pub(super) fn outputs(&self) -> usize {
        self.loss.outputs()
    }

    /// The outputs at `theta`, a column for each.
    pub(crate) fn predictions(&mut self, theta: &[T]) -> &[T] {
        self.forward(theta);
        &self.values[self.architecture.layers() - 1]
    }

    /// The loss at `theta`, without its gradient.
    pub(super) fn value(&mut self, theta: &[T]) -> f64 {
        self.forward(theta);
        let last = self.architecture.layers() - 1;
        self.loss
            .evaluate(&self.values[last], &mut self.deltas[last])
    }

    /// The loss at `theta`; writes the gradient.
    pub(crate) fn evaluate(&mut self, theta: &[T], gradient: &mut [T]) -> f64 {
        let value = self.value(theta);
        self.backward(gradient);
        value
    }
}

/// `W° = W` with rows of unit length; a zero row stays zero.
fn normalize_rows<T: Real>(weights: &[T], inputs: usize, unit: &mut [T], lengths: &mut [T]) {
    for ((row, unit), length) in weights
        .chunks_exact(inputs)
        .zip(unit.chunks_exact_mut(inputs))
        .zip(lengths)
    {
        *length = linalg::norm(row);
        let inverse = if *length > T::of(0.0) {
            T::of(1.0) / *length
        } else {
            T::of(0.0)
        };
        for (unit, &weight) in unit.iter_mut().zip(row) {
            *unit = weight * inverse;
        }
    }
}

/// `∂/∂W = (∂/∂W° − ⟨∂/∂W°, w°⟩ w°) / ‖w‖`, row by row.
pub(super) fn chain_normalization<T: Real>(
    unit_gradient: &[T],
    unit: &[T],
    lengths: &[T],
    inputs: usize,
    gradient: &mut [T],
) {
    for (row, &length) in lengths.iter().enumerate() {
        let span = row * inputs..(row + 1) * inputs;
        let (from, unit) = (&unit_gradient[span.clone()], &unit[span.clone()]);
        let along = linalg::dot(from, unit);
        let inverse = if length > T::of(0.0) {
            T::of(1.0) / length
        } else {
            T::of(0.0)
        };
        for ((out, &g), &u) in gradient[span].iter_mut().zip(from).zip(unit) {
            *out = (g - along * u) * inverse;
        }
    }
}

fn sum<T: Real>(values: &[T]) -> T {
    const LANES: usize = 16;
    linalg::vectorized(
        #[inline(always)]
        || {
            let mut sums = [T::of(0.0); LANES];
            let chunks = values.chunks_exact(LANES);
            let rest: T = chunks.remainder().iter().copied().sum();
            for chunk in chunks {
                for lane in 0..LANES {
                    sums[lane] += chunk[lane];
                }
            }
            rest + sums.into_iter().sum::<T>()
        },
    )
}

fn times<T: Real>(values: &mut [T], factors: &[T]) {
    linalg::vectorized(
        #[inline(always)]
        || {
            for (value, &factor) in values.iter_mut().zip(factors) {
                *value *= factor;
            }
        },
    );
}
