"""Positions and moves of Qwirkle in characters, for a terminal.

What it is for: the grid as ``print(state)`` shows it, what one seat may know of a move, and the moves as a person
chooses among them. What it is not for: the text of moves that can be read back (``notation.py``), and SVG
(``drawing.py``).

The grid shows each tile by its code, columns numbered above and rows at the left, as moves are written. Empty cells
beside a tile are marked: a dot where some tile of the set fits, a cross where none ever will. A grid too wide for the
terminal is shown in parts, one below the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from tsurolab.draw.sheet import WIDTH, Sheet
from tsurolab.games.qwirkle.notation import Move, code_of
from tsurolab.games.qwirkle.tiles import COLOUR_LETTERS, COLOURS, SHAPE_MARKS, SHAPES

if TYPE_CHECKING:
    from tsurolab.games.qwirkle.positions import Cell
    from tsurolab.games.qwirkle.state import QwirkleState, Tile
    from tsurolab.games.state import State

_CODES: Final = "  ".join(
    ", ".join(f"{mark} {name}" for mark, name in zip(marks, names, strict=True))
    for marks, names in ((COLOUR_LETTERS, COLOURS), (SHAPE_MARKS, SHAPES))
).replace("  ", "\n", 1)
HELP: Final = f"""\
A tile's code is the letter of its colour and the mark of its shape:
{_CODES}.
Columns count to the right, rows down. On the grid * marks the tiles placed
last, a dot an empty cell where some tile fits, a cross one where none will.
  rv@3,1 rd@3,2       place red clover on column 3, row 1, red diamond below it
  trade rv rv yd      put these tiles aside and draw others
  pass                when the bag is empty and no tile fits
"""
"""How to write a move, and what the picture means."""

_CELL: Final = 3
"""Columns of a cell: a code and what marks it as new."""
_MARGIN: Final = 4
"""Columns for the numbers of the rows."""
_ACROSS: Final = (WIDTH - _MARGIN) // _CELL
"""Cells beside each other."""


def position_text(state: State, *, seat: int | None = None, colour: bool = False, plain: bool = False) -> str:
    """A position in characters.

    Args:
        state: the position.
        seat: who looks; the hands of others are then shown by their number of tiles. ``None`` shows every hand.
        colour: with ANSI colours.
        plain: in ASCII only.

    >>> import tsurolab as tl
    >>> study = {"board": [[0, 0, "red", "circle"], [1, 0, "red", "square"]], "hands": [[["blue", "clover"]], []]}
    >>> print(position_text(tl.game("qwirkle/classic").from_position(study), seat=1, plain=True))
    qwirkle/classic: 2 players, 0 moves, seat 0 to play
         -1  0  1  2
      -1     .  .
       0  . rc rs  .
       1     .  .
    bag 105
    >seat 0          0 points  1 tile
     seat 1 (you)    0 points  0 tiles
    your hand: nothing
    """
    qwirkle = cast("QwirkleState", state)
    sheet = Sheet()
    sheet.add(repr(state)[1:-1])
    _draw_grid(sheet, qwirkle)
    sheet.add(f"bag {int(state._record.bag_count)}")
    for each, points in enumerate(qwirkle.scores):
        count = int(state._record.hand_count[each])
        turn = ">" if each == state.turn and not state.is_over else " "
        you = " (you)" if each == seat else ""
        held = f"{count} tile{'s' * (count != 1)}"
        sheet.add(f"{turn}seat {each}{you:6}{points:5} points  {held}")
    for owner in range(state.players) if seat is None else (seat,):
        name = f"hand of seat {owner}" if seat is None else "your hand"
        _write_hand(sheet, name, qwirkle.hand(owner), words=seat is not None)
    return sheet.render(colour=colour, plain=plain)


def move_text(state: State, move: Any, *, seat: int | None = None) -> str:
    """A move as ``seat`` sees it made: which tiles another one trades is not seen.

    Args:
        state: the position before the move.
        move: a legal move.
        seat: who looks; ``None`` sees everything.
    """
    if move.trade and seat not in (None, state.turn):
        return f"trade {len(move.trade)} tile{'s' * (len(move.trade) != 1)}"
    if move.points is not None:
        return f"{move} for {move.points} point{'s' * (move.points != 1)}"
    return str(move)


def listed_moves(state: State) -> list[tuple[Move, str]]:
    """The legal moves with their points: plays with the most points first, then trades.

    >>> import tsurolab as tl
    >>> state = tl.game("qwirkle/classic").new(players=2, seed=1)
    >>> [words for _, words in listed_moves(state)][:2]
    ['2 points', '2 points']
    """
    moves = sorted(state.legal_moves, key=lambda move: (bool(move.trade), -(move.points or 0)))
    return [(move, f"{move.points} point{'s' * (move.points != 1)}" if move.placements else "") for move in moves]


def _draw_grid(sheet: Sheet, state: QwirkleState) -> None:
    board = state.board
    if not board:
        sheet.add("the grid is empty; the first tile lies on 0,0")
        return
    dead = set(state.dead_cells)
    rim = state._rim()
    new = {(each.x, each.y) for each in state.last_move.placements} if state.last_move else set()
    cells = board.keys() | rim
    first, last = min(x for x, _ in cells), max(x for x, _ in cells)
    rows = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    for left in range(first, last + 1, _ACROSS):
        top = sheet.height
        columns = range(left, min(left + _ACROSS, last + 1))
        for x in columns:
            sheet.put(top, _MARGIN + (x - left) * _CELL, f"{x:>{_CELL}}", "faint")
        for line, y in enumerate(rows, top + 1):
            sheet.put(line, 0, f"{y:>{_MARGIN}}", "faint")
            for x in columns:
                mark, role = _cell_text(board, rim, dead, new, (x, y))
                sheet.put(line, _MARGIN + (x - left) * _CELL, mark, role)


def _cell_text(board: dict[Cell, Tile], rim: set[Cell], dead: set[Cell], new: set[Cell], cell: Cell) -> tuple[str, str]:
    if cell in board:
        return ("*" if cell in new else " ") + code_of(*board[cell]), board[cell][0]
    if cell in rim:
        return ("  ×" if cell in dead else "  ·"), "faint"
    return " " * _CELL, ""


def _write_hand(sheet: Sheet, name: str, tiles: list[Tile], *, words: bool) -> None:
    """A line for a hand; its codes in their colours, with the names of the tiles if wanted."""
    if not tiles:
        sheet.add(f"{name}: nothing")
        return
    top = sheet.height
    sheet.put(top, 0, f"{name}:")
    place = len(name) + 2
    for number, (colour, shape) in enumerate(tiles, 1):
        label = f"{number} {code_of(colour, shape)} {colour} {shape}" if words else code_of(colour, shape)
        if place + len(label) > WIDTH:
            top, place = top + 1, len(name) + 2
        sheet.put(top, place, label, colour)
        place += len(label) + (3 if words else 1)
