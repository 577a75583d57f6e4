"""Tallies are exact and merge exactly; z-scores set a simulation against an exact value."""

from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsurolab.errors import BadArgument
from tsurolab.stats import Tally, z_mean, z_share

NUMBERS = st.lists(st.integers(-(2**62), 2**62), max_size=30)


@given(NUMBERS, NUMBERS)
def test_merging_is_tallying_all_together(left, right):
    both = Tally.of(np.array(left, np.int64)) + Tally.of(np.array(right, np.int64))
    assert both == Tally(len(left + right), sum(left + right), sum(value * value for value in left + right))


@pytest.mark.parametrize("dtype", ["u1", "u2", "i4", "i8", "u8", "?"])
def test_every_integer_type_is_summed_exactly(dtype):
    top = 1 if dtype == "?" else np.iinfo(dtype).max
    values = np.array([0, 1, top, top], dtype)
    assert Tally.of(values) == Tally(4, 1 + 2 * int(top), 1 + 2 * int(top) ** 2)


def test_mean_and_variance_are_exact():
    tally = Tally.of([1, 1, 2])
    assert (tally.mean, tally.variance) == (Fraction(4, 3), Fraction(1, 3))
    assert Tally.of([[1], [3]]) == Tally.of([1, 3])
    assert Tally.of([]) == Tally()


def test_what_a_tally_does_not_take():
    with pytest.raises(BadArgument, match="a tally takes whole numbers, not values of type float64"):
        Tally.of([0.5])
    with pytest.raises(BadArgument, match="no values have no mean"):
        _ = Tally().mean
    with pytest.raises(BadArgument, match="a variance needs two values or more, not 1"):
        _ = Tally.of([3]).variance


def test_z_scores():
    assert z_share(60, 100, 0.5) == pytest.approx(2)
    assert z_share(40, 100, Fraction(1, 2)) == pytest.approx(-2)
    assert z_mean(Tally.of([4, 6] * 50), 4) == pytest.approx(1 / (Tally.of([4, 6] * 50).variance / 100) ** 0.5)
    assert (z_share(5, 5, 1), z_share(4, 5, 1), z_share(1, 5, 0)) == (0, -inf, inf)
    with pytest.raises(BadArgument, match="a share needs"):
        z_share(1, 0, 0.5)
    with pytest.raises(BadArgument, match="a share needs"):
        z_share(1, 2, 1.5)
