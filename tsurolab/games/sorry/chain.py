"""A pawn alone on the board: the Markov chain of its journey from start to home, by the cards of the full game.

What it is for: how many cards one pawn needs when nobody else is on the board: exactly with every card put back at
once (then only the square matters, and the chain is solved with SymPy rationals), and without replacement, as a pile is
drawn in truth. What it is not for: games; see :func:`tsurolab.game`.

Without replacement the pile is a part of the state. That is exact for the first cards of any pack, and throughout for
small packs such as one card of each kind; for a printed pack `PawnChain.sampled_cards` plays seeded journeys, and
tables say which values are sampled.

The moves are those of `tsurolab.games.sorry.lone_moves`. The one choice is a 10, when both 10 forward and 1 back can be
moved, and a policy makes it:

- "forward": 10 forward; "back": 1 back; "uniform": either, equally likely;
- "best": on each square what makes the expected number of cards, with replacement, least.

>>> journey = chain("classic")
>>> round(float(journey.expected_cards()), 3), round(float(journey.expected_turns()), 3)
(27.633, 25.38)
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from tsurolab.combinatorics.chains import ends, expected_totals, expected_visits
from tsurolab.combinatorics.draws import Distribution, distribution_table
from tsurolab.combinatorics.matchings import checked_int
from tsurolab.errors import BadArgument, unknown
from tsurolab.games.sorry import chain_piles
from tsurolab.games.sorry.deck import CARDS, DECKS, Deck
from tsurolab.games.sorry.lone_moves import (
    PLACE,
    POLICIES,
    SQUARES,
    Moves,
    chosen,
    destinations,
    moved,
    moves,
    no_square,
)

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

__all__ = ["POLICIES", "SQUARES", "PawnChain", "chain", "destinations", "lone_pawn_table"]


@dataclass(frozen=True)
class PawnChain:
    """The journey of a lone pawn by the cards of one pack under one policy."""

    pack: tuple[int, ...]
    """How many cards of each of `CARDS` there are."""
    policy: str
    """One of `POLICIES`."""
    back_from: frozenset[str] = frozenset()
    """Under "best": the squares from which a 10 is better used for 1 back."""

    @property
    def size(self) -> int:
        """How many cards the pack has."""
        return sum(self.pack)

    def destinations(self, square: str, card: str) -> tuple[str, ...]:
        """Return the squares, equally likely, that the pawn comes to; its own when it cannot move.

        >>> chain("classic", policy="uniform").destinations("t5", "10"), chain("classic").destinations("t5", "10")
        (('t15', 't4'), ('t15',))
        """
        return chosen(square, card, self.policy, self.back_from)

    def row(self, square: str) -> dict[str, Fraction]:
        """Return {square: probability of coming there with the next card}, with replacement.

        >>> chain("classic").row("start")
        {'start': Fraction(4, 5), 't4': Fraction(1, 5)}
        """
        found: defaultdict[str, Fraction] = defaultdict(Fraction)
        for card, many in zip(CARDS, self.pack):
            to = self.destinations(square, card)
            for place in to:
                found[place] += Fraction(many, self.size * len(to))
        return {place: found[place] for place in SQUARES if found.get(place)}

    def expected_cards(self, square: str = "start") -> Fraction:
        """Return the expected number of cards from a square to home, with replacement.

        Raises UnknownName for a square that does not exist.

        >>> [round(float(chain("classic").expected_cards(square)), 2) for square in ("start", "t4", "s4", "home")]
        [27.63, 22.63, 11.53, 0.0]
        """
        return self._at(_solved(self)[0], square)

    def variance(self, square: str = "start") -> Fraction:
        """Return the variance of the number of cards from a square to home, with replacement.

        >>> round(math.sqrt(chain("classic").variance()), 2)
        14.0
        """
        return self._at(_solved(self)[1], square) - self.expected_cards(square) ** 2

    def expected_turns(self, square: str = "start") -> Fraction:
        """Return the expected number of turns from a square to home, with replacement: a 2 that is not the last card
        begins no new turn.

        >>> round(float(chain("classic").expected_turns("s4")), 2)
        10.69
        """
        return self._at(_solved(self)[2], square)

    def _at(self, values: Mapping[str, Fraction], square: str) -> Fraction:
        self._place(square)
        return values[square]

    def _place(self, square: str) -> int:
        if square not in PLACE:
            raise no_square(square)
        return PLACE[square]

    def _moves(self) -> Moves:
        return moves(self.policy, self.back_from)

    def distribution(self, cards: int, square: str = "start") -> Distribution:
        """Return {n: probability that the pawn comes home with card n} for 1 to `cards` cards, with replacement.

        The rest to 1 is the probability of a longer journey.

        Raises BadArgument for a number below 1.

        >>> chain("classic").distribution(4)
        {1: Fraction(0, 1), 2: Fraction(0, 1), 3: Fraction(16, 10125), 4: Fraction(1264, 455625)}
        """
        cards = checked_int("cards", cards, 1)
        table = self._moves()
        home, each = PLACE["home"], self.size * table.weight
        ways: dict[int, int] = {self._place(square): 1} if square != "home" else {}
        result = {}
        for n in range(1, cards + 1):
            following: defaultdict[int, int] = defaultdict(int)
            for place, many in ways.items():
                for copies, places in zip(self.pack, table.to[place]):
                    for to in places:
                        following[to] += many * copies
            result[n] = Fraction(following.pop(home, 0), each**n)
            ways = following
        return result

    def table(self, cards: int = 60, square: str = "start") -> pd.DataFrame:
        """Return the distribution of the number of cards, with replacement, one row a number up to `cards`.

        Columns: cards; exactly, at most (exact as text); the same as floats.

        >>> chain("classic").table(4)[["cards", "exactly", "at most"]].tail(2)
           cards      exactly      at most
        2      3      16/10125      16/10125
        3      4   1264/455625   1984/455625
        """
        return _head(self.distribution(cards, square))

    def first_cards(self, cards: int, square: str = "start") -> Distribution:
        """Return {n: probability that the pawn comes home with card n} for 1 to `cards` cards, without replacement.

        The pile is the whole pack at first and is shuffled again when empty.

        Raises TooLarge when the piles are too many; then `sampled_cards` still answers.

        >>> chain("classic").first_cards(3)
        {1: Fraction(0, 1), 2: Fraction(0, 1), 3: Fraction(4, 2365)}
        """
        self._place(square)
        return chain_piles.first_cards(self.pack, self._moves(), checked_int("cards", cards, 1), square)

    def expected_without_replacement(self, square: str = "start") -> Fraction:
        """Return the expected number of cards from a square and a full pile to home, without replacement.

        The pile is shuffled again when empty.

        Raises TooLarge when the pack has too many different piles, as every printed pack has; see `sampled_cards`.

        Source: one pass through the pack takes each square to others with probabilities that are counted over all
        orders; the passes are a Markov chain, solved exactly.

        >>> each = chain(dict.fromkeys(CARDS, 1))
        >>> round(float(each.expected_without_replacement()), 3), round(float(each.expected_cards()), 3)
        (25.641, 28.488)
        """
        return self._at(chain_piles.expected_cards(self.pack, self._moves()), square)

    def sampled_cards(self, games: int, *, seed: int, square: str = "start") -> np.ndarray[Any, Any]:
        """Return the numbers of cards of seeded journeys, drawn without replacement from piles shuffled when empty.

        Parameters: `games` journeys; the same seed gives the same numbers.

        Raises BadArgument for a number below 1 or an impossible seed.

        >>> bool(chain("classic").sampled_cards(3, seed=1).min() >= 3)
        True
        """
        self._place(square)
        return chain_piles.sampled_cards(self.pack, self._moves(), checked_int("games", games, 1), seed, square)

    def by_square(self) -> pd.DataFrame:
        """Return one row a square: how far it is from home, with replacement.

        Columns: square; expected cards and turns, and the deviation of the cards; visits, the expected number of cards
        that a pawn from start draws on the square; exact values as text beside the floats; "ten", the use of a 10.

        >>> chain("classic", policy="best").by_square().query("ten == 'back'")["square"].tolist()
        ['t0', 't1', 't2', 't3', 't54', 't59', 's0', 's1', 's2', 's3', 's4']
        """
        import pandas as pd

        visits = _visits(self)
        rows: list[dict[str, object]] = []
        for square in SQUARES[:-1]:
            cards, turns = self.expected_cards(square), self.expected_turns(square)
            seen = visits.get(square, Fraction(0))
            options = destinations(square, "10")
            used = self.destinations(square, "10")
            ten = "none" if not options else "either" if len(used) == 2 else _ten(square, used[0])
            rows.append(
                {
                    "square": square,
                    "expected cards": str(cards),
                    "expected cards (float)": float(cards),
                    "deviation": math.sqrt(self.variance(square)),
                    "expected turns": str(turns),
                    "expected turns (float)": float(turns),
                    "visits": str(seen),
                    "visits (float)": float(seen),
                    "ten": ten,
                }
            )
        return pd.DataFrame(rows)


def _ten(square: str, to: str) -> str:
    return "forward" if to == moved(square, 10) else "back"


def _head(distribution: Distribution) -> pd.DataFrame:
    table = distribution_table(distribution, "cards")
    return table[["cards", "exactly", "at most", "exactly (float)", "at most (float)"]]


def chain(pack: str | Deck | Mapping[str, int] = "classic", *, policy: str = "forward") -> PawnChain:
    """Return the journey of a lone pawn by the cards of a pack.

    Parameters: `pack` is a key of `DECKS`, a pile (then its cards are the pack) or {card: copies}; `policy` is one of
    `POLICIES`.

    Raises UnknownName for a pack, card or policy that does not exist, BadArgument for Fire & Ice, whose cards do other
    things, and for a pack without a card that starts a pawn, or with which it cannot come home.

    >>> chain("classic", policy="best").policy
    'best'
    """
    if policy not in POLICIES:
        raise unknown("policy", policy, POLICIES)
    if isinstance(pack, Deck):
        name, counts = pack.name, pack.counts
    elif isinstance(pack, str):
        if pack not in DECKS:
            raise unknown("deck", pack, DECKS)
        name, counts = pack, dict(DECKS[pack])
    else:
        name, counts = "", dict(pack)
    if name == "fire-and-ice":
        raise BadArgument("the cards of Fire & Ice do other things; the chain knows those of the other packs")
    for card, many in counts.items():
        if card not in CARDS:
            raise unknown("card", card, CARDS)
        checked_int(f"the number of {card!r}", many, 0, 1000)
    return _chain(tuple(counts.get(card, 0) for card in CARDS), policy)


@cache
def _chain(pack: tuple[int, ...], policy: str) -> PawnChain:
    here = PawnChain(pack, policy)
    if not sum(pack):
        raise BadArgument("a pack has at least one card")
    ending: set[str] = ends(_rows(here))
    endless = [square for square in SQUARES[:-1] if square not in ending]
    if endless:
        raise BadArgument(f"with these cards and this policy a pawn on {endless[0]} cannot come home")
    while policy == "best":
        # Policy iteration: each round is at least as good on every square, and there are finitely many policies.
        better = set()
        for square in SQUARES:
            to = destinations(square, "10")
            if len(to) == 2:
                forward, back = map(here.expected_cards, to)
                if back < forward or (back == forward and square in here.back_from):
                    better.add(square)
        if better == here.back_from:
            break
        here = PawnChain(pack, policy, frozenset(better))
    return here


def _rows(journey: PawnChain) -> dict[str, dict[str, Fraction]]:
    return {square: journey.row(square) for square in SQUARES[:-1]}


@cache
def _solved(journey: PawnChain) -> tuple[dict[str, Fraction], dict[str, Fraction], dict[str, Fraction]]:
    """Return for each square the expected cards, their expected square, and the expected turns, with replacement."""
    rows = _rows(journey)
    # A card ends the turn unless it is a 2; the last card ends it always.
    two = journey.pack[CARDS.index("2")]
    turn = {}
    for square in rows:
        to = journey.destinations(square, "2")
        turn[square] = 1 - Fraction(two * sum(place != "home" for place in to), journey.size * len(to))
    cards, turns = expected_totals(rows, [dict.fromkeys(rows, Fraction(1)), turn])
    # N = 1 + M with M the cards after this one, so E[N^2] = 2 E[N] - 1 + E[M^2].
    (squares,) = expected_totals(rows, [{square: 2 * value - 1 for square, value in cards.items()}])
    home = {"home": Fraction(0)}
    return cards | home, squares | home, turns | home


@cache
def _visits(journey: PawnChain) -> dict[str, Fraction]:
    """Return the expected number of cards drawn on each square on the way from start, with replacement."""
    return expected_visits(_rows(journey), "start")


def lone_pawn_table(
    packs: Sequence[str] = ("classic", "first-edition", "waddingtons"),
    *,
    policies: Sequence[str] = POLICIES,
    games: int = 20_000,
    seed: int = 1,
) -> pd.DataFrame:
    """Return one row a pack and policy: the cards that a lone pawn needs, exact and sampled.

    Columns: deck; policy; with replacement, exact: expected cards (text and float), deviation, expected turns, median;
    without replacement, sampled: mean, its standard error, deviation, and the journeys they come from.

    Raises UnknownName for a pack or policy that does not exist.

    >>> lone_pawn_table(["classic"], policies=["forward"], games=100)[["deck", "sampled journeys"]]
          deck  sampled journeys
    0  classic               100
    """
    import pandas as pd

    rows: list[dict[str, object]] = []
    for pack in packs:
        for policy in policies:
            journey = chain(pack, policy=policy)
            cards = journey.expected_cards()
            found = journey.sampled_cards(games, seed=seed)
            deviation = float(found.std(ddof=1)) if games > 1 else math.nan
            rows.append(
                {
                    "deck": pack,
                    "policy": policy,
                    "expected cards": str(cards),
                    "expected cards (float)": float(cards),
                    "deviation": math.sqrt(journey.variance()),
                    "expected turns (float)": float(journey.expected_turns()),
                    "median": _median(journey),
                    "sampled mean": float(found.mean()),
                    "standard error": deviation / math.sqrt(games),
                    "sampled deviation": deviation,
                    "sampled journeys": games,
                }
            )
    return pd.DataFrame(rows)


def _median(journey: PawnChain) -> int:
    """Return the least number of cards with which at least half of all journeys are over, with replacement."""
    below, cards = Fraction(0), 64
    while True:
        below = Fraction(0)
        for n, chance in journey.distribution(cards).items():
            below += chance
            if below >= Fraction(1, 2):
                return n
        cards *= 2
