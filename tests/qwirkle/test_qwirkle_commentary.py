"""The words of Qwirkle agree with the facts of its states, in random and in greedy games."""

import random
import re

import pytest

import tsurolab as tl
from tsurolab.games.qwirkle.commentary import describe, end
from tsurolab.games.qwirkle.rules import Reason

GAMES = [{}, {"colours": 3, "shapes": 3}, {"colours": 4, "shapes": 4, "copies": 2}]


def games(options, count=4):
    """Pairs of states, before and after each move of games with random and with best moves."""
    found = tl.game("qwirkle/classic", **options)
    for seed in range(count):
        chooser = random.Random(seed)
        state = found.new(2 + seed % 2, seed=seed)
        while not state.is_over:
            before = state.copy()
            moves = list(state.legal_moves)
            best = max(moves, key=lambda move: move.points or 0)
            state.play(best if seed % 2 and best.points else chooser.choice(moves))
            yield before, state.copy()


@pytest.mark.parametrize("options", GAMES)
def test_points_lines_and_totals_are_told(options):
    for before, after in games(options):
        move, seat, words = after.last_move, before.turn, after.last_words
        if not move.placements:
            continue
        points, lines, total = re.search(r": (\d+) points? \((.*?)\), (\d+) in all", words).groups()
        score = after.last_score
        assert int(points) == score.points
        assert [int(each) for each in re.findall(r"\d+", lines)] == [line.length for line in score.lines]
        assert int(total) == before.scores[seat] + score.points
        for each in move.placements:
            assert f"{each.colour} {each.shape}" in words
        assert f" {move.placements[0].x},{move.placements[0].y}" in words
        column = len({each.x for each in move.placements}) == 1
        assert (" down: " in words) == (len(move.placements) > 1 and column)


@pytest.mark.parametrize("options", GAMES)
def test_every_qwirkle_is_told(options):
    told = 0
    for before, after in games(options):
        made = int(after._record.qwirkles.sum() - before._record.qwirkles.sum())
        words = after.last_words
        assert ("Qwirkle!" in words) == (made == 1)
        assert (f"{made} Qwirkles!" in words) == (made > 1)
        told += made
    assert told


@pytest.mark.parametrize("options", GAMES)
def test_draws_trades_and_passes_are_told(options):
    seen = set()
    for before, after in games(options, 6):
        move, words = after.last_move, after.last_words
        drawn = re.search(r"draws (\d+) tiles?", words)
        if move.placements:
            assert (int(drawn[1]) if drawn else 0) == len(before.bag) - len(after.bag)
        assert ("the bag is mixed" in words) == bool(move.trade) == (after.record().chance[-1] is not None)
        assert ("passes" in words) == move.is_pass
        seen.add("trade" if move.trade else "pass" if move.is_pass else "play")
    assert seen >= {"trade", "play"}


def test_a_pass_is_told():
    state = tl.game("qwirkle/classic").from_position(
        {"board": [[0, 0, "red", "circle"]], "hands": [[["blue", "square"]], [["red", "square"]]], "bag": []}
    )
    assert state.play("pass").last_words == "seat 0 passes: no tile fits and the bag is empty"


def test_going_out_is_told_with_its_bonus():
    lasts = [after for _, after in games({}, 6) if after.is_over and after.outcome.reason is Reason.WENT_OUT]
    assert lasts
    for after in lasts:
        seat = after.turn
        assert after.last_words.endswith(f"goes out for 6 points more, {after.scores[seat]} in all")
    assert all("goes out" not in after.last_words for _, after in games({}, 2) if not after.is_over)


def test_the_end_is_told_with_all_scores():
    for options in GAMES:
        for _, after in games(options):
            if after.is_over:
                words = end(after)
                for seat, points in enumerate(after.scores):
                    assert seat in after.outcome.winners or f"seat {seat} has {points}" in words
                assert f"with {max(after.scores)} point" in words


def test_a_lone_first_tile_makes_no_line():
    state = tl.game("qwirkle/classic").from_position(
        {"board": [], "hands": [[["red", "circle"], ["blue", "square"]], [["red", "square"]]], "bag": []}
    )
    before = state.copy()
    state.play("rc@0,0")
    assert "(no line)" in describe(before, state.last_move, state)
