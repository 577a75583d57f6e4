"""What the bag still holds: counts and chances, against going through all draws."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from tsurolab.errors import BadArgument, ImpossiblePosition, UnknownName
from tsurolab.games.qwirkle.bag import draw_chance, draw_table, unseen
from tsurolab.games.qwirkle.lines import highest_turn
from tsurolab.games.qwirkle.tiles import TileSet

TINY = TileSet(2, 2, 2)
POSITION: dict[str, Any] = {
    "board": [[0, 0, "red", "circle"], [1, 0, "red", "star4"]],
    "hands": [[["red", "circle"]], [["orange", "circle"]]],
    "bag": None,
    "turn": 0,
    "scores": [2, 0],
}


def test_a_player_sees_the_table_and_the_own_hand():
    assert unseen(POSITION, None, TINY) == [1, 1, 2, 2]
    assert unseen(POSITION, 0, TINY) == [0, 1, 2, 2]
    assert unseen(POSITION, 1, TINY) == [1, 1, 1, 2]


def test_the_other_hand_and_the_bag_are_what_is_unseen():
    position = highest_turn()["position"]
    left = unseen(position, 0)
    assert sum(left) == 72 == len(position["bag"]) + len(position["hands"][1])
    out = highest_turn(going_out=True)["position"]
    assert sum(unseen(out, 0)) == 6
    assert sum(unseen(out)) == 12


@pytest.mark.parametrize("drawn", range(6))
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_chances_are_those_of_all_draws(drawn, seat):
    left = unseen(POSITION, seat, TINY)
    items = [index for index, many in enumerate(left) for _ in range(many)]
    if drawn > len(items):
        return
    draws = list(combinations(items, drawn))
    table = draw_table(POSITION, drawn, seat, TINY)
    assert list(table["tile"]) == [TINY.code(index) for index, many in enumerate(left) if many]
    for row in table.to_dict("records"):
        index = TINY.parse(row["tile"])
        counts = [draw.count(index) for draw in draws]
        assert row["expected"] == Fraction(sum(counts), len(draws))
        assert row["at least one"] == Fraction(sum(many > 0 for many in counts), len(draws))
        assert [row[str(k)] for k in range(3)] == [Fraction(counts.count(k), len(draws)) for k in range(3)]
    wanted = ["rx", "orange circle"]
    codes = [TINY.parse(text) for text in wanted]
    some = Fraction(sum(bool(set(codes) & set(draw)) for draw in draws), len(draws))
    every = Fraction(sum(set(codes) <= set(draw) for draw in draws), len(draws))
    assert draw_chance(POSITION, wanted, drawn, seat, TINY) == some
    assert draw_chance(POSITION, wanted, drawn, seat, TINY, every=True) == every


def test_a_full_bag_draws_a_given_tile_as_often_as_any_other():
    table = draw_table({"board": []}, drawn=6)
    assert len(table) == 36
    assert set(table["at least one"]) == {1 - Fraction(math.comb(105, 6), math.comb(108, 6))}
    assert sum(table["expected"]) == 6


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: unseen({"board": [[0, 0, "red", "circle"]] * 4}), ImpossiblePosition, "'red circle' is seen 4 times"),
        (lambda: unseen({"hands": []}), BadArgument, "a position has board"),
        (lambda: unseen({"board": [[0, 0]]}), BadArgument, "a position has board"),
        (lambda: unseen({"board": [[0, 0, "pink", "circle"]]}), UnknownName, "unknown colour 'pink'"),
        (lambda: unseen(POSITION, seat=2), BadArgument, "seat must be a whole number from 0 to 1, not 2"),
        (lambda: draw_table(POSITION, drawn=107), BadArgument, "drawn must be a whole number from 0 to 106, not 107"),
        (lambda: draw_chance(POSITION, ["zz"]), BadArgument, "'zz' is no tile"),
    ],
)
def test_bad_input_says_what_would_be_right(call, error, words):
    with pytest.raises(error, match=words):
        call()
