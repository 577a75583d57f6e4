"""A Dask cluster: chunks played by workers on other machines.

What it is for: reaching a scheduler, checking that its workers play the same games, handing chunks to them, and saying
what is wrong when they are lost. What it is not for: starting schedulers and workers; Dask does that, on one machine
(``dask scheduler``, ``dask worker tcp://...``) or many.

Only this module imports ``distributed``, and only when a scheduler is given: ``pip install 'tsurolab[cluster]'``. A
chunk is the same wherever and however often it is played, so Dask may play it again after a worker died; what comes
back is counted once.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, Final
from uuid import uuid4

from tsurolab.errors import BadArgument, NoWorkers, TsurolabError
from tsurolab.simulate.chunk import Part
from tsurolab.simulate.experiment import Experiment
from tsurolab.simulate.work import AHEAD, Pool, Work, differences, versions

_ADDRESS: Final = re.compile(r"([a-z]+://)?[^\s/]+:[0-9]+(/\S*)?")
"""A host with a port, and perhaps a protocol: what Dask would otherwise try for a long while."""
CONNECT_SECONDS: Final = 10.0
"""How long a scheduler may take to answer, and its first worker to be there."""
PATIENCE: Final = 30.0
"""Seconds without any worker after which a run is given up."""
NEWS: Final = 1.0
"""Seconds for which the number of workers is taken to be what it was."""
_LOGGERS: Final = ("distributed", "distributed.client")
_SHOWN: Final = 3
"""How many workers a message names."""


class Cluster:
    """A scheduler that was reached, with its workers. Made by :func:`connect`."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.address = str(client.scheduler.address)
        self._threads, self._asked = 0, -NEWS
        self._seen = monotonic()

    def __repr__(self) -> str:
        """Where it is."""
        return f"<Cluster {self.address}>"

    @property
    def threads(self) -> int:
        """How many chunks the workers can play at once; what was true within the last second."""
        now = monotonic()
        if now - self._asked >= NEWS:
            with suppress(OSError):  # if the scheduler is lost, all that was handed out comes back as lost
                self._threads = sum(self.client.nthreads().values())
            self._asked = now
            if self._threads:
                self._seen = now
        return self._threads

    def check(self, work: Work) -> None:
        """See that there are workers, and that all play the games that would be played here.

        Workers that join later are checked when they begin.

        Raises:
            NoWorkers: there are none, or some have other versions; the message names them.
        """
        try:
            self.client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise NoWorkers(
                f"the scheduler at {self.address} has no workers; start some with: dask worker {self.address}"
            ) from None
        found = self.client.run(versions, work.experiment.edition, on_error="return")
        wrong = {name: _what_is_wrong(theirs, work) for name, theirs in sorted(found.items())}
        wrong = {name: words for name, words in wrong.items() if words}
        if wrong:
            shown = "; ".join(f"{name} has {words}" for name, words in list(wrong.items())[:_SHOWN])
            more = f"; and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
            raise NoWorkers(
                f"{len(wrong)} of {len(found)} workers cannot play the same games: {shown}{more}. "
                f"Install the same versions there"
            )

    @contextmanager
    def pool(self, experiment: Experiment, *, workers: int | None = None, packed: bool = False) -> Iterator[Pool]:
        """The workers, ready to be handed chunks of an experiment; what is not back at the end is cancelled.

        Args:
            experiment: what is played.
            workers: at most so many chunks are handed out; unless given two for each thread of all workers, those that
                join later included.
            packed: give rows as the bytes of files.

        Raises:
            NoWorkers: they do not fit, or they or the scheduler were lost.
        """
        from distributed import KilledWorker

        work = Work.of(experiment, packed=packed)
        self.check(work)
        handing = self.client.get_executor(pure=False)
        name = f"tsurolab-{experiment.digest}-{uuid4().hex[:8]}"

        def submit(first: int, count: int) -> Future[Part]:
            future: Future[Part] = handing.submit(work, first, count, key=(name, first))
            return future

        def ahead() -> int:
            return workers or max(1, self.threads * AHEAD)

        def look() -> None:
            if not self.threads and monotonic() - self._seen > PATIENCE:
                raise NoWorkers(f"the scheduler at {self.address} has had no workers for {PATIENCE:.0f} seconds")

        try:
            yield Pool(submit, ahead, look)
        except TsurolabError:
            raise
        except CancelledError as error:
            raise NoWorkers(f"the scheduler at {self.address} was lost") from error
        except KilledWorker as error:
            raise NoWorkers(
                f"a chunk was given up after {error.allowed_failures + 1} workers died playing it (out of memory?)"
            ) from error
        except ImportError as error:
            raise NoWorkers(f"a worker cannot load what it is to play: {error}") from error
        except Exception as error:
            if self.client.status == "running":
                raise
            raise NoWorkers(f"the scheduler at {self.address} was lost: {error}") from error
        finally:
            if self.client.status == "running":
                with suppress(OSError):
                    handing.shutdown(wait=False)  # cancels what is handed out


@contextmanager
def connect(scheduler: object) -> Iterator[Cluster | None]:
    """Reach a scheduler, for as long as the context lasts.

    Args:
        scheduler: its address, such as ``"tcp://10.0.0.5:8786"``; a ``distributed.Client`` that is connected already (a
            secured one, say), which stays open; a :class:`Cluster`; or ``None`` for none.

    Raises:
        BadArgument: it is none of these, or no address.
        NoWorkers: nothing answers there, or Dask is not installed.

    >>> with connect(None) as cluster:
    ...     cluster is None
    True
    """
    if scheduler is None or isinstance(scheduler, Cluster):
        yield scheduler
        return
    try:
        from distributed import Client
    except ImportError:
        raise NoWorkers("a Dask cluster needs distributed: pip install 'tsurolab[cluster]'") from None
    if isinstance(scheduler, Client):
        if scheduler.status != "running" or scheduler.asynchronous:
            raise BadArgument(f"the client must be connected and not asynchronous; this one is not: {scheduler!r}")
        yield Cluster(scheduler)
        return
    if not isinstance(scheduler, str) or not scheduler.strip():
        raise BadArgument(f'a scheduler is given by its address, such as "tcp://127.0.0.1:8786", not {scheduler!r}')
    if not _ADDRESS.fullmatch(scheduler.strip()):
        raise BadArgument(f"{scheduler!r} is no address of a scheduler, such as tcp://127.0.0.1:8786")
    with _logging_held_back():
        try:
            client = Client(scheduler.strip(), timeout=CONNECT_SECONDS, set_as_default=False, name="tsurolab")
        except OSError as error:
            raise NoWorkers(f"no scheduler answers at {scheduler}: {_first_line(error)}") from error
        except (ValueError, TypeError, ImportError) as error:
            raise BadArgument(
                f"{scheduler!r} is no address of a scheduler, such as tcp://127.0.0.1:8786: {_first_line(error)}"
            ) from error
        try:
            yield Cluster(client)
        finally:
            with suppress(OSError):
                client.close(timeout=CONNECT_SECONDS)


def _what_is_wrong(theirs: object, work: Work) -> str:
    """Why a worker does not fit, given its versions, or the error of asking for them; empty if it does."""
    if isinstance(theirs, ImportError):
        return f"no such tsurolab ({_first_line(theirs)})"
    if isinstance(theirs, BaseException):
        return f"an error ({type(theirs).__name__}: {_first_line(theirs)})"
    return differences(theirs, work.needs)  # type: ignore[arg-type]


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), "") or type(error).__name__


@contextmanager
def _logging_held_back() -> Iterator[None]:
    """Dask tells its loggers what is raised here as one error."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
