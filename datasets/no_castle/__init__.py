"""Pictures without any castle, to count what is taken for one.

Other games, boards, cards, floors, shelves and pages, all drawn here, on the tables and in the light of
:mod:`..scenes`. :mod:`.kinds` lists them, :mod:`.subject` says what each is made of, :mod:`.writing` fills a
folder, and ``python -m castlescan.datasets.no_castle.check`` counts what was read there.
"""
