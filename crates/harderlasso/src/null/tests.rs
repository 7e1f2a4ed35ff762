//! The laws of pure noise, and the shortcuts to their statistics.

use super::normal::Factored;
use super::{
    Calibration, Exchangeable, Labels, NullLaw, Numbers, Outputs, Permuted, Shortcut, Statistic,
    WithWeights, products,
};
use crate::activation::Activation;
use crate::linalg::{self, Columns};
use crate::rng::Seed;
use crate::testing::{DISTANCE, DRAWS, design, kolmogorov_smirnov, normals, standardize};
use chacha20::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

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

/// What becomes of a shortcut to so many draws of a law.
fn with_shortcut<R>(
    law: &dyn NullLaw,
    x: &Columns<f64>,
    draws: usize,
    body: impl FnOnce(Option<&dyn Shortcut>) -> R,
) -> R {
    let matrix = linalg::gram(x);
    let gram = || matrix.as_slice();
    let shortcut = law.shortcut(&Calibration {
        x,
        draws,
        gram: &gram,
    });
    body(shortcut.as_deref())
}

fn block(shortcut: &dyn Shortcut, hidden: &[usize], seed: u64) -> Vec<f64> {
    let rng = &mut Seed::new(seed).rng();
    sorted(shortcut.block(statistic(hidden), DRAWS, rng))
}

/// Draws of the shortcut in p dimensions, where it is cheaper.
fn factored(x: &Columns<f64>, seed: u64) -> Option<Vec<f64>> {
    let matrix = linalg::gram(x);
    let gram = || matrix.as_slice();
    let law = Factored::new(&Calibration {
        x,
        draws: DRAWS,
        gram: &gram,
    })?;
    Some(block(&law, LINEAR, seed))
}

fn numbers(target: Vec<f64>, weights: Option<Vec<f64>>, is_in_rows: bool) -> Permuted<Numbers> {
    Permuted(Numbers {
        target,
        weights,
        is_in_rows,
    })
}

fn labels(codes: &[usize], classes: usize, weights: Option<Vec<f64>>) -> Permuted<Labels> {
    Permuted(Labels::new(codes, classes, weights))
}

/// Three classes with shares 0.2, 0.5 and 0.3.
fn codes(rows: usize) -> Vec<usize> {
    (0..rows)
        .map(|row| [0, 0, 1, 1, 1, 1, 1, 2, 2, 2][row % 10])
        .collect()
}

/// Normal noise, drawn row by row.
struct NormalNoise;

impl NullLaw for NormalNoise {
    fn outputs(&self) -> Outputs {
        Outputs::All(1)
    }

    fn draw(&self, rng: &mut ChaCha8Rng, gradient: &mut [f32]) {
        gradient
            .iter_mut()
            .for_each(|g| *g = StandardNormal.sample(&mut *rng));
        let mean = gradient.iter().sum::<f32>() / gradient.len() as f32;
        gradient.iter_mut().for_each(|g| *g -= mean);
        let length = linalg::norm(gradient);
        gradient.iter_mut().for_each(|g| *g /= length);
    }
}

/// A design with two correlated columns, which a wrong factor would show.
fn correlated(rows: usize, count: usize) -> Columns<f64> {
    let mut values = design(rows, count, 1).values().to_vec();
    for row in 0..rows {
        values[rows + row] = 0.9 * values[row] + 0.4 * values[rows + row];
    }
    values.chunks_exact_mut(rows).for_each(standardize);
    Columns::new(values, rows)
}

/// The exact law in p dimensions against plain multiplication.
#[test]
fn the_shortcut_of_normal_noise_has_the_same_law() {
    for (rows, count) in [(40, 10), (12, 11), (200, 3)] {
        let x = correlated(rows, count);
        let short = factored(&x, 2).expect("it is cheaper");
        let distance = kolmogorov_smirnov(&short, &by_products(&NormalNoise, &x, LINEAR, 3));
        assert!(distance < DISTANCE, "{rows} × {count}: {distance}");
    }
}

#[test]
fn normal_noise_has_no_shortcut_where_it_would_cost_more() {
    assert_eq!(factored(&design(20, 30, 1), 1), None);
}

/// Permutations of a normal target have nearly the law of the shortcut: so it may
/// take their place.
#[test]
fn the_shortcut_has_the_law_of_permutations() {
    for count in [3, 20] {
        let x = correlated(300, count);
        let law = numbers(normals(300, 7), None, false);
        let short = factored(&x, 1).expect("it is cheaper");
        let distance = kolmogorov_smirnov(&short, &by_products(&law, &x, LINEAR, 2));
        assert!(distance < DISTANCE, "{count}: {distance}");
    }
}

