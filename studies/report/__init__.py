"""From rows to tables, figures and a page.

``summary`` computes means, ``published`` reads the numbers of the authors,
``figures`` draws, ``tables`` makes tables, ``comparison`` lists where other methods
are better, and ``page`` puts the parts together.
"""
