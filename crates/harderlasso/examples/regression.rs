//! Linear regression: 70 rows, 250 columns, 8 of which matter.
//!
//! ```text
//! cargo run --release --example regression
//! ```

use harderlasso::rng::Seed;
use harderlasso::{Error, HarderLasso, Metrics};
use harderlasso_simulate::{Experiment, ResponseScale, Scenario};

fn main() -> Result<(), Error> {
    let experiment = Experiment::new(Scenario::Linear, 70, Seed::new(1))?;
    let run = experiment.run(8, 0, ResponseScale::default())?;

    let model = HarderLasso::new()
        .hidden([]) // no hidden layer: the linear model
        .fit(experiment.design(), run.response())?;

    println!("the truth      {:?}", run.truth().support());
    println!("the selection  {:?}", model.selected());
    let threshold = model.threshold();
    let (low, high) = threshold.interval;
    println!(
        "lambda {:.3} (95 % interval {low:.3} to {high:.3}), the data reach {:.3}",
        threshold.lambda, threshold.observed
    );
    if let Some(coefficients) = model.coefficients() {
        for (&column, name) in model.selected().iter().zip(model.selected_names()) {
            println!("{name:>6} {:>8.3}", coefficients[0][column]);
        }
    }
    if let Metrics::Regression { r2, rmse } = model.training_metrics() {
        println!("on these rows: R² {r2:.3}, residuals of size {rmse:.3}");
    }
    Ok(())
}
