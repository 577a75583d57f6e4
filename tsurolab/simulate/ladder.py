"""Skill ladders: how much better an agent plays that thinks longer.

What it is for: :func:`ladder`, a tournament of Monte Carlo agents that each have some times as many rollouts as the one
below, and :func:`skill_table`, which sets editions side by side. What it is not for: the agents themselves
(:mod:`tsurolab.agents`).

In a game of pure luck all rungs are equally strong; the more Elo points each fourfold of rollouts gains, the more there
is to be decided well. The measure depends on the agents: it says how much skill *this* way of thinking finds in a game.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tsurolab.agents.seating import MONTE_CARLO, ROLLOUT_POLICY, read_seat
from tsurolab.errors import BadArgument
from tsurolab.simulate.progress import Progress
from tsurolab.simulate.schedule import Schedule
from tsurolab.simulate.tournament import Tournament, play_schedule
from tsurolab.simulate.wording import INTERVALS, as_html, gain_line, ladder_rows
from tsurolab.stats import LEVEL, Rating

if TYPE_CHECKING:
    import pandas as pd

RUNGS: Final = (1, 4, 16, 64)
"""Rollouts a decision of each rung, unless told."""
STEP: Final = 4
"""The factor of rollouts to which the gain in skill is reduced."""


class Gain(NamedTuple):
    """What a fourfold of rollouts gains on average, between the lowest and the highest rung."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class Ladder:
    """A tournament of neighbouring rungs. Made by :func:`ladder`, or of a tournament whose agents are all Monte Carlo.

    Raises:
        BadArgument: the agents of the tournament are no ladder.
    """

    tournament: Tournament

    def __post_init__(self) -> None:
        """See that the agents are rungs, each with more rollouts than the one before."""
        rollouts = self.rollouts
        if not all(rollouts) or any(low >= high for low, high in pairwise(rollouts)):
            names = ", ".join(self.tournament.schedule.agents)
            raise BadArgument(f"a ladder is of {MONTE_CARLO} agents with ever more rollouts, not of {names}")

    @classmethod
    def load(cls, folder: str | Path) -> Ladder:
        """The ladder in a folder that ``ladder(..., out=folder)`` wrote; raises as :meth:`Tournament.load` does."""
        return cls(Tournament.load(folder))

    @property
    def schedule(self) -> Schedule:
        """What was played."""
        return self.tournament.schedule

    @property
    def rollouts(self) -> tuple[int, ...]:
        """The rollouts of each rung."""
        policies = self.schedule.equal_run.family.kernel.POLICIES
        return tuple(read_seat(name, policies).rollouts for name in self.schedule.agents)

    @property
    def policy(self) -> str:
        """Who plays the rollouts."""
        policies = self.schedule.equal_run.family.kernel.POLICIES
        return str(read_seat(self.schedule.agents[0], policies).policy)

    def ratings(self, *, level: float = LEVEL) -> tuple[Rating, ...]:
        """The rating of each rung above the lowest; raises as :meth:`Tournament.ratings` does."""
        return self.tournament.ratings(anchor=self.schedule.agents[0], level=level)

    def gain(self, *, level: float = LEVEL) -> Gain:
        """The headline: Elo points for each fourfold of rollouts, with its interval.

        Raises:
            BadArgument: rungs that no finished games connect.
        """
        top, rollouts = self.ratings(level=level)[-1], self.rollouts
        steps = log(rollouts[-1] / rollouts[0]) / log(STEP)
        return Gain(top.strength / steps, top.low / steps, top.high / steps)

    def table(self, *, level: float = LEVEL) -> pd.DataFrame:
        """One row a rung: its rating above the lowest, and its score against the rung below.

        Returns:
            A DataFrame with the columns rung, rollouts, elo, low, high, score, ``score low``, ``score high``,
            ``p (holm)``, deals; the last five are missing for the lowest rung.
        """
        import pandas as pd

        missing = float("nan")
        rows: list[dict[str, Any]] = []
        below = {
            each.opponent: (each, p) for each, p in zip(self.tournament.meetings, self.tournament.adjusted, strict=True)
        }
        for number, (rating, rollouts) in enumerate(zip(self.ratings(level=level), self.rollouts, strict=True), 1):
            row: dict[str, Any] = {"rung": number, "rollouts": rollouts, "elo": rating.strength}
            row |= {"low": rating.low, "high": rating.high}
            row |= dict.fromkeys(("score", "score low", "score high", "p (holm)"), missing) | {"deals": None}
            if rating.name in below:
                meeting, p_value = below[rating.name]
                low, high = meeting.turned().interval(level=level)
                row |= {"score": float(1 - meeting.score), "score low": low, "score high": high}
                row |= {"p (holm)": p_value, "deals": meeting.deals}
            rows.append(row)
        return pd.DataFrame(rows).astype({"deals": "Int64"})

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data: the tournament's."""
        return self.tournament.to_dict()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Ladder:
        """The ladder that :meth:`to_dict` described; raises BadRecord if it is damaged."""
        return cls(Tournament.from_dict(data))

    def __repr__(self) -> str:
        """What was played."""
        return f"<Ladder {self.schedule.digest}: {self.schedule}>"

    def _repr_html_(self) -> str:
        """The headline and the table, for a notebook."""
        if not self.tournament.connected:
            return self.tournament._repr_html_()
        return f"<p><b>{escape(gain_line(self))}</b></p>{as_html(ladder_rows(self))}<p>{escape(INTERVALS)}</p>"


