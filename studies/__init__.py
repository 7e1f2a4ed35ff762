"""Studies: the simulations and tables of the paper, with this and other methods.

Not part of the package ``harderlasso``. Run it from the root of a clone::

    python -m studies run linear --methods HarderLASSO_QUT
    python -m studies report study-linear
"""
