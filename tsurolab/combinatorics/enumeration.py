"""Listing the tiles of any polygon, one for each class, as long as they are few.

What it is for: the tiles themselves, and how many have how much symmetry. What it is not for: large counts, which
`tsurolab.combinatorics.count_tiles` gives at once.
"""

from __future__ import annotations

from tsurolab.combinatorics.actions import Permutation, polygon_group
from tsurolab.combinatorics.counting import count_tiles
from tsurolab.combinatorics.matchings import Matching, checked_int, count_matchings, matchings
from tsurolab.errors import TooLarge

LIMIT = 200_000
"""The most matchings that a list is made from, unless another limit is given: a few seconds of work."""


def tile_classes(sides: int, points: int, flips: bool = False, limit: int = LIMIT) -> tuple[Matching, ...]:
    """Return one matching for each class of tiles: the least of the class, in ascending order.

    Parameters: `sides` sides, `points` points a side, `flips` counts mirror images as one, `limit` is the most
    matchings to go through.

    Raises TooLarge when there are more matchings than `limit`, BadArgument as `count_tiles` does.

    >>> tile_classes(4, 1)
    (((0, 1), (2, 3)), ((0, 2), (1, 3)))
    >>> len(tile_classes(4, 2)), len(tile_classes(4, 2, flips=True))
    (35, 30)
    >>> tile_classes(4, 4)
    Traceback (most recent call last):
        ...
    tsurolab.errors.TooLarge: 4 sides with 4 points have 508277 classes out of 2027025 matchings, above the limit of
    200000 matchings; count_tiles counts them without a list, or give a larger limit
    """
    return tuple(matching for matching, _ in _classes(sides, points, flips, limit))


def orbit_sizes(sides: int, points: int, flips: bool = False, limit: int = LIMIT) -> dict[int, int]:
    """Return how many classes have how many different positions: {positions: classes}, ascending.

    A class with few positions has much symmetry: positions times the size of the stabiliser is the size of the group.

    Raises as `tile_classes` does.

    >>> orbit_sizes(4, 2)
    {1: 5, 2: 10, 4: 20}
    """
    counts: dict[int, int] = {}
    for _, positions in _classes(sides, points, flips, limit):
        counts[positions] = counts.get(positions, 0) + 1
    return dict(sorted(counts.items()))


def _classes(sides: int, points: int, flips: bool, limit: int) -> list[tuple[Matching, int]]:
    group = polygon_group(sides, points, flips)
    limit = checked_int("limit", limit, 1)
    total = count_matchings(sides * points)
    if total > limit:
        few = sides * points <= 200
        classes = f"{count_tiles(sides, points, flips)} classes out of {total}" if few else "more than 10^180"
        raise TooLarge(
            f"{sides} sides with {points} points have {classes} matchings, above the limit of {limit} matchings; "
            "count_tiles counts them without a list, or give a larger limit"
        )
    found = ((matching, _positions(matching, group)) for matching in matchings(sides * points))
    return [(matching, positions) for matching, positions in found if positions]


def _positions(matching: Matching, group: tuple[Permutation, ...]) -> int:
    """The number of positions of a matching that is the least of its class, else 0."""
    # A matching as the list of partners is compared point by point, so most that are not least are dropped early.
    partner = [0] * (2 * len(matching))
    for a, b in matching:
        partner[a], partner[b] = b, a
    same = 0
    for element in group:
        moved = [0] * len(partner)
        for point, image in enumerate(element):
            moved[image] = element[partner[point]]
        if moved < partner:
            return 0
        same += moved == partner
    return len(group) // same
