"""The front door of the Sorry! family: packs, lone pawns, pictures and the types of the game.

Each name loads its room in :mod:`tsurolab.games.sorry` on first use. To play, see :func:`tsurolab.game`.

>>> import tsurolab as tl
>>> sum(tl.sorry.DECKS["classic"].values())
45
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tsurolab.games.sorry.chain import PawnChain as PawnChain
    from tsurolab.games.sorry.chain import chain as chain
    from tsurolab.games.sorry.chain import lone_pawn_table as lone_pawn_table
    from tsurolab.games.sorry.deck import CARDS as CARDS
    from tsurolab.games.sorry.deck import DECKS as DECKS
    from tsurolab.games.sorry.deck import Deck as Deck
    from tsurolab.games.sorry.deck import deck as deck
    from tsurolab.games.sorry.deck import deck_table as deck_table
    from tsurolab.games.sorry.drawing import board_svg as board_svg
    from tsurolab.games.sorry.drawing import card_svg as card_svg
    from tsurolab.games.sorry.drawing import deck_svg as deck_svg
    from tsurolab.games.sorry.drawing import game_strip_svg as game_strip_svg
    from tsurolab.games.sorry.drawing import state_svg as state_svg
    from tsurolab.games.sorry.notation import Move as Move
    from tsurolab.games.sorry.notation import Part as Part
    from tsurolab.games.sorry.rules import COLOURS as COLOURS
    from tsurolab.games.sorry.rules import SCORES as SCORES
    from tsurolab.games.sorry.state import SorryState as SorryState

_WHERE = {
    "deck": "CARDS DECKS Deck deck deck_table",
    "chain": "PawnChain chain lone_pawn_table",
    "drawing": "board_svg card_svg deck_svg game_strip_svg state_svg",
    "notation": "Move Part",
    "rules": "COLOURS SCORES",
    "state": "SorryState",
}
_ROOMS = {name: room for room, names in _WHERE.items() for name in names.split()}

__all__ = list(_ROOMS)


def __getattr__(name: str) -> Any:
    """Load a room of the family on first use."""
    if name not in _ROOMS:
        raise AttributeError(f"module 'tsurolab.sorry' has no attribute {name!r}; it has {', '.join(_ROOMS)}")
    value = getattr(importlib.import_module(f"tsurolab.games.sorry.{_ROOMS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The names of the front door."""
    return sorted(__all__)
