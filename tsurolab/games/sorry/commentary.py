"""A game of Sorry! in words: a line for the start, for every card, and for the end.

What it is for: saying what a reader of the record cannot see from the move alone: where pawns come to rest, slides,
whom they send back, shuffles. What it is not for: rules; everything told is a fact of a state.
"""

from __future__ import annotations

from collections.abc import Sequence

from tsurolab.games.sorry.notation import Move
from tsurolab.games.sorry.rules import Reason
from tsurolab.games.sorry.state import Event, SorryState


def _some(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _a_card(card: str) -> str:
    if card == "S":
        return "a Sorry!"
    return f"{'an' if card in ('8', '11') else 'a'} {card}"


def begin(state: SorryState) -> str:
    """Who plays which colour, and who begins.

    >>> import tsurolab as tl
    >>> begin(tl.game("sorry/classic").new(players=2, seed=1))[:44]
    '2 players: seat 0 is red, seat 1 is blue; re'
    """
    seats = ", ".join(f"seat {seat} is {colour}" for seat, colour in enumerate(state.colours))
    return f"{_some(state.players, 'player')}: {seats}; {state.colours[state.turn]} begins"


def describe(before: SorryState, move: Move, after: SorryState) -> str:
    """The card and who has it; each pawn's way, slide and whom it sends back; then the shuffle and who goes on.

    >>> import tsurolab as tl
    >>> state = tl.game("sorry/classic").from_position(
    ...     {"players": ["red", "blue"], "turn": "red", "card": "7", "deck": ["1"],
    ...      "pawns": {"red": ["t20", "s4", "start", "start"], "blue": ["t26", "home", "home", "home"]}})
    >>> after = state.copy().play("t20+6 s4+1")
    >>> describe(state, after.last_move, after)
    'seat 0 (red) draws a 7: moves 6 from t20 to t26 and bumps blue on t26; moves 1 from s4 to home'
    """
    mover = before.colours[before.turn]
    holds = bool(before._rules.hand_size)
    line = f"seat {before.turn} ({mover}) {'plays' if holds else 'draws'} {_a_card(move.card)}: "
    parts = _pawn_words(before, move, after.last_events)
    if move.kind == "pass":
        parts = ["it cannot be used"]
    elif move.kind == "discard":
        parts = ["it is thrown away unused"]
    if any(event.kind == "shuffle" for event in after.last_events):
        parts.append("the discards are shuffled")
    if not after.is_over and after.turn == before.turn:
        parts.append(f"{mover} plays again")
    return line + "; ".join(parts)


def _pawn_words(before: SorryState, move: Move, events: Sequence[Event]) -> list[str]:
    """A clause for each pawn that the card moves, with its slide and those it sends back."""
    mover = before.colours[before.turn]
    clauses: list[list[str]] = []
    part = 0
    for event in events:
        whose = "" if event.colour == mover else f"{event.colour} "
        if event.kind == "move":
            clauses.append([f"{whose}{_went(move, part, event)}"])
            part += 1
        elif event.kind == "swap":
            clauses[-1].append(f"{event.colour} goes to {event.to}")
        elif event.kind == "slide":
            other = f"{event.colour} " if event.colour != (move.parts[part - 1].colour or mover) else ""
            clauses[-1].append(f"{other}slides to {event.to}")
        elif event.kind == "bump":
            own = "its own pawn" if event.colour == mover else event.colour
            clauses[-1].append(f"bumps {own} on {event.origin}")
    return [_listed(clause) for clause in clauses]


def _went(move: Move, part: int, event: Event) -> str:
    """The way of one pawn, before any slide."""
    if move.kind == "start":
        return f"comes out to {event.to}"
    if move.kind == "sorry":
        return f"goes from start to {event.to}"
    if move.kind == "swap":
        return f"exchanges {event.origin} for {event.to}"
    steps = move.parts[part].steps
    return f"moves {'back ' if steps < 0 else ''}{abs(steps)} from {event.origin} to {event.to}"


def end(state: SorryState) -> str:
    """Who wins, and the points where the edition counts them.

    >>> import tsurolab as tl
    >>> state = tl.game("sorry/classic").from_position(
    ...     {"players": ["red", "blue"], "turn": "red", "card": "1",
    ...      "pawns": {"red": ["s4", "home", "home", "home"], "blue": ["start"] * 4}})
    >>> end(state.play("s4+1"))
    'seat 0 (red) wins: all pawns are home'
    """
    outcome = state.outcome
    assert outcome is not None
    if outcome.reason is Reason.TOO_LONG:
        return f"nobody wins: the game was stopped after {int(state._record.cards)} cards"
    won = [f"{seat} ({state.colours[seat]})" for seat in outcome.winners]
    line = f"seat {won[0]} wins" if len(won) == 1 else f"seats {_listed(won)} win together"
    line += ": all pawns are home"
    if any(state.scores):
        line += "; points: " + ", ".join(
            f"{colour} {points}" for colour, points in zip(state.colours, state.scores, strict=True)
        )
    return line
