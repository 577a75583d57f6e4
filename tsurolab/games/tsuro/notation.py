"""Text for the moves of Tsuro, both ways.

What it is for: :class:`Move`, its text, and reading that text. What it is not for: whether a move is legal.

========================  =====================================================
text                      move
========================  =====================================================
``2,3 14-27-36-58``       lay the tile, as named, on row 2, column 3
``5,0@8``                 put the marker on the start mark at point 8 of 5,0
``5,0@left``              choose the left side of 5,0 (KOSMOS, option)
``5,0@8 14-27-36-58``     both at once: the first card, or the first line
``keep 12-34-56-78 ...``  keep these cards (inheritance)
========================  =====================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tsurolab.errors import BadArgument
from tsurolab.games.tsuro.rules import SIDES
from tsurolab.games.tsuro.tiles import canonical_name, name_of, parse_name

_TEXT: Final = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})(?:\s*@\s*([A-Za-z0-9]+))?(?:\s+([0-9-]+))?")


@dataclass(frozen=True)
class Move:
    """One decision of a player.

    >>> str(Move(2, 3, "14-27-36-58", 0))
    '2,3 14-27-36-58'
    """

    row: int | None = None
    """Row of the square, from the top, from 0."""
    col: int | None = None
    """Column of the square, from the left, from 0."""
    tile: str | None = None
    """The tile as it is laid."""
    slot: int | None = None
    """Where the tile lies in the hand, from 0."""
    point: int | None = None
    """The start mark: the point 1..8 of the square by which the marker enters."""
    side: str | None = None
    """The side of the square where a marker stands whose entrance is still open."""
    keep: tuple[str, ...] | None = None
    """The cards to keep, by canonical name, when cards are inherited."""

    def __str__(self) -> str:
        """The move as text."""
        if self.keep is not None:
            return " ".join(("keep", *self.keep))
        where = f"{self.row},{self.col}"
        if self.point is not None or self.side is not None:
            where += f"@{self.side or self.point}"
        return where if self.tile is None else f"{where} {self.tile}"


def parse_move(text: str) -> Move:
    """Read a move; its slot is left open, since text does not tell it.

    Raises:
        BadArgument: the text is no move; the message shows what one looks like.

    >>> parse_move("5,0@8")
    Move(row=5, col=0, tile=None, slot=None, point=8, side=None, keep=None)
    """
    words = text.split()
    if words[:1] == ["keep"]:
        return Move(keep=tuple(sorted(canonical_name(word) for word in words[1:])))
    found = _TEXT.fullmatch(text.strip())
    if not found:
        shown = text if len(text) <= 60 else f"{text[:57]}..."
        raise BadArgument(f"{shown!r} is not a move; write row,column and a tile as in '2,3 14-27-36-58'")
    row, col, mark, tile = found.groups()
    point = side = None
    if mark is not None:
        if mark in SIDES:
            side = mark
        elif mark in tuple("12345678"):
            point = int(mark)
        else:
            raise BadArgument(f"{text!r}: a start mark is a point 1..8 or one of {', '.join(SIDES)}, not {mark!r}")
    if tile is not None:
        tile = name_of(parse_name(tile))
    if tile is None and mark is None:
        raise BadArgument(f"{text!r} names no tile and no start mark; write a move as in '2,3 14-27-36-58' or '5,0@8'")
    return Move(int(row), int(col), tile, None, point, side)
