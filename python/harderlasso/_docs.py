"""Parts of docstrings that several classes and functions share.

In a docstring, a line such as ``$alpha`` stands for the entry ``alpha`` below;
:func:`documented` puts the entry there. Signatures, ``help`` and other tools see
ordinary numpydoc docstrings.
"""

import re
from collections.abc import Iterable
from textwrap import indent
from typing import TypeVar

from harderlasso._harderlasso import ACTIVATIONS, PENALTIES


def _choices(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


_ENTRIES = rf"""
hidden_dims : "auto", tuple of int or None, default="auto"
    Widths of the hidden layers. None fits a linear model. "auto" fits a linear model
    and a network with one hidden layer of 20 neurons, and keeps the network only if
    it explains the target better; see ``comparison_``.
lambda_qut : float or None, default=None
    Penalty parameter. None uses the quantile universal threshold.
penalty : {{{_choices(PENALTIES)}}}, default="harder"
    The function :math:`\rho`. "lasso" is another name for "l1".
activation : {{{_choices(ACTIVATIONS)}}}, default="relu"
    Activation function of the hidden layers.
alpha : float, default=0.05
    Bound on the probability that features are selected when the target is pure
    noise.
categorical : list of str or int, or None, default=None
    Names or positions of columns of numbers that are codes of categories, such as
    1, 2 and 3 for three towns. They become one column of zeros and ones for each
    code. Columns of text, truth values and categories of a dataframe become so
    without being named; named ones also do if they look like identifiers.
nu : float, default=0.1
    Concavity :math:`\nu` of the harder penalty, strictly between 0 (close to
    counting the weights) and 1 (close to the lasso).
n_draws : int, default=5000
    Number of null draws, from which the threshold is estimated. In a null draw the
    target is in random order, so that it has nothing to do with the features.
n_restarts : int, default=3
    Number of random starts of a network in each noise unit. A linear model has
    one start.
random_state : int, RandomState instance or None, default=None
    Seed of the null draws and of the random starts. Pass an int for
    reproducible results; the command ``harderlasso`` gives the same results with
    that ``--seed``.
n_jobs : int or None, default=None
    Number of threads. None means 1 unless in a :obj:`joblib.parallel_config`
    context, and -1 means all processors. Results do not depend on it.
verbose : int, default=0
    If positive, a progress bar is shown on stderr.
selected_features_indices_ : ndarray of int
    Positions of the selected features in ``encoded_names_``, in increasing order.
selected_features_ : ndarray of str
    Names of the selected features; ``x0, x1, ...`` if `X` has no names. A level of
    a column of categories is the feature ``column=level``.
support_ : ndarray of bool of shape (n_encoded,)
    Whether each feature of ``encoded_names_`` is selected.
hidden_dims_ : tuple of int
    Widths of the hidden layers of the model that was kept, as they were asked for;
    ``()`` is a linear model.
comparison_ : dict or None
    The scores of the linear model and of the network with ``hidden_dims="auto"``, and
    None otherwise. ``"values"`` is a dict with the scores ``"linear"`` and
    ``"network"``; the lower one is better. ``"ranks"`` is a dict of the same form for
    the ranks of a numeric target, and None for classes. The network is kept if its
    score is lower by more than 6 for the values and, for a numeric target, also on
    average over both, and if it fits the ranks no worse.
view_ : {{"values", "ranks"}}
    Whether the features were selected by the values of the target or by its ranks.
    Ranks are used for numeric targets with heavy tails, or if the residuals have
    heavy tails. The model predicts values in either case.
alternatives_ : list of dict
    Other lists of features that explain the target nearly as well, the best one
    first; empty if none comes close. Each is a dict with the positions of the
    features (``"selected"``), their names (``"names"``), and how much worse the score
    of the list is (``"difference"``): 2 is hardly worth mentioning, 10 is strong
    evidence against the list.
encoded_names_ : ndarray of str of shape (n_encoded,)
    Names of the features of the model. A column of numbers is one feature with its
    name. A column of text, truth values or categories is one feature of zeros and
    ones for each level, ``column=level``, and for missing values
    ``column=(missing)``. If all columns are numbers, these are the columns of `X`.
encoded_from_ : ndarray of int of shape (n_encoded,)
    For each feature of ``encoded_names_``, the position of its column in `X`. The
    columns of `X` with a selected feature are
    ``np.unique(encoded_from_[support_])``.
feature_importances_ : ndarray of shape (n_encoded,)
    How much worse the model fits without the feature, as a share of the total: the
    increase of the deviance on the training data when the selected model is fitted
    again without the feature, divided by the sum over the selected features. Other
    features have importance 0.
lambda_qut_ : float
    Penalty parameter of the model that was kept.
lambda_interval_ : tuple of float
    A 95 % confidence interval for the threshold, which is estimated from a
    finite number of null draws.
qut_null_ : ndarray of float
    For each null draw, the smallest penalty parameter at which no feature is
    selected, in increasing order.
n_iter_ : int
    Number of iterations in all phases of the annealing that was chosen.
converged_ : bool
    Whether the penalized fit is a local minimum, up to a tolerance of 0.001 times
    the penalty parameter. Networks whose activation has a kink, such as relu, often
    end slightly above it, which does no harm. A warning is given from 0.1 times the
    penalty parameter on, where another search may select other features.
certificate_ : dict
    How well the penalized fit satisfies the KKT conditions: the largest
    violations at the weights that are zero (``"zeros"``) and at the others
    (``"nonzeros"``), in units of the penalty parameter; the penalized cost
    (``"cost"``) and that of the empty model (``"null_cost"``); and whether it is
    a local minimum (``"is_optimal"``).
n_features_in_ : int
    Number of columns of `X` seen during :term:`fit`, before categories became
    features of their own.
feature_names_in_ : ndarray of str of shape (n_features_in_,)
    Names of features seen during :term:`fit`. Defined only when `X` has feature
    names that are all strings.
X : array-like or dataframe of shape (n_samples, n_features)
    Features. NaN is a missing value, and is replaced by the mean of the feature
    at the fit. Predictions need all features in the order of the fit, and use
    the selected ones.

    In a dataframe of pandas or polars, columns of text, truth values and categories
    become one feature for each level, and missing values a level of their own, by
    the rules of the command ``harderlasso``: texts such as ``NA`` are missing
    values, and a column with more than 100 levels, or more than half as many as
    values, is left out with a warning. Dates become days since 1970-01-01. If there
    is such a column, or the model was loaded from a file, predictions find columns
    by their names, in any order, and need only those with a selected feature. A
    level that the fit did not have is none of the levels, with a warning. Arrays
    hold numbers only.
sample_weight : array-like of shape (n_samples,), float or None, default=None
    Weights of the rows, which express how much a row matters. Only their ratios
    count, and the rows are worth :math:`(\sum w)^2 / \sum w^2` observations, at
    most their number. A row of weight 0 is left out. Weights are not counts: to
    count a row several times, repeat it.

    The threshold comes from random orders of the target, in which the weights stay
    in their rows or move with the target, whichever gives the larger threshold.
path : str or path-like
    File to write. An existing file is replaced once the new one is complete.
ax : matplotlib Axes or None, default=None
    Axes to draw on. None draws on a new figure.
"""

# An entry begins at the margin, and its description is indented.
_BY_NAME = {
    entry[1]: entry[0].rstrip()
    for entry in re.finditer(r"^(\w+) :.*\n(?:(?: .*)?\n)*", _ENTRIES, flags=re.MULTILINE)
}

T = TypeVar("T")


def documented(target: T) -> T:
    """Put the shared entries into the docstring of a class or function."""

    def entry(line: re.Match[str]) -> str:
        return indent(_BY_NAME[line[2]], line[1])

    # There are no docstrings under python -OO.
    if target.__doc__ is not None:
        target.__doc__ = re.sub(r"^( *)\$(\w+)$", entry, target.__doc__, flags=re.MULTILINE)
    return target
