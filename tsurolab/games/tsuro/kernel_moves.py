"""The legal moves of Tsuro, compiled.

What it is for: which start marks, placements and cards to keep are allowed (rules 1.2 to 1.5, 1.24, 2.3, 2.10, 3.3 of
the family's rules text). What it is not for: making them.
"""

import numpy as np

from tsurolab._jit import equal_lanes, inlined, kernel, lowest_bit
from tsurolab.games.tsuro.kernel_paths import COLLIDES, follow
from tsurolab.games.tsuro.kernel_record import (
    CLASSES,
    FIRST,
    INHERIT,
    MARKS,
    NONE,
    SIDE,
    SURVIVAL,
    TILES,
    TURNS,
    hand_of,
    ports_taken,
    tile_in,
    waiting_ports,
)
from tsurolab.games.tsuro.rules import EDGE


@inlined
def distinct_placements(rules, state, hand):
    """Every distinct placement of a hand as a mask: bit 8 * slot + quarter turns; a repeated class counts once."""
    mask = 0
    for slot in range(state.hand_count[hand]):
        tile = tile_in(state, hand, slot)
        again = False
        if rules.repeats:
            for past in range(slot):
                again = again or tile_in(state, hand, past) == tile
        if not again:
            mask |= np.int64(TURNS[tile]) << (8 * slot)
    return mask


@inlined
def is_survival(rules, stop):
    """Whether a path that stops there is not suicide (rule 1.5)."""
    return (stop >= 0 and stop < EDGE) or (stop == COLLIDES and rules.collision_is_suicide == 0)


@kernel
def keeps_in(rules, state, seat, square, port, tile):
    """Whether laying ``tile`` from ``port`` is not suicide; in solitaire, whether it loses no marker at all (1.24)."""
    occupied = ports_taken(state, square, tile, seat, port)
    if not is_survival(rules, follow(state, square, port, tile, occupied & ~(1 << port))):
        return False
    if rules.solitaire:
        for other in range(state.players):
            if state.at[other] >> 3 == square:
                enter = state.at[other] & 7
                if not is_survival(rules, follow(state, square, enter, tile, occupied & ~(1 << enter))):
                    return False
    return True


@kernel
def safe_mask(rules, state, seat, square, port, hand, mask):
    """The placements of ``mask`` that are not suicide for ``seat``, laid on ``square`` from ``port``."""
    safe = 0
    for slot in range(state.hand_count[hand]):
        turns = (mask >> (8 * slot)) & 15
        if turns:
            tile = np.int64(FIRST[tile_in(state, hand, slot)])
            for turn in range(4):
                if (turns >> turn) & 1 and keeps_in(rules, state, seat, square, port, tile + turn):
                    safe |= 1 << (8 * slot + turn)
    return safe


@inlined
def write_move(moves, count, square, port, tile, slot):
    """Write one move; the number of moves written so far."""
    moves[count].square = square
    moves[count].port = port
    moves[count].tile = tile
    moves[count].slot = slot
    moves[count].keep[0] = NONE
    moves[count].keep[1] = NONE
    return count + 1


@kernel
def write_placements(state, hand, square, port, mask, moves, count):
    """Write each placement of ``mask`` as a move."""
    for slot in range(state.hand_count[hand]):
        for turn in range(4):
            if (mask >> (8 * slot + turn)) & 1:
                count = write_move(moves, count, square, port, np.int64(FIRST[tile_in(state, hand, slot)]) + turn, slot)
    return count


@inlined
def notch_taken(state, notch):
    """Whether a marker began at a start notch."""
    return equal_lanes(state.start, 0, -1, notch) != 0


@kernel
def legal_marks(rules, state, moves):
    """The free start marks (rule 1.2), or the free sides of border squares (3.3, option)."""
    count = 0
    step = 2 if rules.start == SIDE else 1
    for notch in range(0, rules.notches, step):
        free = not notch_taken(state, notch)
        if free:
            end = np.int64(rules.notch_end[notch])
            port = 8 + (end & 7) // 2 if step == 2 else end & 7
            count = write_move(moves, count, end >> 3, port, NONE, NONE)
    return count


@kernel
def legal_entries(rules, state, hand, only, moves):
    """Placements that also choose where the marker enters: every free mark whose square is empty (rule 2.3), or the
    two marks of the side that was chosen (3.3). ``only`` is that side's first notch, or -1."""
    mask = distinct_placements(rules, state, hand)
    first = 0 if only < 0 else only
    stop = rules.notches if only < 0 else only + 2
    for wanted in range(2):  # first the placements that keep the marker in, and if there is none, all
        count = 0
        for notch in range(first, stop):
            end = np.int64(rules.notch_end[notch])
            square = end >> 3
            if state.tiles[square] == NONE:
                port = end & 7
                chosen = safe_mask(rules, state, state.turn, square, port, hand, mask) if wanted == 0 else mask
                count = write_placements(state, hand, square, port, chosen, moves, count)
        if count:
            return count
    return 0


