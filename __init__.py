"""castlescan: read, audit and score castles of *Between Two Castles of Mad King Ludwig*.

>>> import castlescan
>>> score = castlescan.score({"format": "castlescan/castle/1", "throne": "throne/living-corridor",
...                           "rooms": [{"id": "corridor/echo-chamber", "x": 2, "y": 0}]})
>>> score.total
3
"""

from .api import audit, read, score
from .engine.between_two_castles.castle import Castle
from .engine.between_two_castles.score import Score
from .engine.errors import CastlescanError, DocumentError
from .engine.languages import Language
from .engine.violations import Violation

__version__ = "0.1.0"

__all__ = [
    "Castle",
    "CastlescanError",
    "DocumentError",
    "Language",
    "Score",
    "Violation",
    "audit",
    "read",
    "score",
]
