//! The laws of every activation in [`Activation::ALL`].

use super::{Activation, BOUNDED};
use crate::error::Error;
use proptest::prelude::*;

fn slope(activation: Activation, u: f64) -> f64 {
    activation.value_and_slope(u).1
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_slope_is_the_derivative_of_the_value(u in -30.0..30.0f64) {
        let h = 1e-6;
        // Some have a kink at zero.
        prop_assume!(u.abs() > 2.0 * h);
        for activation in Activation::ALL {
            let difference = (activation.value(u + h) - activation.value(u - h)) / (2.0 * h);
            prop_assert!((slope(activation, u) - difference).abs() < 1e-7, "{activation:?} at {u}");
        }
    }

    #[test]
    fn single_precision_follows_double(u in -30.0..30.0f32) {
        for activation in Activation::ALL {
            let (value, slope) = activation.value_and_slope(u);
            let (exact_value, exact_slope) = activation.value_and_slope(f64::from(u));
            prop_assert!((f64::from(value) - exact_value).abs() < 1e-5, "{activation:?} at {u}");
            prop_assert!((f64::from(slope) - exact_slope).abs() < 1e-4, "{activation:?} at {u}");
        }
    }

    #[test]
    fn a_slice_is_activated_entry_by_entry(inputs in prop::collection::vec(-5.0..5.0f64, 0..70)) {
        for activation in Activation::ALL {
            let mut values = inputs.clone();
            let mut slopes = vec![0.0; inputs.len()];
            activation.apply(&mut values, &mut slopes);
            for ((&u, &value), &slope) in inputs.iter().zip(&values).zip(&slopes) {
                let (exact_value, exact_slope) = activation.value_and_slope(u);
                // Wide instructions may fuse a product and a sum.
                prop_assert!((value - exact_value).abs() < 1e-13);
                prop_assert!((slope - exact_slope).abs() < 1e-13);
            }
        }
    }

    /// Data to predict may be far from the data of the fit.
    #[test]
    fn values_are_finite_and_unbounded_above(exponent in 2.0..300.0f64) {
        let u = 10f64.powf(exponent);
        for activation in Activation::ALL {
            prop_assert!((activation.value(u) / u - 1.0).abs() < 1e-9);
            prop_assert!(activation.value(-u).is_finite() && activation.value(-u).abs() <= u);
            prop_assert!(slope(activation, u).is_finite() && slope(activation, -u).is_finite());
        }
    }

    #[test]
    fn slopes_stay_finite_in_single_precision(exponent in 0.0..38.0f32) {
        for activation in Activation::ALL {
            for u in [10f32.powf(exponent), -10f32.powf(exponent)] {
                prop_assert!(activation.value_and_slope(u).1.is_finite(), "{activation:?} at {u}");
            }
        }
    }
}

/// λ is proportional to a power of `max_slope`, so a bound will not do: it must
/// be the supremum.
#[test]
fn max_slope_is_the_supremum_of_the_slope() {
    for activation in Activation::ALL {
        let most = (-400_000..=400_000)
            .map(|i| slope(activation, f64::from(i) * 1e-4).abs())
            .fold(0.0, f64::max);
        let claimed = activation.max_slope();
        assert!(most <= claimed + 1e-12, "{activation:?}: {most}");
        assert!(most >= claimed - 1e-3, "{activation:?}: {most}");
    }
}

#[test]
fn names_lead_back_to_activations() {
    for activation in Activation::ALL {
        assert_eq!(Activation::from_name(activation.name()), Ok(activation));
    }
    assert!(matches!(
        Activation::from_name("swishy"),
        Err(Error::UnknownName { what: "activation", name, .. }) if name == "swishy"
    ));
}

#[test]
fn bounded_activations_are_refused_with_the_reason() {
    assert!(BOUNDED.contains(&"tanh") && BOUNDED.contains(&"sigmoid"));
    for bounded in BOUNDED {
        let error = Activation::from_name(bounded).unwrap_err();
        assert!(matches!(error, Error::BoundedActivation { .. }));
        let message = error.to_string();
        assert!(message.contains(bounded) && message.contains("bounded"));
        for activation in Activation::ALL {
            assert!(message.contains(activation.name()), "{message}");
        }
    }
}
