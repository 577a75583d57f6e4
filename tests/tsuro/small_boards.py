"""Small positions for the tests of Tsuro, short enough to follow every path with a finger.

The five tiles that look the same from all sides have names here, after what a path does that enters by the left point
of the bottom side (point 1). Points are 1..8 anticlockwise from there; leaving by 1 or 2 leads down to 6 or 5 of the
next square, by 3 or 4 right to 8 or 7, by 5 or 6 up to 2 or 1, by 7 or 8 left to 4 or 3.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import tsurolab as tl

BACK = "12-34-56-78"
"""Comes back by the other point of the same side."""
AHEAD = "16-25-38-47"
"""Goes straight on, so that it enters the next square by the same point."""
CROSS = "15-26-37-48"
"""Goes on by the other point of the opposite side: 1 leads up to 2, and 2 to 1."""
BEND = "14-27-36-58"
"""Turns right from 1, left from 2: 1 leads right to 7, 2 leaves by 7, 8 leads up to 2."""
HUG = "18-23-45-67"
"""Goes round the nearest corner: 1 leaves by 8, 2 by 3."""

FILL = [
    *("12-37-45-68", "12-37-46-58", "12-37-48-56", "12-38-45-67", "12-38-46-57", "12-38-47-56"),
    *("13-24-57-68", "13-24-58-67", "13-25-48-67", "13-26-47-58", "13-26-48-57", "13-27-45-68"),
]
"""Tiles that no test lays on purpose, to fill hands with."""

LOOP_TILES = {"5,3": "12-35-48-67", "4,3": "17-28-34-56", "4,2": "14-26-35-78"}
"""With BEND on 5,2 a path from 5,2@1 goes right, up, left, down, and through 5,2 and 5,3 once more, to 5,4@7."""


def sit(faces: str | None, *hand: str, out: bool = False) -> dict[str, Any]:
    """Return a player whose marker faces ``"row,column@point"``, or a side; None where it has no marker."""
    where: dict[str, Any] | None = None
    if faces is not None:
        place, point = faces.split("@")
        row, col = map(int, place.split(","))
        where = {"row": row, "col": col}
        where |= {"point": int(point)} if point.isdigit() else {"point": None, "side": point}
    return {"faces": where, "hand": list(hand), "out": out}


GONE = sit(None, out=True)
"""A player who left long ago."""


def board(
    *players: dict[str, Any],
    tiles: dict[str, str] | None = None,
    deck: list[str] | None = None,
    turn: int = 0,
    dragon: int | None = None,
    rows: int = 6,
    cols: int = 6,
) -> dict[str, Any]:
    """Return a position; tiles are given by ``"row,column"``."""
    laid = [(*map(int, place.split(",")), tile) for place, tile in (tiles or {}).items()]
    return {
        "rows": rows,
        "cols": cols,
        "tiles": [{"row": row, "col": col, "tile": tile} for row, col, tile in sorted(laid)],
        "players": list(players),
        "turn": turn,
        "deck": list(deck or []),
        "dragon": dragon,
    }


@cache
def _game(edition: str, options: tuple[tuple[str, Any], ...]) -> tl.Game:
    return tl.game(edition, **{name: dict(value) if name == "tile_set" else value for name, value in options})


def game(edition: str = "tsuro/classic", **options: Any) -> tl.Game:
    """Return a game, built once for all tests."""
    frozen = {name: tuple(value.items()) if isinstance(value, dict) else value for name, value in options.items()}
    return _game(edition, tuple(sorted(frozen.items())))


def table(*players: dict[str, Any], edition: str = "tsuro/classic", strict: bool = True, **rest: Any) -> Any:
    """Return a state with these players; of the rest, what is no part of :func:`board` is an option of the edition."""
    parts = {name: rest.pop(name) for name in ("tiles", "deck", "turn", "dragon", "rows", "cols") if name in rest}
    return game(edition, **rest).from_position(board(*players, **parts), strict=strict)


def texts(state: Any) -> set[str]:
    """Return the legal moves as text."""
    return {str(move) for move in state.legal_moves}


def waits(state: Any, seat: int) -> str | None:
    """Return where a marker waits, as ``"row,column@point"``."""
    faces = state.position()["players"][seat]["faces"]
    return None if faces is None else f"{faces['row']},{faces['col']}@{faces.get('side') or faces['point']}"


def outs(state: Any) -> dict[int, str]:
    """Return who was put out by the last move, and why."""
    return {event.seat: event.cause for event in state.last_events if event.kind == "out"}


def draws(state: Any) -> list[tuple[int, str]]:
    """Return who drew what in the last move, in order."""
    return [(event.seat, event.tile) for event in state.last_events if event.kind == "draw"]


def ended(state: Any) -> tuple[str, tuple[int, ...]] | None:
    """Return why the game ended and who won; None while it goes on."""
    return None if state.outcome is None else (state.outcome.reason.name, state.outcome.winners)
