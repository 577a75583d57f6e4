"""The compiled agents of Tsuro: uniform, greedy and cautious.

What it is for: choosing one legal move for the seat to play, from what that seat may see. What it is not for: rules;
where ``uniform`` does not list all moves, it takes the move that stands at the same place in the list.

``greedy`` and ``cautious`` look one placement ahead, without playing it: where every marker that faces the new tile
would come to wait is followed with the tile in mind. Both win at once where they can, put themselves out only when
nothing else is left (then with as many others as possible), and else play the placement of the greatest worth; among
equals they choose uniformly. The worth is, in tile classes:

- for each opponent put out, ``GREEDY_OUT`` (more than all else together) or ``CAUTIOUS_OUT``;
- the *outlook* of the own marker where it comes to wait: how many of the 35 classes have an orientation that would lead
  it on from there; ``TURN_WORTH`` for each quarter turn of each tile left in the hand that would (equal orientations
  count apart, so that every tile has four); ``INWARD_WORTH`` for each square between it and the nearest rim; less
  ``SHARE_COST`` for each other marker that waits at the same square, for all others play before this one plays again;
- ``greedy`` only: ``CHASE_WORTH`` for each other marker that waits at a square to which a line leads from the own one:
  who lays a tile there may run into the square that is the own one to fill;
- with the goals of rule 1.25, ``LENGTH_WORTH`` for each tile crossing by which the own path grows.

A line *leads on* from a square if it ends at another empty square and does not begin where another marker waits.

Other choices. A start mark or a first card is judged by the outlook in the same way, a side by the sum of both its
entrances; a marker on a side counts as waiting at the lower one. Cards to keep (rule 2.10) are those with most quarter
turns that would lead on.

Solitaire is another game: it is won by leaving no square out, so both agents keep to the rim and the markers apart. Of
each marker's place they count the quarter turns of the tiles left in the hand that would lead it on, less ``SOLO_COST``
for each square between it and the nearest rim and for each other marker at the same square, and add these up.
"""

from typing import Final

import numpy as np

from tsurolab._jit import below, count_bits, equal_lanes, inlined, kernel, lowest_bit
from tsurolab.games.tsuro.kernel_moves import is_plain_turn, legal, legal_mask, notch_taken
from tsurolab.games.tsuro.kernel_paths import THROUGH, far_end, follow, length_from
from tsurolab.games.tsuro.kernel_record import (
    CLASSES,
    DESK,
    FIRST,
    INHERIT,
    MARKS,
    NONE,
    SIDE,
    SURVIVAL,
    TILES,
    entrance_taken,
    hand_of,
    pick_placement,
    tile_in,
    waiting_ports,
)
from tsurolab.games.tsuro.rules import EDGE, MAX_SEATS, NOWHERE

__all__ = ["DESK", "POLICIES", "UNIFORM", "choose", "choose_quickly", "destination"]

POLICIES: Final = ("uniform", "greedy", "cautious")
UNIFORM, GREEDY, CAUTIOUS = range(len(POLICIES))

GREEDY_OUT: Final = 1000
CAUTIOUS_OUT: Final = 20
SHARE_COST: Final = 20
TURN_WORTH: Final = 2
INWARD_WORTH: Final = 3
CHASE_WORTH: Final = 3
LENGTH_WORTH: Final = 30
SOLO_COST: Final = 30
DECIDED: Final = 1 << 20
"""What winning at once is worth, and being put out costs."""

LEADING: Final = np.array(
    [[np.count_nonzero(SURVIVAL[:CLASSES, parity, ways]) for ways in range(256)] for parity in range(2)], np.uint8
)
"""uint8[2, 256]: entering by port 0 or 1, how many classes have an orientation that leads out by one of the ways."""
_NO_SQUARE: Final = -1
"""Instead of the square of a new tile, when none is laid."""


# ------------------------------------------------------------------------------------------------------------- uniform


@inlined
def choose_mark(rules, state, desk, seat, move):
    """A start mark, uniformly among the free ones."""
    notch = below(desk.rng, seat, rules.notches)
    while notch_taken(state, notch):
        notch = below(desk.rng, seat, rules.notches)
    end = np.int64(rules.notch_end[notch])
    move.square = end >> 3
    move.port = end & 7
    move.tile = NONE
    move.slot = NONE


