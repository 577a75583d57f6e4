"""Openings of Qwirkle, exactly: the largest group of a hand, of all hands dealt from one bag, and who starts.

What it is for: the law of the opening for one to four players, for any tile set and size of a hand. Every value here
is exact, also for three and four players. What it is not for: later turns.

Hands dealt from one bag are not independent, because a tile in one is missing from the others. Three and four hands
are summed over pairs of hands: all twelve tiles that two players hold have one of 114 331 patterns (see
`tsurolab.combinatorics.fillings`), and disjoint sets are counted by inclusion and exclusion over the tiles in common.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from tsurolab.combinatorics.fillings import LIMIT, Array, Patterns, descend, disjoint_sum, patterns
from tsurolab.combinatorics.matchings import checked_int
from tsurolab.combinatorics.multisets import multiply
from tsurolab.errors import TooLarge
from tsurolab.games.qwirkle.hands import group_sizes
from tsurolab.games.qwirkle.tiles import CLASSIC, TileSet

if TYPE_CHECKING:
    import pandas as pd


def _supports(tiles: TileSet, most: int, cells: int) -> list[int]:
    """Count the sets of 0 .. `cells` different tiles with at most `most` of each colour and of each shape."""
    # Colour by colour: a state says how many shapes have 0, 1, 2, ... tiles so far; its value is the number of ways.
    states: dict[tuple[int, ...], int] = {(tiles.shapes, *[0] * most): 1}
    for _ in range(tiles.colours):
        after: dict[tuple[int, ...], int] = {}
        for state, ways in states.items():
            used = sum(many * shapes for many, shapes in enumerate(state))
            for raised, choices in _raised(state, min(most, cells - used)):
                after[raised] = after.get(raised, 0) + ways * choices
        states = after
    counts = [0] * (cells + 1)
    for state, ways in states.items():
        counts[sum(many * shapes for many, shapes in enumerate(state))] += ways
    return counts


def _raised(state: tuple[int, ...], budget: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the states after at most `budget` shapes have got one tile more, none above the last level."""
    ways: dict[tuple[int, ...], int] = {(): 1}
    for shapes in state[:-1]:
        ways = {
            (*moved, more): number * math.comb(shapes, more)
            for moved, number in ways.items()
            for more in range(min(shapes, budget - sum(moved)) + 1)
        }
    for moved, number in ways.items():
        up = (0, *moved)
        down = (*moved, 0)
        yield tuple(shapes + up[level] - down[level] for level, shapes in enumerate(state)), number


def opening_counts(size: int = 6, tiles: TileSet = CLASSIC) -> dict[int, int]:
    """Count the hands by the size of their largest group: {size of the group: sets of tiles}.

    Parameters: `size` of the hand, 1 up to the number of tiles.

    Raises BadArgument for another size.

    Source: the different tiles of a hand fill cells of a grid, colours by shapes; those with no more than k in a line
    are counted colour by colour, and a cell holds its tile in one copy or more: (1 + x)^copies - 1.

    >>> opening_counts()
    {1: 9176130, 2: 1084083930, 3: 754874640, 4: 63748620, 5: 1662120, 6: 8748}
    """
    size = checked_int("the size of a hand", size, 1, tiles.size)
    cells = min(size, tiles.types)
    # held[s] counts the hands with s given different tiles, each at least once.
    cell = [math.comb(tiles.copies, many) for many in range(tiles.copies + 1)]
    cell[0] = 0
    held, product = [], [1]
    for _ in range(cells + 1):
        held.append(product[size] if size < len(product) else 0)
        product = multiply(product, cell, size)
    counts, below = {}, 0
    for most in range(1, min(size, tiles.longest) + 1):
        now = sum(many * ways for many, ways in zip(_supports(tiles, most, cells), held))
        if now > below:
            counts[most] = now - below
        below = now
    return counts


