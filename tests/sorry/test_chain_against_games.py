"""What the exact mathematics says, against the games that the kernel plays."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import tsurolab as tl
from tsurolab.games.protocol import new_records
from tsurolab.games.sorry import kernel
from tsurolab.games.sorry.chain import SQUARES, destinations
from tsurolab.games.sorry.deck import CARDS, deck
from tsurolab.games.sorry.ways import COLOURS


def in_colour(square, colour):
    """The square that is to a colour what a square is to red."""
    return f"t{(int(square[1:]) + 15 * COLOURS.index(colour)) % 60}" if square[0] == "t" else square


@pytest.mark.parametrize("colour, other", [("red", "blue"), ("yellow", "red")])
def test_a_lone_pawn_moves_as_in_a_game_in_which_it_is_alone(colour, other):
    game = tl.game("sorry/classic")
    for square in SQUARES[:-1]:
        for card in CARDS:
            position = {
                "players": [colour, other],
                "turn": colour,
                "card": card,
                "pawns": {colour: [in_colour(square, colour), *["home"] * 3], other: ["start"] * 4},
                "deck": ["3", "5", "8"],
                "discards": [],
            }
            state = game.from_position(position)
            reached = set()
            for move in state.legal_moves:
                after = state.copy()
                after.play(move)
                (left,) = list((Counter(after.position()["pawns"][colour]) - Counter(["home"] * 3)).elements())
                reached.add(left)
            expected = {in_colour(to, colour) for to in destinations(square, card)} or {in_colour(square, colour)}
            assert reached == expected, (square, card)


def played(edition, players, games, seed):
    """RESULT records of games between uniform players."""
    results = new_records(kernel.RESULT, games)
    kernel.playout(tl.game(edition).rules, players, np.zeros(players, np.int64), seed, 0, games, results)
    return results


def z_score(found, chance, games):
    return (found - float(chance)) / math.sqrt(float(chance) * (1 - float(chance)) / games)


@pytest.mark.parametrize("name, players", [("classic", 2), ("first-edition", 3), ("waddingtons", 4), ("classic", 4)])
def test_players_draw_a_starting_card_as_soon_as_the_deck_says(name, players):
    games = 4000
    first = played(f"sorry/{name}", players, games, seed=5)["first_start_card"]
    assert (first[:, :players] > 0).all()
    for seat in range(players):
        for turns in (1, 3, 6, 10, 15):
            found = (first[:, seat] <= turns).mean()
            chance = deck(name).start_within(turns, players=players, seat=seat)
            assert abs(z_score(found, chance, games)) < 4, (seat, turns)
    everybody = (first[:, :players].max(axis=1) <= 8).mean()
    table = deck(name).starting_table(turns=8, players=[players])
    assert abs(z_score(everybody, Fraction(table["everybody"].iloc[-1]), games)) < 4


@pytest.mark.parametrize("name, players", [("classic", 3), ("waddingtons", 2)])
def test_the_first_pawn_out_is_as_likely_each_seat_s_as_the_deck_says(name, players):
    # Sorry! starts no pawn before another is out, so this is so for the pawns as well as for the cards.
    games = 4000
    results = played(f"sorry/{name}", players, games, seed=6)
    for field in ("first_start", "first_start_card"):
        order = results[field][:, :players] * players + np.arange(players)
        seats = np.bincount(np.where(results[field][:, :players] > 0, order, 10**9).argmin(axis=1), minlength=players)
        for seat, chance in deck(name).first_to_start(players).items():
            assert abs(z_score(seats[seat] / games, chance, games)) < 4


def test_a_pawn_is_out_no_sooner_than_with_sorry_cards_that_always_start_one():
    games, players = 4000, 2
    results = played("sorry/classic", players, games, seed=7)
    for seat in range(players):
        out = (results["first_start"][:, seat] <= 4) & (results["first_start"][:, seat] > 0)
        least = deck("classic").start_within(4, players=players, seat=seat)
        most = deck("classic").start_within(4, players=players, seat=seat, cards=["1", "2", "S"])
        assert z_score(out.mean(), least, games) > -4
        assert z_score(out.mean(), most, games) < 4


@pytest.mark.parametrize("name", ["classic", "first-edition", "waddingtons"])
def test_cards_a_turn_come_near_those_of_an_endless_game(name):
    # A game ends within a pass of the pack, and its last turn may end with a 2.
    results = played(f"sorry/{name}", 4, 1500, seed=8)
    found = results["cards"].sum() / results["turns"].sum()
    assert found == pytest.approx(float(deck(name).cards_per_turn()), rel=0.002)
