"""The game of Tsuro, compiled: the five functions of a family, and whole games by the million.

What it is for: the one door to the compiled rules, used by a person's State and by simulations alike; the rooms behind
it are ``kernel_record``, ``kernel_moves``, ``kernel_turn``, ``kernel_paths``, ``kernel_policies`` (who chooses) and
``kernel_hidden`` (who sees what). What it is not for: checks (``state.py`` makes them) and what differs between
editions (``rules.py`` says it as data).
"""

from typing import Final

import numpy as np

from tsurolab._jit import count_bits, keep_alive, kernel, records, stream_key
from tsurolab.games.tsuro.kernel_hidden import VEIL, hide, resample, reveal
from tsurolab.games.tsuro.kernel_moves import legal
from tsurolab.games.tsuro.kernel_policies import (
    POLICIES,
    UNIFORM,
    choose,
    choose_quickly,
    destination,
    tally_branching,
)
from tsurolab.games.tsuro.kernel_record import AGENT, DESK, MOVE, NONE, RESULT, STATE, TILES, blank, deal, deal_again
from tsurolab.games.tsuro.kernel_turn import path_length_of, play
from tsurolab.games.tsuro.rules import MAX_CELLS, MAX_SEATS

__all__ = [
    "DESK",
    "HORIZON",
    "MAX_GAME",
    "MAX_MOVES",
    "MOVE",
    "POLICIES",
    "RESULT",
    "STATE",
    "VEIL",
    "choose",
    "count_choices",
    "deal",
    "destination",
    "hide",
    "legal",
    "outcome",
    "play",
    "playout",
    "resample",
    "reveal",
    "reward",
    "shortlist",
    "trace",
]

MAX_MOVES: Final = 1024
MAX_GAME: Final = 2 * MAX_CELLS + MAX_SEATS
HORIZON: Final = MAX_GAME
"""Rounds of a rollout before it is judged: games are short, so it goes to the end."""


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


@kernel
def reward(rules, state, seat):
    """What a finished game is worth to a seat: a winner's share of the win; in solitaire, 1 if it is won."""
    if (state.winners >> seat) & 1 == 0:
        return 0.0
    return 1.0 if rules.solitaire else 1.0 / count_bits(state.winners)


@kernel
def shortlist(rules, state, moves, count):
    """How many of the ``count`` legal moves are worth searching: all of them."""
    return count


@kernel
def count_choices(rules, state, moves, count):
    """Take the legal placements of one turn into the tallies of branching."""
    if state.phase == TILES:
        tally_branching(state, count)


@kernel
def start_agents(players, seed, game, desk):
    """Give each seat's agent its own stream of the game."""
    for seat in range(players):
        desk.rng[seat] = stream_key(seed, game, AGENT + seat)


@kernel
def playout(rules, players, agents, seed, first, count, results):
    """Play games ``first .. first+count-1`` with the agents (codes by seat) and fill ``results``."""
    states = records(STATE, 2)
    desks = records(DESK, 1)
    moves = records(MOVE, MAX_MOVES)
    state, board, desk, move = states[0], states[1], desks[0], moves[0]
    blank(state)
    thinking = np.int64(0)  # a bit a seat: not uniform
    for seat in range(players):
        thinking |= np.int64(agents[seat] != UNIFORM) << seat
    for game in range(count):
        deal_again(rules, players, seed, first + game, state)
        start_agents(players, seed, first + game, desk)
        while state.reason == 0:
            if (thinking >> state.turn) & 1 or not choose_quickly(rules, state, desk, move):
                choose(rules, state, agents[state.turn & 7], desk, board, moves)
            play(rules, state, move)
        outcome(rules, state, results[game])
    keep_alive(states)
    keep_alive(desks)
    keep_alive(moves)


@kernel
def trace(rules, players, agents, seed, game, state, moves):
    """Play one game exactly as ``playout`` does, keeping its moves; return their number."""
    boards = records(STATE, 1)
    desks = records(DESK, 1)
    buffer = records(MOVE, MAX_MOVES)
    board, desk = boards[0], desks[0]
    deal(rules, players, seed, game, state)
    start_agents(players, seed, game, desk)
    count = 0
    while state.reason == 0:
        choose(rules, state, agents[state.turn & 7], desk, board, buffer)
        moves[count] = buffer[0]
        play(rules, state, moves[count])
        count += 1
    keep_alive(boards)
    keep_alive(desks)
    return count
