import pytest

import castlescan
from castlescan.engine.between_two_castles.placement import Orientation
from castlescan.engine.violations import PlacedTile

DOCUMENT = {
    "format": "castlescan/castle/1",
    "throne": "throne/living-corridor",
    "rooms": [{"id": "corridor/echo-chamber", "x": 2, "y": 0}],
}


@pytest.fixture(autouse=True)
def _no_tiles_of_the_user(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def castle(*places, throne="throne/living-corridor"):
    return castlescan.Castle(
        throne=throne, rooms=[PlacedTile(id="food/bakery", x=x, y=y) for x, y in places]
    )


def test_scores_documents_and_castles_alike():
    from_document = castlescan.score(DOCUMENT)
    same = castlescan.Castle.model_validate(DOCUMENT)
    assert castlescan.score(same) == from_document
    assert from_document.total == 3


def test_neighbours_are_documents_or_castles():
    ballroom = castlescan.Castle(
        throne="throne/living-corridor",
        rooms=[PlacedTile(id="specialty/ballroom-corridor", x=2, y=0)],
    )
    neighbour = castlescan.Castle.model_validate(DOCUMENT)
    assert castlescan.score(ballroom, [DOCUMENT, neighbour]).categories["ballrooms"] == 2


def test_results_dump_as_json_types():
    dumped = castlescan.score(DOCUMENT).model_dump()
    assert type(dumped["rooms"]) is list
    assert all(type(key) is str for key in dumped["categories"])
    (violation,) = castlescan.audit(DOCUMENT)
    assert violation.model_dump() == {
        "rule": "unfinished",
        "group": "economy",
        "severity": "suspect",
        "tiles": [],
        "message": violation.message,
    }


def test_castles_dump_as_documents():
    dumped = castlescan.Castle.model_validate(DOCUMENT).model_dump()
    assert "name" not in dumped
    assert dumped["game"] == "between-two-castles"
    assert castlescan.Castle.model_validate({**DOCUMENT, "name": "X"}).model_dump()["name"] == "X"


def test_overlaps_are_audited_but_not_scored():
    overlapping = castle((2, 0), (2, 0))
    assert "overlap" in {violation.rule for violation in castlescan.audit(overlapping)}
    with pytest.raises(castlescan.DocumentError, match="already lies"):
        castlescan.score(overlapping)


def test_missing_thrones_are_audited_but_not_scored():
    headless = castle((2, 0), throne=None)
    assert "one-throne" in {violation.rule for violation in castlescan.audit(headless)}
    with pytest.raises(castlescan.DocumentError, match="no throne room"):
        castlescan.score(headless)


def test_audit_speaks_german_and_knows_orientations():
    found = castlescan.audit(
        DOCUMENT,
        language=castlescan.Language.DE,
        orientations={(2, 0): Orientation.UPSIDE_DOWN, (0, 0): Orientation.UPRIGHT},
    )
    assert found[0].rule == "orientation"
    assert found[0].message.startswith("Echokammer (2, 0) ist um 180 Grad gedreht")


def test_unknown_languages_are_refused():
    with pytest.raises(ValueError, match="fr"):
        castlescan.audit(DOCUMENT, language="fr")


def test_unknown_tiles_are_refused():
    with pytest.raises(castlescan.DocumentError, match="did you mean food/bakery"):
        castlescan.score({**DOCUMENT, "rooms": [{"id": "food/bakry", "x": 2, "y": 0}]})


def test_tiles_of_the_user_count(tmp_path):
    file = tmp_path / "castlescan" / "tiles.toml"
    file.parent.mkdir()
    file.write_text(
        '[[tiles]]\nid = "food/snack-bar"\nname = "Snack Bar"\npoints = 3\n'
        'wants = "specialty"\nwhere = "left+right"\n'
    )
    document = {**DOCUMENT, "rooms": [{"id": "food/snack-bar", "x": 2, "y": 0}]}
    assert castlescan.score(document).categories["food"] == 3


def test_deeply_nested_values_are_refused():
    nested = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(castlescan.DocumentError, match="name should be text, in quotes"):
        castlescan.score({**DOCUMENT, "name": nested})
    with pytest.raises(castlescan.DocumentError):
        castlescan.audit({**DOCUMENT, "rooms": nested})
    while nested:  # else taking it down would overflow the stack of the interpreter
        nested = nested.pop()
