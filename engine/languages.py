"""Languages that castlescan speaks."""

from enum import StrEnum


class Language(StrEnum):
    """A language of names, messages and score sheets."""

    EN = "en"
    DE = "de"
