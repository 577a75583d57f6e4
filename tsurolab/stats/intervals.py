"""Confidence intervals for a share and for a mean.

What it is for: the low and high ends shown beside every estimate, from counts and integer sums alone, so that runs kept
as tallies have the same intervals as runs kept as rows. What it is not for: sequential stopping, where looking again
and again would spoil the coverage.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from tsurolab.errors import BadArgument

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

LEVEL: Final = 0.95
"""The confidence of every interval that is shown."""


def check_level(level: float) -> None:
    """Refuse what is no confidence level.

    Raises:
        BadArgument: the level is not between 0 and 1.
    """
    if not 0 < level < 1:
        raise BadArgument(f"the level of an interval is between 0 and 1, such as 0.95, not {level!r}")


def spread_of(n: int, total: int | Fraction, squares: int | Fraction) -> int | Fraction:
    """N (n - 1) times the sample variance, exact for integers and fractions.

    Raises:
        BadArgument: no values, or sums that no values have.

    >>> spread_of(4, 1 + 2 + 3 + 4, 1 + 4 + 9 + 16)
    20
    """
    spread: Any = n * squares - total * total
    if n < 1 or spread < 0:
        raise BadArgument(f"no {n} values have the sum {total} and the sum of squares {squares}")
    return spread  # type: ignore[no-any-return]


def wilson(
    successes: ArrayLike, trials: ArrayLike, *, level: float = LEVEL
) -> tuple[NDArray[np.float64] | np.float64, NDArray[np.float64] | np.float64]:
    """The Wilson score interval of a share.

    Args:
        successes: how many of the trials succeeded; a number or an array.
        trials: how many there were, at least 1.
        level: the confidence.

    Returns:
        Low and high end, each a number or an array like the arguments.

    Raises:
        BadArgument: no trials, or more successes than trials.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", J. Amer. Statist.
    Assoc. 22 (1927). For no success the low end is exactly 0, for no failure the high end exactly 1.

    >>> low, high = wilson(5, 20)
    >>> print(f"{low:.4f} {high:.4f}")
    0.1119 0.4687
    """
    import numpy as np
    from scipy.special import ndtri

    check_level(level)
    k, n = np.asarray(successes, np.float64), np.asarray(trials, np.float64)
    if np.any(n < 1) or np.any(k < 0) or np.any(k > n):
        raise BadArgument(f"a share needs 0 <= successes <= trials and at least one trial, not {k} of {n}")
    z = float(ndtri((1 + level) / 2))
    share = k / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low, high = np.where(k == 0, 0.0, middle - half), np.where(k == n, 1.0, middle + half)
    return low[()], high[()]


def mean_interval(
    n: int, total: int | Fraction, squares: int | Fraction, *, level: float = LEVEL
) -> tuple[float, float]:
    """Student's t interval of a mean, from exact sums.

    Args:
        n: how many values.
        total: their sum.
        squares: the sum of their squares.
        level: the confidence.

    Returns:
        Low and high end. With one value nothing is known of the spread: minus and plus infinity.

    Raises:
        BadArgument: no values, or sums that no values have.

    >>> low, high = mean_interval(4, 1 + 2 + 3 + 4, 1 + 4 + 9 + 16)
    >>> print(f"{low:.4f} {high:.4f}")
    0.4457 4.5543
    """
    from scipy.special import stdtrit

    check_level(level)
    spread = spread_of(n, total, squares)
    if n == 1:
        return -float("inf"), float("inf")
    mean = float(Fraction(total) / n)
    half = float(stdtrit(n - 1, (1 + level) / 2)) * sqrt(Fraction(spread) / (n * n * (n - 1)))
    return mean - half, mean + half
