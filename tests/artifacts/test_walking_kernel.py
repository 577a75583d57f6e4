"""The walking kernel of the benchmarks plays the same game: the same lengths and winners, on average."""

import sys
from pathlib import Path

import numpy as np
import pytest

import tsurolab as tl

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def walk_kernel():
    sys.path.insert(0, str(BENCHMARKS))
    try:
        import walk_kernel
    finally:
        sys.path.remove(str(BENCHMARKS))
    return walk_kernel


@pytest.mark.parametrize("players", [2, 5])
def test_lengths_and_ties_agree_with_the_library(walk_kernel, players):
    games = 3000
    tiles, winners = np.zeros(games, np.int64), np.zeros(games, np.int64)
    walk_kernel.walk_playout(players, 3, 0, games, tiles, winners)
    results = tl.simulate("tsuro/classic", players=players, games=games, seed=4, progress=False).results
    ours = results["tiles"].astype(float)
    error = np.sqrt((tiles.var() + ours.var()) / games)
    assert abs(tiles.mean() - ours.mean()) < 4 * error
    ties = [np.array([int(one).bit_count() > 1 for one in some]) for some in (winners, results["winners"])]
    share = np.mean([tie.mean() for tie in ties])
    assert abs(ties[0].mean() - ties[1].mean()) < 4 * np.sqrt(2 * share * (1 - share) / games)
