"""Whole games between agents of every kind, compiled once for each family.

What it is for: one text for all families of how a seat decides (by a compiled policy, by Monte Carlo search, by a
user's own function) and how a game is played with such seats. What it is not for: rules and policies.

The names below that this module does not define are those of a family's kernel (``deal``, ``legal``, ``play``,
``choose``, ``hide``, ``resample``, ...); :mod:`tsurolab.agents.matches` puts them in. An agent decides from what its
seat may see: a search deals all that is hidden anew before every rollout, and a user's function gets a record in which
it is blank.

The search is flat Monte Carlo with sequential halving: a fixed budget of rollouts goes through rounds, each shared
evenly among the moves still in the race, and after each round the better half stays (Karnin, Koren and Somekh, "Almost
optimal exploration in multi-armed bandits", ICML 2013). Within a round all moves face the same deals of the hidden
pieces and the same streams (common random numbers), so that luck hits them alike.
"""

# ruff: noqa: F821  (the free names are put in, see above)
from typing import Final

import numpy as np

from tsurolab._jit import below, copy_record, keep_alive, next64, records, stream_key
from tsurolab.seeds import Stream

POLICY: Final = 0
SEARCH: Final = 1
FUNCTION: Final = 2
"""Kinds of agents."""

AGENT: Final = np.dtype(
    [
        ("kind", "i8"),
        ("policy", "i8"),  # who decides; of a search, who plays its rollouts
        ("rollouts", "i8"),
        ("function", "i8"),  # which of the users' functions
    ]
)
"""What sits on a seat."""

MOST_FUNCTIONS: Final = 8
"""Users' functions at one table: their number is part of a compiled type."""
FIRST_STREAM: Final = int(Stream.AGENT)
"""The stream of seat 0's agent."""
_HALF: Final = np.uint64(1)


def first_move(rules, state, moves, count):
    """Stands where there is no user's function."""
    return 0


def start_agents(players, seed, game, desk):
    """Give each seat's agent its own stream of the game."""
    for seat in range(players):
        desk.rng[seat] = stream_key(seed, game, FIRST_STREAM + seat)


def rollout(rules, state, policy, desk, board, moves):
    """Play on with one policy on all seats, to the end or to the family's horizon."""
    left = HORIZON * state.players
    while state.reason == 0 and left > 0:
        choose(rules, state, policy, desk, board, moves)
        play(rules, state, moves[0])
        left -= 1


def try_out(rules, state, seat, move, policy, key, trial, think, board, moves):
    """Deal what is hidden from ``seat`` anew, play ``move`` and a rollout, both by the stream ``key``; its reward."""
    for other in range(state.players):
        think.rng[other] = stream_key(key, other, 0)
    copy_record(trial, state)
    resample(rules, trial, seat, think)
    play(rules, trial, move)
    rollout(rules, trial, policy, think, board, moves)
    return reward(rules, trial, seat)


def put_in_order(alive, roots, sums, visits):
    """Sort the first ``alive`` moves by mean reward, best first; equal ones keep their order."""
    for place in range(1, alive):
        at = place
        while at > 0 and sums[at] * visits[at - 1] > sums[at - 1] * visits[at]:
            sums[at], sums[at - 1] = sums[at - 1], sums[at]
            visits[at], visits[at - 1] = visits[at - 1], visits[at]
            spare = roots[MAX_MOVES]
            copy_record(spare, roots[at])
            copy_record(roots[at], roots[at - 1])
            copy_record(roots[at - 1], spare)
            at -= 1


