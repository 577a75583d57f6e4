"""What the report says of simulated games of Qwirkle, counted again game by game, and held against exact values."""

import numpy as np
import pytest

import tsurolab as tl
from tsurolab.artifacts.book import Book
from tsurolab.artifacts.qwirkle import study_tables
from tsurolab.artifacts.qwirkle.comparison import compare
from tsurolab.artifacts.qwirkle.game_charts import given_away
from tsurolab.artifacts.qwirkle.order_of_play import WHOLE, duel_run, in_order, pair_run, place_shares, ratio, win_parts
from tsurolab.artifacts.study import Study

EDITION = "qwirkle/classic"


@pytest.fixture(scope="module")
def study():
    return Study([EDITION], games=2000, seed=7)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_places_count_from_the_seat_that_started(study, players):
    run = dict(study.by_players(EDITION))[players]
    scores = in_order(run, run.results["score"])
    shares = np.zeros(players)
    for row, ordered in zip(run.results, scores):
        starter = int(row["starter"]).bit_length() - 1
        assert ordered.tolist() == [int(row["score"][(starter + place) % players]) for place in range(players)]
        winners = [seat for seat in range(players) if int(row["winners"]) >> seat & 1]
        for seat in winners:
            shares[(seat - starter) % players] += 1 / len(winners)
    assert [share for share, _, _ in place_shares(run)] == pytest.approx((shares / len(run)).tolist())
    assert (win_parts(run).sum(axis=1) == WHOLE).all()


def test_the_first_to_play_is_the_one_who_laid_the_opening(study):
    run = pair_run(study, EDITION, "greedy")
    for number in range(5):
        state = run.state(number)
        while state.ply:
            state.undo()
        assert int(run.results["starter"][number]) == 1 << state.turn


def test_points_a_placement_counted_move_by_move():
    run = tl.simulate(EDITION, players=2, games=3, seed=2, agents="greedy", progress=False)
    points = placements = bonus = 0
    for number in range(3):
        state = run.state(number)
        while state.ply:
            if state.last_move.placements:
                placements += 1
                points += state.last_score.points
                bonus += state.last_score.bonus
            state.undo()
    assert study_tables.points_a_placement(run)[0] == pytest.approx(points / placements)
    assert study_tables.points_a_placement(run, bonus=True)[0] == pytest.approx((points + bonus) / placements)


def test_intervals_of_ratios_hold_the_truth_nineteen_times_of_twenty():
    numbers = np.random.default_rng(1)
    inside = 0
    for _ in range(400):
        below = numbers.integers(10, 40, 200)
        above = 3 * below + numbers.integers(-20, 21, 200)
        _, low, high = ratio(above, below)
        inside += low <= 3 <= high
    assert 365 <= inside <= 392


def test_outside_figures_are_met(study):
    greedy = study_tables.score_of_pair(study, EDITION, "greedy")
    uniform = study_tables.score_of_pair(study, EDITION, "uniform")
    assert greedy[0] == pytest.approx(205, abs=3)
    assert uniform[0] == pytest.approx(126, abs=3)
    assert study_tables.points_a_placement(pair_run(study, EDITION, "greedy"))[0] == pytest.approx(8.1, abs=0.15)
    assert study_tables.greedy_wins(study, EDITION) == (len(duel_run(study, EDITION)),) * 2


def test_greedy_gives_most_to_greedy(study):
    given = {(player, other): points.mean() for player, other, points in given_away(study, EDITION)}
    assert given["greedy", "greedy"] > given["uniform", "greedy"] > given["greedy", "uniform"]
    assert given["greedy", "uniform"] > given["uniform", "uniform"] > 0


def test_exact_and_simulated_values_agree(study):
    rows = compare(study)
    assert len({row.quantity for row in rows}) == len(rows) >= 45
    assert max(abs(row.z) for row in rows) < 4
    assert sum(abs(row.z) > 2 for row in rows) <= 8
    for words in ("opening", "several hold", "starts", "Qwirkle is dealt", "next six tiles", "by symmetry"):
        assert any(words in row.quantity for row in rows)


def test_the_report_opens_with_the_answer():
    book = Book("qwirkle", [EDITION], games=200, seed=1)
    lead = book.lead()
    for words in ("**96.1%**", "**218,742**", "**156**", "**84**", "**90**", "3.03", "**50 of 50**"):
        assert words in lead
    answer = book.answer().text
    for words in ("9176130", "218,742", "A block of six rows", "Win share by order of play"):
        assert words in answer
    shown = book.simulated().text
    for words in ("Beside figures from outside", "near 8.1", "100 of 100", "Where the grid grows"):
        assert words in answer + shown
    assert "greedy" in book.provenance().text
