"""Runs: playing an experiment, and holding what came out.

What it is for: :func:`simulate` and the :class:`Run` it returns: rows, estimates with intervals, and every game to be
looked at. What it is not for: what a row means; families say that.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from contextlib import closing, nullcontext
from functools import cached_property
from html import escape
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

from tsurolab.errors import BadArgument
from tsurolab.games.protocol import State
from tsurolab.games.record import GameRecord
from tsurolab.simulate.chunk import SHORT, STORED, chunk_size, merge, missing, show_ranges, split
from tsurolab.simulate.columns import Estimate, estimates, games_frame, summary_frame
from tsurolab.simulate.executors import check_executor, check_workers, play_chunks
from tsurolab.simulate.experiment import Experiment
from tsurolab.simulate.progress import Progress, reporting, show_rate
from tsurolab.simulate.replay import check_number, replay_state
from tsurolab.simulate.store import Store

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

MOST_ROWS: Final = 10**8
"""Games whose rows are kept in memory."""


class Run:
    """The finished games of an experiment.

    >>> run = simulate("tsuro/classic", players=2, games=100, seed=1)
    >>> len(run), run.replay(7).number
    (100, 7)
    """

    def __init__(
        self,
        experiment: Experiment,
        results: NDArray[np.void],
        done: Iterable[range],
        *,
        interrupted: bool = False,
        played: int = 0,
        seconds: float = 0.0,
        folder: Path | None = None,
    ) -> None:
        self.experiment = experiment
        self.results = results
        """The family's RESULT of every finished game, in game order: a structured array."""
        self.done = tuple(done)
        """The numbers of the finished games, as ranges."""
        self.interrupted = interrupted
        """Whether somebody stopped it before its end."""
        self.played = played
        """Games played just now; a resumed run had the others."""
        self.seconds = seconds
        """How long that took, compilation left out."""
        self.folder = folder
        """Where the rows are kept, if anywhere."""

    @classmethod
    def load(cls, folder: str | Path) -> Run:
        """The run in a folder that ``simulate(..., out=folder)`` wrote, finished or not.

        Raises:
            OutputError: the folder cannot be read, or is none of a run.
            BadRecord: a file in it is damaged; the message names it.
        """
        store = Store.open(folder)
        results, done = _room(store.experiment), store.done
        for first, rows in store.read():
            results[first : first + len(rows)] = rows
        return cls(store.experiment, _finished(results, done), done, folder=store.folder)

    def __len__(self) -> int:
        """How many games are finished."""
        return len(self.results)

    @property
    def complete(self) -> bool:
        """Whether all games of the experiment are finished."""
        return len(self) == self.experiment.games

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of each row's game."""
        import numpy as np

        return np.concatenate([np.empty(0, np.int64), *(np.arange(each.start, each.stop) for each in self.done)])

    @cached_property
    def games(self) -> pd.DataFrame:
        """One row a game, with the game's number as index.

        Fields with one value a seat become ``name_0``, ``name_1``, ... for the seats in play; who won becomes
        ``won_0``, ... and the win shares ``share_0``, ... (1 / number of winners); codes become categories.
        """
        fields = self.experiment.family.result_fields
        return games_frame(self.results, self.numbers, self.experiment.players, fields)

    def estimates(self) -> list[Estimate]:
        """Every quantity with its 95% interval, as plain values; :meth:`summary` is the same as a DataFrame.

        Raises:
            BadArgument: no game is finished.
        """
        if not len(self):
            raise BadArgument("no game of this run is finished, so there is nothing to estimate")
        fields = self.experiment.family.result_fields
        return list(estimates(self.results, self.experiment.players, fields))

    def summary(self) -> pd.DataFrame:
        """Every quantity with its 95% interval.

        Returns:
            A DataFrame with the columns quantity, seat, estimate, low, high, n, method. Shares have Wilson intervals;
            means, and the win share with its divided wins, have t intervals.

        Raises:
            BadArgument: no game is finished.
        """
        return summary_frame(self.estimates())

    def row(self, number: int) -> np.void:
        """The RESULT of one game.

        Raises:
            BadArgument: that game is not in this run.
        """
        number, before = check_number(number, self.experiment.games), 0
        for each in self.done:
            if number in each:
                row: np.void = self.results[before + number - each.start]
                return row
            before += len(each)
        raise BadArgument(f"game {number} is not finished; this run has games {show_ranges(self.done)}")

    def state(self, number: int) -> State:
        """The final state of one game, its history behind it: ``undo()`` goes back through it.

        Raises:
            BadArgument: that game is not in this run.
            BadRecord: the game played again differs from its row.
        """
        return replay_state(self.experiment, number, self.row(number))

    def replay(self, number: int) -> GameRecord:
        """The record of exactly that game: deal, moves and outcome. Raises as :meth:`state` does."""
        return GameRecord.of(self.state(number))

    @property
    def rate(self) -> str:
        """Games a second, in words."""
        return show_rate(self.played, self.seconds)

    def __repr__(self) -> str:
        """What was run, and how much of it is there."""
        there = "complete" if self.complete else f"{len(self):,} finished ({show_ranges(self.done)})"
        return f"<Run {self.experiment.digest}: {self.experiment}; {there}>"

    def _repr_html_(self) -> str:
        """What was run, and the estimates for a notebook."""
        import pandas as pd

        head = f"<p><b>{escape(str(self.experiment))}</b><br>{escape(repr(self).rpartition('; ')[2][:-1])}"
        head += f", {escape(self.rate)}</p>" if self.rate else "</p>"
        if not len(self):
            return head
        frame = self.summary()
        seats = ["" if pd.isna(seat) else str(seat) for seat in frame["seat"]]
        return head + frame.assign(seat=seats).to_html(index=False, float_format="{:.4f}".format, border=0)