@inlined
def tally_branching(state, count):
    """Count the legal placements of one turn."""
    state.branching_sum += count
    state.branching_max = max(state.branching_max, count)


@inlined
def choose_placement(rules, state, desk, mask, move):
    """Write one of the placements of ``mask`` in a plain turn, chosen uniformly by the seat's own stream."""
    seat = state.turn & 7
    place = pick_placement(mask, below(desk.rng, seat, count_bits(mask)))
    move.square = state.at[seat] >> 3
    move.port = NONE
    move.tile = np.int64(FIRST[tile_in(state, hand_of(rules, seat), place >> 3)]) + (place & 7)
    move.slot = place >> 3


@inlined
def choose_quickly(rules, state, desk, move):
    """Choose a move uniformly by the seat's own stream without listing all; whether that was possible."""
    if state.phase == MARKS and rules.start != SIDE:
        choose_mark(rules, state, desk, state.turn & 7, move)
        return True
    if is_plain_turn(rules, state):
        mask = legal_mask(rules, state)
        choose_placement(rules, state, desk, mask, move)
        tally_branching(state, count_bits(mask))
        return True
    return False


@kernel
def list_moves(rules, state, moves):
    """List all legal moves, and tally placements; how many there are."""
    count = legal(rules, state, moves)
    if state.phase == TILES:
        tally_branching(state, count)
    return count


# ------------------------------------------------------------------------------------------------------------- outlook


@inlined
def take_places(state, desk):
    """Note in ``desk.ends`` where every marker waits now."""
    for seat in range(MAX_SEATS):
        desk.ends[seat] = state.at[seat]


@kernel
def foresee(state, desk, square, port, tile):
    """Note in ``desk.ends`` where every marker would wait if the seat to play laid ``tile``; who would be out, as bits.

    ``port`` is where its marker enters if the move says so, else NONE.
    """
    take_places(state, desk)
    occupied = waiting_ports(state, square)
    if port != NONE:
        desk.ends[state.turn & 7] = square * 8 + port
        occupied |= 1 << port
    if state.undecided:
        for seat in range(state.players):
            if (state.undecided >> seat) & 1 and seat != state.turn and state.at[seat] >> 3 == square:
                enter = entrance_taken(state, square, state.at[seat] & 7, tile, occupied)
                desk.ends[seat] = square * 8 + enter
                occupied |= 1 << enter
    movers = equal_lanes(desk.ends, 0, ~7, square << 3)
    out = 0
    while movers:
        seat = lowest_bit(movers)
        enter = desk.ends[seat] & 7
        stop = follow(state, square, enter, tile, occupied & ~(1 << enter))
        if stop < 0 or stop >= EDGE:
            stop = NOWHERE
            out |= 1 << seat
        desk.ends[seat] = stop
        movers &= movers - 1
    return out


@inlined
def others_at(desk, seat, end):
    """The other markers that would wait at the square of an end, as bits."""
    return equal_lanes(desk.ends, 0, ~7, end & ~7) & ~(1 << seat)


@inlined
def end_after(state, end, square, tile):
    """The other end of the line from ``end`` once ``tile`` lies on ``square``."""
    stop = far_end(state, end)
    return follow(state, square, stop & 7, tile, 0) if stop >> 3 == square else stop


@inlined
def leading_on(state, desk, seat, square, tile):
    """The ports from which a line leads on from the square where ``seat`` would wait, with ``tile`` on ``square``."""
    end = desk.ends[seat]
    base = end & ~7
    ways = equal_lanes(state.link, base, EDGE, 0) & ~equal_lanes(state.link, base, 0xFFF8, base) & ~(1 << (end & 7))
    through = ways & equal_lanes(state.link, base, 0xFFF8, square << 3)
    while through:
        port = lowest_bit(through)
        stop = end_after(state, base + port, square, tile)
        if stop >= EDGE or stop & ~7 == base:
            ways &= ~(1 << port)
        through &= through - 1
    others = others_at(desk, seat, end)
    while others:
        ways &= ~(1 << (desk.ends[lowest_bit(others)] & 7))
        others &= others - 1
    return ways


@inlined
def turned(ways, end):
    """Ways as they are when the square is turned so that a path enters it at port 0 or 1."""
    return ((ways | ways << 8) >> (end & 6)) & 255


