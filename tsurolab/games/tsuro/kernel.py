"""The game of Tsuro, compiled: deal, legal moves, play, outcome, and whole games by the million.

What it is for: one text of the rules, used by a person's State and by simulations alike. What it is not for: checks
(``state.py`` makes them) and what differs between editions (``rules.py`` says it as data).

Rule numbers are those of the family's rules text. Functions follow the steps of a turn: choose a placement, lay the
tile, follow the paths, eliminate, give hands back, draw, pass the turn on.
"""

from typing import Any, Final

import numpy as np

from tsurolab._jit import below, kernel, shuffle, stream_key
from tsurolab.games.tsuro.kernel_paths import (
    CIRCLES,
    COLLIDES,
    THROUGH,
    far_end,
    follow,
    join,
    length_from,
    self_crossings,
    steps_to_meeting,
)
from tsurolab.games.tsuro.rules import (
    EDGE,
    EDGE_BIT,
    MAX_CELLS,
    MAX_DECK,
    MAX_ENDS,
    MAX_SEATS,
    NOWHERE,
    Cause,
    Goal,
    Phase,
    Reason,
    Redraw,
    Start,
)
from tsurolab.games.tsuro.tiles import FIRST_ORIENTED, ORIENTATIONS

STATE: Final = np.dtype(
    [
        ("players", "i8"),
        ("turn", "i8"),
        ("phase", "i8"),
        ("reason", "i8"),
        ("winners", "i8"),  # a bit a seat
        ("alive", "i8"),  # a bit a seat
        ("undecided", "i8"),  # a bit a seat: a side is chosen, its entrance not yet (Start.SIDE)
        ("gone", "i8"),  # a bit a seat: eliminated by the last tile
        ("returned", "i8"),  # whether hands came back to the pile this turn
        ("dragon", "i8"),  # the seat that holds it, or -1
        ("dragon_used", "i8"),  # whether the game has one: not with two players (rule 1.10)
        ("placed", "i8"),
        ("deck_count", "i8"),
        ("loops", "i8"),
        ("forced_suicides", "i8"),
        ("branching_sum", "i8"),
        ("branching_max", "i8"),
        ("rng", "u8", 2),  # the streams of the deal and of later chance
        ("at", "i8", MAX_SEATS),  # the end where each marker waits
        ("start", "i8", MAX_SEATS),  # the notch where each marker began, or -1
        ("hand_count", "i8", MAX_SEATS),
        ("hands", "i8", MAX_SEATS),  # a byte a slot from the lowest: classes, NONE where empty; the eighth always is
        ("out_turn", "u1", MAX_SEATS),
        ("out_cause", "u1", MAX_SEATS),
        ("out_square", "u1", MAX_SEATS),
        ("dragon_turns", "u1", MAX_SEATS),
        ("path_length", "u2", MAX_SEATS),  # of eliminated seats
        ("deck", "u1", MAX_DECK),  # classes; drawn from the end
        ("tiles", "u1", MAX_CELLS),  # oriented tiles, NONE where empty
        ("link", "u4", MAX_ENDS),  # the other end of each open path, and the path's length (kernel_paths.py)
    ],
    align=True,
)

"""One game of Tsuro."""

MOVE: Final = np.dtype(
    [("square", "u1"), ("port", "u1"), ("tile", "u1"), ("slot", "u1"), ("keep", "u1", 2)],
    align=True,
)
"""A start choice (square, port), a placement (square, tile, slot), both (first card), or two classes to keep (inherit).
A side is written as port 8 + side. NONE where a field does not apply."""

RESULT: Final = np.dtype(
    [
        ("winners", "u1"),
        ("reason", "u1"),
        ("tiles", "u1"),
        ("start", "u1", MAX_SEATS),
        ("out_turn", "u1", MAX_SEATS),
        ("out_cause", "u1", MAX_SEATS),
        ("out_square", "u1", MAX_SEATS),
        ("path_length", "u2", MAX_SEATS),
        ("forced_suicides", "u1"),
        ("dragon_turns", "u1", MAX_SEATS),
        ("branching_sum", "u2"),
        ("branching_max", "u2"),
        ("loops", "u1"),
    ],
    align=True,
)
"""What is kept of a finished game; ``rules.RESULT_FIELDS`` says what each field means."""

