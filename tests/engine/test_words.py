import re
import tomllib
from importlib import resources

import pytest

from castlescan.engine.between_two_castles.catalogue import (
    REGULAR_TYPES,
    WALL_HANGINGS,
    Arrow,
    Counts,
    Specialty,
    Spot,
    TileType,
    Where,
)
from castlescan.engine.between_two_castles.rules import RULES, Rule
from castlescan.engine.between_two_castles.score import Category
from castlescan.engine.between_two_castles.vocabulary import words_in
from castlescan.engine.languages import Language
from castlescan.engine.words import Words

TABLE = tomllib.loads(
    resources.files("castlescan.engine.between_two_castles")
    .joinpath("messages.toml")
    .read_text(encoding="utf-8")
)


def leaves(table, path=()):
    for key, value in table.items():
        if isinstance(value, str):
            yield path, table
            return
        yield from leaves(value, (*path, key))


@pytest.mark.parametrize(("path", "entry"), list(leaves(TABLE)), ids=str)
def test_every_text_is_there_in_each_language_with_the_same_values(path, entry):
    assert set(entry) == set(Language), path
    values = {language: set(re.findall(r"\{(\w+)\}", text)) for language, text in entry.items()}
    assert values["en"] == values["de"], path


@pytest.mark.parametrize(
    ("section", "keys"),
    [
        ("type", TileType),
        ("types", TileType),
        ("specialty", Specialty),
        ("specialties", Specialty),
        ("hanging", WALL_HANGINGS),
        ("category", Category),
        ("scores", Where),
        ("direction", Arrow),
        ("spot", Spot),
        ("counts", set(Counts)),
        ("bonus", set(REGULAR_TYPES) - {TileType.DOWNSTAIRS}),
    ],
)
def test_every_word_that_code_asks_for_is_there(section, keys):
    assert set(keys) <= set(TABLE[section])


def test_every_rule_has_a_source_and_a_message_or_serves_as_suspicion():
    assert set(RULES) == set(Rule)
    assert set(TABLE["rule"]) == {str(rule) for rule in Rule}
    for info in RULES.values():
        assert "ook" in info.source or "Solo" in info.source


class TestWords:
    WORDS = Words(
        {"a": {"b": {"en": "{n} towers", "de": "{n} Türme"}}, "c": {"en": "only"},
         "joined": {"and": {"en": " and ", "de": " und "}}},
        Language.DE,
    )  # fmt: skip

    def test_fills_in_values(self):
        assert self.WORDS.say("a", "b", n=2) == "2 Türme"

    def test_falls_back_to_english(self):
        assert self.WORDS.say("c") == "only"

    def test_unknown_words_are_an_error(self):
        with pytest.raises(KeyError):
            self.WORDS.say("a", "x")

    @pytest.mark.parametrize(
        ("items", "joined"),
        [(["a"], "a"), (["a", "b"], "a und b"), (["a", "b", "c"], "a, b und c")],
    )
    def test_joins_as_people_do(self, items, joined):
        assert self.WORDS.join(items) == joined

    def test_braces_in_values_stay(self):
        assert (
            words_in(Language.EN)
            .say("rule", "support", "nothing-below", tile="{x}")
            .startswith("{x} lies")
        )