def opening_table(size: int = 6, tiles: TileSet = CLASSIC) -> pd.DataFrame:
    """Return the law of the largest group of one hand, one row a size of the group.

    Columns: largest group; hands (sets of tiles); probability (a Fraction); percent; one in.

    Raises BadArgument as `opening_counts` does.

    >>> opening_table()[["largest group", "hands", "percent"]].round(4)
       largest group       hands  percent
    0              1     9176130   0.4795
    1              2  1084083930  56.6529
    2              3   754874640  39.4488
    3              4    63748620   3.3314
    4              5     1662120   0.0869
    5              6        8748   0.0005
    """
    import pandas as pd

    counts = opening_counts(size, tiles)
    total = math.comb(tiles.size, size)
    chances = [Fraction(many, total) for many in counts.values()]
    return pd.DataFrame(
        {
            "largest group": list(counts),
            "hands": list(counts.values()),
            "probability": pd.Series(chances, dtype=object),
            "percent": [100 * float(chance) for chance in chances],
            "one in": [float(1 / chance) for chance in chances],
        }
    )


def _splits(step: Patterns, size: int) -> Array:
    """Return, for each pattern of two hands together, in how many ways it is dealt to two seats, by their groups.

    The result has a row a pattern and a column for each pair of group sizes a <= b, in the order of `_pairs`.
    """
    many, rows, columns = step.fillings.shape
    most = max(rows, columns)
    pairs = _pairs(most)
    place = np.zeros((most + 1, most + 1), dtype=np.intp)
    for at, (a, b) in enumerate(pairs):
        place[a, b] = place[b, a] = at
    lines = [sum(1 << (row * columns + column) for column in range(columns)) for row in range(rows)]
    lines += [sum(1 << (row * columns + column) for row in range(rows)) for column in range(columns)]
    masks = [np.uint64(line) for line in lines]
    # The first tile goes to the first hand; the mirror image of each split counts as well.
    firsts = [(0, *others) for others in combinations(range(1, 2 * size), size - 1)]
    result = np.zeros((many, len(pairs)), dtype=np.int64)
    for start in range(0, many, _AT_A_TIME):
        flat = step.fillings[start : start + _AT_A_TIME].reshape(-1, rows * columns)
        here = len(flat)
        # The tiles of each pattern one by one, as cells; the copies of a cell one after the other.
        cells = np.repeat(np.tile(np.arange(rows * columns), here), flat.ravel()).reshape(here, 2 * size)
        bits = np.left_shift(np.uint64(1), cells.astype(np.uint64)).T.copy()
        found = np.empty((len(firsts), here), dtype=np.intp)
        offset = np.arange(here) * len(pairs)
        for at, first in enumerate(firsts):
            second = tuple(one for one in range(2 * size) if one not in first)
            found[at] = place[_largest(bits, first, masks), _largest(bits, second, masks)] + offset
        counts = np.bincount(found.ravel(), minlength=here * len(pairs))
        result[start : start + here] = 2 * counts.reshape(here, len(pairs))
    return result


_AT_A_TIME = 1 << 13
"""How many patterns are split at a time, so that they stay near the processor."""


def _largest(bits: Array, held: tuple[int, ...], masks: list[np.uint64]) -> Array:
    """Return the largest group of the tiles at some places of each pattern."""
    union = bits[held[0]]
    for one in held[1:]:
        union = union | bits[one]
    group: Array = np.bitwise_count(union & masks[0])
    for mask in masks[1:]:
        np.maximum(group, np.bitwise_count(union & mask), out=group)
    return group


def _pairs(most: int) -> list[tuple[int, int]]:
    return [(a, b) for a in range(1, most + 1) for b in range(a, most + 1)]


@lru_cache(maxsize=1)
def _two_hands(size: int, tiles: TileSet, limit: int) -> list[Array]:
    """Return what `descend` makes of two hands by their groups, for three and for four players."""
    swap = tiles.colours == tiles.shapes
    steps = patterns(tiles.colours, tiles.shapes, tiles.copies, 2 * size, swap, limit)
    return descend(steps, tiles.copies, _splits(steps[-1], size))


