"""Counting tiles up to symmetry by closed forms: Burnside and Polya.

What it is for: the number of different tiles with `sides` sides and `points` points a side, when a tile may be
turned, or turned and turned over; the cycle index, and the table that explains the count. Nothing is enumerated, so
large numbers are fine. What it is not for: listing the tiles (see `tsurolab.combinatorics.enumeration`).

The count is the average, over the group, of the number of matchings that an element leaves as they are (Burnside's
lemma). That number depends on the cycle type alone.

With ``flips=True`` a tile may be turned over: the group is the dihedral group with as many mirrors as sides, and two
tiles that are mirror images count once. A digon has two turns and two mirrors, a monogon one of each, as in OEIS
A132103-A132105.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tsurolab.combinatorics.actions import boundary_points
from tsurolab.combinatorics.matchings import MAX_POINTS, checked_int
from tsurolab.errors import BadArgument

if TYPE_CHECKING:
    import pandas as pd
    import sympy


def fixed_matchings(cycle_type: Mapping[int, int]) -> int:
    """Count the perfect matchings that a permutation leaves as they are, from its cycle type alone.

    Parameters: `cycle_type` is {cycle length: number of cycles}, as `tsurolab.combinatorics.cycle_type` returns.

    Raises BadArgument when a length is below 1, a number below 0, or there are more than `MAX_POINTS` points.

    Source: a fixed matching joins each cycle either to another of the same length k, in one of k ways, or to itself,
    point to opposite point, in one way and only for even k. So with m cycles of length k the number f(m) obeys
    f(m) = s f(m-1) + k (m-1) f(m-2), with s = 1 for even k and 0 for odd k; lengths multiply.

    >>> fixed_matchings({1: 8}), fixed_matchings({4: 2}), fixed_matchings({2: 4})
    (105, 5, 25)
    """
    checked: dict[int, int] = {}
    for length, cycles in cycle_type.items():
        length = checked_int("a cycle length", length, 1, MAX_POINTS)
        checked[length] = checked_int(f"the number of cycles of length {length}", cycles, 0, MAX_POINTS)
    points = sum(length * cycles for length, cycles in checked.items())
    if points > MAX_POINTS:
        raise BadArgument(f"the cycles must have at most {MAX_POINTS} points together, not {points}")
    if any(length % 2 and cycles % 2 for length, cycles in checked.items()):
        return 0
    total = 1
    for length, cycles in checked.items():
        itself = 1 - length % 2
        before, now = 0, 1
        for m in range(1, cycles + 1):
            before, now = now, itself * now + length * (m - 1) * before
        total *= now
    return total


@dataclass(frozen=True)
class GroupPart:
    """Elements of a group that do the same: as many turns of one order, or mirrors of one kind."""

    element: str
    """What they are, in words."""
    cycle_type: dict[int, int]
    """{cycle length: number of cycles} of each of them."""
    size: int
    """How many they are."""


def group_parts(sides: int, points: int, flips: bool = False) -> Iterator[GroupPart]:
    """Generate the turns (and mirrors) of a polygon, put together by what they do, without making any permutation.

    Parameters: `sides` sides, `points` points a side, `flips` adds the mirrors.

    Raises BadArgument when a number is none of at least 0, or there are more than `MAX_POINTS` points.

    >>> [(part.element, part.size) for part in group_parts(4, 2)]
    [('identity', 1), ('half turn', 1), ('turns of order 4', 2)]
    """
    n = boundary_points(sides, points)
    if not isinstance(flips, bool):
        raise BadArgument(f"flips must be True or False, not {flips!r}")
    return _parts(sides, points, n, flips)


def _parts(sides: int, points: int, n: int, flips: bool) -> Iterator[GroupPart]:
    # A polygon without sides is a bare tile: nothing to turn, one element.
    order = max(sides, 1)
    for period in range(1, order + 1):
        if order % period == 0:
            name = {1: "identity", 2: "half turn"}.get(period, f"turns of order {period}")
            yield GroupPart(name, {period: n // period} if n else {}, _totient(period))
    if not flips or sides == 0:
        return
    # The mirror k sends point i to points - 1 - i + k * points; the fixed points solve 2 i = points - 1 + k * points.
    if sides % 2:
        kinds = [("mirrors through a corner and the opposite side", 0, sides)]
    else:
        kinds = [("mirrors through two sides", 0, sides // 2), ("mirrors through two corners", 1, sides // 2)]
    for name, k, size in kinds:
        if n % 2:
            fixed = 1
        else:
            fixed = 2 if n and (points - 1 + k * points) % 2 == 0 else 0
        counts = {1: fixed, 2: (n - fixed) // 2}
        yield GroupPart(name, {length: many for length, many in counts.items() if many}, size)


def _totient(n: int) -> int:
    return sum(math.gcd(n, k) == 1 for k in range(1, n + 1))


def count_tiles(sides: int, points: int, flips: bool = False) -> int:
    """Count the tiles with `sides` sides and `points` points a side whose points are all joined in pairs.

    Turned tiles are the same tile; with `flips` also tiles turned over. An odd number of points gives 0, and no points
    (no sides, or none on a side) gives 1, the empty tile.

    Raises BadArgument when a number is no whole number of at least 0, or ``sides * points`` is above 20 000.

    Python prints integers of at most 4300 digits unless `sys.set_int_max_str_digits` is called; the value is exact.

    Source: Burnside's lemma with `fixed_matchings`. OEIS A132100 (4 sides), A132101 (2 sides), A132102 (2 points),
    A007769 (1 point, by half the sides); with flips A132104, A132103, A132105.

    >>> [count_tiles(4, n) for n in range(6)]
    [1, 2, 35, 2688, 508277, 163715822]
    >>> count_tiles(4, 2, flips=True), count_tiles(sides=6, points=2), count_tiles(3, 1)
    (30, 1799, 0)
    """
    total = size = 0
    for part in group_parts(sides, points, flips):
        total += part.size * fixed_matchings(part.cycle_type)
        size += part.size
    return total // size


def cycle_index(sides: int, points: int, flips: bool = False) -> sympy.Expr:
    """Return the cycle index of the turns (and mirrors) of a polygon acting on its points, as a SymPy polynomial.

    The symbol ``s_k`` stands for a cycle of length k. Replacing each product of powers by `fixed_matchings` of its
    exponents gives `count_tiles`.

    Raises BadArgument as `count_tiles` does.

    Source: Polya's theory of counting.

    >>> cycle_index(4, 2)
    s_1**8/4 + s_2**4/4 + s_4**2/2
    """
    import sympy

    parts = list(group_parts(sides, points, flips))
    order = sum(part.size for part in parts)
    terms = []
    for part in parts:
        powers = [sympy.Symbol(f"s_{length}") ** many for length, many in part.cycle_type.items()]
        terms.append(sympy.Rational(part.size, order) * sympy.Mul(*powers))
    return sympy.Add(*terms)


def burnside_table(sides: int, points: int, flips: bool = False) -> pd.DataFrame:
    """Return how the count of tiles comes about, one row a kind of element of the group.

    Columns: element; cycle type (such as ``2^4``); fixed matchings; class size, the number of such elements; product of
    the last two. The sum of the products over the sum of the class sizes is `count_tiles`. Counts are Python integers.

    Raises BadArgument as `count_tiles` does.

    >>> burnside_table(4, 2)
                element cycle type fixed matchings  class size product
    0          identity        1^8             105           1     105
    1         half turn        2^4              25           1      25
    2  turns of order 4        4^2               5           2      10
    """
    import pandas as pd

    parts = list(group_parts(sides, points, flips))
    fixed = [fixed_matchings(part.cycle_type) for part in parts]
    return pd.DataFrame(
        {
            "element": [part.element for part in parts],
            "cycle type": [" ".join(f"{k}^{m}" for k, m in part.cycle_type.items()) for part in parts],
            "fixed matchings": pd.Series(fixed, dtype=object),
            "class size": [part.size for part in parts],
            "product": pd.Series([part.size * many for part, many in zip(parts, fixed)], dtype=object),
        }
    )
