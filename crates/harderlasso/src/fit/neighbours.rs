//! Local search of classes: the best list next to the annealed one.
//!
//! Lists are compared by the evidence of their shrunken refits, see [`shrinkage`],
//! less `log p` for every feature because it was chosen among p. From a list, every
//! step tries to leave out the weakest features and, in a linear model, to add the most
//! promising others, and takes what raises the evidence most. In the end a network loses
//! the features for which there is no strong evidence.

use super::nearby::Nearby;
use super::problem::Problem;
use super::shrinkage::{self, Shrunken};
use crate::error::Error;
use crate::law::Loss;
use crate::network::{Net, NetworkLoss};
use crate::trace::STRONG;

/// Steps at most.
const MOST_STEPS: usize = 60;

/// Features that each step tries to leave out, and to add.
const TRIED: usize = 3;

/// Scores that differ by less are the same.
const SAME: f64 = 1e-6;

/// A model and its columns.
type Trial = (Net<f64>, Vec<usize>);

/// A list with its refit.
struct List {
    columns: Vec<usize>,
    refit: Shrunken,
    /// Minus twice the log evidence, with what the choice of the columns costs.
    score: f64,
}

/// What a search found.
pub(super) struct Found {
    pub(super) net: Net<f64>,
    pub(super) columns: Vec<usize>,
    /// Other lists, with what their scores are worse by.
    pub(super) nearby: Nearby,
}

/// The best list on the way from that of a candidate, and a network on it; `None`
/// where lists cannot be compared.
pub(super) fn search(
    problem: &Problem<'_>,
    net: &Net<f64>,
    columns: &[usize],
) -> Result<Option<Found>, Error> {
    if !shrinkage::is_feasible(&problem.loss, net) {
        return Ok(None);
    }
    let Some(mut best) = list(problem, net, columns.to_vec(), None)? else {
        return Ok(None);
    };
    let mut seen = Nearby::default();
    for _ in 0..MOST_STEPS {
        if problem.observer.is_cancelled() {
            return Err(Error::Cancelled);
        }
        seen.add(&best.columns, best.score);
        match step(problem, &best, &mut seen)? {
            Some(better) => best = better,
            None => break,
        }
    }
    let best = shorter(problem, best, &mut seen)?;
    let mut nearby = Nearby::default();
    for (columns, difference) in seen.other_than(&best.columns, best.score) {
        nearby.add(&columns, difference);
    }
    Ok(Some(Found {
        net: best.refit.refit.net,
        columns: best.columns,
        nearby,
    }))
}

/// A network without the features for which there is no strong evidence, one at a time.
///
/// The scores of networks on one list differ by some units from one start to another, so
/// a feature that is worth less would come and go with the seed.
fn shorter(problem: &Problem<'_>, best: List, seen: &mut Nearby) -> Result<List, Error> {
    let mut shortest = best;
    while shortest.refit.refit.net.architecture.layers() > 1 && shortest.columns.len() > 1 {
        if problem.observer.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let trials: Vec<Trial> = weakest(problem, &shortest)
            .into_iter()
            .map(|input| without(&shortest, input))
            .collect();
        let tau = shortest.refit.tau;
        let Some((net, columns)) = least_cost(problem, trials, tau)? else {
            break;
        };
        match list(problem, &net, columns, None)? {
            Some(other) if other.score < shortest.score + STRONG => {
                seen.add(&other.columns, other.score);
                shortest = other;
            }
            _ => break,
        }
    }
    Ok(shortest)
}

/// The best list with a feature more or less; `None` where there is no better one.
fn step(problem: &Problem<'_>, best: &List, seen: &mut Nearby) -> Result<Option<List>, Error> {
    let fewer = weakest(problem, best)
        .into_iter()
        .filter(|_| best.columns.len() > 1)
        .map(|i| without(best, i));
    let more = promising(problem, best)
        .into_iter()
        .map(|found| with(best, &found));
    let tau = Some(best.refit.tau);
    let mut found: Option<List> = None;
    for trials in [fewer.collect::<Vec<_>>(), more.collect()] {
        let Some((net, columns)) = least_cost(problem, trials, best.refit.tau)? else {
            continue;
        };
        let other = list(problem, &net, columns, tau)?;
        if let Some(other) = &other {
            seen.add(&other.columns, other.score);
        }
        found = better(found, other);
    }
    let Some(found) = found.filter(|found| found.score < best.score - SAME) else {
        return Ok(None);
    };
    // Another list may ask for another shrinkage.
    let (net, columns) = (&found.refit.refit.net, found.columns.clone());
    let shrunken = list(problem, net, columns, None)?;
    Ok(better(Some(found), shrunken))
}

/// The one with the lower score, the first on a tie.
fn better(first: Option<List>, second: Option<List>) -> Option<List> {
    match (first, second) {
        (Some(first), Some(second)) if second.score < first.score => Some(second),
        (Some(first), _) => Some(first),
        (None, second) => second,
    }
}

/// A list with its refit, for a given shrinkage or the best one.
fn list(
    problem: &Problem<'_>,
    net: &Net<f64>,
    columns: Vec<usize>,
    tau: Option<f64>,
) -> Result<Option<List>, Error> {
    let x = problem.x().gather(&columns);
    let refit = shrinkage::fitted(&x, &problem.loss, problem.settings.activation, net, tau)?;
    let choices = super::score::choices_of(problem.x().count(), net);
    Ok(refit.map(|refit| List {
        score: 2.0 * (choices - refit.evidence),
        refit,
        columns,
    }))
}

