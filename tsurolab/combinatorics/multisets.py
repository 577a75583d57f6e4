"""Multisets and draws without replacement: how many there are, all of them, and the chances of what is drawn.

What it is for: a stock of items in kinds, so many copies a kind, of which some are taken. `stock` is always the list of
the copies of each kind. What it is not for: symmetry between kinds (see `tsurolab.combinatorics.grids`).

Two ways to count are kept apart. A *set of items* knows its items one by one, copies too; all sets of one size are
equally likely in a draw. A *multiset* only says how many of each kind; it holds `count_choices` sets of items.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tsurolab.combinatorics.matchings import checked_int
from tsurolab.errors import BadArgument

LARGEST = 100_000
"""The most items in a stock."""


def as_stock(stock: Sequence[int]) -> tuple[int, ...]:
    """Return the copies of each kind as a tuple.

    Raises BadArgument when a number is no whole number of at least 0, or there are more than `LARGEST` items.

    >>> as_stock([3, 3, 1])
    (3, 3, 1)
    """
    checked = tuple(checked_int("the copies of a kind", copies, 0, LARGEST) for copies in stock)
    if sum(checked) > LARGEST:
        raise BadArgument(f"a stock has at most {LARGEST} items, not {sum(checked)}")
    return checked


def multiply(left: Sequence[int], right: Sequence[int], degree: int) -> list[int]:
    """Return the product of two polynomials, given by their coefficients from x^0 up, without powers above `degree`.

    >>> multiply([1, 1], [1, 2, 1], 2)
    [1, 3, 3]
    """
    product = [0] * min(degree + 1, max(len(left) + len(right) - 1, 0))
    for i, a in enumerate(left[: degree + 1]):
        if a:
            for j, b in enumerate(right[: degree + 1 - i]):
                product[i + j] += a * b
    return product


def multiset_series(stock: Sequence[int], size: int) -> list[int]:
    """Count the multisets of each size from 0 to `size`.

    Raises BadArgument as `as_stock` does, or when `size` is no whole number of at least 0.

    Source: the coefficients of the product of 1 + x + ... + x^copies over the kinds.

    >>> multiset_series([3, 3], 6)
    [1, 2, 3, 4, 3, 2, 1]
    """
    size = checked_int("size", size, 0, LARGEST)
    series = [1] + [0] * size
    for copies in as_stock(stock):
        # Times (1 - x^(copies+1)) / (1 - x).
        for place in range(1, size + 1):
            series[place] += series[place - 1]
        for place in range(size, copies, -1):
            series[place] -= series[place - copies - 1]
    return series


def count_multisets(stock: Sequence[int], size: int) -> int:
    """Count the multisets of `size` items; 0 when there are not so many.

    Raises BadArgument as `multiset_series` does.

    >>> count_multisets([3] * 36, 6)
    4472412
    """
    return multiset_series(stock, size)[-1]


def count_choices(stock: Sequence[int], multiset: Sequence[int]) -> int:
    """Count the sets of items that a multiset stands for: the product of the binomials; 0 when it asks for too many.

    Raises BadArgument as `as_stock` does, or when the two have different numbers of kinds.

    >>> count_choices([3, 3, 3], [2, 1, 0])
    9
    """
    kinds, taken = as_stock(stock), as_stock(multiset)
    if len(kinds) != len(taken):
        raise BadArgument(f"the stock has {len(kinds)} kinds, the multiset {len(taken)}; they must agree")
    return math.prod(math.comb(copies, many) for copies, many in zip(kinds, taken))


def multisets(stock: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Generate the multisets of `size` items as the numbers taken of each kind, the first kind's largest first.

    Raises BadArgument as `multiset_series` does.

    >>> list(multisets([2, 1, 1], 2))
    [(2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
    """
    kinds = as_stock(stock)
    size = checked_int("size", size, 0, LARGEST)
    # What the kinds from each place on still hold.
    rest = [sum(kinds[place:]) for place in range(len(kinds) + 1)]
    if rest[0] < size:
        return
    taken = [0] * len(kinds)

    def fill(place: int, left: int) -> Iterator[tuple[int, ...]]:
        if place == len(kinds):
            yield tuple(taken)
            return
        for many in range(min(kinds[place], left), max(0, left - rest[place + 1]) - 1, -1):
            taken[place] = many
            yield from fill(place + 1, left - many)

    yield from fill(0, size)


def chance_of_all(items: int, wanted: Sequence[int], drawn: int) -> Fraction:
    """Return the chance that a draw holds at least one item of every wanted kind.

    Parameters: `items` in the stock, `wanted` the copies of each wanted kind, `drawn` of the items are taken.

    Raises BadArgument when a number is no whole number of at least 0, more are drawn than there are items, or more are
    wanted than there are.

    Source: inclusion and exclusion over the kinds that are missing.

    >>> chance_of_all(108, [3] * 6, 6) == Fraction(729, math.comb(108, 6))
    True
    """
    items = checked_int("items", items, 0, LARGEST)
    kinds = as_stock(wanted)
    checked_int("the number of wanted items", sum(kinds), 0, items)
    drawn = checked_int("drawn", drawn, 0, items)
    # signed[k] counts the sets of missing kinds that hold k items, sets of odd size negative.
    signed = {0: 1}
    for copies in kinds:
        both = dict(signed)
        for held, sign in signed.items():
            both[held + copies] = both.get(held + copies, 0) - sign
        signed = both
    return Fraction(
        sum(sign * math.comb(items - held, drawn) for held, sign in signed.items()), math.comb(items, drawn)
    )
