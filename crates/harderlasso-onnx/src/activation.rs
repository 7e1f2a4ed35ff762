//! Activations, from operators that every runtime has in double precision. Many
//! runtimes have the operators `Elu`, `Softplus` and so on for floats only.

use crate::graph::Graph;
use harderlasso::Activation;

/// Adds `σ(u)`, computed element by element.
pub(crate) fn apply(graph: &mut Graph, activation: Activation, u: &str) -> String {
    match activation {
        Activation::LeakyRelu => {
            let leak = graph.scalar(0.01);
            let below = graph.node("Mul", &[u, &leak], &[]);
            graph.node("Max", &[u, &below], &[])
        }
        // max(u, 0) + exp(min(u, 0)) − 1, without overflow.
        Activation::Elu => {
            let (zero, one) = (graph.scalar(0.0), graph.scalar(1.0));
            let above = graph.node("Max", &[u, &zero], &[]);
            let below = graph.node("Min", &[u, &zero], &[]);
            let power = graph.node("Exp", &[&below], &[]);
            let less = graph.node("Sub", &[&power, &one], &[]);
            graph.node("Add", &[&above, &less], &[])
        }
        // max(u, 0) + log(1 + exp(−|u|)), without overflow.
        Activation::Softplus => {
            let (zero, one) = (graph.scalar(0.0), graph.scalar(1.0));
            let above = graph.node("Max", &[u, &zero], &[]);
            let size = graph.node("Abs", &[u], &[]);
            let minus = graph.node("Neg", &[&size], &[]);
            let power = graph.node("Exp", &[&minus], &[]);
            let sum = graph.node("Add", &[&power, &one], &[]);
            let tail = graph.node("Log", &[&sum], &[]);
            graph.node("Add", &[&above, &tail], &[])
        }
        // u (1 + tanh(√(2/π) (u + 0.044715 u³))) / 2, the form of the engine.
        Activation::Gelu => {
            let scale = graph.scalar(std::f64::consts::FRAC_2_PI.sqrt());
            let (cube, half, one) = (
                graph.scalar(0.044_715),
                graph.scalar(0.5),
                graph.scalar(1.0),
            );
            let square = graph.node("Mul", &[u, u], &[]);
            let third = graph.node("Mul", &[&square, u], &[]);
            let bent = graph.node("Mul", &[&third, &cube], &[]);
            let inner = graph.node("Add", &[u, &bent], &[]);
            let scaled = graph.node("Mul", &[&inner, &scale], &[]);
            let tanh = graph.node("Tanh", &[&scaled], &[]);
            let gate = graph.node("Add", &[&tanh, &one], &[]);
            let halved = graph.node("Mul", &[&gate, &half], &[]);
            graph.node("Mul", &[u, &halved], &[])
        }
        // u / (1 + exp(−u)). Some runtimes would replace u · sigmoid(u) by an
        // operator that they have for floats only.
        Activation::Silu => {
            let one = graph.scalar(1.0);
            let minus = graph.node("Neg", &[u], &[]);
            let power = graph.node("Exp", &[&minus], &[]);
            let sum = graph.node("Add", &[&power, &one], &[]);
            graph.node("Div", &[u, &sum], &[])
        }
        Activation::Relu => {
            let zero = graph.scalar(0.0);
            graph.node("Max", &[u, &zero], &[])
        }
    }
}
