"""``python -m studies``."""

import os
import sys

# Every fit has one thread, so that seconds compare and runs share the cores.
# Libraries read these once, when they are loaded; workers inherit them.
for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")

from studies.cli import main

if __name__ == "__main__":
    sys.exit(main())
