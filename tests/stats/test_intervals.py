"""Intervals against SciPy's own, and their coverage."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tsurolab.errors import BadArgument
from tsurolab.stats import LEVEL, Tally, mean_interval, wilson


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 50), (50, 50), (3, 17), (250_000, 1_000_000)])
@pytest.mark.parametrize("level", [0.5, LEVEL, 0.999])
def test_wilson_is_that_of_scipy(k, n, level):
    theirs = scipy_stats.binomtest(k, n).proportion_ci(level, method="wilson")
    assert wilson(k, n, level=level) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_wilson_takes_arrays():
    low, high = wilson([0, 3, 9], 9)
    assert low.shape == high.shape == (3,)
    assert (low[0], high[2]) == (0.0, 1.0)
    assert (low[1], high[1]) == wilson(3, 9)


def test_wilson_covers_as_often_as_it_says():
    n, p = 40, 0.23
    k = np.arange(n + 1)
    low, high = wilson(k, n)
    coverage = scipy_stats.binom.pmf(k, n, p)[(low <= p) & (p <= high)].sum()
    assert 0.93 < coverage < 0.97


@pytest.mark.parametrize(("k", "n"), [(1, 0), (-1, 5), (6, 5)])
def test_shares_that_cannot_be(k, n):
    with pytest.raises(BadArgument, match="a share needs 0 <= successes <= trials"):
        wilson(k, n)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_levels_that_cannot_be(level):
    with pytest.raises(BadArgument, match="the level of an interval is between 0 and 1"):
        wilson(1, 2, level=level)
    with pytest.raises(BadArgument, match="the level of an interval is between 0 and 1"):
        mean_interval(2, 3, 5, level=level)


@pytest.mark.parametrize("values", [[1, 2], [5, 5, 5, 6], list(range(100)), [-3, 0, 10**6]])
def test_mean_interval_is_that_of_scipy(values):
    theirs = scipy_stats.ttest_1samp(values, 0).confidence_interval(LEVEL)
    assert Tally.of(values).interval() == pytest.approx((theirs.low, theirs.high))


def test_mean_intervals_at_the_edge():
    assert mean_interval(1, 7, 49) == (-np.inf, np.inf)
    assert mean_interval(3, 21, 147) == (7, 7)
    with pytest.raises(BadArgument, match="no 2 values have the sum 3 and the sum of squares 1"):
        mean_interval(2, 3, 1)
    with pytest.raises(BadArgument, match="no 0 values"):
        mean_interval(0, 0, 0)


def test_a_tiny_spread_beside_a_large_mean_is_not_lost():
    n, base = 1000, 10**9
    low, high = Tally.of([base] * (n - 1) + [base + 1]).interval()
    spread = float(Fraction(n - 1, n * n) / (n - 1)) ** 0.5
    assert high - low == pytest.approx(2 * scipy_stats.t.ppf(0.975, n - 1) * spread, rel=1e-4)
