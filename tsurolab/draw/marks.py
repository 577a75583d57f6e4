"""The shapes that stand for the players beside their colours.

What it is for: eight small marks that stay apart in black and white. What it is not for: colours (see
`tsurolab.draw.palette`).
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from tsurolab.draw.palette import player
from tsurolab.draw.svg import circle, group, number, paint, path, stroke, text


def _polygon(corners: int, turn: float, *, inner: float = 1.0) -> list[tuple[float, float]]:
    """Return the corners of a regular polygon or, with an inner radius below 1, of a star, of radius 1."""
    count = corners if inner == 1 else 2 * corners
    radii = [1.0 if inner == 1 or step % 2 == 0 else inner for step in range(count)]
    return [
        (radius * sin(turn + 2 * pi * step / count), -radius * cos(turn + 2 * pi * step / count))
        for step, radius in enumerate(radii)
    ]


_SQUARE = [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)]
_DROP = [(-0.9, -0.75), (0.9, -0.75), (0, 1.0)]
_CROSS = [
    *[(-0.36, -1), (0.36, -1), (0.36, -0.36), (1, -0.36), (1, 0.36), (0.36, 0.36)],
    *[(0.36, 1), (-0.36, 1), (-0.36, 0.36), (-1, 0.36), (-1, -0.36), (-0.36, -0.36)],
]
_OUTLINES: dict[str, Callable[[], list[tuple[float, float]]]] = {
    "square": lambda: _SQUARE,
    "triangle": lambda: [(x, -y) for x, y in _DROP],
    "diamond": lambda: _polygon(4, 0),
    "hexagon": lambda: _polygon(6, pi / 6),
    "drop": lambda: _DROP,
    "cross": lambda: _CROSS,
    "star": lambda: _polygon(5, 0, inner=0.5),
}


def shape(seat: int, x: float, y: float, radius: float, **attributes: object) -> str:
    """Return the shape of a player about (x, y), in the player's colour with an edge of the paper's.

    Raises BadArgument for a seat without a colour.

    >>> shape(0, 5, 5, 2)
    '<circle cx="5" cy="5" r="2" class="tlab-fill-player-0 tlab-line-paper"/>'
    """
    classes = paint(f"player-{seat}", "paper")
    look = player(seat)
    if look.shape == "disc":
        return circle(x, y, radius, class_=classes, **attributes)
    corners = [f"{number(x + radius * dx)} {number(y + radius * dy)}" for dx, dy in _OUTLINES[look.shape]()]
    return path("M" + "L".join(corners) + "Z", class_=classes, **attributes)


def disc(seat: int, x: float, y: float, radius: float, label: object | None = None) -> str:
    """Return a disc in a player's colour with a label on it, the seat's number by default, nothing for "".

    Raises BadArgument for a seat without a colour.

    >>> disc(1, 0, 0, 8).count("<text")
    1
    """
    player(seat)
    words = str(seat if label is None else label)
    size = radius * (1.3 if len(words) == 1 else 1.0)
    return group(
        circle(x, y, radius, class_=paint(f"player-{seat}", "paper"), stroke_width=max(1.0, radius * 0.16)),
        text(words, x, y + size * 0.36, size=size, role=f"on-player-{seat}", anchor="middle", bold=True)
        if words
        else "",
    )


def ended(seat: int, x: float, y: float, radius: float) -> str:
    """Return a cross in a player's colour, for a marker that has left the game.

    >>> ended(2, 0, 0, 4).count("<path")
    2
    """
    player(seat)
    arm = radius * 0.62
    data = (
        f"M{number(x - arm)} {number(y - arm)}L{number(x + arm)} {number(y + arm)}"
        f"M{number(x + arm)} {number(y - arm)}L{number(x - arm)} {number(y + arm)}"
    )
    return group(
        path(data, class_=stroke("paper"), stroke_width=radius * 0.8, stroke_linecap="round"),
        path(data, class_=stroke(f"player-{seat}"), stroke_width=radius * 0.4, stroke_linecap="round"),
    )
