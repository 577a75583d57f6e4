"""The board of Sorry! and its pawns as SVG fragments.

What it is for: where each square lies on a 16 by 16 board, the look of track, slides, safety zones, start and home
circles and pawns, and the way that a pawn has taken. What it is not for: positions and whole pictures (see
`tsurolab.games.sorry.drawing`), and which pawns a move moved (see `tsurolab.games.sorry.ways`).

Places are in squares from the top left corner of the board: t0, before red's first slide, is the top left corner, and
the track runs clockwise. Red lies on the upper edge, blue on the right, yellow on the lower, green on the left.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import atan2, cos, hypot, pi, sin

from tsurolab.draw.curves import Point
from tsurolab.draw.svg import circle, fill, group, line, number, paint, path, rectangle, stroke, text, title
from tsurolab.errors import BadArgument, unknown
from tsurolab.games.sorry.lone_moves import ENTRY, EXIT
from tsurolab.games.sorry.ways import COLOURS, walk

SIDE = 16
"""Squares along an edge of the board."""

_SLIDES = ((1, 4), (9, 13))
_RADIUS = 1.44


def letter(colour: str) -> str:
    """Return what stands for a colour when colours are not seen."""
    return colour[0].upper()


def _turned(place: Point, quarters: int) -> Point:
    """Return a place turned clockwise about the middle of the board."""
    x, y = place
    for _ in range(quarters % 4):
        x, y = SIDE - y, x
    return x, y


def track_place(index: int) -> Point:
    """Return the middle of square t0..t59.

    >>> track_place(0), track_place(4), track_place(15), track_place(31)
    ((0.5, 0.5), (4.5, 0.5), (15.5, 0.5), (14.5, 15.5))
    """
    quarters, along = divmod(index % 60, 15)
    return _turned((along + 0.5, 0.5), quarters)


def place_of(colour: str, square: str) -> Point:
    """Return the middle of a square, or of the start or home circle of a colour.

    Raises UnknownName for a colour or square that does not exist.

    >>> place_of("red", "s0"), place_of("blue", "s0"), place_of("red", "t2")
    ((2.5, 1.5), (14.5, 2.5), (2.5, 0.5))
    """
    if colour not in COLOURS:
        raise unknown("colour", colour, COLOURS)
    quarters = COLOURS.index(colour)
    if square == "start":
        return _turned((EXIT + 0.5, 1.06 + _RADIUS), quarters)
    if square == "home":
        return _turned((ENTRY + 0.5, 6.0 + _RADIUS), quarters)
    kind, digits = square[:1], square[1:]
    if digits.isascii() and digits.isdigit() and str(int(digits)) == digits:
        if kind == "t" and int(digits) < 60:
            return track_place(int(digits))
        if kind == "s" and int(digits) < 5:
            return _turned((ENTRY + 0.5, 1.5 + int(digits)), quarters)
    raise unknown("square", square, ["start", "home", "t0..t59", "s0..s4"])


def _data(places: Sequence[Point], unit: float) -> str:
    return "M" + "L".join(f"{number(x * unit)} {number(y * unit)}" for x, y in places)


def _slide(colour: str, head: int, end: int, unit: float) -> str:
    """Return a slide: a triangle on its first square, a bar, a disc with the colour's letter on its last."""
    quarters = COLOURS.index(colour)
    base = 15 * quarters
    first, last = track_place(base + head), track_place(base + end)
    corners = [(head + 0.14, 0.16), (head + 0.14, 0.84), (head + 0.86, 0.5)]
    shape = _data([_turned(corner, quarters) for corner in corners], unit) + "Z"
    x, y = last[0] * unit, last[1] * unit
    return group(
        title(f"slide of {colour}, from t{base + head} to t{base + end}"),
        line((first[0] * unit, first[1] * unit), (x, y), class_=stroke(colour), stroke_width=unit * 0.26, opacity=0.85),
        path(shape, class_=paint(colour, "card"), stroke_width=unit * 0.05, stroke_linejoin="round"),
        circle(x, y, unit * 0.35, class_=paint(colour, "card"), stroke_width=unit * 0.05),
        text(letter(colour), x, y + unit * 0.155, size=unit * 0.42, role=f"on-{colour}", anchor="middle", bold=True),
    )


def _circle(colour: str, name: str, unit: float) -> str:
    x, y = (value * unit for value in place_of(colour, name))
    radius = unit * _RADIUS
    parts = [
        circle(x, y, radius, class_=fill("card")),
        circle(x, y, radius, class_=fill(colour), opacity=0.22),
        circle(x, y, radius - unit * 0.06, class_=stroke(colour), stroke_width=unit * 0.12),
    ]
    return group(title(f"{name} of {colour}"), *parts)


def circle_words(unit: float, full: Collection[tuple[str, str]]) -> str:
    """Return the names of the circles: in the middle, or below the pawns in the circles (colour, name) that hold some.

    >>> circle_words(30, [("red", "start")]).count("Home")
    4
    """
    parts = []
    for colour in COLOURS:
        for name in ("start", "home"):
            x, y = place_of(colour, name)
            size, down = (0.34, 1.19) if (colour, name) in full else (0.46, 0.16)
            words = name.capitalize()
            parts.append(text(words, x * unit, (y + down) * unit, size=size * unit, anchor="middle", bold=True))
    return "".join(parts)


