"""z-scores: how many standard errors lie between a simulated and an exact value.

What it is for: the tables that show both side by side. What it is not for: a verdict; with many rows some |z| above 2
are expected.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, sqrt

from tsurolab.errors import BadArgument
from tsurolab.stats.tallies import Tally


def z_share(successes: int, trials: int, exact: Fraction | float) -> float:
    """The z-score of a simulated share, with the standard error that the exact probability gives.

    Args:
        successes: how many of the trials succeeded.
        trials: how many there were, at least 1.
        exact: the exact probability. At 0 and 1 the score is 0 when the share agrees, else infinite.

    Raises:
        BadArgument: no trials, or a probability outside 0 .. 1.

    >>> z_share(60, 100, Fraction(1, 2))
    2.0
    """
    if not 0 <= successes <= trials or trials < 1 or not 0 <= exact <= 1:
        raise BadArgument(
            f"a share needs 0 <= successes <= trials, a trial and 0 <= exact <= 1, not {successes}, {trials}, {exact}"
        )
    gap = Fraction(successes, trials) - Fraction(exact)
    return _ratio(gap, Fraction(exact) * (1 - Fraction(exact)) / trials)


def z_mean(tally: Tally, exact: Fraction | float) -> float:
    """The z-score of a simulated mean, with the standard error that the values show.

    Raises:
        BadArgument: fewer than two values.

    >>> z_mean(Tally.of([1, 3]), 2)
    0.0
    """
    return _ratio(tally.mean - Fraction(exact), tally.variance / tally.n)


def _ratio(gap: Fraction, squared_error: Fraction) -> float:
    if not gap:
        return 0.0
    if not squared_error:
        return inf if gap > 0 else -inf
    return float(gap) / sqrt(squared_error)
