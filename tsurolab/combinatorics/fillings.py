"""The patterns of a grid of cells, size by size, with the steps between them, and exact sums over disjoint sets.

What it is for: a grid whose cells hold `copies` items each, from which sets of items are taken. Two sets have the same
pattern when permuting rows and columns (and swapping the two, with `swap`) makes their fillings equal. Whatever depends
on the pattern alone is summed over millions of millions of sets by going through some hundred or thousand patterns.
What it is not for: counting the patterns only (see `tsurolab.combinatorics.grids`).

A pattern is told by a fingerprint of its filling, a number that no permutation changes. The number of patterns
found is compared with Polya's count, so two patterns with the same fingerprint cannot go unnoticed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tsurolab.combinatorics.grids import filling_series
from tsurolab.combinatorics.matchings import checked_int
from tsurolab.errors import BadArgument, TooLarge

LIMIT = 250_000
"""The most patterns of one size, unless another limit is given."""

Array: TypeAlias = npt.NDArray[Any]

_CHUNK = 1 << 13
"""How many fillings are fingerprinted at a time, so that they stay near the processor."""


@dataclass(frozen=True, eq=False)
class Patterns:
    """All patterns of one size, and where they lead when one more item is added."""

    size: int
    """How many items each holds."""
    fillings: npt.NDArray[np.uint8]
    """One filling a pattern, as numbers of items: pattern, row, column."""
    sets: Array
    """How many sets of items have the pattern, exactly (whole numbers of any length)."""
    up: npt.NDArray[np.int32]
    """Pattern, cell (row * columns + column) -> the pattern of the next size with an item more there, -1 if full."""

    def __len__(self) -> int:
        return len(self.fillings)


def _mixed(values: Array) -> Array:
    """Return numbers of 64 bits scattered over all of them (the finish of the generator splitmix64)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Array = values ^ (values >> np.uint64(31))
    return mixed


def _side(values: Array, rounds: int) -> Array:
    """Return a number for each filling that stays when rows or columns are permuted; axes row, column, filling."""
    rows, columns, many = values.shape
    pairs = [(i, k) for i in range(rows) for k in range(i, rows)]
    place = {pair: at for at, pair in enumerate(pairs)} | {(k, i): at for at, (i, k) in enumerate(pairs)}
    # Each pair of rows gets a number from their cells, then from the numbers of the pairs that they make with others.
    marks = np.zeros((len(pairs), many), dtype=np.uint64)
    for at, (i, k) in enumerate(pairs):
        for column in range(columns):
            marks[at] += values[i, column] * values[k, column]
        marks[at] += np.uint64(i == k)
    marks = _mixed(marks)
    for _ in range(rounds):
        further = np.zeros_like(marks)
        for at, (i, k) in enumerate(pairs):
            for row in range(rows):
                further[at] += marks[place[i, row]] * marks[place[row, k]]
        marks = _mixed(further + (marks >> np.uint64(1)))
    return np.asarray(marks.sum(axis=0, dtype=np.uint64))


def _fingerprints(fillings: npt.NDArray[np.uint8], swap: bool, rounds: int) -> Array:
    """Return the fingerprints of fillings, axes filling, row, column."""
    table = _mixed(np.arange(1, int(fillings.max(initial=0)) + 2, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))
    result = np.empty(len(fillings), dtype=np.uint64)
    for start in range(0, len(fillings), _CHUNK):
        values = np.ascontiguousarray(table[fillings[start : start + _CHUNK].transpose(1, 2, 0)])
        down, across = _side(values, rounds), _side(values.transpose(1, 0, 2), rounds)
        result[start : start + _CHUNK] = _mixed(down) + (_mixed(across) if swap else across)
    return result


def _grown(fillings: npt.NDArray[np.uint8], copies: int) -> tuple[npt.NDArray[np.uint8], Array]:
    """Return the fillings with one more item, and for each filling and cell whether there is room."""
    many, rows, columns = fillings.shape
    flat = fillings.reshape(many, rows * columns)
    room = flat < copies
    base, cell = np.nonzero(room)
    more = flat[base]
    more[np.arange(len(more)), cell] += 1
    return more.reshape(-1, rows, columns), room


