"""What a seat may see, compiled: hide the rest, put it back, or deal the rest anew.

What it is for: agents that think on a record without knowing what a player at the table would not know. What it is not
for: choosing moves (``kernel_plays.py``).

A seat sees the grid, its own hand, scores and tallies, and how many tiles the others hold and the bag has. It does not
see the others' hands, the bag, the streams of chance, and how many plays there were, which tells something of hands.
"""

from typing import Final

import numpy as np

from tsurolab._jit import kernel, next64, shuffle
from tsurolab.games.qwirkle.rules import MAX_HAND, MAX_SEATS, MAX_TILES

VEIL: Final = np.dtype(
    [
        ("rng", "u8", 2),
        ("branching_sum", "i8"),
        ("branching_max", "i8"),
        ("hands", "u1", (MAX_SEATS, MAX_HAND)),
        ("bag", "u1", MAX_TILES),
    ],
    align=True,
)
"""What is hidden while an agent looks at a state."""


@kernel
def hide(rules, state, seat, veil):
    """Move everything that ``seat`` may not see out of ``state`` into ``veil``; counts stay."""
    for stream in range(2):
        veil.rng[stream] = state.rng[stream]
        state.rng[stream] = 0
    veil.branching_sum = state.branching_sum
    veil.branching_max = state.branching_max
    state.branching_sum = 0
    state.branching_max = 0
    for other in range(MAX_SEATS):
        for slot in range(MAX_HAND):
            veil.hands[other, slot] = state.hands[other, slot]
            if other != seat:
                state.hands[other, slot] = 0
    for place in range(MAX_TILES):
        veil.bag[place] = state.bag[place]
        state.bag[place] = 0


@kernel
def reveal(state, veil):
    """Put back what ``hide`` took; plays that were counted in between are added."""
    for stream in range(2):
        state.rng[stream] = veil.rng[stream]
    state.branching_sum += veil.branching_sum
    state.branching_max = max(state.branching_max, veil.branching_max)
    for other in range(MAX_SEATS):
        for slot in range(MAX_HAND):
            state.hands[other, slot] = veil.hands[other, slot]
    for place in range(MAX_TILES):
        state.bag[place] = veil.bag[place]


@kernel
def resample(rules, state, seat, desk):
    """Deal anew what ``seat`` does not see: every way to share the unseen tiles among hands and bag is equally likely.

    The draws are from ``desk.rng[seat]``, and later chance gets new streams from it. Only which tiles are hidden
    counts, not where; nothing is concluded from what the others traded, placed or left, or from who had the largest
    group at the start. The state must not be under a veil.
    """
    for tile in range(rules.types):
        desk.unseen[tile] = 0
    for place in range(state.bag_count):
        desk.unseen[np.int64(state.bag[place])] += 1
    for other in range(state.players):
        if other != seat:
            for slot in range(state.hand_count[other]):
                desk.unseen[np.int64(state.hands[other, slot])] += 1
    rest = 0
    for tile in range(rules.types):
        for _ in range(desk.unseen[tile]):
            state.bag[rest] = tile
            rest += 1
    shuffle(desk.rng, seat, state.bag, rest)
    for other in range(state.players):
        if other != seat:
            for slot in range(state.hand_count[other]):
                rest -= 1
                state.hands[other, slot] = state.bag[rest]
                state.bag[rest] = 0
    for stream in range(2):
        state.rng[stream] = next64(desk.rng, seat)
