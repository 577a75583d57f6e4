"""Confidence intervals for a share, for a mean, and for any statistic.

What it is for: the low and high ends shown beside every estimate, from counts and integer sums alone, so that runs kept
as tallies have the same intervals as runs kept as rows. :func:`wilson` covers a share about as often as it says,
:func:`clopper_pearson` never less often, :func:`mean_interval` is Student's; only :func:`bootstrap` needs the values.
What it is not for: stopping a run when the interval pleases, where looking again and again would spoil the coverage
(see :mod:`tsurolab.stats.sequential`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, Literal

from tsurolab.errors import BadArgument, TooLarge

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

LEVEL: Final = 0.95
"""The confidence of every interval that is shown."""

RESAMPLES: Final = 9_999
"""The resamples of a bootstrap, unless told."""

LARGEST_BCA: Final = 20_000
"""The most values of a BCa bootstrap: it leaves out every value once, in time that grows as their number squared."""

BATCH_VALUES: Final = 4_000_000
"""About how many values of resamples a bootstrap holds in memory at once."""


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
    k, n = _share_counts(successes, trials)
    z = float(ndtri((1 + level) / 2))
    share = k / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low, high = np.where(k == 0, 0.0, middle - half), np.where(k == n, 1.0, middle + half)
    return low[()], high[()]


def clopper_pearson(
    successes: ArrayLike, trials: ArrayLike, *, level: float = LEVEL
) -> tuple[NDArray[np.float64] | np.float64, NDArray[np.float64] | np.float64]:
    """The Clopper-Pearson interval of a share: for no share and no number of trials does it miss more than it may.

    Args:
        successes: how many of the trials succeeded; a number or an array.
        trials: how many there were, at least 1.
        level: the confidence. The coverage is at least this, and mostly more; :func:`wilson` is narrower.

    Returns:
        Low and high end, each a number or an array like the arguments.

    Raises:
        BadArgument: no trials, or more successes than trials.

    Source: C. J. Clopper, E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the
    binomial", Biometrika 26 (1934). The ends are quantiles of beta distributions; for no success the low end is exactly
    0, for no failure the high end exactly 1.

    >>> low, high = clopper_pearson(5, 20)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0866 0.4910
    """
    import numpy as np
    from scipy.special import betaincinv

    check_level(level)
    k, n = _share_counts(successes, trials)
    tail = (1 - level) / 2
    # The beta distribution of an end that is 0 or 1 has a parameter 0: give it any other, and drop the result.
    low = np.where(k == 0, 0.0, betaincinv(np.maximum(k, 1), n - k + 1, tail))
    high = np.where(k == n, 1.0, betaincinv(k + 1, np.maximum(n - k, 1), 1 - tail))
    return low[()], high[()]


def _share_counts(successes: ArrayLike, trials: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    import numpy as np

    k, n = np.asarray(successes, np.float64), np.asarray(trials, np.float64)
    if not np.all((n >= 1) & (k >= 0) & (k <= n)):
        raise BadArgument(f"a share needs 0 <= successes <= trials and at least one trial, not {k} of {n}")
    return k, n


def part_interval(
    n: int, total: int | Fraction, squares: int | Fraction, *, level: float = LEVEL
) -> tuple[float, float]:
    """The interval of a mean of values between 0 and 1, such as shares of a win: Wilson's, on an effective number.

    Values that are all 0 or 1 are a share, and this is Wilson's interval of it. Values in between vary less: they tell
    as much as a larger number of values 0 and 1 with the same mean. Where all values are equal nothing is known of the
    spread, and each counts as one. Unlike Student's interval it stays within 0 and 1 and does not shrink to a point.

    Args:
        n: how many values.
        total: their sum.
        squares: the sum of their squares.
        level: the confidence.

    Raises:
        BadArgument: no values, or sums that no values between 0 and 1 have.

    Source: E. L. Korn, B. I. Graubard, "Confidence intervals for proportions with small expected number of positive
    counts estimated from survey data", Survey Methodology 24 (1998): n p (1 - p) / s^2, times (z / t)^2.

    >>> part_interval(20, 5, 5) == tuple(map(float, wilson(5, 20)))
    True
    >>> low, high = part_interval(4, Fraction(2), Fraction(3, 2))
    >>> print(f"{low:.3f} {high:.3f}")
    0.104 0.896
    """
    from scipy.special import ndtri, stdtrit

    check_level(level)
    if n < 1 or not 0 <= squares <= total <= n:
        raise BadArgument(f"no {n} values between 0 and 1 have the sum {total} and the sum of squares {squares}")
    mean, spread = Fraction(total) / n, spread_of(n, total, squares)
    count = float(n)
    if squares != total and spread:
        tail = (1 + level) / 2
        scale = (float(ndtri(tail)) / float(stdtrit(n - 1, tail))) ** 2
        count = float(n * mean * (1 - mean) * n * (n - 1) / Fraction(spread)) * scale
    low, high = wilson(min(float(mean) * count, count), count, level=level) if count >= 1 else (0.0, 1.0)
    return float(low), float(high)


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


def bootstrap(
    values: ArrayLike,
    statistic: Literal["mean"] | Callable[..., Any] = "mean",
    *,
    seed: int,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    method: Literal["BCa", "percentile"] = "BCa",
) -> tuple[float, float]:
    """A bootstrap interval of any statistic of independent values: a median, a quantile, a ratio.

    Args:
        values: numbers, one a game (or one a deal, when games of the same deal are not independent).
        statistic: a function of an array that gives a number; with a keyword ``axis``, as NumPy's have, it is quick.
        seed: the seed of the resamples: the same seed, the same interval.
        level: the confidence.
        resamples: how many times as many values are drawn, with replacement.
        method: ``BCa`` corrects for bias and skewness; ``percentile`` is quicker and plainer.

    Returns:
        Low and high end. When all values are the same both are their statistic.

    Raises:
        BadArgument: fewer than two values, values that are not finite numbers, an unknown method, fewer than one
            resample, a statistic for which the correction of BCa does not exist.
        TooLarge: more than :data:`LARGEST_BCA` values for BCa.

    Source: B. Efron, "Better bootstrap confidence intervals", J. Amer. Statist. Assoc. 82 (1987); computed by
    ``scipy.stats.bootstrap``.

    >>> low, high = bootstrap([3, 1, 4, 1, 5, 9, 2, 6], seed=1)
    >>> bool(low < 31 / 8 < high)
    True
    """
    import warnings

    import numpy as np
    from scipy import stats

    check_level(level)
    array = np.asarray(values, np.float64).ravel()
    if array.size < 2 or not np.all(np.isfinite(array)):
        raise BadArgument(f"a bootstrap needs two finite values or more, not {array}")
    if method not in ("BCa", "percentile") or resamples < 1:
        raise BadArgument(
            f"a bootstrap has the method 'BCa' or 'percentile' and a resample or more, not {method!r} and {resamples!r}"
        )
    if method == "BCa" and array.size > LARGEST_BCA:
        raise TooLarge(
            f"a BCa bootstrap takes up to {LARGEST_BCA:,} values, not {array.size:,}; use method='percentile', "
            f"or mean_interval for a mean"
        )
    function = np.mean if statistic == "mean" else statistic
    if not callable(function):
        raise BadArgument(f"the statistic is 'mean' or a function of an array, not {statistic!r}")
    if array.min() == array.max():
        same = float(function(array))
        return same, same
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)  # its NaN becomes an error below
        interval = stats.bootstrap(
            (array,),
            function,
            n_resamples=resamples,
            batch=max(1, BATCH_VALUES // array.size),
            confidence_level=level,
            method=method,
            rng=np.random.default_rng(seed),
        ).confidence_interval
    low, high = float(interval.low), float(interval.high)
    if low != low or high != high:
        raise BadArgument(
            "the BCa correction does not exist for this statistic of these values; method='percentile' does"
        )
    return low, high