def patterns(
    rows: int, columns: int, copies: int, size: int, swap: bool = False, limit: int = LIMIT
) -> tuple[Patterns, ...]:
    """Return the patterns of each size from 0 to `size`.

    Parameters: the grid, the `copies` of items in a cell, and `swap` as in `tsurolab.combinatorics.grid_parts`; `limit`
    is the most patterns of one size. The `up` of the last size leads nowhere.

    Raises TooLarge above the limit, BadArgument as `filling_series` does.

    Source: each pattern with an item more is a pattern; adding an item to w sets with one pattern, in all ways, makes
    each set of the next size as often as it has items.

    >>> [len(step) for step in patterns(6, 6, 3, 6, swap=True)]
    [1, 1, 3, 7, 20, 51, 156]
    >>> [int(step.sets.sum()) for step in patterns(6, 6, 3, 2)] == [1, 108, 108 * 107 // 2]
    True
    """
    expected = filling_series(rows, columns, copies, size, swap)
    limit = checked_int("limit", limit, 1)
    most = max(expected)
    if most > limit or rows * columns > 256:
        raise TooLarge(
            f"a grid of {rows} by {columns} with {copies} items a cell has {most} patterns of one size up to {size}, "
            f"above the limit of {limit} (or more than 256 cells); filling_series counts them without a list"
        )
    if copies > 255:
        raise BadArgument(f"copies must be at most 255 to list patterns, not {copies}")
    return _patterns(rows, columns, copies, size, swap)


