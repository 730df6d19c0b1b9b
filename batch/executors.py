"""Who reads: the cores of this machine, or a Dask cluster; each is a ``concurrent.futures`` executor."""

import importlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from ..engine.errors import DocumentError
from .worker import ReaderError, Settings, prepare

Result = TypeVar("Result")

_STARTS = 3
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_SIZE_SECONDS = 10.0
_CONNECT_SECONDS = 10.0


@dataclass(frozen=True)
class Crew:
    """An executor, and what the loop that feeds it must know.

    Attributes
    ----------
    executor
        Runs the tasks.
    capacity
        Says how many tasks it should hold now.
    is_death
        Tells whether an error means that the process died which ran the task.
    deaths
        After how many deaths a task is given up.
    """

    executor: Executor
    capacity: Callable[[], int]
    is_death: Callable[[BaseException], bool]
    deaths: int


class LocalExecutor(Executor):
    """Processes that each do one task at a time, so that it is known which one a process died on.

    When a process dies, the future of its task fails with ``BrokenProcessPool`` and a new one takes its
    place; the others go on.

    Parameters
    ----------
    workers
        Number of processes.
    settings
        What each process prepares before its first task.
    """

    def __init__(self, workers: int, settings: Settings) -> None:
        self._threads = ThreadPoolExecutor(workers, initializer=_keep_interrupts_away)
        self._settings = settings
        self._own = threading.local()
        self._pools: set[ProcessPoolExecutor] = set()

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """Run a task in one of the processes."""
        return self._threads.submit(self._run, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for the tasks that run, and end all processes."""
        self._threads.shutdown(wait=wait, cancel_futures=cancel_futures)
        for pool in list(self._pools):
            pool.shutdown(wait=wait, cancel_futures=cancel_futures)

    def _run(
        self, fn: Callable[..., Result], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Result:
        try:
            future = self._pool().submit(fn, *args, **kwargs)
        except BrokenProcessPool:  # it died while it was idle, which is no fault of this task
            self._drop()
            future = self._pool().submit(fn, *args, **kwargs)
        try:
            return future.result()
        except BrokenProcessPool:
            self._drop()
            raise

    def _pool(self) -> ProcessPoolExecutor:
        """Return this thread's pool of one process."""
        pool: ProcessPoolExecutor | None = getattr(self._own, "pool", None)
        return pool or self._started()

    def _started(self) -> ProcessPoolExecutor:
        for _ in range(_STARTS):
            pool = ProcessPoolExecutor(
                1, multiprocessing.get_context("spawn"), initializer=_leave_with_parent
            )
            self._pools.add(pool)
            self._own.pool = pool
            try:
                pool.submit(_prepare, self._settings).result()
            except BrokenProcessPool:
                self._drop()
            except BaseException:
                self._drop()
                raise
            else:
                return pool
        raise ReaderError(
            "the processes that read die when they start (out of memory?); use fewer --workers"
        )

    def _drop(self) -> None:
        pool: ProcessPoolExecutor = self._own.pool
        self._own.pool = None
        self._pools.discard(pool)
        pool.shutdown()


@contextmanager
def local_crew(workers: int, settings: Settings) -> Iterator[Crew]:
    """Start processes on this machine, and end them afterwards."""
    executor = LocalExecutor(workers, settings)
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        yield Crew(executor, lambda: 2 * workers, _is_broken, deaths=2)
    finally:
        executor.shutdown(cancel_futures=True)
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@contextmanager
def dask_crew(address: str) -> Iterator[Crew]:
    """Connect to a Dask cluster.

    Raises
    ------
    DocumentError
        When Dask is not installed or the cluster cannot be reached.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise DocumentError(
            "a cluster needs Dask; install castlescan[cluster]", source=address
        ) from None
    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise DocumentError(
            f"no Dask scheduler answers there ({' '.join(str(error).split())}); start it, or check "
            "the address",
            source=address,
        ) from None
    with client:
        executor = client.get_executor(pure=False)
        yield Crew(
            executor,
            _Capacity(lambda: sum(client.ncores().values())),
            lambda error: isinstance(error, distributed.KilledWorker),
            deaths=1,  # Dask has tried several times by then
        )


class _Capacity:
    """Two tasks for each core of a cluster, which may grow and shrink."""

    def __init__(self, cores: Callable[[], int]) -> None:
        self._cores = cores
        self._asked = float("-inf")
        self._last = 0

    def __call__(self) -> int:
        now = time.monotonic()
        if now > self._asked + _SIZE_SECONDS or not self._last:
            self._asked = now
            try:
                self._last = self._cores()
            except OSError:
                return 2 * self._last
        return max(2 * self._last, 1)


def _is_broken(error: BaseException) -> bool:
    return isinstance(error, BrokenExecutor)


def _prepare(settings: Settings) -> None:
    prepare(settings)


def _keep_interrupts_away() -> None:
    """Keep Ctrl-C from this thread and the processes that it starts; the main thread gets it."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _leave_with_parent() -> None:
    """End this process when the one that started it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_leave, args=(parent,), daemon=True).start()


def _wait_and_leave(parent: Any) -> None:
    parent.join()
    os._exit(1)
