"""The compiled agents of Sorry!: uniform over distinct outcomes, and greedy.

What it is for: choosing one legal move. What it is not for: rules; where ``uniform`` does not list all moves, it takes
the move that stands at the same place in the list.

``greedy`` plays the move after which its side's worth exceeds the mean worth of an opponent by most, before any
further card; among equals it chooses uniformly. A colour's worth is its squares covered (65 for a pawn home), and
``HOME_WORTH`` for each pawn home, ``ZONE_WORTH`` for each one safe in the zone, less ``START_COST`` for each one in
start.
"""

from typing import Final

import numpy as np

from tsurolab._jit import below, kernel
from tsurolab.games.sorry.deck import CARDS
from tsurolab.games.sorry.kernel_board import apply, count_bits, others, pick_pawn, pick_place
from tsurolab.games.sorry.kernel_moves import (
    NONE,
    STEPS,
    all_moves,
    backward,
    backward_four,
    can_enter,
    forward,
    list_pawns,
    write,
)
from tsurolab.games.sorry.rules import CIRCLE, HOME, START, ZONE, Kind

HOME_WORTH: Final = 10
ZONE_WORTH: Final = 5
START_COST: Final = 10

_PASS, _START, _STEP, _SWAP, _SORRY = (int(kind) for kind in list(Kind)[:5])
_TWO, _FOUR, _SEVEN, _TEN, _ELEVEN, _SORRY_CARD = (CARDS.index(card) for card in ("2", "4", "7", "10", "11", "S"))
_FAR: Final = 12
"""Pawns of one colour that are so far apart cannot touch within a 7: seven steps and a slide of four."""


@kernel
def _draw(scratch, seat, count):
    """A number of 0 .. count-1 from the seat's stream; also of a choice of one, which spares a branch."""
    return below(scratch.rng, seat, count)


@kernel
def _pass(state, move):
    write(move, state.card, _PASS, state.turn, START, 0, NONE)


@kernel
def _write_step(move, card, seat, ring, zone, steps, k):
    """Write the k-th of the moves of ``steps`` by the pawns of the masks."""
    on_ring = count_bits(ring)
    place = pick_pawn(ring, k) if k < on_ring else ZONE + pick_pawn(zone, k - on_ring)
    write(move, card, _STEP, seat, place, steps, NONE)


@kernel
def _choose_steps(rules, state, scratch, seat, card, move):
    """A card that moves one pawn by a number: 1, 2, 3, 4, 5, 8, 10, 12."""
    steps = STEPS[card]
    if card == _FOUR:
        ring, zone = backward_four(rules, state, seat)
    else:
        ring, zone = forward(state, seat, steps)
    count = count_bits(ring) + count_bits(zone)
    more = np.int64(0)
    if card <= _TWO:
        more = np.int64(can_enter(state, seat))
    elif card == _TEN:
        back_ring, back_zone = backward(state, seat, 1)
        more = count_bits(back_ring) + count_bits(back_zone)
    if count + more == 0:
        _pass(state, move)
        return
    k = _draw(scratch, seat, count + more)
    if k < count:
        _write_step(move, card, seat, ring, zone, steps, k)
    elif card <= _TWO:
        write(move, card, _START, seat, START, 0, CIRCLE)
    else:
        _write_step(move, card, seat, back_ring, back_zone, -1, k - count)


@kernel
def _choose_sorry(state, scratch, seat, move):
    rivals = others(state, seat)
    if state.start[seat] == 0 or rivals == 0:
        _pass(state, move)
        return
    k = _draw(scratch, seat, count_bits(rivals))
    write(move, _SORRY_CARD, _SORRY, seat, START, 0, pick_place(rivals, k))


@kernel
def _choose_eleven(rules, state, scratch, seat, move):
    ring, zone = forward(state, seat, 11)
    rivals = others(state, seat)
    mine = state.ring[seat]
    if rivals & (rules.short_heads | rules.long_heads) and mine & (mine - 1):
        return False
    steps = count_bits(ring) + count_bits(zone)
    targets = count_bits(rivals)
    swaps = count_bits(mine) * targets
    k = _draw(scratch, seat, steps + swaps + (1 if steps == 0 else 0))
    if k < steps:
        _write_step(move, _ELEVEN, seat, ring, zone, 11, k)
    elif k < steps + swaps:
        k -= steps
        own = np.int64(0)
        while k >= targets:
            k -= targets
            own += 1
        write(move, _ELEVEN, _SWAP, seat, pick_pawn(mine, own), 0, pick_place(rivals, k))
    else:
        _pass(state, move)
    return True


