"""Where the grid grows."""

from collections import Counter

import numpy as np
import pytest

import tsurolab as tl
from tsurolab.errors import BadArgument, UnknownName


def test_shares_are_those_of_the_games_played_one_by_one():
    run = tl.simulate("qwirkle/classic", players=3, games=6, seed=4, agents=["greedy", "uniform"], progress=False)
    cells = Counter()
    for number in range(6):
        cells.update(run.state(number).board.keys())
    found = tl.qwirkle.growth(players=3, agents=["greedy", "uniform", "greedy"], games=6, seed=4, reach=30)
    wanted = np.zeros((61, 61))
    for (x, y), times in cells.items():
        wanted[y + 30, x + 30] = times / 6
    assert np.array_equal(found, wanted)
    near = tl.qwirkle.growth(players=3, agents=["greedy", "uniform", "greedy"], games=6, seed=4, reach=5)
    assert np.array_equal(near, wanted[25:36, 25:36])


def test_wrong_arguments_are_refused():
    for wrong, message in (
        ({"games": 0}, "games must be a whole number from 1"),
        ({"reach": 65}, "reach must be a whole number from 1 to 64, not 65"),
        ({"players": 5}, "is for 2 to 4 players, not 5"),
        ({"agents": ["greedy"]}, "2 players need 2 agents, not 1"),
        ({"edition": "tsuro/classic"}, "growth is for editions of Qwirkle"),
        ({"copies": 9}, "a game takes at most 120"),
    ):
        with pytest.raises(BadArgument, match=message):
            tl.qwirkle.growth(**wrong)
    with pytest.raises(UnknownName, match="unknown agent 'gredy'; did you mean 'greedy'"):
        tl.qwirkle.growth(agents="gredy")
