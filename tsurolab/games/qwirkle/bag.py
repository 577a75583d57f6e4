"""What the bag still holds: the tiles that nobody has seen yet, and the chances of the next draw.

What it is for: exact chances in the middle of a game, from a position in its JSON form. What it is not for: the deal
(see `openings`).

A player sees the table and the own hand. Whether an unseen tile is in the bag or in another hand makes no difference
to him: every set of unseen tiles is equally likely to be the next draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tsurolab.combinatorics.draws import hypergeometric
from tsurolab.combinatorics.matchings import checked_int
from tsurolab.combinatorics.multisets import chance_of_all
from tsurolab.errors import BadArgument, ImpossiblePosition
from tsurolab.games.qwirkle.tiles import CLASSIC, TileSet

if TYPE_CHECKING:
    import pandas as pd


def unseen(position: Mapping[str, Any], seat: int | None = None, tiles: TileSet = CLASSIC) -> list[int]:
    """Return how many copies of each tile have not been seen, in the order of the tile indices.

    Parameters: `position` in JSON form; `seat` is the player who looks (table and own hand), None for one who sees
    the table only.

    Raises ImpossiblePosition when a tile has been seen more often than there are copies, BadArgument for a seat
    that the position has not or a malformed position.

    >>> sum(unseen({"board": [[0, 0, "red", "circle"]], "hands": [[["red", "circle"]]]}, seat=0))
    106
    """
    try:
        hands = list(position.get("hands") or [])
        seen = [(colour, shape) for _, _, colour, shape in position["board"]]
        if seat is not None:
            hand = hands[checked_int("seat", seat, 0, len(hands) - 1)] or []
            seen += [(colour, shape) for colour, shape in hand]
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadArgument):
            raise
        raise BadArgument(
            "a position has board [[x, y, colour, shape], ...] and hands [[[colour, shape], ...], ...]; this one "
            f"fails at {error}"
        ) from error
    left = [tiles.copies] * tiles.types
    for colour, shape in seen:
        left[tiles.index(colour, shape)] -= 1
    for index, many in enumerate(left):
        if many < 0:
            name, seen_times = " ".join(tiles.names(index)), tiles.copies - many
            raise ImpossiblePosition(f"the tile {name!r} is seen {seen_times} times, but has {tiles.copies} copies")
    return left


def draw_table(
    position: Mapping[str, Any], drawn: int = 1, seat: int | None = None, tiles: TileSet = CLASSIC
) -> pd.DataFrame:
    """Return the chances of drawing each tile, one row a tile that is not used up, in the order of the tile indices.

    Columns: tile (its code); left (copies unseen); expected (number drawn); at least one; then the chance of exactly
    0, 1, ... copies. Chances are Fractions.

    Parameters: `drawn` tiles are drawn together; others as for `unseen`.

    Raises as `unseen` does, and BadArgument when more are drawn than are unseen.

    Source: the hypergeometric law.

    >>> draw_table({"board": [[0, 0, "red", "circle"]]}, drawn=2).head(2)[["tile", "left", "expected", "at least one"]]
      tile  left expected at least one
    0   rc     2    4/107     211/5671
    1   rx     3    6/107     315/5671
    """
    import pandas as pd

    left = unseen(position, seat, tiles)
    items = sum(left)
    drawn = checked_int("drawn", drawn, 0, items)
    rows = []
    for index, many in enumerate(left):
        if many:
            law = hypergeometric(items, many, drawn)
            rows.append(
                {
                    "tile": tiles.code(index),
                    "left": many,
                    "expected": Fraction(drawn * many, items),
                    "at least one": 1 - law.get(0, Fraction(0)),
                    **{str(copies): law.get(copies, Fraction(0)) for copies in range(tiles.copies + 1)},
                }
            )
    names = ["tile", "left", "expected", "at least one", *(str(copies) for copies in range(tiles.copies + 1))]
    return pd.DataFrame(rows, columns=names)


def draw_chance(
    position: Mapping[str, Any],
    wanted: Iterable[str],
    drawn: int = 1,
    seat: int | None = None,
    tiles: TileSet = CLASSIC,
    every: bool = False,
) -> Fraction:
    """Return the chance that a draw holds any of the wanted tiles, or with `every` at least one of each.

    Parameters: `wanted` holds codes or names of tiles; others as for `draw_table`.

    Raises as `draw_table` does, and BadArgument for a text that is no tile.

    >>> draw_chance({"board": []}, ["rc", "rx"])
    Fraction(1, 18)
    >>> draw_chance({"board": []}, ["rc", "rx"], drawn=2, every=True)
    Fraction(1, 642)
    """
    left = unseen(position, seat, tiles)
    copies = [left[index] for index in dict.fromkeys(tiles.parse(text) for text in wanted)]
    drawn = checked_int("drawn", drawn, 0, sum(left))
    if every:
        return chance_of_all(sum(left), copies, drawn)
    return 1 - hypergeometric(sum(left), sum(copies), drawn).get(0, Fraction(0))