@lru_cache(maxsize=32)
def _joint_counts(players: int, size: int, tiles: TileSet, limit: int) -> dict[tuple[int, ...], int]:
    """Count the deals by the group sizes of the hands, largest first; a deal says which seat gets which set."""
    swap = tiles.colours == tiles.shapes
    hands = 2 if players > 2 else 1
    steps = patterns(tiles.colours, tiles.shapes, tiles.copies, hands * size, swap, limit)
    most = min(size, tiles.longest)
    single = np.zeros((len(steps[size]), most), dtype=np.int64)
    for at, group in enumerate(group_sizes(steps[size])):
        single[at, group - 1] = 1
    of_one = [(group,) for group in range(1, most + 1)]
    of_two = _pairs(tiles.longest)
    left: list[tuple[int, ...]] = [*of_one]
    right: list[tuple[int, ...]] = [()]
    if players == 1:
        table = single.astype(object).T.dot(steps[size].sets[:, None])
    else:
        alone = descend(steps[: size + 1], tiles.copies, single)
        right = [*of_one]
        if players == 2:
            table = disjoint_sum(steps[: size + 1], alone, alone)
        else:
            pairs = _two_hands(size, tiles, limit)
            left, right = [*of_two], [*of_one] if players == 3 else [*of_two]
            table = disjoint_sum(steps, pairs, alone if players == 3 else pairs)
    counts: dict[tuple[int, ...], int] = {}
    for name, row in zip(left, table):
        for other, total in zip(right, row):
            if total:
                key = tuple(sorted((*name, *other), reverse=True))
                counts[key] = counts.get(key, 0) + int(total)
    return dict(sorted(counts.items()))


