//! Networks against a plain reference, and gradients against differences.

use super::{Architecture, Net, NetworkLoss};
use crate::activation::Activation;
use crate::law::{CrossEntropy, Loss, NullModel, RootSquare};
use crate::linalg::{self, Columns};
use crate::rng::Seed;
use crate::testing::{design, normals};
use proptest::prelude::*;

/// Sizes of a problem; the values come from a seed.
#[derive(Clone, Debug)]
struct Case {
    rows: usize,
    inputs: usize,
    hidden: Vec<usize>,
    classes: usize,
    activation: Activation,
    seed: u64,
}

fn cases() -> impl Strategy<Value = Case> {
    (
        4..40usize,
        1..5usize,
        prop::collection::vec(1..5usize, 0..4),
        2..5usize,
        prop::sample::select(Activation::ALL.to_vec()),
        0..1u64 << 40,
    )
        .prop_map(|(rows, inputs, hidden, classes, activation, seed)| Case {
            rows,
            inputs,
            hidden,
            classes,
            activation,
            seed,
        })
}

/// Cases with at least one hidden layer, and two neurons in the first.
fn networks() -> impl Strategy<Value = Case> {
    cases().prop_map(|mut case| {
        if case.hidden.is_empty() {
            case.hidden.push(1);
        }
        case.hidden[0] += 1;
        case
    })
}

impl Case {
    fn x(&self) -> Columns<f64> {
        design(self.rows, self.inputs, self.seed)
    }

    /// A network with all parameters at random.
    fn net(&self, outputs: usize) -> Net<f64> {
        let architecture = Architecture::new(self.inputs, &self.hidden, outputs);
        let theta = normals(architecture.size(), self.seed + 1);
        Net {
            architecture,
            theta,
        }
    }

    fn regression(&self) -> RootSquare {
        RootSquare::new(normals(self.rows, self.seed + 2))
    }

    fn classification(&self) -> CrossEntropy {
        let codes = (0..self.rows).map(|row| row * row % self.classes).collect();
        CrossEntropy::new(codes, self.classes)
    }
}

/// The formula of the model, written as plainly as possible: outputs
/// (`n × m`, column-major) and the smallest distance of an input of an
/// activation from the kink at zero.
fn reference(net: &Net<f64>, activation: Activation, x: &Columns<f64>) -> (Vec<f64>, f64) {
    let architecture = &net.architecture;
    let rows = x.rows();
    let mut outputs = vec![0.0; rows * architecture.widths[architecture.layers()]];
    let mut nearest = f64::INFINITY;
    for row in 0..rows {
        let mut values: Vec<f64> = (0..architecture.inputs())
            .map(|j| x.column(j)[row])
            .collect();
        for layer in 0..architecture.layers() {
            let (inputs, width) = (architecture.widths[layer], architecture.widths[layer + 1]);
            let (weights, biases) = (
                &net.theta[architecture.weights(layer)],
                &net.theta[architecture.biases(layer)],
            );
            let weight = |to: usize, from: usize| {
                if layer == 0 {
                    weights[from * width + to]
                } else {
                    weights[to * inputs + from]
                }
            };
            values = (0..width)
                .map(|to| {
                    let length = if layer == 0 {
                        1.0
                    } else {
                        (0..inputs)
                            .map(|from| weight(to, from).powi(2))
                            .sum::<f64>()
                            .sqrt()
                    };
                    let sum: f64 = (0..inputs)
                        .map(|from| weight(to, from) / length * values[from])
                        .sum();
                    biases[to] + sum
                })
                .collect();
            if layer + 1 < architecture.layers() {
                for value in &mut values {
                    nearest = nearest.min(value.abs());
                    *value = activation.value(*value);
                }
            }
        }
        for (output, value) in values.into_iter().enumerate() {
            outputs[output * rows + row] = value;
        }
    }
    (outputs, nearest)
}

/// Distance from a kink below which differences and rounding may cross it.
const CLEAR: f64 = 1e-4;

