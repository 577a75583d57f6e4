"""The 35 tiles of Tsuro, their 105 oriented forms and their symmetry, from the combinatorics of eight points.

What it is for: the names and indices that every other part of the family uses, the `Tile` that a person looks at, and
the symmetry tables. What it is not for: boards (see `tsurolab.games.tsuro.topology`) and pictures (see
`tsurolab.games.tsuro.drawing`).

A tile has two points a side, numbered 1..8 anticlockwise from the left end of the bottom edge, and four lines that
join them in pairs. A name lists the pairs, ``AB-CD-EF-GH``, each pair and the list sorted. The canonical name is the
least over the four rotations, and stands for the class. Inside the library the points are the ports 0..7 = point - 1.

The second implementation of the patent US 4180271 has its eight points at the corners and at the midpoints of the
sides. They are numbered the same way, so 1 is the bottom left corner, 2 the midpoint of the bottom side, and so on. A
quarter turn adds 2 there too, so the names and classes are the same; the mirrors are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from tsurolab.combinatorics.actions import apply, cycle_type, cyclic_group
from tsurolab.combinatorics.matchings import Matching, as_matching, checked_int, matchings
from tsurolab.errors import BadArgument, unknown

if TYPE_CHECKING:
    import pandas as pd

POINTS = 8
"""Points round a tile."""

TURNS = cyclic_group(4, 2)
"""The four turns as permutations of the ports, by quarter turns anticlockwise."""

PLANES = ("vertical", "horizontal", "rising diagonal", "falling diagonal")
"""The mirror planes. The vertical one swaps left and right; the rising diagonal joins bottom left and top right."""

# A mirror sends port i to c - i (modulo 8). With two points a side every c is odd, with corners and midpoints even.
_MIRROR_SUMS = {1: (1, 5, 7, 3), 2: (2, 6, 0, 4)}
MIRRORS = {
    implementation: {
        plane: tuple((total - port) % POINTS for port in range(POINTS)) for plane, total in zip(PLANES, sums)
    }
    for implementation, sums in _MIRROR_SUMS.items()
}
"""Implementation 1 or 2 of the patent -> plane -> mirror as a permutation of the ports."""


def name_of(pairs: Matching) -> str:
    """Return the name of a matching of the ports 0..7.

    >>> name_of(((0, 1), (2, 4), (3, 6), (5, 7)))
    '12-35-47-68'
    """
    return "-".join(f"{a + 1}{b + 1}" for a, b in pairs)


def _classes() -> tuple[list[str], list[str], list[int]]:
    orbits: dict[str, list[str]] = {}
    seen: set[Matching] = set()
    for matching in matchings(POINTS):
        # In ascending order the first of each orbit is its least, so the canonical one.
        if matching not in seen:
            turned = [apply(turn, matching) for turn in TURNS]
            seen.update(turned)
            orbits[name_of(matching)] = [name_of(other) for other in dict.fromkeys(turned)]
    oriented = [name for names in orbits.values() for name in names]
    class_of = [index for index, names in enumerate(orbits.values()) for _ in names]
    return list(orbits), oriented, class_of


_names, _oriented, _class_of = _classes()

CLASS_NAMES: tuple[str, ...] = tuple(_names)
"""The canonical names of the 35 classes, sorted; the place in this list is the class index."""

ORIENTED_NAMES: tuple[str, ...] = tuple(_oriented)
"""The 105 oriented tiles: class by class, within a class by quarter turns anticlockwise of the canonical one."""

FACE_DOWN = "?"
"""How a tile is written whose face may not be seen."""

CLASS_OF: tuple[int, ...] = tuple(_class_of)
"""The class index of each of the 105 oriented tiles."""

FIRST_ORIENTED: tuple[int, ...] = tuple(CLASS_OF.index(index) for index in range(len(CLASS_NAMES)))
"""The oriented index of the canonical tile of each class."""

ORIENTATIONS: tuple[int, ...] = tuple(CLASS_OF.count(index) for index in range(len(CLASS_NAMES)))
"""The number of different orientations of each class: 1, 2 or 4."""

ORIENTED_INDEX: dict[str, int] = {name: index for index, name in enumerate(ORIENTED_NAMES)}
"""Name as the tile lies -> oriented index, 0..104."""


def parse_name(text: str | Tile) -> Matching:
    """Return the four pairs of ports 0..7 that a tile name stands for, sorted.

    Parameters: `text` is four pairs of the points 1..8 joined by hyphens; the pairs, and the points of a pair, may
    stand in any order. A `Tile` stands for its name.

    Raises BadArgument when the text is malformed or a point is missing, with the reason.

    >>> parse_name("12-34-56-78")
    ((0, 1), (2, 3), (4, 5), (6, 7))
    >>> parse_name("12-34-56-77")
    Traceback (most recent call last):
        ...
    tsurolab.errors.BadArgument: tile '12-34-56-77' uses point 7 twice and point 8 not at all; each of 1..8 is used once
    """
    wanted = "a tile is four pairs of the points 1..8, such as '12-34-56-78'"
    if isinstance(text, Tile):
        text = text.name
    if not isinstance(text, str):
        raise BadArgument(f"{wanted}, not {text!r}")
    parts = text.split("-")
    if len(parts) != 4:
        raise BadArgument(f"tile {text!r} has {len(parts)} pair{'s' * (len(parts) != 1)}; {wanted}")
    for part in parts:
        if len(part) != 2:
            raise BadArgument(f"tile {text!r} has the part {part!r}, which is no pair; {wanted}")
        for point in part:
            if point not in "12345678":
                raise BadArgument(f"tile {text!r} has {point!r}, which is no point; {wanted}")
    used = "".join(parts)
    for point in used:
        if used.count(point) > 1:
            missing = " and ".join(f"point {other}" for other in "12345678" if other not in used)
            raise BadArgument(
                f"tile {text!r} uses point {point} twice and {missing} not at all; each of 1..8 is used once"
            )
    return as_matching((int(part[0]) - 1, int(part[1]) - 1) for part in parts)


def rotate_name(name: str, quarter_turns: int) -> str:
    """Return the name of a tile after some quarter turns anticlockwise (negative: clockwise).

    Raises BadArgument as `parse_name` does.

    >>> rotate_name("12-35-47-68", 1)
    '16-28-34-57'
    """
    if isinstance(quarter_turns, bool) or not isinstance(quarter_turns, int):
        raise BadArgument(f"quarter_turns must be a whole number, not {quarter_turns!r}")
    return name_of(apply(TURNS[quarter_turns % 4], parse_name(name)))


def canonical_name(name: str) -> str:
    """Return the name that stands for the class of a tile: the least over the four rotations.

    Raises BadArgument as `parse_name` does.

    >>> canonical_name("16-28-34-57")
    '12-35-47-68'
    """
    return CLASS_NAMES[CLASS_OF[ORIENTED_INDEX[name_of(parse_name(name))]]]


def mirror_name(name: str, plane: str, implementation: int = 1) -> str:
    """Return the name of the mirror image of a tile as it lies.

    Parameters: `plane` is one of `PLANES`; `implementation` is 1 (two points a side) or 2 (corners and midpoints).

    Raises BadArgument as `parse_name` does, or for another implementation; UnknownName for another plane.

    >>> mirror_name("12-35-48-67", "vertical")
    '12-37-45-68'
    """
    planes = MIRRORS[_implementation(implementation)]
    if plane not in planes:
        raise unknown("mirror plane", plane, PLANES)
    return name_of(apply(planes[plane], parse_name(name)))


def mirror_planes(name: str, implementation: int = 1) -> tuple[str, ...]:
    """Return the planes of `PLANES` whose mirror leaves a tile as it lies unchanged.

    Raises BadArgument as `mirror_name` does.

    >>> mirror_planes("12-34-56-78")
    ('vertical', 'horizontal', 'rising diagonal', 'falling diagonal')
    >>> mirror_planes("12-34-57-68")
    ('falling diagonal',)
    """
    pairs = parse_name(name)
    planes = MIRRORS[_implementation(implementation)]
    return tuple(plane for plane, mirror in planes.items() if apply(mirror, pairs) == pairs)


def _implementation(value: int) -> int:
    return checked_int("implementation", value, 1, 2)


SYMMETRY_CLASSES = (
    "fourfold",
    "quarter turn only",
    "double, vertical and horizontal",
    "double, both diagonals",
    "half turn only",
    "one, vertical or horizontal",
    "one, diagonal",
    "none",
)
"""The possible symmetries of a tile, by what a person sees. With two points a side no tile has the second."""


def symmetry_class(name: str, implementation: int = 1) -> str:
    """Return which of `SYMMETRY_CLASSES` a tile belongs to. Every rotation of it gives the same.

    Raises BadArgument as `mirror_name` does.

    >>> symmetry_class("12-34-57-68")
    'one, diagonal'
    """
    planes = mirror_planes(name, implementation)
    turns = 4 // ORIENTATIONS[CLASS_OF[ORIENTED_INDEX[name_of(parse_name(name))]]]
    straight = "vertical" in planes or "horizontal" in planes
    if turns == 4:
        return "fourfold" if planes else "quarter turn only"
    if turns == 2:
        if not planes:
            return "half turn only"
        return "double, vertical and horizontal" if straight else "double, both diagonals"
    if not planes:
        return "none"
    return "one, vertical or horizontal" if straight else "one, diagonal"


def _partner(name: str, implementation: int) -> str:
    # All mirrors of a tile lie in one class, because two mirrors make a turn.
    return canonical_name(mirror_name(name, "vertical", implementation))


@dataclass(frozen=True, order=True)
class Tile:
    """One of the 35 tiles, whichever way it is turned.

    Parameters: `name` is the name of any orientation; the tile keeps the canonical one. What it says of mirrors
    holds for the canonical orientation of a tile with two points a side.

    Raises BadArgument as `parse_name` does.

    >>> Tile("16-28-34-57")
    Tile('12-35-47-68')
    >>> Tile("12-35-48-67").crossings, Tile("12-35-48-67").partner
    (1, Tile('12-37-45-68'))
    """

    name: str
    """The canonical name."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", canonical_name(self.name))

    def __repr__(self) -> str:
        return f"Tile({self.name!r})"

    @property
    def index(self) -> int:
        """The class index, 0..34."""
        return CLASS_NAMES.index(self.name)

    @property
    def pairs(self) -> Matching:
        """The four lines of the canonical orientation, as pairs of the points 1..8."""
        return tuple((a + 1, b + 1) for a, b in parse_name(self.name))

    @property
    def orientations(self) -> int:
        """How many orientations differ: 1, 2 or 4."""
        return ORIENTATIONS[self.index]

    @property
    def oriented(self) -> tuple[str, ...]:
        """The names of the different orientations, by quarter turns anticlockwise of the canonical one."""
        first = FIRST_ORIENTED[self.index]
        return ORIENTED_NAMES[first : first + self.orientations]

    @property
    def stabiliser_c4(self) -> tuple[int, ...]:
        """The turns that leave the tile as it is, in degrees."""
        return tuple(range(0, 360, 90 * self.orientations))

    @cached_property
    def mirror_planes(self) -> tuple[str, ...]:
        """The mirror planes of the canonical orientation, out of `PLANES`."""
        return mirror_planes(self.name)

    @property
    def stabiliser_d4(self) -> tuple[str, ...]:
        """The turns and mirrors that leave the tile as it is, by name."""
        return tuple(f"{angle}°" for angle in self.stabiliser_c4) + self.mirror_planes

    @property
    def symmetry(self) -> str:
        """The symmetry class, out of `SYMMETRY_CLASSES`."""
        return symmetry_class(self.name)

    @property
    def chiral(self) -> bool:
        """Whether the mirror image is another tile."""
        return _partner(self.name, 1) != self.name

    @property
    def partner(self) -> Tile | None:
        """The mirror image when it is another tile, else None."""
        other = _partner(self.name, 1)
        return None if other == self.name else Tile(other)

    @property
    def crossings(self) -> int:
        """How many pairs of lines cross when the lines are straight chords.

        The points lie in convex position, so two chords cross exactly when their ends alternate.
        """
        pairs = self.pairs
        return sum(a < c < b < d for a, b in pairs for c, d in pairs)

    @property
    def same_side_pairs(self) -> int:
        """How many lines join the two points of one side."""
        return sum(b == a + 1 and a % 2 == 1 for a, b in self.pairs)

    def _repr_svg_(self) -> str:
        from tsurolab.games.tsuro.drawing import tile_svg

        return str(tile_svg(self.name))


