"""The front door of the Qwirkle family: tiles, lines, hands, openings, pictures and the types of the game.

Each name loads its room in :mod:`tsurolab.games.qwirkle` on first use. To play, see :func:`tsurolab.game`.

>>> import tsurolab as tl
>>> tl.qwirkle.tile("od")
Tile(colour='orange', shape='diamond')
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tsurolab.games.qwirkle.bag import draw_chance as draw_chance
    from tsurolab.games.qwirkle.bag import draw_table as draw_table
    from tsurolab.games.qwirkle.bag import unseen as unseen
    from tsurolab.games.qwirkle.cells import dead_cells as dead_cells
    from tsurolab.games.qwirkle.cells import fitting_tiles as fitting_tiles
    from tsurolab.games.qwirkle.drawing import board_svg as board_svg
    from tsurolab.games.qwirkle.drawing import game_strip_svg as game_strip_svg
    from tsurolab.games.qwirkle.drawing import state_svg as state_svg
    from tsurolab.games.qwirkle.growth import growth as growth
    from tsurolab.games.qwirkle.hands import count_hand_classes as count_hand_classes
    from tsurolab.games.qwirkle.hands import count_hands as count_hands
    from tsurolab.games.qwirkle.hands import hand_classes as hand_classes
    from tsurolab.games.qwirkle.hands import hand_counts as hand_counts
    from tsurolab.games.qwirkle.hands import hand_cycle_index as hand_cycle_index
    from tsurolab.games.qwirkle.hands import largest_group as largest_group
    from tsurolab.games.qwirkle.lines import count_lines as count_lines
    from tsurolab.games.qwirkle.lines import highest_bound as highest_bound
    from tsurolab.games.qwirkle.lines import highest_turn as highest_turn
    from tsurolab.games.qwirkle.lines import is_line as is_line
    from tsurolab.games.qwirkle.lines import line_counts as line_counts
    from tsurolab.games.qwirkle.lines import line_score as line_score
    from tsurolab.games.qwirkle.lines import lines as lines
    from tsurolab.games.qwirkle.notation import Move as Move
    from tsurolab.games.qwirkle.notation import Placement as Placement
    from tsurolab.games.qwirkle.notation import Score as Score
    from tsurolab.games.qwirkle.openings import dealt_qwirkle as dealt_qwirkle
    from tsurolab.games.qwirkle.openings import joint_openings as joint_openings
    from tsurolab.games.qwirkle.openings import opening_among as opening_among
    from tsurolab.games.qwirkle.openings import opening_counts as opening_counts
    from tsurolab.games.qwirkle.openings import opening_summary as opening_summary
    from tsurolab.games.qwirkle.openings import opening_table as opening_table
    from tsurolab.games.qwirkle.openings import start_table as start_table
    from tsurolab.games.qwirkle.state import QwirkleState as QwirkleState
    from tsurolab.games.qwirkle.tile_drawing import hand_svg as hand_svg
    from tsurolab.games.qwirkle.tile_drawing import tile_svg as tile_svg
    from tsurolab.games.qwirkle.tile_drawing import tiles_svg as tiles_svg
    from tsurolab.games.qwirkle.tiles import CLASSIC as CLASSIC
    from tsurolab.games.qwirkle.tiles import Tile as Tile
    from tsurolab.games.qwirkle.tiles import TileSet as TileSet
    from tsurolab.games.qwirkle.tiles import tile as tile
    from tsurolab.games.qwirkle.tiles import tiles as tiles

_WHERE = {
    "tiles": "CLASSIC Tile TileSet tile tiles",
    "lines": "count_lines highest_bound highest_turn is_line line_counts line_score lines",
    "hands": "count_hand_classes count_hands hand_classes hand_counts hand_cycle_index largest_group",
    "openings": "dealt_qwirkle joint_openings opening_among opening_counts opening_summary opening_table start_table",
    "bag": "draw_chance draw_table unseen",
    "growth": "growth",
    "drawing": "board_svg game_strip_svg state_svg",
    "tile_drawing": "hand_svg tile_svg tiles_svg",
    "cells": "dead_cells fitting_tiles",
    "notation": "Move Placement Score",
    "state": "QwirkleState",
}
_ROOMS = {name: room for room, names in _WHERE.items() for name in names.split()}

__all__ = list(_ROOMS)


def __getattr__(name: str) -> Any:
    """Load a room of the family on first use."""
    if name not in _ROOMS:
        raise AttributeError(f"module 'tsurolab.qwirkle' has no attribute {name!r}; it has {', '.join(_ROOMS)}")
    value = getattr(importlib.import_module(f"tsurolab.games.qwirkle.{_ROOMS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The names of the front door."""
    return sorted(__all__)
