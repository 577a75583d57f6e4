"""Paths over square tiles, compiled: joining path ends and following a path through a new tile.

What it is for: the geometry that all square editions share. What it is not for: turns, hands, and who is out.

Every open path end stores its other end and the length of the path between them in tile crossings, packed into one
number (``state.link``: the end in the lower 16 bits, the length above), so that laying a tile joins at most four paths
instead of walking them. Ends are numbered as in ``rules.py``: ``square * 8 + port``, or ``EDGE + notch`` at the rim.
"""

from typing import Final

import numpy as np

from tsurolab._jit import inlined, kernel
from tsurolab.games.tsuro.rules import EDGE
from tsurolab.games.tsuro.tiles import ORIENTED_NAMES, parse_name

COLLIDES: Final = -1
"""What :func:`follow` returns when the path runs into a waiting marker."""
CIRCLES: Final = -2
"""What :func:`follow` returns when the path comes back to where it began."""


def _through() -> np.ndarray:
    table = np.zeros((len(ORIENTED_NAMES), 8), np.uint8)
    for index, name in enumerate(ORIENTED_NAMES):
        for a, b in parse_name(name):
            table[index, a], table[index, b] = b, a
    return table


def _lines() -> np.ndarray:
    return np.array([np.ravel(parse_name(name)) for name in ORIENTED_NAMES], np.uint8)


THROUGH: Final = _through()
"""uint8[105, 8]: entering oriented tile t by port p, a path leaves it by ``THROUGH[t, p]``."""
LINES: Final = _lines()
"""uint8[105, 8]: the four lines of an oriented tile as consecutive pairs of ports."""


@inlined
def far_end(state, end):
    """The other end of the path that ends at ``end``."""
    return np.int64(state.link[end]) & 0xFFFF


@inlined
def length_from(state, end):
    """Tile crossings of the path that ends at ``end``."""
    return np.int64(state.link[end]) >> 16


@inlined
def follow(state, square, port, tile, occupied):
    """Where a marker waiting at ``port`` of the empty ``square`` would go if ``tile`` were laid there.

    ``occupied`` has a bit for each port of the square where another living marker waits. Returns the end reached, or
    COLLIDES or CIRCLES.
    """
    base = square * 8
    leave = np.int64(THROUGH[tile, port])
    while True:
        if (occupied >> leave) & 1:
            return COLLIDES
        end = far_end(state, base + leave)
        if end < base or end >= base + 8:
            return end
        if end == base + port:
            return CIRCLES
        leave = np.int64(THROUGH[tile, end - base])


@kernel
def steps_to_meeting(state, square, port, tile, occupied):
    """Tile crossings from ``port`` to the waiting marker that the path runs into (see :func:`follow`)."""
    base = square * 8
    leave = np.int64(THROUGH[tile, port])
    steps = 1
    while not (occupied >> leave) & 1:
        steps += length_from(state, base + leave) + 1
        leave = np.int64(THROUGH[tile, far_end(state, base + leave) - base])
    return steps


@inlined
def join(state, square, tile):
    """Lay ``tile`` on ``square``: join the paths that its four lines connect; returns how many loops close."""
    base = square * 8
    loops = 0
    for line in range(0, 8, 2):
        one = np.int64(state.link[base + np.int64(LINES[tile, line])])
        two = np.int64(state.link[base + np.int64(LINES[tile, line + 1])])
        far_one = one & 0xFFFF
        far_two = two & 0xFFFF
        length = ((one >> 16) + (two >> 16) + 1) << 16
        loops += np.int64(far_one == base + np.int64(LINES[tile, line + 1]))
        state.link[far_one] = far_two | length
        state.link[far_two] = far_one | length
    return loops


@kernel
def self_crossings(rules, state, notch, steps, visits):
    """Crossings of a path with itself: pairs of its lines that interleave on one tile.

    The path begins at start ``notch`` and has ``steps`` tile crossings; ``visits`` is room for them, int64[n, 3].
    """
    end = np.int64(rules.notch_end[notch])
    crossings = 0
    for step in range(steps):
        square = end >> 3
        enter = end & 7
        leave = np.int64(THROUGH[state.tiles[square], enter])
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
        end = np.int64(rules.link[square * 8 + leave])
        if end >= EDGE:
            break
    return crossings
