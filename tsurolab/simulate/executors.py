"""Executors: playing many chunks in this thread, in threads, in processes, or on a cluster.

What it is for: handing out chunks and giving back what came out of each as it is finished. What it is not for: what
happens to that. It is the same for every executor and number of workers; only the order of arrival differs.

Threads are the default: kernels release Python's global lock, so threads scale and start at once. Processes serve
agents that are plain Python; a cluster (:mod:`tsurolab.simulate.cluster`) other machines.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from functools import partial
from typing import Final

from tsurolab.errors import BadArgument, NoWorkers, unknown
from tsurolab.simulate.chunk import Part, play_part
from tsurolab.simulate.cluster import Cluster
from tsurolab.simulate.experiment import Experiment, check_count
from tsurolab.simulate.work import AHEAD, Pool, Work

Chunk = tuple[int, int] | None
"""First game and number of games; ``None`` where nothing is to be begun before all that is in work has come back."""

THREADS, PROCESSES, DASK = "threads", "processes", "dask"
EXECUTORS: Final = (THREADS, PROCESSES, DASK)
MOST_WORKERS: Final = 4 * (os.cpu_count() or 1) + 60
MOST_CHUNKS: Final = 100_000
"""The most chunks that are handed out to a cluster, whose workers are not of this machine."""
LOOK_SECONDS: Final = 1.0
"""How long nothing may come back until it is seen to that somebody is at work."""


def check_workers(workers: object, executor: str = THREADS) -> int:
    """``workers`` as a positive int; raises :class:`BadArgument`.

    >>> check_workers(2)
    2
    """
    return check_count(workers, "workers", MOST_CHUNKS if executor == DASK else MOST_WORKERS)


def check_executor(name: object, scheduler: object = None) -> str:
    """The executor of that name; unless named a cluster if there is a scheduler, else threads.

    Raises:
        UnknownName: it is none of ``EXECUTORS``.
        BadArgument: a cluster without a scheduler, or a scheduler and no cluster.

    >>> check_executor("threads"), check_executor(None), check_executor(None, "tcp://127.0.0.1:8786")
    ('threads', 'threads', 'dask')
    """
    if name is None:
        return THREADS if scheduler is None else DASK
    if name not in EXECUTORS:
        raise unknown("executor", name, EXECUTORS)
    if name == DASK and scheduler is None:
        raise BadArgument('the executor "dask" needs the address of a scheduler, such as tcp://127.0.0.1:8786')
    if name != DASK and scheduler is not None:
        raise BadArgument(f'a scheduler is for the executor "dask" (or leave the executor out), not for {name!r}')
    return str(name)


def available_cores() -> int:
    """How many processors this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def play_chunks(
    experiment: Experiment,
    chunks: Iterable[Chunk],
    *,
    workers: int | None = 1,
    executor: str = THREADS,
    cluster: Cluster | None = None,
    packed: bool = False,
) -> Generator[Part, None, None]:
    """Play chunks and yield what came out of each, as they are finished.

    Args:
        experiment: what is played.
        chunks: ``(first, count)`` pairs, taken as workers become free. ``None`` among them holds the next ones back
            until everything handed out was yielded: what comes then may depend on it.
        workers: how many chunks are played at once; ``None`` for as many as there are cores, or threads of a cluster.
        executor: one of ``EXECUTORS``; one worker of ``"threads"`` plays in the calling thread.
        cluster: where ``"dask"`` plays.
        packed: give rows as the bytes of files; see :func:`tsurolab.simulate.chunk.play_part`.

    Raises:
        NoWorkers: a worker process died, or a cluster was lost.
        BadArgument: ``"dask"`` without a cluster.

    An interrupt (Ctrl-C) is raised out of the iteration after the chunks in work are finished, or, on a cluster,
    cancelled; none is begun anew.
    """
    if executor == DASK:
        if cluster is None:
            raise BadArgument('the executor "dask" needs a cluster')
        with cluster.pool(experiment, workers=workers, packed=packed) as pool:
            yield from _play_in_pool(pool, iter(chunks))
        return
    count = workers or available_cores()
    if executor == THREADS and count == 1:
        for chunk in chunks:
            if chunk:
                yield play_part(experiment, *chunk, packed=packed)
        return
    with _local_pool(experiment, count, executor, packed) as pool:
        yield from _play_in_pool(pool, iter(chunks))


@contextmanager
def _local_pool(experiment: Experiment, workers: int, executor: str, packed: bool) -> Iterator[Pool]:
    """Threads or processes of this machine."""
    play: Callable[[int, int], Part]
    pool: Executor
    if executor == THREADS:
        play = partial(play_part, experiment, packed=packed)
        pool = ThreadPoolExecutor(workers, thread_name_prefix="tsurolab")
    else:
        play = Work.of(experiment, packed=packed)
        pool = process_pool(workers)

    def submit(first: int, count: int) -> Future[Part]:
        with interrupts_held_back():
            return pool.submit(play, first, count)

    try:
        yield Pool(submit, lambda: workers * AHEAD, lambda: None)
    except BrokenExecutor as error:
        raise NoWorkers(
            "a worker process died (out of memory, or a script that calls simulate without the guard "
            f'if __name__ == "__main__":) [{error}]'
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def process_pool(workers: int) -> ProcessPoolExecutor:
    """Worker processes that leave Ctrl-C to this one and never outlive it."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_worker)


def _play_in_pool(pool: Pool, chunks: Iterator[Chunk]) -> Iterator[Part]:
    working: dict[Future[Part], int] = {}

    def hand_out() -> None:
        ahead = pool.ahead()
        while len(working) < ahead:
            chunk = next(chunks, None)
            if chunk is None:
                return
            working[pool.submit(*chunk)] = chunk[0]

    hand_out()
    while working:
        finished, _ = wait(working, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
        if not finished:
            pool.look()
        # What has failed comes last: its error ends everything, and the others are not to be lost.
        for future in sorted(finished, key=lambda each: (_has_failed(each), working[each])):
            del working[future]
            yield future.result()
        hand_out()


def _has_failed(future: Future[Part]) -> bool:
    return future.cancelled() or future.exception() is not None


def _begin_worker() -> None:
    """In a worker process: Ctrl-C is for the parent, which lets the chunk in work finish; its end is the worker's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True, name="tsurolab-parent").start()


def _end_with_parent() -> None:
    """Wait until the parent process is gone, however it ended, and then end this one."""
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold Ctrl-C back while a worker process starts: it inherits this, and so never dies half awake."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
