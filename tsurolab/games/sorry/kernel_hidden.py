"""What a seat may see of a game of Sorry!, compiled: hiding the rest, and dealing it anew.

What it is for: agents that look at a state and think ahead without knowing what a player could not know. What it is not
for: choosing (``kernel_policies.py``).

Hidden are the order of the pile and, in the edition with hands, the cards that the others hold. All else lies on the
table for everybody: pawns, the card in play, the discards in their order, the number of cards in the pile and in every
hand. So the cards that a seat has not seen are the pack less the discards, the card in play and its own hand.
"""

import numpy as np

from tsurolab._jit import kernel, next64, shuffle
from tsurolab.games.sorry.deck import CARDS
from tsurolab.games.sorry.kernel_moves import NONE
from tsurolab.games.sorry.rules import MAX_CARDS, MAX_HAND, MAX_SEATS


@kernel
def hide(rules, state, seat, veil):
    """Move all that ``seat`` may not see out of ``state`` into ``veil``: hidden cards then lie face down (``NONE``).

    The streams of the deal and of later chance are hidden too, and read 0. Counts stay.
    """
    for stream in range(2):
        veil.rng[stream] = state.rng[stream]
        state.rng[stream] = 0
    for other in range(MAX_SEATS):
        for slot in range(MAX_HAND):
            veil.hands[other, slot] = state.hands[other, slot]
        if other != seat:
            for slot in range(state.hand_count[other]):
                state.hands[other, slot] = NONE
    for place in range(MAX_CARDS):
        veil.deck[place] = state.deck[place]
    for place in range(state.deck_count):
        state.deck[place] = NONE


@kernel
def reveal(state, veil):
    """Put back what :func:`hide` took out."""
    for stream in range(2):
        state.rng[stream] = veil.rng[stream]
    for seat in range(MAX_SEATS):
        for slot in range(MAX_HAND):
            state.hands[seat, slot] = veil.hands[seat, slot]
    for place in range(MAX_CARDS):
        state.deck[place] = veil.deck[place]


@kernel
def count_unseen(rules, state, seat, desk):
    """Write to ``desk.copies`` how many cards of each kind ``seat`` has not seen; how many that are together.

    A position may hold more cards of a kind than the pack; then none of them is unseen.
    """
    for card in range(len(CARDS)):
        desk.copies[card] = 0
    for place in range(rules.deck_size):
        desk.copies[np.int64(rules.deck[place])] += 1
    for place in range(state.discard_count):
        desk.copies[np.int64(state.discards[place])] -= 1
    for slot in range(state.hand_count[seat]):
        desk.copies[np.int64(state.hands[seat, slot])] -= 1
    if state.card != NONE:
        desk.copies[state.card] -= 1
    total = np.int64(0)
    for card in range(len(CARDS)):
        desk.copies[card] = max(np.int64(0), desk.copies[card])
        total += desk.copies[card]
    return total


@kernel
def resample(rules, state, seat, desk):
    """Deal anew, uniformly, all that ``seat`` cannot see: the others' hands, the order of the pile, later chance.

    The outcome depends on what the seat sees and on its stream ``desk.rng[seat]`` alone, so a state and what
    :func:`hide` leaves of it give the same. Nothing is inferred from what the others have played, or kept. Of a
    position that lacks cards the missing ones are among the unseen; one with cards to spare is filled up from a further
    pack.
    """
    for stream in range(2):
        state.rng[stream] = next64(desk.rng, seat)
    needed = state.deck_count
    for other in range(MAX_SEATS):
        if other != seat:
            needed += state.hand_count[other]
    count_unseen(rules, state, seat, desk)
    count = np.int64(0)
    for card in range(len(CARDS)):
        for _ in range(desk.copies[card]):
            desk.unseen[count] = card
            count += 1
    while count < needed:
        for place in range(rules.deck_size):
            desk.unseen[count] = rules.deck[place]
            count += 1
    shuffle(desk.rng, seat, desk.unseen, count)
    at = np.int64(0)
    for other in range(MAX_SEATS):
        if other != seat:
            for slot in range(state.hand_count[other]):
                state.hands[other, slot] = desk.unseen[at]
                at += 1
    for place in range(state.deck_count):
        state.deck[place] = desk.unseen[at]
        at += 1
