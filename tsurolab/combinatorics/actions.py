"""Permutations of the points round a polygon, and what they do to matchings.

What it is for: the turns (cyclic group) and the turns and mirrors (dihedral group) of a tile with `sides` sides and
`points` points a side; orbits, stabilisers and canonical forms. What it is not for: counting by formula
(see `tsurolab.combinatorics.counting`).

The points are numbered 0, 1, 2, ... anticlockwise; side ``j`` holds the points ``j*points .. (j+1)*points - 1``.
A permutation is the tuple of the images of 0, 1, 2, ...
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from tsurolab.combinatorics.matchings import MAX_POINTS, Matching, as_matching, checked_int
from tsurolab.errors import BadArgument, TooLarge

Permutation: TypeAlias = tuple[int, ...]
"""The images of the points 0 .. n-1."""


def as_permutation(images: Iterable[int]) -> Permutation:
    """Return a permutation as a tuple of images.

    Raises BadArgument when the images are not 0 .. n-1, each once.

    >>> as_permutation([1, 2, 0])
    (1, 2, 0)
    """
    permutation = tuple(images)
    if sorted(permutation) != list(range(len(permutation))):
        raise BadArgument(
            f"a permutation of {len(permutation)} points lists 0..{len(permutation) - 1} once each, not {permutation}"
        )
    return permutation


def identity(n: int) -> Permutation:
    """Return the permutation of `n` points that moves none.

    >>> identity(3)
    (0, 1, 2)
    """
    return tuple(range(checked_int("n", n, 0, MAX_POINTS)))


def compose(second: Permutation, first: Permutation) -> Permutation:
    """Return the permutation that does `first` and then `second`.

    Raises BadArgument when they act on different numbers of points.

    >>> compose((0, 2, 1), (1, 2, 0))
    (2, 1, 0)
    """
    if len(first) != len(second):
        raise BadArgument(f"cannot compose permutations of {len(second)} and of {len(first)} points")
    return tuple(second[image] for image in first)


def inverse(permutation: Permutation) -> Permutation:
    """Return the permutation that undoes another.

    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    result = [0] * len(permutation)
    for point, image in enumerate(permutation):
        result[image] = point
    return tuple(result)


def cycle_type(permutation: Sequence[int]) -> dict[int, int]:
    """Return how many cycles of each length a permutation has: {length: cycles}, by length.

    Raises BadArgument when it is no permutation.

    >>> cycle_type((1, 0, 2, 4, 5, 3))
    {1: 1, 2: 1, 3: 1}
    """
    permutation = as_permutation(permutation)
    counts: dict[int, int] = {}
    seen = [False] * len(permutation)
    for start in range(len(permutation)):
        length = 0
        at = start
        while not seen[at]:
            seen[at] = True
            at = permutation[at]
            length += 1
        if length:
            counts[length] = counts.get(length, 0) + 1
    return dict(sorted(counts.items()))


def rotation(sides: int, points: int, turns: int = 1) -> Permutation:
    """Return the turn of a polygon anticlockwise by `turns` sides: it adds ``turns * points`` to each point.

    Raises BadArgument when `sides` or `points` is no whole number of at least 0.

    >>> rotation(4, 2)
    (2, 3, 4, 5, 6, 7, 0, 1)
    """
    n = boundary_points(sides, points)
    return tuple((point + turns * points) % n for point in range(n))


def reflection(sides: int, points: int, k: int = 0) -> Permutation:
    """Return a mirror of a polygon: point i goes to ``points - 1 - i + k * points`` (modulo all points).

    Side j goes to side k - j, reversed. With k = 0 the axis passes through the midpoint of side 0.

    Raises BadArgument when `sides` or `points` is no whole number of at least 0.

    >>> reflection(4, 2)
    (1, 0, 7, 6, 5, 4, 3, 2)
    """
    n = boundary_points(sides, points)
    return tuple((points - 1 - point + k * points) % n for point in range(n))


def boundary_points(sides: int, points: int) -> int:
    """Return the number of points round a polygon, ``sides * points``, after checking both.

    Raises BadArgument when one is no whole number of at least 0, or the product is above `MAX_POINTS`.

    >>> boundary_points(4, 2)
    8
    """
    sides, points = checked_int("sides", sides, 0, MAX_POINTS), checked_int("points", points, 0, MAX_POINTS)
    if sides * points > MAX_POINTS:
        raise BadArgument(f"sides * points must be at most {MAX_POINTS}, not {sides} * {points} = {sides * points}")
    return sides * points


def cyclic_group(sides: int, points: int) -> tuple[Permutation, ...]:
    """Return the `sides` turns of a polygon, by turns of 0, 1, 2, ... sides anticlockwise.

    A polygon without sides has the identity only.

    Raises BadArgument as `rotation` does.

    >>> cyclic_group(2, 2)
    ((0, 1, 2, 3), (2, 3, 0, 1))
    """
    boundary_points(sides, points)
    return tuple(rotation(sides, points, turns) for turns in range(max(sides, 1)))


