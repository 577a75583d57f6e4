"""Every play of a hand, compiled: found once each, scored, and written down or chosen from on the way.

What it is for: legal plays and the agents that choose among them. What it is not for: trades and passes
(``kernel.py``), or keeping the grid up to date (``kernel_grid.py``).

A play of one tile goes to a slot. A play of more tiles lies along one axis and covers at least one slot; its *anchor*
is the first slot it covers, from the left or from the top. It is built outwards from the anchor: first backwards, over
cells beside nothing, then forwards, over tiles of the grid where they come. So every play is found once. On the way
``admits`` is what the line still admits; equal tiles of a hand never meet in a line, so a hand is a mask.
"""

from typing import Final

import numpy as np

from tsurolab._jit import below, inlined, kernel, lowest_bit, next64
from tsurolab.games.qwirkle.kernel_grid import line_points
from tsurolab.games.qwirkle.kernel_risk import POINT, TEMPO, count_unseen, offered
from tsurolab.games.qwirkle.rules import DEAD, MAX_HAND, MAX_SEATS, MAX_TYPES, ORIGIN, SLOT, TORUS

UNIFORM: Final = 0
GREEDY: Final = 1
CAUTIOUS: Final = 2
WRITE: Final = 3
"""Modes: take one at random, one of the highest score, one of the highest worth (see ``kernel_risk.py``), write all."""
_LEAST: Final = -(1 << 40)
"""Less than any play is worth."""

# The workspace: for each tile of the play that is being built ...
_ADMITS, _BACK, _AHEAD, _LENGTH, _POINTS, _TILES, _TRY_BACK, _TRY_AHEAD = range(8)
# ... and then for each empty cell ahead of the anchor.
_CELL, _CROSS, _CROSS_RUN, _BEYOND, _BEYOND_ADMITS, _BEYOND_RUN = range(6)
_ROW: Final = 8
_CELLS: Final = _ROW * MAX_HAND
_WORK: Final = 2 * _CELLS + _ROW

DESK: Final = np.dtype(
    [
        ("rng", "u8", MAX_SEATS),  # the agents' streams
        ("count", "i8"),  # how many plays there are
        ("choice", "i8"),  # the play that was taken, packed
        ("points", "i8"),  # and what it scores
        ("unseen_sum", "i8"),
        ("unseen", "i8", MAX_TYPES),  # copies of each tile that the seat to play does not see
        ("work", "i8", _WORK),
    ],
    align=True,
)
"""What choosing a move needs beside the state."""

_11: Final = np.uint64(11)


@inlined
def hand_mask(state, seat):
    """A bit for each different tile of a hand."""
    mask = 0
    for slot in range(state.hand_count[seat]):
        mask |= 1 << np.int64(state.hands[seat, slot])
    return mask


@kernel
def largest_group(rules, mask):
    """The size of the largest set of tiles out of ``mask`` that could make one line (rule 1.1.3)."""
    largest = 0
    rest = mask
    while rest:
        bit = rest & -rest
        rest &= rest - 1
        largest = max(largest, 1)
        others = mask & rules.beside[lowest_bit(bit)]
        while others:
            other = others & -others
            others &= others - 1
            # the tiles that go with two given ones are those of the line that the two belong to
            both = mask & rules.beside[lowest_bit(bit)] & rules.beside[lowest_bit(other)]
            size = 2
            while both:
                both &= both - 1
                size += 1
            largest = max(largest, size)
    return largest


@inlined
def _pack(anchor, back, axis, size, tiles):
    """A play as one integer: its first cell, axis, number of tiles, and six bits for each tile."""
    first = (anchor - ((back if back >= 0 else -1 - back) << 7 * axis)) & TORUS
    return first | axis << 14 | size << 15 | tiles << 18


@kernel
def unpack(choice, points, move):
    """Write a packed play as a MOVE record."""
    move.kind = 0
    move.cell = choice & TORUS
    move.axis = (choice >> 14) & 1
    move.count = (choice >> 15) & 7
    tiles = choice >> 18
    for place in range(MAX_HAND):
        move.tiles[place] = tiles & 63
        tiles >>= 6
    move.points = points


