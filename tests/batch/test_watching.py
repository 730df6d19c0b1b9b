"""A folder that photos are copied into."""

import os
from itertools import islice

import pytest

from castlescan.batch.sources import Sources
from castlescan.batch.watching import watch
from castlescan.engine.errors import DocumentError


class Clock:
    now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def looks(watching, clock, count=1):
    """Return the names of the photos that come up when time goes on."""
    found = []
    for _ in range(count):
        clock.now += 10
        for photo in watching:
            if photo is None:
                break
            found.append(photo.path.rpartition("/")[2])
    return found


def touch(path, when, text="x"):
    path.write_text(text)
    os.utime(path, (when, when))


def test_new_photos_come_up_when_they_have_settled(tmp_path, clock):
    watching = watch(Sources([str(tmp_path)]), settled=3, clock=clock)
    assert looks(watching, clock) == []
    touch(tmp_path / "old.jpg", clock.now - 100)
    touch(tmp_path / "new.jpg", clock.now + 9)
    assert looks(watching, clock) == ["old.jpg"]
    assert sorted(looks(watching, clock)) == ["new.jpg", "old.jpg"]


def test_what_still_grows_waits(tmp_path, clock):
    watching = watch(Sources([str(tmp_path)]), settled=3, clock=clock)
    for number in range(3):
        touch(tmp_path / "a.jpg", clock.now + 10, "x" * number)
        assert looks(watching, clock) == []
    assert looks(watching, clock) == ["a.jpg"]


def test_a_clock_that_is_ahead_does_not_matter(tmp_path, clock):
    watching = watch(Sources([str(tmp_path)]), settled=3, clock=clock)
    touch(tmp_path / "a.jpg", clock.now + 10_000)
    assert looks(watching, clock, 2) == ["a.jpg"]


def test_nothing_comes_up_before_it_is_time(tmp_path, clock):
    touch(tmp_path / "a.jpg", clock.now - 100)
    watching = watch(Sources([str(tmp_path)]), seconds=5, clock=clock)
    assert [it is None for it in islice(watching, 5)] == [False, True, True, True, True]


def test_a_place_that_is_out_of_reach_for_a_while(clock):
    class Away:
        def __iter__(self):
            raise DocumentError("out of reach")

    assert looks(watch(Away(), clock=clock), clock, 2) == []
