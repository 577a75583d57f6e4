"""Grids of cells up to permuting the rows, the columns, and swapping the two: Polya's counts and the cycle index.

What it is for: a grid whose cells hold up to `copies` items each (a *filling*), where only the pattern matters. Nothing
is enumerated, so large numbers are fine. What it is not for: the patterns themselves (see
`tsurolab.combinatorics.fillings`).

The group is S_rows x S_columns, acting on the pairs (row, column). For a square grid, with `swap`, also the
exchange of the two roles: the group is then twice as large.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from tsurolab.combinatorics.counting import GroupPart
from tsurolab.combinatorics.matchings import checked_int
from tsurolab.combinatorics.multisets import multiply
from tsurolab.errors import BadArgument

if TYPE_CHECKING:
    import sympy

LONGEST = 24
"""The most rows or columns: their partitions are gone through in pairs."""


def partitions(n: int) -> Iterator[dict[int, int]]:
    """Generate the partitions of a number as {part: how often}, which are the cycle types of the permutations of it.

    Raises BadArgument when `n` is no whole number from 0 to `LONGEST`.

    >>> list(partitions(3))
    [{3: 1}, {2: 1, 1: 1}, {1: 3}]
    """
    n = checked_int("n", n, 0, LONGEST)

    def split(left: int, most: int) -> Iterator[list[int]]:
        if not left:
            yield []
        for part in range(min(left, most), 0, -1):
            for rest in split(left - part, part):
                yield [part, *rest]

    for parts in split(n, n):
        yield {part: parts.count(part) for part in dict.fromkeys(parts)}


def class_size(cycle_type: dict[int, int]) -> int:
    """Count the permutations with a cycle type.

    Source: n! over the product of length^m m!, for m cycles of each length.

    >>> class_size({2: 1, 1: 1})
    3
    """
    size = math.factorial(sum(length * many for length, many in cycle_type.items()))
    for length, many in cycle_type.items():
        size //= length**many * math.factorial(many)
    return size


def _name(cycle_type: dict[int, int]) -> str:
    return "+".join(str(length) for length, many in cycle_type.items() for _ in range(many)) or "0"


def _add(total: dict[int, int], length: int, many: int) -> None:
    if many:
        total[length] = total.get(length, 0) + many


def _on_pairs(rows: dict[int, int], columns: dict[int, int]) -> dict[int, int]:
    # A cycle of length a and one of length b make gcd(a, b) cycles of length lcm(a, b) of pairs.
    total: dict[int, int] = {}
    for a, many in rows.items():
        for b, others in columns.items():
            _add(total, math.lcm(a, b), many * others * math.gcd(a, b))
    return dict(sorted(total.items()))


def _on_swapped_pairs(product: dict[int, int]) -> dict[int, int]:
    # (i, j) -> (p(j), q(i)) is, up to renaming, (i, j) -> (r(j), i) with r = p q. Two cycles a, b of r make
    # gcd(a, b) cycles of length 2 lcm(a, b); one cycle a of r, by the difference d -> 1 - d of its two places, makes
    # cycles of length 2a, and one of length a when a is odd.
    total: dict[int, int] = {}
    lengths = [length for length, many in product.items() for _ in range(many)]
    for place, a in enumerate(lengths):
        _add(total, 2 * a, a // 2)
        _add(total, a, a % 2)
        for b in lengths[place + 1 :]:
            _add(total, 2 * math.lcm(a, b), math.gcd(a, b))
    return dict(sorted(total.items()))


def grid_parts(rows: int, columns: int, swap: bool = False) -> tuple[GroupPart, ...]:
    """Return the elements of the group of a grid, put together by what they do to the cells.

    Parameters: `rows` and `columns` from 1 to 24; `swap` adds the exchange of rows and columns of a square grid.

    Raises BadArgument for other numbers, and for `swap` when the grid is not square.

    Source: the product action of two symmetric groups; Harary and Palmer, "Graphical Enumeration" (1973), chapter 4.

    >>> [(part.element, part.cycle_type, part.size) for part in grid_parts(2, 2, swap=True)][1:]
    [('rows 2, columns 1+1', {2: 2}, 1), ('rows 1+1, columns 2', {2: 2}, 1), ('rows 1+1, columns 1+1', {1: 4}, 1),
     ('swap, then 2', {4: 1}, 2), ('swap, then 1+1', {1: 2, 2: 1}, 2)]
    """
    rows = checked_int("rows", rows, 1, LONGEST)
    columns = checked_int("columns", columns, 1, LONGEST)
    if not isinstance(swap, bool):
        raise BadArgument(f"swap must be True or False, not {swap!r}")
    if swap and rows != columns:
        raise BadArgument(f"only a square grid can swap its rows and columns, not one of {rows} by {columns}")
    return _parts(rows, columns, swap)


@cache
def _parts(rows: int, columns: int, swap: bool) -> tuple[GroupPart, ...]:
    parts = [
        GroupPart(f"rows {_name(down)}, columns {_name(across)}", _on_pairs(down, across), size)
        for down in partitions(rows)
        for across in partitions(columns)
        for size in [class_size(down) * class_size(across)]
    ]
    if swap:
        every = math.factorial(rows)
        parts += [
            GroupPart(f"swap, then {_name(product)}", _on_swapped_pairs(product), every * class_size(product))
            for product in partitions(rows)
        ]
    return tuple(parts)


def grid_cycle_index(rows: int, columns: int, swap: bool = False) -> sympy.Expr:
    """Return the cycle index of the group of a grid acting on its cells, as a SymPy polynomial.

    The symbol ``s_k`` stands for a cycle of length k. Replacing it by 1 + x^k + ... + x^(copies k) gives the
    polynomial whose coefficients are `count_fillings`.

    Raises BadArgument as `grid_parts` does.

    Source: Polya's theory of counting.

    >>> grid_cycle_index(2, 2, swap=True)
    s_1**4/8 + s_1**2*s_2/4 + 3*s_2**2/8 + s_4/4
    """
    import sympy

    parts = grid_parts(rows, columns, swap)
    order = sum(part.size for part in parts)
    return sympy.Add(
        *(
            sympy.Rational(part.size, order)
            * sympy.Mul(*(sympy.Symbol(f"s_{length}") ** many for length, many in part.cycle_type.items()))
            for part in parts
        )
    )


def filling_series(rows: int, columns: int, copies: int, size: int, swap: bool = False) -> list[int]:
    """Count the different fillings of a grid with each number of items from 0 to `size`.

    Parameters: a cell holds up to `copies` items; `swap` as in `grid_parts`.

    Raises BadArgument as `grid_parts` does, or when `copies` or `size` is no whole number of at least 0.

    Source: Polya's theorem: each cycle of length k of an element may hold 0, k, 2k, ... items.

    >>> filling_series(6, 6, 3, 6)
    [1, 1, 4, 10, 32, 87, 281]
    >>> filling_series(6, 6, 3, 6, swap=True)
    [1, 1, 3, 7, 20, 51, 156]
    """
    parts = grid_parts(rows, columns, swap)
    copies = checked_int("copies", copies, 0, 1000)
    size = checked_int("size", size, 0, 10_000)
    total = [0] * (size + 1)
    for part in parts:
        series = [1]
        for length, many in part.cycle_type.items():
            factor = [0] * (copies * length + 1)
            factor[::length] = [1] * (copies + 1)
            for _ in range(many):
                series = multiply(series, factor, size)
        for place, number in enumerate(series):
            total[place] += part.size * number
    order = sum(part.size for part in parts)
    return [number // order for number in total]


def count_fillings(rows: int, columns: int, copies: int, size: int, swap: bool = False) -> int:
    """Count the different fillings of a grid with `size` items, at most `copies` in a cell.

    Raises BadArgument as `filling_series` does.

    >>> count_fillings(6, 6, 3, 6), count_fillings(6, 6, 3, 6, swap=True)
    (281, 156)
    """
    return filling_series(rows, columns, copies, size, swap)[-1]
