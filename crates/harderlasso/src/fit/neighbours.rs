//! Local search of linear classification: the best list next to the annealed one.
//!
//! Lists are compared by the evidence of their shrunken refits, see [`shrinkage`],
//! less `log p` for every feature because it was chosen among p. From a list, every
//! step tries to leave out each feature and to add the most promising others, and
//! takes what raises the evidence most.

use super::problem::Problem;
use super::shrinkage::{self, Shrunken};
use crate::error::Error;
use crate::law::Loss;
use crate::network::{Architecture, Net, NetworkLoss};

/// Steps at most.
const MOST_STEPS: usize = 60;

/// Others that are tried in each step.
const TRIED: usize = 3;

/// A list with its refit.
#[derive(Clone)]
pub(super) struct List {
    pub(super) columns: Vec<usize>,
    pub(super) refit: Shrunken,
    /// Twice the log evidence, with what the choice costs taken away; negative.
    pub(super) score: f64,
}

/// The best list on the way from `columns`.
pub(super) fn search(problem: &Problem<'_>, net: &Net<f64>, columns: &[usize]) -> Result<List, Error> {
    let mut best = list(problem, net, columns.to_vec(), None)?;
    if std::env::var("DBG").is_ok() { eprintln!("start {:?} score {:.2} tau {:.4} loss {:.3}", names(problem, &best.columns), best.score, best.refit.tau, best.refit.refit.loss); }
    for _ in 0..MOST_STEPS {
        if problem.observer.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let dropped = weakest(problem, &best)?.into_iter().map(|input| without(&best, input));
        let added = promising(problem, &best).into_iter().map(|column| with(&best, column));
        let mut better: Option<List> = None;
        for trials in [dropped.collect::<Vec<_>>(), added.collect()] {
            let Some((net, columns)) = least_cost(problem, trials, best.refit.tau)? else {
                continue;
            };
            let found = list(problem, &net, columns, Some(best.refit.tau))?;
            if better.as_ref().is_none_or(|b| found.score < b.score) {
                better = Some(found);
            }
        }
        match better {
            Some(found) if found.score < best.score - 1e-6 => {
                let full = list(problem, &found.refit.refit.net, found.columns.clone(), None)?;
                best = if full.score < found.score { full } else { found };
            }
            _ => break,
        }
    }
    if std::env::var("DBG").is_ok() { eprintln!("  end {:?} score {:.2} tau {:.4} loss {:.3}", names(problem, &best.columns), best.score, best.refit.tau, best.refit.refit.loss); }
    Ok(best)
}
fn names(problem: &Problem<'_>, c: &[usize]) -> Vec<usize> { let mut v: Vec<usize> = c.iter().map(|&c| problem.standardized.origin[c]).collect(); v.sort(); v }

fn list(problem: &Problem<'_>, net: &Net<f64>, columns: Vec<usize>, tau: Option<f64>) -> Result<List, Error> {
    let x = problem.x().gather(&columns);
    let refit = shrinkage::fitted(&x, &problem.loss, problem.settings.activation, net, tau)?;
    let choices = columns.len() as f64 * (problem.x().count() as f64).ln();
    Ok(List {
        score: 2.0 * (choices - refit.evidence),
        refit,
        columns,
    })
}

/// The trial that fits best.
fn least_cost(
    problem: &Problem<'_>,
    trials: Vec<(Net<f64>, Vec<usize>)>,
    tau: f64,
) -> Result<Option<(Net<f64>, Vec<usize>)>, Error> {
    let mut best: Option<(f64, Net<f64>, Vec<usize>)> = None;
    for (net, columns) in trials {
        let x = problem.x().gather(&columns);
        let (cost, net) = shrinkage::trial(&x, &problem.loss, problem.settings.activation, &net, tau)?;
        if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, net, columns));
        }
    }
    Ok(best.map(|(_, net, columns)| (net, columns)))
}

