"""The moves of a pawn that is alone on the board.

What it is for: where one red pawn comes to with each card when nobody is there to bump or to change places with, and
what a policy makes of the one choice that is left. What it is not for: games; their moves come from the kernel.

The squares are t0..t59 (t4 before red's start, t2 before its safety zone), s0..s4, start and home. A 1 or 2 starts the
pawn; a 4 moves back; a 7 is not split; an 11 moves 11; Sorry!, and a card that cannot be moved, do nothing. Slides of
other colours are taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tsurolab.errors import UnknownName, unknown
from tsurolab.games.sorry.deck import CARDS, STARTERS, STEPS

POLICIES = ("forward", "back", "uniform", "best")
"""What a 10 is used for when both of its moves can be played."""

SQUARES: tuple[str, ...] = ("start", *(f"t{n}" for n in range(60)), *(f"s{n}" for n in range(5)), "home")
"""The squares of a red pawn."""

PLACE: Mapping[str, int] = {square: place for place, square in enumerate(SQUARES)}
"""Square -> its place in `SQUARES`."""

EXIT, ENTRY = 4, 2
"""The square of the track where a red pawn comes out of start, and from which it turns into its safety zone."""

SLIDES: Mapping[int, int] = {base + head: base + end for base in (15, 30, 45) for head, end in ((1, 4), (9, 13))}
"""First square -> last square of the slides that are not red."""


def no_square(square: object) -> UnknownName:
    """The error for a square that does not exist."""
    return unknown("square", square, ["start", "t0..t59", "s0..s4", "home"])


def moved(square: str, steps: int) -> str | None:
    """Return where a pawn on the track or in the zone comes by so many steps, slides included; None when it cannot.

    >>> moved("t0", 8), moved("t0", 9), moved("s0", -1), moved("t23", 1)
    ('home', None, 't2', 't28')
    """
    # Counted from the entry, 1..5 in the safety zone, 6 at home, 0 and below on the track; -59 is just past the entry.
    place = int(square[1:])
    ahead = steps + (place + 1 if square[0] == "s" else -((ENTRY - place) % 60))
    if ahead > 0:
        return None if ahead > 6 else "home" if ahead == 6 else f"s{ahead - 1}"
    place = (ENTRY + ahead) % 60
    return f"t{SLIDES.get(place, place)}"


@cache
def destinations(square: str, card: str) -> tuple[str, ...]:
    """Return the squares that a red pawn, alone on the board, may come to with a card; none when it cannot move.

    Raises UnknownName for a square or card that does not exist.

    >>> destinations("start", "2"), destinations("t4", "4"), destinations("t0", "8"), destinations("s0", "10")
    (('t4',), ('t0',), ('home',), ('t2',))
    >>> destinations("t20", "10"), destinations("t20", "4"), destinations("t4", "S")
    (('t30', 't19'), ('t19',), ())
    """
    if square not in PLACE:
        raise no_square(square)
    if card not in STEPS:
        raise unknown("card", card, CARDS)
    if square == "start":
        return (f"t{EXIT}",) if card in STARTERS["classic"] else ()
    if square == "home" or card == "S":
        return ()
    reached = (moved(square, steps) for steps in STEPS[card])
    return tuple(place for place in reached if place is not None)


def chosen(square: str, card: str, policy: str, back_from: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return the squares, equally likely, that the pawn comes to under a policy; its own when it cannot move.

    Parameters: `back_from` are squares from which a 10 is used for 1 back under "best".

    >>> chosen("t5", "10", "uniform"), chosen("t5", "10", "forward"), chosen("t5", "10", "best", frozenset(["t5"]))
    (('t15', 't4'), ('t15',), ('t4',))
    """
    to = destinations(square, card)
    if len(to) == 2 and policy != "uniform":
        to = (to[1],) if policy == "back" or square in back_from else (to[0],)
    return to or (square,)


@dataclass(frozen=True)
class Moves:
    """The moves of a policy with whole weights, those of one square and card adding up to `weight`."""

    weight: int
    to: tuple[tuple[tuple[int, ...], ...], ...]
    """``to[place][card]``: places in `SQUARES`, `weight` of them, equally likely."""


@cache
def moves(policy: str, back_from: frozenset[str] = frozenset()) -> Moves:
    """Return all moves of a policy.

    >>> moves("uniform").to[PLACE["t5"]][CARDS.index("10")], moves("uniform").to[0][0]
    ((16, 5), (5, 5))
    """
    weight = 2 if policy == "uniform" else 1
    rows = []
    for square in SQUARES:
        row = []
        for card in CARDS:
            places = [PLACE[to] for to in chosen(square, card, policy, back_from)]
            row.append(tuple(places * (weight // len(places))))
        rows.append(tuple(row))
    return Moves(weight, tuple(rows))
