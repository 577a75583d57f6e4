"""Ratings: strengths of players or agents from who beat whom, on the scale of Elo.

What it is for: a ladder of agents that played in pairs, with an error for every strength. What it is not for: games of
more than two sides: rankings of a whole table (Plackett-Luce) are not fitted here; compare such agents by their win
shares on the same deals (:mod:`tsurolab.stats.paired`), or pair by pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log
from typing import TYPE_CHECKING, Any, Final

from tsurolab.errors import BadArgument, unknown
from tsurolab.stats.intervals import LEVEL, check_level

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

ELO_SCALE: Final = 400 / log(10)
"""Elo points in one unit of log odds: 400 points are odds of ten to one."""

VIRTUAL_DRAWS: Final = 1.0
"""The draws that every pair that met is credited with, unless told: half a point to each side."""


@dataclass(frozen=True)
class Rating:
    """A player's strength with its error."""

    name: str
    strength: float
    """In Elo points: a player ahead by d scores ``1 / (1 + 10^(-d/400))`` points a game."""
    standard_error: float
    """0 for a player that the scale is anchored at."""
    low: float
    """The low end of the interval of the strength."""
    high: float
    """The high end of the interval of the strength."""


def bradley_terry(
    names: Sequence[str],
    wins: ArrayLike,
    *,
    anchor: str | None = None,
    level: float = LEVEL,
    virtual_draws: float = VIRTUAL_DRAWS,
    variance_scale: float = 1.0,
) -> tuple[Rating, ...]:
    """Bradley-Terry strengths of players from their points against each other.

    Args:
        names: the players, all different.
        wins: a square array: row i, column j has the points of player i against player j, 1 a win and 1/2 a draw.
        anchor: the player whose strength is 0; without it the mean of all strengths is 0.
        level: the confidence of the intervals.
        virtual_draws: the draws that every pair that met is credited with, besides its points. They keep the strength
            of a player that won or lost everything finite, and draw strengths together by about as much as estimates
            of log odds lie too far apart. 0 leaves the plain maximum of likelihood.
        variance_scale: the variance of the points relative to that of as many independent wins and losses. Above 1
            where the games of a deal are alike, below 1 where seats exchanged on a deal cancel its luck, or with many
            draws. Each point then counts as ``1 / variance_scale`` independent games.

    Returns:
        A rating for each player, in the order given. Intervals are those of single players; for many comparisons see
        :func:`tsurolab.stats.simultaneous_level`.

    Raises:
        BadArgument: names or points that are no table of results, players that nothing connects, or, without virtual
            draws, players that won or lost everything.
        UnknownName: the anchor is no player.

    Source: R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952), fitted as a
    logistic regression by ``statsmodels``. For two players one virtual draw is the correction of J. B. S. Haldane, "The
    estimation and significance of the logarithm of a ratio of frequencies", Ann. Hum. Genet. 20 (1956). L. R. Ford,
    "Solution of a ranking problem from binary comparisons", Amer. Math. Monthly 64 (1957), says when a maximum exists.

    >>> for rating in bradley_terry(["new", "old"], [[0, 75], [25, 0]], virtual_draws=0):
    ...     print(f"{rating.name} {rating.strength:.1f} +- {rating.standard_error:.1f}")
    new 95.4 +- 20.1
    old -95.4 +- 20.1
    """
    import numpy as np
    from scipy.special import ndtri

    check_level(level)
    points = _table(names, wins)
    if anchor is not None and anchor not in names:
        raise unknown("player", anchor, names)
    if not 0 <= virtual_draws < inf or not 0 < variance_scale < inf:
        raise BadArgument(
            f"virtual draws are 0 or more and a variance scale is above 0, not {virtual_draws!r} and {variance_scale!r}"
        )
    _check_connected(names, points, separated_is_fine=virtual_draws > 0)
    log_odds, covariance = _fitted(points / variance_scale, virtual_draws)
    players = len(names)
    weights = np.full(players, 1 / players)
    if anchor is not None:
        weights = np.eye(players)[names.index(anchor)]
    centre = np.eye(players) - weights
    strengths = ELO_SCALE * (centre @ log_odds)
    errors = ELO_SCALE * np.sqrt(np.clip(np.diag(centre @ covariance @ centre.T), 0, None))
    z = float(ndtri((1 + level) / 2))
    return tuple(
        Rating(name, float(strength), float(error), float(strength - z * error), float(strength + z * error))
        for name, strength, error in zip(names, strengths, errors)
    )


def _table(names: Sequence[str], wins: ArrayLike) -> NDArray[np.float64]:
    """The points as an array, checked."""
    import numpy as np

    points = np.asarray(wins, np.float64)
    if len(names) < 2 or len(set(names)) != len(names):
        raise BadArgument(f"ratings need two players or more, all with different names, not {list(names)}")
    if points.shape != (len(names), len(names)):
        raise BadArgument(
            f"the points of {len(names)} players are {len(names)} rows and columns, not of shape {points.shape}"
        )
    if not np.all(np.isfinite(points) & (points >= 0)) or np.diag(points).any():
        raise BadArgument("points are finite, 0 or more, and 0 against oneself")
    return points


def _check_connected(names: Sequence[str], points: NDArray[np.float64], *, separated_is_fine: bool) -> None:
    """Refuse points from which no finite strengths follow.

    Raises:
        BadArgument: naming players that never met the others, or that only won or only lost against them.
    """
    from scipy.sparse.csgraph import connected_components

    for connection, fault in (
        ("weak", "never met any of the others, directly or through others, so that nothing compares them"),
        ("strong", "have won, or lost, everything against the others; a virtual draw keeps their strength finite"),
    ):
        if connection == "strong" and separated_is_fine:
            return
        count, group = connected_components(points > 0, directed=True, connection=connection)
        if count > 1:
            apart = [name for name, each in zip(names, group) if each == group[0]]
            raise BadArgument(f"of the players {', '.join(names)} these {fault}: {', '.join(apart)}")


def _fitted(points: NDArray[np.float64], virtual_draws: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The log odds of each player, the first at 0, and their covariances."""
    import warnings

    import numpy as np
    import statsmodels.api as sm
    from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

    players = len(points)
    pairs = [(i, j) for i in range(players) for j in range(i) if points[i, j] + points[j, i] > 0]
    design = np.zeros((len(pairs), players))
    results = np.empty((len(pairs), 2))
    for row, (i, j) in enumerate(pairs):
        design[row, i], design[row, j] = 1, -1
        results[row] = points[i, j] + virtual_draws / 2, points[j, i] + virtual_draws / 2
    model: Any = sm.GLM(results, design[:, 1:], family=sm.families.Binomial())
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        # Where pairs are as few as strengths, the fit is perfect, and a residual variance that is not used is 0/0.
        warnings.simplefilter("ignore", PerfectSeparationWarning)
        fit = model.fit(tol=1e-10, maxiter=200)
    covariance = np.zeros((players, players))
    covariance[1:, 1:] = fit.cov_params()
    return np.concatenate([[0.0], fit.params]), covariance
