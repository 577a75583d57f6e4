"""Confidence sequences: how often they miss, exactly for values 0 and 1 and by simulation for shares of a win.

``miss_probability`` enumerates: it carries the distribution of the number of successes from look to look and takes out
what missed, so that coverage is known without an error of simulation.
"""

from fractions import Fraction
from functools import cache
from itertools import islice
from math import inf, log

import numpy as np
import pytest
from scipy.special import betaln
from scipy.stats import binom

from tsurolab.errors import BadArgument
from tsurolab.stats import confidence_sequence, games_needed, looks, mean_interval, share_confidence_sequence, wilson

MISSES = 0.05  # what an interval of 95% may miss
NEGLIGIBLE = 1e-10  # numbers of successes less likely than this are left out: below 1e-5 altogether


def asymptotic(width, variance):
    return lambda n, successes: confidence_sequence(n, successes, successes, width=width, variance=variance)


def beta_binomial(width, variance):
    return lambda n, successes: share_confidence_sequence(n, successes, width=width, variance=variance)


def student(n, successes):
    return mean_interval(n, successes, successes)


def wilson_of(n, successes):
    return wilson(successes, n)


def miss_probability(interval, p, schedule, *, stop_at=inf):
    """The exact probability that an interval misses p: the one it stops at, or any if it does not stop."""
    alive, before, missed = np.ones(1), 0, 0.0
    for n in schedule:
        alive = np.convolve(alive, binom.pmf(np.arange(n - before + 1), n - before, p))
        before = n
        for successes in np.flatnonzero(alive > NEGLIGIBLE).tolist():
            low, high = interval(n, successes)
            misses, stops = not low <= p <= high, high - low <= stop_at
            if misses and (stops or stop_at == inf):
                missed += alive[successes]
            if stops if stop_at < inf else misses:
                alive[successes] = 0
    assert stop_at == inf or alive.sum() < 1e-6, "the schedule ended before the width was reached"
    return missed


CASES = [(0.02, 0.03), (0.02, 0.06), (0.1, 0.08), (0.25, 0.1), (0.5, 0.1)]


@pytest.mark.parametrize("prior", ["worst", "true"])
@pytest.mark.parametrize(("p", "width"), CASES)
def test_the_beta_binomial_sequence_misses_at_no_look_more_often_than_it_may(p, width, prior):
    variance = 0.25 if prior == "worst" else p * (1 - p)
    schedule = list(looks(10, 1.15, last=2 * games_needed(width)))
    any_look = miss_probability(beta_binomial(width, variance), p, schedule)
    assert 0.01 < any_look <= MISSES  # valid, and not by being far too wide
    assert miss_probability(beta_binomial(width, variance), p, schedule, stop_at=width) <= any_look


def test_it_may_be_looked_at_after_every_single_value():
    assert miss_probability(beta_binomial(0.2, 0.2), 0.3, range(1, 150)) <= MISSES


@pytest.mark.parametrize("prior", ["worst", "true"])
@pytest.mark.parametrize(("p", "width"), CASES[2:])
def test_the_asymptotic_sequence_misses_at_no_look_more_often_than_it_may(p, width, prior):
    variance = 0.25 if prior == "worst" else p * (1 - p)
    schedule = list(looks(100, 1.1, last=2 * games_needed(width)))
    any_look = miss_probability(asymptotic(width, variance), p, schedule)
    assert 0.01 < any_look <= MISSES
    assert miss_probability(asymptotic(width, variance), p, schedule, stop_at=width) <= any_look


def test_rare_events_are_why_shares_have_a_sequence_of_their_own():
    schedule = list(looks(100, 1.1, last=2 * games_needed(0.06)))
    assert miss_probability(asymptotic(0.06, 0.02), 0.02, schedule) > 1.5 * MISSES
    assert miss_probability(beta_binomial(0.06, 0.02), 0.02, schedule) <= MISSES


@pytest.mark.parametrize("naive", [student, wilson_of])
@pytest.mark.parametrize("p", [0.1, 0.5])
def test_intervals_for_one_look_are_not_for_many(naive, p):
    """Looked at until something seems to be found, an interval of 95% misses in a third of the runs."""
    assert miss_probability(naive, p, looks(100, 1.1, last=4000)) > 0.25


