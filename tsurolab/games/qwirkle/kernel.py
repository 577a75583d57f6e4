"""The game of Qwirkle, compiled: deal, legal moves, play, outcome, and whole games by the million.

What it is for: one text of the rules, used by a person's State and by simulations alike. What it is not for: checks
(``state.py`` makes them), the records (``kernel_record.py``), the grid (``kernel_grid.py``), finding plays
(``kernel_plays.py``), what a play leaves to the others (``kernel_risk.py``), what a seat may see (``kernel_hidden.py``)
and what a search asks (``kernel_search.py``).

Agents decide from what their seat sees, and take equally good moves with equal chance. All place tiles when they can,
trade only when no tile fits, any trade with equal chance, and pass only when they must. ``uniform`` takes any play;
``greedy`` one of the highest score now; ``cautious`` one of the highest worth, which is its score, with the bonus for
going out, plus ``TEMPO`` for each tile, minus ``OFFERED`` for each point of a line that the next player may complete
with one tile, by the chance of holding that tile.

Rule numbers are those of the family's rules text.
"""

from typing import Any, Final

import numpy as np

from tsurolab._jit import below, keep_alive, kernel, records, shuffle, stream_key
from tsurolab.games.qwirkle.kernel_grid import cell_x, cell_y, finish_line, is_tile, put, stretch
from tsurolab.games.qwirkle.kernel_hidden import VEIL, hide, resample, reveal
from tsurolab.games.qwirkle.kernel_plays import (
    CAUTIOUS,
    DESK,
    GREEDY,
    UNIFORM,
    WRITE,
    can_place,
    find_plays,
    hand_mask,
    largest_group,
    unpack,
)
from tsurolab.games.qwirkle.kernel_record import MOVE, RESULT, STATE, clear
from tsurolab.games.qwirkle.kernel_search import HORIZON, count_choices, reward, shortlist
from tsurolab.games.qwirkle.rules import (
    MAX_HAND,
    MAX_SEATS,
    TORUS,
    Kind,
    Reason,
    TieStart,
)

__all__ = [
    "DESK",
    "MAX_GAME",
    "MAX_MOVES",
    "MOVE",
    "POLICIES",
    "RESULT",
    "STATE",
    "VEIL",
    "choose",
    "deal",
    "hide",
    "legal",
    "outcome",
    "play",
    "playout",
    "resample",
    "reveal",
    "reward",
    "count_choices",
    "HORIZON",
    "shortlist",
    "trace",
]

MAX_MOVES: Final = 1 << 19
MAX_GAME: Final = 5000
POLICIES: Final = ("uniform", "greedy", "cautious")
"""The agents by code, which is also the mode of ``find_plays``."""
assert tuple(range(len(POLICIES))) == (UNIFORM, GREEDY, CAUTIOUS)
_DEAL: Final = 0
_CHANCE: Final = 1
_AGENT: Final = 2
_PLACE, _TRADE, _PASS = (int(kind) for kind in Kind)
_WENT_OUT, _BLOCKED, _STALLED = (int(reason) for reason in Reason)
_OLDEST, _YOUNGEST = int(TieStart.OLDEST), int(TieStart.YOUNGEST)
_MOST_TRADES: Final = 1 << MAX_HAND


# ---------------------------------------------------------------------------------------------------------------- deal


@kernel
def deal(rules, players, seed, game, state):
    """Fill the bag, deal the hands, and find who starts (rules 1.1.1 to 1.1.5)."""
    clear(players, state)
    state.rng[_DEAL] = stream_key(seed, game, _DEAL)
    state.rng[_CHANCE] = stream_key(seed, game, _CHANCE)
    for tile in range(rules.types):
        for _ in range(rules.copies):
            state.bag[state.bag_count] = tile
            state.bag_count += 1
    shuffle(state.rng, _DEAL, state.bag, state.bag_count)
    for seat in range(players):
        _refill(rules, state, seat)
    choose_starter(rules, state)
    state.turn = state.starter


