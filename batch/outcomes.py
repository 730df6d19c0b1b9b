"""What becomes of a photo, as it travels from the process that reads to the results."""

from dataclasses import dataclass

from .tables import Rows


@dataclass(frozen=True)
class Outcome:
    """What became of one path.

    Attributes
    ----------
    path
        Where the photo was found.
    photo
        The key of its content; None where it could not be opened.
    bytes, stamp
        Size of the file when it was opened, and what tells whether it has changed since.
    rows
        All rows of the photo by table; None where its content is in the results already.
    error
        Why the file could not be opened.
    failed
        Whether the photo could not be read.
    """

    path: str
    photo: str | None = None
    bytes: int | None = None
    stamp: str = ""
    rows: Rows | None = None
    error: str | None = None
    failed: bool = False
