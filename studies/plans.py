"""The studies by name: their points, methods and number of runs."""

from collections.abc import Iterable
from dataclasses import dataclass

from studies.designs.conditions import PAPER

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
    #: The horizontal axis of figures, ``"s"`` or ``"n"``; tables have none.
    axis: str = "s"

    @property
    def hidden(self) -> tuple[int, ...]:
        """Widths of the networks of methods whose names have none; empty is linear."""
        return () if self.scenario == "linear" else ONE_LAYER

    def points(
        self,
        n: Iterable[int] | None = None,
        s: Iterable[int] | None = None,
        conditions: Iterable[str] | None = None,
    ) -> list[Point]:
        """All points, with other sizes and conditions where they are given."""
        sizes, sparsities = tuple(n or self.n), tuple(self.s if s is None else s)
        return [
            Point(self.scenario, condition, rows, count)
            for condition in (conditions or self.conditions)
            for rows in sizes
            for count in sparsities
        ]


OURS = ("HarderLASSO_QUT", "LASSO_QUT", "SCAD_QUT", "MCP_QUT")
LINEAR = (*OURS, "LASSO_CV", "SCAD_CV", "MCP_CV", "abess", "Knockoffs")
NONLINEAR = (*OURS, "LassoNet", "RandomForest", "XGBoost")

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
    )
}