@cache
def tiles() -> tuple[Tile, ...]:
    """Return the 35 tiles in the order of their names.

    >>> len(tiles()), tiles()[0]
    (35, Tile('12-34-56-78'))
    """
    return tuple(Tile(name) for name in CLASS_NAMES)


def tile(name: str) -> Tile:
    """Return the tile with a name, turned any way.

    Raises BadArgument as `parse_name` does.

    >>> tile("16-25-38-47").symmetry
    'fourfold'
    """
    return tiles()[CLASS_NAMES.index(canonical_name(name))]


def oriented_tiles() -> tuple[str, ...]:
    """Return the names of the 105 oriented tiles, in the order of their index (`ORIENTED_NAMES`).

    >>> len(oriented_tiles()), oriented_tiles()[1:5]
    (105, ('12-34-57-68', '17-28-34-56', '13-24-56-78', '12-35-46-78'))
    """
    return ORIENTED_NAMES


def symmetry_table(implementation: int = 1) -> pd.DataFrame:
    """Return the tiles by planes of symmetry, one row a symmetry class that has tiles.

    Columns: planes of symmetry; orientations (of each tile); classes; oriented tiles; chiral pairs; tiles (canonical
    names joined by spaces, a chiral tile beside its partner).

    Parameters: `implementation` is 1 (two points a side) or 2 (corners and midpoints).

    Raises BadArgument for another implementation.

    Source: computed; the patent US 4180271 describes the tiles, and the encyclopedia article on Tsuro groups them so.

    >>> table = symmetry_table()
    >>> list(table["classes"]), int(table["oriented tiles"].sum()), int(table["chiral pairs"].sum())
    ([5, 4, 4, 2, 6, 6, 8], 105, 5)
    """
    import pandas as pd

    _implementation(implementation)
    rows = []
    for symmetry in SYMMETRY_CLASSES:
        names: list[str] = []
        for name in CLASS_NAMES:
            if symmetry_class(name, implementation) == symmetry and name not in names:
                names += dict.fromkeys((name, _partner(name, implementation)))
        if not names:
            continue
        turns = ORIENTATIONS[CLASS_NAMES.index(names[0])]
        rows.append(
            {
                "planes of symmetry": symmetry,
                "orientations": turns,
                "classes": len(names),
                "oriented tiles": turns * len(names),
                "chiral pairs": sum(_partner(name, implementation) != name for name in names) // 2,
                "tiles": " ".join(names),
            }
        )
    return pd.DataFrame(rows)


