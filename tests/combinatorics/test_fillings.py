"""Patterns of a grid and sums over disjoint sets of items, against going through all sets."""

from __future__ import annotations

import math
from itertools import combinations, pairwise, permutations

import numpy as np
import pytest

from tsurolab.combinatorics import count_fillings
from tsurolab.combinatorics.fillings import descend, disjoint_sum, patterns
from tsurolab.errors import BadArgument, TooLarge

GRIDS = [(2, 2, 2, False), (2, 2, 2, True), (2, 3, 1, False), (3, 3, 1, True), (1, 3, 2, False)]


def canonical(filling: np.ndarray, swap: bool) -> tuple[int, ...]:
    """Return the least form of a filling, by trying every permutation."""
    forms = []
    for turned in (filling, filling.T) if swap else (filling,):
        for down in permutations(range(turned.shape[0])):
            for across in permutations(range(turned.shape[1])):
                forms.append(tuple(int(many) for many in turned[np.ix_(down, across)].ravel()))
    return min(forms)


def filled(items: tuple[int, ...], rows: int, columns: int, copies: int) -> np.ndarray:
    """Return the filling of a set of items; item k lies in cell k // copies."""
    filling = np.zeros(rows * columns, dtype=np.uint8)
    for item in items:
        filling[item // copies] += 1
    return filling.reshape(rows, columns)


@pytest.mark.parametrize(("rows", "columns", "copies", "swap"), GRIDS)
def test_patterns_are_the_classes_of_the_sets(rows, columns, copies, swap):
    every = rows * columns * copies
    for step in patterns(rows, columns, copies, every, swap):
        sets: dict[tuple[int, ...], int] = {}
        for items in combinations(range(every), step.size):
            form = canonical(filled(items, rows, columns, copies), swap)
            sets[form] = sets.get(form, 0) + 1
        found = {canonical(filling, swap): int(many) for filling, many in zip(step.fillings, step.sets)}
        assert found == sets
        assert len(found) == len(step) == count_fillings(rows, columns, copies, step.size, swap)


def test_a_step_up_leads_to_the_pattern_with_one_item_more():
    steps = patterns(3, 3, 2, 5, swap=True)
    for step, after in pairwise(steps):
        forms = [canonical(filling, True) for filling in after.fillings]
        for place, filling in enumerate(step.fillings):
            for cell in range(9):
                more = filling.copy()
                more[cell // 3, cell % 3] += 1
                up = int(step.up[place, cell])
                assert (up == -1) == (more.max() > 2)
                assert up == -1 or forms[up] == canonical(more, True)


def test_the_classic_grid_has_as_many_sets_as_there_are_hands():
    steps = patterns(6, 6, 3, 8, swap=True)
    assert [int(step.sets.sum()) for step in steps] == [math.comb(108, size) for size in range(9)]
    plain = patterns(6, 6, 3, 6, swap=False)
    assert [len(step) for step in plain] == [1, 1, 4, 10, 32, 87, 281]


@pytest.mark.parametrize(("rows", "columns", "copies", "swap"), GRIDS)
@pytest.mark.parametrize(("one", "other"), [(2, 2), (3, 1), (1, 2)])
def test_sums_over_disjoint_sets_are_sums_over_pairs(rows, columns, copies, swap, one, other):
    if min(rows, columns) == 1 and one == 3:
        one, other = 4, 2
    every = rows * columns * copies
    # Any function of the pattern will do; this one tells the patterns of a size apart.
    steps = patterns(rows, columns, copies, max(one, other), swap)
    values = {size: np.arange(1, len(steps[size]) + 1)[:, None] ** np.array([1, 2]) for size in (one, other)}
    name = {
        size: {canonical(filling, swap): place for place, filling in enumerate(steps[size].fillings)}
        for size in (one, other)
    }

    def value(items: tuple[int, ...]) -> np.ndarray:
        size = len(items)
        return values[size][name[size][canonical(filled(items, rows, columns, copies), swap)]]

    total = np.zeros((2, 2), dtype=object)
    for left in combinations(range(every), one):
        for right in combinations([item for item in range(every) if item not in left], other):
            total += np.outer(value(left), value(right))
    lower = [descend(steps[: size + 1], copies, values[size]) for size in (one, other)]
    assert (disjoint_sum(steps, *lower) == total).all()


def test_sums_that_outgrow_64_bits_stay_exact():
    steps = patterns(6, 6, 3, 6, swap=True)
    huge = np.full((len(steps[-1]), 1), 10**30, dtype=object)
    lower = descend(steps, 3, huge)
    assert lower[0][0, 0] == 10**30 * math.comb(108, 6)
    disjoint = math.comb(108, 6) * math.comb(102, 6)
    assert disjoint_sum(steps, lower, lower)[0, 0] == 10**60 * disjoint


def test_bad_input_says_what_would_be_right():
    with pytest.raises(TooLarge, match="156 patterns of one size up to 6, above the limit of 100"):
        patterns(6, 6, 3, 6, swap=True, limit=100)
    with pytest.raises(BadArgument, match="copies must be at most 255"):
        patterns(1, 1, 256, 1)
    with pytest.raises(BadArgument, match="only a square grid"):
        patterns(1, 2, 1, 1, swap=True)


def test_disjoint_sums_with_large_values_of_either_sign_are_exact():
    # Against the same sum with Python's whole numbers, for values far above 64 bits.
    steps = patterns(3, 3, 2, 4, swap=True)
    values = [
        np.array([[(7 * at - 9) * 10**25, 5 - at] for at in range(len(steps[-1]))], dtype=object),
        np.array([[(-1) ** at * 3**50 + at] for at in range(len(steps[-1]))], dtype=object),
    ]
    one, other = (descend(steps, 2, each) for each in values)
    expected = np.zeros((2, 1), dtype=object)
    for step, left, right in zip(steps, one, other):
        for sets, above, below in zip(step.sets, left, right):
            expected += (-1) ** step.size * int(sets) * np.outer(above, below)
    assert (disjoint_sum(steps, one, other) == expected).all()
