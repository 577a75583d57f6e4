"""Pictures of Tsuro: boards, states and whole games, as SVG text, beside the tiles, posters and hands.

What it is for: pure functions from names and positions (the JSON form of `State.position`) to SVG, the same bytes every
time. What it is not for: rules. A path is traced only backwards from its marker, as a reader would with a finger, and a
position that no game can show is drawn as far as it makes sense.

A position's player may carry ``"path": [[row, col, enter, leave], ...]`` (points 1..8, from the start mark on); then
that is drawn, also for a player who is out and has no marker to trace back from. The winners in its ``outcome`` are
told in the legend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tsurolab.draw.curves import Point, run
from tsurolab.draw.marks import disc, ended, shape
from tsurolab.draw.palette import player as look_of
from tsurolab.draw.picture import Picture, column, grid
from tsurolab.draw.svg import fill, group, line, number, path, rectangle, stroke, text, title
from tsurolab.errors import BadArgument
from tsurolab.games.tsuro.tile_drawing import (
    PLACES,
    ROAD,
    Pairs,
    hand_svg,
    positive,
    road,
    roads,
    tile_picture,
    tile_svg,
    tiles_svg,
)
from tsurolab.games.tsuro.tiles import parse_name

__all__ = ["STEPS", "board_svg", "game_strip_svg", "hand_svg", "state_svg", "tile_svg", "tiles_svg", "trail"]

Position = Mapping[str, Any]
Square = tuple[int, int]
Segment = tuple[int, int, int, int]

STEPS: dict[int, tuple[int, int, int]] = {
    **{1: (1, 0, 6), 2: (1, 0, 5), 3: (0, 1, 8), 4: (0, 1, 7)},
    **{5: (-1, 0, 2), 6: (-1, 0, 1), 7: (0, -1, 4), 8: (0, -1, 3)},
}
"""Point by which a tile is left -> step in rows, step in columns, point by which the neighbour is entered."""

NARROW = 382.0
"""Width in px of a picture for the page of a phone, so that its words are not made smaller."""

_RIM = 0.25
"""Width of the rim round the board, with the start marks, for squares of side 1."""


@dataclass(frozen=True)
class _Board:
    """A position, read: the laid tiles by square, and the players as they came."""

    rows: int
    cols: int
    tiles: dict[Square, Pairs]
    names: dict[Square, str]
    players: tuple[Mapping[str, Any], ...]
    turn: int | None
    deck: int | None
    dragon: int | None
    winners: tuple[int, ...]

    def holds(self, square: Square) -> bool:
        return 0 <= square[0] < self.rows and 0 <= square[1] < self.cols

    def other_end(self, square: Square, point: int) -> int:
        """Return the point that the tile on a square joins with a point of its own."""
        for first, second in self.tiles[square]:
            if point - 1 in (first, second):
                return first + second + 2 - point
        raise AssertionError("a tile joins every point")

    def follow(self, square: Square, point: int) -> Iterator[Segment]:
        """Yield the segments from entering a square by a point to the first empty square or the edge."""
        seen = set()
        while square in self.tiles and (square, point) not in seen:
            seen.add((square, point))
            out = self.other_end(square, point)
            yield (*square, point, out)
            down, right, point = STEPS[out]
            square = (square[0] + down, square[1] + right)


def _read(position: Position) -> _Board:
    """Return the position in a form to draw; raises BadArgument for a missing or impossible entry."""
    try:
        rows, cols = int(position["rows"]), int(position["cols"])
        tiles, names = {}, {}
        for entry in position["tiles"]:
            square = (int(entry["row"]), int(entry["col"]))
            tiles[square], names[square] = parse_name(entry["tile"]), entry["tile"]
        players = tuple(position["players"])
        board = _Board(
            rows,
            cols,
            tiles,
            names,
            players,
            position.get("turn"),
            _count(position.get("deck")),
            position.get("dragon"),
            tuple((position.get("outcome") or {}).get("winners") or ()),
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise BadArgument(
            f"a position has rows, cols, tiles (row, col, tile) and players; this one fails at {error}"
        ) from error
    if rows < 1 or cols < 1:
        raise BadArgument(f"a board has at least one row and one column, not {rows} and {cols}")
    for square in tiles:
        if not board.holds(square):
            raise BadArgument(f"a tile lies at row {square[0]}, column {square[1]}, off the {rows} by {cols} board")
    return board


def _count(deck: Sequence[str] | int | None) -> int | None:
    return len(deck) if isinstance(deck, Sequence) else deck


def trail(position: Position, seat: int) -> list[Segment]:
    """Return the path of a player as segments (row, col, enter, leave), from the start mark to the marker.

    Parameters: `position` in JSON form; points are 1..8. A path given with the player is taken as it is; otherwise it
    is traced back from the marker. Empty for a player who is out without a path, or has no mark yet.

    Raises BadArgument for a malformed position or a seat that it has not.

    >>> faces = {"row": 0, "col": 1, "point": 8}
    >>> position = {"rows": 1, "cols": 2, "tiles": [{"row": 0, "col": 0, "tile": "12-36-47-58"}],
    ...             "players": [{"faces": faces, "hand": [], "out": False}]}
    >>> trail(position, 0)
    [(0, 0, 6, 3)]
    """
    board = _read(position)
    if not 0 <= seat < len(board.players):
        raise BadArgument(f"the position has seats 0 to {len(board.players) - 1}, not {seat}")
    return _trail(board, board.players[seat])


def _trail(board: _Board, player: Mapping[str, Any]) -> list[Segment]:
    if player.get("path") is not None:
        return [(int(a), int(b), int(c), int(d)) for a, b, c, d in player["path"]]
    faces = player.get("faces")
    if faces is None:
        return []
    down, right, point = STEPS[faces["point"]]
    back = list(board.follow((faces["row"] + down, faces["col"] + right), point))
    return [(row, col, leave, enter) for row, col, enter, leave in reversed(back)]


@dataclass(frozen=True)
class _Frame:
    """Where the squares of a drawn board are: `side` px each, the first at (left, top)."""

    side: float
    left: float
    top: float

    def corner(self, row: int, col: int) -> Point:
        return self.left + col * self.side, self.top + row * self.side

    def place(self, row: int, col: int, point: int) -> Point:
        x, y = self.corner(row, col)
        return x + PLACES[point - 1][0] * self.side, y + PLACES[point - 1][1] * self.side


def _player_path(frame: _Frame, seat: int, segments: Sequence[Segment], *, out: bool, fine: bool) -> str:
    """Return the path of a player over the tiles, with a line of the seat's own pattern inside it."""
    side = frame.side
    wide = side * (0.085 if out else 0.105)
    classes, pattern = stroke(f"player-{seat}"), look_of(seat).dash
    curves = [road(enter - 1, leave - 1).moved(*frame.corner(row, col), side) for row, col, enter, leave in segments]
    parts = []
    # Piece by piece, so that the path passes visibly over itself. A small picture has one line with one halo.
    pieces = [curve.data() for curve in curves] if fine else [run(curves)]
    for data in pieces if curves else ():
        parts.append(path(data, class_=stroke("card"), stroke_width=wide + side * 0.07))
        parts.append(path(data, class_=classes, stroke_width=wide, stroke_linecap="round"))
        if fine and pattern:
            dashes = " ".join(number(part * wide) for part in pattern)
            inner = {"stroke_width": wide * 0.28, "stroke_dasharray": dashes, "stroke_linecap": "round"}
            parts.append(path(data, class_=stroke("card"), **inner))
    return group(*parts, opacity=0.6 if out else None) if parts else ""