@kernel
def _least(front):
    """The fewest steps that a rear pawn must take of a 7 so that the pawn on ``front`` can take the rest."""
    return max(np.int64(1), 7 - (HOME - front))


@kernel
def _choose_far_seven(state, scratch, seat, pawns, move):
    """A 7 when no two pawns can touch: every whole move and every split is an outcome of its own."""
    singles = np.int64(0)
    while singles < pawns and scratch.places[singles] + 7 <= HOME:
        singles += 1
    count = singles
    for front in range(1, pawns):
        count += front * max(np.int64(0), 7 - _least(scratch.places[front]))
    if count == 0:
        _pass(state, move)
        return
    k = _draw(scratch, seat, count)
    if k < singles:
        write(move, _SEVEN, _STEP, seat, scratch.places[k], 7, NONE)
        return
    k -= singles
    for rear in range(pawns):
        for front in range(rear + 1, pawns):
            least = _least(scratch.places[front])
            ways = max(np.int64(0), 7 - least)
            if k < ways:
                write(move, _SEVEN, _STEP, seat, scratch.places[rear], least + k, NONE)
                move.parts = 2
                move.owner[1] = seat
                move.place[1] = scratch.places[front]
                move.steps[1] = 7 - least - k
                return
            k -= ways


@kernel
def _choose_seven(state, scratch, seat, move):
    pawns = list_pawns(state, seat, scratch)
    for front in range(1, pawns):
        if scratch.places[front] - scratch.places[front - 1] < _FAR:
            return False
    _choose_far_seven(state, scratch, seat, pawns, move)
    return True


@kernel
def choose_quickly(rules, state, scratch, move):
    """Choose uniformly without listing the moves, where that can be done; whether it was."""
    if rules.plain == 0:
        return False
    seat = state.turn
    card = state.card
    if card == _SEVEN:
        return _choose_seven(state, scratch, seat, move)
    if card == _ELEVEN:
        return _choose_eleven(rules, state, scratch, seat, move)
    if card == _SORRY_CARD:
        _choose_sorry(state, scratch, seat, move)
    else:
        _choose_steps(rules, state, scratch, seat, card, move)
    return True


@kernel
def choose_listed(rules, state, scratch, moves):
    """Choose uniformly among all legal moves, and write the choice to ``moves[0]``.

    The stream of the seat in ``scratch.rng`` decides, as in :func:`choose_quickly`.
    """
    count = all_moves(rules, state, moves, scratch)
    moves[0] = moves[_draw(scratch, state.turn, count)]


@kernel
def worth(state, seat):
    """What a colour's pawns are worth to ``greedy``."""
    safe = count_bits(state.zone[seat])
    return state.progress[seat] + HOME_WORTH * state.home[seat] + ZONE_WORTH * safe - START_COST * state.start[seat]


@kernel
def advantage(state, seat):
    """The worth of the side of ``seat`` against that of its opponents, in units of 1 / opponents."""
    mine = np.int64(0)
    theirs = np.int64(0)
    sides = np.int64(0)
    for other in range(state.players):
        if other == seat or other == state.partner[seat]:
            mine += worth(state, other)
        else:
            theirs += worth(state, other)
            sides += 1
    if state.partner[seat] >= 0 or sides == 0:
        sides = np.int64(1)
    return mine * sides - theirs


@kernel
def choose_greedy(rules, state, scratch, moves, board):
    """Write the move that ``greedy`` likes best to ``moves[0]``; ``board`` is a state to try moves on."""
    seat = state.turn
    count = all_moves(rules, state, moves, scratch)
    best = np.int64(0)
    ties = np.int64(0)
    chosen = np.int64(0)
    for at in range(count):
        board[0] = state
        apply(rules, board[0], moves[at])
        value = advantage(board[0], seat)
        if ties == 0 or value > best:
            best = value
            ties = np.int64(1)
            chosen = np.int64(at)
        elif value == best:
            ties += 1
            if below(scratch.rng, seat, ties) == 0:
                chosen = np.int64(at)
    moves[0] = moves[chosen]
