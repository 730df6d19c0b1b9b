"""Errors that castlescan raises for bad input. Each is one line that says what to do about it."""

from typing import Self


class CastlescanError(Exception):
    """Base of every error that castlescan raises on purpose."""


class DocumentError(CastlescanError):
    """A document cannot be used: the line names the file where known, the fault and the remedy."""

    def __init__(self, fault: str, *, source: str | None = None) -> None:
        super().__init__(fault if source is None else f"{source}: {fault}")
        self.fault = fault
        self.source = source

    def at(self, source: str) -> Self:
        """Return the same error with the file, or the place in it, put before the fault."""
        return type(self)(str(self), source=source)


class CatalogueError(DocumentError):
    """A catalogue of tiles contradicts itself or the box."""
