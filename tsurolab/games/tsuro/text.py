"""Positions and moves of Tsuro in characters, for a terminal.

What it is for: the board as ``print(state)`` shows it, what one seat may know of a move, and the moves as a person
chooses among them. What it is not for: the text of moves that can be read back (``notation.py``), and SVG
(``drawing.py``).

A square is two rows of six characters in a frame. Its upper points 6 and 5 and its lower ones 1 and 2 lie on the frame
above and below; the points 7 and 8 at the left and 4 and 3 at the right are the ends of its two rows. On a tile each
point has a letter beside it: two points with the same letter are joined by a line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from tsurolab.draw.sheet import WIDTH, Sheet
from tsurolab.games.tsuro.notation import Move
from tsurolab.games.tsuro.rules import Cause, Phase
from tsurolab.games.tsuro.tiles import parse_name

if TYPE_CHECKING:
    from tsurolab.games.state import State
    from tsurolab.games.tsuro.state import TsuroState

HELP: Final = """\
Rows count from the top, columns from the left, from 0. A tile is four pairs of
its points, joined by lines: 1 2 below, 3 4 right, 5 6 above, 7 8 left. On the
board two points of a tile with the same letter are joined. A digit on a frame
is the marker of that seat, at the edge of the square that it will enter.
  2,3 14-27-36-58     lay this tile on row 2, column 3, turned as named
  5,0@8               put the marker on the start mark at point 8 of 5,0
  5,0@8 14-27-36-58   both at once
  5,0@left            choose the left side of 5,0
  keep 12-34-56-78    keep these cards
"""
"""How to write a move, and what the picture means."""

_ACROSS: Final = 7
"""Columns from one square to the next."""
_DOWN: Final = 3
"""Rows from one square to the next."""
_ON_FRAME: Final = {1: (3, 2), 2: (3, 5), 3: (2, 7), 4: (1, 7), 5: (0, 5), 6: (0, 2), 7: (1, 0), 8: (2, 0)}
"""Where a point lies: rows and columns from the corner of the square's frame."""
_INSIDE: Final = {1: (2, 2), 2: (2, 5), 3: (2, 6), 4: (1, 6), 5: (1, 5), 6: (1, 2), 7: (1, 1), 8: (2, 1)}
"""Where a tile's letter for a point lies."""
_MARGIN: Final = 3
"""Columns for the numbers of the rows."""
_PANEL: Final = 32
"""Columns of what stands beside the board, if there is room."""
_LETTERS: Final = "abcd"


