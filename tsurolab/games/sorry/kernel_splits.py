"""A 7 split over the pawns of a team, compiled: over two of them, or by option over up to eight (rule 2.3).

What it is for: every distinct outcome of such a 7, orders included. What it is not for: a 7 of one colour, which has a
quicker way in ``kernel_moves.py``.

The parts are found step by step: a node is a board after some parts, with marks on the pawns that have had theirs.
Nodes that are alike are one node, and one with fewer parts is found first.
"""

from typing import Final

import numpy as np

from tsurolab._jit import keep_alive, kernel
from tsurolab.games.sorry.deck import CARDS
from tsurolab.games.sorry.kernel_board import can_step, place_of, slide_end, step, target_place
from tsurolab.games.sorry.kernel_state import MAX_PARTS, new_nodes, new_states
from tsurolab.games.sorry.rules import HOME, MAX_SEATS, ZONE, Kind

_FEW: Final = 1 << 10
_MANY: Final = 1 << 15
"""Room for nodes: a 7 over two of eight pawns has at most 729, and over all of them far fewer than this."""
_SEVEN: Final = CARDS.index("7")
_STEP: Final = int(Kind.STEP)
_NONE: Final = 255


@kernel
def _load(node, board):
    for seat in range(MAX_SEATS):
        board.ring[seat] = node.ring[seat]
        board.zone[seat] = node.zone[seat]
        board.home[seat] = node.home[seat]
        board.start[seat] = node.start[seat]


@kernel
def _save(board, node):
    for seat in range(MAX_SEATS):
        node.ring[seat] = board.ring[seat]
        node.zone[seat] = board.zone[seat]
        node.home[seat] = board.home[seat]
        node.start[seat] = board.start[seat]


@kernel
def _same(a, b):
    if a.left != b.left:
        return False
    for seat in range(MAX_SEATS):
        if a.ring[seat] != b.ring[seat] or a.zone[seat] != b.zone[seat] or a.home[seat] != b.home[seat]:
            return False
        if a.moved_ring[seat] != b.moved_ring[seat] or a.moved_zone[seat] != b.moved_zone[seat]:
            return False
    return True


@kernel
def _hash(node):
    value = node.left
    for seat in range(MAX_SEATS):
        value ^= (node.ring[seat] >> seat) ^ (node.moved_ring[seat] >> (seat + 4))
        value ^= (node.zone[seat] << (5 * seat)) ^ (node.home[seat] << (20 + 3 * seat))
        value ^= node.moved_zone[seat] << (32 + 5 * seat)
    value ^= value >> 31
    value ^= value >> 17
    return value ^ (value >> 9)


@kernel
def _find(nodes, count, table, mask):
    """The slot of a node like ``nodes[count]`` in the table, or the empty one where it belongs."""
    slot = _hash(nodes[count]) & mask
    while table[slot] and not _same(nodes[table[slot] - 1], nodes[count]):
        slot = (slot + 1) & mask
    return slot


@kernel
def _grow(rules, node, child, board, owner, place, steps):
    """Make ``child`` the node after one more part; whether the part can be played."""
    _load(node, board)
    if not can_step(board, owner, place, steps):
        return False
    step(rules, board, owner, place, steps)
    _save(board, child)
    child.left = node.left - steps
    child.parts = node.parts + 1
    child.owner = owner
    child.place = place
    child.steps = steps
    for seat in range(MAX_SEATS):
        child.moved_ring[seat] = node.moved_ring[seat] & child.ring[seat]
        child.moved_zone[seat] = node.moved_zone[seat]
    end = target_place(place, steps)
    if end < ZONE:
        child.moved_ring[owner] |= np.int64(1) << slide_end(rules, end)
    elif end < HOME:
        child.moved_zone[owner] |= np.int64(1) << (end - ZONE)
    if child.left == 0:
        for seat in range(MAX_SEATS):
            child.moved_ring[seat] = 0
            child.moved_zone[seat] = 0
    return True


@kernel
def _write_path(nodes, at, move):
    """Write the parts that led to a node."""
    move.card = _SEVEN
    move.kind = _STEP
    move.target = _NONE
    move.parts = nodes[at].parts
    for part in range(MAX_PARTS):
        move.owner[part] = 0
        move.place[part] = 0
        move.steps[part] = 0
    while nodes[at].parts:
        part = nodes[at].parts - 1
        move.owner[part] = nodes[at].owner
        move.place[part] = nodes[at].place
        move.steps[part] = nodes[at].steps
        at = nodes[at].parent


@kernel
def team_sevens(rules, state, moves, count):
    """Write every distinct outcome of a 7 with any pawns of the team on turn; the new count."""
    room = _FEW if rules.split_parts == 2 else _MANY
    nodes = new_nodes(room)
    mask = 4 * room - 1
    table = np.zeros(mask + 1, np.int64)
    boards = new_states(1)
    boards[0] = state
    board = boards[0]
    _save(state, nodes[0])
    nodes[0].left = 7
    nodes[0].parts = 0
    for seat in range(MAX_SEATS):
        nodes[0].moved_ring[seat] = 0
        nodes[0].moved_zone[seat] = 0
    total = 1
    at = 0
    while at < total:
        node = nodes[at]
        if node.left == 0 and count < len(moves):
            _write_path(nodes, at, moves[count])
            count += 1
        elif node.parts < rules.split_parts:
            for side in range(2):
                owner = state.turn if side == 0 else state.partner[state.turn]
                if owner >= 0:
                    left = node.ring[owner] & ~node.moved_ring[owner]
                    zone = node.zone[owner] & ~node.moved_zone[owner]
                    while left or zone:
                        if left:
                            bit = left & -left
                            left ^= bit
                            place = place_of(bit)
                        else:
                            bit = zone & -zone
                            zone ^= bit
                            place = ZONE + place_of(bit)
                        least = node.left if node.parts + 1 == rules.split_parts else 1
                        for steps in range(least, node.left + 1):
                            if total < room and _grow(rules, node, nodes[total], board, owner, place, steps):
                                nodes[total].parent = at
                                slot = _find(nodes, total, table, mask)
                                if table[slot] == 0:
                                    total += 1
                                    table[slot] = total
        at += 1
    keep_alive(boards)
    return count