/// One row that dominates the target or a column makes the two laws differ, and so
/// do weights: there every draw is a permutation.
#[test]
fn numbers_are_taken_for_normal_only_where_no_row_dominates() {
    let (rows, many) = (2000, 1_000_000);
    let sign = |v: &f64| if *v > 0.0 { 1.0 } else { -1.0 };
    let signs = |seed| -> Vec<f64> { normals(rows * 5, seed).iter().map(sign).collect() };
    let even = |mut values: Vec<f64>| {
        values.chunks_exact_mut(rows).for_each(standardize);
        Columns::new(values, rows)
    };
    let x = even(signs(1));
    let mut rare = signs(1);
    rare[..rows].fill(0.0);
    rare[..20].fill(1.0);
    let rare = even(rare);
    let y = signs(2)[..rows].to_vec();
    let mut outlier = y.clone();
    outlier[0] = 30.0;
    let is_short = |x: &Columns<f64>, y: &[f64], weights: Option<Vec<f64>>, draws| {
        let law = numbers(y.to_vec(), weights, false);
        with_shortcut(&law, x, draws, |shortcut| shortcut.is_some())
    };
    assert!(is_short(&x, &y, None, many));
    assert!(!is_short(&x, &outlier, None, many));
    assert!(!is_short(&rare, &y, None, many));
    assert!(!is_short(&x, &y, Some(vec![1.0; rows]), many));
    // A few permutations cost nothing.
    assert!(!is_short(&x, &y, None, 1000));
}

/// Sums by class are the products with one-hot rows, draw by draw.
#[test]
fn the_shortcut_of_labels_gives_the_same_numbers() {
    let x = design(25, 30, 1);
    let law = labels(&codes(25), 3, None);
    for hidden in [LINEAR, &[20]] {
        let sums = with_shortcut(&law, &x, DRAWS, |shortcut| {
            block(shortcut.expect("there always is one"), hidden, 4)
        });
        for (a, b) in sums.iter().zip(by_products(&law, &x, hidden, 4)) {
            assert!((a - b).abs() < 1e-4 * b, "{a} and {b}");
        }
    }
    let weighted = labels(&codes(25), 3, Some(vec![1.0; 25]));
    assert!(with_shortcut(&weighted, &x, DRAWS, |shortcut| {
        shortcut.is_none()
    }));
}

/// Draws of a law, one after the other.
fn draws(law: &dyn NullLaw, rows: usize, count: usize, seed: u64) -> Vec<Vec<f32>> {
    let rng = &mut Seed::new(seed).rng();
    let mut gradient = vec![f32::NAN; rows * law.outputs().drawn()];
    (0..count)
        .map(|_| {
            law.draw(rng, &mut gradient);
            gradient.clone()
        })
        .collect()
}

/// A draw has the entries of the data, each row of several outputs as a whole, and
/// every entry comes to every row equally often.
#[test]
fn a_draw_is_a_permutation() {
    let (rows, count) = (12, 20_000);
    let y = normals(rows, 3);
    let both: Vec<f64> = y.iter().chain(&normals(rows, 4)).copied().collect();
    let with_weights = Permuted(WithWeights {
        gradient: both,
        row_factors: None,
        rows,
    });
    let laws: [&dyn NullLaw; 3] = [
        &numbers(y, None, false),
        &labels(&codes(rows), 3, None),
        &with_weights,
    ];
    for (number, law) in laws.into_iter().enumerate() {
        let drawn = draws(law, rows, count, 5);
        let rows_of = |gradient: &[f32]| -> Vec<Vec<u32>> {
            (0..rows)
                .map(|row| {
                    let entries = gradient[row..].iter().step_by(rows);
                    entries.map(|entry| entry.to_bits()).collect()
                })
                .collect()
        };
        let multiset = |gradient: &[f32]| {
            let mut entries = rows_of(gradient);
            entries.sort_unstable();
            entries
        };
        let expected = multiset(&drawn[0]);
        assert!(drawn.iter().all(|draw| multiset(draw) == expected));
        // What the first row had in the first draw comes to row 0, 1, … with the
        // share of rows that are equal to it. Five standard deviations: of the 36
        // counts, one fails with a probability of 10⁻⁵.
        let first = &rows_of(&drawn[0])[0];
        let equal = expected.iter().filter(|&row| row == first).count();
        let share = equal as f64 / rows as f64;
        let mean = share * count as f64;
        let deviation = (mean * (1.0 - share)).sqrt();
        for row in 0..rows {
            let hits = drawn.iter().filter(|draw| rows_of(draw)[row] == *first);
            let hits = hits.count() as f64;
            assert!(
                (hits - mean).abs() < 5.0 * deviation,
                "law {number}, row {row}: {hits} and {mean}"
            );
        }
    }
}

