"""Pictures of Qwirkle: tables, states and whole games, as SVG text, beside the tiles and hands.

What it is for: pure functions from positions (the JSON form of `State.position`) to SVG, the same bytes every time.
What it is not for: rules. A position that no game can show is drawn as far as it makes sense.

A position is ``{"board": [[x, y, colour, shape], ...], "hands": [[[colour, shape], ...], ...], "bag": [...] or None,
"turn": seat, "scores": [...]}``, x to the right and y downwards. Only the board is needed; a hand that is None is not
known and not drawn. The winners in its ``outcome``, of a finished game, are told beside their scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tsurolab.draw.marks import disc
from tsurolab.draw.picture import Picture, column, grid
from tsurolab.draw.svg import fill, group, number, path, rectangle, stroke, text, title
from tsurolab.errors import BadArgument
from tsurolab.games.qwirkle.cells import Cell, dead_cells, laid
from tsurolab.games.qwirkle.tile_drawing import (
    hand_picture,
    hand_svg,
    positive,
    tile_body,
    tile_svg,
    tiles_svg,
)
from tsurolab.games.qwirkle.tiles import COLOURS, SHAPES

__all__ = ["board_svg", "game_strip_svg", "hand_svg", "state_svg", "tile_svg", "tiles_svg"]

Position = Mapping[str, Any]
Box = tuple[int, int, int, int]
"""Least x, least y, greatest x, greatest y of the cells that are drawn."""

NARROW = 382.0
"""Width in px of a picture for the page of a phone, so that its words are not made smaller."""

_RIM = 0.14
"""Width of the rim round the table, for cells of side 1."""


@dataclass(frozen=True)
class _Seat:
    """What a position says of a player."""

    score: int | None
    hand: tuple[tuple[str, str], ...] | None
    moving: bool
    won: str
    """What there is to say of a winner; empty for others."""


def _seats(position: Position) -> list[_Seat]:
    """Return the players of a position; raises BadArgument for a malformed entry."""
    hands, scores = position.get("hands") or [], position.get("scores") or []
    turn = position.get("turn")
    try:
        winners = tuple((position.get("outcome") or {}).get("winners") or ())
        won = "wins" if len(winners) == 1 else "shares the win"
        return [
            _Seat(
                int(scores[seat]) if seat < len(scores) else None,
                tuple((colour, shape) for colour, shape in hands[seat])
                if seat < len(hands) and hands[seat] is not None
                else None,
                turn == seat and not winners,
                won if seat in winners else "",
            )
            for seat in range(max(len(hands), len(scores)))
        ]
    except (AttributeError, TypeError, ValueError) as error:
        raise BadArgument(
            f"a position has hands [[[colour, shape], ...], ...] and scores [number, ...]; this one fails at {error}"
        ) from error


def _bag(position: Position) -> int | None:
    bag = position.get("bag")
    return len(bag) if isinstance(bag, Sequence) else bag


def _placed(play: Any) -> list[Cell]:
    """Return the cells of a play: an object or mapping with placements, or placements or cells that begin with x, y."""
    if play is None:
        return []
    if isinstance(play, Mapping):
        play = play.get("placements") or ()
    play = getattr(play, "placements", play)
    try:
        cells = [(one.x, one.y) if hasattr(one, "x") else tuple(one)[:2] for one in play]
        return [(int(x), int(y)) for x, y in cells]
    except (TypeError, ValueError):
        raise BadArgument(f"the last play is a play with placements, or a list of cells (x, y), not {play!r}") from None


def _box(cells: Iterable[Cell], margin: int = 1) -> Box:
    """Return the box of some cells with a margin of empty ones; round (0, 0) when there are none."""
    across, down = zip(*cells) if (cells := list(cells)) else ((0,), (0,))
    return min(across) - margin, min(down) - margin, max(across) + margin, max(down) + margin


def _some(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _board_picture(
    position: Position,
    *,
    size: float,
    box: Box | None = None,
    new: Iterable[Cell] = (),
    highlight: Iterable[Cell] = (),
    dead: bool = False,
    labels: bool = True,
    largest: float = 56,
) -> Picture:
    """Return the table without a legend, its longer side `size` px unless its cells would be larger than `largest`."""
    board = laid(position)
    left, top, right, bottom = box or _box(board)
    wide, high = right - left + 1, bottom - top + 1
    words = max(9.0, min(12.0, size / (max(wide, high) * 3))) if labels else 0.0
    gutter = words * 1.9
    side = min((size - gutter) / (max(wide, high) + 2 * _RIM), largest)
    pad = side * _RIM

    def corner(cell: Cell) -> tuple[float, float]:
        return gutter + pad + (cell[0] - left) * side, gutter + pad + (cell[1] - top) * side

    x0, y0 = corner((left, top))
    across, down = wide * side, high * side
    parts = [
        rectangle(x0 - pad, y0 - pad, across + 2 * pad, down + 2 * pad, radius=side * 0.2, class_=fill("ground")),
        rectangle(x0, y0, across, down, radius=side * 0.1, class_=fill("cell")),
    ]
    inner = [f"M{number(x0 + step * side)} {number(y0)}v{number(down)}" for step in range(1, wide)]
    inner += [f"M{number(x0)} {number(y0 + step * side)}h{number(across)}" for step in range(1, high)]
    parts.append(path(inner, class_=stroke("rule"), stroke_width=max(0.5, side * 0.015)) if inner else "")
    for cell in highlight:
        x, y = corner((int(cell[0]), int(cell[1])))
        parts.append(rectangle(x, y, side, side, class_=fill("glow")))
    for cell in dead_cells(position) if dead else ():
        if left <= cell[0] <= right and top <= cell[1] <= bottom:
            parts.append(_dead(*corner(cell), side, cell))
    for cell, (colour, shape) in sorted(board.items(), key=lambda entry: (entry[0][1], entry[0][0])):
        told = f"x {cell[0]}, y {cell[1]}: {COLOURS[colour]} {SHAPES[shape]}"
        parts.append(group(tile_body(COLOURS[colour], SHAPES[shape], side, told=told), at=corner(cell)))
    parts.append(_outlined([corner(cell) for cell in new], side))
    if labels:
        # Every second or fifth number when they would touch.
        step = next((step for step in (1, 2, 5, 10, 20, 50, 100) if step * side >= words * 1.7), 1000)
        for x in range(left, right + 1):
            if x % step == 0:
                base = words * 1.1
                parts.append(text(x, corner((x, top))[0] + side / 2, base, size=words, role="soft", anchor="middle"))
        for y in range(top, bottom + 1):
            if y % step == 0:
                base = corner((left, y))[1] + side / 2 + words * 0.36
                parts.append(text(y, gutter - words * 0.35, base, size=words, role="soft", anchor="end"))
    return Picture(
        gutter + 2 * pad + across,
        gutter + 2 * pad + down,
        "\n".join(part for part in parts if part),
        f"Qwirkle table, {_some(len(board), 'tile')}",
        "; ".join(_told(seat, one) for seat, one in enumerate(_seats(position))),
    )


def _dead(x: float, y: float, side: float, cell: Cell) -> str:
    """Return the mark of a cell that no tile can fill: a hatched square."""
    strokes = []
    for step in (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75):
        # Diagonals from the left or bottom edge to the top or right one.
        start = (0.0, step) if step <= 1 else (step - 1, 1.0)
        end = (step, 0.0) if step <= 1 else (1.0, step - 1)
        strokes.append(
            f"M{number(x + start[0] * side)} {number(y + start[1] * side)}"
            f"L{number(x + end[0] * side)} {number(y + end[1] * side)}"
        )
    told = title(f"x {cell[0]}, y {cell[1]}: no tile fits here")
    return group(
        told,
        rectangle(x, y, side, side, class_=fill("ground")),
        path(strokes, class_=stroke("soft"), stroke_width=max(0.6, side * 0.025), opacity=0.75),
    )


def _outlined(corners: Sequence[tuple[float, float]], side: float) -> str:
    """Return an outline round the tiles of a play; tiles that touch share one."""
    if not corners:
        return ""
    places = {(round(x / side * 8), round(y / side * 8)) for x, y in corners}
    sides = []
    for x, y in corners:
        at = (round(x / side * 8), round(y / side * 8))
        for (right, down), (x1, y1), (x2, y2) in (
            ((0, -8), (0, 0), (1, 0)),
            ((8, 0), (1, 0), (1, 1)),
            ((0, 8), (1, 1), (0, 1)),
            ((-8, 0), (0, 1), (0, 0)),
        ):
            if (at[0] + right, at[1] + down) not in places:
                sides.append(
                    f"M{number(x + x1 * side)} {number(y + y1 * side)}L{number(x + x2 * side)} {number(y + y2 * side)}"
                )
    return path(sides, class_=stroke("accent"), stroke_width=max(1.5, side * 0.075), stroke_linecap="round")


def _told(seat: int, one: _Seat) -> str:
    words = [f"seat {seat}"]
    if one.won:
        words.append(one.won)
    if one.moving:
        words.append("to move")
    if one.score is not None:
        words.append(_some(one.score, "point"))
    if one.hand is not None:
        words.append("holds " + (", ".join(" ".join(pair) for pair in one.hand) or "nothing"))
    return ", ".join(words)


def _panel(position: Position, width: float, *, hands: bool) -> Picture:
    """Return the players below each other, each with seat, score and hand, `width` px wide."""
    seats = _seats(position)
    most = max([6, *(len(one.hand or ()) for one in seats)])
    gap = 5.0
    side = min(46.0, (width - (most - 1) * gap) / most)
    parts, y = [], 0.0
    for seat, one in enumerate(seats):
        parts.append(disc(seat, 11, y + 12, 11))
        if one.score is not None:
            parts.append(text(one.score, 31, y + 18.5, size=18, bold=True))
        held = "" if one.hand is None else _some(len(one.hand), "tile")
        standing = one.won or ("to move" if one.moving else "")
        words = ", ".join(word for word in (standing, held if not hands else "") if word)
        if words:
            after = 31 if one.score is None else 41 + 11 * len(str(one.score))
            role = "ink" if standing else "soft"
            parts.append(text(words, after, y + 17, size=12, role=role, bold=bool(standing)))
        y += 31
        if hands and one.hand:
            parts.append(group(hand_picture(one.hand, side, gap).body, at=(0, y)))
            y += side
        elif hands:
            none = "hand not shown" if one.hand is None else "no tiles"
            parts.append(text(none, 0, y + 10, size=12, role="soft"))
            y += 14
        y += 16
    bag = _bag(position)
    if bag is not None:
        pile = _some(bag, "tile") if bag else "no tile"
        parts.append(text(f"{pile} in the bag", 0, y + 10, size=12, role="soft"))
        y += 14
    return Picture(width, max(0.0, y), "\n".join(parts))


def board_svg(
    position: Position,
    *,
    last_move: Any = None,
    size: float = 520,
    highlight: Iterable[Cell] | None = None,
    dead: bool = False,
    labels: bool = True,
) -> str:
    """Return a table with its tiles and a margin of empty cells.

    Parameters: `position` in JSON form; `size` is the longer side in px (small tables stay smaller); `last_move` (a
    play, or cells (x, y)) is outlined; the `highlight` cells are tinted; `dead` hatches the cells that no tile can
    fill; `labels` numbers the columns and rows.

    Raises BadArgument for a malformed position or size, UnknownName for a colour or shape that does not exist.

    >>> picture = board_svg({"board": [[0, 0, "red", "circle"]]}, labels=False)
    >>> picture.count("<title>"), picture.count("<circle")
    (2, 1)
    """
    drawn = _board_picture(
        position, size=positive(size), new=_placed(last_move), highlight=highlight or (), dead=dead, labels=labels
    )
    return drawn.svg()


def state_svg(
    position: Position,
    *,
    last_move: Any = None,
    width: float = 760,
    hands: bool = True,
    beside: bool = True,
    highlight: Iterable[Cell] | None = None,
    dead: bool = False,
) -> str:
    """Return a table and, beside it or below, the players with scores and hands; what a state shows in a notebook.

    Parameters: `width` in px of the whole; `hands` shows the tiles held; `beside` is False for narrow pages; others as
    for `board_svg`.

    Raises as `board_svg` does.

    >>> position = {"board": [], "hands": [[["red", "circle"]], []], "bag": [], "turn": 0, "scores": [12, 7]}
    >>> "no tile in the bag" in state_svg(position)
    True
    """
    inner = positive(width) - 24
    gap = inner * 0.035
    room = inner * 0.34 if beside else inner
    drawn = _board_picture(
        position,
        size=inner - room - gap if beside else inner,
        new=_placed(last_move),
        highlight=highlight or (),
        dead=dead,
    )
    panel = _panel(position, room, hands=hands)
    if beside:
        # A low table stands in the middle of the height, and the players start at its top when they need less.
        high = max(drawn.height, panel.height + 8)
        body = group(drawn.body, at=(0, 0)) + "\n" + group(panel.body, at=(drawn.width + gap, 8))
        whole = Picture(drawn.width + gap + room, high, body)
    else:
        whole = column([(None, drawn), (None, panel)], gap=14)
    return whole.svg(label=f"{drawn.label}. {drawn.description}")


def game_strip_svg(
    frames: Sequence[Position],
    *,
    columns: int = 4,
    size: float = 190,
    captions: Sequence[str] | None = None,
    title: str | None = None,
) -> str:
    """Return a whole game as small tables, in reading order, each with the tiles that are new in it outlined.

    All tables show the same cells, so that one sees the grid grow.

    Parameters: `frames` are successive positions in JSON form, `columns` side by side, each `size` px; `captions` one
    a frame, or None for the scores, or the number of tiles where there are none.

    Raises as `board_svg` does, or BadArgument for captions that are not one a frame.

    >>> frames = [{"board": []}, {"board": [[0, 0, "red", "circle"]]}]
    >>> game_strip_svg(frames).count("tile</text>"), game_strip_svg(frames).count("tiles</text>")
    (1, 1)
    """
    positive(size)
    tables = [laid(position) for position in frames]
    box = _box({cell for table in tables for cell in table}, margin=0)
    pictures = []
    before: set[Cell] | None = None
    for position, table in zip(frames, tables):
        fresh = sorted(set(table) - before) if before is not None else []
        pictures.append(_board_picture(position, size=size, box=box, new=fresh, labels=False, largest=size / 4))
        before = set(table)
    words = captions if captions is not None else [_caption(position, table) for position, table in zip(frames, tables)]
    strip = grid(pictures, columns=columns, captions=words, gap=16)
    told = f"{_some(len(words), 'position')}: {', '.join(words)}" if words else "no position"
    whole = replace(column([(None, strip)], title=title), description=told)
    return whole.svg(margin=16, label=title or "A game of Qwirkle")


def _caption(position: Position, table: Mapping[Cell, Any]) -> str:
    scores = position.get("scores")
    return " : ".join(str(score) for score in scores) if scores else _some(len(table), "tile")
