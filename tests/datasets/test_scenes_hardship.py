"""Pictures that are hard to read: each kind shows, and changes nothing of what lies on the table."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from castlescan.datasets.scenes.face_stock import stock_faces
from castlescan.datasets.scenes.hardship import Hardship, make_harder
from castlescan.datasets.scenes.rendering import render
from castlescan.datasets.scenes.scene import SceneOptions, draw_scene
from castlescan.datasets.scenes.sensor import screen_light

FACES = stock_faces("drawn")
SCENE = draw_scene(np.random.default_rng(4), SceneOptions(longer_side=320, clutter=0, kept=True))


def picture(scene) -> np.ndarray:
    made = render(scene, FACES, np.random.default_rng(0))
    wanted = None if scene.hardship is None else scene.hardship.value
    assert made.annotation.conditions.hardship == wanted
    decoded = cv2.imdecode(np.frombuffer(made.jpeg, np.uint8), cv2.IMREAD_COLOR_RGB)
    return decoded.astype(int)


@pytest.mark.parametrize("kind", list(Hardship))
def test_a_hardship_shows_and_leaves_the_pieces(kind: Hardship):
    hard = make_harder(np.random.default_rng(1), SCENE, kind)
    assert (hard.pieces, hard.camera, hard.plans) == (SCENE.pieces, SCENE.camera, SCENE.plans)
    before, after = picture(SCENE), picture(hard)
    assert before.shape == after.shape
    assert np.abs(before - after).mean() > 2


def test_grey_pictures_have_no_colour_and_grey_prints_lie_on_coloured_tables():
    colours = {}
    for kind in (Hardship.GREY_PICTURE, Hardship.GREY_PRINTS):
        seen = picture(make_harder(np.random.default_rng(1), SCENE, kind))
        colours[kind] = np.ptp(seen, axis=2).mean()
    assert colours[Hardship.GREY_PICTURE] < 1
    assert colours[Hardship.GREY_PRINTS] > 3
    assert np.ptp(picture(SCENE), axis=2).mean() > colours[Hardship.GREY_PRINTS]


def test_dark_rooms_are_dark():
    dark = picture(make_harder(np.random.default_rng(1), SCENE, Hardship.DARK))
    assert dark.mean() < 0.75 * picture(SCENE).mean()


def test_screens_beat_against_the_pixels_of_the_picture():
    waves = []
    for seed in range(12):
        light = screen_light(np.random.default_rng(seed), (240, 320), 0.3)
        assert light.shape == (240, 320, 3)
        assert 0.7 <= light.min() < light.max() <= 1.3
        assert light.mean() == pytest.approx(0.9, abs=0.02)
        soft = cv2.GaussianBlur(light, (0, 0), 2.0)
        waves.append(float(np.ptp(soft - soft.mean(axis=(0, 1)))))
    assert max(waves) > 0.1  # here they are many pixels long
    assert min(waves) < 0.05


def test_options_without_hard_pictures_draw_the_same_scenes_as_ever():
    usual = draw_scene(np.random.default_rng(7), SceneOptions(longer_side=320))
    hard = draw_scene(np.random.default_rng(7), SceneOptions(longer_side=320, hard=1.0))
    assert usual.hardship is None
    assert hard.hardship in tuple(Hardship)
    assert (usual.pieces, usual.view, usual.plans) == (hard.pieces, hard.view, hard.plans)
    chosen = SceneOptions(longer_side=320, hard=1.0, hardships=[Hardship.GLOSS])
    drawn = draw_scene(np.random.default_rng(7), chosen)
    assert drawn.hardship is Hardship.GLOSS
    assert replace(drawn, hardship=None, gloss=1.0).sensor == usual.sensor