def test_stopping_a_students_interval_at_a_width_stops_at_runs_that_look_steady():
    schedule = list(looks(100, 1.1, last=8000))
    assert miss_probability(student, 0.02, schedule, stop_at=0.03) > 2 * MISSES
    assert miss_probability(student, 0.1, schedule, stop_at=0.05) > 1.1 * MISSES
    assert miss_probability(beta_binomial(0.03, 0.02), 0.02, schedule, stop_at=0.03) <= MISSES


SIXTHS = np.array([0, 2, 3, 6])  # a win share of 0, 1/3, 1/2, 1, in sixths
REPETITIONS = 1000


@pytest.mark.parametrize("chances", [[0.70, 0.09, 0.06, 0.15], [0.85, 0.15, 0.0, 0.0], [0.2, 0.0, 0.6, 0.2]])
def test_shares_of_a_win_are_covered_at_all_looks_and_when_stopped(chances):
    """The misses of 1000 runs are below the bound that 5% would exceed once in a thousand times."""
    rng, width, variance = np.random.default_rng(20240), 0.08, 0.2
    schedule = list(looks(100, 1.15, last=2 * games_needed(width)))
    steps = np.diff([0, *schedule])
    truth = float(SIXTHS @ chances) / 6
    counts = np.cumsum([rng.multinomial(step, chances, REPETITIONS) for step in steps], axis=0)
    totals, squares = counts @ SIXTHS, counts @ SIXTHS**2

    @cache
    def share(n, total, _):
        return share_confidence_sequence(n, Fraction(total, 6), width=width, variance=variance)

    def mean(n, total, square):
        low, high = confidence_sequence(n, total, square, width=6 * width, variance=36 * variance)
        return low / 6, high / 6

    allowed = binom.ppf(0.999, REPETITIONS, MISSES)
    for interval in (share, mean):
        any_look = stopped = 0
        for run in range(REPETITIONS):
            ends = [interval(n, int(totals[k, run]), int(squares[k, run])) for k, n in enumerate(schedule)]
            misses = [not low <= truth <= high for low, high in ends]
            stop = next(k for k, (low, high) in enumerate(ends) if high - low <= width)
            any_look += any(misses)
            stopped += misses[stop]
        assert stopped <= any_look <= allowed


def test_the_boundary_is_that_of_the_paper():
    """Half the width by the formula as its authors wrote it: sqrt(2 (t r + 1) / (t^2 r) log(sqrt(t r + 1) / alpha))."""
    n, total, squares = 700, 1500, 4000
    low, high = confidence_sequence(n, total, squares, width=0.1, variance=1, level=0.9)
    r = best_mixture(games_needed(0.1, 1, level=0.9), 0.1)
    s = np.sqrt((squares - total**2 / n) / (n - 1))
    half = s * np.sqrt(2 * (n * r + 1) / (n * n * r) * np.log(np.sqrt(n * r + 1) / 0.1))
    assert (low, high) == pytest.approx((total / n - half, total / n + half))


def best_mixture(n, alpha):
    """The tuning at which the boundary is narrowest at n, found by trying."""
    tried = np.geomspace(0.5, 50, 200_001) / n
    return tried[np.argmin((n * tried + 1) / tried * np.log((n * tried + 1) / alpha**2))]


