"""The game of Sorry!, compiled: deal, legal moves, play, outcome, and whole games by the million.

What it is for: one text of the rules, used by a person's State and by simulations alike. What it is not for: checks
(``state.py`` makes them), what differs between editions (``rules.py`` says it as data), and single pawns
(``kernel_board.py``).

A play is one card: the pawns move, the card is discarded, the turn passes unless the card was a 2, and the next card is
drawn. Rule numbers are those of the family's rules text.
"""

from typing import Any, Final

import numpy as np

from tsurolab._jit import below, keep_alive, kernel, shuffle, stream_key
from tsurolab.games.sorry.deck import CARDS
from tsurolab.games.sorry.kernel_board import apply, count_bits
from tsurolab.games.sorry.kernel_hidden import hide, resample, reveal
from tsurolab.games.sorry.kernel_moves import NONE, all_moves
from tsurolab.games.sorry.kernel_policies import POLICIES, choose
from tsurolab.games.sorry.kernel_state import DESK, MOVE, RESULT, STATE, VEIL, new_desks, new_moves, new_states
from tsurolab.games.sorry.kernel_worth import advantage, sides_against
from tsurolab.games.sorry.rules import CIRCLE, MAX_HAND, MAX_SEATS, Kind, Reason

__all__ = [
    "HORIZON",
    "DESK",
    "MAX_GAME",
    "MAX_MOVES",
    "MOVE",
    "NONE",
    "POLICIES",
    "RESULT",
    "STATE",
    "VEIL",
    "choose",
    "count_choices",
    "deal",
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

MAX_MOVES: Final = 1 << 13
MAX_GAME: Final = 20_000
HORIZON: Final = 2
"""Rounds of a rollout before it is judged: the chances of a whole game drown what one move brings."""
ADVANTAGE_SCALE: Final = 60.0
"""The advantage, in squares, that counts as three games won of four."""
_DEAL, _CHANCE, _AGENT = 0, 1, 2
_PASS, _START, _STEP, _SWAP, _SORRY, _DISCARD = (int(kind) for kind in Kind)
_ALL_HOME, _TOO_LONG = (int(reason) for reason in Reason)
_TWO: Final = CARDS.index("2")
_CARDS: Final = len(CARDS)


# ---------------------------------------------------------------------------------------------------------------- deal


@kernel
def seat_colour(rules, players, seat):
    """The colour of a seat: clockwise from red, but for two players who sit opposite."""
    return 2 * seat if rules.opposite and players == 2 else seat


@kernel
def find_partners(rules, state):
    """Note who plays with whom: the colours that sit opposite, in the edition for partners (rule 2.3)."""
    for seat in range(MAX_SEATS):
        state.partner[seat] = -1
    if rules.teams:
        for seat in range(state.players):
            for other in range(state.players):
                if state.colour[other] == state.colour[seat] ^ 2:
                    state.partner[seat] = other


@kernel
def clear(rules, players, state):
    """A table before anything has happened: all pawns in start, no cards."""
    state.players = players
    state.turn = 0
    state.reason = 0
    state.winners = 0
    state.card = NONE
    state.first = 0
    state.drawer = 0
    state.deck_count = 0
    state.discard_count = 0
    state.shuffled = 0
    state.shuffles = 0
    state.turns = 0
    state.cards = 0
    state.leader = 0
    state.lead_changes = 0
    for seat in range(MAX_SEATS):
        state.colour[seat] = seat_colour(rules, players, seat) if seat < players else NONE
        state.ring[seat] = 0
        state.zone[seat] = 0
        state.start[seat] = rules.pawns if seat < players else 0
        state.home[seat] = 0
        state.progress[seat] = 0
        state.deficit[seat] = 0
        state.own_turns[seat] = 0
        state.first_start[seat] = 0
        state.first_start_card[seat] = 0
        state.bumps_given[seat] = 0
        state.bumps_taken[seat] = 0
        state.self_bumps[seat] = 0
        state.slides[seat] = 0
        state.swaps[seat] = 0
        state.sorries[seat] = 0
        state.forfeits[seat] = 0
        state.hand_count[seat] = 0
    for card in range(_CARDS):
        state.used[card] = 0
        state.unused[card] = 0
        state.squares[card] = 0
    find_partners(rules, state)


@kernel
def deal(rules, players, seed, game, state):
    """Shuffle the pack, place the pawns, deal hands if there are any, and draw the first card (rule 2.1)."""
    clear(rules, players, state)
    state.rng[_DEAL] = stream_key(seed, game, _DEAL)
    state.rng[_CHANCE] = stream_key(seed, game, _CHANCE)
    for place in range(rules.deck_size):
        state.deck[place] = rules.deck[place]
        state.discards[place] = 0
    shuffle(state.rng, _DEAL, state.deck, rules.deck_size)
    state.deck_count = rules.deck_size
    if rules.fast_start:
        for seat in range(players):
            state.start[seat] -= 1
            state.ring[seat] = 1 << CIRCLE
            state.progress[seat] = CIRCLE
    if rules.random_first:
        state.turn = below(state.rng, _DEAL, players)
        state.first = state.turn
    if rules.hand_size:
        for seat in range(players):
            for slot in range(MAX_HAND):
                state.hands[seat, slot] = 0
            for _ in range(rules.hand_size):
                _take(state, seat)
    else:
        draw(rules, state)


# --------------------------------------------------------------------------------------------------------------- cards


@kernel
def _top(state):
    """Take the top card off the pile."""
    state.deck_count -= 1
    card = np.int64(state.deck[state.deck_count])
    state.deck[state.deck_count] = 0
    return card


@kernel
def _take(state, seat):
    """Draw a card into a hand."""
    state.hands[seat, state.hand_count[seat]] = _top(state)
    state.hand_count[seat] += 1


@kernel
def draw(rules, state):
    """Draw the next card: for all to see, or into the hand that has just been played from."""
    if rules.hand_size:
        _take(state, state.drawer)
    else:
        state.card = _top(state)


@kernel
def gather(state):
    """Turn the discards into the pile if it is empty, unshuffled; whether it was (rule 2.1)."""
    if state.deck_count:
        return False
    for place in range(state.discard_count):
        state.deck[place] = state.discards[place]
        state.discards[place] = 0
    state.deck_count = state.discard_count
    state.discard_count = 0
    state.shuffled = 1
    state.shuffles += 1
    return True


@kernel
def _discard(rules, state, seat, card):
    """Put the card that was used on the discards."""
    if rules.hand_size:
        slot = 0
        while np.int64(state.hands[seat, slot]) != card:
            slot += 1
        state.hand_count[seat] -= 1
        for later in range(slot, state.hand_count[seat]):
            state.hands[seat, later] = state.hands[seat, later + 1]
        state.hands[seat, state.hand_count[seat]] = 0
    else:
        state.card = NONE
    state.discards[state.discard_count] = card
    state.discard_count += 1


# ---------------------------------------------------------------------------------------------------------------- play


@kernel
def legal(rules, state, moves):
    """Write every distinct legal move to ``moves`` and return their number."""
    desks = new_desks(1)
    count = all_moves(rules, state, moves, desks[0])
    keep_alive(desks)
    return count


@kernel
def _side_progress(state, seat):
    """The squares covered by a seat and its partner."""
    partner = state.partner[seat]
    return state.progress[seat] + (state.progress[partner] if partner >= 0 else 0)


@kernel
def _count_move(state, seat, move, card, kind):
    """Keep the tallies of a card."""
    if card <= _TWO and state.first_start_card[seat] == 0:
        state.first_start_card[seat] = state.own_turns[seat] + 1
    if kind in (_PASS, _DISCARD):
        state.forfeits[seat] += 1
        state.unused[card] += 1
        return
    state.used[card] += 1
    if kind == _SWAP:
        state.swaps[seat] += 1
    elif kind != _STEP:
        if kind == _SORRY:
            state.sorries[seat] += 1
        owner = np.int64(move.owner[0])
        if state.first_start[owner] == 0:
            state.first_start[owner] = state.own_turns[seat] + 1


@kernel
def has_won(rules, state, seat):
    """Whether a seat, or its team, has all pawns home (rules 2.1 and 2.3)."""
    partner = state.partner[seat]
    return state.home[seat] == rules.pawns and (partner < 0 or state.home[partner] == rules.pawns)


@kernel
def _standings(rules, state):
    """At the end of a turn: who is in front, and how far the others are behind."""
    best = np.int64(0)
    for seat in range(MAX_SEATS):
        best = max(best, _standing(rules, state, seat))
    front = np.int64(0)
    for seat in range(MAX_SEATS):
        behind = best - _standing(rules, state, seat)
        front |= np.int64(behind == 0) << seat
        state.deficit[seat] = max(state.deficit[seat], behind)
    if front != state.leader and _is_one_side(rules, state, front):
        state.lead_changes += state.leader != 0
        state.leader = front


@kernel
def _standing(rules, state, seat):
    """The squares covered by a seat, or by its team."""
    return _side_progress(state, seat) if rules.teams else state.progress[seat]


@kernel
def _is_one_side(rules, state, seats):
    """Whether a mask of seats is one seat, or one team."""
    if rules.teams == 0:
        return seats & (seats - 1) == 0
    for seat in range(state.players):
        side = np.int64(1) << seat
        if state.partner[seat] >= 0:
            side |= np.int64(1) << state.partner[seat]
        if seats == side:
            return True
    return False


@kernel
def settle(rules, state, move):
    """Use a card: move the pawns, discard it, and pass the turn on or end the game. No card is drawn yet."""
    seat = state.turn
    card = np.int64(move.card)
    kind = np.int64(move.kind)
    state.drawer = seat
    state.shuffled = 0
    state.cards += 1
    if kind != _PASS and kind != _DISCARD:
        before = _side_progress(state, seat)
        apply(rules, state, move)
        state.squares[card] += _side_progress(state, seat) - before
    _count_move(state, seat, move, card, kind)
    _discard(rules, state, seat, card)
    won = kind == _STEP and has_won(rules, state, seat)
    if not won and card == _TWO and rules.two_draws_again and kind != _DISCARD and state.cards < MAX_GAME:
        return
    state.turns += 1
    state.own_turns[seat] += 1
    _standings(rules, state)
    if won:
        state.reason = _ALL_HOME
        state.winners = 1 << seat
        if state.partner[seat] >= 0:
            state.winners |= 1 << state.partner[seat]
    elif state.cards >= MAX_GAME:
        state.reason = _TOO_LONG
    else:
        state.turn = seat + 1 if seat + 1 < state.players else 0


@kernel
def play(rules, state, move):
    """Play a legal move, chance included, up to the next decision."""
    settle(rules, state, move)
    if state.reason == 0:
        if gather(state):
            shuffle(state.rng, _CHANCE, state.deck, state.deck_count)
        draw(rules, state)


# ------------------------------------------------------------------------------------------------------------- outcome


@kernel
def score(rules, state, seat):
    """The points of a seat at the end by the edition's table (rule 2.2)."""
    points = rules.score_own * state.home[seat] + rules.score_bump * state.bumps_given[seat]
    if (state.winners >> seat) & 1:
        most = np.int64(0)
        for other in range(state.players):
            if (state.winners >> other) & 1 == 0:
                points += rules.score_home * state.home[other]
                points += rules.score_out * (rules.pawns - state.home[other])
                most = max(most, state.home[other])
        if most < 3:
            points += rules.score_bonus[most]
    return points


@kernel
def _outcome_of_cards(state, result):
    result.used_1, result.used_2, result.used_3 = state.used[0], state.used[1], state.used[2]
    result.used_4, result.used_5, result.used_7 = state.used[3], state.used[4], state.used[5]
    result.used_8, result.used_10, result.used_11 = state.used[6], state.used[7], state.used[8]
    result.used_12, result.used_S = state.used[9], state.used[10]
    result.unused_1, result.unused_2, result.unused_3 = state.unused[0], state.unused[1], state.unused[2]
    result.unused_4, result.unused_5, result.unused_7 = state.unused[3], state.unused[4], state.unused[5]
    result.unused_8, result.unused_10, result.unused_11 = state.unused[6], state.unused[7], state.unused[8]
    result.unused_12, result.unused_S = state.unused[9], state.unused[10]
    result.squares_1, result.squares_2, result.squares_3 = state.squares[0], state.squares[1], state.squares[2]
    result.squares_4, result.squares_5, result.squares_7 = state.squares[3], state.squares[4], state.squares[5]
    result.squares_8, result.squares_10, result.squares_11 = state.squares[6], state.squares[7], state.squares[8]
    result.squares_12, result.squares_S = state.squares[9], state.squares[10]


@kernel
def outcome(rules, state, result):
    """Fill a RESULT record from a finished game."""
    result.winners = state.winners
    result.reason = state.reason
    result.first = state.first
    result.turns = state.turns
    result.cards = state.cards
    result.shuffles = state.shuffles
    result.lead_changes = state.lead_changes
    result.deficit_overcome = 0
    for seat in range(MAX_SEATS):
        result.colour[seat] = state.colour[seat]
        result.deficit[seat] = state.deficit[seat] if seat < state.players else 0
        if (state.winners >> seat) & 1:
            result.deficit_overcome = state.deficit[seat]
        result.bumps_given[seat] = state.bumps_given[seat]
        result.bumps_taken[seat] = state.bumps_taken[seat]
        result.self_bumps[seat] = state.self_bumps[seat]
        result.slides[seat] = state.slides[seat]
        result.swaps[seat] = state.swaps[seat]
        result.sorries[seat] = state.sorries[seat]
        result.forfeits[seat] = state.forfeits[seat]
        result.home[seat] = state.home[seat]
        result.progress[seat] = state.progress[seat]
        result.first_start[seat] = state.first_start[seat]
        result.first_start_card[seat] = state.first_start_card[seat]
        result.score[seat] = score(rules, state, seat)
    _outcome_of_cards(state, result)


# -------------------------------------------------------------------------------------------------------------- agents


@kernel
def reward(rules, state, seat):
    """What a seat has won of a finished game: 1 shared among the winners, 0 for all others and when nobody won.

    Points are another matter: by every score table the winner's are far more than a loser's. Of a game that goes on,
    the advantage that ``greedy`` sees over a mean opponent, squashed between 0 and 1.
    """
    if state.reason == 0:
        return 1.0 / (1.0 + np.exp(-advantage(state, seat) / (ADVANTAGE_SCALE * sides_against(state, seat))))
    if (state.winners >> seat) & 1 == 0:
        return 0.0
    return 1.0 / count_bits(state.winners)


@kernel
def shortlist(rules, state, moves, count):
    """Put the moves worth searching first and return their number: all, there are few."""
    return count


@kernel
def count_choices(rules, state, moves, count):
    """Take the legal moves of one decision into the tallies: this family has none of them."""


# --------------------------------------------------------------------------------------------------------- whole games


@kernel
def _start_agents(players, seed, game, desk):
    for seat in range(players):
        desk.rng[seat] = stream_key(seed, game, _AGENT + seat)


@kernel
def playout(rules, players, agents, seed, first, count, results):
    """Play games ``first .. first+count-1`` with the agents (codes by seat) and fill ``results``."""
    states = new_states(2)
    moves = new_moves(MAX_MOVES)
    desks = new_desks(1)
    desk = desks[0]
    state = states[0]
    board = states[1]
    move = moves[0]
    for game in range(count):
        deal(rules, players, seed, first + game, state)
        _start_agents(players, seed, first + game, desk)
        while state.reason == 0:
            choose(rules, state, agents[state.turn], desk, board, moves)
            play(rules, state, move)
        outcome(rules, state, results[game])
    keep_alive(states)
    keep_alive(moves)
    keep_alive(desks)


@kernel
def trace(rules, players, agents, seed, game, state, moves):
    """Play one game exactly as ``playout`` does, keeping its moves; return their number."""
    buffer = new_moves(MAX_MOVES)
    move = buffer[0]
    desks = new_desks(1)
    desk = desks[0]
    boards = new_states(1)
    board = boards[0]
    deal(rules, players, seed, game, state)
    _start_agents(players, seed, game, desk)
    count = 0
    while state.reason == 0:
        choose(rules, state, agents[state.turn], desk, board, buffer)
        moves[count] = move
        count += 1
        play(rules, state, move)
    keep_alive(buffer)
    keep_alive(boards)
    keep_alive(desks)
    return count


def result_array(count: int) -> Any:
    """Room for ``count`` results."""
    return np.zeros(count, RESULT).view(np.recarray)
