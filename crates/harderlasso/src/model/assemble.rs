//! From a fit on standardized columns to a model in the units of the data.

use super::layers::{self, Layer};
use super::{Feature, Fit, Model, Output};
use crate::data::{Design, Standardized};
use crate::error::Error;
use crate::fit::{Candidate, HarderLasso, Refit};
use crate::network::Net;
use crate::qut::Threshold;

/// Everything that a model is made of.
pub(crate) struct Parts<'a> {
    pub(crate) settings: &'a HarderLasso,
    pub(crate) design: &'a Design,
    pub(crate) standardized: &'a Standardized,
    pub(crate) output: Output,
    pub(crate) threshold: Threshold,
    pub(crate) candidate: Candidate,
    pub(crate) refit: Refit,
}

impl Model {
    /// Undoes the standardization: predictions, weights and the order of the
    /// columns are those of the data again.
    pub(crate) fn assemble(parts: Parts<'_>, response: &crate::Response) -> Result<Self, Error> {
        let Parts {
            settings,
            design,
            standardized,
            output,
            threshold,
            candidate,
            refit,
        } = parts;
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
        let layers = in_units_of_data(&refit.net, &order, &features, &output);
        // A weight that vanishes would leave a feature that has no effect.
        let vanished = layers[0].nonzero_weights() < refit.net.nonzero_weights();
        if vanished || layers.iter().any(|layer| !layer.is_finite()) {
            return Err(Error::NotFinite {
                place: "in a weight, in the units of the data".to_owned(),
            });
        }
        let mut model = Self {
            settings: settings.clone(),
            rows: design.rows(),
            names: design.names().to_vec(),
            is_named: design.is_named(),
            output,
            selected: features.iter().map(|feature| feature.index).collect(),
            features,
            activation: settings.activation,
            layers,
            threshold,
            phases: candidate.phases,
            certificate: candidate.certificate,
            noise_unit: candidate.unit,
            refit_end: refit.end,
            fit: Fit::Regression { r2: 0.0, rmse: 0.0 },
        };
        model.fit = model.measure(design, response)?;
        Ok(model)
    }

    fn measure(&self, design: &Design, response: &crate::Response) -> Result<Fit, Error> {
        let equal = vec![1.0; design.rows()];
        let weights = design.weights().unwrap_or(&equal);
        let total: f64 = weights.iter().sum();
        Ok(match response {
            crate::Response::Real(y) => {
                let predicted = self.predict(design)?;
                let weighted = y.iter().zip(weights);
                let mean = weighted.map(|(v, w)| v * (w / total)).sum::<f64>();
                // Squares in this unit neither overflow nor vanish.
                let unit = y.iter().fold(0.0f64, |most, v| most.max((v - mean).abs()));
                let (mut left, mut all) = (0.0, 0.0);
                for ((y, predicted), weight) in y.iter().zip(&predicted).zip(weights) {
                    left += weight * ((y - predicted) / unit).powi(2);
                    all += weight * ((y - mean) / unit).powi(2);
                }
                Fit::Regression {
                    r2: 1.0 - left / all,
                    rmse: (left / total).sqrt() * unit,
                }
            }
            crate::Response::Classes { codes, .. } => {
                let probabilities = self.predict_proba(design)?;
                let (mut hits, mut loss) = (0.0, 0.0);
                let rows = probabilities.chunks_exact(self.outputs());
                for ((row, &code), weight) in rows.zip(codes).zip(weights) {
                    if layers::largest(row) == code {
                        hits += weight;
                    }
                    loss -= weight * row[code].max(f64::MIN_POSITIVE).ln();
                }
                Fit::Classification {
                    accuracy: hits / total,
                    log_loss: loss / total,
                }
            }
        })
    }
}

/// The layers of a network with standardization folded into the first one and
/// the unit of the target into the last.
fn in_units_of_data(
    net: &Net<f64>,
    order: &[usize],
    features: &[Feature],
    output: &Output,
) -> Vec<Layer> {
    let shape = &net.shape;
    let mut layers: Vec<Layer> = (0..shape.layers())
        .map(|layer| {
            let (inputs, outputs) = (shape.widths[layer], shape.widths[layer + 1]);
            let weights = &net.theta[shape.weights(layer)];
            let mut biases = net.theta[shape.biases(layer)].to_vec();
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
    if let (Output::Regression { mean, scale }, Some(last)) = (output, layers.last_mut()) {
        last.rescale(*scale, *mean);
    }
    layers
}
