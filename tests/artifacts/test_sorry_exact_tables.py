"""The exact tables and charts of Sorry! say what the rules' arithmetic says, checked without the library's formulas."""

from fractions import Fraction
from itertools import permutations
from math import comb

import pandas as pd
import pytest

from tsurolab.artifacts.registry import artifacts_of
from tsurolab.artifacts.sorry import exact_charts, exact_tables
from tsurolab.combinatorics.draws import longest_run
from tsurolab.games.sorry.chain import SQUARES, chain
from tsurolab.games.sorry.deck import DECKS


@pytest.fixture(scope="module")
def built():
    return {table.name: table.build() for table in artifacts_of("sorry").tables}


def of_pack(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    return frame[frame["deck"] == name]


def test_waits_are_those_that_counting_gives():
    table = exact_tables.waiting_table()
    for name, cards, starters in (("classic", 45, 9), ("first-edition", 44, 8), ("waddingtons", 55, 10)):
        rows = of_pack(table, name)
        # The first starter is card n when the n - 1 before it are others: the places of all starters are a subset.
        wanted = [
            Fraction(comb(cards - n, starters - 1), comb(cards, starters)) for n in range(1, cards - starters + 2)
        ]
        assert rows["exactly"].tolist() == wanted
        assert sum(n * chance for n, chance in zip(rows["draw"], rows["exactly"])) == Fraction(cards + 1, starters + 1)


def test_the_packs_side_by_side_have_the_known_fractions():
    table = exact_tables.comparison_table().set_index("quantity")
    row = table.loc["cards in the first turn, expected"].tolist()
    assert [value.split(" = ")[0] for value in row[:3]] == ["23/21", "45/41", "56/51"]
    assert table.loc["cards"].tolist() == ["45", "44", "55", "45"]
    assert table.index[0] == "cards"


def test_every_distribution_sums_to_one():
    for build in (exact_tables.waiting_table, exact_tables.runs_table, exact_tables.steps_table):
        table = build()
        assert set(table["deck"]) == set(DECKS)
        assert set(table.groupby("deck")["exactly"].sum()) == {Fraction(1)}
    hands = exact_tables.hypergeometric_table()
    assert set(hands.groupby(["deck", "draws"])["exactly"].sum()) == {Fraction(1)}
    first = exact_tables.first_table()
    assert set(first.groupby(["deck", "players"])["probability"].sum()) == {Fraction(1)}
    assert (exact_tables.journey_table().groupby("deck")["exactly"].sum() < 1).all()


def test_fractions_and_decimals_are_the_same_numbers(built):
    for frame in built.values():
        for name in frame.columns:
            if f"{name} (float)" in frame.columns:
                assert [float(value) for value in frame[name]] == pytest.approx(frame[f"{name} (float)"].tolist())


def test_the_longest_run_of_a_pack_that_can_be_listed_is_that_of_all_its_orders():
    found: dict[int, int] = {}
    for order in permutations("aabbbb"):
        longest = max(map(len, "".join(order).split("a")))
        found[longest] = found.get(longest, 0) + 1
    assert longest_run(6, 2) == {length: Fraction(many, 720) for length, many in sorted(found.items())}


def test_sampled_columns_are_rounded_so_that_machines_agree(built):
    frame = built["lone-pawn"]
    for name in ("sampled mean", "standard error", "sampled deviation"):
        assert all(value == round(value, 4) for value in frame[name])
    gap = (frame["expected cards (float)"] - frame["sampled mean"]).tolist()
    # Without replacement a pawn is a little quicker, whatever the pack and the policy.
    assert all(0.3 < each < 1.6 for each in gap)


def test_squares_name_the_use_of_a_ten_that_is_best(built):
    journey = chain("classic", policy="best")
    rows = of_pack(built["lone-pawn-squares"], "classic").set_index("square")
    for square in ("t3", "t54"):
        assert rows.loc[square, "ten"] == "back"
        assert exact_charts._use_of_ten(square, journey) == "chosen"
    for square in ("t0", "s4"):
        assert rows.loc[square, "ten"] == "back"
        assert exact_charts._use_of_ten(square, journey) == "forced"
    assert exact_charts._use_of_ten("t4", journey) == "forward"
    assert len(rows) == len(SQUARES) - 1
