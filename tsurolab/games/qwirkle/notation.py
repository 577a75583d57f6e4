"""Text for the moves of Qwirkle, both ways.

What it is for: :class:`Move`, its text, and reading that text; what a play scores, line by line. What it is not for:
whether a move is legal.

========================  ===================================================================
text                      move
========================  ===================================================================
``rv@3,1 rd@3,2``         place the red clover on column 3, row 1, and the red diamond below it
``trade rv rv yd``        put these three tiles aside and draw others
``pass``                  pass: the bag is empty and no tile fits
========================  ===================================================================

Columns count to the right, rows down; both may be negative. A tile's code is the letter of its colour and the mark of
its shape (see :mod:`tsurolab.games.qwirkle.tiles`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from tsurolab.errors import BadArgument
from tsurolab.games.qwirkle.tiles import CLASSIC

_PLACEMENT: Final = re.compile(r"(\w\w)@(-?\d+),(-?\d+)")


class Placement(NamedTuple):
    """A tile on its cell.

    >>> str(Placement(3, 1, "red", "clover"))
    'rv@3,1'
    """

    x: int
    """Column, to the right."""
    y: int
    """Row, downwards."""
    colour: str
    shape: str

    @property
    def code(self) -> str:
        """The tile's code."""
        return code_of(self.colour, self.shape)

    def __str__(self) -> str:
        """The placement as text."""
        return f"{self.code}@{self.x},{self.y}"


def code_of(colour: str, shape: str) -> str:
    """The code of a tile given by names.

    Raises:
        UnknownName: no such colour or shape.

    >>> code_of("red", "clover")
    'rv'
    """
    return CLASSIC.code(CLASSIC.index(colour, shape))


def _tile_order(tile: tuple[str, str]) -> int:
    return CLASSIC.index(*tile)


def _cell_order(placement: Placement) -> tuple[int, int]:
    return placement.y, placement.x


@dataclass(frozen=True)
class Move:
    """One turn of a player: tiles placed, or tiles traded, or neither for a pass.

    The order in which tiles are given makes no difference.

    Raises:
        UnknownName: a colour or shape that does not exist.

    >>> str(Move((Placement(3, 2, "red", "diamond"), Placement(3, 1, "red", "clover"))))
    'rv@3,1 rd@3,2'
    >>> str(Move(trade=(("yellow", "diamond"), ("red", "clover"))))
    'trade rv yd'
    """

    placements: tuple[Placement, ...] = ()
    trade: tuple[tuple[str, str], ...] = ()
    """Colour and shape of each tile to be traded."""
    points: int | None = field(default=None, compare=False)
    """What a play scores, of a legal move; the bonus for going out is not counted."""

    def __post_init__(self) -> None:
        """Put tiles in order, so that equal moves are equal."""
        for placement in self.placements:
            CLASSIC.index(placement[2], placement[3])
        placements = sorted((Placement(*each) for each in self.placements), key=_cell_order)
        trade = sorted(((str(colour), str(shape)) for colour, shape in self.trade), key=_tile_order)
        object.__setattr__(self, "placements", tuple(placements))
        object.__setattr__(self, "trade", tuple(trade))

    @classmethod
    def place(cls, placements: Iterable[Any]) -> Move:
        """A play from rows of column, row, colour, shape.

        >>> str(Move.place([[0, 0, "red", "clover"]]))
        'rv@0,0'
        """
        return cls(tuple(Placement(*each) for each in placements))

    @property
    def is_pass(self) -> bool:
        """Whether it is a pass."""
        return not self.placements and not self.trade

    def __str__(self) -> str:
        """The move as text."""
        if self.placements:
            return " ".join(str(placement) for placement in self.placements)
        if self.trade:
            return " ".join(("trade", *(code_of(*tile) for tile in self.trade)))
        return "pass"


def parse_move(text: str) -> Move:
    """Read a move.

    Raises:
        BadArgument: the text is no move; the message shows what one looks like.

    >>> parse_move("rv@3,1").placements
    (Placement(x=3, y=1, colour='red', shape='clover'),)
    >>> parse_move("pass").is_pass
    True
    """
    words = text.split()
    if words == ["pass"]:
        return Move()
    if words[:1] == ["trade"] and len(words) > 1:
        return Move(trade=tuple(CLASSIC.names(CLASSIC.parse(word)) for word in words[1:]))
    placements = []
    for word in words:
        found = _PLACEMENT.fullmatch(word)
        if not found:
            break
        placements.append(Placement(int(found[2]), int(found[3]), *CLASSIC.names(CLASSIC.parse(found[1]))))
    if not placements or len(placements) < len(words):
        raise BadArgument(f"{text!r} is not a move; write 'rv@3,1 rd@3,2' (tile@column,row), 'trade rv yd' or 'pass'")
    return Move(tuple(placements))


class Line(NamedTuple):
    """A line that a play makes or extends, and what it counts.

    >>> str(Line(3, 1, 3, 4, 4))
    '3,1-3,4: 4'
    """

    x: int
    y: int
    last_x: int
    last_y: int
    """First and last cell."""
    points: int

    @property
    def length(self) -> int:
        """How many tiles it has."""
        return self.last_x - self.x + self.last_y - self.y + 1

    def __str__(self) -> str:
        """The line as text."""
        return f"{self.x},{self.y}-{self.last_x},{self.last_y}: {self.points}"


@dataclass(frozen=True)
class Score:
    """What a play scores, line by line.

    >>> print(Score((Line(3, 1, 3, 4, 4), Line(3, 4, 5, 4, 3)), 7))
    3,1-3,4: 4 + 3,4-5,4: 3 = 7
    """

    lines: tuple[Line, ...]
    """The line of the play first, then those across it."""
    points: int
    """The sum, or the points of a lone first tile, which makes no line."""
    bonus: int = 0
    """For going out; not part of ``points``."""

    def __str__(self) -> str:
        """The sum as text."""
        parts = " + ".join(str(line) for line in self.lines) or "no line"
        return f"{parts} = {self.points}" + (f", and {self.bonus} for going out" if self.bonus else "")
