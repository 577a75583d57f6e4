"""What a position of Sorry! is worth to the compiled agents.

What it is for: the two scales by which ``greedy`` and ``cautious`` compare moves (``kernel_policies.py``). What it is
not for: choosing, and what an agent maximises in the end (``kernel.reward``).

**Advantage** is the worth of one's own side less the mean worth of an opponent. A colour's worth is its squares covered
(65 for a pawn home), and ``HOME_WORTH`` for each pawn home, ``ZONE_WORTH`` for each one safe in the zone, less
``START_COST`` for each one in start.

**Exposure** is what the next cards of the opponents may cost. Each opponent is taken to use one card, drawn from those
that the seat has not seen, against the pawn of the seat's side that loses most by it: a pawn that is sent back, by
being landed on or swept away by a slide, loses its squares and ``START_COST``; one that an 11 takes away loses the
squares between. Pawns in the zone, at home, in start and out of reach lose nothing. Two things are taken as simpler
than they are: every part of 1 to 6 of a 7 can be played by an opponent who has two pawns on the way, and the seat's
pawns do not move meanwhile.
"""

from typing import Final

import numpy as np

from tsurolab._jit import kernel
from tsurolab.games.sorry.deck import CARDS
from tsurolab.games.sorry.kernel_board import RING, count_bits, frame, place_of, swept, turned
from tsurolab.games.sorry.kernel_hidden import count_unseen
from tsurolab.games.sorry.kernel_moves import STEPS, can_enter
from tsurolab.games.sorry.rules import CIRCLE, TRACK

HOME_WORTH: Final = 10
ZONE_WORTH: Final = 5
START_COST: Final = 10

_TWO, _FOUR, _SEVEN, _TEN, _ELEVEN, _SORRY_CARD = (CARDS.index(card) for card in ("2", "4", "7", "10", "11", "S"))


# ----------------------------------------------------------------------------------------------------------- advantage


@kernel
def worth(state, seat):
    """What a colour's pawns are worth."""
    safe = count_bits(state.zone[seat])
    return state.progress[seat] + HOME_WORTH * state.home[seat] + ZONE_WORTH * safe - START_COST * state.start[seat]


@kernel
def is_rival(state, seat, other):
    """Whether ``other`` is an opponent of ``seat``."""
    return other != seat and other != state.partner[seat]


@kernel
def sides_against(state, seat):
    """How many sides play against ``seat``: the players, or the one other team; at least 1."""
    return np.int64(1) if state.partner[seat] >= 0 or state.players < 2 else state.players - 1


@kernel
def advantage(state, seat):
    """The worth of the side of ``seat`` against that of its opponents, in units of 1 / :func:`sides_against`."""
    mine = np.int64(0)
    theirs = np.int64(0)
    for other in range(state.players):
        if is_rival(state, seat, other):
            theirs += worth(state, other)
        else:
            mine += worth(state, other)
    return mine * sides_against(state, seat) - theirs


# ------------------------------------------------------------------------------------------------------------ exposure


@kernel
def _ahead(state, mover, steps):
    """Where on the ring the pawns of ``mover`` land that go ``steps`` forward."""
    return (state.ring[mover] << steps) & RING & ~state.ring[mover]


@kernel
def _behind(state, mover, steps):
    """Where on the ring the pawns of ``mover`` land that go ``steps`` back, out of the zone too."""
    leaving = (state.zone[mover] & ((1 << steps) - 1)) << (TRACK - steps)
    return (turned(state.ring[mover], TRACK - steps) | leaving) & ~state.ring[mover]


@kernel
def reach(rules, state, mover, card):
    """The places from which ``card`` lets ``mover`` send a pawn back, in its own frame."""
    if card == _SORRY_CARD:
        if state.start[mover]:
            return np.int64(RING)
        landings = _ahead(state, mover, rules.sorry_steps) if rules.sorry_steps else np.int64(0)
    elif card == _FOUR:
        landings = _behind(state, mover, 4)
    else:
        landings = _ahead(state, mover, STEPS[card])
        if card <= _TWO and can_enter(state, mover):
            landings |= 1 << CIRCLE
        elif card == _TEN:
            landings |= _behind(state, mover, 1)
        elif card == _SEVEN and count_bits(state.ring[mover]) + count_bits(state.zone[mover]) > 1:
            for steps in range(1, 7):
                landings |= _ahead(state, mover, steps)
    return swept(rules, landings)


@kernel
def _front(mask):
    """The place of the highest bit that is set; there are few."""
    while mask & (mask - 1):
        mask &= mask - 1
    return place_of(mask)


@kernel
def _loss(rules, state, owner, mover, card, hit):
    """The most squares, and START_COST, that ``card`` of ``mover`` can cost one pawn of ``owner``."""
    by = frame(state, mover, owner)
    struck = turned(hit, by) & state.ring[owner]
    worst = _front(struck) + START_COST if struck else np.int64(0)
    if card == _ELEVEN and state.ring[owner] and state.ring[mover]:
        theirs = turned(state.ring[mover], by)
        worst = max(worst, _front(state.ring[owner]) - place_of(theirs & -theirs))
    return worst


@kernel
def _threat(rules, state, seat, mover, card):
    """The most that ``card`` with a pawn of ``mover`` can cost the side of ``seat``."""
    hit = reach(rules, state, mover, card)
    worst = _loss(rules, state, seat, mover, card, hit)
    partner = state.partner[seat]
    if partner >= 0:
        worst = max(worst, _loss(rules, state, partner, mover, card, hit))
    return worst


@kernel
def exposure(rules, state, seat, desk):
    """What the next cards of the opponents may cost the side of ``seat``.

    The cards are those of ``desk.copies``; the value is in units of 1 / their number.
    """
    total = np.int64(0)
    for other in range(state.players):
        if is_rival(state, seat, other):
            partner = state.partner[other]
            for card in range(len(CARDS)):
                if desk.copies[card]:
                    worst = _threat(rules, state, seat, other, card)
                    if partner >= 0:
                        worst = max(worst, _threat(rules, state, seat, partner, card))
                    total += desk.copies[card] * worst
    return total


@kernel
def next_cards(rules, state, seat, desk):
    """Write to ``desk.copies`` the cards that opponents may use next, as ``seat`` can know it; their number.

    They are those that the seat has not seen. When it has seen all of them, the whole pack stands for what a shuffle
    may bring.
    """
    total = count_unseen(rules, state, seat, desk)
    if total == 0:
        for place in range(rules.deck_size):
            desk.copies[np.int64(rules.deck[place])] += 1
        total = rules.deck_size
    return total
