"""A lone pawn: its moves against a walk round the whole board, its journey against every order and against play."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from tsurolab.combinatorics.draws import mean
from tsurolab.errors import BadArgument, TooLarge, UnknownName
from tsurolab.games.sorry import chain_piles
from tsurolab.games.sorry.chain import POLICIES, SQUARES, chain, destinations, lone_pawn_table
from tsurolab.games.sorry.deck import CARDS, DECKS, deck

EACH = dict.fromkeys(CARDS, 1)
COLOURS = ("red", "blue", "yellow", "green")

# --------------------------------------------------------- an independent walker, square by square, for every colour

SLIDES = {
    # first square -> (last square, colour), read off the table of the board
    1: (4, "red"),
    9: (13, "red"),
    16: (19, "blue"),
    24: (28, "blue"),
    31: (34, "yellow"),
    39: (43, "yellow"),
    46: (49, "green"),
    54: (58, "green"),
}
ENTRIES = {"red": 2, "blue": 17, "yellow": 32, "green": 47}
EXITS = {"red": 4, "blue": 19, "yellow": 34, "green": 49}


def one_forward(square, colour):
    if square == "home":
        return None
    if square.startswith("s"):
        return "home" if square == "s4" else f"s{int(square[1]) + 1}"
    if int(square[1:]) == ENTRIES[colour]:
        return "s0"
    return f"t{(int(square[1:]) + 1) % 60}"


def one_back(square, colour):
    if square == "s0":
        return f"t{ENTRIES[colour]}"
    if square.startswith("s"):
        return f"s{int(square[1]) - 1}"
    return f"t{(int(square[1:]) - 1) % 60}"


def walked(square, steps, colour):
    for _ in range(abs(steps)):
        square = one_forward(square, colour) if steps > 0 else one_back(square, colour)
        if square is None:
            return None
    if square.startswith("t") and int(square[1:]) in SLIDES:
        end, owner = SLIDES[int(square[1:])]
        if owner != colour:
            return f"t{end}"
    return square


def played(square, card, colour):
    """Where a pawn may come to by a card, from the rule text."""
    if square == "home":
        return []
    if square == "start":
        return [f"t{EXITS[colour]}"] if card in ("1", "2") else []
    if card == "S":
        return []
    ways = {"4": [-4], "10": [10, -1]}.get(card) or [int(card)]
    return [to for to in (walked(square, steps, colour) for steps in ways) if to is not None]


def as_red(square, colour):
    if not square.startswith("t"):
        return square
    return f"t{(int(square[1:]) - 15 * COLOURS.index(colour)) % 60}"


@pytest.mark.parametrize("colour", COLOURS)
def test_moves_are_those_of_a_walk_round_the_board_in_any_colour(colour):
    squares = ["start", "home", *(f"t{n}" for n in range(60)), *(f"s{n}" for n in range(5))]
    assert sorted(squares) == sorted(SQUARES)
    for square, card in product(squares, CARDS):
        expected = tuple(as_red(to, colour) for to in played(square, card, colour))
        assert destinations(as_red(square, colour), card) == expected, (square, card)


def test_the_moves_named_in_the_rules():
    assert destinations("start", "2") == ("t4",)  # on the circle, no step further
    assert destinations("t4", "4") == ("t0",)
    assert destinations("t0", "8") == ("home",)  # 4 back, then 8
    assert destinations("t3", "8") == ("t11",)  # one back from the circle goes round the board
    assert destinations("s4", "2") == ()  # home by exact count
    assert destinations("s2", "4") == ("t1",)  # out of the safety zone backwards, own slide not taken
    assert destinations("s0", "10") == ("t2",)  # must go 1 back
    assert destinations("t20", "4") == ("t19",)  # onto the triangle at t16 and along it
    assert destinations("t4", "5") == ("t9",)  # own triangle: no slide


# --------------------------------------------------------------------------------------------------- with replacement


def orders(pack):
    return permutations([card for card, many in pack.items() for _ in range(many)])


def journey(cards, square="start", ten=0):
    """The number of cards until home, with a 10 used for the first or last of its moves; None if not home."""
    for number, card in enumerate(cards, 1):
        to = played(square, card, "red")
        if to:
            square = to[ten if len(to) > 1 else 0]
        if square == "home":
            return number
    return None


@pytest.mark.parametrize("policy, ten", [("forward", 0), ("back", 1)])
def test_the_first_cards_with_replacement_are_counted_over_all_sequences(policy, ten):
    pack = {"1": 1, "4": 1, "7": 1, "8": 1, "10": 1, "S": 1}
    found = Counter(journey(cards, ten=ten) for cards in product(pack, repeat=6))
    exact = chain(pack, policy=policy).distribution(6)
    assert exact == {n: Fraction(found[n], 6**6) for n in range(1, 7)}


@pytest.mark.parametrize("name, policy", [*(("classic", policy) for policy in POLICIES), ("first-edition", "forward")])
def test_the_expected_cards_are_the_sum_over_the_distribution(name, policy):
    here = chain(name, policy=policy)
    chances = here.distribution(480)
    assert 1 - float(sum(chances.values())) < 1e-9
    assert float(mean(chances)) == pytest.approx(float(here.expected_cards()), abs=1e-6)
    second = sum(n * n * float(chance) for n, chance in chances.items())
    assert second - float(mean(chances)) ** 2 == pytest.approx(float(here.variance()), abs=1e-3)


def test_from_start_one_waits_five_cards_and_then_goes_on_from_the_circle():
    for name in ("classic", "first-edition"):
        here = chain(name)
        assert here.expected_cards() == 1 / deck(name).probability() + here.expected_cards("t4")


def test_packs_with_the_same_shares_have_the_same_journey_with_replacement():
    assert chain("first-edition").expected_cards() == chain("waddingtons").expected_cards()
    assert chain("first-edition").distribution(9) == chain(EACH).distribution(9)


def test_turns_are_cards_less_the_2s_that_were_not_the_last_card():
    here, draw = chain("classic"), random.Random(4)
    cards = [card for card, many in DECKS["classic"].items() for _ in range(many)]
    turns, games = [], 3000
    for _ in range(games):
        square, count = "start", 0
        while square != "home":
            card = draw.choice(cards)
            square = (played(square, card, "red") or [square])[0]
            count += card != "2" or square == "home"
        turns.append(count)
    middle = sum(turns) / games
    error = math.sqrt(sum((turn - middle) ** 2 for turn in turns) / games) / math.sqrt(games)
    assert abs(middle - float(here.expected_turns())) / error < 4


def test_visits_add_up_to_the_cards():
    for policy in POLICIES:
        table = chain("classic", policy=policy).by_square()
        assert sum(map(Fraction, table["visits"])) == chain("classic", policy=policy).expected_cards()
        assert Fraction(table["visits"][0]) == 5


def test_the_best_policy_is_best_on_every_square_and_no_single_change_betters_it():
    for name in ("classic", "first-edition"):
        best = chain(name, policy="best")
        for policy in ("forward", "back", "uniform"):
            other = chain(name, policy=policy)
            assert all(best.expected_cards(square) <= other.expected_cards(square) for square in SQUARES)
        for square in SQUARES:
            to = destinations(square, "10")
            if len(to) == 2:
                better = min(to, key=best.expected_cards)
                assert best.destinations(square, "10") == (better,)


def test_a_pawn_that_is_home_needs_no_card():
    here = chain("classic")
    assert here.expected_cards("home") == here.variance("home") == here.expected_turns("home") == 0
    assert set(here.distribution(3, "home").values()) == {0}
    assert set(here.first_cards(3, "home").values()) == {0}
    assert list(here.sampled_cards(3, seed=1, square="home")) == [0, 0, 0]
    assert chain(EACH).expected_without_replacement("home") == 0


# ------------------------------------------------------------------------------------------------ without replacement

SMALL = {"1": 2, "4": 1, "8": 1, "10": 1, "12": 1, "S": 1}


@pytest.mark.parametrize("policy, ten", [("forward", 0), ("back", 1)])
def test_the_first_cards_without_replacement_are_counted_over_all_orders(policy, ten):
    every = list(orders(SMALL))
    found = Counter(journey(cards, ten=ten) for cards in every)
    assert chain(SMALL, policy=policy).first_cards(7) == {n: Fraction(found[n], len(every)) for n in range(1, 8)}


def test_the_second_pass_is_counted_over_all_pairs_of_orders():
    pack = {"1": 1, "3": 1, "4": 1, "8": 1, "12": 1}
    every = list(product(orders(pack), repeat=2))
    found = Counter(journey(one + other) for one, other in every)
    assert chain(pack).first_cards(10) == {n: Fraction(found[n], len(every)) for n in range(1, 11)}


@pytest.mark.parametrize("policy", POLICIES)
def test_two_exact_ways_agree_on_small_packs(policy):
    # The sum over the distribution, pass after pass, against the passes solved as a chain.
    here = chain({"1": 1, "4": 1, "8": 1, "5": 1, "10": 1}, policy=policy)
    chances = here.first_cards(600)
    assert 1 - float(sum(chances.values())) < 1e-9
    assert float(mean(chances)) == pytest.approx(float(here.expected_without_replacement()), abs=1e-5)


def test_the_first_cards_of_a_printed_pack_are_its_first_sequences():
    # Only 1 or 2, then 4, then 8 brings a pawn home with three cards.
    for name in ("classic", "first-edition", "waddingtons"):
        counts, size = DECKS[name], deck(name).size
        ways = (counts["1"] + counts["2"]) * counts["4"] * counts["8"]
        assert chain(name).first_cards(3)[3] == Fraction(ways, size * (size - 1) * (size - 2))
        assert chain(name).distribution(3)[3] == Fraction(ways, size**3)


@pytest.mark.parametrize("policy", POLICIES)
def test_sampled_journeys_agree_with_the_exact_expectation(policy):
    here = chain(EACH, policy=policy)
    found = here.sampled_cards(6000, seed=2)
    error = found.std(ddof=1) / math.sqrt(found.size)
    assert abs(found.mean() - float(here.expected_without_replacement())) / error < 4


def test_sampled_journeys_agree_with_the_exact_first_cards_of_a_printed_pack():
    here, games = chain("classic"), 40_000
    found = here.sampled_cards(games, seed=3)
    chance = float(sum(here.first_cards(6).values()))
    z = ((found <= 6).mean() - chance) / math.sqrt(chance * (1 - chance) / games)
    assert abs(z) < 4


def test_sampled_journeys_agree_with_walks_through_shuffled_packs():
    draw, cards = random.Random(6), [card for card, many in DECKS["classic"].items() for _ in range(many)]
    walks = [journey([c for _ in range(9) for c in draw.sample(cards, 45)]) for _ in range(1500)]
    found = chain("classic").sampled_cards(20_000, seed=4)
    middle = sum(walks) / len(walks)
    error = found.std() * math.sqrt(1 / len(walks) + 1 / found.size)
    assert abs(middle - found.mean()) / error < 4


def test_the_same_seed_gives_the_same_journeys():
    here = chain("waddingtons", policy="uniform")
    assert list(here.sampled_cards(50, seed=9)) == list(here.sampled_cards(50, seed=9))
    assert list(here.sampled_cards(50, seed=9)) != list(here.sampled_cards(50, seed=10))


def test_drawing_without_replacement_is_quicker_the_smaller_the_pack():
    with_replacement = chain(EACH).expected_cards()
    assert chain(EACH).expected_without_replacement() < with_replacement
    sampled = chain("first-edition").sampled_cards(20_000, seed=5).mean()
    assert float(chain(EACH).expected_without_replacement()) < sampled < float(with_replacement)


def test_piles_that_are_too_many_are_refused_with_another_way():
    with pytest.raises(TooLarge, match="sampled_cards"):
        chain("classic").expected_without_replacement()


def test_first_cards_stop_at_their_limit(monkeypatch):
    monkeypatch.setattr(chain_piles, "MAX_STATES", 1000)
    assert len(chain("classic").first_cards(2)) == 2
    with pytest.raises(TooLarge, match=r"above the limit of 1000; ask for at most 3 cards, or use sampled_cards"):
        chain("classic").first_cards(20)


# --------------------------------------------------------------------------------------------------------- and the rest


def test_the_summary_says_which_values_are_sampled():
    table = lone_pawn_table(["classic"], games=2000, seed=1)
    assert list(table["policy"]) == list(POLICIES)
    for _, row in table.iterrows():
        here = chain("classic", policy=row["policy"])
        assert Fraction(row["expected cards"]) == here.expected_cards()
        chances = here.distribution(row["median"])
        assert sum(chances.values()) >= Fraction(1, 2) > sum(chances.values()) - chances[row["median"]]
        assert row["sampled mean"] < row["expected cards (float)"]
        assert 0.2 < row["standard error"] < 0.5


def test_the_table_by_square_says_what_a_10_does():
    table = chain("classic").by_square().set_index("square")["ten"]
    assert (table["start"], table["t4"], table["s0"]) == ("none", "forward", "back")
    assert chain("classic", policy="uniform").by_square().set_index("square")["ten"]["t4"] == "either"


@pytest.mark.parametrize(
    "call, error, reason",
    [
        (lambda: chain("clasic"), UnknownName, "did you mean 'classic'"),
        (lambda: chain(policy="bold"), UnknownName, "unknown policy 'bold'"),
        (lambda: chain({"6": 1}), UnknownName, "unknown card '6'"),
        (lambda: chain({"1": -1}), BadArgument, "the number of '1'"),
        (lambda: chain({}), BadArgument, "at least one card"),
        (lambda: chain("fire-and-ice"), BadArgument, "Fire & Ice"),
        (lambda: chain({"4": 1, "8": 1}), BadArgument, "a pawn on start cannot come home"),
        (lambda: chain({"2": 1}), BadArgument, "cannot come home"),
        (lambda: chain().expected_cards("t60"), UnknownName, "unknown square 't60'"),
        (lambda: chain().distribution(3, "s5"), UnknownName, "unknown square 's5'"),
        (lambda: chain().distribution(0), BadArgument, "cards must be"),
        (lambda: chain().first_cards(2, "z"), UnknownName, "unknown square 'z'"),
        (lambda: chain().sampled_cards(0, seed=1), BadArgument, "games must be"),
        (lambda: chain().sampled_cards(1, seed=-1), BadArgument, "seed must be"),
        (lambda: destinations("t4", "6"), UnknownName, "unknown card '6'"),
        (lambda: destinations("x", "7"), UnknownName, "unknown square 'x'"),
    ],
)
def test_bad_arguments_are_refused_with_the_reason(call, error, reason):
    with pytest.raises(error, match=reason):
        call()
