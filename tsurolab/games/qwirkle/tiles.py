"""The tiles of Qwirkle as data: colours, shapes, copies, and their names, codes and indices.

What it is for: the one place that says what a tile set is, which index a tile has and how it is written. What it is
not for: counting (see `lines`, `hands` and `openings`) and pictures (see `drawing`).

A tile is a pair of a colour and a shape, both counted from 0. Its index is ``colour * shapes + shape``. Its name is
``red circle`` and its code two characters, the letter of the colour and the mark of the shape, ``rc``: c circle,
x four-pointed star, d diamond, s square, 8 eight-pointed star, v clover.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tsurolab.errors import BadArgument, unknown

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
"""The names of the first six colours."""

SHAPES = ("circle", "star4", "diamond", "square", "star8", "clover")
"""The names of the first six shapes."""

COLOUR_LETTERS = "roygbp"
"""One letter a colour."""

SHAPE_MARKS = "cxds8v"
"""One character a shape."""

LARGEST = 99
"""The most colours, shapes or copies of a tile set. Only the first six colours and shapes have names of their own."""


@dataclass(frozen=True, order=True)
class TileSet:
    """All tiles of a game: every pair of a colour and a shape, in some copies.

    Parameters: `colours`, `shapes` and `copies` are numbers from 1 to 99.

    Raises BadArgument for other values.

    Source: the printed rules, 6 colours x 6 shapes x 3 copies = 108 tiles.

    >>> TileSet()
    TileSet(colours=6, shapes=6, copies=3)
    >>> TileSet().types, TileSet().size
    (36, 108)
    """

    colours: int = 6
    """How many colours."""

    shapes: int = 6
    """How many shapes."""

    copies: int = 3
    """How many tiles of each pair of a colour and a shape."""

    def __post_init__(self) -> None:
        for name, value in (("colours", self.colours), ("shapes", self.shapes), ("copies", self.copies)):
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST:
                raise BadArgument(f"{name} of a tile set must be a whole number from 1 to {LARGEST}, not {value!r}")

    @property
    def types(self) -> int:
        """How many different tiles there are."""
        return self.colours * self.shapes

    @property
    def size(self) -> int:
        """How many tiles there are, copies counted."""
        return self.types * self.copies

    @property
    def longest(self) -> int:
        """The length of the longest line."""
        return max(self.colours, self.shapes)

    @property
    def colour_names(self) -> tuple[str, ...]:
        """The names of the colours.

        >>> TileSet(colours=7).colour_names[-2:]
        ('purple', 'colour7')
        """
        return COLOURS[: self.colours] + tuple(f"colour{place + 1}" for place in range(len(COLOURS), self.colours))

    @property
    def shape_names(self) -> tuple[str, ...]:
        """The names of the shapes."""
        return SHAPES[: self.shapes] + tuple(f"shape{place + 1}" for place in range(len(SHAPES), self.shapes))

    def index(self, colour: str | int, shape: str | int) -> int:
        """Return the index of a tile.

        Parameters: `colour` and `shape` are names, or numbers from 0.

        Raises UnknownName for another name, BadArgument for a number out of range.

        >>> TileSet().index("orange", "diamond"), TileSet().index(1, 2)
        (8, 8)
        """
        first = _place("colour", colour, self.colour_names)
        return first * self.shapes + _place("shape", shape, self.shape_names)

    def pair(self, index: int) -> tuple[int, int]:
        """Return the numbers of the colour and the shape of a tile.

        Raises BadArgument for an index out of range.

        >>> TileSet().pair(8)
        (1, 2)
        """
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < self.types:
            raise BadArgument(f"the index of a tile must be a whole number from 0 to {self.types - 1}, not {index!r}")
        return divmod(index, self.shapes)

    def names(self, index: int) -> tuple[str, str]:
        """Return the names of the colour and the shape of a tile.

        Raises BadArgument for an index out of range.

        >>> TileSet().names(8)
        ('orange', 'diamond')
        """
        colour, shape = self.pair(index)
        return self.colour_names[colour], self.shape_names[shape]

    def code(self, index: int) -> str:
        """Return the code of a tile: two characters, or the name for a colour or shape that has none.

        Raises BadArgument for an index out of range.

        >>> TileSet().code(8)
        'od'
        """
        colour, shape = self.pair(index)
        if colour < len(COLOURS) and shape < len(SHAPES):
            return COLOUR_LETTERS[colour] + SHAPE_MARKS[shape]
        return " ".join(self.names(index))

    def parse(self, text: str) -> int:
        """Return the index of the tile that a code or a name stands for.

        Raises BadArgument for other text.

        >>> TileSet().parse("od"), TileSet().parse("orange diamond")
        (8, 8)
        >>> TileSet().parse("oq")
        Traceback (most recent call last):
            ...
        tsurolab.errors.BadArgument: 'oq' is no tile; a tile is a colour of 'roygbp' and a shape of 'cxds8v', such as
        'rc', or two names, such as 'red circle'
        """
        if isinstance(text, str):
            words = text.split()
            if len(words) == 2 and words[0] in self.colour_names and words[1] in self.shape_names:
                return self.index(words[0], words[1])
            if len(words) == 1 and len(words[0]) == 2:
                colour, shape = COLOUR_LETTERS.find(words[0][0]), SHAPE_MARKS.find(words[0][1])
                if 0 <= colour < self.colours and 0 <= shape < self.shapes:
                    return colour * self.shapes + shape
        letters, marks = COLOUR_LETTERS[: self.colours], SHAPE_MARKS[: self.shapes]
        raise BadArgument(
            f"{text!r} is no tile; a tile is a colour of {letters!r} and a shape of {marks!r}, such as 'rc', or two "
            "names, such as 'red circle'"
        )


def _place(what: str, value: str | int, names: tuple[str, ...]) -> int:
    if isinstance(value, str):
        if value not in names:
            raise unknown(what, value, names)
        return names.index(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < len(names):
        raise BadArgument(f"{what} must be a name or a whole number from 0 to {len(names) - 1}, not {value!r}")
    return value


CLASSIC = TileSet()
"""The 108 tiles of the classic game."""


@dataclass(frozen=True, order=True)
class Tile:
    """One tile of the classic six colours and six shapes, which shows itself as a picture in a notebook.

    Parameters: `colour` and `shape` are names of `COLOURS` and `SHAPES`.

    Raises UnknownName for another name.

    >>> Tile("orange", "diamond").code, str(Tile("orange", "diamond"))
    ('od', 'orange diamond')
    """

    colour: str
    """The name of the colour."""

    shape: str
    """The name of the shape."""

    def __post_init__(self) -> None:
        CLASSIC.index(self.colour, self.shape)

    def __str__(self) -> str:
        return f"{self.colour} {self.shape}"

    @property
    def index(self) -> int:
        """The index, 0..35."""
        return CLASSIC.index(self.colour, self.shape)

    @property
    def code(self) -> str:
        """The two characters of the tile."""
        return CLASSIC.code(self.index)

    def _repr_svg_(self) -> str:
        from tsurolab.games.qwirkle.drawing import tile_svg

        return str(tile_svg(self.colour, self.shape))


@cache
def tiles() -> tuple[Tile, ...]:
    """Return the 36 different tiles of the classic game, in the order of their indices.

    >>> len(tiles()), tiles()[8]
    (36, Tile(colour='orange', shape='diamond'))
    """
    return tuple(Tile(*CLASSIC.names(index)) for index in range(CLASSIC.types))


def tile(text: str) -> Tile:
    """Return a tile by its code or its name.

    Raises BadArgument for other text.

    >>> tile("od")
    Tile(colour='orange', shape='diamond')
    """
    return Tile(*CLASSIC.names(CLASSIC.parse(text)))
