"""The test of fair seats: against the usual test of counts, and how often it rejects."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tsurolab.errors import BadArgument
from tsurolab.stats import seat_fairness, seat_fairness_of_masks

REPETITIONS = 2000
TOLERANCE = 3.3 * np.sqrt(0.05 * 0.95 / REPETITIONS)


def rejected(chances, players, games):
    """How often the test rejects at 5%, with the chance of every set of winners."""
    draws = np.random.default_rng(8).multinomial(games, list(chances.values()), REPETITIONS)
    masks = list(chances)
    return np.mean([seat_fairness_of_masks(dict(zip(masks, row)), players).p_value < 0.05 for row in draws.tolist()])


FAIR = {
    "one winner each": ({1: 0.25, 2: 0.25, 4: 0.25, 8: 0.25}, 4),
    "wins shared and games without a winner": (
        {0: 0.1, 1: 0.2, 2: 0.2, 4: 0.2, 3: 0.08, 5: 0.08, 6: 0.08, 7: 0.06},
        3,
    ),
    "neighbours share": ({1: 0.15, 2: 0.15, 4: 0.15, 8: 0.15, 3: 0.1, 6: 0.1, 12: 0.1, 9: 0.1}, 4),
    "teams": ({0b0101: 0.5, 0b1010: 0.5}, 4),
    "two seats": ({1: 0.45, 2: 0.45, 3: 0.1}, 2),
}


@pytest.mark.parametrize("name", FAIR)
def test_fair_seats_are_rejected_as_often_as_said(name):
    """With 400 games chi-square is off by a few tenths of a point."""
    chances, players = FAIR[name]
    assert rejected(chances, players, 400) == pytest.approx(0.05, abs=TOLERANCE + 0.005)


def test_seats_need_be_equal_in_their_mean_only():
    """Seat 0 wins alone; seats 1 and 2 share often: all have 0.25, with different variances."""
    chances = {1: 0.25, 2: 0.1, 4: 0.1, 6: 0.3, 0: 0.25}
    assert rejected(chances, 3, 400) == pytest.approx(0.05, abs=TOLERANCE + 0.005)


def test_unfair_seats_are_found():
    """A first seat with 32% in place of 25%: Pearson's test finds it in 78% of runs of 400 games."""
    chances = {1: 0.32, 2: 0.68 / 3, 4: 0.68 / 3, 8: 0.68 / 3}
    noncentral = 400 * sum((chance - 0.25) ** 2 / 0.25 for chance in chances.values())
    power = scipy_stats.ncx2.sf(scipy_stats.chi2.isf(0.05, 3), 3, noncentral)
    assert round(power, 2) == 0.78
    assert rejected(chances, 4, 400) == pytest.approx(power, abs=0.06)
    shared = {1: 0.3, 2: 0.2, 4: 0.2, 3: 0.1, 5: 0.1, 6: 0.1}
    assert rejected(shared, 3, 800) > 0.9


def test_two_seats_without_shared_wins_are_the_usual_test_of_counts():
    theirs = scipy_stats.chisquare([230, 170])
    ours = seat_fairness_of_masks({1: 230, 2: 170, 0: 55}, 2)
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert (ours.df, ours.n) == (1, 455)


def test_the_statistic_is_walds_about_the_hypothesis():
    """Directly from rows of shares: with the covariance about the means W, 1 / W = 1 / statistic - 1 / n."""
    rng = np.random.default_rng(9)
    rows = rng.choice([[60, 0, 0], [0, 60, 0], [0, 0, 60], [30, 30, 0], [0, 30, 30], [0, 0, 0]], 300)
    result = seat_fairness(300, rows.sum(axis=0).tolist(), (rows.T @ rows).tolist())
    differences = rows[:, 1:] - rows[:, :1]
    mean, covariance = differences.mean(axis=0), np.cov(differences.T, bias=True)
    wald = 300 * mean @ np.linalg.solve(covariance, mean)
    assert result.statistic == pytest.approx(1 / (1 / wald + 1 / 300))
    assert result.df == 2
    assert result.p_value == pytest.approx(scipy_stats.chi2.sf(result.statistic, 2))
    assert result.shares == pytest.approx(rows.mean(axis=0))


def test_the_unit_of_shares_is_free():
    whole = seat_fairness(10, [36, 24], [[216, 0], [0, 144]])
    ones = seat_fairness(10, [Fraction(6), Fraction(4)], [[6, 0], [0, 4]])
    assert whole.statistic == pytest.approx(ones.statistic)


def test_arrays_and_mappings_are_the_same():
    counts = np.zeros(256, np.int64)
    counts[[0b001, 0b010, 0b110, 0]] = 40, 50, 30, 9
    assert seat_fairness_of_masks(counts, 3) == seat_fairness_of_masks({1: 40, 2: 50, 6: 30, 0: 9}, 3)
    assert seat_fairness_of_masks(counts, 3).shares == pytest.approx((40 / 129, 65 / 129, 15 / 129))


def test_degrees_of_freedom():
    """Seats that always win together are one; seats that never won are not."""
    assert seat_fairness_of_masks({0b0101: 50, 0b1010: 30}, 4).df == 1
    assert seat_fairness_of_masks({0b0101: 50, 0b1010: 30}, 4).statistic == pytest.approx(5)  # 20^2 / 80
    assert seat_fairness_of_masks({0b001: 50}, 3).df == 2
    assert seat_fairness_of_masks({1 << seat: 9 for seat in range(8)}, 8).df == 7


def test_seats_at_the_edge():
    always = seat_fairness_of_masks({1: 2}, 2)
    assert (always.statistic, always.df) == (pytest.approx(2), 1)  # two wins of one seat prove nothing
    assert always.p_value > 0.15
    for counts, players in (({0b111: 50}, 3), ({0: 50}, 3), ({1: 4, 0: 3}, 1)):
        assert seat_fairness_of_masks(counts, players).p_value == 1


def test_sums_that_cannot_be():
    with pytest.raises(BadArgument, match="fairness needs a game or more"):
        seat_fairness_of_masks({}, 3)
    with pytest.raises(BadArgument, match="a sum for each seat"):
        seat_fairness(3, [1, 2], [[1, 2]])
    with pytest.raises(BadArgument, match="no 2 games have the sums"):
        seat_fairness(2, [2, 0], [[1, 0], [0, 0]])
    with pytest.raises(BadArgument, match="no 2 games have the sums"):
        seat_fairness(2, [1, 1], [[1, 1], [0, 1]])
    with pytest.raises(BadArgument, match="masks of 2 bits"):
        seat_fairness_of_masks({4: 1}, 2)
    with pytest.raises(BadArgument, match="masks of 2 bits"):
        seat_fairness_of_masks({1: -1}, 2)
    with pytest.raises(BadArgument, match="whole numbers"):
        seat_fairness_of_masks({1: 0.5}, 2)
    with pytest.raises(BadArgument, match="one player or more"):
        seat_fairness_of_masks({1: 1}, 0)
