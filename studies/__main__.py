"""``python -m studies``."""

import os
import signal
import sys

# Every fit has one thread, so that times are comparable and runs share the cores.
# Libraries read these variables once, when they are loaded; workers inherit them.
for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")


def _terminate(*_: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    # SIGTERM also ends the workers.
    signal.signal(signal.SIGTERM, _terminate)
    try:
        from studies.cli import main

        code = main()
    except KeyboardInterrupt:
        print("stopped before anything was run", file=sys.stderr)
        code = 130
    sys.exit(code)
