"""Views and quads from boxes; ``tests/vision/test_lattice.py`` lays out all photographs with them."""

import json
from pathlib import Path

import numpy as np
import pytest

from castlescan.datasets.observed import (
    ObservedPhoto,
    ObservedTile,
    View,
    fit_view,
    load_observed,
    observed_quads,
)
from castlescan.vision.quads import Floats, frames, to_boxes

SQUARE = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])


def view(turn: float) -> View:
    """Return a table seen at a tilt, its tiles turned by so many degrees."""
    cos, sin = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    frame = np.diag([1.0, 0.8]) @ [[cos, sin], [sin, -cos]]
    return View(np.array([1000.0, 800.0]), 120.0, frame, np.array([0.01, 0.06]), 0.0, 0.0)


def tiles(
    seen: View, places: list[tuple[float, float]], width: float = 1, high: float = 1
) -> Floats:
    middle = np.repeat(seen.centre[None], len(places), axis=0)
    return seen.quads(middle, SQUARE * [width, high] + np.array(places)[:, None])


PLACES = [(x, y) for x in range(-2, 3) for y in range(-2, 2) if (x, y) not in ((0, 0), (1, 0))]


@pytest.mark.parametrize("turn", [-40, -15, 0, 20, 40])
def test_the_view_is_found_from_boxes(turn: float) -> None:
    quads = tiles(view(turn), PLACES)
    found = fit_view(to_boxes(quads))
    assert found.box_error < 0.01
    assert found.lattice_error < 0.01
    expected = np.abs(np.linalg.det(frames(quads)))
    assert np.abs(np.linalg.det(found.frames(quads.mean(axis=1)))) == pytest.approx(
        expected, rel=0.05
    )


@pytest.mark.parametrize("turn", [-30, 0, 10])
def test_boxes_become_the_quads_that_they_are_of(turn: float) -> None:
    quads, throne = tiles(view(turn), PLACES), tiles(view(turn), [(0.5, 0.0)], width=2)
    strip = tiles(view(turn), [(0.615, -0.36)], width=0.3, high=0.1)
    boxes = to_boxes(np.concatenate([quads, strip]))
    names = [f"food/{number}" for number in range(len(quads))] + ["throne/a"]
    seen = [ObservedTile(name, tuple(box)) for name, box in zip(names, boxes, strict=True)]
    card = ObservedTile("bonus/width", (0.0, 0.0, 90.0, 130.0))
    found = observed_quads(ObservedPhoto(1, (card, *seen)))
    assert found.ids == tuple(names)
    assert found.classes == ("tile",) * len(quads) + ("throne",)
    assert np.abs(found.quads - np.concatenate([quads, throne])).max() < 8


def test_two_boxes_do_not_say_how_the_table_lies() -> None:
    with pytest.raises(ValueError, match="2 boxes do not say"):
        fit_view([[0, 0, 1, 1], [1, 0, 2, 1]])


@pytest.mark.parametrize("content", ["[{}]", '[{"photo": 1, "tiles": [{"id": "a"}]}]', "[1]", "{"])
def test_a_file_of_another_form_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "boxes.json"
    path.write_text(content)
    with pytest.raises(ValueError):  # noqa: PT011
        load_observed(path)


def test_photographs_are_read(tmp_path: Path) -> None:
    path = tmp_path / "boxes.json"
    path.write_text(
        json.dumps([{"photo": 3, "tiles": [{"id": "food/bakery", "box": [1, 2, 3, 4]}]}])
    )
    assert load_observed(path) == [
        ObservedPhoto(3, (ObservedTile("food/bakery", (1.0, 2.0, 3.0, 4.0)),))
    ]
