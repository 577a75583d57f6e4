"""A turn of Tsuro, compiled: lay the tile, move the markers, eliminate, give hands back, draw, pass the turn on.

What it is for: :func:`play`, in the steps of the rules (numbers are those of the family's rules text). What it is not
for: checks (``state.py`` makes them).
"""

import numpy as np

from tsurolab._jit import count_bits, inlined, kernel, shuffle
from tsurolab.games.tsuro.kernel_paths import COLLIDES, follow, join, length_from, self_crossings, steps_to_meeting
from tsurolab.games.tsuro.kernel_record import (
    CHANCE,
    EMPTY_HAND,
    FIRST,
    INHERIT,
    MARKS,
    NONE,
    TILES,
    TURNS,
    clockwise,
    draw_tile,
    entrance_taken,
    facing,
    hand_of,
    next_alive,
    ports_of,
    put_tile,
    take_tile,
    tile_in,
    waiting_ports,
)
from tsurolab.games.tsuro.rules import EDGE, MAX_CELLS, NOWHERE, Cause, Goal, Reason, Redraw

_LAST_STANDING, _ALL_ELIMINATED, _TILES_EXHAUSTED, _MARKER_LOST = (int(reason) for reason in Reason)
_BY_EDGE, _BY_COLLISION, _BY_LOOP = (int(cause) for cause in Cause)
_TO_CURRENT = int(Redraw.TO_CURRENT)
_SELF_CROSSINGS = int(Goal.SELF_CROSSINGS)


@kernel
def notch_at(rules, end):
    """The start notch at an end of a border square."""
    return np.int64(rules.link[end]) - EDGE


@kernel
def place_mark(rules, state, move):
    """Put the marker of the seat to play on a start mark, or at a side; the last one starts the tiles."""
    seat = state.turn & 7
    port = np.int64(move.port)
    if port >= 8:
        port = (port - 8) * 2
        state.undecided |= 1 << seat
    state.at[seat] = np.int64(move.square) * 8 + port
    state.start[seat] = notch_at(rules, state.at[seat])
    other = seat
    for _ in range(state.players):
        other = clockwise(state, other)
        if state.at[other] < 0 and (state.alive >> other) & 1:
            state.turn = other
            return
    state.phase = TILES
    state.turn = next_alive(state, state.players - 1)


@kernel
def decide_entrances(rules, state, square, tile, move):
    """Decide the entrances of markers that have none yet: the mover's by its move, others' by ruling 3.3."""
    if move.port != NONE:
        seat = state.turn & 7
        state.at[seat] = square * 8 + np.int64(move.port)
        state.start[seat] = notch_at(rules, state.at[seat])
        state.undecided &= ~(1 << seat)
    if state.undecided:
        occupied = waiting_ports(state, square)
        for seat in range(state.players):
            if (state.undecided >> seat) & 1 and state.at[seat] >> 3 == square:
                port = entrance_taken(state, square, state.at[seat] & 7, tile, occupied)
                state.at[seat] = square * 8 + port
                state.start[seat] = notch_at(rules, state.at[seat])
                state.undecided &= ~(1 << seat)
                occupied |= 1 << port


@kernel
def eliminate(rules, state, seat, square, stop):
    """Take a marker off the board and note when, why and where (rule 1.8)."""
    state.alive &= ~(1 << seat)
    state.gone |= 1 << seat
    state.at[seat] = NOWHERE
    state.out_turn[seat] = state.placed
    if stop >= EDGE:
        state.out_cause[seat] = _BY_EDGE
        state.out_square[seat] = rules.notch_end[stop - EDGE] >> 3
        state.path_length[seat] = length_from(state, stop)
    else:
        state.out_cause[seat] = _BY_COLLISION if stop == COLLIDES else _BY_LOOP
        state.out_square[seat] = square


@inlined
def advance(state, seat, square, tile, occupied):
    """Move one marker over the new tile, before its paths are joined; ``at`` may become an end at the rim or a code."""
    port = state.at[seat] & 7
    others = occupied & ~(1 << port)
    stop = follow(state, square, port, tile, others)
    if stop < 0:
        state.path_length[seat] = length_from(state, state.at[seat])
        if stop == COLLIDES:
            state.path_length[seat] += steps_to_meeting(state, square, port, tile, others)
    state.at[seat] = stop


@kernel
def advance_others(state, movers, square, tile, occupied):
    """Move the markers of several seats over the new tile."""
    for seat in range(state.players):
        if (movers >> seat) & 1:
            advance(state, seat, square, tile, occupied)