fn value_and_gradient(
    net: &Net<f64>,
    activation: Activation,
    loss: &impl Loss,
    x: &Columns<f64>,
) -> (f64, Vec<f64>) {
    let mut gradient = vec![f64::NAN; net.theta.len()];
    let value = NetworkLoss::new(&net.architecture, activation, loss, x.clone())
        .evaluate(&net.theta, &mut gradient);
    (value, gradient)
}

fn check_gradient(case: &Case, loss: &impl Loss) -> Result<(), TestCaseError> {
    let (x, mut net) = (case.x(), case.net(loss.outputs()));
    let (mu, nearest) = reference(&net, case.activation, &x);
    prop_assume!(nearest > CLEAR);
    let (value, gradient) = value_and_gradient(&net, case.activation, loss, &x);
    let expected = loss.evaluate(&mu, &mut vec![0.0; mu.len()]);
    prop_assert!((value - expected).abs() < 1e-10 * (1.0 + expected));
    let h = 1e-6;
    for (index, &slope) in gradient.iter().enumerate() {
        let here = net.theta[index];
        let mut at = |theta: f64| {
            net.theta[index] = theta;
            value_and_gradient(&net, case.activation, loss, &x).0
        };
        let difference = (at(here + h) - at(here - h)) / (2.0 * h);
        net.theta[index] = here;
        prop_assert!(
            (slope - difference).abs() < 1e-5 * (1.0 + slope.abs()),
            "parameter {index}: {slope} and {difference}"
        );
    }
    Ok(())
}

/// The Gauss–Newton matrix from differences of the outputs.
fn check_curvature(case: &Case, loss: &impl Loss) -> Result<(), TestCaseError> {
    let (x, mut net) = (case.x(), case.net(loss.outputs()));
    let (mu, nearest) = reference(&net, case.activation, &x);
    prop_assume!(nearest > CLEAR);
    let (rows, outputs) = (case.rows, loss.outputs());
    // Not all parameters, and not in their order.
    let free: Vec<usize> = (0..net.theta.len()).rev().filter(|i| i % 4 != 1).collect();
    let mut smooth = NetworkLoss::new(&net.architecture, case.activation, loss, x.clone());
    let found = smooth.curvature(&net.theta, &free);
    let h = 1e-6;
    let slopes: Vec<Vec<f64>> = free
        .iter()
        .map(|&index| {
            let here = net.theta[index];
            let mut at = |theta: f64| {
                net.theta[index] = theta;
                reference(&net, case.activation, &x).0
            };
            let (above, below) = (at(here + h), at(here - h));
            net.theta[index] = here;
            let pairs = above.iter().zip(&below);
            pairs.map(|(a, b)| (a - b) / (2.0 * h)).collect()
        })
        .collect();
    let value = loss.evaluate(&mu, &mut vec![0.0; mu.len()]);
    let mut expected = vec![0.0; free.len() * free.len()];
    let mut root = vec![0.0; outputs * outputs];
    for row in 0..rows {
        let own: Vec<f64> = mu[row..].iter().step_by(rows).copied().collect();
        loss.curvature_root(row, &own, value, &mut root);
        for line in root.chunks_exact(outputs) {
            let along = |slopes: &[f64]| -> f64 {
                let slopes = slopes[row..].iter().step_by(rows);
                line.iter().zip(slopes).map(|(r, s)| r * s).sum()
            };
            let along: Vec<f64> = slopes.iter().map(|slopes| along(slopes)).collect();
            for (a, line) in along.iter().zip(expected.chunks_exact_mut(free.len())) {
                line.iter_mut().zip(&along).for_each(|(e, b)| *e += a * b);
            }
        }
    }
    let scale = expected.iter().fold(1.0f64, |most, e| most.max(e.abs()));
    for (found, expected) in found.iter().zip(&expected) {
        prop_assert!(
            (found - expected).abs() < 1e-5 * scale,
            "{found} and {expected}"
        );
    }
    Ok(())
}