def _grounds(board: _Board, frame: _Frame, rim: float, lit: set[Square]) -> list[str]:
    """Return the board under the tiles: rim, start marks, empty squares."""
    side, (x, y) = frame.side, frame.corner(0, 0)
    wide, high = board.cols * side, board.rows * side
    parts = [rectangle(x - rim, y - rim, wide + 2 * rim, high + 2 * rim, radius=rim * 0.6, class_=fill("ground"))]
    notches = []
    for row in range(board.rows):
        for col in range(board.cols):
            for point, (down, right, _) in STEPS.items():
                if not board.holds((row + down, col + right)):
                    px, py = frame.place(row, col, point)
                    ahead = f"h{number(right * rim * 0.5)}" if right else f"v{number(down * rim * 0.5)}"
                    notches.append(f"M{number(px)} {number(py)}{ahead}")
    parts.append(path(notches, class_=stroke("track"), stroke_width=max(1.2, side * 0.03), stroke_linecap="round"))
    seam = max(0.5, side * 0.012)
    roles: dict[str, list[Point]] = {}
    for row in range(board.rows):
        for col in range(board.cols):
            role = "card" if (row, col) in board.tiles else "glow" if (row, col) in lit else "cell"
            roles.setdefault(role, []).append((x + col * side + seam, y + row * side + seam))
    across = number(side - 2 * seam)
    for role, corners in sorted(roles.items()):
        squares = [f"M{number(left)} {number(top)}h{across}v{across}h-{across}z" for left, top in corners]
        parts.append(path(squares, class_=fill(role)))
    return parts


