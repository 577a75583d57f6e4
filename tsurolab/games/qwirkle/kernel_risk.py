"""What a play leaves to the others, compiled: the lines that a single tile would then complete.

What it is for: the risk that the cautious agent weighs against points. What it is not for: finding plays and choosing
among them (``kernel_plays.py``).

A play makes or lengthens lines; at each of their ends lies an empty cell. Where one tile there would complete the line,
the play offers these points to whoever holds that tile. Everything that counts here is seen by all or by the seat
itself: the grid, its own hand, how many tiles the others hold. A tile that is neither on the grid nor in the own hand
is *unseen*; of u copies among n unseen tiles the next hand of h tiles holds u * h / n on average, and that, at most 1,
stands for the chance that it holds one.
"""

from typing import Final

import numpy as np

from tsurolab._jit import kernel, lowest_bit
from tsurolab.games.qwirkle.kernel_grid import is_tile, line_points
from tsurolab.games.qwirkle.rules import DEAD, MAX_TYPES, SLOT, TORUS

POINT: Final = 100
"""Worth is counted in hundredths of a point, in whole numbers, so that equal plays are equal on every machine."""
OFFERED: Final = 50
"""What a point offered to the next player costs, in hundredths of a point: half, since it is not lost to oneself if the
next player cannot or does not take it. Chosen by games against the greedy agent; 25 and 100 win fewer of them."""
TEMPO: Final = 25
"""What a tile laid is worth, in hundredths of a point: it is a step towards going out, and draws a tile before the
others do. It mostly decides between plays of equal points."""


@kernel
def count_unseen(rules, state, desk):
    """Count the tiles that the seat to play sees neither on the grid nor in its hand."""
    for tile in range(rules.types):
        desk.unseen[tile] = rules.copies
    for place in range(state.placed):
        desk.unseen[np.int64(state.grid[np.int64(state.cells[place])]) - 1] -= 1
    for slot in range(state.hand_count[state.turn]):
        desk.unseen[np.int64(state.hands[state.turn, slot])] -= 1
    desk.unseen_sum = 0
    for tile in range(rules.types):
        desk.unseen[tile] = max(desk.unseen[tile], 0)  # a study may hold more tiles than the set
        desk.unseen_sum += desk.unseen[tile]


@kernel
def _offer_at(rules, state, desk, cell, step, axis, length, admits):
    """What the first empty cell after ``cell`` offers, at the end of a line of ``length`` that admits ``admits``."""
    mark = 1
    while is_tile(mark):
        cell = (cell + step) & TORUS
        mark = np.int64(state.grid[cell])
    if mark == DEAD:
        return 0
    can = admits
    if mark >= SLOT:
        can &= state.fit[1 - axis, mark - SLOT]
        if can == 0:
            return 0
        at = (cell + step) & TORUS
        tile = np.int64(state.grid[at]) - 1
        while tile >= 0 and tile < MAX_TYPES:  # tiles beyond the cell would join the line
            if (admits >> tile) & 1 == 0:
                return 0
            admits &= rules.beside[tile]
            length += 1
            at = (at + step) & TORUS
            tile = np.int64(state.grid[at]) - 1
        can &= admits
    after = state.turn + 1 if state.turn + 1 < state.players else 0
    offer = 0
    while can:
        tile = lowest_bit(can)
        can &= can - 1
        if admits & rules.beside[tile] == 0 and desk.unseen[tile]:
            chance = min(desk.unseen[tile] * state.hand_count[after], desk.unseen_sum)
            offer += OFFERED * line_points(rules, length + 1, 0) * chance // desk.unseen_sum
    return offer


@kernel
def offered(rules, state, desk, play, length, admits):
    """What a packed play offers to the next player, in hundredths of a point; never negative.

    The play's own line will be ``length`` long and admit ``admits``; ``count_unseen`` has filled the desk.
    """
    cell = play & TORUS
    axis = (play >> 14) & 1
    count = (play >> 15) & 7
    tiles = play >> 18
    step = 1 << 7 * axis
    across = 1 << 7 * (1 - axis)
    offer = _offer_at(rules, state, desk, cell, -step, axis, length, admits)
    for place in range(count):
        mark = np.int64(state.grid[cell])
        while is_tile(mark):
            cell = (cell + step) & TORUS
            mark = np.int64(state.grid[cell])
        fit = rules.beside[tiles & 63]
        run = 1
        if mark >= SLOT:
            fit &= state.fit[1 - axis, mark - SLOT]
            run = max(run, np.int64(state.run[1 - axis, mark - SLOT]))
        offer += _offer_at(rules, state, desk, cell, across, 1 - axis, run, fit)
        offer += _offer_at(rules, state, desk, cell, -across, 1 - axis, run, fit)
        if place < count - 1:
            cell = (cell + step) & TORUS
        tiles >>= 6
    return offer + _offer_at(rules, state, desk, cell, step, axis, length, admits)