def search(rules, state, agent, desk, think, trial, board, moves, roots, sums, visits):
    """Find the best move by Monte Carlo with sequential halving; it is ``roots[0]`` in the end.

    ``roots`` has room for one move more than there can be. ``sums`` and ``visits`` hold the reward and the number of
    rollouts of each move of ``roots`` that was tried. Returns how many were.
    """
    seat = state.turn
    count = legal(rules, state, roots)
    count_choices(rules, state, roots, count)
    count = shortlist(rules, state, roots, count)
    if count == 1:
        return 0
    tried = min(count, agent.rollouts)
    for place in range(tried):
        other = place + below(desk.rng, seat, count - place)
        spare = roots[MAX_MOVES]
        copy_record(spare, roots[place])
        copy_record(roots[place], roots[other])
        copy_record(roots[other], spare)
        sums[place] = 0.0
        visits[place] = 0
    alive = tried
    left = agent.rollouts
    while alive > 1 and left >= alive:
        rounds = 0  # halvings until one move is left
        while (1 << rounds) < alive:
            rounds += 1
        for _ in range(max(1, left // (alive * rounds))):
            key = np.int64(next64(desk.rng, seat) >> _HALF)
            for place in range(alive):
                sums[place] += try_out(rules, state, seat, roots[place], agent.policy, key, trial, think, board, moves)
                visits[place] += 1
            left -= alive
        put_in_order(alive, roots, sums, visits)
        alive = (alive + 1) // 2
    return tried


def ask(rules, shown, state, function, desk, veil, view, moves, offered):
    """Let a user's function choose; returns the legal moves' number and the function's answer.

    It sees copies: of the rules (``shown``), of the state with all that is hidden blank and its own stream as
    ``rng[0]``, and of the moves. Whatever it writes there, the game does not change.
    """
    seat = state.turn
    copy_record(view, state)
    hide(rules, view, seat, veil)
    view.rng[0] = desk.rng[seat]
    count = legal(rules, view, moves)
    for place in range(count):
        copy_record(offered[place], moves[place])
    answer = function(shown, view, offered, count)
    desk.rng[seat] = view.rng[0]
    return count, answer


def decide(rules, shown, state, agents, functions, desk, think, trial, board, veil, moves, roots, sums, visits):
    """Write the move of the seat to play to ``moves[0]``; False if a user's function named a move that is not there.

    In that case ``visits[0]`` is its answer and ``visits[1]`` the number of moves.
    """
    agent = agents[state.turn]
    if agent.kind == POLICY:
        choose(rules, state, agent.policy, desk, board, moves)
    elif agent.kind == SEARCH:
        search(rules, state, agent, desk, think, trial, board, moves, roots, sums, visits)
        copy_record(moves[0], roots[0])
    else:
        count, answer = ask(rules, shown, state, functions[agent.function], desk, veil, trial, moves, roots)
        if answer < 0 or answer >= count:
            visits[0] = answer
            visits[1] = count
            return False
        count_choices(rules, state, moves, count)
        copy_record(moves[0], moves[answer])
    return True


def match(rules, shown, players, agents, functions, seed, first, count, results, wrong):
    """Play games ``first .. first+count-1`` and fill ``results``; returns how many could be played.

    ``shown`` is a copy of the rules, for users' functions.

    Fewer than ``count`` mean that a user's function answered with a move that is not there: ``wrong`` then has its
    seat, its answer and the number of moves.
    """
    states = records(STATE, 3)
    desks = records(DESK, 2)
    veils = records(VEIL, 1)
    moves = records(MOVE, MAX_MOVES)
    roots = records(MOVE, MAX_MOVES + 1)
    sums = np.zeros(MAX_MOVES)
    visits = np.zeros(MAX_MOVES, np.int64)
    state, trial, board = states[0], states[1], states[2]
    desk, think, veil = desks[0], desks[1], veils[0]
    played = 0
    while played < count:
        deal(rules, players, seed, first + played, state)
        start_agents(players, seed, first + played, desk)
        fair = True
        while state.reason == 0 and fair:
            fair = decide(
                rules, shown, state, agents, functions, desk, think, trial, board, veil, moves, roots, sums, visits
            )
            if fair:
                play(rules, state, moves[0])
        if not fair:
            wrong[0] = state.turn
            wrong[1] = visits[0]
            wrong[2] = visits[1]
            break
        outcome(rules, state, results[played])
        played += 1
    keep_alive(states)
    keep_alive(desks)
    keep_alive(veils)
    return played


def match_trace(rules, shown, players, agents, functions, seed, game, state, history, wrong):
    """Play one game exactly as ``match`` does, keeping its moves in ``history``; their number, or -1 (see there)."""
    states = records(STATE, 2)
    desks = records(DESK, 2)
    veils = records(VEIL, 1)
    moves = records(MOVE, MAX_MOVES)
    roots = records(MOVE, MAX_MOVES + 1)
    sums = np.zeros(MAX_MOVES)
    visits = np.zeros(MAX_MOVES, np.int64)
    trial, board = states[0], states[1]
    desk, think, veil = desks[0], desks[1], veils[0]
    deal(rules, players, seed, game, state)
    start_agents(players, seed, game, desk)
    count = 0
    while state.reason == 0:
        if not decide(
            rules, shown, state, agents, functions, desk, think, trial, board, veil, moves, roots, sums, visits
        ):
            wrong[0] = state.turn
            wrong[1] = visits[0]
            wrong[2] = visits[1]
            count = -1
            break
        history[count] = moves[0]
        play(rules, state, moves[0])
        count += 1
    keep_alive(states)
    keep_alive(desks)
    keep_alive(veils)
    return count