@inlined
def turns_on(tile, end, ways):
    """How many of four quarter turns of a class lead a marker on from ``end`` by one of the turned ``ways``."""
    return count_bits(np.int64(SURVIVAL[tile, end & 1, ways]))


@inlined
def distance_inward(rules, square):
    """How many squares lie between a square and the nearest rim."""
    row = square // rules.cols
    col = square - row * rules.cols
    return min(min(row, rules.rows - 1 - row), min(col, rules.cols - 1 - col))


@inlined
def chased(state, desk, seat, square, tile, ways):
    """How many other markers would wait at squares to which ``ways`` lead."""
    base = desk.ends[seat] & ~7
    seats = 0
    while ways:
        seats |= others_at(desk, seat, end_after(state, base + lowest_bit(ways), square, tile))
        ways &= ways - 1
    return count_bits(seats)


@kernel
def outlook(rules, state, desk, policy, seat, square, tile, slot):
    """What the place where ``seat`` would wait is worth, with ``tile`` on ``square`` and ``slot`` of the hand empty."""
    end = desk.ends[seat]
    leading = leading_on(state, desk, seat, square, tile)
    ways = turned(leading, end)
    hand = hand_of(rules, seat)
    sharing = count_bits(others_at(desk, seat, end))
    inward = distance_inward(rules, end >> 3)
    turns = np.int64(0)
    for held in range(state.hand_count[hand]):
        if held != slot:
            turns += turns_on(tile_in(state, hand, held), end, ways)
    if rules.solitaire:
        return turns - SOLO_COST * (sharing + inward)
    worth = np.int64(LEADING[end & 1, ways]) + TURN_WORTH * turns + INWARD_WORTH * inward - SHARE_COST * sharing
    if policy == GREEDY:
        worth += CHASE_WORTH * chased(state, desk, seat, square, tile, leading)
    return worth


# --------------------------------------------------------------------------------------------------------------- worth


@kernel
def growth(state, square, port, tile):
    """By how many tile crossings the path of a marker that waits at ``port`` would grow."""
    base = square * 8
    steps = np.int64(0)
    end = base + port
    while end & ~7 == base:
        leave = base + np.int64(THROUGH[tile, end & 7])
        steps += 1 + length_from(state, leave)
        end = far_end(state, leave)
    return steps


@kernel
def worth_of_placement(rules, state, desk, policy, square, port, tile, slot):
    """What laying ``tile`` from ``slot`` on ``square`` is worth to the seat to play; ``port`` as in a move."""
    seat = state.turn & 7
    out = foresee(state, desk, square, port, tile)
    if rules.solitaire:
        worth = np.int64(0)
        for marker in range(state.players):
            if desk.ends[marker] >= 0:
                worth += outlook(rules, state, desk, policy, marker, square, tile, slot)
        return worth - DECIDED * count_bits(out)
    worth = (GREEDY_OUT if policy == GREEDY else CAUTIOUS_OUT) * count_bits(out & ~(1 << seat))
    if (out >> seat) & 1:
        return worth - DECIDED
    if rules.goal:
        worth += LENGTH_WORTH * growth(state, square, state.at[seat] & 7 if port == NONE else port, tile)
    elif out == state.alive & ~(1 << seat):
        worth += DECIDED
    return worth + outlook(rules, state, desk, policy, seat, square, tile, slot)


@kernel
def worth_of_start(rules, state, desk, policy, square, port):
    """What a start mark, or a side, is worth to the seat to play."""
    seat = state.turn & 7
    take_places(state, desk)
    first = square * 8 + (port if port < 8 else (port - 8) * 2)
    worth = np.int64(0)
    for entrance in range(1 if port < 8 else 2):
        desk.ends[seat] = first + entrance
        worth += outlook(rules, state, desk, policy, seat, np.int64(_NO_SQUARE), np.int64(0), np.int64(NONE))
    return worth


@kernel
def worth_of_keep(state, desk, first, second):
    """What keeping two classes is worth to the seat to play; NONE for no card."""
    seat = state.turn & 7
    take_places(state, desk)
    end = desk.ends[seat]
    ways = turned(leading_on(state, desk, seat, np.int64(_NO_SQUARE), np.int64(0)), end)
    worth = turns_on(first, end, ways)
    return worth if second == NONE else worth + turns_on(second, end, ways)


