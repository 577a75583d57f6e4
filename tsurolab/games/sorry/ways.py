"""The ways that pawns have gone: between two squares, between two positions, by a move.

What it is for: what a picture of a last move needs. What it is not for: rules: a way is traced as a finger would, from
what can be seen, and a move that cannot be made out gives no way.

A way is a triple (colour, from, to) of squares t0..t59, s0..s4, start and home.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from tsurolab.games.sorry.lone_moves import ENTRY, EXIT, SLIDES, moved

COLOURS: tuple[str, ...] = ("red", "blue", "yellow", "green")
"""Clockwise."""

Way = tuple[str, str, str]
"""(colour, from, to)."""

Pawns = Mapping[str, Sequence[str]]
"""Colour -> the squares of its pawns."""


def _step(colour: str, square: str, by: int) -> str:
    """Return the next square forward or back."""
    base = 15 * COLOURS.index(colour)
    if square[0] == "s":
        place = int(square[1:]) + by
        return f"t{base + ENTRY}" if place < 0 else "home" if place > 4 else f"s{place}"
    if by > 0 and int(square[1:]) == base + ENTRY:
        return "s0"
    return f"t{(int(square[1:]) + by) % 60}"


def walk(colour: str, start: str, end: str) -> list[str] | None:
    """Return the squares from one to another: up to 4 back, or up to 16 forward, or out of start; None if no such way.

    Sixteen is a 12 and a long slide. Both ends are in the list.

    >>> walk("red", "t0", "s1"), walk("red", "t4", "t0"), walk("red", "start", "t4"), walk("red", "t4", "start")
    (['t0', 't1', 't2', 's0', 's1'], ['t4', 't3', 't2', 't1', 't0'], ['start', 't4'], None)
    """
    if start == "start":
        return [start, end] if end == f"t{15 * COLOURS.index(colour) + EXIT}" else None
    if start == "home" or end == "start":
        return None
    for by, most in ((-1, 4), (1, 16)):
        way = [start]
        while way[-1] not in (end, "home") and len(way) <= most:
            way.append(_step(colour, way[-1], by))
        if way[-1] == end:
            return way
    return None


def _cost(colour: str, start: str, end: str) -> int:
    # A square that is kept costs nothing, one that cannot be walked to costs much.
    if start == end:
        return 0
    way = walk(colour, start, end)
    return 40 if way is None else len(way) + 20 * (start == "start")


def changed(colour: str, was: Sequence[str], now: Sequence[str]) -> list[Way]:
    """Return the ways of the pawns of a colour between two positions; pawns are not told apart, short ways are taken.

    >>> changed("red", ["t4", "t20", "start"], ["start", "t8", "t23"])
    [('red', 't4', 't8'), ('red', 't20', 't23')]
    """

    def cost(order: Sequence[str]) -> int:
        return sum(_cost(colour, start, end) for start, end in zip(was, order))

    best = min(permutations(now), key=cost)
    return [(colour, start, end) for start, end in zip(was, best) if start != end]


def _framed(colour: str, square: str, turn: int) -> str:
    """Return a square with its number on the track counted on by so many sides of the colour."""
    if square[0] != "t":
        return square
    return f"t{(int(square[1:]) + turn * 15 * COLOURS.index(colour)) % 60}"


def _stopped(colour: str, square: str) -> str:
    """Return where a pawn comes to rest that is carried to a square: there, or at the end of a slide."""
    own = _framed(colour, square, -1)
    return _framed(colour, f"t{SLIDES.get(int(own[1:]), int(own[1:]))}", 1)


def by_move(move: Any, pawns: Pawns, order: Sequence[str]) -> list[Way]:
    """Return the ways of the pawns that a move names; those that were sent back are not among them.

    Parameters: `move` has a `kind`, `parts` with `origin`, `steps` and `colour` (or None), and a `target`; `pawns` is
    the position after it; of `order`, colours, the first is taken that can have made it.

    >>> from types import SimpleNamespace as Move
    >>> part = Move(origin="t22", steps=2, colour=None)
    >>> by_move(Move(kind="step", parts=[part], target=None), {"red": ["t28"], "blue": ["t9"]}, ["blue", "red"])
    [('red', 't22', 't28')]
    """
    for mover in order:
        ways: list[Way] = []
        for part in move.parts:
            colour = part.colour or mover
            if move.kind == "step":
                own = _framed(colour, part.origin, -1)
                to = moved(own, part.steps) if own not in ("start", "home") else None
                end = None if to is None else _framed(colour, to, 1)
            elif move.kind == "start":
                end = _framed(colour, f"t{EXIT}", 1)
            else:
                end = _stopped(colour, move.target)
            if end is None or end not in pawns.get(colour, ()):
                break
            ways.append((colour, part.origin, end))
        else:
            if move.kind == "swap" and ways:
                others = [one for one in pawns if one != ways[0][0] and ways[0][1] in pawns[one]]
                ways += [(other, move.target, ways[0][1]) for other in others]
            return ways
    return []
