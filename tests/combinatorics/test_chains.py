"""Absorbing chains: against closed forms of walks, and against adding up the steps one by one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tsurolab.combinatorics.chains import ends, expected_totals, expected_visits
from tsurolab.errors import BadArgument

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_the_length_of_a_fair_walk_between_two_ends(size):
    walk = {n: {n - 1: HALF, n + 1: HALF} for n in range(1, size + 1)}
    (steps,) = expected_totals(walk, [dict.fromkeys(walk, Fraction(1))])
    assert steps == {n: n * (size + 1 - n) for n in walk}


def test_a_reward_on_one_state_is_its_number_of_visits():
    walk = {n: {n - 1: 2 * THIRD, n + 1: THIRD} for n in range(1, 6)}
    for origin in walk:
        visits = expected_visits(walk, origin)
        totals = expected_totals(walk, [{state: Fraction(1)} for state in walk])
        assert visits == {state: total[origin] for state, total in zip(walk, totals)}


def test_totals_are_the_sum_over_the_steps():
    chain = {"a": {"a": HALF, "b": HALF}, "b": {"a": THIRD, "end": THIRD, "other end": THIRD}}
    reward = {"a": Fraction(3), "b": Fraction(1, 7)}
    found = expected_totals(chain, [reward])[0]["a"]
    here, total = {"a": 1.0}, 0.0
    for _ in range(400):
        total += sum(chance * float(reward.get(state, 0)) for state, chance in here.items())
        after: dict[str, float] = {}
        for state, chance in here.items():
            for to, part in chain.get(state, {}).items():
                after[to] = after.get(to, 0) + chance * float(part)
        here = after
    assert float(found) == pytest.approx(total, abs=1e-9)


def test_a_chain_without_states_has_no_totals():
    assert expected_totals({}, [{}]) == [{}]
    assert expected_totals({"a": {"end": Fraction(1)}}, []) == []


def test_a_chain_that_cannot_end_is_refused():
    chain = {"a": {"b": Fraction(1)}, "b": {"a": Fraction(1)}, "c": {"a": HALF, "end": HALF}}
    assert ends(chain) == {"c"}
    with pytest.raises(BadArgument, match="from 'a' the chain cannot come to an end"):
        expected_totals(chain, [{}])
    with pytest.raises(BadArgument, match="add up to 1"):
        expected_totals({"a": {"end": HALF}}, [{}])
    with pytest.raises(BadArgument, match="'end' is no state"):
        expected_visits({"a": {"end": Fraction(1)}}, "end")
