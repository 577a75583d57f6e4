"""Intervals of scores and ratings hold what they should as often as they say, and pairing narrows them honestly."""

from fractions import Fraction

import numpy as np
import pytest

from tsurolab.simulate.meetings import Meeting, SeatSums, even_points, seat_shares, share_unit
from tsurolab.simulate.ratings import cross, rate
from tsurolab.stats import PairedTally, bradley_terry
from tsurolab.stats.ratings import ELO_SCALE

WON = 4
"""Points of a game that two players' agent wins."""


def play_deals(random, deals, chance, luck):
    """Points of both agents from the even seat: the luck of a deal favours whoever sits there, or whoever does not."""
    lucky = luck * random.choice([-1, 1], deals)
    ours = WON * (random.random(deals) < chance + lucky)
    theirs = WON * (random.random(deals) < 1 - chance + lucky)
    return ours, theirs


def misses(values, truth):
    return np.mean([not low <= truth <= high for low, high in values])


@pytest.mark.parametrize(
    ("chance", "luck", "deals"),
    [(0.5, 0.0, 100), (0.5, 0.45, 100), (0.7, 0.25, 200), (0.98, 0.0, 200), (0.995, 0.0, 100)],
)
def test_the_interval_of_a_score_covers(chance, luck, deals):
    random = np.random.default_rng(1)
    found = []
    for _ in range(1500):
        found.append(Meeting("a", "b", 2, PairedTally.of(*play_deals(random, deals, chance, luck))).interval())
    # 1500 repetitions: two standard errors are 0.011. At 0.995 Wilson's interval for 200 games of their own misses as
    # often: whenever 3 or more are lost, which has probability 0.08.
    assert misses(found, chance) <= (0.07 if chance < 0.99 else 0.09)
    if 0.1 < chance < 0.9:
        assert misses(found, chance) >= 0.03


def test_student_would_miss_more_often_near_the_edge():
    random = np.random.default_rng(2)
    wilson, student = [], []
    for _ in range(800):
        meeting = Meeting("a", "b", 2, PairedTally.of(*play_deals(random, 100, 0.995, 0.0)))
        wilson.append(meeting.interval())
        plain = meeting.tally.difference()
        student.append((0.5 + plain.low / (2 * WON), 0.5 + plain.high / (2 * WON)))
    assert misses(student, 0.995) > 0.2 > 0.1 > misses(wilson, 0.995)


def test_the_luck_of_the_deal_cancels():
    random = np.random.default_rng(3)
    with_luck = Meeting("a", "b", 2, PairedTally.of(*play_deals(random, 4000, 0.5, 0.45)))
    without = Meeting("a", "b", 2, PairedTally.of(*play_deals(random, 4000, 0.5, 0.0)))
    # Games are won or lost with variance 1/4 whatever the luck; given the deal it is 0.05 * 0.95.
    assert with_luck.variance_reduction == pytest.approx(0.25 / (0.05 * 0.95), rel=0.1)
    assert without.variance_reduction == pytest.approx(1, abs=0.1)
    width = [high - low for low, high in (with_luck.interval(), without.interval())]
    assert width[1] / width[0] == pytest.approx(with_luck.variance_reduction**0.5, rel=0.1)


@pytest.mark.parametrize(
    ("first", "second", "score"), [(4, 0, 1), (0, 4, 0), (2, 2, Fraction(1, 2)), (4, 4, Fraction(1, 2))]
)
def test_deals_that_are_all_alike_leave_room_for_what_was_not_seen(first, second, score):
    meeting = Meeting("a", "b", 2, PairedTally.of([first] * 50, [second] * 50))
    assert meeting.score == score
    low, high = meeting.interval()
    assert low <= score <= high
    assert 0.05 < high - low < 0.3
    assert meeting.p_value == (1 if score == Fraction(1, 2) else 2.0**-49)


def test_p_values_are_uniform_between_equal_agents():
    random = np.random.default_rng(4)
    found = [Meeting("a", "b", 2, PairedTally.of(*play_deals(random, 100, 0.5, 0.3))).p_value for _ in range(1500)]
    for level in (0.05, 0.2, 0.5):
        assert np.mean(np.array(found) < level) == pytest.approx(level, abs=0.04)


STRENGTHS = {"a": 0.0, "b": 100.0, "c": 250.0}


