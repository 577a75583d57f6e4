"""The game of Tsuro, compiled: the five functions of a family, and whole games by the million.

What it is for: the one door to the compiled rules, used by a person's State and by simulations alike; the rooms behind
it are ``kernel_record``, ``kernel_moves``, ``kernel_turn`` and ``kernel_paths``. What it is not for: checks
(``state.py`` makes them) and what differs between editions (``rules.py`` says it as data).
"""

from typing import Final

import numpy as np

from tsurolab._jit import below, count_bits, inlined, keep_alive, kernel, records, stream_key
from tsurolab.games.tsuro.kernel_moves import is_plain_turn, legal, legal_mask, notch_taken
from tsurolab.games.tsuro.kernel_record import (
    AGENT,
    AGENTS,
    FIRST,
    MARKS,
    MOVE,
    NONE,
    RESULT,
    SIDE,
    STATE,
    TILES,
    blank,
    deal,
    deal_again,
    hand_of,
    pick_placement,
    tile_in,
)
from tsurolab.games.tsuro.kernel_turn import path_length_of, play
from tsurolab.games.tsuro.rules import MAX_CELLS, MAX_SEATS

__all__ = [
    "MAX_GAME",
    "MAX_MOVES",
    "MOVE",
    "POLICIES",
    "RESULT",
    "STATE",
    "deal",
    "legal",
    "outcome",
    "play",
    "playout",
    "trace",
]

MAX_MOVES: Final = 1024
MAX_GAME: Final = 2 * MAX_CELLS + MAX_SEATS
POLICIES: Final = ("uniform",)


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
        result.path_length[seat] = path_length_of(state, seat)
        result.dragon_turns[seat] = state.dragon_turns[seat]


# --------------------------------------------------------------------------------------------------------- whole games


@inlined
def choose_mark(rules, state, agents, seat, move):
    """A start mark, uniformly among the free ones."""
    notch = below(agents.rng, seat, rules.notches)
    while notch_taken(state, notch):
        notch = below(agents.rng, seat, rules.notches)
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


@kernel
def choose_quickly(rules, state, agents, move):
    """Choose a move uniformly by the seat's own stream without listing all; whether that was possible."""
    seat = state.turn & 7
    if state.phase == MARKS and rules.start != SIDE:
        choose_mark(rules, state, agents, seat, move)
        return True
    if is_plain_turn(rules, state):
        mask = legal_mask(rules, state)
        count = count_bits(mask)
        place = pick_placement(mask, below(agents.rng, seat, count))
        move.square = state.at[seat] >> 3
        move.port = NONE
        move.tile = np.int64(FIRST[tile_in(state, hand_of(rules, seat), place >> 3)]) + (place & 7)
        move.slot = place >> 3
        tally_branching(state, count)
        return True
    return False


@kernel
def choose_from_all(rules, state, agents, moves):
    """Choose among all legal moves, listed in ``moves``; the index of the one chosen."""
    count = legal(rules, state, moves)
    if state.phase == TILES:
        tally_branching(state, count)
    return below(agents.rng, state.turn, count)


@kernel
def start_agents(players, seed, game, agents):
    """Give each seat's agent its own stream of the game."""
    for seat in range(players):
        agents.rng[seat] = stream_key(seed, game, AGENT + seat)


@kernel
def playout(rules, players, agents, seed, first, count, results):
    """Play games ``first .. first+count-1`` with the agents (codes by seat) and fill ``results``."""
    states = records(STATE, 1)
    agent_streams = records(AGENTS, 1)
    moves = records(MOVE, MAX_MOVES)
    state, streams, move = states[0], agent_streams[0], moves[MAX_MOVES - 1]
    blank(state)
    for game in range(count):
        deal_again(rules, players, seed, first + game, state)
        start_agents(players, seed, first + game, streams)
        while state.reason == 0:
            if choose_quickly(rules, state, streams, move):
                play(rules, state, move)
            else:
                play(rules, state, moves[choose_from_all(rules, state, streams, moves)])
        outcome(rules, state, results[game])
    keep_alive(states)
    keep_alive(agent_streams)
    keep_alive(moves)


@kernel
def trace(rules, players, agents, seed, game, state, moves):
    """Play one game exactly as ``playout`` does, keeping its moves; return their number."""
    agent_streams = records(AGENTS, 1)
    streams = agent_streams[0]
    buffer = records(MOVE, MAX_MOVES)
    deal(rules, players, seed, game, state)
    start_agents(players, seed, game, streams)
    count = 0
    while state.reason == 0:
        if not choose_quickly(rules, state, streams, moves[count]):
            moves[count] = buffer[choose_from_all(rules, state, streams, buffer)]
        play(rules, state, moves[count])
        count += 1
    keep_alive(agent_streams)
    return count