@pytest.mark.parametrize(("width", "variance", "level"), [(0.01, 0.25, 0.95), (0.5, 30, 0.99), (0.02, 0.02, 0.8)])
def test_the_width_is_reached_at_the_games_needed(width, variance, level):
    n = games_needed(width, variance, level=level)
    squares = Fraction(variance) * (n - 1)  # of values with mean 0 and just this variance
    low, high = confidence_sequence(n, 0, squares, width=width, variance=variance, level=level)
    assert high - low == pytest.approx(width, rel=1 / n)
    early_low, early_high = confidence_sequence(n // 2, 0, squares / 2, width=width, variance=variance, level=level)
    assert early_high - early_low > width


def test_the_price_of_looking_and_of_a_wrong_prior_variance():
    """The numbers that the documentation states."""
    one_look = 4 * 0.25 * 1.959964**2 / 0.01**2
    assert games_needed(0.01) / one_look == pytest.approx(2.4, abs=0.01)
    n = games_needed(0.01)
    widths = {}
    for wrong in (1 / 3, 1, 3):
        low, high = confidence_sequence(n, n // 2, n // 2, width=0.01, variance=0.25 * wrong)
        widths[wrong] = high - low
    assert 1 < (widths[1 / 3] / widths[1]) ** 2 < (widths[3] / widths[1]) ** 2 < 1.1


@pytest.mark.parametrize(
    ("n", "total"), [(1, 0), (1, 1), (2, 1), (40, 2), (40, 13), (40, 40), (5000, 17), (10**9, 3 * 10**8)]
)
def test_what_the_beta_binomial_sequence_holds_is_what_its_ratio_holds(n, total):
    """Just inside the ends the likelihood ratio, here by SciPy's beta function, is below 20, and just outside above."""
    width, variance = 0.1, 0.2
    low, high = share_confidence_sequence(n, total, width=width, variance=variance)
    c = games_needed(width, variance) / best_scale()
    assert low <= total / n <= high

    def log_ratio(m):
        a, b = c * m, c * (1 - m)
        return betaln(a + total, b + n - total) - betaln(a, b) - total * np.log(m) - (n - total) * np.log1p(-m)

    for end, outwards in ((low, -1), (high, 1)):
        if 0 < end < 1:
            step = 1e-4 * min(end, 1 - end, abs(total / n - end)) * outwards
            assert log_ratio(end - step) < log(20) < log_ratio(end + step)
        else:
            assert log_ratio(abs(end - 1e-9)) < log(20)


def best_scale():
    """The x with x = log((1 + x) / 0.05^2), by iteration."""
    x = 9.0
    for _ in range(60):
        x = log((1 + x) / 0.05**2)
    return x


def test_sums_that_are_not_whole_are_rounded_outwards():
    kwargs = {"width": 0.1}
    low, high = share_confidence_sequence(90, Fraction(61, 3), **kwargs)
    assert low == share_confidence_sequence(90, 20, **kwargs)[0]
    assert high == share_confidence_sequence(90, 21, **kwargs)[1]


def test_all_or_nothing_is_no_certainty():
    assert confidence_sequence(5000, 0, 0, width=0.1) == (-inf, inf)
    low, high = share_confidence_sequence(5000, 0, width=0.1)
    assert low == 0 < high < 0.002
    assert share_confidence_sequence(5000, 5000, width=0.1) == pytest.approx((1 - high, 1))


def test_too_few_values_claim_nothing():
    assert confidence_sequence(99, 50, 50, width=0.1) == (-inf, inf)
    assert confidence_sequence(100, 50, 50, width=0.1)[1] < 1


def test_looks_grow_and_end():
    assert list(islice(looks(1, 1), 5)) == [1, 2, 3, 4, 5]
    assert list(looks(1000, 1.5, last=2000)) == [1000, 1500, 2000]
    assert list(looks(1000, last=10)) == [10]
    assert list(islice(looks(), 4)) == [1000, 1100, 1210, 1331]


@pytest.mark.parametrize(
    "arguments", [{"first": 0}, {"growth": 0.9}, {"growth": inf}, {"growth": float("nan")}, {"last": 0}]
)
def test_looks_that_cannot_be(arguments):
    with pytest.raises(BadArgument, match="looks need a first look"):
        looks(**arguments)


def test_arguments_that_cannot_be():
    for width, variance in ((0, 1), (-1, 1), (1, 0), (inf, 1), (1, inf), (float("nan"), 1)):
        with pytest.raises(BadArgument, match="a width and a variance are positive"):
            games_needed(width, variance)
        with pytest.raises(BadArgument, match="a width and a variance are positive"):
            share_confidence_sequence(10, 5, width=width, variance=variance)
    with pytest.raises(BadArgument, match="no 200 values have the sum 3"):
        confidence_sequence(200, 3, 0, width=0.1)
    for n, total in ((0, 0), (5, 6), (5, -1), (5, inf), (5, float("nan"))):
        with pytest.raises(BadArgument, match=f"no {n} values between 0 and 1 have the sum"):
            share_confidence_sequence(n, total, width=0.1)
    with pytest.raises(BadArgument, match="the level of an interval"):
        games_needed(0.1, level=95)