def _board_picture(
    position: Position,
    *,
    size: float,
    new: Iterable[Square] = (),
    highlight: Iterable[Square] | None = None,
    labels: bool = True,
    fine: bool = True,
) -> Picture:
    """Return the board without a legend; `fine` adds halos, patterns and words that a small picture cannot show."""
    board = _read(position)
    longer = max(board.rows, board.cols)
    words = max(9.0, min(13.0, size / (longer * 5))) if labels else 0.0
    gutter = words * 1.5
    # A tiny board does not get huge squares.
    side = min((size - gutter) / (longer + 2 * _RIM), size / 5)
    rim = side * _RIM
    frame = _Frame(side, gutter + rim, gutter + rim)
    lit = {(int(row), int(col)) for row, col in highlight or ()}
    parts = _grounds(board, frame, rim, lit)
    if fine:
        for square, pairs in sorted(board.tiles.items()):
            told = title(f"row {square[0]}, column {square[1]}: {board.names[square]}")
            parts.append(group(told, roads(pairs, side, "track"), at=frame.corner(*square)))
    else:
        lines = [
            road(*pair).moved(*frame.corner(*square), side)
            for square, pairs in sorted(board.tiles.items())
            for pair in pairs
        ]
        parts.append(path(run(lines), class_=stroke("track"), stroke_width=ROAD * side) if lines else "")
    for row, col in new:
        x, y = frame.corner(row, col)
        edge = max(1.5, side * 0.04)
        parts.append(rectangle(x, y, side, side, radius=side * 0.06, class_=stroke("accent"), stroke_width=edge))
    trails = [_trail(board, player) for player in board.players]
    out = [bool(player.get("out")) for player in board.players]
    for seat in sorted(range(len(trails)), key=lambda seat: not out[seat]):
        parts.append(_player_path(frame, seat, trails[seat], out=out[seat], fine=fine))
    parts += _markers(board, frame, rim, trails, fine)
    if labels:
        for col in range(board.cols):
            x = frame.corner(0, col)[0] + side / 2
            parts.append(text(col, x, words * 0.85, size=words, role="soft", anchor="middle"))
        for row in range(board.rows):
            y = frame.corner(row, 0)[1] + side / 2
            parts.append(text(row, words * 0.35, y + words * 0.35, size=words, role="soft", anchor="middle"))
    return Picture(
        gutter + 2 * rim + board.cols * side,
        gutter + 2 * rim + board.rows * side,
        "\n".join(part for part in parts if part),
        f"Tsuro board, {board.rows} by {board.cols}, {_some(len(board.tiles), 'tile')} laid",
        "; ".join(_told(board, seat) for seat in range(len(board.players))),
    )


