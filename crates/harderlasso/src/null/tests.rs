//! The laws of pure noise, and the shortcuts to their statistics.

use super::{
    Calibration, Labels, Normal, NullLaw, Outputs, Shortcut, Statistic, Weighted, products,
};
use crate::activation::Activation;
use crate::linalg::{self, Columns};
use crate::rng::Seed;
use crate::testing::{DISTANCE, DRAWS, design, kolmogorov_smirnov, normals, repeated, standardize};
use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom;

const LINEAR: &[usize] = &[];

fn statistic(hidden: &[usize]) -> Statistic {
    Statistic::new(hidden, Activation::Relu)
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

fn by_products(law: &dyn NullLaw, x: &Columns<f64>, hidden: &[usize], seed: u64) -> Vec<f64> {
    let rng = &mut Seed::new(seed).rng();
    sorted(products(law, x, statistic(hidden), DRAWS, rng))
}

fn by_shortcut(
    law: &dyn NullLaw,
    x: &Columns<f64>,
    hidden: &[usize],
    seed: u64,
) -> Option<Vec<f64>> {
    let matrix = linalg::gram(x);
    let gram = || matrix.as_slice();
    let shortcut: Box<dyn Shortcut + '_> = law.shortcut(&Calibration {
        x,
        draws: DRAWS,
        gram: &gram,
    })?;
    let rng = &mut Seed::new(seed).rng();
    Some(sorted(shortcut.block(statistic(hidden), DRAWS, rng)))
}

/// The exact law in p dimensions against plain multiplication.
#[test]
fn the_shortcut_of_normal_noise_has_the_same_law() {
    for (rows, count) in [(40, 10), (12, 11), (200, 3)] {
        let mut values = design(rows, count, 1).values().to_vec();
        // Correlated columns, which a wrong factor would show.
        for row in 0..rows {
            values[rows + row] = 0.9 * values[row] + 0.4 * values[rows + row];
        }
        values.chunks_exact_mut(rows).for_each(standardize);
        let x = Columns::new(values, rows);
        let factored = by_shortcut(&Normal, &x, LINEAR, 2).expect("it is cheaper");
        let distance = kolmogorov_smirnov(&factored, &by_products(&Normal, &x, LINEAR, 3));
        assert!(distance < DISTANCE, "{rows} × {count}: {distance}");
    }
}

#[test]
fn normal_noise_has_no_shortcut_where_it_would_cost_more() {
    assert_eq!(by_shortcut(&Normal, &design(20, 30, 1), LINEAR, 1), None);
}

/// Sums by class are the products with one-hot rows, draw by draw.
#[test]
fn the_shortcut_of_labels_gives_the_same_numbers() {
    let x = design(25, 30, 1);
    let law = Labels::new(vec![0.2, 0.5, 0.3]);
    for hidden in [LINEAR, &[20]] {
        let sums = by_shortcut(&law, &x, hidden, 4).expect("there always is one");
        for (a, b) in sums.iter().zip(by_products(&law, &x, hidden, 4)) {
            assert!((a - b).abs() < 1e-4 * b, "{a} and {b}");
        }
    }
}

#[test]
fn labels_have_their_frequencies() {
    let frequencies = [0.1, 0.6, 0.3];
    let law = Labels::new(frequencies.to_vec());
    let draws = 100_000;
    let rng = &mut Seed::new(3).rng();
    let mut counts = [0usize; 3];
    (0..draws).for_each(|_| counts[law.class(rng)] += 1);
    for (count, frequency) in counts.into_iter().zip(frequencies) {
        let mean = draws as f64 * frequency;
        let deviation = (mean * (1.0 - frequency)).sqrt();
        // Five standard deviations: one seed in a million fails.
        assert!((count as f64 - mean).abs() < 5.0 * deviation, "{count}");
    }
}

/// Rows with whole weights have the null law of the rows repeated, for every
/// way to draw it.
#[test]
fn whole_weights_have_the_law_of_repeated_rows() {
    let rows = 30;
    for count in [5, 60] {
        let (weights, few, many) = repeated(rows, count);
        let in_rows: Vec<f64> = few
            .values()
            .chunks_exact(rows)
            .flat_map(|column| column.iter().zip(&weights).map(|(v, w)| v * w.sqrt()))
            .collect();
        let in_rows = Columns::new(in_rows, rows);
        let expected = by_products(&Normal, &many, LINEAR, 1);
        for (x, is_in_rows) in [(&few, false), (&in_rows, true)] {
            let law = Weighted {
                noise: Normal,
                weights: weights.clone(),
                is_in_rows,
            };
            let shortcut = by_shortcut(&law, x, LINEAR, 3);
            assert_eq!(shortcut.is_some(), is_in_rows && count < rows);
            for found in shortcut
                .into_iter()
                .chain([by_products(&law, x, LINEAR, 2)])
            {
                let distance = kolmogorov_smirnov(&found, &expected);
                assert!(distance < DISTANCE, "{count}, {is_in_rows}: {distance}");
            }
        }
        for hidden in [LINEAR, &[20]] {
            let labels = Labels::new(vec![0.5, 0.3, 0.2]);
            let expected = by_products(&labels, &many, hidden, 3);
            let weighted = Weighted {
                noise: labels,
                weights: weights.clone(),
                is_in_rows: false,
            };
            let found = by_products(&weighted, &few, hidden, 4);
            let distance = kolmogorov_smirnov(&found, &expected);
            assert!(distance < DISTANCE, "{count}, {hidden:?}: {distance}");
        }
    }
}

/// A law that permutes what it was given: it needs nothing but the trait.
struct Permuted(Vec<f32>);

impl NullLaw for Permuted {
    fn outputs(&self) -> Outputs {
        Outputs::All(1)
    }

    fn draw(&self, rng: &mut ChaCha8Rng, gradient: &mut [f32]) {
        gradient.copy_from_slice(&self.0);
        gradient.shuffle(rng);
    }
}

/// Permutations of a normal gradient have nearly the law of normal noise.
#[test]
fn a_permutation_fits_in() {
    let x = design(200, 20, 1);
    let mut gradient = normals(200, 7);
    standardize(&mut gradient);
    let length = linalg::norm(&gradient);
    let law = Permuted(gradient.iter().map(|g| (g / length) as f32).collect());
    let found = by_products(&law, &x, LINEAR, 1);
    let distance = kolmogorov_smirnov(&found, &by_products(&Normal, &x, LINEAR, 2));
    assert!(distance < DISTANCE, "{distance}");
}
