"""Tournaments: agents against each other on the same deals, with scores, ratings and what the seats are worth.

What it is for: :func:`tournament` and the :class:`Tournament` it returns. What it is not for: who meets whom
(:mod:`tsurolab.simulate.schedule`), the arithmetic of one meeting (:mod:`tsurolab.simulate.meetings`), or pages
(:mod:`tsurolab.artifacts`).

A tournament is a list of ordinary runs. Of each game only the winners are needed here, and what is kept of them are
exact sums, a few numbers a pair of agents; so a tournament is one small value, however many games it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tsurolab.agents import DEFAULT, check_users
from tsurolab.errors import BadArgument, BadRecord, NoWorkers
from tsurolab.simulate.cluster import connect
from tsurolab.simulate.executors import check_executor, check_workers
from tsurolab.simulate.meetings import Meeting, SeatSums, even_points, seat_shares, share_unit
from tsurolab.simulate.progress import Progress, reporting, show_rate
from tsurolab.simulate.ratings import Crossed, cross, rate
from tsurolab.simulate.run import Run, run_experiment
from tsurolab.simulate.schedule import Schedule
from tsurolab.simulate.tournament_folder import (
    FORMAT,
    FORMAT_VERSION,
    begin_folder,
    games_there,
    read_manifest,
    read_schedule,
)
from tsurolab.simulate.wording import INTERVALS, as_html, pair_rows, pairs_note, rating_rows, seat_lines
from tsurolab.stats import LEVEL, PairedTally, Rating, SeatFairness, adjust, seat_fairness

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

ADJUSTMENT: Final = "holm"
"""How p-values allow for the number of pairs: whatever the pairs have in common, the chance of any false finding stays
below the level."""


@dataclass(frozen=True)
class Tournament:
    """The finished games of a tournament, as exact sums. Made by :func:`tournament` or :meth:`load`.

    >>> result = tournament("qwirkle/classic", ["uniform", "greedy"], games=30, seed=1, progress=False)
    >>> result.meeting("greedy", "uniform").score > 0.8
    True
    """

    schedule: Schedule
    meetings: tuple[Meeting, ...]
    """The pairs of agents that have finished deals, in the order of the schedule."""
    crossed: tuple[Crossed, ...]
    """What two meetings have in common: how their scores vary together over the deals."""
    equal_seats: SeatSums | None
    """The seats in games between equal agents."""
    own_seats: SeatSums | None
    """The seats in the games of the tournament, where every agent had every seat equally often. None for an odd number
    of seats: there one agent has the seats between two of the other, and what they win says more of that."""
    games: int = 0
    """Games that are finished."""
    interrupted: bool = False
    """Whether somebody stopped it before its end."""
    played: int = 0
    """Games played just now; a resumed tournament had the others."""
    seconds: float = 0.0
    """How long that took, compilation left out."""
    folder: Path | None = None
    """Where it is kept, if anywhere."""

    @classmethod
    def load(cls, folder: str | Path) -> Tournament:
        """The tournament in a folder that ``tournament(..., out=folder)`` wrote, finished or not.

        Raises:
            OutputError: the folder cannot be read, or is none of a tournament.
            BadRecord: a file in it is damaged; the message names it.
        """
        folder = Path(folder)
        schedule = read_manifest(folder)
        runs = [Run.load(folder / name) if (folder / name).is_dir() else None for name, _ in schedule.experiments]
        kept = [None if run is None else Masks.of(run) for run in runs]
        return _tournament(schedule, kept, folder=folder)

    @property
    def complete(self) -> bool:
        """Whether all games are finished."""
        return self.games == self.wanted

    @property
    def wanted(self) -> int:
        """The games of the whole schedule."""
        return sum(experiment.games for _, experiment in self.schedule.experiments)

    @property
    def connected(self) -> bool:
        """Whether finished deals connect all agents, directly or through others, so that there are ratings."""
        group = {self.schedule.agents[0]}
        for _ in self.schedule.agents:
            for each in self.meetings:
                if group & {each.agent, each.opponent}:
                    group |= {each.agent, each.opponent}
        return group == set(self.schedule.agents)

    def meeting(self, agent: str, opponent: str) -> Meeting:
        """The meeting of two agents, seen from the first.

        Raises:
            BadArgument: they have not met.
        """
        for each in self.meetings:
            if (each.agent, each.opponent) == (agent, opponent):
                return each
            if (each.agent, each.opponent) == (opponent, agent):
                return each.turned()
        met = ", ".join(f"{each.agent} and {each.opponent}" for each in self.meetings) or "nobody"
        raise BadArgument(f"{agent} and {opponent} have not met; those who have: {met}")

    @property
    def adjusted(self) -> tuple[float, ...]:
        """The p-value of each meeting, adjusted for the number of meetings by Holm's method."""
        return adjust([each.p_value for each in self.meetings], method=ADJUSTMENT).p_values

    def pairs(self, *, level: float = LEVEL) -> pd.DataFrame:
        """One row a pair: the agent's score against its opponent, paired by deal.

        Args:
            level: the confidence of each interval by itself.

        Returns:
            A DataFrame with the columns agent, opponent, score, low, high, paired (how many times as many deals the
            same interval takes with deals of its own for each seating), p (of a score of 1/2), ``p (holm)`` (adjusted
            for the number of pairs), deals.
        """
        import pandas as pd

        rows = []
        for each, adjusted in zip(self.meetings, self.adjusted, strict=True):
            low, high = each.interval(level=level)
            rows.append(
                {
                    "agent": each.agent,
                    "opponent": each.opponent,
                    "score": float(each.score),
                    "low": low,
                    "high": high,
                    "paired": each.variance_reduction,
                    "p": each.p_value,
                    f"p ({ADJUSTMENT})": adjusted,
                    "deals": each.deals,
                }
            )
        return pd.DataFrame(rows)

    def crosstable(self) -> pd.DataFrame:
        """The score of each agent (row) against each (column); missing where they have not met."""
        import pandas as pd

        names = list(self.schedule.agents)
        table = pd.DataFrame(float("nan"), index=pd.Index(names, name="agent"), columns=names)
        for each in self.meetings:
            table.loc[each.agent, each.opponent] = float(each.score)
            table.loc[each.opponent, each.agent] = float(1 - each.score)
        return table

    def ratings(self, *, anchor: str | None = None, level: float = LEVEL) -> tuple[Rating, ...]:
        """The Bradley-Terry strengths of the agents on the Elo scale, in the order of the schedule.

        Args:
            anchor: the agent whose rating is 0; unless given "uniform", and without it the mean is 0.
            level: the confidence of each interval.

        Raises:
            BadArgument: no such agent, or agents that no chain of meetings connects (in a tournament that is not
                finished).
        """
        if anchor is None and DEFAULT in self.schedule.agents:
            anchor = DEFAULT
        return rate(self.schedule.agents, self.meetings, self.crossed, anchor=anchor, level=level)

    def rating_table(self, *, anchor: str | None = None, level: float = LEVEL) -> pd.DataFrame:
        """The ratings as a DataFrame, the strongest agent first; see :meth:`ratings`."""
        import pandas as pd

        ranked = sorted(self.ratings(anchor=anchor, level=level), key=lambda each: -each.strength)
        rows = [(each.name, each.strength, each.low, each.high, each.standard_error) for each in ranked]
        return pd.DataFrame(rows, columns=["agent", "elo", "low", "high", "standard error"])

    def seats(self, *, level: float = LEVEL) -> pd.DataFrame:
        """What the seats are worth: each seat's win share, between equal agents and in the tournament's own games."""
        import pandas as pd

        rows = [
            {"games": words, "seat": seat, "win share": float(share), "low": low, "high": high, "deals": sums.n}
            for words, sums in self.seat_sums.items()
            for seat, (share, (low, high)) in enumerate(zip(sums.shares, sums.intervals(level=level), strict=True))
        ]
        return pd.DataFrame(rows, columns=["games", "seat", "win share", "low", "high", "deals"])

    @property
    def seat_sums(self) -> dict[str, SeatSums]:
        """The sums behind :meth:`seats`, by the games they come from."""
        found = {f"all {self.schedule.equal}": self.equal_seats, "tournament": self.own_seats}
        return {words: sums for words, sums in found.items() if sums is not None}

    @property
    def fairness(self) -> dict[str, SeatFairness]:
        """The test that all seats win equally often, by the games it looks at."""
        return {
            words: seat_fairness(sums.n, sums.sums, sums.products)
            for words, sums in self.seat_sums.items()
            if sums.n >= 2
        }

    # ------------------------------------------------------------------------------------------------------ as text

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The pairs, seats and ratings as rows of plain values, for other programs; None for what is infinite."""
        if not self.meetings:
            return {}
        frames = {"pairs": self.pairs(), "seats": self.seats()}
        if self.connected:
            frames["ratings"] = self.rating_table()
        return {name: [_plain(row) for row in frame.to_dict("records")] for name, frame in frames.items()}

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data, exact; :meth:`from_dict` reads it back."""
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "schedule": self.schedule.to_dict(),
            "digest": self.schedule.digest,
            "games": self.games,
            "meetings": [each.to_dict() for each in self.meetings],
            "crossed": [list(each) for each in self.crossed],
            "equal_seats": self.equal_seats.to_dict() if self.equal_seats else None,
            "own_seats": self.own_seats.to_dict() if self.own_seats else None,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Tournament:
        """The tournament that :meth:`to_dict` described.

        Raises:
            BadRecord: it is damaged, or of another version of the edition.
        """
        schedule = read_schedule(data, "the tournament")
        try:
            equal, own = (SeatSums.from_dict(data[key]) if data[key] else None for key in ("equal_seats", "own_seats"))
            return cls(
                schedule,
                tuple(Meeting.from_dict(each, schedule.seats) for each in data["meetings"]),
                tuple(Crossed(*map(int, each)) for each in data["crossed"]),
                equal,
                own,
                games=int(data["games"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, BadRecord):
                raise
            raise BadRecord(f"the tournament is damaged: {error}") from None

    @property
    def rate(self) -> str:
        """Games a second, in words."""
        return show_rate(self.played, self.seconds)

    def __repr__(self) -> str:
        """What was played, and how much of it is there."""
        there = "complete" if self.complete else f"{self.games:,} games finished"
        return f"<Tournament {self.schedule.digest}: {self.schedule}; {there}>"

    def _repr_html_(self) -> str:
        """The pairs and, where there are any, the ratings, for a notebook."""
        head = f"<p><b>{escape(str(self.schedule))}</b><br>{'complete' if self.complete else 'not complete'}</p>"
        if not self.meetings:
            return head
        shown = head + as_html(pair_rows(self)) + f"<p>{INTERVALS} {pairs_note(len(self.meetings))}</p>"
        if self.connected:
            shown += as_html(rating_rows(self))
        return shown + "".join(f"<p>{escape(line)}</p>" for line in seat_lines(self))


def _plain(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key): None if isinstance(each, float) and not isfinite(each) else each for key, each in row.items()}


def tournament(
    edition: str,
    agents: Sequence[Any],
    *,
    games: int = 1000,
    players: int | None = None,
    seed: int = 0,
    pairs: str = "all",
    equal: Any = DEFAULT,
    workers: int | None = None,
    executor: str | None = None,
    scheduler: object = None,
    progress: Progress = None,
    out: str | Path | None = None,
    **options: object,
) -> Tournament:
    """Play every pair of agents on the same deals, in both seatings.

    Args:
        edition: ``family/edition``.
        agents: two or more: names, or users' agents.
        games: deals of each pair; each is played twice, with the seats exchanged. Pairs share the deals as well.
        players: how many seats; the two agents of a pair take turns round the table. Unless given the smallest even
            number that can play.
        seed: the master seed.
        pairs: ``"all"``, or ``"neighbours"`` for a chain in which each agent meets the next of the list.
        equal: the agent in all seats of the run that shows what the seats themselves are worth.
        workers: how many chunks are played at once; see :func:`tsurolab.simulate.run.simulate`, also for ``executor``
            and ``scheduler``.
        executor: ``"threads"`` (the default), ``"processes"`` for agents that are plain Python, or ``"dask"``.
        scheduler: of a Dask cluster.
        progress: a bar where somebody can see it, unless ``False``; or a function of (games done, games wanted).
        out: a folder to keep every game's row in. A tournament that was stopped, or killed, goes on where it was with
            the same call; one with more games plays only what is missing.
        options: the edition's options.

    Returns:
        The tournament; after an interrupt (Ctrl-C) what is finished of it.

    Raises:
        UnknownName: no such edition, option or agent.
        BadArgument: a number out of range, an agent named twice, or a folder that has something else.
        BadAgent: a user's agent that does not compile.
        OutputError: the folder cannot be written.
        NoWorkers: as for ``simulate``; the error's ``finished`` is the tournament of what was finished.

    >>> result = tournament("sorry/classic", ["uniform", "greedy"], games=20, seed=3, progress=False)
    >>> len(result.meetings), result.games
    (1, 60)
    """
    schedule = Schedule(edition, agents, options, players, games, seed, pairs, equal)
    return play_schedule(schedule, workers=workers, executor=executor, scheduler=scheduler, progress=progress, out=out)


def play_schedule(
    schedule: Schedule,
    *,
    workers: int | None = None,
    executor: str | None = None,
    scheduler: object = None,
    progress: Progress = None,
    out: str | Path | None = None,
) -> Tournament:
    """Play what a schedule lists; see :func:`tournament` for the arguments and what is raised."""
    executor = check_executor(executor, scheduler)
    workers = None if workers is None else check_workers(workers, executor)
    for name in {*schedule.agents, schedule.equal}:
        check_users(schedule.equal_run.game, [name] * schedule.seats, schedule.seed)
    with connect(scheduler) as cluster:
        how = {"workers": workers, "executor": executor, "scheduler": cluster}
        return _play(schedule, None if out is None else begin_folder(Path(out), schedule), progress, how)


def _play(schedule: Schedule, folder: Path | None, progress: Progress, how: Mapping[str, Any]) -> Tournament:
    """Play what is missing in the folder; ``how`` is for :func:`tsurolab.simulate.run.run_experiment`."""
    listed = list(schedule.experiments)
    done = [games_there(folder / name, experiment) if folder else 0 for name, experiment in listed]
    before, total = sum(done), sum(experiment.games for _, experiment in listed)
    kept: list[Masks | None] = [None] * len(listed)
    interrupted, seconds = False, 0.0
    lost: NoWorkers | None = None
    try:
        with reporting(progress, before, total) as report:
            for place, (name, experiment) in enumerate(listed):

                def told(some: int, _: int, place: int = place) -> None:
                    done[place] = some
                    report(sum(done), total)

                where = folder / name if folder else None
                try:
                    run = run_experiment(experiment, progress=told, out=where, **how)
                except NoWorkers as error:
                    lost, run = error, error.finished
                    if run is None:
                        break
                kept[place] = Masks.of(run)
                done[place] = len(run)
                seconds += run.seconds
                if run.interrupted:
                    interrupted = True
                    break
    except KeyboardInterrupt:
        interrupted = True
    interrupted = interrupted or lost is not None
    if interrupted and folder:  # later runs may be there from before
        for place, (name, _) in enumerate(listed):
            if kept[place] is None and (folder / name).is_dir():
                kept[place] = Masks.of(Run.load(folder / name))
    result = _tournament(schedule, kept, folder=folder, interrupted=interrupted, before=before, seconds=seconds)
    if lost:
        raise lost.keeping(result, result.games, folder)
    return result


# ------------------------------------------------------------------------------------------------- from runs to sums


class Masks(NamedTuple):
    """The winners of a run's finished games, one mask a game."""

    winners: NDArray[np.uint8]
    """By game number; 0 where the game is not finished."""
    finished: NDArray[np.bool_]

    @classmethod
    def of(cls, run: Run) -> Masks:
        """The masks of a run."""
        import numpy as np

        games = run.experiment.games
        winners, finished = np.zeros(games, np.uint8), np.zeros(games, np.bool_)
        numbers = slice(None) if run.complete else run.numbers
        winners[numbers] = run.results["winners"]
        finished[numbers] = True
        return cls(winners, finished)


def _tournament(
    schedule: Schedule,
    kept: Sequence[Masks | None],
    *,
    folder: Path | None = None,
    interrupted: bool = False,
    before: int | None = None,
    seconds: float = 0.0,
) -> Tournament:
    """The sums of what is finished."""
    import numpy as np

    players = schedule.seats
    points, shares, unit = even_points(players), seat_shares(players), share_unit(players)
    equal, seatings = kept[0], kept[1:]
    met, differences, everywhere = [], [], np.ones(schedule.games, np.bool_)
    own = np.zeros((schedule.games, players), np.int64)
    runs = 0
    for (agent, opponent), first, second in zip(schedule.meetings, seatings[::2], seatings[1::2], strict=True):
        both = None if first is None or second is None else first.finished & second.finished
        if first is None or second is None or both is None or not both.any():
            continue
        agents, opponents = points[first.winners], points[second.winners]
        met.append(Meeting(agent, opponent, players, PairedTally.of(agents[both], opponents[both])))
        differences.append((agents - opponents, both))
        own += shares[first.winners] + shares[second.winners]
        everywhere &= both
        runs += 2
    finished = sum(int(each.finished.sum()) for each in kept if each is not None)
    return Tournament(
        schedule,
        tuple(met),
        cross(differences),
        SeatSums.of(shares[equal.winners[equal.finished]], unit) if equal and equal.finished.any() else None,
        SeatSums.of(own[everywhere], unit * runs) if runs and everywhere.any() and players % 2 == 0 else None,
        games=finished,
        interrupted=interrupted,
        played=0 if before is None else finished - before,
        seconds=seconds,
        folder=folder,
    )
