//! Saved models: versioned JSON that refuses what it does not understand.

use super::{Model, Output};
use crate::error::Error;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a saved model calls itself.
const FORMAT: &str = "harderlasso-model";

/// Raised whenever an older program could misread a newer file.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Saved<'a> {
    format: &'static str,
    version: u32,
    checksum: String,
    model: &'a Model,
}

/// What is looked at before anything else is believed.
#[derive(Deserialize)]
struct Header {
    format: Option<String>,
    version: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Loaded {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    checksum: String,
    model: Model,
}

impl Model {
    /// The model as JSON, to be read back by [`Model::from_json`].
    ///
    /// # Errors
    /// If it cannot be written, which would be a defect of this library.
    pub fn to_json(&self) -> Result<String, Error> {
        let checksum = checksum(self)?;
        serde_json::to_string(&Saved {
            format: FORMAT,
            version: VERSION,
            checksum,
            model: self,
        })
        .map_err(|error| bad(error.to_string()))
    }

    /// Reads a model that [`Model::to_json`] wrote.
    ///
    /// # Errors
    /// [`Error::BadModel`] if the text is no model, comes from a version that
    /// this program does not know, or was damaged.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let header: Header = serde_json::from_str(text)
            .map_err(|error| bad(format!("it is not a complete JSON object ({error})")))?;
        if header.format.as_deref() != Some(FORMAT) {
            return Err(bad(format!("it does not say that its format is {FORMAT}")));
        }
        match header.version {
            Some(VERSION) => {}
            Some(version) => {
                return Err(bad(format!(
                    "it has format version {version} and this program reads version {VERSION}"
                )));
            }
            None => return Err(bad("it has no format version".to_owned())),
        }
        let loaded: Loaded = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
        let mut model = loaded.model;
        model.selected = model.features.iter().map(|feature| feature.index).collect();
        model.check()?;
        if !understood(text, &model) {
            return Err(bad(
                "it has a part that this program does not know".to_owned()
            ));
        }
        if checksum(&model)? != loaded.checksum {
            return Err(bad(
                "its contents do not match its checksum; it was damaged or edited".to_owned(),
            ));
        }
        Ok(model)
    }

    /// Checks that the parts of a model fit together.
    fn check(&self) -> Result<(), Error> {
        self.settings.check()?;
        let rising = self.selected.windows(2).all(|pair| pair[0] < pair[1]);
        if !rising || self.selected.iter().any(|&index| index >= self.names.len()) {
            return Err(bad(
                "its selected columns are not columns in rising order".to_owned()
            ));
        }
        for feature in &self.features {
            if !(feature.mean.is_finite() && feature.scale.is_finite() && feature.scale > 0.0) {
                return Err(bad(format!(
                    "column {} has mean {} and scale {}",
                    feature.index, feature.mean, feature.scale
                )));
            }
        }
        let mut inputs = self.features.len();
        for (number, layer) in self.layers.iter().enumerate() {
            layer.check(number)?;
            if layer.inputs() != inputs {
                return Err(bad(format!(
                    "layer {number} takes {} inputs and is given {inputs}",
                    layer.inputs()
                )));
            }
            inputs = layer.outputs();
        }
        let expected = match &self.output {
            Output::Regression { .. } => 1,
            Output::Classification { classes } => classes.len(),
        };
        if self.layers.is_empty() || inputs != expected {
            return Err(bad(format!(
                "it has {inputs} outputs where {expected} were expected"
            )));
        }
        Ok(())
    }
}

fn bad(reason: String) -> Error {
    Error::BadModel { reason }
}

/// Whether a model is all that its file says. Unknown fields are refused while
/// they are read, except inside a penalty without constants.
fn understood(text: &str, model: &Model) -> bool {
    let written: Result<Value, _> = serde_json::from_str(text);
    match (written, serde_json::to_value(model)) {
        (Ok(written), Ok(model)) => written.get("model") == Some(&model),
        _ => false,
    }
}

/// FNV-1a over the JSON of the model: enough to notice a flipped digit.
fn checksum(model: &Model) -> Result<String, Error> {
    let text = serde_json::to_string(model).map_err(|error| bad(error.to_string()))?;
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    Ok(format!("{hash:016x}"))
}
