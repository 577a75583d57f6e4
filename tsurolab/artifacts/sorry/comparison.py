"""Quantities of Sorry! that have an exact and a simulated value, side by side.

What it is for: the table with z-scores in the report, and the table that sets game lengths beside those of another
program. What it is not for: either computation.

The exact values are about draws: shuffled piles as the games have them, and who draws a 1 or a 2 how soon, which no
choice of a player can change. Average cards a turn are exact only for a game without end, so they stand with the cards
of whole games (see `tsurolab.artifacts.sorry.game_tables`), not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, cast

from tsurolab.artifacts.registry import Comparison
from tsurolab.artifacts.sorry.exact_tables import PACKS
from tsurolab.artifacts.sorry.measures import mean as mean_of
from tsurolab.artifacts.study import Study
from tsurolab.combinatorics.draws import mean
from tsurolab.games.catalogue import game
from tsurolab.games.sorry.chain import chain
from tsurolab.games.sorry.deck import CARDS, STEPS, deck
from tsurolab.games.sorry.state import SorryState
from tsurolab.stats import Tally

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

EDITION: Final = "sorry/classic"
MOST_DEALS: Final = 4000
MOST_JOURNEYS: Final = 20_000
FIRST_CARDS: Final = 6
"""A lone pawn's first cards that are gone through exactly, without replacement."""
TURNS: Final = (1, 3, 6, 10)
"""Own turns at which starts are compared: all of them for the first player of the main run, the second for others."""
REFERENCE: Final = {2: (169.4, 0.7), 3: (264.4, 1.2), 4: (358.1, 1.6)}
"""Players -> mean turns of a game and its standard error, as a plain program written from the leaflet found them, with
uniform choice among distinct outcomes; two players have adjacent colours (rule 4 of the family's rules)."""


def compare(study: Study) -> list[Comparison]:
    """Every such quantity: of the classic edition, and of those among the study's editions that have other packs.

    >>> rows = compare(Study(["sorry/classic"], games=200))
    >>> all(abs(row.z) < 6 for row in rows)
    True
    """
    names = [name for name in PACKS if name == "classic" or f"sorry/{name}" in study.editions]
    rows: list[Comparison] = []
    for name in names:
        rows += _piles(study, name)
    for name in names:
        rows += _starts(study, name)
    return [*rows, *_symmetry(study), *_lone_pawns(study)]


def _piles(study: Study, name: str) -> Iterator[Comparison]:
    """The first pile of each game, as it is shuffled."""
    pack, words = deck(name), f"pack {name}"
    deals = min(study.games, MOST_DEALS)
    table = game(f"sorry/{name}")
    piles = []
    for number in range(deals):
        state = cast(SorryState, table.new(2, seed=study.seed, number=number))
        piles.append([str(state.card), *state.deck])
    if name == "classic":
        for card in CARDS:
            first = sum(pile[0] == card for pile in piles)
            yield Comparison.share(f"first card is {_named(card)} ({words})", pack.probability(card), first, deals)
    drawn = pack.drawn(10)
    none = sum(not set(pile[:10]) & set(pack.starters) for pile in piles)
    yield Comparison.share(f"no 1 and no 2 among 10 cards ({words})", drawn[0], none, deals)
    measured: list[tuple[str, Fraction, Callable[[list[str]], int]]] = [
        ("draws to the first 1 or 2", pack.expected_wait(), lambda pile: _wait(pile, pack.starters)),
        ("draws to the first Sorry!", pack.expected_wait("S"), lambda pile: _wait(pile, ("S",))),
        ("longest run without a 1 or 2", mean(pack.longest_run()), lambda pile: _run(pile, pack.starters)),
        ("cards in the first turn", pack.expected_cards_in_turn(), lambda pile: len(_turn(pile))),
        ("steps of the first turn", mean(pack.steps_per_turn()), lambda pile: _steps(_turn(pile))),
    ]
    for quantity, exact, measure in measured:
        yield Comparison.mean(f"{quantity} ({words})", exact, Tally.of([measure(pile) for pile in piles]))


def _named(card: str) -> str:
    return "Sorry!" if card == "S" else f"an {card}" if card in ("8", "11") else f"a {card}"


def _wait(pile: list[str], cards: tuple[str, ...]) -> int:
    return min(pile.index(card) for card in cards) + 1


def _run(pile: list[str], cards: tuple[str, ...]) -> int:
    return max((len(list(run)) for others, run in groupby(pile, lambda card: card not in cards) if others), default=0)