@kernel
def legal_solitaire(rules, state, moves):
    """Placements on the square in front of any living marker, each square once (rule 1.24)."""
    mask = distinct_placements(rules, state, 0)
    for wanted in range(2):
        count = 0
        for seat in range(state.players):
            square = state.at[seat] >> 3
            again = False
            for past in range(seat):
                again = again or state.at[past] >> 3 == square
            if not again:
                port = state.at[seat] & 7
                chosen = safe_mask(rules, state, seat, square, port, 0, mask) if wanted == 0 else mask
                count = write_placements(state, 0, square, NONE, chosen, moves, count)
        if count:
            return count
    return 0


@kernel
def legal_keeps(state, moves):
    """What the active player may keep out of the own hand and the hands of the eliminated (rule 2.10)."""
    copies = np.zeros(FIRST.size, np.int64)
    for seat in range(state.players):
        if seat == state.turn or (state.gone >> seat) & 1:
            for slot in range(state.hand_count[seat]):
                copies[tile_in(state, seat, slot)] += 1
    count = 0
    single = state.hand_count[state.turn] == 1
    for one in range(CLASSES):
        if copies[one] and single:
            count = write_move(moves, count, NONE, NONE, NONE, NONE)
            moves[count - 1].keep[0] = one
        elif copies[one]:
            for two in range(one, CLASSES):
                if copies[two] > np.int64(one == two):
                    count = write_move(moves, count, NONE, NONE, NONE, NONE)
                    moves[count - 1].keep[0] = one
                    moves[count - 1].keep[1] = two
    return count


@inlined
def is_plain_turn(rules, state):
    """Whether the seat to play simply fills the square in front of its marker."""
    seat = state.turn & 7
    return state.phase == TILES and rules.solitaire == 0 and state.at[seat] >= 0 and not (state.undecided >> seat) & 1


@inlined
def leaving_by(state, hand, port, ways):
    """The placements by which a path that enters at ``port`` leaves by one of ``ways``, as a mask.

    The square is turned so that the path enters at port 0 or 1, each tile is looked up, the answers are turned back.
    """
    quarters = port >> 1
    turned = ((ways | ways << 8) >> (2 * quarters)) & 255
    mask = 0
    for slot in range(state.hand_count[hand]):
        mask |= np.int64(SURVIVAL[tile_in(state, hand, slot), port & 1, turned]) << (8 * slot)
    return (mask | mask << 4) >> (4 - quarters)


@inlined
def plain_safe_mask(rules, state, square, port, hand, mask):
    """What :func:`safe_mask` finds when all entrances are decided and nobody plays solitaire, but faster: only where a
    path comes back to the square need it be followed; else the port by which it leaves decides.
    """
    inner = equal_lanes(state.link, square << 3, 0xFFF8, square << 3)
    ways = equal_lanes(state.link, square << 3, EDGE, 0) & ~inner
    waiting = waiting_ports(state, square) & ~(1 << port)
    ways = ways & ~waiting if rules.collision_is_suicide else ways | waiting
    inner &= ~waiting
    safe = leaving_by(state, hand, port, ways) & mask
    if inner:
        back = leaving_by(state, hand, port, inner) & mask & ~safe
        while back:
            place = lowest_bit(back)
            tile = np.int64(FIRST[tile_in(state, hand, place >> 3)]) + (place & 7)
            if is_survival(rules, follow(state, square, port, tile, waiting)):
                safe |= 1 << place
            back &= back - 1
    return safe


@inlined
def legal_mask(rules, state):
    """The legal placements of a plain turn as a mask, bit 8 * slot + quarter turns (rules 1.4 and 1.5)."""
    seat = state.turn & 7
    hand = hand_of(rules, seat)
    square = (state.at[seat] >> 3) & 127
    port = state.at[seat] & 7
    mask = distinct_placements(rules, state, hand)
    if state.undecided:
        safe = safe_mask(rules, state, seat, square, port, hand, mask)
    else:
        safe = plain_safe_mask(rules, state, square, port, hand, mask)
    return safe if safe else mask


@kernel
def legal(rules, state, moves):
    """Write every distinct legal move to ``moves`` and return their number."""
    if state.reason:
        return 0
    if state.phase == MARKS:
        return legal_marks(rules, state, moves)
    if state.phase == INHERIT:
        return legal_keeps(state, moves)
    seat = state.turn & 7
    if is_plain_turn(rules, state):
        return write_placements(
            state, hand_of(rules, seat), state.at[seat] >> 3, NONE, legal_mask(rules, state), moves, 0
        )
    if rules.solitaire:
        return legal_solitaire(rules, state, moves)
    only = state.start[seat] if (state.undecided >> seat) & 1 else -1
    return legal_entries(rules, state, hand_of(rules, seat), only, moves)
