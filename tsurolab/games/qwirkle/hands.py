"""Hands of Qwirkle: how many there are, how many differ up to renaming, and their groups.

What it is for: exact counts for any tile set and size of a hand. What it is not for: several hands dealt from one bag
(see `openings`), and draws in the middle of a game (see `bag`).

Two hands are of one *class* when renaming the colours and the shapes makes them equal; with ``swap`` also when the
colours and the shapes exchange their roles, which needs as many of one as of the other. The rules treat all hands of a
class alike.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tsurolab.combinatorics.fillings import LIMIT, Patterns, patterns
from tsurolab.combinatorics.grids import count_fillings, grid_cycle_index
from tsurolab.combinatorics.matchings import checked_int
from tsurolab.combinatorics.multisets import count_multisets
from tsurolab.errors import BadArgument
from tsurolab.games.qwirkle.tiles import CLASSIC, TileSet

if TYPE_CHECKING:
    import pandas as pd
    import sympy


def _size(size: int, tiles: TileSet) -> int:
    return checked_int("the size of a hand", size, 0, tiles.size)


def _swap(tiles: TileSet, swap: bool | None) -> bool:
    """Whether the roles may be swapped: as asked, by default when there are as many colours as shapes."""
    if swap is None:
        return tiles.colours == tiles.shapes
    if not isinstance(swap, bool):
        raise BadArgument(f"swap must be True, False or None, not {swap!r}")
    if swap and tiles.colours != tiles.shapes:
        raise BadArgument(
            f"only as many colours as shapes can swap their roles, not {tiles.colours} and {tiles.shapes}"
        )
    return swap


def count_hands(size: int = 6, tiles: TileSet = CLASSIC, copies_alike: bool = False) -> int:
    """Count the hands of a size: as sets of tiles, or as multisets of different tiles when copies are alike.

    Raises BadArgument when `size` is above the number of tiles, or no whole number of at least 0.

    Source: a binomial coefficient; the coefficients of (1 + x + ... + x^copies)^types.

    >>> count_hands(), count_hands(copies_alike=True)
    (1913554188, 4472412)
    """
    size = _size(size, tiles)
    return count_multisets([tiles.copies] * tiles.types, size) if copies_alike else math.comb(tiles.size, size)


def count_hand_classes(size: int = 6, tiles: TileSet = CLASSIC, swap: bool | None = None) -> int:
    """Count the classes of hands of a size.

    Parameters: `swap` exchanges the roles of colours and shapes too; None does where they are equally many.

    Raises BadArgument as `count_hands` does, or for `swap` with unequal numbers.

    Source: Polya's theorem for (S_colours x S_shapes), or (S_n x S_n) : Z_2 with `swap`.

    >>> count_hand_classes(), count_hand_classes(swap=False)
    (156, 281)
    """
    return count_fillings(tiles.colours, tiles.shapes, tiles.copies, _size(size, tiles), _swap(tiles, swap))


def hand_cycle_index(tiles: TileSet = CLASSIC, swap: bool | None = None) -> sympy.Expr:
    """Return the cycle index behind `count_hand_classes`, as a SymPy polynomial in ``s_1``, ``s_2``, ...

    Raises BadArgument as `count_hand_classes` does.

    >>> hand_cycle_index(TileSet(2, 2, 1))
    s_1**4/8 + s_1**2*s_2/4 + 3*s_2**2/8 + s_4/4
    """
    return grid_cycle_index(tiles.colours, tiles.shapes, _swap(tiles, swap))


def hand_counts(sizes: Iterable[int] = range(1, 13), tiles: TileSet = CLASSIC) -> pd.DataFrame:
    """Return how many hands there are, one row a size, each column a coarser view than the one before.

    Columns: size; sets of tiles; multisets; classes (colours and shapes renamed); classes, roles swapped (only with as
    many colours as shapes). Counts are Python integers.

    Raises BadArgument as `count_hands` does.

    >>> hand_counts([1, 2, 6])
      size sets of tiles multisets classes classes, roles swapped
    0    1           108        36       1                      1
    1    2          5778       666       4                      3
    2    6    1913554188   4472412     281                    156
    """
    import pandas as pd

    square = tiles.colours == tiles.shapes
    rows = [
        {
            "size": size,
            "sets of tiles": count_hands(size, tiles),
            "multisets": count_hands(size, tiles, copies_alike=True),
            "classes": count_hand_classes(size, tiles, swap=False),
            **({"classes, roles swapped": count_hand_classes(size, tiles, swap=True)} if square else {}),
        }
        for size in sizes
    ]
    return pd.DataFrame(rows, dtype=object)


def largest_group(hand: Iterable[int], tiles: TileSet = CLASSIC) -> int:
    """Return the size of the largest group of a hand: different tiles of one colour, or of one shape.

    Parameters: `hand` holds tile indices. An empty hand has none, so 0.

    Raises BadArgument for an index that is no tile.

    Source: the printed rules, set-up; identical tiles count once.

    >>> largest_group([0, 0, 1, 7, 13]), largest_group([0, 7]), largest_group([])
    (3, 1, 0)
    """
    pairs = {tiles.pair(index) for index in hand}
    colours = Counter(colour for colour, _ in pairs)
    shapes = Counter(shape for _, shape in pairs)
    return max([*colours.values(), *shapes.values()], default=0)


def group_sizes(step: Patterns) -> list[int]:
    """Return the size of the largest group of each pattern of hands.

    >>> group_sizes(patterns(6, 6, 3, 2)[2])
    [1, 2, 2, 1]
    """
    laid = step.fillings > 0
    of_colour, of_shape = laid.sum(axis=2), laid.sum(axis=1)
    return [max(*colours, *shapes) for colours, shapes in zip(of_colour.tolist(), of_shape.tolist())]


def hand_classes(size: int = 6, tiles: TileSet = CLASSIC, swap: bool | None = None, limit: int = LIMIT) -> pd.DataFrame:
    """Return the classes of hands, the most likely first.

    Columns: hand (one of the class, tile codes); different tiles; largest group; multisets (hands of the class, copies
    alike); sets of tiles (copies told apart); chance (a Fraction). The last two add up to all hands.

    Parameters: as for `count_hand_classes`; `limit` is the most classes.

    Raises TooLarge above the limit, BadArgument as `count_hand_classes` does.

    >>> hand_classes(2)[["hand", "largest group", "multisets", "sets of tiles", "chance"]]
        hand  largest group multisets sets of tiles   chance
    0  rc ox              1       450          4050  75/107
    1  rc rx              2       180          1620  30/107
    2  rc rc              1        36           108   2/107
    """
    import pandas as pd

    step = patterns(tiles.colours, tiles.shapes, tiles.copies, _size(size, tiles), _swap(tiles, swap), limit)[size]
    total = math.comb(tiles.size, size)
    rows: list[dict[str, Any]] = []
    for filling, sets, group in zip(step.fillings, step.sets, group_sizes(step)):
        held = [int(many) for many in filling.ravel()]
        choices = math.prod(math.comb(tiles.copies, many) for many in held)
        rows.append(
            {
                "hand": " ".join(tiles.code(index) for index, many in enumerate(held) for _ in range(many)),
                "different tiles": sum(many > 0 for many in held),
                "largest group": group,
                "multisets": int(sets) // choices,
                "sets of tiles": int(sets),
                "chance": Fraction(int(sets), total),
            }
        )
    rows.sort(key=lambda row: (-row["sets of tiles"], row["hand"]))
    table = pd.DataFrame(rows)
    for name in ("multisets", "sets of tiles"):
        table[name] = table[name].astype(object)
    return table
