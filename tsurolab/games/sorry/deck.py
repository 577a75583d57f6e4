"""The packs of Sorry! as data, and the exact probabilities of drawing from them.

What it is for: what a card or a turn brings, how long a pawn waits in start, and how the printed packs differ; every
value is a Fraction, also given as a float in tables. What it is not for: what a card does on the board (the rules),
and the journey of a pawn (see `tsurolab.games.sorry.chain`).

Cards are named as printed, "S" is the Sorry! card. Draws are without replacement; when the pile is empty, the whole
pack is shuffled and lies in it again, which is so when no card is held in a hand.

>>> pack = deck("classic")
>>> pack.probability("starts a pawn"), pack.expected_wait(), pack.expected_cards_in_turn()
(Fraction(1, 5), Fraction(23, 5), Fraction(23, 21))
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from tsurolab.combinatorics.draws import (
    Distribution,
    at_most,
    distribution_table,
    hypergeometric_reshuffled,
    longest_run,
    mean,
    shared_waits,
    variance,
    waiting_reshuffled,
)
from tsurolab.combinatorics.matchings import checked_int
from tsurolab.errors import BadArgument, unknown

if TYPE_CHECKING:
    import pandas as pd

CARDS: tuple[str, ...] = ("1", "2", "3", "4", "5", "7", "8", "10", "11", "12", "S")
"""The kinds of cards."""

FACE_DOWN = "?"
"""How a card is written whose face may not be seen."""


DECKS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "classic": MappingProxyType(dict.fromkeys(CARDS, 4) | {"1": 5}),
        "first-edition": MappingProxyType(dict.fromkeys(CARDS, 4)),
        "waddingtons": MappingProxyType(dict.fromkeys(CARDS, 5)),
        "fire-and-ice": MappingProxyType(dict.fromkeys(CARDS, 4) | {"1": 5}),
    }
)
"""Pack -> card -> copies: 45 cards as printed today; 44 of 1939; 55 of Waddingtons, 1996; 45 of Fire & Ice, 2013."""

_FORWARD = ("1", "2", "3", "5", "7", "8", "10", "11", "12")
STARTERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {name: _FORWARD if name == "fire-and-ice" else ("1", "2") for name in DECKS}
)
"""Pack -> cards that bring a pawn out of start whatever the board shows; in Fire & Ice any positive number."""

DRAWS_AGAIN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {name: () if name == "fire-and-ice" else ("2",) for name in DECKS}
)
"""Pack -> cards after which the same player draws once more."""

STEPS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {card: (0,) if card == "S" else (-4,) if card == "4" else (int(card),) for card in CARDS} | {"10": (10, -1)}
)
"""Card -> the steps that it may move one pawn on the track, forward steps above 0."""

Cards: TypeAlias = str | Iterable[str] | None
"""A card, the name of a class of cards, several of them, or None for the cards that start a pawn."""


@dataclass(frozen=True)
class Deck:
    """A pile of cards now, and the pack that is shuffled into it when it is empty.

    >>> deck("classic").without("1", "2").size
    43
    """

    name: str
    """The name of the pack, a key of `DECKS`."""
    left: tuple[int, ...]
    """How many cards of each of `CARDS` lie in the pile."""

    def __repr__(self) -> str:
        gone = [card for card, many, full in zip(CARDS, self.left, self.pack.values()) for _ in range(full - many)]
        without = f".without({', '.join(map(repr, gone))})" if gone else ""
        return f"deck({self.name!r}){without}"

    @property
    def pack(self) -> Mapping[str, int]:
        """{card: copies} of the whole pack."""
        return DECKS[self.name]

    @property
    def counts(self) -> dict[str, int]:
        """{card: copies} of the pile."""
        return dict(zip(CARDS, self.left))

    @property
    def size(self) -> int:
        """How many cards lie in the pile."""
        return sum(self.left)

    @property
    def starters(self) -> tuple[str, ...]:
        """The cards that bring a pawn out of start whatever the board shows."""
        return STARTERS[self.name]

    @property
    def again(self) -> tuple[str, ...]:
        """The cards after which the same player draws once more."""
        return DRAWS_AGAIN[self.name]

    @property
    def classes(self) -> dict[str, tuple[str, ...]]:
        """{class: its cards}; the names can be given wherever cards are asked for."""
        return {
            "starts a pawn": self.starters,
            "draws again": self.again,
            "moves forward": _FORWARD,
            "moves backward": ("4", "10"),
            "may be split": ("7",),
            "takes an opponent's place": ("11", "S"),
        }

    def without(self, *cards: str) -> Deck:
        """Return the pile after these cards have been drawn from it.

        Raises UnknownName for no card, BadArgument for more copies than the pile holds.

        >>> deck("classic").without("1", "1", "1", "1", "1").probability("1")
        Fraction(0, 1)
        """
        gone = Counter(cards)
        for card, many in gone.items():
            if card not in CARDS:
                raise unknown("card", card, CARDS)
            if many > self.counts[card]:
                raise BadArgument(f"the pile has {self.counts[card]} cards {card!r}, so {many} cannot be drawn from it")
        return Deck(self.name, tuple(many - gone[card] for card, many in zip(CARDS, self.left)))

    def cards(self, cards: Cards = None) -> tuple[str, ...]:
        """Return the cards that are meant, in the order of `CARDS`.

        Raises UnknownName for no card and no class.

        >>> deck("classic").cards("moves backward"), deck("classic").cards(["S", "11"]), deck("classic").cards()
        (('4', '10'), ('11', 'S'), ('1', '2'))
        """
        named = self.starters if cards is None else (cards,) if isinstance(cards, str) else tuple(cards)
        classes = self.classes
        found: set[str] = set()
        for name in named:
            if name not in classes and name not in CARDS:
                raise unknown("card", name, [*CARDS, *classes])
            found.update(classes.get(name, (name,)))
        return tuple(card for card in CARDS if card in found)

    def _marked(self, cards: Cards) -> tuple[int, int, tuple[int, int]]:
        """Return (cards of the pack, those meant), and the same of the pile."""
        meant = self.cards(cards)
        counts = self.counts
        here = self.size, sum(counts[card] for card in meant)
        return sum(self.pack.values()), sum(self.pack[card] for card in meant), here

    def probability(self, cards: Cards = None) -> Fraction:
        """Return the probability that the next card is one of these.

        Raises UnknownName for no card and no class.

        >>> deck("first-edition").probability(), deck("waddingtons").probability()
        (Fraction(2, 11), Fraction(2, 11))
        """
        return sum((chance for k, chance in self.drawn(1, cards).items() if k), Fraction(0))

    def drawn(self, draws: int, cards: Cards = None) -> Distribution:
        """Return the distribution of the number of these cards in the next draws.

        Raises UnknownName for no card and no class, BadArgument for a number below 0.

        >>> deck("classic").drawn(1, "S")
        {0: Fraction(41, 45), 1: Fraction(4, 45)}
        """
        total, marked, left = self._marked(cards)
        return hypergeometric_reshuffled(total, marked, draws, left=left)

    def wait(self, cards: Cards = None, *, wanted: int = 1) -> Distribution:
        """Return the distribution of the draw that brings one of these cards for the time number `wanted`.

        Raises UnknownName for no card and no class, BadArgument when the pack has none of them.

        >>> deck("classic").wait()[1]
        Fraction(1, 5)
        """
        total, marked, left = self._marked(cards)
        return waiting_reshuffled(total, marked, wanted, left=left)

    def expected_wait(self, cards: Cards = None, *, wanted: int = 1) -> Fraction:
        """Return the expected draw that brings one of these cards for the time number `wanted`.

        >>> deck("first-edition").expected_wait(), deck("waddingtons").expected_wait()
        (Fraction(5, 1), Fraction(56, 11))
        """
        return mean(self.wait(cards, wanted=wanted))

    def longest_wait(self, cards: Cards = None) -> int:
        """Return the latest draw that can bring the first of these cards.

        >>> deck("classic").longest_wait(), deck("classic").without(*"12", *"12").longest_wait("S")
        (37, 38)
        """
        return max(self.wait(cards))

    def longest_run(self, cards: Cards = None) -> Distribution:
        """Return the distribution of the longest run without one of these cards in one pass through the whole pack.

        >>> round(float(mean(deck("classic").longest_run())), 3)
        11.455
        """
        total, marked, _ = self._marked(cards)
        return longest_run(total, marked)

    def cards_in_turn(self) -> Distribution:
        """Return the distribution of the number of cards drawn in the next turn, when no card of it wins.

        >>> [str(chance) for chance in deck("classic").cards_in_turn().values()]
        ['41/45', '41/495', '41/7095', '41/148995', '1/148995']
        """
        total, marked, left = self._marked([card for card in CARDS if card not in self.again])
        return waiting_reshuffled(total, marked, left=left)

    def expected_cards_in_turn(self) -> Fraction:
        """Return the expected number of cards drawn in the next turn.

        Source: the wait for a card that does not draw again, (cards + 1) / (such cards + 1) on a full pack.

        >>> [str(deck(name).expected_cards_in_turn()) for name in ("classic", "first-edition", "waddingtons")]
        ['23/21', '45/41', '56/51']
        """
        return mean(self.cards_in_turn())

    def cards_per_turn(self) -> Fraction:
        """Return the average number of cards a turn in a game without end.

        Source: each pass through the pack ends as many turns as it has cards that do not draw again.

        >>> deck("classic").cards_per_turn()
        Fraction(45, 41)
        """
        total = sum(self.pack.values())
        return Fraction(total, total - sum(self.pack[card] for card in self.again))

    def steps_per_card(self, *, ten: int = 10) -> Distribution:
        """Return the distribution of the steps that the next card moves a pawn, when the pawn can use it.

        Parameters: `ten` is what a 10 is used for, 10 or -1. An 11 counts as 11 steps, Sorry! as none.

        Raises BadArgument for another `ten`.

        >>> mean(deck("classic").steps_per_card()), mean(deck("classic").steps_per_card(ten=-1))
        (Fraction(221, 45), Fraction(59, 15))
        """
        steps = _steps(ten)
        result: defaultdict[int, Fraction] = defaultdict(Fraction)
        for card in CARDS:
            result[steps[card]] += self.probability(card)
        return {value: chance for value, chance in sorted(result.items()) if chance}

    def steps_per_turn(self, *, ten: int = 10) -> Distribution:
        """Return the distribution of the steps of all cards of the next turn, when pawns can use them all.

        Raises BadArgument for another `ten` than 10 or -1.

        >>> mean(deck("classic").steps_per_turn())
        Fraction(4637, 861)
        """
        steps = _steps(ten)
        result: defaultdict[int, Fraction] = defaultdict(Fraction)
        pile, before, chance = self, 0, Fraction(1)
        while chance:
            if not pile.size:
                pile = deck(self.name)
            for card in CARDS:
                if card not in self.again:
                    result[before + steps[card]] += chance * pile.probability(card)
            # Only one kind of card draws again, so the way to a further card is a run of that kind.
            chance *= pile.probability(self.again)
            if chance:
                before += steps[self.again[0]]
                pile = pile.without(self.again[0])
        return {value: part for value, part in sorted(result.items()) if part}

    def start_within(self, turns: int, *, players: int = 1, seat: int = 0, cards: Cards = None) -> Fraction:
        """Return the probability that a player has drawn a card that starts a pawn within his first turns.

        The players draw in turn from one pile, one card more after a 2. Sorry! starts a pawn only when an opponent is
        on the track; give ``cards=["1", "2", "S"]`` for a value that the true one cannot pass.

        Raises BadArgument for numbers out of range.

        >>> deck("classic").start_within(3, players=4)
        Fraction(235, 473)
        """
        seat = checked_int("seat", seat, 0, checked_int("players", players, 1) - 1)
        waits = self._waits(players, turns, cards, [seat])
        return waits[-1].get(frozenset([seat]), Fraction(0))

    def _waits(
        self, players: int, turns: int, cards: Cards, watched: Sequence[int] | None = None
    ) -> list[dict[frozenset[int], Fraction]]:
        meant, left = self.cards(cards), self.counts
        return shared_waits(
            self.pack, meant, players=players, turns=turns, again=self.again, left=left, watched=watched
        )

    def first_to_start(self, players: int, cards: Cards = None) -> dict[int, Fraction]:
        """Return {seat: probability that this seat is the first to draw a card that starts a pawn}.

        Before the first such card nobody has a pawn to move, so this holds in a full game, however it is played.

        Raises BadArgument when the cards leave out one that draws again.

        >>> [round(float(chance), 4) for chance in deck("classic").first_to_start(4).values()]
        [0.3373, 0.2717, 0.2176, 0.1734]
        """
        players = checked_int("players", players, 1)
        if not set(self.again) <= set(self.cards(cards)):
            raise BadArgument(f"the cards must hold {' and '.join(self.again)}, or a turn may have several cards")
        result = dict.fromkeys(range(players), Fraction(0))
        for draw, chance in self.wait(cards).items():
            result[(draw - 1) % players] += chance
        return result

    def draw_table(self) -> pd.DataFrame:
        """Return one row a card and one a class of cards: how likely it is, and how long one waits for it.

        Columns: cards; kind ("card" or "class"); copies in the pile; probability of the next draw and expected draws to
        the first, exact as text and as floats; longest wait in draws.

        >>> deck("classic").draw_table().query("cards == '1, 2'")[["kind", "copies", "probability", "expected wait"]]
             kind  copies probability expected wait
        11  class       9         1/5          23/5
        """
        import pandas as pd

        named: list[tuple[str, tuple[str, ...]]] = [("card", (card,)) for card in CARDS]
        named += [("class", cards) for cards in self.classes.values() if cards]
        meanings = {cards: name for name, cards in self.classes.items()}
        rows = []
        for kind, cards in named:
            chance, wait = self.probability(cards), self.expected_wait(cards)
            rows.append(
                {
                    "cards": ", ".join(cards),
                    "kind": kind,
                    "class": meanings[cards] if kind == "class" else "",
                    "copies": sum(self.counts[card] for card in cards),
                    "probability": str(chance),
                    "probability (float)": float(chance),
                    "expected wait": str(wait),
                    "expected wait (float)": float(wait),
                    "longest wait": self.longest_wait(cards),
                }
            )
        return pd.DataFrame(rows)

    def hypergeometric(self, draws: int | Iterable[int], cards: Cards = None) -> pd.DataFrame:
        """Return how many of these cards come in so many draws, for one number of draws or several.

        Columns: draws; drawn; exactly, at most, at least (exact as text); the same as floats.

        Raises UnknownName for no card and no class.

        >>> deck("classic").hypergeometric(2)[["draws", "drawn", "exactly", "at least"]]
           draws  drawn exactly at least
        0      2      0    7/11        1
        1      2      1   18/55     4/11
        2      2      2    2/55     2/55
        """
        import pandas as pd

        numbers = [draws] if isinstance(draws, int) else list(draws)
        parts = []
        for many in numbers:
            part = distribution_table(self.drawn(many, cards), "drawn")
            part.insert(0, "draws", many)
            parts.append(part)
        return pd.concat(parts, ignore_index=True)

    def waiting(self, cards: Cards = None, *, wanted: int = 1) -> pd.DataFrame:
        """Return the wait for one of these cards, for the time number `wanted`: one row a draw.

        Columns: draw; exactly, at most, at least (exact as text); the same as floats.

        Raises UnknownName for no card and no class.

        >>> deck("classic").waiting()[["draw", "exactly", "at most"]].head(2)
           draw exactly at most
        0     1     1/5     1/5
        1     2    9/55    4/11
        """
        return distribution_table(self.wait(cards, wanted=wanted), "draw")

    def starting_table(
        self, turns: int = 10, players: Sequence[int] = (2, 3, 4), *, seat: int = 0, cards: Cards = None
    ) -> pd.DataFrame:
        """Return how soon the players of a table draw a card that starts a pawn, all from one pile.

        Columns: players; turns (each); within them one given player, everybody, nobody, exact as text and as floats.
        Up to the first shuffle the given player's chance does not depend on the others: which places of the pile he
        draws from says nothing about the cards there.

        Raises BadArgument for numbers out of range.

        >>> table = deck("classic").starting_table(turns=3, players=[2, 4])
        >>> list(table["given player"])
        ['1/5', '4/11', '235/473', '1/5', '4/11', '235/473']
        """
        import pandas as pd

        rows: list[dict[str, object]] = []
        for number in players:
            given = checked_int("seat", seat, 0, checked_int("players", number, 1) - 1)
            for turn, sets in enumerate(self._waits(number, turns, cards), 1):
                chances = {
                    "given player": sum((chance for seats, chance in sets.items() if given in seats), Fraction(0)),
                    "everybody": sets.get(frozenset(range(number)), Fraction(0)),
                    "nobody": sets.get(frozenset(), Fraction(0)),
                }
                exact = {name: str(chance) for name, chance in chances.items()}
                floats = {f"{name} (float)": float(chance) for name, chance in chances.items()}
                rows.append({"players": number, "turns": turn, **exact, **floats})
        return pd.DataFrame(rows)

    def steps_table(self, *, turn: bool = False, ten: int = 10) -> pd.DataFrame:
        """Return the distribution of the steps of a card, or of a whole turn.

        Columns: steps; exactly, at most, at least (exact as text); the same as floats.

        >>> deck("classic").steps_table()[["steps", "exactly"]].head(2)
           steps exactly
        0     -4    4/45
        1      0    4/45
        """
        return distribution_table(self.steps_per_turn(ten=ten) if turn else self.steps_per_card(ten=ten), "steps")

    def _repr_svg_(self) -> str:
        from tsurolab.games.sorry.drawing import deck_svg

        return str(deck_svg(self.name, left=self.counts))


def _steps(ten: int) -> dict[str, int]:
    if ten not in STEPS["10"]:
        raise BadArgument(f"a 10 moves 10 or -1 steps, not {ten!r}")
    return {card: ten if card == "10" else STEPS[card][0] for card in CARDS}


def deck(name: str = "classic") -> Deck:
    """Return a full pile of one of the packs of `DECKS`.

    Raises UnknownName for a pack that does not exist.

    >>> deck("waddingtons").size
    55
    """
    if name not in DECKS:
        raise unknown("deck", name, DECKS)
    return Deck(name, tuple(DECKS[name].values()))


def deck_table(names: Iterable[str] = tuple(DECKS)) -> pd.DataFrame:
    """Return one row a pack: what sets the packs apart, exact as text and as floats.

    Columns: deck; cards; of the cards that start a pawn the probability, the expected, median and longest wait in draws
    and the mean longest run without one in a pass; cards in the first turn and in a turn of a long game; steps of a
    card and of the first turn, with their standard deviations.

    Raises UnknownName for a pack that does not exist.

    >>> deck_table()[["deck", "cards", "start", "expected wait", "cards in first turn"]]
                deck  cards start expected wait cards in first turn
    0        classic     45   1/5          23/5               23/21
    1  first-edition     44  2/11             5               45/41
    2    waddingtons     55  2/11         56/11               56/51
    3   fire-and-ice     45  37/45         23/19                   1
    """
    import pandas as pd

    rows: list[dict[str, object]] = []
    for name in names:
        pile = deck(name)
        exact = {
            "start": pile.probability(),
            "expected wait": pile.expected_wait(),
            "mean longest run": mean(pile.longest_run()),
            "cards in first turn": pile.expected_cards_in_turn(),
            "cards per turn": pile.cards_per_turn(),
            "steps per card": mean(pile.steps_per_card()),
            "steps in first turn": mean(pile.steps_per_turn()),
        }
        row: dict[str, object] = {"deck": name, "cards": pile.size}
        for title, value in exact.items():
            row |= {title: str(value), f"{title} (float)": float(value)}
        row["median wait"] = min(draw for draw, chance in at_most(pile.wait()).items() if chance >= Fraction(1, 2))
        row["longest wait"] = pile.longest_wait()
        row["deviation of steps per card"] = math.sqrt(variance(pile.steps_per_card()))
        row["deviation of steps in first turn"] = math.sqrt(variance(pile.steps_per_turn()))
        rows.append(row)
    return pd.DataFrame(rows)


__all__ = ["CARDS", "DECKS", "DRAWS_AGAIN", "STARTERS", "STEPS", "Deck", "deck", "deck_table"]
