"""The simulated designs of ``harderlasso.simulate``."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harderlasso import HarderLASSORegressor
from harderlasso.simulate import SimulatedDesign, draw


def test_defaults_are_the_sizes_of_the_paper() -> None:
    sizes: dict[Any, tuple[int, int, int]] = {
        "linear": (70, 250, 5),
        "nonlinear": (500, 50, 4),
        "architecture": (400, 50, 4),
    }
    for scenario, (n, p, s) in sizes.items():
        data = draw(scenario)
        assert data.X.shape == (n, p) and data.y.shape == (n,)
        assert data.X_test.shape == (1000, p) and data.mean_test.shape == (1000,)
        assert len(data.support) == s == len(set(data.support))


def test_a_run_of_a_design_is_the_data_set_of_its_numbers() -> None:
    design = SimulatedDesign("nonlinear", 60, seed=4, signs="random", student=5.0)
    for run in (0, 3):
        one = design.draw(6, run, y_scale=2.0, y_shift=1.0)
        other = draw(
            "nonlinear", 60, 6, seed=4, run=run, signs="random", student=5.0, y_scale=2.0, y_shift=1.0
        )
        for name in ("X", "y", "X_test", "mean_test"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
        assert (one.support, one.fit_seed) == (other.support, other.fit_seed)
        # Data sets do not share memory.
        one.X[:] = 0
    np.testing.assert_array_equal(design.draw(6).X, other.X)


def test_the_formula_is_the_true_mean() -> None:
    for data in (draw("linear", s=4), draw("nonlinear", s=4, signs="random"), draw("architecture")):
        names: dict[str, Any] = {f"x{j}": column for j, column in enumerate(data.X_test.T)}
        found = eval(data.formula, {"abs": np.abs}, names)
        np.testing.assert_allclose(found, data.mean_test, rtol=1e-12, atol=1e-12)


def test_units_change_y_alone() -> None:
    plain, small = (draw("linear", 70, 5, y_scale=c) for c in (1.0, 0.001))
    np.testing.assert_array_equal(plain.X, small.X)
    np.testing.assert_array_equal(plain.X_test, small.X_test)
    np.testing.assert_array_equal(0.001 * plain.y, small.y)
    assert plain.fit_seed == small.fit_seed


def test_correlations_reach_the_test_points() -> None:
    drawn = draw("linear", 2000, 3, toeplitz=0.9)
    for x in (drawn.X, drawn.X_test):
        assert np.corrcoef(x[:, 10], x[:, 11])[0, 1] == pytest.approx(0.9, abs=0.05)
        assert np.corrcoef(x[:, 10], x[:, 12])[0, 1] == pytest.approx(0.81, abs=0.07)


def test_some_columns_of_the_test_points_are_those_of_all() -> None:
    data = draw("linear", s=3, blocks=(5, 0.5))
    some, means = data.test_columns([7, 30])
    np.testing.assert_array_equal(means, data.mean_test)
    np.testing.assert_array_equal(some, data.X_test[:, [7, 30]])
    assert data.test_columns([])[0].shape == (1000, 0)


def test_criteria_are_those_of_the_paper() -> None:
    data = draw("linear", s=4)
    assert data.recovery(data.support) == (True, 0.0, 1.0)
    assert data.recovery([]) == (False, 0.0, 0.0)
    assert data.recovery([*data.support[:2], 0, 1]) == (False, 0.5, 0.5)
    assert data.l2_error(data.mean_test + 2) == pytest.approx(4)
    with pytest.raises(ValueError, match="list of predictions has 3 entries"):
        data.l2_error([1.0, 2.0, 3.0])


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"scenario": "cubic"}, "no scenario called cubic"),
        ({"scenario": "nonlinear", "signs": "both"}, "signs is both"),
        ({"signs": "random"}, "signs are those of the bumps"),
        ({"toeplitz": 1.5}, "correlation is 1.5"),
        ({"toeplitz": 0.5, "blocks": (5, 0.5)}, "toeplitz, blocks"),
        ({"blocks": (0, 0.5)}, "size of a block"),
        ({"student": 0.0}, "degrees of freedom"),
        ({"y_scale": 0.0}, "scale of y is 0"),
        ({"n": 1}, "n is 1"),
        ({"s": 251}, "s is 251"),
    ],
)
def test_impossible_designs_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        draw(**{"scenario": "linear", **settings})


def test_the_command_writes_the_same_data_and_fits_it_alike(tmp_path: Path) -> None:
    command = os.environ.get("HARDERLASSO_COMMAND")
    if command is None:
        pytest.skip("HARDERLASSO_COMMAND is not set")

    def printed(*arguments: str) -> str:
        ended = subprocess.run(
            [command, *arguments], cwd=tmp_path, check=True, capture_output=True, text=True
        )
        return ended.stdout

    for scenario, options, settings in (
        ("linear", [], {}),
        ("linear", ["--blocks", "10,0.7", "--student", "3"], {"blocks": (10, 0.7), "student": 3.0}),
        ("nonlinear", ["--signs", "random", "-n", "90"], {"signs": "random", "n": 90}),
    ):
        data = draw(scenario, s=4, seed=2, run=1, **settings)
        asked = ["-s", "4", "--seed", "2", "--run", "1", *options, "-o", "data.csv"]
        printed("simulate", scenario, *asked)
        rows = list(csv.reader(io.StringIO((tmp_path / "data.csv").read_text())))
        table = np.array(rows[1:], dtype=np.float64)
        np.testing.assert_array_equal(table[:, :-1], data.X)
        np.testing.assert_array_equal(table[:, -1], data.y)
        truth = json.loads((tmp_path / "data.truth.json").read_text())
        assert truth["support"] == data.support and truth["mean"] == data.formula
        assert truth["fit_seed"] == data.fit_seed
        model = HarderLASSORegressor(hidden_dims=None, random_state=data.fit_seed)
        selected = model.fit(data.X, data.y).selected_features_indices_.tolist()
        fit = ["fit", "data.csv", "--target", "y", "--hidden", "none", "--json", "--quiet"]
        answer = json.loads(printed(*fit, "--seed", str(data.fit_seed)))
        assert [feature["index"] for feature in answer["selected"]] == selected
        assert answer["lambda"] == model.lambda_qut_


def test_the_module_is_there_without_an_import_of_its_own():
    words = "import harderlasso; print(harderlasso.simulate.draw.__name__)"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout == "draw\n"
