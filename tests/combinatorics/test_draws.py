"""Draws without replacement: each formula against all orders of small piles, and against shuffled piles."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, groupby, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsurolab.combinatorics.draws import (
    at_least,
    at_most,
    distribution_table,
    expected_waiting,
    hypergeometric,
    hypergeometric_reshuffled,
    longest_run,
    mean,
    multivariate_hypergeometric,
    shared_waits,
    variance,
    waiting,
    waiting_reshuffled,
)
from tsurolab.errors import BadArgument

SMALL = [(total, marked) for total in range(1, 8) for marked in range(total + 1)]


def orders(total, marked):
    """All places of the marked cards, as lists of booleans; each is equally likely."""
    for places in combinations(range(total), marked):
        yield [place in places for place in range(total)]


def counted(values):
    """The distribution of equally likely values."""
    found = Counter(values)
    return {value: Fraction(many, found.total()) for value, many in sorted(found.items())}


def passes(total, marked, left, number):
    """All sequences of a partly used pile and then whole passes; each is equally likely."""
    for parts in product(orders(*left), *[list(orders(total, marked))] * number):
        yield [card for part in parts for card in part]


@pytest.mark.parametrize("total, marked", SMALL)
def test_hypergeometric_is_the_count_over_all_orders(total, marked):
    for draws in range(total + 1):
        assert hypergeometric(total, marked, draws) == counted(sum(one[:draws]) for one in orders(total, marked))


@pytest.mark.parametrize("total, marked", [one for one in SMALL if one[1]])
def test_waiting_is_the_place_of_the_marked_card_over_all_orders(total, marked):
    for wanted in range(1, marked + 1):
        places = [[place for place, hit in enumerate(one, 1) if hit] for one in orders(total, marked)]
        assert waiting(total, marked, wanted) == counted(where[wanted - 1] for where in places)


@pytest.mark.parametrize("total, marked", SMALL)
def test_the_longest_run_is_the_count_over_all_orders(total, marked):
    runs = [max((len(list(run)) for hit, run in groupby(one) if not hit), default=0) for one in orders(total, marked)]
    assert longest_run(total, marked) == counted(runs)


@pytest.mark.parametrize("total, marked, left", [(4, 2, (3, 1)), (3, 1, (2, 0)), (5, 2, (0, 0)), (4, 3, (4, 3))])
def test_a_pile_shuffled_again_is_counted_over_all_orders_of_its_passes(total, marked, left):
    sequences = list(passes(total, marked, left, 2))
    for draws in range(left[0] + 2 * total + 1):
        expected = counted(sum(one[:draws]) for one in sequences)
        assert hypergeometric_reshuffled(total, marked, draws, left=left) == expected
    for wanted in range(1, left[1] + 2 * marked + 1):
        places = [[place for place, hit in enumerate(one, 1) if hit][wanted - 1] for one in sequences]
        assert waiting_reshuffled(total, marked, wanted, left=left) == counted(places)


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(0, n))))
@settings(max_examples=60)
def test_hypergeometric_has_its_known_moments(case):
    total, marked, draws = case
    found = hypergeometric(total, marked, draws)
    assert sum(found.values()) == 1
    share = Fraction(marked, total)
    assert mean(found) == draws * share
    left_over = Fraction(total - draws, total - 1) if total > 1 else 0
    assert variance(found) == draws * share * (1 - share) * left_over


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n))))
@settings(max_examples=60)
def test_waiting_has_its_known_moments(case):
    total, marked = case
    for wanted in {1, (marked + 1) // 2, marked}:
        found = waiting(total, marked, wanted)
        assert sum(found.values()) == 1
        assert mean(found) == expected_waiting(total, marked, wanted)
        spread = Fraction(wanted * (total + 1) * (total - marked) * (marked + 1 - wanted))
        assert variance(found) == spread / ((marked + 1) ** 2 * (marked + 2))


@given(st.integers(1, 30).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n), st.integers(1, n))))
@settings(max_examples=60)
def test_waiting_longer_than_n_draws_is_finding_too_few_in_n_draws(case):
    total, marked, draws = case
    for wanted in range(1, marked + 1):
        late = sum(chance for n, chance in waiting(total, marked, wanted).items() if n > draws)
        few = sum(chance for k, chance in hypergeometric(total, marked, draws).items() if k < wanted)
        assert late == few


def test_published_waits():
    assert [expected_waiting(45, 9), expected_waiting(44, 8), expected_waiting(55, 10)] == [
        Fraction(23, 5),
        5,
        Fraction(56, 11),
    ]


def test_several_kinds_are_counted_over_all_hands():
    counts = [2, 3, 1]
    cards = [kind for kind, many in enumerate(counts) for _ in range(many)]
    for draws in range(len(cards) + 1):
        hands = counted(tuple(hand.count(kind) for kind in range(3)) for hand in combinations(cards, draws))
        for drawn in product(*(range(many + 1) for many in counts)):
            if sum(drawn) == draws:
                assert multivariate_hypergeometric(counts, drawn) == hands[drawn]
    assert multivariate_hypergeometric([1, 2], [2, 0]) == 0


def walked(sequence, players, turns, wanted, again):
    """Who has drawn a wanted card after each round, walking through the cards one by one."""
    cards, started, rounds = iter(sequence), set(), []
    for _ in range(turns):
        for seat in range(players):
            while True:
                card = next(cards)
                if card in wanted:
                    started.add(seat)
                if card not in again:
                    break
        rounds.append(frozenset(started))
    return rounds


@pytest.mark.parametrize(
    "pack, left, wanted, again, players, turns, number",
    [
        ("aabcc", "aabcc", "a", "", 2, 5, 1),
        ("abcd", "abcd", "ab", "b", 2, 3, 1),
        ("abcd", "bd", "ab", "b", 3, 2, 3),
        ("abbc", "abc", "a", "b", 2, 3, 2),
        ("bbcc", "c", "b", "b", 2, 2, 3),
    ],
)
def test_shared_waits_are_counted_over_all_orders_of_the_passes(pack, left, wanted, again, players, turns, number):
    every = [sum(parts, ()) for parts in product(permutations(left), *[list(permutations(pack))] * number)]
    rounds = list(zip(*(walked(one, players, turns, wanted, again) for one in every)))
    found = shared_waits(
        Counter(pack), wanted, players=players, turns=turns, again=again, left={c: left.count(c) for c in set(pack)}
    )
    assert [dict(sorted(one.items(), key=str)) for one in found] == [
        dict(sorted(((seats, Fraction(n, len(every))) for seats, n in Counter(one).items()), key=str)) for one in rounds
    ]


def test_a_watched_seat_alone_is_the_sum_over_the_others():
    pack = {"a": 2, "b": 1, "c": 3}
    everybody = shared_waits(pack, "ab", players=3, turns=6, again="b")
    for seat in range(3):
        alone = shared_waits(pack, "ab", players=3, turns=6, again="b", watched=[seat])
        for one, other in zip(alone, everybody):
            assert sum(one.values()) == sum(other.values()) == 1
            assert one.get(frozenset([seat]), 0) == sum(chance for seats, chance in other.items() if seat in seats)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_before_the_first_shuffle_the_others_do_not_matter(players):
    # A player's cards are a sample without replacement, whichever places of the pile he comes to draw from.
    pack = {"one": 5, "two": 4, "other": 36}
    turns = (45 - 4) // players
    rounds = shared_waits(pack, ["one", "two"], players=players, turns=turns, again=["two"])
    for turn, sets in enumerate(rounds, 1):
        missed = Fraction(math.comb(36, turn), math.comb(45, turn))
        for seat in range(players):
            assert sum(chance for seats, chance in sets.items() if seat in seats) == 1 - missed


def test_shared_waits_agree_with_shuffled_piles():
    pack = {"one": 5, "two": 4, "other": 36}
    cards = [card for card, many in pack.items() for _ in range(many)]
    draw, games, turns = random.Random(20), 4000, 16
    found = [Counter() for _ in range(turns)]
    for _ in range(games):
        sequence = [card for _ in range(3) for card in draw.sample(cards, len(cards))]
        for turn, seats in enumerate(walked(sequence, 4, turns, {"one", "two"}, {"two"})):
            found[turn].update(seats)
            found[turn]["all"] += len(seats) == 4
    exact = shared_waits(pack, ["one", "two"], players=4, turns=turns, again=["two"])
    for turn in (0, 4, 9, 12, 15):
        for seat in (0, 3, "all"):
            wanted = {seat} if seat != "all" else set(range(4))
            chance = float(sum(part for seats, part in exact[turn].items() if wanted <= seats))
            z = (found[turn][seat] / games - chance) / math.sqrt(chance * (1 - chance) / games)
            assert abs(z) < 4, (turn, seat, z)


def test_the_longest_run_agrees_with_shuffled_piles():
    draw, games = random.Random(3), 4000
    cards = [True] * 9 + [False] * 36
    runs = []
    for _ in range(games):
        order = draw.sample(cards, 45)
        runs.append(max(len(list(run)) for hit, run in groupby(order) if not hit))
    exact = longest_run(45, 9)
    z = (sum(runs) / games - float(mean(exact))) / math.sqrt(float(variance(exact)) / games)
    assert abs(z) < 4


def test_the_tails_of_a_distribution():
    found = waiting(6, 2)
    assert at_least(found) == {n: sum(found[m] for m in found if m >= n) for n in found}
    assert at_most(found) == {n: sum(found[m] for m in found if m <= n) for n in found}


def test_a_table_shows_each_value_exactly_and_as_a_float():
    table = distribution_table(hypergeometric(45, 9, 3), "drawn")
    assert list(table.columns) == [
        "drawn",
        *("exactly", "at most", "at least"),
        *("exactly (float)", "at most (float)", "at least (float)"),
    ]
    for column in ("exactly", "at most", "at least"):
        assert [float(Fraction(one)) for one in table[column]] == list(table[f"{column} (float)"])
    assert table["at least"].iloc[0] == table["at most"].iloc[-1] == "1"


@pytest.mark.parametrize(
    "call, reason",
    [
        (lambda: hypergeometric(5, 6, 1), "marked must be a whole number from 0 to 5, not 6"),
        (lambda: hypergeometric(5, 2, 6), "draws must be a whole number from 0 to 5"),
        (lambda: hypergeometric(5.0, 2, 1), "total must be"),
        (lambda: hypergeometric_reshuffled(0, 0, 1), "cannot be shuffled again"),
        (lambda: hypergeometric_reshuffled(5, 2, 1, left=(6, 2)), "the cards left"),
        (lambda: hypergeometric_reshuffled(5, 2, 1, left=(4, 3)), "the marked cards left"),
        (lambda: hypergeometric_reshuffled(5, 2, 1, left=(4, 0)), "4 unmarked cards cannot be left of 3"),
        (lambda: waiting(5, 0), "never ends"),
        (lambda: waiting_reshuffled(5, 0), "never ends"),
        (lambda: expected_waiting(5, 0), "never ends"),
        (lambda: waiting(5, 2, 3), "wanted must be a whole number from 1 to 2"),
        (lambda: multivariate_hypergeometric([1], [1, 1]), "give one for each"),
        (lambda: multivariate_hypergeometric([1, 1], [2, 1]), "3 cards cannot be drawn from 2"),
        (lambda: shared_waits({"a": 1}, "b", players=1, turns=1), "the pack has no 'b'; it has a"),
        (lambda: shared_waits({"a": 1}, "a", players=1, turns=1, again="a"), "a turn never ends"),
        (lambda: shared_waits({"a": 1}, "a", players=1, turns=1, left={"a": 2}), "more cards of a kind"),
        (lambda: shared_waits({"a": 1}, "a", players=1, turns=1, watched=[1]), "a seat must be"),
        (lambda: shared_waits({"a": 1}, "a", players=0, turns=1), "players must be"),
        (lambda: shared_waits({"a": 1}, "a", players=1, turns=0), "turns must be"),
    ],
)
def test_bad_arguments_are_refused_with_the_reason(call, reason):
    with pytest.raises(BadArgument, match=reason):
        call()
