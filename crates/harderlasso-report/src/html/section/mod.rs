//! The parts of the report, in the order of the page.

mod annealing;
mod asked;
mod data;
mod effects;
mod features;
mod fit;
mod head;
mod limits;
mod noise;
mod repeat;
mod weights;

pub(crate) use annealing::annealing;
pub(crate) use asked::asked;
pub(crate) use data::data;
pub(crate) use effects::effects;
pub(crate) use features::features;
pub(crate) use fit::fit;
pub(crate) use head::head;
pub(crate) use limits::limits;
pub(crate) use noise::noise;
pub(crate) use repeat::repeat;