def tile_table() -> pd.DataFrame:
    """Return all that a `Tile` knows, one row a tile, in the order of the class index. Lists are joined by spaces.

    >>> tile_table()[["tile", "orientations", "crossings"]].head(2)
              tile  orientations  crossings
    0  12-34-56-78             1          0
    1  12-34-57-68             4          1
    """
    import pandas as pd

    return pd.DataFrame(
        {
            "class": one.index,
            "tile": one.name,
            "orientations": one.orientations,
            "oriented": " ".join(one.oriented),
            "symmetry": one.symmetry,
            "mirror planes": ", ".join(one.mirror_planes),
            "stabiliser in C4": ", ".join(f"{angle}°" for angle in one.stabiliser_c4),
            "order in D4": len(one.stabiliser_d4),
            "chiral": one.chiral,
            "partner": one.partner.name if one.partner else "",
            "crossings": one.crossings,
            "same-side pairs": one.same_side_pairs,
        }
        for one in tiles()
    )


def cycle_type_table(implementation: int = 1) -> pd.DataFrame:
    """Return what each turn and mirror of the square does to the eight points, one row an element of D4.

    Columns: element; permutation (cycles of the points 1..8); cycle type (such as ``2^4``); matchings left as they are,
    counted one by one; tile classes that hold one of these.

    Parameters: `implementation` is 1 (two points a side) or 2 (corners and midpoints).

    Raises BadArgument for another implementation.

    >>> cycle_type_table()[["element", "cycle type", "fixed matchings"]].head(3)
      element cycle type  fixed matchings
    0      0°        1^8              105
    1     90°        4^2                5
    2    180°        2^4               25
    """
    import pandas as pd

    elements = {f"{90 * quarter}°": turn for quarter, turn in enumerate(TURNS)}
    elements |= MIRRORS[_implementation(implementation)]
    everything = {name: parse_name(name) for name in ORIENTED_NAMES}
    rows = []
    for element, permutation in elements.items():
        fixed = [name for name, pairs in everything.items() if apply(permutation, pairs) == pairs]
        rows.append(
            {
                "element": element,
                "permutation": _cycles(permutation),
                "cycle type": " ".join(f"{length}^{many}" for length, many in cycle_type(permutation).items()),
                "fixed matchings": len(fixed),
                "tile classes": len({CLASS_OF[ORIENTED_INDEX[name]] for name in fixed}),
            }
        )
    return pd.DataFrame(rows)


def _cycles(permutation: tuple[int, ...]) -> str:
    seen: set[int] = set()
    text = ""
    for start in range(len(permutation)):
        cycle: list[str] = []
        at = start
        while at not in seen:
            seen.add(at)
            cycle.append(str(at + 1))
            at = permutation[at]
        text += f"({' '.join(cycle)})" if cycle else ""
    return text
