"""From tasks to stored rows."""

from collections.abc import Callable

from studies.engines import Engine
from studies.errors import Refused
from studies.tasks import Row, Task, key_of

#: The number of times that workers may die without a row in between. After that,
#: the machine or a task needs a person's attention.
MOST_BREAKS = 3


def run(tasks: list[Task], engine: Engine, finished: Callable[[Row], None]) -> None:
    """Makes the row of every task and hands it over as it comes back."""
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
                    f"({type(error).__name__}); the finished rows are kept: check the "
                    "memory of the machine, then go on with --resume"
                ) from None
