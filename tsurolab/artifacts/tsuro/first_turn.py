"""The first tile of a game, exactly: how many placements there are, and who it puts out.

What it is for: values that a simulation of whole games can be held against. What it is not for: later turns.

All markers stand on start marks when seat 0 lays its first tile (rules 1.2 and 1.4). On the square in front of it some
ports lie on the border of the board: two on an edge square, four in a corner. A line from the marker's port to one of
these ends at the border or at another marker that waits there; either way the placement is suicide, and is refused
while another is possible (rule 1.5). So all depends on the square, the port and the hand, and every hand of different
tiles is equally likely.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from tsurolab.combinatorics.matchings import checked_int
from tsurolab.games.tsuro.tiles import CLASS_NAMES, CLASS_OF, ORIENTED_NAMES, parse_name

if TYPE_CHECKING:
    import pandas as pd

MOST_HAND = 3
_THROUGH = tuple({a: b for pair in parse_name(name) for a, b in (pair, pair[::-1])} for name in ORIENTED_NAMES)
CORNER_RIM = frozenset({6, 7, 0, 1})
"""The ports of a bottom left corner square that lie on the border of the board."""
EDGE_RIM = frozenset({0, 1})
"""The same of another square at the bottom."""


@cache
def _safe(port: int, rim: frozenset[int]) -> tuple[int, ...]:
    """How many orientations of each class keep a marker at `port` in."""
    counts = Counter(CLASS_OF[index] for index, through in enumerate(_THROUGH) if through[port] not in rim)
    return tuple(counts[index] for index in range(len(CLASS_NAMES)))


def forced_out(port: int, rim: frozenset[int], hand_size: int = 3) -> Fraction:
    """Return the probability that no placement of a random hand keeps the first player in.

    Parameters: `port` 0..7 of the marker, one of the `rim` ports; `hand_size` different tiles.

    Raises BadArgument for a hand size that is not 1 to 35.

    >>> forced_out(0, CORNER_RIM, 1), forced_out(0, EDGE_RIM, 3)
    (Fraction(2, 35), Fraction(0, 1))
    """
    hand_size = checked_int("hand_size", hand_size, 1, len(CLASS_NAMES))
    killers = sum(not some for some in _safe(port, rim))
    return Fraction(math.comb(killers, hand_size), math.comb(len(CLASS_NAMES), hand_size))


def legal_placements(port: int, rim: frozenset[int], hand_size: int = 3) -> Fraction:
    """Return the expected number of legal placements of the first player.

    Raises BadArgument for a hand size that is not 1 to `MOST_HAND`.

    >>> legal_placements(0, frozenset()) == 9
    True
    """
    hand_size = checked_int("hand_size", hand_size, 1, MOST_HAND)
    safe = _safe(port, rim)
    every = tuple(CLASS_OF.count(index) for index in range(len(CLASS_NAMES)))
    total = 0
    for hand in combinations(range(len(CLASS_NAMES)), hand_size):
        total += sum(safe[tile] for tile in hand) or sum(every[tile] for tile in hand)
    return Fraction(total, math.comb(len(CLASS_NAMES), hand_size))


def neighbour_out(port: int, other: int, rim: frozenset[int], hand_size: int = 3) -> Fraction:
    """Return the probability that the first tile puts out a marker that waits at port `other` of the same square.

    The first player chooses with equal chances among the legal placements. Raises as `legal_placements` does.

    >>> neighbour_out(0, 1, EDGE_RIM)
    Fraction(0, 1)
    """
    hand_size = checked_int("hand_size", hand_size, 1, MOST_HAND)
    ways: list[list[tuple[bool, bool]]] = [[] for _ in CLASS_NAMES]
    for index, through in enumerate(_THROUGH):
        ways[CLASS_OF[index]].append((through[port] in rim, through[other] in rim))
    # Of each class: safe placements, safe ones that put the other out, all, all that put the other out.
    counts = [
        (
            sum(not own for own, _ in some),
            sum(not own and his for own, his in some),
            len(some),
            sum(his for _, his in some),
        )
        for some in ways
    ]
    total = Fraction(0)
    sums: Counter[tuple[int, int]] = Counter()
    for hand in combinations(range(len(CLASS_NAMES)), hand_size):
        safe = sum(counts[tile][0] for tile in hand)
        if safe:
            sums[sum(counts[tile][1] for tile in hand), safe] += 1
        else:
            sums[sum(counts[tile][3] for tile in hand), sum(counts[tile][2] for tile in hand)] += 1
    for (out, of), many in sums.items():
        total += Fraction(out, of) * many
    return total / math.comb(len(CLASS_NAMES), hand_size)


def corner_share(rows: int = 6, cols: int = 6) -> Fraction:
    """Return the share of the start marks that belong to the four corner squares.

    Raises BadArgument for fewer than 2 rows or columns.

    >>> corner_share()
    Fraction(1, 3)
    """
    rows, cols = checked_int("rows", rows, 2), checked_int("cols", cols, 2)
    return Fraction(16, 4 * (rows + cols))


def first_tile_out(hand_size: int = 3) -> Fraction:
    """Return the probability that the first tile of a game on 6 x 6 puts out the player who lays it.

    The start mark is chosen with equal chances among the 48.

    >>> first_tile_out(1) == corner_share() * sum(forced_out(port, CORNER_RIM, 1) for port in (0, 1)) / 2 + (
    ...     1 - corner_share()) * forced_out(0, EDGE_RIM, 1)
    True
    """
    corner = sum((forced_out(port, CORNER_RIM, hand_size) for port in CORNER_RIM), Fraction(0)) / 4
    return corner_share() * corner + (1 - corner_share()) * forced_out(0, EDGE_RIM, hand_size)


def first_tile_placements(hand_size: int = 3) -> Fraction:
    """Return the expected number of legal placements of the first tile of a game on 6 x 6.

    >>> 6 < first_tile_placements() < 9
    True
    """
    corner = sum((legal_placements(port, CORNER_RIM, hand_size) for port in CORNER_RIM), Fraction(0)) / 4
    return corner_share() * corner + (1 - corner_share()) * legal_placements(0, EDGE_RIM, hand_size)


def first_tile_neighbour_out(hand_size: int = 3) -> Fraction:
    """Return the probability that the first tile of a game on 6 x 6 puts out seat 1.

    Both start marks are chosen with equal chances among those that are free.

    >>> 0 < first_tile_neighbour_out() < first_tile_neighbour_out(1) < 1
    True
    """
    marks = 48
    corner = sum(
        (
            neighbour_out(port, other, CORNER_RIM, hand_size)
            for port in CORNER_RIM
            for other in CORNER_RIM
            if other != port
        ),
        Fraction(0),
    )
    edge = neighbour_out(0, 1, EDGE_RIM, hand_size)
    return (corner_share() * corner / 4 + (1 - corner_share()) * edge) / (marks - 1)


def first_turn_table() -> pd.DataFrame:
    """Return the first turn on 6 x 6, by start and hand size.

    Columns: start; marks (how many of the 48 are like it); hand size; expected placements (a Fraction); forced out (a
    Fraction, the probability that every placement is suicide); and both as decimals.

    >>> list(first_turn_table()["hand size"])
    [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]
    """
    import pandas as pd

    # Bottom left corner: port 0 lies at the corner, port 1 away from it; the left side is the mirror image.
    starts = (
        ("corner square, mark at the corner", 8, 0, CORNER_RIM),
        ("corner square, mark away from it", 8, 1, CORNER_RIM),
        ("edge square", 32, 0, EDGE_RIM),
    )
    rows = [
        {"start": words, "marks": many, "hand size": size, "expected placements": placements, "forced out": out}
        for words, many, port, rim in starts
        for size in (1, 2, 3)
        for placements, out in [(legal_placements(port, rim, size), forced_out(port, rim, size))]
    ]
    rows += [
        {
            "start": "any of the 48 marks",
            "marks": 48,
            "hand size": size,
            "expected placements": first_tile_placements(size),
            "forced out": first_tile_out(size),
        }
        for size in (1, 2, 3)
    ]
    for row in rows:
        row["placements as decimal"] = f"{float(row['expected placements']):.6f}"
        row["forced out as decimal"] = f"{float(row['forced out']):.8f}"
    return pd.DataFrame(rows)
