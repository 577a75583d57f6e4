"""The legal moves of Sorry!, compiled: one move for each distinct outcome of each card.

What it is for: ``legal``, and the masks from which a policy chooses without writing all moves. What it is not for: what
a move does (``kernel_board.py``), and sevens of a team (``kernel_splits.py``).

Pawns of one colour are alike. Two moves that lead to the same position are one choice, and the first found stands for
both: a whole 7 before a split one, the rear pawn's part before the front pawn's.
"""

from typing import Final

import numpy as np

from tsurolab._jit import keep_alive, kernel
from tsurolab.games.sorry.deck import CARDS
from tsurolab.games.sorry.kernel_board import (
    RING,
    apply,
    frame,
    others,
    place_of,
    same_pawns,
    slide_end,
    slide_path,
    turned,
)
from tsurolab.games.sorry.kernel_splits import team_sevens
from tsurolab.games.sorry.kernel_state import new_states
from tsurolab.games.sorry.rules import CIRCLE, HOME, START, TRACK, ZONE, Kind

NONE: Final = 255
"""The code of no card, and of one that lies face down; also of no target."""

_PASS, _START, _STEP, _SWAP, _SORRY, _DISCARD = (int(kind) for kind in Kind)
_TWO, _FOUR, _SEVEN, _TEN, _ELEVEN, _SORRY_CARD = (CARDS.index(card) for card in ("2", "4", "7", "10", "11", "S"))
STEPS: Final = np.array([1, 2, 3, -4, 5, 7, 8, 10, 11, 12, 0], np.int64)
"""How far a card moves one pawn, by its code."""

# ---------------------------------------------------------------------------------------------------- one pawn, n steps


@kernel
def forward(state, seat, steps):
    """The pawns of ``seat`` that may go ``steps`` forward, as masks of the ring and of the zone."""
    ring = state.ring[seat]
    zone = state.zone[seat]
    on_ring = ((ring << steps) & RING & ~ring) >> steps
    turning_in = (ring >> (TRACK - steps)) & 63 & ~zone
    in_zone = ((zone << steps) & 63 & ~zone) >> steps
    return on_ring | (turning_in << (TRACK - steps)), in_zone


@kernel
def backward(state, seat, steps):
    """The pawns of ``seat`` that may go ``steps`` back, as masks of the ring and of the zone."""
    ring = state.ring[seat]
    zone = state.zone[seat]
    on_ring = turned(turned(ring, TRACK - steps) & ~ring, steps)
    leaving = (((zone & ((1 << steps) - 1)) << (TRACK - steps)) & ~ring) >> (TRACK - steps)
    in_zone = ((zone >> steps) & ~zone) << steps
    return on_ring, leaving | in_zone


@kernel
def idle_fours(rules, state, seat):
    """The pawns of ``seat`` that a 4 leaves where they are: 4 back to a triangle, and 4 on by an empty slide."""
    idle = np.int64(0)
    ends = (rules.long_heads << 4) & state.ring[seat]
    if ends:
        taken = state.ring[seat] | others(state, seat)
        while ends:
            bit = ends & -ends
            ends ^= bit
            if slide_path(rules, bit >> 4) & taken == bit:
                idle |= bit
    return idle


@kernel
def backward_four(rules, state, seat):
    """As :func:`backward` with 4 steps; of the moves that change nothing, which are one outcome, only the first.

    A team has it with the pawns of the player on turn if it can.
    """
    ring, zone = backward(state, seat, 4)
    idle = idle_fours(rules, state, seat)
    if idle:
        ring ^= idle
        if seat == state.turn or idle_fours(rules, state, state.turn) == 0:
            ring |= idle & -idle
    return ring, zone


@kernel
def can_enter(state, seat):
    """Whether a 1 or a 2 brings a pawn of ``seat`` to its circle."""
    return state.start[seat] > 0 and (state.ring[seat] >> CIRCLE) & 1 == 0


# -------------------------------------------------------------------------------------------------------- writing moves


@kernel
def write(move, card, kind, owner, place, steps, target):
    """Write a move of one part; parts that an earlier use left behind are wiped."""
    for part in range(1, np.int64(move.parts)):
        move.owner[part] = 0
        move.place[part] = 0
        move.steps[part] = 0
    move.card = card
    move.kind = kind
    move.parts = 1
    move.target = target
    move.owner[0] = owner
    move.place[0] = place
    move.steps[0] = steps


@kernel
def write_steps(moves, count, card, seat, ring, zone, steps):
    """Write a move of ``steps`` for each pawn of the masks; the new count."""
    while ring:
        bit = ring & -ring
        ring ^= bit
        write(moves[count], card, _STEP, seat, place_of(bit), steps, NONE)
        count += 1
    while zone:
        bit = zone & -zone
        zone ^= bit
        write(moves[count], card, _STEP, seat, ZONE + place_of(bit), steps, NONE)
        count += 1
    return count


