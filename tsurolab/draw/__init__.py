"""A small SVG toolkit that knows no game.

What it is for: pictures as text, the same bytes every time, that read well on light and on dark pages and do not depend
on colour alone. What it is not for: charts (the figures use matplotlib) and the look of any one game (each family has
its own ``drawing`` module).

`svg` makes elements, `curves` smooth lines, `palette` the colours and their style sheet, `marks` the shapes of the
players, `picture` whole pictures and grids of them.
"""

from __future__ import annotations

from tsurolab.draw.curves import Curve
from tsurolab.draw.palette import DARK, LIGHT, PLAYERS, Player, player, style_sheet
from tsurolab.draw.picture import Picture, column, grid
from tsurolab.draw.svg import (
    circle,
    element,
    escape,
    fill,
    group,
    line,
    number,
    paint,
    path,
    rectangle,
    stroke,
    text,
    title,
)

__all__ = [
    "Curve",
    "DARK",
    "LIGHT",
    "PLAYERS",
    "Picture",
    "Player",
    "circle",
    "column",
    "element",
    "escape",
    "fill",
    "grid",
    "group",
    "line",
    "number",
    "paint",
    "path",
    "player",
    "rectangle",
    "stroke",
    "style_sheet",
    "text",
    "title",
]
