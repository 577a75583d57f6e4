"""Positions of Qwirkle as data: reading them, and saying what is impossible in them.

What it is for: ``game.from_position``. What it is not for: writing positions (``State.position`` does).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from tsurolab._jit import shuffle, stream_key
from tsurolab.errors import BadArgument, ImpossiblePosition
from tsurolab.games.protocol import GameLike, new_records
from tsurolab.games.qwirkle import kernel, kernel_grid, kernel_plays, kernel_record
from tsurolab.games.qwirkle.rules import MAX_HAND, MAX_SEATS, MAX_TILES, ORIGIN, TORUS, Reason
from tsurolab.games.qwirkle.tiles import TileSet
from tsurolab.games.reading import check_position, listed, whole

_KEYS: Final = ("board", "hands", "bag", "turn", "scores")
_MORE_KEYS: Final = ("scoreless",)
_WIDEST: Final = 120
"""Columns or rows of the widest grid that the torus takes."""
_MOST_POINTS: Final = 1 << 15

Cell = tuple[int, int]


def read_position(game: GameLike, position: Mapping[str, Any], *, strict: bool) -> Any:
    """The STATE record of a position.

    Args:
        game: whose rules hold.
        position: see :meth:`tsurolab.games.qwirkle.state.QwirkleState.position`.
        strict: refuse also what no game from the start can reach.

    Raises:
        ImpossiblePosition: with the first reason found.
    """
    try:
        return _Reader(game, position).read(strict)
    except BadArgument as error:
        raise ImpossiblePosition(f"impossible position: {error}") from None


class _Reader:
    """One reading of one position, step by step; every check raises :class:`BadArgument`."""

    def __init__(self, game: GameLike, position: Mapping[str, Any]) -> None:
        check_position(position, _KEYS, _MORE_KEYS)
        self.position = position
        self.tables = game.rules
        self.tiles = TileSet(int(self.tables.colours), int(self.tables.shapes), int(self.tables.copies))
        self.record = new_records(kernel_record.STATE, 1)[0]
        self.board: dict[Cell, int] = {}
        self.wrong: list[tuple[list[Cell], str]] = []

    def read(self, strict: bool) -> Any:
        hands = listed(self.position.get("hands"), "hands")
        if not 1 <= len(hands) <= MAX_SEATS:
            raise BadArgument(f"there must be 1 to {MAX_SEATS} hands, not {len(hands)}")
        kernel_record.clear(len(hands), self.record)
        for stream in range(2):
            self.record.rng[stream] = stream_key(0, 0, stream)
        self._read_board()
        self._lay_board()
        for seat, hand in enumerate(hands):
            self._read_hand(seat, hand)
        self._read_bag()
        self._read_turn()
        if strict:
            self._check_reachable()
        self._find_end()
        return self.record

    def _read_board(self) -> None:
        for index, entry in enumerate(listed(self.position.get("board", []), "board")):
            where = f"board[{index}]"
            row = listed(entry, where)
            if len(row) != 4:
                raise BadArgument(f"{where} must be [column, row, colour, shape], not {entry!r}")
            cell = (whole(row[0], f"{where}: column"), whole(row[1], f"{where}: row"))
            if cell in self.board:
                raise BadArgument(f"{where}: cell {cell[0]},{cell[1]} has two tiles")
            self.board[cell] = self._tile(row[2:], where)
        for axis, what in ((0, "columns"), (1, "rows")):
            span = 1 + max((cell[axis] for cell in self.board), default=0)
            span -= min((cell[axis] for cell in self.board), default=0)
            if span > _WIDEST:
                raise BadArgument(f"the grid is {span} {what} wide; no game makes it wider than {_WIDEST}")
        if len(self.board) > MAX_TILES:
            raise BadArgument(f"the board has {len(self.board)} tiles; there can be {MAX_TILES}")
        for line in lines_of(self.board):
            reason = what_is_wrong([self.tiles.names(self.board[cell]) for cell in line])
            if reason:
                self.wrong.append((line, reason))

    def _lay_board(self) -> None:
        record = self.record
        cells = list(self.board)
        if not cells:
            return
        record.x0, record.y0 = cells[0]
        columns, rows = [x - record.x0 for x, _ in cells], [y - record.y0 for _, y in cells]
        record.min_x, record.max_x = min(columns), max(columns)
        record.min_y, record.max_y = min(rows), max(rows)
        for x, y in cells:
            kernel_grid.put(record, cell_number(record, x, y), self.board[x, y])
        for x, y in cells:
            for axis in range(2):
                record.line_count = 0
                kernel_grid.finish_line(self.tables, record, cell_number(record, x, y), axis)
        for line, _ in self.wrong:  # such a line can be looked at but not made longer
            (x, y), (last_x, last_y) = line[0], line[-1]
            right, down = int(x < last_x), int(y < last_y)
            kernel_grid.close_cell(record, cell_number(record, x - right, y - down))
            kernel_grid.close_cell(record, cell_number(record, last_x + right, last_y + down))
        record.line_count = record.new_count = record.last_count = 0
        record.lines[:] = 0
        record.qwirkles[:] = 0
        record.opened[:] = 0

    def _read_hand(self, seat: int, hand: Any) -> None:
        where = f"hand {seat}"
        tiles = listed(hand, where)
        if len(tiles) > min(MAX_HAND, int(self.tables.hand_size)):
            raise BadArgument(f"{where} has {len(tiles)} tiles; a full hand is {int(self.tables.hand_size)}")
        for slot, tile in enumerate(tiles):
            self.record.hands[seat, slot] = self._tile(tile, where)
        self.record.hand_count[seat] = len(tiles)

    def _read_bag(self) -> None:
        record, bag = self.record, self.position.get("bag")
        if bag is None:
            rest = Counter(dict.fromkeys(range(self.tiles.types), self.tiles.copies)) - self._seen()
            tiles = sorted(rest.elements())
        else:
            tiles = [self._tile(tile, "bag") for tile in reversed(listed(bag, "bag"))]
        count = len(tiles) + len(self.board) + int(record.hand_count.sum())
        if count > MAX_TILES:
            raise BadArgument(f"{count} tiles on the board, in hands and in the bag; there can be {MAX_TILES}")
        record.bag[: len(tiles)] = tiles
        record.bag_count = len(tiles)
        if bag is None:
            shuffle(record.rng, 0, record.bag, len(tiles))

    def _read_turn(self) -> None:
        record, seats = self.record, int(self.record.players)
        record.turn = record.starter = whole(self.position.get("turn", 0), "turn", 0, seats - 1)
        scores = listed(self.position.get("scores", [0] * seats), "scores")
        if len(scores) != seats:
            raise BadArgument(f"there are {seats} hands but {len(scores)} scores")
        for seat, score in enumerate(scores):
            record.score[seat] = whole(score, f"score {seat}", 0, _MOST_POINTS)
        most = int(self.tables.stall_rounds) * seats
        record.scoreless = whole(self.position.get("scoreless", 0), "scoreless", 0, most)

    def _find_end(self) -> None:
        """A position tells by itself that its game is over."""
        record, tables = self.record, self.tables
        empty = [seat for seat in range(int(record.players)) if not record.hand_count[seat]]
        if empty and not record.bag_count:
            record.went_out = 1 << empty[0]
            kernel.finish(record, int(Reason.WENT_OUT))
        elif kernel.nothing_fits(record):
            kernel.finish(record, int(Reason.BLOCKED))
        elif record.scoreless >= tables.stall_rounds * record.players:
            kernel.finish(record, int(Reason.STALLED))

    def _check_reachable(self) -> None:
        """What no game from the start can show, though it can be played on."""
        record = self.record
        for line, reason in self.wrong:
            raise BadArgument(f"the line from {_text(line[0])} to {_text(line[-1])} {reason}")
        loose = loose_cells(set(self.board))
        if loose:
            raise BadArgument(f"the grid is in pieces: nothing joins the tile on {_text(min(loose))} to the rest")
        seen = self._seen()
        seen.update(int(tile) for tile in record.bag[: int(record.bag_count)])
        for tile in range(self.tiles.types):
            if seen[tile] != self.tiles.copies:
                name = " ".join(self.tiles.names(tile))
                raise BadArgument(f"tile {name} is there {seen[tile]} times; the set has {self.tiles.copies}")
        for seat in range(int(record.players)):
            if record.bag_count and record.hand_count[seat] < self.tables.hand_size:
                raise BadArgument(f"hand {seat} has {int(record.hand_count[seat])} tiles though the bag is not empty")
        if not self.board:
            sizes = [
                int(kernel_plays.largest_group(self.tables, kernel_plays.hand_mask(record, seat)))
                for seat in range(int(record.players))
            ]
            if sizes[int(record.turn)] < max(sizes):
                raise BadArgument(
                    f"seat {sizes.index(max(sizes))} starts with a group of {max(sizes)}, not seat {int(record.turn)} "
                    f"with {sizes[int(record.turn)]}"
                )
            if record.score.any():
                raise BadArgument("there are scores but no tile on the board")

    def _seen(self) -> Counter[int]:
        """The tiles on the board and in the hands."""
        record = self.record
        seen = Counter(self.board.values())
        for seat in range(int(record.players)):
            seen.update(int(tile) for tile in record.hands[seat, : int(record.hand_count[seat])])
        return seen

    def _tile(self, pair: Any, where: str) -> int:
        names = listed(pair, f"{where}: a tile")
        if len(names) != 2 or names[0] not in self.tiles.colour_names or names[1] not in self.tiles.shape_names:
            raise BadArgument(
                f"{where}: {pair!r} is no tile; a tile is a colour of {', '.join(self.tiles.colour_names)} "
                f"and a shape of {', '.join(self.tiles.shape_names)}"
            )
        return self.tiles.index(names[0], names[1])


def cell_number(record: Any, x: int, y: int) -> int:
    """The number on the torus of the cell that a person calls ``x``, ``y``."""
    return (ORIGIN + 128 * (y - int(record.y0)) + x - int(record.x0)) & TORUS


def lines_of(board: Mapping[Cell, Any]) -> list[list[Cell]]:
    """The lines of a board, each as its cells in order: runs of two or more along a row or a column.

    >>> lines_of({(0, 0): "", (1, 0): "", (1, 1): ""})
    [[(0, 0), (1, 0)], [(1, 0), (1, 1)]]
    """
    lines = []
    for right, down in ((1, 0), (0, 1)):
        for x, y in sorted(board):
            if (x - right, y - down) not in board:
                line = [(x, y)]
                while (line[-1][0] + right, line[-1][1] + down) in board:
                    line.append((line[-1][0] + right, line[-1][1] + down))
                if len(line) > 1:
                    lines.append(line)
    return lines


def what_is_wrong(tiles: list[tuple[str, str]]) -> str:
    """Why tiles, by colour and shape, are no line (rule 1.2); empty if they are one.

    >>> what_is_wrong([("red", "circle"), ("blue", "circle")])
    ''
    >>> what_is_wrong([("red", "circle"), ("blue", "circle"), ("red", "circle")])
    'has the red circle twice'
    """
    for tile, times in Counter(tiles).items():
        if times > 1:
            return f"has the {tile[0]} {tile[1]} twice"
    colours, shapes = {colour for colour, _ in tiles}, {shape for _, shape in tiles}
    if len(colours) > 1 and len(shapes) > 1:
        return f"is neither of one colour ({', '.join(sorted(colours))}) nor of one shape ({', '.join(sorted(shapes))})"
    return ""


def loose_cells(cells: set[Cell]) -> set[Cell]:
    """The cells that no chain of neighbours joins to the least cell.

    >>> loose_cells({(0, 0), (0, 1), (2, 0)})
    {(2, 0)}
    """
    rest = set(cells)
    found = [min(rest)] if rest else []
    rest -= set(found)
    while found:
        x, y = found.pop()
        near = rest & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        rest -= near
        found += near
    return rest


def _text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
