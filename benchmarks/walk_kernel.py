"""Tsuro the plain compiled way: paths are walked tile by tile, and all placements are listed before one is drawn.

What it is for: showing what it gains to store the other end of each path and to draw before listing. It plays the
classic game with uniform agents by the same rules, but with a generator and an order of its own, so its games are not
those of the library, only alike on average. `compare.py` measures it and checks that.
"""

from __future__ import annotations

import numpy as np

from tsurolab._jit import below, kernel, shuffle, stream_key
from tsurolab.games.tsuro.kernel_paths import THROUGH
from tsurolab.games.tsuro.rules import MATE, STEP, notch_ends
from tsurolab.games.tsuro.tiles import FIRST_ORIENTED, ORIENTATIONS

SIDE, SQUARES, NOTCHES, HAND, SEATS, TILES = 6, 36, 48, 3, 8, 35
EMPTY = 255
OUT, MET = -1, -2
FIRST = np.array(FIRST_ORIENTED, np.int64)
TURNS = np.array(ORIENTATIONS, np.int64)
WAYS = THROUGH.astype(np.int64)
START = np.array(notch_ends(SIDE, SIDE), np.int64)


def _next() -> np.ndarray:
    table = np.full(SQUARES * 8, OUT, np.int64)
    for end in range(SQUARES * 8):
        square, port = divmod(end, 8)
        row, col = square // SIDE + STEP[port // 2][0], square % SIDE + STEP[port // 2][1]
        if 0 <= row < SIDE and 0 <= col < SIDE:
            table[end] = (row * SIDE + col) * 8 + MATE[port]
    return table


NEXT = _next()
"""The end that a path reaches when it leaves a square by a port, or OUT."""


@kernel
def _walk(board, end, at, alive, players, me):
    """Follow a path to the empty square where it stops, to the border (OUT), or to a waiting marker (MET)."""
    square = end >> 3
    entered = end
    while board[entered >> 3] != EMPTY:
        leave = (entered >> 3) * 8 + WAYS[board[entered >> 3], entered & 7]
        if leave >> 3 == square:
            for seat in range(players):
                if seat != me and (alive >> seat) & 1 and at[seat] == leave:
                    return MET
        entered = NEXT[leave]
        if entered == OUT:
            return OUT
    return entered


@kernel
def walk_playout(players, seed, first, count, tiles_laid, winners):
    """Play games by walking; fill how many tiles were laid and the bits of the winners."""
    rng = np.zeros(2, np.uint64)
    deck = np.zeros(TILES, np.int64)
    board = np.zeros(SQUARES, np.int64)
    at = np.zeros(SEATS, np.int64)
    moved = np.zeros(SEATS, np.int64)
    hands = np.zeros((SEATS, HAND), np.int64)
    held = np.zeros(SEATS, np.int64)
    tile_of = np.zeros(4 * HAND, np.int64)
    slot_of = np.zeros(4 * HAND, np.int64)
    for game in range(count):
        rng[0] = stream_key(seed, first + game, 0)
        rng[1] = stream_key(seed, first + game, 1)
        for tile in range(TILES):
            deck[tile] = tile
        shuffle(rng, 0, deck, TILES)
        left = TILES
        board[:] = EMPTY
        for seat in range(players):
            held[seat] = HAND
            for slot in range(HAND):
                left -= 1
                hands[seat, slot] = deck[left]
        for seat in range(players):
            free = False
            while not free:
                at[seat] = START[below(rng, 1, NOTCHES)]
                free = True
                for other in range(seat):
                    free = free and at[other] != at[seat]
        alive = (1 << players) - 1
        living = players
        dragon = -1
        turn = 0
        laid = 0
        won = 0
        while won == 0:
            square = at[turn] >> 3
            ways = 0
            for wanted in range(2):
                if ways == 0:
                    for slot in range(held[turn]):
                        kind = hands[turn, slot]
                        for quarter in range(TURNS[kind]):
                            board[square] = FIRST[kind] + quarter
                            if wanted == 1 or _walk(board, at[turn], at, alive, players, turn) >= 0:
                                tile_of[ways] = FIRST[kind] + quarter
                                slot_of[ways] = slot
                                ways += 1
            choice = below(rng, 1, ways)
            board[square] = tile_of[choice]
            held[turn] -= 1
            for slot in range(slot_of[choice], held[turn]):
                hands[turn, slot] = hands[turn, slot + 1]
            laid += 1
            gone = 0
            for seat in range(players):
                moved[seat] = at[seat]
                if (alive >> seat) & 1 and at[seat] >> 3 == square:
                    moved[seat] = _walk(board, at[seat], at, alive, players, seat)
                    gone |= np.int64(moved[seat] < 0) << seat
            before = alive
            for seat in range(players):
                at[seat] = moved[seat]
                if (gone >> seat) & 1:
                    alive &= ~(1 << seat)
                    living -= 1
            tiles_left = left
            for seat in range(players):
                if (before >> seat) & 1:
                    tiles_left += held[seat]
            if living <= 1 or tiles_left == 0 or laid == TILES:
                won = alive if living else before
                break
            back = False
            for seat in range(players):
                if (gone >> seat) & 1:
                    for slot in range(held[seat]):
                        deck[left] = hands[seat, slot]
                        left += 1
                        back = True
                    held[seat] = 0
            if back:
                shuffle(rng, 0, deck, left)
            drawer = turn
            if dragon >= 0:
                drawer = dragon
                if not (alive >> dragon) & 1:
                    dragon = -1
                    for step in range(1, players):
                        seat = (drawer + step) % players
                        if dragon < 0 and (alive >> seat) & 1 and held[seat] < HAND:
                            dragon = seat
                    if dragon >= 0:
                        drawer = dragon
            if back:
                idle = 0
                while left and idle < players:
                    if (alive >> drawer) & 1 and held[drawer] < HAND:
                        left -= 1
                        hands[drawer, held[drawer]] = deck[left]
                        held[drawer] += 1
                        idle = 0
                    else:
                        idle += 1
                    drawer = (drawer + 1) % players
                if dragon >= 0 and left:
                    dragon = -1
                if idle < players:  # the pile ran out: the next who is short holds the dragon
                    dragon = -1
                    for step in range(players):
                        seat = (drawer + step) % players
                        if dragon < 0 and (alive >> seat) & 1 and held[seat] < HAND:
                            dragon = seat
            elif (alive >> turn) & 1:
                if left and dragon < 0:
                    left -= 1
                    hands[turn, held[turn]] = deck[left]
                    held[turn] += 1
                elif dragon < 0:
                    dragon = turn
            turn = (turn + 1) % players
            while not (alive >> turn) & 1 or held[turn] == 0:
                turn = (turn + 1) % players
        tiles_laid[game] = laid
        winners[game] = won
