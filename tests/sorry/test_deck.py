"""The packs of Sorry!: published figures, every order of small piles, and shuffled packs."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from tsurolab.combinatorics.draws import mean, variance
from tsurolab.errors import BadArgument, UnknownName
from tsurolab.games.sorry.deck import CARDS, DECKS, DRAWS_AGAIN, STARTERS, STEPS, deck, deck_table

PRINTED = ["classic", "first-edition", "waddingtons"]


def cards_of(pack):
    return [card for card, many in DECKS[pack].items() for _ in range(many)]


def left_with(*cards, pack="classic"):
    """A pile of the pack in which only these cards are left."""
    gone = Counter(cards_of(pack)) - Counter(cards)
    return deck(pack).without(*gone.elements())


def z_score(sample, exact):
    """How far the mean of a sample lies from that of a distribution, in standard errors."""
    return (sum(sample) / len(sample) - float(mean(exact))) / math.sqrt(float(variance(exact)) / len(sample))


# ------------------------------------------------------------------------------------------------------- the packs


def test_the_packs_have_45_44_55_and_45_cards():
    assert [sum(counts.values()) for counts in DECKS.values()] == [45, 44, 55, 45]
    assert [counts["1"] for counts in DECKS.values()] == [5, 4, 5, 5]
    for counts in DECKS.values():
        assert tuple(counts) == CARDS
        assert "6" not in counts
        assert "9" not in counts


def test_the_packs_cannot_be_changed():
    with pytest.raises(TypeError):
        DECKS["classic"]["1"] = 9
    with pytest.raises(TypeError):
        DECKS["mine"] = {}


def test_a_1_or_2_starts_a_pawn_and_a_2_draws_again_but_not_in_fire_and_ice():
    for name in PRINTED:
        assert STARTERS[name] == ("1", "2")
        assert DRAWS_AGAIN[name] == ("2",)
    assert STARTERS["fire-and-ice"] == tuple(card for card in CARDS if card not in ("4", "S"))
    assert DRAWS_AGAIN["fire-and-ice"] == ()


def test_the_steps_are_those_on_the_cards():
    assert [STEPS[card] for card in ("4", "10", "S", "7")] == [(-4,), (10, -1), (0,), (7,)]


# ------------------------------------------------------------------------------------------------ published figures


@pytest.mark.parametrize(
    "name, start, wait, cards",
    [
        ("classic", "1/5", "23/5", "23/21"),
        ("first-edition", "2/11", "5", "45/41"),
        ("waddingtons", "2/11", "56/11", "56/51"),
    ],
)
def test_published_figures(name, start, wait, cards):
    pack = deck(name)
    assert pack.probability() == Fraction(start)
    assert pack.expected_wait() == Fraction(wait)
    assert pack.expected_cards_in_turn() == Fraction(cards)


def test_the_tables_show_the_published_figures():
    table = deck_table(PRINTED)
    assert list(table["start"]) == ["1/5", "2/11", "2/11"]
    assert list(table["expected wait"]) == ["23/5", "5", "56/11"]
    assert list(table["cards in first turn"]) == ["23/21", "45/41", "56/51"]
    assert list(table["longest wait"]) == [37, 37, 46]


# ------------------------------------------------------------------------------------- counted and shuffled otherwise


@pytest.mark.parametrize("name", DECKS)
def test_chances_of_a_card_are_its_copies(name):
    pack = deck(name)
    for card in CARDS:
        assert pack.probability(card) == Fraction(DECKS[name][card], pack.size)
    assert sum(pack.probability(card) for card in CARDS) == 1


def turns_of(cards, again=("2",)):
    """The first turn of an order of cards: what is drawn until a card that does not draw again."""
    drawn = []
    for card in cards:
        drawn.append(card)
        if card not in again:
            return drawn
    return None


@pytest.mark.parametrize("ten", [10, -1])
def test_a_turn_is_counted_over_all_orders_of_a_small_pile(ten):
    left = ["1", "2", "2", "4", "10", "S", "12"]
    pile = left_with(*left)
    value = {card: int(card) for card in CARDS if card != "S"} | {"S": 0, "4": -4, "10": ten}
    turns = [turns_of(order) for order in permutations(left)]
    number = len(turns)
    assert pile.cards_in_turn() == {n: Fraction(m, number) for n, m in sorted(Counter(map(len, turns)).items())}
    steps = Counter(sum(value[card] for card in turn) for turn in turns)
    assert pile.steps_per_turn(ten=ten) == {n: Fraction(m, number) for n, m in sorted(steps.items())}


def test_a_turn_goes_on_into_the_next_shuffle():
    # Two 2s are left: both are drawn, then the turn goes on in a whole pack.
    pile = left_with("2", "2")
    fresh = deck("classic")
    assert pile.cards_in_turn() == {n + 2: chance for n, chance in fresh.cards_in_turn().items()}
    assert pile.steps_per_turn() == {n + 4: chance for n, chance in fresh.steps_per_turn().items()}


@pytest.mark.parametrize("name", DECKS)
def test_turns_agree_with_shuffled_packs(name):
    draw, cards, pack = random.Random(5), cards_of(name), deck(name)
    value = {card: int(card) for card in CARDS if card != "S"} | {"S": 0, "4": -4}
    turns = [turns_of(draw.sample(cards, len(cards)), DRAWS_AGAIN[name]) for _ in range(3000)]
    if DRAWS_AGAIN[name]:
        assert abs(z_score([len(turn) for turn in turns], pack.cards_in_turn())) < 4
    else:
        assert pack.cards_in_turn() == {1: 1}
    assert abs(z_score([sum(value[card] for card in turn) for turn in turns], pack.steps_per_turn())) < 4
    assert abs(z_score([value[turn[0]] for turn in turns], pack.steps_per_card())) < 4


@pytest.mark.parametrize("name", PRINTED)
def test_a_long_game_has_as_many_cards_a_turn_as_its_passes(name):
    draw, cards = random.Random(8), cards_of(name)
    order = [card for _ in range(40) for card in draw.sample(cards, len(cards))]
    turns = sum(card != "2" for card in order)
    assert deck(name).cards_per_turn() == Fraction(len(order), turns)


@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.parametrize("cards", [None, "S", "moves backward", ("7", "11")])
def test_waits_and_runs_agree_with_shuffled_packs(name, cards):
    draw, pack = random.Random(11), deck(name)
    meant = pack.cards(cards)
    first, runs, hits = [], [], []
    for _ in range(2000):
        order = draw.sample(cards_of(name), pack.size)
        places = [place for place, card in enumerate(order) if card in meant]
        first.append(places[0] + 1)
        hits.append(sum(place < 10 for place in places))
        runs.append(max(b - a - 1 for a, b in zip([-1, *places], [*places, pack.size])))
    assert abs(z_score(first, pack.wait(cards))) < 4
    assert abs(z_score(hits, pack.drawn(10, cards))) < 4
    assert abs(z_score(runs, pack.longest_run(cards))) < 4


@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_starts_in_a_shared_pile_agree_with_shuffled_packs(name, players):
    draw, games, turns = random.Random(players), 2000, 14
    cards, pack = cards_of(name), deck(name)
    given, first = [Counter() for _ in range(players)], Counter()
    for _ in range(games):
        order = (card for _ in range(3) for card in draw.sample(cards, len(cards)))
        starts: dict[int, int] = {}
        for turn in range(1, turns + 1):
            for seat in range(players):
                while True:
                    card = next(order)
                    if card in ("1", "2") and seat not in starts:
                        first[seat] += not starts
                        starts[seat] = turn
                        given[seat][turn] += 1
                    if card != "2":
                        break
    for seat in range(players):
        for turn in (1, 3, 8, 14):
            chance = float(pack.start_within(turn, players=players, seat=seat))
            found = sum(many for when, many in given[seat].items() if when <= turn) / games
            assert abs(found - chance) / math.sqrt(chance * (1 - chance) / games) < 4
        chance = float(pack.first_to_start(players)[seat])
        assert abs(first[seat] / games - chance) / math.sqrt(chance * (1 - chance) / games) < 4


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_before_the_first_shuffle_a_start_does_not_depend_on_the_others(players):
    for turn in range(1, 41 // players + 1):
        missed = Fraction(math.comb(36, turn), math.comb(45, turn))
        for seat in range(players):
            assert deck("classic").start_within(turn, players=players, seat=seat) == 1 - missed


def test_after_a_shuffle_it_does():
    alone = deck("classic").start_within(14, players=1)
    assert deck("classic").start_within(14, players=4) < alone


def test_the_first_to_start_is_a_seat_and_alone_it_is_always_the_same():
    assert deck("classic").first_to_start(1) == {0: 1}
    for players in (2, 3, 4):
        chances = list(deck("waddingtons").first_to_start(players).values())
        assert sum(chances) == 1
        assert chances == sorted(chances, reverse=True)


def test_a_drawn_card_is_no_longer_in_the_pile():
    pile = deck("classic").without("1", "2", "2")
    assert pile.size == 42
    assert pile.probability("2") == Fraction(2, 42)
    assert pile.probability() == Fraction(6, 42)
    assert deck("classic").counts["2"] == 4


def test_the_longest_wait_goes_through_the_next_shuffle():
    assert deck("classic").longest_wait() == 37
    # All starters gone, 36 cards left, and the next nine starters lie at the bottom of the shuffled pack.
    assert deck("classic").without(*"11111", *"2222").longest_wait() == 36 + 37


# ------------------------------------------------------------------------------------------------------------ tables


@pytest.mark.parametrize("name", DECKS)
def test_every_exact_column_says_the_same_as_its_float(name):
    pack = deck(name)
    tables = [
        pack.draw_table(),
        pack.hypergeometric([1, 5, 50]),
        pack.waiting("S"),
        pack.starting_table(4, players=[2]),
        pack.steps_table(),
        pack.steps_table(turn=True),
        deck_table([name]),
    ]
    for table in tables:
        pairs = [column for column in table.columns if f"{column} (float)" in table.columns]
        assert pairs
        for column in pairs:
            assert [float(Fraction(value)) for value in table[column]] == list(table[f"{column} (float)"])
        assert not table.to_csv(index=False).count("nan")


def test_the_draw_table_has_every_card_and_class_once():
    table = deck("classic").draw_table()
    assert list(table["cards"])[:11] == list(CARDS)
    assert table.query("kind == 'card'")["copies"].sum() == 45
    assert Fraction(table.query("`class` == 'starts a pawn'")["probability"].item()) == Fraction(1, 5)
    assert "draws again" not in set(deck("fire-and-ice").draw_table()["class"])


def test_a_hypergeometric_table_adds_up_for_each_number_of_draws():
    table = deck("first-edition").hypergeometric(range(1, 60), "S")
    sums = table.groupby("draws")["exactly"].agg(lambda column: sum(map(Fraction, column)))
    assert set(sums) == {Fraction(1)}
    # 44 draws bring all four, 50 draws all four and up to four more.
    assert list(table.query("draws == 44")["drawn"]) == [4]
    assert list(table.query("draws == 50")["drawn"]) == [4, 5, 6, 7, 8]


def test_a_deck_is_a_value_whose_text_evaluates():
    pile = deck("waddingtons").without("S", "1")
    assert eval(repr(pile)) == pile
    assert eval(repr(deck("classic"))) == deck("classic")
    assert len({deck("classic"), deck("classic"), pile}) == 2


# ------------------------------------------------------------------------------------------------------- bad arguments


@pytest.mark.parametrize(
    "call, error, reason",
    [
        (lambda: deck("clasic"), UnknownName, "did you mean 'classic'"),
        (lambda: deck_table(["uno"]), UnknownName, "unknown deck 'uno'"),
        (lambda: deck().probability("6"), UnknownName, "unknown card '6'"),
        (lambda: deck().waiting("joker"), UnknownName, "unknown card 'joker'"),
        (lambda: deck().without("6"), UnknownName, "unknown card '6'"),
        (lambda: deck().without(*["S"] * 5), BadArgument, "the pile has 4 cards 'S', so 5 cannot be drawn"),
        (lambda: deck("fire-and-ice").wait("draws again"), BadArgument, "never ends"),
        (lambda: deck().drawn(-1), BadArgument, "draws must be a whole number"),
        (lambda: deck().hypergeometric([1, 2.5]), BadArgument, "draws must be a whole number"),
        (lambda: deck().steps_per_card(ten=5), BadArgument, "a 10 moves 10 or -1 steps, not 5"),
        (lambda: deck().start_within(3, players=2, seat=2), BadArgument, "seat must be a whole number from 0 to 1"),
        (lambda: deck().start_within(0), BadArgument, "turns must be"),
        (lambda: deck().starting_table(3, players=[0]), BadArgument, "players must be"),
        (lambda: deck().first_to_start(2, "1"), BadArgument, "the cards must hold 2"),
    ],
)
def test_bad_arguments_are_refused_with_the_reason(call, error, reason):
    with pytest.raises(error, match=reason):
        call()


def test_the_packs_are_light_to_import():
    heavy = "numpy numba pandas sympy networkx matplotlib scipy"
    code = f"import sys, tsurolab.games.sorry.deck; print([m for m in '{heavy}'.split() if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "[]"
