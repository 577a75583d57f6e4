"""The board of Sorry! as bits, compiled: frames of the four colours, landing, sliding, bumping, moving one pawn.

What it is for: what happens to pawns. What it is not for: which moves there are (``kernel_moves.py``), and turns.

``ring[seat]`` has a bit for each of the places 0..59 (see ``rules.py``) on which a pawn of the seat stands, ``zone``
one for each of 60..64. Every seat counts in its own colour's frame; turning a mask by 15 a colour changes the frame.
Loops run over all four seats, which unrolls them: seats that are not taken have no pawns.
"""

from typing import Final

import numpy as np

from tsurolab._jit import kernel
from tsurolab.games.sorry.rules import HOME, MAX_SEATS, SIDE, TRACK, ZONE, Kind

RING: Final = (1 << TRACK) - 1
_START, _STEP, _SWAP, _SORRY = int(Kind.START), int(Kind.STEP), int(Kind.SWAP), int(Kind.SORRY)


@kernel
def count_bits(mask):
    """How many bits are set; there are few."""
    count = np.int64(0)
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def place_of(bit):
    """The place of a single bit: the number of bits below it, which compiles to one instruction."""
    return count_bits(bit - 1)


@kernel
def pick_place(mask, k):
    """The place of the k-th set bit of ``mask``, counted from 0."""
    while k:
        mask &= mask - 1
        k -= 1
    return place_of(mask & -mask)


@kernel
def pick_pawn(mask, k):
    """As :func:`pick_place`, for k below 4 and without a branch."""
    second = mask & (mask - 1)
    third = second & (second - 1)
    fourth = third & (third - 1)
    mask = second if k == 1 else mask
    mask = third if k == 2 else mask
    mask = fourth if k == 3 else mask
    return place_of(mask & -mask)


@kernel
def turned(mask, by):
    """The places of ``mask`` moved ``by`` squares forward round the ring, 0 <= by <= 60."""
    return ((mask << by) | (mask >> (TRACK - by))) & RING


@kernel
def frame(state, seat, other):
    """By how much a mask in the frame of ``seat`` must be turned for the frame of ``other``."""
    return SIDE * ((state.colour[seat] - state.colour[other]) & 3)


@kernel
def others(state, seat):
    """Where pawns of other colours stand on the ring, in the frame of ``seat``; no two pawns share a place."""
    mask = np.int64(0)
    for other in range(MAX_SEATS):
        mask |= turned(state.ring[other], frame(state, other, seat))
    return mask & ~state.ring[seat]


@kernel
def send_back(state, owner, hit):
    """Send the pawns ``hit`` of ``owner`` to their start."""
    state.ring[owner] ^= hit
    while hit:
        bit = hit & -hit
        hit ^= bit
        state.progress[owner] -= place_of(bit)
        state.start[owner] += 1
        if owner == state.turn:
            state.self_bumps[owner] += 1
        else:
            state.bumps_taken[owner] += 1
            state.bumps_given[state.turn] += 1


@kernel
def slide_path(rules, bit):
    """The places that a pawn sweeps that lands on ``bit``: the whole slide from a triangle, else the place alone."""
    if bit & rules.short_heads:
        bit *= 15
    elif bit & rules.long_heads:
        bit *= 31
    return (bit | (bit >> TRACK)) & RING


@kernel
def swept(rules, landings):
    """As :func:`slide_path`, for pawns that land on any of the places of a mask; slides never touch one another."""
    paths = landings | (landings & rules.short_heads) * 15 | (landings & rules.long_heads) * 31
    return (paths | (paths >> TRACK)) & RING


@kernel
def slide_end(rules, place):
    """Where a pawn comes to rest that lands on ``place`` of the ring."""
    bit = np.int64(1) << place
    if bit & rules.short_heads:
        place += 3
    elif bit & rules.long_heads:
        place += 4
    return place if place < TRACK else place - TRACK


@kernel
def arrive(rules, state, seat, place):
    """Put a pawn of ``seat`` on a place of the ring: bump, and slide if it is a triangle; where it comes to rest."""
    path = slide_path(rules, np.int64(1) << place)
    end = slide_end(rules, place)
    if end != place:
        state.slides[state.turn] += 1
        if state.ring[seat] & path:
            send_back(state, seat, state.ring[seat] & path)
    if others(state, seat) & path:
        for other in range(MAX_SEATS):
            hit = turned(path, frame(state, seat, other)) & state.ring[other]
            if hit and other != seat:
                send_back(state, other, hit)
    state.ring[seat] |= np.int64(1) << end
    return end


