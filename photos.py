"""The castles of files, photos and documents alike, as the command line takes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .engine.between_two_castles.castle import Castle
from .engine.between_two_castles.castle_files import STANDARD_STREAM, read_castle, shown_name
from .engine.between_two_castles.catalogue import Catalogue
from .engine.documents import require_place
from .engine.errors import DocumentError
from .engine.languages import Language
from .vision.picture_kinds import is_picture_file
from .vision.reading import NO_SCORE, Reading, castle_letter


@dataclass(frozen=True)
class FoundCastle:
    """A castle of a file, with its reading and the photo where the file is one."""

    title: str
    castle: Castle
    reading: Reading | None = None
    photo: Path | None = None

    def require_scorable(self) -> Castle:
        """Return the castle if it can be scored.

        Raises
        ------
        DocumentError
            When a photo shows no throne room, or two tiles on one place; the line says what to do.
        """
        if self.reading is None or self.reading.score is not None:
            return self.castle
        why = (it.message for it in self.reading.review if it.reason in NO_SCORE)
        raise DocumentError(
            f"{next(why, 'cannot be scored')}; take another photo, or correct what "
            "'castlescan read --json' prints",
            source=self.title,
        )


@dataclass(frozen=True)
class CastleSource:
    """Takes castles from photos and documents.

    Attributes
    ----------
    catalogue
        Known tiles.
    language
        Of the sentences in readings.
    overlays
        A folder that gets the overlay picture of each photo.
    crops
        A folder that gets the faces of the doubtful pieces of each photo.
    """

    catalogue: Catalogue
    language: Language = Language.EN
    overlays: Path | None = None
    crops: Path | None = None

    def castles(self, path: Path) -> list[FoundCastle]:
        """Return the castles of a file: the one of a document, or all of a photo.

        Raises
        ------
        DocumentError
            When it cannot be read, is wrong, or is a photo without a castle.
        """
        if path == STANDARD_STREAM or not is_picture_file(path):
            castle = read_castle(path, self.catalogue)
            return [FoundCastle(castle.name or shown_name(path), castle)]
        readings = self._read(path)
        if len(readings) == 1:
            return [FoundCastle(str(path), readings[0].castle, readings[0], path)]
        return [
            FoundCastle(f"{path}, {castle_letter(number)}", reading.castle, reading, path)
            for number, reading in enumerate(readings)
        ]

    def castle(self, path: Path) -> Castle:
        """Return the one castle of a file.

        Raises
        ------
        DocumentError
            As :meth:`castles` does, or when a photo shows several.
        """
        found = self.castles(path)
        if len(found) > 1:
            raise DocumentError(
                f"shows {len(found)} castles where one is needed; take a photo of that one alone",
                source=str(path),
            )
        return found[0].castle

    def _read(self, path: Path) -> Sequence[Reading]:
        # Imported here, since scoring documents should not wait for networks and drawing libraries.
        from .vision.read import load_models, read

        for folder in (self.overlays, self.crops):
            if folder is not None:
                require_place(folder / f"{path.stem}.jpg")
        models = load_models(self.catalogue)
        readings = read(path, models, self.catalogue, language=self.language)
        if self.overlays is not None or self.crops is not None:
            self._write_pictures(path, readings)
        if not readings:
            from .vision.decode import read_reduced
            from .vision.no_castle import why_no_castle
            from .vision.photo_sizes import FIRST_PIXELS

            picture = read_reduced(path, enough=FIRST_PIXELS)
            found = models.detector.detect(picture.pixels)
            why = why_no_castle(picture.pixels, found, self.language, picture.scale)
            raise DocumentError(why, source=str(path))
        return readings

    def _write_pictures(self, path: Path, readings: Sequence[Reading]) -> None:
        from .vision.decode import read_reduced
        from .vision.overlay import draw_overlay, write_overlay
        from .vision.review_crops import write_review_crops

        picture = read_reduced(path)
        shown = [it.resized(1 / picture.scale) for it in readings]
        if self.overlays is not None:
            overlay = draw_overlay(picture.pixels, shown, self.catalogue, self.language)
            write_overlay(self.overlays / f"{path.stem}.jpg", overlay)
        if self.crops is not None:
            write_review_crops(self.crops, path.stem, picture.pixels, shown, self.catalogue)
