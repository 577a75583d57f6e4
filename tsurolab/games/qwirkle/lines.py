"""The valid lines of Qwirkle: which tiles make one, how many there are, and the highest turn that lines allow.

What it is for: exact counts for any tile set, the lines themselves, and the positions that reach the bound of a
turn's score. What it is not for: finding and scoring plays in a game (see the family's kernel).

A line is two or more different tiles of one colour or of one shape. Two different tiles share at most one of the two,
so a line is of one kind only.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tsurolab.combinatorics.matchings import checked_int
from tsurolab.errors import BadArgument
from tsurolab.games.qwirkle.tiles import CLASSIC, COLOURS, SHAPES, TileSet

if TYPE_CHECKING:
    import pandas as pd


def is_line(hand: Iterable[int], tiles: TileSet = CLASSIC) -> bool:
    """Return whether tiles make a valid line, in any order.

    Parameters: `hand` holds tile indices.

    Raises BadArgument for an index that is no tile.

    Source: the printed rules; all of one colour and of different shapes, or the other way round.

    >>> is_line([0, 1, 2]), is_line([0, 6]), is_line([0, 0]), is_line([0, 7]), is_line([0])
    (True, True, False, False, False)
    """
    pairs = [tiles.pair(index) for index in hand]
    if len(pairs) < 2 or len(set(pairs)) < len(pairs):
        return False
    return len({colour for colour, _ in pairs}) == 1 or len({shape for _, shape in pairs}) == 1


def lines(length: int, tiles: TileSet = CLASSIC) -> Iterator[tuple[int, ...]]:
    """Generate the valid lines of a length as ascending tile indices, those of one colour first.

    Raises BadArgument when `length` is no whole number of at least 2.

    >>> list(lines(2, TileSet(2, 2)))
    [(0, 1), (2, 3), (0, 2), (1, 3)]
    """
    length = checked_int("the length of a line", length, 2)
    for colour in range(tiles.colours):
        yield from combinations(range(colour * tiles.shapes, (colour + 1) * tiles.shapes), length)
    for shape in range(tiles.shapes):
        yield from combinations(range(shape, tiles.types, tiles.shapes), length)


def count_lines(length: int, tiles: TileSet = CLASSIC, ordered: bool = False) -> int:
    """Count the valid lines of a length.

    Parameters: `ordered` tells the orders of the same tiles apart, read from one end.

    Raises BadArgument when `length` is no whole number of at least 2.

    Source: colours x C(shapes, n) + shapes x C(colours, n), times n! in order.

    >>> [count_lines(n) for n in range(2, 7)], count_lines(6, ordered=True)
    ([180, 240, 180, 72, 12], 8640)
    """
    length = checked_int("the length of a line", length, 2)
    sets = tiles.colours * math.comb(tiles.shapes, length) + tiles.shapes * math.comb(tiles.colours, length)
    return sets * math.factorial(length) if ordered else sets


def line_counts(tiles: TileSet = CLASSIC) -> pd.DataFrame:
    """Return how many valid lines there are, one row a length from 2 to the longest.

    Columns: length; of one colour; of one shape; lines (sets of different tiles); ordered (read from one end); laid
    (a line and its reverse are the same); with copies (sets of the tiles in the box, copies told apart); chance (that
    as many tiles drawn from the full bag make a line, a Fraction); fitting (different tiles that can make it longer).

    Source: `count_lines`; a line of n tiles of one colour may grow by the other shapes, one of one shape by the other
    colours, so `fitting` is a number for each kind when they differ.

    >>> line_counts()[["length", "lines", "ordered", "laid", "fitting"]]
       length  lines  ordered  laid fitting
    0       2    180      360   180       4
    1       3    240     1440   720       3
    2       4    180     4320  2160       2
    3       5     72     8640  4320       1
    4       6     12     8640  4320       0
    """
    import pandas as pd

    rows = []
    for length in range(2, tiles.longest + 1):
        of_colour = tiles.colours * math.comb(tiles.shapes, length)
        of_shape = tiles.shapes * math.comb(tiles.colours, length)
        sets = count_lines(length, tiles)
        laid = count_lines(length, tiles, ordered=True) // 2
        copies = sets * tiles.copies**length
        grows = [str(most - length) for most in dict.fromkeys((tiles.shapes, tiles.colours)) if length <= most]
        rows.append(
            {
                "length": length,
                "of one colour": of_colour,
                "of one shape": of_shape,
                "lines": sets,
                "ordered": 2 * laid,
                "laid": laid,
                "with copies": copies,
                "chance": Fraction(copies, math.comb(tiles.size, length)),
                "fitting": " or ".join(grows),
            }
        )
    columns = [
        "length",
        "of one colour",
        "of one shape",
        "lines",
        "ordered",
        "laid",
        "with copies",
        "chance",
        "fitting",
    ]
    return pd.DataFrame(rows, columns=columns)


def line_score(length: int, tiles: TileSet = CLASSIC) -> int:
    """Return what a line that a play makes or extends is worth: its length, and 6 more for a Qwirkle.

    Raises BadArgument when `length` is no length of a line.

    Source: the printed rules.

    >>> [line_score(length) for length in range(2, 7)]
    [2, 3, 4, 5, 12]
    """
    length = checked_int("the length of a line", length, 2, tiles.longest)
    return length + 6 * (length == tiles.longest)


def highest_bound(tiles: TileSet = CLASSIC) -> int:
    """Return the most points that one turn can score, without the bonus for going out.

    A play of at most six tiles lies in one line and crosses at most six others, and no line scores above 12.

    Raises BadArgument when colours and shapes are not equally many; then crossing lines cannot all be the longest.

    Source: own proof; the positions of `highest_turn` reach it.

    >>> highest_bound()
    84
    """
    if tiles.colours != tiles.shapes:
        raise BadArgument(f"the bound is for as many colours as shapes, not for {tiles.colours} and {tiles.shapes}")
    return (1 + tiles.longest) * line_score(tiles.longest, tiles) if tiles.longest > 1 else 1


Cell = tuple[int, int, int, int]
"""A tile on the table: x to the right, y downwards, colour, shape."""


_BEFORE_GOING_OUT = """
rx rd rc rs r8 rv .. rx .. pc .. .. ..
.. .. oc os .. pv pc px pd ps p8 .. ..
.. .. .. ys .. bv bc bx bd .. b8 .. ..
.. .. .. gs g8 gv gc gx gd .. g8 p8 ..
.. .. .. bs .. yv yc yx yd ys y8 .. ..
.. .. pd ps .. ov oc .. od .. o8 .. ..
.. od rd .. o8 .. .. .. .. .. .. .. ..
ov os od oc ox o8 .. ox .. os .. ov ox
pv .. yd yc .. .. yd yx yc ys y8 yv ..
gv gx gd gc gs .. .. gx gc gs g8 gv gd
rv .. bd bc bs b8 bv bx .. bs b8 bv ..
yv .. .. rc rs r8 .. px pd ps p8 pv pc
"""
"""Ninety-six tiles. In the seventh row, from the seventh column on, six columns wait for six red tiles."""


def highest_turn(going_out: bool = False) -> dict[str, Any]:
    """Return a position in which one turn scores 84 points, and 90 when it goes out.

    The result has `position` (the JSON form, two players), `play` (placements as [x, y, colour, shape]), `lines` (the
    play's line and the six that it completes, each as its placements) and `score`.

    Without `going_out` the table holds five of the six rows of a block, one colour a row and one shape a column. A
    whole block touches nothing else, because each tile beside it would make a line of six longer, so the bag cannot be
    empty then. With `going_out` the columns therefore hang from the row of the play upwards and downwards by turns, and
    other tiles hold them together round its end. The bag is empty, and the other player still has six tiles.

    Source: own constructions, the second found by a search; `highest_bound` says that there is no better one.

    >>> highest_turn()["score"], highest_turn(going_out=True)["score"]
    (84, 90)
    >>> len(highest_turn(going_out=True)["position"]["board"])
    96
    """
    six = len(COLOURS)
    other: list[tuple[int, int]]
    bag: list[tuple[int, int]] = []
    if going_out:
        rows = [line.split() for line in _BEFORE_GOING_OUT.split("\n") if line]
        board = [
            (x, y, *CLASSIC.pair(CLASSIC.parse(code)))
            for y, row in enumerate(rows)
            for x, code in enumerate(row)
            if code != ".."
        ]
        play = [(six + shape, six, 0, shape) for shape in range(six)]
        left = Counter({CLASSIC.pair(index): CLASSIC.copies for index in range(CLASSIC.types)})
        left.subtract(cell[2:] for cell in board + play)
        other = sorted(left.elements())
    else:
        block = [(x, y, y, x) for y in range(six) for x in range(six)]
        play, board = block[-six:], block[:-six]
        rest = [(colour, shape) for colour in range(six) for shape in range(six) for _ in range(CLASSIC.copies - 1)]
        other, bag = rest[:six], rest[six:]
    everything = board + play
    lines_made = [play] + [_column(everything, x, y) for x, y, _, _ in play]
    return {
        "position": {
            "board": _named(board),
            "hands": [_names(cell[2:] for cell in play), _names(other)],
            "bag": _names(bag),
            "turn": 0,
            "scores": [0, 0],
        },
        "play": _named(play),
        "lines": [_named(cells) for cells in lines_made],
        "score": sum(line_score(len(cells)) for cells in lines_made) + 6 * going_out,
    }


def _column(cells: Iterable[Cell], x: int, y: int) -> list[Cell]:
    """Return the unbroken column of tiles through (x, y)."""
    column = {cell[1]: cell for cell in cells if cell[0] == x}
    top = y
    while top - 1 in column:
        top -= 1
    run = []
    while top in column:
        run.append(column[top])
        top += 1
    return run


def _names(pairs: Iterable[tuple[int, int]]) -> list[list[str]]:
    return [[COLOURS[colour], SHAPES[shape]] for colour, shape in pairs]


def _named(cells: Iterable[Cell]) -> list[list[Any]]:
    return [[x, y, COLOURS[colour], SHAPES[shape]] for x, y, colour, shape in cells]
