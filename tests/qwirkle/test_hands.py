"""Hands of Qwirkle: counts, classes and groups, against going through all hands."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations

import pytest

from tsurolab.errors import BadArgument, TooLarge
from tsurolab.games.qwirkle.hands import (
    count_hand_classes,
    count_hands,
    hand_classes,
    hand_counts,
    hand_cycle_index,
    largest_group,
)
from tsurolab.games.qwirkle.tiles import CLASSIC, TileSet

SETS = [TileSet(2, 2, 2), TileSet(2, 3, 2), TileSet(3, 3, 1), TileSet(3, 2, 1)]


def renamed(hand: tuple[int, ...], tiles: TileSet, swap: bool) -> tuple[tuple[int, int], ...]:
    """Return the least form of a hand, by trying every renaming of the colours and shapes."""
    pairs = [tiles.pair(index) for index in hand]
    forms = []
    for held in (pairs, [(shape, colour) for colour, shape in pairs]) if swap else (pairs,):
        for colours in permutations(range(tiles.colours)):
            for shapes in permutations(range(tiles.shapes)):
                forms.append(tuple(sorted((colours[colour], shapes[shape]) for colour, shape in held)))
    return min(forms)


def group(hand: tuple[int, ...], tiles: TileSet) -> int:
    """Return the size of the largest group, by trying every set of different tiles."""
    different = sorted(set(hand))
    for size in range(len(different), 1, -1):
        for chosen in combinations(different, size):
            pairs = [tiles.pair(index) for index in chosen]
            if len({colour for colour, _ in pairs}) == 1 or len({shape for _, shape in pairs}) == 1:
                return size
    return min(1, len(different))


@pytest.mark.parametrize("tiles", SETS)
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_hands_are_counted_as_they_are_dealt(tiles, size):
    sets = [tuple(item // tiles.copies for item in draw) for draw in combinations(range(tiles.size), size)]
    assert count_hands(size, tiles) == len(sets)
    alike = [
        hand
        for hand in combinations_with_replacement(range(tiles.types), size)
        if max(Counter(hand).values()) <= tiles.copies
    ]
    assert count_hands(size, tiles, copies_alike=True) == len(alike) == len(set(sets))
    for swap in [False, True] if tiles.colours == tiles.shapes else [False]:
        classes = Counter(renamed(hand, tiles, swap) for hand in sets)
        assert count_hand_classes(size, tiles, swap) == len(classes)
        table = hand_classes(size, tiles, swap)
        listed = {}
        for row in table.itertuples(index=False):
            hand = tuple(tiles.parse(code) for code in row.hand.split())
            listed[renamed(hand, tiles, swap)] = row[4]
            assert row[1] == len(set(hand))
            assert row[2] == group(hand, tiles) == largest_group(hand, tiles)
            assert row[3] == sum(renamed(one, tiles, swap) == renamed(hand, tiles, swap) for one in alike)
        assert listed == classes
        assert sum(table["chance"]) == 1


def test_the_classic_hands_of_six():
    assert count_hands() == math.comb(108, 6) == 1_913_554_188
    assert count_hands(copies_alike=True) == 4_472_412
    for swap, classes in ((False, 281), (True, 156)):
        table = hand_classes(6, swap=swap)
        assert len(table) == count_hand_classes(6, swap=swap) == classes
        assert sum(table["sets of tiles"]) == 1_913_554_188
        assert sum(table["multisets"]) == 4_472_412
    different = table[table["different tiles"] == 6]["chance"].sum()
    assert different == Fraction(math.comb(36, 6) * 3**6, 1_913_554_188)
    assert round(100 * float(different), 3) == 74.204


def test_the_table_of_counts_repeats_the_single_counts():
    table = hand_counts(range(1, 7))
    assert list(table.columns) == ["size", "sets of tiles", "multisets", "classes", "classes, roles swapped"]
    for row in table.itertuples(index=False):
        hands = count_hands(row.size), count_hands(row.size, copies_alike=True)
        assert tuple(row) == (
            row.size,
            *hands,
            count_hand_classes(row.size, swap=False),
            count_hand_classes(row.size),
        )
    assert "classes, roles swapped" not in hand_counts([2], TileSet(2, 3, 1))


def test_the_cycle_index_counts_the_classes_of_single_copies():
    # With one copy a tile, every s_k becomes 1 + x^k; at x = 1 that is 2, and the sum is over all sizes.
    tiles = TileSet(4, 4, 1)
    for swap in (False, True):
        index = hand_cycle_index(tiles, swap)
        total = index.subs(dict.fromkeys(index.free_symbols, 2))
        assert total == sum(count_hand_classes(size, tiles, swap) for size in range(17))


@pytest.mark.parametrize("hand", [(), (0,), (0, 0), (0, 7, 14), (0, 1, 1, 2), (5, 11, 17, 23, 29, 35), (0, 1, 6, 12)])
def test_copies_count_once_in_the_largest_group(hand):
    assert largest_group(hand) == group(hand, CLASSIC)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: count_hands(109), BadArgument, "the size of a hand must be a whole number from 0 to 108, not 109"),
        (lambda: count_hand_classes(2, TileSet(2, 3), swap=True), BadArgument, "not 2 and 3"),
        (lambda: count_hand_classes(2, swap=1), BadArgument, "swap must be True, False or None"),
        (lambda: hand_classes(6, limit=10), TooLarge, "above the limit of 10"),
        (lambda: largest_group([36]), BadArgument, "not 36"),
    ],
)
def test_bad_input_says_what_would_be_right(call, error, words):
    with pytest.raises(error, match=words):
        call()
