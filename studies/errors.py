"""Errors that a user can correct."""


class Refused(Exception):
    """A sentence on what is wrong, where, and what to do; the exit code is 2."""
