"""Golden answers: what the code answered when they were recorded, to the last bit.

    python scripts/golden.py check --command target/release/harderlasso --data DIR

compares the installed Python package and the given command with the files in
scripts/golden/, prints the first differences of each part and ends with 1 if there
are any. `record` in place of `check` writes the files. DIR holds wine.csv,
breast_cancer.csv, aids.csv, dna.csv and spambase.csv, each with a column `label`;
without --data they are skipped, which is said.

The parts, each a file:

- linear.csv: 1,300 linear fits of simulated data (n 70, p 250, s 0 to 25, 50 runs).
- nonlinear.csv: 44 fits of a network of 20 (n 500, p 50, s 0, 2, ..., 20, 4 runs).
- package.json: the other estimators and the threshold of the Python package.
- tables.json: the five tables of --data through the command.
- small.json: small tables, made here, through every option of the command's fit.
- study.json: a few runs of studies, through `python -m studies` of this clone: the
  seed of the fit, the list, whether it is exact, FDR, TPR and the L2 error.
- wording.json: what is meant for eyes: terminal text, HTML. It may change on
  purpose, so it is compared with --wording only, and is never a failure.

A fit of simulated data has the seed that the studies give it (`fit_seed`), and
`seed=1` for the data unless its options say otherwise. The digest of its row is that
of its predictions for the rows it was fitted to. Everything else has the seed 0, the
default of the command.

Beside the standard library this needs the package, and for study.json the packages
at the top of studies/requirements.txt.
"""

import argparse
import csv
import hashlib
import io
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

import harderlasso
from harderlasso import HarderLASSOClassifier, HarderLASSORegressor, HarderLASSOSelector, qut
from harderlasso.simulate import draw

GOLDEN = Path(__file__).resolve().parent / "golden"
SHOWN = 10
WORKERS = 2


def simulated(design: str, n: int, s: int, run: int, seed: int) -> tuple[Any, Any, int]:
    """X, y and the seed of the fit of one simulated data set."""
    data = draw(design, n, s, seed=seed, run=run)
    return data.X, data.y, data.fit_seed


# Simulated data through the Python package.


def linear() -> dict[str, Any]:
    return fits("linear", 70, None, range(26), 50)


def nonlinear() -> dict[str, Any]:
    return fits("nonlinear", 500, (20,), range(0, 21, 2), 4)


