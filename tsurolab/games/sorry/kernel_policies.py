"""The compiled agents of Sorry!: uniform over distinct outcomes, greedy, and cautious.

What it is for: choosing one legal move. What it is not for: rules, and the scales by which moves are compared
(``kernel_worth.py``). Where ``uniform`` does not list all moves, it takes the move that stands at the same place in the
list.

``greedy`` plays the move after which its side's advantage is greatest, before any further card. ``cautious`` plays the
move after which its advantage less ``CARE`` hundredths of its exposure is greatest, where greedy's scale counts an
exposed pawn as much as a safe one. Among equals both choose uniformly. All look only at what their seat may see.
"""

from typing import Final

import numpy as np

from tsurolab._jit import below, copy_record, inlined, kernel
from tsurolab.games.sorry.deck import CARDS
from tsurolab.games.sorry.kernel_board import apply, count_bits, others, pick_pawn, pick_place, set_pawns
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
from tsurolab.games.sorry.kernel_worth import advantage, exposure, next_cards, sides_against
from tsurolab.games.sorry.rules import CIRCLE, HOME, START, ZONE, Kind

POLICIES: Final = ("uniform", "greedy", "cautious")
UNIFORM, GREEDY, CAUTIOUS = range(len(POLICIES))
CARE: Final = 50
CARE_UNIT: Final = 100
"""``cautious`` counts CARE / CARE_UNIT of its exposure: an opponent often has a better use for its card."""

_PASS, _START, _STEP, _SWAP, _SORRY = (int(kind) for kind in list(Kind)[:5])
_TWO, _FOUR, _SEVEN, _TEN, _ELEVEN, _SORRY_CARD = (CARDS.index(card) for card in ("2", "4", "7", "10", "11", "S"))
_FAR: Final = 12
"""Pawns of one colour that are so far apart cannot touch within a 7: seven steps and a slide of four."""


@kernel
def _draw(desk, seat, count):
    """A number of 0 .. count-1 from the seat's stream; also of a choice of one, which spares a branch."""
    return below(desk.rng, seat, count)


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
def _choose_steps(rules, state, desk, seat, card, move):
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
    k = _draw(desk, seat, count + more)
    if k < count:
        _write_step(move, card, seat, ring, zone, steps, k)
    elif card <= _TWO:
        write(move, card, _START, seat, START, 0, CIRCLE)
    else:
        _write_step(move, card, seat, back_ring, back_zone, -1, k - count)


@kernel
def _choose_sorry(state, desk, seat, move):
    rivals = others(state, seat)
    if state.start[seat] == 0 or rivals == 0:
        _pass(state, move)
        return
    k = _draw(desk, seat, count_bits(rivals))
    write(move, _SORRY_CARD, _SORRY, seat, START, 0, pick_place(rivals, k))


@kernel
def _choose_eleven(rules, state, desk, seat, move):
    ring, zone = forward(state, seat, 11)
    rivals = others(state, seat)
    mine = state.ring[seat]
    if rivals & (rules.short_heads | rules.long_heads) and mine & (mine - 1):
        return False
    steps = count_bits(ring) + count_bits(zone)
    targets = count_bits(rivals)
    swaps = count_bits(mine) * targets
    k = _draw(desk, seat, steps + swaps + (1 if steps == 0 else 0))
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
def _choose_far_seven(state, desk, seat, pawns, move):
    """A 7 when no two pawns can touch: every whole move and every split is an outcome of its own."""
    singles = np.int64(0)
    while singles < pawns and desk.places[singles] + 7 <= HOME:
        singles += 1
    count = singles
    for front in range(1, pawns):
        count += front * max(np.int64(0), 7 - _least(desk.places[front]))
    if count == 0:
        _pass(state, move)
        return
    k = _draw(desk, seat, count)
    if k < singles:
        write(move, _SEVEN, _STEP, seat, desk.places[k], 7, NONE)
        return
    k -= singles
    for rear in range(pawns):
        for front in range(rear + 1, pawns):
            least = _least(desk.places[front])
            ways = max(np.int64(0), 7 - least)
            if k < ways:
                write(move, _SEVEN, _STEP, seat, desk.places[rear], least + k, NONE)
                move.parts = 2
                move.owner[1] = seat
                move.place[1] = desk.places[front]
                move.steps[1] = 7 - least - k
                return
            k -= ways


@kernel
def _choose_seven(state, desk, seat, move):
    pawns = list_pawns(state, seat, desk)
    for front in range(1, pawns):
        if desk.places[front] - desk.places[front - 1] < _FAR:
            return False
    _choose_far_seven(state, desk, seat, pawns, move)
    return True


@kernel
def choose_quickly(rules, state, desk, move):
    """Choose uniformly without listing the moves, where that can be done; whether it was."""
    if rules.plain == 0:
        return False
    seat = state.turn
    card = state.card
    if card == _SEVEN:
        return _choose_seven(state, desk, seat, move)
    if card == _ELEVEN:
        return _choose_eleven(rules, state, desk, seat, move)
    if card == _SORRY_CARD:
        _choose_sorry(state, desk, seat, move)
    else:
        _choose_steps(rules, state, desk, seat, card, move)
    return True


@kernel
def choose_listed(rules, state, desk, moves):
    """Choose uniformly among all legal moves, and write the choice to ``moves[0]``.

    The stream of the seat in ``desk.rng`` decides, as in :func:`choose_quickly`.
    """
    count = all_moves(rules, state, moves, desk)
    moves[0] = moves[_draw(desk, state.turn, count)]


@kernel
def choose_best(rules, state, policy, desk, board, moves):
    """Write the move that ``greedy`` or ``cautious`` likes best to ``moves[0]``, trying all on ``board``."""
    seat = state.turn
    count = all_moves(rules, state, moves, desk)
    cautious = policy == CAUTIOUS
    cards = next_cards(rules, state, seat, desk) if cautious else np.int64(1)
    care = CARE * sides_against(state, seat)
    copy_record(board, state)
    best = np.int64(0)
    ties = np.int64(0)
    chosen = np.int64(0)
    for at in range(count):
        set_pawns(board, state)
        apply(rules, board, moves[at])
        value = advantage(board, seat)
        if cautious:
            value = CARE_UNIT * cards * value - care * exposure(rules, board, seat, desk)
        if ties == 0 or value > best:
            best = value
            ties = np.int64(1)
            chosen = np.int64(at)
        elif value == best:
            ties += 1
            if below(desk.rng, seat, ties) == 0:
                chosen = np.int64(at)
    moves[0] = moves[chosen]


@inlined
def choose(rules, state, policy, desk, board, moves):
    """Write the move of the agent ``policy`` (its index in ``POLICIES``) for the seat on turn to ``moves[0]``.

    Random draws come from the seat's stream in ``desk.rng`` alone. ``board`` is a state to try moves on, with anything
    in it; ``moves`` has room for ``kernel.MAX_MOVES``.
    """
    if policy != UNIFORM:
        choose_best(rules, state, policy, desk, board, moves)
    elif not choose_quickly(rules, state, desk, moves[0]):
        choose_listed(rules, state, desk, moves)