def simulate(
    edition: str,
    *,
    players: int,
    games: int,
    seed: int = 0,
    agents: str | Sequence[str] | None = None,
    workers: int = 1,
    executor: str = "threads",
    progress: Progress = None,
    out: str | Path | None = None,
    **options: object,
) -> Run:
    """Play many games and keep a row of results for each.

    Args:
        edition: ``family/edition``.
        players: how many seats.
        games: how many games: numbers 0 .. games - 1 of the seed.
        seed: the master seed. Game *i* of a seed is the same game whatever ``games``, ``workers`` or ``executor`` are.
        agents: ``None`` (all uniform), a name, or names by seat that go round.
        workers: how many chunks of games are played at once.
        executor: ``"threads"`` or ``"processes"``.
        progress: ``None`` for a bar where somebody can see it, ``True``, ``False``, or a function of (done, total).
        out: a folder to keep the rows in; the same call again plays only what is missing there, also with more games.
        options: values for the edition's options.

    Returns:
        The run. After an interrupt (Ctrl-C) it holds the games finished by then, and ``run.interrupted`` is true.

    Raises:
        UnknownName: no such edition, option, agent or executor.
        BadArgument: a number out of range, or a folder that has another run.
        OutputError: the folder cannot be written, or another process writes to it; checked before any game is played.
        BadRecord: a file in the folder is damaged.

    >>> run = simulate("tsuro/classic", players=4, games=200, seed=1)
    >>> run.summary().query("quantity == 'win share'")["seat"].tolist()
    [0, 1, 2, 3]
    """
    experiment = Experiment(edition, options, players, agents, games, seed)
    return run_experiment(experiment, workers=workers, executor=executor, progress=progress, out=out)


def run_experiment(
    experiment: Experiment,
    *,
    workers: int = 1,
    executor: str = "threads",
    progress: Progress = None,
    out: str | Path | None = None,
) -> Run:
    """Play an experiment; see :func:`simulate` for the arguments and what is raised."""
    workers, executor = check_workers(workers), check_executor(executor)
    results = _room(experiment)
    with nullcontext() if out is None else Store.begin(out, experiment) as store:
        return _play(experiment, results, store, workers, executor, progress)


def _play(
    experiment: Experiment,
    results: NDArray[np.void],
    store: Store | None,
    workers: int,
    executor: str,
    progress: Progress,
) -> Run:
    """Play what is missing in ``store`` and put all rows into ``results``."""
    chunks = _take_in(store, results, ()) if store else []
    wanted = missing(merge(chunks), experiment.games)
    finished = before = experiment.games - sum(map(len, wanted))
    interrupted, begun = False, perf_counter()
    try:
        if wanted:
            size = chunk_size(experiment, experiment.games - before, workers, STORED if store else SHORT)
            begun = perf_counter()
            stream = play_chunks(experiment, split(wanted, size), workers=workers, executor=executor)
            with reporting(progress, before, experiment.games) as report, closing(stream):
                for first, rows in stream:
                    if store:
                        store.write(first, rows)
                    results[first : first + len(rows)] = rows
                    chunks.append((first, len(rows)))
                    finished += len(rows)
                    report(finished, experiment.games)
    except KeyboardInterrupt:
        interrupted = True
        if store:  # it may have come between the writing of a file and its counting
            chunks += _take_in(store, results, chunks)
    done = merge(chunks)
    return Run(
        experiment,
        _finished(results, done),
        done,
        interrupted=interrupted,
        played=sum(map(len, done)) - before,
        seconds=perf_counter() - begun,
        folder=store.folder if store else None,
    )


def _take_in(store: Store, results: NDArray[np.void], known: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """Put the rows of the store's files into ``results``, those of ``known`` chunks left out; return their chunks."""
    chunks = []
    for first, rows in store.read(skip=known):
        results[first : first + len(rows)] = rows
        chunks.append((first, len(rows)))
    return chunks


def _finished(results: NDArray[np.void], done: tuple[range, ...]) -> NDArray[np.void]:
    """The rows of finished games, in game order."""
    import numpy as np

    if done == (range(len(results)),):
        return results
    pieces = [results[each.start : each.stop] for each in done]
    return np.concatenate(pieces) if pieces else results[:0]


def _room(experiment: Experiment) -> NDArray[np.void]:
    """Room for all rows, if there is that much memory."""
    import numpy as np

    dtype = experiment.family.kernel.RESULT
    most = min(MOST_ROWS, _memory() // dtype.itemsize)
    if experiment.games > most:
        need = experiment.games * dtype.itemsize / 2**30
        raise BadArgument(
            f"the rows of {experiment.games:,} games need {need:,.1f} GiB of memory ({dtype.itemsize} bytes a game); "
            f"the limit here is {most:,} games"
        )
    return np.zeros(experiment.games, dtype)


def _memory() -> int:
    """The machine's memory in bytes, or more than the limit where it is not known."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 1 << 62
