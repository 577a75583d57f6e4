"""Ratings of a tournament: Bradley-Terry strengths whose errors know that deals are shared.

What it is for: from meetings to one number an agent, on the scale of Elo, with intervals. What it is not for: the fit
itself (:func:`tsurolab.stats.bradley_terry`).

All pairs play the same deals, each deal twice. So the points of a deal are not independent: what the fit takes for
errors would be too large for agents whose luck cancels, and too small for others. The errors here come from how the
scores of whole deals vary together, deal by deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from tsurolab.errors import unknown
from tsurolab.simulate.meetings import Meeting
from tsurolab.stats import LEVEL, Rating, bradley_terry
from tsurolab.stats.ratings import ELO_SCALE, VIRTUAL_DRAWS
from tsurolab.stats.tallies import exact_products

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Crossed(NamedTuple):
    """Two meetings over the deals that both have finished, in the units of :attr:`Meeting.tally`'s difference."""

    first: int
    """Which meeting."""
    second: int
    n: int
    """How many deals."""
    first_sum: int
    second_sum: int
    products: int

    @property
    def covariance(self) -> Fraction:
        """The sample covariance of a deal's differences; 0 for fewer than two deals."""
        if self.n < 2:
            return Fraction(0)
        return Fraction(self.n * self.products - self.first_sum * self.second_sum, self.n * (self.n - 1))


def cross(differences: Sequence[tuple[NDArray[np.int64], NDArray[np.bool_]]]) -> tuple[Crossed, ...]:
    """The sums of every two meetings.

    Args:
        differences: for each meeting the difference of points by deal, and which deals are finished.

    >>> import numpy as np
    >>> there = np.array([True, True, False])
    >>> cross([(np.array([1, 2, 0]), there), (np.array([3, 1, 9]), there)])
    (Crossed(first=0, second=1, n=2, first_sum=3, second_sum=4, products=5),)
    """
    import numpy as np

    found = []
    for first, (ours, there) in enumerate(differences):
        for second in range(first + 1, len(differences)):
            theirs, also = differences[second]
            both = there & also
            a, b = ours[both], theirs[both]
            one = np.ones(len(a), np.int64)
            sums = (a, one), (b, one), (a, b)
            found.append(
                Crossed(first, second, len(a), *(int(exact_products(*each)) if len(a) else 0 for each in sums))
            )
    return tuple(found)


def rate(
    names: Sequence[str],
    meetings: Sequence[Meeting],
    crossed: Sequence[Crossed],
    *,
    anchor: str | None = None,
    level: float = LEVEL,
) -> tuple[Rating, ...]:
    """Strengths of agents from their meetings, a point a deal.

    Args:
        names: the agents.
        meetings: who met.
        crossed: what every two meetings have in common.
        anchor: the agent whose strength is 0; without it the mean is 0.
        level: the confidence of each interval.

    Returns:
        A rating for each agent, in the order of ``names``. Each pair that met is credited with a drawn deal, so that an
        agent that wins everything has a finite strength.

    Raises:
        BadArgument: agents that nothing connects.
        UnknownName: the anchor is no agent.

    Source: strengths as in :func:`tsurolab.stats.bradley_terry`; errors by the sandwich formula with deals as
    clusters, K.-Y. Liang, S. L. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73
    (1986).
    """
    import numpy as np
    from scipy.special import expit, stdtrit

    if anchor is not None and anchor not in names:
        raise unknown("agent of this tournament", anchor, names)
    place = {name: number for number, name in enumerate(names)}
    wins = np.zeros((len(names), len(names)))
    design = np.zeros((len(meetings), len(names)))
    for row, each in enumerate(meetings):
        agent, opponent = place[each.agent], place[each.opponent]
        design[row, agent], design[row, opponent] = 1, -1
        wins[agent, opponent] = float(each.score * each.deals)
        wins[opponent, agent] = float((1 - each.score) * each.deals)
    fitted = bradley_terry(list(names), wins, anchor=anchor, level=level)
    strengths = np.array([each.strength for each in fitted])

    expected = expit(design @ strengths / ELO_SCALE)
    deals = np.array([each.deals for each in meetings], np.float64)
    bread = np.linalg.pinv(design.T @ np.diag((deals + VIRTUAL_DRAWS) * expected * (1 - expected)) @ design)
    meat = design.T @ _covariances(meetings, crossed) @ design
    weights = np.full(len(names), 1 / len(names)) if anchor is None else np.eye(len(names))[place[anchor]]
    centre = np.eye(len(names)) - weights
    covariance = centre @ bread @ meat @ bread @ centre.T
    z = float(stdtrit(max(1.0, deals.min() - 1), (1 + level) / 2))
    rated = []
    for number, rating in enumerate(fitted):
        error = 0.0 if rating.name == anchor else ELO_SCALE * sqrt(max(0.0, float(covariance[number, number])))
        low, high = rating.strength - z * error, rating.strength + z * error
        rated.append(replace(rating, standard_error=error, low=low, high=high))
    return tuple(rated)


def _covariances(meetings: Sequence[Meeting], crossed: Sequence[Crossed]) -> NDArray[np.float64]:
    """How the sums of points of all meetings vary together."""
    import numpy as np

    found: Any = np.zeros((len(meetings), len(meetings)))
    for number, each in enumerate(meetings):
        seen = float(each.variance)
        if not seen:  # nothing is known of the spread: as if every deal was won or lost outright, one of them drawn
            score = (float(each.score) * each.deals + VIRTUAL_DRAWS / 2) / (each.deals + VIRTUAL_DRAWS)
            seen = score * (1 - score)
        found[number, number] = each.deals * seen
    for pair in crossed:
        scale = 2 * meetings[pair.first].most * 2 * meetings[pair.second].most
        both = pair.n * float(pair.covariance / scale)
        found[pair.first, pair.second] = found[pair.second, pair.first] = both
    return found  # type: ignore[no-any-return]
