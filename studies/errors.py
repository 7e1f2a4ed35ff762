"""What a user can put right."""


class Refused(Exception):
    """One sentence: what is wrong, where, and what to do. Ends the program with code 2."""
