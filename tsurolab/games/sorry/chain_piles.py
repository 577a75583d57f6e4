"""A pawn alone, its cards drawn without replacement: exact where the piles can be gone through, else sampled.

What it is for: the three ways that `tsurolab.games.sorry.chain.PawnChain` has to respect the pile: exactly for the
first cards of any pack; exactly throughout for small packs; by seeded journeys for all packs. The pile is the whole
pack at first and is shuffled again when empty. What it is not for: cards that are put back at once (``chain.py``).
"""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from tsurolab.combinatorics.chains import expected_totals
from tsurolab.combinatorics.draws import Distribution
from tsurolab.errors import TooLarge
from tsurolab.games.sorry.lone_moves import PLACE, SQUARES, Moves

if TYPE_CHECKING:
    import numpy as np

MAX_PILES = 4096
"""The most different piles that `expected_cards` works through."""

MAX_STATES = 400_000
"""The most pairs of a pile and a square, at one draw, that `first_cards` works through."""

_HOME = PLACE["home"]

Pile = tuple[int, ...]
"""How many cards there are of each of `CARDS`."""


def first_cards(pack: Pile, moves: Moves, cards: int, square: str) -> Distribution:
    """Return {n: probability of coming home with card n} for 1 to `cards` cards.

    Raises TooLarge above `MAX_STATES` pairs of a pile and a square.

    Source: for each pile, the number of ordered draws that lead to it and to each square.
    """
    size = sum(pack)
    # Every pile has the same size after the same number of cards.
    piles: dict[Pile, dict[int, int]] = {pack: {PLACE[square]: 1} if square != "home" else {}}
    ways, result = 1, {}
    for n in range(1, cards + 1):
        if (n - 1) % size == 0 and n > 1:
            # The one pile that is left is empty.
            piles = dict(zip([pack], piles.values()))
        ways *= (size - (n - 1) % size) * moves.weight
        following: defaultdict[Pile, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
        for pile, places in piles.items():
            for card, copies in enumerate(pile):
                if copies:
                    then = following[(*pile[:card], copies - 1, *pile[card + 1 :])]
                    for place, many in places.items():
                        for to in moves.to[place][card]:
                            then[to] += many * copies
        result[n] = Fraction(sum(places.pop(_HOME, 0) for places in following.values()), ways)
        states = sum(map(len, following.values()))
        if states > MAX_STATES:
            raise TooLarge(
                f"after {n} cards there are {states} pairs of a pile and a square, above the limit of {MAX_STATES}; "
                f"ask for at most {n - 1} cards, or use sampled_cards"
            )
        piles = {pile: dict(places) for pile, places in following.items() if places}
    return result


@cache
def expected_cards(pack: Pile, moves: Moves) -> dict[str, Fraction]:
    """Return the expected number of cards from each square and a full pile.

    Raises TooLarge when the pack has more than `MAX_PILES` different piles, or its orders do not fit 64 bits.

    Source: one pass through the pack takes each square to others with probabilities counted over all orders of the
    pack; the passes are an absorbing Markov chain.
    """
    import numpy as np

    size = sum(pack)
    piles = math.prod(many + 1 for many in pack)
    orders = math.factorial(size) * moves.weight**size
    if piles > MAX_PILES or orders * size >= 2**63:
        raise TooLarge(
            f"the pack has {size} cards and {piles} different piles, too many to go through "
            f"(the limits are {MAX_PILES} piles, and orders that fit 64 bits); use sampled_cards"
        )
    squares = len(SQUARES)
    into = np.array(moves.to)
    # For each pile, over all its orders: where each square leads, and how many cards are drawn before home.
    ends: dict[Pile, np.ndarray[Any, Any]] = {}
    drawn: dict[Pile, np.ndarray[Any, Any]] = {}
    for pile in product(*(range(many + 1) for many in pack)):
        if not any(pile):
            ends[pile], drawn[pile] = np.eye(squares, dtype=np.int64), np.zeros(squares, dtype=np.int64)
            continue
        total, cards = np.zeros((squares, squares), dtype=np.int64), np.zeros(squares, dtype=np.int64)
        for card, copies in enumerate(pile):
            if copies:
                then = (*pile[:card], copies - 1, *pile[card + 1 :])
                for way in range(moves.weight):
                    to = into[:, card, way]
                    total += copies * ends[then][to]
                    cards += copies * drawn[then][to]
        # The first card of each order counts, unless the pawn is home.
        cards += int(total[0].sum()) * (np.arange(squares) != _HOME)
        ends[pile], drawn[pile] = total, cards
    last, used = ends[pack], drawn[pack]
    away = range(_HOME)
    chain = {
        place: {to: Fraction(int(last[place, to]), orders) for to in range(squares) if last[place, to]}
        for place in away
    }
    (expected,) = expected_totals(chain, [{place: Fraction(int(used[place]), orders) for place in away}])
    return {SQUARES[place]: value for place, value in expected.items()} | {"home": Fraction(0)}


def sampled_cards(pack: Pile, moves: Moves, games: int, seed: int, square: str) -> np.ndarray[Any, Any]:
    """Return the numbers of cards of `games` seeded journeys."""
    import numpy as np

    from tsurolab.seeds import Stream, check_seed, key

    check_seed(seed)
    deal = np.random.Generator(np.random.PCG64(key(seed, 0, Stream.DEAL)))
    choice = np.random.Generator(np.random.PCG64(key(seed, 0, Stream.AGENT)))
    into = np.array(moves.to)
    order = np.repeat(np.arange(len(pack)), pack)
    drawn = np.zeros(games, dtype=np.int64)
    places = np.full(games, PLACE[square])
    away = np.flatnonzero(places != _HOME)
    while away.size:
        # Each journey that is not over gets a pile; `still` are those not over within it.
        piles = deal.permuted(np.broadcast_to(order, (away.size, order.size)), axis=1)
        here, still = places[away], np.arange(away.size)
        for card in piles.T:
            way = choice.integers(0, moves.weight, still.size) if moves.weight > 1 else 0
            drawn[away[still]] += 1
            here[still] = into[here[still], card[still], way]
            still = still[here[still] != _HOME]
        places[away] = here
        away = away[still]
    return drawn
