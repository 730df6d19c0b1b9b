"""Feeding photos to an executor and writing what comes back, with few in flight."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field

from ..engine.errors import DocumentError
from .executors import Crew
from .outcomes import Outcome
from .sources import Photo
from .store import Store
from .worker import Settings, Task, died, read_photo

Progress = Callable[["Counts"], None]

_POLL = 0.25


@dataclass
class Counts:
    """What a run has done so far.

    Attributes
    ----------
    read, failed
        Photos that were read, and those that could not be.
    known
        Those that were in the results already.
    castles
        Castles that were found.
    deaths
        Processes that died.
    """

    read: int = 0
    failed: int = 0
    known: int = 0
    castles: int = 0
    deaths: int = 0


@dataclass(frozen=True)
class Job:
    """What a run does.

    Attributes
    ----------
    store
        Where results go.
    settings
        How each process reads.
    only_failed
        Whether to read what failed once more, and nothing else.
    watching
        Whether photos come up again and again.
    stop
        Set from outside to end the run: no photo is begun any more, those begun are finished.
    """

    store: Store
    settings: Settings
    only_failed: bool = False
    watching: bool = False
    stop: threading.Event = field(default_factory=threading.Event)


def run(
    job: Job,
    photos: Iterator[Photo | None],
    crew: Crew,
    progress: Progress = lambda counts: None,
) -> Counts:
    """Read photos until there are no more, or the job is stopped.

    Parameters
    ----------
    job
        What to do.
    photos
        The photos; None where there is none at the moment.
    crew
        Who reads.
    progress
        Is called after each photo, and from time to time.

    Raises
    ------
    DocumentError
        When results cannot be written, or no photo can be read at all. All that was written before is whole.
    """
    return _Run(job, photos, crew, progress).loop()


class _Run:
    def __init__(
        self, job: Job, photos: Iterator[Photo | None], crew: Crew, progress: Progress
    ) -> None:
        self._job, self._photos, self._crew, self._progress = job, photos, crew, progress
        self._counts = Counts()
        self._again: deque[Task] = deque()
        self._deaths: dict[str, int] = {}
        self._begun: dict[Future[Outcome], Task] = {}
        self._paths: set[str] = set()
        self._unopened: dict[str, Photo] = {}
        self._is_done = False

    def loop(self) -> Counts:
        while True:
            if self._job.stop.is_set():
                self._let_go()
            else:
                self._begin()
            if not self._begun:
                if self._is_done or self._job.stop.is_set():
                    break
                self._job.stop.wait(_POLL)
            else:
                done, _ = wait(self._begun, timeout=_POLL, return_when=FIRST_COMPLETED)
                for future in done:
                    self._finish(future)
            self._progress(self._counts)
        return self._counts

    def _begin(self) -> None:
        """Begin as many photos as there is room for."""
        room = self._crew.capacity() - len(self._begun)
        while room > 0 and not self._job.stop.is_set():
            task = self._again.popleft() if self._again else self._next()
            if task is None:
                break
            self._begun[self._crew.executor.submit(read_photo, task)] = task
            room -= 1

    def _next(self) -> Task | None:
        """Return the next photo to read; None where there is none now."""
        job = self._job
        while not self._is_done and not job.stop.is_set():
            try:
                photo = next(self._photos)
            except StopIteration:
                self._is_done = True
                break
            if photo is None:
                break
            if photo.path in self._paths or self._unopened.get(photo.path) == photo:
                continue
            if not self._is_wanted(photo):
                self._skip()
                continue
            self._paths.add(photo.path)
            if job.watching:
                self._unopened[photo.path] = photo
            known = job.store.photos_of_size(photo.bytes, failed=not job.only_failed)
            return Task(photo.path, job.settings, known)
        return None

    def _skip(self) -> None:
        if not self._job.watching:
            self._counts.known += 1
            if self._counts.known % 1000 == 0:
                self._progress(self._counts)

    def _is_wanted(self, photo: Photo) -> bool:
        store = self._job.store
        if self._job.only_failed:
            return store.has_failed(photo.path)
        return not store.is_known(photo)

    def _finish(self, future: Future[Outcome]) -> None:
        """Write what became of a photo, or keep it to be read again."""
        task = self._begun.pop(future)
        try:
            outcome = future.result()
        except CancelledError:
            if self._job.stop.is_set():
                return
            raise DocumentError(
                "the cluster is gone; start it and run the same command again, it goes on where "
                "it was"
            ) from None
        except Exception as error:
            if not self._crew.is_death(error):
                raise
            self._counts.deaths += 1
            self._deaths[task.path] = self._deaths.get(task.path, 0) + 1
            if self._deaths[task.path] < self._crew.deaths:
                self._again.append(task)
                return
            outcome = died(task.path)
        self._job.store.save(outcome)
        self._paths.discard(task.path)
        self._deaths.pop(task.path, None)
        if outcome.error is None:
            self._unopened.pop(task.path, None)
        if outcome.failed or outcome.error is not None:
            self._counts.failed += 1
        elif outcome.rows is None:
            self._counts.known += 1
        else:
            self._counts.read += 1
            self._counts.castles += len(outcome.rows.get("castles", ()))

    def _let_go(self) -> None:
        """Cancel what has not begun."""
        self._again.clear()
        for future in list(self._begun):
            if future.cancel():
                del self._begun[future]
