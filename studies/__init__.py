"""Studies: the paper's simulations and tables, with the methods of others beside ours.

Not part of the package ``harderlasso``. Run it from the root of a clone::

    python -m studies run linear --out out/linear
    python -m studies report out/linear
"""
