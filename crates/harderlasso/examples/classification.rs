//! Classification with text labels, missing values, and a model that is saved
//! and read back.
//!
//! ```text
//! cargo run --release --example classification
//! ```

use harderlasso::rng::Seed;
use harderlasso::{Design, Error, HarderLasso, Metrics, Model, Response};
use rand::RngExt;

const ROWS: usize = 1000;
const COLUMNS: usize = 40;

fn main() -> Result<(), Error> {
    let mut rng = Seed::new(5).rng();
    let mut values: Vec<f64> = (0..ROWS * COLUMNS)
        .map(|_| rng.random_range(-1.0..1.0))
        .collect();
    // A row is near if its first two values are near each other; some lie.
    let labels: Vec<&str> = (0..ROWS)
        .map(|row| {
            let distance = (values[row] - values[ROWS + row]).abs();
            if (distance < 0.6) != rng.random_bool(0.03) {
                "near"
            } else {
                "far"
            }
        })
        .collect();
    // One value in fifty is missing.
    for value in &mut values {
        if rng.random_bool(0.02) {
            *value = f64::NAN;
        }
    }

    let design = Design::from_columns(values, ROWS, COLUMNS)?;
    let response = Response::labels(&labels)?;
    let model = HarderLasso::new().hidden([20]).fit(&design, &response)?;

    println!("classes {:?}", model.classes());
    for (name, share) in model.selected_names().zip(model.importances()) {
        println!("{name:>6} {:>5.1} %", 100.0 * share);
    }
    if let Metrics::Classification { accuracy, .. } = model.training_metrics() {
        println!("on these rows {:.1} % are right", 100.0 * accuracy);
    }

    let text = model.to_json()?;
    let again = Model::from_json(&text)?;
    let same = again.predict_proba(&design)? == model.predict_proba(&design)?;
    println!(
        "saved in {} bytes; the copy predicts the same: {same}",
        text.len()
    );
    Ok(())
}
