"""From rows to tables, figures and a page.

``summary`` counts, ``published`` reads what the authors reported, ``figures``
draws, ``tables`` writes tables, ``comparison`` tells where others are better,
``page`` puts them together.
"""
