//! A neural network: 500 rows, 50 columns, and a target made of absolute
//! differences that no linear model can see.
//!
//! ```text
//! cargo run --release --example network
//! ```

use harderlasso::rng::Seed;
use harderlasso::{Error, Event, HarderLasso, Observer};
use harderlasso_simulate::{Experiment, ResponseScale, Scenario, Signs};

/// Prints what happens on the way.
struct Talk;

impl Observer for Talk {
    fn event(&self, event: Event) {
        match event {
            Event::Calibrated { lambda } => println!("lambda is {lambda:.3}; searching"),
            Event::Refit => println!("fitting the selected features again"),
            _ => {}
        }
    }
}

fn main() -> Result<(), Error> {
    let scenario = Scenario::Nonlinear(Signs::Random);
    let experiment = Experiment::new(scenario, 500, Seed::new(1))?;
    let run = experiment.run(6, 0, ResponseScale::default())?;

    let model =
        HarderLasso::new()
            .hidden([20])
            .fit_observed(experiment.design(), run.response(), &Talk)?;

    println!("the truth      {:?}", run.truth().support());
    println!("the selection  {:?}", model.selected());
    println!("neurons left   {:?}", model.hidden());
    for phase in model.phases() {
        println!(
            "  lambda {:>6.3}  nu {:.1}  features {:>3}  cost {:>8.3}",
            phase.lambda, phase.nu, phase.features, phase.cost
        );
    }
    let test = experiment.test_set(&run)?;
    let predictions = model.predict(test.design())?;
    println!(
        "squared error on new points {:.3}",
        test.l2_error(&predictions)?
    );
    Ok(())
}
