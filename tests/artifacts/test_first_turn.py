"""The exact first turn agrees with the game itself, played by the library's states, and by a plain count."""

from fractions import Fraction
from itertools import combinations

import pytest

import tsurolab as tl
from tsurolab.artifacts.tsuro.first_turn import (
    CORNER_RIM,
    EDGE_RIM,
    corner_share,
    first_tile_neighbour_out,
    first_tile_out,
    first_tile_placements,
    forced_out,
    legal_placements,
    neighbour_out,
)
from tsurolab.errors import BadArgument

CASES = [(5, 0, 1, 0, CORNER_RIM), (5, 0, 2, 1, CORNER_RIM), (5, 0, 7, 6, CORNER_RIM), (5, 2, 1, 0, EDGE_RIM)]


def _position(row, col, point, hand):
    deck = [tile.name for tile in tl.tsuro.tiles() if tile.name not in hand][:6]
    players = [
        {"faces": {"row": row, "col": col, "point": point}, "hand": hand, "out": False},
        {"faces": {"row": 0, "col": 3, "point": 5}, "hand": deck[:3], "out": False},
    ]
    return {"rows": 6, "cols": 6, "tiles": [], "players": players, "turn": 0, "deck": deck[3:], "dragon": None}


@pytest.mark.parametrize(("row", "col", "point", "port", "rim"), CASES)
def test_hands_of_one_tile_one_by_one(row, col, point, port, rim):
    game = tl.game("tsuro/classic")
    placements, out = 0, 0
    for tile in tl.tsuro.tiles():
        state = game.from_position(_position(row, col, point, [tile.name]))
        placements += len(state.legal_moves)
        out += 0 not in state.play(state.legal_moves[0]).alive
    assert legal_placements(port, rim, 1) == Fraction(placements, 35)
    assert forced_out(port, rim, 1) == Fraction(out, 35)


@pytest.mark.parametrize(("row", "col", "point", "port", "rim"), CASES[::3])
def test_some_hands_of_three_have_as_many_placements_as_the_game_says(row, col, point, port, rim):
    from tsurolab.artifacts.tsuro.first_turn import _safe

    game, safe = tl.game("tsuro/classic"), _safe(port, rim)
    every = list(combinations(tl.tsuro.tiles(), 3))
    for hand in every[::331]:
        state = game.from_position(_position(row, col, point, [tile.name for tile in hand]))
        assert len(state.legal_moves) == sum(safe[tile.index] for tile in hand)


def test_the_neighbour_in_the_corner_counted_plainly():
    # Hand of one: each tile, each of its legal ways to lie; the marker at point 2 leaves by the border or not.
    names = tl.tsuro.oriented_tiles()
    total = Fraction(0)
    for tile in tl.tsuro.tiles():
        ways = [name for name in names if tl.tsuro.canonical_name(name) == tile.name]
        lines = [dict(p for pair in name.split("-") for p in (pair, pair[::-1])) for name in ways]
        safe = [line for line in lines if line["1"] not in "1278"] or lines
        total += Fraction(sum(line["2"] in "1278" for line in safe), len(safe))
    assert neighbour_out(0, 1, CORNER_RIM, 1) == total / 35


def test_with_three_tiles_nobody_is_forced_out_at_once():
    assert first_tile_out(3) == 0
    assert 0 < first_tile_out(2) < first_tile_out(1)


def test_means_over_all_marks():
    assert corner_share() == Fraction(16, 48)
    assert first_tile_placements() == Fraction(48, 7)
    assert 0 < first_tile_neighbour_out() < corner_share() * Fraction(3, 47)


@pytest.mark.parametrize("size", [0, 4, 2.5, True])
def test_hand_sizes_out_of_range_are_refused(size):
    with pytest.raises(BadArgument, match="hand_size"):
        legal_placements(0, EDGE_RIM, size)
