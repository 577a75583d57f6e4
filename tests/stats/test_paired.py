"""Paired differences against SciPy's paired test, and how they merge."""

from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from tsurolab.errors import BadArgument
from tsurolab.stats import LEVEL, PairedTally, paired_difference

PAIRS = st.lists(st.tuples(st.integers(-(2**70), 2**70), st.integers(-9, 9)), max_size=8)


def both(pairs):
    return [first for first, _ in pairs], [second for _, second in pairs]


@given(PAIRS, PAIRS)
def test_tallies_of_pairs_merge_exactly(some, others):
    together = PairedTally.of(*both(some + others))
    assert PairedTally.of(*both(some)) + PairedTally.of(*both(others)) == together
    assert together.products == sum(first * second for first, second in some + others)
    assert together.first_squares == sum(first * first for first, _ in some + others)


@pytest.mark.parametrize("level", [0.5, LEVEL, 0.999])
def test_the_difference_is_that_of_the_paired_t_test(level):
    rng = np.random.default_rng(1)
    deal = rng.integers(0, 50, 200)
    first, second = deal + rng.integers(0, 9, 200), deal + rng.integers(0, 8, 200)
    result, theirs = paired_difference(first, second, level=level), scipy_stats.ttest_rel(first, second)
    interval = theirs.confidence_interval(level)
    assert (result.low, result.high) == pytest.approx((interval.low, interval.high))
    assert result.p_value == pytest.approx(theirs.pvalue)
    assert result.difference == Fraction(int(first.sum() - second.sum()), 200)
    reduction = (first.var() + second.var()) / (first - second).var()
    assert result.variance_reduction == pytest.approx(reduction)
    assert reduction > 10
    assert (result.n, result.level) == (200, level)


def test_pairing_gains_what_the_deals_have_in_common():
    """With half of the variance in the deal, the same interval takes twice the deals unpaired; with none, as many."""
    rng = np.random.default_rng(2)
    deal, one, two = (rng.integers(-1000, 1001, 40_000) for _ in range(3))
    assert paired_difference(deal + one, deal + two).variance_reduction == pytest.approx(2, abs=0.05)
    assert paired_difference(one, two).variance_reduction == pytest.approx(1, abs=0.03)


def test_intervals_and_p_values_of_equal_agents_are_as_often_wrong_as_they_say():
    rng, repetitions = np.random.default_rng(3), 2000
    results = []
    for _ in range(repetitions):
        deal = rng.integers(0, 2, 60)
        results.append(paired_difference(deal + rng.integers(0, 3, 60), deal + rng.integers(0, 3, 60)))
    tolerance = 3.3 * np.sqrt(0.05 * 0.95 / repetitions) + 0.003  # noise of the simulation; of discrete values
    assert np.mean([not each.low <= 0 <= each.high for each in results]) == pytest.approx(0.05, abs=tolerance)
    assert np.mean([each.p_value < 0.05 for each in results]) == pytest.approx(0.05, abs=tolerance)


def test_shares_are_fractions_or_whole_numbers_alike():
    fractions = paired_difference([Fraction(1, 2), 1, 0], [Fraction(1, 3), 0, 0])
    sixths = paired_difference([3, 6, 0], [2, 0, 0])
    assert fractions.difference == sixths.difference / 6 == Fraction(7, 18)
    assert fractions.p_value == pytest.approx(sixths.p_value)
    assert fractions.low == pytest.approx(sixths.low / 6)


def test_small_types_do_not_overflow():
    big = np.full(1000, 250, np.uint8)
    assert PairedTally.of(big, big).products == 1000 * 250 * 250
    assert PairedTally.of(np.array([True, True, False]), [1, 0, 1]).products == 1


def test_differences_at_the_edge():
    one = paired_difference([4], [2])
    assert (one.low, one.high, one.p_value, one.difference) == (-inf, inf, 1, 2)
    always = paired_difference([4, 5], [2, 3])
    assert (always.low, always.high, always.p_value, always.variance_reduction) == (2, 2, 0, inf)
    same = paired_difference([4, 4], [4, 4])
    assert (same.low, same.high, same.p_value, same.variance_reduction) == (0, 0, 1, 1)
    with pytest.raises(BadArgument, match="3 of the first and 2 of the second"):
        paired_difference([1, 2, 3], [1, 2])
    with pytest.raises(BadArgument, match="not values of type float64"):
        paired_difference([0.5], [1])
    with pytest.raises(BadArgument, match="not values of type object"):
        paired_difference(np.array([0.5, 1], object), [1, 2])
    with pytest.raises(BadArgument, match="no 0 values"):
        paired_difference([], [])
