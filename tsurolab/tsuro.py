"""The front door of the Tsuro family: tiles, symmetry, topology, pictures and the types of the game.

Each name loads its room in :mod:`tsurolab.games.tsuro` on first use. To play, see :func:`tsurolab.game`.

>>> import tsurolab as tl
>>> tl.tsuro.tile("16-25-38-47").orientations
1
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tsurolab.games.tsuro.drawing import board_svg as board_svg
    from tsurolab.games.tsuro.drawing import game_strip_svg as game_strip_svg
    from tsurolab.games.tsuro.drawing import hand_svg as hand_svg
    from tsurolab.games.tsuro.drawing import state_svg as state_svg
    from tsurolab.games.tsuro.drawing import tile_svg as tile_svg
    from tsurolab.games.tsuro.drawing import tiles_svg as tiles_svg
    from tsurolab.games.tsuro.notation import Move as Move
    from tsurolab.games.tsuro.state import TsuroState as TsuroState
    from tsurolab.games.tsuro.tiles import Tile as Tile
    from tsurolab.games.tsuro.tiles import canonical_name as canonical_name
    from tsurolab.games.tsuro.tiles import cycle_type_table as cycle_type_table
    from tsurolab.games.tsuro.tiles import mirror_name as mirror_name
    from tsurolab.games.tsuro.tiles import oriented_tiles as oriented_tiles
    from tsurolab.games.tsuro.tiles import rotate_name as rotate_name
    from tsurolab.games.tsuro.tiles import symmetry_table as symmetry_table
    from tsurolab.games.tsuro.tiles import tile as tile
    from tsurolab.games.tsuro.tiles import tile_table as tile_table
    from tsurolab.games.tsuro.tiles import tiles as tiles
    from tsurolab.games.tsuro.topology import count_placements as count_placements
    from tsurolab.games.tsuro.topology import expected_loops as expected_loops
    from tsurolab.games.tsuro.topology import loop_terms as loop_terms
    from tsurolab.games.tsuro.topology import loops as loops
    from tsurolab.games.tsuro.topology import open_paths as open_paths
    from tsurolab.games.tsuro.topology import path_graph as path_graph
    from tsurolab.games.tsuro.topology import path_table as path_table
    from tsurolab.games.tsuro.topology import perimeter as perimeter

_WHERE = {
    "tiles": (
        "Tile canonical_name cycle_type_table mirror_name oriented_tiles rotate_name symmetry_table tile tile_table "
        "tiles"
    ),
    "topology": "count_placements expected_loops loop_terms loops open_paths path_graph path_table perimeter",
    "drawing": "board_svg game_strip_svg hand_svg state_svg tile_svg tiles_svg",
    "notation": "Move",
    "state": "TsuroState",
}
_ROOMS = {name: room for room, names in _WHERE.items() for name in names.split()}

__all__ = list(_ROOMS)


def __getattr__(name: str) -> Any:
    """Load a room of the family on first use."""
    if name not in _ROOMS:
        raise AttributeError(f"module 'tsurolab.tsuro' has no attribute {name!r}; it has {', '.join(_ROOMS)}")
    value = getattr(importlib.import_module(f"tsurolab.games.tsuro.{_ROOMS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The names of the front door."""
    return sorted(__all__)
