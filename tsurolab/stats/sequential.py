"""Confidence sequences: intervals that stay honest however often one looks, for runs that stop at a wanted width.

What it is for: playing games until an interval is as narrow as wanted. A confidence sequence is a sequence of intervals
of which, with the stated confidence, *all* hold the true mean at once; so a run may look after every chunk and stop
when it likes. What it is not for: a run whose number of games is fixed beforehand, for which
:mod:`tsurolab.stats.intervals` has narrower intervals. Those are not for stopping: looked at again and again, they miss
far more often than they say.

There are two, both from exact sums, and both tightest near the number of games that the wanted width takes:

- :func:`share_confidence_sequence` for values between 0 and 1 (won or not, shares of a win): no approximation, whatever
  the number of games and however rare the event.
- :func:`confidence_sequence` for any values with a finite variance (lengths, scores): the time-uniform counterpart of
  the central limit theorem, and like it an approximation, which needs a start-up of :data:`START_UP` values.

Their price is 2.4 times the games at 95%. It buys every rule of stopping ("until first differs from second", "until
tired"). Where the width of one interval is the only rule, the stopping time hardly depends on the mean, and plain
intervals miss little more than they say once events are common (Y. S. Chow and H. Robbins, Ann. Math. Statist. 36
(1965)); Student's misses far more where events are rare.

A mixture has one free number, which says where it is tightest. Here it follows from the wanted width and a variance
named beforehand, never from the games of the run itself: coverage holds for every choice made beforehand. A variance
that is wrong by a factor of three costs about a tenth more games, a bit less if too small than if too large.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, floor, inf, isfinite, lgamma, log, sqrt
from typing import Final

from tsurolab.errors import BadArgument
from tsurolab.stats.intervals import LEVEL, check_level, spread_of

LARGEST_SHARE_VARIANCE: Final = 0.25
"""The largest variance of values between 0 and 1: the prior variance where nothing better is known."""

START_UP: Final = 100
"""Below this many values :func:`confidence_sequence` claims nothing: its normal approximation needs some."""

SMALLEST_WIDTH: Final = 1e-100
"""Of an interval that anybody asks for; its square is still a number."""

FIRST_LOOK: Final = 1000
"""The games before the first look, unless told."""

FEWEST: Final = 2
"""The fewest successes that refute a mean of almost 0: for one success the ratio at 0 is c / (c + n - 1), below 1."""

SMALLEST_MEAN: Final = 1e-200
"""Below every low end: at this mean :data:`FEWEST` successes are refuted, whatever the number of values."""

GROWTH: Final = 1.1
"""How many times more games there are at each look than at the one before, unless told."""


def looks(first: int = FIRST_LOOK, growth: float = GROWTH, *, last: int | None = None) -> Iterator[int]:
    """The numbers of games at which a run is looked at: a schedule that knows neither results nor workers.

    A run that stops at one of these stops at the same game on every machine.

    Args:
        first: the games before the first look.
        growth: how many times more games there are at the next look; every look adds at least one game.
        last: the most games that are played; it is the last look. Without it the schedule never ends.

    Raises:
        BadArgument: no games, or looks that do not grow.

    >>> list(looks(100, 2, last=1000))
    [100, 200, 400, 800, 1000]
    """
    if first < 1 or not 1 <= growth < inf or (last is not None and last < 1):
        raise BadArgument(
            f"looks need a first look and a last one of at least 1 game and a growth of at least 1, "
            f"not first {first}, growth {growth}, last {last}"
        )
    return _growing(first, growth, last)


def _growing(games: int, growth: float, last: int | None) -> Iterator[int]:
    while last is None or games < last:
        yield games
        games = max(games + 1, ceil(games * growth))
    yield last


def games_needed(width: float, variance: float = LARGEST_SHARE_VARIANCE, *, level: float = LEVEL) -> int:
    """About how many games a confidence sequence takes to reach a width, when it is tightest there.

    That is 2.4 times what an interval with a fixed number of games takes at 95% confidence: the price of looking.

    Args:
        width: the wanted distance of the high end from the low end.
        variance: the variance of one value; 1/4 at most for values between 0 and 1.
        level: the confidence.

    Raises:
        BadArgument: a width or a variance that is not positive, or a width that no number of games reaches.

    Source: :func:`confidence_sequence`, at the number of games where it is tightest.

    >>> games_needed(0.01)
    92120
    """
    check_level(level)
    if not 0 < width < inf or not 0 < variance < inf:
        raise BadArgument(f"a width and a variance are positive numbers, not {width} and {variance}")
    if width < SMALLEST_WIDTH:
        raise BadArgument(f"a width is at least {SMALLEST_WIDTH:g}, not {width:g}")
    return max(1, ceil(4 * variance * (1 + _scale(level)) / (width * width)))


@lru_cache(maxsize=64)
def _scale(level: float) -> float:
    """The product of n and the mixture's variance at which the normal mixture is tightest for n values.

    There the derivative of ``(1 + 1/x) log((1 + x) / alpha^2)`` is 0, so that ``x = log((1 + x) / alpha^2)``.
    """
    from scipy.special import lambertw

    alpha = 1 - level
    return float(-lambertw(-alpha * alpha * exp(-1), -1).real - 1)


def confidence_sequence(
    n: int,
    total: int | Fraction,
    squares: int | Fraction,
    *,
    width: float,
    variance: float = LARGEST_SHARE_VARIANCE,
    level: float = LEVEL,
) -> tuple[float, float]:
    """The asymptotic confidence sequence of a mean after n values, by Robbins' normal mixture.

    For any values with a finite variance. For values between 0 and 1, and above all for rare events, prefer
    :func:`share_confidence_sequence`, which approximates nothing.

    Args:
        n: how many values there are so far.
        total: their sum.
        squares: the sum of their squares.
        width: the width at which the run will stop (high end less low end); the same at every look.
        variance: what the variance of one value is thought to be, before the run; the same at every look.
        level: the confidence that all intervals of the run, at whatever looks, hold the mean.

    Returns:
        Low and high end: the mean, less and plus ``s sqrt((n r + 1) / (n^2 r) log((n r + 1) / alpha^2))``, where s^2 is
        the variance seen so far (divisor n - 1) and r the variance of the mixture. Minus and plus infinity below
        :data:`START_UP` values, and as long as all values are the same: nothing is known then of the spread.

    Raises:
        BadArgument: no values, sums that no values have, a width or variance that is not positive.

    Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central limit theory and
    asymptotic confidence sequences", Annals of Statistics 52 (2024), Theorem 2.2; H. Robbins, "Statistical methods
    related to the law of the iterated logarithm", Ann. Math. Statist. 41 (1970). For values of variance 1 and mean 0
    with the sum S, the mean of ``exp(t S - t^2 n / 2)`` over t from a normal distribution with variance r is
    ``exp(r S^2 / (2 (n r + 1))) / sqrt(n r + 1)``; by Ville's inequality it ever reaches ``1 / alpha`` with probability
    alpha at most.

    >>> low, high = confidence_sequence(1000, 3000, 10000, width=0.2, variance=1)
    >>> print(f"{low:.3f} {high:.3f}")
    2.904 3.096
    """
    target = games_needed(width, variance, level=level)
    spread = spread_of(n, total, squares)
    if n < START_UP or not spread:
        return -inf, inf
    mixture = _scale(level) / target
    growth = n * mixture + 1
    seen = float(Fraction(spread) / (n * (n - 1)))
    half = sqrt(seen * growth / (n * n * mixture) * (log(growth) - 2 * log(1 - level)))
    mean = float(Fraction(total) / n)
    return mean - half, mean + half


def share_confidence_sequence(
    n: int,
    total: float | Fraction,
    *,
    width: float,
    variance: float = LARGEST_SHARE_VARIANCE,
    level: float = LEVEL,
) -> tuple[float, float]:
    """The confidence sequence of the mean of values between 0 and 1, by the beta-binomial mixture.

    It holds for every number of values and every distribution between 0 and 1: it needs neither a start-up nor a
    normal approximation. For values that are 0 or 1 it is as narrow as :func:`confidence_sequence`; for values in
    between (half a win) a little wider than needed, as if the mean came from values 0 and 1.

    Args:
        n: how many values there are so far.
        total: their sum.
        width: the width at which the run will stop (high end less low end); the same at every look.
        variance: what the variance of one value is thought to be, before the run; the same at every look.
        level: the confidence that all intervals of the run, at whatever looks, hold the mean.

    Returns:
        Low and high end, between 0 and 1.

    Raises:
        BadArgument: no values, a sum that no values between 0 and 1 have, a width or variance that is not positive.

    Source: the two-sided beta-binomial mixture of S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, "Time-uniform,
    nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49 (2021). A mean m is held as long as the
    likelihood ratio ``(p/m)^S ((1-p)/(1-m))^(n-S)``, averaged over p from a beta distribution with the parameters c m
    and c (1 - m), stays below ``1 / alpha``. For values between 0 and 1 with mean m each factor is convex in the value,
    so that its expectation is at most 1, and Ville's inequality applies. A sum that is not whole is rounded outwards:
    for whole sums the logarithm of the ratio is convex in m, and what is held is one interval.

    >>> low, high = share_confidence_sequence(1000, 250, width=0.1, variance=0.2)
    >>> print(f"{low:.3f} {high:.3f}")
    0.210 0.293
    >>> low, high = share_confidence_sequence(1000, 0, width=0.1, variance=0.2)
    >>> print(f"{low:.3f} {high:.3f}")
    0.000 0.004
    """
    target = games_needed(width, variance, level=level)
    if n < 1 or not isfinite(total) or not 0 <= total <= n:
        raise BadArgument(f"no {n} values between 0 and 1 have the sum {total}")
    concentration = target / _scale(level)
    low = _low_end(floor(total), n, concentration, level)
    return low, 1 - _low_end(n - ceil(total), n, concentration, level)


def _low_end(successes: int, n: int, concentration: float, level: float) -> float:
    """The mean below the share of successes at which the mixture's likelihood ratio reaches 1 / (1 - level)."""
    from scipy.optimize import brentq

    if successes < FEWEST:
        return 0.0
    constant = lgamma(concentration) - lgamma(concentration + n) + log(1 - level)

    def log_ratio(mean: float) -> float:
        return (
            constant + _log_rising(mean, successes, concentration) + _log_rising(1 - mean, n - successes, concentration)
        )

    return float(brentq(log_ratio, SMALLEST_MEAN, successes / n, xtol=SMALLEST_MEAN))


def _log_rising(mean: float, count: int, concentration: float) -> float:
    """The logarithm of ``c m (c m + 1) ... (c m + count - 1) / m^count``."""
    if not count:
        return 0.0
    shape = concentration * mean
    return lgamma(shape + count) - lgamma(shape) - count * log(mean)
