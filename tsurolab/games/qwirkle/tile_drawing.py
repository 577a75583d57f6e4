"""Pictures of Qwirkle tiles: one, a hand, and the whole set.

What it is for: the look of a tile, as SVG. What it is not for: boards (see `tsurolab.games.qwirkle.drawing`).

A tile is a dark piece with a coloured shape, as the wooden ones are, on light and on dark pages alike; so its colours
stand in the picture itself. The letter on the shape says the colour to a reader who does not see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from tsurolab.draw.picture import Picture, grid
from tsurolab.draw.svg import circle, element, group, number, path, rectangle, text, title
from tsurolab.errors import BadArgument, unknown
from tsurolab.games.qwirkle.tiles import COLOUR_LETTERS, COLOURS, SHAPES, tile

__all__ = ["FACES", "hand_picture", "hand_svg", "positive", "tile_picture", "tile_svg", "tiles_svg"]

FACES: dict[str, str] = {
    "red": "#F2503F",
    "orange": "#FF9A3D",
    "yellow": "#FFE45C",
    "green": "#45B36B",
    "blue": "#5AA9F7",
    "purple": "#B58AE6",
}
"""Colour of a tile -> colour of the shape on it. Chosen apart in lightness too."""

BODY = "#1D1B20"
"""The colour of a tile, and of the letter on its shape."""

EDGE = "#5B5560"
"""The rim of a tile, which shows on a dark page."""

SMALLEST_LETTER = 15
"""A tile with a shorter side, in px, has no letter."""


def positive(size: float) -> float:
    """Return a size that can be drawn.

    Raises BadArgument for one that is not above 0 or not finite.

    >>> positive(12)
    12
    """
    if not 0 < size < float("inf"):
        raise BadArgument(f"the size of a picture must be above 0 px, not {size!r}")
    return size


def _star(points: int, outer: float, inner: float, turn: float) -> list[tuple[float, float]]:
    radii = (outer, inner)
    return [
        (radii[step % 2] * sin(turn + pi * step / points), -radii[step % 2] * cos(turn + pi * step / points))
        for step in range(2 * points)
    ]


_OUTLINES: dict[str, list[tuple[float, float]]] = {
    "diamond": [(0, -1.06), (1.06, 0), (0, 1.06), (-1.06, 0)],
    "square": [(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)],
    "star8": _star(8, 1.06, 0.68, 0),
}


def _shape(shape: str, radius: float, colour: str) -> str:
    """Return a shape about (0, 0)."""
    if shape == "circle":
        return circle(0, 0, radius * 0.92, fill=colour)
    if shape == "clover":
        reach, leaf = number(radius * 0.381), number(radius * 0.43)
        # Four leaves, each a little more than half a circle, clockwise from the notch at the top left.
        arcs = "".join(
            f"A{leaf} {leaf} 0 1 1 {x} {y}"
            for x, y in ((reach, f"-{reach}"), (reach, reach), (f"-{reach}", reach), (f"-{reach}", f"-{reach}"))
        )
        return path(f"M-{reach} -{reach}{arcs}Z", fill=colour)
    if shape == "star4":
        tip, near = radius * 0.96, radius * 0.2
        corners = [(-tip, -tip), (tip, -tip), (tip, tip), (-tip, tip)]
        bends = [(0, -near), (near, 0), (0, near), (-near, 0)]
        steps = [
            f"Q{number(bx)} {number(by)} {number(x)} {number(y)}"
            for (bx, by), (x, y) in zip(bends, [*corners[1:], corners[0]])
        ]
        return path([f"M{number(-tip)} {number(-tip)}", *steps, "Z"], fill=colour)
    corners = [(x * radius, y * radius) for x, y in _OUTLINES[shape]]
    # Rounded corners, as cut from wood.
    outline = "L".join(f"{number(x)} {number(y)}" for x, y in corners)
    return path(f"M{outline}Z", fill=colour, stroke=colour, stroke_width=radius * 0.1, stroke_linejoin="round")


def tile_body(colour: str, shape: str, side: float, *, told: str | None = None) -> str:
    """Return a tile with its top left corner at (0, 0), `side` px wide, with the words that a reader hears.

    Raises UnknownName for another colour or shape.
    """
    if colour not in COLOURS:
        raise unknown("colour", colour, COLOURS)
    if shape not in SHAPES:
        raise unknown("shape", shape, SHAPES)
    gap = side * 0.025
    rim = max(0.6, side * 0.02)
    parts = [
        title(told or f"{colour} {shape}"),
        rectangle(
            gap, gap, side - 2 * gap, side - 2 * gap, radius=side * 0.1, fill=BODY, stroke=EDGE, stroke_width=rim
        ),
    ]
    face = _shape(shape, side * 0.36, FACES[colour])
    letter = ""
    if side >= SMALLEST_LETTER:
        size = side * 0.3
        letter = element(
            "text",
            COLOUR_LETTERS[COLOURS.index(colour)].upper(),
            x=0,
            y=size * 0.36,
            font_size=size,
            font_weight=700,
            text_anchor="middle",
            fill=BODY,
        )
    return group(*parts, group(face, letter, at=(side / 2, side / 2)))


def tile_picture(colour: str, shape: str, side: float) -> Picture:
    """Return the picture of a tile, `side` px wide.

    Raises UnknownName for another colour or shape.

    >>> tile_picture("red", "circle", 40).label
    'red circle'
    """
    return Picture(side, side, tile_body(colour, shape, side), f"{colour} {shape}")


def tile_svg(colour: str, shape: str, *, size: float = 96) -> str:
    """Return a tile, `size` px wide.

    Raises UnknownName for another colour or shape, BadArgument for a size that is not above 0.

    >>> tile_svg("red", "circle").count("<circle")
    1
    """
    return tile_picture(colour, shape, positive(size)).svg(margin=4, ground=None)


def _pair(one: str | Sequence[str]) -> tuple[str, str]:
    """Return the names of a tile given as a code, a name, or a pair of names."""
    if isinstance(one, str):
        known = tile(one)
        return known.colour, known.shape
    try:
        colour, shape = one
    except (TypeError, ValueError):
        raise BadArgument(f"a tile is a code, a name, or a pair of a colour and a shape, not {one!r}") from None
    return colour, shape


def hand_picture(hand: Iterable[str | Sequence[str]], side: float, gap: float = 6) -> Picture:
    """Return tiles side by side, `side` px wide each.

    Raises as `hand_svg` does.
    """
    pairs = [_pair(one) for one in hand]
    body = [group(tile_body(*pair, side), at=(place * (side + gap), 0)) for place, pair in enumerate(pairs)]
    words = ", ".join(" ".join(pair) for pair in pairs)
    return Picture(max(0.0, len(pairs) * (side + gap) - gap), side, "".join(body), words or "no tiles")


def hand_svg(hand: Iterable[str | Sequence[str]], *, size: float = 64) -> str:
    """Return tiles side by side, `size` px wide each: a hand, or a line.

    Parameters: `hand` holds codes (``"rc"``), names (``"red circle"``) or pairs of names.

    Raises BadArgument or UnknownName for what is no tile, BadArgument for a size that is not above 0.

    >>> hand_svg(["rc", "rd", ("red", "square")]).count("<rect")
    4
    """
    return hand_picture(hand, positive(size)).svg(margin=10)


def tiles_svg(*, size: float = 56) -> str:
    """Return the 36 different tiles, a row a colour and a column a shape, under the names of the shapes.

    Raises BadArgument for a size that is not above 0.

    >>> tiles_svg().count("<rect")
    37
    """
    side = positive(size)
    words = max(9.0, side * 0.22)
    left = words * 4
    pictures = [tile_picture(colour, shape, side) for colour in COLOURS for shape in SHAPES]
    block = grid(pictures, columns=len(SHAPES), gap=side * 0.12)
    step = side * 1.12
    above = words * 1.7
    parts = [
        text(shape, left + place * step + side / 2, words, size=words, role="soft", anchor="middle")
        for place, shape in enumerate(SHAPES)
    ]
    parts += [
        text(
            colour,
            left - words * 0.6,
            above + place * step + side / 2 + words * 0.35,
            size=words,
            role="soft",
            anchor="end",
        )
        for place, colour in enumerate(COLOURS)
    ]
    parts.append(group(block.body, at=(left, above)))
    whole = Picture(left + block.width, above + block.height, "".join(parts), "The 36 different tiles of Qwirkle")
    return whole.svg(margin=14)
