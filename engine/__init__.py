"""Rules of the games: catalogue, documents, placement audit, scoring, games and variants.

Pure Python without images, so that any other program can use it. One package per game
(:mod:`castlescan.engine.between_two_castles`) beside what games share.
"""
