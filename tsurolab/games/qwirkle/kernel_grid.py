"""The grid of Qwirkle, compiled: cells, lines, and which tiles each empty cell beside the grid can take.

What it is for: the board part of a state, kept up to date tile by tile. What it is not for: whose turn it is, hands and
the bag (``kernel.py``), or finding plays (``kernel_plays.py``).

Cells lie on a torus of 128 x 128 whose rows are joined end to end: a step to the right adds 1, a step down 128, modulo
16384. A grid of 120 tiles is narrower than that whatever its form, so it has no edge and need never be moved.

A cell's mark is 0 (empty, beside nothing), a tile's index + 1, DEAD (empty, and no tile can ever go there), or SLOT
plus the number of a *slot*: an empty cell beside a tile. For each slot and each axis (0 along the row, 1 along the
column) ``fit`` has a bit for every tile that the line through the cell admits, and ``run`` is how long that line would
be with a tile there, 0 if no tile touches the cell in it. Adding tiles only takes bits away: a cell whose two masks
have no bit in common stays empty for ever.

Two tiles can lie in one line when they differ and share a colour or a shape; tiles that can all pairwise lie in one
line are of one colour or of one shape. So ``beside[t]``, the tiles that can share a line with t, is all that the kernel
knows of colours and shapes: a line admits what all its tiles admit, and it is complete when that is nothing.
"""

import numpy as np

from tsurolab._jit import inlined, kernel
from tsurolab.games.qwirkle.rules import (
    DEAD,
    MAX_TYPES,
    ORIGIN,
    SLOT,
    TORUS,
)


@inlined
def is_tile(mark):
    """Whether a cell's mark is a tile."""
    return mark > 0 and mark <= MAX_TYPES


@kernel
def cell_x(state, cell):
    """Columns to the right of the first cell. The width of the grid settles which turn of the torus is meant."""
    return ((cell - ORIGIN - (state.min_y - 6) * 128 - (state.min_x - 6)) & TORUS & 127) + state.min_x - 6


@kernel
def cell_y(state, cell):
    """Rows below the first cell."""
    return (((cell - ORIGIN - (state.min_y - 6) * 128 - (state.min_x - 6)) & TORUS) >> 7) + state.min_y - 6


@kernel
def clear_grid(state):
    """Take away all tiles; also of a record that held another game."""
    for place in range(state.placed):
        cell = np.int64(state.cells[place])
        state.grid[cell] = 0
        state.grid[(cell - 1) & TORUS] = 0
        state.grid[(cell + 1) & TORUS] = 0
        state.grid[(cell - 128) & TORUS] = 0
        state.grid[(cell + 128) & TORUS] = 0
        state.cells[place] = 0
    for slot in range(state.slots):
        state.fit[0, slot] = 0
        state.fit[1, slot] = 0
        state.run[0, slot] = 0
        state.run[1, slot] = 0
        state.slot_cell[slot] = 0
    state.placed = 0
    state.slots = 0
    state.dead = 0
    state.min_x = 0
    state.max_x = 0
    state.min_y = 0
    state.max_y = 0


@kernel
def _drop_slot(state, slot):
    """Forget a slot; the last one takes its number."""
    state.slots -= 1
    last = state.slots
    if slot != last:
        cell = np.int64(state.slot_cell[last])
        state.slot_cell[slot] = cell
        state.fit[0, slot] = state.fit[0, last]
        state.fit[1, slot] = state.fit[1, last]
        state.run[0, slot] = state.run[0, last]
        state.run[1, slot] = state.run[1, last]
        state.grid[cell] = SLOT + slot
    state.fit[0, last] = 0
    state.fit[1, last] = 0
    state.run[0, last] = 0
    state.run[1, last] = 0
    state.slot_cell[last] = 0


@kernel
def _add_slot(rules, state, cell):
    slot = state.slots
    state.slots += 1
    state.slot_cell[slot] = cell
    state.grid[cell] = SLOT + slot
    state.fit[0, slot] = rules.every
    state.fit[1, slot] = rules.every
    return slot