def board_body(unit: float) -> str:
    """Return the empty board, `unit` px a square."""
    whole = SIDE * unit
    edge = max(0.6, unit * 0.035)
    parts = [rectangle(0, 0, whole, whole, radius=unit * 0.2, class_=fill("card"))]
    squares = [track_place(index) for index in range(60)]
    for x, y in squares:
        left, top = (x - 0.5) * unit, (y - 0.5) * unit
        parts.append(rectangle(left, top, unit, unit, class_=paint("cell", "card-edge"), stroke_width=edge))
    for colour in COLOURS:
        places = [place_of(colour, f"s{step}") for step in range(5)]
        for x, y in places:
            corner = (x - 0.5) * unit, (y - 0.5) * unit
            parts.append(rectangle(*corner, unit, unit, class_=fill(colour), opacity=0.3))
            parts.append(rectangle(*corner, unit, unit, class_=stroke("card"), stroke_width=edge))
        # An arrow on the square where the own colour turns in.
        quarters = COLOURS.index(colour)
        tip = [_turned(corner, quarters) for corner in ((ENTRY + 0.28, 0.98), (ENTRY + 0.72, 0.98), (2.5, 1.3))]
        parts.append(path(_data(tip, unit) + "Z", class_=fill(colour)))
        parts += [_circle(colour, name, unit) for name in ("start", "home")]
        parts += [_slide(colour, head, end, unit) for head, end in _SLIDES]
    parts.append(rectangle(0, 0, whole, whole, radius=unit * 0.2, class_=stroke("soft"), stroke_width=edge * 1.6))
    return "".join(parts)


def track_numbers(unit: float, size: float) -> str:
    """Return the numbers of every fifth square, outside the board."""
    parts = []
    for index in range(0, 60, 5):
        x, y = track_place(index)
        ahead = size * 0.85 / unit + 0.5
        # A corner belongs to the edge that begins there, so its number stands beyond that edge.
        away = [(0, -1), (1, 0), (0, 1), (-1, 0)][index // 15]
        x, y = (x + away[0] * ahead) * unit, (y + away[1] * ahead) * unit
        parts.append(text(index, x, y + size * 0.36, size=size, role="soft", anchor="middle"))
    return "".join(parts)


def pawn(colour: str, x: float, y: float, high: float, *, label: str | None = None, faint: bool = False) -> str:
    """Return a pawn `high` px high about (x, y), with its colour's letter on it.

    Raises UnknownName for a colour that does not exist.

    >>> pawn("green", 0, 0, 20).count("<text")
    1
    """
    if colour not in COLOURS:
        raise unknown("colour", colour, COLOURS)
    s = high / 2

    def at(dx: float, dy: float) -> str:
        return f"{number(x + dx * s)} {number(y + dy * s)}"

    body = (
        f"M{at(-0.26, -0.4)}C{at(-0.26, -0.05)} {at(-0.7, 0.05)} {at(-0.74, 0.62)}L{at(-0.74, 0.8)}"
        f"Q{at(-0.74, 0.97)} {at(-0.57, 0.97)}L{at(0.57, 0.97)}Q{at(0.74, 0.97)} {at(0.74, 0.8)}L{at(0.74, 0.62)}"
        f"C{at(0.7, 0.05)} {at(0.26, -0.05)} {at(0.26, -0.4)}Z"
    )
    edge = {"class_": paint(colour, "paper"), "stroke_width": max(0.7, high * 0.045), "stroke_linejoin": "round"}
    return group(
        title(label) if label else "",
        path(body, **edge),
        circle(x, y - 0.57 * s, 0.4 * s, **edge),
        text(letter(colour), x, y + 0.82 * s, size=0.9 * s, role=f"on-{colour}", anchor="middle", bold=True),
        opacity=0.4 if faint else None,
    )


def crowd(count: int) -> list[Point]:
    """Return where so many pawns stand in a circle, from its middle, in squares."""
    if count == 1:
        return [(0.0, -0.1)]
    if count == 2:
        return [(-0.5, -0.1), (0.5, -0.1)]
    if count == 3:
        return [(0.0, -0.72), (-0.5, 0.3), (0.5, 0.3)]
    if count == 4:
        return [(-0.45, -0.7), (0.45, -0.7), (-0.45, 0.32), (0.45, 0.32)]
    raise BadArgument(f"a player has at most four pawns in a circle, not {count}")


# ---------------------------------------------------------------------------------------------- the way of a pawn


def way_body(colour: str, start: str, end: str, unit: float) -> str:
    """Return the way of a pawn as a line with an arrow head; straight and dashed when it was carried."""
    squares = walk(colour, start, end)
    carried = squares is None
    places = [place_of(colour, square) for square in squares or (start, end)]
    width = unit * 0.1
    (x1, y1), (x2, y2) = places[-2], places[-1]
    angle = atan2(y2 - y1, x2 - x1)
    long = hypot(x2 - x1, y2 - y1)
    # The line ends at the foot of the pawn's square, not under the pawn.
    short = min(0.3, long / 2)
    tip = (x2 - short * cos(angle), y2 - short * sin(angle))
    barbs = [(tip[0] - 0.34 * cos(angle + turn), tip[1] - 0.34 * sin(angle + turn)) for turn in (pi / 6, -pi / 6)]
    look = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    dashes = f"{number(unit * 0.3)} {number(unit * 0.28)}" if carried else None
    data, head = _data([*places[:-1], tip], unit), _data([barbs[0], tip, barbs[1]], unit)
    x, y = places[0][0] * unit, places[0][1] * unit
    return group(
        path(data, class_=stroke("paper"), stroke_width=width * 2.2, opacity=0.8, **look),
        path(data, class_=stroke("ink"), stroke_width=width, stroke_dasharray=dashes, **look),
        path(head, class_=stroke("ink"), stroke_width=width, **look),
        circle(x, y, unit * 0.18, class_=paint("ink", "paper"), stroke_width=unit * 0.05),
    )