def rung_names(rungs: Sequence[int], policy: str = ROLLOUT_POLICY) -> tuple[str, ...]:
    """The names of the agents of a ladder.

    Raises:
        BadArgument: fewer than two rungs, or not ever more rollouts.

    >>> rung_names([1, 4])
    ('monte-carlo:1', 'monte-carlo:4')
    """
    try:
        counts = [operator.index(each) for each in rungs]
    except TypeError:
        counts = []
    if len(counts) < 2 or counts[0] < 1 or any(low >= high for low, high in pairwise(counts)):
        raise BadArgument(f"the rungs of a ladder are two or more ever larger numbers of rollouts, not {rungs!r}")
    end = "" if policy == ROLLOUT_POLICY else f":{policy}"
    return tuple(f"{MONTE_CARLO}:{count}{end}" for count in counts)


def ladder(
    edition: str,
    rungs: Sequence[int] = RUNGS,
    *,
    policy: str = ROLLOUT_POLICY,
    games: int = 1000,
    players: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    executor: str | None = None,
    scheduler: object = None,
    progress: Progress = None,
    out: str | Path | None = None,
    **options: object,
) -> Ladder:
    """Let Monte Carlo agents with ever more rollouts play the rung below, on the same deals.

    Args:
        edition: ``family/edition``.
        rungs: the rollouts a decision of each rung.
        policy: who plays the rollouts.
        games: deals of each pair of neighbours.
        players: as for :func:`tsurolab.simulate.tournament.tournament`, as are ``seed``, ``workers``, ``executor``,
            ``scheduler``, ``progress``, ``out`` and ``options``.

    Raises:
        BadArgument: rungs that are no ladder; else as ``tournament`` does.
    """
    agents = rung_names(rungs, policy)
    schedule = Schedule(edition, agents, options, players, games, seed, "neighbours")
    played = play_schedule(
        schedule, workers=workers, executor=executor, scheduler=scheduler, progress=progress, out=out
    )
    return Ladder(played)


def skill_table(editions: Sequence[str | Ladder], *, level: float = LEVEL, **how: Any) -> pd.DataFrame:
    """How much skill is in each game: the gain of every edition's ladder, the largest first.

    Args:
        editions: names, whose ladders are played, or ladders.
        level: the confidence of each interval by itself.
        how: for :func:`ladder`: rungs, policy, games, players, seed, workers, ...

    Returns:
        A DataFrame with the columns edition, players, rungs, ``elo a fourfold``, low, high, ``top score`` (what the
        highest rung is expected to score against the lowest by their ratings), deals (of the pair with fewest).

    Raises:
        BadArgument: no editions, or an interrupted ladder whose rungs nothing connects.
    """
    import pandas as pd

    if isinstance(editions, str) or not editions:
        raise BadArgument(f"give a list of editions or ladders, not {editions!r}")
    rows = []
    for each in editions:
        one = each if isinstance(each, Ladder) else ladder(each, **how)
        gain, top = one.gain(level=level), one.ratings(level=level)[-1]
        rows.append(
            {
                "edition": one.schedule.edition,
                "players": one.schedule.players,
                "rungs": ", ".join(map(str, one.rollouts)),
                "elo a fourfold": gain.elo,
                "low": gain.low,
                "high": gain.high,
                "top score": 1 / (1 + 10 ** (-top.strength / 400)),
                "deals": min(meeting.deals for meeting in one.tournament.meetings),
            }
        )
    return pd.DataFrame(rows).sort_values("elo a fourfold", ascending=False, ignore_index=True)