@kernel
def _look_ahead(rules, state, cell, axis, desk, row):
    """Fill a row of the workspace for the first cell after ``cell`` without a tile, and for the tiles behind that."""
    work = desk.work
    step = 1 << 7 * axis
    cell = (cell + step) & TORUS
    mark = np.int64(state.grid[cell])
    while mark > 0 and mark <= MAX_TYPES:
        cell = (cell + step) & TORUS
        mark = np.int64(state.grid[cell])
    cross = rules.every
    cross_run = 0
    beyond = 0
    admits = rules.every
    run = 0
    if mark == DEAD:
        cross = 0
    elif mark >= SLOT:
        cross = state.fit[1 - axis, mark - SLOT]
        cross_run = np.int64(state.run[1 - axis, mark - SLOT])
        at = (cell + step) & TORUS
        tile = np.int64(state.grid[at]) - 1
        while tile >= 0 and tile < MAX_TYPES:
            beyond |= 1 << tile
            admits &= rules.beside[tile]
            run += 1
            at = (at + step) & TORUS
            tile = np.int64(state.grid[at]) - 1
    work[row + _CELL] = cell
    work[row + _CROSS] = cross
    work[row + _CROSS_RUN] = cross_run
    work[row + _BEYOND] = beyond
    work[row + _BEYOND_ADMITS] = admits
    work[row + _BEYOND_RUN] = run


@inlined
def _cross_points(rules, run, fit, tile):
    """What a line counts that ``tile`` makes ``run`` long, which admitted ``fit`` before; 0 if there is none."""
    return run if fit & rules.beside[tile] else run + rules.bonus + rules.bonus_each * run


@kernel
def _take_next(count, desk, seat):
    """The number of the play to take after that of number ``count``: each of all n is kept with chance 1/n.

    The next play taken has a number above m with chance count / m.
    """
    chance = (np.int64(next64(desk.rng, seat) >> _11) + 1) * 2.0**-53
    return np.int64(count / chance) + 1


