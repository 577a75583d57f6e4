"""Matchings: order, rank and unrank, checks."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsurolab.combinatorics import MAX_POINTS, as_matching, count_matchings, matchings, rank, unrank
from tsurolab.errors import BadArgument

# OEIS A001147
DOUBLE_FACTORIALS = [1, 1, 3, 15, 105, 945, 10395, 135135, 2027025, 34459425, 654729075]


def test_counts_are_the_double_factorials():
    assert [count_matchings(2 * n) for n in range(11)] == DOUBLE_FACTORIALS
    assert [count_matchings(2 * n + 1) for n in range(5)] == [0] * 5


@pytest.mark.parametrize("n", [0, 2, 4, 6, 8, 10])
def test_list_is_complete_sorted_and_ranked(n):
    every = list(matchings(n))
    assert len(set(every)) == len(every) == count_matchings(n)
    assert every == sorted(every)
    assert all(as_matching(matching) == matching for matching in every)
    assert [rank(matching) for matching in every] == list(range(len(every)))
    assert [unrank(n, r) for r in range(len(every))] == every


def test_an_odd_number_of_points_has_none():
    assert list(matchings(7)) == []


def test_list_against_all_orders_of_six_points():
    naive = {as_matching([order[:2], order[2:4], order[4:]]) for order in itertools.permutations(range(6))}
    assert list(matchings(6)) == sorted(naive)


@given(st.integers(0, 120).flatmap(lambda half: st.tuples(st.just(2 * half), st.integers(min_value=0))))
def test_unrank_then_rank(case):
    n, big = case
    r = big**9 % count_matchings(n)
    assert rank(unrank(n, r)) == r


@given(st.integers(1, 100).flatmap(lambda half: st.permutations(range(2 * half))))
def test_rank_then_unrank_of_200_points(order):
    pairs = [order[at : at + 2] for at in range(0, len(order), 2)]
    assert unrank(len(order), rank(pairs)) == as_matching(pairs)


@given(st.integers(2, 40).flatmap(lambda half: st.tuples(st.just(2 * half), st.data())))
def test_rank_keeps_the_order(case):
    n, data = case
    ranks = st.integers(0, count_matchings(n) - 1)
    a, b = data.draw(ranks), data.draw(ranks)
    assert (unrank(n, a) < unrank(n, b)) == (a < b)


def test_many_points_start_at_once():
    first = next(matchings(1000))
    assert first == tuple((point, point + 1) for point in range(0, 1000, 2))
    assert rank(first) == 0
    assert rank(unrank(1000, count_matchings(1000) - 1)) == count_matchings(1000) - 1


@pytest.mark.parametrize(
    ("pairs", "reason"),
    [
        ([(0, 1), (1, 2)], "point 1 comes twice"),
        ([(0, 1), (2, 4)], "4 is none of them"),
        ([(0, 1, 2), (3, 4, 5)], "two points, not 3"),
        ([(0, 0)], "point 0 comes twice"),
        ([(0.0, 1.0)], "whole numbers"),
        (["ab"], "whole numbers"),
        (7, "list of pairs"),
        ([(-1, 0)], "-1 is none"),
    ],
)
def test_malformed_matchings_are_refused_with_the_reason(pairs, reason):
    with pytest.raises(BadArgument, match=reason):
        rank(pairs)


@pytest.mark.parametrize(
    "n",
    [-1, 2.0, "8", True, None, MAX_POINTS + 1, 10**5000],
    ids=lambda value: str(value)[:20] if value != 10**5000 else "huge",
)
def test_bad_numbers_of_points(n):
    for function in (matchings, count_matchings, lambda n: unrank(n, 0)):
        with pytest.raises(BadArgument, match="n must be a whole number from 0 to 20000"):
            function(n)


@pytest.mark.parametrize(("n", "r"), [(8, 105), (8, -1), (0, 1), (7, 0), (8, 1.0)])
def test_bad_places(n, r):
    with pytest.raises(BadArgument, match="must be"):
        unrank(n, r)
