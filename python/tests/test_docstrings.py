"""Docstrings agree with signatures and attributes, and defaults with the engine."""

import ast
import inspect
import re

import pytest
from common import classifier, regressor

from harderlasso import HarderLASSOSelector, _laws, qut
from harderlasso._harderlasso import DEFAULTS

ESTIMATORS = (*_laws.ESTIMATORS, HarderLASSOSelector)
METHODS = {
    method.__qualname__: method
    for estimator in ESTIMATORS
    for name, method in inspect.getmembers(estimator, inspect.isroutine)
    if not name.startswith("_") and method.__module__.startswith("harderlasso")
}.values()


def section(documented, title):
    """The entries of a section of a docstring: names with their types, in order."""
    text = inspect.getdoc(documented).replace("\\\n", "")
    found = re.search(rf"^{title}\n-+\n((?:(?!^\S.*\n-+$).*\n?)*)", text, re.MULTILINE)
    return dict(re.findall(r"^(\w+) : (.*)$", found[1], re.MULTILINE)) if found else {}


@pytest.mark.parametrize("documented", [qut, *ESTIMATORS, *METHODS], ids=lambda d: d.__qualname__)
def test_parameters_and_their_defaults(documented):
    entries = section(documented, "Parameters")
    parameters = {
        name: parameter
        for name, parameter in inspect.signature(documented).parameters.items()
        if name != "self"
    }
    assert list(entries) == list(parameters)
    for name, parameter in parameters.items():
        _, _, default = entries[name].partition("default=")
        # The y of a transformer is optional in the signature alone.
        if default:
            assert ast.literal_eval(default) == parameter.default, name
        elif documented is not HarderLASSOSelector.fit:
            assert parameter.default is parameter.empty, name


@pytest.mark.parametrize("documented", [*_laws.ESTIMATORS, qut])
def test_defaults_are_those_of_the_engine(documented):
    parameters = inspect.signature(documented).parameters
    names = (set(parameters) & set(DEFAULTS)) - {"random_state"}
    assert {"hidden_dims", "activation", "alpha", "n_draws"} <= names
    assert {name: parameters[name].default for name in names} == {
        name: DEFAULTS[name] for name in names
    }


@pytest.mark.parametrize("make", [regressor, classifier, lambda: HarderLASSOSelector(classifier())])
def test_attributes(table, number, make):
    model = make().fit(table, number > 0 if make is not regressor else number)
    attributes = {name for name in vars(model) if name.endswith("_")}
    assert attributes | {"feature_names_in_"} == set(section(type(model), "Attributes"))