def dihedral_group(sides: int, points: int) -> tuple[Permutation, ...]:
    """Return the `sides` turns and then the `sides` mirrors ``reflection(sides, points, k)``, k = 0, 1, 2, ...

    A polygon without sides has the identity only. Two elements may be equal as permutations (a digon with one point a
    side); each is listed, so that averages over the group stay right.

    Raises BadArgument as `rotation` does.

    >>> dihedral_group(1, 2)
    ((0, 1), (1, 0))
    """
    turns = cyclic_group(sides, points)
    return turns + tuple(reflection(sides, points, k) for k in range(sides))


def polygon_group(sides: int, points: int, flips: bool = False) -> tuple[Permutation, ...]:
    """Return `dihedral_group` when turning over is allowed, and `cyclic_group` when not.

    >>> len(polygon_group(4, 2)), len(polygon_group(4, 2, flips=True))
    (4, 8)
    """
    return dihedral_group(sides, points) if flips else cyclic_group(sides, points)


def closure(generators: Iterable[Sequence[int]], limit: int = 100_000) -> tuple[Permutation, ...]:
    """Return the group that some permutations generate, sorted.

    Parameters: `generators` are permutations of the same points, at least one; `limit` is the most elements to make.

    Raises BadArgument when there is no generator or they act on different points, TooLarge above the limit.

    >>> len(closure([(1, 2, 3, 0), (1, 0, 2, 3)]))
    24
    """
    moves = [as_permutation(generator) for generator in generators]
    if not moves:
        raise BadArgument("closure needs at least one generator; for the group of one element give the identity")
    group = {identity(len(moves[0]))}
    fresh = list(group)
    while fresh:
        made = {compose(move, element) for element in fresh for move in moves} - group
        group |= made
        if len(group) > limit:
            raise TooLarge(f"the generated group has more than {limit} elements; raise limit to go on")
        fresh = list(made)
    return tuple(sorted(group))


def apply(permutation: Sequence[int], matching: Matching) -> Matching:
    """Return the matching after a permutation has moved its points.

    Raises BadArgument when they have different numbers of points.

    >>> apply((2, 3, 4, 5, 6, 7, 0, 1), ((0, 1), (2, 4), (3, 6), (5, 7)))
    ((0, 5), (1, 7), (2, 3), (4, 6))
    """
    if len(permutation) != 2 * len(matching):
        raise BadArgument(f"a permutation of {len(permutation)} points cannot act on {2 * len(matching)} points")
    moved = [(permutation[a], permutation[b]) for a, b in matching]
    return tuple(sorted((a, b) if a < b else (b, a) for a, b in moved))


def orbit(matching: Iterable[Iterable[int]], group: Iterable[Sequence[int]]) -> tuple[Matching, ...]:
    """Return the different matchings that the elements of a group make of one, sorted.

    Parameters: `group` is a whole group (`cyclic_group`, `dihedral_group`, `closure`), not only its generators.

    Raises BadArgument when the matching is none or has another number of points than the group.

    >>> orbit([(0, 1), (2, 3)], cyclic_group(4, 1))
    (((0, 1), (2, 3)), ((0, 3), (1, 2)))
    """
    start = as_matching(matching)
    return tuple(sorted({apply(element, start) for element in group}))


def canonical(matching: Iterable[Iterable[int]], group: Iterable[Sequence[int]]) -> Matching:
    """Return the least matching of the orbit: equal for two matchings exactly when the group carries one to the other.

    Raises BadArgument as `orbit` does, or when the group is empty.

    >>> canonical([(0, 3), (1, 2)], cyclic_group(4, 1))
    ((0, 1), (2, 3))
    """
    positions = orbit(matching, group)
    if not positions:
        raise BadArgument("a group has at least one element, the identity; the one given has none")
    return positions[0]


def stabiliser(matching: Iterable[Iterable[int]], group: Iterable[Sequence[int]]) -> tuple[Permutation, ...]:
    """Return the elements of a group that leave a matching as it is, in the group's order.

    Its size times the size of the `orbit` is the size of the group.

    Raises BadArgument as `orbit` does.

    >>> stabiliser([(0, 2), (1, 3)], cyclic_group(2, 2))
    ((0, 1, 2, 3), (2, 3, 0, 1))
    """
    start = as_matching(matching)
    return tuple(tuple(element) for element in group if apply(element, start) == start)


def order(permutation: Permutation) -> int:
    """Return how often a permutation must be repeated until nothing is moved.

    >>> order((1, 0, 3, 4, 2))
    6
    """
    return math.lcm(*cycle_type(permutation))
