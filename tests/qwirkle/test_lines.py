"""Valid lines of Qwirkle, and the highest turn, against going through all sets of tiles."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from tsurolab.errors import BadArgument
from tsurolab.games.qwirkle.lines import (
    count_lines,
    highest_bound,
    highest_turn,
    is_line,
    line_counts,
    line_score,
    lines,
)
from tsurolab.games.qwirkle.tiles import CLASSIC, TileSet

SETS = [TileSet(2, 2, 1), TileSet(2, 4, 2), TileSet(4, 3, 2), TileSet(1, 3, 1), TileSet(3, 3, 3)]


def valid(tiles: list[tuple[object, object]]) -> bool:
    """The printed rule: one colour and different shapes, or one shape and different colours."""
    colours, shapes = [a for a, _ in tiles], [b for _, b in tiles]
    one_colour = len(set(colours)) == 1 and len(set(shapes)) == len(tiles)
    one_shape = len(set(shapes)) == 1 and len(set(colours)) == len(tiles)
    return len(tiles) > 1 and (one_colour or one_shape)


@pytest.mark.parametrize("tiles", SETS)
def test_lines_are_all_valid_sets_of_tiles(tiles):
    for length in range(2, tiles.longest + 2):
        by_hand = {
            chosen
            for chosen in combinations(range(tiles.types), length)
            if valid([tiles.pair(index) for index in chosen])
        }
        listed = list(lines(length, tiles))
        assert set(listed) == by_hand
        assert len(listed) == len(by_hand) == count_lines(length, tiles)
        assert all(is_line(one, tiles) for one in listed)


def test_ordered_lines_are_all_valid_rows_of_tiles():
    tiles = TileSet(3, 3, 1)
    for length in (2, 3):
        rows = sum(valid([tiles.pair(i) for i in row]) for row in permutations(range(9), length))
        assert rows == count_lines(length, tiles, ordered=True)


def test_the_classic_lines_by_length():
    table = line_counts()
    assert list(table["lines"]) == [180, 240, 180, 72, 12] == [len(list(lines(n))) for n in range(2, 7)]
    assert list(table["ordered"]) == [360, 1440, 4320, 8640, 8640]
    assert table["lines"][1:].sum() == 504


@pytest.mark.parametrize("tiles", SETS)
def test_the_table_counts_copies_and_chances_as_draws_do(tiles):
    for row in line_counts(tiles).itertuples(index=False):
        if math.comb(tiles.size, row.length) > 5000:
            continue
        draws = list(combinations(range(tiles.size), row.length))
        good = sum(valid([tiles.pair(item // tiles.copies) for item in draw]) for draw in draws)
        assert (row[6], row.chance) == (good, Fraction(good, len(draws)))


@pytest.mark.parametrize("tiles", [CLASSIC, TileSet(4, 3, 1), TileSet(2, 3, 1)])
def test_the_table_says_how_many_tiles_fit_a_line(tiles):
    for row in line_counts(tiles).itertuples(index=False):
        fitting = {
            sum(is_line((*line, more), tiles) for more in range(tiles.types)) for line in lines(row.length, tiles)
        }
        assert fitting == {int(number) for number in row.fitting.split(" or ")}


def test_a_line_scores_its_length_and_six_more_for_a_qwirkle():
    assert [line_score(n) for n in range(2, 7)] == [2, 3, 4, 5, 12]
    with pytest.raises(BadArgument, match="from 2 to 6, not 7"):
        line_score(7)


def runs(board: dict[tuple[int, int], tuple[str, str]]) -> list[list[tuple[int, int]]]:
    """Return the lines of two or more touching tiles, walked cell by cell."""
    found = []
    for right, down in ((1, 0), (0, 1)):
        for x, y in board:
            if (x - right, y - down) not in board:
                run = [(x, y)]
                while (run[-1][0] + right, run[-1][1] + down) in board:
                    run.append((run[-1][0] + right, run[-1][1] + down))
                if len(run) > 1:
                    found.append(run)
    return found


@pytest.mark.parametrize("going_out", [False, True])
def test_the_highest_turn_is_legal_and_scores_what_it_says(going_out):
    told = highest_turn(going_out)
    position = told["position"]
    before = {(x, y): (colour, shape) for x, y, colour, shape in position["board"]}
    play = {(x, y): (colour, shape) for x, y, colour, shape in told["play"]}
    after = before | play
    assert len(before) + len(play) == len(after)
    for board in (before, after):
        assert all(valid([board[cell] for cell in run]) for run in runs(board))
        reached, edge = set(), [next(iter(board))]
        while edge:
            x, y = edge.pop()
            if (x, y) in board and (x, y) not in reached:
                reached.add((x, y))
                edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        assert reached == set(board), "one connected grid"
    # The play is the whole hand, in one row without gaps.
    assert sorted(map(tuple, position["hands"][0])) == sorted(play.values())
    assert len({y for _, y in play}) == 1
    assert max(x for x, _ in play) - min(x for x, _ in play) == 5
    made = [run for run in runs(after) if set(run) & set(play)]
    score = sum(len(run) + 6 * (len(run) == 6) for run in made) + 6 * going_out
    assert score == told["score"] == (90 if going_out else 84)
    assert {frozenset(run) for run in made} == {frozenset((x, y) for x, y, _, _ in line) for line in told["lines"]}
    # No tile is missing or made up, and the bag is empty when the play goes out.
    tiles = Counter(before.values())
    tiles.update(tuple(one) for hand in position["hands"] for one in hand)
    tiles.update(tuple(one) for one in position["bag"])
    assert tiles == Counter({CLASSIC.names(index): 3 for index in range(36)})
    assert (position["bag"] == []) == going_out
    assert len(position["hands"][1]) == 6


def test_no_turn_can_score_more():
    # k tiles make one main line and at most k crossing lines; no line is worth more than the Qwirkle.
    best = max(line_score(n) for n in range(2, 7))
    assert highest_bound() == max(best + k * best for k in range(1, 7)) == 84
    with pytest.raises(BadArgument, match="as many colours as shapes"):
        highest_bound(TileSet(2, 3))


def test_bad_input_says_what_would_be_right():
    with pytest.raises(BadArgument, match="the length of a line must be a whole number of at least 2, not 1"):
        count_lines(1)
    with pytest.raises(BadArgument, match="from 0 to 35, not 36"):
        is_line([0, 36])