def _markers(board: _Board, frame: _Frame, rim: float, trails: Sequence[Sequence[Segment]], fine: bool) -> list[str]:
    """Return the start shapes in the rim, the ends of those who are out, and on top the markers."""
    side = frame.side
    starts, ends, markers = [], [], []
    for seat, player in enumerate(board.players):
        segments, faces = trails[seat], player.get("faces")
        if segments:
            row, col, enter, _ = segments[0]
            down, right, _ = STEPS[enter]
            x, y = frame.place(row, col, enter)
            if not board.holds((row + down, col + right)):
                x, y = x + right * rim * 0.5, y + down * rim * 0.5
                starts.append(
                    line(
                        frame.place(row, col, enter), (x, y), class_=stroke(f"player-{seat}"), stroke_width=side * 0.08
                    )
                )
            starts.append(shape(seat, x, y, max(3.0, side * 0.115), stroke_width=max(0.8, side * 0.015)))
        if player.get("out"):
            if segments:
                row, col, _, leave = segments[-1]
                ends.append(ended(seat, *frame.place(row, col, leave), max(4.0, side * 0.13)))
        elif faces is not None:
            x, y = frame.place(faces["row"], faces["col"], faces["point"])
            # Neighbouring points are a third of a side apart, so two markers never touch.
            markers.append(disc(seat, x, y, side * 0.152, None if fine else ""))
    return starts + ends + markers


def _laid(move: Any) -> list[Square]:
    """Return the square of a move: an object or mapping with row and col and a tile, or a pair (row, col)."""
    if move is None:
        return []
    if isinstance(move, Mapping):
        return [(int(move["row"]), int(move["col"]))]
    if hasattr(move, "row") and hasattr(move, "col"):
        return [] if getattr(move, "tile", "") is None else [(int(move.row), int(move.col))]
    try:
        row, col = move
    except (TypeError, ValueError):
        raise BadArgument(f"the last move is a move, a mapping with row and col, or a pair, not {move!r}") from None
    return [(int(row), int(col))]


