"""The name banners of tiles, painted over or with other names."""

import numpy as np
import pytest

from castlescan.datasets.faces import DrawnFaces
from castlescan.datasets.faces.banners import Banners, RenamedFaces, banner_of, draw_name
from castlescan.engine.between_two_castles.catalogue import packaged_catalogue

BAKERY = "food/bakery"
SCULLERY = "food/scullery"


@pytest.fixture(scope="module")
def drawn() -> DrawnFaces:
    return DrawnFaces()


@pytest.mark.parametrize("banners", [Banners.BLANK, Banners.GERMAN])
def test_only_the_banner_changes(drawn: DrawnFaces, banners: Banners) -> None:
    before, after = (it.face(BAKERY, 200) for it in (drawn, RenamedFaces(drawn, banners)))
    left, top, right, bottom = banner_of(200, 200)
    changed = (before != after).any(axis=2)
    assert changed[top:bottom, left:right].mean() > 0.1
    changed[top:bottom, left:right] = False
    assert not changed.any()


def test_a_blank_banner_has_no_letters_and_a_german_one_has(drawn: DrawnFaces) -> None:
    left, top, right, bottom = banner_of(200, 200)

    def spread(banners: Banners) -> float:
        face = RenamedFaces(drawn, banners).face(BAKERY, 200)
        return float(face[top:bottom, left:right].std(axis=1).mean())

    assert 2 * spread(Banners.BLANK) < spread(Banners.GERMAN)


def test_own_names_and_pieces_without_a_banner_stay(drawn: DrawnFaces) -> None:
    for piece_id, banners in (
        (BAKERY, Banners.OWN),
        ("throne/utility-food", Banners.BLANK),
        ("bonus/width", Banners.GERMAN),
    ):
        renamed = RenamedFaces(drawn, banners)
        assert (renamed.face(piece_id, 120) == drawn.face(piece_id, 120)).all()
        assert renamed.cut_out(piece_id, 120).mask.shape[0] == 120
    assert RenamedFaces(drawn, Banners.BLANK).ids == drawn.ids


def test_a_name_is_the_same_each_time_and_made_up_where_there_is_none() -> None:
    name = packaged_catalogue().tiles[SCULLERY].name_de
    assert name is not None
    one, two, other = (draw_name(it, SCULLERY) for it in (name, name, None))
    assert (one == two).all()
    assert np.abs(one - other).max() > 0.5
    assert other.max() > 0.9
