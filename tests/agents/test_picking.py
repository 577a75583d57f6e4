"""One decision of an agent: legal, repeatable, by the seed, and without touching the position."""

from collections import Counter

import pytest

import tsurolab as tl
from tsurolab.agents.picking import pick
from tsurolab.errors import BadArgument, UnknownName
from tsurolab.games.catalogue import all_editions


@pytest.mark.parametrize("name", [edition.name for edition in all_editions()])
def test_a_pick_is_legal_and_changes_nothing(name):
    state = tl.game(name).new(players=tl.game(name).players[0], seed=2)
    before = state.copy()
    move = pick(state, "uniform", seed=7)
    assert move in state.legal_moves
    assert move == pick(before, "uniform", seed=7)
    assert state == before


def test_uniform_picks_every_move_about_equally_often():
    state = tl.game("tsuro/classic").new(players=2, seed=1)
    counts = Counter(pick(state, "uniform", seed=seed) for seed in range(4800))
    assert set(counts) == set(state.legal_moves)
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 90  # chi-square, 47 degrees: p of 0.0002


def test_what_cannot_be_picked_is_refused():
    state = tl.game("tsuro/classic").new(players=2, seed=1)
    with pytest.raises(UnknownName, match="did you mean 'uniform'"):
        pick(state, "unifrom", seed=1)
    with pytest.raises(BadArgument, match="seed"):
        pick(state, "uniform", seed=-1)
    while not state.is_over:
        state.play(pick(state, "uniform", seed=3))
    with pytest.raises(BadArgument, match="the game is over"):
        pick(state, "uniform", seed=1)
