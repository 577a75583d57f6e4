"""What a seat of Tsuro cannot see, compiled: hiding it, putting it back, and dealing it anew.

What it is for: agents that must not look at hidden tiles. What it is not for: choosing (``kernel_policies.py``).

Hidden from a seat are the hands of the others and the pile: which tiles, and in what order. Tiles are dealt face down
(rule 1.1); that they are not shown later either is how we read it, for the rules say nothing more. A common hand is
open to all (rule 1.25). Who may inherit (rule 2.10) sees the hands to choose from; that nobody else does is our reading
too. How many tiles are where is always seen. Hidden too are the generator's state and the tallies that depend on hands
(branching, forced suicides).

A hidden tile reads as NONE. A move can be tried on a hidden state: whatever is drawn is NONE again. Games are to be
played on from a :func:`resample`.
"""

from typing import Final

import numpy as np

from tsurolab._jit import inlined, kernel, next64, shuffle
from tsurolab.games.tsuro.kernel_record import (
    CHANCE,
    CLASSES,
    DEAL,
    EMPTY_HAND,
    INHERIT,
    LAID_CLASS,
    NONE,
    put_tile,
    tile_in,
)
from tsurolab.games.tsuro.rules import MAX_DECK, MAX_SEATS

VEIL: Final = np.dtype(
    [
        ("rng", "u8", 2),
        ("hands", "i8", MAX_SEATS),
        ("branching_sum", "i8"),
        ("branching_max", "i8"),
        ("forced_suicides", "i8"),
        ("deck", "u1", MAX_DECK),
    ],
    align=True,
)
"""What :func:`hide` takes out of a state."""


@inlined
def is_open(rules, state, seat, owner):
    """Whether ``seat`` sees the hand of ``owner``."""
    return (
        owner == seat
        or rules.common_hand
        or (state.phase == INHERIT and seat == state.turn and state.gone >> owner & 1)
    )


@kernel
def hide(rules, state, seat, veil):
    """Move all that ``seat`` may not see out of ``state`` into ``veil``; counts of tiles stay."""
    for stream in range(2):
        veil.rng[stream] = state.rng[stream]
        state.rng[stream] = np.uint64(0)
    for owner in range(MAX_SEATS):
        veil.hands[owner] = state.hands[owner]
        if not is_open(rules, state, seat, owner):
            state.hands[owner] = EMPTY_HAND
    for place in range(state.deck_count):
        veil.deck[place] = state.deck[place]
        state.deck[place] = NONE
    veil.branching_sum = state.branching_sum
    veil.branching_max = state.branching_max
    veil.forced_suicides = state.forced_suicides
    state.branching_sum = 0
    state.branching_max = 0
    state.forced_suicides = 0


@kernel
def reveal(state, veil):
    """Put back what :func:`hide` took out; branching that was tallied in between is added."""
    for stream in range(2):
        state.rng[stream] = veil.rng[stream]
    for owner in range(MAX_SEATS):
        state.hands[owner] = veil.hands[owner]
    for place in range(state.deck_count):
        state.deck[place] = veil.deck[place]
    state.branching_sum += veil.branching_sum
    state.branching_max = max(state.branching_max, veil.branching_max)
    state.forced_suicides += veil.forced_suicides


@kernel
def count_unseen(rules, state, seat, desk):
    """Count in ``desk.copies`` how often each class of the set is neither on the board nor in a hand that is seen."""
    for tile in range(CLASSES):
        desk.copies[tile] = 0
    for place in range(rules.deck_size):
        desk.copies[np.int64(rules.deck[place])] += 1
    for square in range(rules.rows * rules.cols):
        if state.tiles[square] != NONE:
            desk.copies[np.int64(LAID_CLASS[state.tiles[square]])] -= 1
    for owner in range(state.players):
        if is_open(rules, state, seat, owner):
            for slot in range(state.hand_count[owner]):
                desk.copies[tile_in(state, owner, slot)] -= 1


@kernel
def gather_unseen(rules, state, seat, desk):
    """List the unseen tiles in ``desk.pool``, in order of class; how many there are.

    A study may hide more tiles than the set has left; then the set is there once more, as often as needed.
    """
    wanted = state.deck_count
    for owner in range(state.players):
        if not is_open(rules, state, seat, owner):
            wanted += state.hand_count[owner]
    count_unseen(rules, state, seat, desk)
    count = np.int64(0)
    for tile in range(CLASSES):
        for _ in range(desk.copies[tile]):
            desk.pool[count] = tile
            count += 1
    while count < wanted:
        for place in range(rules.deck_size):
            desk.pool[count] = rules.deck[place]
            count += 1
    return count


@kernel
def resample(rules, state, seat, desk):
    """Deal anew all that ``seat`` cannot see, uniformly, and give later chance new streams.

    Draws from ``desk.rng[seat]``, and depends on that and on what the seat sees alone, so a state may be hidden or not.
    What may be hidden is the set less what is seen: with the KOSMOS edition's 35 of 64 tiles, those that take no part
    are unseen too. Nothing is concluded from how the others have played.
    """
    count = gather_unseen(rules, state, seat, desk)
    shuffle(desk.rng, seat, desk.pool, count)
    for owner in range(state.players):
        if not is_open(rules, state, seat, owner):
            for slot in range(state.hand_count[owner]):
                count -= 1
                put_tile(state, owner, slot, np.int64(desk.pool[count]))
    for place in range(state.deck_count):
        count -= 1
        state.deck[place] = desk.pool[count]
    state.rng[DEAL] = next64(desk.rng, seat)
    state.rng[CHANCE] = next64(desk.rng, seat)
    state.branching_sum = 0
    state.branching_max = 0
    state.forced_suicides = 0
