"""Draws without replacement: exact probabilities of cards from a pile, also of one that is shuffled again when empty.

What it is for: how many marked cards come in some draws (hypergeometric), how long one waits for them (negative
hypergeometric), how long the longest wait of a pass is, and how soon each of several players who draw in turn from one
pile has met a marked card. What it is not for: what the cards do; nothing here knows a game.

A distribution is a dict {value: probability} in ascending order, with Fractions that add up to 1. A pile has `total`
cards of which `marked` count. A pile "shuffled again when empty" has every card back in it when the next pass begins.

>>> hypergeometric(total=5, marked=2, draws=2)
{0: Fraction(3, 10), 1: Fraction(3, 5), 2: Fraction(1, 10)}
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from tsurolab.combinatorics.matchings import checked_int
from tsurolab.errors import BadArgument

if TYPE_CHECKING:
    import pandas as pd

Distribution: TypeAlias = dict[int, Fraction]
"""{value: probability}, ascending, adding up to 1."""

MAX_CARDS = 5_000
"""The most cards of a pile that the functions accept."""


def _pile(total: object, marked: object) -> tuple[int, int]:
    total = checked_int("total", total, 0, MAX_CARDS)
    return total, checked_int("marked", marked, 0, total)


def mean(distribution: Mapping[int, Fraction]) -> Fraction:
    """Return the expectation of a distribution.

    >>> mean(hypergeometric(5, 2, 2))
    Fraction(4, 5)
    """
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))


def variance(distribution: Mapping[int, Fraction]) -> Fraction:
    """Return the variance of a distribution.

    >>> variance(hypergeometric(5, 2, 2))
    Fraction(9, 25)
    """
    middle = mean(distribution)
    return sum(((value - middle) ** 2 * chance for value, chance in distribution.items()), Fraction(0))


def at_least(distribution: Mapping[int, Fraction]) -> Distribution:
    """Return {value: probability of that value or more}.

    >>> at_least(hypergeometric(5, 2, 2))
    {0: Fraction(1, 1), 1: Fraction(7, 10), 2: Fraction(1, 10)}
    """
    result, above = {}, Fraction(0)
    for value in sorted(distribution, reverse=True):
        above += distribution[value]
        result[value] = above
    return dict(sorted(result.items()))


def at_most(distribution: Mapping[int, Fraction]) -> Distribution:
    """Return {value: probability of that value or less}.

    >>> at_most(waiting(4, 2))
    {1: Fraction(1, 2), 2: Fraction(5, 6), 3: Fraction(1, 1)}
    """
    result, below = {}, Fraction(0)
    for value in sorted(distribution):
        below += distribution[value]
        result[value] = below
    return result


def hypergeometric(total: int, marked: int, draws: int) -> Distribution:
    """Return the distribution of the number of marked cards among `draws` cards, the pile not shuffled again.

    Raises BadArgument when there are more draws than cards or more marked cards than cards.

    Source: C(marked, k) C(total - marked, draws - k) / C(total, draws).

    >>> hypergeometric(45, 9, 1)
    {0: Fraction(4, 5), 1: Fraction(1, 5)}
    """
    total, marked = _pile(total, marked)
    draws = checked_int("draws", draws, 0, total)
    ways = math.comb(total, draws)
    return {
        k: Fraction(math.comb(marked, k) * math.comb(total - marked, draws - k), ways)
        for k in range(max(0, draws - (total - marked)), min(marked, draws) + 1)
    }


def hypergeometric_reshuffled(
    total: int, marked: int, draws: int, *, left: tuple[int, int] | None = None
) -> Distribution:
    """Return the distribution of the number of marked cards in `draws` draws, the pile shuffled again when empty.

    Parameters: `left` is (cards, marked cards) of the pile now, by default a full one. Whole passes give all that is
    marked; only the last, broken pass is random.

    Raises BadArgument as `hypergeometric` does, or for an empty pile.

    >>> hypergeometric_reshuffled(4, 2, 6)
    {2: Fraction(1, 6), 3: Fraction(2, 3), 4: Fraction(1, 6)}
    """
    total, marked = _pile(total, marked)
    now, here = _left(total, marked, left)
    draws = checked_int("draws", draws, 0, MAX_CARDS * MAX_CARDS)
    if draws <= now:
        return hypergeometric(now, here, draws)
    if total == 0:
        raise BadArgument("a pile without cards cannot be shuffled again; total must be at least 1")
    passes, rest = divmod(draws - now, total)
    sure = here + passes * marked
    return {sure + k: chance for k, chance in hypergeometric(total, marked, rest).items()}


def _left(total: int, marked: int, left: tuple[int, int] | None) -> tuple[int, int]:
    """Return the cards and marked cards of the pile now, checked against the full pile."""
    if left is None:
        return total, marked
    now = checked_int("the cards left", left[0], 0, total)
    here = checked_int("the marked cards left", left[1], 0, min(now, marked))
    if now - here > total - marked:
        raise BadArgument(f"{now - here} unmarked cards cannot be left of {total - marked}")
    return now, here


def multivariate_hypergeometric(counts: Sequence[int], drawn: Sequence[int]) -> Fraction:
    """Return the probability that ``sum(drawn)`` draws give exactly ``drawn[i]`` cards of each kind i.

    Raises BadArgument when the two are not of one length, or a number is below 0.

    Source: the product of C(counts[i], drawn[i]), over C(sum(counts), sum(drawn)).

    >>> multivariate_hypergeometric([2, 1, 1], [1, 1, 0])
    Fraction(1, 3)
    """
    if len(counts) != len(drawn):
        raise BadArgument(f"there are {len(counts)} kinds of cards but {len(drawn)} numbers drawn; give one for each")
    have = [checked_int("the number of cards of a kind", count, 0, MAX_CARDS) for count in counts]
    want = [checked_int("the number drawn of a kind", many, 0, MAX_CARDS) for many in drawn]
    if sum(want) > sum(have):
        raise BadArgument(f"{sum(want)} cards cannot be drawn from {sum(have)}")
    ways = math.prod(math.comb(count, many) for count, many in zip(have, want))
    return Fraction(ways, math.comb(sum(have), sum(want)))


def waiting(total: int, marked: int, wanted: int = 1) -> Distribution:
    """Return the distribution of the draw that gives the marked card number `wanted`, counting draws from 1.

    Raises BadArgument when `wanted` is not from 1 to `marked`.

    Source: negative hypergeometric, C(n-1, w-1) C(total-n, marked-w) / C(total, marked).

    >>> waiting(4, 2)
    {1: Fraction(1, 2), 2: Fraction(1, 3), 3: Fraction(1, 6)}
    """
    total, marked = _pile(total, marked)
    wanted = checked_int("wanted", wanted, 1, marked) if marked else _none_marked()
    ways = math.comb(total, marked)
    return {
        n: Fraction(math.comb(n - 1, wanted - 1) * math.comb(total - n, marked - wanted), ways)
        for n in range(wanted, total - marked + wanted + 1)
    }


def _none_marked() -> int:
    raise BadArgument("no card of the pile is marked, so the wait never ends; marked must be at least 1")


def waiting_reshuffled(
    total: int, marked: int, wanted: int = 1, *, left: tuple[int, int] | None = None
) -> Distribution:
    """Return the distribution of the draw that gives marked card number `wanted`, the pile shuffled again when empty.

    Parameters: `left` is (cards, marked cards) of the pile now, by default a full one.

    Raises BadArgument when no card is marked.

    >>> waiting_reshuffled(4, 2, left=(1, 0))
    {2: Fraction(1, 2), 3: Fraction(1, 3), 4: Fraction(1, 6)}
    """
    total, marked = _pile(total, marked)
    if not marked:
        _none_marked()
    now, here = _left(total, marked, left)
    wanted = checked_int("wanted", wanted, 1, MAX_CARDS * MAX_CARDS)
    if wanted <= here:
        return waiting(now, here, wanted)
    passes, rest = divmod(wanted - here - 1, marked)
    sure = now + passes * total
    return {sure + n: chance for n, chance in waiting(total, marked, rest + 1).items()}


def expected_waiting(total: int, marked: int, wanted: int = 1) -> Fraction:
    """Return the expected draw of marked card number `wanted`.

    Raises BadArgument as `waiting` does.

    Source: the marked cards cut the others into marked + 1 gaps of equal expectation: wanted (total+1) / (marked+1).

    >>> expected_waiting(45, 9), expected_waiting(44, 8), expected_waiting(55, 10)
    (Fraction(23, 5), Fraction(5, 1), Fraction(56, 11))
    """
    total, marked = _pile(total, marked)
    wanted = checked_int("wanted", wanted, 1, marked) if marked else _none_marked()
    return Fraction(wanted * (total + 1), marked + 1)


def longest_run(total: int, marked: int) -> Distribution:
    """Return the distribution of the longest run of unmarked cards when the whole pile is drawn once.

    Raises BadArgument when more cards are marked than there are.

    Source: the unmarked cards fall into marked + 1 gaps, all ways alike; those with no gap above m are counted by
    inclusion and exclusion, sum over j of (-1)^j C(marked+1, j) C(total - j (m+1), marked).

    >>> longest_run(3, 1)
    {1: Fraction(1, 3), 2: Fraction(2, 3)}
    """
    total, marked = _pile(total, marked)
    others, ways = total - marked, math.comb(total, marked)
    result, before = {}, 0
    for most in range(others + 1):
        counted = sum(
            (-1) ** j * math.comb(marked + 1, j) * math.comb(total - j * (most + 1), marked)
            for j in range(marked + 2)
            if j * (most + 1) <= others
        )
        if counted > before:
            result[most] = Fraction(counted - before, ways)
        before = counted
    return result


Kinds: TypeAlias = tuple[int, int, int, int]
"""Cards by what they do: (wanted, wanted and draws again, draws again, neither)."""


def shared_waits(
    pack: Mapping[str, int],
    wanted: Collection[str],
    *,
    players: int,
    turns: int,
    again: Collection[str] = (),
    left: Mapping[str, int] | None = None,
    watched: Iterable[int] | None = None,
) -> list[dict[frozenset[int], Fraction]]:
    """Return, for 1 to `turns` turns each, who has drawn a wanted card, when all draw in turn from one pile.

    A turn is one draw, and one more after each card of the kinds `again`. The pile is shuffled again when a card is to
    be drawn and none is left; then it holds the whole pack.

    Parameters: `pack` is {kind: copies}; `players` draw in the order of their seats 0, 1, ...; `left` is what the pile
    holds now, by default the pack; `watched` are the seats to report on, by default all (few are faster).

    Returns a list: entry t - 1 is {set of the watched seats with a wanted card within t turns each: probability}.

    Raises BadArgument for a seat that is none, a kind that the pack has not, or a pack in which all cards draw again.

    Source: each order of the cards is equally likely; the number of ways to each state is carried from draw to draw.

    >>> after = shared_waits({"a": 1, "b": 1}, ["a"], players=2, turns=1)
    >>> [(sorted(seats), str(chance)) for seats, chance in after[0].items()]
    [([0], '1/2'), ([1], '1/2')]
    """
    players = checked_int("players", players, 1, 64)
    turns = checked_int("turns", turns, 1, 10_000)
    seats = range(players) if watched is None else sorted({checked_int("a seat", s, 0, players - 1) for s in watched})
    for kind in [*wanted, *again, *(left or ())]:
        if kind not in pack:
            raise BadArgument(f"the pack has no {kind!r}; it has {', '.join(pack)}")
    full = _kinds(pack, wanted, again)
    now = full if left is None else _kinds(left, wanted, again)
    if any(many > pack[kind] for kind, many in (left or {}).items()):
        raise BadArgument("the pile cannot hold more cards of a kind than the pack")
    if full[0] + full[3] == 0:
        raise BadArgument("every card of the pack draws again, so a turn never ends; `again` must leave some out")
    rounds = _rounds(full, now, players, turns, tuple(seats))
    return [
        {frozenset(seat for place, seat in enumerate(seats) if mask >> place & 1): chance for mask, chance in one}
        for one in rounds
    ]


def _kinds(cards: Mapping[str, int], wanted: Collection[str], again: Collection[str]) -> Kinds:
    counts = [0, 0, 0, 0]
    for kind, many in cards.items():
        many = checked_int(f"the number of {kind!r}", many, 0, MAX_CARDS)
        place = (1 if kind in again else 0) if kind in wanted else (2 if kind in again else 3)
        counts[place] += many
    return counts[0], counts[1], counts[2], counts[3]


_State: TypeAlias = tuple[int, int, Kinds]
"""(mask of the watched seats that have met a wanted card, shuffles so far, the pile)."""


@cache
def _rounds(
    full: Kinds, now: Kinds, players: int, turns: int, seats: tuple[int, ...]
) -> tuple[tuple[tuple[int, Fraction], ...], ...]:
    """Return ((mask, probability), ...) after each round; a state is carried as its number of ordered draws."""
    bits = [1 << seats.index(seat) if seat in seats else 0 for seat in range(players)]
    ways: dict[_State, int] = {(0, 0, now): 1}
    result = []
    for _ in range(turns):
        for seat in range(players):
            ways = _turn(ways, full, bits[seat])
        result.append(tuple(sorted(_chances(ways, full, now).items())))
    return tuple(result)


def _turn(ways: dict[_State, int], full: Kinds, bit: int) -> dict[_State, int]:
    done: defaultdict[_State, int] = defaultdict(int)
    while ways:
        drawing: defaultdict[_State, int] = defaultdict(int)
        for (mask, shuffles, pile), many in ways.items():
            if not any(pile):
                pile, shuffles = full, shuffles + 1
            for kind in range(4):
                copies = pile[kind]
                if copies:
                    a, b, c, d = pile
                    rest = (a - (kind == 0), b - (kind == 1), c - (kind == 2), d - (kind == 3))
                    state = (mask | bit if kind < 2 else mask, shuffles, rest)
                    (drawing if kind in (1, 2) else done)[state] += many * copies
        ways = drawing
    return done


def _chances(ways: Mapping[_State, int], full: Kinds, now: Kinds) -> dict[int, Fraction]:
    # A draw order of a pile of n cards stands for (cards left)! orders out of n!, and each shuffle for size! more.
    first, again = math.factorial(sum(now)), math.factorial(sum(full))
    sums: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (mask, shuffles, pile), many in ways.items():
        sums[mask, shuffles] += many * math.factorial(sum(pile))
    result: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (mask, shuffles), many in sums.items():
        result[mask] += Fraction(many, first * again**shuffles)
    return dict(result)


def distribution_table(distribution: Mapping[int, Fraction], value: str = "value") -> pd.DataFrame:
    """Return a distribution as a table: the value, its probability, and the probability of at most and at least it.

    Columns: the name `value`; exactly, at most, at least (exact, as text); the same three as floats, named with
    "(float)".

    >>> distribution_table(waiting(3, 2), "draws")[["draws", "exactly", "at most", "at least (float)"]]
       draws exactly at most  at least (float)
    0      1     2/3     2/3          1.000000
    1      2     1/3       1          0.333333
    """
    import pandas as pd

    columns = {"exactly": dict(distribution), "at most": at_most(distribution), "at least": at_least(distribution)}
    values = sorted(distribution)
    table: dict[str, list[object]] = {value: list(values)}
    for name, column in columns.items():
        table[name] = [str(column[one]) for one in values]
    for name, column in columns.items():
        table[f"{name} (float)"] = [float(column[one]) for one in values]
    return pd.DataFrame(table)