fn weights(rows: usize) -> Vec<f64> {
    normals(rows, 11).into_iter().map(f64::exp).collect()
}

/// The columns, every row multiplied by the root of its weight.
fn in_rows(x: &Columns<f64>, weights: &[f64]) -> Columns<f64> {
    let columns = x.values().chunks_exact(x.rows());
    let scaled = columns.flat_map(|column| column.iter().zip(weights).map(|(v, w)| v * w.sqrt()));
    Columns::new(scaled.collect(), x.rows())
}

/// It makes no difference whether weights are in the rows of X or in the loss.
#[test]
fn weights_in_rows_give_the_same_numbers() {
    let rows = 30;
    let (x, y, weights) = (design(rows, 20, 1), normals(rows, 2), weights(rows));
    let scaled = in_rows(&x, &weights);
    let plain = numbers(y.clone(), Some(weights.clone()), false);
    let rooted = numbers(y.clone(), Some(weights.clone()), true);
    let gradient: Vec<f64> = y.iter().zip(&weights).map(|(y, w)| y * w).collect();
    let roots: Vec<f64> = weights.iter().map(|w| w.sqrt()).collect();
    let inside = gradient.iter().zip(&roots).map(|(g, root)| g / root);
    let plain_too = Permuted(WithWeights {
        gradient: gradient.clone(),
        row_factors: None,
        rows,
    });
    let rooted_too = Permuted(WithWeights {
        gradient: inside.collect(),
        row_factors: Some(roots.clone()),
        rows,
    });
    let pairs: [(&dyn NullLaw, &dyn NullLaw); 2] = [(&plain, &rooted), (&plain_too, &rooted_too)];
    for (one, other) in pairs {
        let found = by_products(other, &scaled, LINEAR, 3);
        for (a, b) in by_products(one, &x, LINEAR, 3).iter().zip(found) {
            assert!((a - b).abs() < 1e-4 * b, "{a} and {b}");
        }
    }
}

/// Rows that all count once count as rows without weights.
#[test]
fn equal_weights_are_no_weights() {
    let rows = 30;
    let (x, y) = (design(rows, 20, 1), normals(rows, 2));
    let ones = || Some(vec![1.0; rows]);
    let mut centred = y.clone();
    standardize(&mut centred);
    let length = linalg::norm(&centred);
    centred.iter_mut().for_each(|g| *g /= length);
    let with_weights = Permuted(WithWeights {
        gradient: centred,
        row_factors: None,
        rows,
    });
    let plain = numbers(y.clone(), None, false);
    let classes = labels(&codes(rows), 3, None);
    let triples: [(&dyn NullLaw, &dyn NullLaw, &[usize]); 4] = [
        (&plain, &numbers(y, ones(), false), LINEAR),
        (&plain, &with_weights, LINEAR),
        (&classes, &labels(&codes(rows), 3, ones()), LINEAR),
        (&classes, &labels(&codes(rows), 3, ones()), &[20]),
    ];
    for (one, other, hidden) in triples {
        let found = by_products(other, &x, hidden, 3);
        for (a, b) in by_products(one, &x, hidden, 3).iter().zip(found) {
            assert!((a - b).abs() < 1e-4 * b, "{a} and {b}");
        }
    }
}

/// A target of its own that can change places: nothing but the trait is needed.
struct Alternating(usize);

impl Exchangeable for Alternating {
    fn rows(&self) -> usize {
        self.0
    }

    fn outputs(&self) -> Outputs {
        Outputs::All(1)
    }

    fn gradient(&self, order: &[u32], gradient: &mut [f32]) {
        for (out, &row) in gradient.iter_mut().zip(order) {
            *out = if row % 2 == 0 { 1.0 } else { -1.0 };
        }
    }
}

/// Signs, and the numbers 1 and −1, are the same target.
#[test]
fn another_target_fits_in() {
    let rows = 200;
    let x = design(rows, 20, 1);
    let y = (0..rows).map(|row| if row % 2 == 0 { 2.0 } else { 0.0 });
    let found = by_products(&Permuted(Alternating(rows)), &x, LINEAR, 1);
    let expected = by_products(&numbers(y.collect(), None, false), &x, LINEAR, 1);
    for (a, b) in found.iter().zip(expected) {
        assert!(
            (a / (rows as f64).sqrt() - b).abs() < 1e-4 * b,
            "{a} and {b}"
        );
    }
}
