"""From tasks to stored rows."""

from collections.abc import Callable

from studies.engines import Engine
from studies.errors import Refused
from studies.tasks import Row, Task, key_of

#: So often workers may die with no row between; then something is wrong with
#: the machine or with a task, and somebody has to look.
MOST_BREAKS = 3


def run(tasks: list[Task], engine: Engine, finished: Callable[[Row], None]) -> None:
    """Makes a row of every task and hands it over as soon as it is there."""
    left = {task.key(): task for task in tasks}
    breaks = 0
    while left:
        try:
            for row in engine.rows(list(left.values())):
                if left.pop(key_of(row), None) is not None:
                    finished(row)
                    breaks = 0
            if left:
                raise RuntimeError(f"{len(left)} tasks gave no row")
        except engine.broken as error:
            breaks += 1
            if breaks == MOST_BREAKS:
                raise Refused(
                    f"workers died {breaks} times without finishing a run "
                    f"({type(error).__name__}); the finished rows are kept: look for a lack of "
                    "memory, then go on with --resume"
                ) from None
