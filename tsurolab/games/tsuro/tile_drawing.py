"""Pictures of Tsuro tiles: the roads, one tile, a poster of many, a hand.

What it is for: the look of a tile, loose or laid on a board. What it is not for: boards, players and games (see
`tsurolab.games.tsuro.drawing`, which is also where to import the public functions from).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from math import dist

from tsurolab.draw.curves import Curve, Point, leaving
from tsurolab.draw.picture import Picture, column, grid
from tsurolab.draw.svg import circle, fill, group, paint, path, rectangle, stroke, text
from tsurolab.errors import BadArgument
from tsurolab.games.tsuro.tiles import FACE_DOWN, parse_name

Pairs = tuple[tuple[int, int], ...]

_THIRD, _REST = 1 / 3, 2 / 3
PLACES: tuple[Point, ...] = (
    *((_THIRD, 1.0), (_REST, 1.0), (1.0, _REST), (1.0, _THIRD)),
    *((_REST, 0.0), (_THIRD, 0.0), (0.0, _THIRD), (0.0, _REST)),
)
"""The points 1..8 on a tile of side 1, y downwards."""

_INWARD: tuple[Point, ...] = ((0.0, -1.0), (0.0, -1.0), (-1.0, 0.0), (-1.0, 0.0)) + (
    *((0.0, 1.0), (0.0, 1.0), (1.0, 0.0), (1.0, 0.0)),
)
ROAD, HALO = 0.07, 0.028
"""Widths on a tile of side 1: of a road, and of what is kept free beside a road that passes over another."""


@cache
def road(first: int, second: int) -> Curve:
    """Return the road between two ports 0..7 of a tile of side 1; it meets both edges at right angles.

    >>> road(0, 5).start, road(0, 5).end
    ((0.3333333333333333, 1.0), (0.3333333333333333, 0.0))
    """
    start, end = PLACES[first], PLACES[second]
    out, back = _INWARD[first], _INWARD[second]
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    if first // 2 == second // 2:
        reach = (0.28, 0.28)
    elif first // 2 % 2 == second // 2 % 2:
        reach = (0.5, 0.5)
    else:
        # About a quarter of an ellipse; a little flatter, so that two wide bends in one tile keep apart.
        ahead, aside = (down, across) if out[0] == 0 else (across, down)
        bend = 0.52 if ahead + aside > 1.1 else 0.56
        reach = (bend * ahead, bend * aside)
    return leaving(start, out, end, back, reach)


_SAMPLES = 65
"""Points along a road at which it is asked whether the road can be seen there."""


@cache
def _hidden(under: tuple[int, int], over: tuple[int, int]) -> tuple[bool, ...]:
    """Say, point by point along a road, whether the road or halo of another that lies over it hides its middle."""
    clear = (ROAD + HALO) / 2
    cover = road(*over).points(33)
    return tuple(any(dist(point, other) < clear for other in cover) for point in road(*under).points(_SAMPLES))


@cache
def _stack(pairs: Pairs) -> Pairs:
    """Return the roads of a tile from the lowest to the highest, so that no road is cut into crumbs.

    Of the 24 orders the one is taken whose shortest visible piece is longest, then the one that shows most.
    """

    def seen(order: Pairs) -> tuple[int, int]:
        shortest, shown = _SAMPLES, 0
        for place, under in enumerate(order):
            masks = [_hidden(under, over) for over in order[place + 1 :] if crossed(under, over)]
            visible = "".join(" " if any(cut) else "x" for cut in zip(*masks)) if masks else "x" * _SAMPLES
            shortest = min([shortest, *(len(piece) for piece in visible.split())])
            shown += visible.count("x")
        return shortest, shown

    return max(permutations(pairs), key=seen)


def crossed(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Say whether two roads must cross: each has one end between the two ends of the other.

    >>> crossed((0, 2), (1, 3)), crossed((0, 3), (1, 2))
    (True, False)
    """
    (low, high), (first, last) = sorted((sorted(one), sorted(other)))
    return low < first < high < last


def stacked(pairs: Pairs) -> Pairs:
    """Return the roads of a tile from the lowest to the highest; a turned tile has the same order, turned.

    >>> stacked(((0, 1), (2, 7), (3, 4), (5, 6)))
    ((0, 1), (2, 7), (3, 4), (5, 6))
    """

    def turned(some: Pairs, by: int) -> Pairs:
        return tuple((min(pair), max(pair)) for pair in (((a + by) % 8, (b + by) % 8) for a, b in some))

    least, back = min((tuple(sorted(turned(pairs, by))), by) for by in (0, 2, 4, 6))
    return turned(_stack(least), -back)


def roads(pairs: Pairs, side: float, role: str) -> str:
    """Return the roads of a tile `side` px wide, each with a halo where it passes over others."""
    parts = []
    for place, pair in enumerate(stacked(pairs)):
        data = road(*pair).moved(0, 0, side).data()
        if place:
            parts.append(path(data, class_=stroke("card"), stroke_width=(ROAD + 2 * HALO) * side))
        parts.append(path(data, class_=stroke(role), stroke_width=ROAD * side))
    return "".join(parts)


