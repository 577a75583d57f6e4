"""The exact tables of Qwirkle agree with one another, with the game's own dealing, and with positions."""

from fractions import Fraction

import numpy as np
import pytest

import tsurolab as tl
from tsurolab.artifacts.qwirkle.deals import sample_deals
from tsurolab.artifacts.qwirkle.exact_tables import (
    among_table,
    draws_table,
    sets_table,
    starts_table,
    summary_table,
)
from tsurolab.artifacts.qwirkle.game_charts import opening_law


def test_the_opening_of_one_hand_is_the_law_of_the_largest_group():
    alone = among_table().query("players == 1")
    law = tl.qwirkle.opening_table()
    assert alone["probability"].tolist() == law["probability"].tolist()
    assert alone["decimal"].tolist() == alone["if independent"].tolist()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_law_of_the_opening_adds_up_and_gives_the_mean(players):
    rows = among_table().query("players == @players")
    assert rows["probability"].sum() == 1
    assert dict(zip(rows["opening"], rows["probability"])) == opening_law(players)
    mean = float((rows["opening"] * rows["probability"]).sum())
    ties = sum(map(float, rows["tied"]))
    summary = summary_table().set_index("players").loc[players]
    assert summary["mean opening"] == f"{mean:.10f}"
    assert float(summary["tie"]) == pytest.approx(ties, abs=1e-9)
    assert summary["Qwirkle dealt"] == rows["decimal"].iloc[-1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_knowing_nothing_every_player_starts_equally_often(players):
    rows = starts_table().query("players == @players")
    law = tl.qwirkle.opening_table()["probability"].tolist()
    assert sum((p * starts for p, starts in zip(law, rows["starts"])), Fraction(0)) == Fraction(1, players)


def test_the_table_of_draws_is_that_of_a_position():
    hand = [["red", "circle"], ["red", "circle"], ["blue", "square"]] + [["green", "clover"]] * 3
    drawn = tl.qwirkle.draw_table({"board": [], "hands": [hand]}, drawn=3, seat=0).set_index("tile")
    rows = draws_table().query("unseen == 102 and drawn == 3").set_index("copies")["probability"]
    assert (rows[1], rows[2], rows[3]) == tuple(drawn.loc[["rc", "bs", "ys"], "at least one"])


def test_the_classic_set_is_one_of_the_sets():
    row = sets_table().set_index("colours and shapes").loc[6]
    assert row["lines"] == tl.qwirkle.line_counts()["lines"].sum()
    assert row["classes"] == len(tl.qwirkle.hand_classes())
    assert row["hands"] == tl.qwirkle.opening_table()["hands"].sum()
    assert row["Qwirkle dealt"] == tl.qwirkle.dealt_qwirkle()


@pytest.mark.parametrize("players", [2, 4])
def test_sampled_deals_are_those_of_the_game(players):
    some = sample_deals(players, 30, seed=5)
    groups = some.groups()
    names = {(tile.colour, tile.shape): index for index, tile in enumerate(tl.qwirkle.tiles())}
    for number in range(30):
        state = tl.game("qwirkle/classic").new(players, seed=5, number=number)
        hands = [[names[tile] for tile in state.hand(seat)] for seat in range(players)]
        assert some.hands[number].tolist() == hands
        assert sorted(some.bag[number].tolist()) == sorted(names[tile] for tile in state.bag[:6])
        assert groups[number].tolist() == [tl.qwirkle.largest_group(hand) for hand in hands]
        assert some.starter[number] == state.turn
    assert (np.sort(groups, axis=1)[:, -1] == groups[np.arange(30), some.starter]).all()