/// The inputs whose weights are smallest for their posterior standard deviations.
fn weakest(problem: &Problem<'_>, list: &List) -> Result<Vec<usize>, Error> {
    let x = problem.x().gather(&list.columns);
    let net = &list.refit.refit.net;
    let outputs = net.architecture.first();
    let Some(variances) = shrinkage::variances(&x, &problem.loss, problem.settings.activation, net, list.refit.tau) else {
        return Ok((0..list.columns.len()).collect());
    };
    let mut strengths: Vec<(f64, usize)> = (0..list.columns.len())
        .map(|input| {
            let of_input = input * outputs..(input + 1) * outputs;
            let strength: f64 = of_input.map(|index| net.theta[index] * net.theta[index] / variances[index]).sum();
            (strength, input)
        })
        .collect();
    strengths.sort_by(|a, b| a.0.total_cmp(&b.0));
    strengths.truncate(TRIED);
    Ok(strengths.into_iter().map(|(_, input)| input).collect())
}

fn without(list: &List, input: usize) -> (Net<f64>, Vec<usize>) {
    let kept: Vec<Option<usize>> = (0..list.columns.len()).filter(|&i| i != input).map(Some).collect();
    let net = &list.refit.refit.net;
    let outputs: Vec<usize> = (0..net.architecture.first()).collect();
    let columns = list.columns.iter().enumerate().filter(|(i, _)| *i != input).map(|(_, &c)| c).collect();
    (net.restrict(&kept, &outputs), columns)
}

fn with(list: &List, column: usize) -> (Net<f64>, Vec<usize>) {
    let kept: Vec<Option<usize>> = (0..list.columns.len()).map(Some).chain([None]).collect();
    let net = &list.refit.refit.net;
    let outputs: Vec<usize> = (0..net.architecture.first()).collect();
    let mut columns = list.columns.clone();
    columns.push(column);
    (net.restrict(&kept, &outputs), columns)
}

/// The columns outside whose weights a Newton step would move to most effect, each
/// weight by itself.
fn promising(problem: &Problem<'_>, list: &List) -> Vec<usize> {
    let net = &list.refit.refit.net;
    let x = problem.x().gather(&list.columns);
    let outputs = net.architecture.first();
    let rows = problem.x().rows();
    let mut smooth: NetworkLoss<'_, f64, _> =
        NetworkLoss::new(&net.architecture, problem.settings.activation, &problem.loss, x);
    let mut gradient = vec![0.0; net.theta.len()];
    let value = smooth.evaluate(&net.theta, &mut gradient);
    let delta = smooth.first_delta().to_vec();
    let mu = smooth.predictions(&net.theta).to_vec();
    let mut weights = vec![0.0; rows * outputs];
    let mut root = vec![0.0; outputs * outputs];
    for row in 0..rows {
        let here: Vec<f64> = mu[row..].iter().step_by(rows).copied().collect();
        problem.loss.curvature_root(row, &here, value, &mut root);
        for output in 0..outputs {
            weights[output * rows + row] = (0..outputs).map(|s| root[s * outputs + output].powi(2)).sum();
        }
    }
    let mut gains: Vec<(f64, usize)> = (0..problem.x().count())
        .filter(|j| !list.columns.contains(j))
        .map(|j| {
            let column = problem.x().column(j);
            let gain: f64 = (0..outputs)
                .map(|output| {
                    let (d, w) = (&delta[output * rows..][..rows], &weights[output * rows..][..rows]);
                    let g: f64 = column.iter().zip(d).map(|(x, d)| x * d).sum();
                    let h: f64 = column.iter().zip(w).map(|(x, w)| x * x * w).sum();
                    g * g / (h + list.refit.tau)
                })
                .sum();
            (gain, j)
        })
        .collect();
    gains.sort_by(|a, b| b.0.total_cmp(&a.0));
    gains.truncate(TRIED);
    gains.into_iter().map(|(_, j)| j).collect()
}

/// A linear model without features.
pub(super) fn nothing(problem: &Problem<'_>) -> Net<f64> {
    Net::null(Architecture::new(0, &[], problem.loss.outputs()), &problem.loss.null_fit())
}