def rated(random, deals, luck):
    """A round robin on shared deals of agents of known strength."""
    meetings, differences = [], []
    names = list(STRENGTHS)
    lucky = luck * random.choice([-1, 1], deals)
    for place, agent in enumerate(names):
        for opponent in names[place + 1 :]:
            chance = 1 / (1 + np.exp((STRENGTHS[opponent] - STRENGTHS[agent]) / ELO_SCALE))
            part = min(chance, 1 - chance)
            ours = WON * (random.random(deals) < chance + part * lucky)
            theirs = WON * (random.random(deals) < 1 - chance + part * lucky)
            meetings.append(Meeting(agent, opponent, 2, PairedTally.of(ours, theirs)))
            differences.append((ours - theirs, np.ones(deals, bool)))
    return names, meetings, cross(differences)


@pytest.mark.parametrize("luck", [0.0, 0.95])
def test_intervals_of_ratings_cover(luck):
    random = np.random.default_rng(5)
    inside = {name: [] for name in STRENGTHS}
    for _ in range(300):
        for each in rate(*rated(random, 150, luck), anchor="a"):
            inside[each.name].append(each.low <= STRENGTHS[each.name] <= each.high)
    assert all(inside["a"])
    for name in ("b", "c"):
        assert 0.91 <= np.mean(inside[name]) <= 0.985  # 300 repetitions: two standard errors are 0.025


def test_ratings_know_how_much_pairing_and_two_games_a_deal_tell():
    names, meetings, crossed = rated(np.random.default_rng(6), 1000, 0.95)
    wins = np.zeros((3, 3))
    for each in meetings:
        wins[names.index(each.agent), names.index(each.opponent)] = float(each.score) * each.deals
        wins[names.index(each.opponent), names.index(each.agent)] = float(1 - each.score) * each.deals
    naive = bradley_terry(names, wins, anchor="a")
    ours = rate(names, meetings, crossed, anchor="a")
    assert [each.strength for each in ours] == [each.strength for each in naive]
    for plain, paired in zip(naive[1:], ours[1:], strict=True):
        assert paired.standard_error < 0.75 * plain.standard_error


def test_an_agent_that_wins_everything_has_a_finite_rating_that_says_how_little_is_known():
    meetings = [Meeting("a", "b", 2, PairedTally.of([4] * 100, [0] * 100))]
    winner, loser = rate(["a", "b"], meetings, (), anchor="b")
    assert (loser.strength, loser.standard_error) == (0, 0)
    assert 600 < winner.strength < 1200
    assert winner.high - winner.low > 500
    assert winner.low > 300


def test_agents_that_share_deals_are_compared_with_their_covariance():
    # b and c play a on the same deals and nearly always win and lose together: between them nearly all is known
    random = np.random.default_rng(7)
    ours, theirs = (WON * (random.random((2, 400)) < 0.5)).astype(int)
    noise = np.where(random.random(400) < 0.02, WON - ours, ours)
    pairs = [(ours, theirs), (noise, theirs)]
    meetings = [Meeting(name, "a", 2, PairedTally.of(*each)) for name, each in zip("bc", pairs, strict=True)]
    crossed = cross([(first - second, np.ones(400, bool)) for first, second in pairs])
    errors = {each.name: each.standard_error for each in rate(["a", "b", "c"], meetings, crossed, anchor="c")}
    assert errors["b"] < 0.3 * errors["a"]
    alone = {each.name: each.standard_error for each in rate(["a", "b", "c"], meetings, (), anchor="c")}
    assert alone["b"] > 3 * errors["b"]


@pytest.mark.parametrize("players", range(1, 9))
def test_shares_and_points_of_every_set_of_winners(players):
    shares, points = seat_shares(players), even_points(players)
    for mask in range(1 << players):
        winners = [seat for seat in range(players) if mask >> seat & 1]
        expected = [Fraction(seat in winners, max(len(winners), 1)) for seat in range(players)]
        assert [Fraction(int(each), share_unit(players)) for each in shares[mask]] == expected
        difference = sum(expected[::2]) - sum(expected[1::2])
        assert Fraction(int(points[mask]), 2 * share_unit(players)) == (1 + difference) / 2


def test_sums_of_seats_are_exact():
    shares = np.random.default_rng(8).integers(0, 840, (50, 4))
    sums = SeatSums.of(shares, 840)
    assert sums.sums == tuple(shares.sum(axis=0).tolist())
    assert np.array_equal(sums.products, shares.T @ shares)
    for seat, (low, high) in enumerate(sums.intervals()):
        assert (low + high) / 2 == pytest.approx(shares[:, seat].mean() / 840)
