//! From a fit on standardized columns to a model in the units of the data.

use super::candidate::Scored;
use super::importance;
use super::selection;
use super::views::Answer;
use crate::data::{Design, Response};
use crate::error::Error;
use crate::law::Law;
use crate::model::{Feature, Layer, Model, Parts};
use crate::network::Net;
use crate::settings::HarderLasso;
use crate::trace::{Alternative, Comparison};

/// Undoes the standardization: predictions, weights and the order of the
/// columns are those of the data again.
pub(super) fn model(
    settings: &HarderLasso,
    answer: Answer<'_>,
    comparison: Option<Comparison>,
    design: &Design,
    response: &Response,
) -> Result<Model, Error> {
    let Answer {
        problem,
        threshold,
        scored,
        view,
    } = answer;
    let (scored, tau) = selection::shrunken(&problem, scored)?;
    let increases = importance::deviance_increases(&problem, &scored, tau)?;
    let Scored {
        candidate,
        refit,
        nearby,
        ..
    } = scored;
    let standardized = &problem.standardized;
    let alternatives = nearby
        .in_order_of(&standardized.origin)
        .into_iter()
        .map(|(selected, difference)| Alternative {
            selected,
            difference,
        })
        .collect();
    let mut inputs: Vec<(usize, usize)> = candidate
        .columns
        .iter()
        .enumerate()
        .map(|(input, &column)| (standardized.origin[column], input))
        .collect();
    inputs.sort_unstable();
    let features: Vec<Feature> = inputs
        .iter()
        .map(|&(index, _)| Feature {
            index,
            mean: standardized.means[index],
            scale: standardized.scales[index],
        })
        .collect();
    let order: Vec<usize> = inputs.into_iter().map(|(_, input)| input).collect();
    let layers = in_units_of_data(&refit.net, &order, &features, &problem.law);
    // A weight that vanishes would leave a feature that has no effect.
    let vanished = layers[0].nonzero_weights() < refit.net.nonzero_weights();
    if vanished || layers.iter().any(|layer| !layer.is_finite()) {
        return Err(Error::NotFinite {
            place: "in a weight, in the units of the data".to_owned(),
        });
    }
    Model::new(
        Parts {
            settings: settings.clone(),
            law: problem.law,
            features,
            layers,
            deviance_increases: order.iter().map(|&input| increases[input]).collect(),
            threshold,
            phases: candidate.phases,
            certificate: candidate.certificate,
            noise_unit: candidate.unit,
            view,
            comparison,
            alternatives,
            refit_end: refit.end,
        },
        design,
        response,
    )
}

/// The layers of a network with standardization folded into the first one and
/// the unit of the target into the last.
fn in_units_of_data(
    net: &Net<f64>,
    order: &[usize],
    features: &[Feature],
    law: &Law,
) -> Vec<Layer> {
    let architecture = &net.architecture;
    let mut layers: Vec<Layer> = (0..architecture.layers())
        .map(|layer| {
            let (inputs, outputs) = (architecture.widths[layer], architecture.widths[layer + 1]);
            let weights = &net.theta[architecture.weights(layer)];
            let mut biases = net.theta[architecture.biases(layer)].to_vec();
            if layer > 0 {
                return Layer::new(inputs, weights.to_vec(), biases);
            }
            let mut first = Vec::with_capacity(weights.len());
            for (output, bias) in biases.iter_mut().enumerate() {
                for (&input, feature) in order.iter().zip(features) {
                    let weight = weights[input * outputs + output] / feature.scale;
                    *bias -= weight * feature.mean;
                    first.push(weight);
                }
            }
            Layer::new(inputs, first, biases)
        })
        .collect();
    if let (Some((scale, shift)), Some(last)) = (law.output_units(), layers.last_mut()) {
        last.rescale(scale, shift);
    }
    layers
}