@kernel
def choose_starter(rules, state):
    """The seat with the largest group starts; ties as the rules say."""
    most = 0
    tied = 0
    for seat in range(state.players):
        size = largest_group(rules, hand_mask(state, seat))
        if size > most:
            most = size
            tied = 0
        if size == most:
            tied += 1
            taken = tied == 1 or rules.tie_start == _YOUNGEST
            if not taken and rules.tie_start != _OLDEST:
                taken = below(state.rng, _DEAL, tied) == 0  # so each of all tied seats is kept with equal chance
            if taken:
                state.starter = seat


@kernel
def _refill(rules, state, seat):
    """Draw until the hand is full or the bag is empty (rule 1.4)."""
    while state.bag_count and state.hand_count[seat] < rules.hand_size:
        state.bag_count -= 1
        state.hands[seat, state.hand_count[seat]] = state.bag[state.bag_count]
        state.bag[state.bag_count] = 0
        state.hand_count[seat] += 1


# --------------------------------------------------------------------------------------------------------- legal moves


@kernel
def _write_trade(state, chosen, move):
    """Write the tiles at the places of a hand that ``chosen`` has bits for as a trade."""
    count = 0
    for slot in range(state.hand_count[state.turn]):
        if (chosen >> slot) & 1:
            move.tiles[count] = state.hands[state.turn, slot]
            count += 1
    for place in range(count, MAX_HAND):
        move.tiles[place] = 0
    move.kind = _TRADE
    move.count = count
    move.axis = 0
    move.cell = 0
    move.points = 0


@kernel
def _is_first_choice(state, chosen):
    """Whether ``chosen`` is the way to choose its tiles that takes the first copies; and how many tiles it has."""
    count = 0
    for slot in range(state.hand_count[state.turn]):
        if (chosen >> slot) & 1:
            count += 1
            for past in range(slot):
                if not (chosen >> past) & 1 and state.hands[state.turn, past] == state.hands[state.turn, slot]:
                    return 0
    return count


@kernel
def legal_trades(state, moves, count):
    """Write every different set of tiles that can be traded, or a pass, from ``moves[count]`` on (rule 1.4)."""
    if state.placed and state.bag_count:
        for chosen in range(1, 1 << state.hand_count[state.turn]):
            size = _is_first_choice(state, chosen)
            if size and size <= state.bag_count:
                _write_trade(state, chosen, moves[count])
                count += 1
    if count == 0:
        _write_trade(state, 0, moves[0])
        moves[0].kind = _PASS
        count = 1
    return count


@kernel
def legal(rules, state, moves):
    """Write every distinct legal move to ``moves`` and return their number: plays, then trades, or a pass."""
    if state.reason:
        return 0
    desks = records(DESK, 1)
    desk = desks[0]
    find_plays(rules, state, WRITE, desk, moves)
    count = legal_trades(state, moves, desk.count)
    keep_alive(desks)
    return count


# ---------------------------------------------------------------------------------------------------------------- play


@kernel
def _take_from_hand(state, tile):
    """Take one copy of a tile out of the hand of the seat to play; the others keep their order."""
    seat = state.turn
    slot = 0
    while state.hands[seat, slot] != tile:
        slot += 1
    state.hand_count[seat] -= 1
    last = state.hand_count[seat]
    while slot < last:
        state.hands[seat, slot] = state.hands[seat, slot + 1]
        slot += 1
    state.hands[seat, last] = 0


@kernel
def lay(rules, state, move):
    """Place the tiles of a play and note its lines; returns its points (rules 1.2 and 1.3)."""
    step = 1 << 7 * np.int64(move.axis)
    is_first = state.placed == 0
    cell = np.int64(move.cell)
    if not is_first:
        stretch(state, cell)
    for place in range(np.int64(move.count)):
        while is_tile(np.int64(state.grid[cell])):
            cell = (cell + step) & TORUS
        put(state, cell, np.int64(move.tiles[place]))
    stretch(state, cell)
    state.new_count = np.int64(move.count)
    state.line_count = 0
    axis = np.int64(move.axis)
    points = finish_line(rules, state, cell, axis)
    for place in range(state.placed - state.new_count, state.placed):
        points += finish_line(rules, state, np.int64(state.cells[place]), 1 - axis)
    return points if state.line_count else rules.lone_tile