MAX_MOVES: Final = 1024
MAX_GAME: Final = 2 * MAX_CELLS + MAX_SEATS
POLICIES: Final = ("uniform",)
NONE: Final = 255
_EMPTY_HAND: Final = -1
_DEAL: Final = 0
_CHANCE: Final = 1
_AGENT: Final = 2
_MARKS, _TILES, _INHERIT = (int(phase) for phase in Phase)
_START_FIRST_CARD, _START_SIDE = int(Start.FIRST_CARD), int(Start.SIDE)
_LAST_STANDING, _ALL_ELIMINATED, _TILES_EXHAUSTED, _MARKER_LOST = (int(reason) for reason in Reason)
_BY_EDGE, _BY_COLLISION, _BY_LOOP = (int(cause) for cause in Cause)
_TO_CURRENT = int(Redraw.TO_CURRENT)
_LONGEST_PATH, _SELF_CROSSINGS = int(Goal.LONGEST_PATH), int(Goal.SELF_CROSSINGS)

_FIRST: Final = np.array(FIRST_ORIENTED, np.uint8)
_TURNS: Final = np.array([(1 << turns) - 1 for turns in ORIENTATIONS], np.uint8)
"""The different orientations of each class as bits."""


def _survival() -> np.ndarray:
    table = np.zeros((len(ORIENTATIONS), 2, 256), np.uint8)
    for tile, (first, turns) in enumerate(zip(FIRST_ORIENTED, ORIENTATIONS)):
        for port in range(2):
            for turn in range(4):
                leave = int(THROUGH[first + turn % turns, port])
                table[tile, port, [ways for ways in range(256) if ways >> leave & 1]] |= 1 << turn
    return table


_SURVIVAL: Final = _survival()
"""uint8[35, 2, 256]: entering class t by port 0 or 1, the quarter turns as bits that lead out by one of the ways, the
bits of a set of ports. For the ports of other sides the ways are turned first, and the answer is turned back."""
_NIBBLE_BITS: Final = np.array([bin(mask).count("1") for mask in range(16)], np.uint8)
"""How many bits are set in a 4-bit mask."""
_NIBBLE_PICK: Final = np.array(
    [[([bit for bit in range(4) if mask >> bit & 1] + [0] * 4)[k] for k in range(4)] for mask in range(16)], np.uint8
)
"""uint8[16, 4]: the place of the k-th set bit of a 4-bit mask."""


# --------------------------------------------------------------------------------------------------------- small parts


@kernel
def _count_bits(mask):
    """How many bits are set in a mask of placements."""
    count = 0
    while mask:
        count += np.int64(_NIBBLE_BITS[mask & 15])
        mask >>= 8
    return count


@kernel
def _pick_bit(mask, k):
    """The place of the k-th set bit of a mask of placements, counted from 0."""
    place = 0
    bits = np.int64(_NIBBLE_BITS[mask & 15])
    while k >= bits:
        k -= bits
        mask >>= 8
        place += 8
        bits = np.int64(_NIBBLE_BITS[mask & 15])
    return place + np.int64(_NIBBLE_PICK[mask & 15, k])


@kernel
def _hand_of(rules, seat):
    """Whose hand ``seat`` plays from: seat 0's when there is a common hand (rule 1.25)."""
    return seat * (1 - rules.common_hand)


@kernel
def _tile_in(state, hand, slot):
    """The class in a slot of a hand."""
    return (state.hands[hand] >> (8 * slot)) & 255


@kernel
def _put(state, hand, slot, tile):
    """Put a class into a slot of a hand."""
    state.hands[hand] = (state.hands[hand] & ~(255 << (8 * slot))) | tile << (8 * slot)


@kernel
def _take_out(state, hand, slot):
    """Take the tile out of a slot of a hand; later ones move up."""
    before = (1 << (8 * slot)) - 1
    state.hands[hand] = (state.hands[hand] & before) | ((state.hands[hand] >> 8) & ~before)
    state.hand_count[hand] -= 1


@kernel
def _waiting(state, square):
    """A bit for each port of ``square`` where a living marker waits with its entrance decided."""
    ports = 0
    for seat in range(state.players):
        here = np.int64(state.at[seat] >> 3 == square) & ~(state.undecided >> seat)
        ports |= here << (state.at[seat] & 7)
    return ports


@kernel
def _entrance(state, square, first, tile, occupied):
    """The port by which an undecided marker on the side of ``first`` enters when another fills its square (3.3)."""
    stop_first = follow(state, square, first, tile, occupied)
    stop_second = follow(state, square, first + 1, tile, occupied)
    in_first = stop_first >= 0 and stop_first < EDGE
    in_second = stop_second >= 0 and stop_second < EDGE
    return first + 1 if in_second and not in_first else first