@kernel
def eliminate_stopped(rules, state, movers, square):
    """Eliminate those of several markers that came to the rim, collided or run in a circle."""
    for seat in range(state.players):
        if (movers >> seat) & 1 and (state.at[seat] < 0 or state.at[seat] >= EDGE):
            eliminate(rules, state, seat, square, state.at[seat])


@inlined
def move_markers(rules, state, square, tile):
    """Move every marker that faces the new tile to the end of its path, all at once (rules 1.7 and 1.8)."""
    movers = facing(state, square)
    mover = state.turn & 7
    others = movers & ~(1 << mover)
    occupied = ports_of(state, movers)
    if (movers >> mover) & 1:  # always, but in solitaire
        advance(state, mover, square, tile, occupied)
    if others:
        advance_others(state, others, square, tile, occupied)
    state.loops += join(state, square, tile)
    if others or state.at[mover] < 0 or state.at[mover] >= EDGE:
        eliminate_stopped(rules, state, movers, square)


@kernel
def is_forced(rules, state, seat, square, port, hand):
    """Whether every placement puts the player out; with collisions as suicide, the legal moves have shown it."""
    if rules.collision_is_suicide:
        return True
    occupied = waiting_ports(state, square) & ~(1 << port)
    for slot in range(state.hand_count[hand]):
        tile = tile_in(state, hand, slot)
        for turn in range(count_bits(np.int64(TURNS[tile]))):
            stop = follow(state, square, port, np.int64(FIRST[tile]) + turn, occupied)
            if stop >= 0 and stop < EDGE:
                return False
    return True


@inlined
def is_short(rules, state, seat):
    """Whether a living seat has fewer tiles than a full hand."""
    return (state.alive >> seat) & 1 and state.hand_count[seat] < rules.hand_size


@kernel
def pass_dragon(rules, state):
    """An eliminated holder's dragon goes clockwise to the next living seat that is short, before anyone draws."""
    holder = state.dragon
    if holder >= 0 and (state.gone >> holder) & 1:
        state.dragon = -1
        other = clockwise(state, holder)
        while other != holder:
            if is_short(rules, state, other):
                state.dragon = other
                return
            other = clockwise(state, other)


@inlined
def lay(rules, state, move):
    """Lay the tile of ``move``, move the markers and eliminate (rules 1.4 to 1.8); no hand goes back yet."""
    seat = state.turn & 7
    hand = hand_of(rules, seat)
    square = np.int64(move.square)
    tile = np.int64(move.tile)
    state.gone = 0
    state.returned = 0
    if state.dragon >= 0:
        state.dragon_turns[state.dragon & 7] += 1
    if move.port != NONE or state.undecided:
        decide_entrances(rules, state, square, tile, move)
    port = state.at[seat] & 7
    state.placed += 1
    state.tiles[square] = tile
    if rules.collision_is_suicide == 0 and rules.solitaire == 0:
        forced = is_forced(rules, state, seat, square, port, hand)
    else:
        forced = True
    move_markers(rules, state, square, tile)
    if forced and ((state.gone >> seat) & 1 or (rules.solitaire and state.gone)):
        state.forced_suicides += 1
    take_tile(state, hand, np.int64(move.slot))
    pass_dragon(rules, state)
    if (
        rules.inheritance
        and state.gone
        and state.hand_count[hand]
        and (state.alive >> seat) & 1
        and state.alive & (state.alive - 1)
    ):
        for other in range(state.players):
            if (state.gone >> other) & 1 and state.hand_count[other]:
                state.phase = INHERIT


@kernel
def inherit(state, move):
    """Keep the cards that ``move`` names out of the own hand and those of the eliminated (rule 2.10)."""
    seat = state.turn & 7
    for kept in range(state.hand_count[seat]):
        wanted = np.int64(move.keep[kept])
        for other in range(state.players):
            if other == seat or (state.gone >> other) & 1:
                first = kept if other == seat else 0
                for slot in range(first, state.hand_count[other]):
                    if wanted != NONE and tile_in(state, other, slot) == wanted:
                        put_tile(state, other, slot, tile_in(state, seat, kept))
                        put_tile(state, seat, kept, wanted)
                        wanted = NONE
    state.phase = TILES


@kernel
def give_back(rules, state):
    """Put the hands of those eliminated this turn into the pile, unshuffled (rule 1.9); whether any tile came back."""
    if state.gone and rules.common_hand == 0:
        for seat in range(state.players):
            if (state.gone >> seat) & 1 and state.hand_count[seat]:
                for slot in range(state.hand_count[seat]):
                    state.deck[state.deck_count] = tile_in(state, seat, slot)
                    state.deck_count += 1
                state.hand_count[seat] = 0
                state.hands[seat] = EMPTY_HAND
                state.returned = 1
    return state.returned


