"""Intervals against SciPy's own, and their coverage."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tsurolab.errors import BadArgument, TooLarge
from tsurolab.stats import LEVEL, Tally, bootstrap, clopper_pearson, mean_interval, part_interval, wilson
from tsurolab.stats.intervals import LARGEST_BCA


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 50), (50, 50), (3, 17), (250_000, 1_000_000)])
@pytest.mark.parametrize("level", [0.5, LEVEL, 0.999])
def test_wilson_is_that_of_scipy(k, n, level):
    theirs = scipy_stats.binomtest(k, n).proportion_ci(level, method="wilson")
    assert wilson(k, n, level=level) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 50), (50, 50), (3, 17), (250_000, 1_000_000)])
@pytest.mark.parametrize("level", [0.5, LEVEL, 0.999])
def test_clopper_pearson_is_that_of_scipy(k, n, level):
    theirs = scipy_stats.binomtest(k, n).proportion_ci(level, method="exact")
    assert clopper_pearson(k, n, level=level) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_clopper_pearson_takes_arrays():
    low, high = clopper_pearson([0, 3, 9], 9)
    assert (low[0], high[2]) == (0.0, 1.0)
    assert (low[1], high[1]) == clopper_pearson(3, 9)


def test_wilson_takes_arrays():
    low, high = wilson([0, 3, 9], 9)
    assert low.shape == high.shape == (3,)
    assert (low[0], high[2]) == (0.0, 1.0)
    assert (low[1], high[1]) == wilson(3, 9)


GRID = np.linspace(0.005, 0.995, 199)  # shares that are covered, or not
TRIALS = [1, 2, 5, 10, 20, 50, 100, 400, 2000]


def exact_coverage(interval, n, level):
    """The probability that the interval of n trials covers each share of the grid, by enumeration."""
    k = np.arange(n + 1)[:, None]
    low, high = interval(k, n, level=level)
    return np.where((low <= GRID) & (high >= GRID), scipy_stats.binom.pmf(k, n, GRID), 0).sum(axis=0)


@pytest.mark.parametrize("n", TRIALS)
@pytest.mark.parametrize("level", [0.8, LEVEL, 0.99])
def test_clopper_pearson_covers_at_least_as_often_as_it_says(n, level):
    coverage = exact_coverage(clopper_pearson, n, level)
    assert coverage.min() >= level - 1e-12
    if n == max(TRIALS):
        assert coverage.mean() < level + 0.1 * (1 - level) + 0.005  # and for many trials hardly more often


@pytest.mark.parametrize("n", [n for n in TRIALS if n >= 10])
def test_wilson_covers_as_often_as_it_says_on_average(n):
    """For single shares the coverage swings about 95%, least so in the middle; on average it is close to it."""
    coverage = exact_coverage(wilson, n, LEVEL)
    assert coverage.mean() == pytest.approx(LEVEL, abs=0.006)
    assert coverage.min() > 0.83
    assert coverage[np.abs(GRID - 0.5) < 0.3].min() > 0.915


REPETITIONS = 2000
TOLERANCE = 3.3 * np.sqrt(LEVEL * (1 - LEVEL) / REPETITIONS)  # a true coverage of 95% is off by more in 1 of 1000 seeds


def simulated_coverage(interval, draw, truth, repetitions=REPETITIONS):
    rng = np.random.default_rng(1934)
    ends = [interval(draw(rng)) for _ in range(repetitions)]
    return np.mean([low <= truth <= high for low, high in ends])


def test_students_interval_of_normal_values_covers_as_often_as_it_says():
    """Normal values in millionths, as tallies are of whole numbers: here the theory is exact, for 3 values too."""
    for size in (3, 30):
        covered = simulated_coverage(
            lambda values: Tally.of(values).interval(),
            lambda rng, size=size: np.rint(1e6 * rng.standard_normal(size)).astype(np.int64),
            0,
        )
        assert covered == pytest.approx(LEVEL, abs=TOLERANCE)


@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (lambda rng: rng.poisson(3, 400), 3),
        (lambda rng: rng.geometric(0.2, 400), 5),
        (lambda rng: rng.integers(0, 4, 400) == 0, 0.25),
    ],
)
def test_students_interval_covers_means_of_other_values_when_there_are_many(draw, truth):
    """400 values: the normal approximation itself is off by less than half a point of coverage."""
    covered = simulated_coverage(lambda values: Tally.of(values).interval(), draw, truth)
    assert covered == pytest.approx(LEVEL, abs=TOLERANCE + 0.005)


BOOTSTRAPS = 400
NOISE = 3.3 * np.sqrt(LEVEL * (1 - LEVEL) / BOOTSTRAPS)  # 0.036


def spread(values, axis):
    return values.std(axis=axis)


def bootstrap_coverage(statistic, truth, method):
    """Of the statistic of 100 exponential values, from 499 resamples."""
    return simulated_coverage(
        lambda values: bootstrap(values, statistic, seed=int(1e6 * values[0]), resamples=499, method=method),
        lambda rng: rng.exponential(size=100),
        truth,
        BOOTSTRAPS,
    )


@pytest.mark.parametrize("method", ["BCa", "percentile"])
@pytest.mark.parametrize(("statistic", "truth"), [("mean", 1), (np.median, np.log(2))])
def test_the_bootstrap_covers_about_as_often_as_it_says(method, statistic, truth):
    """A bootstrap is right in the limit only: two points of coverage are granted to 100 skewed values."""
    assert LEVEL - 0.02 - NOISE < bootstrap_coverage(statistic, truth, method) < LEVEL + NOISE


def test_the_spread_of_skewed_values_is_why_the_bootstrap_corrects():
    """Neither method is at 95% with 100 values, but BCa is much nearer."""
    corrected, plain = bootstrap_coverage(spread, 1, "BCa"), bootstrap_coverage(spread, 1, "percentile")
    assert plain + 0.02 < corrected
    assert corrected > 0.85


def test_the_bootstrap_of_a_mean_is_close_to_students_interval_when_there_are_many():
    values = np.random.default_rng(5).poisson(20, 2000)
    low, high = Tally.of(values).interval()
    for method in ("BCa", "percentile"):
        assert bootstrap(values, seed=3, method=method) == pytest.approx((low, high), abs=0.05 * (high - low))


def test_the_bootstrap_depends_on_its_seed_alone():
    values = [3, 1, 4, 1, 5, 9, 2, 6]
    assert bootstrap(values, np.median, seed=7) == bootstrap(values, np.median, seed=7)
    assert len({bootstrap(values, seed=seed, resamples=99) for seed in range(5)}) > 1


def test_bootstraps_at_the_edge():
    assert bootstrap([5, 5, 5], seed=1) == (5, 5)
    with pytest.raises(BadArgument, match="two finite values or more"):
        bootstrap([5], seed=1)
    with pytest.raises(BadArgument, match="two finite values or more"):
        bootstrap([5, np.nan], seed=1)
    with pytest.raises(BadArgument, match="'BCa' or 'percentile'"):
        bootstrap([1, 2], seed=1, method="basic")
    with pytest.raises(BadArgument, match="the statistic is 'mean' or a function"):
        bootstrap([1, 2], "median", seed=1)
    with pytest.raises(BadArgument, match="the BCa correction does not exist"):
        bootstrap([1, 2, 2, 2, 2, 2, 2, 2], np.max, seed=1)
    with pytest.raises(TooLarge, match="use method='percentile'"):
        bootstrap(np.arange(LARGEST_BCA + 1), seed=1)


@pytest.mark.parametrize(("k", "n"), [(1, 0), (-1, 5), (6, 5)])
@pytest.mark.parametrize("interval", [wilson, clopper_pearson])
def test_shares_that_cannot_be(interval, k, n):
    with pytest.raises(BadArgument, match="a share needs 0 <= successes <= trials"):
        interval(k, n)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_levels_that_cannot_be(level):
    with pytest.raises(BadArgument, match="the level of an interval is between 0 and 1"):
        wilson(1, 2, level=level)
    with pytest.raises(BadArgument, match="the level of an interval is between 0 and 1"):
        mean_interval(2, 3, 5, level=level)


@pytest.mark.parametrize("values", [[1, 2], [5, 5, 5, 6], list(range(100)), [-3, 0, 10**6]])
def test_mean_interval_is_that_of_scipy(values):
    theirs = scipy_stats.ttest_1samp(values, 0).confidence_interval(LEVEL)
    assert Tally.of(values).interval() == pytest.approx((theirs.low, theirs.high))


def test_mean_intervals_at_the_edge():
    assert mean_interval(1, 7, 49) == (-np.inf, np.inf)
    assert mean_interval(3, 21, 147) == (7, 7)
    with pytest.raises(BadArgument, match="no 2 values have the sum 3 and the sum of squares 1"):
        mean_interval(2, 3, 1)
    with pytest.raises(BadArgument, match="no 0 values"):
        mean_interval(0, 0, 0)


def test_a_tiny_spread_beside_a_large_mean_is_not_lost():
    n, base = 1000, 10**9
    low, high = Tally.of([base] * (n - 1) + [base + 1]).interval()
    spread = float(Fraction(n - 1, n * n) / (n - 1)) ** 0.5
    assert high - low == pytest.approx(2 * scipy_stats.t.ppf(0.975, n - 1) * spread, rel=1e-4)


def test_the_interval_of_parts_of_a_win_covers():
    """Shares 1, 1/2 and 0 of a win, with few games and with rare wins; Student's interval fails for the latter."""
    rng = np.random.default_rng(20)
    for chances, games in (((0.25, 0.25, 0.5), 30), ((0.01, 0.02, 0.97), 100), ((0.96, 0.02, 0.02), 60)):
        drawn = rng.multinomial(games, chances, size=4000)
        truth, missed, student = chances[0] + chances[1] / 2, 0, 0
        for sole, shared, _ in np.unique(drawn, axis=0):
            times = int((drawn == (sole, shared, _)).all(axis=1).sum())
            total, squares = Fraction(int(2 * sole + shared), 2), Fraction(int(4 * sole + shared), 4)
            low, high = part_interval(games, total, squares)
            assert 0 <= low <= float(total / games) <= high <= 1
            missed += times * (not low <= truth <= high)
            low, high = mean_interval(games, total, squares)
            student += times * (not low <= truth <= high)
        assert missed / 4000 < 0.075, (chances, missed)
        assert missed <= student + 80


def test_all_equal_parts_do_not_make_a_certainty():
    assert part_interval(10, 10, 10) == tuple(map(float, wilson(10, 10)))
    low, high = part_interval(10, 5, Fraction(5, 2))
    assert low < 0.3 < 0.7 < high
    assert part_interval(1, Fraction(1, 2), Fraction(1, 4))[0] < 0.1
    for wrong in ((0, 0, 0), (3, 4, 4), (3, 1, 2), (3, 1, -1)):
        with pytest.raises(BadArgument, match="between 0 and 1"):
            part_interval(*wrong)
