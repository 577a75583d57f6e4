"""What a game of Qwirkle is in the kernel: the records of a game, a move and a result.

What it is for: the layout, and an empty table. What it is not for: rules (``kernel.py``) and what the marks of the grid
mean (``kernel_grid.py``).
"""

from typing import Final

import numpy as np

from tsurolab._jit import kernel
from tsurolab.games.qwirkle.kernel_grid import clear_grid
from tsurolab.games.qwirkle.rules import MAX_HAND, MAX_LINES, MAX_SEATS, MAX_SLOTS, MAX_TILES, TORUS

STATE: Final = np.dtype(
    [
        ("players", "i8"),
        ("turn", "i8"),
        ("reason", "i8"),
        ("winners", "i8"),  # a bit a seat
        ("starter", "i8"),
        ("went_out", "i8"),  # a bit a seat
        ("opening", "i8"),
        ("turns", "i8"),
        ("scoreless", "i8"),  # turns since the last placement
        ("branching_sum", "i8"),
        ("branching_max", "i8"),
        ("bag_count", "i8"),
        ("placed", "i8"),
        ("slots", "i8"),  # empty cells beside the grid that a tile may yet take
        ("dead", "i8"),  # empty cells beside the grid where none can go
        ("min_x", "i8"),
        ("max_x", "i8"),
        ("min_y", "i8"),
        ("max_y", "i8"),  # bounds of the grid, counted from the first cell
        ("x0", "i8"),
        ("y0", "i8"),  # what a person calls the first cell
        ("last_seat", "i8"),
        ("last_count", "i8"),  # who placed in the turn before, and how many tiles; 0 if nobody did
        ("new_count", "i8"),  # tiles placed in this turn
        ("line_count", "i8"),
        ("rng", "u8", 2),  # the streams of the deal and of later chance
        ("hand_count", "i8", MAX_SEATS),
        ("score", "i8", MAX_SEATS),
        ("qwirkles", "i8", MAX_SEATS),
        ("plays", "i8", MAX_SEATS),
        ("tiles", "i8", MAX_SEATS),
        ("trades", "i8", MAX_SEATS),
        ("passes", "i8", MAX_SEATS),
        ("best_turn", "i8", MAX_SEATS),
        ("opened", "i8", MAX_SEATS),
        ("lines", "i8", (MAX_LINES, 4)),  # of the last play: first cell, axis, length, points
        ("fit", "i8", (2, MAX_SLOTS)),
        ("run", "u1", (2, MAX_SLOTS)),
        ("slot_cell", "u2", MAX_SLOTS),
        ("cells", "u2", MAX_TILES),  # cells with tiles, in the order of placing
        ("hands", "u1", (MAX_SEATS, MAX_HAND)),
        ("bag", "u1", MAX_TILES),  # drawn from the end
        ("grid", "u2", TORUS + 1),  # see kernel_grid.py
    ],
    align=True,
)
"""One game of Qwirkle."""

MOVE: Final = np.dtype(
    [
        ("kind", "u1"),
        ("count", "u1"),
        ("axis", "u1"),
        ("cell", "u2"),
        ("points", "u2"),
        ("tiles", "u1", MAX_HAND),
    ],
    align=True,
)
"""A play (first cell, axis, tiles in the order of their cells, gaps left out), a trade (tiles), or a pass."""

RESULT: Final = np.dtype(
    [
        ("winners", "u1"),
        ("reason", "u1"),
        ("starter", "u1"),
        ("went_out", "u1"),
        ("opening", "u1"),
        ("turns", "u2"),
        ("score", "u2", MAX_SEATS),
        ("qwirkles", "u1", MAX_SEATS),
        ("plays", "u1", MAX_SEATS),
        ("tiles", "u1", MAX_SEATS),
        ("trades", "u2", MAX_SEATS),
        ("passes", "u2", MAX_SEATS),
        ("best_turn", "u1", MAX_SEATS),
        ("opened", "u2", MAX_SEATS),
        ("left", "u1", MAX_SEATS),
        ("width", "u1"),
        ("height", "u1"),
        ("dead_cells", "u1"),
        ("branching_sum", "u4"),
        ("branching_max", "u4"),
    ],
    align=True,
)
"""What is kept of a finished game; ``rules.RESULT_FIELDS`` says what each field means."""


@kernel
def clear(players, state):
    """An empty table for ``players`` seats, in a zeroed record or one that held another game."""
    clear_grid(state)
    state.players = players
    state.turn = 0
    state.reason = 0
    state.winners = 0
    state.starter = 0
    state.went_out = 0
    state.opening = 0
    state.turns = 0
    state.scoreless = 0
    state.branching_sum = 0
    state.branching_max = 0
    state.bag_count = 0
    state.x0 = 0
    state.y0 = 0
    state.last_seat = 0
    state.last_count = 0
    state.new_count = 0
    state.line_count = 0
    for seat in range(MAX_SEATS):
        state.hand_count[seat] = 0
        state.score[seat] = 0
        state.qwirkles[seat] = 0
        state.plays[seat] = 0
        state.tiles[seat] = 0
        state.trades[seat] = 0
        state.passes[seat] = 0
        state.best_turn[seat] = 0
        state.opened[seat] = 0
        for slot in range(MAX_HAND):
            state.hands[seat, slot] = 0
