//! Four columns under noise with heavy tails: outliers neither hide them nor buy
//! others.

mod common;

use common::{columns, design, linear, normals, real};
use harderlasso::rng::Seed;
use harderlasso::{HarderLasso, Response};
use rand_distr::{Cauchy, Distribution, StudentT};

const ROWS: usize = 400;
const COLUMNS: usize = 40;

#[derive(Clone, Copy, Debug)]
enum Noise {
    /// Student's t with two degrees of freedom.
    Heavy,
    /// Lognormal with σ = 1.2.
    Skewed,
    Cauchy,
}

impl Noise {
    fn draw(self, seed: u64) -> Vec<f64> {
        let seed = Seed::new(seed).child(u64::MAX).value();
        let mut rng = Seed::new(seed).rng();
        match self {
            Self::Heavy => {
                let law = StudentT::new(2.0).unwrap();
                (0..ROWS).map(|_| law.sample(&mut rng)).collect()
            }
            Self::Skewed => normals(ROWS, seed)
                .iter()
                .map(|v| (1.2 * v).exp())
                .collect(),
            Self::Cauchy => {
                let law = Cauchy::new(0.0, 1.0).unwrap();
                (0..ROWS).map(|_| law.sample(&mut rng)).collect()
            }
        }
    }
}

fn straight(x: &[Vec<f64>], noise: &[f64]) -> Response {
    let value = |(row, e): (usize, &f64)| {
        1.0 * x[0][row] - 1.0 * x[1][row] + 1.5 * x[2][row] - 1.5 * x[3][row] + e
    };
    real(noise.iter().enumerate().map(value).collect())
}

/// Two bumps, as no linear model sees them.
fn curved(x: &[Vec<f64>], noise: &[f64]) -> Response {
    let value = |(row, e): (usize, &f64)| {
        4.0 * (x[0][row] - x[1][row]).abs() - 4.0 * (x[2][row] - x[3][row]).abs() + e
    };
    real(noise.iter().enumerate().map(value).collect())
}

/// How many lists are exactly right.
fn exact(
    settings: &HarderLasso,
    noise: Noise,
    target: impl Fn(&[Vec<f64>], &[f64]) -> Response,
    runs: u64,
) -> usize {
    (0..runs)
        .filter(|&seed| {
            let x = columns(ROWS, COLUMNS, seed);
            let y = target(&x, &noise.draw(seed));
            let settings = settings.clone().seed(seed);
            let model = settings.fit(&design(&x), &y).unwrap();
            model.selected() == [0, 1, 2, 3]
        })
        .count()
}

#[test]
fn linear_models() {
    for noise in [Noise::Heavy, Noise::Skewed, Noise::Cauchy] {
        let found = exact(&linear(), noise, straight, 10);
        assert!(found >= 8, "{noise:?}: {found} of 10");
    }
}

/// A network has to spend several neurons on a sum, but no features on noise.
#[test]
fn networks_on_sums() {
    let settings = HarderLasso::new().hidden([20]).restarts(1);
    let found = exact(&settings, Noise::Skewed, straight, 6);
    assert!(found >= 5, "{found} of 6");
}

#[test]
fn networks() {
    for noise in [Noise::Heavy, Noise::Skewed, Noise::Cauchy] {
        let settings = HarderLasso::new().hidden([20]).restarts(2);
        let found = exact(&settings, noise, curved, 1);
        assert_eq!(found, 1, "{noise:?}");
    }
}
