"""Perfect matchings of n points: generate, count, rank and unrank.

What it is for: the sets of lines that a tile can carry, as plain values, in one fixed order. What it is not for:
symmetry (see `tsurolab.combinatorics.actions`) and counting up to symmetry (see `tsurolab.combinatorics.counting`).

A matching of the points ``0 .. n-1`` is a tuple of pairs; each pair has its smaller point first, and the pairs are
sorted. So equal matchings are equal tuples, and the order of tuples is the order of the list: by the partner of
point 0, then by the partner of the least point left, and so on.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from tsurolab.errors import BadArgument

Matching: TypeAlias = tuple[tuple[int, int], ...]
"""A perfect matching of the points 0 .. n-1: sorted pairs, each sorted."""

MAX_POINTS = 20_000
"""The most points that the exact functions accept: above it one answer has more than 38 000 digits."""


def checked_int(name: str, value: object, least: int = 0, most: int | None = None) -> int:
    """Return a whole number in a range.

    Parameters: `name` is what the message calls the value; `least` and `most` are the ends of the range, both included.

    Raises BadArgument when the value is no whole number (a float or a bool is none) or lies outside.

    >>> checked_int("points", 2)
    2
    >>> checked_int("points", -1)
    Traceback (most recent call last):
        ...
    tsurolab.errors.BadArgument: points must be a whole number of at least 0, not -1
    """
    wanted = f"a whole number of at least {least}" if most is None else f"a whole number from {least} to {most}"
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise BadArgument(f"{name} must be {wanted}, not {value!r}") from None
    if isinstance(value, bool) or number < least or (most is not None and number > most):
        # A number of thousands of digits is not worth printing, and Python refuses to.
        shown = repr(value) if abs(number) < 10**40 else "a number of more than 40 digits"
        raise BadArgument(f"{name} must be {wanted}, not {shown}")
    return number


def count_matchings(n: int) -> int:
    """Count the perfect matchings of `n` points: (n-1)!! = 1 * 3 * 5 * ... * (n-1) for even n, and 0 for odd n.

    Raises BadArgument when `n` is no whole number from 0 to `MAX_POINTS`.

    Source: the first point has n-1 possible partners, and n-2 points are left (OEIS A001147).

    >>> [count_matchings(n) for n in range(9)]
    [1, 0, 1, 0, 3, 0, 15, 0, 105]
    """
    n = checked_int("n", n, 0, MAX_POINTS)
    if n % 2:
        return 0
    total = 1
    for factor in range(3, n, 2):
        total *= factor
    return total


def matchings(n: int) -> Iterator[Matching]:
    """Generate the perfect matchings of `n` points in ascending (lexicographic) order.

    An odd `n` gives none; ``n = 0`` gives the empty matching. The order is that of `rank` and `unrank`.

    Raises BadArgument when `n` is no whole number from 0 to `MAX_POINTS`.

    >>> for matching in matchings(4):
    ...     print(matching)
    ((0, 1), (2, 3))
    ((0, 2), (1, 3))
    ((0, 3), (1, 2))
    """
    n = checked_int("n", n, 0, MAX_POINTS)
    return iter(()) if n % 2 else _ascending(n)


def _ascending(n: int) -> Iterator[Matching]:
    # One level a pair: the points left, and which of them is the partner of the first. No recursion, so n may be large.
    if n == 0:
        yield ()
        return
    levels: list[tuple[tuple[int, ...], int]] = [(tuple(range(n)), 0)]
    while levels:
        free, at = levels.pop()
        if at + 1 == len(free):
            continue
        levels.append((free, at + 1))
        while len(levels) < n // 2:
            free, at = levels[-1]
            levels.append((free[1:at] + free[at + 1 :], 1))
        yield tuple((free[0], free[at]) for free, at in levels)


def as_matching(pairs: Iterable[Iterable[int]]) -> Matching:
    """Return a matching in its fixed form from pairs in any order.

    Raises BadArgument when a pair does not have two points, or the points are not 0 .. n-1, each once.

    >>> as_matching([[3, 2], [0, 1]])
    ((0, 1), (2, 3))
    >>> as_matching([(0, 1), (1, 2)])
    Traceback (most recent call last):
        ...
    tsurolab.errors.BadArgument: a perfect matching uses each of the points 0..3 once; point 1 comes twice
    """
    result: list[tuple[int, int]] = []
    try:
        given = [tuple(operator.index(point) for point in pair) for pair in pairs]
    except TypeError:
        raise BadArgument(f"a matching is a list of pairs of whole numbers, not {pairs!r}") from None
    for pair in given:
        if len(pair) != 2:
            raise BadArgument(f"a pair of a matching has two points, not {len(pair)}: {pair}")
        result.append((min(pair), max(pair)))
    n = 2 * len(result)
    seen: set[int] = set()
    for point in (point for pair in result for point in pair):
        if not 0 <= point < n:
            raise BadArgument(f"a perfect matching of {n} points uses the points 0..{n - 1}; {point} is none of them")
        if point in seen:
            raise BadArgument(f"a perfect matching uses each of the points 0..{n - 1} once; point {point} comes twice")
        seen.add(point)
    return tuple(sorted(result))


def rank(matching: Iterable[Iterable[int]]) -> int:
    """Return the place of a matching in the list of `matchings`, from 0, without making that list.

    Parameters: `matching` is any list of pairs that `as_matching` takes. Time: O(n^2).

    Raises BadArgument when it is no perfect matching.

    Source: a number in the mixed base (n-1), (n-3), ..., 1, whose digits say which of the points left is the partner of
    the least point left.

    >>> rank([(0, 2), (1, 3)])
    1
    >>> rank(unrank(200, 10**180)) == 10**180
    True
    """
    pairs = as_matching(matching)
    free = list(range(2 * len(pairs)))
    place = 0
    for _, partner in pairs:
        # The least free point is the first of the pair, because the pairs are sorted.
        at = free.index(partner)
        place = place * (len(free) - 1) + at - 1
        del free[at], free[0]
    return place


def unrank(n: int, r: int) -> Matching:
    """Return the matching of `n` points at place `r`, from 0, of the list of `matchings`. Time: O(n^2).

    Raises BadArgument when `n` is odd, negative or above `MAX_POINTS`, or `r` is not below `count_matchings(n)`.

    >>> unrank(8, 104)
    ((0, 7), (1, 6), (2, 5), (3, 4))
    >>> unrank(8, 105)
    Traceback (most recent call last):
        ...
    tsurolab.errors.BadArgument: r must be a whole number from 0 to 104, not 105
    """
    n = checked_int("n", n, 0, MAX_POINTS)
    if n % 2:
        raise BadArgument(f"n must be even, because an odd number of points has no perfect matching; not {n}")
    r = checked_int("r", r, 0, count_matchings(n) - 1)
    digits: list[int] = []
    for base in range(1, n, 2):
        r, digit = divmod(r, base)
        digits.append(digit)
    free = list(range(n))
    pairs: list[tuple[int, int]] = []
    for digit in reversed(digits):
        pairs.append((free[0], free[digit + 1]))
        del free[digit + 1], free[0]
    return tuple(pairs)
