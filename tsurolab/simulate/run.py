"""Runs: playing an experiment, and holding what came out.

What it is for: :func:`simulate` and the :class:`Run` it returns: tallies, estimates with intervals, rows, and every
game to be looked at. What it is not for: what a row means; families say that.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from functools import cached_property
from html import escape
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final, cast

from tsurolab.agents import Agent, check_users
from tsurolab.errors import BadArgument, BadRecord, NoWorkers
from tsurolab.games.record import GameRecord
from tsurolab.games.state import State
from tsurolab.simulate.chunk import (
    SENT,
    SHORT,
    STORED,
    Part,
    chunk_size,
    fair_share,
    kept_numbers,
    merge,
    missing,
    show_ranges,
    split,
)
from tsurolab.simulate.cluster import Cluster, connect
from tsurolab.simulate.columns import games_frame
from tsurolab.simulate.estimates import WIN_SHARE, Estimate, summary_frame
from tsurolab.simulate.executors import Chunk, available_cores, check_executor, check_workers, play_chunks
from tsurolab.simulate.experiment import ROWS, Experiment
from tsurolab.simulate.precision import Goal
from tsurolab.simulate.progress import Progress, reporting, show_rate
from tsurolab.simulate.replay import check_number, replay_state
from tsurolab.simulate.store import Store
from tsurolab.simulate.tallies import Tallies

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
        tallies: Tallies,
        done: Iterable[range],
        *,
        rows: NDArray[np.void] | None = None,
        store: Store | None = None,
        goal: Goal | None = None,
        interrupted: bool = False,
        played: int = 0,
        seconds: float = 0.0,
    ) -> None:
        self.experiment = experiment
        self.tallies = tallies
        """Exact tallies of all finished games; the estimates come from them."""
        self.done = tuple(done)
        """The numbers of the finished games, as ranges."""
        self.interrupted = interrupted
        """Whether somebody stopped it before its end."""
        self.played = played
        """Games played just now; a resumed run had the others."""
        self.seconds = seconds
        """How long that took, compilation left out."""
        self._rows = rows
        self._store = store
        self._goal = goal

    @classmethod
    def load(cls, folder: str | Path) -> Run:
        """The run in a folder that ``simulate(..., out=folder)`` wrote, finished or not. Rows are read when asked for.

        Raises:
            OutputError: the folder cannot be read, or is none of a run.
            BadRecord: a file in it is damaged; the message names it.
        """
        store = Store.open(folder)
        done, tallies = store.load()
        return cls(store.experiment, tallies, done, store=store, goal=_goal(store.experiment, store))

    @property
    def folder(self) -> Path | None:
        """Where it is kept, if anywhere."""
        return self._store.folder if self._store else None

    def __len__(self) -> int:
        """How many games are finished."""
        return self.tallies.n

    @property
    def complete(self) -> bool:
        """Whether all games of the experiment are finished, or its precision is reached."""
        return len(self) == self.experiment.games or bool(self.reached_precision)

    @cached_property
    def reached_precision(self) -> bool | None:
        """Whether the interval is as narrow as the experiment wants; ``None`` if it wants none."""
        return self._goal.is_reached(self.done, self.tallies) if self._goal else None

    @cached_property
    def results(self) -> NDArray[np.void]:
        """The family's RESULT of every game whose row is kept, in game order: a structured array.

        It is read from the run's folder if there is one.

        Raises:
            BadArgument: no rows are kept, or there is not enough memory for them.
            BadRecord: a file is damaged; the message names it.
        """
        if not self.experiment.every:
            raise BadArgument(
                'no rows of this run are kept, only tallies: use run.tallies and run.summary(), or keep "rows" '
                'or "rows/100"; single games can be replayed all the same'
            )
        if self._rows is not None:
            return self._rows
        return _stored_rows(self._store_now(), self.done)

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of each row's game."""
        import numpy as np

        every = self.experiment.every
        kept = (kept_numbers(each.start, len(each), every) for each in self.done)
        return np.concatenate([np.empty(0, np.int64), *(np.arange(each.start, each.stop, each.step) for each in kept)])

    @cached_property
    def games(self) -> pd.DataFrame:
        """One row a game whose row is kept, with the game's number as index. Raises as :attr:`results` does.

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
        return self._goal.estimates(self.tallies) if self._goal else self.tallies.estimates()

    def summary(self) -> pd.DataFrame:
        """Every quantity with its 95% interval.

        Returns:
            A DataFrame with the columns quantity, seat, estimate, low, high, n, method. Shares have Wilson
            intervals, the win share with its divided wins on an effective number of games; means have t intervals. The
            quantity that a precision was asked for has the interval of a confidence sequence.

        Raises:
            BadArgument: no game is finished.
        """
        return summary_frame(self.estimates())

    def row(self, number: int) -> np.void:
        """The RESULT of one game.

        Raises:
            BadArgument: that game is not in this run, or its row is not kept.
        """
        row = self._find_row(number)
        if row is None:
            raise BadArgument(f"the row of game {number} is not kept (keep {self.experiment.keep!r}); replay the game")
        return row

    def _find_row(self, number: int) -> np.void | None:
        """The RESULT of one finished game, if it is kept."""
        number = check_number(number, self.experiment.games)
        if not any(number in each for each in self.done):
            raise BadArgument(f"game {number} is not finished; this run has games {show_ranges(self.done)}")
        every = self.experiment.every
        if not every or number % every:
            return None
        if self._rows is None and "results" not in self.__dict__:
            return self._store_now().row(number)
        before = sum(len(kept_numbers(each.start, len(each), every)) for each in self.done if each.stop <= number)
        start = next(each.start for each in self.done if number in each)
        row: np.void = self.results[before + kept_numbers(start, number + 1 - start, every).index(number)]
        return row

    def _store_now(self) -> Store:
        """The folder as it is now: the run in it may have grown."""
        assert self._store is not None
        now = Store.open(self._store.folder)
        if now.experiment.series != self.experiment.series:
            raise BadRecord(f"{now.folder} has another run than when this one was opened: {now.experiment}")
        return now

    def state(self, number: int) -> State:
        """The final state of one game, its history behind it: ``undo()`` goes back through it.

        Raises:
            BadArgument: that game is not in this run.
            BadRecord: the game played again differs from its row.
        """
        return replay_state(self.experiment, number, self._find_row(number))

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
    games: int | None = None,
    seed: int = 0,
    agents: str | Agent | Sequence[str | Agent] | None = None,
    precision: float | None = None,
    of: str = WIN_SHARE,
    keep: str = ROWS,
    fields: Sequence[str] = (),
    workers: int | None = None,
    executor: str | None = None,
    scheduler: object = None,
    progress: Progress = None,
    out: str | Path | None = None,
    **options: object,
) -> Run:
    """Play many games, tally them, and keep a row of results for each.

    Args:
        edition: ``family/edition``.
        players: how many seats.
        games: how many games: numbers 0 .. games - 1 of the seed. With ``precision`` the most that are played.
        seed: the master seed. Game *i* of a seed is the same game whatever ``games``, ``workers`` or ``executor`` are.
        agents: ``None`` (all uniform), one, or a list by seat that goes round. Each is a name (``"greedy"``,
            ``"monte-carlo:64"``, ...) or a user's agent (:func:`tsurolab.agents.agent`), which is tried on one game
            first.
        precision: play until the 95% interval of ``of`` is no wider than this, from low to high end.
        of: a quantity of the summary: ``"win share"`` for all seats, ``"win share[0]"`` for one.
        keep: ``"rows"``, ``"tallies"`` (a billion games in kilobytes), or ``"rows/100"`` for every 100th game's row.
        fields: the fields of RESULT to keep; all if empty.
        workers: how many chunks of games are played at once. Unless given, all cores, or one for a run that is over in
            no time; on a cluster all threads of its workers.
        executor: ``"threads"`` (the default), ``"processes"``, or ``"dask"`` for a cluster.
        scheduler: of a Dask cluster: its address, such as ``"tcp://10.0.0.5:8786"``, or a connected
            ``distributed.Client``. Needs ``pip install 'tsurolab[cluster]'``.
        progress: ``None`` for a bar where somebody can see it, ``True``, ``False``, or a function of (done, total).
        out: a folder to keep the run in; the same call again plays only what is missing there, also with more games.
        options: values for the edition's options.

    Returns:
        The run. After an interrupt (Ctrl-C) it holds the games finished by then, and ``run.interrupted`` is true.

    Raises:
        BadAgent: a user's agent does not compile, or answered with a move that is not there.
        UnknownName: no such edition, option, agent, quantity, field or executor.
        BadArgument: a number out of range, or a folder that has another run.
        OutputError: the folder cannot be written, or another process writes to it; checked before any game is played.
        BadRecord: a file in the folder is damaged.
        NoWorkers: a scheduler or its workers cannot be reached, or have other versions; or they, or worker processes,
            were lost in the middle. The error's ``finished`` is then the run of what was finished, which is kept in
            ``out`` as well.

    >>> run = simulate("tsuro/classic", players=4, games=200, seed=1)
    >>> run.summary().query("quantity == 'win share'")["seat"].tolist()
    [0, 1, 2, 3]
    """
    if games is None and precision is None:
        raise BadArgument("say how many games, or how precise: give games or precision")
    experiment = Experiment(edition, options, players, agents, cast(int, games), seed, precision, of, keep, fields)
    return run_experiment(
        experiment, workers=workers, executor=executor, scheduler=scheduler, progress=progress, out=out
    )


def run_experiment(
    experiment: Experiment,
    *,
    workers: int | None = None,
    executor: str | None = None,
    scheduler: object = None,
    progress: Progress = None,
    out: str | Path | None = None,
) -> Run:
    """Play an experiment; see :func:`simulate` for the arguments and what is raised."""
    executor = check_executor(executor, scheduler)
    workers = None if workers is None else check_workers(workers, executor)
    check_users(experiment.game, experiment.seats, experiment.seed)
    with connect(scheduler) as cluster, nullcontext() if out is None else Store.begin(out, experiment) as store:
        return _play(experiment, store, workers, executor, cluster, progress)


def _play(
    experiment: Experiment,
    store: Store | None,
    workers: int | None,
    executor: str,
    cluster: Cluster | None,
    progress: Progress,
) -> Run:
    """Play what is missing in ``store`` and keep what the experiment says."""
    session = _Session(experiment, store)
    before, interrupted, begun = session.finished, False, perf_counter()
    lost: NoWorkers | None = None
    try:
        if not session.is_over:
            size, workers = _split_up(experiment, experiment.games - before, store, workers, cluster)
            if store:
                store.begin_session(size, session.goal.pilot if session.goal else None)
            begun = perf_counter()
            stream = play_chunks(
                experiment,
                session.chunks(size),
                workers=workers,
                executor=executor,
                cluster=cluster,
                packed=store is not None,
            )
            with reporting(progress, before, session.target) as report, closing(stream):
                for part in stream:
                    session.take(part)
                    report(session.finished, session.target)
    except KeyboardInterrupt:
        interrupted = True
        session.look_again()
    except NoWorkers as error:
        interrupted, lost = True, error
    seconds = perf_counter() - begun
    session.close(session.finished - before)
    run = Run(
        experiment,
        session.tallies,
        session.done,
        rows=session.rows.finished(session.done) if session.rows else None,
        store=store,
        goal=session.goal,
        interrupted=interrupted,
        played=session.finished - before,
        seconds=seconds,
    )
    if lost:
        raise lost.keeping(run, len(run), run.folder)
    return run


def _split_up(
    experiment: Experiment, games: int, store: Store | None, workers: int | None, cluster: Cluster | None
) -> tuple[int, int | None]:
    """How many games a chunk has, and how many workers play them; ``None`` for those that a cluster has."""
    seconds = STORED if store else SENT if cluster else SHORT
    known = store.part if store else None
    games = experiment.games if store else games  # the size is kept, also for what is played later
    if cluster:
        return known or chunk_size(experiment, games, workers or max(1, cluster.threads), seconds), workers
    if workers is not None:
        return known or chunk_size(experiment, games, workers, seconds), workers
    size = known or chunk_size(experiment, games, 1, seconds)
    if size >= games:
        return size, 1
    workers = available_cores()
    return known or min(size, fair_share(games, workers)), workers


class _Session:
    """A run while it is played: what is finished, and what comes next."""

    def __init__(self, experiment: Experiment, store: Store | None) -> None:
        self.experiment = experiment
        self.store = store
        self.rows = _Rows(experiment) if experiment.every and store is None else None
        self._so_far = store.load() if store else ((), Tallies.empty(experiment.layout))
        if store:
            store.check()
        self.goal = _goal(experiment, store)
        looks = self.goal.looks() if self.goal else iter([experiment.games])
        self.target = next((look for look in looks if look > self.finished), experiment.games)
        """The games that are to be finished next; all, or those up to the next look."""

    @property
    def done(self) -> tuple[range, ...]:
        """The finished games."""
        return self._so_far[0]

    @property
    def tallies(self) -> Tallies:
        """Of the finished games."""
        return self._so_far[1]

    @property
    def finished(self) -> int:
        """How many games are finished."""
        return self.tallies.n

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        reached = self.goal is not None and self.goal.is_reached(self.done, self.tallies)
        return reached or self.finished == self.experiment.games

    def chunks(self, size: int) -> Iterator[Chunk]:
        """What is to be played, in chunks of so many games; at each look, nothing before all is back."""
        beyond = max((each.stop for each in self.done), default=0)
        for look in self.goal.looks() if self.goal else [self.experiment.games]:
            if look < beyond:  # it was looked at before, and more was wanted
                continue
            self.target = look
            yield from split(missing(self.done, look), size)
            while self.goal and self.finished < look:
                yield None
            if self.goal and self.goal.is_reached(self.done, self.tallies):
                return

    def take(self, part: Part) -> None:
        """Keep a finished part."""
        if self.store:
            self.store.write(part)
        elif self.rows:
            self.rows.take(part, self.target)
        done = merge((*self.done, range(part.first, part.first + part.count)))
        self._so_far = done, self.tallies + part.tallies  # one assignment: an interrupt comes before or after it

    def look_again(self) -> None:
        """After an interrupt, which may have come between the writing of a file and its counting."""
        if self.store:
            self._so_far = self.store.load()

    def close(self, played: int) -> None:
        """Leave the folder tidy."""
        if self.store and played:
            if not self.experiment.every:
                self.store.compact()
            self.store.end_session(played)


def _goal(experiment: Experiment, store: Store | None) -> Goal | None:
    return None if experiment.precision is None else Goal(experiment, store.pilot if store else None)


class _Rows:
    """The rows of a run that are kept in memory."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self._rows = _room(experiment, experiment.games if experiment.precision is None else 0)

    def _slots(self, games: range) -> slice:
        """Where the rows of some consecutive games are."""
        every = self.experiment.every
        return slice(-(-games.start // every), -(-games.stop // every))

    def take(self, part: Part, target: int) -> None:
        """Keep the rows of a part; there is to be room for those of ``target`` games."""
        import numpy as np

        slots = self._slots(range(part.first, part.first + part.count))
        if slots.stop > len(self._rows):
            larger = _room(self.experiment, target)
            larger[: len(self._rows)] = self._rows
            self._rows = larger
        assert part.rows is not None
        self._rows[slots] = np.asarray(part.rows)

    def finished(self, done: tuple[range, ...]) -> NDArray[np.void]:
        """The rows of finished games, in game order."""
        import numpy as np

        pieces = [self._rows[self._slots(each)] for each in done]
        return pieces[0] if len(pieces) == 1 else np.concatenate(pieces) if pieces else self._rows[:0]


def _stored_rows(store: Store, done: tuple[range, ...]) -> NDArray[np.void]:
    """The rows of some games of a folder, in game order."""
    every = store.experiment.every
    wanted = [kept_numbers(each.start, len(each), every) for each in done]
    rows, filled = _room(store.experiment, sum(map(len, wanted)) * every), 0
    for numbers, found in store.read():
        for each in wanted:
            start, stop = max(numbers.start, each.start), min(numbers.stop, each.stop)
            if start < stop:
                piece = found[(start - numbers.start) // every : -(-(stop - numbers.start) // every)]
                rows[filled : filled + len(piece)] = piece
                filled += len(piece)
    if filled != sum(map(len, wanted)):
        raise BadRecord(f"{store.folder} has fewer rows than when this run was opened: open it again")
    return rows[:filled]


def _room(experiment: Experiment, games: int) -> NDArray[np.void]:
    """Room for the rows of so many games, if there is that much memory."""
    import numpy as np

    size, count = experiment.row_type.itemsize, -(-games // experiment.every)
    most = min(MOST_ROWS, _memory() // size)
    if count > most:
        raise BadArgument(
            f"the rows of {games:,} games need {count * size / 2**30:,.1f} GiB of memory ({size} bytes a row); the "
            f"limit here is {most * experiment.every:,} games: keep the tallies only, or give a folder for the rows"
        )
    return np.zeros(count, experiment.row_type)


def _memory() -> int:
    """The machine's memory in bytes, or more than the limit where it is not known."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 1 << 62
