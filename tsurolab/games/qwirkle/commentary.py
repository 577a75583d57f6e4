"""A game of Qwirkle in words: a line for the start, for every move, and for the end.

What it is for: saying what a reader of the record cannot see from the move alone: lines and points, Qwirkles, totals,
draws. What it is not for: rules; everything told is a fact of a state.
"""

from __future__ import annotations

from collections.abc import Iterable

from tsurolab.games.qwirkle.notation import Move
from tsurolab.games.qwirkle.rules import Reason
from tsurolab.games.qwirkle.state import QwirkleState

_WHY = {
    Reason.WENT_OUT: "the last tiles are placed",
    Reason.BLOCKED: "no tile that is left fits",
    Reason.STALLED: "nobody has placed a tile for too long",
}


def _some(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _listed(names: Iterable[object]) -> str:
    words = [str(name) for name in names]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def begin(state: QwirkleState) -> str:
    """How many play, how many tiles wait, and who begins with how large a group.

    >>> import tsurolab as tl
    >>> begin(tl.game("qwirkle/classic").new(players=2, seed=1))
    '2 players, 96 tiles in the bag; seat 0 begins with a largest group of 2'
    """
    line = f"{_some(state.players, 'player')}, {_some(len(state.bag), 'tile')} in the bag; seat {state.turn} begins"
    return line if state.board else f"{line} with a largest group of {state.largest_group(state.turn)}"


def describe(before: QwirkleState, move: Move, after: QwirkleState) -> str:
    """The tiles and cells of a play with its points line by line, or the trade, or the pass; then what is drawn.

    >>> import tsurolab as tl
    >>> state = tl.game("qwirkle/classic").from_position(
    ...     {"board": [[0, 0, "red", "circle"]], "hands": [[["red", "square"]], []], "bag": [["blue", "square"]]}
    ... )
    >>> after = state.copy().play("rs@1,0")
    >>> describe(state, after.last_move, after)
    'seat 0 places red square at 1,0: 2 points (a line of 2), 2 in all; draws 1 tile'
    """
    seat = before.turn
    if move.is_pass:
        return f"seat {seat} passes: no tile fits and the bag is empty"
    if move.trade:
        tiles = ", ".join(" ".join(tile) for tile in move.trade)
        return f"seat {seat} trades {_some(len(move.trade), 'tile')} ({tiles}); the bag is mixed"
    parts = [f"seat {seat} places {_placed(move)}: {_points(after)}, {after.scores[seat] - _bonus(after)} in all"]
    qwirkles = int(after._record.qwirkles[seat] - before._record.qwirkles[seat])
    if qwirkles:
        parts.append("Qwirkle!" if qwirkles == 1 else f"{qwirkles} Qwirkles!")
    drawn = len(after.hand(seat)) - len(before.hand(seat)) + len(move.placements)
    if drawn:
        parts.append(f"draws {_some(drawn, 'tile')}")
    elif not after.hand(seat):
        bonus = f" for {_some(_bonus(after), 'point')} more, {after.scores[seat]} in all" if _bonus(after) else ""
        parts.append(f"goes out{bonus}")
    return "; ".join(parts)


def _placed(move: Move) -> str:
    """The tiles of a play, and where."""
    tiles = ", ".join(f"{each.colour} {each.shape}" for each in move.placements)
    first, last = move.placements[0], move.placements[-1]
    if len(move.placements) == 1:
        return f"{tiles} at {first.x},{first.y}"
    way = "down" if first.x == last.x else "to the right"
    return f"{tiles} from {first.x},{first.y} {way}"


def _points(after: QwirkleState) -> str:
    score = after.last_score
    lengths = [line.length for line in score.lines]
    lines = (
        "no line" if not lengths else f"a line of {lengths[0]}" if len(lengths) == 1 else f"lines of {_listed(lengths)}"
    )
    return f"{_some(score.points, 'point')} ({lines})"


def _bonus(after: QwirkleState) -> int:
    return after.last_score.bonus


def end(state: QwirkleState) -> str:
    """Who wins, with how many points, and why the game ended.

    >>> import tsurolab as tl
    >>> state = tl.game("qwirkle/classic", colours=2, shapes=2).new(players=2, seed=1)
    >>> while not state.is_over:
    ...     _ = state.play(state.legal_moves[0])
    >>> end(state)[:20]
    'seat 1 wins with 26 '
    """
    outcome = state.outcome
    assert outcome is not None
    won = outcome.winners
    others = [f"seat {seat} has {points}" for seat, points in enumerate(state.scores) if seat not in won]
    points = _some(state.scores[won[0]], "point")
    who = f"seat {won[0]} wins with {points}" if len(won) == 1 else f"seats {_listed(won)} share the win with {points}"
    return "; ".join([f"{who}: {_WHY[Reason(outcome.reason.value)]}", *([", ".join(others)] if others else [])])
