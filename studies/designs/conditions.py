"""In what a simulated design differs from those of the paper, by name.

A name stands in every row; what it means must not change. The values are
arguments of ``harderlasso._harderlasso.simulate``.
"""

from typing import Any

PAPER = "paper"

CONDITIONS: dict[str, dict[str, Any]] = {
    # Independent columns, standard normal noise, y in the unit of the noise.
    PAPER: {},
    # Correlation 0.5^|j-k| and 0.9^|j-k| between columns j and k.
    "toeplitz 0.5": {"toeplitz": 0.5},
    "toeplitz 0.9": {"toeplitz": 0.9},
    # Blocks of ten neighbouring columns with correlation 0.7.
    "blocks 0.7": {"blocks": (10, 0.7)},
    # y in another unit; the error is measured in the unit of the noise.
    "y x 0.001": {"y_scale": 0.001},
    "y x 1000": {"y_scale": 1000.0},
    # Student's t with 3 degrees of freedom, not rescaled: its variance is 3.
    "t noise": {"student": 3.0},
}
