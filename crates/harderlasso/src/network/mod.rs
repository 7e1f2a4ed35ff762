//! Linear models and multilayer perceptrons as one vector of parameters.
//!
//! `μ(x) = c + W_L° σ(b_{L−1} + … σ(b_1 + W_1 x))`, where `W°` has every row
//! scaled to length one (paper, equation of the model): without that, small
//! first-layer weights could be bought back higher up and the penalty would
//! mean nothing. No hidden layer at all is the linear model `c + W_1 x`.

mod architecture;
mod curvature;
mod loss;
mod net;

pub(crate) use architecture::Architecture;
pub(crate) use loss::NetworkLoss;
pub(crate) use net::Net;

#[cfg(test)]
mod tests;
