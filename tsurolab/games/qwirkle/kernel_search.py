"""What a searching agent asks of the game, compiled: which moves are worth trying, and what an end is worth.

What it is for: Monte Carlo agents, which know no game. What it is not for: the search itself.
"""

from typing import Final

import numpy as np

from tsurolab._jit import count_bits, kernel
from tsurolab.games.qwirkle.rules import MAX_HAND, Kind

MOST_SEARCHED: Final = 12
"""How many moves are worth searching: a turn has hundreds of plays, and the best one is rarely far from the top."""
WIN_WEIGHT: Final = 0.5
"""The part of the reward that is the share of the win; the rest is the margin, which tells ends apart sooner."""
MARGIN_SCALE: Final = 25
"""The margin, in points, that is worth half of what any margin can be: about the standard deviation of the margin
between two greedy agents."""
HORIZON: Final = 1
"""Rounds of a rollout before it is judged: the luck of later draws drowns what one play brings."""
_PLACE: Final = int(Kind.PLACE)


@kernel
def reward(rules, state, seat):
    """What a finished game is worth to a seat, 0 .. 1: half the share of the win, half its squashed margin.

    Of a game that goes on, the squashed margin alone.

    The margin m is the own score less the best of the others. It counts ``(1 + m / (MARGIN_SCALE + |m|)) / 2``, which
    rises from 0 to 1 like a logistic curve and is the same on every machine. Of two seats, the rewards sum to 1.
    """
    best = 0
    for other in range(state.players):
        if other != seat:
            best = max(best, state.score[other])
    margin = state.score[seat] - best
    squashed = 0.5 + 0.5 * (margin / (MARGIN_SCALE + abs(margin)))
    if state.reason == 0:
        return squashed
    share = ((state.winners >> seat) & 1) / count_bits(state.winners)
    return WIN_WEIGHT * share + (1.0 - WIN_WEIGHT) * squashed


@kernel
def _worth(move):
    """Plays are ranked by points, trades by how many tiles they change; only one kind is ever compared."""
    return np.int64(move.points) if move.kind == _PLACE else np.int64(move.count)


@kernel
def _swap(one, other):
    one.kind, other.kind = other.kind, one.kind
    one.count, other.count = other.count, one.count
    one.axis, other.axis = other.axis, one.axis
    one.cell, other.cell = other.cell, one.cell
    one.points, other.points = other.points, one.points
    for place in range(MAX_HAND):
        held = one.tiles[place]
        one.tiles[place] = other.tiles[place]
        other.tiles[place] = held


@kernel
def count_choices(rules, state, moves, count):
    """Take the plays among the ``count`` legal moves of one decision into the tallies of branching."""
    plays = 0
    while plays < count and moves[plays].kind == _PLACE:
        plays += 1
    state.branching_sum += plays
    state.branching_max = max(state.branching_max, plays)


@kernel
def shortlist(rules, state, moves, count):
    """Bring the moves worth searching to the front, best first, and return how many they are.

    These are the ``MOST_SEARCHED`` plays of most points, the earlier of equal ones first; or, where nothing fits, that
    many trades of most tiles. ``moves[:count]`` are as ``legal`` writes them, and keep their number.
    """
    if moves[0].kind == _PLACE:
        plays = 0
        while plays < count and moves[plays].kind == _PLACE:
            plays += 1
        count = plays
    kept = 0
    for index in range(count):
        if kept < MOST_SEARCHED:
            kept += 1
            at = index
        elif _worth(moves[index]) > _worth(moves[kept - 1]):
            at = kept - 1
            _swap(moves[at], moves[index])
        else:
            continue
        while at and _worth(moves[at]) > _worth(moves[at - 1]):
            _swap(moves[at], moves[at - 1])
            at -= 1
    return kept
