"""Text for the squares and the moves of Sorry!, both ways.

What it is for: names of squares, :class:`Move`, its text, and reading that text. What it is not for: whether a move is
legal.

============================  ===========================================================
text                          move
============================  ===========================================================
``5: t9+5``                   with a 5, the pawn on t9 goes 5 forward
``4: s2-4``                   4 back
``7: t5+3 t9+4``              a 7 split over two pawns, in this order
``1: start``                  a pawn comes from start to its circle
``11: swap t18 t30``          the pawn on t18 changes places with the one on t30
``S: sorry t30``              a pawn comes from start to t30
``12: pass``                  the card is not used
``7: discard``                from a hand of which no card can be played
``7: red t5+3 yellow s1+4``   with partners the pawns' colours are named
============================  ===========================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tsurolab.errors import BadArgument
from tsurolab.games.sorry.deck import CARDS
from tsurolab.games.sorry.rules import BEHIND, COLOURS, HOME, SIDE, START, TRACK, ZONE

_KINDS: Final = ("pass", "start", "step", "swap", "sorry", "discard")
"""In the order of ``rules.Kind``."""
_PART: Final = re.compile(r"([ts]\d{1,2})([+-])(\d{1,2})")
_EXAMPLE: Final = "'7: t5+3 t9+4', '1: start', '11: swap t18 t30', 'S: sorry t30' or '12: pass'"


def square_name(colour: str, place: int) -> str:
    """The square of a place on the way of a colour.

    Args:
        colour: one of red, blue, yellow, green.
        place: 0 .. 59 on the track, 60 .. 64 in the zone, 65 home, 66 start (see :mod:`tsurolab.games.sorry.rules`).

    >>> square_name("red", 1), square_name("blue", 1), square_name("red", 60), square_name("red", 65)
    ('t4', 't19', 's0', 'home')
    """
    if place < ZONE:
        return f"t{(place + BEHIND + SIDE * COLOURS.index(colour)) % TRACK}"
    if place < HOME:
        return f"s{place - ZONE}"
    return "home" if place == HOME else "start"


def place_of_square(colour: str, square: object) -> int:
    """The place of a square on the way of a colour: the inverse of :func:`square_name`.

    Raises:
        BadArgument: no square has that name.

    >>> place_of_square("red", "t2"), place_of_square("blue", "t2")
    (59, 44)
    """
    text = str(square)
    if text == "home":
        return HOME
    if text == "start":
        return START
    if text[1:].isdigit():
        number = int(text[1:])
        if text[0] == "t" and number < TRACK:
            return (number - BEHIND - SIDE * COLOURS.index(colour)) % TRACK
        if text[0] == "s" and number < HOME - ZONE:
            return ZONE + number
    raise BadArgument(f"{square!r} is no square; there are t0 to t59, s0 to s4, start and home")


@dataclass(frozen=True)
class Part:
    """What one pawn does.

    >>> str(Part("t5", 3)), str(Part("s2", -4, "red"))
    ('t5+3', 'red s2-4')
    """

    origin: str
    """The square that it leaves."""
    steps: int = 0
    """How far it goes, negative for back; 0 if it is carried to a target."""
    colour: str | None = None
    """Whose pawn it is, in the edition for partners; ``None`` where it can only be one's own."""

    def __str__(self) -> str:
        """The part as text."""
        who = f"{self.colour} " if self.colour else ""
        return f"{who}{self.origin}{self.steps:+d}" if self.steps else f"{who}{self.origin}"


@dataclass(frozen=True)
class Move:
    """One use of a card.

    >>> str(Move("7", "step", (Part("t5", 3), Part("t9", 4))))
    '7: t5+3 t9+4'
    """

    card: str
    kind: str
    """``"step"``, ``"start"``, ``"swap"``, ``"sorry"``, ``"pass"`` or ``"discard"``."""
    parts: tuple[Part, ...] = ()
    """What each pawn does, in order."""
    target: str | None = None
    """The square of the other pawn, for ``"swap"`` and ``"sorry"``."""

    def __str__(self) -> str:
        """The move as text."""
        if self.kind in ("pass", "discard"):
            return f"{self.card}: {self.kind}"
        if self.kind == "step":
            return f"{self.card}: {' '.join(str(part) for part in self.parts)}"
        part = self.parts[0]
        who = [part.colour] if part.colour else []
        origin = [part.origin] if self.kind == "swap" else []
        target = [self.target] if self.target and self.kind != "start" else []
        return f"{self.card}: {' '.join([self.kind, *who, *origin, *target])}"


def parse_move(text: str, card: str | None = None) -> Move:
    """Read a move.

    Args:
        text: as in the table above; the card may be left out if ``card`` is given.
        card: the card in play.

    Raises:
        BadArgument: the text is no move; the message shows what one looks like.

    >>> parse_move("t9+5", card="5")
    Move(card='5', kind='step', parts=(Part(origin='t9', steps=5, colour=None),), target=None)
    """
    head, colon, body = text.partition(":")
    named = head.strip() if colon else card
    words = (body if colon else text).split()
    if named is None:
        raise BadArgument(f"{text!r} names no card; write a move as {_EXAMPLE}")
    if named not in CARDS:
        raise BadArgument(f"{text!r}: {named!r} is no card; there are {', '.join(CARDS)}")
    if words in (["pass"], ["discard"]):
        return Move(named, words[0])
    if words and words[0] in ("start", "swap", "sorry"):
        return _carried(text, named, words)
    return Move(named, "step", _read_parts(text, words))


def _read_parts(text: str, words: list[str]) -> tuple[Part, ...]:
    parts = []
    colour = None
    for word in words:
        if word in COLOURS and colour is None:
            colour = word
            continue
        found = _PART.fullmatch(word)
        if not found:
            raise BadArgument(f"{text!r} is not a move; write one as {_EXAMPLE}")
        origin, sign, number = found.groups()
        place_of_square(COLOURS[0], origin)
        if int(number) == 0:
            raise BadArgument(f"{text!r}: a pawn that moves goes at least 1 step")
        parts.append(Part(origin, int(sign + number), colour))
        colour = None
    if not parts or colour:
        raise BadArgument(f"{text!r} is not a move; write one as {_EXAMPLE}")
    return tuple(parts)


def _carried(text: str, card: str, words: list[str]) -> Move:
    kind, rest = words[0], words[1:]
    colour = rest.pop(0) if rest and rest[0] in COLOURS else None
    wanted = {"start": 0, "swap": 2, "sorry": 1}[kind]
    if len(rest) != wanted:
        raise BadArgument(f"{text!r} is not a move; write one as {_EXAMPLE}")
    for square in rest:
        place_of_square(COLOURS[0], square)
    origin = rest[0] if kind == "swap" else "start"
    return Move(card, kind, (Part(origin, 0, colour),), rest[-1] if rest else None)
