"""Positions and moves of Sorry! in characters, for a terminal.

What it is for: the board as ``print(state)`` shows it, and the moves as a person chooses among them. What it is not
for: the text of moves that can be read back (``notation.py``), and SVG (``drawing.py``).

The track runs clockwise round the board from t0 in the upper left corner, every square with its number; red lies above,
blue at the right, yellow below, green at the left. A pawn is the capital of its colour before the number of its square.
After the number, an arrow is the head of a slide, a line its course and a circle its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from tsurolab.draw.sheet import Sheet
from tsurolab.games.sorry.notation import Move
from tsurolab.games.sorry.rules import COLOURS, HOME, TRACK, ZONE

if TYPE_CHECKING:
    from tsurolab.games.sorry.state import SorryState
    from tsurolab.games.state import State

HELP: Final = """\
The track runs clockwise, t0 to t59; s0 to s4 are the squares of a pawn's own
safety zone. A capital before a number is a pawn of that colour. After a number,
an arrow is the head of a slide, a circle its end.
  5: t9+5             with a 5, the pawn on t9 goes 5 forward (s2-4: 4 back)
  7: t5+3 t9+4        a 7 split over two pawns, in this order
  1: start            a pawn comes from start to its circle
  11: swap t18 t30    the pawn on t18 changes places with the one on t30
  S: sorry t30        a pawn comes from start to t30
  12: pass            the card is not used (with hands: 12: discard)
  red t5+3            with partners, the pawn's colour before its square
The card may be left out when one is drawn.
"""
"""How to write a move, and what the picture means."""

_EDGE: Final = 15
"""Squares from one corner to the next."""
_ACROSS: Final = 5
"""Columns of a square."""
_SLIDES: Final = ((1, 4), (9, 13))
"""First and last square of the slides of an edge, from its first corner."""
_HEADS: Final = "▶▼◀▲"
"""The way along the upper, right, lower and left edge."""
_COURSES: Final = "═║═║"
_END: Final = "●"
_TURN_IN: Final = 2
"""From a corner to the square where the edge's colour turns into its zone."""
_CIRCLE: Final = 4
"""From a corner to the square where the edge's colour comes out of start."""


def position_text(state: State, *, seat: int | None = None, colour: bool = False, plain: bool = False) -> str:
    """A position in characters.

    Args:
        state: the position.
        seat: who looks; the hands of others are then shown by their number of cards. ``None`` shows every hand.
        colour: with ANSI colours.
        plain: in ASCII only.

    >>> import tsurolab as tl
    >>> study = {"players": ["red", "blue"], "card": "7", "pawns": {"red": ["t20", "s4", "start", "start"],
    ...          "blue": ["t26", "home", "home", "home"]}, "deck": ["1"]}
    >>> text = position_text(tl.game("sorry/classic").from_position(study), plain=True)
    >>> print("\\n".join(line[:42].rstrip() for line in text.splitlines()[1:4]))
       0    1>   2=   3=   4o   5    6    7
      59       . s0      start RR
      58o      . s1
    """
    sorry = cast("SorryState", state)
    sheet = Sheet()
    sheet.add(repr(state)[1:-1])
    top = sheet.height
    _draw_track(sheet, top)
    for edge, name in enumerate(COLOURS):
        _draw_base(sheet, top, edge, sorry.pawns(name) if name in sorry.colours else None)
    for name in sorry.colours:
        for square in sorry.pawns(name):
            if square[1:].isdigit():
                row, col = _place(name, square)
                sheet.put(top + row, col * _ACROSS + 1, name[0].upper(), name)
    _write_middle(sheet, top, sorry, seat)
    for line, role in _hand_lines(sorry, seat):
        sheet.add(line, role)
    return sheet.render(colour=colour, plain=plain)


def move_text(state: State, move: Any, *, seat: int | None = None) -> str:  # noqa: ARG001  (cards are played openly)
    """A move as ``seat`` sees it made: all of it.

    Args:
        state: the position before the move.
        move: a legal move.
        seat: who looks; ``None`` sees everything.
    """
    return str(move)


