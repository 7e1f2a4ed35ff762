//! The parts of the report, in the order of the page.

mod annealing;
mod choice;
mod data;
mod effects;
mod features;
mod fit;
mod head;
mod limits;
mod noise;
mod question;
mod settings;

pub(crate) use annealing::annealing;
pub(crate) use choice::choice;
pub(crate) use data::data;
pub(crate) use effects::effects;
pub(crate) use features::features;
pub(crate) use fit::fit;
pub(crate) use head::head;
pub(crate) use limits::limits;
pub(crate) use noise::noise;
pub(crate) use question::question;
pub(crate) use settings::settings;