# --------------------------------------------------------------------------------------------------------------- sevens


@kernel
def list_pawns(state, seat, desk):
    """Write the places of the pawns of ``seat`` on the board, rear one first; their number."""
    count = np.int64(0)
    mask = state.ring[seat]
    while mask:
        bit = mask & -mask
        mask ^= bit
        desk.places[count] = place_of(bit)
        count += 1
    mask = state.zone[seat]
    while mask:
        bit = mask & -mask
        mask ^= bit
        desk.places[count] = ZONE + place_of(bit)
        count += 1
    return count


@kernel
def _part(rules, ring, zone, place, steps):
    """One part of a 7 on masks: ring, zone, pawns brought home, path swept; the path is -1 if it cannot be played."""
    end = place + steps
    if place < ZONE:
        bit = np.int64(1) << place
        there = ring & bit
        ring ^= bit
    else:
        bit = np.int64(1) << (place - ZONE)
        there = zone & bit
        zone ^= bit
    if there == 0 or end > HOME:
        return ring, zone, 0, np.int64(-1)
    if end == HOME:
        return ring, zone, 1, np.int64(0)
    if end >= ZONE:
        bit = np.int64(1) << (end - ZONE)
        return ring, zone | bit, 0, np.int64(-1) if zone & bit else np.int64(0)
    bit = np.int64(1) << end
    if ring & bit:
        return ring, zone, 0, np.int64(-1)
    path = slide_path(rules, bit)
    return (ring & ~path) | (np.int64(1) << slide_end(rules, end)), zone, 0, path


@kernel
def _is_new(desk, found, ring, zone, hit):
    """Remember an outcome as number ``found``; whether it is unlike those before."""
    for past in range(found):
        if desk.keys[past, 0] == ring and desk.keys[past, 1] == zone and desk.keys[past, 2] == hit:
            return False
    desk.keys[found, 0] = ring
    desk.keys[found, 1] = zone
    desk.keys[found, 2] = hit
    return True


@kernel
def _pair(rules, state, seat, rivals, first, steps, second, move, desk, found):
    """A 7 as ``steps`` of the pawn on ``first``, then the rest of the one on ``second``.

    Returns how many moves were written (0 or 1), and whether the other order may differ.
    """
    rest = 7 - steps
    ring, zone, home, path = _part(rules, state.ring[seat], state.zone[seat], first, steps)
    if path < 0:
        return 0, True
    if second < ZONE and path & (np.int64(1) << second):
        return 0, True
    ring, zone, more, path2 = _part(rules, ring, zone, second, rest)
    if path2 < 0:
        return 0, True
    slid = path & (path - 1) != 0 or path2 & (path2 - 1) != 0
    if not _is_new(desk, found, ring, zone | ((home + more) << 5), rivals & (path | path2)):
        return 0, slid
    write(move, _SEVEN, _STEP, seat, first, steps, NONE)
    move.parts = 2
    move.owner[1] = seat
    move.place[1] = second
    move.steps[1] = rest
    return 1, slid


@kernel
def sevens(rules, state, seat, moves, count, desk):
    """Write every distinct outcome of a 7 with pawns of one colour, whole or split over two; the new count."""
    pawns = list_pawns(state, seat, desk)
    rivals = others(state, seat)
    found = np.int64(0)
    for rear in range(pawns):
        place = desk.places[rear]
        ring, zone, home, path = _part(rules, state.ring[seat], state.zone[seat], place, 7)
        if path >= 0 and _is_new(desk, found, ring, zone | (home << 5), rivals & path):
            write(moves[count + found], _SEVEN, _STEP, seat, place, 7, NONE)
            found += 1
    for rear in range(pawns):
        for front in range(rear + 1, pawns):
            a = desk.places[rear]
            b = desk.places[front]
            for steps in range(1, 7):
                more, again = _pair(rules, state, seat, rivals, a, steps, b, moves[count + found], desk, found)
                found += more
                if again:
                    more, _ = _pair(rules, state, seat, rivals, b, 7 - steps, a, moves[count + found], desk, found)
                    found += more
    return count + found


# ------------------------------------------------------------------------------------------------------ swap and Sorry!


@kernel
def rivals_of(rules, state, seat, allow_partner):
    """Whom a Sorry! or an 11 may take, in the frame of ``seat``: opponents on the track; the partner if none is there
    and it is allowed (rule 2.3).
    """
    if rules.teams == 0:
        return others(state, seat)
    everybody = others(state, seat)
    partner = state.partner[seat]
    if partner < 0:
        return everybody
    friends = turned(state.ring[partner], frame(state, partner, seat))
    if everybody & ~friends:
        return everybody & ~friends
    return friends if allow_partner else np.int64(0)


