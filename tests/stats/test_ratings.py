"""Bradley-Terry ratings: closed forms, known strengths, and how often the intervals cover them."""

from math import log10, sqrt

import numpy as np
import pytest

from tsurolab.errors import BadArgument, UnknownName
from tsurolab.stats import bradley_terry
from tsurolab.stats.ratings import ELO_SCALE

NAMES = ["a", "b", "c", "d"]
TRUE = np.array([120.0, 20.0, -40.0, -100.0])  # in Elo points, with the mean 0
CHANCES = 1 / (1 + 10 ** (-(TRUE[:, None] - TRUE) / 400))


def played(rng, games, chances=CHANCES):
    """The points of a table in which each pair plays some games."""
    points = np.triu(rng.binomial(games, chances), 1)
    return points + np.tril(games - points.T, -1)


def test_two_players_are_a_logarithm_of_odds():
    ahead, behind = bradley_terry(["a", "b"], [[0, 300], [100, 0]], anchor="b", virtual_draws=0)
    assert ahead.strength == pytest.approx(400 * log10(3), abs=1e-6)
    assert ahead.standard_error == pytest.approx(ELO_SCALE * sqrt(1 / 300 + 1 / 100), rel=1e-6)
    assert (ahead.high - ahead.strength) / ahead.standard_error == pytest.approx(1.959964, abs=1e-6)
    assert (behind.strength, behind.standard_error, behind.low, behind.high) == (0, 0, 0, 0)
    with_draw = bradley_terry(["a", "b"], [[0, 300], [100, 0]], anchor="b")[0]
    assert with_draw.strength == pytest.approx(400 * log10(300.5 / 100.5), abs=1e-6)


def test_the_score_of_every_player_is_what_its_strength_predicts():
    """The equations of maximum likelihood, for points with draws and pairs that met unequally often."""
    points = np.array([[0, 30.5, 12, 0], [9.5, 0, 20, 7], [3, 25, 0, 11.5], [0, 2, 8.5, 0]])
    strengths = np.array([rating.strength for rating in bradley_terry(NAMES, points, virtual_draws=0)])
    expected = (points + points.T) / (1 + 10 ** (-(strengths[:, None] - strengths) / 400))
    assert expected.sum(axis=1) == pytest.approx(points.sum(axis=1), abs=1e-6)
    assert strengths.sum() == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("anchor", [None, "c"])
def test_intervals_cover_the_true_strengths_as_often_as_they_say(anchor):
    """Of 300 tables with 60 games a pair; the hits in a table depend on each other, and count as one for the noise."""
    rng, tables = np.random.default_rng(10), 300
    truth = TRUE - (TRUE[2] if anchor else 0)
    rated = [bradley_terry(NAMES, played(rng, 60), anchor=anchor) for _ in range(tables)]
    others = [name != anchor for name in NAMES]
    covered = np.array([[r.low <= t <= r.high for r, t in zip(ratings, truth)] for ratings in rated])
    assert covered[:, others].mean() == pytest.approx(0.95, abs=3.3 * sqrt(0.05 * 0.95 / tables))
    errors = np.array([[r.strength for r in ratings] for ratings in rated]) - truth
    assert np.abs(errors.mean(axis=0)).max() < 5  # a virtual draw is no bias to speak of: an error is about 25 points
    stated = np.mean([[r.standard_error for r in ratings] for ratings in rated], axis=0)
    assert errors.std(axis=0)[others] == pytest.approx(stated[others], rel=0.15)


def test_coverage_with_games_alike_needs_the_variance_scale():
    """Each game played twice with the same result: half as many games, and twice the variance."""
    rng, tables = np.random.default_rng(11), 200
    covered = {1: [], 2: []}
    for _ in range(tables):
        points = 2 * played(rng, 40)
        for scale, hits in covered.items():
            ratings = bradley_terry(NAMES, points, variance_scale=scale)
            hits += [r.low <= t <= r.high for r, t in zip(ratings, TRUE)]
    assert np.mean(covered[2]) == pytest.approx(0.95, abs=3.3 * sqrt(0.05 * 0.95 / tables))
    assert np.mean(covered[1]) < 0.88


def test_the_variance_scale_widens_by_its_root():
    points = played(np.random.default_rng(12), 50)
    plain = bradley_terry(NAMES, points, virtual_draws=0)
    scaled = bradley_terry(NAMES, points, virtual_draws=0, variance_scale=4)
    for one, two in zip(plain, scaled):
        assert two.strength == pytest.approx(one.strength, abs=1e-5)
        assert two.standard_error == pytest.approx(2 * one.standard_error, rel=1e-5)


def test_who_won_everything_has_a_finite_strength():
    points = [[0, 1000, 1000], [0, 0, 600], [0, 400, 0]]
    first, second, third = bradley_terry(NAMES[:3], points)
    assert 500 < first.strength - second.strength < 2000
    assert first.low < first.strength < first.high < 3000
    assert second.strength - third.strength == pytest.approx(400 * log10(1.5), abs=1)
    with pytest.raises(BadArgument, match=r"have won, or lost, everything against the others.*: "):
        bradley_terry(NAMES[:3], points, virtual_draws=0)


def test_a_ladder_need_not_be_a_full_table():
    """Each beat the one below by three to one: the steps add up, and so do the variances."""
    points = np.zeros((4, 4))
    for rung in range(3):
        points[rung, rung + 1], points[rung + 1, rung] = 75, 25
    top, *_, bottom = bradley_terry(NAMES, points, anchor="d", virtual_draws=0)
    assert top.strength - bottom.strength == pytest.approx(3 * 400 * log10(3), abs=1e-5)
    assert top.standard_error == pytest.approx(ELO_SCALE * sqrt(3 * (1 / 75 + 1 / 25)), rel=1e-5)


def test_tables_that_cannot_be():
    apart = [[0, 5, 0, 0], [5, 0, 0, 0], [0, 0, 0, 5], [0, 0, 5, 0]]
    with pytest.raises(BadArgument, match=r"never met any of the others.*: a, b"):
        bradley_terry(NAMES, apart)
    with pytest.raises(BadArgument, match="two players or more, all with different names"):
        bradley_terry(["a", "a"], [[0, 1], [1, 0]])
    with pytest.raises(BadArgument, match="two players or more"):
        bradley_terry(["a"], [[0]])
    with pytest.raises(BadArgument, match="2 rows and columns"):
        bradley_terry(["a", "b"], [[0, 1]])
    for bad in ([[1, 1], [1, 0]], [[0, -1], [1, 0]], [[0, np.nan], [1, 0]]):
        with pytest.raises(BadArgument, match="points are finite"):
            bradley_terry(["a", "b"], bad)
    with pytest.raises(UnknownName, match="unknown player 'x'"):
        bradley_terry(["a", "b"], [[0, 1], [1, 0]], anchor="x")
    for options in ({"virtual_draws": -1}, {"variance_scale": 0}, {"variance_scale": float("nan")}):
        with pytest.raises(BadArgument, match="a variance scale is above 0"):
            bradley_terry(["a", "b"], [[0, 1], [1, 0]], **options)