def fits(design: str, n: int, hidden: Any, sizes: range, runs: int) -> dict[str, Any]:
    jobs = [(design, n, hidden, s, run) for s in sizes for run in range(runs)]
    with ProcessPoolExecutor(WORKERS) as pool:
        rows = pool.map(fit, jobs, chunksize=max(1, len(jobs) // 100))
        return {f"s {job[3]} run {job[4]}": row for job, row in zip(jobs, rows, strict=True)}


def fit(job: tuple[str, int, Any, int, int]) -> dict[str, str]:
    design, n, hidden, s, run = job
    x, y, seed = simulated(design, n, s, run, 1)
    warnings.simplefilter("ignore")
    model = HarderLASSORegressor(hidden_dims=hidden, random_state=seed).fit(x, y)
    return {
        "s": str(s),
        "run": str(run),
        "lambda": repr(float(model.lambda_qut_)),
        "selected": " ".join(str(i) for i in model.selected_features_indices_),
        "predictions": array(model.predict(x))[:8],
    }


# Through the studies.

PENALTIES = "HarderLASSO_QUT,LASSO_QUT,SCAD_QUT,MCP_QUT"
STUDIES = {
    "linear --runs 2 --s 0,5,10,20": PENALTIES,
    "linear --runs 1 --s 5 --conditions 'y x 1000 + 7' --seed 2": PENALTIES,
    "nonlinear --runs 1 --s 0,4 --conditions 'signs random'": "HarderLASSO_QUT,LASSO_QUT",
    "architecture --runs 1 --n 200,400": (
        "HarderLASSO_QUT (20),HarderLASSO_QUT (20, 10),HarderLASSO_QUT (20, 10, 5)"
    ),
}
KEY = ("method", "s", "n", "run")
ANSWER = ("fit_seed", "selected", "exact", "fdr", "tpr", "l2_error")


def study() -> dict[str, Any]:
    answers = {}
    for options, methods in STUDIES.items():
        with tempfile.TemporaryDirectory() as out:
            words = [*shlex.split(options), "--methods", methods, "--out", out]
            ended = subprocess.run(
                [sys.executable, "-m", "studies", "run", *words],
                cwd=GOLDEN.parent.parent,
                capture_output=True,
                text=True,
                check=False,
            )
            if ended.returncode != 0:
                answers[options] = f"ended with {ended.returncode}: {ended.stderr}"
                continue
            with (Path(out) / "runs.csv").open(newline="") as file:
                for row in csv.DictReader(file):
                    key = " ".join(row[name] for name in KEY)
                    answers[f"{options}: {key}"] = " | ".join(row[name] for name in ANSWER)
    return answers


# The rest of the Python package.


def package() -> dict[str, Any]:
    warnings.simplefilter("ignore")
    rows = list(csv.DictReader(io.StringIO(classes(3, 150, 10))))
    x = np.array([[float(row[f"x{j}"]) for j in range(10)] for row in rows])
    labels = np.array([row["label"] for row in rows])
    weights = np.array([float(row["part"]) for row in rows])
    y = x[:, 2] - 2.0 * x[:, 5] + np.abs(x[:, 7]) + weights
    x[::17, 3] = np.nan
    answers: dict[str, Any] = {}
    for name, hidden in (("linear", None), ("network", (5,)), ("deep", (5, 3))):
        shared = {"hidden_dims": hidden, "random_state": 0}
        plain = HarderLASSOClassifier(**shared)
        balanced = HarderLASSOClassifier(class_weight="balanced", **shared)
        answers |= {
            f"classifier {name}": estimator(plain.fit(x, labels), x),
            f"classifier {name} balanced": estimator(balanced.fit(x, labels), x),
            f"classifier {name} weighted": estimator(plain.fit(x, labels, weights), x),
            f"regressor {name}": estimator(HarderLASSORegressor(**shared).fit(x, y), x),
            f"regressor {name} weighted": estimator(
                HarderLASSORegressor(**shared).fit(x, y, weights), x
            ),
            f"selector {name}": selector(HarderLASSORegressor(**shared), x, y),
            f"nu {name}": estimator(HarderLASSORegressor(nu=0.5, **shared).fit(x, y), x),
            f"threshold {name} regression": threshold(np.nan_to_num(x), y, hidden),
            f"threshold {name} classification": threshold(np.nan_to_num(x), labels, hidden),
        }
    return answers


def estimator(model: Any, x: Any) -> dict[str, Any]:
    answer = {
        "lambda": float(model.lambda_qut_),
        "interval": [float(end) for end in model.lambda_interval_],
        "null": array(model.qut_null_),
        "selected": [int(i) for i in model.selected_features_indices_],
        "importances": array(model.feature_importances_),
        "cost": float(model.certificate_["cost"]),
        "converged": bool(model.converged_),
        "predictions": array(model.predict(x)),
    }
    if hasattr(model, "predict_proba"):
        answer["probabilities"] = array(model.predict_proba(x))
    return answer


def selector(model: Any, x: Any, y: Any) -> list[int]:
    fitted = HarderLASSOSelector(model).fit(x, y)
    return [int(i) for i in fitted.get_support(indices=True)]


def threshold(x: Any, y: Any, hidden: Any) -> dict[str, Any]:
    found = qut(x, y, hidden_dims=hidden, random_state=0)
    return {
        "lambda": float(found),
        "interval": [float(end) for end in found.interval],
        "observed": float(found.observed),
        "null": array(found.null),
    }


# Small tables. Four decimals, so that no library's logarithm has a say in them.


def table(columns: dict[str, list[str]]) -> str:
    lines = [",".join(columns), *(",".join(row) for row in zip(*columns.values(), strict=True))]
    return "\n".join(lines) + "\n"


def decimals(values: Any) -> list[str]:
    return [f"{value:.4f}" for value in values]


def normals(rng: random.Random, n: int, p: int) -> list[list[float]]:
    return [[round(rng.gauss(0.0, 1.0), 4) for _ in range(n)] for _ in range(p)]


def weighed(rng: random.Random, n: int) -> dict[str, list[str]]:
    whole = [str(rng.randrange(4)) for _ in range(n)]
    return {"whole": whole, "part": decimals(rng.uniform(0.1, 2.5) for _ in range(n))}


def numbers(n: int, p: int, signal: float = 1.0) -> str:
    """Two columns matter linearly, and two by the size of their difference."""
    rng = random.Random(0)
    x = normals(rng, n, p)
    y = [
        100.0
        + signal * (3.0 * x[0][i] - 2.0 * x[1][i] + 4.0 * abs(x[2][i] - x[3][i]))
        + rng.gauss(0.0, 1.0)
        for i in range(n)
    ]
    features = {f"x{j}": decimals(column) for j, column in enumerate(x)}
    return table(features | weighed(rng, n) | {"y": decimals(y)})


def classes(k: int, n: int, p: int) -> str:
    rng = random.Random(0)
    x = normals(rng, n, p)
    label = []
    for i in range(n):
        scores = [3.0 * x[0][i], 3.0 * x[1][i], 2.0 * abs(x[2][i])][:k]
        noisy = [score + rng.gauss(0.0, 1.0) for score in scores]
        label.append("abc"[noisy.index(max(noisy))])
    features = {f"x{j}": decimals(column) for j, column in enumerate(x)}
    return table(features | weighed(rng, n) | {"label": label})


def untidy(n: int) -> str:
    """Constant, doubled, huge and tiny columns, text, and missing values."""
    rng = random.Random(0)
    x = normals(rng, n, 6)
    colour = [rng.choice(["red", "green", "blue"]) for _ in range(n)]
    y = [
        2.0 * x[0][i] + x[1][i] + 3.0 * (colour[i] == "red") + 0.5 * rng.gauss(0.0, 1.0)
        for i in range(n)
    ]
    columns = {f"x{j}": decimals(column) for j, column in enumerate(x)}
    columns["huge"] = [f"{1e6 * value:.0f}" for value in x[4]]
    columns["tiny"] = [f"{1e-6 * value:.10f}" for value in x[5]]
    for name in ("x0", "x3", "x5"):
        columns[name] = ["" if rng.random() < 0.06 else value for value in columns[name]]
    columns |= {
        "constant": ["7"] * n,
        "double": columns["x1"],
        "colour": ["NA" if rng.random() < 0.05 else level for level in colour],
        "switch": [str(rng.randrange(2)) for _ in range(n)],
        "whole": [str(1 + rng.randrange(3)) for _ in range(n)],
        "part": ["1"] * n,
        "y": decimals(y),
        "kind": ["up" if value > 0.5 else "down" for value in y],
        "units": [f"{1e6 * value + 1e8:.1f}" for value in y],
        "count": [str(max(0, round(value) + 4)) for value in y],
    }
    return table(columns)


SMALL: dict[str, Callable[[], str]] = {
    "tall.csv": lambda: numbers(200, 8),
    "wide.csv": lambda: numbers(60, 150),
    "noise.csv": lambda: numbers(90, 12, signal=0.0),
    "two.csv": lambda: classes(2, 150, 10),
    "three.csv": lambda: classes(3, 150, 10),
    "three_wide.csv": lambda: classes(3, 60, 100),
    "untidy.csv": lambda: untidy(140),
}
OTHERS = {"y": "kind,units,count", "kind": "y,units,count", "units": "y,kind,count"}
OTHERS["count"] = "y,kind,units"


def cases() -> Iterator[tuple[str, str]]:
    """Tables of `SMALL` with options of `fit`; a column of weights is no feature."""
    linear, network = "--hidden none", "--hidden 5"
    plain = "--drop whole,part"
    for name in ("tall", "wide", "noise", "two", "three", "three_wide"):
        target = "--target y" if name in ("tall", "wide", "noise") else "--target label"
        for hidden in (linear, network):
            yield f"{name}.csv", f"{target} {hidden} {plain}"
            yield f"{name}.csv", f"{target} {hidden} --weights whole --drop part"
            yield f"{name}.csv", f"{target} {hidden} --weights part --drop whole"
            for penalty in ("l1", "scad", "mcp"):
                yield f"{name}.csv", f"{target} {hidden} {plain} --penalty {penalty}"
    for name, target in (("tall", "y"), ("wide", "y"), ("two", "label"), ("three", "label")):
        yield f"{name}.csv", f"--target {target} {plain}"
        yield f"{name}.csv", f"--target {target} {plain} --hidden 5,3"
        yield f"{name}.csv", f"--target {target} {plain} {linear} --seed 7"
        yield f"{name}.csv", f"--target {target} {plain} {network} --seed 7"
    yield "tall.csv", "--target y --hidden 5,3 --weights part --drop whole"
    yield "tall.csv", f"--target y {plain} --hidden 6,4,3"
    for hidden in (linear, network):
        yield "tall.csv", f"--target y {plain} {hidden} --lambda 2.5"
        yield "three.csv", f"--target label {plain} {hidden} --lambda 12"
        yield "wide.csv", f"--target y {plain} {hidden} --alpha 0.2 --draws 400"
        yield "two.csv", f"--target label {plain} {hidden} --alpha 0.2 --draws 400"
        for target in OTHERS:
            options = f"--target {target} {hidden} --drop part,{OTHERS[target]}"
            yield "untidy.csv", f"{options},whole"
        options = f"{hidden} --drop part,{OTHERS['y']}"
        yield "untidy.csv", f"--target y {options},whole --missing drop"
        yield "untidy.csv", f"--target y {options} --weights whole"
        yield "untidy.csv", f"--target y {options} --weights whole --missing drop"
        options = f"{hidden} --drop part,whole,{OTHERS['count']}"
        yield "untidy.csv", f"--target count {options} --task regression"
    yield "tall.csv", f"--target y {plain} {network} --restarts 1"
    for activation in ("leaky_relu", "elu", "softplus", "gelu", "silu"):
        yield "tall.csv", f"--target y {plain} {network} --activation {activation}"
        yield "three.csv", f"--target label {plain} {network} --activation {activation}"


# Through the command.

REAL = ("wine", "breast_cancer", "aids", "dna", "spambase")
INSPECTED = (
    ("tall.csv", "--target y --hidden 5 --drop whole,part"),
    ("three.csv", "--target label --hidden none --drop whole,part"),
)


class Command:
    """The command in a folder of its own, so that no path is part of an answer."""

    def __init__(self, path: str, folder: Path) -> None:
        self.path = str(Path(path).resolve())
        self.folder = folder
        self.failed = False

    def __call__(self, *arguments: str) -> bytes:
        ended = self.run(*arguments)
        if ended.returncode != 0:
            self.failed = True
            return f"ended with {ended.returncode}: {ended.stderr.decode()}".encode()
        return ended.stdout

    def run(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        kept = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        return subprocess.run(
            [self.path, *arguments], cwd=self.folder, env=kept, capture_output=True, check=False
        )

    def digest_of(self, name: str) -> str:
        file = self.folder / name
        return digest(file.read_bytes()) if file.exists() else "no file"

    def fit(self, data: str, options: str) -> dict[str, Any]:
        """The answer of a fit and of its model, which is left in model.json."""
        model = self.folder / "model.json"
        model.unlink(missing_ok=True)
        printed = self("fit", data, *options.split(), "--json", "-q", "-m", model.name)
        if not model.exists():
            return {"result": printed.decode()}
        result = timeless(printed)
        answer = {
            "result": result,
            "predictions": digest(self("predict", model.name, data, "-q")),
            "model": digest(model.read_bytes()),
            "model, by part": parts(json.loads(model.read_bytes())),
        }
        if result.get("task") == "classification":
            probabilities = self("predict", "--proba", model.name, data, "-q")
            answer["probabilities"] = digest(probabilities)
        return answer


def tables(command: Command, data: Path) -> dict[str, Any]:
    answers = {}
    for name in REAL:
        shutil.copyfile(data / f"{name}.csv", command.folder / f"{name}.csv")
        for options in ("--target label --hidden none", "--target label"):
            answers[f"{name}.csv {options}"] = command.fit(f"{name}.csv", options)
    return answers


def small(command: Command) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    for name, make in SMALL.items():
        (command.folder / name).write_text(make())
        answers[name] = digest((command.folder / name).read_bytes())
    for name, options in cases():
        answers[f"{name} {options}"] = command.fit(name, options)
    for name, options in INSPECTED:
        command.fit(name, options)
        answers[f"inspect {name} {options}"] = timeless(command("inspect", "model.json", "--json"))
        for inputs in ("all", "selected"):
            (command.folder / "model.onnx").unlink(missing_ok=True)
            command("export", "model.json", "--onnx", "model.onnx", "--inputs", inputs, "-q")
            answers[f"onnx {inputs} {name} {options}"] = command.digest_of("model.onnx")
        printed = command("lambda", name, *options.split(), "--json", "-q")
        answers[f"lambda {name} {options}"] = timeless(printed)
    return answers


def wording(command: Command) -> dict[str, Any]:
    answers: dict[str, Any] = {"demo": lines(command.run("demo", "--quiet"))}
    answers["demo's report"] = command.digest_of("harderlasso-report.html")
    for name, options in INSPECTED:
        (command.folder / name).write_text(SMALL[name]())
        fitted = command.run("fit", name, *options.split(), "-m", "model.json")
        answers[f"fit {name} {options}"] = lines(fitted)
        answers[f"inspect {name} {options}"] = lines(command.run("inspect", "model.json"))
        answers[f"report {name} {options}"] = digest(command("report", "model.json"))
        answers[f"lambda {name} {options}"] = lines(command.run("lambda", name, *options.split()))
    return answers


def lines(ended: subprocess.CompletedProcess[bytes]) -> list[str]:
    """What was printed, without the line of seconds."""
    printed = ended.stdout.decode().splitlines() + ended.stderr.decode().splitlines()
    return [line for line in printed if not line.startswith("Time ")]


def timeless(printed: bytes) -> Any:
    try:
        answer = json.loads(printed)
    except ValueError:
        return printed.decode()
    answer.pop("seconds", None)
    return answer


def parts(file: dict[str, Any]) -> dict[str, str]:
    """Digests of parts of a model file, to say where two of them part."""
    kept = {}
    for section, own in (("model", ("threshold", "layers")), ("record", ("training",))):
        content = dict(file.get(section) or {})
        for name in own:
            kept[name] = short(content.pop(name, None))
        kept[f"rest of {section}"] = short(content)
    return kept


def short(content: Any) -> str:
    return digest(json.dumps(content, sort_keys=True).encode())[:8]


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


def array(values: Any) -> str:
    """A digest of an array: of the bits of numbers, of the text of labels."""
    values = np.asarray(values)
    if values.dtype.kind in "OUS":
        return digest("\n".join(str(value) for value in values).encode())
    return digest(np.ascontiguousarray(values, dtype="<f8").tobytes())


# Files, and what differs from them.


def write(path: Path, answers: dict[str, Any]) -> None:
    if path.suffix == ".csv":
        with path.open("w", newline="") as file:
            rows = list(answers.values())
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return
    entries = (f"{json.dumps(key)}: {text(value)}" for key, value in answers.items())
    path.write_text("{\n" + ",\n".join(entries) + "\n}\n", encoding="utf-8")


def read(path: Path) -> dict[str, Any]:
    if path.suffix == ".csv":
        with path.open(newline="") as file:
            return {f"s {row['s']} run {row['run']}": row for row in csv.DictReader(file)}
    answers: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return answers


def text(value: Any) -> str:
    """Floats as the shortest text that reads back as the same bits."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def differences(golden: Any, now: Any, where: tuple[str, ...] = ()) -> Iterator[str]:
    """What differs, each with its place; in text, where -0.0 is not 0.0."""
    if isinstance(golden, dict) and isinstance(now, dict):
        for key in [*golden, *(key for key in now if key not in golden)]:
            if key not in now:
                yield f"{' / '.join((*where, key))}: is no longer there"
            elif key not in golden:
                yield f"{' / '.join((*where, key))}: is new: {text(now[key])[:300]}"
            else:
                yield from differences(golden[key], now[key], (*where, key))
    elif isinstance(golden, list) and isinstance(now, list) and len(golden) == len(now):
        for place, (one, other) in enumerate(zip(golden, now, strict=True)):
            yield from differences(one, other, (*where, str(place)))
    elif text(golden) != text(now):
        place = " / ".join(where)
        yield f"{place}\n    golden {text(golden)[:300]}\n    now    {text(now)[:300]}"


def compare(path: Path, answers: dict[str, Any]) -> int:
    """Says what differs from a file, and returns how many entries do."""
    if not path.exists():
        print(f"  {path.name} is missing: record it with the build to compare with")
        return 1
    golden = read(path)
    differing = [
        key for key in {**golden, **answers} if text(golden.get(key)) != text(answers.get(key))
    ]
    if not differing:
        print(f"  {len(answers)} of {len(golden)} entries are the same")
        return 0
    print(f"  {len(differing)} of {len(golden)} entries differ")
    found = list(differences(golden, answers))
    for difference in found[:SHOWN]:
        print(f"  {difference}")
    if len(found) > SHOWN:
        print(f"  and {len(found) - SHOWN} more differences")
    return len(differing)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mode", choices=["record", "check"])
    parser.add_argument("--command", required=True, metavar="PATH", help="the command harderlasso")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder of the five tables")
    parser.add_argument("--wording", action="store_true", help="compare the wording too")
    parser.add_argument("--only", metavar="PARTS", help="some of the parts: linear,small")
    asked = parser.parse_args()
    if not Path(asked.command).is_file():
        parser.error(f"--command: there is no file {asked.command}")
    missing = [name for name in REAL if asked.data and not (asked.data / f"{name}.csv").exists()]
    if missing:
        parser.error(f"--data: {', '.join(missing)} not found in {asked.data}")
    print(f"package  {harderlasso.__version__} in {Path(harderlasso.__file__).parent}")
    print(f"command  {asked.command}")

    with tempfile.TemporaryDirectory() as folder:
        command = Command(asked.command, Path(folder))
        makers: dict[str, Callable[[], dict[str, Any]]] = {
            "linear.csv": linear,
            "nonlinear.csv": nonlinear,
            "package.json": package,
            "tables.json": lambda: tables(command, asked.data),
            "small.json": lambda: small(command),
            "study.json": study,
            "wording.json": lambda: wording(command),
        }
        only = [Path(name).stem for name in makers]
        if asked.only:
            only = asked.only.split(",")
            unknown = [name for name in only if not any(Path(n).stem == name for n in makers)]
            if unknown:
                parser.error(f"there is no part called {', '.join(unknown)}")
        failures = 0
        for name, make in makers.items():
            if Path(name).stem not in only:
                continue
            is_wording = name == "wording.json"
            if is_wording and asked.mode == "check" and not asked.wording:
                print("wording.json: skipped, as --wording is not given")
                continue
            if name == "tables.json" and asked.data is None:
                print("tables.json: SKIPPED, as --data is not given")
                continue
            start = time.perf_counter()
            answers = make()
            print(f"{name}: {time.perf_counter() - start:.1f} s", flush=True)
            if asked.mode == "check":
                differing = compare(GOLDEN / name, answers)
                failures += 0 if is_wording else differing
                if is_wording and differing:
                    print("  (a note: wording may change on purpose)")
            elif command.failed or "ended with" in text(answers):
                print("  not written: a program failed")
                failures += 1
                for key, value in answers.items():
                    if "ended with" in text(value):
                        print(f"  {key}: {text(value)[:300]}")
                command.failed = False
            else:
                GOLDEN.mkdir(exist_ok=True)
                write(GOLDEN / name, answers)
                print(f"  {len(answers)} entries written")
    if asked.mode == "check":
        print("FAILED: answers differ" if failures else "passed: no answer differs")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