def _turn(pile: list[str]) -> list[str]:
    """The cards of the first turn: 2s and the card after them."""
    return pile[: next(place for place, card in enumerate(pile) if card != "2") + 1]


def _steps(cards: list[str]) -> int:
    return sum(STEPS[card][0] for card in cards)


def _starts(study: Study, name: str) -> Iterator[Comparison]:
    """Who has a 1 or a 2 how soon, and who is first, for each number of players."""
    edition, pack = f"sorry/{name}", deck(name)
    for players, run in study.by_players(edition):
        main = players == study.main_players(edition)
        if name != "classic" and not main:
            continue
        words = f"{players} players, pack {name}"
        first = run.results["first_start_card"][:, :players].astype(int)
        games = len(first)
        last = players - 1
        for seat in range(players):
            for turns in TURNS:
                every = main and name == "classic" and (seat == 0 or turns == TURNS[1])
                if every or (seat == last and turns == TURNS[1]):
                    exact = pack.start_within(turns, players=players, seat=seat)
                    had = int((first[:, seat] <= turns).sum())
                    quantity = f"seat {seat} has a 1 or 2 within {turns} turn{'s' * (turns > 1)} ({words})"
                    yield Comparison.share(quantity, exact, had, games)
        table = pack.starting_table(TURNS[2], players=[players])
        everybody = Fraction(table["everybody"].iloc[-1])
        had = int((first.max(axis=1) <= TURNS[2]).sum())
        yield Comparison.share(f"everybody has within {TURNS[2]} turns ({words})", everybody, had, games)
        counts = _first_out(run.results["first_start"][:, :players].astype(int))
        for seat, exact in pack.first_to_start(players).items():
            yield Comparison.share(f"seat {seat} has the first pawn out ({words})", exact, counts[seat], games)


def _first_out(turns: NDArray[Any]) -> list[int]:
    """How often each seat has the first pawn out; Sorry! starts none before another is on the track."""
    import numpy as np

    players = turns.shape[1]
    order = np.where(turns > 0, turns * players + np.arange(players), np.iinfo(turns.dtype).max)
    return [int(many) for many in np.bincount(order.argmin(axis=1), minlength=players)]


def _symmetry(study: Study) -> Iterator[Comparison]:
    """Colours that the board's symmetry makes equal, when the first player is drawn by lot."""
    games = study.side_size(EDITION)
    for words, players, options in (
        ("4 players", 4, {}),
        ("2 players, opposite colours", 2, {"two_players": "opposite"}),
    ):
        results = study.run(EDITION, players, games, first_player="random", **options).results
        wins = int((results["winners"] == 1).sum())
        yield Comparison.share(f"red wins ({words}, first player by lot)", Fraction(1, players), wins, games)


def _lone_pawns(study: Study) -> Iterator[Comparison]:
    """A pawn alone, its cards drawn without replacement."""
    journeys = min(study.games, MOST_JOURNEYS)
    single = chain(dict.fromkeys(CARDS, 1))
    cards = single.sampled_cards(journeys, seed=study.seed)
    words = "cards of a lone pawn (one card of each kind, without replacement)"
    yield Comparison.mean(words, single.expected_without_replacement(), Tally.of(cards))
    journey = chain("classic")
    soon = journey.first_cards(FIRST_CARDS)
    cards = journey.sampled_cards(journeys, seed=study.seed)
    words = f"a lone pawn is home within {FIRST_CARDS} cards (pack classic, without replacement)"
    yield Comparison.share(words, sum(soon.values(), Fraction(0)), int((cards <= FIRST_CARDS).sum()), journeys)


def reference_table(study: Study, edition: str) -> pd.DataFrame:
    """The mean turns of a game beside those that another program found.

    Columns: players; mean turns there with their standard error; here with the 95% interval; z of the difference.
    """
    import pandas as pd

    rows = []
    for players, run in study.by_players(edition):
        there, error = REFERENCE[players]
        here = mean_of(run.results["turns"])
        own = float(run.results["turns"].astype(float).std(ddof=1)) / sqrt(len(run))
        rows.append(
            {
                "players": f"{players}, adjacent" if players == 2 else str(players),
                "mean turns, other program": f"{there:.1f} ± {error:.1f}",
                "mean turns, here": f"{here.estimate:.2f} ({here.low:.2f}–{here.high:.2f})",
                "z of the difference": f"{(here.estimate - there) / sqrt(error**2 + own**2):+.2f}",
            }
        )
    return pd.DataFrame(rows)
