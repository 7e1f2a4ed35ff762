"""The studies by name: their points, methods and number of runs."""

from collections.abc import Iterable
from dataclasses import dataclass

from studies.designs import classes, level, noise
from studies.designs.conditions import PAPER, TABLES
from studies.methods.ours import DEPARTURES

ONE_LAYER = (20,)


@dataclass(frozen=True)
class Point:
    """One simulated design at one size, or one table."""

    scenario: str
    condition: str = PAPER
    n: int = 0
    s: int = 0
    #: The name of the table, its file, and the digest of its bytes.
    table: str = ""
    path: str = ""
    digest: str = ""

    def key(self) -> tuple[str, str, int, int, str]:
        """What tells points of a study apart."""
        return (self.scenario, self.condition, self.n, self.s, self.table)

    @property
    def task(self) -> str:
        """``"regression"`` or ``"classification"``."""
        has_classes = self.scenario in ("classification", "classes") or (
            self.scenario == "level" and level.laws(self.condition)[0] in level.CLASSES
        )
        return "classification" if has_classes else "regression"

    @property
    def is_weighted(self) -> bool:
        """Whether the rows have weights."""
        return self.scenario == "level" and level.laws(self.condition)[2] != ""

    @property
    def hidden(self) -> tuple[int, ...]:
        """Widths of the networks of methods whose names have none; empty is linear."""
        return () if self.scenario == "linear" else ONE_LAYER


@dataclass(frozen=True)
class Study:
    """The defaults of a study."""

    name: str
    about: str
    scenario: str
    methods: tuple[str, ...]
    runs: int
    n: tuple[int, ...] = ()
    s: tuple[int, ...] = ()
    conditions: tuple[str, ...] = (PAPER,)
    #: The horizontal axis of figures, ``"s"`` or ``"n"``; other studies have a line per
    #: point in tables.
    axis: str = "s"
    #: All points, where they are not every condition at every n and s.
    listed: tuple[Point, ...] = ()

    @property
    def has_tables(self) -> bool:
        """Whether the data are tables of a folder."""
        return self.scenario in TABLES

    @property
    def measure(self) -> str:
        """The criterion by which methods are compared."""
        return {"classification": "accuracy", "regression": "r2"}.get(self.scenario, "exact")

    def points(
        self,
        n: Iterable[int] | None = None,
        s: Iterable[int] | None = None,
        conditions: Iterable[str] | None = None,
    ) -> list[Point]:
        """All points, with other sizes and conditions where they are given."""
        sizes, sparsities = tuple(n or self.n), tuple(self.s if s is None else s)
        asked = tuple(conditions or self.conditions)
        if self.listed:
            return [
                point
                for point in self.listed
                if point.condition in asked and point.n in sizes and point.s in sparsities
            ]
        return [
            Point(self.scenario, condition, rows, count)
            for condition in asked
            for rows in sizes
            for count in sparsities
        ]


def _listed(
    name: str,
    about: str,
    scenario: str,
    methods: tuple[str, ...],
    runs: int,
    points: tuple[Point, ...],
) -> Study:
    """A study of these points."""
    return Study(
        name,
        about,
        scenario,
        methods,
        runs,
        n=tuple(sorted({point.n for point in points})),
        s=tuple(sorted({point.s for point in points})),
        conditions=tuple(dict.fromkeys(point.condition for point in points)),
        axis="",
        listed=points,
    )


OURS = ("HarderLASSO_QUT", "LASSO_QUT", "SCAD_QUT", "MCP_QUT")
LINEAR = (*OURS, "LASSO_CV", "SCAD_CV", "MCP_CV", "abess", "Knockoffs")
NONLINEAR = (*OURS, "LassoNet", "RandomForest", "XGBoost")
#: Our penalty on a linear model, on a network, and on what suits the data.
MODELS = ("linear_HarderLASSO_QUT", "HarderLASSO_QUT", "auto_HarderLASSO_QUT")

_CLASSES = tuple(
    Point("classes", name, design.n, design.s) for name, design in classes.DESIGNS.items()
)
_ABLATION = (
    *(Point("linear", n=70, s=s) for s in (5, 15, 20)),
    *(Point("nonlinear", n=500, s=s) for s in (4, 12, 20)),
    *(point for point in _CLASSES if point.condition == "softmax"),
    Point("noise", "lognormal noise", 400, 4),
)

STUDIES = {
    study.name: study
    for study in (
        Study(
            "linear",
            "n 70, p 250: sums of s columns (paper)",
            "linear",
            LINEAR,
            runs=200,
            n=(70,),
            s=tuple(range(26)),
        ),
        Study(
            "nonlinear",
            "n 500, p 50: sums of s/2 bumps 10|x2 - x1| (paper)",
            "nonlinear",
            NONLINEAR,
            runs=200,
            n=(500,),
            s=tuple(range(0, 21, 2)),
        ),
        Study(
            "architecture",
            "p 50, s 4, growing n: 10||x2 - x1| - |x4 - x3|| (paper)",
            "architecture",
            tuple(f"HarderLASSO_QUT ({widths})" for widths in ("20", "20, 10", "20, 10, 5")),
            runs=50,
            n=(200, 400, 800, 1600, 3200),
            s=(4,),
            axis="n",
        ),
        Study(
            "classification",
            "tables of a folder, split 2/3 to 1/3 (paper)",
            "classification",
            (
                *OURS,
                *(f"linear_{name}" for name in OURS),
                "LASSO_CV",
                "abess",
                "LassoNet",
                "RandomForest",
                "XGBoost",
            ),
            runs=50,
            axis="",
        ),
        Study(
            "correlated",
            "the linear study with correlated columns",
            "linear",
            LINEAR,
            runs=100,
            n=(70,),
            s=tuple(range(0, 26, 5)),
            conditions=(PAPER, "toeplitz 0.5", "toeplitz 0.9", "blocks 0.7"),
        ),
        Study(
            "units",
            "the linear study with y in other units",
            "linear",
            LINEAR,
            runs=100,
            n=(70,),
            s=tuple(range(0, 26, 5)),
            conditions=(PAPER, "y x 0.001", "y x 1000"),
        ),
        Study(
            "heavy-tails",
            "the linear study with noise of Student's t, 3 degrees of freedom",
            "linear",
            LINEAR,
            runs=100,
            n=(70,),
            s=tuple(range(0, 26, 5)),
            conditions=(PAPER, "t noise"),
        ),
        Study(
            "level",
            "pure noise of many laws: share of empty lists",
            "level",
            MODELS,
            runs=100,
            n=tuple(level.COLUMNS),
            s=(0,),
            conditions=level.CONDITIONS,
            axis="",
        ),
        Study(
            "noise",
            "n 400, p 40: sums of 4 columns under noise of four laws",
            "noise",
            (*MODELS, "abess"),
            runs=100,
            n=(400,),
            s=(4,),
            conditions=tuple(noise.NOISES),
            axis="",
        ),
        _listed(
            "classes",
            "classes that depend on 2 to 6 columns, linearly or not",
            "classes",
            (*MODELS, "abess"),
            runs=50,
            points=_CLASSES,
        ),
        Study(
            "regression",
            "tables of a folder with a target of numbers, 5 folds",
            "regression",
            (*MODELS, "LASSO_CV"),
            runs=20,
            axis="",
        ),
        _listed(
            "ablation",
            "HarderLASSO_QUT without one departure from the paper at a time",
            "",
            ("HarderLASSO_QUT", *(f"HarderLASSO_QUT without {name}" for name in DEPARTURES)),
            runs=50,
            points=_ABLATION,
        ),
    )
}
