"""The exact tables of the Sorry! family.

What it is for: the list `TABLES`, and the tables that put the packs side by side. What it is not for: the mathematics
(`tsurolab.combinatorics`, `tsurolab.games.sorry.deck`, `tsurolab.games.sorry.chain`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from tsurolab.artifacts.registry import Table
from tsurolab.combinatorics.draws import distribution_table
from tsurolab.games.sorry.chain import chain, lone_pawn_table
from tsurolab.games.sorry.deck import DECKS, Deck, deck, deck_table

if TYPE_CHECKING:
    import pandas as pd

TITLES: Final = {
    "classic": "classic, 45 cards",
    "first-edition": "first edition, 44",
    "waddingtons": "Waddingtons, 55",
    "fire-and-ice": "Fire & Ice, 45",
}
"""The packs as they are called in tables and charts."""
PACKS: Final = ("classic", "first-edition", "waddingtons")
"""The packs of the editions that can be played; the cards of Fire & Ice do other things."""
DRAWS: Final = 10
"""The hypergeometric table goes as far as this many draws."""
TURNS: Final = 20
"""The table of starts goes as far as this turn."""
JOURNEY: Final = 80
"""The table of a lone pawn's journey goes as far as this many cards."""
SAMPLED: Final = 20_000
"""Journeys without replacement, for each pack and policy."""


def _by_pack(build: Callable[[Deck], pd.DataFrame], packs: Iterable[str] = tuple(DECKS)) -> pd.DataFrame:
    """The tables of several packs below each other, the pack in the first column."""
    import pandas as pd

    frames = []
    for name in packs:
        frame = build(deck(name))
        frame.insert(0, "deck", name)
        frames.append(frame)
    return _as_fractions(pd.concat(frames, ignore_index=True))


def _as_fractions(frame: pd.DataFrame) -> pd.DataFrame:
    """The same table, each column of exact text as Fractions: pages shorten those that are long."""
    exact = [name for name in frame.columns if f"{name} (float)" in frame.columns]
    frame = frame.copy()
    for name in exact:
        frame[name] = frame[name].map(Fraction)
    return frame


def comparison_table() -> pd.DataFrame:
    """Return what sets the packs apart: one row a quantity, one column a pack.

    >>> comparison_table().set_index("quantity").loc["draws to the first such card, expected"].tolist()
    ['23/5 = 4.600', '5', '56/11 = 5.091', '23/19 = 1.211']
    """
    import pandas as pd

    table = deck_table().set_index("deck")
    exact = {
        "a card starts a pawn, probability": "start",
        "draws to the first such card, expected": "expected wait",
        "cards in the first turn, expected": "cards in first turn",
        "cards a turn in a long game": "cards per turn",
        "steps of a card, expected": "steps per card",
        "steps of the first turn, expected": "steps in first turn",
    }
    counts = {"cards": "cards", "median wait, draws": "median wait", "longest wait, draws": "longest wait"}
    rows = []
    for words, column in [*exact.items(), *counts.items()]:
        values = {TITLES[name]: _in_both(Fraction(str(table.loc[name, column]))) for name in DECKS}
        rows.append({"quantity": words} | values)
    rows.sort(key=lambda row: row["quantity"] != "cards")
    return pd.DataFrame(rows)