/// The trial that fits best.
fn least_cost(problem: &Problem<'_>, trials: Vec<Trial>, tau: f64) -> Result<Option<Trial>, Error> {
    let mut best: Option<(f64, Net<f64>, Vec<usize>)> = None;
    for (net, columns) in trials {
        let x = problem.x().gather(&columns);
        let (cost, net) =
            shrinkage::trial(&x, &problem.loss, problem.settings.activation, &net, tau)?;
        if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, net, columns));
        }
    }
    Ok(best.map(|(_, net, columns)| (net, columns)))
}

/// The inputs whose weights are smallest for their posterior standard deviations.
fn weakest(problem: &Problem<'_>, list: &List) -> Vec<usize> {
    let x = problem.x().gather(&list.columns);
    let net = &list.refit.refit.net;
    let outputs = net.architecture.first();
    let Some(variances) = shrinkage::variances(
        &x,
        &problem.loss,
        problem.settings.activation,
        net,
        list.refit.tau,
    ) else {
        return (0..list.columns.len()).collect();
    };
    let mut strengths: Vec<(f64, usize)> = (0..list.columns.len())
        .map(|input| {
            let of_input = input * outputs..(input + 1) * outputs;
            let strength: f64 = of_input
                .map(|index| net.theta[index] * net.theta[index] / variances[index])
                .sum();
            (strength, input)
        })
        .collect();
    strengths.sort_by(|a, b| a.0.total_cmp(&b.0));
    strengths.truncate(TRIED);
    strengths.into_iter().map(|(_, input)| input).collect()
}

fn without(list: &List, input: usize) -> Trial {
    let kept: Vec<Option<usize>> = (0..list.columns.len())
        .filter(|&i| i != input)
        .map(Some)
        .collect();
    let net = &list.refit.refit.net;
    let outputs: Vec<usize> = (0..net.architecture.first()).collect();
    let columns = list
        .columns
        .iter()
        .enumerate()
        .filter(|(i, _)| *i != input)
        .map(|(_, &c)| c)
        .collect();
    let smaller = net.restrict(&kept, &outputs);
    if smaller.architecture.layers() == 1 {
        return (smaller, columns);
    }
    // Neurons that saw nothing else go with it.
    let inputs: Vec<Option<usize>> = (0..smaller.architecture.inputs()).map(Some).collect();
    (
        smaller.restrict(&inputs, &smaller.active_neurons()),
        columns,
    )
}

/// The list with one more column. Weights that are zero would stay so in a network.
fn with(list: &List, found: &Promising) -> Trial {
    let kept: Vec<Option<usize>> = (0..list.columns.len()).map(Some).chain([None]).collect();
    let net = &list.refit.refit.net;
    let outputs: Vec<usize> = (0..net.architecture.first()).collect();
    let mut columns = list.columns.clone();
    columns.push(found.column);
    let mut larger = net.restrict(&kept, &outputs);
    let own = larger.architecture.penalized() - outputs.len()..larger.architecture.penalized();
    larger.theta[own].copy_from_slice(&found.weights);
    (larger, columns)
}

/// A column outside of a list.
struct Promising {
    column: usize,
    /// Its weights after a step down the gradient.
    weights: Vec<f64>,
    /// About how much the step lowers the loss.
    gain: f64,
}

/// The columns outside whose weights a Newton step would move to most effect, each
/// weight by itself.
fn promising(problem: &Problem<'_>, list: &List) -> Vec<Promising> {
    let net = &list.refit.refit.net;
    let x = problem.x().gather(&list.columns);
    let (first, rows) = (net.architecture.first(), problem.x().rows());
    let mut smooth: NetworkLoss<'_, f64, _> = NetworkLoss::new(
        &net.architecture,
        problem.settings.activation,
        &problem.loss,
        x,
    );
    let mut gradient = vec![0.0; net.theta.len()];
    let value = smooth.evaluate(&net.theta, &mut gradient);
    let slope = problem.loss.likelihood_slope(value);
    let delta: Vec<f64> = smooth.first_delta().iter().map(|d| d * slope).collect();
    let bends = match net.architecture.layers() {
        1 => bends_of_outputs(problem, smooth.predictions(&net.theta), value),
        // A step of a network only has to have the right direction.
        _ => vec![1.0; rows * first],
    };
    let mut found: Vec<Promising> = (0..problem.x().count())
        .filter(|j| !list.columns.contains(j))
        .map(|column| {
            let values = problem.x().column(column);
            let (weights, gains): (Vec<f64>, Vec<f64>) = (0..first)
                .map(|neuron| {
                    let span = neuron * rows..(neuron + 1) * rows;
                    let (d, bend) = (&delta[span.clone()], &bends[span]);
                    let g: f64 = values.iter().zip(d).map(|(x, d)| x * d).sum();
                    let h: f64 = values.iter().zip(bend).map(|(x, b)| x * x * b).sum();
                    let step = -g / (h + list.refit.tau);
                    (step, -step * g)
                })
                .unzip();
            Promising {
                column,
                weights,
                gain: gains.iter().sum(),
            }
        })
        .collect();
    found.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    found.truncate(TRIED);
    found
}

/// How sharply half the deviance bends in each output of each row.
fn bends_of_outputs(problem: &Problem<'_>, mu: &[f64], value: f64) -> Vec<f64> {
    let rows = problem.x().rows();
    let outputs = mu.len() / rows;
    let mut bends = vec![0.0; mu.len()];
    let mut root = vec![0.0; outputs * outputs];
    for row in 0..rows {
        let here: Vec<f64> = mu[row..].iter().step_by(rows).copied().collect();
        problem.loss.curvature_root(row, &here, value, &mut root);
        for output in 0..outputs {
            let column = root[output..].iter().step_by(outputs);
            bends[output * rows + row] = column.map(|r| r * r).sum();
        }
    }
    bends
}
