"""The points of a board of Tsuro squares, and which points of neighbours are the same place.

What it is for: one name for each point, shared by the modules about boards. What it is not for: paths and loops (see
`tsurolab.games.tsuro.topology`); the kernel has its own table of ports.

Rows count from the top, columns from the left, from 0. A point on the edge between two squares belongs to both. It is
named (row, column, point) after the upper or the left of the two, so each point of the board has one name.
"""

from __future__ import annotations

from typing import TypeAlias

Square: TypeAlias = tuple[int, int]
"""(row, column)."""

Point: TypeAlias = tuple[int, int, int]
"""(row, column, point 1..8)."""

MAX_SIDE = 1000
"""The most rows or columns of a board."""

# Point -> (row step, column step, the point of that neighbour which is the same place).
ACROSS: dict[int, tuple[int, int, int]] = {
    1: (1, 0, 6),
    2: (1, 0, 5),
    3: (0, 1, 8),
    4: (0, 1, 7),
    5: (-1, 0, 2),
    6: (-1, 0, 1),
    7: (0, -1, 4),
    8: (0, -1, 3),
}
"""Leaving by a point one enters the neighbour (row step, column step) by the third number."""


def point_name(row: int, col: int, point: int) -> Point:
    """Return the one name of a point that two squares share, after the upper or the left square.

    On the border of the board, points of the top row (5, 6) and of the left column (7, 8) keep their own square's name.

    >>> point_name(2, 3, 6), point_name(2, 3, 3), point_name(0, 0, 8)
    ((1, 3, 1), (2, 3, 3), (0, 0, 8))
    """
    if (point in (5, 6) and row > 0) or (point in (7, 8) and col > 0):
        down, right, other = ACROSS[point]
        return (row + down, col + right, other)
    return (row, col, point)