def listed_moves(state: State) -> list[tuple[Move, str]]:
    """The legal moves, each with what it does on the board: where a pawn comes to, its slide, who is sent back.

    >>> import tsurolab as tl
    >>> study = {"players": ["red", "blue"], "card": "7", "pawns": {"red": ["t20", "s4", "start", "start"],
    ...          "blue": ["t26", "home", "home", "home"]}, "deck": ["1"]}
    >>> state = tl.game("sorry/classic").from_position(study)
    >>> [f"{move}: {words}" for move, words in listed_moves(state)]
    ['7: t20+7: to t27', '7: t20+6 s4+1: to t26, bumps blue, to home']
    """
    sorry = cast("SorryState", state)
    return [(move, _what_follows(sorry, move)) for move in sorry.legal_moves]


def _what_follows(state: SorryState, move: Move) -> str:
    words = []
    for event in state._pawn_events(state._record, move):
        if event.kind == "move":
            words.append(f"to {event.to}")
        elif event.kind == "slide":
            words.append(f"slides to {event.to}")
        elif event.kind == "swap":
            words.append(f"{event.colour} to {event.to}")
        elif event.kind == "bump":
            words.append(f"bumps {event.colour}")
    return ", ".join(words)


def _turned(row: int, col: int, edge: int) -> tuple[int, int]:
    """A place at the upper edge turned to another edge, clockwise."""
    for _ in range(edge):
        row, col = col, _EDGE - row
    return row, col


def _place(colour: str, square: str) -> tuple[int, int]:
    """Row and column of a square of the track or of a colour's zone."""
    number = int(square[1:])
    if square[0] == "t":
        edge, along = divmod(number, _EDGE)
        return _turned(0, along, edge)
    return _turned(1 + number, _TURN_IN, COLOURS.index(colour))


def _draw_track(sheet: Sheet, top: int) -> None:
    for number in range(TRACK):
        edge, along = divmod(number, _EDGE)
        row, col = _turned(0, along, edge)
        mark, role = " ", ""
        for first, last in _SLIDES:
            if first <= along <= last:
                mark = _HEADS[edge] if along == first else _END if along == last else _COURSES[edge]
                role = COLOURS[edge]
        sheet.put(top + row, col * _ACROSS + 1, f" {number:>2}{mark}", role)


def _draw_base(sheet: Sheet, top: int, edge: int, pawns: list[str] | None) -> None:
    """The safety zone, start and home of an edge's colour; an empty zone where nobody plays it."""
    name = COLOURS[edge]
    for number in range(HOME - ZONE):
        row, col = _turned(1 + number, _TURN_IN, edge)
        sheet.put(top + row, col * _ACROSS + 1, f"· s{number}" if pawns is not None else "·", name)
    if pawns is None:
        return
    letter = name[0].upper()
    start = f"start {letter * pawns.count('start') or '-'}"
    home = f"home {letter * pawns.count('home') or '-'}"
    for words, depth, along in ((start, 1, _CIRCLE), (home, HOME - ZONE + 1, _TURN_IN)):
        row, col = _turned(depth, along, edge)
        left = col * _ACROSS + 1
        if edge in (1, 2):
            left -= max(0, len(words) - 4)  # towards the middle of the board
        sheet.put(top + row, left, words, name)


def _write_middle(sheet: Sheet, top: int, state: SorryState, seat: int | None) -> None:
    """The card and the seats, in the middle of the board."""
    record = state._record
    pile, discards = int(record.deck_count), state.discards
    card = f"card {state.card}" if state.card is not None else ""
    last = f" (last {discards[-1]})" if discards else ""
    lines = [(card, "strong"), (f"pile {pile}, discards {len(discards)}{last}", "")]
    for each, name in enumerate(state.colours):
        turn = ">" if each == state.turn and not state.is_over else " "
        you = " (you)" if each == seat else ""
        partner = int(record.partner[each])
        with_ = f" with {state.colours[partner]}" if partner >= 0 else ""
        held = ""
        if state._rules.hand_size:
            points, cards = state.scores[each], int(record.hand_count[each])
            held = f"  {points} point{'s' * (points != 1)}  {cards} card{'s' * (cards != 1)}"
        lines.append((f"{turn}seat {each} {name}{you}{with_}{held}", name))
    for row, (words, role) in enumerate(lines, 5):
        sheet.put(top + row, 5 * _ACROSS, words, role)


def _hand_lines(state: SorryState, seat: int | None) -> list[tuple[str, str]]:
    if not state._rules.hand_size:
        return []
    if seat is not None:
        return [(f"your hand: {'  '.join(state.hand(seat)) or 'nothing'}", state.colours[seat])]
    return [
        (f"hand of seat {each} {name}: {'  '.join(state.hand(each)) or 'nothing'}", name)
        for each, name in enumerate(state.colours)
    ]
