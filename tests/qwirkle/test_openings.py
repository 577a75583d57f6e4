"""The opening of Qwirkle: exact laws, each against a second way of counting."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from tsurolab.combinatorics import chance_of_all
from tsurolab.errors import BadArgument, TooLarge
from tsurolab.games.qwirkle.hands import hand_classes, largest_group
from tsurolab.games.qwirkle.lines import lines
from tsurolab.games.qwirkle.openings import (
    dealt_qwirkle,
    joint_openings,
    opening_among,
    opening_counts,
    opening_summary,
    opening_table,
    start_table,
)
from tsurolab.games.qwirkle.tiles import CLASSIC, TileSet

SMALL = [
    (TileSet(2, 2, 2), 2),
    (TileSet(2, 3, 2), 3),
    (TileSet(3, 3, 1), 2),
    (TileSet(3, 2, 2), 2),
    (TileSet(1, 4, 2), 2),
]


def deals(tiles: TileSet, size: int, players: int) -> Counter[tuple[int, ...]]:
    """Count the group sizes of the hands, seat by seat, over every deal."""
    found: Counter[tuple[int, ...]] = Counter()

    def deal(bag: tuple[int, ...], sizes: tuple[int, ...]) -> None:
        if len(sizes) == players:
            found[sizes] += 1
            return
        for hand in combinations(bag, size):
            rest = tuple(item for item in bag if item not in hand)
            deal(rest, (*sizes, largest_group([item // tiles.copies for item in hand], tiles)))

    deal(tuple(range(tiles.size)), ())
    return found


def test_the_classic_hand_of_six():
    assert opening_counts() == {
        1: 9_176_130,
        2: 1_084_083_930,
        3: 754_874_640,
        4: 63_748_620,
        5: 1_662_120,
        6: 8_748,
    }
    table = opening_table()
    assert sum(table["probability"]) == 1
    mean = sum(group * chance for group, chance in zip(table["largest group"], table["probability"]))
    assert round(float(mean), 6) == 2.458946


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 7, 8])
def test_one_hand_by_classes_and_by_colours_agree(size):
    table = hand_classes(size)
    by_classes = table.groupby("largest group")["sets of tiles"].sum()
    assert opening_counts(size) == dict(by_classes)
    joint = joint_openings(1, size)
    total = math.comb(108, size)
    assert joint == {(group,): Fraction(many, total) for group, many in opening_counts(size).items()}


@pytest.mark.parametrize(("tiles", "size"), [*SMALL, (TileSet(3, 4, 2), 4), (TileSet(2, 5, 3), 3)])
def test_one_hand_of_a_small_set_counted_hand_by_hand(tiles, size):
    by_hand = Counter(
        largest_group([item // tiles.copies for item in hand], tiles) for hand in combinations(range(tiles.size), size)
    )
    assert opening_counts(size, tiles) == by_hand


@pytest.mark.parametrize(("tiles", "size"), SMALL)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_hands_from_one_bag_counted_deal_by_deal(tiles, size, players):
    if players * size > tiles.size or math.comb(tiles.size, size) ** players > 2_000_000:
        players = 2
    found = deals(tiles, size, players)
    total = sum(found.values())
    by_hand: dict[tuple[int, ...], Fraction] = {}
    for sizes, many in found.items():
        key = tuple(sorted(sizes, reverse=True))
        by_hand[key] = by_hand.get(key, Fraction(0)) + Fraction(many, total)
    assert joint_openings(players, size, tiles) == by_hand

    # The tables are read off the deals of the first seat.
    table = opening_among(players, size, tiles)
    for row in table.to_dict("records"):
        for many in range(1, players + 1):
            ties = sum(
                times
                for sizes, times in found.items()
                if max(sizes) == row["opening"] == sorted(sizes)[-many] and sizes.count(row["opening"]) == many
            )
            assert row["1 holds it" if many == 1 else f"{many} hold it"] == Fraction(ties, total)
    for row in start_table(players, size, tiles).to_dict("records"):
        own = {sizes: times for sizes, times in found.items() if sizes[0] == row["own group"]}
        have = sum(own.values())
        assert row["probability"] == Fraction(have, total)
        first = {sizes: times for sizes, times in own.items() if sizes[0] == max(sizes)}
        assert row["alone"] == Fraction(sum(t for s, t in first.items() if s.count(s[0]) == 1), have)
        assert row["tied"] == Fraction(sum(t for s, t in first.items() if s.count(s[0]) > 1), have)
        assert row["starts"] == sum(Fraction(t, s.count(s[0])) for s, t in first.items()) / have


def test_two_classic_hands_leave_the_law_of_each_hand_alone():
    joint = joint_openings(2)
    total = math.comb(108, 6)
    for group, many in opening_counts().items():
        share = sum(chance * groups.count(group) for groups, chance in joint.items()) / 2
        assert share == Fraction(many, total)


def qwirkles(seats: int) -> Fraction:
    """Return the chance that the first seats hold a Qwirkle each: every line for every seat, copy by copy."""
    every = list(lines(6))
    ways = 0
    for chosen in product(every, repeat=seats):
        copies = Counter(tile for line in chosen for tile in line)
        ways += math.prod(math.perm(3, many) for many in copies.values())
    return Fraction(ways, math.prod(math.comb(108 - 6 * seat, 6) for seat in range(seats)))


def test_a_dealt_qwirkle():
    assert dealt_qwirkle() == qwirkles(1) == 12 * chance_of_all(108, [3] * 6, 6) == Fraction(8_748, math.comb(108, 6))
    assert round(float(1 / dealt_qwirkle()), 1) == 218_741.9
    joint = joint_openings(2)
    assert joint[6, 6] == qwirkles(2)
    assert sum(chance for groups, chance in joint.items() if 6 in groups) == 2 * qwirkles(1) - qwirkles(2)


def test_the_start_is_fair_before_the_deal():
    for players in (1, 2):
        table = start_table(players)
        assert sum(table["probability"]) == 1
        assert sum(table["probability"] * table["starts"]) == Fraction(1, players)


def test_the_opening_of_two_differs_from_independent_hands():
    table = opening_among(2)
    assert sum(table["probability"]) == 1
    assert abs(table["percent"] - table["percent if independent"]).max() < 0.05
    assert (table["percent"] != table["percent if independent"]).all()
    summary = opening_summary([1, 2])
    assert [round(float(mean), 4) for mean in summary["mean opening"]] == [2.4589, 2.7422]
    assert summary["tie"][0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_classic_hands(players):
    joint = joint_openings(players)
    assert sum(joint.values()) == 1
    total = math.comb(108, 6)
    for group, many in opening_counts().items():
        share = sum(chance * groups.count(group) for groups, chance in joint.items()) / players
        assert share == Fraction(many, total)
    # The law of two hands is in the law of more.
    for pair, chance in joint_openings(2).items():
        seats = sum(
            p * Fraction(sum(tuple(sorted(two, reverse=True)) == pair for two in combinations(groups, 2)), 1)
            for groups, p in joint.items()
        )
        assert seats / math.comb(players, 2) == chance
    # Dealt Qwirkles, by inclusion and exclusion over the seats.
    some = sum((-1) ** (k + 1) * math.comb(players, k) * qwirkles(k) for k in range(1, players + 1))
    assert sum(chance for groups, chance in joint.items() if groups[0] == 6) == some
    assert joint[(6,) * players] == qwirkles(players)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: opening_counts(0), BadArgument, "the size of a hand must be a whole number from 1 to 108, not 0"),
        (lambda: joint_openings(5), BadArgument, "players must be a whole number from 1 to 4, not 5"),
        (lambda: joint_openings(2, 6, TileSet(2, 2, 2)), BadArgument, "from 1 to 4, not 6"),
        (lambda: joint_openings(3, 3, TileSet(9, 8, 1)), TooLarge, "at most 64 different tiles, not 72"),
        (lambda: joint_openings(2, limit=100), TooLarge, "156 patterns of one size up to 6, above the limit of 100"),
    ],
)
def test_bad_input_says_what_would_be_right(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_a_single_tile_set_has_one_opening():
    assert opening_counts(1, CLASSIC) == {1: 108}
    assert opening_counts(3, TileSet(1, 1, 5)) == {1: 10}
    assert joint_openings(2, 1) == {(1, 1): Fraction(1)}
