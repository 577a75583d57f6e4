"""Paths over square tiles, compiled: joining path ends and following a path through a new tile.

What it is for: the geometry that all square editions share. What it is not for: turns, hands, and who is out.

Every open path end stores its other end (``state.far``) and the length of the path between them in tile crossings
(``state.length``), so that laying a tile joins at most four paths instead of walking them. Ends are numbered as in
``rules.py``: ``square * 8 + port``, or ``EDGE + notch`` at the rim.
"""

from typing import Final

import numpy as np

from tsurolab._jit import kernel
from tsurolab.games.tsuro.rules import EDGE
from tsurolab.games.tsuro.tiles import ORIENTED_NAMES, parse_name

COLLIDES: Final = -1
"""What :func:`follow` returns when the path runs into a waiting marker."""
CIRCLES: Final = -2
"""What :func:`follow` returns when the path comes back to where it began."""


def _through() -> np.ndarray:
    table = np.zeros((len(ORIENTED_NAMES), 8), np.int64)
    for index, name in enumerate(ORIENTED_NAMES):
        for a, b in parse_name(name):
            table[index, a], table[index, b] = b, a
    return table


def _lines() -> np.ndarray:
    return np.array([np.ravel(parse_name(name)) for name in ORIENTED_NAMES], np.int64)


THROUGH: Final = _through()
"""int64[105, 8]: entering oriented tile t by port p, a path leaves it by ``THROUGH[t, p]``."""
LINES: Final = _lines()
"""int64[105, 8]: the four lines of an oriented tile as consecutive pairs of ports."""


@kernel
def follow(state, square, port, tile, occupied):
    """Where a marker waiting at ``port`` of the empty ``square`` would go if ``tile`` were laid there.

    ``occupied`` has a bit for each port of the square where another living marker waits. Returns the end reached, or
    COLLIDES or CIRCLES.
    """
    base = square * 8
    leave = THROUGH[tile, port]
    while True:
        if (occupied >> leave) & 1:
            return COLLIDES
        end = np.int64(state.far[base + leave])
        if end < base or end >= base + 8:
            return end
        if end == base + port:
            return CIRCLES
        leave = THROUGH[tile, end - base]


@kernel
def steps_to_meeting(state, square, port, tile, occupied):
    """Tile crossings from ``port`` to the waiting marker that the path runs into (see :func:`follow`)."""
    base = square * 8
    leave = THROUGH[tile, port]
    steps = 1
    while not (occupied >> leave) & 1:
        steps += np.int64(state.length[base + leave]) + 1
        leave = THROUGH[tile, np.int64(state.far[base + leave]) - base]
    return steps


@kernel
def join(state, square, tile):
    """Lay ``tile`` on ``square``: join the paths that its four lines connect; returns how many loops close."""
    base = square * 8
    loops = 0
    for line in range(0, 8, 2):
        one = base + LINES[tile, line]
        two = base + LINES[tile, line + 1]
        far_one = np.int64(state.far[one])
        far_two = np.int64(state.far[two])
        length = np.int64(state.length[one]) + np.int64(state.length[two]) + 1
        loops += np.int64(far_one == two)
        state.far[far_one] = far_two
        state.far[far_two] = far_one
        state.length[far_one] = length
        state.length[far_two] = length
    return loops


@kernel
def self_crossings(rules, state, notch, steps, visits):
    """Crossings of a path with itself: pairs of its lines that interleave on one tile.

    The path begins at start ``notch`` and has ``steps`` tile crossings; ``visits`` is room for them, int64[n, 3].
    """
    end = np.int64(rules.notch_end[notch])
    crossings = 0
    for step in range(steps):
        square = end // 8
        enter = end % 8
        leave = THROUGH[state.tiles[square], enter]
        low = min(enter, leave)
        high = max(enter, leave)
        for past in range(step):
            if visits[past, 0] == square:
                a = visits[past, 1]
                b = visits[past, 2]
                crossings += np.int64((low < a and a < high) != (low < b and b < high))
        visits[step, 0] = square
        visits[step, 1] = low
        visits[step, 2] = high
        end = np.int64(rules.far[square * 8 + leave])
        if end >= EDGE:
            break
    return crossings
