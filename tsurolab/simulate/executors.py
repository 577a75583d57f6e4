"""Executors: playing many chunks in this thread, in threads, or in processes.

What it is for: handing out chunks and giving back what came out of each as it is finished. What it is not for: what
happens to that. It is the same for every executor and number of workers; only the order of arrival differs.

Threads are the default: kernels release Python's global lock, so threads scale and start at once. Processes serve
agents that are plain Python.
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
from typing import Any, Final

from tsurolab.errors import TsurolabError, unknown
from tsurolab.simulate.chunk import Part, play_part
from tsurolab.simulate.experiment import Experiment, check_count

Chunk = tuple[int, int] | None
"""First game and number of games; ``None`` where nothing is to be begun before all that is in work has come back."""

EXECUTORS: Final = ("threads", "processes")
MOST_WORKERS: Final = 4 * (os.cpu_count() or 1) + 60
AHEAD: Final = 2
"""Chunks handed out for each worker: one in work, one waiting."""


def check_workers(workers: object) -> int:
    """``workers`` as a positive int; raises :class:`BadArgument`.

    >>> check_workers(2)
    2
    """
    return check_count(workers, "workers", MOST_WORKERS)


def check_executor(name: object) -> str:
    """``name`` if it is one of ``EXECUTORS``; raises :class:`UnknownName`.

    >>> check_executor("threads")
    'threads'
    """
    if name not in EXECUTORS:
        raise unknown("executor", name, EXECUTORS)
    return str(name)


def play_chunks(
    experiment: Experiment,
    chunks: Iterable[Chunk],
    *,
    workers: int = 1,
    executor: str = "threads",
    packed: bool = False,
) -> Generator[Part, None, None]:
    """Play chunks and yield what came out of each, as they are finished.

    Args:
        experiment: what is played.
        chunks: ``(first, count)`` pairs, taken as workers become free. ``None`` among them holds the next ones back
            until everything handed out was yielded: what comes then may depend on it.
        workers: how many chunks are played at once.
        executor: ``"threads"`` or ``"processes"``; one worker of ``"threads"`` plays in the calling thread.
        packed: give rows as the bytes of files; see :func:`tsurolab.simulate.chunk.play_part`.

    Raises:
        TsurolabError: a worker process died.

    An interrupt (Ctrl-C) is raised out of the iteration after the chunks in work are finished; none is begun anew.
    """
    play = partial(play_part, experiment, packed=packed)
    if executor == "threads" and workers == 1:
        for chunk in chunks:
            if chunk:
                yield play(*chunk)
        return
    pool: Executor
    if executor == "threads":
        pool = ThreadPoolExecutor(workers, thread_name_prefix="tsurolab")
    else:
        pool = process_pool(workers)
    try:
        yield from _play_in_pool(pool, play, iter(chunks), workers * AHEAD)
    except BrokenExecutor as error:
        raise TsurolabError(
            "a worker process died (out of memory, or a script that calls simulate without the guard "
            f'if __name__ == "__main__":). Finished chunks are kept. [{error}]'
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def process_pool(workers: int) -> ProcessPoolExecutor:
    """Worker processes that leave Ctrl-C to this one and never outlive it."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_worker)


def _play_in_pool(
    pool: Executor, play: Callable[[int, int], Part], chunks: Iterator[Chunk], ahead: int
) -> Iterator[Part]:
    working: dict[Future[Any], int] = {}

    def hand_out() -> None:
        while len(working) < ahead:
            chunk = next(chunks, None)
            if chunk is None:
                return
            with interrupts_held_back():
                working[pool.submit(play, *chunk)] = chunk[0]

    hand_out()
    while working:
        finished, _ = wait(working, return_when=FIRST_COMPLETED)
        for future in sorted(finished, key=lambda each: working[each]):
            del working[future]
            yield future.result()
        hand_out()


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