@kernel
def _swaps(rules, state, seat, moves, count):
    """Write the exchanges of an 11; two own pawns on the slide of one target make the same move."""
    mine = state.ring[seat]
    rivals = rivals_of(rules, state, seat, rules.partner_swap)
    while mine:
        own = mine & -mine
        mine ^= own
        left = rivals
        while left:
            bit = left & -left
            left ^= bit
            path = slide_path(rules, bit)
            if path & own == 0 or path & (own - 1) & state.ring[seat] == 0:
                write(moves[count], _ELEVEN, _SWAP, seat, place_of(own), 0, place_of(bit))
                count += 1
    return count


@kernel
def _without_doubles(rules, state, moves, first, count):
    """Drop those of the moves from ``first`` on that lead to the outcome of an earlier one; the new count."""
    boards = new_states(2)
    kept = first
    for at in range(first, count):
        boards[0] = state
        apply(rules, boards[0], moves[at])
        fresh = True
        for past in range(first, kept):
            boards[1] = state
            apply(rules, boards[1], moves[past])
            fresh = fresh and not same_pawns(boards[0], boards[1])
        if fresh:
            moves[kept] = moves[at]
            kept += 1
    keep_alive(boards)
    return kept


@kernel
def _sorries(rules, state, seat, moves, count):
    """Write what a Sorry! can do: a pawn from start onto a rival; by option also 4 forward."""
    if state.start[seat]:
        left = rivals_of(rules, state, seat, 1)
        while left:
            bit = left & -left
            left ^= bit
            write(moves[count], _SORRY_CARD, _SORRY, seat, START, 0, place_of(bit))
            count += 1
    if rules.sorry_steps:
        ring, zone = forward(state, seat, rules.sorry_steps)
        count = write_steps(moves, count, _SORRY_CARD, seat, ring, zone, rules.sorry_steps)
    return count


# ------------------------------------------------------------------------------------------------------------ all moves


@kernel
def _owner_moves(rules, state, seat, card, moves, count):
    """Write what ``card`` can do with the pawns of ``seat``, but for sevens and exchanges; the new count."""
    if card == _SORRY_CARD:
        return _sorries(rules, state, seat, moves, count)
    steps = STEPS[card]
    if card == _FOUR:
        ring, zone = backward_four(rules, state, seat)
    else:
        ring, zone = forward(state, seat, steps)
    count = write_steps(moves, count, card, seat, ring, zone, steps)
    if card == _TEN:
        ring, zone = backward(state, seat, 1)
        count = write_steps(moves, count, card, seat, ring, zone, -1)
    if card <= _TWO and can_enter(state, seat):
        write(moves[count], card, _START, seat, START, 0, CIRCLE)
        count += 1
    return count


@kernel
def card_moves(rules, state, card, moves, count, desk):
    """Write every distinct use of ``card``; the new count."""
    seat = state.turn
    partner = state.partner[seat]
    if card == _SEVEN:
        if rules.teams:
            return team_sevens(rules, state, moves, count)
        return sevens(rules, state, seat, moves, count, desk)
    first = count
    count = _owner_moves(rules, state, seat, card, moves, count)
    if partner >= 0:
        count = _owner_moves(rules, state, partner, card, moves, count)
    if card == _ELEVEN:
        count = _swaps(rules, state, seat, moves, count)
        if partner >= 0:
            count = _swaps(rules, state, partner, moves, count)
        if rules.displaced_slides or rules.partner_swap:
            count = _without_doubles(rules, state, moves, first, count)
    return count


@kernel
def hand_moves(rules, state, moves, desk):
    """Write the moves of a hand of cards: any that can be played, else a discard (rule 2.2)."""
    seat = state.turn
    count = np.int64(0)
    held = np.int64(0)
    for slot in range(state.hand_count[seat]):
        card = np.int64(state.hands[seat, slot])
        if card != NONE and (held >> card) & 1 == 0:
            held |= 1 << card
            count = card_moves(rules, state, card, moves, count, desk)
    for at in range(count):
        if np.int64(moves[at].kind) != _SWAP:
            return count
    for slot in range(state.hand_count[seat]):
        card = np.int64(state.hands[seat, slot])
        if card != NONE and (held >> card) & 1:
            held ^= 1 << card
            write(moves[count], card, _DISCARD, seat, START, 0, NONE)
            count += 1
    return count


@kernel
def all_moves(rules, state, moves, desk):
    """Write every distinct legal move; their number. A player who cannot move has one: to pass.

    A card that lies face down (``kernel_hidden.py``) has no move.
    """
    if rules.hand_size:
        return hand_moves(rules, state, moves, desk)
    if state.card == NONE:
        return np.int64(0)
    count = card_moves(rules, state, state.card, moves, np.int64(0), desk)
    if count == 0 or np.int64(moves[0].kind) == _SWAP:
        write(moves[count], state.card, _PASS, state.turn, START, 0, NONE)
        count += 1
    return count
