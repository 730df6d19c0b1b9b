"""How castles are read."""

from dataclasses import dataclass, field

from .evidence import THRONE_WEIGHTS, TILE_WEIGHTS, Weights
from .pieces import PieceClass


@dataclass(frozen=True)
class ReadOptions:
    """How to read; the defaults are what was measured to be best.

    Attributes
    ----------
    refine_corners
        Whether the corners of tiles are moved to where their borders end in the full picture.
    look_again
        Whether free places beside tiles, and what was not recognised, are looked at once more.
    undo_cast
        Whether crops are made neutral by the white borders of their castle.
    together
        Whether all pieces get their ids together, rather than each its own best.
    use_rules
        Whether the placement rules break ties between ids that look alike.
    weights, throne_weights
        How much each kind of evidence counts, for tiles and what lies beside them, and for throne rooms.
    """

    refine_corners: bool = True
    look_again: bool = True
    undo_cast: bool = True
    together: bool = True
    use_rules: bool = True
    weights: Weights = field(default=TILE_WEIGHTS)
    throne_weights: Weights = field(default=THRONE_WEIGHTS)

    def weights_of(self, kind: PieceClass) -> Weights:
        """Return the weights of a class of pieces."""
        return self.throne_weights if kind is PieceClass.THRONE else self.weights


DEFAULT_OPTIONS = ReadOptions()