def _back_picture(side: float) -> Picture:
    edge = max(1.0, side / 90)
    inset = side * 0.16
    body = rectangle(
        edge / 2, edge / 2, side - edge, side - edge, radius=side * 0.07, class_=paint("card", "card-edge")
    )
    body += rectangle(
        inset,
        inset,
        side - 2 * inset,
        side - 2 * inset,
        radius=side * 0.04,
        class_=stroke("card-edge"),
        stroke_width=edge,
    )
    return Picture(side, side, body, "Tsuro tile, face down")


def tile_picture(name: str, side: float, *, show_points: bool = False, role: str = "road") -> Picture:
    """Return a loose tile `side` px wide; its back if the name is "?"."""
    if name == FACE_DOWN:
        return _back_picture(side)
    pairs = parse_name(name)
    edge = max(1.0, side / 90)
    body = rectangle(edge / 2, edge / 2, side - edge, side - edge, radius=side * 0.07, class_=fill("card")) + roads(
        pairs, side, role
    )
    # The rim lies over the ends of the roads and their halos, so the corners and edges stay clean.
    body += rectangle(
        edge / 2, edge / 2, side - edge, side - edge, radius=side * 0.07, class_=stroke("card-edge"), stroke_width=edge
    )
    label = f"Tsuro tile {name}"
    if not show_points:
        return Picture(side, side, body, label)
    room = max(15.0, side * 0.15)
    ends = [
        circle(x * side, y * side, side * 0.034, class_=paint("paper", role), stroke_width=max(1.0, side * 0.014))
        for x, y in PLACES
    ]
    numbers = []
    for port, (x, y) in enumerate(PLACES):
        away = _INWARD[port]
        numbers.append(
            text(
                port + 1,
                x * side - away[0] * room * 0.6,
                y * side - away[1] * room * 0.6 + room * 0.28,
                size=room * 0.72,
                role="soft",
                anchor="middle",
            )
        )
    return Picture(side + 2 * room, side + 2 * room, group(body, *ends, *numbers, at=(room, room)), label)


def tile_svg(name: str, *, size: float = 120, caption: str | None = None, show_points: bool = False) -> str:
    """Return one tile.

    Parameters: `name` as it lies, in any spelling that `parse_name` reads; `size` is the side in px; `caption` stands
    below; `show_points` writes the points 1..8 round the tile.

    Raises BadArgument for a name that is no tile, or a size that is not positive.

    >>> tile_svg("16-25-38-47").count("<path")
    7
    """
    picture = tile_picture(name, positive(size), show_points=show_points)
    if caption:
        label = picture.label
        picture = grid([picture], columns=1, captions=[caption], caption_size=max(11.0, size / 10))
        return picture.svg(margin=8, label=label)
    return picture.svg(margin=8)


def tiles_svg(
    names: Sequence[str] = (),
    *,
    columns: int = 7,
    captions: bool | Sequence[str] = True,
    title: str | None = None,
    groups: Sequence[tuple[str, Sequence[str]]] | None = None,
    size: float = 84,
) -> str:
    """Return a poster of tiles.

    Parameters: `names` in order, `columns` side by side, each `size` px wide; `captions` is True for the names, False
    for none, or one text a tile. With `groups`, pairs of a heading and its names, each group stands under its heading
    (`names` is then not used, and `captions` is True or False).

    Raises BadArgument for a name that is no tile, or captions that are not as many as the tiles.

    >>> tiles_svg(["12-34-56-78", "15-26-37-48"], title="Two tiles").count("<text")
    3
    """
    positive(size)
    if groups is not None and not isinstance(captions, bool):
        raise BadArgument("with groups, captions is True (the names) or False, not a list of texts")

    def rows(shown: Sequence[str]) -> Picture:
        words: Sequence[str] | None = shown if captions is True else None if captions is False else captions
        pictures = [tile_picture(name, size) for name in shown]
        return grid(
            pictures,
            columns=columns,
            captions=words,
            gap=size / 6,
            caption_size=max(8.0, size / 8.4),
            spaced=captions is True,
        )

    parts: list[tuple[str | None, Picture]] = (
        [(None, rows(names))] if groups is None else [(heading, rows(shown)) for heading, shown in groups]
    )
    poster = column(parts, title=title, gap=24)
    return poster.svg(margin=20, label=title or "Tsuro tiles")


def hand_svg(names: Sequence[str], *, size: float = 72, title: str | None = None, captions: bool = True) -> str:
    """Return the tiles of a hand side by side, each with its slot and name below.

    Parameters: `size` is the side of a tile in px.

    Raises BadArgument for a name that is no tile.

    >>> hand_svg(["12-34-56-78"]).count("<text")
    1
    """
    words = [f"{slot}: {name}" for slot, name in enumerate(names)] if captions else None
    tiles = [tile_picture(name, positive(size)) for name in names]
    row = grid(tiles, columns=max(1, len(names)), captions=words, gap=size * 0.35, caption_size=max(8.0, size / 8))
    if not names:
        row = Picture(150, 20, text("no tile in hand", 0, 14, role="soft"))
    return column([(None, row)], title=title, title_size=14).svg(margin=14, label=title or "Tsuro hand")


def positive(size: float) -> float:
    """Return a size in px as given; raises BadArgument for one that is not positive."""
    if not 0 < size < 1e5:
        raise BadArgument(f"a size is a positive number of px, not {size!r}")
    return size