@kernel
def target_place(place, steps):
    """Where ``steps`` from ``place`` lead, before any slide; above 65 is beyond home."""
    place += steps
    return place if place >= 0 else place + TRACK


@kernel
def can_step(state, seat, place, steps):
    """Whether the pawn of ``seat`` on ``place`` may go ``steps``: exact into home, and not onto its own colour."""
    place = target_place(place, steps)
    if place >= ZONE:
        return place == HOME or (place < HOME and (state.zone[seat] >> (place - ZONE)) & 1 == 0)
    return (state.ring[seat] >> place) & 1 == 0


@kernel
def step(rules, state, seat, place, steps):
    """Move the pawn of ``seat`` on ``place`` forward, or back if ``steps`` is negative."""
    if place < ZONE:
        state.ring[seat] ^= np.int64(1) << place
    else:
        state.zone[seat] ^= np.int64(1) << (place - ZONE)
    end = target_place(place, steps)
    if end == HOME:
        state.home[seat] += 1
    elif end >= ZONE:
        state.zone[seat] |= np.int64(1) << (end - ZONE)
    else:
        end = arrive(rules, state, seat, end)
    state.progress[seat] += end - place


@kernel
def enter(rules, state, seat, place):
    """Bring a pawn of ``seat`` from start to a place of the ring: its circle, or an opponent's place (Sorry!)."""
    state.start[seat] -= 1
    end = arrive(rules, state, seat, place)
    state.progress[seat] += end


@kernel
def owner_at(state, seat, place):
    """The other seat whose pawn stands on ``place`` of the frame of ``seat``."""
    bit = np.int64(1) << place
    for other in range(state.players):
        if other != seat and turned(bit, frame(state, seat, other)) & state.ring[other]:
            return other
    return -1


@kernel
def exchange(rules, state, seat, place, target):
    """An 11: the pawn of ``seat`` on ``place`` and the other one on ``target`` change places; the mover may slide."""
    other = owner_at(state, seat, target)
    by = frame(state, seat, other)
    old = turned(np.int64(1) << target, by)
    new = turned(np.int64(1) << place, by)
    state.ring[seat] ^= np.int64(1) << place
    state.ring[other] ^= old | new
    state.progress[other] += place_of(new) - place_of(old)
    end = arrive(rules, state, seat, target)
    state.progress[seat] += end - place
    if rules.displaced_slides and state.ring[other] & new & (rules.short_heads | rules.long_heads):
        state.ring[other] ^= new
        end = arrive(rules, state, other, place_of(new))
        state.progress[other] += end - place_of(new)


@kernel
def apply(rules, state, move):
    """Do to the pawns what ``move`` says."""
    kind = np.int64(move.kind)
    if kind == _STEP:
        for part in range(np.int64(move.parts)):
            step(rules, state, np.int64(move.owner[part]), np.int64(move.place[part]), np.int64(move.steps[part]))
    elif kind in (_START, _SORRY):
        enter(rules, state, np.int64(move.owner[0]), np.int64(move.target))
    elif kind == _SWAP:
        exchange(rules, state, np.int64(move.owner[0]), np.int64(move.place[0]), np.int64(move.target))


@kernel
def set_pawns(board, state):
    """Put the pawns of ``board``, a copy of ``state`` on which a move was tried, back as they stand in ``state``.

    Of what :func:`apply` changes only tallies stay changed.
    """
    for seat in range(MAX_SEATS):
        board.ring[seat] = state.ring[seat]
        board.zone[seat] = state.zone[seat]
        board.start[seat] = state.start[seat]
        board.home[seat] = state.home[seat]
        board.progress[seat] = state.progress[seat]


@kernel
def same_pawns(a, b):
    """Whether the pawns of two states stand alike."""
    for seat in range(a.players):
        if a.ring[seat] != b.ring[seat] or a.zone[seat] != b.zone[seat] or a.home[seat] != b.home[seat]:
            return False
    return True
