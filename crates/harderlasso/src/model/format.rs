//! Saved models: versioned JSON that refuses what it does not understand.
//!
//! One object: the name of the format, its version, a checksum, the model, and
//! beside it, where a program has something to add, a record: what it did to
//! the table, for example. The engine keeps a record unchanged and does not
//! interpret it.

use super::Model;
use crate::error::Error;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// What a saved model calls itself.
const FORMAT: &str = "harderlasso-model";

/// Raised whenever an older program could misread a newer file.
const VERSION: u32 = 3;

#[derive(Serialize)]
struct Saved<'a> {
    format: &'static str,
    version: u32,
    checksum: String,
    model: &'a Model,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Value>,
}

/// The header, which is checked before anything else is used.
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
    record: Option<Value>,
}

impl Serialize for Model {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// However a model is read, its parts fit together.
impl<'de> Deserialize<'de> for Model {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut model = Self::deserialize(deserializer)?;
        model.selected = model.features.iter().map(|feature| feature.index).collect();
        model.check().map_err(|error| match error {
            Error::BadModel { reason } => D::Error::custom(reason),
            other => D::Error::custom(other),
        })?;
        Ok(model)
    }
}

impl Model {
    /// The model as JSON, to be read back by [`Model::from_json`].
    ///
    /// # Errors
    /// If it cannot be written, which would be a defect of this library.
    pub fn to_json(&self) -> Result<String, Error> {
        self.write(None)
    }

    /// The model as JSON with a record beside it, to be read back by
    /// [`Model::from_json_with`]; [`Model::from_json`] reads it too and leaves
    /// the record aside. The record must not hold NaN or infinity.
    ///
    /// # Errors
    /// If the record cannot be written as JSON.
    pub fn to_json_with<R: Serialize>(&self, record: &R) -> Result<String, Error> {
        let record = serde_json::to_value(record).map_err(|error| bad(error.to_string()))?;
        self.write(Some(record))
    }

    fn write(&self, record: Option<Value>) -> Result<String, Error> {
        serde_json::to_string(&Saved {
            format: FORMAT,
            version: VERSION,
            checksum: checksum(self, record.as_ref())?,
            model: self,
            record,
        })
        .map_err(|error| bad(error.to_string()))
    }

    /// Reads a model that [`Model::to_json`] wrote.
    ///
    /// # Errors
    /// [`Error::BadModel`] if the text is no model, comes from a version that
    /// this program does not know, or was damaged.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Ok(Self::read(text)?.0)
    }

    /// Reads a model and the record beside it, if there is one. The record
    /// must come back whole: a part that `R` would drop is refused.
    ///
    /// # Errors
    /// As [`Model::from_json`].
    pub fn from_json_with<R>(text: &str) -> Result<(Self, Option<R>), Error>
    where
        R: Serialize + DeserializeOwned,
    {
        let (model, written) = Self::read(text)?;
        let Some(written) = written else {
            return Ok((model, None));
        };
        let record = R::deserialize(&written).map_err(|error| bad(error.to_string()))?;
        match serde_json::to_value(&record) {
            Ok(understood) if understood == written => Ok((model, Some(record))),
            _ => Err(unknown_part()),
        }
    }

    fn read(text: &str) -> Result<(Self, Option<Value>), Error> {
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
        let model = loaded.model;
        if !understood(text, &model) {
            return Err(unknown_part());
        }
        if checksum(&model, loaded.record.as_ref())? != loaded.checksum {
            return Err(bad(
                "its contents do not match its checksum; it was damaged or edited".to_owned(),
            ));
        }
        Ok((model, loaded.record))
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
        let increases = &self.deviance_increases;
        if increases.len() != self.features.len() {
            return Err(bad(format!(
                "it has {} deviance increases for {} selected columns",
                increases.len(),
                self.features.len()
            )));
        }
        if let Some(wrong) = increases.iter().find(|v| !(v.is_finite() && **v >= 0.0)) {
            return Err(bad(format!("a deviance increase is {wrong}")));
        }
        for other in &self.alternatives {
            let rising = other.selected.windows(2).all(|pair| pair[0] < pair[1]);
            let within = other.selected.iter().all(|&index| index < self.names.len());
            if !(rising && within && other.difference.is_finite()) {
                return Err(bad("an alternative list is not one of columns".to_owned()));
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
        let expected = self.law.outputs();
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

fn unknown_part() -> Error {
    bad("it has a part that this program does not know".to_owned())
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

/// FNV-1a over the JSON of the model and of the record: enough to notice a
/// flipped digit. A `Value` writes its keys in sorted order, so the text of a
/// record does not depend on how its file was laid out.
fn checksum(model: &Model, record: Option<&Value>) -> Result<String, Error> {
    let mut text = serde_json::to_string(model).map_err(|error| bad(error.to_string()))?;
    if let Some(record) = record {
        text.push_str(&record.to_string());
    }
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    Ok(format!("{hash:016x}"))
}