@kernel
def _place(rules, state, move):
    seat = state.turn
    if state.placed == 0:
        state.opening = np.int64(move.count)
    points = lay(rules, state, move)
    for place in range(np.int64(move.count)):
        _take_from_hand(state, move.tiles[place])
    state.score[seat] += points
    state.best_turn[seat] = max(state.best_turn[seat], points)
    state.plays[seat] += 1
    state.tiles[seat] += np.int64(move.count)
    state.last_seat = seat
    state.last_count = np.int64(move.count)
    state.scoreless = 0
    _refill(rules, state, seat)


@kernel
def set_aside(state, move):
    """Trade: set tiles aside, draw as many, and then put them into the bag, which is not mixed yet (rule 1.4)."""
    seat = state.turn
    for place in range(np.int64(move.count)):
        _take_from_hand(state, move.tiles[place])
    for _ in range(np.int64(move.count)):
        state.bag_count -= 1
        state.hands[seat, state.hand_count[seat]] = state.bag[state.bag_count]
        state.hand_count[seat] += 1
    for place in range(np.int64(move.count)):
        state.bag[state.bag_count] = move.tiles[place]
        state.bag_count += 1
    state.trades[seat] += 1
    state.line_count = 0
    state.last_count = 0
    state.scoreless += 1


@kernel
def _pass(state):
    state.passes[state.turn] += 1
    state.line_count = 0
    state.last_count = 0
    state.scoreless += 1


@kernel
def finish(state, reason):
    """End the game; the highest totals win, equal ones together (rule 1.5)."""
    state.reason = reason
    most = state.score[0]
    for seat in range(1, state.players):
        most = max(most, state.score[seat])
    state.winners = 0
    for seat in range(state.players):
        if state.score[seat] == most:
            state.winners |= 1 << seat


@kernel
def nothing_fits(state):
    """Whether no tile of the hands and the bag fits anywhere."""
    left = 0
    for seat in range(state.players):
        left |= hand_mask(state, seat)
    for place in range(state.bag_count):
        left |= 1 << np.int64(state.bag[place])
    return not can_place(state, left)


@kernel
def settle(rules, state):
    """End the game if it is over, else pass the turn on (rule 1.5)."""
    seat = state.turn
    state.turns += 1
    if state.hand_count[seat] == 0 and state.bag_count == 0:
        state.score[seat] += rules.finish_bonus
        state.went_out = 1 << seat
        finish(state, _WENT_OUT)
        return
    after = seat + 1 if seat + 1 < state.players else 0
    if not can_place(state, hand_mask(state, after)) and nothing_fits(state):
        finish(state, _BLOCKED)
    elif state.scoreless >= rules.stall_rounds * state.players:
        finish(state, _STALLED)
    else:
        state.turn = after


@kernel
def play(rules, state, move):
    """Play a legal move, chance included, up to the next decision."""
    if move.kind == _PLACE:
        _place(rules, state, move)
    elif move.kind == _TRADE:
        set_aside(state, move)
        shuffle(state.rng, _CHANCE, state.bag, state.bag_count)
    else:
        _pass(state)
    settle(rules, state)