@lru_cache(maxsize=8)
def _patterns(rows: int, columns: int, copies: int, size: int, swap: bool) -> tuple[Patterns, ...]:
    expected = filling_series(rows, columns, copies, size, swap)
    cells = rows * columns
    steps = []
    fillings = np.zeros((1, rows, columns), dtype=np.uint8)
    sets: Array = np.array([1], dtype=object)
    for now in range(size + 1):
        up = np.full((len(fillings), cells), -1, dtype=np.int32)
        if now == size or not expected[now + 1]:
            steps.append(Patterns(now, fillings, sets, up))
            if now < size:
                empty = np.zeros((0, rows, columns), dtype=np.uint8)
                nothing = np.zeros((0, cells), dtype=np.int32)
                steps += [
                    Patterns(later, empty, np.zeros(0, dtype=object), nothing) for later in range(now + 1, size + 1)
                ]
            break
        more, room = _grown(fillings, copies)
        first, kind = _classes(more, swap, expected[now + 1])
        up[room] = kind
        flat = fillings.reshape(-1, cells)
        # Exact in 64 bits when the total is, else with whole numbers of any length.
        kept: Any = np.int64 if math.comb(cells * copies, now + 1) * (now + 1) < 2**62 else object
        made = (sets.astype(kept)[:, None] * (copies - flat.astype(np.int64)))[room]
        fresh = np.zeros(len(first), dtype=kept)
        np.add.at(fresh, kind, made)
        steps.append(Patterns(now, fillings, sets, up))
        fillings, sets = more[first], (fresh // (now + 1)).astype(object)
    return tuple(steps)


def _classes(fillings: npt.NDArray[np.uint8], swap: bool, expected: int) -> tuple[Array, Array]:
    """Return the places of the first filling of each pattern, in order, and for each filling its pattern."""
    for rounds in (1, 2, 4):
        prints = _fingerprints(fillings, swap, rounds)
        values, first, kind = np.unique(prints, return_index=True, return_inverse=True)
        if len(values) == expected:
            order = np.argsort(first)
            rank = np.empty_like(order)
            rank[order] = np.arange(len(order))
            return first[order], rank[kind]
    raise TooLarge(f"{expected} patterns of {fillings.shape[1:]} cells are too alike for their fingerprints")


def descend(steps: Sequence[Patterns], copies: int, values: Array) -> list[Array]:
    """Return, for the sets of each size, the sum of a value over all sets of the last size that contain them.

    Parameters: `steps` as `patterns` returns them, `copies` as given there, `values` whole numbers, one row a pattern
    of the last size; the columns are kept apart. The result has one array a size, from 0 up, of exact numbers.

    Source: summing over one item more counts each containing set once for every item it has more.

    >>> steps = patterns(2, 2, 1, 2)
    >>> [int(table[0, 0]) for table in descend(steps, 1, np.ones((len(steps[-1]), 1), dtype=np.int64))]
    [6, 3, 1]
    """
    last = steps[-1].size
    below = [np.asarray(values)]
    for step in reversed(steps[:-1]):
        above = below[-1]
        missing = last - step.size
        cells = step.up.shape[1]
        # The largest sum fits into 64 bits, or whole numbers of any length are used.
        largest = int(np.abs(above).max(initial=0)) * cells * copies
        kept: Any = np.int64 if largest < 2**62 else object
        source = above.astype(kept)
        total = np.zeros((len(step), source.shape[1]), dtype=kept)
        flat = step.fillings.reshape(len(step), cells)
        for cell in range(cells):
            there = step.up[:, cell] >= 0
            left = (copies - flat[there, cell].astype(np.int64)).astype(kept)
            total[there] += source[step.up[there, cell]] * left[:, None]
        below.append(total // missing)
    return below[::-1]


def disjoint_sum(steps: Sequence[Patterns], one: Sequence[Array], other: Sequence[Array]) -> Array:
    """Return the sum of products f(A) g(B) over all pairs of sets A, B without a common item.

    Parameters: `steps` as `patterns` returns them; `one` and `other` as `descend` returns them for f and for g, from a
    last size each. The result has a row for each column of f and a column for each column of g.

    Source: inclusion and exclusion over the common items: the sum over S of (-1)^|S| f(S) g(S), where f(S) sums f over
    the sets that contain S. The sum is taken modulo some primes and put together from that, which is exact because a
    bound of its size is known.

    >>> steps = patterns(2, 2, 1, 2)
    >>> ones = descend(steps, 1, np.ones((len(steps[-1]), 1), dtype=np.int64))
    >>> disjoint_sum(steps, ones, ones)
    array([[6]], dtype=object)
    """
    bound = sum(_largest(left) * _largest(right) * int(step.sets.sum()) for step, left, right in zip(steps, one, other))
    primes = _primes(2 * bound)
    parts = [np.zeros((one[0].shape[1], other[0].shape[1]), dtype=np.int64) for _ in primes]
    for step, left, right in zip(steps, one, other):
        signed = step.sets * (-1) ** step.size
        for part, prime in zip(parts, primes):
            weighted = _residues(left, prime) * _residues(signed, prime)[:, None] % prime
            below = _residues(right, prime)
            for start in range(0, len(step), _ROWS):
                rows = slice(start, start + _ROWS)
                # Products of two residues, so many of them, stay whole in the 53 bits of a float.
                part += (weighted[rows].T.astype(float) @ below[rows].astype(float)).astype(np.int64) % prime
    return _joined(parts, primes)


_PRIME_BITS = 22
_ROWS = 1 << (53 - 2 * _PRIME_BITS)
"""How many products of two residues can be added before the sum has more than 53 bits."""


def _largest(values: Array) -> int:
    return int(np.abs(values).max(initial=0))


def _residues(values: Array, prime: int) -> Array:
    return (values % prime).astype(np.int64)


def _primes(product: int) -> list[int]:
    """Return the largest primes below 2^22, as many as make a product above the given one."""
    import sympy

    primes: list[int] = []
    made, last = 1, 1 << _PRIME_BITS
    while made <= product or not primes:
        last = int(sympy.prevprime(last))
        primes.append(last)
        made *= last
    return primes


def _joined(parts: Sequence[Array], primes: Sequence[int]) -> Array:
    """Return the whole numbers of either sign, least in size, that leave the parts when divided by the primes."""
    product = math.prod(primes)
    total: Array = np.zeros(parts[0].shape, dtype=object)
    for part, prime in zip(parts, primes):
        rest = product // prime
        total = total + (part % prime).astype(object) * (rest * pow(rest, -1, prime))
    total %= product
    joined: Array = np.where(total > product // 2, total - product, total)
    return joined
