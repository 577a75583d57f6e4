"""Multisets and draws without replacement, against going through them one by one."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsurolab.combinatorics import (
    chance_of_all,
    count_choices,
    count_multisets,
    multiset_series,
    multisets,
)
from tsurolab.combinatorics.multisets import multiply
from tsurolab.errors import BadArgument

STOCKS = st.lists(st.integers(0, 4), min_size=0, max_size=6)


def items(stock: list[int]) -> list[int]:
    """Return the kind of each item."""
    return [kind for kind, copies in enumerate(stock) for _ in range(copies)]


@given(STOCKS, st.integers(0, 8))
def test_multisets_are_counted_as_they_are_listed(stock, size):
    listed = list(multisets(stock, size))
    assert len(set(listed)) == len(listed) == count_multisets(stock, size)
    assert all(sum(one) == size and all(a <= b for a, b in zip(one, stock)) for one in listed)
    assert listed == sorted(listed, reverse=True)


@given(STOCKS, st.integers(0, 5))
def test_the_choices_of_all_multisets_make_up_all_sets_of_items(stock, size):
    made = Counter(tuple(sorted(chosen)) for chosen in combinations(items(stock), size))
    for one in multisets(stock, size):
        kinds = tuple(kind for kind, many in enumerate(one) for _ in range(many))
        assert count_choices(stock, one) == made[kinds]
    assert sum(made.values()) == math.comb(sum(stock), size)


@given(STOCKS)
def test_the_series_is_the_product_of_the_factors_and_reads_the_same_backwards(stock):
    series = [1]
    for copies in stock:
        series = multiply(series, [1] * (copies + 1), sum(stock))
    assert series == multiset_series(stock, sum(stock)) == series[::-1]


def test_six_of_thirty_six_kinds_in_three_copies():
    # Second way: by how many kinds are taken thrice and twice.
    ways = sum(
        math.comb(36, three) * math.comb(36 - three, two) * math.comb(36 - three - two, 6 - 3 * three - 2 * two)
        for three in range(3)
        for two in range(4)
        if 3 * three + 2 * two <= 6
    )
    assert count_multisets([3] * 36, 6) == ways == 4_472_412


@given(st.lists(st.integers(0, 3), max_size=3), st.integers(0, 4), st.integers(0, 5))
def test_the_chance_of_all_wanted_kinds_counts_the_draws(wanted, others, drawn):
    stock = items(wanted) + [-1] * others
    drawn = min(drawn, len(stock))
    good = sum(set(range(len(wanted))) <= set(draw) for draw in combinations(stock, drawn))
    assert chance_of_all(len(stock), wanted, drawn) == Fraction(good, math.comb(len(stock), drawn))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: count_multisets([3, -1], 2), "copies of a kind must be a whole number from 0"),
        (lambda: count_multisets([3], 1.5), "size must be a whole number"),
        (lambda: count_choices([3, 3], [1]), "2 kinds, the multiset 1"),
        (lambda: chance_of_all(3, [2, 2], 1), "wanted items must be a whole number from 0 to 3"),
        (lambda: multiset_series([90_000, 90_000], 1), "at most 100000 items, not 180000"),
    ],
)
def test_bad_input_says_what_would_be_right(call, words):
    with pytest.raises(BadArgument, match=words):
        call()