def _some(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _standing(board: _Board, seat: int) -> list[str]:
    """Return what there is to say of a seat: whether it has won, in or out, cards in hand, whose turn, the dragon."""
    player = board.players[seat]
    won = ["wins" if len(board.winners) == 1 else "shares the win"] if seat in board.winners else []
    if player.get("out"):
        return [*won, "out"]
    words = won or (["to move"] if board.turn == seat else ["in"])
    words.append(_some(len(player.get("hand") or ()), "tile"))
    return words + ["dragon"] * (board.dragon == seat)


def _told(board: _Board, seat: int) -> str:
    faces = board.players[seat].get("faces")
    where = f", before row {faces['row']}, column {faces['col']}" if faces is not None else ""
    return f"seat {seat}: {', '.join(_standing(board, seat))}{where}"


def _who(seat: int, x: float, y: float, size: float, *, gone: bool) -> str:
    """Return the disc and, beside it, the shape of a seat, beginning at (x, y); faint for one who is out."""
    return group(
        disc(seat, x + size * 0.75, y, size * 0.75),
        shape(seat, x + size * 2.1, y, size * 0.38, stroke_width=0.8),
        opacity=0.6 if gone else None,
    )


def _legend(board: _Board, width: float, size: float = 12) -> Picture:
    """Return the players as a table of discs and words, `width` px wide."""
    told = [", ".join(_standing(board, seat)) for seat in range(len(board.players))]
    # Six tenths of the size is what a letter takes in most typefaces.
    need = size * (3.4 + 0.6 * max(len(words) for words in told))
    columns = max(1, min(len(told), int(width // need)))
    across, parts = width / columns, []
    high = size * 2
    for seat, words in enumerate(told):
        row, col = divmod(seat, columns)
        x, y = col * across, row * high + high / 2
        gone = bool(board.players[seat].get("out"))
        mark = _who(seat, x, y, size, gone=gone)
        won = seat in board.winners
        role, bold = ("soft" if gone and not won else "ink"), won or (board.turn == seat and not gone)
        parts.append(mark + text(words, x + size * 2.8, y + size * 0.36, size=size, role=role, bold=bold))
    rows = -(-len(told) // columns)
    return Picture(width, rows * high, "".join(parts))


def board_svg(
    position: Position,
    *,
    last_move: Any = None,
    size: float = 480,
    highlight: Iterable[Square] | None = None,
    labels: bool = True,
    legend: bool = True,
) -> str:
    """Return a board with its tiles, start marks, the paths and markers of the players, and a legend.

    Parameters: `position` in JSON form; `size` is the longer side of the board in px; `last_move` (a move, or a pair of
    row and column) is outlined; the `highlight` squares, pairs of row and column, are tinted; `labels` numbers the rows
    and columns.

    Raises BadArgument for a malformed position or a tile name that is no tile.

    >>> position = {"rows": 2, "cols": 3, "tiles": [], "players": []}
    >>> board_svg(position, labels=False).count("<rect")
    2
    """
    board = _read(position)
    drawn = _board_picture(position, size=positive(size), new=_laid(last_move), highlight=highlight, labels=labels)
    label = f"{drawn.label}. {drawn.description}"
    if legend and board.players:
        width = max(drawn.width, 150.0)
        drawn = column([(None, drawn), (None, _legend(board, width))], gap=12)
    return drawn.svg(label=label)


def _panel(board: _Board, width: float, height: float | None, *, hands: bool) -> Picture:
    """Return the players below each other with their hands, `width` px wide, fitted to `height` px if given."""
    size, gap, foot = 12.0, 8.0, 30.0
    inside = [seat for seat, player in enumerate(board.players) if not player.get("out")]
    most = max([3, *(len(board.players[seat].get("hand") or ()) for seat in inside)])
    gone = len(board.players) - len(inside)
    share = ((height or 1e9) - foot - gone * 26) / max(1, len(inside))
    # Words above the tiles when there is room for large ones, beside them when there are many players.
    above = min(68.0, (width - (most - 1) * gap) / most, share - 34)
    beside = min(68.0, (width - 98 - (most - 1) * gap) / most, share - 10)
    over = above >= beside
    side = max(22.0, above if over else beside)
    apart = max(8.0, min(18.0, share - side - (24 if over else 0)))
    parts, y = [], 0.0
    for seat, player in enumerate(board.players):
        words = _standing(board, seat)
        won = seat in board.winners
        moving = won or (board.turn == seat and seat in inside)
        if seat not in inside:
            told = text(", ".join(words), 34, y + 15.5, size=size, role="ink" if won else "soft", bold=won)
            parts.append(_who(seat, 0, y + 11, size, gone=True) + told)
            y += 26
            continue
        names = list(player.get("hand") or ())
        middle = y + (11 if over else side / 2)
        parts.append(_who(seat, 0, middle, size, gone=False))
        if over or not hands:
            parts.append(text(", ".join(words), 34, middle + 4.5, size=size, bold=moving))
        else:
            lines = [word for word in words if "tile" not in word]
            for step, word in enumerate(lines):
                base = middle + 4.5 + (step - (len(lines) - 1) / 2) * 14
                parts.append(text(word, 34, base, size=size, bold=moving and not step))
        left, top = (0.0, y + 24) if over else (98.0, y)
        for slot, name in enumerate(names if hands else ()):
            parts.append(group(tile_picture(name, side).body, at=(left + slot * (side + gap), top)))
        y += (side + apart + (24 if over else 0)) if hands and (names or not over) else 28
    if board.deck is not None:
        y = max(y + foot - 18, (height or 0) - 6)
        pile = _some(board.deck, "tile") if board.deck else "no tile"
        parts.append(text(f"{pile} in the pile", 0, y, size=size, role="soft"))
    return Picture(width, y + 4, "\n".join(parts))


def state_svg(
    position: Position,
    *,
    last_move: Any = None,
    width: float = 700,
    hands: bool = True,
    beside: bool = True,
    highlight: Iterable[Square] | None = None,
) -> str:
    """Return a board and, beside it or below, the players with their hands; what a state shows in a notebook.

    Parameters: `position` in JSON form; `width` in px of the whole; `hands` shows the tiles held; `beside` is False for
    narrow pages. Without `highlight` the square before the player to move is tinted.

    Raises BadArgument for a malformed position or a tile name that is no tile.

    >>> position = {"rows": 6, "cols": 6, "tiles": [], "turn": 0, "deck": [], "dragon": None, "players": [
    ...     {"faces": {"row": 0, "col": 0, "point": 8}, "hand": ["12-34-56-78"], "out": False}]}
    >>> "no tile in the pile" in state_svg(position)
    True
    """
    board = _read(position)
    if highlight is None and board.turn is not None and 0 <= board.turn < len(board.players):
        faces = board.players[board.turn].get("faces")
        highlight = [(faces["row"], faces["col"])] if faces is not None else []
    inner = positive(width) - 24
    size = inner * 0.63 if beside else inner
    drawn = _board_picture(position, size=size, new=_laid(last_move), highlight=highlight)
    label = f"{drawn.label}. {drawn.description}"
    if beside:
        gap = inner * 0.035
        panel = _panel(board, inner - size - gap, drawn.height, hands=hands)
        whole = Picture(
            inner,
            max(drawn.height, panel.height),
            drawn.body + "\n" + group(panel.body, at=(size + gap, 6)),
        )
    else:
        panel = _panel(board, inner, None, hands=hands)
        whole = column([(None, drawn), (None, panel)], gap=14)
    return whole.svg(label=label)


def _with_trails(frames: Sequence[Position]) -> list[dict[str, Any]]:
    """Return the positions with the path of each player, also of those who have left since an earlier frame."""
    known: dict[int, list[Segment]] = {}
    ahead: dict[int, tuple[Square, int]] = {}
    result = []
    for position in frames:
        board = _read(position)
        players = []
        for seat, player in enumerate(board.players):
            faces = player.get("faces")
            if player.get("path") is not None or faces is not None:
                known[seat] = _trail(board, player)
            elif seat in ahead:
                # The marker was here one frame ago: its path goes on through the tiles laid since.
                known[seat] = known[seat] + list(board.follow(*ahead.pop(seat)))
            if faces is not None:
                ahead[seat] = ((faces["row"], faces["col"]), faces["point"])
            players.append({**player, "path": known.get(seat, [])})
        result.append({**position, "players": players})
    return result


def game_strip_svg(
    frames: Sequence[Position],
    *,
    columns: int = 4,
    size: float = 168,
    captions: Sequence[str] | None = None,
    title: str | None = None,
) -> str:
    """Return a whole game as small boards, in reading order, each with the tiles that are new in it outlined.

    Parameters: `frames` are successive positions in JSON form, `columns` side by side, each `size` px; `captions` one a
    frame, or None for the number of tiles. The path of a player who left is followed on from the frame before.

    Raises BadArgument for a malformed position, a tile name that is no tile, or captions that are not one a frame.

    >>> empty = {"rows": 2, "cols": 2, "tiles": [], "players": []}
    >>> game_strip_svg([empty, empty]).count("0 tiles</text>")
    2
    """
    positive(size)
    boards = []
    before: set[Square] | None = None
    for position in _with_trails(frames):
        laid = {(entry["row"], entry["col"]) for entry in position["tiles"]}
        fresh = sorted(laid - before) if before is not None else []
        boards.append(_board_picture(position, size=size, new=fresh, labels=False, fine=False))
        before = laid
    words = captions if captions is not None else [_some(len(position["tiles"]), "tile") for position in frames]
    strip = grid(boards, columns=columns, captions=words, gap=16)
    told = f"{_some(len(words), 'position')}: {', '.join(words)}" if words else "no position"
    whole = replace(column([(None, strip)], title=title), description=told)
    return whole.svg(margin=16, label=title or "A game of Tsuro")