def position_text(state: State, *, seat: int | None = None, colour: bool = False, plain: bool = False) -> str:
    """A position in characters.

    Args:
        state: the position.
        seat: who looks; the hands of others are then shown by their number of tiles. ``None`` shows every hand.
        colour: with ANSI colours: markers and their paths.
        plain: in ASCII only.

    >>> import tsurolab as tl
    >>> study = {"rows": 1, "cols": 2, "tiles": [{"row": 0, "col": 0, "tile": "15-26-38-47"}],
    ...          "players": [{"faces": {"row": 0, "col": 1, "point": 7}, "hand": ["12-34-56-78"]}], "deck": []}
    >>> state = tl.game("tsuro/classic", solitaire=True).from_position(study)
    >>> print("\\n".join(line[:18].rstrip() for line in position_text(state).splitlines()[1:6]))
          0      1
       ┌─·──·─┬─·──·─┐
     0 │db  ad0      │
       │ca  bc│      │
       └─·──·─┴─·──·─┘
    """
    tsuro = cast("TsuroState", state)
    sheet = Sheet()
    sheet.add(repr(state)[1:-1])
    _draw_board(sheet, tsuro)
    beside = _MARGIN + tsuro.cols * _ACROSS + 2
    roomy = beside + _PANEL <= WIDTH
    if roomy:
        for row, words in enumerate(("the points of a square;", "equal letters on a tile", "are joined"), 2):
            sheet.put(row, beside + 9, words, "faint")
    if beside + 8 <= WIDTH:
        _draw_points(sheet, 2, beside)
    common, seats = _pile_lines(tsuro), _seat_lines(tsuro, seat)
    if roomy:
        for row, (words, role) in enumerate(common + seats, 7):
            sheet.put(row, beside, words, role)
    else:
        sheet.add(", ".join(words for words, _ in common))
        top = sheet.height
        for each, (words, role) in enumerate(seats):
            sheet.put(top + each // 2, each % 2 * WIDTH // 2, words, role)
    if seat is None or tsuro._rules.common_hand:
        for owner in (0,) if tsuro._rules.common_hand else tsuro.alive:
            name = "common hand" if tsuro._rules.common_hand else f"hand of seat {owner}"
            sheet.add(f"{name}: {'  '.join(tsuro.hand(owner)) or 'nothing'}")
    elif tsuro.hand(seat):
        _draw_hand(sheet, tsuro.hand(seat))
    return sheet.render(colour=colour, plain=plain)


def move_text(state: State, move: Any, *, seat: int | None = None) -> str:
    """A move as ``seat`` sees it made: which cards another one keeps is not seen.

    Args:
        state: the position before the move.
        move: a legal move.
        seat: who looks; ``None`` sees everything.
    """
    if move.keep is not None and seat not in (None, state.turn):
        return f"keep {len(move.keep)} cards"
    return str(move)


def listed_moves(state: State) -> list[tuple[Move, str]]:
    """The legal moves, each with what it does as far as its player can know: where the marker comes, who is put out.

    >>> import tsurolab as tl
    >>> state = tl.game("tsuro/classic").new(players=2, seed=1).play("5,0@7").play("0,5@3")
    >>> listed_moves(state)[0][1]
    'to 5,1@8'
    """
    tsuro = cast("TsuroState", state)
    return [(move, _what_follows(tsuro, move)) for move in tsuro.legal_moves]


def _what_follows(state: TsuroState, move: Move) -> str:
    if move.tile is None:
        return ""
    after = state.copy().play(move)
    words = []
    for seat in sorted(range(state.players), key=lambda seat: (seat - state.turn) % state.players):
        who = "" if seat == state.turn else f"seat {seat} "
        before, now = state._faces(seat), after._faces(seat)
        if after._record.out_cause[seat] and not state._record.out_cause[seat]:
            words.append(f"{who}out ({Cause(int(after._record.out_cause[seat])).name.lower()})")
        elif now is not None and now != before:
            words.append(f"{who}to {_square(now)}")
    return ", ".join(words)


def _square(faces: dict[str, Any]) -> str:
    return f"{faces['row']},{faces['col']}@{faces['point'] or faces['side']}"


def _draw_board(sheet: Sheet, state: TsuroState) -> None:
    rows, cols = state.rows, state.cols
    for col in range(cols):
        sheet.put(1, _MARGIN + col * _ACROSS + 3, str(col), "faint")
    for row in range(rows + 1):
        ends = "┌┬┐" if row == 0 else "└┴┘" if row == rows else "├┼┤"
        frame = ends[0] + ends[1].join(["─·──·─"] * cols) + ends[2]
        sheet.put(2 + row * _DOWN, _MARGIN, frame, "faint")
        if row < rows:
            for line in (1, 2):
                sheet.put(2 + row * _DOWN + line, _MARGIN, "│      " * cols + "│", "faint")
            sheet.put(2 + row * _DOWN + 1, 1, str(row), "faint")
    for (row, col), name in state.tiles.items():
        _draw_tile(sheet, *_corner(row, col), name)
    for seat in range(state.players):
        for row, col, *points in state.path(seat):
            letters = _letters_of(state.tiles[row, col])
            for point in points:
                down, right = _INSIDE[point]
                top, left = _corner(row, col)
                sheet.put(top + down, left + right, letters[point], f"seat-{seat}")
    for seat in state.alive:
        faces = state._faces(seat)
        if faces is not None:
            top, left = _corner(faces["row"], faces["col"])
            for point in [faces["point"]] if faces["point"] else _points_of(faces["side"]):
                down, right = _ON_FRAME[point]
                sheet.put(top + down, left + right, str(seat), f"seat-{seat}")


def _points_of(side: str) -> tuple[int, int]:
    return {"bottom": (1, 2), "right": (3, 4), "top": (5, 6), "left": (7, 8)}[side]


def _corner(row: int, col: int) -> tuple[int, int]:
    return 2 + row * _DOWN, _MARGIN + col * _ACROSS


def _letters_of(name: str) -> dict[int, str]:
    """The letter of each point of a tile as it lies."""
    return {port + 1: letter for letter, pair in zip(_LETTERS, parse_name(name), strict=True) for port in pair}


def _draw_tile(sheet: Sheet, top: int, left: int, name: str) -> None:
    for point, letter in _letters_of(name).items():
        down, right = _INSIDE[point]
        sheet.put(top + down, left + right, letter)


def _draw_points(sheet: Sheet, top: int, left: int) -> None:
    """An empty square with the numbers of its points."""
    for row, line in enumerate(("┌──────┐", "│      │", "│      │", "└──────┘")):
        sheet.put(top + row, left, line, "faint")
    for point, (down, right) in _ON_FRAME.items():
        sheet.put(top + down, left + right, str(point))


def _pile_lines(state: TsuroState) -> list[tuple[str, str]]:
    """What is known of what belongs to no seat."""
    pile = int(state._record.deck_count)
    lines = [(f"{pile} tile{'s' * (pile != 1)} in the pile", "")]
    if state._record.dragon_used:
        free = "free" if state.dragon is None else f"with seat {state.dragon}"
        lines.append((f"dragon {free}", ""))
    if state.phase is Phase.INHERIT:
        lines.append((f"seat {state.turn} chooses cards to keep", ""))
    return lines


def _seat_lines(state: TsuroState, seat: int | None) -> list[tuple[str, str]]:
    """A line for each seat: where its marker is, or why it has left, and how many tiles it holds."""
    lines = []
    for each in range(state.players):
        faces = state._faces(each)
        cause = Cause(int(state._record.out_cause[each])).name.lower() if state._record.out_cause[each] else ""
        where = f"at {_square(faces)}" if faces else f"out ({cause})" if cause else "not placed"
        count = int(state._record.hand_count[each])
        held = "" if state._rules.common_hand or cause else f"{count} tile{'s' * (count != 1)}"
        turn = ">" if each == state.turn and not state.is_over else " "
        you = " (you)" if each == seat else ""
        lines.append((f"{turn}{each}{you} {where}  {held}".rstrip(), f"seat-{each}"))
    return lines


def _draw_hand(sheet: Sheet, names: list[str]) -> None:
    """The tiles of a hand side by side, numbered."""
    apart = 16
    for first in range(0, len(names), WIDTH // apart):
        top = sheet.height
        for place, name in enumerate(names[first : first + WIDTH // apart]):
            sheet.put(top, place * apart, f"{first + place + 1} {name}")
            for row in (1, 2):
                sheet.put(top + row, place * apart + 3, "│      │", "faint")
            _draw_tile(sheet, top, place * apart + 3, name)