@kernel
def worth_of(rules, state, desk, policy, move):
    """What a legal move is worth to the seat to play."""
    if state.phase == MARKS:
        return worth_of_start(rules, state, desk, policy, np.int64(move.square), np.int64(move.port))
    if state.phase == INHERIT:
        return worth_of_keep(state, desk, np.int64(move.keep[0]), np.int64(move.keep[1]))
    return worth_of_placement(
        rules,
        state,
        desk,
        policy,
        np.int64(move.square),
        np.int64(move.port),
        np.int64(move.tile),
        np.int64(move.slot),
    )


# -------------------------------------------------------------------------------------------------------------- choice


@kernel
def best_placements(rules, state, desk, policy, mask):
    """Those of the placements of ``mask`` in a plain turn that are worth most."""
    hand = hand_of(rules, state.turn & 7)
    square = (state.at[state.turn & 7] >> 3) & 127
    most = np.int64(0)
    best = np.int64(0)
    while mask:
        place = lowest_bit(mask)
        slot = place >> 3
        tile = np.int64(FIRST[tile_in(state, hand, slot)]) + (place & 7)
        worth = worth_of_placement(rules, state, desk, policy, square, np.int64(NONE), tile, slot)
        if best == 0 or worth > most:
            most = worth
            best = np.int64(0)
        if worth == most:
            best |= 1 << place
        mask &= mask - 1
    return best


@kernel
def best_moves(rules, state, desk, policy, moves, count):
    """Move those of the first ``count`` moves that are worth most to the front; how many these are."""
    most = np.int64(0)
    equals = np.int64(0)
    for index in range(count):
        worth = worth_of(rules, state, desk, policy, moves[index])
        if equals == 0 or worth > most:
            most = worth
            equals = np.int64(0)
        if worth == most:
            moves[equals] = moves[index]
            equals += 1
    return equals


@kernel
def choose_best(rules, state, desk, policy, moves):
    """Write the move that ``greedy`` or ``cautious`` likes best to ``moves[0]``."""
    if is_plain_turn(rules, state):
        mask = legal_mask(rules, state)
        tally_branching(state, count_bits(mask))
        choose_placement(rules, state, desk, best_placements(rules, state, desk, policy, mask), moves[0])
    else:
        count = list_moves(rules, state, moves)
        equals = best_moves(rules, state, desk, policy, moves, count)
        moves[0] = moves[below(desk.rng, state.turn, equals)]


@kernel
def choose(rules, state, policy, desk, board, moves):
    """Write the move that an agent chooses for the seat to play to ``moves[0]``; random draws from the seat's stream.

    ``policy`` is a place in POLICIES. ``board``, a state to try moves on, is not needed here.
    """
    if policy != UNIFORM:
        choose_best(rules, state, desk, policy, moves)
    elif not choose_quickly(rules, state, desk, moves[0]):
        moves[0] = moves[below(desk.rng, state.turn, list_moves(rules, state, moves))]


@kernel
def destination(rules, state, move):
    """The end (square * 8 + port) before which the mover's marker would wait after a legal move; -1 if it were out.

    Of a side: its lower entrance. In solitaire: of the lowest seat that faces the square.
    """
    seat = state.turn & 7
    if state.phase == INHERIT:
        return state.at[seat]
    square = np.int64(move.square)
    port = np.int64(move.port)
    if state.phase == MARKS:
        return square * 8 + (port if port < 8 else (port - 8) * 2)
    occupied = waiting_ports(state, square)
    if port != NONE:
        occupied |= 1 << port
    elif rules.solitaire:
        port = state.at[lowest_bit(equal_lanes(state.at, 0, ~7, square << 3))] & 7
    else:
        port = state.at[seat] & 7
    tile = np.int64(move.tile)
    if state.undecided:
        for other in range(state.players):
            if (state.undecided >> other) & 1 and other != seat and state.at[other] >> 3 == square:
                occupied |= 1 << entrance_taken(state, square, state.at[other] & 7, tile, occupied)
    stop = follow(state, square, port, tile, occupied & ~(1 << port))
    return stop if stop >= 0 and stop < EDGE else np.int64(NOWHERE)