@kernel
def finish(rules, state, reason, winners):
    """End the game; the fan goals choose other winners among all players (rule 1.25)."""
    state.reason = reason
    state.winners = winners
    if rules.goal:
        visits = np.zeros((8 * MAX_CELLS, 3), np.int64)
        best = np.int64(-1)
        state.winners = 0
        for seat in range(state.players):
            score = np.int64(0)
            if state.start[seat] >= 0:
                score = path_length_of(state, seat)
                if rules.goal == _SELF_CROSSINGS:
                    score = self_crossings(rules, state, state.start[seat], score, visits)
            if score > best:
                best = score
                state.winners = 0
            if score == best:
                state.winners |= 1 << seat


@kernel
def path_length_of(state, seat):
    """Tile crossings of a seat's path so far, or as it ended."""
    if (state.alive >> seat) & 1:
        return length_from(state, state.at[seat]) if state.at[seat] >= 0 else np.int64(0)
    return np.int64(state.path_length[seat])


@inlined
def end_if_decided(rules, state):
    """End the game if it is decided (rules 1.19 to 1.22); whether it is."""
    tiles = state.deck_count
    if tiles == 0:
        for seat in range(state.players):
            if (state.alive >> seat) & 1 or rules.common_hand:
                tiles += state.hand_count[seat]
    if rules.solitaire:
        if state.gone:
            finish(rules, state, _MARKER_LOST, 0)
        elif tiles == 0:
            finish(rules, state, _TILES_EXHAUSTED, state.alive)
    elif state.alive == 0:
        finish(rules, state, _ALL_ELIMINATED, state.gone)
    elif state.alive & (state.alive - 1) == 0:
        finish(rules, state, _LAST_STANDING, state.alive)
    elif tiles == 0:
        finish(rules, state, _TILES_EXHAUSTED, state.alive)
    return state.reason != 0


@inlined
def draw_or_dragon(rules, state, seat):
    """Let ``seat`` draw, or take the dragon from an empty pile (1.12, 1.14); whether the drawing may go on."""
    if state.deck_count:
        draw_tile(rules, state, seat)
        return True
    if state.dragon_used:
        state.dragon = seat
    return False


@kernel
def draw_round(rules, state, first):
    """Draw one each, clockwise from ``first``, until all hands are full or the pile is empty (1.13, 1.14); or, by
    option, once round up to the current player (1.17)."""
    seat = first
    idle = 0
    while idle < state.players:
        if is_short(rules, state, seat):
            if not draw_or_dragon(rules, state, seat):
                return
            idle = 0
        else:
            idle += 1
        if rules.redraw == _TO_CURRENT and seat == state.turn:
            return
        seat = clockwise(state, seat)


@inlined
def draw_tiles(rules, state):
    """All drawing of a turn (rules 1.11 to 1.17)."""
    active = state.turn & 7
    if rules.common_hand:
        if state.deck_count and state.hand_count[0] < rules.hand_size:
            draw_tile(rules, state, 0)
        return
    holder = state.dragon
    if holder >= 0:
        if state.deck_count:
            state.dragon = -1
            draw_round(rules, state, holder)
    elif state.returned:
        draw_round(rules, state, active if (state.alive >> active) & 1 else next_alive(state, active))
    elif is_short(rules, state, active):
        draw_or_dragon(rules, state, active)


@inlined
def pass_turn(rules, state):
    """The turn passes clockwise to the next living player who has a tile (rules 1.10 and 1.22)."""
    if rules.solitaire:
        return
    seat = next_alive(state, state.turn)
    while state.hand_count[hand_of(rules, seat)] == 0 and seat != state.turn:
        seat = next_alive(state, seat)
    state.turn = seat


@inlined
def settle(rules, state):
    """After the tile is laid and hands are back: end the game, or draw and pass the turn on."""
    if not end_if_decided(rules, state):
        draw_tiles(rules, state)
        pass_turn(rules, state)


@kernel
def play(rules, state, move):
    """Play a legal move, chance included, up to the next decision."""
    if state.phase == MARKS:
        place_mark(rules, state, move)
        return
    if state.phase == INHERIT:
        inherit(state, move)
    else:
        lay(rules, state, move)
        if state.phase == INHERIT:
            return
    if state.gone and give_back(rules, state):
        shuffle(state.rng, CHANCE, state.deck, state.deck_count)
    settle(rules, state)