@kernel
def close_cell(state, cell):
    """Let no tile ever go to an empty cell."""
    mark = np.int64(state.grid[cell])
    if mark >= SLOT:
        _drop_slot(state, mark - SLOT)
    if mark != DEAD:
        state.grid[cell] = DEAD
        state.dead += 1


@kernel
def refresh(rules, state, cell, axis):
    """Work out anew which tiles the line along ``axis`` lets an empty cell beside the grid take."""
    mark = np.int64(state.grid[cell])
    if mark == DEAD:
        return
    step = 1 << 7 * axis
    fit = rules.every
    length = 0
    at = (cell - step) & TORUS
    tile = np.int64(state.grid[at]) - 1
    while tile >= 0 and tile < MAX_TYPES:
        fit &= rules.beside[tile]
        length += 1
        at = (at - step) & TORUS
        tile = np.int64(state.grid[at]) - 1
    before = fit
    after = 0
    at = (cell + step) & TORUS
    tile = np.int64(state.grid[at]) - 1
    while tile >= 0 and tile < MAX_TYPES:
        fit &= rules.beside[tile]
        after |= 1 << tile
        length += 1
        at = (at + step) & TORUS
        tile = np.int64(state.grid[at]) - 1
    if after & ~before:  # the tiles on the two sides cannot lie in one line
        fit = 0
    slot = mark - SLOT if mark else _add_slot(rules, state, cell)
    state.fit[axis, slot] = fit
    state.run[axis, slot] = length + 1 if length else 0
    if fit & state.fit[1 - axis, slot] == 0:
        close_cell(state, cell)


@kernel
def put(state, cell, tile):
    """Put a tile on an empty cell; the lines through it are not looked at."""
    mark = np.int64(state.grid[cell])
    if mark >= SLOT:
        _drop_slot(state, mark - SLOT)
    state.grid[cell] = tile + 1
    state.cells[state.placed] = cell
    state.placed += 1


@kernel
def stretch(state, cell):
    """Let the bounds of the grid hold a cell that is at most a line away from them."""
    x = cell_x(state, cell)
    y = cell_y(state, cell)
    state.min_x = min(state.min_x, x)
    state.max_x = max(state.max_x, x)
    state.min_y = min(state.min_y, y)
    state.max_y = max(state.max_y, y)


@inlined
def line_points(rules, length, admits):
    """What a line of ``length`` tiles counts, which still admits the tiles of ``admits`` (rule 1.3)."""
    return length if admits else length + rules.bonus + rules.bonus_each * length


@kernel
def finish_line(rules, state, cell, axis):
    """Bring the two ends of the line through a new tile up to date, and note the line if it has two tiles or more.

    Returns its points, 0 for a single tile. A completed line is counted for the seat to play.
    """
    step = 1 << 7 * axis
    admits = rules.every
    first = cell
    length = 0
    tile = np.int64(state.grid[first]) - 1
    while tile >= 0 and tile < MAX_TYPES:
        admits &= rules.beside[tile]
        length += 1
        first = (first - step) & TORUS
        tile = np.int64(state.grid[first]) - 1
    last = (cell + step) & TORUS
    tile = np.int64(state.grid[last]) - 1
    while tile >= 0 and tile < MAX_TYPES:
        admits &= rules.beside[tile]
        length += 1
        last = (last + step) & TORUS
        tile = np.int64(state.grid[last]) - 1
    refresh(rules, state, first, axis)
    refresh(rules, state, last, axis)
    if length == 1:
        return 0
    points = line_points(rules, length, admits)
    state.lines[state.line_count, 0] = (first + step) & TORUS
    state.lines[state.line_count, 1] = axis
    state.lines[state.line_count, 2] = length
    state.lines[state.line_count, 3] = points
    state.line_count += 1
    if admits == 0:
        _count_qwirkle(state, (first + step) & TORUS, step, length, points)
    return points


@kernel
def _count_qwirkle(state, first, step, length, points):
    """Count a completed line for the seat to play, and against the seat before if its play had made the line longer."""
    state.qwirkles[state.turn] += 1
    stop = state.placed - state.new_count
    for place in range(stop - state.last_count, stop):
        cell = first
        for _ in range(length):
            if np.int64(state.cells[place]) == cell:
                state.opened[state.last_seat] += points
                return
            cell = (cell + step) & TORUS
