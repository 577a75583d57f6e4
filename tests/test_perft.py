"""Perft counts sequences of legal moves, as a plain walk over copies does."""

import pytest

from tsurolab.errors import BadArgument
from tsurolab.games.catalogue import game
from tsurolab.games.perft import divide, perft


def walk(state, depth):
    if depth == 0:
        return 1
    return sum(walk(state.copy().play(move), depth - 1) for move in state.legal_moves)


@pytest.fixture
def state():
    """A game whose start marks are chosen."""
    dealt = game("tsuro/classic").new(players=2, seed=3)
    return dealt.play(dealt.legal_moves[5]).play(dealt.legal_moves[20])


def test_it_counts_as_a_plain_walk_does(state):
    assert [perft(state, depth) for depth in range(4)] == [walk(state, depth) for depth in range(4)]


def test_the_position_is_left_as_it_was(state):
    before = state.copy()
    perft(state, 2)
    divide(state, 2)
    assert (state, state.ply, state.moves) == (before, before.ply, before.moves)


def test_divide_splits_the_count_by_the_first_move(state):
    parts = divide(state, 3)
    assert sum(parts.values()) == perft(state, 3)
    assert list(parts) == [str(move) for move in state.legal_moves]


def test_a_finished_game_has_no_sequences():
    over = game("tsuro/classic").new(players=2, seed=3)
    while not over.is_over:
        over.play(over.legal_moves[0])
    assert (perft(over, 0), perft(over, 1), perft(over, 3)) == (1, 0, 0)


@pytest.mark.parametrize("depth", [-1, 1.5, "2", True])
def test_bad_depths(state, depth):
    with pytest.raises(BadArgument, match="a depth is a whole number from 0"):
        perft(state, depth)
    with pytest.raises(BadArgument, match="a depth to divide is a whole number from 1"):
        divide(state, 0)
