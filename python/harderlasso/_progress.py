"""A progress bar on stderr.

It is drawn with carriage returns alone, which work in terminals and in Jupyter,
so it needs no dependency.
"""

import sys

_WIDTH = 30


class ProgressBar:
    """A callable that draws the progress that the engine reports."""

    def __init__(self) -> None:
        self._drawn = ""

    def __call__(self, stage: str, done: int, total: int, features: int | None) -> None:
        share = done / total if total else 1.0
        filled = round(share * _WIDTH)
        line = f"{stage:<10} [{'#' * filled}{'.' * (_WIDTH - filled)}] {share:4.0%}"
        if features is not None:
            line += f"  {features} feature{'' if features == 1 else 's'}"
        if line != self._drawn:
            # Spaces cover the end of a longer line.
            sys.stderr.write("\r" + line.ljust(len(self._drawn)))
            sys.stderr.flush()
            self._drawn = line

    def close(self) -> None:
        """End the line, if there is one."""
        if self._drawn:
            sys.stderr.write("\n")
            sys.stderr.flush()
            self._drawn = ""
