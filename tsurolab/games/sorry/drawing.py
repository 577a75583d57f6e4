"""Pictures of Sorry!: boards, states and whole games, as SVG text, beside cards and packs.

What it is for: pure functions from names and positions (the JSON form of `State.position`) to SVG, the same bytes every
time. What it is not for: rules. A position that no game can show is drawn as far as it makes sense.

A last move is given as the position before it, from which all pawns that moved are found; as triples (colour, from,
to); or as a `Move`, which does not tell of the pawns that were sent back.

>>> position = {"players": ["red", "blue"], "turn": "red", "card": "7",
...             "pawns": {"red": ["t4", "home", "start", "s2"], "blue": ["start"] * 4}}
>>> board_svg(position).count("pawn on s2")
1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tsurolab.draw.picture import Picture, column, grid
from tsurolab.draw.svg import circle, fill, group, rectangle, stroke, text
from tsurolab.errors import BadArgument, unknown
from tsurolab.games.sorry.board_drawing import (
    SIDE,
    board_body,
    circle_words,
    crowd,
    pawn,
    place_of,
    track_numbers,
    way_body,
)
from tsurolab.games.sorry.card_drawing import back_picture, card_picture, card_svg, deck_svg, heap_picture, positive
from tsurolab.games.sorry.deck import CARDS, FACE_DOWN
from tsurolab.games.sorry.ways import COLOURS, Way, by_move, changed

__all__ = ["board_svg", "card_svg", "deck_svg", "game_strip_svg", "moved_pawns", "state_svg"]

Position = Mapping[str, Any]

NARROW = 382.0
"""Width in px of a picture for the page of a phone, so that its words are not made smaller."""


@dataclass(frozen=True)
class _Table:
    """A position, read."""

    players: tuple[str, ...]
    pawns: dict[str, tuple[str, ...]]
    turn: str | None
    card: str | None
    deck: int | None
    discards: tuple[str, ...]
    hands: dict[str, tuple[str, ...]]
    winners: tuple[str, ...]


def _read(position: Position) -> _Table:
    """Return the position in a form to draw; raises BadArgument for a missing or impossible entry."""
    try:
        players = tuple(position["players"])
        pawns = {colour: tuple(position["pawns"][colour]) for colour in players}
        deck, hands = position.get("deck"), position.get("hands") or {}
        table = _Table(
            players,
            pawns,
            position.get("turn"),
            position.get("card"),
            len(deck) if isinstance(deck, Sequence) else deck,
            tuple(position.get("discards") or ()),
            {colour: tuple(hands[colour]) for colour in players if colour in hands},
            tuple(players[seat] for seat in (position.get("outcome") or {}).get("winners") or ()),
        )
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise BadArgument(
            f"a position has players (colours) and pawns (colour: squares); this one fails at {error}"
        ) from error
    for colour in players:
        if colour not in COLOURS:
            raise unknown("colour", colour, COLOURS)
        for square in table.pawns[colour]:
            place_of(colour, square)
        if len(table.pawns[colour]) > 4:
            raise BadArgument(f"{colour} has {len(table.pawns[colour])} pawns; a player has at most four")
    held = [card for hand in table.hands.values() for card in hand if card != FACE_DOWN]
    for card in [*table.discards, *held, *([table.card] if table.card is not None else [])]:
        if card not in CARDS:
            raise unknown("card", card, CARDS)
    return table


def moved_pawns(before: Position, after: Position) -> list[Way]:
    """Return the pawns that stand elsewhere in a later position, as (colour, from, to).

    Pawns of one colour are not told apart, so the shortest ways are taken.

    Raises BadArgument for a malformed position, or when a colour has not as many pawns as before.

    >>> before = {"players": ["red"], "pawns": {"red": ["t4", "t20", "start"]}}
    >>> moved_pawns(before, {"players": ["red"], "pawns": {"red": ["start", "t8", "t23"]}})
    [('red', 't4', 't8'), ('red', 't20', 't23')]
    """
    old, new = _read(before), _read(after)
    ways: list[Way] = []
    for colour in new.players:
        was, now = old.pawns.get(colour, ()), new.pawns[colour]
        if len(was) != len(now):
            raise BadArgument(f"{colour} has {len(was)} pawns before and {len(now)} after; a move keeps them")
        ways += changed(colour, was, now)
    return ways


def _ways(last_move: Any, after: Position) -> list[Way]:
    """Return the pawns that a last move moved, in whichever form it came."""
    if last_move is None:
        return []
    if isinstance(last_move, Mapping) and "pawns" in last_move:
        return moved_pawns(last_move, after)
    if hasattr(last_move, "kind") and hasattr(last_move, "parts"):
        table = _read(after)
        # Most likely the player before the one to move made it, else the one to move, after a 2.
        place = table.players.index(table.turn) if table.turn in table.players else 0
        order = [table.players[(place - back) % len(table.players)] for back in (*range(1, len(table.players)), 0)]
        return by_move(last_move, table.pawns, order)
    ways = []
    try:
        for colour, start, end in last_move:
            place_of(colour, start), place_of(colour, end)
            ways.append((str(colour), str(start), str(end)))
    except (TypeError, ValueError, AttributeError):
        raise BadArgument(
            f"a last move is a move, triples (colour, from, to), or the position before, not {last_move!r}"
        ) from None
    return ways


def _some(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _pawns_body(table: _Table, unit: float) -> str:
    """Return all pawns; those on one square beside each other."""
    parts = []
    for colour in table.players:
        squares = table.pawns[colour]
        for square in sorted(set(squares)):
            count = squares.count(square)
            x, y = place_of(colour, square)
            inside = square in ("start", "home")
            places = crowd(count) if inside else [((step - (count - 1) / 2) * 0.4, 0.0) for step in range(count)]
            label = f"{colour} pawn {'in' if inside else 'on'} {square}"
            for right, down in places:
                parts.append(pawn(colour, (x + right) * unit, (y + down) * unit, unit * 1.06, label=label))
    return "".join(parts)


def _middle(table: _Table, unit: float) -> str:
    """Return the pile and the card in play, or the last one played, in the middle of the board."""
    if table.deck is None and table.card is None and not table.discards:
        return ""
    width = unit * 2.2
    back, parts = back_picture(width), []
    size = max(8.0, unit * 0.36)
    left, right = unit * (SIDE / 2 - 2.55), unit * (SIDE / 2 + 0.35)
    top = unit * SIDE / 2 - back.height / 2 - size * 0.5
    base = top + back.height + size * 1.35

    def empty(x: float) -> str:
        dashes = f"{unit * 0.16:.2f}"
        return rectangle(
            x,
            top,
            width,
            back.height,
            radius=width * 0.1,
            class_=stroke("rule"),
            stroke_width=1.4,
            stroke_dasharray=dashes,
        )

    if table.deck:
        heap = heap_picture(back, min(table.deck - 1, 6))
        parts.append(group(heap.body, at=(left, top + back.height - heap.height)))
    elif table.deck is not None:
        parts.append(empty(left))
    if table.deck is not None:
        parts.append(text(f"{table.deck} left", left + width / 2, base, size=size, role="soft", anchor="middle"))
    shown = table.card if table.card is not None else table.discards[-1] if table.discards else None
    if shown is None:
        parts.append(empty(right))
    else:
        face = card_picture(shown, width, words=width > 44)
        under = len(table.discards) - (table.card is None)
        heap = heap_picture(face, max(0, min(under, 6)))
        parts.append(group(heap.body, at=(right, top + back.height - heap.height)))
        if table.card is not None:
            edge = max(1.4, unit * 0.08)
            parts.append(
                rectangle(
                    right, top, width, back.height, radius=width * 0.1, class_=stroke("accent"), stroke_width=edge
                )
            )
        words = "to play" if table.card is not None else "played"
        parts.append(text(words, right + width / 2, base, size=size, role="soft", anchor="middle"))
    return "".join(parts)


def _board_picture(
    table: _Table, *, size: float, ways: Sequence[Way], labels: bool = True, fine: bool = True, cards: bool = True
) -> Picture:
    """Return the board without a legend; `fine` adds words that a small picture cannot show."""
    words = max(8.0, min(12.0, size / 42)) if labels else 0.0
    rim = words * 1.6
    unit = (size - 2 * rim) / SIDE
    parts = [board_body(unit)]
    if fine:
        full = [(colour, square) for colour in table.players for square in table.pawns[colour]]
        parts.append(circle_words(unit, full))
    # The ways of pawns that were sent back lie below the moves that did it, and all below the cards.
    parts += [way_body(*way, unit) for way in sorted(ways, key=lambda way: way[2] != "start")]
    if cards:
        parts.append(_middle(table, unit))
    parts.append(_pawns_body(table, unit))
    if labels:
        parts.append(track_numbers(unit, words))
    moved = [f"{colour} moved from {start} to {end}" for colour, start, end in ways]
    told = [_told(table, colour) for colour in table.players]
    return Picture(
        size,
        size,
        group(*parts, at=(rim, rim)),
        f"Sorry! board, {_some(len(table.players), 'player')}",
        "; ".join(told + moved),
    )


def _standing(table: _Table, colour: str) -> str:
    squares = table.pawns[colour]
    away = [square for square in squares if square not in ("start", "home")]
    counts = [f"{squares.count(name)} {name}" for name in ("start", "home") if squares.count(name)]
    return ", ".join([*away, *counts])


def _won(table: _Table, colour: str) -> str:
    """Return what there is to say of a winner, or nothing."""
    if colour not in table.winners:
        return ""
    return " wins" if len(table.winners) == 1 else " shares the win"


def _told(table: _Table, colour: str) -> str:
    won = _won(table, colour)
    if won:
        return f"{colour}{won}: {_standing(table, colour)}"
    playing = " to play" if table.turn == colour else ""
    card = (
        f" a {table.card}" if playing and table.card not in (None, "S") else " Sorry!" if playing and table.card else ""
    )
    return f"{colour}{playing}{card}: {_standing(table, colour)}"


def _legend(table: _Table, width: float, size: float = 12) -> Picture:
    """Return the players as a table of pawns and words, `width` px wide."""
    told = [_told(table, colour) for colour in table.players]
    # Six tenths of the size is what a letter takes in most typefaces.
    need = size * (2.6 + 0.6 * max(map(len, told)))
    columns = 2 if width > 2 * need and len(told) > 1 else 1
    across, high = width / columns, size * 2.1
    parts = []
    for seat, colour in enumerate(table.players):
        row, col = divmod(seat, columns)
        x, y = col * across, row * high + high / 2
        parts.append(pawn(colour, x + size * 0.8, y, size * 1.7))
        bold = table.turn == colour or colour in table.winners
        parts.append(text(told[seat], x + size * 2, y + size * 0.36, size=size, bold=bold))
    return Picture(width, -(-len(table.players) // columns) * high, "".join(parts))


def board_svg(
    position: Position,
    *,
    last_move: Any = None,
    size: float = 520,
    labels: bool = True,
    legend: bool = True,
    cards: bool = True,
) -> str:
    """Return a board with its pawns, the pile and the card in play, the last move, and a legend.

    Parameters: `position` in JSON form; `last_move` as the module says; `size` is the side of the board in px; `labels`
    numbers every fifth square of the track; `cards` shows the pile and the card in the middle.

    Raises BadArgument for a malformed position or move, UnknownName for a square, colour or card that does not exist.

    >>> position = {"players": ["red"], "pawns": {"red": ["start"] * 4}}
    >>> board_svg(position, last_move=[("red", "t4", "start")]).count("pawn in start")
    4
    """
    table = _read(position)
    drawn = _board_picture(table, size=positive(size), ways=_ways(last_move, position), labels=labels, cards=cards)
    label = drawn.label
    if legend and table.players:
        drawn = column([(None, drawn), (None, _legend(table, drawn.width))], gap=10)
    return drawn.svg(label=label)


def _panel(table: _Table, width: float) -> Picture:
    """Return the players below each other with their pawns and hands, then what was played; `width` px wide."""
    size = 13.0
    parts, y = [], 4.0
    for colour in table.players:
        playing = table.turn == colour
        if playing:
            parts.append(circle(5, y + 15, 4, class_=fill("accent")))
        parts.append(pawn(colour, 28, y + 15, 30))
        won = _won(table, colour)
        words = f"{colour}, to play" if playing and not won else colour + won
        parts.append(text(words, 48, y + 12, size=size, bold=playing or bool(won)))
        parts.append(text(_standing(table, colour), 48, y + 28, size=size - 1, role="soft"))
        y += 42
        hand = table.hands.get(colour, ())
        if hand:
            each = min(40.0, (width - 16 - 6 * (len(hand) - 1)) / len(hand))
            for slot, card in enumerate(hand):
                shown = back_picture(each) if card == FACE_DOWN else card_picture(card, each, words=False)
                parts.append(group(shown.body, at=(16 + slot * (each + 6), y)))
            y += each * 1.46 + 14
        else:
            y += 6
    if table.card is not None:
        parts.append(group(card_picture(table.card, 84).body, at=(16, y + 4)))
        y += 84 * 1.46 + 16
    if table.discards:
        last = [card.replace("S", "Sorry!") for card in table.discards[-8:]]
        y += 14
        parts.append(text("played before, the last one first:", 16, y, size=size - 2, role="soft"))
        parts.append(text(" ".join(reversed(last)), 16, y + 17, size=size - 1))
        y += 22
    return Picture(width, y + 4, "".join(parts))


def state_svg(position: Position, *, last_move: Any = None, width: float = 720, beside: bool = True) -> str:
    """Return a board and, beside it or below, the players, their hands and the card; what a state shows in a notebook.

    Parameters: `position` in JSON form, also with "hands" {colour: cards, "?" face down}; `last_move` as the module
    says; `width` in px of the whole; `beside` is False for narrow pages.

    Raises BadArgument for a malformed position or move, UnknownName for a square, colour or card that does not exist.

    >>> position = {"players": ["red"], "turn": "red", "card": "S", "pawns": {"red": ["start"] * 4}}
    >>> "red, to play" in state_svg(position)
    True
    """
    table = _read(position)
    inner = positive(width) - 24
    ways = _ways(last_move, position)
    size = inner * 0.68 if beside else inner
    drawn = _board_picture(table, size=size, ways=ways)
    label = drawn.label
    gap = inner * 0.03
    if beside:
        panel = _panel(table, inner - size - gap)
        body = drawn.body + "\n" + group(panel.body, at=(size + gap, 8))
        whole = Picture(inner, max(drawn.height, panel.height + 8), body, description=drawn.description)
    else:
        whole = column([(None, drawn), (None, _panel(table, inner))], gap=12)
    return whole.svg(label=label)


def game_strip_svg(
    frames: Sequence[Position],
    *,
    columns: int = 4,
    size: float = 190,
    captions: Iterable[str] | None = None,
    title: str | None = None,
    ways: bool = True,
) -> str:
    """Return a whole game as small boards, in reading order, each with the way of the pawns that moved since the last.

    Parameters: `frames` are successive positions in JSON form, `columns` side by side, each `size` px; `captions` one a
    frame, or None for what there is to play; `ways` is False for frames that are many moves apart.

    Raises BadArgument for a malformed position, or captions that are not one a frame.

    >>> first = {"players": ["red"], "turn": "red", "card": "1", "pawns": {"red": ["start"] * 4}}
    >>> then = first | {"card": "3", "pawns": {"red": ["t4"] + ["start"] * 3}}
    >>> "red: 3" in game_strip_svg([first, then])
    True
    """
    positive(size)
    boards, words = [], []
    before: Position | None = None
    for position in frames:
        table = _read(position)
        moved = moved_pawns(before, position) if ways and before is not None else []
        boards.append(_board_picture(table, size=size, ways=moved, labels=False, fine=False, cards=False))
        words.append(f"{table.turn or ''}: {'Sorry!' if table.card == 'S' else table.card or 'to draw'}")
        before = position
    shown = list(captions) if captions is not None else words
    strip = grid(boards, columns=columns, captions=shown, gap=16)
    told = f"{_some(len(shown), 'position')}: {', '.join(shown)}" if shown else "no position"
    whole = replace(column([(None, strip)], title=title), description=told)
    return whole.svg(margin=16, label=title or "A game of Sorry!")
