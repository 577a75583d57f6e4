"""One game of Tsuro as a record, compiled: what it holds, hands and markers, setting up and dealing.

What it is for: the dtypes, and the small functions that read and change a record. What it is not for: what may be
played (``kernel_moves.py``) and what playing does (``kernel_turn.py``).
"""

from typing import Final

import numpy as np

from tsurolab._jit import below, count_bits, equal_lanes, inlined, kernel, lowest_bit, shuffle, stream_key
from tsurolab.games.tsuro.kernel_paths import THROUGH, follow
from tsurolab.games.tsuro.rules import (
    EDGE,
    MAX_CELLS,
    MAX_DECK,
    MAX_ENDS,
    MAX_HAND,
    MAX_SEATS,
    NOWHERE,
    Phase,
    Start,
)
from tsurolab.games.tsuro.tiles import CLASS_OF, FIRST_ORIENTED, ORIENTATIONS
from tsurolab.seeds import Stream

MAX_HIDDEN: Final = MAX_DECK + MAX_SEATS * MAX_HAND
"""The most tiles that a seat can know of but not see."""

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

DESK: Final = np.dtype(
    [
        ("rng", "u8", MAX_SEATS),  # the agents' streams, by seat
        ("ends", "i8", MAX_SEATS),  # where each marker would wait after a placement
        ("copies", "i8", 256),  # of each class, unseen
        ("pool", "u1", MAX_HIDDEN + MAX_DECK),  # unseen tiles
    ],
    align=True,
)
"""What agents need beside the state. A record and not an array: passing it on counts no references."""

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

NONE: Final = 255
"""No tile, no port, no square."""
EMPTY_HAND: Final = -1
DEAL, CHANCE, AGENT = (int(stream) for stream in Stream)
MARKS, TILES, INHERIT = (int(phase) for phase in Phase)
FIRST_CARD, SIDE = int(Start.FIRST_CARD), int(Start.SIDE)

CLASSES: Final = len(FIRST_ORIENTED)
"""How many classes there are. The tables of classes have a row for each byte: a tile that is hidden from an agent is
NONE, and reads like class 0 if it is played with nevertheless."""
_BYTES: Final = [tile if tile < CLASSES else 0 for tile in range(256)]

FIRST: Final = np.array(FIRST_ORIENTED, np.uint8)[_BYTES]
TURNS: Final = np.array([(1 << turns) - 1 for turns in ORIENTATIONS], np.uint8)[_BYTES]
"""The different orientations of each class as bits."""
LAID_CLASS: Final = np.array(CLASS_OF, np.uint8)
"""uint8[105]: the class of each oriented tile."""


def _survival() -> np.ndarray:
    table = np.zeros((CLASSES, 2, 256), np.uint8)
    for tile, (first, turns) in enumerate(zip(FIRST_ORIENTED, ORIENTATIONS)):
        for port in range(2):
            for turn in range(4):
                leave = int(THROUGH[first + turn % turns, port])
                table[tile, port, [ways for ways in range(256) if ways >> leave & 1]] |= 1 << turn
    return table[_BYTES]


SURVIVAL: Final = _survival()
"""uint8[256, 2, 256]: entering class t by port 0 or 1, the quarter turns as bits that lead out by one of the ways, the
bits of a set of ports. For the ports of other sides the ways are turned first, and the answer is turned back."""
NIBBLE_PICK: Final = np.array(
    [[([bit for bit in range(4) if mask >> bit & 1] + [0] * 4)[k] for k in range(4)] for mask in range(16)], np.uint8
)
"""uint8[16, 4]: the place of the k-th set bit of a 4-bit mask."""


# In the hot functions a seat is masked with 7 and a square with 127: they are in range anyway, but it shows the
# compiler that they are not negative, and it then leaves out what Python's negative indices need.

# --------------------------------------------------------------------------------------------------------- small parts


@inlined
def pick_placement(mask, k):
    """The place of the k-th set bit of a mask of placements, counted from 0; no branch within three slots."""
    one = count_bits(mask & 15)
    two = count_bits(mask & 0xFFF)
    slot = np.int64(k >= one) + np.int64(k >= two)
    k -= one * np.int64(k >= one) + (two - one) * np.int64(k >= two)
    bits = count_bits((mask >> (8 * slot)) & 15)
    while k >= bits:  # only a hand of more than three tiles
        k -= bits
        slot += 1
        bits = count_bits((mask >> (8 * slot)) & 15)
    return 8 * slot + np.int64(NIBBLE_PICK[(mask >> (8 * slot)) & 15, k])


@inlined
def hand_of(rules, seat):
    """Whose hand ``seat`` plays from: seat 0's when there is a common hand (rule 1.25)."""
    return seat * (1 - rules.common_hand) & 7


@inlined
def tile_in(state, hand, slot):
    """The class in a slot of a hand."""
    return (state.hands[hand] >> (8 * slot)) & 255