@kernel
def _occupied(state, square, tile, mover, port):
    """Ports of ``square`` taken by living markers if ``tile`` were laid there by ``mover`` from ``port``."""
    ports = _waiting(state, square) | (1 << port)
    if state.undecided:
        for seat in range(state.players):
            if seat != mover and (state.undecided >> seat) & 1 and state.at[seat] >> 3 == square:
                ports |= 1 << _entrance(state, square, state.at[seat] & 7, tile, ports)
    return ports


@kernel
def _clockwise(state, seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < state.players else 0


@kernel
def _next_alive(state, seat):
    """The next living seat clockwise; ``seat`` itself if there is no other."""
    other = _clockwise(state, seat)
    while other != seat and not (state.alive >> other) & 1:
        other = _clockwise(state, other)
    return other


# ---------------------------------------------------------------------------------------------------------------- deal


@kernel
def _blank(state):
    """Set all that does not depend on a game: the seats and hands that it leaves alone."""
    for seat in range(MAX_SEATS):
        state.at[seat] = NOWHERE
        state.start[seat] = -1
        state.out_square[seat] = NONE
        state.hands[seat] = _EMPTY_HAND


@kernel
def _clear(rules, players, state):
    """Empty the board for ``players`` seats: no tile, marker, hand or pile."""
    state.players = players
    state.turn = 0
    state.phase = _TILES if rules.start == _START_FIRST_CARD else _MARKS
    state.reason = 0
    state.winners = 0
    state.alive = (1 << players) - 1
    state.undecided = 0
    state.gone = 0
    state.returned = 0
    state.dragon = -1
    state.dragon_used = np.int64(rules.dragon != 0 and players >= 3)
    state.placed = 0
    state.deck_count = 0
    state.loops = 0
    state.forced_suicides = 0
    state.branching_sum = 0
    state.branching_max = 0
    for seat in range(players):
        state.at[seat] = NOWHERE
        state.start[seat] = -1
        state.hand_count[seat] = 0
        state.out_turn[seat] = 0
        state.out_cause[seat] = 0
        state.out_square[seat] = NONE
        state.dragon_turns[seat] = 0
        state.path_length[seat] = 0
        state.hands[seat] = _EMPTY_HAND
    squares = rules.rows * rules.cols
    for square in range(squares):
        state.tiles[square] = NONE
    for end in range(8 * squares):
        state.link[end] = rules.link[end]
    for end in range(EDGE, EDGE + rules.notches):
        state.link[end] = rules.link[end]


@kernel
def clear(rules, players, state):
    """An empty board in a zeroed record."""
    _blank(state)
    _clear(rules, players, state)


@kernel
def deal(rules, players, seed, game, state):
    """Shuffle the tiles and deal a hand to each seat (rule 1.1); for KOSMOS, choose which tiles take part (3.5)."""
    _blank(state)
    _deal(rules, players, seed, game, state)


@kernel
def _deal(rules, players, seed, game, state):
    _clear(rules, players, state)
    state.rng[_DEAL] = stream_key(seed, game, _DEAL)
    state.rng[_CHANCE] = stream_key(seed, game, _CHANCE)
    for place in range(rules.deck_size):
        state.deck[place] = rules.deck[place]
    shuffle(state.rng, _DEAL, state.deck, rules.deck_size)
    state.deck_count = rules.deck_size
    if rules.deck_draw:
        state.deck_count = rules.deck_draw
        for place in range(rules.deck_draw, rules.deck_size):
            state.deck[place] = 0
    for seat in range(players):
        if rules.common_hand == 0 or seat == 0:
            for _ in range(rules.hand_size):
                if state.deck_count:
                    _draw(rules, state, seat)
    if rules.random_first:
        state.turn = below(state.rng, _DEAL, players)


@kernel
def _draw(rules, state, seat):
    """Draw the top tile of the pile into the seat's hand."""
    hand = _hand_of(rules, seat)
    state.deck_count -= 1
    _put(state, hand, state.hand_count[hand], np.int64(state.deck[state.deck_count]))
    state.deck[state.deck_count] = 0
    state.hand_count[hand] += 1


# --------------------------------------------------------------------------------------------------------- legal moves


@kernel
def _distinct(rules, state, hand):
    """Every distinct placement of a hand as a mask: bit 8 * slot + quarter turns; a repeated class counts once."""
    mask = 0
    for slot in range(state.hand_count[hand]):
        tile = _tile_in(state, hand, slot)
        again = False
        if rules.repeats:
            for past in range(slot):
                again = again or _tile_in(state, hand, past) == tile
        if not again:
            mask |= np.int64(_TURNS[tile]) << (8 * slot)
    return mask


@kernel
def _survives(rules, stop):
    """Whether a path that stops there is not suicide (rule 1.5)."""
    return (stop >= 0 and stop < EDGE) or (stop == COLLIDES and rules.collision_is_suicide == 0)


@kernel
def _keeps_in(rules, state, seat, square, port, tile):
    """Whether laying ``tile`` from ``port`` is not suicide; in solitaire, whether it loses no marker at all (1.24)."""
    occupied = _occupied(state, square, tile, seat, port)
    if not _survives(rules, follow(state, square, port, tile, occupied & ~(1 << port))):
        return False
    if rules.solitaire:
        for other in range(state.players):
            if state.at[other] >> 3 == square:
                enter = state.at[other] & 7
                if not _survives(rules, follow(state, square, enter, tile, occupied & ~(1 << enter))):
                    return False
    return True


@kernel
def safe_mask(rules, state, seat, square, port, hand, mask):
    """The placements of ``mask`` that are not suicide for ``seat``, laid on ``square`` from ``port``."""
    safe = 0
    for slot in range(state.hand_count[hand]):
        turns = (mask >> (8 * slot)) & 15
        if turns:
            tile = np.int64(_FIRST[_tile_in(state, hand, slot)])
            for turn in range(4):
                if (turns >> turn) & 1 and _keeps_in(rules, state, seat, square, port, tile + turn):
                    safe |= 1 << (8 * slot + turn)
    return safe


@kernel
def _write(moves, count, square, port, tile, slot):
    moves[count].square = square
    moves[count].port = port
    moves[count].tile = tile
    moves[count].slot = slot
    moves[count].keep[0] = NONE
    moves[count].keep[1] = NONE
    return count + 1


@kernel
def _write_mask(state, hand, square, port, mask, moves, count):
    """Write each placement of ``mask`` as a move."""
    for slot in range(state.hand_count[hand]):
        for turn in range(4):
            if (mask >> (8 * slot + turn)) & 1:
                count = _write(moves, count, square, port, np.int64(_FIRST[_tile_in(state, hand, slot)]) + turn, slot)
    return count


@kernel
def _notch_taken(state, notch):
    for seat in range(state.players):
        if state.start[seat] == notch:
            return True
    return False


@kernel
def _legal_marks(rules, state, moves):
    """The free start marks (rule 1.2), or the free sides of border squares (3.3, option)."""
    count = 0
    step = 2 if rules.start == _START_SIDE else 1
    for notch in range(0, rules.notches, step):
        free = not _notch_taken(state, notch)
        if free:
            end = np.int64(rules.notch_end[notch])
            port = 8 + (end & 7) // 2 if step == 2 else end & 7
            count = _write(moves, count, end >> 3, port, NONE, NONE)
    return count


@kernel
def _legal_entries(rules, state, hand, only, moves):
    """Placements that also choose where the marker enters: every free mark whose square is empty (rule 2.3), or the
    two marks of the side that was chosen (3.3). ``only`` is that side's first notch, or -1."""
    mask = _distinct(rules, state, hand)
    first = 0 if only < 0 else only
    stop = rules.notches if only < 0 else only + 2
    for wanted in range(2):  # first the placements that keep the marker in, and if there is none, all
        count = 0
        for notch in range(first, stop):
            end = np.int64(rules.notch_end[notch])
            square = end >> 3
            if state.tiles[square] == NONE:
                port = end & 7
                chosen = safe_mask(rules, state, state.turn, square, port, hand, mask) if wanted == 0 else mask
                count = _write_mask(state, hand, square, port, chosen, moves, count)
        if count:
            return count
    return 0


@kernel
def _legal_solitaire(rules, state, moves):
    """Placements on the square in front of any living marker, each square once (rule 1.24)."""
    mask = _distinct(rules, state, 0)
    for wanted in range(2):
        count = 0
        for seat in range(state.players):
            square = state.at[seat] >> 3
            again = False
            for past in range(seat):
                again = again or state.at[past] >> 3 == square
            if not again:
                port = state.at[seat] & 7
                chosen = safe_mask(rules, state, seat, square, port, 0, mask) if wanted == 0 else mask
                count = _write_mask(state, 0, square, NONE, chosen, moves, count)
        if count:
            return count
    return 0


@kernel
def _legal_keeps(state, moves):
    """What the active player may keep out of the own hand and the hands of the eliminated (rule 2.10)."""
    copies = np.zeros(_FIRST.size, np.int64)
    for seat in range(state.players):
        if seat == state.turn or (state.gone >> seat) & 1:
            for slot in range(state.hand_count[seat]):
                copies[_tile_in(state, seat, slot)] += 1
    count = 0
    single = state.hand_count[state.turn] == 1
    for one in range(_FIRST.size):
        if copies[one] and single:
            count = _write(moves, count, NONE, NONE, NONE, NONE)
            moves[count - 1].keep[0] = one
        elif copies[one]:
            for two in range(one, _FIRST.size):
                if copies[two] > np.int64(one == two):
                    count = _write(moves, count, NONE, NONE, NONE, NONE)
                    moves[count - 1].keep[0] = one
                    moves[count - 1].keep[1] = two
    return count


@kernel
def _is_plain_turn(rules, state):
    """Whether the seat to play simply fills the square in front of its marker."""
    seat = state.turn
    return state.phase == _TILES and rules.solitaire == 0 and state.at[seat] >= 0 and not (state.undecided >> seat) & 1


@kernel
def _plain_safe_mask(rules, state, square, port, hand, mask):
    """What :func:`safe_mask` finds when all entrances are decided and nobody plays solitaire, but faster: only where a
    path comes back to the square need it be followed; else the port by which it leaves decides.
    """
    base = square << 3
    ways = 0
    inner = 0
    for leave in range(8):
        end = far_end(state, base + leave)
        ways |= ((end >> EDGE_BIT) ^ 1) << leave
        inner |= np.int64(end >> 3 == square) << leave
    waiting = _waiting(state, square) & ~(1 << port)
    ways &= ~inner
    ways = ways & ~waiting if rules.collision_is_suicide else ways | waiting
    inner &= ~waiting
    # Turn the square so that the marker enters at port 0 or 1, look each tile up, and turn the answers back.
    quarters = port >> 1
    turned = ((ways | ways << 8) >> (2 * quarters)) & 255
    safe = 0
    for slot in range(state.hand_count[hand]):
        safe |= np.int64(_SURVIVAL[_tile_in(state, hand, slot), port & 1, turned]) << (8 * slot)
    safe = (safe | safe << 4) >> (4 - quarters) & mask
    if inner:
        back = mask & ~safe
        while back:
            low = back & -back
            place = _pick_bit(low, 0)
            tile = np.int64(_FIRST[_tile_in(state, hand, place >> 3)]) + (place & 7)
            if (inner >> np.int64(THROUGH[tile, port])) & 1:
                if _survives(rules, follow(state, square, port, tile, waiting)):
                    safe |= low
            back ^= low
    return safe


@kernel
def legal_mask(rules, state):
    """The legal placements of a plain turn as a mask, bit 8 * slot + quarter turns (rules 1.4 and 1.5)."""
    seat = state.turn
    hand = _hand_of(rules, seat)
    square = state.at[seat] >> 3
    port = state.at[seat] & 7
    mask = _distinct(rules, state, hand)
    if state.undecided:
        safe = safe_mask(rules, state, seat, square, port, hand, mask)
    else:
        safe = _plain_safe_mask(rules, state, square, port, hand, mask)
    return safe if safe else mask


@kernel
def legal(rules, state, moves):
    """Write every distinct legal move to ``moves`` and return their number."""
    if state.reason:
        return 0
    if state.phase == _MARKS:
        return _legal_marks(rules, state, moves)
    if state.phase == _INHERIT:
        return _legal_keeps(state, moves)
    seat = state.turn
    if _is_plain_turn(rules, state):
        return _write_mask(state, _hand_of(rules, seat), state.at[seat] >> 3, NONE, legal_mask(rules, state), moves, 0)
    if rules.solitaire:
        return _legal_solitaire(rules, state, moves)
    only = state.start[seat] if (state.undecided >> seat) & 1 else -1
    return _legal_entries(rules, state, _hand_of(rules, seat), only, moves)


# ---------------------------------------------------------------------------------------------------------------- play


@kernel
def _notch_of(rules, end):
    """The start notch at an end of a border square."""
    return np.int64(rules.link[end]) - EDGE


@kernel
def _place_mark(rules, state, move):
    """Put the marker of the seat to play on a start mark, or at a side; the last one starts the tiles."""
    seat = state.turn
    port = np.int64(move.port)
    if port >= 8:
        port = (port - 8) * 2
        state.undecided |= 1 << seat
    state.at[seat] = np.int64(move.square) * 8 + port
    state.start[seat] = _notch_of(rules, state.at[seat])
    other = seat
    for _ in range(state.players):
        other = _clockwise(state, other)
        if state.at[other] < 0 and (state.alive >> other) & 1:
            state.turn = other
            return
    state.phase = _TILES
    state.turn = _next_alive(state, state.players - 1)


@kernel
def _enter(rules, state, square, tile, move):
    """Decide the entrances of markers that have none yet: the mover's by its move, others' by ruling 3.3."""
    if move.port != NONE:
        seat = state.turn
        state.at[seat] = square * 8 + np.int64(move.port)
        state.start[seat] = _notch_of(rules, state.at[seat])
        state.undecided &= ~(1 << seat)
    if state.undecided:
        occupied = _waiting(state, square)
        for seat in range(state.players):
            if (state.undecided >> seat) & 1 and state.at[seat] >> 3 == square:
                port = _entrance(state, square, state.at[seat] & 7, tile, occupied)
                state.at[seat] = square * 8 + port
                state.start[seat] = _notch_of(rules, state.at[seat])
                state.undecided &= ~(1 << seat)
                occupied |= 1 << port


@kernel
def _eliminate(rules, state, seat, square, stop):
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


@kernel
def _move_markers(rules, state, square, tile):
    """Move every marker that faces the new tile to the end of its path, all at once (rules 1.7 and 1.8)."""
    occupied = 0
    movers = 0
    for seat in range(state.players):
        here = np.int64(state.at[seat] >> 3 == square)
        occupied |= here << (state.at[seat] & 7)
        movers |= here << seat
    seat = 0
    left = movers
    while left:
        if left & 1:
            port = state.at[seat] & 7
            others = occupied & ~(1 << port)
            stop = follow(state, square, port, tile, others)
            if stop < 0:
                state.path_length[seat] = length_from(state, state.at[seat])
                if stop == COLLIDES:
                    state.path_length[seat] += steps_to_meeting(state, square, port, tile, others)
            state.at[seat] = stop
        left >>= 1
        seat += 1
    state.loops += join(state, square, tile)
    seat = 0
    while movers:
        if movers & 1 and (state.at[seat] < 0 or state.at[seat] >= EDGE):
            _eliminate(rules, state, seat, square, state.at[seat])
        movers >>= 1
        seat += 1


@kernel
def _is_forced(rules, state, seat, square, port, hand):
    """Whether every placement puts the player out; with collisions as suicide, the legal moves have shown it."""
    if rules.collision_is_suicide:
        return True
    occupied = _waiting(state, square) & ~(1 << port)
    for slot in range(state.hand_count[hand]):
        tile = _tile_in(state, hand, slot)
        for turn in range(np.int64(_NIBBLE_BITS[_TURNS[tile]])):
            stop = follow(state, square, port, np.int64(_FIRST[tile]) + turn, occupied)
            if stop >= 0 and stop < EDGE:
                return False
    return True


@kernel
def _short(rules, state, seat):
    """Whether a living seat has fewer tiles than a full hand."""
    return (state.alive >> seat) & 1 and state.hand_count[seat] < rules.hand_size


@kernel
def _pass_dragon(rules, state):
    """An eliminated holder's dragon goes clockwise to the next living seat that is short, before anyone draws (1.16)."""
    holder = state.dragon
    if holder >= 0 and (state.gone >> holder) & 1:
        state.dragon = -1
        other = _clockwise(state, holder)
        while other != holder:
            if _short(rules, state, other):
                state.dragon = other
                return
            other = _clockwise(state, other)


@kernel
def lay(rules, state, move):
    """Lay the tile of ``move``, move the markers and eliminate (rules 1.4 to 1.8); no hand goes back yet."""
    seat = state.turn
    hand = _hand_of(rules, seat)
    square = np.int64(move.square)
    tile = np.int64(move.tile)
    state.gone = 0
    state.returned = 0
    if state.dragon >= 0:
        state.dragon_turns[state.dragon] += 1
    if move.port != NONE or state.undecided:
        _enter(rules, state, square, tile, move)
    port = state.at[seat] & 7
    state.placed += 1
    state.tiles[square] = tile
    if rules.collision_is_suicide == 0 and rules.solitaire == 0:
        forced = _is_forced(rules, state, seat, square, port, hand)
    else:
        forced = True
    _move_markers(rules, state, square, tile)
    if forced and ((state.gone >> seat) & 1 or (rules.solitaire and state.gone)):
        state.forced_suicides += 1
    _take_out(state, hand, np.int64(move.slot))
    _pass_dragon(rules, state)
    if (
        rules.inheritance
        and state.gone
        and state.hand_count[hand]
        and (state.alive >> seat) & 1
        and state.alive & (state.alive - 1)
    ):
        for other in range(state.players):
            if (state.gone >> other) & 1 and state.hand_count[other]:
                state.phase = _INHERIT


@kernel
def inherit(state, move):
    """Keep the cards that ``move`` names out of the own hand and those of the eliminated (rule 2.10)."""
    seat = state.turn
    for kept in range(state.hand_count[seat]):
        wanted = np.int64(move.keep[kept])
        for other in range(state.players):
            if other == seat or (state.gone >> other) & 1:
                first = kept if other == seat else 0
                for slot in range(first, state.hand_count[other]):
                    if wanted != NONE and _tile_in(state, other, slot) == wanted:
                        _put(state, other, slot, _tile_in(state, seat, kept))
                        _put(state, seat, kept, wanted)
                        wanted = NONE
    state.phase = _TILES


@kernel
def give_back(rules, state):
    """Put the hands of those eliminated this turn into the pile, unshuffled (rule 1.9); whether any tile came back."""
    if state.gone and rules.common_hand == 0:
        for seat in range(state.players):
            if (state.gone >> seat) & 1 and state.hand_count[seat]:
                for slot in range(state.hand_count[seat]):
                    state.deck[state.deck_count] = _tile_in(state, seat, slot)
                    state.deck_count += 1
                state.hand_count[seat] = 0
                state.hands[seat] = _EMPTY_HAND
                state.returned = 1
    return state.returned


@kernel
def _finish(rules, state, reason, winners):
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
                score = _path_length(state, seat)
                if rules.goal == _SELF_CROSSINGS:
                    score = self_crossings(rules, state, state.start[seat], score, visits)
            if score > best:
                best = score
                state.winners = 0
            if score == best:
                state.winners |= 1 << seat


@kernel
def _path_length(state, seat):
    """Tile crossings of a seat's path so far, or as it ended."""
    if (state.alive >> seat) & 1:
        return length_from(state, state.at[seat]) if state.at[seat] >= 0 else np.int64(0)
    return np.int64(state.path_length[seat])


@kernel
def _decided(rules, state):
    """End the game if it is decided (rules 1.19 to 1.22); whether it is."""
    tiles = state.deck_count
    if tiles == 0:
        for seat in range(state.players):
            if (state.alive >> seat) & 1 or rules.common_hand:
                tiles += state.hand_count[seat]
    if rules.solitaire:
        if state.gone:
            _finish(rules, state, _MARKER_LOST, 0)
        elif tiles == 0:
            _finish(rules, state, _TILES_EXHAUSTED, state.alive)
    elif state.alive == 0:
        _finish(rules, state, _ALL_ELIMINATED, state.gone)
    elif state.alive & (state.alive - 1) == 0:
        _finish(rules, state, _LAST_STANDING, state.alive)
    elif tiles == 0:
        _finish(rules, state, _TILES_EXHAUSTED, state.alive)
    return state.reason != 0


@kernel
def _draw_or_dragon(rules, state, seat):
    """Let ``seat`` draw, or take the dragon from an empty pile (1.12, 1.14); whether the drawing may go on."""
    if state.deck_count:
        _draw(rules, state, seat)
        return True
    if state.dragon_used:
        state.dragon = seat
    return False


@kernel
def _draw_round(rules, state, first):
    """Draw one each, clockwise from ``first``, until all hands are full or the pile is empty (1.13, 1.14); or, by
    option, once round up to the current player (1.17)."""
    seat = first
    idle = 0
    while idle < state.players:
        if _short(rules, state, seat):
            if not _draw_or_dragon(rules, state, seat):
                return
            idle = 0
        else:
            idle += 1
        if rules.redraw == _TO_CURRENT and seat == state.turn:
            return
        seat = _clockwise(state, seat)


@kernel
def _draw_tiles(rules, state):
    """All drawing of a turn (rules 1.11 to 1.17)."""
    active = state.turn
    if rules.common_hand:
        if state.deck_count and state.hand_count[0] < rules.hand_size:
            _draw(rules, state, 0)
        return
    holder = state.dragon
    if holder >= 0:
        if state.deck_count:
            state.dragon = -1
            _draw_round(rules, state, holder)
    elif state.returned:
        _draw_round(rules, state, active if (state.alive >> active) & 1 else _next_alive(state, active))
    elif _short(rules, state, active):
        _draw_or_dragon(rules, state, active)


@kernel
def _pass_turn(rules, state):
    """The turn passes clockwise to the next living player who has a tile (rules 1.10 and 1.22)."""
    if rules.solitaire:
        return
    seat = _next_alive(state, state.turn)
    while state.hand_count[_hand_of(rules, seat)] == 0 and seat != state.turn:
        seat = _next_alive(state, seat)
    state.turn = seat


@kernel
def settle(rules, state):
    """After the tile is laid and hands are back: end the game, or draw and pass the turn on."""
    if not _decided(rules, state):
        _draw_tiles(rules, state)
        _pass_turn(rules, state)


@kernel
def play(rules, state, move):
    """Play a legal move, chance included, up to the next decision."""
    if state.phase == _MARKS:
        _place_mark(rules, state, move)
        return
    if state.phase == _INHERIT:
        inherit(state, move)
    else:
        lay(rules, state, move)
        if state.phase == _INHERIT:
            return
    if give_back(rules, state):
        shuffle(state.rng, _CHANCE, state.deck, state.deck_count)
    settle(rules, state)


@kernel
def outcome(rules, state, result):
    """Fill a RESULT record from a finished game."""
    result.winners = state.winners
    result.reason = state.reason
    result.tiles = state.placed
    result.forced_suicides = state.forced_suicides
    result.branching_sum = state.branching_sum
    result.branching_max = state.branching_max
    result.loops = state.loops
    for seat in range(MAX_SEATS):
        result.start[seat] = state.start[seat] if state.start[seat] >= 0 else NONE
        result.out_turn[seat] = state.out_turn[seat]
        result.out_cause[seat] = state.out_cause[seat]
        result.out_square[seat] = state.out_square[seat]
        result.path_length[seat] = _path_length(state, seat)
        result.dragon_turns[seat] = state.dragon_turns[seat]


# --------------------------------------------------------------------------------------------------------- whole games


@kernel
def _choose_mark(rules, state, rng, seat, moves):
    """A start mark, uniformly among the free ones."""
    notch = below(rng, seat, rules.notches)
    while _notch_taken(state, notch):
        notch = below(rng, seat, rules.notches)
    end = np.int64(rules.notch_end[notch])
    _write(moves, 0, end >> 3, end & 7, NONE, NONE)


@kernel
def _choose_uniform(rules, state, rng, moves):
    """Write a uniformly chosen legal move to ``moves[0]``; the seat's own stream decides."""
    seat = state.turn
    if state.phase == _MARKS and rules.start != _START_SIDE:
        _choose_mark(rules, state, rng, seat, moves)
        return
    if _is_plain_turn(rules, state):
        mask = legal_mask(rules, state)
        count = _count_bits(mask)
        place = _pick_bit(mask, below(rng, seat, count))
        tile = np.int64(_FIRST[_tile_in(state, _hand_of(rules, seat), place >> 3)]) + (place & 7)
        _write(moves, 0, state.at[seat] >> 3, NONE, tile, place >> 3)
    else:
        count = legal(rules, state, moves)
        moves[0] = moves[below(rng, seat, count)]
    if state.phase == _TILES:
        state.branching_sum += count
        state.branching_max = max(state.branching_max, count)


@kernel
def _start_agents(players, seed, game, rng):
    for seat in range(players):
        rng[seat] = stream_key(seed, game, _AGENT + seat)


@kernel
def playout(rules, players, agents, seed, first, count, results):
    """Play games ``first .. first+count-1`` with the agents (codes by seat) and fill ``results``."""
    states = np.zeros(1, STATE)
    moves = np.zeros(MAX_MOVES, MOVE)
    rng = np.zeros(MAX_SEATS, np.uint64)
    state = states[0]
    _blank(state)
    for game in range(count):
        _deal(rules, players, seed, first + game, state)
        _start_agents(players, seed, first + game, rng)
        while state.reason == 0:
            _choose_uniform(rules, state, rng, moves)
            play(rules, state, moves[0])
        outcome(rules, state, results[game])


@kernel
def trace(rules, players, agents, seed, game, state, moves):
    """Play one game exactly as ``playout`` does, keeping its moves; return their number."""
    buffer = np.zeros(MAX_MOVES, MOVE)
    rng = np.zeros(MAX_SEATS, np.uint64)
    deal(rules, players, seed, game, state)
    _start_agents(players, seed, game, rng)
    count = 0
    while state.reason == 0:
        _choose_uniform(rules, state, rng, buffer)
        moves[count] = buffer[0]
        count += 1
        play(rules, state, buffer[0])
    return count


def result_array(count: int) -> Any:
    """Room for ``count`` results."""
    return np.zeros(count, RESULT).view(np.recarray)
