"""From rows to tables, figures and a page.

``summary`` counts, ``published`` reads what the authors reported, ``figures``
draws, ``tables`` writes tables, ``page`` puts them together.
"""
