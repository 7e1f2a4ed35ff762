"""A progress bar on stderr, drawn with nothing but carriage returns.

That works in terminals and in Jupyter alike, which is why there is no
dependency for it.
"""

import sys

_WIDTH = 30


class Bar:
    """Called by the engine with what is being done and how far it is."""

    def __init__(self) -> None:
        self._drawn = ""

    def __call__(self, stage: str, done: int, total: int, features: int | None) -> None:
        share = done / total if total else 1.0
        filled = round(share * _WIDTH)
        line = f"{stage:<10} [{'#' * filled}{'.' * (_WIDTH - filled)}] {share:4.0%}"
        if features is not None:
            line += f"  {features} feature{'' if features == 1 else 's'}"
        if line != self._drawn:
            # Spaces wipe what is left of a longer line.
            sys.stderr.write("\r" + line.ljust(len(self._drawn)))
            sys.stderr.flush()
            self._drawn = line

    def close(self) -> None:
        """Ends the line, if there is one."""
        if self._drawn:
            sys.stderr.write("\n")
            sys.stderr.flush()
            self._drawn = ""
