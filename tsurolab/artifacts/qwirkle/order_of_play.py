"""The runs of Qwirkle by agents, and their results in order of play.

What it is for: figures and tables that speak of the player who starts. The seat that starts is dealt, so seats say
nothing; places count from the one who starts. What it is not for: figures and tables themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tsurolab.artifacts.common import order_test
from tsurolab.artifacts.registry import SeatTest
from tsurolab.artifacts.study import Study
from tsurolab.simulate.columns import win_shares
from tsurolab.stats import Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tsurolab.simulate import Run

AGENTS: Final = ("uniform", "greedy")
PLACES: Final = ("first", "second", "third", "fourth")
WHOLE: Final = 12
"""A win counts so many parts, which one to four winners can share."""


def runs(study: Study, edition: str) -> Iterator[tuple[str, int, Run]]:
    """Each agent against itself, with each number of players: (agent, players, run).

    >>> study = Study(["qwirkle/classic"], games=8)
    >>> [(agent, players, len(run)) for agent, players, run in runs(study, "qwirkle/classic")]
    [('uniform', 2, 2), ('uniform', 3, 2), ('uniform', 4, 8), ('greedy', 2, 2), ('greedy', 3, 2), ('greedy', 4, 8)]
    """
    for agent in AGENTS:
        for players, run in study.by_players(edition, agents=agent):
            yield agent, players, run


def pair_run(study: Study, edition: str, agent: str) -> Run:
    """An agent against itself with two players, as many games as in `runs`."""
    return dict(study.by_players(edition, agents=agent))[2]


def duel_run(study: Study, edition: str) -> Run:
    """Greedy on seat 0 against uniform on seat 1, as many games as `pair_run`."""
    return study.run(edition, 2, len(pair_run(study, edition, "uniform")), agents=("greedy", "uniform"))


def seat_tests(study: Study, edition: str) -> Iterator[SeatTest]:
    """The tests that all places in the order of play win equally often.

    >>> [(test.agents, test.table) for test in seat_tests(Study(["qwirkle/classic"], games=40), "qwirkle/classic")][:2]
    [('uniform', '2'), ('uniform', '3')]
    """
    for agent, players, run in runs(study, edition):
        yield order_test(run, starters(run), table=str(players), agents=agent)


def starters(run: Run) -> NDArray[np.int64]:
    """The seat that started each game."""
    import numpy as np

    seats: NDArray[np.int64] = np.log2(run.results["starter"]).astype(np.int64)
    return seats


def in_order(run: Run, values: NDArray[Any]) -> NDArray[Any]:
    """Values of games by seats, turned so that the seat that started stands first.

    >>> run = pair_run(Study(["qwirkle/classic"], games=40), "qwirkle/classic", "greedy")
    >>> bool((in_order(run, run.results["score"][:, :2]).sum() == run.results["score"].sum()))
    True
    """
    import numpy as np

    players = run.experiment.players
    order = (starters(run)[:, None] + np.arange(players)) % players
    return np.take_along_axis(values[:, :players], order, axis=1)


def place_shares(run: Run) -> list[tuple[float, float, float]]:
    """The win share of each place as (estimate, low, high), the player who starts first, shared wins divided.

    >>> run = pair_run(Study(["qwirkle/classic"], games=400), "qwirkle/classic", "uniform")
    >>> first, second = place_shares(run)
    >>> first[1] < first[0] < first[2], round(first[0] + second[0], 9)
    (True, 1.0)
    """
    return [scaled(Tally.of(column), WHOLE) for column in in_order(run, win_parts(run)).T]


def win_parts(run: Run) -> NDArray[np.int64]:
    """Each seat's share of each win in parts of `WHOLE`: whole numbers, so that sums are exact."""
    import numpy as np

    parts: NDArray[np.int64] = np.rint(win_shares(run.results, run.experiment.players) * WHOLE).astype(np.int64)
    return parts


def scaled(tally: Tally, scale: int = 1) -> tuple[float, float, float]:
    """The mean of a tally and its 95% interval, divided by a scale."""
    low, high = tally.interval()
    return float(tally.mean) / scale, low / scale, high / scale


def ratio(above: NDArray[Any], below: NDArray[Any]) -> tuple[float, float, float]:
    """The ratio of two sums over independent games, with its 95% interval.

    Source: the delta method, from the spread of ``above - ratio * below`` over the games.

    >>> import numpy as np
    >>> ratio(np.array([2, 4, 6]), np.array([1, 2, 3]))
    (2.0, 2.0, 2.0)
    """
    import numpy as np
    from scipy.special import ndtri

    value = float(above.sum() / below.sum())
    rest = above - value * below
    error = float(np.sqrt((rest**2).sum() / max(len(rest) - 1, 1) / len(rest)) / below.mean())
    half = float(ndtri(0.975)) * error
    return value, value - half, value + half
