"""Words and sentences for people, in the language they asked for."""

from collections.abc import Iterable, Mapping
from typing import Any

from .languages import Language


class Words:
    """A table of words whose leaves hold one text for each language."""

    def __init__(self, table: Mapping[str, Any], language: Language) -> None:
        self._table = table
        self.language = language

    def say(self, *keys: str, **values: object) -> str:
        """Return the text under these keys with ``{…}`` filled in, in English where untranslated.

        Raises
        ------
        KeyError
            When there is no such text.
        """
        entry: Any = self._table
        for key in keys:
            entry = entry[key]
        text: str = entry.get(self.language) or entry[Language.EN]
        return text.format(**values) if values else text

    def join(self, items: Iterable[str]) -> str:
        """Join items as people do: "a, b and c"."""
        *first, last = items
        return self.say("joined", "and").join([", ".join(first), last] if first else [last])