fn check_single_precision(case: &Case, loss: &impl Loss) -> Result<(), TestCaseError> {
    let (x, net) = (case.x(), case.net(loss.outputs()));
    prop_assume!(reference(&net, case.activation, &x).1 > CLEAR);
    let (value, gradient) = value_and_gradient(&net, case.activation, loss, &x);
    let narrow: Net<f32> = net.cast();
    let columns: Vec<usize> = (0..case.inputs).collect();
    let mut narrow_gradient = vec![f32::NAN; net.theta.len()];
    let narrow_value = NetworkLoss::new(
        &narrow.architecture,
        case.activation,
        loss,
        x.gather::<f32>(&columns),
    )
    .evaluate(&narrow.theta, &mut narrow_gradient);
    prop_assert!(
        (narrow_value / value - 1.0).abs() < 1e-4,
        "{narrow_value} and {value}"
    );
    let scale = 1.0 + gradient.iter().fold(0.0f64, |most, g| most.max(g.abs()));
    for (a, b) in narrow_gradient.iter().zip(&gradient) {
        prop_assert!((f64::from(*a) - b).abs() < 1e-4 * scale, "{a} and {b}");
    }
    Ok(())
}

fn same_outputs(a: &[f64], b: &[f64]) -> bool {
    a.iter()
        .zip(b)
        .all(|(a, b)| (a - b).abs() < 1e-10 * (1.0 + a.abs()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn value_and_gradient_are_those_of_the_formula(case in cases()) {
        check_gradient(&case, &case.regression())?;
        check_gradient(&case, &case.classification())?;
    }

    #[test]
    fn the_curvature_is_that_of_the_formula(case in cases()) {
        check_curvature(&case, &case.regression())?;
        check_curvature(&case, &case.classification())?;
        let weights: Vec<f64> = (0..case.rows).map(|row| 0.5 + (row % 3) as f64).collect();
        let numbers = RootSquare::weighted(normals(case.rows, case.seed + 2), &weights, false);
        check_curvature(&case, &numbers)?;
    }

    #[test]
    fn single_precision_follows_double(case in cases()) {
        check_single_precision(&case, &case.regression())?;
        check_single_precision(&case, &case.classification())?;
    }

    /// Small first-layer weights cannot be bought back higher up.
    #[test]
    fn the_size_of_an_upper_row_means_nothing(case in networks(), factor in 1e-2..1e2f64, pick: prop::sample::Index) {
        let loss = case.classification();
        let (x, mut net) = (case.x(), case.net(loss.outputs()));
        let before = value_and_gradient(&net, case.activation, &loss, &x).0;
        let rows: Vec<(usize, usize)> = (1..net.architecture.layers())
            .flat_map(|layer| (0..net.architecture.widths[layer + 1]).map(move |row| (layer, row)))
            .collect();
        let (layer, row) = *pick.get(&rows);
        let inputs = net.architecture.widths[layer];
        let weights = net.architecture.weights(layer);
        for weight in &mut net.theta[weights][row * inputs..][..inputs] {
            *weight *= factor;
        }
        let after = value_and_gradient(&net, case.activation, &loss, &x).0;
        prop_assert!((before - after).abs() < 1e-10 * (1.0 + before));
        net.normalize_rows();
        let normalized = value_and_gradient(&net, case.activation, &loss, &x).0;
        prop_assert!((before - normalized).abs() < 1e-10 * (1.0 + before));
    }

    #[test]
    fn the_first_delta_gives_the_gradient_of_the_first_layer(case in cases()) {
        let loss = case.classification();
        let (x, net) = (case.x(), case.net(loss.outputs()));
        let mut smooth = NetworkLoss::new(&net.architecture, case.activation, &loss, x.clone());
        let mut gradient = vec![0.0; net.theta.len()];
        smooth.evaluate(&net.theta, &mut gradient);
        let first = linalg::columns_times(&x, smooth.first_delta(), net.architecture.first());
        prop_assert!(same_outputs(&first, &gradient[..net.architecture.penalized()]));
    }

    #[test]
    fn dropping_unused_inputs_keeps_the_function(case in cases(), used in prop::collection::vec(any::<bool>(), 4)) {
        let (x, mut net) = (case.x(), case.net(1));
        let width = net.architecture.first();
        for input in (0..case.inputs).filter(|&input| !used[input]) {
            net.theta[input * width..][..width].fill(0.0);
        }
        let kept = net.active_inputs();
        prop_assert_eq!(&kept, &(0..case.inputs).filter(|&input| used[input]).collect::<Vec<_>>());
        prop_assert_eq!(net.nonzero_weights(), kept.len() * width);
        let before = reference(&net, case.activation, &x).0;
        let neurons: Vec<usize> = (0..width).collect();
        let inputs: Vec<Option<usize>> = kept.iter().map(|&input| Some(input)).collect();
        let small = net.restrict(&inputs, &neurons);
        let after = reference(&small, case.activation, &x.gather(&kept)).0;
        prop_assert!(same_outputs(&before, &after));
        // And back: new inputs come with zero weights, whatever their values.
        let wider: Vec<Option<usize>> = (0..kept.len()).map(Some).chain([None]).collect();
        let columns: Vec<usize> = kept.iter().copied().chain([0]).collect();
        let wide = small.restrict(&wider, &neurons);
        prop_assert!(same_outputs(&before, &reference(&wide, case.activation, &x.gather(&columns)).0));
    }

    /// A neuron that nothing listens to may go; where something listens, only
    /// the weights that leave the neuron go with it.
    #[test]
    fn dropping_a_neuron_touches_only_what_hangs_on_it(case in networks(), pick: prop::sample::Index) {
        let (x, mut net) = (case.x(), case.net(case.classes));
        let width = net.architecture.first();
        let gone = pick.index(width);
        for input in 0..case.inputs {
            net.theta[input * width + gone] = 0.0;
        }
        let kept: Vec<usize> = (0..width).filter(|&neuron| neuron != gone).collect();
        prop_assert_eq!(&net.active_neurons(), &kept);
        prop_assert_eq!(net.neuron_strengths()[gone], 0.0);
        let inputs: Vec<Option<usize>> = (0..case.inputs).map(Some).collect();
        let small = net.restrict(&inputs, &kept);
        let above = |net: &Net<f64>, row: usize, neuron: usize| {
            net.theta[net.architecture.weights(1)][row * net.architecture.first() + neuron]
        };
        for row in 0..net.architecture.widths[2] {
            for (position, &neuron) in kept.iter().enumerate() {
                prop_assert_eq!(above(&small, row, position), above(&net, row, neuron));
            }
        }
        prop_assert_eq!(
            &small.theta[small.architecture.weights(1).end..],
            &net.theta[net.architecture.weights(1).end..]
        );
        // Silence the neuron: then it makes no difference at all.
        for row in 0..net.architecture.widths[2] {
            let index = net.architecture.weights(1).start + row * width + gone;
            net.theta[index] = 0.0;
        }
        let before = reference(&net, case.activation, &x).0;
        let after = reference(&net.restrict(&inputs, &kept), case.activation, &x).0;
        prop_assert!(same_outputs(&before, &after));
    }

    #[test]
    fn the_null_network_gives_the_null_fit(case in cases()) {
        let loss = case.classification();
        let architecture = Architecture::new(case.inputs, &case.hidden, loss.outputs());
        let net = Net::null(architecture, &loss.null_fit());
        let (value, gradient) = value_and_gradient(&net, case.activation, &loss, &case.x());
        let null = NullModel::new(&loss).cost;
        prop_assert!((value - null).abs() < 1e-10 * null);
        // Rows of length zero have no direction, and no slope that is NaN.
        prop_assert!(gradient.iter().all(|g| g.is_finite()));
        prop_assert!(net.active_inputs().is_empty());
    }
}

#[test]
fn a_random_start_is_its_seed_and_has_both_signs() {
    let start = |seed| Net::<f64>::random(Architecture::new(3, &[6], 1), &[0.0], Seed::new(seed));
    assert_eq!(start(1), start(1));
    assert_ne!(start(1), start(2));
    let net = start(1);
    let up = net.theta[net.architecture.weights(1)]
        .iter()
        .filter(|&&w| w > 0.0)
        .count();
    assert_eq!(up, 3, "half of the neurons may push either way");
}
