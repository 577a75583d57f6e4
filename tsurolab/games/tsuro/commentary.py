"""A game of Tsuro in words: a line for the start, for every move, and for the end.

What it is for: saying what a reader of the record cannot see from the move alone: how far markers go, who leaves and
why, what is drawn, where the dragon is. What it is not for: rules; everything told is a fact of a state.
"""

from __future__ import annotations

from collections import Counter

from tsurolab.games.tsuro.notation import Move
from tsurolab.games.tsuro.rules import Goal, Phase, Reason
from tsurolab.games.tsuro.state import Event, TsuroState

_WHY = {
    Reason.LAST_STANDING: "last marker on the board",
    Reason.ALL_ELIMINATED: "the last markers left by the same tile",
    Reason.TILES_EXHAUSTED: "no tile is left",
    Reason.MARKER_LOST: "a marker left the board",
}
_GOAL = {Goal.LONGEST_PATH: "longest path", Goal.SELF_CROSSINGS: "most self-crossings"}


def _some(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _at(row: int | None, col: int | None) -> str:
    return f"row {row}, column {col}"


def begin(state: TsuroState) -> str:
    """How many play, how many tiles wait, and who begins.

    >>> import tsurolab as tl
    >>> begin(tl.game("tsuro/classic", solitaire=True).new(players=3, seed=1))
    'solitaire with 3 markers, 32 tiles in the pile'
    """
    pile = f"{_some(len(state.deck), 'tile')} in the pile"
    if state._rules.solitaire:
        return f"solitaire with {_some(state.players, 'marker')}, {pile}"
    return f"{_some(state.players, 'player')}, {pile}; seat {state.turn} begins"


def describe(before: TsuroState, move: Move, after: TsuroState) -> str:
    """The move, how far it carries the markers, who is out and why, who draws, and where the dragon goes.

    >>> import tsurolab as tl
    >>> state = tl.game("tsuro/classic").new(players=2, seed=1)
    >>> after = state.copy().play("5,0@7")
    >>> describe(state, after.last_move, after)
    'seat 0 puts its marker on point 7 of row 5, column 0'
    """
    events = after.last_events
    out = [event for event in events if event.kind == "out"]
    parts = [_done(before, move)]
    if move.tile is not None:
        parts += _ways(before, after)
    parts += [f"seat {event.seat} is out ({event.cause} at {_at(event.row, event.col)})" for event in out]
    if after.phase is Phase.INHERIT:
        parts.append(f"seat {after.turn} may take over {'its' if len(out) == 1 else 'their'} cards")
    elif after._past[-1][2] is not None:
        parts.append("hands go back and the pile is shuffled")
    return "; ".join([*parts, *_drawn(after, events)])


def _done(before: TsuroState, move: Move) -> str:
    """The decision itself."""
    who = "the player" if before._rules.solitaire else f"seat {before.turn}"
    if move.keep is not None:
        return f"{who} keeps {_listed(list(move.keep)) or 'no card'}"
    where = _at(move.row, move.col)
    mark = f"point {move.point}" if move.point is not None else f"the {move.side} side"
    if move.tile is None:
        if before._rules.solitaire:
            return f"the marker of seat {before.turn} is put on {mark} of {where}"
        return f"{who} puts its marker on {mark} of {where}"
    if move.point is not None or move.side is not None:
        return f"{who} enters at {mark} of {where} and lays {move.tile} there"
    return f"{who} lays {move.tile} at {where}"


def _ways(before: TsuroState, after: TsuroState) -> list[str]:
    """How far the markers go that the tile moves and that stay on the board, the mover's first."""
    parts = []
    seats = range(before.players)
    for seat in sorted(seats, key=lambda seat: (seat - before.turn) % before.players):
        if seat not in after.alive or before._record.at[seat] == after._record.at[seat]:
            continue
        square = int(after._record.at[seat]) // 8
        own = seat == before.turn and not before._rules.solitaire
        whose = "its marker" if own else f"the marker of seat {seat}"
        tiles = len(after.path(seat)) - len(before.path(seat))
        far = f" {_some(tiles, 'tile')}" if tiles > 0 else ""  # the path of a study may begin nowhere
        parts.append(f"{whose} goes{far} to {_at(*divmod(square, after.cols))}")
    return parts


def _drawn(after: TsuroState, events: list[Event]) -> list[str]:
    """Who draws how many tiles, and where the dragon goes."""
    count = Counter(event.seat for event in events if event.kind == "draw")
    common = bool(after._rules.common_hand)
    parts = [f"{'the common hand' if common else f'seat {seat}'} draws {_some(n, 'tile')}" for seat, n in count.items()]
    for event in events:
        if event.kind == "dragon":
            parts.append("the dragon is set aside" if event.seat is None else f"the dragon goes to seat {event.seat}")
    return parts


def end(state: TsuroState) -> str:
    """Who wins and why.

    >>> import tsurolab as tl
    >>> state = tl.game("tsuro/classic").new(players=2, seed=1)
    >>> while not state.is_over:
    ...     _ = state.play(state.legal_moves[0])
    >>> end(state)
    'seat 1 wins: last marker on the board'
    """
    outcome = state.outcome
    assert outcome is not None
    reason = Reason(outcome.reason.value)
    if state._rules.solitaire:
        left = _some(len(state.tiles), "tile")
        lost = reason is Reason.MARKER_LOST
        return f"the player loses: a marker left the board, {left} laid" if lost else f"the player wins: {left} laid"
    why = _WHY[reason]
    goal = Goal(int(state._rules.goal))
    if goal in _GOAL:
        why = f"{_GOAL[goal]}; {why}"
    seats = [str(seat) for seat in outcome.winners]
    if not seats:
        return f"nobody wins: {why}"
    return f"seat {seats[0]} wins: {why}" if len(seats) == 1 else f"seats {_listed(seats)} share the win: {why}"
