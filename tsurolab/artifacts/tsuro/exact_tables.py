"""The exact tables of the Tsuro family.

What it is for: the list `TABLES`, and the tables that put values of several functions side by side. What it is not
for: the mathematics (`tsurolab.combinatorics`, `tsurolab.games.tsuro`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final

from tsurolab.artifacts.registry import Table
from tsurolab.artifacts.tsuro.first_turn import first_turn_table
from tsurolab.combinatorics import burnside_table, count_matchings, count_tiles
from tsurolab.games.tsuro.loop_counts import expected_loops, loop_terms
from tsurolab.games.tsuro.tiles import (
    CLASS_NAMES,
    CLASS_OF,
    ORIENTATIONS,
    ORIENTED_NAMES,
    canonical_name,
    cycle_type_table,
    mirror_name,
    symmetry_class,
    symmetry_table,
    tile,
    tile_table,
)
from tsurolab.games.tsuro.topology import count_placements

if TYPE_CHECKING:
    import pandas as pd

MOST_PORTS: Final = 24
"""The table of counts goes as far as this many points round the tile."""
SEQUENCES: Final[tuple[tuple[str, str, Callable[[int], int]], ...]] = (
    ("A132100", "square, n points a side", lambda n: count_tiles(4, n)),
    ("A132101", "digon, n points a side", lambda n: count_tiles(2, n)),
    ("A132102", "n-gon, 2 points a side", lambda n: count_tiles(n, 2)),
    ("A132103", "digon, n points a side, may be turned over", lambda n: count_tiles(2, n, flips=True)),
    ("A132104", "square, n points a side, may be turned over", lambda n: count_tiles(4, n, flips=True)),
    ("A132105", "n-gon, 2 points a side, may be turned over", lambda n: count_tiles(n, 2, flips=True)),
    ("A007769", "2n-gon, 1 point a side", lambda n: count_tiles(2 * n, 1)),
)
"""Number in the On-Line Encyclopedia of Integer Sequences, what is counted, and the count for n = 0, 1, ..."""


def oriented_table() -> pd.DataFrame:
    """Return the 105 oriented tiles in the order of their index, one row each.

    Columns: index, tile (as it lies), class, canonical name, quarter turns (anticlockwise, of the canonical one),
    mirror image (as it lies, in the vertical plane), crossings.

    >>> oriented_table().shape
    (105, 7)
    """
    import pandas as pd

    rows = []
    for index, name in enumerate(ORIENTED_NAMES):
        rows.append(
            {
                "index": index,
                "tile": name,
                "class": CLASS_OF[index],
                "canonical": CLASS_NAMES[CLASS_OF[index]],
                "quarter turns": index - CLASS_OF.index(CLASS_OF[index]),
                "mirror image": mirror_name(name, "vertical"),
                "crossings": tile(name).crossings,
            }
        )
    return pd.DataFrame(rows)


def chirality_table() -> pd.DataFrame:
    """Return the pairs of tiles that are mirror images of each other, in both implementations of the patent.

    >>> chirality_table()["implementation"].value_counts().to_dict()
    {2: 14, 1: 5}
    """
    import pandas as pd

    rows = []
    for implementation in (1, 2):
        for name in CLASS_NAMES:
            partner = canonical_name(mirror_name(name, "vertical", implementation))
            if name < partner:
                symmetry = symmetry_class(name, implementation)
                rows.append({"implementation": implementation, "tile": name, "partner": partner, "symmetry": symmetry})
    return pd.DataFrame(rows)


def counts_table() -> pd.DataFrame:
    """Return how many tiles there are, by number of sides and of points a side.

    Columns: sides, points, matchings (all ways to join the points), tiles, tiles with flips (turning over allowed).

    >>> counts_table().query("sides == 4 and points == 2").values.tolist()
    [[4, 2, 105, 35, 30]]
    """
    import pandas as pd

    rows = [
        {
            "sides": sides,
            "points": points,
            "matchings": count_matchings(sides * points),
            "tiles": count_tiles(sides, points),
            "tiles with flips": count_tiles(sides, points, flips=True),
        }
        for sides in range(1, 13)
        for points in range(1, MOST_PORTS // sides + 1)
    ]
    return pd.DataFrame(rows).astype(object)


def sequence_table(terms: int = 13) -> pd.DataFrame:
    """Return the first terms of the integer sequences that these counts are.

    >>> sequence_table(4)["n=3"].tolist()[:3]
    [2688, 11, 7]
    """
    import pandas as pd

    rows = [
        {"sequence": number, "counts": words} | {f"n={n}": count(n) for n in range(terms)}
        for number, words, count in SEQUENCES
    ]
    return pd.DataFrame(rows).astype(object)


def board_table() -> pd.DataFrame:
    """Return what holds for every full board of n x n tiles, whatever the tiles are.

    Columns: n; squares; start marks (8n - 0: two for each edge at the border, 8n in all); open paths (4n); lines (four
    a tile); placements with one gap of the 35 different tiles (0 when they are too few).

    >>> board_table().query("n == 6")[["start marks", "open paths", "lines"]].values.tolist()
    [[48, 24, 144]]
    """
    import pandas as pd

    rows = [
        {
            "n": n,
            "squares": n * n,
            "start marks": 8 * n,
            "open paths": 4 * n,
            "lines": 4 * n * n,
            "placements with one gap": count_placements(n, n, gaps=1),
        }
        for n in range(1, 11)
    ]
    return pd.DataFrame(rows).astype(object)


def loops_table() -> pd.DataFrame:
    """Return the expected number of closed loops on full boards of random tiles, exactly.

    Columns: rows; columns; model (uniform: each square one of the 105 oriented tiles; distinct: different tiles of the
    set); expected (a Fraction); decimal; per tile.

    >>> loops_table().query("rows == 1 and columns == 2")["expected"].tolist()[0]
    Fraction(1, 49)
    """
    import pandas as pd

    sizes = [("uniform", rows, cols) for rows in range(1, 4) for cols in range(max(2, rows), 7)]
    sizes += [("uniform", 4, 4), ("distinct", 1, 2), ("distinct", 1, 3), ("distinct", 2, 2), ("distinct", 2, 3)]
    rows = []
    for model, high, wide in sizes:
        value = expected_loops(high, wide, model, method="exact").value
        assert isinstance(value, Fraction)
        per_tile = value / (high * wide)
        rows.append(
            {
                "rows": high,
                "columns": wide,
                "model": model,
                "expected": value,
                "decimal": f"{float(value):.8f}",
                "per tile": f"{float(per_tile):.8f}",
            }
        )
    return pd.DataFrame(rows)


def short_loops_table() -> pd.DataFrame:
    """Return the expected number of short loops on a 6 x 6 board, exactly, by length, in both models.

    Columns: model; gaps; segments (the length); squares (different ones); loops (how many such loops could exist);
    expected (a Fraction); decimal.

    >>> short_loops_table().iloc[0]["expected"]
    Fraction(60, 49)
    """
    import pandas as pd

    frames = []
    for model, gaps in (("uniform", 0), ("distinct", 1)):
        frame = loop_terms(6, 6, model, gaps=gaps, longest=6)
        frame = frame.assign(decimal=[f"{value:.8f}" for value in frame["value"]]).drop(columns="value")
        frame.insert(0, "gaps", gaps)
        frame.insert(0, "model", model)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def hands_table() -> pd.DataFrame:
    """Return how many different placements a hand of three of the 35 tiles has on a free square.

    Columns: placements; hands (of the 6545); probability (a Fraction); decimal.

    >>> int(hands_table()["hands"].sum())
    6545
    """
    import pandas as pd

    counts = Counter(sum(ORIENTATIONS[index] for index in hand) for hand in combinations(range(len(CLASS_NAMES)), 3))
    every = comb(len(CLASS_NAMES), 3)
    return pd.DataFrame(
        {
            "placements": placements,
            "hands": many,
            "probability": Fraction(many, every),
            "decimal": f"{many / every:.8f}",
        }
        for placements, many in sorted(counts.items())
    )


_FROM: Final = "tsurolab.artifacts.tsuro"

TABLES: Final = (
    Table(
        "symmetry",
        "The 35 tiles by symmetry",
        "One row for each kind of symmetry: how many ways it can lie, how many tiles are like that, and which. "
        "A tile has two points a side, as in the game that is sold (the patent's first implementation).",
        symmetry_table,
        "tl.tsuro.symmetry_table()",
    ),
    Table(
        "burnside",
        "Why there are 35 tiles",
        "One row for each kind of turn of the square: how it moves the eight points, and how many of the 105 matchings "
        "it leaves as they are. The products add up to 140, a quarter of it is 35.",
        lambda: burnside_table(4, 2),
        "tl.combinatorics.burnside_table(4, 2)",
    ),
    Table(
        "tiles",
        "The 35 tiles",
        "One row a tile, in the order of the canonical names, with all that its shape says.",
        tile_table,
        "tl.tsuro.tile_table()",
    ),
    Table(
        "oriented",
        "The 105 oriented tiles",
        "One row for each way in which a tile can lie on a square.",
        oriented_table,
        f"from {_FROM}.exact_tables import oriented_table; oriented_table()",
    ),
    Table(
        "symmetry-corners",
        "The tiles of the second implementation by symmetry",
        "The patent's second implementation has its points at the corners and at the midpoints of the sides. The turns "
        "do the same, the mirrors do not.",
        lambda: symmetry_table(2),
        "tl.tsuro.symmetry_table(implementation=2)",
    ),
    Table(
        "chirality",
        "Tiles that come in left and right",
        "One row for each pair of tiles that are mirror images of each other, in both implementations.",
        chirality_table,
        f"from {_FROM}.exact_tables import chirality_table; chirality_table()",
    ),
    Table(
        "burnside-flips",
        "Why there are 30 tiles when they may be turned over",
        "As for turns alone, with the four mirrors: the products add up to 240, an eighth of it is 30.",
        lambda: burnside_table(4, 2, flips=True),
        "tl.combinatorics.burnside_table(4, 2, flips=True)",
    ),
    Table(
        "cycle-types",
        "What turns and mirrors do to the eight points",
        "One row for each of the eight symmetries of the square, two points a side.",
        cycle_type_table,
        "tl.tsuro.cycle_type_table()",
    ),
    Table(
        "cycle-types-corners",
        "The same for the second implementation",
        "Points at corners and midpoints: every mirror leaves two points where they are.",
        lambda: cycle_type_table(2),
        "tl.tsuro.cycle_type_table(implementation=2)",
    ),
    Table(
        "counts",
        "Tiles of other shapes",
        f"One row for each number of sides and of points a side, up to {MOST_PORTS} points round the tile.",
        counts_table,
        f"from {_FROM}.exact_tables import counts_table; counts_table()",
    ),
    Table(
        "sequences",
        "The same counts as integer sequences",
        "One row for each sequence of the On-Line Encyclopedia of Integer Sequences that these counts are.",
        sequence_table,
        f"from {_FROM}.exact_tables import sequence_table; sequence_table()",
    ),
    Table(
        "boards",
        "What holds for every full board",
        "A full board of n x n tiles has 4n open paths, whatever the tiles are. The number of ways to lay different "
        "tiles of the 35 on all squares but one.",
        board_table,
        f"from {_FROM}.exact_tables import board_table; board_table()",
    ),
    Table(
        "loops",
        "Closed loops on boards of random tiles",
        "The expected number of loops on full boards up to four rows, as exact fractions.",
        loops_table,
        f"from {_FROM}.exact_tables import loops_table; loops_table()",
    ),
    Table(
        "short-loops",
        "Short loops on a 6 x 6 board",
        "The expected number of loops of at most six segments, as exact fractions, by length.",
        short_loops_table,
        f"from {_FROM}.exact_tables import short_loops_table; short_loops_table()",
    ),
    Table(
        "hands",
        "Placements of a hand of three",
        "How many different placements the 6545 possible hands have on a free square; the mean is 9.",
        hands_table,
        f"from {_FROM}.exact_tables import hands_table; hands_table()",
    ),
    Table(
        "first-turn",
        "The first tile",
        "By start mark and hand size: the expected number of legal placements, and the probability that every "
        "placement puts the player out.",
        first_turn_table,
        f"from {_FROM}.first_turn import first_turn_table; first_turn_table()",
    ),
)