@inlined
def put_tile(state, hand, slot, tile):
    """Put a class into a slot of a hand."""
    state.hands[hand] = (state.hands[hand] & ~(255 << (8 * slot))) | tile << (8 * slot)


@inlined
def take_tile(state, hand, slot):
    """Take the tile out of a slot of a hand; later ones move up."""
    before = (1 << (8 * slot)) - 1
    state.hands[hand] = (state.hands[hand] & before) | ((state.hands[hand] >> 8) & ~before)
    state.hand_count[hand] -= 1


@inlined
def facing(state, square):
    """A bit for each seat whose marker faces ``square``."""
    return equal_lanes(state.at, 0, ~7, square << 3)


@inlined
def ports_of(state, seats):
    """A bit for each port where the markers of ``seats`` wait."""
    ports = 0
    while seats:
        ports |= 1 << (state.at[lowest_bit(seats)] & 7)
        seats &= seats - 1
    return ports


@inlined
def waiting_ports(state, square):
    """A bit for each port of ``square`` where a living marker waits with its entrance decided."""
    return ports_of(state, facing(state, square) & ~state.undecided)


@kernel
def entrance_taken(state, square, first, tile, occupied):
    """The port by which an undecided marker on the side of ``first`` enters when another fills its square (3.3)."""
    stop_first = follow(state, square, first, tile, occupied)
    stop_second = follow(state, square, first + 1, tile, occupied)
    in_first = stop_first >= 0 and stop_first < EDGE
    in_second = stop_second >= 0 and stop_second < EDGE
    return first + 1 if in_second and not in_first else first


@kernel
def ports_taken(state, square, tile, mover, port):
    """Ports of ``square`` taken by living markers if ``tile`` were laid there by ``mover`` from ``port``."""
    ports = waiting_ports(state, square) | (1 << port)
    if state.undecided:
        for seat in range(state.players):
            if seat != mover and (state.undecided >> seat) & 1 and state.at[seat] >> 3 == square:
                ports |= 1 << entrance_taken(state, square, state.at[seat] & 7, tile, ports)
    return ports


@inlined
def clockwise(state, seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < state.players else 0


@inlined
def next_alive(state, seat):
    """The next living seat clockwise; ``seat`` itself if there is no other."""
    # Bits 0 .. players-1 twice, moved so that the next seat is the lowest.
    after = (state.alive | state.alive << state.players) >> (seat + 1)
    other = seat + 1 + (lowest_bit(after) if after else state.players - 1)
    return (other - state.players if other >= state.players else other) & 7


# ---------------------------------------------------------------------------------------------------------------- deal


@kernel
def blank(state):
    """Set all that does not depend on a game: the seats and hands that it leaves alone."""
    for seat in range(MAX_SEATS):
        state.at[seat] = NOWHERE
        state.start[seat] = -1
        state.out_square[seat] = NONE
        state.hands[seat] = EMPTY_HAND


@kernel
def reset(rules, players, state):
    """Empty the board for ``players`` seats: no tile, marker, hand or pile."""
    state.players = players
    state.turn = 0
    state.phase = TILES if rules.start == FIRST_CARD else MARKS
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
        state.hands[seat] = EMPTY_HAND
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
    blank(state)
    reset(rules, players, state)


@kernel
def deal(rules, players, seed, game, state):
    """Shuffle the tiles and deal a hand to each seat (rule 1.1); for KOSMOS, choose which tiles take part (3.5)."""
    blank(state)
    deal_again(rules, players, seed, game, state)


@kernel
def deal_again(rules, players, seed, game, state):
    """What :func:`deal` does, in a record that has held a game before."""
    reset(rules, players, state)
    state.rng[DEAL] = stream_key(seed, game, DEAL)
    state.rng[CHANCE] = stream_key(seed, game, CHANCE)
    for place in range(rules.deck_size):
        state.deck[place] = rules.deck[place]
    shuffle(state.rng, DEAL, state.deck, rules.deck_size)
    state.deck_count = rules.deck_size
    if rules.deck_draw:
        state.deck_count = rules.deck_draw
        for place in range(rules.deck_draw, rules.deck_size):
            state.deck[place] = 0
    for seat in range(players):
        if rules.common_hand == 0 or seat == 0:
            for _ in range(rules.hand_size):
                if state.deck_count:
                    draw_tile(rules, state, seat)
    if rules.random_first:
        state.turn = below(state.rng, DEAL, players)


@inlined
def draw_tile(rules, state, seat):
    """Draw the top tile of the pile into the seat's hand."""
    hand = hand_of(rules, seat)
    top = (state.deck_count - 1) & 127
    state.deck_count = top
    put_tile(state, hand, state.hand_count[hand], np.int64(state.deck[top]))
    state.deck[top] = 0
    state.hand_count[hand] += 1
