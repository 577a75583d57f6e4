"""The State of Qwirkle: positions as data, moves as text, scores line by line, and why a move is refused.

What it is for: checks and conversions around the kernel's record. What it is not for: rules (``kernel.py``) and
pictures (``drawing.py``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Self

from tsurolab.errors import BadArgument, IllegalMove
from tsurolab.games.protocol import GameLike, new_records
from tsurolab.games.qwirkle import kernel, kernel_plays
from tsurolab.games.qwirkle.notation import Line, Move, Placement, Score, code_of, parse_move
from tsurolab.games.qwirkle.positions import Cell, cell_number, lines_of, what_is_wrong
from tsurolab.games.qwirkle.rules import DEAD, MAX_TYPES, ORIGIN, SLOT, TORUS, Kind, Reason
from tsurolab.games.qwirkle.tiles import TileSet
from tsurolab.games.state import LegalMoves, State

Tile = tuple[str, str]


@cache
def _tile_set(colours: int, shapes: int, copies: int) -> TileSet:
    return TileSet(colours, shapes, copies)


@cache
def _tile_names(colours: int, shapes: int) -> tuple[Tile, ...]:
    tiles = TileSet(colours, shapes)
    return tuple(tiles.names(index) for index in range(tiles.types))


class QwirkleMoves(LegalMoves):
    """The legal moves of a position.

    The first play may lie anywhere and run either way. It is listed from cell 0,0 to the right, but wherever it lies it
    is ``in`` here.
    """

    def __contains__(self, move: object) -> bool:
        """Whether a move, or the text of one, is legal."""
        if isinstance(move, str):
            try:
                move = self._state.parse(move)
            except (IllegalMove, BadArgument):
                return False
        if isinstance(move, Move) and move.placements and not self._state.board:  # type: ignore[attr-defined]
            move = _from_the_origin(move)
        return super().__contains__(move)


def _from_the_origin(move: Move) -> Move:
    """The same play moved to cell 0,0 and, if it runs down, turned to run to the right."""
    first = move.placements[0]
    down = all(placement.x == first.x for placement in move.placements)
    return Move.place(
        (y - first.y, x - first.x, colour, shape) if down else (x - first.x, y - first.y, colour, shape)
        for x, y, colour, shape in move.placements
    )


class QwirkleState(State):
    """A position of any edition of Qwirkle.

    >>> import tsurolab as tl
    >>> state = tl.game("qwirkle/classic").new(players=2, seed=1)
    >>> best = max(state.legal_moves, key=lambda move: move.points)
    >>> state.play(best).last_score.points == best.points
    True
    """

    Reason = Reason

    # --------------------------------------------------------------------------------------------------------- moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the seat to play: plays, then trades, or a pass; empty when the game is over."""
        if self._legal_moves is None:
            self._legal_moves = QwirkleMoves(self)
        return self._legal_moves

    def _move_from_record(self, move: Any) -> Move:
        return self._mover()(move.tolist())

    def _legal(self) -> list[Move]:
        """Plays, then trades, each by the number of tiles; the kernel's order would depend on the game's history."""
        if self.is_over:
            return []
        buffer = new_records(kernel.MOVE, kernel.MAX_MOVES)
        count = kernel.legal(self._rules, self._record, buffer)
        moves = map(self._mover(), buffer[:count].tolist())
        return sorted(moves, key=lambda move: (len(move.trade), move.trade, len(move.placements), move.placements))

    def _mover(self) -> Callable[[tuple[Any, ...]], Move]:
        """What turns the fields of a MOVE record into a Move, in this position."""
        names = _tile_names(int(self._rules.colours), int(self._rules.shapes))
        taken = set(self._record.cells[: int(self._record.placed)].tolist())
        cell_of = self._cells()

        def move_of(fields: tuple[Any, ...]) -> Move:
            kind, count, axis, cell, points, tiles = fields
            if kind != Kind.PLACE:
                return Move(trade=tuple(names[tile] for tile in tiles[:count]))
            step = 1 << 7 * axis
            placements = []
            for tile in tiles[:count]:
                while cell in taken:
                    cell = (cell + step) & TORUS
                placements.append(Placement(*cell_of(cell), *names[tile]))
                cell = (cell + step) & TORUS
            return Move(tuple(placements), points=points)

        return move_of

    def _move_to_record(self, move: Move) -> Any:
        record = new_records(kernel.MOVE, 1)[0]
        tiles: list[Tile] = list(move.trade)
        if move.placements:
            tiles = [(placement.colour, placement.shape) for placement in move.placements]
            first, last = move.placements[0], move.placements[-1]
            if not self._record.placed:  # the first play says where things are
                self._record.x0, self._record.y0 = first.x, first.y
            record.axis = first.y != last.y
            record.cell = cell_number(self._record, first.x, first.y)
        else:
            record.kind = Kind.TRADE if move.trade else Kind.PASS
            tiles = self._in_hand_order(tiles)
        record.count = len(tiles)
        for place, (colour, shape) in enumerate(tiles):
            record.tiles[place] = self.tile_set.index(colour, shape)
        return record

    def _in_hand_order(self, tiles: list[Tile]) -> list[Tile]:
        """The tiles of a trade as the kernel lists them: it is then the same shuffle, whoever plays the trade."""
        left, ordered = list(tiles), []
        for tile in self.hand(self.turn):
            if tile in left:
                left.remove(tile)
                ordered.append(tile)
        return ordered + left

    def parse(self, text: str) -> Move:
        """The move that ``text`` names (see :mod:`tsurolab.games.qwirkle.notation`).

        Raises:
            IllegalMove: the text is no move.
        """
        try:
            return parse_move(text)
        except BadArgument as error:
            raise IllegalMove(str(error)) from None

    def score(self, move: Move | str) -> Score:
        """What a legal play would score, line by line.

        Raises:
            IllegalMove: the move is not legal here.

        >>> import tsurolab as tl
        >>> state = tl.game("qwirkle/classic").from_position(
        ...     {"board": [[0, 0, "red", "circle"]], "hands": [[["red", "square"]], []]}
        ... )
        >>> print(state.score("rs@1,0"))
        0,0-1,0: 2 = 2
        """
        return self.copy().play(move).last_score

    @property
    def last_score(self) -> Score:
        """What the last move scored, line by line; nothing if it was no play, or none has been made since the start."""
        if not self._past:
            return Score((), 0)
        before, record = self._past[-1][0], self._record
        seat = int(before.turn)
        cell_of = self._cells()
        lines = []
        for first, axis, length, points in record.lines[: int(record.line_count)].tolist():
            x, y = cell_of(first)
            reach = length - 1
            lines.append(Line(x, y, x if axis else x + reach, y + reach if axis else y, points))
        bonus = int(self._rules.finish_bonus) if int(record.went_out) >> seat & 1 else 0
        return Score(tuple(lines), int(record.score[seat] - before.score[seat]) - bonus, bonus)

    # ------------------------------------------------------------------------------------------- why a move is refused

    def _why_not(self, move: Any) -> str:
        if not isinstance(move, Move):
            return f"a move of Qwirkle is a Move or its text, not {type(move).__name__}"
        if move.placements and move.trade:
            return "a move places tiles or trades them, not both"
        given: list[Tile] = [(p.colour, p.shape) for p in move.placements] + list(move.trade)
        held = [code_of(*tile) for tile in self.hand(self.turn)]
        missing = Counter(code_of(*tile) for tile in given) - Counter(held)
        if missing:
            return f"seat {self.turn} does not hold {' '.join(missing.elements())}, only {' '.join(held) or 'nothing'}"
        if move.placements:
            return self._why_no_play(move.placements)
        if move.trade:
            return self._why_no_trade(move.trade)
        if self._record.bag_count:
            return "nobody passes while the bag holds tiles: place or trade"
        return f"seat {self.turn} can place a tile and so must, as in '{self.legal_moves[0]}'"

    def _why_no_trade(self, tiles: tuple[Tile, ...]) -> str:
        if not self.board:
            return "nobody trades before the first play"
        if not self._record.bag_count:
            return "the bag is empty"
        return f"{len(tiles)} tiles cannot be traded while the bag holds {int(self._record.bag_count)}"

    def _why_no_play(self, placements: tuple[Placement, ...]) -> str:
        board = self.board
        new: dict[Cell, Tile] = {}
        for x, y, colour, shape in placements:
            if (x, y) in board or (x, y) in new:
                return f"cell {x},{y} already has a tile"
            new[x, y] = colour, shape
        (x, y), (last_x, last_y) = next(iter(new)), list(new)[-1]
        columns, rows = {column for column, _ in new}, {row for _, row in new}
        if len(columns) > 1 and len(rows) > 1:
            return "the tiles of a play must lie in one row or one column"
        whole = board | new
        for cell in [(x + step, y) for step in range(last_x - x)] + [(x, y + step) for step in range(last_y - y)]:
            if cell not in whole:
                return f"the line is broken: cell {cell[0]},{cell[1]} is empty"
        near = {(x + right, y + down) for x, y in new for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        if board and not near & board.keys():
            return "no tile touches the grid"
        for line in lines_of(whole):
            reason = what_is_wrong([whole[cell] for cell in line]) if new.keys() & set(line) else ""
            if reason:
                return f"the line from {line[0][0]},{line[0][1]} to {line[-1][0]},{line[-1][1]} {reason}"
        return f"the first play must be of {len(self.legal_moves[0].placements)} tiles, the largest group of the hand"

    # ---------------------------------------------------------------------------------------------------------- chance

    def _chance(self, before: Any) -> dict[str, Any] | None:
        if self._record.trades.sum() == before.trades.sum():
            return None
        return {"bag": self._pairs(self.bag)}

    def _play_given(self, move: Any, chance: Mapping[str, Any]) -> None:
        if set(chance) != {"bag"}:
            raise BadArgument(
                f"the only chance outcome of Qwirkle is bag=[[colour, shape], ...] in drawing order after a trade, not "
                f"{sorted(chance)}"
            )
        if move.kind != Kind.TRADE:
            raise BadArgument("only a trade has a chance outcome, the mixed bag")
        record = self._record
        kernel.set_aside(record, move)
        count = int(record.bag_count)
        given = [self.tile_set.index(colour, shape) for colour, shape in chance["bag"]]
        if sorted(given) != sorted(int(tile) for tile in record.bag[:count]):
            raise BadArgument(f"the mixed bag must hold the {count} tiles of the bag and of the trade")
        record.bag[:count] = given[::-1]
        kernel.settle(self._rules, record)

    # ---------------------------------------------------------------------------------------------------- what is seen

    @property
    def tile_set(self) -> TileSet:
        """The tiles of this game."""
        return _tile_set(int(self._rules.colours), int(self._rules.shapes), int(self._rules.copies))

    @property
    def board(self) -> dict[Cell, Tile]:
        """The tiles on the table by (column, row), in the order of placing."""
        cells = self._record.cells[: int(self._record.placed)]
        return {
            cell: self._names(mark - 1)
            for cell, mark in zip(map(self._cells(), cells.tolist()), self._record.grid[cells].tolist(), strict=True)
        }

    def hand(self, seat: int) -> list[Tile]:
        """The tiles of a seat, as colour and shape.

        Raises:
            BadArgument: no such seat.
        """
        seat = self._check_seat(seat)
        return [self._names(tile) for tile in self._record.hands[seat, : int(self._record.hand_count[seat])]]

    @property
    def bag(self) -> list[Tile]:
        """The tiles in the bag in drawing order."""
        return [self._names(tile) for tile in self._record.bag[: int(self._record.bag_count)][::-1]]

    @property
    def scores(self) -> list[int]:
        """The points of each seat."""
        return [int(score) for score in self._record.score[: self.players]]

    @property
    def dead_cells(self) -> list[Cell]:
        """The empty cells beside the grid that no tile of the set fits, in order.

        >>> import tsurolab as tl
        >>> tl.game("qwirkle/classic").new(players=2, seed=1).dead_cells
        []
        """
        return sorted(cell for cell in self._rim() if self._mark(cell) == DEAD)

    def fits(self, x: int, y: int) -> list[Tile]:
        """The tiles of the set that could be placed alone on a cell, whoever holds them.

        Args:
            x: column.
            y: row.

        >>> import tsurolab as tl
        >>> state = tl.game("qwirkle/classic", colours=2, shapes=2).new(players=2, seed=1)
        >>> len(state.fits(0, 0))
        4
        """
        if not self._record.placed:
            mask = int(self._rules.every)
        else:
            mark = self._mark((x, y)) if (x, y) in self._rim() else 0
            fit = self._record.fit
            mask = int(fit[0, mark - SLOT] & fit[1, mark - SLOT]) if mark >= SLOT else 0
        return [self._names(tile) for tile in range(MAX_TYPES) if mask >> tile & 1]

    def largest_group(self, seat: int) -> int:
        """The size of the largest group of a hand: tiles that differ and share a colour or a shape (rule 1.1.3)."""
        return int(kernel_plays.largest_group(self._rules, kernel_plays.hand_mask(self._record, seat)))

    def _rim(self) -> set[Cell]:
        board = self.board
        near = {(x + right, y + down) for x, y in board for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        return near - board.keys()

    def _mark(self, cell: Cell) -> int:
        return int(self._record.grid[cell_number(self._record, *cell)])

    def _cells(self) -> Callable[[int], Cell]:
        """What turns the number of a cell into what a person calls it; ``kernel_grid.cell_x`` says how."""
        record = self._record
        x, y = int(record.min_x) - 6, int(record.min_y) - 6
        corner = ORIGIN + 128 * y + x
        x, y = x + int(record.x0), y + int(record.y0)

        def cell_of(number: int) -> Cell:
            place = (number - corner) & TORUS
            return (place & 127) + x, (place >> 7) + y

        return cell_of

    def _names(self, tile: Any) -> Tile:
        rules = self._rules
        return _tile_names(int(rules.colours), int(rules.shapes))[int(tile)]

    @staticmethod
    def _pairs(tiles: list[Tile]) -> list[list[str]]:
        return [list(tile) for tile in tiles]

    # ------------------------------------------------------------------------------------------------------- positions

    def position(self) -> dict[str, Any]:
        """Return this position as JSON-able data.

        Keys: ``board`` (column, row, colour, shape of each tile, in the order of placing); ``hands``; ``bag`` in
        drawing order; ``turn``; ``scores``. Turns since the last placement are added as ``scoreless`` if there are any.

        >>> import tsurolab as tl
        >>> position = tl.game("qwirkle/classic").new(players=3, seed=1).position()
        >>> tl.game("qwirkle/classic").from_position(position).position() == position
        True
        """
        position: dict[str, Any] = {
            "board": [[x, y, colour, shape] for (x, y), (colour, shape) in self.board.items()],
            "hands": [self._pairs(self.hand(seat)) for seat in range(self.players)],
            "bag": self._pairs(self.bag),
            "turn": self.turn,
            "scores": self.scores,
        }
        if self._record.scoreless:
            position["scoreless"] = int(self._record.scoreless)
        return position

    @classmethod
    def from_position(cls, game: GameLike, position: Mapping[str, Any], *, strict: bool = False) -> Self:
        """Read what :meth:`position` writes; only ``hands`` is needed.

        Without a bag (``None``), it holds what is neither on the board nor in a hand, in an order of its own. Tiles may
        be missing from the whole, and without ``strict`` also be there too often, hands be short, or the grid be in
        pieces: such studies can be played on. How many lines, trades and so on there were before is not told; those
        tallies begin anew.

        Raises:
            ImpossiblePosition: with the first reason found.
        """
        from tsurolab.games.qwirkle.positions import read_position

        return cls(game, read_position(game, position, strict=strict))

    # -------------------------------------------------------------------------------------------------------- pictures

    def svg(self, *, narrow: bool = False) -> str:
        """The grid, the hands, and the last play outlined."""
        from tsurolab.games.qwirkle.drawing import NARROW, state_svg

        if narrow:
            return state_svg(self._drawn_position(), last_move=self.last_move, width=NARROW, beside=False)
        return state_svg(self._drawn_position(), last_move=self.last_move)


STATE_CLASS = QwirkleState
