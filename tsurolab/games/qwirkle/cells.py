"""Which tiles fit which empty cell of a table: open cells, and dead ones that no tile can fill.

What it is for: pictures and questions about a position in its JSON form, for any tile set. What it is not for: the
search for plays (see the family's kernel), which has to be fast.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from tsurolab.errors import BadArgument
from tsurolab.games.qwirkle.tiles import CLASSIC, TileSet

Cell: TypeAlias = tuple[int, int]
"""A cell of the table: x to the right, y downwards."""


def laid(position: Mapping[str, Any], tiles: TileSet = CLASSIC) -> dict[Cell, tuple[int, int]]:
    """Return the tiles on the table as {(x, y): (number of the colour, number of the shape)}.

    Raises BadArgument for a malformed board or two tiles in one cell, UnknownName for a name that does not exist.

    >>> laid({"board": [[3, -1, "red", "diamond"]]})
    {(3, -1): (0, 2)}
    """
    board: dict[Cell, tuple[int, int]] = {}
    try:
        entries = [(int(x), int(y), colour, shape) for x, y, colour, shape in position["board"]]
    except (KeyError, TypeError, ValueError) as error:
        raise BadArgument(f"a position has board [[x, y, colour, shape], ...]; this one fails at {error}") from error
    for x, y, colour, shape in entries:
        if (x, y) in board:
            raise BadArgument(f"two tiles lie at x {x}, y {y}; each cell holds one")
        board[x, y] = tiles.pair(tiles.index(colour, shape))
    return board


def fitting_tiles(position: Mapping[str, Any], tiles: TileSet = CLASSIC) -> dict[Cell, tuple[int, ...]]:
    """Return, for every empty cell beside a tile, the indices of the tiles that fit there: {(x, y): indices}.

    Only the lines decide, not whether a copy is left. A tile fits when the row and the column through it are valid
    lines. Cells are in the order of reading.

    Raises as `laid` does.

    Source: the printed rules.

    >>> cells = fitting_tiles({"board": [[0, 0, "red", "circle"], [1, 0, "red", "diamond"]]})
    >>> len(cells), [CLASSIC.code(index) for index in cells[2, 0]]
    (6, ['rx', 'rs', 'r8', 'rv'])
    """
    board = laid(position, tiles)
    beside = {(x + right, y + down) for x, y in board for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    result = {}
    for x, y in sorted(beside - set(board), key=lambda cell: (cell[1], cell[0])):
        runs = [_arm(board, x, y, *step) + _arm(board, x, y, *(-part for part in step)) for step in ((1, 0), (0, 1))]
        result[x, y] = tuple(
            index for index in range(tiles.types) if all(_fits(tiles.pair(index), run) for run in runs)
        )
    return result


def _arm(board: dict[Cell, tuple[int, int]], x: int, y: int, right: int, down: int) -> list[tuple[int, int]]:
    """Return the unbroken tiles from a cell on in one direction."""
    run = []
    while (x + right, y + down) in board:
        x, y = x + right, y + down
        run.append(board[x, y])
    return run


def _fits(tile: tuple[int, int], run: list[tuple[int, int]]) -> bool:
    # Both the tiles of the run and the new one must share one attribute and differ in the other.
    whole = [tile, *run]
    if len(set(whole)) < len(whole):
        return False
    return len({colour for colour, _ in whole}) == 1 or len({shape for _, shape in whole}) == 1


def dead_cells(position: Mapping[str, Any], tiles: TileSet = CLASSIC) -> tuple[Cell, ...]:
    """Return the empty cells beside a tile that no tile can ever fill, in the order of reading.

    Raises as `laid` does.

    >>> dead_cells({"board": [[0, 1, "red", "circle"], [1, 0, "blue", "square"], [2, 1, "red", "circle"]]})
    ((1, 1),)
    """
    return tuple(cell for cell, fitting in fitting_tiles(position, tiles).items() if not fitting)
