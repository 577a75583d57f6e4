"""Absorbing Markov chains, solved exactly with SymPy rationals.

What it is for: expected totals on the way to the end of a process whose next step depends on its state alone. What it
is not for: long-run behaviour of chains that never end, and anything random.

A chain is {state: {next state: probability}}. States that are not keys end it; from every other the end must be within
reach.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from tsurolab.errors import BadArgument

State = TypeVar("State", bound=Hashable)


def _solve(matrix: list[list[Fraction]], right: list[list[Fraction]]) -> list[list[Fraction]]:
    """Return x with x = right + matrix x."""
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    def rational(value: Fraction) -> Any:
        return QQ(value.numerator, value.denominator)

    size = len(matrix)
    left = [[rational((i == j) - value) for j, value in enumerate(line)] for i, line in enumerate(matrix)]
    known = [[rational(value) for value in line] for line in right]
    solved = DomainMatrix(left, (size, size), QQ).lu_solve(DomainMatrix(known, (size, len(right[0])), QQ))
    return [[Fraction(int(value.numerator), int(value.denominator)) for value in line] for line in solved.to_list()]


def ends(chain: Mapping[State, Mapping[State, Fraction]]) -> set[State]:
    """Return the states from which the chain can end.

    >>> half = Fraction(1, 2)
    >>> sorted(ends({"a": {"b": half, "end": half}, "b": {"b": Fraction(1)}}))
    ['a']
    """
    before: dict[State, list[State]] = {}
    for state, row in chain.items():
        for to, chance in row.items():
            if chance:
                before.setdefault(to, []).append(state)
    ahead = [to for to in before if to not in chain]
    seen: set[State] = set()
    while ahead:
        for state in before.get(ahead.pop(), ()):
            if state not in seen:
                seen.add(state)
                ahead.append(state)
    return seen


def expected_totals(
    chain: Mapping[State, Mapping[State, Fraction]], rewards: Sequence[Mapping[State, Fraction]]
) -> list[dict[State, Fraction]]:
    """Return, for each kind of reward, {state: expected sum of the rewards of the states from there to the end}.

    Parameters: `rewards` are {state: what each step out of it counts}; a state left out counts nothing.

    Raises BadArgument when the end cannot be reached from some state, or a row does not add up to 1.

    Source: E = reward + Q E, with Q the chain without its ends (Kemeny and Snell, "Finite Markov Chains", 1960).

    >>> half = Fraction(1, 2)
    >>> walk = {n: {n - 1: half, n + 1: half} for n in (1, 2, 3)}
    >>> expected_totals(walk, [dict.fromkeys(walk, Fraction(1))])
    [{1: Fraction(3, 1), 2: Fraction(4, 1), 3: Fraction(3, 1)}]
    """
    states = _checked(chain)
    matrix = [[chain[state].get(to, Fraction(0)) for to in states] for state in states]
    right = [[Fraction(reward.get(state, 0)) for reward in rewards] for state in states]
    solved = _solve(matrix, right) if states and rewards else []
    return [{state: line[place] for state, line in zip(states, solved)} for place in range(len(rewards))]


def expected_visits(chain: Mapping[State, Mapping[State, Fraction]], origin: State) -> dict[State, Fraction]:
    """Return {state: expected number of times that the chain is there on the way from the origin to the end}.

    Raises BadArgument as `expected_totals` does, or when the origin is no state.

    >>> half = Fraction(1, 2)
    >>> expected_visits({n: {n - 1: half, n + 1: half} for n in (1, 2, 3)}, 2)
    {1: Fraction(1, 1), 2: Fraction(2, 1), 3: Fraction(1, 1)}
    """
    states = _checked(chain)
    if origin not in chain:
        raise BadArgument(f"{origin!r} is no state of the chain that is left again")
    matrix = [[chain[before].get(state, Fraction(0)) for before in states] for state in states]
    solved = _solve(matrix, [[Fraction(state == origin)] for state in states])
    return {state: line[0] for state, line in zip(states, solved)}


def _checked(chain: Mapping[State, Mapping[State, Fraction]]) -> list[State]:
    ending = ends(chain)
    for state, row in chain.items():
        if sum(row.values()) != 1 or min(row.values()) < 0:
            raise BadArgument(f"the probabilities out of {state!r} must be at least 0 and add up to 1")
        if state not in ending:
            raise BadArgument(f"from {state!r} the chain cannot come to an end")
    return list(chain)