@kernel
def outcome(rules, state, result):
    """Fill a RESULT record from a finished game."""
    result.winners = state.winners
    result.reason = state.reason
    result.starter = 1 << state.starter
    result.went_out = state.went_out
    result.opening = state.opening
    result.turns = state.turns
    for seat in range(MAX_SEATS):
        result.score[seat] = state.score[seat]
        result.qwirkles[seat] = state.qwirkles[seat]
        result.plays[seat] = state.plays[seat]
        result.tiles[seat] = state.tiles[seat]
        result.trades[seat] = state.trades[seat]
        result.passes[seat] = state.passes[seat]
        result.best_turn[seat] = state.best_turn[seat]
        result.opened[seat] = state.opened[seat]
        result.left[seat] = state.hand_count[seat]
    result.width = state.max_x - state.min_x + 1
    result.height = state.max_y - state.min_y + 1
    result.dead_cells = state.dead
    result.branching_sum = state.branching_sum
    result.branching_max = state.branching_max


# --------------------------------------------------------------------------------------------------------- whole games


@kernel
def choose(rules, state, policy, desk, board, moves):
    """Write the move that the agent of code ``policy`` chooses for the seat to play to ``moves[0]``.

    Random draws are from ``desk.rng[state.turn]``. Of ``state`` only the tallies of branching change; ``board`` is not
    needed, and of ``moves`` at most as many entries as a hand has trades.
    """
    find_plays(rules, state, policy, desk, moves)
    count = desk.count
    state.branching_sum += count
    state.branching_max = max(state.branching_max, count)
    if count:
        unpack(desk.choice, desk.points, moves[0])
    else:
        count = legal_trades(state, moves, 0)
        if count > 1:
            moves[0] = moves[below(desk.rng, state.turn, count)]


@kernel
def _start(rules, players, seed, game, state, desk):
    """Deal, and give each seat's agent its own stream of the game."""
    deal(rules, players, seed, game, state)
    for seat in range(players):
        desk.rng[seat] = stream_key(seed, game, _AGENT + seat)


@kernel
def playout(rules, players, agents, seed, first, count, results):
    """Play games ``first .. first+count-1`` with the agents (codes by seat) and fill ``results``."""
    states = records(STATE, 1)
    desks = records(DESK, 1)
    moves = records(MOVE, _MOST_TRADES)
    state = states[0]
    desk = desks[0]
    for game in range(count):
        _start(rules, players, seed, first + game, state, desk)
        while state.reason == 0:
            choose(rules, state, agents[state.turn], desk, state, moves)
            play(rules, state, moves[0])
        outcome(rules, state, results[game])
    keep_alive(states)
    keep_alive(desks)


@kernel
def trace(rules, players, agents, seed, game, state, moves):
    """Play one game exactly as ``playout`` does, keeping its moves; return their number."""
    desks = records(DESK, 1)
    buffer = records(MOVE, _MOST_TRADES)
    desk = desks[0]
    _start(rules, players, seed, game, state, desk)
    count = 0
    while state.reason == 0:
        choose(rules, state, agents[state.turn], desk, state, buffer)
        moves[count] = buffer[0]
        count += 1
        play(rules, state, buffer[0])
    keep_alive(desks)
    return count


@kernel
def add_grids(rules, players, agents, seed, first, count, sums):
    """Play the games that ``playout`` plays and add to ``sums`` where tiles lie in the end.

    ``sums`` is square, with the first tile in the middle; tiles beyond its edge are left out.
    """
    states = records(STATE, 1)
    desks = records(DESK, 1)
    moves = records(MOVE, _MOST_TRADES)
    state = states[0]
    desk = desks[0]
    half = sums.shape[0] // 2
    for game in range(count):
        _start(rules, players, seed, first + game, state, desk)
        while state.reason == 0:
            choose(rules, state, agents[state.turn], desk, state, moves)
            play(rules, state, moves[0])
        for place in range(state.placed):
            x = cell_x(state, np.int64(state.cells[place])) + half
            y = cell_y(state, np.int64(state.cells[place])) + half
            if x >= 0 and y >= 0 and x < sums.shape[1] and y < sums.shape[0]:
                sums[y, x] += 1
    keep_alive(states)
    keep_alive(desks)


def result_array(count: int) -> Any:
    """Room for ``count`` results."""
    return np.zeros(count, RESULT).view(np.recarray)
