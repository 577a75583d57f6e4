"""Grids up to permuting rows and columns: Polya's counts against groups and orbits made by hand."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations, product

import pytest

from tsurolab.combinatorics import count_fillings, cycle_type, filling_series, grid_cycle_index, grid_parts, partitions
from tsurolab.combinatorics.grids import class_size
from tsurolab.errors import BadArgument

SMALL = [(1, 1, False), (1, 1, True), (2, 3, False), (3, 2, False), (2, 2, True), (3, 3, False), (3, 3, True)]


def group(rows: int, columns: int, swap: bool) -> list[tuple[int, ...]]:
    """Return every element as a permutation of the cells, row by row."""
    elements = []
    for down in permutations(range(rows)):
        for across in permutations(range(columns)):
            elements.append(tuple(down[i] * columns + across[j] for i in range(rows) for j in range(columns)))
            if swap:
                elements.append(tuple(down[j] * columns + across[i] for i in range(rows) for j in range(columns)))
    return elements


@pytest.mark.parametrize(("rows", "columns", "swap"), [*SMALL, (4, 4, True), (4, 3, False)])
def test_the_parts_have_the_cycle_types_of_the_elements(rows, columns, swap):
    by_hand = Counter(tuple(cycle_type(element).items()) for element in group(rows, columns, swap))
    found: Counter[tuple[tuple[int, int], ...]] = Counter()
    for part in grid_parts(rows, columns, swap):
        found[tuple(part.cycle_type.items())] += part.size
    assert found == by_hand


@pytest.mark.parametrize(
    ("rows", "columns", "swap", "copies"),
    # 3 by 3 with two copies would be 19683 fillings under 72 elements.
    [(*grid, copies) for grid in SMALL for copies in (1, 2) if grid[0] * grid[1] * copies < 18],
)
def test_fillings_are_counted_as_orbits(rows, columns, swap, copies):
    elements = group(rows, columns, swap)
    orbits: Counter[int] = Counter()
    seen: set[tuple[int, ...]] = set()
    for filling in product(range(copies + 1), repeat=rows * columns):
        if filling not in seen:
            seen |= {tuple(filling[cell] for cell in element) for element in elements}
            orbits[sum(filling)] += 1
    size = rows * columns * copies
    assert filling_series(rows, columns, copies, size, swap) == [orbits[many] for many in range(size + 1)]


def test_graphs_between_two_sets_as_published():
    # OEIS A007716 (matrices with sum n up to permuting rows and columns), A002724 (0-1 matrices), A002725 (n by n+1).
    assert filling_series(7, 7, 7, 7) == [1, 1, 4, 10, 33, 91, 298, 910]
    assert [sum(filling_series(n, n, 1, n * n)) for n in range(1, 6)] == [2, 7, 36, 317, 5624]
    assert [sum(filling_series(n, n + 1, 1, n * n + n)) for n in range(1, 5)] == [3, 13, 87, 1053]


def test_the_cycle_index_gives_the_counts_when_the_cells_are_filled_in():
    import sympy

    x = sympy.Symbol("x")
    for swap in (False, True):
        index = grid_cycle_index(4, 4, swap)
        figures = {symbol: sum(x ** (int(symbol.name[2:]) * k) for k in range(3)) for symbol in index.free_symbols}
        coefficients = sympy.Poly(index.subs(figures), x).all_coeffs()[::-1]
        assert coefficients == filling_series(4, 4, 2, 32, swap)


def test_the_cycle_index_of_the_classic_grid_is_a_mean_over_the_group():
    for swap in (False, True):
        index = grid_cycle_index(6, 6, swap)
        assert index.subs(dict.fromkeys(index.free_symbols, 1)) == 1
        one = next(symbol for symbol in index.free_symbols if symbol.name == "s_1")
        # Only the identity leaves every cell where it is.
        assert index.coeff(one, 36) * math.factorial(6) ** 2 * (1 + swap) == 1


@pytest.mark.parametrize("n", range(9))
def test_partitions_and_class_sizes_make_up_the_symmetric_group(n):
    kinds = list(partitions(n))
    assert all(sum(length * many for length, many in kind.items()) == n for kind in kinds)
    assert len({tuple(sorted(kind.items())) for kind in kinds}) == len(kinds) == [1, 1, 2, 3, 5, 7, 11, 15, 22][n]
    assert sum(class_size(kind) for kind in kinds) == math.factorial(n)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: grid_parts(2, 3, swap=True), "only a square grid"),
        (lambda: grid_parts(0, 3), "rows must be a whole number from 1 to 24"),
        (lambda: grid_parts(2, 2, swap=1), "swap must be True or False"),
        (lambda: count_fillings(2, 2, -1, 1), "copies must be"),
        (lambda: count_fillings(2, 2, 1, "x"), "size must be"),
    ],
)
def test_bad_input_says_what_would_be_right(call, words):
    with pytest.raises(BadArgument, match=words):
        call()