def joint_openings(
    players: int = 2, size: int = 6, tiles: TileSet = CLASSIC, limit: int = LIMIT
) -> dict[tuple[int, ...], Fraction]:
    """Return the joint law of the largest groups of all hands: {group sizes, largest first: probability}.

    Parameters: 1 to 4 `players` with `size` tiles each, dealt from one bag; `limit` is the most patterns. Three or four
    players with the classic tiles take some seconds the first time, the rest no time.

    Raises TooLarge above the limit, or for three and four players with more than 64 different tiles; BadArgument when
    there are not enough tiles, or for another number of players.

    Source: inclusion and exclusion over common tiles, see `tsurolab.combinatorics.fillings`.

    >>> chances = joint_openings(2)
    >>> sum(chances.values()), round(float(chances[3, 2]), 6)
    (Fraction(1, 1), 0.446431)
    """
    players = checked_int("players", players, 1, 4)
    size = checked_int("the size of a hand", size, 1, tiles.size // players)
    if players > 2 and tiles.types > 64:
        raise TooLarge(f"three or four hands can be summed for at most 64 different tiles, not {tiles.types}")
    counts = _joint_counts(players, size, tiles, checked_int("limit", limit, 1))
    total = math.prod(math.comb(tiles.size - size * seat, size) for seat in range(players))
    return {groups: Fraction(many, total) for groups, many in counts.items()}


def opening_among(players: int = 2, size: int = 6, tiles: TileSet = CLASSIC) -> pd.DataFrame:
    """Return the law of the opening, the largest group of all hands dealt from one bag, and of its ties.

    Columns: opening; probability (a Fraction); percent; percent if independent (hands dealt from a full bag each, for
    comparison); then, for each number of players, the probability that as many hold this opening (they add up to the
    first).

    Parameters and what is raised: as for `joint_openings`.

    >>> opening_among(2)[["opening", "percent", "percent if independent"]].round(4)
       opening  percent  percent if independent
    0        1   0.0024                  0.0023
    1        2  32.6748                 32.6388
    2        3  60.6038                 60.6382
    3        4   6.5445                  6.5460
    4        5   0.1736                  0.1736
    5        6   0.0009                  0.0009
    """
    import pandas as pd

    joint = joint_openings(players, size, tiles)
    alone = opening_counts(size, tiles)
    hands = math.comb(tiles.size, size)
    rows = []
    below = Fraction(0)
    upto = 0
    for opening in sorted({groups[0] for groups in joint}):
        ties = [
            sum(
                (p for groups, p in joint.items() if groups[0] == opening and groups.count(opening) == many),
                Fraction(0),
            )
            for many in range(1, players + 1)
        ]
        upto = sum(number for group, number in alone.items() if group <= opening)
        independent = Fraction(upto, hands) ** players
        rows.append(
            {
                "opening": opening,
                "probability": sum(ties, Fraction(0)),
                "percent": 100 * float(sum(ties)),
                "percent if independent": 100 * float(independent - below),
                **{f"{many} hold{'s' if many == 1 else ''} it": chance for many, chance in enumerate(ties, 1)},
            }
        )
        below = independent
    return pd.DataFrame(rows)


def start_table(players: int = 2, size: int = 6, tiles: TileSet = CLASSIC) -> pd.DataFrame:
    """Return the chance of starting when one's own largest group is known, one row a size of it.

    Columns: own group; probability (of having it); alone (of then holding the opening alone), tied (with others), and
    starts (alone, or by lot among those who tie); all Fractions.

    Parameters and what is raised: as for `joint_openings`.

    Source: the law of `joint_openings`; no seat differs from another, so before the deal each starts with probability
    1 in `players`.

    >>> start_table(2)[["own group", "starts"]].map(float).round(4)
       own group  starts
    0        1.0  0.0025
    1        2.0  0.2884
    2        3.0  0.7681
    3        4.0  0.9822
    4        5.0  0.9995
    5        6.0  1.0000
    """
    import pandas as pd

    joint = joint_openings(players, size, tiles)
    rows = []
    for group in sorted({one for groups in joint for one in groups}):
        # The chance that a given seat is one of those with this group is its share among the seats.
        have = sum((p * groups.count(group) for groups, p in joint.items()), Fraction(0)) / players
        most = {groups: p for groups, p in joint.items() if groups[0] == group}
        alone = sum((p for groups, p in most.items() if groups.count(group) == 1), Fraction(0)) / players
        tied = sum((p * groups.count(group) for groups, p in most.items()), Fraction(0)) / players - alone
        rows.append(
            {
                "own group": group,
                "probability": have,
                "alone": alone / have,
                "tied": tied / have,
                "starts": sum(most.values(), Fraction(0)) / players / have,
            }
        )
    return pd.DataFrame(rows)


def opening_summary(players: Iterable[int] = (1, 2, 3, 4), size: int = 6, tiles: TileSet = CLASSIC) -> pd.DataFrame:
    """Return what the deal means for the start, one row a number of players.

    Columns: players; mean opening; tie (that two or more hold the opening); Qwirkle (that the opening is a whole line,
    the longest there is); all Fractions but the first.

    Parameters and what is raised: as for `joint_openings`.

    >>> opening_summary([1, 2])[["mean opening", "tie"]].map(float).round(4)
       mean opening     tie
    0        2.4589  0.0000
    1        2.7422  0.4783
    """
    import pandas as pd

    rows = []
    for many in players:
        joint = joint_openings(many, size, tiles)
        rows.append(
            {
                "players": many,
                "mean opening": sum((p * groups[0] for groups, p in joint.items()), Fraction(0)),
                "tie": sum((p for groups, p in joint.items() if groups.count(groups[0]) > 1), Fraction(0)),
                "Qwirkle": sum((p for groups, p in joint.items() if groups[0] == tiles.longest), Fraction(0)),
            }
        )
    return pd.DataFrame(rows)


def dealt_qwirkle(size: int = 6, tiles: TileSet = CLASSIC) -> Fraction:
    """Return the chance that one dealt hand holds a whole line, the longest there is.

    Raises BadArgument as `opening_counts` does.

    >>> round(float(1 / dealt_qwirkle()), 1)
    218741.9
    """
    return Fraction(opening_counts(size, tiles).get(tiles.longest, 0), math.comb(tiles.size, size))