def _in_both(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{value} = {float(value):.3f}"


def packs_table() -> pd.DataFrame:
    """Return all that `deck_table` knows of the packs.

    >>> packs_table()["cards"].tolist()
    [45, 44, 55, 45]
    """
    return _as_fractions(deck_table())


def draws_table() -> pd.DataFrame:
    """Return for each pack how likely each card and class of cards is, and how long one waits for it.

    >>> draws_table().query("deck == 'classic' and cards == '1'")["probability"].tolist()
    [Fraction(1, 9)]
    """
    return _by_pack(lambda pile: pile.draw_table())


def waiting_table(cards: str = "starts a pawn") -> pd.DataFrame:
    """Return for each pack the wait for the first of some cards, one row a draw.

    Raises UnknownName for no card and no class.

    >>> waiting_table("S").query("deck == 'classic'")["exactly"].tolist()[0]
    Fraction(4, 45)
    """
    return _by_pack(lambda pile: pile.waiting(cards))


def runs_table() -> pd.DataFrame:
    """Return for each pack the longest run without a card that starts a pawn, in one pass through the pack.

    >>> runs_table().query("deck == 'classic'")["run"].tolist()[0]
    4
    """
    return _by_pack(lambda pile: distribution_table(pile.longest_run(), "run"))


def hypergeometric_table() -> pd.DataFrame:
    """Return for each pack how many cards that start a pawn come in 1 to `DRAWS` draws.

    >>> hypergeometric_table().query("deck == 'classic' and draws == 2")["exactly"].tolist()
    [Fraction(7, 11), Fraction(18, 55), Fraction(2, 55)]
    """
    return _by_pack(lambda pile: pile.hypergeometric(range(1, DRAWS + 1)))


def starting_table() -> pd.DataFrame:
    """Return for each pack how soon the players of a table draw a card that starts a pawn.

    >>> starting_table().query("deck == 'classic' and players == 4")["given player"].tolist()[:2]
    [Fraction(1, 5), Fraction(4, 11)]
    """
    return _by_pack(lambda pile: pile.starting_table(TURNS), PACKS)


def first_table() -> pd.DataFrame:
    """Return for each pack and number of players which seat is the first to draw a card that starts a pawn.

    >>> first_table().query("deck == 'classic' and players == 2")["probability (float)"].round(4).tolist()
    [0.5549, 0.4451]
    """
    import pandas as pd

    rows = [
        {"deck": name, "players": players, "seat": seat, "probability": chance, "probability (float)": float(chance)}
        for name in PACKS
        for players in (2, 3, 4)
        for seat, chance in deck(name).first_to_start(players).items()
    ]
    return pd.DataFrame(rows)


def steps_table(turn: bool = False) -> pd.DataFrame:
    """Return for each pack the distribution of the steps of a card, or of the whole first turn.

    >>> steps_table().query("deck == 'classic' and steps == -4")["exactly"].tolist()
    [Fraction(4, 45)]
    """
    return _by_pack(lambda pile: pile.steps_table(turn=turn))


def pawn_table() -> pd.DataFrame:
    """Return the cards that a lone pawn needs, for each pack and policy: exact, and sampled without replacement.

    >>> pawn_table()["policy"].tolist()[:4]
    ['forward', 'back', 'uniform', 'best']
    """
    frame = _as_fractions(lone_pawn_table(PACKS, games=SAMPLED))
    sampled = ["standard error", "sampled mean", "sampled deviation"]
    for name in sampled:
        frame[name] = frame[name].round(4)
    return frame


def journey_table() -> pd.DataFrame:
    """Return for each pack the distribution of a lone pawn's cards, with replacement.

    >>> journey_table().query("deck == 'classic' and cards == 3")["exactly"].tolist()
    [Fraction(16, 10125)]
    """
    return _by_pack(lambda pile: chain(pile).table(JOURNEY), PACKS)


def squares_table() -> pd.DataFrame:
    """Return for each pack how far each square is from home, a 10 being used as well as it can be.

    >>> squares_table().query("deck == 'classic' and square == 't0'")["ten"].tolist()
    ['back']
    """
    return _by_pack(lambda pile: chain(pile, policy="best").by_square(), PACKS)


_FROM: Final = "tsurolab.artifacts.sorry.exact_tables"


def _code(call: str) -> str:
    return f"from {_FROM} import {call.partition('(')[0]}; {call}"


TABLES: Final = (
    Table(
        "packs-compared",
        "The packs side by side",
        "One row a quantity. Draws are without replacement. In Fire & Ice any forward card starts a pawn and a 2 does "
        "not draw again.",
        comparison_table,
        _code("comparison_table()"),
    ),
    Table(
        "packs",
        "The packs in full",
        "One row a pack: exact values as fractions and as decimals, with standard deviations.",
        packs_table,
        _code("packs_table()"),
    ),
    Table(
        "draws",
        "Each card and class of cards",
        "How likely the next card is one of these, the expected draws to the first, and the latest draw that can "
        "bring it.",
        draws_table,
        _code("draws_table()"),
    ),
    Table(
        "waiting",
        "Waiting for a card that starts a pawn",
        "One row a draw: the probability that the first such card comes exactly, at most, or at least there.",
        waiting_table,
        _code("waiting_table()"),
    ),
    Table(
        "waiting-sorry",
        "Waiting for a Sorry! card",
        "As for the cards that start a pawn.",
        lambda: waiting_table("S"),
        _code('waiting_table("S")'),
    ),
    Table(
        "longest-run",
        "The longest run without a card that starts a pawn",
        "The longest run of other cards in one pass through the pack.",
        runs_table,
        _code("runs_table()"),
    ),
    Table(
        "hypergeometric",
        "Cards that start a pawn in so many draws",
        f"One row for each number of draws up to {DRAWS} and each number of such cards among them.",
        hypergeometric_table,
        _code("hypergeometric_table()"),
    ),
    Table(
        "starting",
        "How soon players can start",
        "All players draw from one pile. For each number of own turns the probability that one given player, that "
        "everybody, that nobody has had a card that starts a pawn; the given player plays first.",
        starting_table,
        _code("starting_table()"),
    ),
    Table(
        "first-to-start",
        "Who is first to start",
        "The probability that a seat is the first to draw a card that starts a pawn. Seat 0 plays first.",
        first_table,
        _code("first_table()"),
    ),
    Table(
        "steps-card",
        "Steps of a card",
        "The steps of the next card, if a pawn can use it. A 10 counts 10, an 11 counts 11, Sorry! none.",
        steps_table,
        _code("steps_table()"),
    ),
    Table(
        "steps-turn",
        "Steps of the first turn",
        "The sum over all cards of the first turn, as a 2 draws again.",
        lambda: steps_table(turn=True),
        _code("steps_table(turn=True)"),
    ),
    Table(
        "lone-pawn",
        "A pawn alone: cards from start to home",
        "With replacement exact; without replacement from "
        f"{SAMPLED:,} seeded journeys. The policy says what a 10 is used for when both 10 forward and 1 back can be "
        "moved.",
        pawn_table,
        _code("pawn_table()"),
    ),
    Table(
        "lone-pawn-cards",
        "A pawn alone: the number of cards",
        f"The distribution up to {JOURNEY} cards, with replacement, a 10 used forward.",
        journey_table,
        _code("journey_table()"),
    ),
    Table(
        "lone-pawn-squares",
        "A pawn alone, square by square",
        "Expected cards and turns to home, with replacement, and the best use of a 10. Squares are red's: t4 is the "
        "circle, t2 the entry to the safety zone s0 to s4.",
        squares_table,
        _code("squares_table()"),
    ),
)