@kernel
def find_plays(rules, state, mode, desk, moves):
    """Find every legal play of the seat to play; write them all to ``moves``, or take one, as ``mode`` says."""
    work = desk.work
    seat = state.turn
    hand = hand_mask(state, seat)
    is_opening = state.placed == 0
    need = largest_group(rules, hand) if is_opening and rules.free_opening == 0 else 0
    count = 0
    best = _LEAST
    ties = 0
    take = 1
    choice = 0
    scored = 0
    if mode == CAUTIOUS:
        count_unseen(rules, state, desk)
    for slot in range(1 if is_opening else state.slots):
        fits = hand if is_opening else hand & state.fit[0, slot] & state.fit[1, slot]
        if fits == 0:
            continue
        anchor = ORIGIN if is_opening else np.int64(state.slot_cell[slot])
        for axis in range(1 if is_opening else 2):
            step = 1 << 7 * axis
            fit = rules.every
            run = 0
            cross = rules.every
            cross_run = 0
            back = -1  # tiles laid behind the anchor, or -1 less them when no more can be
            if not is_opening:
                fit = state.fit[axis, slot]
                run = np.int64(state.run[axis, slot])
                cross = state.fit[1 - axis, slot]
                cross_run = np.int64(state.run[1 - axis, slot])
                if state.grid[(anchor - step) & TORUS] == 0:
                    back = 0
            open_back = back
            seen = 0  # cells ahead that the workspace knows
            rest = fits
            size = 0
            while True:
                if size == 0:
                    if rest == 0:
                        break
                    bit = rest & -rest
                    rest ^= bit
                    tile = lowest_bit(bit)
                    admits = fit & rules.beside[tile]
                    back = open_back
                    ahead = 0
                    length = max(run, 1)
                    tiles = tile
                    points = _cross_points(rules, cross_run, cross, tile)
                    total = points + _cross_points(rules, run, fit, tile)
                    if is_opening:
                        total = rules.lone_tile
                    wanted = axis == 0
                else:
                    row = _ROW * (size - 1)
                    bits = work[row + _TRY_BACK]
                    if bits:
                        bit = bits & -bits
                        work[row + _TRY_BACK] = bits ^ bit
                        tile = lowest_bit(bit)
                        admits = work[row + _ADMITS] & rules.beside[tile]
                        back = work[row + _BACK] + 1
                        ahead = work[row + _AHEAD]
                        length = work[row + _LENGTH] + 1
                        points = work[row + _POINTS]
                        tiles = work[row + _TILES] << 6 | tile
                    else:
                        bits = work[row + _TRY_AHEAD]
                        if bits == 0:
                            size -= 1
                            continue
                        bit = bits & -bits
                        work[row + _TRY_AHEAD] = bits ^ bit
                        tile = lowest_bit(bit)
                        ahead = work[row + _AHEAD]
                        there = _CELLS + _ROW * ahead
                        admits = work[row + _ADMITS] & work[there + _BEYOND_ADMITS] & rules.beside[tile]
                        back = work[row + _BACK]
                        back = back if back < 0 else -1 - back
                        length = work[row + _LENGTH] + 1 + work[there + _BEYOND_RUN]
                        points = work[row + _POINTS] + _cross_points(
                            rules, work[there + _CROSS_RUN], work[there + _CROSS], tile
                        )
                        tiles = work[row + _TILES] | tile << 6 * size
                        ahead += 1
                    total = points + line_points(rules, length, admits)
                    wanted = True
                size += 1
                if wanted and (need == 0 or need == size):
                    count += 1
                    taken = False
                    if mode == GREEDY:
                        if total > best:
                            best = total
                            ties = 1
                            taken = True
                        elif total == best:
                            ties += 1
                            taken = below(desk.rng, seat, ties) == 0
                    elif mode == UNIFORM:
                        if count == take:
                            take = _take_next(count, desk, seat)
                            taken = True
                    elif mode == CAUTIOUS:
                        worth = POINT * total + TEMPO * size
                        goes_out = state.bag_count == 0 and size == state.hand_count[seat]
                        if goes_out:
                            worth += POINT * rules.finish_bonus
                        if worth >= best:  # an offer only takes away
                            if not goes_out:
                                play = _pack(anchor, back, axis, size, tiles)
                                worth -= offered(rules, state, desk, play, length, admits)
                            if worth > best:
                                best = worth
                                ties = 1
                                taken = True
                            elif worth == best:
                                ties += 1
                                taken = below(desk.rng, seat, ties) == 0
                    else:
                        taken = True
                    if taken:
                        choice = _pack(anchor, back, axis, size, tiles)
                        scored = total
                        if mode == WRITE:
                            unpack(choice, total, moves[count - 1])
                usable = hand & admits
                try_back = 0
                try_ahead = 0
                if usable:
                    if back >= 0 and state.grid[(anchor - ((back + 1) << 7 * axis)) & TORUS] == 0:
                        try_back = usable
                    there = _CELLS + _ROW * ahead
                    if ahead == seen:
                        before = work[there - _ROW + _CELL] if ahead else anchor
                        _look_ahead(rules, state, before, axis, desk, there)
                        seen += 1
                    if work[there + _BEYOND] & ~admits == 0:
                        try_ahead = usable & work[there + _CROSS] & work[there + _BEYOND_ADMITS]
                if try_back | try_ahead:
                    row = _ROW * (size - 1)
                    work[row + _ADMITS] = admits
                    work[row + _BACK] = back
                    work[row + _AHEAD] = ahead
                    work[row + _LENGTH] = length
                    work[row + _POINTS] = points
                    work[row + _TILES] = tiles
                    work[row + _TRY_BACK] = try_back
                    work[row + _TRY_AHEAD] = try_ahead
                else:
                    size -= 1
    desk.count = count
    desk.choice = choice
    desk.points = scored


@kernel
def can_place(state, hand):
    """Whether a tile of the mask ``hand`` fits anywhere."""
    if state.placed == 0:
        return hand != 0
    for slot in range(state.slots):
        if hand & state.fit[0, slot] & state.fit[1, slot]:
            return True
    return False
